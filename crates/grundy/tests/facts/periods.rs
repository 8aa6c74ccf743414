//! Periods, outcomes, and open games.

use crate::claims::{self, Judgement};
use crate::engines::runs;
use grundy::answer::Limits;
use grundy::facts::{self, Openness, PeriodRow, Status};
use grundy::game::Class;
use grundy::watch::Unwatched;
use grundy::{Game, Rules};
use std::collections::HashMap;

/// No run goes further than this,
const REACH: u64 = 700_000;
/// and no further than this when the claim lies beyond it.
const GLANCE: u64 = 20_000;

/// How many values settle a claim.
fn needed(fact: &PeriodRow) -> u64 {
    let Some(period) = fact.period else { return 0 };
    let preperiod = fact.preperiod.unwrap_or(2 * period);
    let proof = claims::needed(fact.game.rules(), preperiod, period);
    let count = fact.upto.map_or(proof.unwrap_or(preperiod + 4 * period), |upto| upto + 1);
    if count > REACH { GLANCE } else { count.max(64) }
}

#[test]
fn periods_are_the_smallest() {
    let mut games: HashMap<&Game, Vec<&PeriodRow>> = HashMap::new();
    for fact in facts::periods() {
        games.entry(&fact.game).or_default().push(fact);
    }
    let mut proved_again = 0;
    for (game, facts) in games {
        let rules = game.rules();
        for run in runs(rules, facts.iter().map(|fact| needed(fact)).max().unwrap()) {
            for fact in &facts {
                let name = format!("{game} {} {}", run.engine, fact.source);
                proved_again += u32::from(check(fact, rules, &run.values, &name) && fact.status == Status::Proved);
            }
        }
    }
    assert!(proved_again > 500, "{proved_again}");
}

/// Nothing is called observed, or open, that the theorems here prove; and what moves with three heaps or more are said
/// to do is proved by them again.
#[test]
fn what_solve_proves_is_called_proved() {
    let limits = Limits { values: Some(1500), time: None, theorem: None };
    let solve = |game: &Game| {
        let solution = game.solve(&limits, &mut Unwatched).unwrap();
        solution.preperiod.zip(solution.period).zip(solution.saltus)
    };
    let mut proved = 0;
    for fact in facts::periods().iter().filter(|fact| fact.game.rules().class() > Class::Octal) {
        let found = solve(&fact.game);
        match fact.status {
            Status::Proved if found.is_none() => assert_eq!(fact.game.to_string(), ".3F", "it takes 4160 values"),
            Status::Proved => {
                assert_eq!(found, fact.preperiod.zip(fact.period).zip(fact.saltus), "{}", fact.game);
                proved += 1;
            }
            Status::Published | Status::Observed => assert_eq!(found, None, "{} is not called proved", fact.game),
        }
    }
    assert!(proved >= 76, "{proved}");
    for fact in facts::open().iter().filter(|fact| fact.status == Openness::NoPeriodSeen) {
        assert_eq!(solve(&fact.game), None, "{} is called open", fact.game);
    }
}

/// Checks a fact on values, and says whether they prove it.
fn check(fact: &PeriodRow, rules: &Rules, v: &[u16], name: &str) -> bool {
    let Some(period) = fact.period else {
        assert!(fact.preperiod.is_some(), "{name}: says nothing");
        return false;
    };
    let saltus = fact.saltus.unwrap();
    let preperiod = fact.preperiod.unwrap_or_else(|| walk_back(v, period));
    let judgement = claims::period(v, preperiod as usize, period as usize, saltus as usize);
    assert_ne!(judgement, Judgement::Fails, "{name}");
    if let (Some(max), Some(at)) = (fact.max, fact.max_at) {
        assert_ne!(claims::largest(v, max, at), Judgement::Fails, "{name}");
    }
    let within = v.len() as u64 >= needed(fact) && needed(fact) != GLANCE;
    assert!(!within || judgement == Judgement::Holds, "{name}");
    saltus == 0 && claims::needed(rules, preperiod, period).is_some_and(|n| v.len() as u64 >= n)
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
        let count = claims::needed(rules, fact.preperiod, fact.period).unwrap();
        for run in runs(rules, count) {
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
        for run in runs(fact.game.rules(), far + 1) {
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
    let rules = ".F6".parse::<Game>().unwrap().rules().clone();
    let v = grundy::engine::values(&rules, 1950).unwrap();
    let breaks: Vec<usize> = (603..v.len() - 43).filter(|&n| v[n + 43] != v[n] + 32).collect();
    assert_eq!(breaks[..2], [603, 1886]);
}
