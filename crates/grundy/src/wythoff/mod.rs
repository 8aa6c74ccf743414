//! Wythoff's game: two piles, take any number from one pile or the same number from both.
//!
//! Everything of G. Nivasch, "More on the Sprague–Grundy function for Wythoff's game" (cited below as *the paper*, with
//! its numbering): a *g-point* is a cell `(a, b)`, `a <= b`, with `G(a, b) = g`; `p_n^g = (a_n, b_n)` is the n-th of
//! them by row, `d_n = b_n - a_n` is its diagonal.
//!
//! | module | what |
//! |---|---|
//! | [`table`] | the Grundy matrix, by definition and on bitsets |
//! | [`wsg`] | all h-points, `h <= g`, row by row; [`plain`] is the paper's pseudo-code as it stands |
//! | [`front`], [`fsw`] | the finite-state form: on bitsets, and word for word |
//! | [`rw`] | the recursive form, `O(log n)`; rests on the Convergence Conjecture |
//! | [`bounds`] | where g-points can be (proved), and how fast states converge (measured) |
//! | [`rows`] | additive periods of rows, with proofs |
//! | [`converge`], [`statistics`], [`near`] | the experiments |
//! | [`settle`], [`moves`] | values of single positions, winning moves |

pub mod bounds;
pub mod converge;
pub mod front;
pub mod fsw;
pub mod golden;
pub mod moves;
mod narrow;
pub mod near;
pub mod plain;
pub mod rows;
pub mod rw;
pub mod settle;
pub mod statistics;
pub mod table;
mod wide;
pub mod wsg;

use serde::Serialize;
use std::ops::ControlFlow;
use thiserror::Error;

/// Coordinates and indices stay below `2^62` (about 4.6 * 10^18), so that squares of their sums fit 128 bits.
pub const MAX_COORDINATE: u64 = 1 << 62;

/// Rows and piles stay below `3/5 * 2^62` (about 2.7 * 10^18), so that columns stay below [`MAX_COORDINATE`].
pub const MAX_ROW: u64 = MAX_COORDINATE / 5 * 3;

/// The largest g for which the algorithms run: memory and time grow with it.
pub const MAX_G: u32 = 4095;

/// The n-th g-point `(a, b)`, `a <= b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Point {
    /// Its Grundy value.
    pub g: u32,
    /// How many g-points lie in lower rows.
    pub n: u64,
    /// Its row.
    pub a: u64,
    /// Its column.
    pub b: u64,
}

impl Point {
    /// The diagonal `b - a`.
    pub fn d(&self) -> u64 {
        self.b - self.a
    }

    /// `d_n - n`, which Theorem 2.15 of the paper puts between `-16g` and `2g`.
    pub fn drift(&self) -> i64 {
        self.d() as i64 - self.n as i64
    }
}

/// On what a result rests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Computed from the definition, or by WSG, or from a proved bound.
    Exact,
    /// Computed by RW: it holds if the states it started converged in time (Conjecture 3.10 of the paper).
    Conjectural,
}

impl std::fmt::Display for Status {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Status::Exact => "exact",
            Status::Conjectural => "conjectural",
        })
    }
}

impl WythoffError {
    /// Whether the question was a good one and only the answer is out of reach: exit code 1, not 2.
    pub fn is_unsettled(&self) -> bool {
        matches!(self, WythoffError::NotMeasured { .. } | WythoffError::NotConverged { .. })
    }
}

/// Told how far a long computation is (done, total); may stop it.
pub type Watch<'a> = dyn FnMut(u64, u64) -> ControlFlow<()> + 'a;

/// A watch that never stops anything.
pub fn unwatched(_done: u64, _total: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WythoffError {
    /// A coordinate or index out of range.
    #[error("{what} {value} is too large: up to {max} is accepted")]
    TooLarge {
        /// "row", "column", "index", "g".
        what: &'static str,
        /// What was asked.
        value: u64,
        /// What is possible.
        max: u64,
    },
    /// RW met a point outside the strip it was told to trust.
    #[error(
        "the recursion met the {g}-point ({a}, {b}) outside the strip L = {low}, H = {high}; give wider bounds, or none to use the proved ones"
    )]
    OutsideStrip {
        /// Its value.
        g: u32,
        /// Its row.
        a: u64,
        /// Its column.
        b: u64,
        /// The lower bound in use.
        low: i64,
        /// The upper bound in use.
        high: i64,
    },
    /// RW's own result contradicts what is known of every g-point.
    #[error("the recursion contradicts itself at row {row} with R = {settle}; give a larger R")]
    Inconsistent {
        /// Where.
        row: u64,
        /// The R in use.
        settle: u64,
    },
    /// The convergence experiment met a point beyond its widest window.
    #[error("a state for g = {g} spreads over more than 8192 diagonals; a smaller g is accepted")]
    TooWide {
        /// The largest value.
        g: u32,
    },
    /// How fast states converge is not measured for so large a g.
    #[error(
        "rows to convergence are measured for g up to {max} only, not for {g}; give R, or more effort for an exact answer"
    )]
    NotMeasured {
        /// The largest value.
        g: u32,
        /// The largest g that is measured.
        max: u32,
    },
    /// Growing R did not help within reason.
    #[error("no stable answer for g = {g} with R up to {settle}; give R, or more effort for an exact answer")]
    NotConverged {
        /// The largest value.
        g: u32,
        /// The largest R tried.
        settle: u64,
    },
    /// The watch stopped it.
    #[error("stopped")]
    Stopped,
}
