//! Misère play: whoever makes the last move loses.
//!
//! The quotient of a set of heaps identifies two sums when no further sum tells them apart; with its P-positions and the
//! values of the heaps (the *pretending function* `Phi`) it answers every question that the nim-sequence answers in normal
//! play. [`solve()`] finds it heap by heap and proves the period of `Phi`.
//!
//! ```
//! use grundy::misere::{Limits, solve};
//! use std::ops::ControlFlow;
//!
//! let kayles: grundy::Game = "kayles".parse()?;
//! let solution = solve(&kayles.rules(), 1000, Limits::default(), &mut |_| ControlFlow::Continue(()));
//! assert_eq!(solution.monoid.order(), 40);
//! assert_eq!(solution.period.unwrap().period, 12);
//! # Ok::<(), grundy::GameError>(())
//! ```
//!
//! Single games have canonical forms ([`canonical`]) and genus symbols ([`genus`]).

pub mod bits;
pub mod canonical;
pub mod certificate;
pub mod diagonal;
pub mod genus;
pub mod monoid;
mod options;
pub mod partial;
pub mod period;
pub mod picture;
pub mod position;
pub mod presentation;
pub mod solve;
pub mod structure;
mod trial;
mod verify;

pub use monoid::{Monoid, Word};
pub use partial::{Limits, Partial, Progress, Stuck};
pub use period::Period;
pub use solve::{Solution, Unresolved, solve};
