//! Who wins a misère position, and by which moves: heaps of any size when the game is solved.
//!
//! A move to `a + b` from heap `n` wins iff `c · Phi(a) · Phi(b)` is in P, where `c` is the value of the other heaps.
//! From the start `n0` of the period on, `Phi(a)` and `Phi(b)` depend on `a` modulo the period only; so the winning
//! splits of a large heap are finitely many, plus finitely many arithmetic progressions of `a`. These are listed as
//! such.

use super::canonical::{Arena, Id, ZERO};
use super::error::MisereError;
use super::pace::Pace;
use super::solve::Solution;
use crate::game::Game;
use crate::position::Outcome;
use crate::rules::Ban;
use crate::watch::{Stopped, Watch};
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::ControlFlow;

/// One winning move, or many of the same shape.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
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

/// Who wins a sum of heaps and how, by the quotient; `None` when it does not reach one of the heaps.
pub fn by_quotient(solution: &Solution, heaps: &[u64], watch: &mut dyn Watch) -> Result<Option<Analysis>, MisereError> {
    let q = &solution.monoid;
    let Some(values) = heaps.iter().map(|&heap| solution.value(heap)).collect::<Option<Vec<u16>>>() else {
        return Ok(None);
    };
    let value = values.iter().fold(0, |x, &y| q.mul(x, y));
    let outcome = if q.is_p(value) { Outcome::P } else { Outcome::N };
    let mut winning_moves = Vec::new();
    if outcome == Outcome::N {
        for (index, &heap) in heaps.iter().enumerate() {
            let others = values.iter().enumerate().filter(|&(k, _)| k != index).fold(0, |x, (_, &y)| q.mul(x, y));
            winning_in(solution, others, (index, heap), &mut winning_moves, watch)?;
        }
    }
    Ok(Some(Analysis { values, value, outcome, winning_moves }))
}

/// Finds the winning moves in heap number `index`, of size `heap`, beside other heaps of value `others`.
pub(super) fn winning_in(
    solution: &Solution,
    others: u16,
    (index, heap): (usize, u64),
    found: &mut Vec<Winning>,
    watch: &mut dyn Watch,
) -> Result<(), MisereError> {
    Search { solution, others, index, heap, pace: &mut Pace::new(watch, "moves"), found }.run()
}

/// The largest heap whose canonical form is tried for a position.
const LARGEST: u64 = 200;

/// Who wins a sum of heaps of some games and how, by playing it out, equal games taken together; `heaps` are pairs of a
/// game, by its place, and a size. `None` when a heap is larger than 200, or when that takes too much memory.
pub fn by_canonical_forms(
    games: &[Game],
    heaps: &[(usize, u64)],
    watch: &mut dyn Watch,
) -> Result<Option<(Outcome, Vec<Winning>)>, MisereError> {
    if heaps.iter().any(|&(_, size)| size > LARGEST) {
        return Ok(None);
    }
    match play_out(games, heaps, watch) {
        Err(MisereError::Memory { .. }) => Ok(None),
        answer => answer.map(Some),
    }
}

fn play_out(
    games: &[Game],
    heaps: &[(usize, u64)],
    watch: &mut dyn Watch,
) -> Result<(Outcome, Vec<Winning>), MisereError> {
    let mut arena = Arena::default();
    let mut forms = Vec::new();
    for (g, game) in games.iter().enumerate() {
        let largest = heaps.iter().filter(|&&(game, _)| game == g).map(|&(_, size)| size).max().unwrap_or(0);
        forms.push(arena.heaps(game.rules(), largest as u32, watch)?);
    }
    let mut sum = |arena: &mut Arena, parts: &[(usize, u64)], start: Id| {
        parts.iter().try_fold(start, |sum, &(g, size)| arena.sum(sum, forms[g][size as usize], watch))
    };
    let whole = sum(&mut arena, heaps, ZERO)?;
    if arena.is_p(whole) {
        return Ok((Outcome::P, Vec::new()));
    }
    let mut winning = Vec::new();
    for (index, &(g, heap)) in heaps.iter().enumerate() {
        let others: Vec<(usize, u64)> =
            heaps.iter().enumerate().filter(|&(k, _)| k != index).map(|(_, &part)| part).collect();
        let others = sum(&mut arena, &others, ZERO)?;
        let flow = games[g].rules().each_option(heap, |removed, left| {
            let parts: Vec<(usize, u64)> = left.iter().map(|&size| (g, size)).collect();
            match sum(&mut arena, &parts, others) {
                Ok(option) if arena.is_p(option) => {
                    winning.push(Winning { index, heap, removed, left: left.to_vec(), step: None, count: 1 });
                }
                Ok(_) => {}
                Err(error) => return ControlFlow::Break(error),
            }
            ControlFlow::Continue(())
        });
        if let ControlFlow::Break(error) = flow {
            return Err(error);
        }
    }
    Ok((Outcome::N, winning))
}

/// The search for winning moves in one heap.
struct Search<'a, 'w> {
    solution: &'a Solution,
    /// The value of the other heaps.
    others: u16,
    index: usize,
    heap: u64,
    pace: &'a mut Pace<'w>,
    found: &'a mut Vec<Winning>,
}

/// The largest heap whose moves are listed one by one: in a game without a largest removal, and in one whose moves
/// leave three heaps or more.
const LARGEST_ENDLESS: u64 = 1_000_000;
const LARGEST_THREE: u64 = 10_000;
const LARGEST_MORE: u64 = 300;

impl Search<'_, '_> {
    fn run(&mut self) -> Result<(), MisereError> {
        let game = self.solution.game.clone();
        let rules = game.rules();
        let most = rules.most_heaps();
        let largest = match most {
            0..=2 if rules.is_finite() => u64::MAX,
            0..=2 => LARGEST_ENDLESS,
            3 => LARGEST_THREE,
            _ => LARGEST_MORE,
        };
        if self.heap > largest {
            return Err(MisereError::TooManyMoves { heap: self.heap, largest });
        }
        if most > 2 {
            let flow = rules.each_option(self.heap, |removed, left| match self.push(removed, left, None, 1) {
                Ok(()) => ControlFlow::Continue(()),
                Err(stopped) => ControlFlow::Break(stopped),
            });
            return flow.break_value().map_or(Ok(()), |stopped| Err(stopped.into()));
        }
        for (removed, digit) in rules.moves_within(self.heap) {
            let rest = self.heap - removed;
            if digit & 1 == 1 && rest == 0 {
                self.push(removed, &[], None, 1)?;
            }
            if digit & 2 == 2 && rest > 0 {
                self.push(removed, &[rest], None, 1)?;
            }
            if digit & 4 == 4 {
                self.splits(rules.ban(), removed, rest)?;
            }
        }
        Ok(())
    }

    fn splits(&mut self, ban: Ban, removed: u64, rest: u64) -> Result<(), Stopped> {
        // Only an even split can be forbidden, or any split of a heap of two.
        let most =
            if rest >= 2 && ban.allows(rest / 2, rest - rest / 2) { rest / 2 } else { (rest / 2).saturating_sub(1) };
        // From the start of the period on in progressions, if they are worth it: three members at least.
        let period = self.solution.period.as_ref().ok().map(|at| (u64::from(at.start), u64::from(at.period)));
        let progressions = period.filter(|(start, period)| most >= start + 3 * period);
        for a in 1..=progressions.map_or(most, |(start, _)| start - 1) {
            self.push(removed, &[a, rest - a], None, 1)?;
        }
        if let Some((start, period)) = progressions {
            for a in start..start + period {
                self.push(removed, &[a, rest - a], Some(period), (most - a) / period + 1)?;
            }
        }
        Ok(())
    }

    fn push(&mut self, removed: u64, left: &[u64], step: Option<u64>, count: u64) -> Result<(), Stopped> {
        let q = &self.solution.monoid;
        let value = |heap: u64| self.solution.value(heap).unwrap_or(0);
        if q.is_p(left.iter().fold(self.others, |x, &part| q.mul(x, value(part)))) {
            let (index, heap) = (self.index, self.heap);
            self.found.push(Winning { index, heap, removed, left: left.to_vec(), step, count });
        }
        self.pace.work(4)
    }
}
