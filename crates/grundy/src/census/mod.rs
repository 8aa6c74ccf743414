//! The census: every game of a family, as far as a given effort solves it.
//!
//! ```text
//! family --games--> classes --round by round--> jobs --any machine--> receipts --> catalogue
//! ```
//!
//! A [`Family`] lists games; games whose values are the same up to a shift, by a theorem, are one [`Class`]. A [`Step`]
//! is all that is done with a class in one round: its values up to a heap that [`effort`] names, and a proof of its
//! period if they allow one. A step is a *job*: data from which any machine makes the same [`Receipt`], but for the
//! time it took. The catalogue of receipts, in a database, is a crate of its own, `grundy-census`; the one that ships
//! with the library answers [`shipped()`].
//!
//! ```
//! use grundy::census::{Family, Step, classes, step};
//! use grundy::watch::Unwatched;
//! let family: Family = "octal:1".parse()?;
//! let classes = classes(&family.games(), &mut Unwatched)?;
//! let kayles_like = &classes[0];
//! let job = Step::new(&kayles_like.game, 0, 1 << 12);
//! let receipt = step::run(&job, &Default::default(), &mut Unwatched)?;
//! assert!(receipt.found.period.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod class;
pub mod effort;
mod family;
mod frequency;
mod shipped;
pub mod step;

pub use class::{Class, Member, classes, key};
pub use family::{BadFamily, Family};
pub use frequency::frequency;
pub use shipped::{Shipped, Solved, shipped};
pub use step::{Found, Receipt, Step};
