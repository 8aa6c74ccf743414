//! `grundy wythoff move`: the winning moves beside a Nim heap.

use super::ask;
use super::trust::{Trust, explain};
use crate::count;
use crate::exit::{Exit, Failure, print_json};
use grundy::wythoff::{self, Known, Win};
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

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let (a, b, nim) = (args.a, args.b, args.nim);
    let answer = ask(|watch| wythoff::winning_moves(a, b, nim, &args.trust.of(), watch))?;
    if json {
        return print_json(&answer);
    }
    let mut out = std::io::stdout().lock();
    match answer.known {
        Known::Value(value) => writeln!(out, "G({a}, {b}) = {value}, the heap has {nim}  {}", answer.status)?,
        Known::GreaterThan(g) => writeln!(out, "G({a}, {b}) > {g}, the heap has {nim}  {}", answer.status)?,
    }
    if answer.winning_moves.is_empty() {
        writeln!(out, "No move wins: the player who has just moved wins (P).")?;
    } else {
        writeln!(out, "The player to move wins (N), by")?;
    }
    for win in &answer.winning_moves {
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
    for line in explain(&answer.bounds, answer.verified.as_ref()) {
        writeln!(out, "  {line}")?;
    }
    Ok(Exit::Yes)
}
