//! The definition: `G(n) = mex { G(a) xor G(b) xor … : (a, b, …) an option of n }`.
//!
//! Right for every family of games, never optimised, and the oracle that every other engine is compared with.

use super::history::History;
use super::{EngineError, Sink};
use crate::rules::Rules;
use std::ops::ControlFlow;

pub(super) fn run(rules: &Rules, count: u64, sink: &mut dyn Sink) -> Result<(), EngineError> {
    let mut history = History::new(count, sink)?;
    for n in 0..count {
        let g = history.values();
        let mut options = 0;
        let mut seen = vec![false; 1 << 16];
        let _ = rules.each_option(n, |_, heaps| {
            let value = heaps.iter().fold(0, |sum, &heap| sum ^ g[heap as usize]);
            seen[value as usize] = true;
            options += 1;
            ControlFlow::<()>::Continue(())
        });
        let mex = seen.iter().position(|&seen| !seen);
        history.work(options);
        history.push(mex.map(|mex| mex as u16), 64)?;
    }
    history.report()
}
