//! Codes without end, as long as no move splits a heap: periods, with a saltus too, can be proved.
//!
//! Let the digits from place `e` on repeat with length `b`. The *tail* of the moves are those that remove `e` or more;
//! `T(n)` is the set of values of the tail options of `n` (with 0, if the tail takes all of `n`).
//!
//! **Theorem.** Let `M` be a common multiple of `p` and `b`, `s' = s M / p`, `t >= n0 + e + b - 1`, and suppose
//!
//! 1. `G(n + p) = G(n) + s` for `n0 <= n < t + b + M - p`;
//! 2. `T(n + M) = {0, …, s' - 1} ∪ (T(n) + s')` for `t <= n < t + b`.
//!
//! Then 1 holds for all `n >= n0`.
//!
//! *Proof.* By 1, `G(n + M) = G(n) + s'` for `n0 <= n < t + b`. Let `n >= t + b`, and let this hold below `n`, and 2
//! for `n - b`. The tail options of `n` are those of `n - b`, and the heaps `n - i` with `e <= i < e + b` and bit 1 in
//! `d_i`; for the digits repeat, and a digit that takes all of `n` repeats one that takes all of `n - b >= e`. These
//! heaps are at least `n - (e + b - 1) >= n0` and smaller than `n`, so their values grow by `s'` when `n` grows by `M`;
//! with 2 for `n - b` this is 2 for `n`. The other options of `n` are heaps `n - i` with `i < e` (none takes all, as
//! `n >= e`), between `n0` and `n` too. So the values of the options of `n + M` are the numbers below `s'` and those of
//! `n`, plus `s'`; the mex grows by `s'`. Hence `G(n + M) = G(n) + s'` for all `n >= n0`. Now let `n >= t + b + M - p`,
//! and let 1 hold below `n`. With `m = n + p - M >= t + b` it is `M / p - 1` steps of `p` from `m` to `n`, each of them
//! below `n`, so `G(n) = G(m) + s' - s`; and `G(n + p) = G(m + M) = G(m) + s'`. Hence `G(n + p) = G(n) + s`. ∎
//!
//! Nim has `p = s = 1`. In all-but games every value occurs within a bounded stretch, and such a state repeats; with
//! other blocks the sets `T` may be finite (`s = 0`). `S = {1} ∪ 101·N` shows why 2 is needed: its first 203 values
//! repeat with period 2, but its tail has only begun.

use super::Period;
use super::repeats::{differences, shared_with_shifts};
use crate::rules::{Class, Rules, Tail};
use num_integer::Integer;
use std::collections::BTreeSet;

/// Longer blocks and larger exceptions are not looked at.
const LONGEST: u64 = 1 << 16;

/// The most periods that meet the first hypothesis and are tried with the second.
const MOST_CANDIDATES: usize = 32;

/// What the theorem needs to know about a game.
#[derive(Clone, Debug)]
pub struct Endless {
    rules: Rules,
    tail: Tail,
    /// From here on the digits repeat.
    start: usize,
    block: usize,
}

impl Endless {
    /// The theorem for these rules; none where it does not apply.
    pub fn for_rules(rules: &Rules) -> Option<Self> {
        let tail = rules.tail().filter(|_| rules.class() == Class::Subtraction)?.clone();
        let start = tail.except.last().map_or(tail.start, |last| last + 1).max(tail.start);
        let block = tail.block.len();
        let is_short = start + block as u64 <= LONGEST;
        is_short.then(|| Endless { rules: rules.clone(), tail, start: start as usize, block })
    }

    /// The smallest period, with the smallest preperiod, that `values = G(0), G(1), …` prove, and `t`, which is as
    /// large as can be.
    ///
    /// The differences of consecutive values repeat with period `p` from `n0` on exactly when `G(n + p) - G(n)` is
    /// constant there. Any smaller period that is true repeats the known values from `n0` on too.
    pub fn prove(&self, values: &[u16]) -> Option<(Period, u64)> {
        let differences = differences(values);
        let shared = shared_with_shifts(&differences);
        let preperiod = |period: usize| differences.len() - period - shared[period] as usize;
        let candidate = |period: usize| {
            let t = values.len().checked_sub(period.lcm(&self.block) + self.block)?;
            (t + 1 >= preperiod(period) + self.start + self.block).then_some((period, t))
        };
        let candidates = (1..shared.len()).filter_map(candidate).take(MOST_CANDIDATES);
        let proved = |&(period, t): &(usize, usize)| self.tails_repeat(values, preperiod(period), period, t);
        let (period, t) = candidates.into_iter().find(proved)?;
        let from = preperiod(period);
        let saltus = u64::from(values[from + period] - values[from]);
        let is_smallest = (1..period).all(|smaller| preperiod(smaller) > from);
        is_smallest.then_some((Period { preperiod: from as u64, period: period as u64, saltus }, t as u64))
    }

    /// Hypothesis 2.
    fn tails_repeat(&self, values: &[u16], preperiod: usize, period: usize, t: usize) -> bool {
        let step = period.lcm(&self.block);
        let saltus = values[preperiod + period].checked_sub(values[preperiod]).map(usize::from);
        let Some(grown) = saltus.and_then(|saltus| u16::try_from(saltus * (step / period)).ok()) else { return false };
        let (before, after) = (self.tails_from(values, t), self.tails_from(values, t + step));
        before.iter().zip(after).all(|(before, after)| {
            let shifted = before.iter().map(|v| v.checked_add(grown));
            (0..grown).map(Some).chain(shifted).collect::<Option<BTreeSet<u16>>>() == Some(after)
        })
    }

    /// `T(n)` for the heaps `from, …, from + block - 1`.
    fn tails_from(&self, values: &[u16], from: usize) -> Vec<BTreeSet<u16>> {
        let tail = |n: usize| {
            let options = (self.start..n).filter(|&i| self.tail.block_digit(i as u64) & 2 != 0).map(|i| values[n - i]);
            let nothing = (self.rules.digit(n as u64) & 1 != 0).then_some(0);
            options.chain(nothing).collect()
        };
        (from..from + self.block).map(tail).collect()
    }
}
