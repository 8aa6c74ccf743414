//! The kernels in plain Rust: what the vector code must equal.

use super::groups::{GROUP, Marks, Sets, Tapes};
use super::{LANES, Near, Range, Rank, Row, Terms};

pub(super) fn mark_sets(tapes: Tapes, n0: usize, marks: &Marks, sets: &mut [Sets]) {
    for run in &marks.runs {
        for &(read, offset) in &marks.places[run.from..run.end] {
            let from = n0 - offset as usize;
            let (tape, x) = if marks.raw { (0, read as u8) } else { (read as usize, run.low as u8) };
            let ranks = tapes.tape(tape)[from..].chunks(LANES);
            for (ranks, sets) in ranks.zip(&mut *sets) {
                for (lane, &rank) in ranks.iter().enumerate() {
                    // What is elsewhere is not below 16, whatever the low four bits of `x`.
                    let bit = usize::from(rank ^ x);
                    if bit < GROUP {
                        sets[2 * run.group + bit / 8][lane] |= 1 << (bit % 8);
                    }
                }
            }
        }
    }
}

pub(super) fn stamp<R: Rank>(ranks: &[R], n0: usize, terms: &Terms<R>, sets: &mut Sets) {
    for (offset, x) in terms.iter() {
        let from = n0 - offset as usize;
        for (lane, &rank) in ranks[from..from + LANES].iter().enumerate() {
            let rank = (rank ^ x).into();
            if let Some(set) = sets.get_mut(usize::from(rank / 8)) {
                set[lane] |= 1 << (rank % 8);
            }
        }
    }
}

#[inline(always)]
pub(super) fn first_open<R: Rank>(sets: &Sets, bound: u16, rows: &mut [Row<R>], open: &mut [u64]) {
    let words = usize::from(bound.div_ceil(64));
    let mut found = [0; LANES];
    let mut next = if words > 0 { free_word(sets, bound, 0) } else { [0; LANES] };
    for w in 0..words {
        let here = next;
        next = if w + 1 < words { free_word(sets, bound, w + 1) } else { [0; LANES] };
        let first = 64 * w as u16;
        for lane in (0..LANES).filter(|&lane| here[lane] != 0) {
            // All that is wanted is nearly always among the 64 ranks from the first open one on.
            let skip = here[lane].trailing_zeros();
            let mut near = here[lane] >> skip | (next[lane] << 1) << (63 - skip);
            if found[lane] == 0 && near.count_ones() as usize >= rows.len() {
                for row in &mut *rows {
                    row[lane] = R::new(first + (skip + near.trailing_zeros()) as u16);
                    near &= near.wrapping_sub(1);
                }
                found[lane] = rows.len();
                continue;
            }
            let mut free = here[lane];
            for row in rows.iter_mut().skip(found[lane]).take(free.count_ones() as usize) {
                row[lane] = R::new(first + free.trailing_zeros() as u16);
                free &= free - 1;
                found[lane] += 1;
            }
        }
    }
    for (j, open) in open.iter_mut().enumerate() {
        *open = (0..LANES).fold(0, |open, lane| open | u64::from(found[lane] > j) << lane);
    }
}

/// The unmarked ranks of a word that are below the bound.
#[inline(always)]
fn free_word(sets: &Sets, bound: u16, w: usize) -> [u64; LANES] {
    let mut free = [0u64; LANES];
    for (p, plane) in sets[8 * w..][..8].iter().enumerate() {
        for (free, marked) in free.iter_mut().zip(plane) {
            *free |= u64::from(!marked) << (8 * p);
        }
    }
    let below = bound.saturating_sub(64 * w as u16);
    if below < 64 { free.map(|free| free & ((1 << below) - 1)) } else { free }
}

#[inline(always)]
pub(super) fn open_ranks(sets: &Sets, bounds: &[u16; LANES], open: &mut Vec<(u8, u16)>) {
    let planes = bounds.iter().copied().max().unwrap_or(0).div_ceil(8);
    for (p, plane) in (0..planes).zip(sets) {
        let mut free = [0u8; LANES];
        for lane in 0..LANES {
            let below = bounds[lane].saturating_sub(8 * p).min(8);
            free[lane] = !plane[lane] & ((1u32 << below) - 1) as u8;
        }
        for (from, free) in (0..).step_by(8).zip(free.as_chunks::<8>().0) {
            let mut free = u64::from_le_bytes(*free);
            while free != 0 {
                let bit = free.trailing_zeros();
                open.push((from + (bit / 8) as u8, 8 * p + (bit % 8) as u16));
                free &= free - 1;
            }
        }
    }
}

pub(super) fn strike<R: Rank>(
    ranks: &[R],
    n0: usize,
    terms: &Terms<R>,
    range: Range,
    rows: &[Row<R>],
    open: &mut [u64],
) {
    for (offset, x) in terms.iter().skip(range.start).take(range.len()) {
        let from = n0 - offset as usize;
        for (lane, &rank) in ranks[from..from + LANES].iter().enumerate() {
            for (row, open) in rows.iter().zip(&mut *open) {
                *open &= !(u64::from(row[lane] == rank ^ x) << lane);
            }
        }
    }
}

pub(super) fn compact<R: Rank>(rows: &mut [Row<R>], open: &mut [u64], most: usize) {
    for lane in 0..LANES {
        let mut kept = 0;
        for j in 0..rows.len() {
            if open[j] >> lane & 1 == 1 && kept < most {
                open[j] &= !(1 << lane);
                rows[kept][lane] = rows[j][lane];
                open[kept] |= 1 << lane;
                kept += 1;
            }
        }
    }
}

pub(super) fn settle<R: Rank>(ranks: &mut [R], range: Range, near: &Near<R>, rows: &[Row<R>], open: &[u64]) -> usize {
    let block = range.end - LANES;
    for n in range.clone() {
        let lane = n - block;
        let is_struck = |rank: R| near.terms.iter().any(|&(offset, x)| ranks[n - offset] ^ x == rank);
        let candidates = rows.iter().zip(open).filter(|(_, open)| *open >> lane & 1 == 1).map(|(row, _)| row[lane]);
        match candidates.into_iter().find(|&rank| !is_struck(rank)) {
            Some(rank) => ranks[n] = rank,
            None => return n,
        }
    }
    range.end
}

pub(super) fn find_split<R: Rank>(up: &[R], down: &[R], rank: R) -> Option<usize> {
    up.iter().zip(down.iter().rev()).position(|(&a, &b)| a ^ b == rank)
}
