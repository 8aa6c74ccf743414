//! The kernels with 256-bit vectors: a block of 64 lanes is two halves.
//!
//! ```text
//! sets:      t = load(tape, n0 - offset)           low four bits of ranks; the top bit is set where the rank is elsewhere
//!            low  |= shuffle(LOW[x],  t)           a shuffle gives 0 where the top bit is set
//!            high |= shuffle(HIGH[x], t)
//! strike:    struck[j] |= (load(n0 - offset) xor x == candidate[j])
//! split:     load(a) xor reverse(load(total - a - 31)) == rank,   32 splits of one heap
//! ```
//!
//! Every function is called only by the dispatch in [`super`], after AVX2 was found and its assertions made sure that each load at
//! `n0 - offset` lies in the ranks or on the tape. Block `n0` itself may lie beyond.
#![allow(unsafe_code)]

use super::groups::{Groups, Marks, Sets};
use super::{LANES, Lanes, Near, Range, Rank, Row, TOGETHER, Terms};
use std::arch::x86_64::{
    __m256i, _mm_loadu_si32, _mm_loadu_si128, _mm_setr_epi8, _mm256_and_si256, _mm256_blendv_epi8,
    _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8, _mm256_cmpgt_epi8, _mm256_cvtepu8_epi64, _mm256_loadu_si256,
    _mm256_movemask_epi8, _mm256_or_si256, _mm256_permute4x64_epi64, _mm256_set1_epi8, _mm256_set1_epi32,
    _mm256_set1_epi64x, _mm256_setr_epi64x, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_sllv_epi64,
    _mm256_storeu_si256, _mm256_sub_epi8, _mm256_xor_si256,
};

/// Candidates tested in one pass: as many as leave registers for the rest.
const STRIKES: usize = 8;
/// Lanes in a vector.
const HALF: usize = LANES / 2;

/// What a mark in group 0 sets in the two planes, for each low half of an xor and each low half of a rank.
const TABLES: [[[u8; 16]; 2]; 16] = {
    let mut tables = [[[0; 16]; 2]; 16];
    let mut x = 0;
    while x < 16 {
        let mut rank = 0;
        while rank < 16 {
            tables[x][(rank ^ x) / 8][rank] = 1 << ((rank ^ x) % 8);
            rank += 1;
        }
        x += 1;
    }
    tables
};

pub(super) fn mark_sets(groups: &Groups, n0: usize, marks: &Marks, sets: &mut [Sets]) {
    for (block, sets) in sets.iter_mut().enumerate() {
        // SAFETY: as above.
        unsafe { mark_block(groups, n0 + block * LANES, marks, sets) }
    }
}

/// # Safety
/// AVX2, and marks that read inside the tapes.
#[target_feature(enable = "avx2")]
unsafe fn mark_block(groups: &Groups, n0: usize, marks: &Marks, sets: &mut Sets) {
    for run in &marks.runs {
        // SAFETY: tables have 16 bytes, and the loads are the caller's.
        unsafe {
            let [low_bits, high_bits] =
                [0, 1].map(|half| _mm256_broadcastsi128_si256(_mm_loadu_si128(TABLES[run.low][half].as_ptr().cast())));
            let [low, high] = [2 * run.group, 2 * run.group + 1].map(|plane| halves(&sets[plane]));
            let (mut low, mut high) = (low, high);
            for &(tape, offset) in &marks.places[run.from..run.end] {
                let ranks = groups.tape(tape as usize).as_ptr().wrapping_add(n0 - offset as usize);
                for half in 0..2 {
                    let ranks = _mm256_loadu_si256(ranks.add(half * HALF).cast());
                    low[half] = _mm256_or_si256(low[half], _mm256_shuffle_epi8(low_bits, ranks));
                    high[half] = _mm256_or_si256(high[half], _mm256_shuffle_epi8(high_bits, ranks));
                }
            }
            write(&mut sets[2 * run.group], low);
            write(&mut sets[2 * run.group + 1], high);
        }
    }
}

pub(super) fn first_open<R: Rank>(
    sets: &Sets,
    bounds: &[u16; LANES],
    rows: &mut [Row<R>],
    open: &mut [u64],
) -> [u16; LANES] {
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn compiled<R: Rank>(sets: &Sets, bounds: &[u16; LANES], rows: &mut [Row<R>], open: &mut [u64]) -> [u16; LANES] {
        super::scalar::first_open(sets, bounds, rows, open)
    }
    // SAFETY: AVX2 is there, and with it the others.
    unsafe { compiled(sets, bounds, rows, open) }
}

pub(super) fn settle_words(
    ranks: &mut [u8],
    range: Range,
    near: &Near<u8>,
    marked: &[u64; LANES],
    bound: u16,
) -> usize {
    // SAFETY: as above.
    unsafe { settle_heaps(ranks, range, near, marked, bound) }
}

/// Eight heaps at once meet the terms that do not join them; the others go heap by heap.
///
/// # Safety
/// AVX2, and what the dispatch asserts.
#[target_feature(enable = "avx2,bmi1,bmi2")]
unsafe fn settle_heaps(ranks: &mut [u8], range: Range, near: &Near<u8>, marked: &[u64; LANES], bound: u16) -> usize {
    let mut window = [0; 2 * LANES];
    window[..LANES].copy_from_slice(&ranks[range.start - LANES..range.start]);
    let count = range.len();
    let mut words = [0u64; LANES + TOGETHER];
    words[..count].copy_from_slice(&marked[LANES - count..]);
    let mut done = 0;
    'blocks: for from in (0..count).step_by(TOGETHER) {
        // SAFETY: offsets are from 8 to 63, so the eight ranks lie inside the window before `LANES + from`; there are eight words.
        unsafe {
            let place: *mut __m256i = words.as_mut_ptr().add(from).cast();
            let mut sets = [_mm256_loadu_si256(place), _mm256_loadu_si256(place.add(1))];
            for &(offset, x) in &near.apart {
                let there = window.as_ptr().add(LANES + from - offset);
                let x = _mm256_set1_epi64x(x.into());
                for (half, set) in sets.iter_mut().enumerate() {
                    let there = _mm256_cvtepu8_epi64(_mm_loadu_si32(there.add(4 * half)));
                    // A shift by 64 or more gives 0.
                    let bit = _mm256_sllv_epi64(_mm256_set1_epi64x(1), _mm256_xor_si256(there, x));
                    *set = _mm256_or_si256(*set, bit);
                }
            }
            _mm256_storeu_si256(place, sets[0]);
            _mm256_storeu_si256(place.add(1), sets[1]);
        }
        for t in from..count.min(from + TOGETHER) {
            let mut set = words[t];
            for &(offset, x) in &near.close {
                let rank = window[(LANES + t - offset) % (2 * LANES)] ^ x;
                set |= u64::from(rank < 64) << (rank % 64);
            }
            let rank = set.trailing_ones();
            if rank >= u32::from(bound) {
                break 'blocks;
            }
            window[LANES + t] = rank as u8;
            done += 1;
        }
    }
    ranks[range.start..range.start + done].copy_from_slice(&window[LANES..LANES + done]);
    range.start + done
}

pub(super) fn strike(ranks: &[u8], n0: usize, terms: &Terms<u8>, range: Range, rows: &[Lanes], open: &mut [u64]) {
    for (rows, open) in rows.chunks(STRIKES).zip(open.chunks_mut(STRIKES)) {
        for half in 0..2 {
            let (range, from) = (range.clone(), n0 + half * HALF);
            // SAFETY: as above.
            unsafe {
                match rows.len() {
                    1 => strikes::<1>(ranks, from, terms, range, rows, open, half),
                    2 => strikes::<2>(ranks, from, terms, range, rows, open, half),
                    3 => strikes::<3>(ranks, from, terms, range, rows, open, half),
                    4 => strikes::<4>(ranks, from, terms, range, rows, open, half),
                    5 => strikes::<5>(ranks, from, terms, range, rows, open, half),
                    6 => strikes::<6>(ranks, from, terms, range, rows, open, half),
                    7 => strikes::<7>(ranks, from, terms, range, rows, open, half),
                    _ => strikes::<8>(ranks, from, terms, range, rows, open, half),
                }
            }
        }
    }
}

/// # Safety
/// AVX2, `N` rows, and terms that read inside the ranks.
#[target_feature(enable = "avx2")]
unsafe fn strikes<const N: usize>(
    ranks: &[u8],
    n0: usize,
    terms: &Terms<u8>,
    range: Range,
    rows: &[Lanes],
    open: &mut [u64],
    half: usize,
) {
    // SAFETY: the caller's.
    unsafe {
        let block = ranks.as_ptr().wrapping_add(n0);
        let mut struck = [_mm256_setzero_si256(); N];
        let mut wanted = [_mm256_setzero_si256(); N];
        for j in 0..N {
            wanted[j] = halves(&rows[j])[half];
        }
        for (&offset, &x) in terms.offsets[range.clone()].iter().zip(&terms.xors[range]) {
            let there = _mm256_loadu_si256(block.wrapping_sub(offset as usize).cast());
            let rank = _mm256_xor_si256(there, _mm256_set1_epi32(x as i32));
            for j in 0..N {
                struck[j] = _mm256_or_si256(struck[j], _mm256_cmpeq_epi8(rank, wanted[j]));
            }
        }
        for j in 0..N {
            open[j] &= !(u64::from(_mm256_movemask_epi8(struck[j]) as u32) << (half * HALF));
        }
    }
}

pub(super) fn compact(rows: &mut [Lanes], open: &mut [u64], most: usize) {
    // SAFETY: AVX2 is there.
    unsafe {
        for half in 0..2 {
            compact_half(rows, open, most, half);
        }
    }
}

/// # Safety
/// AVX2.
#[target_feature(enable = "avx2")]
unsafe fn compact_half(rows: &mut [Lanes], open: &mut [u64], most: usize, half: usize) {
    let lanes = u64::from(u32::MAX) << (half * HALF);
    // SAFETY: rows have two halves of 32 bytes.
    unsafe {
        let mut kept = [_mm256_set1_epi8(-1); 16];
        let mut count = _mm256_setzero_si256();
        for (j, (row, open)) in rows.iter().zip(&mut *open).enumerate() {
            let row = halves(row)[half];
            let is_open = spread((*open >> (half * HALF)) as u32);
            for (k, kept) in kept[..most.min(j + 1)].iter_mut().enumerate() {
                let here = _mm256_and_si256(_mm256_cmpeq_epi8(count, _mm256_set1_epi8(k as i8)), is_open);
                *kept = _mm256_blendv_epi8(*kept, row, here);
            }
            let moved = _mm256_cmpgt_epi8(_mm256_set1_epi8(most as i8), count);
            *open &= !(u64::from(_mm256_movemask_epi8(moved) as u32) << (half * HALF));
            count = _mm256_sub_epi8(count, is_open);
        }
        for k in 0..most {
            let place = rows[k].as_mut_ptr().add(half * HALF);
            _mm256_storeu_si256(place.cast(), kept[k]);
            let filled = _mm256_cmpgt_epi8(count, _mm256_set1_epi8(k as i8));
            open[k] = open[k] & !lanes | u64::from(_mm256_movemask_epi8(filled) as u32) << (half * HALF);
        }
    }
}

/// A byte of ones for each bit that is set.
#[inline]
#[target_feature(enable = "avx2")]
fn spread(bits: u32) -> __m256i {
    let bytes = _mm256_set1_epi32(bits as i32);
    let which = _mm256_setr_epi64x(0, 0x0101_0101_0101_0101, 0x0202_0202_0202_0202, 0x0303_0303_0303_0303);
    let bit = _mm256_broadcastsi128_si256(_mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128));
    _mm256_cmpeq_epi8(_mm256_and_si256(_mm256_shuffle_epi8(bytes, which), bit), bit)
}

/// The two halves of a row.
///
/// # Safety
/// AVX2.
#[inline]
#[target_feature(enable = "avx2")]
unsafe fn halves(row: &Lanes) -> [__m256i; 2] {
    // SAFETY: a row has 64 bytes.
    unsafe { [0, HALF].map(|from| _mm256_loadu_si256(row.as_ptr().add(from).cast())) }
}

#[inline]
#[target_feature(enable = "avx2")]
unsafe fn write(row: &mut Lanes, halves: [__m256i; 2]) {
    for (place, half) in row.chunks_exact_mut(HALF).zip(halves) {
        // SAFETY: half a row has 32 bytes.
        unsafe { _mm256_storeu_si256(place.as_mut_ptr().cast(), half) }
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
