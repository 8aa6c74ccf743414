//! Claims about a sequence, judged on its first values.

use grundy::game::{Class, Rules};

/// What the first values say about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// Every part of the claim was seen to hold.
    Holds,
    /// Part of it lies beyond the values at hand; the rest holds.
    OutOfReach,
    /// It is wrong.
    Fails,
}

/// The claim that `preperiod`, `period` and `saltus` are the smallest ones.
pub fn period(v: &[u16], preperiod: usize, period: usize, saltus: usize) -> Judgement {
    let repeats = |n: usize, p: usize, s: usize| v[n + p] as usize == v[n] as usize + s;
    let end = v.len().saturating_sub(period);
    if (preperiod..end).any(|n| !repeats(n, period, saltus)) {
        return Judgement::Fails;
    }
    if preperiod > 0 && preperiod - 1 < end && repeats(preperiod - 1, period, saltus) {
        return Judgement::Fails;
    }
    if end < preperiod + period {
        return Judgement::OutOfReach;
    }
    // The smallest period divides every period.
    let smaller = (1..period).filter(|q| period.is_multiple_of(*q) && (saltus * q).is_multiple_of(period));
    let is_period = |q: usize| (preperiod..preperiod + period).all(|n| repeats(n, q, saltus * q / period));
    if smaller.into_iter().any(is_period) { Judgement::Fails } else { Judgement::Holds }
}

/// How many values the theorem for the game's class needs to prove a period with saltus 0, if it has one.
pub fn needed(rules: &Rules, preperiod: u64, period: u64) -> Option<u64> {
    let last = rules.last_removal()?;
    match rules.class() {
        Class::Subtraction => Some(preperiod + period + last.max(period)),
        Class::Octal => Some(2 * preperiod + 2 * period + last + 1),
        _ => None,
    }
}

/// The rare heaps below `v.len()` for a mask, from the definition.
pub fn rares(rules: &Rules, v: &[u16], mask: u64, parity: u8) -> Vec<u64> {
    let mut splits = rules.moves().iter().filter(|(_, digit)| digit & 4 != 0).map(|(i, _)| i % 2);
    let kappa = if parity == 0 {
        1
    } else {
        let q = splits.next().expect("a game that splits");
        assert!(splits.all(|p| p == q), "heap parity is not admissible here");
        1 - q
    };
    let class = |n: u64| u64::from((mask & u64::from(v[n as usize])).count_ones()) + u64::from(parity) * n;
    (0..v.len() as u64).filter(|&n| class(n) % 2 != kappa).collect()
}

/// The claim that the first heap with the largest value of all is `at`.
pub fn largest(v: &[u16], max: u64, at: u64) -> Judgement {
    let at = at as usize;
    let below = |v: &[u16]| v.iter().all(|&x| u64::from(x) < max);
    match v.get(at) {
        _ if v.iter().any(|&x| u64::from(x) > max) => Judgement::Fails,
        None if below(v) => Judgement::OutOfReach,
        Some(&x) if u64::from(x) == max && below(&v[..at]) => Judgement::Holds,
        _ => Judgement::Fails,
    }
}
