//! 256-bit vectors: a block of 64 lanes is two halves, or four quarters where ranks have two bytes.
//!
//! ```text
//! sets:      t = load(tape, n0 - offset)       low four bits of ranks; the top bit tells that the rank is elsewhere
//!            low  |= shuffle(LOW[x],  t)       a shuffle gives 0 where the top bit is set
//!            high |= shuffle(HIGH[x], t)
//! ```
#![allow(unsafe_code)]
// All loads and stores here are the unaligned ones.
#![allow(clippy::cast_ptr_alignment)]

use super::open;
use crate::kernel::dense::{Planes, Probe};
use crate::kernel::generic::{self, Vector};
use crate::kernel::groups::{Marks, Sets, Tapes};
use crate::kernel::machine::{Machine, Ranked};
use crate::kernel::nibbles::{Cover, Settled};
use crate::kernel::terms::TOGETHER;
use crate::kernel::windows::Window;
use crate::kernel::{Kernel, LANES, Lanes, Near, Range, Rank, Row, Terms, scalar};
use std::arch::x86_64::{
    __m256i, _mm_loadu_si32, _mm_loadu_si128, _mm_setr_epi8, _mm256_adds_epu8, _mm256_alignr_epi8, _mm256_and_si256,
    _mm256_blendv_epi8, _mm256_broadcastsi128_si256, _mm256_cmpeq_epi8, _mm256_cmpeq_epi16, _mm256_cmpgt_epi8,
    _mm256_cvtepu8_epi64, _mm256_loadu_si256, _mm256_movemask_epi8, _mm256_or_si256, _mm256_permute2x128_si256,
    _mm256_permute4x64_epi64, _mm256_set1_epi8, _mm256_set1_epi32, _mm256_set1_epi64x, _mm256_setr_epi64x,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_sllv_epi64, _mm256_storeu_si256, _mm256_sub_epi8,
    _mm256_xor_si256, _pext_u32,
};

/// Lanes in a vector.
pub(super) const HALF: usize = LANES / 2;

/// Proof that the CPU has AVX2, BMI 1 and 2, and POPCNT.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// The token, where the CPU has the instructions.
    pub(crate) fn new() -> Option<Self> {
        (Kernel::detect() >= Kernel::Avx2).then_some(Avx2(()))
    }
}

impl Ranked<u8> for Avx2 {
    unsafe fn first_open(self, sets: &Sets, bound: u16, rows: &mut [Lanes], open: &mut [u64]) {
        // SAFETY: the token proves the instructions.
        unsafe { open::first_open(sets, bound, rows, open) }
    }

    unsafe fn strike(self, ranks: &[u8], n0: usize, terms: &Terms<u8>, range: Range, rows: &[Lanes], open: &mut [u64]) {
        // SAFETY: the token proves the instructions; the rest is the caller's.
        unsafe { strike::<Bytes>(ranks, n0, terms, range, rows, open) }
    }

    unsafe fn compact(self, rows: &mut [Lanes], open: &mut [u64], most: usize) {
        for half in 0..2 {
            // SAFETY: the token proves the instructions.
            unsafe { compact_half(rows, open, most, half) }
        }
    }

    unsafe fn settle(self, ranks: &mut [u8], range: Range, near: &Near<u8>, rows: &[Lanes], open: &[u64]) -> usize {
        // SAFETY: the token proves the instructions; the rest is the caller's.
        unsafe { settle(ranks, range, near, rows, open) }
    }

    unsafe fn sift(self, ranks: &[u8], window: &Window<u8>, cells: &mut Vec<(u32, u8)>) {
        // SAFETY: the token proves the instructions; the rest is the caller's.
        unsafe { sift::<Bytes>(ranks, window, cells) }
    }

    unsafe fn find_split(self, up: &[u8], down: &[u8], rank: u8) -> Option<usize> {
        // SAFETY: the token proves the instructions; the rest is the caller's.
        unsafe { find_split::<Bytes>(up, down, rank) }
    }
}

impl Ranked<u16> for Avx2 {
    unsafe fn stamp(self, ranks: &[u16], n0: usize, terms: &Terms<u16>, sets: &mut Sets) {
        // SAFETY: the token proves the instructions; the rest is the caller's.
        unsafe { super::stamps::stamp(ranks, n0, terms, sets) }
    }

    unsafe fn first_open(self, sets: &Sets, bound: u16, rows: &mut [Row<u16>], open: &mut [u64]) {
        // SAFETY: the token proves the instructions.
        unsafe { first_open(sets, bound, rows, open) }
    }

    unsafe fn strike(
        self,
        ranks: &[u16],
        n0: usize,
        terms: &Terms<u16>,
        range: Range,
        rows: &[Row<u16>],
        open: &mut [u64],
    ) {
        // SAFETY: the token proves the instructions; the rest is the caller's.
        unsafe { strike::<Wide>(ranks, n0, terms, range, rows, open) }
    }

    unsafe fn sift(self, ranks: &[u16], window: &Window<u16>, cells: &mut Vec<(u32, u16)>) {
        // SAFETY: the token proves the instructions; the rest is the caller's.
        unsafe { sift::<Wide>(ranks, window, cells) }
    }

    unsafe fn find_split(self, up: &[u16], down: &[u16], rank: u16) -> Option<usize> {
        // SAFETY: the token proves the instructions; the rest is the caller's.
        unsafe { find_split::<Wide>(up, down, rank) }
    }
}

// SAFETY of every method: the token proves the instructions; the rest is the caller's.
impl Machine for Avx2 {
    unsafe fn mark_sets(self, tapes: Tapes, n0: usize, marks: &Marks, sets: &mut [Sets]) {
        for (block, sets) in (0..).step_by(2).zip(sets.chunks_mut(2)) {
            let n0 = n0 + block * LANES;
            match sets {
                [_, _] if marks.raw => unsafe { mark_raw::<2>(tapes, n0, marks, sets) },
                [_] if marks.raw => unsafe { mark_raw::<1>(tapes, n0, marks, sets) },
                sets => {
                    for (n0, sets) in (n0..).step_by(LANES).zip(sets) {
                        unsafe { mark_block(tapes, n0, marks, sets) }
                    }
                }
            }
        }
    }

    unsafe fn open_ranks(self, sets: &Sets, bounds: &[u16; LANES], open: &mut Vec<(u8, u16)>) {
        unsafe { open::open_ranks(sets, bounds, open) }
    }

    unsafe fn settle_words(
        self,
        ranks: &mut [u8],
        range: Range,
        near: &Near<u8>,
        marked: &[u64; LANES],
        bound: u16,
    ) -> usize {
        unsafe { settle_words(ranks, range, near, marked, bound) }
    }

    unsafe fn extend_nibbles(
        self,
        ranks: &mut [u8],
        range: Range,
        far: &Terms<u8>,
        near: &[(usize, u8)],
    ) -> Result<(), usize> {
        unsafe { super::nibbles::extend(ranks, range, far, near) }
    }

    unsafe fn agree_nibbles(self, ranks: &[u8], range: Range, terms: &Terms<u8>) -> usize {
        unsafe { super::nibbles::agree(ranks, range, terms) }
    }

    unsafe fn cover_nibbles(
        self,
        ranks: &[u8],
        n0: usize,
        odd: bool,
        settled: &Settled,
        terms: &Terms<u8>,
        lonely: u32,
    ) -> Cover {
        unsafe { super::nibbles::cover(ranks, n0, odd, settled, terms, lonely) }
    }

    unsafe fn cover_alone(self, up: &[u8], down: &[u8], open: u16) -> (u16, usize) {
        unsafe { super::nibbles::cover_alone(up, down, open) }
    }

    unsafe fn scan(self, probe: &Probe, a: Planes, b: Planes) -> u64 {
        unsafe { super::dense::scan(probe, a, b) }
    }
}

/// 32 ranks of a byte.
#[derive(Clone, Copy)]
struct Bytes(__m256i);

/// 16 ranks of two bytes.
#[derive(Clone, Copy)]
struct Wide(__m256i);

macro_rules! vector {
    ($vector:ident, $rank:ty, $equal:ident, $bits:expr, $backwards:expr) => {
        // SAFETY of every method: the instructions are the caller's, and so are the ranks that are loaded.
        impl Vector for $vector {
            type Rank = $rank;
            const LANES: usize = 32 / size_of::<$rank>();

            #[inline(always)]
            unsafe fn zero() -> Self {
                $vector(unsafe { _mm256_setzero_si256() })
            }

            #[inline(always)]
            unsafe fn splat(repeated: u32) -> Self {
                $vector(unsafe { _mm256_set1_epi32(repeated as i32) })
            }

            #[inline(always)]
            unsafe fn load(at: *const $rank) -> Self {
                $vector(unsafe { _mm256_loadu_si256(at.cast()) })
            }

            #[inline(always)]
            unsafe fn xor(self, other: Self) -> Self {
                $vector(unsafe { _mm256_xor_si256(self.0, other.0) })
            }

            #[inline(always)]
            unsafe fn or(self, other: Self) -> Self {
                $vector(unsafe { _mm256_or_si256(self.0, other.0) })
            }

            #[inline(always)]
            unsafe fn and(self, other: Self) -> Self {
                $vector(unsafe { _mm256_and_si256(self.0, other.0) })
            }

            #[inline(always)]
            unsafe fn equal(self, other: Self) -> Self {
                $vector(unsafe { $equal(self.0, other.0) })
            }

            #[inline(always)]
            unsafe fn reversed(self) -> Self {
                let backwards: [u8; 16] = $backwards;
                unsafe {
                    let backwards = _mm256_broadcastsi128_si256(_mm_loadu_si128(backwards.as_ptr().cast()));
                    $vector(_mm256_permute4x64_epi64::<0b0100_1110>(_mm256_shuffle_epi8(self.0, backwards)))
                }
            }

            #[inline(always)]
            unsafe fn bits(self) -> u64 {
                let bytes = unsafe { _mm256_movemask_epi8(self.0) } as u32;
                ($bits)(bytes).into()
            }
        }
    };
}

vector!(Bytes, u8, _mm256_cmpeq_epi8, |bytes| bytes, [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
// SAFETY: whoever has AVX2 here has BMI 2: there is one token for both. Every other bit belongs to the first byte of a
// rank.
vector!(
    Wide,
    u16,
    _mm256_cmpeq_epi16,
    |bytes| unsafe { _pext_u32(bytes, 0x5555_5555) },
    [14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1]
);

/// # Safety
/// The instructions, and what the door asserts.
#[target_feature(enable = "avx2,bmi2")]
unsafe fn strike<V: Vector>(
    ranks: &[V::Rank],
    n0: usize,
    terms: &Terms<V::Rank>,
    range: Range,
    rows: &[Row<V::Rank>],
    open: &mut [u64],
) {
    // SAFETY: the caller's.
    unsafe { generic::strike::<V>(ranks, n0, terms, range, rows, open) }
}

/// # Safety
/// The instructions, and slices of one length.
#[target_feature(enable = "avx2,bmi1,bmi2")]
unsafe fn find_split<V: Vector>(up: &[V::Rank], down: &[V::Rank], rank: V::Rank) -> Option<usize> {
    // SAFETY: the caller's.
    unsafe { generic::find_split::<V>(up, down, rank) }
}

/// # Safety
/// The instructions, and a whole window.
#[target_feature(enable = "avx2,bmi1,bmi2")]
unsafe fn sift<V: Vector>(ranks: &[V::Rank], window: &Window<V::Rank>, cells: &mut Vec<(u32, V::Rank)>) {
    // SAFETY: the caller's.
    unsafe { generic::sift::<V>(ranks, window, cells) }
}

/// The plain code, compiled for these instructions.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn first_open<R: Rank>(sets: &Sets, bound: u16, rows: &mut [Row<R>], open: &mut [u64]) {
    scalar::first_open(sets, bound, rows, open);
}

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

/// The same for ranks as they are, and `N` neighbouring blocks: each mark is read once.
///
/// # Safety
/// AVX2, `N` sets, and marks that read inside the tape.
#[target_feature(enable = "avx2")]
unsafe fn mark_raw<const N: usize>(tapes: Tapes, n0: usize, marks: &Marks, sets: &mut [Sets]) {
    let tape = tapes.tape(0).as_ptr().wrapping_add(n0);
    // SAFETY: tables have 16 bytes, and the loads are the caller's.
    unsafe {
        let [low_bits, high_bits] =
            [0, 1].map(|half| _mm256_broadcastsi128_si256(_mm_loadu_si128(TABLES[0][half].as_ptr().cast())));
        let outside = _mm256_set1_epi8(0x70);
        for run in &marks.runs {
            let [mut low, mut high] = [[[_mm256_setzero_si256(); 2]; N]; 2];
            for block in 0..N {
                [low[block], high[block]] = [0, 1].map(|plane| halves(&sets[block][2 * run.group + plane]));
            }
            for &(x, offset) in &marks.places[run.from..run.end] {
                let (ranks, x) = (tape.wrapping_sub(offset as usize), _mm256_set1_epi32(x as i32));
                for (block, (low, high)) in low.iter_mut().zip(&mut high).enumerate() {
                    for half in 0..2 {
                        let ranks = _mm256_loadu_si256(ranks.add(block * LANES + half * HALF).cast());
                        let place = _mm256_adds_epu8(_mm256_xor_si256(ranks, x), outside);
                        low[half] = _mm256_or_si256(low[half], _mm256_shuffle_epi8(low_bits, place));
                        high[half] = _mm256_or_si256(high[half], _mm256_shuffle_epi8(high_bits, place));
                    }
                }
            }
            for block in 0..N {
                write(&mut sets[block][2 * run.group], low[block]);
                write(&mut sets[block][2 * run.group + 1], high[block]);
            }
        }
    }
}

/// # Safety
/// AVX2, and marks that read inside the tapes.
#[target_feature(enable = "avx2")]
unsafe fn mark_block(tapes: Tapes, n0: usize, marks: &Marks, sets: &mut Sets) {
    for run in &marks.runs {
        // SAFETY: tables have 16 bytes, and the loads are the caller's.
        unsafe {
            let [low_bits, high_bits] =
                [0, 1].map(|half| _mm256_broadcastsi128_si256(_mm_loadu_si128(TABLES[run.low][half].as_ptr().cast())));
            let [low, high] = [2 * run.group, 2 * run.group + 1].map(|plane| halves(&sets[plane]));
            let (mut low, mut high) = (low, high);
            for &(tape, offset) in &marks.places[run.from..run.end] {
                let ranks = tapes.tape(tape as usize).as_ptr().wrapping_add(n0 - offset as usize);
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

/// Eight heaps at once meet the terms that do not join them; the others go heap by heap.
///
/// # Safety
/// AVX2, and what the dispatch asserts.
#[target_feature(enable = "avx2,bmi1,bmi2")]
unsafe fn settle_words(ranks: &mut [u8], range: Range, near: &Near<u8>, marked: &[u64; LANES], bound: u16) -> usize {
    let mut window = [0; 2 * LANES];
    window[..LANES].copy_from_slice(&ranks[range.start - LANES..range.start]);
    let count = range.len();
    let mut words = [0u64; LANES + TOGETHER];
    words[..count].copy_from_slice(&marked[LANES - count..]);
    let mut done = 0;
    'blocks: for from in (0..count).step_by(TOGETHER) {
        // SAFETY: offsets are from 8 to 63, so the eight ranks lie inside the window before `LANES + from`; there are
        // eight words.
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

/// The last 64 ranks stay in two vectors.
///
/// # Safety
/// AVX2, 64 ranks before the range, and the range inside the ranks.
#[target_feature(enable = "avx2")]
unsafe fn settle(ranks: &mut [u8], range: Range, near: &Near<u8>, rows: &[Lanes], open: &[u64]) -> usize {
    let block = range.end - LANES;
    let newest = _mm256_setr_epi64x(0, 0, 0, !0 << 56);
    // SAFETY: the 64 ranks before the range are there.
    unsafe {
        let before: *const __m256i = ranks.as_ptr().add(range.start - LANES).cast();
        let mut last = [_mm256_loadu_si256(before), _mm256_loadu_si256(before.add(1))];
        for n in range.clone() {
            let lane = n - block;
            let is_struck = |rank: u8| {
                let rank = _mm256_set1_epi8(rank as i8);
                near.layers.iter().any(|(xors, there)| {
                    let xors = halves(xors);
                    let [low, high] = [0, 1].map(|half| {
                        let marked = _mm256_xor_si256(last[half], xors[half]);
                        _mm256_movemask_epi8(_mm256_cmpeq_epi8(marked, rank)) as u32
                    });
                    (u64::from(low) | u64::from(high) << HALF) & there != 0
                })
            };
            let candidates = rows.iter().zip(open).filter(|(_, open)| *open >> lane & 1 == 1).map(|(row, _)| row[lane]);
            let Some(rank) = candidates.into_iter().find(|&rank| !is_struck(rank)) else { return n };
            ranks[n] = rank;
            let middle = _mm256_permute2x128_si256::<0x21>(last[0], last[1]);
            last[0] = _mm256_alignr_epi8::<1>(middle, last[0]);
            last[1] = _mm256_alignr_epi8::<1>(_mm256_permute2x128_si256::<0x81>(last[1], last[1]), last[1]);
            last[1] = _mm256_blendv_epi8(last[1], _mm256_set1_epi8(rank as i8), newest);
        }
    }
    range.end
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
pub(super) unsafe fn halves(row: &Lanes) -> [__m256i; 2] {
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
