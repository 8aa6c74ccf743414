//! The order of the multiplicative group: `2^N - 1` for `N = 2^k` is the product of the Fermat numbers `2^(2^j) + 1`,
//! `j < k`.

use super::error::NimberError;
use num_bigint::BigUint;

/// Prime factors of the Fermat numbers up to j = 9. From j = 5 on: Euler 1732 (j = 5), Landry 1880 (6), Morrison and
/// Brillhart 1970 (7), Brent and Pollard 1980 (8), Western 1903 and Lenstra, Lenstra, Manasse, Pollard 1990 (9).
/// The tests multiply them and check that each is (probably) prime.
const FACTORS: [&[&str]; 10] = [
    &["3"],
    &["5"],
    &["17"],
    &["257"],
    &["65537"],
    &["641", "6700417"],
    &["274177", "67280421310721"],
    &["59649589127497217", "5704689200685129054721"],
    &["1238926361552897", "93461639715357977769163558199606896584051237541638188580280321"],
    &[
        "2424833",
        "7455602825647884208337395736200454918783366342657",
        "741640062627530801524787141901937474059940781097519023905821316144415759504705008092818711693940737",
    ],
];

/// The factors of `2^LARGEST_BITS - 1` are known here.
pub const LARGEST_BITS: u64 = 1 << FACTORS.len();

/// `2^bits - 1`.
pub fn group_order(bits: u64) -> BigUint {
    (BigUint::from(1u8) << bits) - 1u8
}

/// The primes of `2^bits - 1`, ascending within each Fermat number; each divides it once.
pub fn primes(bits: u64) -> Result<Vec<BigUint>, NimberError> {
    let levels = bits.trailing_zeros() as usize;
    let known = FACTORS.get(..levels).ok_or(NimberError::UnknownFactors(bits))?;
    Ok(known.iter().flat_map(|f| f.iter()).map(|p| p.parse().expect("digits")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_factors_multiply_to_the_fermat_numbers() {
        for (j, factors) in FACTORS.iter().enumerate() {
            let product: BigUint = factors.iter().map(|p| p.parse::<BigUint>().unwrap()).product();
            assert_eq!(product, (BigUint::from(1u8) << (1u32 << j)) + 1u8, "2^(2^{j}) + 1");
        }
    }

    #[test]
    fn the_factors_pass_miller_and_rabin() {
        let one = BigUint::from(1u8);
        for text in FACTORS.iter().flat_map(|f| f.iter()) {
            let p: BigUint = text.parse().unwrap();
            let twos = (&p - 1u8).trailing_zeros().unwrap();
            let odd = (&p - 1u8) >> twos;
            for base in [2u8, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37] {
                if p <= BigUint::from(base) {
                    continue;
                }
                let mut x = BigUint::from(base).modpow(&odd, &p);
                let mut witness = x != one && x != &p - 1u8;
                for _ in 1..twos {
                    x = &x * &x % &p;
                    witness &= x != &p - 1u8;
                }
                assert!(!witness, "{p} is composite by base {base}");
            }
        }
    }
}
