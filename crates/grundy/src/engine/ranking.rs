//! Ranks: the common values of a heap, numbered from 0 in their order.
//!
//! Within the common class of heap `n`, the lowest set bit of the mask is implied by the other bits and the parity of
//! `n`. Leaving it out maps the commons of `n` onto 0, 1, 2, … in order: if two commons first differed (from the top)
//! in that bit, their classes would differ. It is also xor-linear, so marks can be made with ranks alone, and the least
//! unmarked rank is the rank of the least unmarked common. The same holds for the rare class.
//!
//! [`Ranking`] is the only place that turns values into ranks and back. What leaves an engine packed is [`Ranks`]: a
//! byte for each heap, with the [`Palette`] that tells the value of each byte.

use crate::kernel::Rank;
use crate::sparse::Space;
use std::ops::ControlFlow;

/// Values of neighbouring heaps as one byte each: the value of heap `n` is `palette.value(n, bytes[n - from])`.
#[derive(Clone, Copy, Debug)]
pub struct Ranks<'a> {
    /// The first heap.
    pub from: u64,
    /// A rank for each heap; no heap here is rare.
    pub bytes: &'a [u8],
    /// What the bytes mean.
    pub palette: &'a Palette,
}

impl<'a> Ranks<'a> {
    /// The heap after the last one.
    pub fn end(self) -> u64 {
        self.from + self.bytes.len() as u64
    }

    /// The values, heap by heap.
    pub fn values(self) -> impl Iterator<Item = u16> + 'a {
        let Ranks { from, bytes, palette } = self;
        (from..).zip(bytes).map(move |(n, &rank)| palette.value(n, rank))
    }

    /// These ranks without those of the heaps before `first`.
    #[must_use]
    pub(crate) fn since(self, first: u64) -> Self {
        let skip = first.saturating_sub(self.from).min(self.bytes.len() as u64);
        Ranks { from: self.from + skip, bytes: &self.bytes[skip as usize..], ..self }
    }

    /// These ranks in pieces of `length` heaps, the last one perhaps shorter.
    pub fn pieces(self, length: usize) -> impl Iterator<Item = Ranks<'a>> {
        let froms = (self.from..).step_by(length);
        froms.zip(self.bytes.chunks(length)).map(move |(from, bytes)| Ranks { from, bytes, ..self })
    }

    /// Hands the values on in blocks.
    pub(crate) fn unpack(self, mut receive: impl FnMut(u64, &[u16]) -> ControlFlow<()>) -> ControlFlow<()> {
        const BLOCK: usize = 1 << 12;
        for piece in self.pieces(BLOCK) {
            let mut block = [0; BLOCK];
            for (place, value) in block.iter_mut().zip(piece.values()) {
                *place = value;
            }
            receive(piece.from, &block[..piece.bytes.len()])?;
        }
        ControlFlow::Continue(())
    }
}

/// What the bytes of [`Ranks`] mean: for each parity of a heap the common values in ascending order. A space determines
/// it.
#[derive(Clone, Debug)]
pub struct Palette {
    ranking: Ranking,
    values: [[u16; 256]; 2],
}

impl PartialEq for Palette {
    fn eq(&self, other: &Palette) -> bool {
        self.ranking.space == other.ranking.space
    }
}

impl Eq for Palette {}

impl Palette {
    /// The palette of a space.
    pub fn new(space: Space) -> Self {
        let ranking = Ranking::new(space);
        let values = [0, 1].map(|parity| std::array::from_fn(|rank| ranking.common(parity, rank as u16)));
        Palette { ranking, values }
    }

    /// The value of heap `n` with this rank.
    #[inline(always)]
    pub fn value(&self, n: u64, rank: u8) -> u16 {
        self.values[n as usize & 1][usize::from(rank)]
    }

    /// The rank of this value of heap `n`; none when the value is rare there, or too large.
    pub fn rank(&self, n: u64, value: u16) -> Option<u8> {
        let rank = u8::try_from(self.ranking.rank(value)).ok()?;
        self.ranking.is_common(n, value).then_some(rank)
    }
}

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

    /// The ranks of the heaps `from, from + 1, …` with these values, [`Rank::NONE`] where they are rare.
    pub(super) fn ranks<R: Rank>(self, from: u64, values: &[u16]) -> impl Iterator<Item = R> {
        let rank = move |(n, &value)| if self.is_common(n, value) { R::new(self.rank(value)) } else { R::NONE };
        (from..).zip(values).map(rank)
    }

    /// Appends to `values` those of the heaps `from, from + 1, …` with these ranks; `rares` has the values of all rare
    /// heaps, ascending.
    pub(super) fn values<R: Rank>(self, from: u64, ranks: &[R], rares: &[(u64, u16)], values: &mut Vec<u16>) {
        let begin = values.len();
        values.extend((from..).zip(ranks).map(|(n, &rank)| self.common(n, rank.into())));
        for &(heap, value) in &rares[rares.partition_point(|&(heap, _)| heap < from)..] {
            if let Some(place) = values.get_mut(begin + (heap - from) as usize) {
                *place = value;
            }
        }
    }

    /// How many rare values are smaller than the common with this rank.
    ///
    /// Among values that agree above the implied bit the commons have one setting of that bit and the rares the other,
    /// whatever the bits below it. So these rares are all smaller (when the common has the bit) or all larger.
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

    #[test]
    fn values_become_ranks_and_values_again() {
        let space = Space { mask: 0xd, parity: 1, kappa: 0 };
        let (ranking, palette) = (Ranking::new(space), Palette::new(space));
        let values: Vec<u16> = (0..2000u16).map(|n| n.wrapping_mul(77) % 509).collect();
        for from in [0u64, 1, 70_001] {
            let is_rare = |&(n, &value): &(u64, &u16)| !space.is_common(n, value);
            let rares: Vec<(u64, u16)> = (from..).zip(&values).filter(is_rare).map(|(n, &value)| (n, value)).collect();
            let ranks: Vec<u16> = ranking.ranks(from, &values).collect();
            let mut again = vec![7];
            ranking.values(from, &ranks, &rares, &mut again);
            assert_eq!(again[1..], values);
            for (n, &value) in (from..).zip(&values) {
                let expected = space.is_common(n, value).then(|| ranking.rank(value) as u8);
                assert_eq!(palette.rank(n, value), expected);
                assert!(expected.is_none_or(|rank| palette.value(n, rank) == value));
            }
        }
    }

    #[test]
    fn packed_values_can_be_cut() {
        let palette = Palette::new(Space { mask: 0x17, parity: 1, kappa: 0 });
        let bytes: Vec<u8> = (0..9000u32).map(|n| (n * n % 251) as u8).collect();
        let ranks = Ranks { from: 101, bytes: &bytes, palette: &palette };
        let values: Vec<u16> = ranks.values().collect();
        assert_eq!(ranks.since(5000).values().collect::<Vec<_>>(), values[4899..]);
        assert_eq!((ranks.since(0).from, ranks.since(9101).bytes.len(), ranks.end()), (101, 0, 9101));
        let mut seen = Vec::new();
        assert!(
            ranks
                .unpack(|from, block| {
                    assert_eq!(from, 101 + seen.len() as u64);
                    seen.extend_from_slice(block);
                    ControlFlow::Continue(())
                })
                .is_continue()
        );
        assert_eq!(seen, values);
    }
}
