//! Nimbers of 8, 16, 32, 64 and 128 bits.

use super::big::{Nimber, parse};
use super::error::NimberError;
use super::field::NimField;
use super::{product, tower};
use num_bigint::BigUint;
use num_traits::{Inv, One, Pow, ToPrimitive, Zero};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::iter::{Product, Sum};
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

macro_rules! nimber {
    ($name:ident, $word:ident, $bits:literal, $product:path, $pairs:path) => {
        #[doc = concat!("A nimber below 2^", stringify!($bits), ".")]
        ///
        /// `+` and `-` are the nim-sum, `*` the nim-product; `/` panics on division by 0 as integers do.
        #[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(transparent)]
        pub struct $name($word);

        impl $name {
            /// The width in bits.
            pub const BITS: u32 = $bits;
            /// 0.
            pub const ZERO: Self = $name(0);
            /// 1.
            pub const ONE: Self = $name(1);
            /// The largest.
            pub const MAX: Self = $name($word::MAX);

            /// The nimber of this size.
            pub const fn new(value: $word) -> Self {
                $name(value)
            }

            /// Its size.
            pub const fn get(self) -> $word {
                self.0
            }

            /// `x ⊗ x`.
            #[must_use]
            #[inline]
            pub fn square(self) -> Self {
                self * self
            }

            /// The nimber whose product with this is 1; none for 0.
            #[inline]
            pub fn inverse(self) -> Option<Self> {
                (self.0 != 0).then(|| $name(tower::inverse(&u128::from(self.0), $bits) as $word))
            }

            /// The quotient, or none for division by 0.
            pub fn checked_div(self, by: Self) -> Option<Self> {
                Some(self * by.inverse()?)
            }

            /// `self` to the power `exponent`; `x^0` is 1 for every `x`.
            #[must_use]
            pub fn pow(self, mut exponent: u128) -> Self {
                let (mut power, mut square) = (Self::ONE, self);
                while exponent > 0 {
                    if exponent & 1 == 1 {
                        power *= square;
                    }
                    exponent >>= 1;
                    if exponent > 0 {
                        square = square.square();
                    }
                }
                power
            }

            /// A slice of words as nimbers, without a copy.
            pub fn from_words(words: &[$word]) -> &[Self] {
                words::$word::to_nimbers(words)
            }

            /// A slice of words as nimbers that can be written, without a copy.
            pub fn from_words_mut(words: &mut [$word]) -> &mut [Self] {
                words::$word::to_nimbers_mut(words)
            }

            /// `out[i] = a[i] * b[i]`, many times faster than one by one where the machine has the instructions.
            /// Panics when the lengths differ.
            pub fn products(a: &[Self], b: &[Self], out: &mut [Self]) {
                let (a, b) = (words::$word::from_nimbers(a), words::$word::from_nimbers(b));
                $pairs(a, b, words::$word::from_nimbers_mut(out));
            }

            /// Multiplies each by `factor`.
            pub fn scale(nimbers: &mut [Self], factor: Self) {
                const CHUNK: usize = 256;
                let factors = [factor; CHUNK];
                let mut copy = [Self::ZERO; CHUNK];
                for chunk in nimbers.chunks_mut(CHUNK) {
                    let length = chunk.len();
                    copy[..length].copy_from_slice(chunk);
                    Self::products(&copy[..length], &factors[..length], chunk);
                }
            }
        }

        impl NimField for $name {
            fn field_bits(&self) -> u64 {
                $bits
            }
            fn to_biguint(&self) -> BigUint {
                self.0.into()
            }
            fn from_biguint(value: &BigUint) -> Option<Self> {
                value.to_u128().and_then(|v| v.try_into().ok()).map($name)
            }
            fn square(&self) -> Self {
                *self * *self
            }
            fn sqrt(&self) -> Self {
                $name(tower::sqrt(&u128::from(self.0), $bits) as $word)
            }
            fn inverse(&self) -> Option<Self> {
                $name::inverse(*self)
            }
            fn solve_x2_plus_x(&self) -> Option<Self> {
                tower::solve_x2_plus_x(&u128::from(self.0), $bits).map(|x| $name(x as $word))
            }
            fn degree(&self) -> u64 {
                u64::from(($bits - self.0.leading_zeros()).max(1).next_power_of_two())
            }
        }

        impl Add for $name {
            type Output = Self;
            #[inline]
            #[allow(clippy::suspicious_arithmetic_impl)] // the sum of nimbers
            fn add(self, other: Self) -> Self {
                $name(self.0 ^ other.0)
            }
        }

        impl Sub for $name {
            type Output = Self;
            #[inline]
            #[allow(clippy::suspicious_arithmetic_impl)] // each nimber is its own negative
            fn sub(self, other: Self) -> Self {
                $name(self.0 ^ other.0)
            }
        }

        impl Mul for $name {
            type Output = Self;
            #[inline]
            fn mul(self, other: Self) -> Self {
                $name($product(self.0, other.0))
            }
        }

        impl Div for $name {
            type Output = Self;
            #[inline]
            fn div(self, by: Self) -> Self {
                self.checked_div(by).expect("division of a nimber by 0")
            }
        }

        impl Neg for $name {
            type Output = Self;
            #[inline]
            fn neg(self) -> Self {
                self
            }
        }

        impl Inv for $name {
            type Output = Option<Self>;
            fn inv(self) -> Option<Self> {
                self.inverse()
            }
        }

        nimber!(@assign $name, AddAssign, add_assign, +);
        nimber!(@assign $name, SubAssign, sub_assign, -);
        nimber!(@assign $name, MulAssign, mul_assign, *);
        nimber!(@assign $name, DivAssign, div_assign, /);
        nimber!(@refs $name, Add, add, +);
        nimber!(@refs $name, Sub, sub, -);
        nimber!(@refs $name, Mul, mul, *);
        nimber!(@refs $name, Div, div, /);
        nimber!(@pow $name, u8, u16, u32, u64, u128);

        impl Pow<&BigUint> for $name {
            type Output = Self;
            fn pow(self, exponent: &BigUint) -> Self {
                self.power(exponent)
            }
        }

        impl Zero for $name {
            fn zero() -> Self {
                Self::ZERO
            }
            fn is_zero(&self) -> bool {
                self.0 == 0
            }
        }

        impl One for $name {
            fn one() -> Self {
                Self::ONE
            }
        }

        impl Sum for $name {
            fn sum<I: Iterator<Item = Self>>(nimbers: I) -> Self {
                nimbers.fold(Self::ZERO, Add::add)
            }
        }

        impl<'a> Sum<&'a $name> for $name {
            fn sum<I: Iterator<Item = &'a Self>>(nimbers: I) -> Self {
                nimbers.copied().sum()
            }
        }

        impl Product for $name {
            fn product<I: Iterator<Item = Self>>(nimbers: I) -> Self {
                nimbers.fold(Self::ONE, Mul::mul)
            }
        }

        impl<'a> Product<&'a $name> for $name {
            fn product<I: Iterator<Item = &'a Self>>(nimbers: I) -> Self {
                nimbers.copied().product()
            }
        }

        nimber!(@format $name, Display, Debug, LowerHex, UpperHex, Binary, Octal);

        impl FromStr for $name {
            type Err = NimberError;
            fn from_str(text: &str) -> Result<Self, NimberError> {
                let value = parse(text)?;
                Self::from_biguint(&value)
                    .ok_or_else(|| NimberError::TooWide { value: value.to_string(), bits: Self::BITS })
            }
        }

        impl From<$word> for $name {
            fn from(value: $word) -> Self {
                $name(value)
            }
        }

        impl From<$name> for $word {
            fn from(nimber: $name) -> Self {
                nimber.0
            }
        }

        impl From<$name> for Nimber {
            fn from(nimber: $name) -> Self {
                BigUint::from(nimber.0).into()
            }
        }

        impl TryFrom<&Nimber> for $name {
            type Error = NimberError;
            fn try_from(nimber: &Nimber) -> Result<Self, NimberError> {
                Self::from_biguint(&nimber.to_biguint())
                    .ok_or_else(|| NimberError::TooWide { value: nimber.to_string(), bits: Self::BITS })
            }
        }

        impl Serialize for $name {
            /// A number; 128 bits as text for people and JSON, whose readers lose digits.
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if $bits > 64 && serializer.is_human_readable() {
                    serializer.collect_str(self)
                } else {
                    self.0.serialize(serializer)
                }
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                if $bits > 64 && deserializer.is_human_readable() {
                    String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
                } else {
                    $word::deserialize(deserializer).map($name)
                }
            }
        }
    };
    (@assign $name:ident, $trait:ident, $method:ident, $op:tt) => {
        impl $trait for $name {
            #[inline]
            fn $method(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
        impl $trait<&$name> for $name {
            #[inline]
            fn $method(&mut self, other: &Self) {
                *self = *self $op *other;
            }
        }
    };
    (@refs $name:ident, $trait:ident, $method:ident, $op:tt) => {
        impl $trait<&$name> for $name {
            type Output = $name;
            #[inline]
            fn $method(self, other: &$name) -> $name {
                self $op *other
            }
        }
        impl $trait<$name> for &$name {
            type Output = $name;
            #[inline]
            fn $method(self, other: $name) -> $name {
                *self $op other
            }
        }
        impl $trait<&$name> for &$name {
            type Output = $name;
            #[inline]
            fn $method(self, other: &$name) -> $name {
                *self $op *other
            }
        }
    };
    (@pow $name:ident, $($exponent:ty),*) => {$(
        impl Pow<$exponent> for $name {
            type Output = Self;
            fn pow(self, exponent: $exponent) -> Self {
                $name::pow(self, exponent.into())
            }
        }
    )*};
    (@format $name:ident, $($trait:ident),*) => {$(
        impl fmt::$trait for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::$trait::fmt(&self.0, f)
            }
        }
    )*};
}

nimber!(Nim8, u8, 8, product::mul8, product::pairs8);
nimber!(Nim16, u16, 16, product::mul16, product::pairs16);
nimber!(Nim32, u32, 32, product::mul32, product::pairs32);
nimber!(Nim64, u64, 64, product::mul64, product::pairs64);
nimber!(Nim128, u128, 128, product::mul128, product::pairs128);

macro_rules! widen {
    ($($narrow:ident => $($wide:ident),*;)*) => {$($(
        impl From<$narrow> for $wide {
            /// The same nimber: narrow nimbers are a subfield.
            fn from(nimber: $narrow) -> Self {
                $wide(nimber.0.into())
            }
        }
        impl TryFrom<$wide> for $narrow {
            type Error = NimberError;
            fn try_from(nimber: $wide) -> Result<Self, NimberError> {
                let fits = nimber.0.try_into().map($narrow);
                fits.map_err(|_| NimberError::TooWide { value: nimber.to_string(), bits: $narrow::BITS })
            }
        }
    )*)*};
}

widen! {
    Nim8 => Nim16, Nim32, Nim64, Nim128;
    Nim16 => Nim32, Nim64, Nim128;
    Nim32 => Nim64, Nim128;
    Nim64 => Nim128;
}

/// Slices of nimbers are slices of words.
mod words {
    #![allow(unsafe_code)]
    macro_rules! view {
        ($word:ident, $name:ident) => {
            pub mod $word {
                use super::super::$name;
                pub fn to_nimbers(words: &[$word]) -> &[$name] {
                    // SAFETY: the type is a transparent wrapper of the word, and every word is a nimber.
                    unsafe { std::slice::from_raw_parts(words.as_ptr().cast(), words.len()) }
                }
                pub fn to_nimbers_mut(words: &mut [$word]) -> &mut [$name] {
                    // SAFETY: the type is a transparent wrapper of the word, and every word is a nimber.
                    unsafe { std::slice::from_raw_parts_mut(words.as_mut_ptr().cast(), words.len()) }
                }
                pub fn from_nimbers(nimbers: &[$name]) -> &[$word] {
                    // SAFETY: the type is a transparent wrapper of the word.
                    unsafe { std::slice::from_raw_parts(nimbers.as_ptr().cast(), nimbers.len()) }
                }
                pub fn from_nimbers_mut(nimbers: &mut [$name]) -> &mut [$word] {
                    // SAFETY: the type is a transparent wrapper of the word, and every word is a nimber.
                    unsafe { std::slice::from_raw_parts_mut(nimbers.as_mut_ptr().cast(), nimbers.len()) }
                }
            }
        };
    }
    view!(u8, Nim8);
    view!(u16, Nim16);
    view!(u32, Nim32);
    view!(u64, Nim64);
    view!(u128, Nim128);
}
