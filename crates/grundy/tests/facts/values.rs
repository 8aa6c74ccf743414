//! Values, equivalences, and the options of some heaps.

use crate::engines::{Run, runs};
use grundy::{Game, facts};
use std::collections::HashMap;
use std::ops::ControlFlow;

#[test]
fn values_are_as_printed() {
    for fact in facts::values() {
        let end = fact.from as usize + fact.values.len();
        for run in runs(fact.game.rules(), end as u64) {
            assert_eq!(run.values.len(), end, "{} {}: too short a run", fact.game, run.engine);
            assert_eq!(run.values[fact.from as usize..], fact.values, "{} {} {}", fact.game, run.engine, fact.source);
        }
    }
}

#[test]
fn equivalent_games_agree() {
    const COUNT: u64 = 700;
    let mut memory: HashMap<&Game, Vec<Run>> = HashMap::new();
    for fact in facts::equivalences() {
        for game in [&fact.game, &fact.canonical] {
            memory.entry(game).or_insert_with(|| runs(game.rules(), COUNT));
        }
        for a in &memory[&fact.game] {
            for b in memory[&fact.canonical].iter().filter(|b| b.engine == a.engine) {
                let name = format!("{} {} {}", fact.game, fact.canonical, a.engine);
                assert!(agree(&a.values, &b.values, fact.shift) >= 690, "{name}");
            }
        }
    }
}

/// Checks `a[n] = b[n - shift]` wherever both exist, and says how often that was; 0 when it is not so.
pub fn agree(a: &[u16], b: &[u16], shift: i64) -> usize {
    let (ahead, behind) = (shift.max(0) as usize, (-shift).max(0) as usize);
    let (a, b) = (a.get(ahead..).unwrap_or(&[]), b.get(behind..).unwrap_or(&[]));
    let length = a.len().min(b.len());
    if a[..length] == b[..length] { length } else { 0 }
}

#[test]
fn options_are_counted_and_listed() {
    for fact in facts::options() {
        let mut options = Vec::new();
        let mut count = 0;
        let _ = fact.game.rules().each_option(fact.heap, |_, heaps| {
            count += 1;
            options.push(heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(" "));
            ControlFlow::<()>::Continue(())
        });
        assert_eq!(count, fact.count, "{} {}", fact.game, fact.heap);
        if let Some(listed) = &fact.options {
            let mut listed: Vec<&str> = listed.split("; ").collect();
            listed.sort_unstable();
            options.sort_unstable();
            assert_eq!(options, listed, "{} {}", fact.game, fact.heap);
        }
    }
}
