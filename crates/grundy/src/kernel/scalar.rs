//! The kernels in plain Rust: what the vector code must equal.

use super::{LANES, Lanes, Range, Terms};
use std::ops::BitXor;

/// The ranks that a term marks in the block at `n0`, lane by lane.
pub(super) fn marked<'a>(
    ranks: &'a [u8],
    n0: usize,
    terms: &'a Terms,
    range: Range,
) -> impl Iterator<Item = (usize, u8)> + 'a {
    terms.iter().skip(range.start).take(range.len()).flat_map(move |(offset, x)| {
        let from = n0 - offset as usize;
        ranks[from..from + LANES].iter().enumerate().map(move |(lane, rank)| (lane, rank ^ x))
    })
}

pub(super) fn mark_planes(ranks: &[u8], n0: usize, terms: &Terms, range: Range, planes: &mut [Lanes]) {
    for (lane, rank) in marked(ranks, n0, terms, range) {
        if let Some(plane) = planes.get_mut(rank as usize / 8) {
            plane[lane] |= 1 << (rank % 8);
        }
    }
}

pub(super) fn strike(ranks: &[u8], n0: usize, terms: &Terms, range: Range, candidates: &[Lanes], struck: &mut [Lanes]) {
    for (lane, rank) in marked(ranks, n0, terms, range) {
        for (candidate, struck) in candidates.iter().zip(&mut *struck) {
            if candidate[lane] == rank {
                struck[lane] = 255;
            }
        }
    }
}

pub(super) fn find_split<T: Copy + PartialEq + BitXor<Output = T>>(up: &[T], down: &[T], rank: T) -> Option<usize> {
    up.iter().zip(down.iter().rev()).position(|(&a, &b)| a ^ b == rank)
}

pub(super) fn compact(candidates: &mut [Lanes], struck: &mut [Lanes], most: usize) {
    let mut kept = [[255; LANES]; 16];
    let mut count = [0u8; LANES];
    for (j, (row, struck)) in candidates.iter().zip(&mut *struck).enumerate() {
        for (k, kept) in (0u8..).zip(&mut kept[..most.min(j + 1)]) {
            for lane in 0..LANES {
                let here = if count[lane] == k { !struck[lane] } else { 0 };
                kept[lane] = row[lane] & here | kept[lane] & !here;
            }
        }
        for lane in 0..LANES {
            let open = !struck[lane];
            let moved = if count[lane] < most as u8 { 255 } else { 0 };
            struck[lane] |= moved;
            count[lane] += open & 1;
        }
    }
    for k in 0..most {
        candidates[k] = kept[k];
        for lane in 0..LANES {
            struck[k][lane] = if count[lane] > k as u8 { 0 } else { 255 };
        }
    }
}
