//! Rare heaps for the masks of the facts, counted from the definition; and what the search for a space finds.

use crate::claims::{self, Judgement};
use crate::engines::runs;
use grundy::facts::{self, SparseRow, Verdict};
use grundy::sparse::{self, Space};
use grundy::watch::Unwatched;
use grundy::{Game, engine};

/// How far a run goes: a heap costs as many steps as there are rares.
fn reach(fact: &SparseRow) -> u64 {
    if fact.rares.is_some_and(|rares| rares < 1000) { 40_000 } else { 6000 }
}

#[test]
fn rares_are_as_many_as_printed() {
    let mut complete = 0;
    for fact in facts::sparse() {
        let (Some(mask), Some(parity)) = (fact.mask, fact.parity) else { continue };
        let rules = fact.game.rules();
        let end = fact.upto.unwrap_or(u64::MAX - 1).min(reach(fact) - 1);
        for run in runs(rules, end + 1) {
            let name = format!("{} {} {}", fact.game, run.engine, fact.source);
            let rares = claims::rares(rules, &run.values, mask, parity);
            let last = rares.last().copied().unwrap_or(0);
            let seen = run.values.len() as u64 - 1;
            if let Some(claimed) = fact.rares {
                assert!(rares.len() as u64 <= claimed, "{name}: {} rares", rares.len());
                if Some(seen) == fact.upto || fact.last_rare.is_some_and(|last| seen >= last) {
                    assert_eq!(rares.len() as u64, claimed, "{name}");
                    complete += 1;
                }
            }
            if let Some(claimed) = fact.last_rare {
                assert!(last == claimed || last < claimed && seen < claimed, "{name}: last rare {last}");
            }
            if let Some(max) = fact.max {
                let largest = claims::largest(&run.values, max, fact.max_at.unwrap_or(u64::MAX));
                assert!(fact.max_at.is_none() || largest != Judgement::Fails, "{name}");
                assert!(run.values.iter().all(|&v| u64::from(v) <= max), "{name}");
            }
        }
    }
    assert!(complete >= 100, "{complete}");
}

/// The search misses no space of the facts: none has fewer rares on the last three quarters.
#[test]
fn the_search_finds_a_space_at_least_as_good() {
    let mut searched = 0;
    for fact in facts::sparse().iter().filter(|fact| fact.rares.is_some_and(|rares| rares < 300)) {
        let (Some(mask), Some(parity), Some(last)) = (fact.mask, fact.parity, fact.last_rare) else { continue };
        let rules = fact.game.rules();
        let values = engine::values(rules, (4 * last).clamp(2000, 32_769)).unwrap();
        let found = sparse::find(rules, &values).unwrap_or_else(|| panic!("{}: no space", fact.game));
        let late = |space: Space| space.rares(&values).filter(|&n| n >= values.len() as u64 / 4).count();
        let (_, kappa) = sparse::admissible(rules).into_iter().find(|&(p, _)| p == parity).unwrap();
        let known = Space { mask: mask as u16, parity, kappa };
        assert!(late(found) <= late(known), "{}: {found:?}, known {known:?}", fact.game);
        searched += 1;
    }
    assert!(searched > 30, "{searched}");
}

/// Where a whole preperiod and period are in reach, the figures of the tables come out of the values alone.
#[test]
fn rares_and_depth_are_measured_as_printed() {
    const REACH: u64 = 500_000;
    let mut measured = 0;
    for fact in facts::sparse() {
        let (Some(depth), Verdict::Periodic(settled)) = (fact.depth, facts::about(&fact.game).verdict) else {
            continue;
        };
        let count = settled.preperiod.unwrap() + 2 * settled.period + 2 * depth;
        if count > REACH {
            continue;
        }
        let found = measure(&fact.game, count);
        assert_eq!((Some(found.rares), found.depth), (fact.rares, depth), "{}: {found:?}", fact.game);
        assert!(fact.last_rare.is_none_or(|last| found.last_rare == Some(last)), "{}: {found:?}", fact.game);
        measured += 1;
    }
    assert!(measured >= 7, "{measured}");
}

fn measure(game: &Game, count: u64) -> sparse::Statistics {
    let rules = game.rules();
    let values = engine::values(rules, count).unwrap();
    let space = sparse::find(rules, &values).unwrap();
    sparse::measure(rules, &values, space, &mut Unwatched).unwrap()
}
