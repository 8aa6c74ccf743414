//! Periods, outcomes, and open games.

use crate::claims::{self, Judgement};
use crate::engines::runs;
use grundy::facts::{self, Openness, Status};

/// No run goes further than this.
const REACH: u64 = 200_000;

#[test]
fn periods_are_the_smallest() {
    let mut proved_again = 0;
    for fact in facts::periods() {
        let Some(period) = fact.period else {
            assert!(fact.preperiod.is_some(), "{}: says nothing", fact.game);
            continue;
        };
        let (rules, saltus) = (fact.game.rules(), fact.saltus.unwrap());
        let guess = fact.preperiod.unwrap_or(2 * period);
        let needed = claims::needed(&rules, guess, period).unwrap_or(guess + 4 * period);
        let count = fact.upto.map_or(needed, |upto| upto + 1).clamp(64, REACH);
        for run in runs(&rules, count) {
            let (v, name) = (&run.values, format!("{} {} {}", fact.game, run.engine, fact.source));
            let preperiod = fact.preperiod.unwrap_or_else(|| walk_back(v, period));
            let judgement = claims::period(v, preperiod as usize, period as usize, saltus as usize);
            assert_ne!(judgement, Judgement::Fails, "{name}");
            if v.len() as u64 >= count && count < REACH {
                assert_eq!(judgement, Judgement::Holds, "{name}");
            }
            if let (Some(max), Some(at)) = (fact.max, fact.max_at) {
                assert_ne!(claims::largest(v, max, at), Judgement::Fails, "{name}");
            }
            let proof = claims::needed(&rules, preperiod, period).filter(|_| saltus == 0);
            proved_again += u32::from(fact.status == Status::Proved && proof.is_some_and(|n| v.len() as u64 >= n));
        }
    }
    assert!(proved_again > 200, "{proved_again}");
}

/// The smallest heap from which `v` has this period.
fn walk_back(v: &[u16], period: u64) -> u64 {
    let p = period as usize;
    (0..v.len().saturating_sub(p)).rev().find(|&n| v[n + p] != v[n]).map_or(0, |n| n as u64 + 1)
}

#[test]
fn outcomes_have_their_period() {
    for fact in facts::outcomes() {
        let rules = fact.game.rules();
        let count = claims::needed(&rules, fact.preperiod, fact.period).unwrap();
        for run in runs(&rules, count) {
            let outcomes: Vec<u16> = run.values.iter().map(|&v| u16::from(v != 0)).collect();
            let judgement = claims::period(&outcomes, fact.preperiod as usize, fact.period as usize, 0);
            assert_eq!(judgement, Judgement::Holds, "{} {}", fact.game, run.engine);
        }
    }
}

#[test]
fn open_games_show_no_period() {
    for fact in facts::open() {
        let far = fact.upto.unwrap_or(0).min(2000);
        for run in runs(&fact.game.rules(), far + 1) {
            let (v, name) = (&run.values, format!("{} {}", fact.game, run.engine));
            if let (Some(max), Some(at)) = (fact.max, fact.max_at) {
                assert_ne!(claims::largest(v, max, at), Judgement::Fails, "{name}");
            }
            if fact.status == Openness::NoPeriodSeen {
                assert_eq!(v.len() as u64, far + 1, "{name}");
                assert_eq!(v.iter().max().map(|&v| u64::from(v)), fact.max, "{name}");
                assert_eq!(seen_on_the_last_half(v), None, "{name}");
            }
        }
    }
}

/// A period, arithmetic or not, that holds on the last half of `v` and is seen there at least four times. (Shorter
/// stretches do look periodic by chance of the moment: `.D2` adds 16 every 19 heaps from 419 to 549 and then no more.)
fn seen_on_the_last_half(v: &[u16]) -> Option<usize> {
    let half = v.len() / 2;
    (1..=half / 4).find(|&p| {
        let saltus = i32::from(v[half + p]) - i32::from(v[half]);
        (half..v.len() - p).all(|n| i32::from(v[n + p]) - i32::from(v[n]) == saltus)
    })
}

/// Thirty arithmetic periods in a row prove nothing: `.F6` adds 32 every 43 heaps from 604 on, and stops at 1886.
#[test]
fn a_long_arithmetic_period_can_break() {
    let rules = ".F6".parse::<grundy::Game>().unwrap().rules();
    let v = grundy::engine::values(&rules, 1950).unwrap();
    let breaks: Vec<usize> = (603..v.len() - 43).filter(|&n| v[n + 43] != v[n] + 32).collect();
    assert_eq!(breaks[..2], [603, 1886]);
}
