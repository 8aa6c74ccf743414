//! Engines: from rules to the nim-sequence `G(0), G(1), …`.
//!
//! Every engine gives the same values; they differ in which games they can run and how fast. [`naive`] is the
//! definition and the oracle for all others. Only [`choose`] selects.
//!
//! Engines do no I/O: they push finished blocks into a [`Sink`], which may stop the run.

pub mod block;
pub mod dense;
pub mod heaps;
mod history;
mod mex;
pub mod naive;
pub mod plain;
pub mod rare;
pub mod take;

pub use block::long;

use crate::kernel::Kernel;
use crate::rules::{Class, Rules};
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
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
        engine: Kind,
        /// What it takes.
        takes: &'static str,
    },
    /// No room for the values.
    #[error("no memory for {count} values; ask for fewer")]
    NoMemory {
        /// How many values were asked for.
        count: u64,
    },
    /// The game shows no sparse space that a run in blocks could use.
    #[error("this game has no sparse space that a long run can use")]
    NoSpace,
    /// Two bytes a heap are not for long runs.
    #[error(
        "values of this game are too large for a long run, which keeps one byte a heap; `grundy values` has no such limit"
    )]
    RanksTooLarge,
    /// A heap that only all earlier values can decide.
    #[error("heap {heap} cannot be settled with the values that a long run keeps; it may be rare")]
    Unsettled {
        /// That heap.
        heap: u64,
    },
    /// The sink asked to stop.
    #[error("stopped")]
    Stopped,
}

/// Receives values in order. A sink never changes a value.
pub trait Sink {
    /// Values of the heaps `from, from + 1, …`. Blocks come in order, without gaps, and are exact.
    fn block(&mut self, from: u64, values: &[u16]) -> ControlFlow<()>;

    /// The same, packed: the value of heap `n` is `values[n % 2][rank]`. Engines that have one byte a heap call this.
    fn ranks(&mut self, from: u64, ranks: &[u8], values: &[[u16; 256]; 2]) -> ControlFlow<()> {
        const BLOCK: usize = 1 << 12;
        for (from, ranks) in (from..).step_by(BLOCK).zip(ranks.chunks(BLOCK)) {
            let mut block = [0; BLOCK];
            for ((n, value), &rank) in (from..).zip(&mut block).zip(ranks) {
                *value = values[n as usize & 1][rank as usize];
            }
            self.block(from, &block[..ranks.len()])?;
        }
        ControlFlow::Continue(())
    }

    /// The engine has looked at `options` more options for the values of the next block: a measure of its work that no
    /// clock disturbs. Most sinks do not ask.
    fn work(&mut self, options: u64) {
        let _ = options;
    }
}

impl<F: FnMut(u64, &[u16]) -> ControlFlow<()>> Sink for F {
    fn block(&mut self, from: u64, values: &[u16]) -> ControlFlow<()> {
        self(from, values)
    }
}

/// How an engine runs; [`block`] heeds all of it, [`dense`] the kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Vector or plain code.
    pub kernel: Kernel,
    /// How many threads.
    pub threads: usize,
    /// Without verification values are only speculation: right if no further heap is rare.
    pub verify: bool,
    /// Heaps below this are verified all the same.
    pub speculate_from: u64,
}

impl Default for Options {
    fn default() -> Self {
        Options { kernel: Kernel::detect(), threads: 2, verify: true, speculate_from: 0 }
    }
}

/// The engines by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The definition ([`naive`]).
    Naive,
    /// Games without splits, in linear time ([`take`]).
    Take,
    /// Finite games that leave at most two heaps, by rare values ([`rare`]).
    Rare,
    /// The same games, speculated and verified in blocks ([`block`]).
    Block,
    /// The same games when every split may matter, by probing all splits ([`dense`]).
    Dense,
    /// Any number of heaps and repeating digits, by sets of values ([`heaps`]).
    Heaps,
}

impl Kind {
    /// Every engine.
    pub const ALL: [Kind; 6] = [Kind::Naive, Kind::Take, Kind::Rare, Kind::Block, Kind::Dense, Kind::Heaps];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Naive => "naive",
            Kind::Take => "take",
            Kind::Rare => "rare",
            Kind::Block => "block",
            Kind::Dense => "dense",
            Kind::Heaps => "heaps",
        }
    }

    /// Whether it can run a game with these rules.
    pub fn takes(self, rules: &Rules) -> bool {
        match self {
            Kind::Naive => true,
            Kind::Heaps => rules.tail().is_none_or(|tail| tail.except.is_empty()),
            Kind::Take => rules.class() == Class::Subtraction,
            Kind::Rare | Kind::Block | Kind::Dense => rules.class() <= Class::Octal && rules.is_finite(),
        }
    }

    fn takes_what(self) -> &'static str {
        match self {
            Kind::Naive => "every game",
            Kind::Heaps => "every game but all-but sets",
            Kind::Take => "games that never split a heap",
            Kind::Rare | Kind::Block | Kind::Dense => "finite games whose moves leave at most two heaps",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no engine has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown engine \"{0}\"; accepted are naive, take, rare, block, dense, heaps")]
pub struct UnknownEngine(String);

impl FromStr for Kind {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<Self, UnknownEngine> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(|| UnknownEngine(name.to_owned()))
    }
}

/// The engine for a game: the only place that decides.
pub fn choose(rules: &Rules) -> Kind {
    match rules.class() {
        Class::Subtraction => Kind::Take,
        Class::Octal if rules.is_finite() => Kind::Block,
        _ => Kind::Heaps,
    }
}

/// Computes `G(0) … G(count - 1)` with engine `kind` and pushes them into `sink`.
pub fn run(kind: Kind, rules: &Rules, count: u64, sink: &mut dyn Sink) -> Result<(), EngineError> {
    run_with(kind, &Options::default(), rules, count, sink)
}

/// The same with [`Options`].
pub fn run_with(
    kind: Kind,
    options: &Options,
    rules: &Rules,
    count: u64,
    sink: &mut dyn Sink,
) -> Result<(), EngineError> {
    if !kind.takes(rules) {
        return Err(EngineError::NotForThisGame { engine: kind, takes: kind.takes_what() });
    }
    match kind {
        Kind::Naive => naive::run(rules, count, sink),
        Kind::Take => take::run(rules, count, sink),
        Kind::Rare => rare::run(rules, count, sink),
        Kind::Block => block::run(rules, options, count, sink),
        Kind::Dense => dense::run_on(options.kernel, rules, count, sink),
        Kind::Heaps => heaps::run(rules, count, sink),
    }
}

/// The values `G(0) … G(count - 1)` with engine `kind`.
pub fn values_with(kind: Kind, rules: &Rules, count: u64) -> Result<Vec<u16>, EngineError> {
    let mut values = Vec::new();
    run(kind, rules, count, &mut |_: u64, block: &[u16]| {
        values.extend_from_slice(block);
        ControlFlow::Continue(())
    })?;
    Ok(values)
}

/// The values `G(0) … G(count - 1)` with the engine that [`choose`] picks.
pub fn values(rules: &Rules, count: u64) -> Result<Vec<u16>, EngineError> {
    values_with(choose(rules), rules, count)
}
