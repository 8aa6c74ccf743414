//! The probe of [`crate::kernel::dense`] for 64 splits at once, for values below 4096 and below 16384.
//!
//! ```text
//! low, high = the bytes of G(a) xor G(b)
//! digit     = low >> 6 | high << 2                                  a permutation of `low` heeds its low six bits
//! reached  |= permute(table_0, low) and permute(table_1, digit)     one instruction for "or" and "and"
//! ```
//!
//! With digits of seven bits a table is two vectors, and a digit has one bit of `low` less.
#![allow(unsafe_code)]

use crate::kernel::dense::{Planes, SLOTS};
use std::arch::x86_64::{
    __m512i, _mm512_loadu_si512, _mm512_permutex2var_epi8, _mm512_permutexvar_epi8, _mm512_set1_epi8,
    _mm512_setzero_si512, _mm512_slli_epi16, _mm512_srli_epi16, _mm512_storeu_si512, _mm512_ternarylogic_epi64,
    _mm512_xor_si512,
};

/// Splits in a vector.
const LANES: usize = 64;
/// Groups of slots that are looked for in one pass.
const TOGETHER: usize = 4;
/// The immediate of `x or (y and z)`.
const OR_AND: i32 = 0xF8;
/// The immediate of `(x and y) or z`.
const AND_OR: i32 = 0xEA;

/// For each group of eight slots the tables of both digits.
type Tables<const ENTRIES: usize> = [[[u8; ENTRIES]; 2]; SLOTS / 8];

/// See [`crate::kernel::dense::Probe::scan`], which has checked the lengths; digits have six bits.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn scan_sixes(tables: &Tables<64>, groups: usize, a: Planes, b: Planes) -> u64 {
    scan(tables, groups, a, b)
}

/// The same with digits of seven bits.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn scan_sevens(tables: &Tables<128>, groups: usize, a: Planes, b: Planes) -> u64 {
    scan(tables, groups, a, b)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn scan<const ENTRIES: usize>(tables: &Tables<ENTRIES>, groups: usize, a: Planes, b: Planes) -> u64 {
    let mut reached = 0;
    for (pass, tables) in tables[..groups].chunks(TOGETHER).enumerate() {
        let slots = match tables.len() {
            1 => scan_groups::<ENTRIES, 1>(tables, a, b),
            2 => scan_groups::<ENTRIES, 2>(tables, a, b),
            3 => scan_groups::<ENTRIES, 3>(tables, a, b),
            _ => scan_groups::<ENTRIES, TOGETHER>(tables, a, b),
        };
        reached |= u64::from(slots) << (8 * TOGETHER * pass);
    }
    reached
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn scan_groups<const ENTRIES: usize, const GROUPS: usize>(known: &[[[u8; ENTRIES]; 2]], a: Planes, b: Planes) -> u32 {
    let is_long = ENTRIES > LANES;
    // A short table is the first vector alone.
    let mut tables = [[[_mm512_setzero_si512(); 2]; 2]; GROUPS];
    for (table, known) in tables.iter_mut().flatten().zip(known.iter().flatten()) {
        let (halves, _) = known.as_chunks::<LANES>();
        table.iter_mut().zip(halves).for_each(|(vector, half)| *vector = load(half));
    }
    let look_up = |[low, high]: [__m512i; 2], digits: __m512i| {
        if is_long { _mm512_permutex2var_epi8(low, digits, high) } else { _mm512_permutexvar_epi8(digits, low) }
    };
    let rest_of_low = _mm512_set1_epi8(if is_long { 1 } else { 3 });
    let mut reached = [_mm512_setzero_si512(); GROUPS];
    let low = a.low.as_chunks::<LANES>().0.iter().zip(b.low.as_chunks::<LANES>().0);
    let high = a.high.as_chunks::<LANES>().0.iter().zip(b.high.as_chunks::<LANES>().0);
    for ((a_low, b_low), (a_high, b_high)) in low.zip(high) {
        let low = _mm512_xor_si512(load(a_low), load(b_low));
        let high = _mm512_xor_si512(load(a_high), load(b_high));
        // High bytes are below 16, or below 64, so that shifting them moves no bit into a neighbour.
        let (top, rest) = if is_long {
            (_mm512_srli_epi16::<7>(low), _mm512_slli_epi16::<1>(high))
        } else {
            (_mm512_srli_epi16::<6>(low), _mm512_slli_epi16::<2>(high))
        };
        let digit = _mm512_ternarylogic_epi64::<AND_OR>(top, rest_of_low, rest);
        for (reached, tables) in reached.iter_mut().zip(&tables) {
            let slots = [look_up(tables[0], low), look_up(tables[1], digit)];
            *reached = _mm512_ternarylogic_epi64::<OR_AND>(*reached, slots[0], slots[1]);
        }
    }
    let mut sets = [0; TOGETHER];
    for (set, reached) in sets.iter_mut().zip(reached) {
        let mut bytes = [0u8; LANES];
        // SAFETY: there is room for 64 bytes; the store needs no alignment.
        unsafe { _mm512_storeu_si512(bytes.as_mut_ptr().cast(), reached) };
        let words = bytes.as_chunks::<8>().0.iter().fold(0, |set, word| set | u64::from_le_bytes(*word));
        *set = words.to_le_bytes().iter().fold(0, |set, byte| set | byte);
    }
    u32::from_le_bytes(sets)
}

#[target_feature(enable = "avx512f")]
fn load(bytes: &[u8; LANES]) -> __m512i {
    // SAFETY: the reference covers the 64 bytes that are read; the load needs no alignment.
    unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
}
