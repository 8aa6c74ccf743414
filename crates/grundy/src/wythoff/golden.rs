//! Exact arithmetic with the golden ratio `phi = (1 + sqrt 5) / 2`: no floating point anywhere.
//!
//! `floor(phi n) = floor((n + sqrt(5 n^2)) / 2) = (n + isqrt(5 n^2)) / 2`, because adding an integer and halving
//! commute with the floor; `1 / phi = phi - 1`; `5 n^2` fits 128 bits for every `n <= 2^62`. For `n >= 1`, `phi n` is
//! irrational, so its ceiling is its floor plus one.

use super::MAX_COORDINATE;
use std::cmp::Ordering;

/// `floor(phi n)`, the row of the n-th 0-point.
pub fn times_phi(n: u64) -> u64 {
    debug_assert!(n <= MAX_COORDINATE, "{n} is beyond exact range");
    let n = u128::from(n);
    n.midpoint((5 * n * n).isqrt()) as u64
}

/// `floor(phi^2 n)`, the column of the n-th 0-point.
pub fn times_phi_squared(n: u64) -> u64 {
    times_phi(n) + n
}

/// `floor(n / phi)`.
pub fn over_phi(n: u64) -> u64 {
    times_phi(n) - n
}

/// `ceil(n / phi)`: the number of 0-points below row n (Lemma 3.4 of the paper).
pub fn over_phi_up(n: u64) -> u64 {
    over_phi(n) + u64::from(n > 0)
}

/// Compares `a - b / phi` with the integer `bound`, exactly: `a - b / phi >= t` says `2 (a - t) + b >= b sqrt 5`.
pub fn compare_offset(a: u64, b: u64, bound: i64) -> Ordering {
    let left = 2 * (i128::from(a) - i128::from(bound)) + i128::from(b);
    if left < 0 {
        return Ordering::Less;
    }
    (left * left).cmp(&(5 * i128::from(b) * i128::from(b)))
}

/// `floor(scale (a - b / phi))`: the offset of a cell from the line of 0-points, in units of `1 / scale`.
pub fn offset(a: u64, b: u64, scale: u64) -> i64 {
    (scale * a) as i64 - over_phi_up(scale * b) as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// `(2 q - n)^2 <= 5 n^2 < (2 q + 2 - n)^2` characterises `q = floor(phi n)`.
    fn is_floor(q: u64, n: u64) -> bool {
        let square = |q: i128| (2 * q - i128::from(n)).pow(2);
        let five = 5 * i128::from(n).pow(2);
        square(i128::from(q)) <= five && five < square(i128::from(q) + 1)
    }

    proptest! {
        #[test]
        fn floors_are_exact(n in prop_oneof![0u64..1_000_000, 0..=MAX_COORDINATE]) {
            prop_assert!(is_floor(times_phi(n), n));
            prop_assert_eq!(times_phi_squared(n) - times_phi(n), n);
            let half = n / 2;
            prop_assert_eq!(over_phi(times_phi(half)), half.saturating_sub(1));
        }

        #[test]
        fn offsets_compare_as_their_floors(a in 0u64..1 << 40, near in -60i64..60, bound in -70i64..70) {
            let b = (times_phi(a) as i64 + near).max(0) as u64;
            let floor = offset(a, b, 1);
            prop_assert_eq!(compare_offset(a, b, bound).is_ge(), floor >= bound);
        }
    }

    #[test]
    fn boundaries() {
        assert_eq!([0, 1, 2, 3, 4, 5].map(times_phi), [0, 1, 3, 4, 6, 8]);
        assert_eq!([0, 1, 2, 3, 4, 5].map(over_phi_up), [0, 1, 2, 2, 3, 4]);
        assert!(is_floor(times_phi(MAX_COORDINATE), MAX_COORDINATE));
        // Consecutive Fibonacci numbers are the hardest cases: F(k+1) - phi F(k) alternates in sign.
        let (mut small, mut large) = (1u64, 1u64);
        while large < MAX_COORDINATE / 2 {
            (small, large) = (large, small + large);
            assert!(is_floor(times_phi(large), large), "{large}");
        }
    }
}
