//! The sparse theorem: a repeated window proves a period, when few heaps are rare.
//!
//! Let a finite game leave at most two heaps, let `k` be its largest removal (at least 1), and take an admissible space
//! ([`crate::sparse`]). Let `L` be the last rare heap (0 if only heap 0 is rare) and `w = L + k`. For `n > L + k` let
//! `c(n)` be the least value common at `n` that neither a split with a part `1 <= a <= L` nor a one-heap option
//! excludes.
//!
//! *The window.* `c(n)` depends on the `w` values `G(n - w), …, G(n - 1)`, and on the parity of `n` where heap parity
//! counts. If all rare heaps below `n` are at most `L`, no other option has a common value. So `G(n) = c(n)`, and `n`
//! is common, when each of its *leftovers* (rare values below `c(n)`) is the value of an option; else `G(n)` is a
//! leftover and `n` is rare.
//!
//! **Theorem.** Let `F = max(n0, 1)`, `S = F + w`, `N = S + p + D + k`, and suppose
//!
//! 1. `p` is even if heap parity counts;
//! 2. `L < F`, and no heap of `L + 1, …, N - 1` is rare;
//! 3. `G(S - j) = G(S + p - j)` for `1 <= j <= w`;
//! 4. for `S + D + k <= n < N` each leftover of `n` is the value of a one-heap option, or of a split with a part `a <=
//!    D`.
//!
//! Then `G(n + p) = G(n)` for all `n >= F`.
//!
//! *Proof.* By 2, `G(n) = c(n)` for `S <= n < N`. Equal windows at heaps of equal parity have equal successors; so by 1
//! and 3, `G(n + p) = G(n)` for `F <= n < N - p`. Now let `n >= N`, let `G(m) = G(m - p)` for `F + p <= m < n`, and let
//! no heap between `L` and `n` be rare. The window before `n` begins at `n - w >= F + p`, so `c(n) = c(n - p)`, and the
//! leftovers are the same. Repeat this until `n' = n - t p` with `S + D + k <= n' < N`, `t >= 1`. By 4 a leftover `v`
//! of `n'` is the value of an option `b`, or `(a, b)` with `a <= D`, by removing `i <= k`; and `b >= n' - k - D >= S >
//! F`. Since `b + t p < n` we have `G(b + t p) = G(b)`, so `b + t p`, or `(a, b + t p)`, is an option of `n` of value
//! `v`. So all leftovers of `n` are excluded: `G(n) = c(n) = c(n - p) = G(n - p)`, and `n` is common. ∎
//!
//! *With a ban on equal heaps* (Grundy's game) the theorem holds word for word, where a split is an allowed one. Two
//! equal parts have at `n` the class of parity times `i`, which is not that of the commons: their value 0 is rare, so a
//! ban never touches `c(n)`. And in 4, with `a < b`, the parts `a` and `b + t p` differ, too. Only a leftover 0 needs a
//! real witness: two equal heaps are none.
//!
//! So about `n0 + p + L + D` values are enough, instead of `2 (n0 + p)`. The preperiod is larger than `L > 0` in any
//! case: heap `L` is rare and heap `L + p` is not, while equal values at heaps of equal parity have one class.
//!
//! The smallest distance of two equal windows at heaps of equal parity is the smallest period: any period from some
//! place on repeats windows, and where heap parity counts an odd distance would give one value two classes.

use super::Period;
use super::certificate::{SparseProof, theorem_k};
use super::depth;
use super::repeats::last_window_before;
use crate::rules::{Class, Rules};
use crate::sparse::{self, Space};
use crate::watch::{Stopped, Watch};

/// What is known of a game so far.
#[derive(Clone, Debug)]
pub struct Sparse {
    rules: Rules,
    k: u64,
    /// The space, its rares but heap 0, and how many values were looked at.
    found: Option<(Space, Vec<(u64, u16)>)>,
    seen: usize,
    /// The largest depth, and the heaps it was measured on.
    depth: u64,
    measured: std::ops::Range<u64>,
    goal: Option<u64>,
}

impl Sparse {
    /// The theorem for these rules; none where it does not apply.
    pub fn for_rules(rules: &Rules) -> Option<Self> {
        let k = theorem_k(rules).filter(|_| rules.class() == Class::Octal)?;
        let rules = rules.clone();
        Some(Sparse { rules, k, found: None, seen: 0, depth: 0, measured: 0..0, goal: None })
    }

    /// How many values would prove the period that the last look saw.
    pub(super) fn goal(&self) -> Option<u64> {
        self.goal
    }

    /// The smallest period and preperiod, if `values = G(0), G(1), …` prove them. The values are those of the last call
    /// and more.
    pub fn prove(&mut self, values: &[u16], watch: &mut dyn Watch) -> Result<Option<(Period, SparseProof)>, Stopped> {
        self.goal = None;
        self.judge(values);
        let k = self.k;
        let Some((space, rares)) = self.found.clone() else { return Ok(None) };
        let mut proof = SparseProof { space, rares, depth: 0, segments: Vec::new() };
        let (window, first) = (proof.window(&self.rules), proof.first_start(&self.rules));
        let n = values.len() as u64;
        // Hypothesis 3: the last window, found once more.
        let Some(period) = last_window_before(values, window as usize) else { return Ok(None) };
        let period = period as u64;
        let repeats = |heap: &u64| values[*heap as usize] == values[(heap + period) as usize];
        let run = (0..n - period).rev().take_while(repeats).count() as u64;
        let preperiod = n - period - run;
        // Hypotheses 1 and 2.
        let from = preperiod.max(1);
        if space.parity == 1 && period % 2 == 1 || from <= proof.last_rare() || n < from + window + period + k {
            return Ok(None);
        }
        // Hypothesis 4, for all heaps from the first window on: so the proof can be checked in segments.
        if self.measured.start != first {
            (self.depth, self.measured) = (0, first..first);
        }
        let rest = self.measured.end..n;
        let Some(depth) = depth::measure(&self.rules, space, values, rest, self.depth, watch)? else { return Ok(None) };
        self.depth = self.depth.max(depth);
        self.measured.end = n;
        proof.depth = self.depth;
        let needed = proof.values_needed(&self.rules, preperiod, period);
        if needed > n {
            self.goal = Some(needed);
            return Ok(None);
        }
        Ok(Some((Period { preperiod, period, saltus: 0 }, proof)))
    }

    /// Finds the space, or keeps it as long as no further heap is rare in it.
    fn judge(&mut self, values: &[u16]) {
        let is_rare = |space: Space, n: usize| !space.is_common(n as u64, values[n]);
        let holds =
            self.found.as_ref().is_some_and(|&(space, _)| (self.seen..values.len()).all(|n| !is_rare(space, n)));
        self.seen = values.len();
        if !holds {
            let rares =
                |space: Space| space.rares(values).filter(|&n| n > 0).map(|n| (n, values[n as usize])).collect();
            self.found = sparse::find(&self.rules, values).map(|space| (space, rares(space)));
            self.measured = 0..0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::Unwatched;

    /// Whether each leftover of heap `n` is excluded by an allowed option that leaves one heap, or has a part of at
    /// most `depth`: by definition.
    fn settled(rules: &Rules, space: Space, values: &[u16], n: u64, depth: u64) -> bool {
        let mut left: Vec<u16> = (0..values[n as usize]).filter(|&v| !space.is_common(n, v)).collect();
        let _ = rules.each_option(n, |_, heaps| {
            if heaps.len() < 2 || heaps[0] <= depth {
                let value = heaps.iter().fold(0, |sum, &heap| sum ^ values[heap as usize]);
                left.retain(|&v| v != value);
            }
            std::ops::ControlFlow::<()>::Continue(())
        });
        left.is_empty()
    }

    /// Codes with a ban on equal heaps: no proof is refuted by further values, and depths are right.
    #[test]
    fn bans_on_equal_heaps() {
        let mut proofs = 0;
        for code in (0..2 * 8 * 8 * 8u32).filter(|code| code % 3 != 1) {
            let digits = [code >> 9 << 2, code >> 6 & 7, code >> 3 & 7, code & 7];
            let rules = Rules::with_unequal_heaps(&digits);
            let values = rules.first_values(400);
            for count in [24, 40, 64, 100, 160, 250] {
                let Some(mut theorem) = Sparse::for_rules(&rules) else { continue };
                let Some((found, proof)) = theorem.prove(&values[..count], &mut Unwatched).unwrap() else { continue };
                let Period { preperiod, period, .. } = found;
                let holds = |&n: &u64| values[n as usize] == values[(n + period) as usize];
                assert_eq!((preperiod..400 - period).find(|n| !holds(n)), None, "{digits:?} {count} {found:?}");
                for n in proof.first_start(&rules)..count as u64 {
                    assert!(settled(&rules, proof.space, &values, n, proof.depth), "{digits:?} {n} {proof:?}");
                }
                proofs += 1;
            }
        }
        assert!(proofs > 0, "nothing was proved");
    }
}
