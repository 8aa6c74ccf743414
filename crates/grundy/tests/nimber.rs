//! The field laws for every width, and the published values.

use grundy::nimber::{Nim8, Nim16, Nim32, Nim64, Nim128, NimField, Nimber, NimberError, plain, solve_quadratic};
use num_bigint::BigUint;
use num_traits::{One, Pow, Zero};
use proptest::prelude::*;
use std::ops::{Add, Div, Mul, Sub};

const FIELD_FACTS: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/facts/nim_field_facts.csv"));
const PRODUCTS: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/facts/nim_product_16x16.csv"));

fn nimber(n: u128) -> Nimber {
    n.into()
}

/// Numbers of all lengths, not only long ones.
fn words() -> impl Strategy<Value = u128> {
    (any::<u128>(), 0u32..128).prop_map(|(x, shift)| x >> shift)
}

/// Everything that must hold for three elements of one field.
fn field_laws<T>(a: &T, b: &T, c: &T)
where
    T: NimField + Add<Output = T> + Sub<Output = T> + Mul<Output = T> + Div<Output = T>,
{
    let [a, b, c] = [a, b, c].map(Clone::clone);
    let product = |x: &T, y: &T| x.clone() * y.clone();
    let sum = |x: &T, y: &T| x.clone() + y.clone();
    assert_eq!(sum(&a, &b), sum(&b, &a));
    assert_eq!(a.clone() - b.clone(), sum(&a, &b));
    assert!(sum(&a, &a).is_zero());
    assert_eq!(product(&a, &b), product(&b, &a));
    assert_eq!(product(&product(&a, &b), &c), product(&a, &product(&b, &c)));
    assert_eq!(product(&a, &sum(&b, &c)), sum(&product(&a, &b), &product(&a, &c)));
    assert_eq!(product(&a, &T::one()), a);
    assert!(product(&a, &T::zero()).is_zero());

    assert_eq!(a.square(), product(&a, &a));
    assert_eq!(a.sqrt().square(), a);
    assert_eq!(sum(&a, &b).square(), sum(&a.square(), &b.square()));
    if b.is_zero() {
        assert!(b.inverse().is_none());
    } else {
        assert!(product(&b, &b.inverse().unwrap()).is_one());
        assert_eq!(product(&(a.clone() / b.clone()), &b), a);
    }
    assert_eq!(product(&a.power(&5u8.into()), &a.power(&7u8.into())), a.power(&12u8.into()));

    // x^(2^d) = x exactly for the multiples d of the degree; the sum of the conjugates is the trace.
    let degree = a.degree();
    assert!(a.is_in_subfield(degree) && (degree == 1 || !a.is_in_subfield(degree / 2)));
    let mut conjugate = a.clone();
    let mut trace = T::zero();
    for step in 1..=a.field_bits() {
        trace = trace + conjugate.clone();
        conjugate = conjugate.square();
        assert_eq!(conjugate == a, step % degree == 0, "x^(2^{step})");
    }
    assert_eq!(trace, if a.trace() { T::one() } else { T::zero() });

    match c.solve_x2_plus_x() {
        Some(x) => {
            assert_eq!(sum(&x.square(), &x), c);
            assert!(!x.to_biguint().bit(0));
        }
        None => assert!(c.trace()),
    }
    match solve_quadratic(a.clone(), b.clone(), c.clone()) {
        None => assert!(a.is_zero() && b.is_zero() && c.is_zero()),
        Some(roots) => {
            for x in roots {
                assert!((product(&a, &x.square()) + product(&b, &x) + c.clone()).is_zero());
            }
        }
    }
}

macro_rules! laws {
    ($test:ident, $type:ident, $word:ty) => {
        proptest! {
            #![proptest_config(ProptestConfig::with_cases(200))]
            #[test]
            fn $test(a in words(), b in words(), c in words()) {
                let [a, b, c] = [a, b, c].map(|x| $type::new(x as $word));
                field_laws(&a, &b, &c);
                prop_assert_eq!(u128::from((a * b).get()), plain::product(a.get().into(), b.get().into()));
                // Text and serde.
                prop_assert_eq!(a.to_string().parse::<$type>().unwrap(), a);
                prop_assert_eq!(format!("0x{a:x}").parse::<$type>().unwrap(), a);
                let json = serde_json::to_string(&a).unwrap();
                prop_assert_eq!(serde_json::from_str::<$type>(&json).unwrap(), a);
                // The wider types contain this one.
                prop_assert_eq!(Nimber::from(a) * Nimber::from(b), Nimber::from(a * b));
                prop_assert_eq!($type::try_from(&Nimber::from(a)).unwrap(), a);
                // Operators in their other forms.
                let mut d = a;
                d *= b;
                d += &c;
                d -= c;
                prop_assert_eq!(d, &a * &b);
                prop_assert_eq!([a, b, c].iter().sum::<$type>(), a + b + c);
                prop_assert_eq!([a, b, c].into_iter().product::<$type>(), a * b * c);
                prop_assert_eq!(Pow::pow(a, 77u32), a.power(&77u8.into()));
                if !b.is_zero() {
                    d /= b;
                    prop_assert_eq!(d, a);
                }
            }
        }
    };
}

laws!(laws_of_8_bits, Nim8, u8);
laws!(laws_of_16_bits, Nim16, u16);
laws!(laws_of_32_bits, Nim32, u32);
laws!(laws_of_64_bits, Nim64, u64);
laws!(laws_of_128_bits, Nim128, u128);

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn laws_of_any_size(a in prop::collection::vec(any::<u32>(), 0..20),
                        b in prop::collection::vec(any::<u32>(), 0..20),
                        c in prop::collection::vec(any::<u32>(), 0..20)) {
        let [a, b, c] = [a, b, c].map(|digits| Nimber::from(BigUint::new(digits)));
        field_laws(&a, &b, &c);
        let all = [a.clone(), b.clone(), c.clone()];
        prop_assert_eq!(all.iter().sum::<Nimber>(), &(&a + &b) + &c);
        prop_assert_eq!(all.iter().product::<Nimber>(), &(&a * &b) * &c);
        prop_assert_eq!(Pow::pow(&a, 77u32), a.power(&77u8.into()));
        prop_assert_eq!(a.to_string().parse::<Nimber>().unwrap(), a.clone());
        let json = serde_json::to_string(&a).unwrap();
        prop_assert_eq!(serde_json::from_str::<Nimber>(&json).unwrap(), a);
    }

    #[test]
    fn orders_roots_and_logarithms(a in 1u64.., b in 1u64.., n in 1u64..100_000, shift in 0u32..64) {
        let (a, b) = (Nim64::new((a >> shift).max(1)), Nim64::new(b));
        let order = a.order().unwrap();
        prop_assert!(a.power(&order).is_one());
        for p in [3u32, 5, 17, 257, 641, 65537, 6_700_417] {
            if (&order % p).is_zero() {
                prop_assert!(!a.power(&(&order / p)).is_one(), "order of {} is not least", a);
            }
        }
        let power = a.power(&n.into());
        prop_assert_eq!(power.log(&a).unwrap().unwrap(), n % order);
        match b.log(&a).unwrap() {
            Some(exponent) => prop_assert_eq!(a.power(&exponent), b),
            None => prop_assert!(!b.power(&a.order().unwrap()).is_one()),
        }
        let roots = power.nth_roots(&n.into()).unwrap().expect("it is an n-th power");
        let mut seen = std::collections::HashSet::new();
        for root in roots.iter().take(300) {
            prop_assert_eq!(root.power(&n.into()), power);
            prop_assert!(seen.insert(root), "{} twice", root);
        }
    }
}

#[test]
fn small_fields_completely() {
    let all = || (0..=255).map(Nim8::new);
    for a in all() {
        for n in 1..=20u32 {
            let expected: Vec<Nim8> = all().filter(|x| x.pow(n.into()) == a).collect();
            let mut found: Vec<Nim8> = a.nth_roots(&n.into()).unwrap().map_or(vec![], |roots| roots.iter().collect());
            found.sort_unstable();
            assert_eq!(found, expected, "{n}-th roots of {a}");
        }
        if !a.is_zero() {
            let order = (1..256).find(|&n| a.pow(n) == Nim8::ONE).unwrap();
            assert_eq!(a.order().unwrap(), order.into());
            for b in all().skip(1) {
                let expected = (0..order).find(|&n| a.pow(n) == b).map(BigUint::from);
                assert_eq!(b.log(&a).unwrap(), expected, "log of {b} to base {a}");
            }
        }
        for (b, c) in [(3, 5), (0, 5), (0, 0), (7, 0)].map(|(b, c)| (Nim8::new(b), Nim8::new(c))) {
            let expected: Vec<Nim8> = all().filter(|&x| (a * x * x + b * x + c).is_zero()).collect();
            assert_eq!(solve_quadratic(a, b, c).unwrap_or_else(|| all().collect()), expected);
        }
    }
}

#[test]
fn minimal_polynomials_vanish() {
    for value in [0u64, 1, 2, 3, 7, 16, 100, 3141, 65536, 1 << 40, u64::MAX] {
        let x = Nim64::new(value);
        let polynomial = x.minimal_polynomial();
        // No polynomial of smaller degree vanishes at x, as x has `degree` different conjugates.
        assert_eq!(polynomial.degree(), Some(x.degree()));
        let value_at_x: Nim64 = (0..=x.degree()).filter(|&i| polynomial.coefficient(i)).map(|i| x.pow(i.into())).sum();
        assert!(value_at_x.is_zero(), "{polynomial} at {x}");
    }
    assert_eq!(Nim8::new(2).minimal_polynomial().to_string(), "t^2 + t + 1");
    assert_eq!(Nim8::new(0).minimal_polynomial().to_string(), "t");
}

#[test]
fn traces_to_subfields_are_sums_of_conjugates() {
    let x = Nim64::new(0x0123_4567_89ab_cdef);
    for bits in [1u32, 2, 4, 8, 16, 32, 64] {
        let mut sum = Nim64::ZERO;
        let mut conjugate = x;
        for _ in 0..64 / bits {
            sum += conjugate;
            conjugate = (0..bits).fold(conjugate, |y, _| y.square());
        }
        assert_eq!(x.trace_to(bits.into()), Some(sum));
    }
    assert_eq!(x.trace_to(3), None);
    assert_eq!(x.trace_to(128), None);
}

#[test]
fn published_field_facts() {
    let product = |a: u128, b: u128| Nimber::from(a) * Nimber::from(b);
    let mut checked = 0;
    for line in FIELD_FACTS.lines().skip(1) {
        let mut cells = line.split('"');
        let (Some(name), Some(values)) = (cells.nth(1), cells.nth(1)) else { continue };
        let Ok(values) = values.split(',').map(|v| v.trim().parse::<u128>()).collect::<Result<Vec<_>, _>>() else {
            continue;
        };
        let f: Box<dyn Fn(u128) -> Nimber> = match name {
            "2 x n, n=0..79" => Box::new(|n| product(2, n)),
            "3 x n, n=0..79" => Box::new(|n| product(3, n)),
            "2^n x 2^n, n=0..29" => Box::new(|n| product(1 << n, 1 << n)),
            "4 x 2^n, n=0..7" => Box::new(|n| product(4, 1 << n)),
            "8 x 2^n, n=0..7" => Box::new(|n| product(8, 1 << n)),
            "16 x 2^n, n=0..11" => Box::new(|n| product(16, 1 << n)),
            "8 x n, n=1..16" => Box::new(|n| product(8, n + 1)),
            "inverse of n, n=1..16" => Box::new(|n| nimber(n + 1).inverse().unwrap()),
            "11 / n, n=1..16" => Box::new(|n| nimber(11) / nimber(n + 1)),
            "11 xor n, n=1..16" => Box::new(|n| nimber(11) + nimber(n + 1)),
            _ => continue,
        };
        for (n, &value) in values.iter().enumerate() {
            assert_eq!(f(n as u128), nimber(value), "{name}, term {n}");
        }
        checked += 1;
    }
    assert_eq!(checked, 10, "every finite table of the file");
}

#[test]
fn published_products() {
    let mut rows = 0;
    for line in PRODUCTS.lines().skip(1) {
        let cells: Vec<u8> = line.split(',').take(3).map(|cell| cell.parse().unwrap()).collect();
        assert_eq!(Nim8::new(cells[0]) * Nim8::new(cells[1]), Nim8::new(cells[2]), "{line}");
        rows += 1;
    }
    assert_eq!(rows, 256);
    for (a, b, value) in [
        (3141u64, 5926u64, 14994u64),
        (u64::MAX, u64::MAX - 2, 14_554_159_489_527_431_842),
        (u64::MAX, u64::MAX, 11_290_409_524_105_353_207),
    ] {
        assert_eq!(Nim64::new(a) * Nim64::new(b), Nim64::new(value));
        assert_eq!(nimber(a.into()) * nimber(b.into()), nimber(value.into()));
    }
}

#[test]
fn fermat_powers_of_any_size() {
    for k in 0..12 {
        let power = Nimber::from(BigUint::from(1u8) << (1u32 << k));
        let half = Nimber::from(BigUint::from(1u8) << ((1u32 << k) - 1));
        assert_eq!(&power * &power, &power + &half, "2^(2^{k}) squared");
        // Below it the product is the ordinary one.
        assert_eq!(&power * &half, Nimber::from(power.as_biguint() * half.as_biguint()));
        // And it solves x² + x = 2^(2^k - 1), which has no smaller solution.
        assert_eq!(half.solve_x2_plus_x(), Some(power));
    }
}

#[test]
fn what_does_not_exist() {
    assert_eq!(Nimber::zero().inverse(), None);
    assert_eq!(Nim64::ZERO.order(), Err(NimberError::ZeroHasNoOrder));
    assert_eq!(Nim64::ZERO.log(&Nim64::new(2)), Err(NimberError::ZeroHasNoOrder));
    assert_eq!(Nim64::ONE.nth_roots(&0u8.into()), Err(NimberError::ZerothRoot));
    assert_eq!(nimber(2).nth_roots(&3u8.into()), Ok(None), "no finite cube root of 2");
    assert_eq!(Nim128::new(2).nth_roots(&3u8.into()), Ok(None));
    let wide = Nimber::from(BigUint::from(1u8) << 5000u32);
    assert_eq!(wide.order(), Err(NimberError::UnknownFactors(8192)));
    for text in ["", "x", "-1", "1.5", "0x", "1_", "_1", "* "] {
        assert!(text.parse::<Nimber>().is_err(), "{text}");
    }
    assert!("256".parse::<Nim8>().is_err() && "255".parse::<Nim8>().is_ok());
    assert!(std::panic::catch_unwind(|| Nim8::ONE / Nim8::ZERO).is_err());
}

#[test]
fn logarithms_of_128_bits() {
    let base = Nim128::new((1 << 64) + 5);
    let power = base.pow(123_456_789_012_345_678_901_234_567);
    let exponent = power.log(&base).unwrap().unwrap();
    assert_eq!(base.power(&exponent), power);
}

#[test]
fn scaling_a_slice() {
    let mut nimbers: Vec<Nim64> = (0..1000u64).map(|i| Nim64::new(i.wrapping_mul(0x9e37_79b9_7f4a_7c15))).collect();
    let before = nimbers.clone();
    let factor = Nim64::new(0xdead_beef_1234_5678);
    Nim64::scale(&mut nimbers, factor);
    assert!(nimbers.iter().zip(&before).all(|(&after, &before)| after == before * factor));
}
