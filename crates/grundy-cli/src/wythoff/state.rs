//! `grundy wythoff state`: what the finite-state algorithm knows of a row.

use super::{ask, parse_g, parse_row};
use crate::exit::{Exit, Failure, print_json};
use grundy::wythoff;
use std::collections::BTreeSet;
use std::io::Write;

/// Show insert(r), the points of row r, and the state of algorithm FSW before it (Definition 3.7)
///
/// Diagonals are counted from the number of 0-points below the row, as in the paper.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy wythoff state 1000 --g 5")]
pub struct Args {
    /// The row
    #[arg(value_name = "ROW", value_parser = parse_row, allow_negative_numbers = true)]
    row: u64,
    /// The largest Grundy value
    #[arg(long, value_name = "G", default_value = "10", value_parser = parse_g, allow_negative_numbers = true)]
    g: u32,
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let answer = ask(|watch| wythoff::row_state(args.g, args.row, watch))?;
    if json {
        return print_json(&answer);
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let list = |set: &BTreeSet<i64>| match set.len() {
        0 => "-".to_owned(),
        _ => set.iter().map(i64::to_string).collect::<Vec<_>>().join(" "),
    };
    let values: Vec<String> = answer.insert.iter().map(u32::to_string).collect();
    writeln!(out, "insert({}) = {{{}}}", args.row, values.join(", "))?;
    for point in &answer.points {
        writeln!(out, "  p_{}^{} = ({}, {})", point.n, point.g, point.a, point.b)?;
    }
    writeln!(out, "{:>4} {:>7} {:>7}  occupied diagonals | occupied columns", "h", "index", "firstd")?;
    let state = &answer.state;
    for (h, (index, first)) in state.n_index.iter().zip(&state.n_firstd).enumerate() {
        let (diagonals, columns) = (list(&state.n_ocdiag[h]), list(&state.n_occol[h]));
        writeln!(out, "{h:>4} {index:>7} {first:>7}  {diagonals} | {columns}")?;
    }
    out.flush()?;
    Ok(Exit::Yes)
}
