//! `grundy wythoff converge`: the experiment behind the Convergence Conjecture.

use super::watch::watched;
use super::{parse_g, parse_rows};
use crate::outcome::{Failure, Outcome, print_json};
use grundy::wythoff::converge::{self, Starts, Worst};
use serde::Serialize;
use std::io::Write;

/// Measure how many rows a dummy state needs to become the true one, from every starting row
///
/// One run answers for every value up to G (Table 5 and Figure 11 of the paper).
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy wythoff converge --g 5 --rows 1e5")]
pub struct Args {
    /// The largest Grundy value
    #[arg(long, value_name = "G", value_parser = parse_g, allow_negative_numbers = true)]
    g: u32,
    /// The last starting row
    #[arg(long, value_name = "R", default_value = "1e5", value_parser = parse_rows, allow_negative_numbers = true)]
    rows: u64,
    /// Print the histogram for G too
    #[arg(long)]
    histogram: bool,
}

#[derive(Serialize)]
struct Document<'a> {
    g: u32,
    rows: u64,
    worst: &'a [Worst],
    /// For G: how many starting rows took 0, 1, 2, … rows.
    histogram: &'a [u64],
    status: &'static str,
}

pub fn run(args: &Args, json: bool) -> Result<Outcome, Failure> {
    let seen =
        watched("starting rows", |watch| converge::run(args.g, &Starts { until: args.rows + 1, every: 1 }, watch))?;
    let histogram = &seen.histograms[args.g as usize];
    if json {
        let (g, rows, worst) = (args.g, args.rows, &seen.worst);
        return print_json(&Document { g, rows, worst, histogram, status: "observed" });
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    writeln!(out, "{:>4} {:>20} {:>14} {:>10}", "g", "rows to convergence", "first start", "starts")?;
    for worst in &seen.worst {
        writeln!(out, "{:>4} {:>20} {:>14} {:>10}", worst.g, worst.rows, worst.start, worst.times)?;
    }
    writeln!(out, "observed for the starting rows 0 to {}", args.rows)?;
    if args.histogram {
        writeln!(out, "\n{:>6} {:>10}", "rows", "starts")?;
        for (rows, count) in histogram.iter().enumerate().filter(|(_, count)| **count > 0) {
            writeln!(out, "{rows:>6} {count:>10}")?;
        }
    }
    out.flush()?;
    Ok(Outcome::Yes)
}
