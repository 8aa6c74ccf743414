//! Positions: several heaps of one game, who wins, and by which moves.
//!
//! A position is written `GAME: 5 7 12`. Its value is the xor of its heaps' values (Sprague–Grundy); the player to move
//! wins unless it is 0, and wins exactly by the moves that make it 0.
//!
//! `ring 12` is a circle of 12 beans that the first move opens: `i` neighbouring beans are removed and the others
//! stay as one row, where digit `i` must allow one heap left (or none, when the whole ring goes). From then on it is an
//! ordinary heap.

use crate::count;
use crate::error::{GameError, Problem};
use crate::game::{Form, Game};
use crate::rules::{Class, Rules};
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::ControlFlow;
use std::str::FromStr;

/// One heap of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heap {
    /// How many beans.
    pub size: u64,
    /// Whether it is a circle that has not been opened yet.
    pub ring: bool,
}

/// Heaps of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The game.
    pub game: Game,
    /// Its heaps, as written.
    pub heaps: Vec<Heap>,
}

/// Who wins: the next player (`N`) or the previous one (`P`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub enum Outcome {
    /// The player to move wins.
    N,
    /// The player to move loses.
    P,
}

/// A move in one heap of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Move {
    /// Which heap, counted from 0.
    pub index: usize,
    /// Its size.
    pub heap: u64,
    /// How many beans are removed.
    pub removed: u64,
    /// The heaps that are left of it.
    pub left: Vec<u64>,
}

/// What is to be known about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The values of the heaps.
    pub values: Vec<u16>,
    /// Their xor.
    pub value: u16,
    /// Who wins.
    pub outcome: Outcome,
    /// Every move to a position of value 0.
    pub winning_moves: Vec<Move>,
}

impl FromStr for Position {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Self, GameError> {
        let error = |problem, start, length| Err(GameError::new(problem, start, length));
        let Some((game_text, heaps_text)) = text.split_once(':') else {
            return error(Problem::NoColon, 0, text.len());
        };
        let game: Game = game_text.parse()?;
        let rings_allowed = matches!(game.form(), Form::Code(_) | Form::Subtraction(_))
            && game.rules().class() <= Class::Octal
            && game.rules().is_finite();
        let mut heaps = Vec::new();
        let mut ring = None;
        let mut next = game_text.len() + 1;
        for piece in heaps_text.split_inclusive(|c: char| c.is_whitespace() || c == ',') {
            let word = piece.trim_end_matches(|c: char| c.is_whitespace() || c == ',');
            let start = next;
            next += piece.len();
            match count::read(word) {
                _ if word.is_empty() => {}
                _ if word == "ring" && !rings_allowed => return error(Problem::NoRing, start, word.len()),
                _ if word == "ring" && ring.is_none() => ring = Some(start),
                Some(size) => heaps.push(Heap { size, ring: ring.take().is_some() }),
                None => return error(Problem::BadHeap(word.to_owned()), start, word.len()),
            }
        }
        if let Some(start) = ring {
            return error(Problem::BadHeap("ring".to_owned()), start, "ring".len());
        }
        if heaps.is_empty() {
            return error(Problem::NoHeaps, game_text.len(), 1);
        }
        Ok(Position { game, heaps })
    }
}

impl Position {
    /// The largest heap: [`Position::analyze`] needs the values up to it.
    pub fn largest(&self) -> u64 {
        self.heaps.iter().map(|heap| heap.size).max().unwrap_or(0)
    }

    /// Who wins and how, given `g(n) = G(n)` for all heaps up to the largest.
    pub fn analyze(&self, g: impl Fn(u64) -> u16) -> Analysis {
        let rules = self.game.rules();
        let values: Vec<u16> = self.heaps.iter().map(|heap| heap.value(rules, &g)).collect();
        let value = values.iter().fold(0, |sum, v| sum ^ v);
        let mut winning_moves = Vec::new();
        if value != 0 {
            for (index, (heap, own)) in self.heaps.iter().zip(&values).enumerate() {
                let _ = heap.each_option(rules, |removed, left| {
                    if left.iter().fold(0, |sum, &part| sum ^ g(part)) == own ^ value {
                        winning_moves.push(Move { index, heap: heap.size, removed, left: left.to_vec() });
                    }
                    ControlFlow::<()>::Continue(())
                });
            }
        }
        let outcome = if value == 0 { Outcome::P } else { Outcome::N };
        Analysis { values, value, outcome, winning_moves }
    }
}

impl Heap {
    fn value(self, rules: &Rules, g: &impl Fn(u64) -> u16) -> u16 {
        if !self.ring {
            return g(self.size);
        }
        let mut seen = vec![false; 1 << 16];
        let _ = self.each_option(rules, |_, left| {
            seen[left.first().map_or(0, |&row| g(row)) as usize] = true;
            ControlFlow::<()>::Continue(())
        });
        seen.iter().position(|seen| !seen).expect("a ring has fewer options than there are values") as u16
    }

    fn each_option<B>(self, rules: &Rules, mut visit: impl FnMut(u64, &[u64]) -> ControlFlow<B>) -> ControlFlow<B> {
        if !self.ring {
            return rules.each_option(self.size, visit);
        }
        for (removed, digit) in rules.moves_within(self.size) {
            let row = self.size - removed;
            if row == 0 && digit & 1 != 0 {
                visit(removed, &[])?;
            } else if row > 0 && digit & 2 != 0 {
                visit(removed, &[row])?;
            }
        }
        ControlFlow::Continue(())
    }
}
