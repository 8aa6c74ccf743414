//! `grundy wythoff point`: the n-th g-point, however far out.

use super::parse_g;
use super::trust::{Trust, Verified, explain};
use super::watch::watched;
use crate::count;
use crate::outcome::{Failure, Outcome, print_json};
use grundy::wythoff::bounds::{self, Bounds};
use grundy::wythoff::settle::MAX_INDEX;
use grundy::wythoff::{Status, WythoffError};
use serde::Serialize;
use std::io::Write;

/// Find the n-th g-point (a, b): exact by WSG when near, by RW in O(log n) when far out
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  grundy wythoff point --g 20 -n 1e12\n  grundy wythoff point --g 3 -n 1e18 --adaptive\n  grundy wythoff point --g 20 -n 1e12 --low -15 --high 15 --settle 8000"
)]
pub struct Args {
    /// The Grundy value
    #[arg(long, value_name = "G", value_parser = parse_g, allow_negative_numbers = true)]
    g: u32,
    /// The index, from 0
    #[arg(short, value_name = "N", value_parser = count::parse, allow_negative_numbers = true)]
    n: u64,
    #[command(flatten)]
    trust: Trust,
}

#[derive(Serialize)]
struct Document<'a> {
    g: u32,
    n: u64,
    a: u64,
    b: u64,
    status: Status,
    bounds: Option<&'a Bounds>,
    verified: Option<Verified>,
}

#[derive(Serialize)]
struct Unsettled {
    g: u32,
    n: u64,
    status: &'static str,
    reason: String,
}

pub fn run(args: &Args, json: bool) -> Result<Outcome, Failure> {
    if args.n > MAX_INDEX {
        return Err(WythoffError::TooLarge { what: "index", value: args.n, max: MAX_INDEX }.into());
    }
    let row = *bounds::rows_of_index(args.g, args.n).end();
    let answer = args.trust.answer(
        args.g,
        row,
        |(_, status)| *status,
        |(one, _), (other, _)| one == other,
        |finder| watched("rows", |watch| finder.point(args.n, watch)),
    );
    let ((point, status), finder, verified) = match answer {
        Err(Failure::Unsettled(reason)) if json => {
            print_json(&Unsettled { g: args.g, n: args.n, status: "unsettled", reason })?;
            return Ok(Outcome::No);
        }
        other => other?,
    };
    if json {
        let bounds = finder.bounds();
        return print_json(&Document { g: args.g, n: args.n, a: point.a, b: point.b, status, bounds, verified });
    }
    let mut out = std::io::stdout().lock();
    writeln!(out, "p_{}^{} = ({}, {})  {status}", args.n, args.g, point.a, point.b)?;
    for line in explain(&finder, status, verified.as_ref()) {
        writeln!(out, "  {line}")?;
    }
    Ok(Outcome::Yes)
}
