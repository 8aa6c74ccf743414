//! What every kind of nimber can do: the operations of a finite field of characteristic 2 and of its multiplicative
//! group.
//!
//! The nimbers below `2^N`, `N = 2^k`, are the field with `2^N` elements; its subfields are the nimbers below
//! `2^(2^j)`, `j ≤ k`, one inside the next. So the degree of a nimber over {0, 1} can be read off its length, and
//! traces and subfield tests are shifts and comparisons. The multiplicative group is cyclic of order `2^N - 1`, a
//! product of Fermat numbers whose prime factors are known up to `N = 1024` and all different, which makes roots and
//! logarithms easy.

use super::error::NimberError;
use super::fermat;
use super::polynomial::BinaryPolynomial;
use crate::watch::{Progress, Pulse, Stopped, Unwatched, Watch};
use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use std::collections::HashMap;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::{Add, Mul};

/// The largest table of small steps in a logarithm: 2^21 entries, so that a prime of 2^46 costs 2^25 large steps.
const SMALL_STEPS: u64 = 1 << 21;

/// Nimbers of some width.
///
/// ```
/// use grundy::nimber::{Nim64, NimField};
/// let x = Nim64::new(3141);
/// assert_eq!(x.sqrt().square(), x);
/// assert_eq!(x.degree(), 16);
/// assert_eq!(x.order()?, 65535u32.into());
/// assert_eq!(x.minimal_polynomial().to_string(), "t^16 + t^14 + t^11 + t^10 + t^9 + t^7 + 1");
/// # Ok::<(), grundy::nimber::NimberError>(())
/// ```
pub trait NimField: Clone + Eq + Hash + Debug + Display + Zero + One + Add<Output = Self> + Mul<Output = Self> {
    /// The width in bits of the field in which operations on this nimber take place: that of the type, or for
    /// [`Nimber`](super::Nimber) the smallest field it lies in.
    fn field_bits(&self) -> u64;
    /// As an integer.
    fn to_biguint(&self) -> BigUint;
    /// From an integer, if it fits.
    fn from_biguint(value: &BigUint) -> Option<Self>;
    /// `x ⊗ x`.
    #[must_use]
    fn square(&self) -> Self;
    /// The only nimber whose square this is.
    #[must_use]
    fn sqrt(&self) -> Self;
    /// The nimber whose product with this is 1; none for 0.
    fn inverse(&self) -> Option<Self>;
    /// The even solution of `x² ⊕ x = self`; the other one is `x ⊕ 1`. None when both lie outside the type.
    fn solve_x2_plus_x(&self) -> Option<Self>;

    /// `self` to a power, by squaring; exponents count modulo the group order.
    #[must_use]
    fn power(&self, exponent: &BigUint) -> Self {
        self.power_watched(exponent, &mut Unwatched).expect("nobody stops it")
    }

    /// [`NimField::power`] under a watch, which is asked after each squaring.
    fn power_watched(&self, exponent: &BigUint, watch: &mut dyn Watch) -> Result<Self, Stopped> {
        if self.is_zero() {
            return Ok(if exponent.is_zero() { Self::one() } else { Self::zero() });
        }
        let reduced;
        let exponent = if exponent.bits() > self.field_bits() {
            reduced = exponent % fermat::group_order(self.field_bits());
            &reduced
        } else {
            exponent
        };
        let mut power = Self::one();
        let mut pulse = Pulse::new(watch, "squarings", Some(exponent.bits()), steps_between_questions(self));
        for i in (0..exponent.bits()).rev() {
            pulse.tick()?;
            power = power.square();
            if exponent.bit(i) {
                power = power * self.clone();
            }
        }
        Ok(power)
    }

    /// The degree over {0, 1}: the least power of two `d` with `self < 2^d`.
    fn degree(&self) -> u64 {
        self.to_biguint().bits().max(1).next_power_of_two()
    }

    /// Whether it lies in the subfield of the nimbers below `2^bits`; false when `bits` is not a power of two.
    fn is_in_subfield(&self, bits: u64) -> bool {
        bits.is_power_of_two() && self.degree() <= bits
    }

    /// The trace over {0, 1} within [`field_bits`](NimField::field_bits): the sum of the conjugates `x^(2^i)`, which is
    /// the top bit. `x² ⊕ x = c` is solvable in the field exactly when the trace of `c` is 0.
    fn trace(&self) -> bool {
        self.to_biguint().bit(self.field_bits() - 1)
    }

    /// The trace down to the subfield of nimbers below `2^bits`: the top `bits` bits. None when that is not a subfield.
    fn trace_to(&self, bits: u64) -> Option<Self> {
        let width = self.field_bits();
        if !bits.is_power_of_two() || bits > width {
            return None;
        }
        Self::from_biguint(&(self.to_biguint() >> (width - bits)))
    }

    /// The least `n ≥ 1` with `self^n = 1`.
    fn order(&self) -> Result<BigUint, NimberError> {
        self.order_watched(&mut Unwatched)
    }

    /// [`NimField::order`] under a watch.
    fn order_watched(&self, watch: &mut dyn Watch) -> Result<BigUint, NimberError> {
        if self.is_zero() {
            return Err(NimberError::ZeroHasNoOrder);
        }
        // All powers lie in the subfield of the nimber itself.
        let bits = self.degree();
        let mut order = fermat::group_order(bits);
        for p in fermat::primes(bits)? {
            let smaller = &order / &p;
            if self.power_watched(&smaller, watch)?.is_one() {
                order = smaller;
            }
        }
        Ok(order)
    }

    /// The least `n ≥ 0` with `base^n = self`, if there is one.
    ///
    /// Pohlig and Hellman: the order of `base` is a product of different primes, so `n` is found modulo each (by
    /// Shanks' small and large steps, √p time) and put together. Below `2^64` the largest prime is 6700417: 2600 steps
    /// each way.
    fn log(&self, base: &Self) -> Result<Option<BigUint>, NimberError> {
        self.log_watched(base, &mut Unwatched)
    }

    /// [`NimField::log`] under a watch: a prime of 2^46 takes 2^25 products.
    fn log_watched(&self, base: &Self, watch: &mut dyn Watch) -> Result<Option<BigUint>, NimberError> {
        log(self, base, watch)
    }

    /// All `x` with `x^n = self` within [`field_bits`](NimField::field_bits), or none.
    fn nth_roots(&self, n: &BigUint) -> Result<Option<Roots<Self>>, NimberError> {
        self.nth_roots_within(n, self.field_bits())
    }

    /// All `x < 2^bits` with `x^n = self`, or none. `bits` is the width of a field that contains this nimber.
    ///
    /// With `M = 2^bits - 1`, `g = gcd(n, M)` and `m = M/g` coprime to `g`: powers of exponent `n` are the subgroup of
    /// order `m`, on which raising to `n` is undone by raising to `1/n mod m`; the other roots differ by `g`-th roots
    /// of 1. Whether there are roots does not depend on `bits`, only how many, because the group of a larger field is
    /// the direct product with a group of coprime order: there is no finite cube root of 2.
    fn nth_roots_within(&self, n: &BigUint, bits: u64) -> Result<Option<Roots<Self>>, NimberError> {
        self.nth_roots_watched(n, bits, &mut Unwatched)
    }

    /// [`NimField::nth_roots_within`] under a watch.
    fn nth_roots_watched(
        &self,
        n: &BigUint,
        bits: u64,
        watch: &mut dyn Watch,
    ) -> Result<Option<Roots<Self>>, NimberError> {
        if n.is_zero() {
            return Err(NimberError::ZerothRoot);
        }
        assert!(self.is_in_subfield(bits), "{self} does not lie in a field of {bits} bits");
        if self.is_zero() {
            return Ok(Some(Roots { root: Self::zero(), unity: Self::one(), count: BigUint::one() }));
        }
        let group = fermat::group_order(bits);
        let count = n.gcd(&group);
        let m = &group / &count;
        if !count.gcd(&m).is_one() {
            return Err(NimberError::NotSquareFree(count));
        }
        if !self.power_watched(&m, watch)?.is_one() {
            return Ok(None);
        }
        let root = if m.is_one() { Self::one() } else { self.power_watched(&n.modinv(&m).expect("coprime"), watch)? };
        Ok(Some(Roots { root, unity: root_of_unity(&count, watch)?, count }))
    }

    /// The irreducible polynomial over {0, 1} with this nimber as a root: the product of `t ⊕ x^(2^i)` over the
    /// `degree` conjugates. Cost degree² / 2 products.
    fn minimal_polynomial(&self) -> BinaryPolynomial {
        self.minimal_polynomial_watched(&mut Unwatched).expect("nobody stops it")
    }

    /// [`NimField::minimal_polynomial`] under a watch.
    fn minimal_polynomial_watched(&self, watch: &mut dyn Watch) -> Result<BinaryPolynomial, Stopped> {
        let mut coefficients = vec![Self::one()];
        let mut conjugate = self.clone();
        for k in 0..self.degree() {
            watch.at(Progress::new("conjugates", k, self.degree()))?;
            // times (t + conjugate), highest coefficient last
            coefficients.push(Self::zero());
            for i in (0..coefficients.len()).rev() {
                let shifted = if i > 0 { coefficients[i - 1].clone() } else { Self::zero() };
                coefficients[i] = coefficients[i].clone() * conjugate.clone() + shifted;
            }
            conjugate = conjugate.square();
        }
        Ok(BinaryPolynomial::new(coefficients.iter().map(Self::is_one)))
    }
}

/// The solutions of `a x² ⊕ b x ⊕ c = 0`, ascending; all nimbers (`None`) when a = b = c = 0.
///
/// For `b ≠ 0` put `x = (b/a) y`: then `y² ⊕ y = ac/b²`. For `b = 0` the only root is `√(c/a)`.
///
/// ```
/// use grundy::nimber::{solve_quadratic, Nim8};
/// // x² ⊕ 3x ⊕ 2 = (x ⊕ 1)(x ⊕ 2)
/// assert_eq!(solve_quadratic(Nim8::new(1), Nim8::new(3), Nim8::new(2)), Some(vec![Nim8::new(1), Nim8::new(2)]));
/// ```
pub fn solve_quadratic<T: NimField>(a: T, b: T, c: T) -> Option<Vec<T>> {
    let Some(inverse_of_a) = a.inverse() else {
        return match b.inverse() {
            Some(inverse) => Some(vec![c * inverse]),
            None if c.is_zero() => None,
            None => Some(vec![]),
        };
    };
    let Some(inverse_of_b) = b.inverse() else {
        return Some(vec![(c * inverse_of_a).sqrt()]);
    };
    let Some(y) = (a * c * inverse_of_b.square()).solve_x2_plus_x() else {
        return Some(vec![]);
    };
    let scale = b * inverse_of_a;
    let (first, second) = (y.clone() * scale.clone(), (y + T::one()) * scale);
    Some(if first.to_biguint() <= second.to_biguint() { vec![first, second] } else { vec![second, first] })
}

/// All n-th roots of a nimber: `root ⊗ unity^i` for `i < count`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roots<T> {
    /// One of them; the only one that is itself a power of exponent `n`.
    pub root: T,
    /// An n-th root of 1 of which all others are powers.
    pub unity: T,
    /// How many.
    pub count: BigUint,
}

impl<T: NimField> Roots<T> {
    /// All of them, one after the other.
    pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
        let mut next = self.root.clone();
        let mut left = self.count.clone();
        std::iter::from_fn(move || {
            if left.is_zero() {
                return None;
            }
            left -= 1u8;
            let root = next.clone();
            next = root.clone() * self.unity.clone();
            Some(root)
        })
    }
}

/// An element of order `order`, which divides some `2^(2^k) - 1`.
fn root_of_unity<T: NimField>(order: &BigUint, watch: &mut dyn Watch) -> Result<T, NimberError> {
    if order.is_one() {
        return Ok(T::one());
    }
    // The subgroup lies in the smallest subfield whose group order it divides.
    let mut bits_needed = 1;
    while !(fermat::group_order(bits_needed) % order).is_zero() {
        bits_needed *= 2;
    }
    let primes: Vec<BigUint> = fermat::primes(bits_needed)?.into_iter().filter(|p| order.is_multiple_of(p)).collect();
    let cofactor = fermat::group_order(bits_needed) / order;
    // Of all elements a share of at least the product of (1 - 1/p), over a third, will do.
    let mut candidate = BigUint::one() << (bits_needed / 2);
    loop {
        let element = T::from_biguint(&candidate).expect("within the field").power_watched(&cofactor, watch)?;
        let mut full = true;
        for p in &primes {
            full = full && !element.power_watched(&(order / p), watch)?.is_one();
        }
        if full {
            return Ok(element);
        }
        candidate += 1u8;
    }
}

/// The products of nimbers in this field that take less than a few hundredths of a second.
fn steps_between_questions<T: NimField>(x: &T) -> u64 {
    ((1 << 20) / x.field_bits().pow(2)).clamp(1, 1 << 12)
}

/// [`NimField::log`] for any kind of nimber.
pub(super) fn log<T: NimField>(x: &T, base: &T, watch: &mut dyn Watch) -> Result<Option<BigUint>, NimberError> {
    let order = base.order_watched(watch)?;
    if x.is_zero() {
        return Err(NimberError::ZeroHasNoOrder);
    }
    // A cyclic group has one subgroup of each order: the powers of `base` are the roots of x^order = 1.
    if !x.power_watched(&order, watch)?.is_one() {
        return Ok(None);
    }
    let mut exponent = BigUint::zero();
    let mut modulus = BigUint::one();
    for p in fermat::primes(base.degree())? {
        if !order.is_multiple_of(&p) {
            continue;
        }
        let cofactor = &order / &p;
        let digit = match p.to_u64().filter(|&p| p <= 1 << 48) {
            Some(p) => {
                let (x, base) = (x.power_watched(&cofactor, watch)?, base.power_watched(&cofactor, watch)?);
                log_in_prime_group(&x, &base, p, watch)?
            }
            None => return Err(NimberError::LogTooHard(p)),
        };
        // exponent + modulus · k ≡ digit (mod p)
        let missing = (digit + &p - &exponent % &p) % &p;
        let k = missing * modulus.modinv(&p).expect("different primes") % &p;
        exponent += &modulus * k;
        modulus *= p;
    }
    Ok(Some(exponent))
}

/// The `n < p` with `base^n = x` in a group of prime order `p`, where it exists; a base of 1 has n = 0.
fn log_in_prime_group<T: NimField>(x: &T, base: &T, p: u64, watch: &mut dyn Watch) -> Result<BigUint, Stopped> {
    let small = (p.isqrt() + 1).min(SMALL_STEPS);
    let mut pulse = Pulse::new(watch, "steps", Some(small + p / small), steps_between_questions(x));
    let mut table = HashMap::with_capacity(small as usize);
    let mut power = T::one();
    for j in 0..small {
        pulse.tick()?;
        table.entry(power.clone()).or_insert(j);
        power = power * base.clone();
    }
    let step = power.inverse().expect("a power of a non-zero element");
    let mut rest = x.clone();
    for i in 0..=p / small {
        pulse.tick()?;
        if let Some(&j) = table.get(&rest) {
            return Ok(BigUint::from(i) * small + j);
        }
        rest = rest * step.clone();
    }
    unreachable!("x is a power of base")
}
