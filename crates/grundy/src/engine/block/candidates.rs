//! The first few ranks of each lane that are still open, narrowed as terms are used up.

use crate::kernel::{Kernel, LANES, Lanes, Range, Terms};

/// A few open ranks for each lane, ascending; a struck one is open no more.
pub(super) struct Candidates {
    pub(super) ranks: Vec<Lanes>,
    pub(super) struck: Vec<Lanes>,
}

const NONE: Lanes = [255; LANES];

impl Candidates {
    /// The first `most` unmarked ranks of each lane, from planes of eight ranks; where there are fewer, struck ones.
    pub(super) fn from_planes(planes: &[Lanes], most: usize) -> Self {
        let mut candidates = Candidates { ranks: vec![NONE; most], struck: vec![NONE; most] };
        let mut found = [0usize; LANES];
        for (w, planes) in planes.chunks(8).enumerate() {
            let mut free = [0u64; LANES];
            for (p, plane) in planes.iter().enumerate() {
                for (free, marked) in free.iter_mut().zip(plane) {
                    *free |= u64::from(!marked) << (8 * p);
                }
            }
            for (lane, mut free) in free.into_iter().enumerate() {
                while free != 0 && found[lane] < most {
                    let j = found[lane];
                    candidates.ranks[j][lane] = (64 * w + free.trailing_zeros() as usize) as u8;
                    candidates.struck[j][lane] = 0;
                    found[lane] = j + 1;
                    free &= free - 1;
                }
            }
        }
        candidates
    }

    /// Strikes what the terms of `range` mark.
    pub(super) fn strike(&mut self, kernel: Kernel, ranks: &[u8], n0: usize, terms: &Terms, range: Range) {
        kernel.strike(ranks, n0, terms, range, &self.ranks, &mut self.struck);
    }

    /// Moves the open ones of each lane to the front and keeps `most`.
    pub(super) fn narrow(&mut self, most: usize) {
        for first in 0..most.min(self.ranks.len()) {
            for j in (first..self.ranks.len() - 1).rev() {
                // Where j is struck, j + 1 takes its place.
                let (rank, next_rank) = neighbours(&mut self.ranks, j);
                let (gone, next_gone) = neighbours(&mut self.struck, j);
                for lane in 0..LANES {
                    let mask = gone[lane];
                    rank[lane] = next_rank[lane] & mask | rank[lane] & !mask;
                    gone[lane] = next_gone[lane] & mask;
                    next_gone[lane] |= mask;
                }
            }
        }
        self.ranks.truncate(most);
        self.struck.truncate(most);
    }

    /// The largest number of open candidates in a lane, and the number of lanes that have any.
    pub(super) fn open(&self) -> (usize, usize) {
        let mut open = [0u8; LANES];
        for struck in &self.struck {
            for (open, struck) in open.iter_mut().zip(struck) {
                *open += 1 - (struck & 1);
            }
        }
        let widest = open.into_iter().max().map_or(0, usize::from);
        (widest, open.into_iter().filter(|&open| open > 0).count())
    }
}

/// Two neighbouring rows, as arrays: loops over them become vectors.
fn neighbours(rows: &mut [Lanes], j: usize) -> (&mut Lanes, &mut Lanes) {
    let (left, right) = rows.split_at_mut(j + 1);
    (&mut left[j], &mut right[0])
}
