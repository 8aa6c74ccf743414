//! Who wins a misère position, and by which moves: heaps of any size when the game is solved.
//!
//! A move to `a + b` from heap `n` wins iff `c · Phi(a) · Phi(b)` is in P, where `c` is the value of the other heaps. From the
//! start `n0` of the period on, `Phi(a)` and `Phi(b)` depend on `a` modulo the period only; so the winning splits of a large
//! heap are finitely many, plus finitely many arithmetic progressions of `a`. These are listed as such.

use super::solve::Solution;
use crate::position::{Outcome, Position};
use crate::rules::Rules;
use serde::Serialize;
use std::ops::ControlFlow;
use thiserror::Error;

/// One winning move, or many of the same shape.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Winning {
    /// Which heap, counted from 0.
    pub index: usize,
    /// Its size.
    pub heap: u64,
    /// How many beans are removed.
    pub removed: u64,
    /// The heaps that are left of it.
    pub left: Vec<u64>,
    /// The moves that leave `step`, `2 · step`, … more in the first heap and less in the second win too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<u64>,
    /// How many moves this stands for.
    pub count: u64,
}

/// What is to be known about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The values of the heaps in the quotient.
    pub values: Vec<u16>,
    /// Their product.
    pub value: u16,
    /// Who wins.
    pub outcome: Outcome,
    /// Every winning move.
    pub winning_moves: Vec<Winning>,
}

/// Why a position was not analysed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// The quotient does not reach a heap.
    #[error("the quotient is known up to heap {known} only, and the position has a heap of {heap}")]
    Unknown {
        /// The heap.
        heap: u64,
        /// The largest heap that is known.
        known: u32,
    },
    /// Too many moves to list.
    #[error("a heap of {heap} has too many moves to look at in this game; the largest accepted is {largest}")]
    TooManyMoves {
        /// The heap.
        heap: u64,
        /// The largest heap whose moves are listed.
        largest: u64,
    },
    /// A ring.
    #[error("rings are not part of misère play here; heaps are sizes like 12")]
    Ring,
}

/// Who wins and how.
pub fn analyze(position: &Position, solution: &Solution) -> Result<Analysis, PositionError> {
    let rules = position.game.rules();
    let q = &solution.monoid;
    if position.heaps.iter().any(|heap| heap.ring) {
        return Err(PositionError::Ring);
    }
    let heaps: Vec<u64> = position.heaps.iter().map(|heap| heap.size).collect();
    let known = solution.heaps();
    let value_of = |&heap: &u64| solution.value(heap).ok_or(PositionError::Unknown { heap, known });
    let values: Vec<u16> = heaps.iter().map(value_of).collect::<Result<_, _>>()?;
    let value = values.iter().fold(0, |x, &y| q.mul(x, y));
    let outcome = if q.is_p(value) { Outcome::P } else { Outcome::N };
    let mut winning_moves = Vec::new();
    if outcome == Outcome::N {
        for (index, &heap) in heaps.iter().enumerate() {
            let others = values.iter().enumerate().filter(|&(k, _)| k != index).fold(0, |x, (_, &y)| q.mul(x, y));
            Search { rules, solution, others, index, heap }.run(&mut winning_moves)?;
        }
    }
    Ok(Analysis { values, value, outcome, winning_moves })
}

/// The search for winning moves in one heap.
struct Search<'a> {
    rules: &'a Rules,
    solution: &'a Solution,
    /// The value of the other heaps.
    others: u16,
    index: usize,
    heap: u64,
}

impl Search<'_> {
    fn run(&self, found: &mut Vec<Winning>) -> Result<(), PositionError> {
        let most = self.rules.most_heaps();
        if most > 2 {
            let largest = if most == 3 { 10_000 } else { 300 };
            if self.heap > largest {
                return Err(PositionError::TooManyMoves { heap: self.heap, largest });
            }
            let _ = self.rules.each_option(self.heap, |removed, left| {
                self.push(found, removed, left, None, 1);
                ControlFlow::<()>::Continue(())
            });
            return Ok(());
        }
        for (removed, digit) in self.rules.moves_within(self.heap) {
            let rest = self.heap - removed;
            if digit & 1 == 1 && rest == 0 {
                self.push(found, removed, &[], None, 1);
            }
            if digit & 2 == 2 && rest > 0 {
                self.push(found, removed, &[rest], None, 1);
            }
            if digit & 4 == 4 {
                self.splits(found, removed, rest);
            }
        }
        Ok(())
    }

    fn splits(&self, found: &mut Vec<Winning>, removed: u64, rest: u64) {
        let ban = self.rules.ban();
        // Only an even split can be forbidden, or any split of a heap of two.
        let most =
            if rest >= 2 && ban.allows(rest / 2, rest - rest / 2) { rest / 2 } else { (rest / 2).saturating_sub(1) };
        // From the start of the period on in progressions, if they are worth it: three members at least.
        let period = self.solution.period.as_ref().ok().map(|at| (u64::from(at.start), u64::from(at.period)));
        let progressions = period.filter(|(start, period)| most >= start + 3 * period);
        for a in 1..=progressions.map_or(most, |(start, _)| start - 1) {
            self.push(found, removed, &[a, rest - a], None, 1);
        }
        if let Some((start, period)) = progressions {
            for a in start..start + period {
                self.push(found, removed, &[a, rest - a], Some(period), (most - a) / period + 1);
            }
        }
    }

    fn push(&self, found: &mut Vec<Winning>, removed: u64, left: &[u64], step: Option<u64>, count: u64) {
        let q = &self.solution.monoid;
        let value = |heap: u64| self.solution.value(heap).unwrap_or(0);
        if q.is_p(left.iter().fold(self.others, |x, &part| q.mul(x, value(part)))) {
            found.push(Winning { index: self.index, heap: self.heap, removed, left: left.to_vec(), step, count });
        }
    }
}
