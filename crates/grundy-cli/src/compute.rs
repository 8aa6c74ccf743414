//! Running an engine for a command: progress, Ctrl-C, and writing as values come.

use crate::interrupt;
use crate::outcome::Failure;
use crate::progress::Progress;
use grundy::Rules;
use grundy::engine::{self, EngineError, Kind};
use std::ops::ControlFlow;

/// Computes `count` values with `kind` (none: the library chooses) and hands each block to `receive`.
pub fn run(
    kind: Option<Kind>,
    rules: &Rules,
    count: u64,
    mut receive: impl FnMut(u64, &[u16]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let kind = kind.unwrap_or_else(|| engine::choose(rules));
    let mut progress = Progress::new("values", count);
    let mut failure = None;
    let result = engine::run(kind, rules, count, &mut |from: u64, block: &[u16]| {
        progress.at(from + block.len() as u64);
        if interrupt::requested() {
            failure = Some(Failure::Interrupted);
        } else if let Err(error) = receive(from, block) {
            failure = Some(error);
        }
        if failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match (result, failure) {
        (Err(EngineError::Stopped), Some(failure)) => Err(failure),
        (Err(error), _) => Err(error.into()),
        (Ok(()), _) => Ok(()),
    }
}

/// Computes and keeps all of them.
pub fn values(rules: &Rules, count: u64) -> Result<Vec<u16>, Failure> {
    let mut values = Vec::new();
    run(None, rules, count, |_, block| {
        values.extend_from_slice(block);
        Ok(())
    })?;
    Ok(values)
}
