//! `grundy wythoff converge`: the experiment behind the Convergence Conjecture.

use super::draw::{Histogram, save};
use super::{ask, parse_g, parse_row, parse_rows};
use crate::exit::{Exit, Failure, print_json};
use crate::picture;
use grundy::wythoff;
use std::io::Write;
use std::path::PathBuf;

/// Measure how many rows a dummy state needs to become the true one, from every starting row
///
/// One run answers for every value up to G (Table 5 and Figure 11 of the paper).
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grundy wythoff converge --g 5 --rows 1e4\n  \
        grundy wythoff converge --g 6 --from 685531\n  grundy wythoff converge --g 10 --rows 1e4 -o figure11.svg")]
pub struct Args {
    /// The largest Grundy value
    #[arg(long, value_name = "G", value_parser = parse_g, allow_negative_numbers = true)]
    g: u32,
    /// How many starting rows, from row 0 on
    #[arg(
        long = "rows", value_name = "N", default_value = "1e5", value_parser = parse_rows, allow_negative_numbers = true
    )]
    last_row: u64,
    /// Start from this row alone, or from all rows from it to --last
    #[arg(
        long, value_name = "ROW", value_parser = parse_row, allow_negative_numbers = true, conflicts_with = "last_row"
    )]
    from: Option<u64>,
    /// The last starting row after --from
    #[arg(long, value_name = "ROW", value_parser = parse_row, allow_negative_numbers = true, requires = "from")]
    last: Option<u64>,
    /// Draw the histogram for G into a file that ends in .png or .svg
    #[arg(short, long, value_name = "FILE", value_parser = picture::parse)]
    output: Option<PathBuf>,
    /// Print the histogram for G too
    #[arg(long)]
    histogram: bool,
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let (from, last) = args.from.map_or((0, args.last_row), |from| (from, from.max(args.last.unwrap_or(from))));
    let seen = ask(|watch| wythoff::convergence(args.g, from, last, watch))?;
    if let Some(path) = &args.output {
        let bars: Vec<(i64, u64)> = (0..).zip(seen.histogram.iter().copied()).collect();
        let title = format!("rows to convergence for g = {}, starting rows {from} to {last}", args.g);
        save(&Histogram { title, horizontal: "rows to convergence", bars: &bars }, path)?;
    }
    if json {
        return print_json(&seen);
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    writeln!(out, "{:>4} {:>20} {:>14} {:>10}", "g", "rows to convergence", "first start", "starts")?;
    for worst in &seen.worst {
        writeln!(out, "{:>4} {:>20} {:>14} {:>10}", worst.g, worst.rows, worst.start, worst.times)?;
    }
    writeln!(out, "observed for the starting rows {from} to {last}")?;
    if args.histogram {
        writeln!(out, "\n{:>6} {:>10}", "rows", "starts")?;
        for (rows, count) in seen.histogram.iter().enumerate().filter(|(_, count)| **count > 0) {
            writeln!(out, "{rows:>6} {count:>10}")?;
        }
    }
    out.flush()?;
    Ok(Exit::Yes)
}
