//! Where g-points can be (proved), and how long states take to converge (measured).
//!
//! # The strip, proved
//!
//! Fix g. Let `N(x)` be the number of g-points in rows below x, `M(x)` the number in columns below x, and `E = sup
//! |N(x) - x / phi|`, which is finite by Theorem 2.3 of the paper. Each number but one is a row or a column of exactly
//! one g-point, and one is both, so `N(x) + M(x)` is `x` or `x + 1`. Theorem 2.15 says `-16 g <= d_m - m <= 2 g`; with
//! `s_m = a_m + m`, which increases, `b_m = a_m + d_m` lies in `[s_m - 16 g, s_m + 2 g]`. Hence, with `Q(z) = #{m : s_m
//! < z}`,
//!
//! ```text
//!   Q(x - 2g) <= M(x) <= Q(x + 16g).
//! ```
//!
//! If `Q(z) = q` then `s_(q-1) < z <= s_q`. From `N(a_q) = q` we have `|a_q - phi q| <= phi E`, so
//! `|s_q - phi^2 q| <= phi E`, and `(z - phi E) / phi^2 <= q < (z + phi E) / phi^2 + 1`. Put into `N = x - M` (or one
//! more), and with `1 - 1/phi^2 = 1/phi`:
//!
//! ```text
//!   |N(x) - x / phi| <= E / phi + 1 + 16 g / phi^2,      so   E <= E / phi + 1 + 16 g / phi^2,   E <= 16 g + phi^2.
//! ```
//!
//! With `n = N(a_n)` this gives, for every g-point, constants instead of the paper's "bounded":
//!
//! ```text
//!   |a_n - phi n| <= phi (16 g + phi^2)
//!   -32 g - phi^2 <= b_n - phi a_n = (d_n - n) + (n - a_n / phi) <= 18 g + phi^2
//!   L = -(18 g + phi^2) / phi <= a_n - b_n / phi <= (32 g + phi^2) / phi = H.
//! ```
//!
//! All grow with g, so they hold for every `h <= g`. The strip therefore needs no measurement. `R_g`, the number of
//! rows after which a dummy state has become the true one, is not known to exist (Conjecture 3.10): it is given, or
//! measured.

use super::WythoffError;
use super::golden::{over_phi, over_phi_up, times_phi};
use schemars::JsonSchema;
use serde::Serialize;

/// What RW trusts for the values `0 ..= g`: `low <= a - b / phi <= high` for every point, and states that converge
/// within `settle` rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Bounds {
    /// The largest value they are for.
    pub g: u32,
    /// The paper's L.
    pub low: i64,
    /// The paper's H.
    pub high: i64,
    /// Where L and H come from.
    pub strip: Origin,
    /// The paper's `R_g`.
    pub settle: u64,
    /// Where `R_g` comes from.
    pub settle_from: Origin,
}

impl Bounds {
    /// The proved strip, or this one, with a given R.
    pub fn given(g: u32, settle: u64, strip: Option<(i64, i64)>) -> Bounds {
        let origin = if strip.is_some() { Origin::Given } else { Origin::Proved };
        let (low, high) = strip.unwrap_or_else(|| self::strip(g));
        Bounds { g, low, high, strip: origin, settle, settle_from: Origin::Given }
    }

    /// The proved strip, with R from the stored measurement: 2 times the slowest start, and 64 rows more.
    pub fn measured(g: u32) -> Result<Bounds, WythoffError> {
        let Some(&worst) = SLOWEST.get(g as usize) else {
            return Err(WythoffError::NotMeasured { g, max: MEASURED_G });
        };
        let (rows, every) = measurement(g);
        let settle_from = Origin::Measured { rows, every, worst, margin: MARGIN };
        Ok(Bounds { settle: MARGIN * worst + 64, settle_from, ..Bounds::given(g, 0, None) })
    }
}

/// Where a bound comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// From a theorem.
    Proved,
    /// From the caller.
    Given,
    /// The slowest start from the rows `0, every, 2 every, …` up to `rows`, times `margin`, and 64.
    Measured {
        /// The last row that was a start.
        rows: u64,
        /// The step from one start to the next.
        every: u64,
        /// The most rows any of them took.
        worst: u64,
        /// The safety factor.
        margin: u64,
    },
    /// Doubled until the answer was the same `agreeing` times in a row.
    Adaptive {
        /// Equal answers in a row.
        agreeing: u32,
    },
}

/// The proved bounds on `a - b / phi` for all h-points, `h <= g`.
pub(super) fn strip(g: u32) -> (i64, i64) {
    let g = u64::from(g);
    // phi^2 < 3, and everything is rounded outwards.
    (-(over_phi_up(18 * g + 3) as i64), over_phi_up(32 * g + 3) as i64)
}

/// The proved range of columns b for h-points `(a, b)`, `h <= g`, in row a: outside it `G(a, b) > g`.
pub(super) fn columns(g: u32, a: u64) -> std::ops::RangeInclusive<u64> {
    let (middle, g) = (times_phi(a), u64::from(g));
    middle.saturating_sub(32 * g + 3).max(a)..=middle + 18 * g + 4
}

/// The proved range of rows a for h-points `(a, b)`, `a <= b`, `h <= g`, in column b.
pub(super) fn reflected(g: u32, b: u64) -> std::ops::RangeInclusive<u64> {
    let (low, high) = strip(g);
    over_phi_up(b).saturating_add_signed(low)..=over_phi(b).saturating_add_signed(high).min(b)
}

/// The proved range of rows of the n-th g-point: `phi n` within `phi (16 g + phi^2)`.
pub fn rows_of_index(g: u32, n: u64) -> std::ops::RangeInclusive<u64> {
    let (middle, width) = (times_phi(n), times_phi(16 * u64::from(g) + 3) + 1);
    middle.saturating_sub(width)..=middle + width
}

/// The proved range of indices n of the g-point on diagonal d (Theorem 2.15): `d - 2g <= n <= d + 16g`.
pub(super) fn indices_of_diagonal(g: u32, d: u64) -> std::ops::RangeInclusive<u64> {
    d.saturating_sub(2 * u64::from(g))..=d + 16 * u64::from(g)
}

/// The proved range of rows of the g-point on diagonal d.
pub(super) fn rows_of_diagonal(g: u32, d: u64) -> std::ops::RangeInclusive<u64> {
    let indices = indices_of_diagonal(g, d);
    *rows_of_index(g, *indices.start()).start()..=*rows_of_index(g, *indices.end()).end()
}

/// The largest g whose R is stored. R grows nearly like the fourth power of g: up to here RW takes seconds.
pub(super) const MEASURED_G: u32 = SLOWEST.len() as u32 - 1;

/// The safety factor on a measured R, as the paper takes it.
pub(super) const MARGIN: u64 = 2;

/// From which rows the convergence was measured: the multiples of the second number up to the first.
pub(super) const fn measurement(g: u32) -> (u64, u64) {
    match g {
        0..=20 => (1_000_000, 1),
        21..=40 => (100_000, 250),
        _ => (100_000, 2500),
    }
}

/// For each g the rows that the slowest start took, over the starts of [`measurement`]: for g up to 20 all of Table 5
/// of the paper. Whatever has converged for g has converged for every smaller value: so no entry is less than the one
/// before, and beyond 32, where only the multiples of 5 were measured, each stands for the four values before it.
/// [`convergence`](super::convergence) measures them again.
#[rustfmt::skip]
const SLOWEST: [u64; 61] = [
    0, 45, 72, 140, 180, 235, 395, 395, 461, 630, 909, 961, 1082, 1538, 1744, 2041, 2359, 2908, 3169, 3684, 4136,
    4136, 4483, 5955, 6500, 6950, 7428, 8598, 9114, 10351, 14651, 17298, 22769,
    27710, 27710, 27710, 41497, 41497, 41497, 41497, 41497,
    62_567, 62_567, 62_567, 62_567, 62_567, 118_282, 118_282, 118_282, 118_282, 118_282,
    175_602, 175_602, 175_602, 175_602, 175_602, 243_980, 243_980, 243_980, 243_980, 243_980,
];
