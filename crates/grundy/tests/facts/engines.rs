//! The engines under test and how far each is asked to go.

use grundy::engine::naive;
use grundy::rules::{Class, Rules};

/// What an engine says.
pub struct Run {
    pub engine: &'static str,
    pub values: Vec<u16>,
}

/// The values of the heaps below `count` from every engine that can run the game; a slow engine gives fewer.
pub fn runs(rules: &Rules, count: u64) -> Vec<Run> {
    let far = match rules.class() {
        Class::Subtraction if rules.is_finite() => 40_000,
        Class::Subtraction => 1000,
        Class::Octal => 2000,
        _ => 501,
    };
    let values = naive::values(rules, count.min(far) as usize).unwrap();
    vec![Run { engine: "naive", values }]
}
