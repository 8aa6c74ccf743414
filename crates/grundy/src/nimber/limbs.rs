//! Big integers as towers: products on slices of 64-bit words.

use super::product::{mul64, mul128};
use super::tower::Tower;
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

impl Tower for BigUint {
    fn zero() -> Self {
        BigUint::ZERO
    }
    fn is_zero(&self) -> bool {
        Zero::is_zero(self)
    }
    fn bit(&self, i: u64) -> bool {
        BigUint::bit(self, i)
    }
    fn split(&self, half: u64) -> (Self, Self) {
        let high = self >> half;
        let low = self ^ (&high << half);
        (high, low)
    }
    fn join(high: Self, low: Self, half: u64) -> Self {
        (high << half) | low
    }
    fn xor(&self, other: &Self) -> Self {
        self ^ other
    }
    fn product(&self, other: &Self, bits: u64) -> Self {
        let words = bits.div_ceil(64) as usize;
        from_words(&product(&to_words(self, words), &to_words(other, words)))
    }
    fn times_half(&self, bits: u64) -> Self {
        if let Some(word) = self.word(bits) {
            return BigUint::from(word.times_half(bits));
        }
        from_words(&times_half(&to_words(self, (bits / 64) as usize)))
    }
    fn word(&self, bits: u64) -> Option<u128> {
        if bits <= 128 { self.to_u128() } else { None }
    }
    fn from_word(word: u128) -> Self {
        word.into()
    }
}

fn to_words(x: &BigUint, length: usize) -> Vec<u64> {
    let mut words = x.to_u64_digits();
    words.resize(length, 0);
    words
}

fn from_words(words: &[u64]) -> BigUint {
    BigUint::from_bytes_le(&words.iter().flat_map(|w| w.to_le_bytes()).collect::<Vec<u8>>())
}

fn xor(a: &[u64], b: &[u64]) -> Vec<u64> {
    a.iter().zip(b).map(|(a, b)| a ^ b).collect()
}

/// The nim-product of two numbers of equally many words, a power of two of them. Karatsuba: `n^log₂3` word products,
/// two only where a factor is in the subfield.
fn product(a: &[u64], b: &[u64]) -> Vec<u64> {
    match *a {
        [word] => return vec![mul64(word, b[0])],
        [low, high] => {
            let value = mul128(u128::from(high) << 64 | u128::from(low), u128::from(b[1]) << 64 | u128::from(b[0]));
            return vec![value as u64, (value >> 64) as u64];
        }
        _ => {}
    }
    let (a0, a1) = a.split_at(a.len() / 2);
    let (b0, b1) = b.split_at(b.len() / 2);
    let mut low = product(a0, b0);
    let (a_is_low, b_is_low) = (is_zero(a1), is_zero(b1));
    let high_part = match (a_is_low, b_is_low) {
        (true, true) => vec![0; low.len()],
        (true, false) => product(a0, b1),
        (false, true) => product(a1, b0),
        (false, false) => {
            let cross = xor(&product(&xor(a0, a1), &xor(b0, b1)), &low);
            low = xor(&low, &times_half(&product(a1, b1)));
            cross
        }
    };
    low.extend(high_part);
    low
}

/// `x ⊗ 2^(64 n - 1)` for `n` words.
fn times_half(x: &[u64]) -> Vec<u64> {
    if is_zero(x) {
        return x.to_vec();
    }
    if let [word] = *x {
        return vec![mul64(word, 1 << 63)];
    }
    let (low, high) = x.split_at(x.len() / 2);
    let mut folded = times_half(&times_half(high));
    folded.extend(times_half(&xor(low, high)));
    folded
}

fn is_zero(words: &[u64]) -> bool {
    words.iter().all(|&w| w == 0)
}
