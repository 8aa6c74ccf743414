//! Where g-points can be (proved), and how long states take to converge (measured).
//!
//! # The strip, proved
//!
//! Fix g. Let `N(x)` be the number of g-points in rows below x, `M(x)` the number in columns below x, and
//! `E = sup |N(x) - x / phi|`, which is finite by Theorem 2.3 of the paper. Each number but one is a row or a column of
//! exactly one g-point, and one is both, so `N(x) + M(x)` is `x` or `x + 1`. Theorem 2.15 says
//! `-16 g <= d_m - m <= 2 g`; with `s_m = a_m + m`, which increases, `b_m = a_m + d_m` lies in `[s_m - 16 g, s_m + 2 g]`.
//! Hence, with `Q(z) = #{m : s_m < z}`,
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
//! All grow with g, so they hold for every `h <= g`. The strip therefore needs no measurement. `R_g`, the number of rows
//! after which a dummy state has become the true one, is not known to exist (Conjecture 3.10): it is given, or measured.

use super::converge::{self, Convergence};
use super::golden::{over_phi, over_phi_up, times_phi};
use super::{Watch, WythoffError};
use serde::Serialize;

/// What RW trusts: `low <= a - b / phi <= high` for every point, and states that converge within `settle` rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Bounds {
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

/// Where a bound comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// From a theorem.
    Proved,
    /// From the caller.
    Given,
    /// The worst of `samples` starting rows below `rows`, times `margin`.
    Measured {
        /// Rows looked at.
        rows: u64,
        /// Starting rows tried.
        samples: u64,
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
pub fn strip(g: u32) -> (i64, i64) {
    let g = u64::from(g);
    // phi^2 < 3, and everything is rounded outwards.
    (-(over_phi_up(18 * g + 3) as i64), over_phi_up(32 * g + 3) as i64)
}

/// The proved range of columns b for h-points `(a, b)`, `h <= g`, in row a: outside it `G(a, b) > g`.
pub fn columns(g: u32, a: u64) -> std::ops::RangeInclusive<u64> {
    let (middle, g) = (times_phi(a), u64::from(g));
    middle.saturating_sub(32 * g + 3).max(a)..=middle + 18 * g + 4
}

/// The proved range of rows a for h-points `(a, b)`, `a <= b`, `h <= g`, in column b.
pub fn reflected(g: u32, b: u64) -> std::ops::RangeInclusive<u64> {
    let (low, high) = strip(g);
    over_phi_up(b).saturating_add_signed(low)..=over_phi(b).saturating_add_signed(high).min(b)
}

/// The proved range of rows of the n-th g-point: `phi n` within `phi (16 g + phi^2)`.
pub fn rows_of_index(g: u32, n: u64) -> std::ops::RangeInclusive<u64> {
    let (middle, width) = (times_phi(n), times_phi(16 * u64::from(g) + 3) + 1);
    middle.saturating_sub(width)..=middle + width
}

/// The proved range of indices n of the g-point on diagonal d (Theorem 2.15): `d - 2g <= n <= d + 16g`.
pub fn indices_of_diagonal(g: u32, d: u64) -> std::ops::RangeInclusive<u64> {
    d.saturating_sub(2 * u64::from(g))..=d + 16 * u64::from(g)
}

/// The proved range of rows of the g-point on diagonal d.
pub fn rows_of_diagonal(g: u32, d: u64) -> std::ops::RangeInclusive<u64> {
    let indices = indices_of_diagonal(g, d);
    *rows_of_index(g, *indices.start()).start()..=*rows_of_index(g, *indices.end()).end()
}

/// The largest g whose R is measured. R grows nearly like the fourth power of g (7 000 for g = 25, 67 000 for g = 45,
/// 250 000 for g = 60); up to here the measurement and RW itself take seconds.
pub const MEASURED_G: u32 = 60;

/// How many starting rows [`measured`] tries, and below which row. For large g fewer, because each takes so long.
const SAMPLED_ROWS: u64 = 100_000;
const fn samples(g: u32) -> u64 {
    if g <= 40 { 400 } else { 40 }
}

/// The safety factor.
const MARGIN: u64 = 2;

/// The proved strip with an `R_g` measured on a spread of starting rows, doubled for safety (as the paper does).
pub fn measured(g: u32, watch: &mut Watch<'_>) -> Result<Bounds, WythoffError> {
    if g > MEASURED_G {
        return Err(WythoffError::NotMeasured { g, max: MEASURED_G });
    }
    let samples = samples(g);
    let starts = converge::Starts { until: SAMPLED_ROWS, every: SAMPLED_ROWS / samples };
    let Convergence { worst, .. } = converge::run(g, &starts, watch)?;
    let worst = worst.last().map_or(0, |w| w.rows);
    let (low, high) = strip(g);
    let settle_from = Origin::Measured { rows: SAMPLED_ROWS, samples, worst, margin: MARGIN };
    Ok(Bounds { low, high, strip: Origin::Proved, settle: MARGIN * worst + 64, settle_from })
}
