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
//! Every function is called only after `Kernel::is_available` said that the CPU has AVX2 and after `check` made sure that
//! `terms.farthest() <= n0 <= ranks.len()`, and offsets are at least 32: each load of 32 bytes at `n0 - offset` lies in
//! `ranks`.
#![allow(unsafe_code)]

use super::{Lanes, Range, Terms};
use std::arch::x86_64::{
    __m256i, _mm_setr_epi8, _mm256_adds_epu8, _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8, _mm256_loadu_si256,
    _mm256_movemask_epi8, _mm256_or_si256, _mm256_permute2x128_si256, _mm256_set1_epi8, _mm256_set1_epi32,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_storeu_si256, _mm256_xor_si256,
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

pub(super) fn find_split(up: &[u8], down: &[u8], rank: u8) -> Option<usize> {
    let length = up.len();
    let mut t = 0;
    while t + 32 <= length {
        // SAFETY: AVX2 is there; both loads of 32 bytes, at `t` and at `length - t - 32`, lie inside, as both slices have this length.
        let hits = unsafe { splits(up.as_ptr().add(t), down.as_ptr().add(length - t - 32), rank) };
        if hits != 0 {
            return Some(t + hits.trailing_zeros() as usize);
        }
        t += 32;
    }
    super::scalar::find_split(&up[t..], &down[..length - t], rank).map(|found| t + found)
}

/// Bit `t` is set when the bytes `up[t]` and `down[31 - t]` differ by `rank`.
///
/// # Safety
/// AVX2, and both pointers have 32 bytes.
#[target_feature(enable = "avx2")]
unsafe fn splits(up: *const u8, down: *const u8, rank: u8) -> u32 {
    // SAFETY: the caller's.
    unsafe {
        let backwards =
            _mm256_broadcastsi128_si256(_mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
        let down = _mm256_shuffle_epi8(_mm256_loadu_si256(down.cast()), backwards);
        let down = _mm256_permute2x128_si256::<1>(down, down);
        let sums = _mm256_xor_si256(_mm256_loadu_si256(up.cast()), down);
        _mm256_movemask_epi8(_mm256_cmpeq_epi8(sums, _mm256_set1_epi8(rank as i8))) as u32
    }
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
        _mm256_xor_si256(_mm256_loadu_si256(block.sub(offset).cast()), _mm256_set1_epi32(x))
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
        let block = ranks.as_ptr().add(n0);
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
        let block = ranks.as_ptr().add(n0);
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
