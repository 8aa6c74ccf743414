//! The classical theorem: a repetition that is long enough goes on for ever.
//!
//! **Theorem (Guy and Smith, for any number of heaps).** Let a game have finitely many removals, the largest `k`, and
//! let its moves leave at most `h` heaps. Let `F = max(n0, 1)`. If
//!
//! ```text
//! G(n + p) = G(n)   for all   n0 <= n < h (F - 1) + (h - 1) p + k + 1
//! ```
//!
//! then it holds for all `n >= n0`. That is `h (F + p - 1) + k + 1` values.
//!
//! *Proof.* Let `n >= h (F - 1) + (h - 1) p + k + 1` and suppose it holds below `n`. An option of `n + p` leaves at
//! least `n + p - k >= h (F + p - 1) + 1` beans in at most `h` heaps, so its largest heap has at least `F + p` of them,
//! and fewer than `n + p`, since no move leaves the heap as it is. Without `p` of its beans this heap has at least
//! `F >= 1`: it is still a heap, so the same digit allows the same number of heaps, which is an option of `n`; and its
//! value is the same. Conversely an option of `n` leaves at least `n - k >= h (F - 1) + 1` beans, so its largest heap
//! has at least `F` beans and fewer than `n`; with `p` more it gives an option of `n + p` of the same value. Equal sets
//! of values have the same mex. ∎
//!
//! `F = 0` would be wrong when `n0 = 0`: a heap of exactly `p` beans loses all of them, and a digit may allow `h` heaps
//! and not `h - 1`. The first three values of `.4` are 0 and the fourth is 1. It is right where every digit is 0 or 3,
//! as in `S(1,2,5)`: there whoever may leave a heap may leave none, and the option that leaves none has the value
//! `0 = G(0) = G(p)`. So these games need `n0 + p + k` values, a repeated window of `k`.
//!
//! For `h = 2` about `2 (n0 + p) + k` values are needed. That a heap of two must not be split (Couples-are-Forever)
//! does no harm from `n = 3` on: there `k` counts as 3. Games with infinitely many removals are not settled here.
//!
//! **With a ban on equal heaps** (Grundy's game) the same holds, for `h = 2`, with one clause more. Let `M = 2 F + k -
//! 1`. If `p` is odd, then `G(n) != 0` for `M <= n < M + p` is asked for, too.
//!
//! *Proof.* (z) If `M <= n < M + p` and `n - i = 2 a` for a removal `i` that may split, then `a >= F`, and `(a, a + p)`
//! is an option of `n + p` of value 0, so `G(n) = G(n + p) != 0`. Now let `n >= M + p`, as above. With `p` beans fewer
//! the largest heap of an option of `n + p` may become equal to the other one, which is forbidden; then the value is 0
//! and `n - i` is even for such an `i`. Heap `n` repeats a heap of `M, …, M + p - 1`, of the same parity if `p` is
//! even: by (z), or by the clause, it is not worth 0. So `n` has an option of value 0 anyway. With `p` beans more the
//! largest heap of an option of `n` is never equal to the other. ∎
//!
//! The clause is needed: `.04` with the ban begins `0, 0, 0, 0, 0, 1`, and `p = 1` from heap 1 on is false. It follows
//! when the repetition is known for `p` further heaps.

use super::Period;
use super::certificate::theorem_k;
use super::repeats::shared_with_shifts;
use crate::rules::{Ban, Rules};

/// What the theorem needs to know about a game.
#[derive(Clone, Copy, Debug)]
pub struct Classical {
    heaps: u64,
    k: u64,
    /// The least heap that may be shifted: 0 where every digit is 0 or 3, else 1.
    least: u64,
    /// Whether two equal heaps are forbidden.
    bans: bool,
}

impl Classical {
    /// The theorem for these rules; none where it does not apply.
    pub fn for_rules(rules: &Rules) -> Option<Self> {
        let k = theorem_k(rules)?;
        let is_set = rules.moves().iter().all(|&(_, digit)| digit == 3);
        let heaps = u64::from(rules.most_heaps().max(1));
        let bans = rules.ban() == Ban::EqualHeaps && heaps > 1;
        Some(Classical { heaps, k, least: u64::from(!is_set), bans })
    }

    /// How many values `G(0), G(1), …` prove a period.
    pub fn values_needed(self, Period { preperiod, period, .. }: Period) -> Option<u64> {
        let both = preperiod.max(self.least).checked_add(period.checked_sub(1)?)?.checked_mul(self.heaps)?;
        both.checked_add(self.k)?.checked_add(1)
    }

    /// The smallest period that `values = G(0), G(1), …` prove, with the smallest preperiod.
    ///
    /// Reversed, the values repeat with period `p` back to `n0` exactly when the list and itself shifted by `p` share a
    /// prefix of `values.len() - p - n0`: the Z-array, in linear time, has the smallest `n0` for every `p` at once. The
    /// first `p` that is proved is the smallest period, because a smaller one would need fewer values; `n0` is the
    /// smallest preperiod, because it is so within the values and the theorem covers the rest.
    pub fn prove(self, values: &[u16]) -> Option<Period> {
        let n = values.len() as u64;
        let shared = shared_with_shifts(values);
        (1..n).find_map(|period| {
            let preperiod = n - period - u64::from(shared[period as usize]);
            let found = Period { preperiod, period, saltus: 0 };
            let is_long = self.values_needed(found).is_some_and(|needed| needed <= n);
            (is_long && self.zero_is_settled(found, values)).then_some(found)
        })
    }

    /// The clause for bans on equal heaps, given that there are enough values.
    fn zero_is_settled(self, Period { preperiod, period, .. }: Period, values: &[u16]) -> bool {
        let from = (2 * preperiod.max(1) + self.k - 1) as usize;
        !self.bans || period.is_multiple_of(2) || !values[from..from + period as usize].contains(&0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use proptest::prelude::*;

    fn prove(game: &str, count: u64) -> Option<(u64, u64)> {
        let game: Game = game.parse().unwrap();
        let rules = game.rules();
        let values = crate::engine::values(rules, count).unwrap();
        Classical::for_rules(rules)?.prove(&values).map(|found| (found.preperiod, found.period))
    }

    #[test]
    fn known_periods() {
        for (game, preperiod, period) in [
            (".15", 1, 10),
            (".77", 71, 12),
            (".07", 53, 34),
            (".45", 498, 20),
            (".156", 3479, 349),
            ("S(1,2)", 0, 3),
            ("S(2,5,7)", 0, 22),
            (".0", 0, 1),
            (".1", 2, 1),
            ("4", 1, 2),
            (".A", 1, 2),
        ] {
            assert_eq!(prove(game, 10_000), Some((preperiod, period)), "{game}");
        }
    }

    #[test]
    fn too_few_values_prove_nothing() {
        let theorem = Classical { heaps: 2, k: 2, least: 1, bans: false };
        let needed = theorem.values_needed(Period { preperiod: 71, period: 12, saltus: 0 }).unwrap();
        assert_eq!(needed, 167);
        assert_eq!(prove(".77", needed - 1), None);
        assert_eq!(prove(".77", needed), Some((71, 12)));
    }

    #[test]
    fn games_that_the_theorem_does_not_cover() {
        for game in ["nim", "allbut(1,2)", ".3..."] {
            assert!(Classical::for_rules(game.parse::<Game>().unwrap().rules()).is_none(), "{game}");
        }
    }

    /// Codes with a ban on equal heaps: no proof is refuted by further values, and without the clause some would be.
    #[test]
    fn bans_on_equal_heaps() {
        let (mut proofs, mut saved) = (0, 0);
        for code in 0..2 * 8 * 8 * 8u32 {
            let digits = [code >> 9 << 2, code >> 6 & 7, code >> 3 & 7, code & 7];
            let rules = Rules::with_unequal_heaps(&digits);
            let values = rules.first_values(500);
            let Some(theorem) = Classical::for_rules(&rules) else { panic!("{digits:?}") };
            let without = Classical { bans: false, ..theorem };
            let holds = |found: Period| {
                (found.preperiod as usize..500 - found.period as usize)
                    .all(|n| values[n] == values[n + found.period as usize])
            };
            for count in (1..40).chain([60, 100, 200]) {
                if let Some(found) = theorem.prove(&values[..count]) {
                    assert!(holds(found), "{digits:?} {count} {found:?}");
                    proofs += 1;
                }
                saved += usize::from(without.prove(&values[..count]).is_some_and(|found| !holds(found)));
            }
        }
        assert!(proofs > 1000 && saved > 0, "{proofs} {saved}");
    }

    proptest! {
        /// A proved period is never refuted by computing further.
        #[test]
        fn proofs_hold(digits in prop::collection::vec(0u32..16, 1..=3)) {
            let digits: Vec<u32> = std::iter::once(0).chain(digits).collect();
            let rules = Game::from(crate::code::Code::new(&digits, &[]).unwrap()).rules().clone();
            let values = crate::engine::values(&rules, 900).unwrap();
            if let Some(found) = Classical::for_rules(&rules).unwrap().prove(&values[..200]) {
                for n in found.preperiod as usize..values.len() - found.period as usize {
                    prop_assert_eq!(values[n], values[n + found.period as usize]);
                }
            }
        }
    }
}
