//! `grundy wythoff near`: large values close to the 0-points.

use super::{ask, parse_g, parse_row, parse_rows};
use crate::exit::{Exit, Failure, print_json};
use grundy::wythoff::near::{self, Cell};
use std::io::Write;

/// Find the largest Grundy value at each Manhattan distance from the nearest 0-point (Table 4)
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy wythoff near --g 99 --rows 1e5 --distance 6")]
pub struct Args {
    /// Values up to this one are told apart
    #[arg(long, value_name = "G", default_value = "199", value_parser = parse_g, allow_negative_numbers = true)]
    g: u32,
    /// How many rows, from row 0 on
    #[arg(
        long = "rows", value_name = "N", default_value = "1e5", value_parser = parse_rows, allow_negative_numbers = true
    )]
    last_row: u64,
    /// The largest distance
    #[arg(long, value_name = "D", default_value = "10", value_parser = clap::value_parser!(u64).range(1..=200))]
    distance: u64,
    /// Give the largest values from this row on as well
    #[arg(long, value_name = "ROW", default_value = "600", value_parser = parse_row, allow_negative_numbers = true)]
    late: u64,
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let near = ask(|watch| near::largest(args.g, args.last_row, args.distance, args.late, watch))?;
    if json {
        return print_json(&near);
    }
    let mut out = std::io::stdout().lock();
    writeln!(out, "{:>8}  {:<34}  from row {} on", "distance", "cell and largest value", args.late)?;
    for cell in &near.largest {
        let late = near.late.iter().find(|late| late.distance == cell.distance);
        let late = late.map_or(String::new(), |late| show(late, args.g));
        writeln!(out, "{:>8}  {:<34}  {late}", cell.distance, show(cell, args.g))?;
    }
    writeln!(out, "exact for the rows 0 to {}", args.last_row)?;
    Ok(Exit::Yes)
}

fn show(cell: &Cell, g: u32) -> String {
    let value = cell.value.map_or(format!("> {g}"), |value| value.to_string());
    format!("({}, {}) {value}", cell.a, cell.b)
}
