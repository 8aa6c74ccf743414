//! `grundy wythoff stats`: how far g-points stray from the 0-points.

use super::draw::{Histogram, save};
use super::{ask, parse_g, parse_rows};
use crate::exit::{Exit, Failure, print_json};
use crate::picture;
use grundy::wythoff::statistics::{self, Drift, Extreme};
use std::io::Write;
use std::path::PathBuf;

/// Extremes and histogram of d - n for the n-th point, d = b - a (Tables 2 and 3, Figure 9), and of a - b/phi
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grundy wythoff stats --g 10 --rows 1e5 --histogram\n  \
        grundy wythoff stats --g 10 --rows 1e5 -o figure9.svg")]
pub struct Args {
    /// The largest Grundy value
    #[arg(long, value_name = "G", value_parser = parse_g, allow_negative_numbers = true)]
    g: u32,
    /// How many rows, from row 0 on
    #[arg(
        long = "rows", value_name = "N", default_value = "1e6", value_parser = parse_rows, allow_negative_numbers = true
    )]
    last_row: u64,
    /// Draw the histogram of d - n for G into a file that ends in .png or .svg
    #[arg(short, long, value_name = "FILE", value_parser = picture::parse)]
    output: Option<PathBuf>,
    /// Print the histogram of d - n for G too
    #[arg(long)]
    histogram: bool,
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let seen = ask(|watch| statistics::collect(args.g, args.last_row, watch))?;
    if let Some(path) = &args.output {
        let title = format!("d_n - n for g = {}, rows to {}", args.g, args.last_row);
        save(&Histogram { title, horizontal: "d_n - n", bars: &seen.histogram }, path)?;
    }
    if json {
        return print_json(&seen);
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
    let [low, high] = seen.offset_hundredths.map(|hundredths| hundredths as f64 / 100.0);
    let [first, last] = seen.offsets;
    // Rounded outwards.
    let high = high + 0.01;
    writeln!(
        out,
        "a - b/phi is between {low:.2} (at ({}, {})) and {high:.2} (at ({}, {}))",
        first.a, first.b, last.a, last.b
    )?;
    writeln!(out, "observed for the rows 0 to {}", args.last_row)?;
    if args.histogram {
        let most = seen.histogram.iter().map(|(_, count)| *count).max().unwrap_or(1).max(1);
        writeln!(out, "\n{:>6} {:>12}", "d-n", "points")?;
        for (drift, count) in &seen.histogram {
            writeln!(out, "{drift:>6} {count:>12} {}", "#".repeat((60 * count).div_ceil(most) as usize))?;
        }
    }
    out.flush()?;
    Ok(Exit::Yes)
}
