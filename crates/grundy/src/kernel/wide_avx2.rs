//! The kernels for ranks of two bytes with 256-bit vectors: a block of 64 lanes is four quarters.
//!
//! Every function is called only by the dispatch in [`super`], after AVX2 was found and its assertions made sure that each load at
//! `n0 - offset` lies in the ranks.
#![allow(unsafe_code)]
// All loads here are the unaligned ones.
#![allow(clippy::cast_ptr_alignment)]

use super::{LANES, Range, Row, Terms};
use std::arch::x86_64::{
    __m256i, _mm_setr_epi8, _mm256_broadcastsi128_si256, _mm256_cmpeq_epi16, _mm256_loadu_si256, _mm256_movemask_epi8,
    _mm256_or_si256, _mm256_packs_epi16, _mm256_permute4x64_epi64, _mm256_set1_epi16, _mm256_set1_epi32,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_xor_si256,
};

/// Candidates tested in one pass: two vectors for each, and registers for the rest.
const STRIKES: usize = 4;

pub(super) fn strike(ranks: &[u16], n0: usize, terms: &Terms<u16>, range: Range, rows: &[Row<u16>], open: &mut [u64]) {
    for (rows, open) in rows.chunks(STRIKES).zip(open.chunks_mut(STRIKES)) {
        for from in [0, LANES / 2] {
            let range = range.clone();
            // SAFETY: as above.
            unsafe {
                match rows.len() {
                    1 => strikes::<1>(ranks, n0, terms, range, rows, open, from),
                    2 => strikes::<2>(ranks, n0, terms, range, rows, open, from),
                    3 => strikes::<3>(ranks, n0, terms, range, rows, open, from),
                    _ => strikes::<4>(ranks, n0, terms, range, rows, open, from),
                }
            }
        }
    }
}

/// The 32 lanes from `from` on.
///
/// # Safety
/// AVX2, `N` rows, and terms that read inside the ranks.
#[target_feature(enable = "avx2")]
unsafe fn strikes<const N: usize>(
    ranks: &[u16],
    n0: usize,
    terms: &Terms<u16>,
    range: Range,
    rows: &[Row<u16>],
    open: &mut [u64],
    from: usize,
) {
    // SAFETY: the caller's.
    unsafe {
        let load = |at: *const u16| [at, at.wrapping_add(16)].map(|at| _mm256_loadu_si256(at.cast::<__m256i>()));
        let block = ranks.as_ptr().wrapping_add(n0 + from);
        let mut struck = [[_mm256_setzero_si256(); 2]; N];
        let mut wanted = [[_mm256_setzero_si256(); 2]; N];
        for j in 0..N {
            wanted[j] = load(rows[j][from..].as_ptr());
        }
        for (&offset, &x) in terms.offsets[range.clone()].iter().zip(&terms.xors[range]) {
            let x = _mm256_set1_epi32(x as i32);
            let there = load(block.wrapping_sub(offset as usize)).map(|there| _mm256_xor_si256(there, x));
            for j in 0..N {
                for half in 0..2 {
                    let hits = _mm256_cmpeq_epi16(there[half], wanted[j][half]);
                    struck[j][half] = _mm256_or_si256(struck[j][half], hits);
                }
            }
        }
        for j in 0..N {
            // Packing works on quarters: bring them into their order.
            let bytes = _mm256_permute4x64_epi64::<0b1101_1000>(_mm256_packs_epi16(struck[j][0], struck[j][1]));
            open[j] &= !(u64::from(_mm256_movemask_epi8(bytes) as u32) << from);
        }
    }
}

pub(super) fn find_split(up: &[u16], down: &[u16], rank: u16) -> Option<usize> {
    // SAFETY: AVX2 is there, and both slices have one length.
    unsafe { splits(up, down, rank) }
}

/// # Safety
/// AVX2, and slices of one length.
#[target_feature(enable = "avx2,bmi1")]
unsafe fn splits(up: &[u16], down: &[u16], rank: u16) -> Option<usize> {
    let length = up.len();
    let wanted = _mm256_set1_epi16(rank as i16);
    let backwards = _mm256_broadcastsi128_si256(_mm_setr_epi8(14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1));
    let mut t = 0;
    while t + 16 <= length {
        // SAFETY: both loads of 16 ranks, at `t` and at `length - t - 16`, lie inside.
        let (up, down) = unsafe {
            let down = _mm256_loadu_si256(down.as_ptr().add(length - t - 16).cast());
            (_mm256_loadu_si256(up.as_ptr().add(t).cast()), down)
        };
        let down = _mm256_permute4x64_epi64::<0b0100_1110>(_mm256_shuffle_epi8(down, backwards));
        let hits = _mm256_movemask_epi8(_mm256_cmpeq_epi16(_mm256_xor_si256(up, wanted), down)) as u32;
        if hits != 0 {
            return Some(t + hits.trailing_zeros() as usize / 2);
        }
        t += 16;
    }
    super::scalar::find_split(&up[t..], &down[..length - t], rank).map(|found| t + found)
}
