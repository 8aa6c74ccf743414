//! The kernels in plain Rust: what the vector code must equal.

use super::{LANES, Lanes, Range, Terms};

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

pub(super) fn find_split(up: &[u8], down: &[u8], rank: u8) -> Option<usize> {
    up.iter().zip(down.iter().rev()).position(|(a, b)| a ^ b == rank)
}
