//! The kernels with 256-bit vectors.
//!
//! ```text
//! planes:    t = load(n0 - offset) xor x           for the ranks 0..15, then for t xor 16, t xor 32, …
//!            u = t +sat 0x70                       a byte >= 16 gets its top bit
//!            low  |= shuffle(BIT_LOW,  u)          a shuffle gives 0 where the top bit is set
//!            high |= shuffle(BIT_HIGH, u)          16 ranks for 6 instructions, 6 sets in registers at a time
//! strike:    struck[j] |= (t == candidate[j])      2 instructions for a candidate
//! split:     load(a) xor reverse(load(total - a - 31)) == rank,   32 splits of one heap
//! ```
//!
//! Every function is called only after `Kernel::is_available` said that the CPU has AVX2 and after `check` made sure that each load of
//! 32 bytes at `n0 - offset` lies in `ranks`. Block `n0` itself may lie beyond.
#![allow(unsafe_code)]

use super::{Lanes, Range, Terms};
use std::arch::x86_64::{
    __m256i, _mm_setr_epi8, _mm256_adds_epu8, _mm256_and_si256, _mm256_blendv_epi8, _mm256_broadcastsi128_si256,
    _mm256_cmpeq_epi8, _mm256_cmpeq_epi16, _mm256_cmpgt_epi8, _mm256_loadu_si256, _mm256_movemask_epi8,
    _mm256_or_si256, _mm256_permute4x64_epi64, _mm256_set1_epi8, _mm256_set1_epi16, _mm256_set1_epi32,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_storeu_si256, _mm256_sub_epi8, _mm256_xor_si256,
};

/// Candidates tested in one pass: as many as leave registers for the rest.
const STRIKES: usize = 8;
/// Groups of 16 ranks marked in one pass.
const GROUPS: usize = 3;

pub(super) fn mark_planes(ranks: &[u8], n0: usize, terms: &Terms, range: Range, planes: &mut [Lanes]) {
    for (chunk, planes) in planes.chunks_mut(2 * GROUPS).enumerate() {
        let first = (chunk * 16 * GROUPS) as u8;
        // SAFETY: as above.
        unsafe {
            match planes.len().div_ceil(2) {
                1 => groups::<1>(ranks, n0, terms, range.clone(), first, planes),
                2 => groups::<2>(ranks, n0, terms, range.clone(), first, planes),
                _ => groups::<3>(ranks, n0, terms, range.clone(), first, planes),
            }
        }
    }
}

pub(super) fn strike(ranks: &[u8], n0: usize, terms: &Terms, range: Range, candidates: &[Lanes], struck: &mut [Lanes]) {
    for (candidates, struck) in candidates.chunks(STRIKES).zip(struck.chunks_mut(STRIKES)) {
        // SAFETY: as above.
        unsafe {
            match candidates.len() {
                1 => strikes::<1>(ranks, n0, terms, range.clone(), candidates, struck),
                2 => strikes::<2>(ranks, n0, terms, range.clone(), candidates, struck),
                3 => strikes::<3>(ranks, n0, terms, range.clone(), candidates, struck),
                4 => strikes::<4>(ranks, n0, terms, range.clone(), candidates, struck),
                5 => strikes::<5>(ranks, n0, terms, range.clone(), candidates, struck),
                6 => strikes::<6>(ranks, n0, terms, range.clone(), candidates, struck),
                7 => strikes::<7>(ranks, n0, terms, range.clone(), candidates, struck),
                _ => strikes::<8>(ranks, n0, terms, range.clone(), candidates, struck),
            }
        }
    }
}

pub(super) fn compact(candidates: &mut [Lanes], struck: &mut [Lanes], most: usize) {
    // SAFETY: AVX2 is there.
    unsafe { compact_rows(candidates, struck, most) }
}

#[target_feature(enable = "avx2")]
unsafe fn compact_rows(candidates: &mut [Lanes], struck: &mut [Lanes], most: usize) {
    // SAFETY: rows have 32 bytes.
    unsafe {
        let mut kept = [_mm256_set1_epi8(-1); 16];
        let mut count = _mm256_setzero_si256();
        for (j, (row, struck)) in candidates.iter().zip(&mut *struck).enumerate() {
            let row = read(row);
            let was_struck = read(struck);
            let open = _mm256_cmpeq_epi8(was_struck, _mm256_setzero_si256());
            for (k, kept) in kept[..most.min(j + 1)].iter_mut().enumerate() {
                let here = _mm256_and_si256(_mm256_cmpeq_epi8(count, _mm256_set1_epi8(k as i8)), open);
                *kept = _mm256_blendv_epi8(*kept, row, here);
            }
            let moved = _mm256_cmpgt_epi8(_mm256_set1_epi8(most as i8), count);
            write(struck, _mm256_or_si256(was_struck, moved));
            count = _mm256_sub_epi8(count, open);
        }
        for k in 0..most {
            write(&mut candidates[k], kept[k]);
            let filled = _mm256_cmpgt_epi8(count, _mm256_set1_epi8(k as i8));
            write(&mut struck[k], _mm256_xor_si256(filled, _mm256_set1_epi8(-1)));
        }
    }
}

pub(super) fn find_split(up: &[u8], down: &[u8], rank: u8) -> Option<usize> {
    // SAFETY: AVX2 is there, and both slices have one length.
    unsafe { splits(up, down, rank) }
}

/// # Safety
/// AVX2, and slices of one length.
#[target_feature(enable = "avx2,bmi1")]
unsafe fn splits(up: &[u8], down: &[u8], rank: u8) -> Option<usize> {
    let length = up.len();
    let wanted = _mm256_set1_epi8(rank as i8);
    let backwards = _mm256_broadcastsi128_si256(_mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
    let mut t = 0;
    while t + 32 <= length {
        // SAFETY: both loads of 32 bytes, at `t` and at `length - t - 32`, lie inside.
        let (up, down) = unsafe {
            let down = _mm256_loadu_si256(down.as_ptr().add(length - t - 32).cast());
            (_mm256_loadu_si256(up.as_ptr().add(t).cast()), down)
        };
        // The 32 parts of `down`, last one first, against those of `up`.
        let down = _mm256_permute4x64_epi64::<0b0100_1110>(_mm256_shuffle_epi8(down, backwards));
        let hits = _mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_xor_si256(up, wanted), down)) as u32;
        if hits != 0 {
            return Some(t + hits.trailing_zeros() as usize);
        }
        t += 32;
    }
    super::scalar::find_split(&up[t..], &down[..length - t], rank).map(|found| t + found)
}

pub(super) fn find_wide_split(up: &[u16], down: &[u16], value: u16) -> Option<usize> {
    // SAFETY: AVX2 is there, and both slices have one length.
    unsafe { wide_splits(up, down, value) }
}

/// # Safety
/// AVX2, and slices of one length.
#[target_feature(enable = "avx2,bmi1")]
unsafe fn wide_splits(up: &[u16], down: &[u16], value: u16) -> Option<usize> {
    let length = up.len();
    let wanted = _mm256_set1_epi16(value as i16);
    let backwards = _mm256_broadcastsi128_si256(_mm_setr_epi8(14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1));
    let mut t = 0;
    while t + 16 <= length {
        // SAFETY: both loads of 16 values, at `t` and at `length - t - 16`, lie inside.
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
    super::scalar::find_split(&up[t..], &down[..length - t], value).map(|found| t + found)
}

/// `c[n - offset] xor x` for the 32 lanes.
///
/// # Safety
/// AVX2, `k < terms.len()`, and the conditions at the head of the file.
#[inline(always)]
unsafe fn term(block: *const u8, terms: &Terms, k: usize) -> __m256i {
    // SAFETY: the caller's.
    unsafe {
        let offset = *terms.offsets.get_unchecked(k) as usize;
        let x = *terms.xors.get_unchecked(k) as i32;
        _mm256_xor_si256(_mm256_loadu_si256(block.wrapping_sub(offset).cast()), _mm256_set1_epi32(x))
    }
}

#[inline(always)]
unsafe fn bit_tables() -> (__m256i, __m256i) {
    // SAFETY: only called from functions with AVX2.
    unsafe {
        let low = _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
        let high = _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, -128);
        (_mm256_broadcastsi128_si256(low), _mm256_broadcastsi128_si256(high))
    }
}

#[inline(always)]
unsafe fn read(lanes: &Lanes) -> __m256i {
    // SAFETY: `lanes` has 32 bytes; only called from functions with AVX2.
    unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) }
}

#[inline(always)]
unsafe fn write(lanes: &mut Lanes, vector: __m256i) {
    // SAFETY: `lanes` has 32 bytes; only called from functions with AVX2.
    unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), vector) }
}

/// Marks `16 * N` ranks from `first` on.
#[target_feature(enable = "avx2")]
unsafe fn groups<const N: usize>(
    ranks: &[u8],
    n0: usize,
    terms: &Terms,
    range: Range,
    first: u8,
    planes: &mut [Lanes],
) {
    assert!(range.end <= terms.len());
    // SAFETY: `range` is inside the list, the rest is the caller's.
    unsafe {
        let (bit_low, bit_high) = bit_tables();
        let limit = _mm256_set1_epi8(0x70);
        let block = ranks.as_ptr().wrapping_add(n0);
        let mut sets = [[_mm256_setzero_si256(); 2]; N];
        for (g, pair) in planes.chunks(2).enumerate() {
            for (half, plane) in pair.iter().enumerate() {
                sets[g][half] = read(plane);
            }
        }
        for k in range {
            let t = term(block, terms, k);
            for (g, [low, high]) in sets.iter_mut().enumerate() {
                let group = _mm256_set1_epi8((first as usize + 16 * g) as i8);
                let u = _mm256_adds_epu8(_mm256_xor_si256(t, group), limit);
                *low = _mm256_or_si256(*low, _mm256_shuffle_epi8(bit_low, u));
                *high = _mm256_or_si256(*high, _mm256_shuffle_epi8(bit_high, u));
            }
        }
        for (g, pair) in planes.chunks_mut(2).enumerate() {
            for (half, plane) in pair.iter_mut().enumerate() {
                write(plane, sets[g][half]);
            }
        }
    }
}

#[target_feature(enable = "avx2")]
unsafe fn strikes<const N: usize>(
    ranks: &[u8],
    n0: usize,
    terms: &Terms,
    range: Range,
    candidates: &[Lanes],
    struck: &mut [Lanes],
) {
    assert!(range.end <= terms.len() && candidates.len() == N && struck.len() == N);
    // SAFETY: `range` is inside the list, the rest is the caller's.
    unsafe {
        let block = ranks.as_ptr().wrapping_add(n0);
        let mut hits = [_mm256_setzero_si256(); N];
        let mut wanted = [_mm256_setzero_si256(); N];
        for j in 0..N {
            hits[j] = read(&struck[j]);
            wanted[j] = read(&candidates[j]);
        }
        for k in range {
            let t = term(block, terms, k);
            for j in 0..N {
                hits[j] = _mm256_or_si256(hits[j], _mm256_cmpeq_epi8(t, wanted[j]));
            }
        }
        for j in 0..N {
            write(&mut struck[j], hits[j]);
        }
    }
}
