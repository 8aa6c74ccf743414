//! Questions of players.

use crate::budget::{Attention, Budget};
use crate::failed::Failed;
use crate::parameters::{Count, Flag};
use grundy::play::{Play, PlayError, Position, Reply, View};
use schemars::JsonSchema;
use serde::Deserialize;

/// A position.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfPosition {
    /// `kayles: 5 7 ring 12 + wythoff: 3 4 + coins mock-turtles: HTTHT + tartan ruler x ruler: #../.##`.
    #[schemars(example = &"kayles: 5 7 ring 12")]
    position: String,
    /// Whether the last to move loses.
    misere: Option<Flag>,
    /// The most moves that are listed.
    moves: Option<Count>,
}

/// The most moves of one answer, and how many are listed unless it is said.
const MOST_MOVES: u64 = 20_000;
const MOVES: u64 = 5000;

fn read(text: &str) -> Result<Position, Failed> {
    text.parse().map_err(|error: PlayError| grundy::Error::from(error).into())
}

fn play(misere: Option<Flag>) -> Play {
    if misere.unwrap_or_default().0 { Play::Misere } else { Play::Normal }
}

pub fn view(asked: &OfPosition, attention: &mut Attention) -> Result<View, Failed> {
    let most = Budget::within("moves", asked.moves.map_or(MOVES, |moves| moves.0), MOST_MOVES)?;
    Ok(read(&asked.position)?.view(play(asked.misere), most, attention)?)
}

/// A position and a move.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfMove {
    /// The position before it.
    #[schemars(example = &"kayles: 7")]
    position: String,
    /// The move: `7 -> 3 3`, `take 2 from 7 leave 1 4`, `turn 2 5`.
    #[schemars(example = &"7 -> 3 3")]
    r#move: String,
    /// Whether the last to move loses.
    misere: Option<Flag>,
}

pub fn after(asked: &OfMove, attention: &mut Attention) -> Result<View, Failed> {
    let position = read(&asked.position)?;
    let (part, step) = position.read(&asked.r#move).map_err(grundy::Error::from)?;
    Ok(position.after(part, &step).view(play(asked.misere), MOVES as usize, attention)?)
}

/// A position and an opponent.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfReply {
    /// The position.
    #[schemars(example = &"kayles: 5 7 ring 12")]
    position: String,
    /// Whether the last to move loses.
    misere: Option<Flag>,
    /// From 0, any move, to 100, never a mistake.
    #[schemars(range(max = 100))]
    skill: Option<u8>,
    /// The same seed makes the same move.
    seed: Option<Count>,
}

pub fn reply(asked: &OfReply, attention: &mut Attention) -> Result<Reply, Failed> {
    let seed = asked.seed.map_or(0, |seed| seed.0);
    Ok(read(&asked.position)?.reply(play(asked.misere), asked.skill.unwrap_or(100), seed, attention)?)
}
