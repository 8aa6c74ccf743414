//! `grundy misere position`: who wins, and all winning moves.

use super::unsettled;
use crate::outcome::{Failure, Outcome, print_json};
use crate::progress::Terminal;
use grundy::misere::MisereError;
use grundy::misere::answer::{self, Method};
use grundy::{GameError, Position, position};
use std::io::Write;

/// Tell who wins a misère position, and by which moves
///
/// Heaps may have any size when the game is solved. Otherwise the partial quotient up to the largest heap is used, or, where
/// that is out of reach, the canonical forms of the heaps.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy misere position '.77: 5 7 9 1000000007'")]
pub struct Args {
    /// GAME: heaps, such as '.77: 5 7 9'
    position: String,
}

pub fn run(args: &Args, json: bool) -> Result<Outcome, Failure> {
    let text = &args.position;
    let position: Position = text.parse().map_err(|error: GameError| Failure::Message(error.explain(text)))?;
    if position.heaps.iter().any(|heap| heap.ring) {
        return Err(MisereError::Ring.into());
    }
    let sizes: Vec<u64> = position.heaps.iter().map(|heap| heap.size).collect();
    let mut document = position.game.misere().position(&sizes, &mut Terminal::new()).map_err(unsettled)?;
    text.split_once(':').map_or("", |(game, _)| game.trim()).clone_into(&mut document.game);
    if json { print_json(&document) } else { print(&document) }
}

fn print(document: &answer::Position) -> Result<Outcome, Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for (heap, value) in document.heaps.iter().zip(&document.values) {
        let is = if document.method == Method::Nim { "is the nim-heap" } else { "has value" };
        writeln!(out, "heap {heap} {is} {value}")?;
    }
    let value = document.value.as_ref().map_or(String::new(), |value| format!("Value {value}: "));
    match document.outcome {
        position::Outcome::P => writeln!(out, "{value}the player who has just moved wins (P).")?,
        position::Outcome::N if document.winning_moves.is_empty() => {
            writeln!(out, "{value}there is no move, and who cannot move wins (N).")?;
        }
        position::Outcome::N => writeln!(out, "{value}the player to move wins (N), by")?,
    }
    for m in &document.winning_moves {
        let left = match &m.left[..] {
            [] => "nothing".to_owned(),
            heaps => heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(" + "),
        };
        write!(out, "  heap {}: take {}, leave {left}", m.heap, m.removed)?;
        if let Some(step) = m.step.filter(|_| m.count > 1) {
            write!(out, ", or {step}, {}, … more in the first and less in the second ({} moves)", 2 * step, m.count)?;
        }
        writeln!(out)?;
    }
    out.flush()?;
    Ok(Outcome::Yes)
}
