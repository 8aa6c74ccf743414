//! A game that was played.

use super::{Play, Position};
use schemars::JsonSchema;
use serde::Serialize;

/// A game that was played, or broken off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Record {
    /// Where it began.
    pub start: String,
    /// Whether the last to move loses.
    pub misere: bool,
    /// The moves, the first player's first.
    pub moves: Vec<Played>,
    /// Whether there is no move left.
    pub over: bool,
    /// 1 if the first player has won, 2 if the second has; null if it was broken off, or nobody moved.
    pub winner: Option<u8>,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Played {
    /// player or computer.
    pub by: &'static str,
    /// The move in words.
    pub text: String,
    /// The position after it.
    pub after: String,
}

impl Record {
    /// The record of a game with these positions, from the first to the last.
    ///
    /// # Panics
    /// Without a position.
    pub fn new(positions: &[Position], moves: Vec<Played>, play: Play) -> Self {
        let over = positions.last().is_some_and(Position::is_over);
        let last = if moves.len().is_multiple_of(2) { 2 } else { 1 };
        let winner = if play == Play::Normal { last } else { 3 - last };
        Record {
            start: positions[0].to_string(),
            misere: play == Play::Misere,
            winner: (over && !moves.is_empty()).then_some(winner),
            over,
            moves,
        }
    }
}
