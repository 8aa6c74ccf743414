//! The multiplication table of the smallest nimbers.

use super::fixed::Nim64;
use schemars::JsonSchema;
use serde::Serialize;

/// The largest table.
pub const LARGEST_TABLE: u64 = 4096;

/// The nim-products of all numbers below `size`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TableAnswer {
    /// The number of rows and columns.
    pub size: u64,
    /// The rows, from that of 0.
    pub products: Vec<Vec<u64>>,
}

/// The multiplication table of the numbers below `size`, which is at most [`LARGEST_TABLE`].
///
/// ```
/// assert_eq!(grundy::nimber::table(4).products[2], [0, 2, 3, 1]);
/// ```
pub fn table(size: u64) -> TableAnswer {
    let size = size.min(LARGEST_TABLE);
    let row = |a: u64| (0..size).map(|b| (Nim64::new(a) * Nim64::new(b)).get()).collect();
    TableAnswer { size, products: (0..size).map(row).collect() }
}
