//! What a far answer may rest on: the options that `point`, `value` and `move` share, and what was trusted in words.

use crate::count;
use grundy::wythoff::bounds::{Bounds, Origin};
use grundy::wythoff::{self, Choice, EFFORT, Sample, Verified};

#[derive(clap::Args)]
#[command(next_help_heading = "Far out (algorithm RW)")]
pub struct Trust {
    /// R: rows after which a dummy state is trusted [default: twice the slowest measured start]
    #[arg(
        long, value_name = "R", value_parser = count::parse, allow_negative_numbers = true, conflicts_with = "adaptive"
    )]
    settle: Option<u64>,
    /// Double R until the answer stays the same three times
    #[arg(long)]
    adaptive: bool,
    /// L: lower bound of a - b/phi over all points [default: a proved one]
    #[arg(long, value_name = "L", allow_negative_numbers = true, requires_all = ["high", "settle"])]
    low: Option<i32>,
    /// H: upper bound of a - b/phi over all points [default: a proved one]
    #[arg(long, value_name = "H", allow_negative_numbers = true, requires_all = ["low", "settle"])]
    high: Option<i32>,
    /// Points that an exact method may compute before RW is used instead
    #[arg(
        long, value_name = "POINTS", value_parser = count::parse, allow_negative_numbers = true,
        default_value_t = EFFORT
    )]
    effort: u64,
    /// Check RW against WSG: the answer itself where feasible, else a spread of nearer rows with the same bounds
    #[arg(long)]
    verify: bool,
}

impl Trust {
    /// The same in the words of the library.
    pub fn of(&self) -> wythoff::Trust {
        let choice = match (self.settle, self.adaptive) {
            (Some(settle), _) => {
                Choice::Given { settle, strip: self.low.zip(self.high).map(|(low, high)| (low.into(), high.into())) }
            }
            (None, true) => Choice::Adaptive,
            (None, false) => Choice::Measured,
        };
        wythoff::Trust { choice, effort: self.effort, verify: self.verify }
    }
}

/// A person's account of what was trusted and how it was checked. An answer that WSG has confirmed rests on nothing.
pub fn explain(bounds: &[Bounds], verified: Option<&Verified>) -> Vec<String> {
    let mut lines = Vec::new();
    for bounds in bounds.iter().filter(|_| verified != Some(&Verified::Wsg)) {
        let Bounds { g, low, high, settle, .. } = bounds;
        let strip = if bounds.strip == Origin::Proved { "proved" } else { "given" };
        let from = match bounds.settle_from {
            Origin::Measured { rows, every, worst, margin } => {
                let starts = if every == 1 { "all starts".to_owned() } else { format!("every {every}th start") };
                format!("{margin} times the slowest of {starts} up to row {rows}, {worst} rows, and 64")
            }
            Origin::Adaptive { agreeing } => format!("doubled until {agreeing} answers in a row were the same"),
            _ => "given".to_owned(),
        };
        lines.push(format!("rests on the Convergence Conjecture for g = {g} with R = {settle} ({from});"));
        lines.push(format!("the strip L = {low}, H = {high} is {strip}"));
    }
    match verified {
        Some(Verified::Exact) => lines.push("exact already: nothing to verify".to_owned()),
        Some(Verified::Wsg) => lines.push("RW and WSG agree".to_owned()),
        Some(Verified::Sample(samples)) => lines.extend(samples.iter().map(sampled)),
        None => {}
    }
    lines
}

fn sampled(sample: &Sample) -> String {
    let Sample { g, settle, intervals, points, last_row } = sample;
    if *intervals == 0 {
        return format!("too far for WSG; with R = {settle} no row within its reach needs the recursion: not verified");
    }
    format!(
        "too far for WSG; RW for g = {g} with R = {settle} agrees with WSG on {points} points in {intervals} \
         intervals of rows up to {last_row}"
    )
}
