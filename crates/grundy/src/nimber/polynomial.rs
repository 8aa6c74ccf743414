//! Polynomials over {0, 1}: what minimal polynomials of nimbers are.

use num_bigint::BigUint;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A polynomial with coefficients 0 and 1; bit `i` is the coefficient of `t^i`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BinaryPolynomial(BigUint);

impl BinaryPolynomial {
    /// From coefficients, the constant one first.
    pub fn new(coefficients: impl IntoIterator<Item = bool>) -> Self {
        let mut bits = BigUint::ZERO;
        for (i, coefficient) in coefficients.into_iter().enumerate() {
            bits.set_bit(i as u64, coefficient);
        }
        BinaryPolynomial(bits)
    }

    /// The degree; the zero polynomial has none.
    pub fn degree(&self) -> Option<u64> {
        self.0.bits().checked_sub(1)
    }

    /// The coefficient of `t^i`.
    pub fn coefficient(&self, i: u64) -> bool {
        self.0.bit(i)
    }

    /// The coefficients as the bits of an integer.
    pub fn bits(&self) -> &BigUint {
        &self.0
    }
}

impl fmt::Display for BinaryPolynomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let terms: Vec<String> = (0..self.0.bits())
            .rev()
            .filter(|&i| self.0.bit(i))
            .map(|i| match i {
                0 => "1".to_owned(),
                1 => "t".to_owned(),
                _ => format!("t^{i}"),
            })
            .collect();
        f.write_str(if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") }.as_str())
    }
}
