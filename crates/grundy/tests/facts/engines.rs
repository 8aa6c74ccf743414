//! The engines under test and how far each is asked to go.

use grundy::engine::{self, Kind};
use grundy::game::{Class, Rules};

/// What an engine says.
pub struct Run {
    pub engine: Kind,
    pub values: Vec<u16>,
}

/// The values of the heaps below `count` from every engine that can run the game; a slow engine gives fewer.
pub fn runs(rules: &Rules, count: u64) -> Vec<Run> {
    let kinds = Kind::ALL.into_iter().filter(|kind| kind.takes(rules));
    let run = |engine| Run { engine, values: values(engine, rules, count.min(far(engine, rules))) };
    kinds.map(run).collect()
}

/// The values of the heaps below `count` from one engine.
pub fn values(engine: Kind, rules: &Rules, count: u64) -> Vec<u16> {
    engine::values_with(engine, rules, count).unwrap()
}

/// How far an engine is asked to go: further costs too much time for a test.
fn far(engine: Kind, rules: &Rules) -> u64 {
    match (engine, rules.class()) {
        (Kind::Naive, Class::Subtraction) if rules.is_finite() => 40_000,
        (Kind::Naive, Class::Subtraction) => 1000,
        (Kind::Naive, Class::Octal) | (Kind::Heaps, _) => 2000,
        (Kind::Naive, _) => 501,
        (Kind::Dense, _) => 5000,
        _ => u64::MAX,
    }
}
