//! The workbench for impartial combinatorial games, as a library.
//!
//! A [`Game`] is read from text, and answers questions. Each answer is a documented type that serde writes as JSON,
//! with a JSON schema ([`answer`]); whatever may take long is told to a [`watch`], which may stop it; whatever goes
//! wrong is an [`Error`].
//!
//! ```
//! use grundy::answer::{self, Limits};
//! use grundy::{Game, watch::Unwatched};
//! let kayles: Game = "kayles".parse()?;
//! let watch = &mut Unwatched;
//!
//! // The nim-sequence, and far values at once by a proved period.
//! assert_eq!(kayles.values(0..12, watch)?.values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
//! assert_eq!(kayles.value(10u64.pow(18), watch)?, 1);
//!
//! // The period, proved; with a certificate for the independent checker.
//! let solution = kayles.solve(&Limits::default(), watch)?;
//! assert_eq!((solution.preperiod, solution.period), (Some(71), Some(12)));
//! let certificate = solution.certificate().unwrap().to_string();
//!
//! // Sparse space, rare values, histogram.
//! assert_eq!(kayles.analyze(1000, watch)?.sparse.unwrap().last_rare, Some(70));
//!
//! // Moves in words, equivalent games, what the literature knows.
//! assert_eq!(kayles.describe().moves[1], "Take 2 beans and leave nothing, one heap or two heaps.");
//!
//! // Who wins, and by which moves; at most twenty are listed.
//! let won = kayles.position(&[5, 7, 12]).analyze(20, watch)?;
//! assert_eq!((won.value, won.winning_moves.len()), (2, 4));
//! println!("{}", answer::json(&won));
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! The doors, by what one wants to know:
//!
//! | question | door |
//! |---|---|
//! | how a game is written | [`Game`], its notations and rules: [`game`] |
//! | values of a game | [`Game::values`], [`Game::value`], [`Game::sequence`]; block by block: [`sequence::stream`] |
//! | its period | [`Game::solve`]; over weeks, on many machines: [`run`]; a theorem by itself: [`period`] |
//! | its statistics | [`Game::analyze`]; its sparse spaces: [`sparse`]; hidden frequencies: [`spectrum`] |
//! | what it is | [`Game::describe`]; the facts themselves: [`facts`] |
//! | who wins | [`Position::analyze`], [`Sum::analyze`]; which heaps lose: [`Game::outcomes`] |
//! | every game of a family | [`census`] |
//! | what to play | [`play`]: legal moves, winning ones and why, an opponent |
//! | misère play | [`Game::misere`], [`misere`] |
//! | Wythoff's game, nimbers, coins | [`wythoff`], [`nimber`], [`coins`] |
//! | a game of one's own | as a closure: [`solver`]; as text: [`graph`], [`formula`] |
//! | a picture | as data: [`raster`] |
//! | how values are computed, and how fast | [`engine`] |
//!
//! For programs with a face: [`count`] reads numbers as people write them, [`mod@file`] writes files whole or not at
//! all, and with the feature `interrupt` a watch hears Ctrl-C.

pub mod answer;
pub mod census;
pub mod coins;
pub mod count;
pub mod engine;
pub mod facts;
pub mod file;
pub mod formula;
pub mod game;
pub mod graph;
#[cfg(feature = "interrupt")]
pub mod interrupt;
pub mod misere;
pub mod nimber;
pub mod period;
pub mod play;
pub mod position;
pub mod raster;
pub mod run;
pub mod sequence;
pub mod solver;
pub mod sparse;
pub mod spectrum;
pub mod watch;
pub mod wythoff;

mod code;
mod error;
mod fingerprint;
mod kernel;
mod names;
mod packed;
mod redundant;
mod rules;
mod series;
mod standard;
mod sum;

pub use error::{Error, GameError, Problem};
pub use game::{Game, Rules};
pub use position::Position;
pub use sum::Sum;

/// The examples of the book's introduction are tested like any other.
#[cfg(doctest)]
#[doc = include_str!("../docs/introduction.md")]
struct Introduction;
