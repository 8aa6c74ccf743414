//! Sym: turn any symmetric set of coins.
//!
//! With the outer coins `l < r` fixed, the pairs `(l+i, r-i)` inside and the middle coin may be turned or not, so the
//! options are `g(l) ⊕ span { g(l+i) ⊕ g(r-i), g((l+r)/2) }`: an affine space over {0, 1}. Its members are listed once
//! each from a basis, about `4 · 2^(r/2)` for all `l` together, in place of as many moves as there are subsets.

use super::error::CoinError;
use super::sums::Sums;
use crate::watch::{Progress, Watch};

/// The set of options is a bit set of at most this many bits.
const LIMIT_BITS: u32 = 28;

pub fn values(n: usize, watch: &mut dyn Watch) -> Result<Vec<u64>, CoinError> {
    let mut values: Vec<u64> = vec![];
    for right in 1..=n {
        let g = |coin: usize| values[coin - 1];
        let mut options = Sums::default();
        options.insert(0);
        for left in 1..right {
            watch.at(Progress::new("values", right as u64, n as u64))?;
            let pairs = (1..).map(|i| (left + i, right - i)).take_while(|(a, b)| a < b).map(|(a, b)| g(a) ^ g(b));
            let middle = ((right - left).is_multiple_of(2)).then(|| g(usize::midpoint(left, right)));
            let basis = independent(pairs.chain(middle));
            // Gray code: each step changes one basis vector.
            let mut sum = g(left);
            options.insert(sum);
            for step in 1u64..1 << basis.len() {
                sum ^= basis[step.trailing_zeros() as usize];
                options.insert(sum);
            }
        }
        let value = options.mex();
        if value >> LIMIT_BITS != 0 {
            return Err(CoinError::ValuesTooLarge { game: "1+S".to_owned(), position: right, bits: LIMIT_BITS });
        }
        values.push(value);
    }
    Ok(values)
}

/// A basis of the span: each vector reduced by those before, zeros left out.
fn independent(vectors: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut basis: Vec<u64> = vec![];
    for vector in vectors {
        // Reducing from the highest leading bit down makes `min` clear it.
        let rest = basis.iter().fold(vector, |v, &b| v.min(v ^ b));
        if rest != 0 {
            let place = basis.partition_point(|&b| b > rest);
            basis.insert(place, rest);
        }
    }
    basis
}
