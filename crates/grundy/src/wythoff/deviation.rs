//! How far the n-th g-point is from the n-th 0-point: the constants `α_g`, `β_g` of Theorem 2.3 of the paper, and the
//! bounds (1-6) of Blass and Fraenkel for g = 1.
//!
//! `|a_n^g - a_n^0| <= α_g` and `|b_n^g - b_n^0| <= β_g` for all n. The constants of [`super::bounds`] prove some:
//! `|a_n - phi n| <= phi (16 g + phi^2)` and `|d_n - n| <= 16 g`, while `a_n^0` is `phi n` rounded down and `d_n^0 =
//! n`; so `α_g = floor(phi (16 g + 3)) + 2` and `β_g = α_g + 16 g` do. What is seen is much less.

use super::golden::{times_phi, times_phi_squared};
use super::wsg::Wsg;
use super::{MAX_G, Point, Status, WythoffError};
use crate::watch::Watch;
use schemars::JsonSchema;
use serde::Serialize;

/// The least and the greatest of some numbers, each with the first n that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Spread {
    /// The least.
    pub min: i64,
    /// The first index with it.
    pub min_n: u64,
    /// The greatest.
    pub max: i64,
    /// The first index with it.
    pub max_n: u64,
}

impl Spread {
    const NONE: Spread = Spread { min: i64::MAX, min_n: 0, max: i64::MIN, max_n: 0 };

    fn count(&mut self, value: i64, n: u64) {
        if value < self.min {
            (self.min, self.min_n) = (value, n);
        }
        if value > self.max {
            (self.max, self.max_n) = (value, n);
        }
    }

    fn largest(&self) -> u64 {
        self.min.unsigned_abs().max(self.max.unsigned_abs())
    }
}

/// How far the g-points of one value are from the 0-points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Deviation {
    /// The value.
    pub g: u32,
    /// `a_n^g - a_n^0`.
    pub a: Spread,
    /// `b_n^g - b_n^0`.
    pub b: Spread,
    /// The least `α_g` that the points seen allow.
    pub alpha_seen: u64,
    /// An `α_g` that is proved.
    pub alpha_proved: u64,
    /// The least `β_g` that the points seen allow.
    pub beta_seen: u64,
    /// A `β_g` that is proved.
    pub beta_proved: u64,
    /// `1000 (a_n^g - phi n)`, rounded up.
    pub a_thousandths: Spread,
    /// `1000 (b_n^g - phi^2 n)`, rounded up.
    pub b_thousandths: Spread,
}

/// How far the points of all values up to g are from the 0-points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BoundsAnswer {
    /// The largest value.
    pub g: u32,
    /// Rows `0 ..= rows` were looked at.
    pub last_row: u64,
    /// For each `h <= g`.
    pub deviations: Vec<Deviation>,
    /// Whether the bounds (1-6) hold for all 1-points seen: `8 - 6 phi < a_n - phi n < 6 - 3 phi` and
    /// `-3 phi < b_n - phi^2 n < 8 - 3 phi`. None for g = 0.
    pub blass_fraenkel: Option<bool>,
    /// Observed: the proved constants alone hold for all rows.
    pub status: Status,
}

/// Whether `x > phi k`.
fn exceeds(x: i64, k: i64) -> bool {
    let floor = times_phi(k.unsigned_abs()) as i64;
    if k >= 0 { x > floor } else { -x <= floor }
}

/// Whether a 1-point keeps to (1-6): `a - 8 > phi (n - 6)`, `a - 6 < phi (n - 3)`, `b - n > phi (n - 3)` and
/// `b - n - 8 < phi (n - 3)`. Nothing is equal, because phi is irrational and no side is 0 when the other is.
fn keeps_to_1_6(point: Point) -> bool {
    let (n, a, b) = (point.n as i64, point.a as i64, point.b as i64);
    exceeds(a - 8, n - 6) && !exceeds(a - 6, n - 3) && exceeds(b - n, n - 3) && !exceeds(b - n - 8, n - 3)
}

/// Looks at the points of the rows `0 ..= last_row`.
///
/// ```
/// let seen = grundy::wythoff::deviation::collect(1, 10_000, &mut grundy::watch::Unwatched)?;
/// assert_eq!(seen.blass_fraenkel, Some(true));
/// assert!(seen.deviations[1].alpha_seen <= seen.deviations[1].alpha_proved);
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn collect(g: u32, last_row: u64, watch: &mut dyn Watch) -> Result<BoundsAnswer, WythoffError> {
    if g > MAX_G {
        return Err(WythoffError::TooLarge { what: "g", value: u64::from(g), max: u64::from(MAX_G) });
    }
    let mut blass_fraenkel = (g > 0).then_some(true);
    let mut spreads = vec![[Spread::NONE; 4]; g as usize + 1];
    Wsg::new(g).run(last_row + 1, watch, |point| {
        if point.g == 1 && !keeps_to_1_6(point) {
            blass_fraenkel = Some(false);
        }
        let (n, from) = (point.n, |value: u64, origin: u64| value as i64 - origin as i64);
        let [a, b, a_fine, b_fine] = &mut spreads[point.g as usize];
        a.count(from(point.a, times_phi(n)), n);
        b.count(from(point.b, times_phi_squared(n)), n);
        a_fine.count(from(1000 * point.a, times_phi(1000 * n)), n);
        b_fine.count(from(1000 * point.b, times_phi_squared(1000 * n)), n);
    })?;
    let deviation = |(g, [a, b, a_thousandths, b_thousandths]): (u32, [Spread; 4])| {
        let alpha = times_phi(16 * u64::from(g) + 3) + 2;
        Deviation {
            g,
            a,
            b,
            alpha_seen: a.largest(),
            alpha_proved: alpha,
            beta_seen: b.largest(),
            beta_proved: alpha + 16 * u64::from(g),
            a_thousandths,
            b_thousandths,
        }
    };
    let deviations = (0..).zip(spreads).map(deviation).collect();
    Ok(BoundsAnswer { g, last_row, deviations, blass_fraenkel, status: Status::Observed })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::Unwatched;

    #[test]
    fn comparisons_with_multiples_of_phi() {
        // 0 < phi, 1 < phi < 2, 2 phi = 3.2…, -phi = -1.6…, -2 phi = -3.2…
        for (x, k, more) in
            [(1, 1, false), (2, 1, true), (3, 2, false), (4, 2, true), (-1, -1, true), (-2, -1, false), (-3, -2, true)]
        {
            assert_eq!(exceeds(x, k), more, "{x} > {k} phi");
        }
        assert!(!exceeds(0, 0) && exceeds(1, 0) && !exceeds(-1, 0) && !exceeds(-4, -2));
    }

    #[test]
    fn points_keep_to_what_is_proved() {
        let seen = collect(12, 20_000, &mut Unwatched).unwrap();
        assert_eq!(seen.blass_fraenkel, Some(true));
        for one in &seen.deviations {
            assert!(one.alpha_seen <= one.alpha_proved && one.beta_seen <= one.beta_proved, "{one:?}");
            assert_eq!(one.g > 0, one.alpha_seen > 0);
        }
        let wrong = Point { g: 1, n: 100, a: 170, b: 262 };
        assert!(!keeps_to_1_6(wrong));
        assert_eq!(collect(0, 100, &mut Unwatched).unwrap().blass_fraenkel, None);
    }
}
