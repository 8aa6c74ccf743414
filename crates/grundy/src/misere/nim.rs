//! Nim in disguise: games without splits and without a largest removal whose heaps all equal nim-heaps in misère play.
//!
//! **The misère mex rule.** A game whose options are the nim-heaps `*a, *b, …` equals `*m` with `m = mex(a, b, …)`, if
//! at least one of `a, b, …` is 0 or 1. (By the criterion for [canonical forms](super::canonical): the options of `*m`
//! are among them, the others have `*m` as an option; and if `m = 0` some option must be a P-position, which `*1` alone
//! is.)
//!
//! **Theorem.** Let no move split a heap. If each heap that has an option has one equal to `*0` or `*1`, then heap `n`
//! equals `*G(n)` in misère play, `G` being the nim-sequence of normal play.
//!
//! *Checked by finitely many heaps:* let the digits repeat with length `b` from place `e` on. The heaps below `e + M`
//! are looked at one by one. A heap `n >= e + M` has the small heap `m <= M` as an option when `d_(n-m)` has bit 1 (bit
//! 0 for `m = 0`), and that depends on `n` modulo `b` only, as `n - m >= e`. So if some `m <= M` with `G(m) <= 1`
//! serves each of the heaps `e + M, …, e + M + b - 1`, each larger heap is served, too.
//!
//! A sum of nim-heaps is a P-position iff its nim-sum is 0 and some heap has value 2 or more, or an odd number of its
//! heaps have value 1 and none has more.

use super::position::Winning;
use crate::engine::{self, EngineError};
use crate::game::Game;
use crate::period::{Period, Prover};
use crate::watch::{Progress, Stopped, Watch};
use std::ops::ControlFlow;

/// Small heaps that may serve all large ones.
const SMALL: u64 = 256;
/// The largest place from which digits may repeat, and the longest block.
const FAR: u64 = 4096;
/// The number of values from which a period is proved, and the number that is tried first.
const VALUES: u64 = 1 << 14;
const FEW: usize = 1 << 10;

/// A game whose heaps all equal nim-heaps, with a proved period of its nim-sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nim {
    values: Vec<u16>,
    period: Period,
}

impl Nim {
    /// Recognises Nim: `None` when the theorem does not apply, or when no period of the nim-sequence is proved by the
    /// first 16384 values.
    pub fn recognise(game: &Game, watch: &mut dyn Watch) -> Result<Option<Self>, Stopped> {
        let rules = game.rules();
        let Some(tail) = rules.tail().filter(|_| rules.most_heaps() <= 1) else { return Ok(None) };
        let start = tail.except.last().map_or(tail.start, |last| last + 1).max(tail.start);
        let block = tail.block.len() as u64;
        if start > FAR || block > FAR {
            return Ok(None);
        }
        // A value that does not fit two bytes ends the sequence; what comes before it may do.
        let mut values = Vec::new();
        let mut stopped = Ok(());
        let run = engine::run(engine::choose(rules), rules, VALUES, &mut |from: u64, block: &[u16]| {
            values.extend_from_slice(block);
            stopped = watch.at(Progress::new("values", from, VALUES));
            if stopped.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        stopped?;
        if !matches!(run, Ok(()) | Err(EngineError::ValueTooLarge { .. })) {
            return Ok(None);
        }
        let first = start + SMALL;
        if (values.len() as u64) < first {
            return Ok(None);
        }
        let serves = |n: u64, m: u64| rules.digit(n - m) & if m == 0 { 1 } else { 2 } != 0 && values[m as usize] <= 1;
        let has_move = |n: u64| (0..n).any(|m| rules.digit(n - m) & if m == 0 { 1 } else { 2 } != 0);
        let small = (1..first).all(|n| (0..n).any(|m| serves(n, m)) || !has_move(n));
        let large = (first..first + block).all(|n| (0..=SMALL).any(|m| serves(n, m)));
        if !small || !large {
            return Ok(None);
        }
        // A look takes linear time, and few values often do.
        let few = values.len().min(FEW);
        for seen in [few, values.len()] {
            if let Some(proved) = Prover::new(rules, None).look(&values[..seen], watch)? {
                values.truncate(seen);
                return Ok(Some(Nim { values, period: proved.period }));
            }
        }
        Ok(None)
    }

    /// The period of the nim-sequence.
    pub fn period(&self) -> Period {
        self.period
    }

    /// `n` such that the heap equals the nim-heap `*n`; `None` where that does not fit 64 bits.
    pub fn value(&self, heap: u64) -> Option<u64> {
        let Period { preperiod, period, saltus } = self.period;
        let again = heap.checked_sub(preperiod).map_or(0, |from| from / period);
        u64::from(self.values[(heap - again * period) as usize]).checked_add(again.checked_mul(saltus)?)
    }

    /// The `k` for which the quotient of the whole game is the tame quotient `T_k`; `None` when values grow for ever,
    /// and the quotient is the union of all `T_k`.
    pub fn tame(&self) -> Option<u32> {
        let Period { preperiod, period, saltus } = self.period;
        let largest = self.values[..(preperiod + period) as usize].iter().max().copied().unwrap_or(0);
        (saltus == 0).then(|| u16::BITS - largest.leading_zeros())
    }

    /// The heaps of value `value` that are smaller than `heap`, ascending. Cost: one look for each heap up to the end
    /// of the first period; values must grow for ever.
    fn heaps_with(&self, value: u64, heap: u64) -> Vec<u64> {
        let Period { preperiod, period, saltus } = self.period;
        let mut found: Vec<u64> = (0..preperiod + period)
            .filter_map(|m| {
                let more = value.checked_sub(u64::from(self.values[m as usize]))?;
                match more {
                    0 => Some(m),
                    _ if m < preperiod || saltus == 0 || more % saltus != 0 => None,
                    _ => m.checked_add((more / saltus).checked_mul(period)?),
                }
            })
            .filter(|&m| m < heap)
            .collect();
        found.sort_unstable();
        found
    }

    /// Every winning move of a sum of heaps, when values grow for ever; `None` when a value does not fit 64 bits.
    pub fn winning_moves(&self, game: &Game, heaps: &[u64]) -> Option<Vec<Winning>> {
        let values: Vec<u64> = heaps.iter().map(|&heap| self.value(heap)).collect::<Option<_>>()?;
        let mut winning = Vec::new();
        for (index, &heap) in heaps.iter().enumerate() {
            let others = values.iter().enumerate().filter(|&(k, _)| k != index).map(|(_, &value)| value);
            let sum = others.clone().fold(0, |sum, value| sum ^ value);
            // With a value of 2 or more elsewhere the nim-sum must become 0; else the number of ones must become odd.
            let wanted = if others.clone().any(|value| value > 1) { sum } else { sum ^ 1 };
            for rest in self.heaps_with(wanted, heap) {
                let bit = if rest == 0 { 1 } else { 2 };
                if game.rules().digit(heap - rest) & bit != 0 {
                    let left = if rest == 0 { Vec::new() } else { vec![rest] };
                    winning.push(Winning { index, heap, removed: heap - rest, left, step: None, count: 1 });
                }
            }
        }
        Some(winning)
    }
}

/// Whether a sum of nim-heaps is a P-position in misère play.
pub fn is_p(values: &[u64]) -> bool {
    let sum = values.iter().fold(0, |sum, value| sum ^ value);
    if values.iter().any(|&value| value > 1) { sum == 0 } else { sum == 1 }
}
