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

    /// The space.
    pub(super) fn space(self) -> Space {
        self.space
    }

    /// Whether this value of heap `n` is common.
    pub(super) fn is_common(self, n: u64, value: u16) -> bool {
        self.space.is_common(n, value)
    }

    /// The value without the implied bit.
    pub(super) fn rank(self, value: u16) -> u16 {
        value & self.low | value >> 1 & !self.low
    }

    /// The common value of heap `n` with this rank.
    pub(super) fn common(self, n: u64, rank: u16) -> u16 {
        let value = rank & self.low | (rank & !self.low) << 1;
        if self.space.is_common(n, value) { value } else { value | (self.low + 1) }
    }

    /// How many rare values are smaller than the common with this rank.
    ///
    /// Among values that agree above the implied bit the commons have one setting of that bit and the rares the other, whatever the
    /// bits below it. So these rares are all smaller (when the common has the bit) or all larger.
    pub(super) fn leftovers(self, n: u64, rank: u16) -> u16 {
        let same_above = self.low + 1;
        (rank & !self.low) + if self.common(n, rank) & same_above != 0 { same_above } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_number_the_commons_and_leftovers_count_the_rares() {
        for mask in [0x1, 0x2, 0xd, 0x1e, 0x38, 0x17, 0x7e, 0x60] {
            for (parity, kappa) in [(0, 1), (1, 0), (1, 1)] {
                let space = Space { mask, parity, kappa };
                let ranking = Ranking::new(space);
                for n in 0..2 {
                    let commons: Vec<u16> = (0..512).filter(|&v| space.is_common(n, v)).collect();
                    let rares: Vec<u16> = (0..512).filter(|&v| !space.is_common(n, v)).collect();
                    for (rank, &common) in (0..).zip(&commons) {
                        assert_eq!((ranking.rank(common), ranking.common(n, rank)), (rank, common));
                        let smaller: Vec<u16> = rares.iter().copied().filter(|&rare| rare < common).collect();
                        assert_eq!(usize::from(ranking.leftovers(n, rank)), smaller.len());
                        assert!((0..).zip(&smaller).all(|(rank, &rare)| ranking.rank(rare) == rank));
                    }
                }
            }
        }
    }
}
