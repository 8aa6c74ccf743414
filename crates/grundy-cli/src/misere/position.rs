//! `grundy misere position`: who wins, and all winning moves.

use super::unsettled;
use crate::exit::{Exit, Failure, misread, print_json};
use crate::progress::Terminal;
use grundy::misere::answer::{self, Method};
use grundy::misere::{MisereError, Winning, joint};
use grundy::{GameError, Position, position};
use std::io::Write;

/// Tell who wins a misère position, and by which moves
///
/// Heaps may have any size when the game is solved. Otherwise the partial quotient up to the largest heap is used, or,
/// where that is out of reach, the canonical forms of the heaps. Sums of heaps of different games are written with a
/// plus.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grundy misere position '.77: 5 7 9 1000000007'\n  \
        grundy misere position 'kayles: 5 7 + .07: 4'")]
pub struct Args {
    /// GAME: heaps, such as '.77: 5 7 9'; several joined by + make a sum
    position: String,
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let text = &args.position;
    let mut parts = Vec::new();
    let mut start = 0;
    for part in text.split('+') {
        let position: Position = part.parse().map_err(|mut error: GameError| {
            error.start += start;
            misread(&error, text)
        })?;
        if position.heaps.iter().any(|heap| heap.ring) {
            return Err(MisereError::Ring.into());
        }
        let sizes: Vec<u64> = position.heaps.iter().map(|heap| heap.size).collect();
        parts.push((position.game, sizes));
        start += part.len() + 1;
    }
    let mut watch = Terminal::new();
    if let [(game, sizes)] = &parts[..] {
        let document = game.misere().position(sizes, &mut watch).map_err(unsettled)?;
        drop(watch);
        return if json { print_json(&document) } else { print(&document) };
    }
    let document = joint::position(&parts, &mut watch).map_err(unsettled)?;
    drop(watch);
    if json { print_json(&document) } else { print_sum(&document) }
}

fn print_sum(document: &answer::Sum) -> Result<Exit, Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for heap in &document.heaps {
        if let Some(value) = &heap.value {
            writeln!(out, "heap {} of {} has value {value}", heap.heap, document.games[heap.game])?;
        }
    }
    print_outcome(&mut out, document.value.as_deref(), document.outcome, &document.winning_moves, |index| {
        format!(" of {}", document.games[document.heaps[index].game])
    })
}

fn print(document: &answer::Position) -> Result<Exit, Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for (heap, value) in document.heaps.iter().zip(&document.values) {
        let is = if document.method == Method::Nim { "is the nim-heap" } else { "has value" };
        writeln!(out, "heap {heap} {is} {value}")?;
    }
    let (value, winning) = (document.value.as_deref(), &document.winning_moves);
    print_outcome(&mut out, value, document.outcome, winning, |_| String::new())
}

fn print_outcome(
    out: &mut impl Write,
    value: Option<&str>,
    outcome: position::Outcome,
    winning_moves: &[Winning],
    game_of: impl Fn(usize) -> String,
) -> Result<Exit, Failure> {
    let value = value.map_or(String::new(), |value| format!("Value {value}: "));
    match outcome {
        position::Outcome::P => writeln!(out, "{value}the player who has just moved wins (P).")?,
        position::Outcome::N if winning_moves.is_empty() => {
            writeln!(out, "{value}there is no move, and who cannot move wins (N).")?;
        }
        position::Outcome::N => writeln!(out, "{value}the player to move wins (N), by")?,
    }
    for m in winning_moves {
        let left = match &m.left[..] {
            [] => "nothing".to_owned(),
            heaps => heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(" + "),
        };
        write!(out, "  heap {}{}: take {}, leave {left}", m.heap, game_of(m.index), m.removed)?;
        if let Some(step) = m.step.filter(|_| m.count > 1) {
            write!(out, ", or {step}, {}, … more in the first and less in the second ({} moves)", 2 * step, m.count)?;
        }
        writeln!(out)?;
    }
    out.flush()?;
    Ok(Exit::Yes)
}
