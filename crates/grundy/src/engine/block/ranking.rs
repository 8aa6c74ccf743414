//! Ranks: the common values of a heap, numbered from 0 in their order.
//!
//! Within the common class of heap `n`, the lowest set bit of the mask is implied by the other bits and the parity of
//! `n`. Leaving it out maps the commons of `n` onto 0, 1, 2, … in order: if two commons first differed (from the top) in that
//! bit, their classes would differ. It is also xor-linear, so marks can be made with ranks alone, and the least
//! unmarked rank is the rank of the least unmarked common. The same holds for the rare class.

use crate::sparse::Space;

/// How values and ranks of a space correspond.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranking {
    space: Space,
    /// The bits below the one that is left out.
    low: u16,
}

impl Ranking {
    pub(super) fn new(space: Space) -> Self {
        Ranking { space, low: (1 << space.mask.trailing_zeros()) - 1 }
    }

    /// The value without the implied bit.
    pub(super) fn rank(self, value: u16) -> u16 {
        value & self.low | value >> 1 & !self.low
    }

    /// The common value of heap `n` with this rank.
    pub(super) fn common(self, n: u64, rank: u16) -> u16 {
        let value = rank & self.low | (rank & !self.low) << 1;
        if self.space.is_common(n, value) { value } else { value | self.low + 1 }
    }

    /// How many rare values are smaller than the common with this rank. They are those of smaller rank, and the one
    /// of the same rank if it lacks the implied bit.
    pub(super) fn leftovers(self, n: u64, rank: u16) -> u16 {
        rank + u16::from(self.common(n, rank) & (self.low + 1) != 0)
    }
}
