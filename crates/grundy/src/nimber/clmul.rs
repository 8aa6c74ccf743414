//! Products by change of basis and the carry-less multiplication of x86 (`PCLMULQDQ`).
//!
//! Cost for 64 bits: 24 look-ups in 32 KB of tables, one multiplication, six shifts.
#![allow(unsafe_code)]

use super::basis::{basis16, basis32, basis64};
use std::arch::x86_64::{_mm_clmulepi64_si128, _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_unpackhi_epi64};

/// Whether this machine has the instruction.
#[inline]
pub fn available() -> bool {
    is_x86_feature_detected!("pclmulqdq")
}

/// The product of two polynomials of degree below 64: (low word, high word).
#[inline]
#[target_feature(enable = "pclmulqdq")]
fn carryless(a: u64, b: u64) -> (u64, u64) {
    let product = _mm_clmulepi64_si128::<0>(_mm_cvtsi64_si128(a as i64), _mm_cvtsi64_si128(b as i64));
    (_mm_cvtsi128_si64(product) as u64, _mm_cvtsi128_si64(_mm_unpackhi_epi64(product, product)) as u64)
}

/// `low + t⁶⁴ high` modulo t⁶⁴+t⁴+t³+t+1.
#[inline]
fn reduce64((low, high): (u64, u64)) -> u64 {
    // What the three shifts below push out of the word comes back once more.
    let high = high ^ (high >> 63) ^ (high >> 61) ^ (high >> 60);
    low ^ high ^ (high << 1) ^ (high << 3) ^ (high << 4)
}

/// `a ⊗ b` below 2¹⁶.
#[inline]
#[target_feature(enable = "pclmulqdq")]
pub fn mul16(a: u16, b: u16) -> u16 {
    let (product, _) = carryless(basis16::to_polynomial(a).into(), basis16::to_polynomial(b).into());
    let (low, high) = (product as u16, (product >> 16) as u16);
    let high = high ^ (high >> 15) ^ (high >> 13) ^ (high >> 11);
    basis16::to_nimber(low ^ high ^ (high << 1) ^ (high << 3) ^ (high << 5))
}

/// `a ⊗ b` below 2³².
#[inline]
#[target_feature(enable = "pclmulqdq")]
pub fn mul32(a: u32, b: u32) -> u32 {
    let (product, _) = carryless(basis32::to_polynomial(a).into(), basis32::to_polynomial(b).into());
    let (low, high) = (product as u32, (product >> 32) as u32);
    let high = high ^ (high >> 30) ^ (high >> 29) ^ (high >> 25);
    basis32::to_nimber(low ^ high ^ (high << 2) ^ (high << 3) ^ (high << 7))
}

/// `a ⊗ b` below 2⁶⁴.
#[inline]
#[target_feature(enable = "pclmulqdq")]
pub fn mul64(a: u64, b: u64) -> u64 {
    basis64::to_nimber(reduce64(carryless(basis64::to_polynomial(a), basis64::to_polynomial(b))))
}

/// `a ⊗ b` below 2¹²⁸: pairs over the polynomials of degree below 64, Karatsuba with `F⊗F = F ⊕ 2⁶³`.
#[inline]
#[target_feature(enable = "pclmulqdq")]
pub fn mul128(a: u128, b: u128) -> u128 {
    let half = basis64::TO_POLYNOMIAL[7][0x80];
    let (a1, a0) = (basis64::to_polynomial((a >> 64) as u64), basis64::to_polynomial(a as u64));
    let (b1, b0) = (basis64::to_polynomial((b >> 64) as u64), basis64::to_polynomial(b as u64));
    let low = carryless(a0, b0);
    let cross = carryless(a0 ^ a1, b0 ^ b1);
    let folded = carryless(reduce64(carryless(a1, b1)), half);
    let high_word = reduce64((cross.0 ^ low.0, cross.1 ^ low.1));
    let low_word = reduce64((low.0 ^ folded.0, low.1 ^ folded.1));
    u128::from(basis64::to_nimber(high_word)) << 64 | u128::from(basis64::to_nimber(low_word))
}

/// One product for each pair, the detection and the calls outside the loop.
macro_rules! pairs {
    ($name:ident, $word:ty, $product:ident) => {
        #[doc = concat!("`out[i] = a[i] ⊗ b[i]` for [`", stringify!($word), "`].")]
        #[target_feature(enable = "pclmulqdq")]
        pub fn $name(a: &[$word], b: &[$word], out: &mut [$word]) {
            for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
                *out = $product(a, b);
            }
        }
    };
}

pairs!(pairs16, u16, mul16);
pairs!(pairs32, u32, mul32);
pairs!(pairs64, u64, mul64);
pairs!(pairs128, u128, mul128);
