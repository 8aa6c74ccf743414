//! The probe of [`crate::kernel::dense`] for 32 splits at once.
#![allow(unsafe_code)]
// All loads and stores here are the unaligned ones.
#![allow(clippy::cast_ptr_alignment)]

use crate::kernel::dense::{Planes, Probe, Tables};
use std::arch::x86_64::{
    __m128i, __m256i, _mm_cvtsi128_si64, _mm_extract_epi64, _mm_loadu_si128, _mm_or_si128, _mm256_and_si256,
    _mm256_broadcastsi128_si256, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_or_si256,
    _mm256_set1_epi8, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_srli_epi16, _mm256_xor_si256,
};

/// Splits in a vector.
const LANES: usize = 32;

/// Groups of slots whose tables fit the registers.
const TOGETHER: usize = 4;

/// See [`Probe::scan`], which has checked the lengths.
#[target_feature(enable = "avx2")]
pub(super) fn scan(probe: &Probe, a: Planes, b: Planes) -> u64 {
    match probe.nibbles {
        0..=2 => scan_nibbles::<2>(probe, a, b),
        3 => scan_nibbles::<3>(probe, a, b),
        _ => scan_nibbles::<4>(probe, a, b),
    }
}

#[target_feature(enable = "avx2")]
fn scan_nibbles<const NIBBLES: usize>(probe: &Probe, a: Planes, b: Planes) -> u64 {
    let Tables::Nibbles(tables) = &probe.tables else { return probe.scan_scalar(a, b) };
    let mut reached = 0;
    for (pass, tables) in tables[..probe.groups].chunks(TOGETHER).enumerate() {
        let slots = match tables.len() {
            1 => scan_groups::<NIBBLES, 1>(tables, a, b),
            2 => scan_groups::<NIBBLES, 2>(tables, a, b),
            3 => scan_groups::<NIBBLES, 3>(tables, a, b),
            _ => scan_groups::<NIBBLES, TOGETHER>(tables, a, b),
        };
        reached |= u64::from(slots) << (8 * TOGETHER * pass);
    }
    reached
}

#[target_feature(enable = "avx2")]
fn scan_groups<const NIBBLES: usize, const GROUPS: usize>(known: &[[[u8; 16]; 4]], a: Planes, b: Planes) -> u32 {
    let mut tables = [[_mm256_setzero_si256(); NIBBLES]; GROUPS];
    for (known, tables) in known.iter().zip(&mut tables) {
        for (table, known) in tables.iter_mut().zip(known) {
            *table = both_halves(known);
        }
    }
    let nibble = _mm256_set1_epi8(15);
    let mut reached = [_mm256_setzero_si256(); GROUPS];
    let low = a.low.as_chunks::<LANES>().0.iter().zip(b.low.as_chunks::<LANES>().0);
    let high = a.high.as_chunks::<LANES>().0.iter().zip(b.high.as_chunks::<LANES>().0);
    for ((a_low, b_low), (a_high, b_high)) in low.zip(high) {
        let low = _mm256_xor_si256(load(a_low), load(b_low));
        let mut index = [_mm256_and_si256(low, nibble); NIBBLES];
        index[1] = _mm256_and_si256(_mm256_srli_epi16::<4>(low), nibble);
        if NIBBLES > 2 {
            let high = _mm256_xor_si256(load(a_high), load(b_high));
            // With three nibbles the upper half of the high byte is zero already.
            index[2] = if NIBBLES == 3 { high } else { _mm256_and_si256(high, nibble) };
            if NIBBLES > 3 {
                index[3] = _mm256_and_si256(_mm256_srli_epi16::<4>(high), nibble);
            }
        }
        for (reached, tables) in reached.iter_mut().zip(&tables) {
            let mut slots = _mm256_shuffle_epi8(tables[0], index[0]);
            for k in 1..NIBBLES {
                slots = _mm256_and_si256(slots, _mm256_shuffle_epi8(tables[k], index[k]));
            }
            *reached = _mm256_or_si256(*reached, slots);
        }
    }
    let mut sets = [0; TOGETHER];
    for (set, reached) in sets.iter_mut().zip(reached) {
        *set = any(reached);
    }
    u32::from_le_bytes(sets)
}

/// All bytes of a vector, or-ed.
#[target_feature(enable = "avx2")]
fn any(bytes: __m256i) -> u8 {
    let half = _mm_or_si128(_mm256_castsi256_si128(bytes), _mm256_extracti128_si256::<1>(bytes));
    let mut word = _mm_cvtsi128_si64(half) | _mm_extract_epi64::<1>(half);
    for shift in [32, 16, 8] {
        word |= word >> shift;
    }
    word as u8
}

#[target_feature(enable = "avx2")]
fn load(bytes: &[u8; LANES]) -> __m256i {
    // SAFETY: the reference covers the 32 bytes that are read; the load needs no alignment.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast::<__m256i>()) }
}

/// A table of 16 bytes in both halves of a vector, as the byte-shuffle wants it.
#[target_feature(enable = "avx2")]
fn both_halves(table: &[u8; 16]) -> __m256i {
    // SAFETY: the reference covers the 16 bytes that are read; the load needs no alignment.
    _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(table.as_ptr().cast::<__m128i>()) })
}
