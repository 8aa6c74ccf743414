//! The field of nimbers: Conway's product on the non-negative integers.
//!
//! The sum of two nimbers is their exclusive or. The product is the simplest that makes a field with it,
//! `a ⊗ b = mex { a'⊗b ⊕ a⊗b' ⊕ a'⊗b' : a' < a, b' < b }`, and tells the values of products of coin-turning games
//! ([`crate::coins`]).
//!
//! [`Nim8`] to [`Nim128`] are words, [`Nimber`] has any size; all are [`NimField`]s, the numbers below `2^(2^k)` being the
//! field with that many elements. The next step up, transfinite nimbers, would be another type with the same trait.
//!
//! ```
//! use grundy::nimber::Nim64;
//! let (a, b) = (Nim64::new(3141), Nim64::new(5926));
//! assert_eq!(a * b, Nim64::new(14994));
//! assert_eq!((a * b) / b, a);
//! assert_eq!(a + b, Nim64::new(3141 ^ 5926));
//! ```

#[cfg(target_arch = "x86_64")]
mod basis;
mod big;
#[cfg(target_arch = "x86_64")]
mod clmul;
mod error;
pub mod expression;
mod fermat;
mod field;
mod fixed;
#[cfg(target_arch = "x86_64")]
mod gfni;
mod limbs;
pub mod plain;
mod polynomial;
mod portable;
mod product;
mod table;
mod tower;

pub use big::Nimber;
pub use error::NimberError;
pub use field::{NimField, Roots, solve_quadratic};
pub use fixed::{Nim8, Nim16, Nim32, Nim64, Nim128};
pub use polynomial::BinaryPolynomial;
pub use table::{LARGEST_TABLE, TableAnswer, table};

use schemars::{Schema, schema_for};

/// The JSON schemas of the answers about nimbers.
pub(crate) fn schemas() -> [(&'static str, Schema); 2] {
    [("nimber", schema_for!(expression::NimberAnswer)), ("nimber_table", schema_for!(TableAnswer))]
}
