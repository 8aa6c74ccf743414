//! The kernels in plain Rust: what the vector code must equal.

use super::groups::{GROUP, Groups, Marks, Sets};
use super::{LANES, Near, Range, Rank, Row, Terms};

pub(super) fn mark_sets(groups: &Groups, n0: usize, marks: &Marks, sets: &mut [Sets]) {
    for run in &marks.runs {
        for &(read, offset) in &marks.places[run.from..run.end] {
            let from = n0 - offset as usize;
            let (tape, x) = if marks.raw { (0, read as u8) } else { (read as usize, run.low as u8) };
            let ranks = groups.tape(tape)[from..].chunks(LANES);
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

#[inline(always)]
pub(super) fn first_open<R: Rank>(
    sets: &Sets,
    bounds: &[u16; LANES],
    rows: &mut [Row<R>],
    open: &mut [u64],
) -> [u16; LANES] {
    let mut found = [0; LANES];
    open.fill(0);
    let words = bounds.iter().copied().max().unwrap_or(0).div_ceil(64);
    for w in 0..words {
        let mut free = [0u64; LANES];
        for (p, plane) in sets[8 * usize::from(w)..][..8].iter().enumerate() {
            for (free, marked) in free.iter_mut().zip(plane) {
                *free |= u64::from(!marked) << (8 * p);
            }
        }
        for lane in 0..LANES {
            let below = bounds[lane].saturating_sub(64 * w);
            let mut free = if below < 64 { free[lane] & ((1 << below) - 1) } else { free[lane] };
            let before = usize::from(found[lane]);
            found[lane] += free.count_ones() as u16;
            for j in before..rows.len().min(usize::from(found[lane])) {
                rows[j][lane] = R::new(64 * w + free.trailing_zeros() as u16);
                open[j] |= 1 << lane;
                free &= free - 1;
            }
        }
    }
    found
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
