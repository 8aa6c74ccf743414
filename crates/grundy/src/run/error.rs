//! Why a run cannot go on.

use super::Mismatch;
use crate::engine::EngineError;
use crate::watch::Stopped;
use thiserror::Error;

/// Why a run cannot go on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// The engine's reason.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The watch asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The engine and the plain definition differ.
    #[error(
        "self-check: the engine and the plain definition give different values from heap {} on: a bug or a fault of \
         the machine",
        .0.from
    )]
    Mismatch(Box<Mismatch>),
    /// What is saved contradicts itself.
    #[error("the saved run contradicts itself: {0}")]
    Contradiction(String),
    /// A run that needs all values has no memory for them.
    #[error(
        "heap {heap}: to go on takes the values of all heaps, about {} MiB of memory, more than the run can have",
        bytes.div_ceil(1 << 20)
    )]
    NoRoom {
        /// The next heap.
        heap: u64,
        /// The memory that they and the engine take.
        bytes: u64,
    },
    /// A proof that was saved, and that is none.
    #[error("the saved run claims a period that its values do not prove: {0}")]
    FalseClaim(String),
    /// A job that makes no sense.
    #[error("this is no job that could be done: {0}")]
    BadJob(String),
    /// A segment that does not exist.
    #[error("no segment {segment}; this run has 1 to {last}")]
    NoSegment {
        /// The one asked for.
        segment: usize,
        /// The last one there is.
        last: usize,
    },
}

impl RunError {
    /// The memory for each heap where all values are needed, as measured: two bytes for the run, two for the engine,
    /// its ranks, and as much again while lists grow.
    pub(super) const BYTES: u64 = 12;

    /// There is no memory for the values before this heap.
    pub(super) fn no_room(heap: u64) -> Self {
        RunError::NoRoom { heap, bytes: Self::BYTES.saturating_mul(heap) }
    }

    /// Whether the work was asked to stop; there is nothing wrong then.
    pub(super) fn is_stop(&self) -> bool {
        matches!(self, RunError::Stopped(_) | RunError::Engine(EngineError::Stopped))
    }
}
