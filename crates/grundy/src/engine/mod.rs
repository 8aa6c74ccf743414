//! Engines: from rules to the nim-sequence `G(0), G(1), …`.
//!
//! Every engine gives the same values; they differ in which games they can run and how fast. [`Kind::Naive`] is the
//! definition and the oracle for all others. Only [`choose`] selects.
//!
//! Engines do no I/O: they push finished blocks into a [`Sink`], which may stop the run.
//!
//! Who wants values asks a [`Game`](crate::Game). This is the face for whoever measures engines or feeds a sink of his
//! own: [`run_with`] an engine by name, [`guess`] without proof, go [`onward`] from known values, or [`Long`] from a
//! [`Frontier`] in memory that does not grow. [`Fingerprint`] is one number for all values.
//!
//! ```
//! use grundy::engine::{self, Fingerprint, Kernel, Kind, Options};
//! use std::ops::ControlFlow;
//! let game: grundy::Game = ".106".parse()?;
//! let hash = |options| {
//!     let mut seen = Fingerprint::default();
//!     let mut sink = |_: u64, block: &[u16]| {
//!         seen.add(block.iter().copied());
//!         ControlFlow::Continue(())
//!     };
//!     engine::run_with(Kind::Block, &options, game.rules(), 100_000, &mut sink).map(|()| seen.hash())
//! };
//! assert_eq!(hash(Options { kernel: Kernel::Scalar, threads: 1 })?, hash(Options::default())?);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod block;
mod dense;
mod heaps;
mod history;
mod mex;
mod naive;
mod onward;
pub(crate) mod plain;
mod ranking;
mod rare;
mod take;
mod wait;

pub use crate::fingerprint::Fingerprint;
pub use crate::kernel::{Kernel, NoKernel};
pub use long::{Frontier, Long};
pub use onward::onward;
pub use ranking::{Palette, Ranks};

pub(crate) use block::{hints, long};

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
    #[error("no memory for {count} values; ask for fewer values, or for smaller heaps")]
    NoMemory {
        /// How many values were asked for.
        count: u64,
    },
    /// The game shows no sparse space that a run in blocks could use.
    #[error("this game has no sparse space that a long run can use")]
    NoSpace,
    /// A saved run that cannot be one of this game.
    #[error("the saved values cannot be those of a run of this game: {what}")]
    BadFrontier {
        /// What is wrong.
        what: &'static str,
    },
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

    /// A block of exact values, packed. Engines that have one byte a heap call this.
    fn ranks(&mut self, ranks: Ranks) -> ControlFlow<()> {
        ranks.unpack(|from, block| self.block(from, block))
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

/// Receives guesses in order: values that are right if no further heap is rare, which nobody proved. A [`Sink`] never
/// sees one.
pub trait Guesses {
    /// Guesses for the heaps `from, from + 1, …`. Blocks come in order, without gaps.
    fn guesses(&mut self, from: u64, values: &[u16]) -> ControlFlow<()>;

    /// A block of guesses, packed as in [`Sink::ranks`].
    fn packed(&mut self, ranks: Ranks) -> ControlFlow<()> {
        ranks.unpack(|from, block| self.guesses(from, block))
    }

    /// See [`Sink::work`].
    fn work(&mut self, options: u64) {
        let _ = options;
    }
}

impl<F: FnMut(u64, &[u16]) -> ControlFlow<()>> Guesses for F {
    fn guesses(&mut self, from: u64, values: &[u16]) -> ControlFlow<()> {
        self(from, values)
    }
}

/// The way of guesses through code that also makes exact values. Private to the engines: to whoever made it, what comes
/// out is a guess.
struct AsGuesses<'s>(&'s mut dyn Guesses);

impl Sink for AsGuesses<'_> {
    fn block(&mut self, from: u64, values: &[u16]) -> ControlFlow<()> {
        self.0.guesses(from, values)
    }

    fn ranks(&mut self, ranks: Ranks) -> ControlFlow<()> {
        self.0.packed(ranks)
    }

    fn work(&mut self, options: u64) {
        self.0.work(options);
    }
}

/// How an engine runs; [`Kind::Block`] and [`Kind::Dense`] heed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Vector or plain code.
    pub kernel: Kernel,
    /// How many threads.
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options { kernel: Kernel::detect(), threads: 2 }
    }
}

/// The engines by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The definition.
    Naive,
    /// Games without splits, in linear time.
    Take,
    /// Finite games that leave at most two heaps, by rare values.
    Rare,
    /// The same games, speculated and verified in blocks.
    Block,
    /// The same games when every split may matter, by probing all splits.
    Dense,
    /// Any number of heaps and repeating digits, by sets of values.
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
            Kind::Heaps => rules.series().is_none() && rules.tail().is_none_or(|tail| tail.except.is_empty()),
            Kind::Take => rules.class() == Class::Subtraction,
            Kind::Rare | Kind::Block | Kind::Dense => rules.class() <= Class::Octal && rules.is_finite(),
        }
    }

    pub(crate) fn takes_what(self) -> &'static str {
        match self {
            Kind::Naive => "every game",
            Kind::Heaps => "every game but all-but sets and endless sets like S(squares)",
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
#[error("unknown engine {0:?}; accepted are naive, take, rare, block, dense, heaps")]
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

/// The values `G(0) … G(count - 1)` into the sink, with engine `kind` and [`Options`].
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
        Kind::Block => block::run(rules, options, Trust::Proved, count, sink),
        Kind::Dense => dense::run_with(options, rules, count, sink),
        Kind::Heaps => heaps::run(rules, count, sink),
    }
}

/// Guesses for `G(0) … G(count - 1)` with [`Kind::Block`]: exact up to heap `exact` and wherever blocks do not run, and
/// from there on right if no further heap is rare.
pub fn guess(
    options: &Options,
    rules: &Rules,
    exact: u64,
    count: u64,
    guesses: &mut dyn Guesses,
) -> Result<(), EngineError> {
    if !Kind::Block.takes(rules) {
        return Err(EngineError::NotForThisGame { engine: Kind::Block, takes: Kind::Block.takes_what() });
    }
    block::run(rules, options, Trust::Guessed { from: exact }, count, &mut AsGuesses(guesses))
}

/// What a run of blocks promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Trust {
    /// Every value is verified before it is handed on.
    Proved,
    /// Values of heaps from this one on are handed on as they were speculated.
    Guessed { from: u64 },
}

impl Trust {
    /// Whether the block that begins with heap `n` must be verified.
    fn verifies(self, n: usize) -> bool {
        match self {
            Trust::Proved => true,
            Trust::Guessed { from } => (n as u64) < from,
        }
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
