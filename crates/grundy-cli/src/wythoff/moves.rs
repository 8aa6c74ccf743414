//! `grundy wythoff move`: the winning moves beside a Nim heap.

use super::trust::{Trust, Verified, explain};
use super::watch::watched;
use crate::count;
use crate::outcome::{Failure, Outcome, fail, print_json};
use grundy::wythoff::moves::{self, Win, Wins};
use grundy::wythoff::settle::{EFFORT, Known};
use grundy::wythoff::{MAX_G, MAX_ROW, Status};
use serde::Serialize;
use std::io::Write;

/// Find all winning moves from the position (A, B) beside a Nim heap
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grundy wythoff move 12 20 --nim 5\n  grundy wythoff move 1e15 1618e12 --nim 3")]
pub struct Args {
    /// The first pile
    #[arg(value_name = "A", value_parser = count::parse, allow_negative_numbers = true)]
    a: u64,
    /// The second pile
    #[arg(value_name = "B", value_parser = count::parse, allow_negative_numbers = true)]
    b: u64,
    /// The size of the Nim heap
    #[arg(long, value_name = "K", default_value = "0", value_parser = count::parse, allow_negative_numbers = true)]
    nim: u64,
    #[command(flatten)]
    trust: Trust,
}

#[derive(Serialize)]
struct Document<'a> {
    a: u64,
    b: u64,
    nim: u64,
    #[serde(flatten)]
    known: Known,
    outcome: &'static str,
    winning_moves: &'a [Win],
    status: Status,
    verified: Option<Verified>,
}

#[derive(Serialize)]
struct Unsettled {
    a: u64,
    b: u64,
    nim: u64,
    status: &'static str,
    reason: String,
}

pub fn run(args: &Args, json: bool) -> Result<Outcome, Failure> {
    let (a, b, nim) = (args.a, args.b, args.nim);
    if a.max(b) > MAX_ROW {
        return fail(format!("pile {} is too large: piles up to {MAX_ROW} are accepted", a.max(b)));
    }
    let (wins, notes, verified) = if moves::small(a, b, EFFORT) {
        (watched("columns", |watch| moves::by_cells(a, b, nim, watch))?, Vec::new(), None)
    } else {
        let Some(g) = u32::try_from(nim).ok().filter(|&g| g <= MAX_G) else {
            return fail(format!("--nim {nim} is too large for piles of this size: heaps up to {MAX_G} are accepted"));
        };
        let answer = args.trust.answer(
            g,
            a.max(b),
            |wins: &Wins| wins.status,
            |one, other| one.moves == other.moves,
            |finder| watched("rows", |watch| moves::wins(finder, a, b, nim, watch)),
        );
        let (wins, finder, verified) = match answer {
            Err(Failure::Unsettled(reason)) if json => {
                print_json(&Unsettled { a, b, nim, status: "unsettled", reason })?;
                return Ok(Outcome::No);
            }
            other => other?,
        };
        let notes = explain(&finder, wins.status, verified.as_ref());
        (wins, notes, verified)
    };
    let outcome = if wins.moves.is_empty() { "P" } else { "N" };
    if json {
        let (known, status, winning_moves) = (wins.answer.known, wins.status, &wins.moves);
        return print_json(&Document { a, b, nim, known, outcome, winning_moves, status, verified });
    }
    let mut out = std::io::stdout().lock();
    match wins.answer.known {
        Known::Value(value) => writeln!(out, "G({a}, {b}) = {value}, the heap has {nim}  {}", wins.status)?,
        Known::GreaterThan(g) => writeln!(out, "G({a}, {b}) > {g}, the heap has {nim}  {}", wins.status)?,
    }
    if wins.moves.is_empty() {
        writeln!(out, "No move wins: the player who has just moved wins (P).")?;
    } else {
        writeln!(out, "The player to move wins (N), by")?;
    }
    for win in &wins.moves {
        match *win {
            Win::Nim { to } => writeln!(out, "  heap {nim} -> {to}")?,
            Win::Wythoff { a: x, b: y } => {
                let taken = match (a - x, b - y) {
                    (0, taken) => format!("take {taken} from the second pile"),
                    (taken, 0) => format!("take {taken} from the first pile"),
                    (taken, _) => format!("take {taken} from both piles"),
                };
                writeln!(out, "  ({a}, {b}) -> ({x}, {y})  {taken}")?;
            }
        }
    }
    for line in notes {
        writeln!(out, "  {line}")?;
    }
    Ok(Outcome::Yes)
}
