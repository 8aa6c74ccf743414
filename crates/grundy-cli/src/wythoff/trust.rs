//! What a far answer may rest on: the options that `point`, `value` and `move` share, and their cross-check.

use super::watch::watched;
use crate::count;
use crate::outcome::{Failure, fail};
use grundy::wythoff::bounds::{self, Bounds, Origin};
use grundy::wythoff::settle::{Choice, EFFORT, Finder, MAX_INDEX};
use grundy::wythoff::{Point, Status, wsg::Wsg};
use serde::Serialize;

#[derive(clap::Args)]
#[command(next_help_heading = "Far out (algorithm RW)")]
pub struct Trust {
    /// R: rows after which a dummy state is trusted [default: twice the worst of 400 measured starts]
    #[arg(long, value_name = "R", value_parser = count::parse, allow_negative_numbers = true, conflicts_with = "adaptive")]
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
    #[arg(long, value_name = "POINTS", value_parser = count::parse, allow_negative_numbers = true, default_value_t = EFFORT)]
    effort: u64,
    /// Check RW against WSG: the answer itself where feasible, else a spread of nearer points
    #[arg(long)]
    verify: bool,
}

/// The most points WSG computes for a cross-check: a few minutes.
const VERIFY: u64 = 20_000_000_000;
/// How many nearer points are compared, and the most points WSG computes for them.
const SAMPLE: u64 = 200;
const SAMPLE_EFFORT: u64 = 200_000_000;

/// A cross-check that was made.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verified {
    /// There was nothing to check.
    Exact,
    /// WSG gives the same answer.
    Wsg,
    /// Too far for WSG: nearer points of the same g, found with the same bounds, are those of WSG.
    Sample {
        /// How many.
        checked: u64,
        /// None has a larger index.
        up_to_index: u64,
    },
}

impl Trust {
    /// A finder for g.
    pub fn finder(&self, g: u32) -> Result<Finder, Failure> {
        self.finder_with(g, self.effort)
    }

    fn finder_with(&self, g: u32, effort: u64) -> Result<Finder, Failure> {
        let (low, high) = bounds::strip(g);
        let choice = match (self.settle, self.adaptive) {
            (None, true) => Choice::Adaptive,
            (None, false) => Choice::Measured,
            (Some(settle), _) => {
                if settle > 100_000_000 {
                    return fail(format!("--settle {settle} is too large: up to 100000000 rows are accepted"));
                }
                let strip = if self.low.is_some() { Origin::Given } else { Origin::Proved };
                let (low, high) = (self.low.map_or(low, i64::from), self.high.map_or(high, i64::from));
                if low > high {
                    return fail(format!("--low {low} is above --high {high}"));
                }
                Choice::Given(Bounds { low, high, strip, settle, settle_from: Origin::Given })
            }
        };
        Ok(Finder::new(g, effort, choice)?)
    }

    /// Computes an answer with a finder, and again by WSG where `--verify` asks for it and `row` allows it.
    /// `status` tells on what an answer rests.
    pub fn answer<T: PartialEq>(
        &self,
        g: u32,
        row: u64,
        status: impl Fn(&T) -> Status,
        same: impl Fn(&T, &T) -> bool,
        mut compute: impl FnMut(&mut Finder) -> Result<T, Failure>,
    ) -> Result<(T, Finder, Option<Verified>), Failure> {
        let mut finder = self.finder(g)?;
        let answer = compute(&mut finder)?;
        if !self.verify {
            return Ok((answer, finder, None));
        }
        if status(&answer) == Status::Exact {
            return Ok((answer, finder, Some(Verified::Exact)));
        }
        if row.saturating_mul(u64::from(g) + 1) <= VERIFY {
            let exact = compute(&mut self.finder_with(g, VERIFY)?)?;
            if !same(&answer, &exact) {
                return fail(
                    "RW and WSG differ here: R is too small, or the Convergence Conjecture fails; WSG is right",
                );
            }
            return Ok((exact, finder, Some(Verified::Wsg)));
        }
        let verified = self.sample(g)?;
        Ok((answer, finder, Some(verified)))
    }

    /// Compares RW with WSG at a spread of nearer indices.
    fn sample(&self, g: u32) -> Result<Verified, Failure> {
        let mut points: Vec<Point> = Vec::new();
        let rows = SAMPLE_EFFORT / (u64::from(g) + 1);
        watched("verify", |watch| {
            Wsg::new(g).run(rows, watch, |point| points.extend((point.g == g).then_some(point)))
        })?;
        let mut finder = self.finder_with(g, 0)?;
        // The last points of the run may lack company; indices are spread by a multiplicative step.
        let last = (points.len() as u64).min(MAX_INDEX) - 1;
        for k in 0..SAMPLE {
            let n = k.wrapping_mul(0x9E37_79B9_7F4A_7C15) % (last + 1);
            let (found, _) = watched("verify", |watch| finder.point(n, watch))?;
            if found != points[n as usize] {
                return fail(format!("RW and WSG differ at n = {n}: give a larger --settle"));
            }
        }
        Ok(Verified::Sample { checked: SAMPLE, up_to_index: last })
    }
}

/// A person's account of what was trusted.
pub fn explain(finder: &Finder, status: Status, verified: Option<&Verified>) -> Vec<String> {
    let mut lines = Vec::new();
    if let (Status::Conjectural, Some(bounds)) = (status, finder.bounds()) {
        let strip = match bounds.strip {
            Origin::Proved => "proved",
            _ => "given",
        };
        let settle = match bounds.settle_from {
            Origin::Measured { worst, samples, margin, .. } => {
                format!("{margin} times the worst of {samples} measured starts ({worst} rows), and 64")
            }
            Origin::Adaptive { agreeing } => format!("doubled until {agreeing} answers in a row were the same"),
            _ => "given".to_owned(),
        };
        lines.push(format!("rests on the Convergence Conjecture with R = {} ({settle});", bounds.settle));
        lines.push(format!("the strip L = {}, H = {} is {strip}", bounds.low, bounds.high));
    }
    match verified {
        Some(Verified::Exact) => lines.push("exact already: nothing to verify".to_owned()),
        Some(Verified::Wsg) => lines.push("RW and WSG agree".to_owned()),
        Some(Verified::Sample { checked, up_to_index }) => lines.push(format!(
            "too far for WSG; RW with the same bounds agrees with WSG on {checked} points with n <= {up_to_index}"
        )),
        None => {}
    }
    lines
}
