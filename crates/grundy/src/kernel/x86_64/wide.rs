//! Ranks of two bytes with 512-bit vectors: a block of 64 lanes is two halves.
#![allow(unsafe_code)]

use crate::kernel::{LANES, Range, Row, Terms};
use std::arch::x86_64::{
    __m512i, _mm512_loadu_si512, _mm512_mask_cmpneq_epi16_mask, _mm512_mask_mov_epi16, _mm512_set1_epi32,
    _mm512_setzero_si512, _mm512_storeu_si512, _mm512_xor_si512,
};

/// Candidates tested in one pass.
const STRIKES: usize = 8;
/// Lanes in a vector.
const HALF: usize = LANES / 2;

/// # Safety
/// The instructions, and what the door asserts.
pub(super) unsafe fn strike(
    ranks: &[u16],
    n0: usize,
    terms: &Terms<u16>,
    range: &Range,
    rows: &[Row<u16>],
    open: &mut [u64],
) {
    for (rows, open) in rows.chunks(STRIKES).zip(open.chunks_mut(STRIKES)) {
        for from in [0, HALF] {
            let range = range.clone();
            // SAFETY: the caller's.
            unsafe {
                match rows.len() {
                    1 => strikes::<1, 4>(ranks, n0, terms, range, rows, open, from),
                    2 => strikes::<2, 3>(ranks, n0, terms, range, rows, open, from),
                    3 => strikes::<3, 2>(ranks, n0, terms, range, rows, open, from),
                    4 => strikes::<4, 1>(ranks, n0, terms, range, rows, open, from),
                    5 => strikes::<5, 1>(ranks, n0, terms, range, rows, open, from),
                    6 => strikes::<6, 1>(ranks, n0, terms, range, rows, open, from),
                    7 => strikes::<7, 1>(ranks, n0, terms, range, rows, open, from),
                    _ => strikes::<8, 1>(ranks, n0, terms, range, rows, open, from),
                }
            }
        }
    }
}

/// The 32 lanes from `from` on. `U` terms in a row have masks of their own, so that compares do not wait for each
/// other.
///
/// # Safety
/// The instructions, `N` rows, and terms that read inside the ranks.
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn strikes<const N: usize, const U: usize>(
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
        let block = ranks.as_ptr().wrapping_add(n0 + from);
        let mut wanted = [_mm512_setzero_si512(); N];
        for j in 0..N {
            wanted[j] = read(&rows[j], from);
        }
        let mut still = [[u32::MAX; N]; U];
        let use_term = |k: usize, still: &mut [u32; N]| {
            let there = _mm512_loadu_si512(block.wrapping_sub(*terms.offsets.get_unchecked(k) as usize).cast());
            let rank = _mm512_xor_si512(there, _mm512_set1_epi32(*terms.xors.get_unchecked(k) as i32));
            for j in 0..N {
                still[j] = _mm512_mask_cmpneq_epi16_mask(still[j], rank, wanted[j]);
            }
        };
        let mut k = range.start;
        while k + U <= range.end {
            for (u, still) in still.iter_mut().enumerate() {
                use_term(k + u, still);
            }
            k += U;
        }
        for k in k..range.end {
            use_term(k, &mut still[0]);
        }
        for j in 0..N {
            let still = still.iter().fold(u32::MAX, |all, still| all & still[j]);
            open[j] &= !(u64::from(!still) << from);
        }
    }
}

/// # Safety
/// The instructions, and at most 16 rows.
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) unsafe fn compact(rows: &mut [Row<u16>], open: &mut [u64], most: usize) {
    let before: [u64; 16] = std::array::from_fn(|j| open.get(j).copied().unwrap_or(0));
    for from in [0, HALF] {
        // SAFETY: rows have two halves of 64 bytes.
        unsafe {
            let mut kept = [_mm512_setzero_si512(); 16];
            // The lanes that have kept exactly `k`.
            let mut have = [0u32; 17];
            have[0] = u32::MAX;
            for (j, row) in rows.iter().enumerate() {
                let is_open = (before[j] >> from) as u32;
                let row = read(row, from);
                let mut moved = 0;
                for k in (0..most.min(j + 1)).rev() {
                    let here = have[k] & is_open;
                    kept[k] = _mm512_mask_mov_epi16(kept[k], here, row);
                    have[k + 1] |= here;
                    have[k] &= !here;
                    moved |= here;
                }
                open[j] &= !(u64::from(moved) << from);
            }
            let lanes = u64::from(u32::MAX) << from;
            let mut enough = have[most];
            for k in (0..most).rev() {
                _mm512_storeu_si512(rows[k][from..].as_mut_ptr().cast(), kept[k]);
                // A later candidate may have stayed in this row.
                open[k] = open[k] & !lanes | u64::from(enough) << from;
                enough |= have[k];
            }
        }
    }
}

/// The 32 ranks of a row from `from` on.
///
/// # Safety
/// The instructions, and `from` at most 32.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn read(row: &Row<u16>, from: usize) -> __m512i {
    // SAFETY: half a row has 64 bytes.
    unsafe { _mm512_loadu_si512(row[from..].as_ptr().cast()) }
}
