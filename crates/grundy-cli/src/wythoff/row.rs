//! `grundy wythoff row`: additive periods of rows, proved.

use super::ask;
use crate::count;
use crate::exit::{Exit, Failure, print_json};
use grundy::wythoff::{self, MAX_PERIODIC_ROW as MAX_ROW};
use std::io::Write;

/// Find and prove the additive period of a row: G(x, y + p) = G(x, y) + p from some column on
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grundy wythoff row 20\n  grundy wythoff row 0-59")]
pub struct Args {
    /// A row, or rows such as 0-59
    #[arg(value_name = "X", value_parser = parse_rows, allow_negative_numbers = true)]
    rows: (u64, u64),
    /// Look at no more than this many columns
    #[arg(
        long, value_name = "COLUMNS", default_value = "1e8", value_parser = count::parse, allow_negative_numbers = true
    )]
    limit: u64,
}

fn parse_rows(text: &str) -> Result<(u64, u64), String> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let (from, to) = (count::parse(from)?, count::parse(to)?);
    if from > to {
        return Err(format!("row {from} comes after row {to}"));
    }
    if to > MAX_ROW {
        return Err(format!("rows up to {MAX_ROW} are accepted"));
    }
    Ok((from, to))
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let (from, to) = args.rows;
    let answer = ask(|watch| wythoff::row_periods(&(from..=to), args.limit, watch))?;
    let outcome = if answer.proof.is_some() { Exit::Yes } else { Exit::No };
    if json {
        print_json(&answer)?;
        return Ok(outcome);
    }
    let mut out = std::io::stdout().lock();
    let Some(proof) = answer.proof else {
        writeln!(out, "not settled within {} columns; give a larger --limit", answer.columns)?;
        return Ok(outcome);
    };
    writeln!(out, "{:>5} {:>12} {:>12}  status", "row", "preperiod", "period")?;
    for row in &answer.rows {
        let (preperiod, period) = (row.preperiod.unwrap_or_default(), row.period.unwrap_or_default());
        writeln!(out, "{:>5} {preperiod:>12} {period:>12}  {}", row.row, row.status)?;
    }
    writeln!(
        out,
        "proof: in rows 0-{}, the {} columns of G(x, y) - y from {} and from {} on are equal, and they decide all \
         later columns",
        proof.x,
        proof.window,
        proof.from,
        proof.from + proof.period
    )?;
    Ok(outcome)
}
