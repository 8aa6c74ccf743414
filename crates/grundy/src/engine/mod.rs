//! Engines: from rules to the nim-sequence `G(0), G(1), …`.
//!
//! Every engine gives the same values; they differ in which games they can run and how fast. [`naive`] is the
//! definition and the oracle for all others. Only [`choose`] selects.
//!
//! Engines do no I/O: they push finished blocks into a [`Sink`], which may stop the run.

pub mod naive;

use crate::rules::Rules;
use std::ops::ControlFlow;
use thiserror::Error;

/// The largest nim-value a run can hold.
pub const MAX_VALUE: u16 = u16::MAX;

/// Why a run ended before its goal.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EngineError {
    /// A value does not fit two bytes.
    #[error("the nim-value of heap {heap} passes {MAX_VALUE}, the largest that is kept; ask for smaller heaps")]
    ValueTooLarge {
        /// The first heap whose value does not fit.
        heap: u64,
    },
    /// The engine does not know this family of games.
    #[error("the engine \"{engine}\" cannot run this game: it takes {takes}")]
    NotForThisGame {
        /// The engine's name.
        engine: &'static str,
        /// What it takes.
        takes: &'static str,
    },
    /// The sink asked to stop.
    #[error("stopped")]
    Stopped,
}

/// Receives values in order. A sink never changes a value.
pub trait Sink {
    /// Values of the heaps `from, from + 1, …`. Blocks come in order, without gaps, and are exact.
    fn block(&mut self, from: u64, values: &[u16]) -> ControlFlow<()>;
}

impl<F: FnMut(u64, &[u16]) -> ControlFlow<()>> Sink for F {
    fn block(&mut self, from: u64, values: &[u16]) -> ControlFlow<()> {
        self(from, values)
    }
}

/// The values `G(0) … G(count - 1)` with the engine that [`choose`] picks.
pub fn values(rules: &Rules, count: usize) -> Result<Vec<u16>, EngineError> {
    naive::values(rules, count)
}
