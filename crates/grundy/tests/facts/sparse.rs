//! Rare heaps for the masks of the facts, counted from the definition.

use crate::claims::{self, Judgement};
use crate::engines::runs;
use grundy::facts::{self, Sparse};

/// How far a run goes: a heap costs as many steps as there are rares.
fn reach(fact: &Sparse) -> u64 {
    if fact.rares.is_some_and(|rares| rares < 1000) { 40_000 } else { 6000 }
}

#[test]
fn rares_are_as_many_as_printed() {
    let mut complete = 0;
    for fact in facts::sparse() {
        let (Some(mask), Some(parity)) = (fact.mask, fact.parity) else { continue };
        let rules = fact.game.rules();
        let end = fact.upto.unwrap_or(u64::MAX - 1).min(reach(fact) - 1);
        for run in runs(&rules, end + 1) {
            let name = format!("{} {} {}", fact.game, run.engine, fact.source);
            let rares = claims::rares(&rules, &run.values, mask, parity);
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
    assert!(complete >= 20, "{complete}");
}
