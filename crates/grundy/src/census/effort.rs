//! How far each round goes, and which class comes first.
//!
//! Round `r` is meant to take `0.1 * 10^r` seconds for a class. A clock would make the results of a round depend on the
//! machine, so the effort is turned into a number of values by what the round before has found, which is mathematics.
//! With `R` rare heaps among `n`, an engine looks at about `R` options for each heap: while further heaps become rare,
//! `N` values cost about `(R / n) N^2 / 2` options, afterwards `R N`. The unit below was measured once; a machine on
//! which it is wrong takes longer or shorter for a round and finds the same.

use super::Found;
use crate::engine::{Kind, choose};
use crate::game::Game;

/// Seconds for an option, as they were measured once.
const OPTION: f64 = 4e-9;
/// What a heap costs besides its rare options, in options.
const HEAP: f64 = 8.0;
/// A round goes at most this much further than the one before: rares may still appear.
const LEAP: u64 = 64;
/// The values of the first round of games that leave at most two heaps: too few to see how rare heaps are.
const FIRST: u64 = 1 << 13;

/// The seconds that a round is meant to take for a class.
pub fn seconds(round: u32) -> f64 {
    0.1 * 10f64.powi(round.min(30).cast_signed())
}

/// The round that is meant to take this many seconds: 0.1, 1, 10, …
pub fn round(text: &str) -> Option<u32> {
    let asked: f64 = text.trim().parse().ok()?;
    (0..12).find(|&round| (seconds(round) - asked).abs() < 1e-9 * asked.abs())
}

/// How many values a class is given in a round, after what the rounds before have found.
pub fn values(game: &Game, round: u32, before: Option<&Found>) -> u64 {
    let seconds = seconds(round);
    let wanted = match (choose(game.rules()), before) {
        // A value in constant time.
        (Kind::Take, _) => seconds * 1e7,
        // All sums of three heaps: a set of values for each heap.
        (Kind::Heaps | Kind::Naive, _) => 1200.0 * (seconds * 10.0).sqrt(),
        (_, None) => FIRST as f64,
        (_, Some(found)) => {
            let n = found.verified.max(1) as f64;
            let rares = found.sparse.as_ref().map_or(n / 4.0, |sparse| sparse.rares as f64);
            let growing = (2.0 * seconds * n / (OPTION * rares.max(1.0))).sqrt();
            let settled = seconds / (OPTION * (rares + HEAP));
            if found.is_settled() { settled.max(growing) } else { growing }
        }
    };
    let least = before.map_or(1, |found| found.verified + found.verified / 2);
    let most = before.map_or(u64::MAX, |found| found.verified.saturating_mul(LEAP));
    round_down(wanted).max(least).min(most.max(1))
}

/// Two leading digits and zeros: a number that a person remembers.
fn round_down(wanted: f64) -> u64 {
    let wanted = wanted.clamp(1.0, 1e15) as u64;
    let unit = 10u64.pow(wanted.ilog10().saturating_sub(1));
    wanted / unit * unit
}

/// The order within a round, smallest first: where a state seems to have returned, where heaps stopped being rare,
/// where few are, where values are small.
pub fn promise(found: &Found) -> (bool, bool, u64, u16) {
    let rares = found.sparse.as_ref().map_or(u64::MAX, |sparse| sparse.rares);
    (!found.is_promising(), !found.is_settled(), rares, found.max.map_or(0, |max| max.value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_named_by_their_seconds() {
        assert_eq!(["0.1", "1", "10", "100"].map(round), [Some(0), Some(1), Some(2), Some(3)]);
        assert_eq!((round("5"), round("x"), round("-1")), (None, None, None));
    }

    #[test]
    fn every_round_goes_further() {
        for game in [".6", ".F6", "S(1,2)", "allbut(1)"] {
            let game: Game = game.parse().unwrap();
            let mut found = Found { verified: values(&game, 0, None), ..Found::default() };
            for round in 1..8 {
                let next = values(&game, round, Some(&found));
                assert!(next > found.verified, "{game} in round {round}");
                found.verified = next;
            }
        }
        assert_eq!((round_down(123_456.0), round_down(9.7), round_down(0.0)), (120_000, 9, 1));
    }
}
