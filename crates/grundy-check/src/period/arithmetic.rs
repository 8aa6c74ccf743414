//! **Theorem of arithmetic periods.** Let a finite code leave at most h heaps, `S > 0`, `S = s 2^t` with s odd, and o
//! the order of 2 modulo s. Let `F = max(N0, 1)`, `q(n) = floor(G(n) / 2^t)` and `X(n) = floor(q(n) / 2^B)`. Let `λ` be
//! the largest `P q(a) - s a` for `1 <= a < F + P`, `λ'` the largest `s n - P q(n)` for `F <= n < F + P`, and E the
//! largest of 0 and all `floor((λ' - s i + j λ) / P)` with `j >= 1` and bit j in `d_i`. A *twin option* leaves two
//! heaps `b, c >= F` with `X(b) = X(c)`, and of its other heaps at most one has `X >= 1`. Suppose, with N values known,
//! `C >= 1` and `A >= B`, that
//!
//! 1. `G(n + P) = G(n) + S` for `N0 <= n < N - P`, and `N >= F + P`;
//! 2. `2^B >= E`; `2^B >= q(n)` for `F <= n < F + P`; `2^B > q(n)` for `1 <= n < F`; `2^A >= C + E - 1`;
//! 3. for a heap `T >= F` with `T + 2^(B+1) P <= N` and all n from T to there: `q(n) >= (2 s + 1) 2^B + C - 1`, and
//!    each v with `floor(v / 2^t) <= q(n) - C` is the value of a twin option of n;
//! 4. `q(n) + s >= max(2^(B + h s), 2^(A + s o) + C - 1)` for `N - P <= n < N`.
//!
//! Then 1 holds for all `n >= N0`. The proof is in the book; the twin options are found here by trying all options.

use super::{Claim, Seen};
use crate::code::{Ban, Game};
use crate::limits::{Budget, Meter};
use crate::marks::Marks;
use crate::period::classical::{Ring, naive};
use crate::reader::{Certificate, Refusal, require, unreadable};

/// The lines of the theorem.
pub const KEYS: [&str; 5] = ["saltus", "values", "scale", "slack", "twins"];

/// Checks the four hypotheses, in order.
pub fn check(game: &Game, claim: &Claim, certificate: &Certificate, budget: &Budget) -> Result<Seen, Refusal> {
    require(game.ban == Ban::Nothing, || "game: the theorem speaks of codes".to_owned())?;
    require(claim.saltus > 0, || "saltus: the theorem needs a saltus".to_owned())?;
    let count: u64 = certificate.number("values")?;
    let &[low, high] = &certificate.numbers::<u32>("scale")?[..] else {
        return unreadable("the line \"scale\" is two exponents, B and A");
    };
    let slack: i128 = certificate.number::<u64>("slack")?.into();
    let twins: u64 = certificate.number("twins")?;
    let &Claim { preperiod, period, saltus, .. } = claim;
    let from = preperiod.max(1);
    budget.memory::<u16>(u128::from(count) + 1, "values")?;
    require(count >= from + period && low <= high && slack >= 1, || {
        "values: a period and its beginning must be known, B be at most A, and the slack at least 1".to_owned()
    })?;
    let g = values(game, claim, count, budget)?;

    let t = saltus.trailing_zeros();
    let odd = i128::from(saltus >> t);
    let p = i128::from(period);
    let q = |n: u64| i128::from(g.at(n) >> t);
    let excess = excess(game, claim, odd, &q);
    let (unit, top) = (power(low.into()), power(high.into()));
    let small = (1..from).all(|n| q(n) < unit) && (from..from + period).all(|n| q(n) <= unit);
    require(small && unit >= excess, || "scale: 2^B is too small".to_owned())?;
    require(top >= slack + excess - 1, || "scale: 2^A is too small".to_owned())?;

    let end = u64::try_from(i128::from(twins) + unit.saturating_mul(2 * p)).ok().filter(|&end| end <= count);
    let Some(end) = end.filter(|_| twins >= from) else {
        return Err(Refusal::Fails("twins: 2^(B+1) periods of them must lie within the values".to_owned()));
    };
    let mut meter = Meter::new(budget);
    let mut marks = Marks::new();
    for n in twins..end {
        require(q(n) >= (2 * odd + 1) * unit + slack - 1, || format!("twins: the value of heap {n} is too small"))?;
        marks.clear();
        game.each_option(n as usize, &mut |heaps| {
            let x = |heap: usize| q(heap as u64) / unit;
            if is_twin(heaps, from, &x) {
                marks.set(heaps.iter().fold(0, |sum, &heap| sum ^ g.at(heap as u64)));
            }
            meter.look(1 + heaps.len() as u64)
        })?;
        let missing = (0..=u16::MAX).find(|&v| i128::from(v >> t) > q(n) - slack || !marks.has(v));
        let is_covered = missing.is_none_or(|v| i128::from(v >> t) > q(n) - slack);
        require(is_covered, || format!("twins: heap {n} has no twin option of some value that it needs"))?;
    }

    let heaps = i128::from(game.most_heaps());
    let order = i128::from(order_of_two(odd as u64));
    let least =
        power(i128::from(low) + heaps * odd).max(power(i128::from(high) + odd * order).saturating_add(slack - 1));
    require((count - period..count).all(|n| q(n) + odd >= least), || {
        format!("values: there are too few of them; the last ones must reach {least}")
    })?;
    let mut wanted = claim.wanted();
    wanted.sort_unstable();
    wanted.dedup();
    Ok(wanted.into_iter().filter(|&heap| heap < count).map(|heap| (heap, g.at(heap))).collect())
}

/// The values from the definition, with hypothesis 1.
fn values(game: &Game, claim: &Claim, count: u64, budget: &Budget) -> Result<Ring, Refusal> {
    let &Claim { preperiod, period, saltus, .. } = claim;
    budget.expect(count.into())?;
    let mut g = Ring { values: vec![0; count as usize + 1] };
    let mut meter = Meter::new(budget);
    let mut marks = Marks::new();
    for n in 0..count {
        let value = naive(game, n, &g, &mut marks, &mut meter)?;
        g.put(n, value);
        if let Some(before) = n.checked_sub(period).filter(|&before| before >= preperiod) {
            let expected = u64::from(g.at(before)) + saltus;
            require(u64::from(value) == expected, || format!("period: heap {n} has value {value}, not {expected}"))?;
        }
    }
    Ok(g)
}

/// E: by how much the sum of the q of an option may pass that of its heap.
fn excess(game: &Game, claim: &Claim, odd: i128, q: &impl Fn(u64) -> i128) -> i128 {
    let p = i128::from(claim.period);
    let from = claim.preperiod.max(1);
    let end = from + claim.period;
    let above = (1..end).map(|a| p * q(a) - odd * i128::from(a)).max().unwrap_or(0);
    let below = (from..end).map(|n| odd * i128::from(n) - p * q(n)).max().unwrap_or(0);
    let mut excess = 0;
    for (removed, digit) in (0..).zip(&game.digits) {
        for heaps in (1..16).filter(|heaps| digit >> heaps & 1 == 1) {
            excess = excess.max((below - odd * removed + i128::from(heaps) * above).div_euclid(p));
        }
    }
    excess
}

/// Whether two of the heaps are twins, and at most one of the others counts.
fn is_twin(heaps: &[usize], from: u64, x: &impl Fn(usize) -> i128) -> bool {
    let large = heaps.iter().filter(|&&heap| x(heap) >= 1).count();
    heaps.iter().enumerate().any(|(k, &b)| {
        let twin = |&c: &usize| {
            let of_twins = 2 * usize::from(x(b) >= 1);
            b as u64 >= from && c as u64 >= from && x(b) == x(c) && large - of_twins <= 1
        };
        heaps[k + 1..].iter().any(twin)
    })
}

/// `2^exponent`, or more than any value where that would be large.
fn power(exponent: i128) -> i128 {
    if exponent < 64 { 1 << exponent } else { 1 << 64 }
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
    use super::{is_twin, order_of_two};

    #[test]
    fn small_parts() {
        assert_eq!([1, 3, 5, 7, 9, 341].map(order_of_two), [1, 2, 4, 3, 6, 10]);
        let x = |heap: usize| heap as i128 / 10;
        for (heaps, is) in [
            (&[12, 15][..], true),
            (&[12, 25], false),
            (&[2, 3], true),
            (&[1, 3], false),
            (&[12, 15, 40], true),
            (&[12, 15, 40, 50], false),
            (&[12, 15, 4, 50], true),
            (&[12], false),
        ] {
            assert_eq!(is_twin(heaps, 2, &x), is, "{heaps:?}");
        }
    }
}
