//! Products without special instructions: logarithms for bytes, Karatsuba above.
//!
//! The nimbers below 256 are a field whose 255 non-zero elements are the powers of one of them, so a product is two
//! look-ups, a sum and a look-up. Above, `(a₁F ⊕ a₀)(b₁F ⊕ b₀)` with `F⊗F = F ⊕ h` costs three products of half the
//! width and one multiplication by the constant `h = F/2`: 27 byte products for 64 bits, all in 2 KB of tables.
//!
//! Everything is `const`: the compiler computes the tables of the faster ways from these functions.

use super::plain;

/// `exp[log a + log b]`; `log 0` is so large that every sum with it lands in the zeros at the end.
struct Bytes {
    log: [u16; 256],
    exp: [u8; 1024],
}

const ZERO: u16 = 511;

static BYTES: Bytes = byte_tables();

const fn byte_tables() -> Bytes {
    // The least generator: an element with 255 distinct powers.
    let mut generator = 2u128;
    'search: loop {
        let mut tables = Bytes { log: [ZERO; 256], exp: [0; 1024] };
        let mut power = 1u128;
        let mut exponent = 0;
        while exponent < 255 {
            if tables.log[power as usize] != ZERO {
                generator += 1;
                continue 'search;
            }
            tables.log[power as usize] = exponent as u16;
            tables.exp[exponent] = power as u8;
            tables.exp[exponent + 255] = power as u8;
            power = plain::product(power, generator);
            exponent += 1;
        }
        return tables;
    }
}

/// `a ⊗ b` below 2⁸.
#[inline]
pub const fn mul8(a: u8, b: u8) -> u8 {
    BYTES.exp[(BYTES.log[a as usize] + BYTES.log[b as usize]) as usize]
}

#[inline]
const fn half8(x: u8) -> u8 {
    mul8(x, 128)
}

/// One level of the tower: the product and the product by half the next power, from those of half the width.
macro_rules! level {
    ($product:ident, $times_half:ident, $word:ty, $half_word:ty, $half_product:ident, $half_half:ident) => {
        #[doc = concat!("`a ⊗ b` for [`", stringify!($word), "`].")]
        #[inline]
        pub const fn $product(a: $word, b: $word) -> $word {
            const HALF: u32 = <$half_word>::BITS;
            let (a1, a0) = ((a >> HALF) as $half_word, a as $half_word);
            let (b1, b0) = ((b >> HALF) as $half_word, b as $half_word);
            let low = $half_product(a0, b0);
            let high = $half_product(a1, b1);
            let cross = $half_product(a0 ^ a1, b0 ^ b1);
            (((cross ^ low) as $word) << HALF) | (low ^ $half_half(high)) as $word
        }

        #[inline]
        #[allow(dead_code)] // the widest is not folded any further
        const fn $times_half(x: $word) -> $word {
            const HALF: u32 = <$half_word>::BITS;
            let (high, low) = ((x >> HALF) as $half_word, x as $half_word);
            (($half_half(high ^ low) as $word) << HALF) | $half_half($half_half(high)) as $word
        }
    };
}

level!(mul16, half16, u16, u8, mul8, half8);
level!(mul32, half32, u32, u16, mul16, half16);
level!(mul64, half64, u64, u32, mul32, half32);
level!(mul128, half128, u128, u64, mul64, half64);
