//! Questions about misère play.

use crate::api::Sent;
use crate::budget::{Attention, Budget};
use crate::failed::Failed;
use crate::parameters::{self, Count, Flag};
use grundy::Position;
use grundy::misere::{Limits, Solution, answer, joint, structure, svg};
use schemars::JsonSchema;
use serde::Deserialize;
use std::time::Instant;

/// A game, and how far to go.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfGame {
    /// The game.
    #[schemars(example = &"kayles")]
    game: String,
    /// The largest heap.
    heaps: Option<Count>,
    /// The largest order of the quotient.
    order: Option<Count>,
    /// Whether the quotient is taken apart.
    structure: Option<Flag>,
}

/// The media type of the picture.
pub const PICTURE: &str = "image/svg+xml";

/// The largest heap, the largest quotient and the largest that is drawn or written as a table.
const MOST_HEAPS: u64 = 100_000;
const MOST_ORDER: u64 = 4096;
const LARGEST_TABLE: usize = 256;

fn solution(asked: &OfGame, attention: &mut Attention) -> Result<Solution, Failed> {
    let game = parameters::game(&asked.game)?;
    let heaps = Budget::within("heaps", asked.heaps.map_or(1000, |heaps| heaps.0), MOST_HEAPS)? as u32;
    let order = Budget::within("elements", asked.order.map_or(2048, |order| order.0), MOST_ORDER)?;
    let solution = game.misere().solve(Limits { heaps, order, ..Limits::default() }, attention);
    if solution.was_stopped() { Err(Failed::Stopped) } else { Ok(solution) }
}

/// The quotient, if it is small enough to be shown element by element.
fn small(asked: &OfGame, attention: &mut Attention) -> Result<Solution, Failed> {
    let solution = solution(asked, attention)?;
    let order = solution.monoid.order();
    if order > LARGEST_TABLE {
        let problem = format!("a quotient of {order} elements; up to {LARGEST_TABLE} are shown one by one");
        return Err(Failed::OutOfReach(problem));
    }
    Ok(solution)
}

pub fn solve(asked: &OfGame, attention: &mut Attention) -> Result<answer::Solve, Failed> {
    let started = Instant::now();
    let solution = solution(asked, attention)?;
    let mut answer = answer::Solve::new(&solution, started.elapsed().as_secs_f64(), attention)?;
    if asked.structure.unwrap_or(Flag(true)).0 {
        answer.structure = Some(answer::Parts::new(&solution.monoid, attention)?);
    }
    Ok(answer)
}

pub fn table(asked: &OfGame, attention: &mut Attention) -> Result<answer::Table, Failed> {
    Ok(answer::Table::new(&small(asked, attention)?.monoid))
}

pub fn picture(asked: &OfGame, attention: &mut Attention) -> Result<Sent, Failed> {
    let solution = small(asked, attention)?;
    let structure = structure(&solution.monoid, attention)?;
    let title = format!("{} in misère play", solution.game.written());
    let body = svg(&solution.monoid, &structure, &title).into_bytes();
    Ok(Sent { media: PICTURE, body, file: None })
}

/// Heaps of a game.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfHeaps {
    /// The game.
    #[schemars(example = &"kayles")]
    game: String,
    /// The largest heap.
    n: Option<Count>,
}

/// The largest heap whose genus is told.
const LARGEST_GENUS: u64 = 200;

pub fn values(asked: &OfHeaps, attention: &mut Attention) -> Result<answer::Values, Failed> {
    let n = Budget::within("heaps", asked.n.map_or(12, |n| n.0), LARGEST_GENUS)? as u32;
    Ok(parameters::game(&asked.game)?.misere().values(n, attention)?)
}

/// A position.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfPosition {
    /// Heaps of games: `kayles: 5 7 + .07: 4`.
    #[schemars(example = &"kayles: 5 7 + .07: 4")]
    position: String,
}

pub fn position(asked: &OfPosition, attention: &mut Attention) -> Result<answer::Sum, Failed> {
    let mut parts = Vec::new();
    for text in asked.position.split('+') {
        let position: Position =
            text.parse().map_err(|error: grundy::GameError| Failed::Bad(error.explain(text.trim())))?;
        if position.heaps.iter().any(|heap| heap.ring) {
            return Err(Failed::Bad("only heaps here; /api/play knows rings and piles in misère play".to_owned()));
        }
        let sizes = position.heaps.iter().map(|heap| heap.size).collect();
        parts.push((position.game, sizes));
    }
    Ok(joint::position(&parts, attention)?)
}
