//! `grundy wythoff point`: one g-point, by its index, its row or its diagonal, however far out.

use super::trust::{Trust, explain};
use super::{ask, parse_g};
use crate::count;
use crate::exit::{Exit, Failure, print_json};
use grundy::wythoff;
use std::io::Write;

/// Find one g-point (a, b): exact by WSG when near, by RW in O(log n) when far out
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grundy wythoff point --g 20 --index 1e12\n  \
        grundy wythoff point --g 3 --index 1e18 --adaptive\n  \
        grundy wythoff point --g 20 --index 1e12 --low -15 --high 15 --settle 8000\n  \
        grundy wythoff point --g 3 --row 1e9\n  grundy wythoff point --g 3 --diagonal 1e9")]
pub struct Args {
    /// The Grundy value
    #[arg(long, value_name = "G", value_parser = parse_g, allow_negative_numbers = true)]
    g: u32,
    /// The index, from 0
    #[arg(long, value_name = "N", value_parser = count::parse, allow_negative_numbers = true)]
    #[arg(required_unless_present_any = ["row", "diagonal"], conflicts_with_all = ["row", "diagonal"])]
    index: Option<u64>,
    /// The point in this row, or in the column of this number: each number is one or the other
    #[arg(
        long, value_name = "ROW", value_parser = count::parse, allow_negative_numbers = true,
        conflicts_with = "diagonal"
    )]
    row: Option<u64>,
    /// The point on this diagonal, b - a
    #[arg(long, value_name = "D", value_parser = count::parse, allow_negative_numbers = true)]
    diagonal: Option<u64>,
    #[command(flatten)]
    trust: Trust,
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let trust = args.trust.of();
    let answer = ask(|watch| match (args.row, args.diagonal) {
        (Some(row), _) => wythoff::point_in_row(args.g, row, &trust, watch),
        (None, Some(d)) => wythoff::point_on_diagonal(args.g, d, &trust, watch),
        (None, None) => wythoff::point(args.g, args.index.unwrap_or_default(), &trust, watch),
    })?;
    if json {
        return print_json(&answer);
    }
    let mut out = std::io::stdout().lock();
    let point = answer.point;
    writeln!(out, "p_{}^{} = ({}, {})  {}", point.n, point.g, point.a, point.b, answer.status)?;
    for line in explain(&answer.bounds, answer.verified.as_ref()) {
        writeln!(out, "  {line}")?;
    }
    Ok(Exit::Yes)
}
