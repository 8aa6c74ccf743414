//! `grundy wythoff bounds`: how far g-points are from 0-points.

use super::{ask, parse_g, parse_rows};
use crate::exit::{Exit, Failure, print_json};
use grundy::wythoff::deviation;
use std::io::Write;

/// Show alpha and beta of Theorem 2.3, seen and proved, and the bounds (1-6) of Blass and Fraenkel for g = 1
///
/// The n-th g-point is within alpha rows and beta columns of the n-th 0-point.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy wythoff bounds --g 5 --rows 1e5")]
pub struct Args {
    /// The largest Grundy value
    #[arg(long, value_name = "G", default_value = "20", value_parser = parse_g, allow_negative_numbers = true)]
    g: u32,
    /// How many rows, from row 0 on
    #[arg(
        long = "rows", value_name = "N", default_value = "1e5", value_parser = parse_rows, allow_negative_numbers = true
    )]
    last_row: u64,
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let seen = ask(|watch| deviation::collect(args.g, args.last_row, watch))?;
    if json {
        return print_json(&seen);
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    writeln!(
        out,
        "{:>4} {:>20} {:>20} {:>12} {:>8} {:>12} {:>8}",
        "g", "a_n - a_n^0", "b_n - b_n^0", "alpha seen", "proved", "beta seen", "proved"
    )?;
    for one in &seen.deviations {
        let (a, b) = (format!("{} to {}", one.a.min, one.a.max), format!("{} to {}", one.b.min, one.b.max));
        writeln!(
            out,
            "{:>4} {a:>20} {b:>20} {:>12} {:>8} {:>12} {:>8}",
            one.g, one.alpha_seen, one.alpha_proved, one.beta_seen, one.beta_proved
        )?;
    }
    if let Some(holds) = seen.blass_fraenkel {
        let one = &seen.deviations[1];
        let thousandths = |x: i64| x as f64 / 1000.0;
        let verdict = if holds { "holds" } else { "FAILS" };
        writeln!(
            out,
            "(1-6) {verdict} for g = 1: a_n - phi n is between {:.3} and {:.3} (8 - 6 phi = -1.708, 6 - 3 phi = \
             1.146),",
            thousandths(one.a_thousandths.min - 1),
            thousandths(one.a_thousandths.max)
        )?;
        writeln!(
            out,
            "b_n - phi^2 n between {:.3} and {:.3} (-3 phi = -4.854, 8 - 3 phi = 3.146)",
            thousandths(one.b_thousandths.min - 1),
            thousandths(one.b_thousandths.max)
        )?;
    }
    writeln!(out, "seen in the rows 0 to {}; what is proved holds for all rows", args.last_row)?;
    out.flush()?;
    Ok(Exit::Yes)
}
