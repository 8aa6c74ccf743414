//! The first few ranks of each lane that are still open, narrowed as terms are used up.

use crate::kernel::groups::Sets;
use crate::kernel::{Kernel, LANES, Range, Rank, Row, Terms};

/// The most candidates that a lane can have.
pub(super) const MOST: usize = 16;

/// A few open ranks for each lane, ascending. Those that were given up when fewer were kept stay behind as spares.
pub(super) struct Candidates<R> {
    kernel: Kernel,
    rows: [Row<R>; MOST],
    /// For each row the lanes whose candidate is still open, as bits.
    open: [u64; MOST],
    length: usize,
    first: usize,
}

impl<R: Rank> Candidates<R> {
    /// The first `most` unmarked ranks of each lane below the bound.
    pub(super) fn first(kernel: Kernel, sets: &Sets, bound: u16, most: usize) -> Self {
        let rows = [[R::default(); LANES]; MOST];
        let mut first = Candidates { kernel, rows, open: [0; MOST], length: most, first: most };
        kernel.first_open(sets, bound, &mut first.rows[..most], &mut first.open[..most]);
        first
    }

    pub(super) fn rows(&self) -> &[Row<R>] {
        &self.rows[..self.length]
    }

    /// For each row the lanes whose candidate is still open, as bits.
    pub(super) fn open(&self) -> &[u64] {
        &self.open[..self.length]
    }

    /// Strikes what the terms of `range` mark.
    pub(super) fn strike(&mut self, ranks: &[R], n0: usize, terms: &Terms<R>, range: Range) {
        let (rows, open) = (&self.rows[..self.length], &mut self.open[..self.length]);
        self.kernel.strike(ranks, n0, terms, range, rows, open);
    }

    /// Moves the first `most` open ones of each lane to the front.
    pub(super) fn sort(&mut self, most: usize) {
        self.kernel.compact(&mut self.rows[..self.length], &mut self.open[..self.length], most);
    }

    /// Keeps the first `most` of each lane.
    pub(super) fn truncate(&mut self, most: usize) {
        self.length = self.length.min(most);
    }

    /// The spares of a lane, ascending, with their rows.
    pub(super) fn spares(&self, lane: usize) -> impl Iterator<Item = (usize, R)> {
        (self.length..self.first).filter(move |&j| self.open[j] >> lane & 1 == 1).map(move |j| (j, self.rows[j][lane]))
    }

    /// For the lanes without an open candidate their first spares, no spares any more: a row, its lanes, and the last
    /// row they come from.
    pub(super) fn first_spares(&mut self) -> (Row<R>, u64, usize) {
        let mut wanting = !self.open().iter().fold(0, |any, open| any | open);
        let (mut row, mut lanes, mut last) = ([R::default(); LANES], 0, 0);
        for j in self.length..self.first {
            let mut here = self.open[j] & wanting;
            if here != 0 {
                self.open[j] &= !here;
                wanting &= !here;
                lanes |= here;
                last = j;
            }
            while here != 0 {
                let lane = here.trailing_zeros() as usize;
                row[lane] = self.rows[j][lane];
                here &= here - 1;
            }
        }
        (row, lanes, last)
    }

    /// Gives these lanes, which have no open candidate, one of `row`.
    pub(super) fn give(&mut self, row: &Row<R>, mut lanes: u64) {
        self.open[0] |= lanes;
        while lanes != 0 {
            let lane = lanes.trailing_zeros() as usize;
            self.rows[0][lane] = row[lane];
            lanes &= lanes - 1;
        }
    }
}
