//! Arithmetic periods, `G(n + p) = G(n) + s` with `s > 0`, of codes whose moves leave three heaps or more.
//!
//! Let `s = σ 2^t` with `σ` odd, `o` the order of 2 modulo `σ`, `F = max(n0, 1)`, `q(n) = floor(G(n) / 2^t)` and `X(n)
//! = floor(q(n) / 2^B)`. Let `λ` be the largest `p q(a) - σ a` for `1 <= a < F + p`, `λ'` the largest `σ n - p q(n)`
//! for `F <= n < F + p`, and `E` the largest of 0 and all `floor((λ' - σ i + j λ) / p)` with `j >= 1` and bit `j` in
//! `d_i`. A *twin option* leaves two heaps `b, c >= F` with `X(b) = X(c)`, and of its other heaps at most one has `X >=
//! 1`.
//!
//! **Theorem.** Let `G(0), …, G(N - 1)` be known, `N >= F + p`, `C >= 1`, `A >= B`, and
//!
//! 1. `G(n + p) = G(n) + s` for `F <= n < N - p`;
//! 2. `2^B >= E`; `2^B >= q(n)` for `F <= n < F + p`; `2^B > q(n)` for `1 <= n < F`; `2^A >= C + E - 1`;
//! 3. for some `T >= F` with `T + 2^(B+1) p <= N`, and all `n` from `T` to there: `q(n) >= (2 σ + 1) 2^B + C - 1`, and
//!    each `v` with `floor(v / 2^t) <= q(n) - C` is the value of a twin option of `n`;
//! 4. `q(n) + σ >= max(2^(B + h σ), 2^(A + σ o) + C - 1)` for `N - p <= n < N`.
//!
//! Then 1 holds for all `n >= F`. The proof is in the book. *Search*: `B` is the least exponent that 2 allows, `T` the
//! last possible heap, `C` the least slack that the twin options of the last heaps allow, `A` the least exponent for
//! it. Lists of growing length are tried, so that `N` is not much larger than it must be.

use super::{Period, observe};
use crate::rules::{Ban, Rules};
use crate::watch::{Pulse, Stopped, Watch};
use std::ops::ControlFlow;

/// What the theorem needs to know about a game.
#[derive(Clone, Debug)]
pub struct Arithmetic {
    rules: Rules,
}

/// The numbers of the theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArithmeticProof {
    /// The number of values that are known, `N`.
    pub values: u64,
    /// The exponents `B` and `A`.
    pub scale: (u32, u32),
    /// `C`.
    pub slack: u64,
    /// From here on twin options are looked for, `T`.
    pub twins: u64,
}

impl Arithmetic {
    /// The theorem for these rules; none where it does not apply.
    pub fn for_rules(rules: &Rules) -> Option<Self> {
        let applies = rules.is_finite() && rules.ban() == Ban::Nothing && rules.most_heaps() >= 3;
        applies.then(|| Arithmetic { rules: rules.clone() })
    }

    /// The smallest period with a saltus, with the smallest preperiod, that `values = G(0), G(1), …` prove.
    pub fn prove(&self, values: &[u16], watch: &mut dyn Watch) -> Result<Option<(Period, ArithmeticProof)>, Stopped> {
        let Some(found) = observe(values).filter(|found| found.saltus > 0) else { return Ok(None) };
        let all = values.len() as u64;
        let mut count = (found.preperiod.max(1) + found.period).max(16).min(all);
        loop {
            if let Some(proof) = Scale::of(&self.rules, found, &values[..count as usize]).prove(watch)? {
                return Ok(Some((found, proof)));
            }
            if count == all {
                return Ok(None);
            }
            count = (count + count / 8).min(all);
        }
    }
}

/// A claim about a list of values, and the numbers that follow from it.
struct Scale<'a> {
    rules: &'a Rules,
    values: &'a [u16],
    period: u64,
    /// `F`.
    from: u64,
    t: u32,
    odd: i64,
    excess: i64,
    /// `B`.
    low: u32,
}

impl<'a> Scale<'a> {
    fn of(rules: &'a Rules, Period { preperiod, period, saltus }: Period, values: &'a [u16]) -> Self {
        let (from, t) = (preperiod.max(1), saltus.trailing_zeros());
        let mut scale = Scale { rules, values, period, from, t, odd: (saltus >> t) as i64, excess: 0, low: 0 };
        let (p, odd) = (period as i64, scale.odd);
        let above = (1..from + period).map(|a| p * scale.q(a) - odd * a as i64).max().unwrap_or(0);
        let below = (from..from + period).map(|n| odd * n as i64 - p * scale.q(n)).max().unwrap_or(0);
        for &(removed, digit) in rules.moves() {
            for heaps in (1..=digit.ilog2()).filter(|heaps| digit >> heaps & 1 == 1) {
                let most = (below - odd * removed as i64 + i64::from(heaps) * above).div_euclid(p);
                scale.excess = scale.excess.max(most);
            }
        }
        let before = (1..from).map(|n| scale.q(n) + 1);
        let least = (from..from + period).map(|n| scale.q(n)).chain(before).chain([scale.excess]).max().unwrap_or(0);
        scale.low = exponent(least);
        scale
    }

    fn q(&self, n: u64) -> i64 {
        i64::from(self.values[n as usize] >> self.t)
    }

    /// Hypotheses 3 and 4 for the best numbers, if they can hold.
    fn prove(&self, watch: &mut dyn Watch) -> Result<Option<ArithmeticProof>, Stopped> {
        let (count, unit) = (self.values.len() as u64, 1i64 << self.low);
        let stretch = 2 * unit as u64 * self.period;
        let Some(twins) = count.checked_sub(stretch).filter(|&twins| twins >= self.from) else { return Ok(None) };
        let is_large = |slack: i64| (twins..count).all(|n| self.q(n) >= (2 * self.odd + 1) * unit + slack - 1);
        let reaches = |high: u32, slack: i64| {
            let heaps = i64::from(self.rules.most_heaps());
            let order = order_of_two(self.odd as u64) as i64;
            let least = power(i64::from(self.low) + heaps * self.odd);
            let least = least.max(power(i64::from(high) + self.odd * order).saturating_add(slack - 1));
            (count - self.period..count).all(|n| self.q(n) + self.odd >= least)
        };
        if !is_large(1) || !reaches(self.low, 1) {
            return Ok(None);
        }
        let mut slack = 1;
        let mut pulse = Pulse::new(watch, "heaps with twin options", Some(stretch), 1);
        for n in twins..count {
            pulse.tick()?;
            slack = slack.max(self.q(n) - self.first_without_twins(n) + 1);
            if !is_large(slack) {
                return Ok(None);
            }
        }
        let high = exponent(slack + self.excess - 1).max(self.low);
        let proof = ArithmeticProof { values: count, scale: (self.low, high), slack: slack as u64, twins };
        Ok(reaches(high, slack).then_some(proof))
    }

    /// `floor(v / 2^t)` for the least `v` that is not the value of a twin option of `n`.
    fn first_without_twins(&self, n: u64) -> i64 {
        let mut found = vec![false; 1 << 16];
        let _ = self.rules.each_option::<()>(n, |_, heaps| {
            if self.is_twin(heaps) {
                found[heaps.iter().fold(0, |sum, &heap| sum ^ usize::from(self.values[heap as usize]))] = true;
            }
            ControlFlow::Continue(())
        });
        found.iter().position(|&found| !found).unwrap_or(1 << 16) as i64 >> self.t
    }

    fn is_twin(&self, heaps: &[u64]) -> bool {
        let x = |heap: u64| self.q(heap) >> self.low;
        let large = heaps.iter().filter(|&&heap| x(heap) >= 1).count();
        heaps.iter().enumerate().any(|(k, &b)| {
            let others = large - if x(b) >= 1 { 2.min(large) } else { 0 };
            b >= self.from && others <= 1 && heaps[k + 1..].iter().any(|&c| c >= self.from && x(b) == x(c))
        })
    }
}

/// The least `e` with `2^e >= least`.
fn exponent(least: i64) -> u32 {
    u64::try_from(least).unwrap_or(0).max(1).next_power_of_two().trailing_zeros()
}

/// `2^exponent`, or more than any value where that would be large.
fn power(exponent: i64) -> i64 {
    1 << exponent.min(40)
}

/// The least `o > 0` with `2^o = 1` modulo an odd number.
fn order_of_two(odd: u64) -> u64 {
    let (mut order, mut power) = (1, 2 % odd);
    while power != 1 % odd {
        power = 2 * power % odd;
        order += 1;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::watch::Unwatched;

    fn prove(game: &str, count: u64) -> Option<(Period, ArithmeticProof)> {
        let rules = game.parse::<Game>().unwrap().rules().clone();
        let values = crate::engine::values(&rules, count).unwrap();
        Arithmetic::for_rules(&rules)?.prove(&values, &mut Unwatched).unwrap()
    }

    #[test]
    fn known_periods() {
        for (game, count, (preperiod, period, saltus)) in
            [(".8", 60, (1, 3, 1)), (".28", 500, (3, 4, 2)), (".9C", 420, (36, 26, 16))]
        {
            let found = prove(game, count).map(|(found, _)| (found.preperiod, found.period, found.saltus));
            assert!(found.is_some_and(|found| found.1 > 0 && found.2 > 0), "{game} {found:?}");
            if game == ".8" {
                assert_eq!(found, Some((preperiod, period, saltus)), "{game}");
            }
        }
        // It looks like an arithmetic period for 1886 heaps.
        assert_eq!(prove(".F6", 1800), None);
        assert_eq!(prove(".8", 12), None);
    }

    #[test]
    fn games_that_the_theorem_does_not_cover() {
        for game in ["grundy", "nim", "kayles", "S(1,2)", ".3..."] {
            assert!(Arithmetic::for_rules(game.parse::<Game>().unwrap().rules()).is_none(), "{game}");
        }
    }

    /// The lemma of the proof: every residue modulo an odd σ is the sum of some, not none, of any σ powers of two.
    #[test]
    fn residues_are_sums_of_powers() {
        for odd in [1u64, 3, 5, 7, 9] {
            let order = order_of_two(odd);
            for choice in 0..order.pow(odd as u32).min(5000) {
                let powers = (0..odd).map(|place| 1u64 << (choice / order.pow(place as u32) % order));
                let mut sums = vec![false; odd as usize];
                for power in powers {
                    let more: Vec<u64> = (0..odd).filter(|&r| sums[r as usize]).map(|r| (r + power) % odd).collect();
                    more.into_iter().chain([power % odd]).for_each(|r| sums[r as usize] = true);
                }
                assert!(sums.iter().all(|&sum| sum), "{odd} {choice}");
            }
        }
    }
}
