//! Wythoff's game: two piles, take any number from one pile or the same number from both.
//!
//! Everything of G. Nivasch, "More on the Sprague–Grundy function for Wythoff's game" (cited below as *the paper*, with
//! its numbering): a *g-point* is a cell `(a, b)`, `a <= b`, with `G(a, b) = g`; `p_n^g = (a_n, b_n)` is the n-th of
//! them by row, `d_n = b_n - a_n` is its diagonal.
//!
//! Questions with one answer: [`value`] and [`winning_moves`] of two piles, the [`point`] with a given index
//! ([`point_in_row`], [`point_on_diagonal`], [`points_in_rows`]), [`row_periods`], [`row_state`], and the experiments
//! of the paper: [`convergence`], [`statistics::collect`], [`deviation::collect`], [`near::largest`]. [`table`] has the
//! Grundy matrix, [`Wsg`] goes through the rows one by one.
//!
//! ```
//! use grundy::watch::Unwatched;
//! use grundy::wythoff::{self, Known, Trust};
//! let answer = wythoff::value(1234, 5678, 20, &Trust::default(), &mut Unwatched)?;
//! assert_eq!(answer.known, Known::Value(5161));
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! Inside: `front` and `fsw` are the finite-state form, on bitsets and word for word; `rw` is the recursive form,
//! `O(log n)`, which rests on the Convergence Conjecture; `settle` picks the cheapest way to an answer; `verify` checks
//! RW against WSG; [`bounds`] has what is proved and what was measured; [`plain`] is the paper's pseudo-code.

mod answers;
pub mod bounds;
mod converge;
pub mod deviation;
mod front;
mod fsw;
mod golden;
mod moves;
mod narrow;
pub mod near;
pub mod paper;
pub mod plain;
mod rows;
mod rw;
mod settle;
pub mod statistics;
pub mod table;
#[cfg(test)]
mod tests;
mod verify;
mod wide;
mod wsg;

pub use answers::{
    MoveAnswer, PictureAnswer, PointAnswer, PointsAnswer, StateAnswer, ValueAnswer, point, point_in_row,
    point_on_diagonal, points_in_rows, row_state, value, winning_moves,
};
pub use converge::{ConvergeAnswer, Worst, convergence};
pub use fsw::State;
pub use moves::Win;
pub use rows::{MAX_ROW as MAX_PERIODIC_ROW, Proof, RowPeriod, RowsAnswer, row_periods};
pub use settle::{Choice, EFFORT, Known, MAX_INDEX, Method, Trust};
pub use verify::{Sample, Verified};
pub use wsg::Wsg;

use crate::watch::Stopped;
use schemars::{JsonSchema, Schema, schema_for};
use serde::Serialize;
use thiserror::Error;

/// The JSON schemas of the answers about Wythoff's game.
pub(crate) fn schemas() -> [(&'static str, Schema); 13] {
    [
        ("wythoff_table", schema_for!(table::Matrix)),
        ("wythoff_points", schema_for!(PointsAnswer)),
        ("wythoff_point", schema_for!(PointAnswer)),
        ("wythoff_value", schema_for!(ValueAnswer)),
        ("wythoff_move", schema_for!(MoveAnswer)),
        ("wythoff_row", schema_for!(RowsAnswer)),
        ("wythoff_state", schema_for!(StateAnswer)),
        ("wythoff_bounds", schema_for!(deviation::BoundsAnswer)),
        ("wythoff_plot", schema_for!(PictureAnswer)),
        ("wythoff_paper", schema_for!(paper::PaperAnswer)),
        ("wythoff_converge", schema_for!(ConvergeAnswer)),
        ("wythoff_stats", schema_for!(statistics::StatsAnswer)),
        ("wythoff_near", schema_for!(near::NearAnswer)),
    ]
}

/// Coordinates and indices stay below `2^62` (about 4.6 * 10^18), so that squares of their sums fit 128 bits.
pub const MAX_COORDINATE: u64 = 1 << 62;

/// Rows and piles stay below `3/5 * 2^62` (about 2.7 * 10^18), so that columns stay below [`MAX_COORDINATE`].
pub const MAX_ROW: u64 = MAX_COORDINATE / 5 * 3;

/// The largest g for which the algorithms run: memory and time grow with it.
pub const MAX_G: u32 = 4095;

/// The n-th g-point `(a, b)`, `a <= b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Computed from the definition, or by WSG, or from a proved bound.
    Exact,
    /// It holds for ever: the hypotheses of its theorem were checked.
    Proved,
    /// Seen in all rows that were looked at.
    Observed,
    /// Computed by RW: it holds if the states it started converged in time (Conjecture 3.10 of the paper).
    Conjectural,
    /// Not known within the limit.
    Unsettled,
}

impl std::fmt::Display for Status {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Status::Exact => "exact",
            Status::Proved => "proved",
            Status::Observed => "observed",
            Status::Conjectural => "conjectural",
            Status::Unsettled => "unsettled",
        })
    }
}

impl WythoffError {
    /// Whether the question was a good one and only the answer is out of reach: exit code 1, not 2.
    pub fn is_unsettled(&self) -> bool {
        matches!(self, WythoffError::NotMeasured { .. } | WythoffError::NotConverged { .. })
    }
}

impl From<Stopped> for WythoffError {
    fn from(Stopped: Stopped) -> Self {
        WythoffError::Stopped
    }
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
        "the recursion met the {g}-point ({a}, {b}) outside the strip L = {low}, H = {high}; give wider bounds, or \
         none to use the proved ones"
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
    /// L is above H.
    #[error("L = {low} is above H = {high}: no point lies between them")]
    EmptyStrip {
        /// The lower bound.
        low: i64,
        /// The upper bound.
        high: i64,
    },
    /// WSG says otherwise than RW.
    #[error("RW and WSG differ by row {row}: R is too small, or the Convergence Conjecture fails; WSG is right")]
    Refuted {
        /// Where, at the latest.
        row: u64,
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
    /// How fast states converge is not measured for a g as large as this.
    #[error(
        "rows to convergence are measured for g up to {max} only, not for {g}; give R, or more effort for an exact \
         answer"
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
