//! Open ranks of each lane out of sets, without branches that depend on them: nobody can guess which ranks are marked.
#![allow(unsafe_code)]
#![allow(clippy::cast_ptr_alignment)]

use super::avx2::{HALF, halves};
use crate::kernel::groups::Sets;
use crate::kernel::{LANES, Lanes, scalar};
use std::arch::x86_64::{
    __m128i, _mm_loadu_si128, _mm_set1_epi8, _mm_setr_epi8, _mm_storeu_si128, _mm_unpackhi_epi8, _mm_unpacklo_epi8,
    _mm_xor_si128, _mm256_andnot_si256, _mm256_broadcastsi128_si256, _mm256_castsi256_pd, _mm256_cmpeq_epi64,
    _mm256_cmpgt_epi8, _mm256_min_epu8, _mm256_movemask_epi8, _mm256_movemask_pd, _mm256_set1_epi8,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_storeu_si256, _mm256_subs_epu8, _pdep_u64, _pext_u64,
};

/// For each byte the places of its bits, ascending, as bytes.
const PLACES: [u64; 256] = {
    let mut places = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut shift) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                places[byte] |= bit << shift;
                shift += 8;
            }
            bit += 1;
        }
        byte += 1;
    }
    places
};

/// Rows of 16 bytes become columns.
#[inline]
#[target_feature(enable = "avx2")]
fn turned(mut rows: [__m128i; 16]) -> [__m128i; 16] {
    for _ in 0..4 {
        let old = rows;
        for k in 0..8 {
            rows[2 * k] = _mm_unpacklo_epi8(old[k], old[k + 8]);
            rows[2 * k + 1] = _mm_unpackhi_epi8(old[k], old[k + 8]);
        }
    }
    rows
}

/// See [`crate::kernel::Kernel::first_open`], for ranks of a byte.
///
/// A lane takes its planes byte by byte; a table tells the open ranks of each byte, and no branch depends on them.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn first_open(sets: &Sets, bound: u16, rows: &mut [Lanes], open: &mut [u64]) {
    const QUARTER: usize = 16;
    let bytes = usize::from(bound.div_ceil(8));
    let last = if bound.is_multiple_of(8) { 0xFF } else { (1u8 << (bound % 8)) - 1 };
    let mut counts = [0u8; LANES];
    let mut free = [[0u8; 32]; QUARTER];
    let mut lists = [[0u8; 256 + 8]; QUARTER];
    for from in (0..LANES).step_by(QUARTER) {
        for first in (0..bytes).step_by(QUARTER) {
            let planes = std::array::from_fn(|k| match sets.get(first + k) {
                // SAFETY: 16 of 64 bytes.
                Some(plane) => unsafe {
                    _mm_xor_si128(_mm_loadu_si128(plane.as_ptr().add(from).cast()), _mm_set1_epi8(-1))
                },
                None => _mm_set1_epi8(0),
            });
            for (free, lane) in free.iter_mut().zip(turned(planes)) {
                // SAFETY: `first` is 0 or 16, of 32 bytes.
                unsafe { _mm_storeu_si128(free.as_mut_ptr().add(first).cast(), lane) }
            }
        }
        for ((free, list), count) in free.iter_mut().zip(&mut lists).zip(&mut counts[from..]) {
            free[(bytes.max(1) - 1) % 32] &= last;
            let mut found = 0;
            let mut first = 0u64;
            for &free in &free[..bytes.min(32)] {
                // SAFETY: at most 256 ranks were found, and eight bytes follow.
                unsafe {
                    list.as_mut_ptr().add(found).cast::<u64>().write_unaligned(PLACES[usize::from(free)] + first);
                }
                found += free.count_ones() as usize;
                first = first.wrapping_add(0x0808_0808_0808_0808);
            }
            *count = found.min(QUARTER) as u8;
        }
        // SAFETY: lists are longer than 16 bytes; rows have 64.
        unsafe {
            let columns = turned(std::array::from_fn(|k| _mm_loadu_si128(lists[k].as_ptr().cast())));
            for (row, column) in rows.iter_mut().zip(columns) {
                _mm_storeu_si128(row.as_mut_ptr().add(from).cast(), column);
            }
        }
    }
    // SAFETY: AVX2.
    let counts = unsafe { halves(&counts) };
    for (j, open) in open.iter_mut().enumerate() {
        let [low, high] = counts.map(|count| _mm256_movemask_epi8(_mm256_cmpgt_epi8(count, _mm256_set1_epi8(j as i8))));
        *open = u64::from(low as u32) | u64::from(high as u32) << HALF;
    }
}

/// See [`crate::kernel::Kernel::open_ranks`].
///
/// First which words of which planes have open ranks, then what they are: no branch is hard to foretell.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn open_ranks(sets: &Sets, bounds: &[u16; LANES], open: &mut Vec<(u8, u16)>) {
    const PLANES: usize = 32;
    let most = bounds.iter().copied().max().unwrap_or(0);
    if most > 255 {
        return scalar::open_ranks(sets, bounds, open);
    }
    let mut below = [0u8; LANES];
    for (below, &bound) in below.iter_mut().zip(bounds) {
        *below = bound as u8;
    }
    let mut words = [0u64; 8 * PLANES];
    let mut places = [0u8; 8 * PLANES + 8];
    let mut count = 0;
    // SAFETY: planes and words have 64 bytes each; `places` has room for eight more than all.
    unsafe {
        let masks = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 3, 7, 15, 31, 63, 127, -1, 0, 0, 0, 0, 0, 0, 0));
        let (eight, zero) = (_mm256_set1_epi8(8), _mm256_setzero_si256());
        let mut left = halves(&below);
        for (p, plane) in sets.iter().take(usize::from(most.div_ceil(8))).enumerate() {
            let plane = halves(plane);
            let mut full = 0;
            for half in 0..2 {
                let wanted = _mm256_shuffle_epi8(masks, _mm256_min_epu8(left[half], eight));
                let free = _mm256_andnot_si256(plane[half], wanted);
                _mm256_storeu_si256(words.as_mut_ptr().add(8 * p + 4 * half).cast(), free);
                let empty = _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(free, zero)));
                full |= (empty as u32 ^ 15) << (4 * half);
                left[half] = _mm256_subs_epu8(left[half], eight);
            }
            let bytes = _pdep_u64(full.into(), 0x0101_0101_0101_0101) * 255;
            let list = _pext_u64(0x0706_0504_0302_0100, bytes) + 0x0808_0808_0808_0808 * p as u64;
            places.as_mut_ptr().add(count).cast::<u64>().write_unaligned(list);
            count += full.count_ones() as usize;
        }
        for &place in &places[..count] {
            let mut word = words[usize::from(place)];
            let cell = |bit: u32| (place % 8 * 8 + (bit / 8) as u8, u16::from(place / 8 * 8) + (bit % 8) as u16);
            open.reserve(64);
            let (length, ones) = (open.len(), word.count_ones() as usize);
            let at = open.as_mut_ptr().add(length);
            *at = cell(word.trailing_zeros());
            word &= word.wrapping_sub(1);
            *at.add(1) = cell(word.trailing_zeros() % 64);
            word &= word.wrapping_sub(1);
            let mut k = 2;
            while word != 0 {
                *at.add(k) = cell(word.trailing_zeros());
                word &= word - 1;
                k += 1;
            }
            open.set_len(length + ones);
        }
    }
}
