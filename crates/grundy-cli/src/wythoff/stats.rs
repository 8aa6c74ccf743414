//! `grundy wythoff stats`: how far g-points stray from the 0-points.

use super::watch::watched;
use super::{parse_g, parse_rows};
use crate::outcome::{Failure, Outcome, print_json};
use grundy::wythoff::statistics::{self, Drift, Extreme};
use serde::Serialize;
use std::io::Write;

/// Extremes and histogram of d - n for the n-th point, d = b - a (Tables 2 and 3, Figure 9), and of a - b/phi
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy wythoff stats --g 10 --rows 1e5 --histogram")]
pub struct Args {
    /// The largest Grundy value
    #[arg(long, value_name = "G", value_parser = parse_g, allow_negative_numbers = true)]
    g: u32,
    /// The last row
    #[arg(long, value_name = "R", default_value = "1e6", value_parser = parse_rows, allow_negative_numbers = true)]
    rows: u64,
    /// Print the histogram of d - n for G too
    #[arg(long)]
    histogram: bool,
}

#[derive(Serialize)]
struct Document<'a> {
    g: u32,
    rows: u64,
    drifts: &'a [Drift],
    /// Least and greatest a - b/phi of all points, in tenths, rounded down.
    offset_tenths: [i64; 2],
    /// For G: pairs (d - n, how many points).
    histogram: Vec<(i64, u64)>,
    /// Memory for columns ahead at the last row.
    window_bytes: usize,
    status: &'static str,
}

pub fn run(args: &Args, json: bool) -> Result<Outcome, Failure> {
    let seen = watched("rows", |watch| statistics::collect(args.g, args.rows, watch))?;
    let histogram = seen.drifts[args.g as usize].histogram();
    if json {
        return print_json(&Document {
            g: args.g,
            rows: args.rows,
            drifts: &seen.drifts,
            offset_tenths: seen.offset_tenths(),
            histogram,
            window_bytes: seen.window_bytes,
            status: "observed",
        });
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    writeln!(
        out,
        "{:>4} {:>12} {:>10} {:>10} {:>10} {:>10} {:>12} {:>10}",
        "g", "points", "min d-n", "at n", "max d-n", "at n", "max, n>=100", "at n"
    )?;
    for drift in &seen.drifts {
        let Drift { g, points, min, max, late_max, .. } = drift;
        write!(out, "{g:>4} {points:>12} {:>10} {:>10} {:>10} {:>10}", min.drift, min.n, max.drift, max.n)?;
        match late_max {
            Some(Extreme { drift, n }) => writeln!(out, " {drift:>12} {n:>10}")?,
            None => writeln!(out, " {:>12} {:>10}", "-", "-")?,
        }
    }
    let [low, high] = seen.offset_tenths().map(|tenths| tenths as f64 / 10.0);
    let [first, last] = seen.offsets;
    writeln!(
        out,
        "a - b/phi is between {low} (at ({}, {})) and {:.1} (at ({}, {}))",
        first.a,
        first.b,
        high + 0.1,
        last.a,
        last.b
    )?;
    writeln!(out, "observed for the rows 0 to {}", args.rows)?;
    if args.histogram {
        let most = histogram.iter().map(|(_, count)| *count).max().unwrap_or(1).max(1);
        writeln!(out, "\n{:>6} {:>12}", "d-n", "points")?;
        for (drift, count) in &histogram {
            writeln!(out, "{drift:>6} {count:>12} {}", "#".repeat((60 * count).div_ceil(most) as usize))?;
        }
    }
    out.flush()?;
    Ok(Outcome::Yes)
}
