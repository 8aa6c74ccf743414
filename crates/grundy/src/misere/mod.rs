//! Misère play: whoever makes the last move loses.
//!
//! The quotient of a set of heaps identifies two sums when no further sum tells them apart; with its P-positions and the
//! values of the heaps (the *pretending function* `Phi`) it answers every question that the nim-sequence answers in normal
//! play. [`solve()`] finds it heap by heap and proves the period of `Phi`.

pub mod bits;
pub mod canonical;
pub mod certificate;
pub mod genus;
pub mod monoid;
pub mod options;
pub mod partial;
pub mod period;
pub mod presentation;
pub mod solve;
mod trial;
mod verify;

pub use monoid::{Monoid, Word};
pub use partial::{Limits, Partial, Progress, Stuck};
pub use period::Period;
pub use solve::{Solution, Unresolved, solve};
