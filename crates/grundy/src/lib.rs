//! The workbench for impartial combinatorial games, as a library.
//!
//! A game is text ([`Game`]), its moves are [`Rules`], an [`engine`] computes its nim-sequence.
//!
//! ```
//! let kayles: grundy::Game = "kayles".parse()?;
//! let values = grundy::engine::values(&kayles.rules(), 12)?;
//! assert_eq!(values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod answer;
pub mod certificate;
pub mod checkpoint;
pub mod code;
pub mod coins;
pub mod count;
pub mod engine;
pub mod error;
pub mod facts;
pub mod fingerprint;
pub mod game;
pub mod kernel;
pub mod misere;
pub mod names;
pub mod nimber;
mod packed;
pub mod period;
pub mod position;
pub mod rules;
pub mod run;
pub mod solver;
pub mod sparse;
pub mod standard;
pub mod watch;
pub mod wythoff;

pub use error::{Error, GameError, Problem};
pub use game::Game;
pub use position::Position;
pub use rules::Rules;

/// The examples of the book's introduction are tested like any other.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/src/introduction.md")]
struct Introduction;
