//! Endless sets of removals that no repeating code can say: squares, primes and their like.
//!
//! A heap of `n` sees only the members up to `n`, so values are exact as far as they are computed; but no theorem here
//! proves a period of such a game.

use std::fmt;

/// An endless set of removals, ascending from 1 or 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Series {
    /// The squares 1, 4, 9, 16, …
    Squares,
    /// The cubes 1, 8, 27, 64, …
    Cubes,
    /// The triangular numbers 1, 3, 6, 10, …
    Triangular,
    /// The primes 2, 3, 5, 7, …
    Primes,
    /// The Fibonacci numbers 1, 2, 3, 5, 8, …
    Fibonacci,
    /// The factorials 1, 2, 6, 24, …
    Factorials,
    /// The powers 1, b, b², … for a base `b` of at least 2.
    Powers(u64),
}

/// The spellings of the sets that have no number in their name, the canonical one first.
const WORDS: [(Series, &[&str]); 6] = [
    (Series::Squares, &["squares", "square numbers"]),
    (Series::Cubes, &["cubes", "cube numbers"]),
    (Series::Triangular, &["triangular", "triangular numbers", "triangulars"]),
    (Series::Primes, &["primes", "prime numbers"]),
    (Series::Fibonacci, &["fibonacci", "fibonacci numbers", "fibonaccis"]),
    (Series::Factorials, &["factorials"]),
];

impl Series {
    /// Reads `squares` or `powers of 2`; case and the number of blanks do not matter.
    pub fn read(text: &str) -> Option<Series> {
        let words = text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(base) = words.strip_prefix("powers of ") {
            let is_number = base.bytes().all(|byte| byte.is_ascii_digit());
            return base.parse().ok().filter(|&base| is_number && base >= 2).map(Series::Powers);
        }
        WORDS.iter().find(|(_, spellings)| spellings.contains(&words.as_str())).map(|&(series, _)| series)
    }

    /// Its members, ascending, as far as 64 bits reach.
    ///
    /// ```
    /// use grundy::game::Series;
    /// assert_eq!(Series::Triangular.members().take(4).collect::<Vec<_>>(), [1, 3, 6, 10]);
    /// ```
    pub fn members(self) -> Box<dyn Iterator<Item = u64>> {
        match self {
            Series::Squares => Box::new((1u64..).map_while(|k| k.checked_mul(k))),
            Series::Cubes => Box::new((1u64..).map_while(|k| k.checked_mul(k)?.checked_mul(k))),
            Series::Triangular => Box::new((1u64..).scan(0u64, |sum, k| {
                *sum = sum.checked_add(k)?;
                Some(*sum)
            })),
            Series::Primes => Box::new((2..u64::MAX).filter(|&n| is_prime(n))),
            Series::Fibonacci => Box::new(
                std::iter::successors(Some((1u64, 2u64)), |&(a, b)| {
                    (b > a).then(|| (b, a.checked_add(b).unwrap_or(b)))
                })
                .map(|(a, _)| a),
            ),
            Series::Factorials => Box::new((1u64..).scan(1u64, |product, k| {
                *product = product.checked_mul(k)?;
                Some(*product)
            })),
            Series::Powers(base) => Box::new(std::iter::successors(Some(1u64), move |power| {
                power.checked_mul(base).filter(|next| next > power)
            })),
        }
    }

    /// Whether `n` is a member.
    pub fn contains(self, n: u64) -> bool {
        match self {
            Series::Primes => is_prime(n),
            Series::Squares => n > 0 && n.isqrt().pow(2) == n,
            _ => self.members().take_while(|&member| member <= n).last() == Some(n),
        }
    }
}

fn is_prime(n: u64) -> bool {
    n >= 2 && (2..=n.isqrt()).all(|divisor| !n.is_multiple_of(divisor))
}

impl fmt::Display for Series {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, WORDS.iter().find(|(series, _)| series == self)) {
            (Series::Powers(base), _) => write!(f, "powers of {base}"),
            (_, Some((_, spellings))) => f.write_str(spellings[0]),
            (_, None) => Err(fmt::Error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = Series> {
        WORDS.iter().map(|&(series, _)| series).chain([2, 3, 10, u64::MAX].map(Series::Powers))
    }

    #[test]
    fn spelled_as_they_are_read() {
        for series in all() {
            assert_eq!(Series::read(&series.to_string()), Some(series));
            assert_eq!(Series::read(&format!("  {} ", series.to_string().to_uppercase())), Some(series));
        }
        for (_, spellings) in WORDS {
            assert!(spellings.iter().all(|spelling| Series::read(spelling).is_some()));
        }
        for text in
            ["", "square", "powers of", "powers of 1", "powers of 0", "powers of +2", "powers of 18446744073709551616"]
        {
            assert_eq!(Series::read(text), None, "{text}");
        }
    }

    #[test]
    fn members_ascend_and_are_members() {
        let is_fibonacci = |n: u64| [5 * n * n + 4, 5 * n * n - 4].iter().any(|&m| m.isqrt().pow(2) == m);
        for series in all() {
            let members: Vec<u64> = series.members().take_while(|&member| member <= 2000).collect();
            assert!(members.is_sorted_by(|a, b| a < b), "{series}");
            for n in 0..=2000u64 {
                assert_eq!(series.contains(n), members.binary_search(&n).is_ok(), "{series} {n}");
                let expected = match series {
                    Series::Squares => (1..=n).any(|k| k * k == n),
                    Series::Cubes => (1..=n).any(|k| k.pow(3) == n),
                    Series::Triangular => (1..=n).any(|k| k * (k + 1) / 2 == n),
                    Series::Primes => (1..=n).filter(|&d| n % d == 0).count() == 2,
                    Series::Fibonacci => n > 0 && is_fibonacci(n),
                    Series::Factorials => [1, 2, 6, 24, 120, 720].contains(&n),
                    Series::Powers(base) => (0..11).any(|k| base.checked_pow(k) == Some(n)),
                };
                assert_eq!(series.contains(n), expected, "{series} {n}");
            }
        }
    }

    /// At the end of what 64 bits hold the members end; nothing wraps.
    #[test]
    fn the_last_members() {
        assert_eq!(Series::Fibonacci.members().last(), Some(12_200_160_415_121_876_738));
        assert_eq!(Series::Factorials.members().last(), Some(2_432_902_008_176_640_000));
        assert_eq!(Series::Powers(2).members().last(), Some(1 << 63));
        assert_eq!(Series::Powers(1).members().collect::<Vec<_>>(), [1], "no base, but no endless loop either");
        assert_eq!(Series::Powers(u64::MAX).members().collect::<Vec<_>>(), [1, u64::MAX]);
        assert_eq!(Series::Cubes.members().last(), Some(2_642_245u64.pow(3)));
        assert!(Series::Squares.contains(u64::from(u32::MAX).pow(2)) && !Series::Squares.contains(u64::MAX));
    }
}
