//! Nimbers below 2^N as binary polynomials modulo a sparse one: tables for the change of basis.
//!
//! The nimbers below `2^N` (`N = 2^k`) are a field with `2^N` elements, and so is `GF(2)[t]/p` for any irreducible `p`
//! of degree `N`. If `r` is a nimber with `p(r) = 0`, then `t ↦ r` is an isomorphism, linear over GF(2): a matrix of
//! `N×N` bits, applied as `N/8` look-ups of one byte each. On the other side a product is one carry-less multiplication
//! and a reduction by a pentanomial, a few shifts.
//!
//! The roots below are the least of the N roots of each `p`; that they are roots is checked by the compiler.

use super::portable as product;

/// A change of basis: one table of 256 words for each byte of the argument.
pub type Tables<T, const BYTES: usize> = [[T; 256]; BYTES];

macro_rules! basis {
    ($name:ident, $word:ty, $product:path, $tail:expr, $root:expr, $maps:ident, $doc:expr) => {
        #[doc = $doc]
        pub mod $name {
            use super::Tables;
            const N: usize = <$word>::BITS as usize;
            const BYTES: usize = N / 8;
            /// `p - t^N`, the low terms of the polynomial.
            pub const TAIL: $word = $tail;
            /// A nimber with `p(ROOT) = 0`.
            pub const ROOT: $word = $root;

            /// `r^i`, the image of `t^i`.
            const POWERS: [$word; N] = {
                let mut powers = [1; N];
                let mut i = 1;
                while i < N {
                    powers[i] = $product(powers[i - 1], ROOT);
                    i += 1;
                }
                powers
            };

            // p(r) = 0.
            const _: () = {
                let mut sum = $product(POWERS[N - 1], ROOT);
                let mut i = 0;
                while i < N {
                    if TAIL >> i & 1 == 1 {
                        sum ^= POWERS[i];
                    }
                    i += 1;
                }
                assert!(sum == 0, "not a root");
            };

            /// Columns of the inverse matrix, by Gauss-Jordan elimination on the pairs (nimber, polynomial).
            const INVERSE: [$word; N] = {
                let mut rows = POWERS;
                let mut images = [0; N];
                let mut i = 0;
                while i < N {
                    images[i] = 1 << i;
                    i += 1;
                }
                let mut bit = 0;
                while bit < N {
                    let mut pivot = bit;
                    while rows[pivot] >> bit & 1 == 0 {
                        pivot += 1;
                    }
                    let (row, image) = (rows[pivot], images[pivot]);
                    (rows[pivot], images[pivot]) = (rows[bit], images[bit]);
                    (rows[bit], images[bit]) = (row, image);
                    let mut i = 0;
                    while i < N {
                        if i != bit && rows[i] >> bit & 1 == 1 {
                            rows[i] ^= row;
                            images[i] ^= image;
                        }
                        i += 1;
                    }
                    bit += 1;
                }
                images
            };

            /// Polynomial to nimber.
            pub static TO_NIMBER: Tables<$word, BYTES> = spread(&POWERS);
            /// Nimber to polynomial.
            pub static TO_POLYNOMIAL: Tables<$word, BYTES> = spread(&INVERSE);

            const fn spread(columns: &[$word; N]) -> Tables<$word, BYTES> {
                let mut tables = [[0; 256]; BYTES];
                let mut byte = 0;
                while byte < BYTES {
                    let mut i = 1usize;
                    while i < 256 {
                        let column = columns[8 * byte + i.trailing_zeros() as usize];
                        tables[byte][i] = tables[byte][i & (i - 1)] ^ column;
                        i += 1;
                    }
                    byte += 1;
                }
                tables
            }

            basis!(@maps $maps, $word);
        }
    };
    (@maps tables, $word:ty) => {};
    (@maps functions, $word:ty) => {
        #[inline]
        fn apply(tables: &Tables<$word, BYTES>, x: $word) -> $word {
            let bytes = x.to_le_bytes();
            let mut sum = 0;
            for i in 0..BYTES {
                sum ^= tables[i][bytes[i] as usize];
            }
            sum
        }

        /// The polynomial of a nimber.
        #[inline]
        pub fn to_polynomial(x: $word) -> $word {
            apply(&TO_POLYNOMIAL, x)
        }

        /// The nimber of a polynomial.
        #[inline]
        pub fn to_nimber(x: $word) -> $word {
            apply(&TO_NIMBER, x)
        }
    };
}

basis!(
    basis8,
    u8,
    super::product::mul8,
    0x1b,
    0x41,
    tables,
    "t⁸+t⁴+t³+t+1, the polynomial of the `GFNI` instructions."
);
basis!(basis16, u16, super::product::mul16, 0x2b, 0x4008, functions, "t¹⁶+t⁵+t³+t+1.");
basis!(basis32, u32, super::product::mul32, 0x8d, 0x4220_31c6, functions, "t³²+t⁷+t³+t²+1.");
basis!(basis64, u64, super::product::mul64, 0x1b, 0x4028_84ca_01f7_c6b2, functions, "t⁶⁴+t⁴+t³+t+1.");
