//! What sums are made of: heaps of one game, heaps of several games together, or games given by their options.
//!
//! Pieces are numbered 1, 2, … so that the options of each are sums of pieces with smaller numbers. Heaps of one game
//! are numbered by their sizes; with `k` games together, the heap of `s` beans of game `g` (counted from 0) is piece
//! `(s - 1) · k + g + 1`. Options of heaps are made on demand: keeping them costs more memory than all else.

use super::pace::Pace;
use crate::game::Game;
use crate::rules::Rules;
use crate::watch::Stopped;
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::ControlFlow;
use std::sync::Arc;
use thiserror::Error;

/// Who wins when there is no move left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Play {
    /// Whoever makes the last move loses: the empty position is an N-position.
    Misere,
    /// Whoever makes the last move wins: the empty position is a P-position.
    Normal,
}

/// Pieces and the convention of play.
#[derive(Clone, Debug)]
pub struct Pieces {
    kind: Kind,
    play: Play,
}

#[derive(Clone, Debug)]
enum Kind {
    Heaps(Arc<[Game]>),
    /// `options[piece - 1]`: sums of smaller pieces.
    Listed(Arc<[Vec<Vec<u32>>]>),
}

/// An option that is no sum of smaller pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("piece {piece} has an option with piece {part}; options are sums of pieces with smaller numbers, from 1 on")]
pub struct NotSmaller {
    /// The piece.
    pub piece: u32,
    /// The part of one of its options.
    pub part: u32,
}

impl Pieces {
    /// The heaps of one game.
    pub fn of(game: &Game) -> Self {
        Pieces::together(std::slice::from_ref(game))
    }

    /// The heaps of several games.
    ///
    /// # Panics
    /// Without a game.
    pub fn together(games: &[Game]) -> Self {
        assert!(!games.is_empty(), "there is at least one game");
        Pieces { kind: Kind::Heaps(games.into()), play: Play::Misere }
    }

    /// Pieces given by their options, those of piece 1 first; each option is a sum of pieces with smaller numbers.
    pub fn listed(options: Vec<Vec<Vec<u32>>>) -> Result<Self, NotSmaller> {
        for (piece, sums) in (1..).zip(&options) {
            if let Some(&part) = sums.iter().flatten().find(|&&part| part == 0 || part >= piece) {
                return Err(NotSmaller { piece, part });
            }
        }
        Ok(Pieces { kind: Kind::Listed(options.into()), play: Play::Misere })
    }

    /// The same pieces under another convention.
    #[must_use]
    pub fn under(mut self, play: Play) -> Self {
        self.play = play;
        self
    }

    /// The convention of play.
    pub fn play(&self) -> Play {
        self.play
    }

    /// The games whose heaps the pieces are; none when they were listed.
    pub fn games(&self) -> &[Game] {
        match &self.kind {
            Kind::Heaps(games) => games,
            Kind::Listed(_) => &[],
        }
    }

    /// The number of pieces, where it is finite.
    pub fn count(&self) -> Option<u32> {
        match &self.kind {
            Kind::Heaps(_) => None,
            Kind::Listed(options) => Some(options.len() as u32),
        }
    }

    /// The number of the heap of `size` beans, at least 1, of game `game`.
    pub fn number(&self, game: usize, size: u64) -> u64 {
        (size - 1) * self.games().len().max(1) as u64 + game as u64 + 1
    }

    /// Calls `visit(parts)` for every option of a piece, spelled out.
    pub fn each_option<B>(&self, piece: u32, mut visit: impl FnMut(&[u32]) -> ControlFlow<B>) -> ControlFlow<B> {
        match &self.kind {
            Kind::Listed(options) => options[piece as usize - 1].iter().try_for_each(|sum| visit(sum)),
            Kind::Heaps(games) => {
                let count = games.len() as u32;
                let (game, size) = ((piece - 1) % count, (piece - 1) / count + 1);
                let mut parts = Vec::new();
                games[game as usize].rules().each_option(u64::from(size), |_, heaps| {
                    parts.clear();
                    parts.extend(heaps.iter().map(|&heap| (heap as u32 - 1) * count + game + 1));
                    visit(&parts)
                })
            }
        }
    }

    /// Calls `visit` with the product of the values of the parts, for every option of a piece, with repetitions.
    pub(super) fn each_value<T: Copy>(
        &self,
        piece: u32,
        one: T,
        value: impl Fn(u32) -> T,
        product: impl Fn(T, T) -> T,
        visit: impl FnMut(T),
        pace: &mut Pace,
    ) -> Result<(), Stopped> {
        match &self.kind {
            Kind::Listed(options) => {
                let sums = &options[piece as usize - 1];
                sums.iter().map(|sum| sum.iter().fold(one, |all, &part| product(all, value(part)))).for_each(visit);
                pace.work(sums.len())
            }
            Kind::Heaps(games) => {
                let count = games.len() as u64;
                let (game, size) = (u64::from(piece - 1) % count, u64::from(piece - 1) / count + 1);
                let value = |heap: u64| value(((heap - 1) * count + game + 1) as u32);
                each_heap_value(games[game as usize].rules(), size, one, value, product, visit, pace)
            }
        }
    }
}

/// The options of one heap. Splits in at most two heaps, nearly all there are, run in a plain loop.
fn each_heap_value<T: Copy>(
    rules: &Rules,
    n: u64,
    one: T,
    value: impl Fn(u64) -> T,
    product: impl Fn(T, T) -> T,
    mut visit: impl FnMut(T),
    pace: &mut Pace,
) -> Result<(), Stopped> {
    if rules.most_heaps() > 2 {
        let flow = rules.each_option(n, |_, heaps| {
            visit(heaps.iter().fold(one, |all, &heap| product(all, value(heap))));
            pace.work(1).map_or_else(ControlFlow::Break, ControlFlow::Continue)
        });
        return flow.break_value().map_or(Ok(()), Err);
    }
    let ban = rules.ban();
    for (removed, digit) in rules.moves_within(n) {
        let rest = n - removed;
        if digit & 1 == 1 && rest == 0 {
            visit(one);
        }
        if digit & 2 == 2 && rest > 0 {
            visit(value(rest));
        }
        if digit & 4 == 4 {
            for a in 1..=rest / 2 {
                if ban.allows(a, rest - a) {
                    visit(product(value(a), value(rest - a)));
                }
            }
            pace.work(rest as usize / 2)?;
        }
        pace.work(1)?;
    }
    Ok(())
}
