//! 512-bit vectors: a block of 64 lanes is one vector, or two where ranks have two bytes ([`super::wide`]).
//!
//! ```text
//! sets:        as with 256 bits; two terms are merged by one instruction that combines three vectors
//! first_open:  planes are transposed into words, one bit for each rank; the ranks of a lane's free bits are packed by
//!              a compressing store; packed lists are transposed into rows
//! strike:      v = load(n0 - offset) xor x
//!              open[j]  = open[j] and (v != candidate[j])     one instruction: a compare under a mask
//!              least[j] = min(least[j], v xor candidate[j])   zero once struck; runs on another port than compares
//! settle:      the last 64 ranks stay in a register; all near terms are tested at once
//! ```
#![allow(unsafe_code)]

use super::{Avx2, dense512, pick, wide};
use crate::kernel::dense::{Planes, Probe, Tables};
use crate::kernel::groups::{BLOCKS, Marks, Sets, Tapes};
use crate::kernel::machine::{Machine, Ranked};
use crate::kernel::nibbles::{Cover, Settled};
use crate::kernel::pick::{Picked, Wanted};
use crate::kernel::windows::Window;
use crate::kernel::{Kernel, LANES, Lanes, Near, Range, Row, Terms};
use std::arch::x86_64::{
    __m512i, _mm512_adds_epu8, _mm512_cmpgt_epu8_mask, _mm512_loadu_si512, _mm512_mask_cmpeq_epi8_mask,
    _mm512_mask_cmpneq_epi8_mask, _mm512_mask_mov_epi8, _mm512_mask_set1_epi8, _mm512_maskz_compress_epi8,
    _mm512_min_epu8, _mm512_permutexvar_epi8, _mm512_set1_epi8, _mm512_set1_epi32, _mm512_setzero_si512,
    _mm512_shuffle_epi8, _mm512_storeu_si512, _mm512_ternarylogic_epi64, _mm512_test_epi8_mask, _mm512_unpackhi_epi8,
    _mm512_unpackhi_epi16, _mm512_unpackhi_epi32, _mm512_unpacklo_epi8, _mm512_unpacklo_epi16, _mm512_unpacklo_epi32,
    _mm512_xor_si512,
};

/// Proof that the CPU has AVX-512 (F, BW, VBMI, VBMI 2), and all that [`Avx2`] proves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(Avx2);

impl Avx512 {
    /// The token, where the CPU has the instructions.
    pub(crate) fn new() -> Option<Self> {
        Avx2::new().filter(|_| Kernel::detect() >= Kernel::Avx512).map(Avx512)
    }
}

// SAFETY of every method: the token proves the instructions; the rest is the caller's.
impl Ranked<u8> for Avx512 {
    unsafe fn first_open(self, sets: &Sets, bound: u16, rows: &mut [Lanes], open: &mut [u64]) {
        unsafe { first_open(sets, bound, rows, open) }
    }

    unsafe fn strike(self, ranks: &[u8], n0: usize, terms: &Terms<u8>, range: Range, rows: &[Lanes], open: &mut [u64]) {
        unsafe { strike(ranks, n0, terms, &range, rows, open) }
    }

    unsafe fn compact(self, rows: &mut [Lanes], open: &mut [u64], most: usize) {
        unsafe { compact(rows, open, most) }
    }

    unsafe fn settle(self, ranks: &mut [u8], range: Range, near: &Near<u8>, rows: &[Lanes], open: &[u64]) -> usize {
        unsafe { settle(ranks, range, near, rows, open) }
    }

    unsafe fn sift(self, ranks: &[u8], window: &Window<u8>, cells: &mut Vec<(u32, u8)>) {
        unsafe { self.0.sift(ranks, window, cells) }
    }

    unsafe fn find_split(self, up: &[u8], down: &[u8], rank: u8) -> Option<usize> {
        unsafe { self.0.find_split(up, down, rank) }
    }
}

// SAFETY of every method: the token proves the instructions; the rest is the caller's.
impl Ranked<u16> for Avx512 {
    unsafe fn stamp(self, ranks: &[u16], n0: usize, terms: &Terms<u16>, sets: &mut Sets) {
        unsafe { self.0.stamp(ranks, n0, terms, sets) }
    }

    unsafe fn first_open(self, sets: &Sets, bound: u16, rows: &mut [Row<u16>], open: &mut [u64]) {
        unsafe { self.0.first_open(sets, bound, rows, open) }
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
        unsafe { wide::strike(ranks, n0, terms, &range, rows, open) }
    }

    unsafe fn compact(self, rows: &mut [Row<u16>], open: &mut [u64], most: usize) {
        unsafe { wide::compact(rows, open, most) }
    }

    unsafe fn sift(self, ranks: &[u16], window: &Window<u16>, cells: &mut Vec<(u32, u16)>) {
        unsafe { self.0.sift(ranks, window, cells) }
    }

    unsafe fn find_split(self, up: &[u16], down: &[u16], rank: u16) -> Option<usize> {
        unsafe { self.0.find_split(up, down, rank) }
    }
}

// SAFETY of every method: the token proves the instructions; the rest is the caller's.
impl Machine for Avx512 {
    unsafe fn mark_sets(self, tapes: Tapes, n0: usize, marks: &Marks, sets: &mut [Sets]) {
        unsafe {
            match (marks.raw, sets.len()) {
                (_, 0) => {}
                (true, 1) => mark_raw::<1>(tapes, n0, marks, sets),
                (true, 2) => mark_raw::<2>(tapes, n0, marks, sets),
                (true, 3) => mark_raw::<3>(tapes, n0, marks, sets),
                (true, _) => mark_raw::<BLOCKS>(tapes, n0, marks, sets),
                (false, 1) => mark_blocks::<1>(tapes, n0, marks, sets),
                (false, 2) => mark_blocks::<2>(tapes, n0, marks, sets),
                (false, 3) => mark_blocks::<3>(tapes, n0, marks, sets),
                (false, _) => mark_blocks::<BLOCKS>(tapes, n0, marks, sets),
            }
        }
    }

    unsafe fn open_ranks(self, sets: &Sets, bounds: &[u16; LANES], open: &mut Vec<(u8, u16)>) {
        unsafe { self.0.open_ranks(sets, bounds, open) }
    }

    unsafe fn words(self, sets: &Sets) -> [u64; LANES] {
        let mut words = [0; LANES];
        unsafe { transpose_words(&sets[..8], &mut words) }
        words
    }

    unsafe fn settle_words(
        self,
        ranks: &mut [u8],
        range: Range,
        near: &Near<u8>,
        marked: &[u64; LANES],
        bound: u16,
    ) -> usize {
        unsafe { self.0.settle_words(ranks, range, near, marked, bound) }
    }

    unsafe fn extend_nibbles(
        self,
        ranks: &mut [u8],
        range: Range,
        far: &Terms<u8>,
        near: &[(usize, u8)],
    ) -> Result<(), usize> {
        unsafe { self.0.extend_nibbles(ranks, range, far, near) }
    }

    unsafe fn agree_nibbles(self, ranks: &[u8], range: Range, terms: &Terms<u8>) -> usize {
        unsafe { self.0.agree_nibbles(ranks, range, terms) }
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
        unsafe { self.0.cover_nibbles(ranks, n0, odd, settled, terms, lonely) }
    }

    unsafe fn cover_alone(self, up: &[u8], down: &[u8], open: u16) -> (u16, usize) {
        unsafe { self.0.cover_alone(up, down, open) }
    }

    unsafe fn scan(self, probe: &Probe, a: Planes, b: Planes) -> u64 {
        match &probe.tables {
            Tables::Sixes(tables) => unsafe { dense512::scan_sixes(tables, probe.groups, a, b) },
            Tables::Sevens(tables) => unsafe { dense512::scan_sevens(tables, probe.groups, a, b) },
            Tables::Nibbles(_) => unsafe { self.0.scan(probe, a, b) },
        }
    }

    fn permutes_64(self) -> bool {
        true
    }

    unsafe fn pick(self, wanted: &Wanted, a: Planes, b: Planes, into: &mut Picked) -> usize {
        unsafe { pick::pick(wanted, a, b, into) }
    }

    fn soon(self, bytes: Planes) {
        pick::soon(bytes);
    }

    fn packs_bytes(self) -> bool {
        true
    }
}

/// Candidates tested in one pass.
const STRIKES: usize = 8;
/// The immediate of "or" for three vectors.
const OR: i32 = 0xFE;

/// What a mark in group 0 sets in the two planes, for each low half of an xor, by the low four bits of a rank: four
/// times over.
static TABLES: [[Lanes; 2]; 16] = {
    let mut tables = [[[0; LANES]; 2]; 16];
    let mut x = 0;
    while x < 16 {
        let mut lane = 0;
        while lane < LANES {
            let rank = (lane % 16) ^ x;
            tables[x][rank / 8][lane] = 1 << (rank % 8);
            lane += 1;
        }
        x += 1;
    }
    tables
};

/// The number of each lane: 0, 1, 2, …
const COUNT: Lanes = {
    let mut count = [0; LANES];
    let mut lane = 0;
    while lane < LANES {
        count[lane] = lane as u8;
        lane += 1;
    }
    count
};

/// Ranks as they are.
///
/// # Safety
/// The instructions, `N` sets, and marks that read inside the tape.
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn mark_raw<const N: usize>(tapes: Tapes, n0: usize, marks: &Marks, sets: &mut [Sets]) {
    let tape = tapes.tape(0).as_ptr().wrapping_add(n0);
    // SAFETY: the caller's.
    unsafe {
        let bits = [0, 1].map(|half| read(&TABLES[0][half]));
        let outside = _mm512_set1_epi8(0x70);
        let place = |(x, offset): (u32, u32), block: usize| {
            let ranks = _mm512_loadu_si512(tape.wrapping_sub(offset as usize).add(block * LANES).cast());
            _mm512_adds_epu8(_mm512_xor_si512(ranks, _mm512_set1_epi32(x as i32)), outside)
        };
        for run in &marks.runs {
            let mut planes = [[_mm512_setzero_si512(); 2]; N];
            for (block, planes) in planes.iter_mut().enumerate() {
                *planes = [0, 1].map(|half| read(&sets[block][2 * run.group + half]));
            }
            let mut pairs = marks.places[run.from..run.end].chunks_exact(2);
            for pair in &mut pairs {
                for (block, planes) in planes.iter_mut().enumerate() {
                    let [one, other] = [place(pair[0], block), place(pair[1], block)];
                    for (plane, bits) in planes.iter_mut().zip(bits) {
                        let [one, other] = [one, other].map(|ranks| _mm512_shuffle_epi8(bits, ranks));
                        *plane = _mm512_ternarylogic_epi64::<OR>(*plane, one, other);
                    }
                }
            }
            if let [last] = pairs.remainder() {
                for (block, planes) in planes.iter_mut().enumerate() {
                    let ranks = place(*last, block);
                    for (plane, bits) in planes.iter_mut().zip(bits) {
                        let marked = _mm512_shuffle_epi8(bits, ranks);
                        *plane = _mm512_ternarylogic_epi64::<OR>(*plane, marked, marked);
                    }
                }
            }
            for (block, planes) in planes.iter().enumerate() {
                for (half, plane) in planes.iter().enumerate() {
                    write(&mut sets[block][2 * run.group + half], *plane);
                }
            }
        }
    }
}

/// # Safety
/// The instructions, `N` sets, and marks that read inside the tapes.
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn mark_blocks<const N: usize>(tapes: Tapes, n0: usize, marks: &Marks, sets: &mut [Sets]) {
    for run in &marks.runs {
        // SAFETY: the caller's.
        unsafe {
            let bits = [0, 1].map(|half| read(&TABLES[run.low][half]));
            let mut planes = [[_mm512_setzero_si512(); 2]; N];
            for (block, planes) in planes.iter_mut().enumerate() {
                *planes = [0, 1].map(|half| read(&sets[block][2 * run.group + half]));
            }
            let at =
                |&(tape, offset): &(u32, u32)| tapes.tape(tape as usize).as_ptr().wrapping_add(n0 - offset as usize);
            let mut pairs = marks.places[run.from..run.end].chunks_exact(2);
            for pair in &mut pairs {
                let [one, other] = [at(&pair[0]), at(&pair[1])];
                for (block, planes) in planes.iter_mut().enumerate() {
                    let [one, other] = [one, other].map(|at| _mm512_loadu_si512(at.add(block * LANES).cast()));
                    for (plane, bits) in planes.iter_mut().zip(bits) {
                        let [one, other] = [one, other].map(|ranks| _mm512_shuffle_epi8(bits, ranks));
                        *plane = _mm512_ternarylogic_epi64::<OR>(*plane, one, other);
                    }
                }
            }
            if let [last] = pairs.remainder() {
                for (block, planes) in planes.iter_mut().enumerate() {
                    let ranks = _mm512_loadu_si512(at(last).add(block * LANES).cast());
                    for (plane, bits) in planes.iter_mut().zip(bits) {
                        let marked = _mm512_shuffle_epi8(bits, ranks);
                        *plane = _mm512_ternarylogic_epi64::<OR>(*plane, marked, marked);
                    }
                }
            }
            for (block, planes) in planes.iter().enumerate() {
                for (half, plane) in planes.iter().enumerate() {
                    write(&mut sets[block][2 * run.group + half], *plane);
                }
            }
        }
    }
}

/// # Safety
/// The instructions, and a bound of at most 256.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
unsafe fn first_open(sets: &Sets, bound: u16, rows: &mut [Lanes], open: &mut [u64]) {
    let words = usize::from(bound.div_ceil(64));
    let mut marked = [[0u64; LANES]; 4];
    for (w, marked) in marked[..words].iter_mut().enumerate() {
        // SAFETY: there are eight planes for each word.
        unsafe { transpose_words(&sets[8 * w..][..8], marked) }
    }
    // A list of 16 ranks for each lane; a compressing store runs over into the next lists, which are written later.
    let mut lists = [0u8; 16 * LANES + 4 * LANES];
    let mut lengths: Lanes = [0; LANES];
    // SAFETY: a list begins below 16 * 64 and has at most 16 ranks when 64 bytes are written after them.
    unsafe {
        let count = read(&COUNT);
        for lane in 0..LANES {
            let list = lists.as_mut_ptr().add(16 * lane);
            let mut length = 0;
            for (w, marked) in marked[..words].iter().enumerate() {
                let below = u32::from(bound.saturating_sub(64 * w as u16)).min(64);
                let free = std::arch::x86_64::_bzhi_u64(!marked[lane], below);
                let ranks = _mm512_maskz_compress_epi8(free, count);
                let ranks = _mm512_ternarylogic_epi64::<OR>(ranks, _mm512_set1_epi8((64 * w) as i8), ranks);
                _mm512_storeu_si512(list.add(length.min(16)).cast(), ranks);
                length += free.count_ones() as usize;
            }
            lengths[lane] = length.min(255) as u8;
        }
        let mut all = [[0; LANES]; 16];
        transpose_lists(&lists, &mut all);
        for (j, row) in rows.iter_mut().enumerate() {
            *row = all[j];
        }
    }
    for (j, open) in (0..).zip(open) {
        // SAFETY: a row has 64 bytes.
        *open = unsafe { _mm512_cmpgt_epu8_mask(read(&lengths), _mm512_set1_epi8(j)) };
    }
}

/// Eight planes of 64 bytes into 64 words of eight bytes.
///
/// # Safety
/// The instructions, and eight planes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn transpose_words(planes: &[Lanes], words: &mut [u64; LANES]) {
    // SAFETY: rows have 64 bytes, `words` has eight times that.
    unsafe {
        let z: [__m512i; 8] = std::array::from_fn(|p| read(&planes[p]));
        let twos = |p: usize| (_mm512_unpacklo_epi8(z[p], z[p + 1]), _mm512_unpackhi_epi8(z[p], z[p + 1]));
        let (a, b, c, d) = (twos(0), twos(2), twos(4), twos(6));
        // Lanes 0-3, 4-7, 8-11, 12-15 of each quarter, planes 0-3 and 4-7.
        let low = [
            _mm512_unpacklo_epi16(a.0, b.0),
            _mm512_unpackhi_epi16(a.0, b.0),
            _mm512_unpacklo_epi16(a.1, b.1),
            _mm512_unpackhi_epi16(a.1, b.1),
        ];
        let high = [
            _mm512_unpacklo_epi16(c.0, d.0),
            _mm512_unpackhi_epi16(c.0, d.0),
            _mm512_unpacklo_epi16(c.1, d.1),
            _mm512_unpackhi_epi16(c.1, d.1),
        ];
        for i in 0..4 {
            for (k, pairs) in
                [_mm512_unpacklo_epi32(low[i], high[i]), _mm512_unpackhi_epi32(low[i], high[i])].into_iter().enumerate()
            {
                let mut quarters = [0u64; 8];
                _mm512_storeu_si512(quarters.as_mut_ptr().cast(), pairs);
                for (quarter, pair) in quarters.chunks_exact(2).enumerate() {
                    words[16 * quarter + 4 * i + 2 * k..][..2].copy_from_slice(pair);
                }
            }
        }
    }
}

/// Lists of 16 bytes, one for each lane, into 16 rows.
///
/// # Safety
/// The instructions, and 64 lists.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
unsafe fn transpose_lists(lists: &[u8], rows: &mut [Lanes; 16]) {
    // SAFETY: there are 64 lists of 16 bytes.
    unsafe {
        // Vector `i` has the lists of lanes 4i … 4i + 3: first bring the bytes of one row together,
        let place: Lanes = std::array::from_fn(|k| (k % 4 * 16 + k / 4) as u8);
        let place = read(&place);
        let z: [__m512i; 16] = std::array::from_fn(|i| {
            _mm512_permutexvar_epi8(place, _mm512_loadu_si512(lists.as_ptr().add(64 * i).cast()))
        });
        // then transpose double words: 16 vectors of 16.
        let mut quads = [[0u32; 16]; 16];
        for (quad, z) in quads.iter_mut().zip(z) {
            _mm512_storeu_si512(quad.as_mut_ptr().cast(), z);
        }
        for (j, row) in rows.iter_mut().enumerate() {
            for (i, place) in row.chunks_exact_mut(4).enumerate() {
                place.copy_from_slice(&quads[i][j].to_le_bytes());
            }
        }
    }
}

/// # Safety
/// The instructions, and what the door asserts.
unsafe fn strike(ranks: &[u8], n0: usize, terms: &Terms<u8>, range: &Range, rows: &[Lanes], open: &mut [u64]) {
    for (rows, open) in rows.chunks(STRIKES).zip(open.chunks_mut(STRIKES)) {
        let range = range.clone();
        // SAFETY: the caller's. About a third of the candidates is tested by minima.
        unsafe {
            match rows.len() {
                1 => strikes::<1, 0, 4>(ranks, n0, terms, range, rows, open),
                2 => strikes::<2, 0, 3>(ranks, n0, terms, range, rows, open),
                3 => strikes::<2, 1, 3>(ranks, n0, terms, range, rows, open),
                4 => strikes::<3, 1, 2>(ranks, n0, terms, range, rows, open),
                5 => strikes::<3, 2, 2>(ranks, n0, terms, range, rows, open),
                6 => strikes::<4, 2, 1>(ranks, n0, terms, range, rows, open),
                7 => strikes::<5, 2, 1>(ranks, n0, terms, range, rows, open),
                _ => strikes::<5, 3, 1>(ranks, n0, terms, range, rows, open),
            }
        }
    }
}

/// The first `C` candidates by compares, the next `M` by minima. A compare waits for the one before it that has the
/// same mask: `U` terms in a row have masks of their own.
///
/// # Safety
/// The instructions, `C + M` rows, and terms that read inside the ranks.
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn strikes<const C: usize, const M: usize, const U: usize>(
    ranks: &[u8],
    n0: usize,
    terms: &Terms<u8>,
    range: Range,
    rows: &[Lanes],
    open: &mut [u64],
) {
    // SAFETY: the caller's.
    unsafe {
        let block = ranks.as_ptr().wrapping_add(n0);
        let mut wanted = [_mm512_setzero_si512(); C];
        let mut others = [_mm512_setzero_si512(); M];
        for j in 0..C {
            wanted[j] = read(&rows[j]);
        }
        for j in 0..M {
            others[j] = read(&rows[C + j]);
        }
        let mut compared = [[u64::MAX; C]; U];
        let mut least = [[_mm512_set1_epi8(-1); M]; U];
        let use_term = |k: usize, compared: &mut [u64; C], least: &mut [__m512i; M]| {
            let there = _mm512_loadu_si512(block.wrapping_sub(*terms.offsets.get_unchecked(k) as usize).cast());
            let rank = _mm512_xor_si512(there, _mm512_set1_epi32(*terms.xors.get_unchecked(k) as i32));
            for j in 0..C {
                compared[j] = _mm512_mask_cmpneq_epi8_mask(compared[j], rank, wanted[j]);
            }
            for j in 0..M {
                least[j] = _mm512_min_epu8(least[j], _mm512_xor_si512(rank, others[j]));
            }
        };
        let mut k = range.start;
        while k + U <= range.end {
            for u in 0..U {
                use_term(k + u, &mut compared[u], &mut least[u]);
            }
            k += U;
        }
        for k in k..range.end {
            use_term(k, &mut compared[0], &mut least[0]);
        }
        for u in 0..U {
            for j in 0..C {
                open[j] &= compared[u][j];
            }
            for j in 0..M {
                open[C + j] &= _mm512_test_epi8_mask(least[u][j], least[u][j]);
            }
        }
    }
}

/// # Safety
/// The instructions, and at most 16 rows.
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn compact(rows: &mut [Lanes], open: &mut [u64], most: usize) {
    // SAFETY: rows have 64 bytes.
    unsafe {
        let mut kept = [_mm512_setzero_si512(); 16];
        // The lanes that have kept exactly `k`.
        let mut have = [0u64; 17];
        have[0] = u64::MAX;
        for (j, (row, open)) in rows.iter().zip(&mut *open).enumerate() {
            let row = read(row);
            let mut moved = 0;
            for k in (0..most.min(j + 1)).rev() {
                let here = have[k] & *open;
                kept[k] = _mm512_mask_mov_epi8(kept[k], here, row);
                have[k + 1] |= here;
                have[k] &= !here;
                moved |= here;
            }
            *open &= !moved;
        }
        let mut enough = have[most];
        for k in (0..most).rev() {
            write(&mut rows[k], kept[k]);
            // A later candidate may have stayed in this row.
            open[k] = enough;
            enough |= have[k];
        }
    }
}

/// # Safety
/// The instructions, 64 ranks before the range, and the range inside the ranks.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
unsafe fn settle(ranks: &mut [u8], range: Range, near: &Near<u8>, rows: &[Lanes], open: &[u64]) -> usize {
    let block = range.end - LANES;
    let next: Lanes = std::array::from_fn(|k| (k + 1).min(LANES - 1) as u8);
    // SAFETY: the 64 ranks before the range are there.
    unsafe {
        let next = read(&next);
        let mut last = _mm512_loadu_si512(ranks.as_ptr().add(range.start - LANES).cast());
        for n in range.clone() {
            let lane = n - block;
            let is_struck = |rank: u8| {
                near.layers.iter().any(|(xors, there)| {
                    let marked = _mm512_xor_si512(last, read(xors));
                    _mm512_mask_cmpeq_epi8_mask(*there, marked, _mm512_set1_epi8(rank as i8)) != 0
                })
            };
            let candidates = rows.iter().zip(open).filter(|(_, open)| *open >> lane & 1 == 1).map(|(row, _)| row[lane]);
            let Some(rank) = candidates.into_iter().find(|&rank| !is_struck(rank)) else { return n };
            ranks[n] = rank;
            last = _mm512_mask_set1_epi8(_mm512_permutexvar_epi8(next, last), 1 << (LANES - 1), rank as i8);
        }
    }
    range.end
}

/// # Safety
/// The instructions.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn read(row: &Lanes) -> __m512i {
    // SAFETY: a row has 64 bytes.
    unsafe { _mm512_loadu_si512(row.as_ptr().cast()) }
}

/// # Safety
/// The instructions.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn write(row: &mut Lanes, vector: __m512i) {
    // SAFETY: a row has 64 bytes.
    unsafe { _mm512_storeu_si512(row.as_mut_ptr().cast(), vector) }
}
