//! Field operations by halving: a nimber below `F²` is `a₁F ⊕ a₀`, a pair over the nimbers below `F = 2^(bits/2)`.
//!
//! From `F⊗F = F ⊕ h`, `h = F/2` (Conway), all by solving for pairs, each a constant number of operations of half the
//! width:
//!
//! - square: `a₁²F ⊕ (a₀² ⊕ h a₁²)`;
//! - square root: `√a₁ F ⊕ √(a₀ ⊕ h a₁)`; every nimber has exactly one;
//! - inverse: the conjugate of `a` is `a₁F ⊕ (a₀⊕a₁)` and their product `a₀(a₀⊕a₁) ⊕ h a₁²` lies below F;
//! - trace to the nimbers below F: `a ⊕ conjugate = a₁`. So the trace down to {0, 1} is the top bit of the field's
//!   width;
//! - `x² ⊕ x = c`: `x₁² ⊕ x₁ = c₁` and `x₀² ⊕ x₀ = c₀ ⊕ h x₁²`. Solvable within the field when the trace (top bit) of
//!   `c` is 0; of the two choices `x₁`, `x₁⊕1` exactly one makes the second equation solvable, because `h` has trace 1.
//!
//! The formulas are written once, over [`Tower`], for words and for big integers.

use super::{plain, product};

/// Numbers that can be cut in half. `bits` is always a power of two and the width of the field the number lives in.
pub trait Tower: Clone + Eq {
    /// Zero.
    fn zero() -> Self;
    /// Whether it is zero.
    fn is_zero(&self) -> bool;
    /// Bit `i`.
    fn bit(&self, i: u64) -> bool;
    /// `(high, low)` parts at `half` bits.
    fn split(&self, half: u64) -> (Self, Self);
    /// `high · 2^half + low`.
    fn join(high: Self, low: Self, half: u64) -> Self;
    /// The nim-sum.
    fn xor(&self, other: &Self) -> Self;
    /// The nim-product within the field.
    fn product(&self, other: &Self, bits: u64) -> Self;
    /// `self ⊗ 2^(bits-1)`.
    fn times_half(&self, bits: u64) -> Self;
    /// The number itself, when the field is narrow enough for the word operations and this is not a word.
    fn word(&self, bits: u64) -> Option<u128>;
    /// A word as this kind of number.
    fn from_word(word: u128) -> Self;
}

impl Tower for u128 {
    fn zero() -> Self {
        0
    }
    fn is_zero(&self) -> bool {
        *self == 0
    }
    fn bit(&self, i: u64) -> bool {
        *self >> i & 1 == 1
    }
    fn split(&self, half: u64) -> (Self, Self) {
        (self >> half, self & ((1 << half) - 1))
    }
    fn join(high: Self, low: Self, half: u64) -> Self {
        high << half | low
    }
    fn xor(&self, other: &Self) -> Self {
        self ^ other
    }
    fn product(&self, other: &Self, bits: u64) -> Self {
        match bits {
            ..=8 => product::mul8(*self as u8, *other as u8).into(),
            16 => product::mul16(*self as u16, *other as u16).into(),
            32 => product::mul32(*self as u32, *other as u32).into(),
            64 => product::mul64(*self as u64, *other as u64).into(),
            _ => product::mul128(*self, *other),
        }
    }
    fn times_half(&self, bits: u64) -> Self {
        if bits <= 8 { plain::times_half(*self, bits as u32) } else { self.product(&(1 << (bits - 1)), bits) }
    }
    fn word(&self, _: u64) -> Option<u128> {
        None
    }
    fn from_word(word: u128) -> Self {
        word
    }
}

/// `x ⊗ x`.
pub fn square<T: Tower>(x: &T, bits: u64) -> T {
    if let Some(word) = x.word(bits) {
        return T::from_word(word.product(&word, bits));
    }
    if bits == 1 {
        return x.clone();
    }
    let half = bits / 2;
    let (high, low) = x.split(half);
    let high = square(&high, half);
    let low = square(&low, half).xor(&high.times_half(half));
    T::join(high, low, half)
}

/// The number whose square is `x`.
pub fn sqrt<T: Tower>(x: &T, bits: u64) -> T {
    if let Some(word) = x.word(bits) {
        return T::from_word(sqrt(&word, bits));
    }
    if bits == 1 {
        return x.clone();
    }
    let half = bits / 2;
    let (high, low) = x.split(half);
    let low = sqrt(&low.xor(&high.times_half(half)), half);
    T::join(sqrt(&high, half), low, half)
}

/// The number `y` with `x ⊗ y = 1`; `x` is not 0.
pub fn inverse<T: Tower>(x: &T, bits: u64) -> T {
    if let Some(word) = x.word(bits) {
        return T::from_word(inverse(&word, bits));
    }
    if bits == 1 {
        return x.clone();
    }
    let half = bits / 2;
    let (high, low) = x.split(half);
    if high.is_zero() {
        return inverse(&low, half);
    }
    let sum = high.xor(&low);
    let norm = low.product(&sum, half).xor(&square(&high, half).times_half(half));
    let factor = inverse(&norm, half);
    T::join(high.product(&factor, half), sum.product(&factor, half), half)
}

/// The even `x` with `x² ⊕ x = c`, if there is one within the field; the other solution is `x ⊕ 1`.
pub fn solve_x2_plus_x<T: Tower>(c: &T, bits: u64) -> Option<T> {
    if c.bit(bits - 1) {
        return None;
    }
    if let Some(word) = c.word(bits) {
        return solve_x2_plus_x(&word, bits).map(T::from_word);
    }
    if bits == 1 {
        return Some(T::zero());
    }
    let half = bits / 2;
    let (c1, c0) = c.split(half);
    let mut high = solve_x2_plus_x(&c1, half)?;
    let mut rest = c0.xor(&square(&high, half).times_half(half));
    if rest.bit(half - 1) {
        high = high.xor(&T::from_word(1));
        rest = c0.xor(&square(&high, half).times_half(half));
    }
    Some(T::join(high, solve_x2_plus_x(&rest, half)?, half))
}
