//! `grundy wythoff row`: additive periods of rows, proved.

use super::watch::watched;
use crate::count;
use crate::outcome::{Failure, Outcome, print_json};
use grundy::wythoff::rows::{self, MAX_ROW, Period, Proof};
use serde::Serialize;
use std::io::Write;

/// Find and prove the additive period of a row: G(x, y + p) = G(x, y) + p from some column on
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grundy wythoff row 20\n  grundy wythoff row 0-59")]
pub struct Args {
    /// A row, or rows such as 0-59
    #[arg(value_name = "X", value_parser = parse_rows, allow_negative_numbers = true)]
    rows: (u64, u64),
    /// Look at no more than this many columns
    #[arg(long, value_name = "COLUMNS", default_value = "1e8", value_parser = count::parse, allow_negative_numbers = true)]
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

#[derive(Serialize)]
struct Entry {
    row: u64,
    preperiod: Option<u64>,
    period: Option<u64>,
    status: &'static str,
}

#[derive(Serialize)]
struct Single {
    #[serde(flatten)]
    row: Entry,
    proof: Option<Proof>,
    columns: u64,
}

#[derive(Serialize)]
struct Several {
    rows: Vec<Entry>,
    proof: Option<Proof>,
    columns: u64,
}

pub fn run(args: &Args, json: bool) -> Result<Outcome, Failure> {
    let (from, to) = args.rows;
    let settled = watched("columns", |watch| rows::settle(from, to, args.limit, watch))?;
    let outcome = if settled.is_some() { Outcome::Yes } else { Outcome::No };
    let proof = settled.as_ref().map(|settled| settled.proof);
    let columns = proof.map_or(args.limit, |proof| proof.columns);
    if json {
        let proved =
            |p: &Period| Entry { row: p.row, preperiod: Some(p.preperiod), period: Some(p.period), status: "proved" };
        let unsettled = |row| Entry { row, preperiod: None, period: None, status: "unsettled" };
        let mut rows: Vec<Entry> = match &settled {
            Some(settled) => settled.rows.iter().map(proved).collect(),
            None => (from..=to).map(unsettled).collect(),
        };
        if from < to {
            print_json(&Several { rows, proof, columns })?;
        } else {
            print_json(&Single { row: rows.remove(0), proof, columns })?;
        }
        return Ok(outcome);
    }
    let mut out = std::io::stdout().lock();
    let (Some(settled), Some(proof)) = (settled, proof) else {
        writeln!(out, "not settled within {columns} columns; give a larger --limit")?;
        return Ok(outcome);
    };
    writeln!(out, "{:>5} {:>12} {:>12}  status", "row", "preperiod", "period")?;
    for row in &settled.rows {
        writeln!(out, "{:>5} {:>12} {:>12}  proved", row.row, row.preperiod, row.period)?;
    }
    writeln!(
        out,
        "proof: in rows 0-{}, the {} columns of G(x, y) - y from {} and from {} on are equal, and they decide all later columns",
        proof.x,
        proof.window,
        proof.from,
        proof.from + proof.period
    )?;
    Ok(outcome)
}
