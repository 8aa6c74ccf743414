//! Products of words, by the best means this machine has: the only place that chooses.

use super::portable;

#[cfg(target_arch = "x86_64")]
use super::{clmul, gfni};

pub use portable::mul8;

macro_rules! product {
    ($name:ident, $word:ty) => {
        #[doc = concat!("The nim-product of two [`", stringify!($word), "`].")]
        #[inline]
        #[allow(unsafe_code)]
        pub fn $name(a: $word, b: $word) -> $word {
            #[cfg(target_arch = "x86_64")]
            if clmul::available() {
                // SAFETY: the instruction was just found to exist.
                return unsafe { clmul::$name(a, b) };
            }
            portable::$name(a, b)
        }
    };
}

product!(mul16, u16);
product!(mul32, u32);
product!(mul64, u64);
product!(mul128, u128);

macro_rules! pairs {
    ($name:ident, $word:ty, $product:ident $(, $clmul:ident)?) => {
        #[doc = concat!("`out[i] = a[i] ⊗ b[i]` for slices of [`", stringify!($word), "`] of one length.")]
        #[allow(unsafe_code)]
        pub fn $name(a: &[$word], b: &[$word], out: &mut [$word]) {
            assert!(a.len() == b.len() && a.len() == out.len(), "slices of different lengths");
            #[cfg(target_arch = "x86_64")]
            if gfni::available() {
                // SAFETY: the instructions were just found to exist.
                return unsafe { gfni::$name(a, b, out) };
            }
            $(
                #[cfg(target_arch = "x86_64")]
                if clmul::available() {
                    // SAFETY: the instruction was just found to exist.
                    return unsafe { clmul::$clmul(a, b, out) };
                }
            )?
            for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
                *out = portable::$product(a, b);
            }
        }
    };
}

pairs!(pairs8, u8, mul8);
pairs!(pairs16, u16, mul16, pairs16);
pairs!(pairs32, u32, mul32, pairs32);
pairs!(pairs64, u64, mul64, pairs64);
pairs!(pairs128, u128, mul128, pairs128);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nimber::plain;
    use proptest::prelude::*;

    #[test]
    fn all_bytes() {
        for a in 0..=255u8 {
            for b in 0..=255u8 {
                assert_eq!(u128::from(mul8(a, b)), plain::product(a.into(), b.into()));
            }
        }
    }

    /// All paths of one width, single and batch, against the plain recursion.
    macro_rules! against_plain {
        ($test:ident, $word:ty, $product:ident, $pairs:ident) => {
            proptest! {
                #![proptest_config(ProptestConfig::with_cases(40))]
                #[test]
                fn $test(pairs in prop::collection::vec(any::<($word, $word, u8, u8)>(), 0..200)) {
                    // Shifts give numbers of every length.
                    let bits = <$word>::BITS;
                    let a: Vec<$word> = pairs.iter().map(|p| p.0 >> (u32::from(p.2) % bits)).collect();
                    let b: Vec<$word> = pairs.iter().map(|p| p.1 >> (u32::from(p.3) % bits)).collect();
                    let expected: Vec<$word> =
                        a.iter().zip(&b).map(|(&a, &b)| plain::product(a.into(), b.into()) as $word).collect();
                    let mut out = vec![0; a.len()];
                    $pairs(&a, &b, &mut out);
                    prop_assert_eq!(&out, &expected);
                    for ((&a, &b), &e) in a.iter().zip(&b).zip(&expected) {
                        prop_assert_eq!($product(a, b), e);
                        prop_assert_eq!(portable::$product(a, b), e);
                    }
                    #[cfg(target_arch = "x86_64")]
                    if clmul::available() && <$word>::BITS > 8 {
                        let mut out = vec![0; a.len()];
                        against_plain!(@clmul $pairs, &a, &b, &mut out);
                        prop_assert_eq!(&out, &expected);
                    }
                }
            }
        };
        (@clmul pairs8, $a:expr, $b:expr, $out:expr) => {};
        (@clmul $pairs:ident, $a:expr, $b:expr, $out:expr) => {
            #[allow(unsafe_code)]
            // SAFETY: guarded by `available`.
            unsafe {
                clmul::$pairs($a, $b, $out)
            }
        };
    }

    against_plain!(products_of_16_bits, u16, mul16, pairs16);
    against_plain!(products_of_32_bits, u32, mul32, pairs32);
    against_plain!(products_of_64_bits, u64, mul64, pairs64);
    against_plain!(products_of_128_bits, u128, mul128, pairs128);

    #[test]
    fn slices_of_bytes() {
        for length in [0, 1, 63, 64, 65, 1000] {
            let a: Vec<u8> = (0..length).map(|i| (i * 7 + 3) as u8).collect();
            let b: Vec<u8> = (0..length).map(|i| (i * 13 + i / 256) as u8).collect();
            let mut out = vec![0; a.len()];
            pairs8(&a, &b, &mut out);
            assert!(out.iter().zip(a.iter().zip(&b)).all(|(&o, (&a, &b))| o == mul8(a, b)));
        }
    }

    #[test]
    fn at_the_edges() {
        for (a, b, value) in [
            (u64::MAX, u64::MAX - 2, 14_554_159_489_527_431_842),
            (u64::MAX, u64::MAX, 11_290_409_524_105_353_207),
            (u64::MAX, 0, 0),
            (u64::MAX, 1, u64::MAX),
            (1 << 32, 1 << 32, 3 << 31),
        ] {
            assert_eq!(mul64(a, b), value);
            assert_eq!(mul128(a.into(), b.into()), value.into());
            assert_eq!(portable::mul64(a, b), value);
        }
        assert_eq!(mul128(1 << 64, 1 << 64), 3 << 63);
        assert_eq!(mul128(u128::MAX, u128::MAX), plain::product(u128::MAX, u128::MAX));
    }
}
