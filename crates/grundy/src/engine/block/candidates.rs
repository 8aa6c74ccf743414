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

    /// Moves the first `most` open ones of each lane to the front.
    pub(super) fn sort(&mut self, kernel: Kernel, most: usize) {
        kernel.compact(&mut self.ranks, &mut self.struck, most);
    }

    /// How many lanes have an open candidate.
    pub(super) fn lanes_open(&self) -> u32 {
        let mut all_struck = NONE;
        for row in &self.struck {
            for (all, struck) in all_struck.iter_mut().zip(row) {
                *all &= struck;
            }
        }
        all_struck.iter().map(|all| u32::from(*all == 0)).sum()
    }

    /// Keeps the first `most` of each lane.
    pub(super) fn truncate(&mut self, most: usize) {
        self.ranks.truncate(most);
        self.struck.truncate(most);
    }

    /// The open candidates from the `from`-th on, as pairs of lane and rank.
    pub(super) fn open(&self, from: usize) -> impl Iterator<Item = (u8, u8)> {
        let rows = self.ranks.iter().zip(&self.struck).skip(from);
        rows.flat_map(|(ranks, struck)| {
            (0..LANES).filter(|&lane| struck[lane] == 0).map(|lane| (lane as u8, ranks[lane]))
        })
    }
}
