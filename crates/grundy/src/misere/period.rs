//! When is a period of the pretending function proved?
//!
//! Let a move leave at most `t` heaps and remove at most `k` beans. If `Phi(m + p) = Phi(m)` for `n0 <= m < N` with
//! `n0 >= 1` and `N = t·n0 + (t - 1)·p + k`, where `Phi` is the pretending function of the partial quotient up to heap
//! `N + p - 1`, then that quotient is the quotient of the whole game and `Phi(m + p) = Phi(m)` for every `m >= n0`.
//!
//! *Proof* (for `t = 2` this is Theorem 13 of H. Pearson, after Plambeck and Siegel). Let `n >= N` and suppose the
//! claim below. An option of heap `n + p` has at most `t` parts and at least `n + p - k >= t(n0 + p)` beans (a move
//! that leaves nothing needs `n + p <= k`, impossible), so its largest part is at least `n0 + p`; lowering it by `p`
//! gives an option of heap `n` with the same value. Conversely an option of heap `n` has a part of at least `n0`, and
//! raising it by `p` gives an option of heap `n + p`. So both heaps have the same set of option values, hence the same
//! value, and the quotient does not change.
//!
//! Grundy's game forbids equal heaps. Its option `b + p, b` of heap `n + p = 2b + p` has no image `b, b`; but `b + p`
//! and `b - p` are an option of `n` with the same value when `b >= n0 + p`, so `N = 2·n0 + 2·p` does.
//! Couples-are-Forever is a code from heap 3 on.

use super::pace::Pace;
use crate::rules::{Ban, Rules};
use crate::watch::Stopped;

/// A proved period of the pretending function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct QuotientPeriod {
    /// The first heap from which `Phi` is periodic; at least 1.
    pub start: u32,
    /// The period.
    pub period: u32,
}

impl QuotientPeriod {
    /// The heap below `start + period` with the same value.
    pub fn fold(self, heap: u64) -> u32 {
        let (start, period) = (u64::from(self.start), u64::from(self.period));
        (if heap < start { heap } else { start + (heap - start) % period }) as u32
    }
}

/// The number of heaps, beginning with heap 1, that must be known for the theorem to speak: `N + p - 1`. `None` for a
/// game without a largest removal, for which there is no such theorem.
pub fn heaps_needed(rules: &Rules, at: QuotientPeriod) -> Option<u64> {
    let (n0, p) = (u64::from(at.start), u64::from(at.period));
    let k = rules.last_removal()?;
    let t = u64::from(rules.most_heaps().max(1));
    let n = match rules.ban() {
        Ban::Nothing => t * n0 + (t - 1) * p + k,
        Ban::EqualHeaps => 2 * n0 + 2 * p,
        Ban::Couple => (2 * n0 + p).max(3),
    };
    Some(n + p - 1)
}

/// Looks for periods while values come in.
#[derive(Clone, Debug, Default)]
pub struct Search {
    /// For each period `p`, the start of the longest tail of the values so far that has this period.
    starts: Vec<u32>,
}

impl Search {
    /// Forgets everything: the values have changed.
    pub(super) fn restart(&mut self, phi: &[u16], pace: &mut Pace) -> Result<(), Stopped> {
        self.starts.clear();
        for heaps in 1..phi.len() {
            self.push(&phi[..=heaps]);
            pace.work(heaps)?;
        }
        Ok(())
    }

    /// Takes the last value of `phi`; `phi[0]` belongs to no heap and is left aside. Cost: one comparison for each
    /// period.
    pub fn push(&mut self, phi: &[u16]) {
        let heap = phi.len() - 1;
        self.starts.resize(heap, 1);
        let new = phi[heap];
        for (p, start) in self.starts.iter_mut().enumerate().skip(1) {
            if phi[heap - p] != new {
                *start = (heap - p + 1) as u32;
            }
        }
    }

    /// The shortest period that the values of the heaps up to `heaps` prove.
    pub fn proved(&self, rules: &Rules, heaps: u32) -> Option<QuotientPeriod> {
        let rate = rules.most_heaps().max(1);
        let candidates = (1..=heaps / rate).take_while(|&p| (p as usize) < self.starts.len());
        candidates
            .map(|period| QuotientPeriod { start: self.starts[period as usize], period })
            .find(|&at| heaps_needed(rules, at).is_some_and(|needed| needed <= u64::from(heaps)))
    }
}
