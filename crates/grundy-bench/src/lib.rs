//! The published ladder of algorithms for nim-sequences with rare values, re-made to measure our engines against.
//!
//! After J. P. Grossman, *Searching for periodicity in Officers* (figures 2 to 6 and 9), one file for each idea:
//!
//! | rung | idea |
//! |---|---|
//! | `rare-values` | [`exact`]: mark by rares, then prove the candidate (fig. 2) |
//! | `speculative` | [`speculative`]: the candidate alone, assuming no further rare (fig. 3) |
//! | `byte-array` | [`bytes`]: the same on bytes, the implied bit of a common dropped (section 3.2) |
//! | `unrolled` | [`unrolled`]: straight-line code, every rare a constant (figs. 4 and 5), `.6` only |
//! | `baton` | [`baton`]: two threads take turns and pass `G(n - 1)` on (fig. 6), `.6` only |
//! | `baton-early` | the same, the mex evaluated before the baton comes (fig. 9), `.6` only |
//!
//! These are opponents, not engines: they are kept simple and close to the paper, and only `bench` runs them. A crate
//! of their own because of the unrolled code: it is generated at build time and takes the compiler seconds, which
//! no change elsewhere should cost again.
//!
//! For games without a sparse space there is one more opponent, [`stamps`].
//!
//! The paper's loops are for `.6`; the first three are written here for every game with a sparse space, by turning the
//! game into a list of [`Term`]s.

pub mod baton;
pub mod bytes;
pub mod exact;
pub mod speculative;
pub mod stamps;
mod start;
mod tape;
pub mod unrolled;

use grundy::engine::{EngineError, Sink};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

pub use start::{Start, Term};

/// Why a rung cannot run, or stopped.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LadderError {
    /// The game has no rares to speak of.
    #[error("no sparse space is known for this game, so the rungs of the ladder cannot run it; use an engine")]
    NoSpace,
    /// More exact values are needed before assuming that no rare follows.
    #[error("a rare heap at {last} is too near: the ladder starts after {needed} exact values; ask for more than that")]
    TooFew {
        /// The last rare heap seen.
        last: u64,
        /// How many exact values are needed to start.
        needed: u64,
    },
    /// The rung is generated for one game.
    #[error("the rung \"{rung}\" is generated for .6 and runs no other game")]
    OfficersOnly {
        /// The rung.
        rung: Rung,
    },
    /// The stamp loop knows splits into two heaps and no endless codes.
    #[error("the stamp loop cannot run this game: it takes finite games whose moves leave at most two heaps")]
    TwoHeapsOnly,
    /// A byte holds commons below 512 only.
    #[error("the nim-value of heap {heap} passes 511, more than the rung's bytes tell apart")]
    NoByte {
        /// The first such heap.
        heap: u64,
    },
    /// A rare heap is farther back than the rungs look.
    #[error("a rare heap at {last} is farther back than the rungs of the ladder look (2^20)")]
    TooDeep {
        /// The last rare heap.
        last: u64,
    },
    /// The exact values before the start could not be computed, or the sink asked to stop.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// The rungs by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rung {
    /// [`exact`].
    RareValues,
    /// [`speculative`].
    Speculative,
    /// [`bytes`].
    ByteArray,
    /// [`unrolled`].
    Unrolled,
    /// [`baton`].
    Baton,
    /// [`baton`], with the mex evaluated early.
    BatonEarly,
}

impl Rung {
    /// Every rung, in the order of the paper.
    pub const ALL: [Rung; 6] =
        [Rung::RareValues, Rung::Speculative, Rung::ByteArray, Rung::Unrolled, Rung::Baton, Rung::BatonEarly];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Rung::RareValues => "rare-values",
            Rung::Speculative => "speculative",
            Rung::ByteArray => "byte-array",
            Rung::Unrolled => "unrolled",
            Rung::Baton => "baton",
            Rung::BatonEarly => "baton-early",
        }
    }

    /// What the paper printed for Officers in its table 2, in values a second, and on how many threads that was.
    pub fn published(self) -> (u64, usize) {
        match self {
            Rung::RareValues => (88_000, 1),
            Rung::Speculative => (196_000, 1),
            Rung::ByteArray => (321_000, 1),
            Rung::Unrolled => (912_000, 1),
            Rung::Baton => (3_672_000, 8),
            Rung::BatonEarly => (5_201_000, 8),
        }
    }

    /// How many threads it runs on.
    pub fn threads(self) -> usize {
        if matches!(self, Rung::Baton | Rung::BatonEarly) { 2 } else { 1 }
    }

    /// Whether its values are assumed and not proved.
    pub fn is_speculative(self) -> bool {
        self != Rung::RareValues
    }

    /// Whether it can go on from `start`.
    pub fn takes(self, start: &Start) -> bool {
        matches!(self, Rung::RareValues | Rung::Speculative | Rung::ByteArray) || unrolled::takes(start)
    }

    /// Hands the exact values of `start` to `sink`, then computes from there to `G(count - 1)`.
    pub fn run(self, start: &Start, count: u64, sink: &mut dyn Sink) -> Result<(), LadderError> {
        if !self.takes(start) {
            return Err(LadderError::OfficersOnly { rung: self });
        }
        match self {
            Rung::RareValues => exact::run(start, count, sink),
            Rung::Speculative => speculative::run(start, count, sink),
            Rung::ByteArray => bytes::run(start, count, sink),
            Rung::Unrolled => unrolled::run(start, count, sink),
            Rung::Baton => baton::run(start, count, sink, false),
            Rung::BatonEarly => baton::run(start, count, sink, true),
        }
    }
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no rung has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown rung \"{0}\"")]
pub struct UnknownRung(String);

impl FromStr for Rung {
    type Err = UnknownRung;

    fn from_str(name: &str) -> Result<Self, UnknownRung> {
        Rung::ALL.into_iter().find(|rung| rung.name() == name).ok_or_else(|| UnknownRung(name.to_owned()))
    }
}
