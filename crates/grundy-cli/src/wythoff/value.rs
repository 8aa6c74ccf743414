//! `grundy wythoff value`: the Grundy value of a position.

use super::trust::{Trust, explain};
use super::{ask, parse_g};
use crate::count;
use crate::exit::{Exit, Failure, print_json};
use grundy::wythoff::{self, Known, Method};
use std::io::Write;

/// Find the Grundy value of the position (A, B)
///
/// Exact if the piles are small, if the period of the row can be proved, or if the value is at most G and WSG reaches
/// the row. Otherwise "> G" (proved, where the position lies outside the strip of small values), or what RW says,
/// labelled conjectural. Where G is out of RW's reach the answer is for the largest value within it. Never a guess.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grundy wythoff value 1234 5678\n  grundy wythoff value 17 1e18\n  \
        grundy wythoff value 1618033988749 2618033988749 --max-g 5")]
pub struct Args {
    /// The first pile
    #[arg(value_name = "A", value_parser = count::parse, allow_negative_numbers = true)]
    a: u64,
    /// The second pile
    #[arg(value_name = "B", value_parser = count::parse, allow_negative_numbers = true)]
    b: u64,
    /// The largest value to look for when the piles are large
    #[arg(long, value_name = "G", default_value = "20", value_parser = parse_g, allow_negative_numbers = true)]
    max_g: u32,
    #[command(flatten)]
    trust: Trust,
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let (a, b) = (args.a, args.b);
    let answer = ask(|watch| wythoff::value(a, b, args.max_g, &args.trust.of(), watch))?;
    if json {
        return print_json(&answer);
    }
    let status = answer.status;
    let by = match answer.method {
        Method::Columns => "from the definition",
        Method::RowPeriod => "by the proved period of its row",
        Method::Formula => "by Wythoff's formula",
        Method::Strip => "it lies outside the proved strip of such values",
        Method::Wsg => "by algorithm WSG",
        Method::Rw => "by algorithm RW",
    };
    let mut out = std::io::stdout().lock();
    match answer.known {
        Known::Value(value) => writeln!(out, "G({a}, {b}) = {value}  {status}, {by}")?,
        Known::GreaterThan(g) => writeln!(out, "G({a}, {b}) > {g}  {status}, {by}")?,
    }
    if let Known::GreaterThan(g) = answer.known
        && g < args.max_g
    {
        writeln!(out, "  whether it is {} to {} is out of reach here", g + 1, args.max_g)?;
    }
    for line in explain(&answer.bounds, answer.verified.as_ref()) {
        writeln!(out, "  {line}")?;
    }
    Ok(Exit::Yes)
}
