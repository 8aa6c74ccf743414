//! The nim-product twice, as it is defined and as it is usually programmed: slow, short, the oracles of everything
//! else.

/// The products `a ⊗ b` for `a, b < size` by the definition alone:
/// `a ⊗ b = mex { a'⊗b ⊕ a⊗b' ⊕ a'⊗b' : a' < a, b' < b }`. Cost size⁴ / 4.
pub fn table_by_definition(size: usize) -> Vec<Vec<u64>> {
    let mut table = vec![vec![0u64; size]; size];
    for a in 0..size {
        for b in 0..size {
            // The product of two numbers below 2^(2^k) stays below it, so below size² + 2.
            let mut seen = vec![false; a * b + 1];
            for i in 0..a {
                for j in 0..b {
                    let option = (table[i][b] ^ table[a][j] ^ table[i][j]) as usize;
                    if let Some(cell) = seen.get_mut(option) {
                        *cell = true;
                    }
                }
            }
            table[a][b] = seen.iter().position(|&s| !s).unwrap_or(seen.len()) as u64;
        }
    }
    table
}

/// `x ⊗ 2^(bits-1)` for `x < 2^bits`, bits a power of two.
///
/// With `F = 2^(bits/2)` and `h = F/2` the factor is `F ⊗ h`, and `F ⊗ F = F ⊕ h` (Conway), so
/// `(a₁F ⊕ a₀) ⊗ Fh = (a₀⊕a₁)h F ⊕ a₁hh`.
pub(super) const fn times_half(x: u128, bits: u32) -> u128 {
    if bits == 1 || x == 0 {
        return x;
    }
    let half = bits / 2;
    let (high, low) = (x >> half, x & ((1 << half) - 1));
    (times_half(high ^ low, half) << half) ^ times_half(times_half(high, half), half)
}

/// `a ⊗ b` by splitting both at `F = 2^(2^k)` down to single bits, three half-size products a level (Karatsuba).
///
/// ```
/// assert_eq!(grundy::nimber::plain::product(3141, 5926), 14994);
/// ```
pub const fn product(a: u128, b: u128) -> u128 {
    split_product(a, b, 128)
}

const fn split_product(a: u128, b: u128, bits: u32) -> u128 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let half = bits / 2;
    let mask = (1 << half) - 1;
    let (a1, a0, b1, b0) = (a >> half, a & mask, b >> half, b & mask);
    let low = split_product(a0, b0, half);
    if a1 == 0 && b1 == 0 {
        return low;
    }
    let high = split_product(a1, b1, half);
    let cross = split_product(a0 ^ a1, b0 ^ b1, half);
    ((cross ^ low) << half) ^ low ^ times_half(high, half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_recursion_is_the_definition() {
        let table = table_by_definition(40);
        for (a, row) in table.iter().enumerate() {
            for (b, &value) in row.iter().enumerate() {
                assert_eq!(product(a as u128, b as u128), u128::from(value), "{a} x {b}");
            }
        }
    }

    #[test]
    fn half_products() {
        for bits in [1, 2, 4, 8, 16, 32, 64, 128] {
            let largest = u128::MAX >> (128 - bits);
            for x in [0, 1, 2, 77, largest, largest / 3].map(|x| x & largest) {
                assert_eq!(times_half(x, bits), product(x, 1 << (bits - 1)), "{x} in {bits} bits");
            }
        }
    }
}
