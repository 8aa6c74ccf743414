//! Nimbers of any size.

use super::error::NimberError;
use super::field::{self, NimField};
use super::fixed::{Nim64, Nim128};
use super::tower::{self, Tower};
use crate::watch::Watch;
use num_bigint::BigUint;
use num_traits::{Inv, One, Pow, Zero};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::iter::{Product, Sum};
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

/// A nimber of any finite size.
///
/// ```
/// use grundy::nimber::Nimber;
/// let x: Nimber = "340282366920938463463374607431768211456".parse()?; // 2^128
/// assert_eq!((&x * &x).to_string(), "510423550381407695195061911147652317184"); // 3/2 of it
/// # Ok::<(), grundy::nimber::NimberError>(())
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Nimber(BigUint);

impl Nimber {
    /// The quotient, or none for division by 0.
    pub fn checked_div(&self, by: &Self) -> Option<Self> {
        Some(self * &by.inverse()?)
    }

    /// As an integer.
    pub fn as_biguint(&self) -> &BigUint {
        &self.0
    }
}

/// Reads `3141`, `1_000_000`, `0xff`, `0b101` or, as nimbers are often written, `*7`.
pub(super) fn parse(text: &str) -> Result<BigUint, NimberError> {
    let bare = text.trim();
    let bare = bare.strip_prefix('*').unwrap_or(bare);
    let (digits, radix) = match bare.get(..2) {
        Some("0x" | "0X") => (&bare[2..], 16),
        Some("0b" | "0B") => (&bare[2..], 2),
        _ => (bare, 10),
    };
    let well_formed = digits.starts_with(|c: char| c.is_digit(radix)) && !digits.ends_with('_');
    let value = if well_formed { BigUint::parse_bytes(digits.replace('_', "").as_bytes(), radix) } else { None };
    value.ok_or_else(|| NimberError::NotANimber(text.to_owned()))
}

impl NimField for Nimber {
    fn field_bits(&self) -> u64 {
        self.degree()
    }
    fn to_biguint(&self) -> BigUint {
        self.0.clone()
    }
    fn from_biguint(value: &BigUint) -> Option<Self> {
        Some(Nimber(value.clone()))
    }
    fn square(&self) -> Self {
        Nimber(tower::square(&self.0, self.degree()))
    }
    fn sqrt(&self) -> Self {
        Nimber(tower::sqrt(&self.0, self.degree()))
    }
    fn inverse(&self) -> Option<Self> {
        (!Zero::is_zero(self)).then(|| Nimber(tower::inverse(&self.0, self.degree())))
    }
    /// Always there: one field up, every equation `x² ⊕ x = c` has its solutions.
    fn solve_x2_plus_x(&self) -> Option<Self> {
        let bits = if self.trace() { 2 * self.degree() } else { self.degree() };
        tower::solve_x2_plus_x(&self.0, bits).map(Nimber)
    }
    /// Words where they suffice: a logarithm can take 2^25 products.
    fn log_watched(&self, base: &Self, watch: &mut dyn Watch) -> Result<Option<BigUint>, NimberError> {
        if let (Ok(x), Ok(base)) = (Nim64::try_from(self), Nim64::try_from(base)) {
            return x.log_watched(&base, watch);
        }
        if let (Ok(x), Ok(base)) = (Nim128::try_from(self), Nim128::try_from(base)) {
            return x.log_watched(&base, watch);
        }
        field::log(self, base, watch)
    }
}

impl Add<&Nimber> for &Nimber {
    type Output = Nimber;
    #[allow(clippy::suspicious_arithmetic_impl)] // the sum of nimbers
    fn add(self, other: &Nimber) -> Nimber {
        Nimber(&self.0 ^ &other.0)
    }
}

impl Sub<&Nimber> for &Nimber {
    type Output = Nimber;
    #[allow(clippy::suspicious_arithmetic_impl)] // each nimber is its own negative
    fn sub(self, other: &Nimber) -> Nimber {
        self + other
    }
}

impl Mul<&Nimber> for &Nimber {
    type Output = Nimber;
    fn mul(self, other: &Nimber) -> Nimber {
        Nimber(self.0.product(&other.0, self.degree().max(other.degree())))
    }
}

impl Div<&Nimber> for &Nimber {
    type Output = Nimber;
    /// Panics on division by 0, as integers do.
    fn div(self, by: &Nimber) -> Nimber {
        self.checked_div(by).expect("division of a nimber by 0")
    }
}

macro_rules! by_value {
    ($($trait:ident, $method:ident, $assign:ident, $assign_method:ident;)*) => {$(
        impl $trait for Nimber {
            type Output = Nimber;
            fn $method(self, other: Nimber) -> Nimber {
                (&self).$method(&other)
            }
        }
        impl $trait<&Nimber> for Nimber {
            type Output = Nimber;
            fn $method(self, other: &Nimber) -> Nimber {
                (&self).$method(other)
            }
        }
        impl $trait<Nimber> for &Nimber {
            type Output = Nimber;
            fn $method(self, other: Nimber) -> Nimber {
                self.$method(&other)
            }
        }
        impl $assign for Nimber {
            fn $assign_method(&mut self, other: Nimber) {
                *self = (&*self).$method(&other);
            }
        }
        impl $assign<&Nimber> for Nimber {
            fn $assign_method(&mut self, other: &Nimber) {
                *self = (&*self).$method(other);
            }
        }
    )*};
}

by_value! {
    Add, add, AddAssign, add_assign;
    Sub, sub, SubAssign, sub_assign;
    Mul, mul, MulAssign, mul_assign;
    Div, div, DivAssign, div_assign;
}

impl Neg for Nimber {
    type Output = Self;
    fn neg(self) -> Self {
        self
    }
}

impl Inv for Nimber {
    type Output = Option<Self>;
    fn inv(self) -> Option<Self> {
        self.inverse()
    }
}

impl Pow<&BigUint> for Nimber {
    type Output = Self;
    fn pow(self, exponent: &BigUint) -> Self {
        self.power(exponent)
    }
}

macro_rules! pow {
    ($($exponent:ty),*) => {$(
        impl Pow<$exponent> for Nimber {
            type Output = Self;
            fn pow(self, exponent: $exponent) -> Self {
                self.power(&exponent.into())
            }
        }
        impl Pow<$exponent> for &Nimber {
            type Output = Nimber;
            fn pow(self, exponent: $exponent) -> Nimber {
                self.power(&exponent.into())
            }
        }
    )*};
}
pow!(u8, u16, u32, u64, u128);

impl Pow<&BigUint> for &Nimber {
    type Output = Nimber;
    fn pow(self, exponent: &BigUint) -> Nimber {
        self.power(exponent)
    }
}

impl Zero for Nimber {
    fn zero() -> Self {
        Nimber(BigUint::ZERO)
    }
    fn is_zero(&self) -> bool {
        Zero::is_zero(&self.0)
    }
}

impl One for Nimber {
    fn one() -> Self {
        Nimber(BigUint::one())
    }
}

impl Sum for Nimber {
    fn sum<I: Iterator<Item = Self>>(nimbers: I) -> Self {
        nimbers.fold(Self::zero(), Add::add)
    }
}

impl<'a> Sum<&'a Nimber> for Nimber {
    fn sum<I: Iterator<Item = &'a Self>>(nimbers: I) -> Self {
        nimbers.fold(Self::zero(), |sum, nimber| sum + nimber)
    }
}

impl<'a> Product<&'a Nimber> for Nimber {
    fn product<I: Iterator<Item = &'a Self>>(nimbers: I) -> Self {
        nimbers.fold(Self::one(), |product, nimber| product * nimber)
    }
}

impl Product for Nimber {
    fn product<I: Iterator<Item = Self>>(nimbers: I) -> Self {
        nimbers.fold(Self::one(), Mul::mul)
    }
}

macro_rules! format {
    ($($trait:ident),*) => {$(
        impl fmt::$trait for Nimber {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::$trait::fmt(&self.0, f)
            }
        }
    )*};
}
format!(Display, Debug, LowerHex, UpperHex, Binary, Octal);

macro_rules! from_word {
    ($($word:ty),*) => {$(
        impl From<$word> for Nimber {
            fn from(value: $word) -> Self {
                Nimber(value.into())
            }
        }
    )*};
}
from_word!(BigUint, u8, u16, u32, u64, u128);

impl FromStr for Nimber {
    type Err = NimberError;
    fn from_str(text: &str) -> Result<Self, NimberError> {
        parse(text).map(Nimber)
    }
}

impl Serialize for Nimber {
    /// Decimal text: numbers of any size survive every format.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Nimber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
