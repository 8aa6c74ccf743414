//! Ranks below 16 with 256-bit vectors ([`crate::kernel::nibbles`]).
#![allow(unsafe_code)]
// All loads and stores here are the unaligned ones.
#![allow(clippy::cast_ptr_alignment)]

use crate::kernel::nibbles::{self, Cover, LANES, LIMIT, STEP, Settled};
use crate::kernel::{Range, Terms};
use std::arch::x86_64::{
    __m256i, _mm_loadu_si128, _mm_setr_epi8, _mm_storeu_si128, _mm256_and_si256, _mm256_blendv_epi8,
    _mm256_broadcastsi128_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi8, _mm256_extracti128_si256,
    _mm256_loadu_si256, _mm256_movemask_epi8, _mm256_or_si256, _mm256_permute2x128_si256, _mm256_set1_epi8,
    _mm256_set1_epi16, _mm256_set1_epi32, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_storeu_si256,
    _mm256_testz_si256, _mm256_unpackhi_epi8, _mm256_unpacklo_epi8, _mm256_xor_si256,
};

/// # Safety
/// AVX2 and BMI, and what the door asserts.
pub(super) unsafe fn extend(
    ranks: &mut [u8],
    range: Range,
    far: &Terms<u8>,
    near: &[(usize, u8)],
) -> Result<(), usize> {
    // SAFETY: the caller's.
    unsafe {
        match near.len() {
            0 => blocks::<0>(ranks, range, far, near),
            1 => blocks::<1>(ranks, range, far, near),
            2 => blocks::<2>(ranks, range, far, near),
            3 => blocks::<3>(ranks, range, far, near),
            4 => blocks::<4>(ranks, range, far, near),
            5 => blocks::<5>(ranks, range, far, near),
            6 => blocks::<6>(ranks, range, far, near),
            7 => blocks::<7>(ranks, range, far, near),
            _ => blocks::<8>(ranks, range, far, near),
        }
    }
}

/// The first `N` near terms by tables, the others in a loop.
///
/// # Safety
/// AVX2 and BMI, and what the door asserts.
#[target_feature(enable = "avx2,bmi1,bmi2")]
unsafe fn blocks<const N: usize>(
    ranks: &mut [u8],
    range: Range,
    far: &Terms<u8>,
    near: &[(usize, u8)],
) -> Result<(), usize> {
    // What a near term marks, for each rank.
    let marks: [[u32; 256]; N] =
        std::array::from_fn(|j| std::array::from_fn(|rank| 1u32.wrapping_shl((rank as u8 ^ near[j].1).into())));
    let offsets: [usize; N] = std::array::from_fn(|j| near[j].0);
    let others = &near[N..];
    let start = ranks.as_mut_ptr();
    for n0 in range.step_by(LANES) {
        // SAFETY: far terms begin at least a block before `n0`; near terms lie between the first rank and the heap
        // itself.
        unsafe {
            let block = start.add(n0);
            let (mut low, mut high) = (_mm256_setzero_si256(), _mm256_setzero_si256());
            mark(block, far, 0..far.len(), &mut low, &mut high);
            let sets = interleave(low, high);
            let mut largest = 0;
            for lane in 0..LANES {
                let heap = block.add(lane);
                let mut set = u32::from(*sets.get_unchecked(lane));
                // Volatile: a compiler that tries to load several heaps at once here waits for stores that are under
                // way.
                for j in 0..N {
                    set |= marks[j][usize::from(heap.sub(offsets[j]).read_volatile())];
                }
                for &(offset, x) in others {
                    set |= 1u32.wrapping_shl((heap.sub(offset).read_volatile() ^ x).into());
                }
                let rank = set.trailing_ones();
                largest |= rank;
                *heap = rank as u8;
            }
            if largest >= LIMIT.into() {
                return Err(n0);
            }
        }
    }
    Ok(())
}

/// Two bytes for each lane, in the order of the lanes.
#[target_feature(enable = "avx2")]
fn interleave(low: __m256i, high: __m256i) -> [u16; LANES] {
    let mut sets = [0u16; LANES];
    let (even, odd) = (_mm256_unpacklo_epi8(low, high), _mm256_unpackhi_epi8(low, high));
    let quarters = [
        _mm256_castsi256_si128(even),
        _mm256_castsi256_si128(odd),
        _mm256_extracti128_si256::<1>(even),
        _mm256_extracti128_si256::<1>(odd),
    ];
    for (sets, quarter) in sets.chunks_exact_mut(8).zip(quarters) {
        // SAFETY: eight pairs of bytes are 16 bytes.
        unsafe { _mm_storeu_si128(sets.as_mut_ptr().cast(), quarter) }
    }
    sets
}

/// # Safety
/// AVX2, `range` inside the terms, and 32 ranks from `block - offset` on for each of them.
#[target_feature(enable = "avx2")]
unsafe fn mark(block: *const u8, terms: &Terms<u8>, range: Range, low: &mut __m256i, high: &mut __m256i) {
    let bit_low = _mm256_broadcastsi128_si256(_mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0));
    let bit_high = _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, -128));
    for k in range {
        // SAFETY: the caller's.
        let t = unsafe {
            let offset = *terms.offsets.get_unchecked(k) as usize;
            let x = *terms.xors.get_unchecked(k) as i32;
            _mm256_xor_si256(_mm256_loadu_si256(block.sub(offset).cast()), _mm256_set1_epi32(x))
        };
        *low = _mm256_or_si256(*low, _mm256_shuffle_epi8(bit_low, t));
        *high = _mm256_or_si256(*high, _mm256_shuffle_epi8(bit_high, t));
    }
}

/// For each rank the smaller ones, as two bytes, and those up to the rank itself.
const BELOW: [[u8; 16]; 4] = {
    let mut tables = [[0; 16]; 4];
    let mut rank = 0;
    while rank < 16 {
        let below = (1u32 << rank) - 1;
        [tables[0][rank], tables[1][rank]] = (below as u16).to_le_bytes();
        [tables[2][rank], tables[3][rank]] = ((2 * below + 1) as u16).to_le_bytes();
        rank += 1;
    }
    tables
};

/// # Safety
/// AVX2, and what the door asserts.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn agree(ranks: &[u8], range: Range, terms: &Terms<u8>) -> usize {
    let start = ranks.as_ptr();
    let end = range.end;
    for n0 in range.step_by(LANES) {
        // SAFETY: the blocks and all terms of them lie inside the ranks; tables have 16 bytes.
        unsafe {
            let block = start.add(n0);
            let table = |k: usize| _mm256_broadcastsi128_si256(_mm_loadu_si128(BELOW[k].as_ptr().cast()));
            let (mut low, mut high) = (_mm256_setzero_si256(), _mm256_setzero_si256());
            mark(block, terms, 0..terms.len(), &mut low, &mut high);
            let own = _mm256_loadu_si256(block.cast());
            // Of the ranks up to its own one a heap has marked exactly the smaller ones.
            let differs = |half: usize, marked: __m256i| {
                let below = _mm256_shuffle_epi8(table(half), own);
                _mm256_and_si256(_mm256_xor_si256(marked, below), _mm256_shuffle_epi8(table(2 + half), own))
            };
            let too_large = _mm256_and_si256(own, _mm256_set1_epi8(!(LIMIT - 1) as i8));
            let wrong = _mm256_or_si256(_mm256_or_si256(differs(0, low), differs(1, high)), too_large);
            if _mm256_testz_si256(wrong, wrong) == 0 {
                return n0;
            }
        }
    }
    end
}

/// # Safety
/// AVX2 and POPCNT, and what the door asserts.
#[target_feature(enable = "avx2,popcnt")]
pub(super) unsafe fn cover(
    ranks: &[u8],
    n0: usize,
    odd: bool,
    settled: &Settled,
    terms: &Terms<u8>,
    lonely: u32,
) -> Cover {
    // SAFETY: the block and all terms of it lie inside the ranks; tables have 16 bytes.
    unsafe {
        let block = ranks.as_ptr().add(n0);
        let table = |k: usize| _mm256_broadcastsi128_si256(_mm_loadu_si128(settled.tables[k].as_ptr().cast()));
        let own = _mm256_loadu_si256(block.cast());
        // Lanes of the other parity than the first one have their top bit set.
        let second = _mm256_set1_epi16(0xFF00_u16 as i16);
        let (first, other) = if odd { (2, 0) } else { (0, 2) };
        let both = |half: usize| {
            let here = _mm256_shuffle_epi8(table(first + half), own);
            _mm256_blendv_epi8(here, _mm256_shuffle_epi8(table(other + half), own), second)
        };
        let (mut low, mut high) = (both(0), both(1));
        let (mut used, mut left);
        used = 0;
        loop {
            let full = _mm256_cmpeq_epi8(_mm256_and_si256(low, high), _mm256_set1_epi8(-1));
            left = !_mm256_movemask_epi8(full) as u32;
            if left.count_ones() <= lonely || used == terms.len() {
                break;
            }
            let next = (used + STEP).min(terms.len());
            mark(block, terms, used..next, &mut low, &mut high);
            used = next;
        }
        let mut sets = [[0; LANES]; 2];
        _mm256_storeu_si256(sets[0].as_mut_ptr().cast(), low);
        _mm256_storeu_si256(sets[1].as_mut_ptr().cast(), high);
        Cover { sets, used, left }
    }
}

/// # Safety
/// AVX2 and BMI 1, and slices of one length.
#[target_feature(enable = "avx2,bmi1")]
pub(super) unsafe fn cover_alone(up: &[u8], down: &[u8], mut open: u16) -> (u16, usize) {
    let length = up.len();
    let backwards = _mm256_broadcastsi128_si256(_mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
    let mut t = 0;
    while open != 0 && t + LANES <= length {
        // SAFETY: both loads of 32 bytes, at `t` and at `length - t - 32`, lie inside.
        let sums = unsafe {
            let down = _mm256_loadu_si256(down.as_ptr().add(length - t - LANES).cast());
            let down = _mm256_shuffle_epi8(down, backwards);
            let down = _mm256_permute2x128_si256::<1>(down, down);
            _mm256_xor_si256(_mm256_loadu_si256(up.as_ptr().add(t).cast()), down)
        };
        let mut asked = open;
        while asked != 0 {
            let rank = asked.trailing_zeros();
            let hits = _mm256_cmpeq_epi8(sums, _mm256_set1_epi8(rank as i8));
            if _mm256_movemask_epi8(hits) != 0 {
                open &= !(1 << rank);
            }
            asked &= asked - 1;
        }
        t += LANES;
    }
    let (left, looked) = nibbles::cover_alone(&up[t..], &down[..length - t], open);
    (left, t + looked)
}
