//! `grundy misere position`: who wins, and all winning moves.

use super::genus::LIMIT;
use super::solve::limits;
use super::watch::Watch;
use crate::interrupt;
use crate::outcome::{Failure, Outcome, fail, print_json};
use grundy::misere::canonical::{Arena, Id, ZERO};
use grundy::misere::position::{Analysis, PositionError, Winning, analyze};
use grundy::misere::{Solution, solve};
use grundy::{GameError, Position, position};
use serde::Serialize;
use std::io::Write;
use std::ops::ControlFlow;

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

#[derive(Serialize)]
struct Document<'a> {
    game: &'a str,
    canonical: String,
    heaps: Vec<u64>,
    /// How the outcome was found: `quotient` or `canonical-forms`.
    method: &'static str,
    /// The values of the heaps and of the position in the quotient.
    values: Vec<String>,
    value: Option<String>,
    outcome: position::Outcome,
    winning_moves: Vec<Winning>,
}

/// The largest heap for which an unsolved game is computed on purpose.
const LARGEST: u64 = 20_000;
/// The largest order of its quotient; a person waits for the answer.
const LARGEST_ORDER: u64 = 2048;

pub fn run(args: &Args, json: bool) -> Result<Outcome, Failure> {
    let text = &args.position;
    let position: Position = text.parse().map_err(|error: GameError| Failure::Message(error.explain(text)))?;
    let rules = position.game.rules();
    let mut watch = Watch::new(true, None);
    let heaps = position.largest().clamp(1, LARGEST) as u32;
    let solution = solve(rules, heaps, limits(LARGEST_ORDER)?, &mut |at| watch.look(at));
    drop(watch);
    if interrupt::requested() {
        return Err(Failure::Interrupted);
    }
    let sizes = position.heaps.iter().map(|heap| heap.size).collect();
    let name = text.split_once(':').map_or("", |(game, _)| game.trim());
    let document = match analyze(&position, &solution) {
        Ok(analysis) => by_quotient(name, &position, sizes, &solution, analysis),
        Err(PositionError::Unknown { heap, known }) => match by_canonical_forms(&position, &sizes) {
            Some((outcome, winning_moves)) => Document {
                game: name,
                canonical: position.game.to_string(),
                heaps: sizes,
                method: "canonical-forms",
                values: Vec::new(),
                value: None,
                outcome,
                winning_moves,
            },
            None => {
                return fail(format!(
                    "not decided: the game is not solved, its partial quotient is known up to heap {known}, and canonical forms do not reach heap {heap}"
                ));
            }
        },
        Err(error) => return Err(error.into()),
    };
    if json { print_json(&document) } else { print(&document) }
}

fn by_quotient<'a>(
    name: &'a str,
    position: &Position,
    heaps: Vec<u64>,
    solution: &Solution,
    analysis: Analysis,
) -> Document<'a> {
    let q = &solution.monoid;
    Document {
        game: name,
        canonical: position.game.to_string(),
        heaps,
        method: "quotient",
        values: analysis.values.iter().map(|&x| q.name(x)).collect(),
        value: Some(q.name(analysis.value)),
        outcome: analysis.outcome,
        winning_moves: analysis.winning_moves,
    }
}

/// Plays the position out, equal games taken together; `None` when that takes too many games.
fn by_canonical_forms(position: &Position, sizes: &[u64]) -> Option<(position::Outcome, Vec<Winning>)> {
    let rules = position.game.rules();
    let largest = u32::try_from(position.largest()).ok().filter(|&heap| heap <= 200)?;
    let mut arena = Arena::new(LIMIT);
    let heaps = arena.heaps(rules, largest).ok()?;
    let sum = |arena: &mut Arena, parts: &[u64], start: Id| {
        parts.iter().try_fold(start, |sum, &part| arena.sum(sum, heaps[part as usize])).ok()
    };
    let whole = sum(&mut arena, sizes, ZERO)?;
    if arena.is_p(whole) {
        return Some((position::Outcome::P, Vec::new()));
    }
    let mut winning = Vec::new();
    for (index, &heap) in sizes.iter().enumerate() {
        let others: Vec<u64> = sizes.iter().enumerate().filter(|&(k, _)| k != index).map(|(_, &size)| size).collect();
        let others = sum(&mut arena, &others, ZERO)?;
        let flow = rules.each_option(heap, |removed, left| {
            let Some(option) = sum(&mut arena, left, others) else { return ControlFlow::Break(()) };
            if arena.is_p(option) {
                winning.push(Winning { index, heap, removed, left: left.to_vec(), step: None, count: 1 });
            }
            ControlFlow::Continue(())
        });
        if flow.is_break() {
            return None;
        }
    }
    Some((position::Outcome::N, winning))
}

fn print(document: &Document) -> Result<Outcome, Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for (heap, value) in document.heaps.iter().zip(&document.values) {
        writeln!(out, "heap {heap} has value {value}")?;
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
