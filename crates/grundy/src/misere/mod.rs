//! Misère play: whoever makes the last move loses.
//!
//! The quotient of a set of heaps identifies two sums when no further sum tells them apart; with its P-positions and
//! the values of the heaps (the *pretending function* `Phi`) it answers every question that the nim-sequence answers in
//! normal play. [`solve()`] finds it heap by heap and proves the period of `Phi`.
//!
//! ```
//! use grundy::watch::Unwatched;
//!
//! let kayles: grundy::Game = "kayles".parse()?;
//! let solution = kayles.misere().solve(Default::default(), &mut Unwatched);
//! let q = &solution.monoid;
//! assert_eq!((q.order(), q.p_positions().count()), (40, 9));
//! // The pretending function, and a product: two heaps of 5 are a P-position.
//! let five = solution.value(5).unwrap();
//! assert!(!q.is_p(five));
//! assert_eq!(q.name(q.mul(five, five)), "c^2");
//! assert_eq!(solution.period.unwrap().period, 12);
//! # Ok::<(), grundy::GameError>(())
//! ```
//!
//! [`Game::misere`](crate::Game::misere) has every question in one call. Single games have canonical forms
//! ([`canonical`]) and genus symbols ([`genus`]).

pub mod answer;
mod bits;
pub mod canonical;
pub mod census;
pub mod certificate;
pub mod closed;
pub mod diagonal;
mod door;
mod error;
mod evidence;
pub mod genus;
pub mod joint;
mod monoid;
mod nim;
mod pace;
mod partial;
mod period;
mod picture;
mod pieces;
mod position;
mod presentation;
mod solve;
mod structure;
mod trial;
mod verify;

pub use door::{LARGEST_FORM, Misere};
pub use error::MisereError;
pub use evidence::{Evidence, Reason, RegularGrowth, evidence};
pub use monoid::{Monoid, Word};
pub use nim::Nim;
pub use partial::{LARGEST_ORDER, Limits, Partial, Stuck};
pub use period::QuotientPeriod;
pub use picture::svg;
pub use pieces::{NotSmaller, Pieces, Play};
pub use position::Winning;
pub use presentation::{Generator, Presentation};
pub use solve::{Solution, Unresolved, solve};
pub use structure::{Structure, structure};
