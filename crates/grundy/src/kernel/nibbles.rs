//! Ranks below 16: a set of them is 16 bits, and sets need no second look.
//!
//! [`Kernel::extend_nibbles`] is a whole speculation, [`Kernel::cover_nibbles`] the common part of a verification. A
//! byte-shuffle turns 32 ranks into one half of their one-hot sets, so a far term costs six instructions for 32 heaps;
//! a byte with the top bit set ([`super::Rank::NONE`]) marks nothing. Near terms are added heap by heap, and the rank
//! is the number of trailing ones.
#![allow(unsafe_code)]

use super::machine::{Machine, on};
use super::{Kernel, Range, Terms, check};

/// Heaps settled together.
pub(crate) const LANES: usize = 32;

/// One byte for each lane.
pub(crate) type Lanes = [u8; LANES];

/// Ranks from here on do not fit.
pub(crate) const LIMIT: u8 = 16;

/// For each parity of a heap and each rank it may have, the ranks that need not be excluded: those from the number of
/// leftovers on.
#[derive(Clone, Debug)]
pub(crate) struct Settled {
    /// Low bytes for even heaps, high bytes for even heaps, and the same for odd heaps.
    pub(super) tables: [[u8; 16]; 4],
}

impl Settled {
    /// From the number of leftovers (at most 16) of a heap with a parity and a rank.
    pub(crate) fn new(leftovers: impl Fn(u64, u16) -> u16) -> Self {
        let mut tables = [[0; 16]; 4];
        for parity in 0..2 {
            for rank in 0..16 {
                let [low, high] = (u16::MAX.checked_shl(leftovers(parity, rank).into()).unwrap_or(0)).to_le_bytes();
                tables[2 * parity as usize][rank as usize] = low;
                tables[2 * parity as usize + 1][rank as usize] = high;
            }
        }
        Settled { tables }
    }
}

/// What the terms cover of a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cover {
    /// The ranks marked or settled in each lane: low and high bytes.
    pub(crate) sets: [Lanes; 2],
    /// How many terms were used.
    pub(crate) used: usize,
    /// The lanes with other ranks, as bits.
    pub(crate) left: u32,
}

impl Kernel {
    /// Fills `ranks[range]`, whole blocks, by `c(n) = mex of c(n - offset) xor x`. Stops before the first block with a
    /// rank that does not fit, and returns its place.
    pub(crate) fn extend_nibbles(
        self,
        ranks: &mut [u8],
        range: Range,
        far: &Terms<u8>,
        near: &[(usize, u8)],
    ) -> Result<(), usize> {
        assert!(range.len().is_multiple_of(LANES) && range.end <= ranks.len(), "whole blocks inside the ranks");
        assert!(far.nearest >= LANES && near.iter().all(|&(offset, _)| (1..=range.start).contains(&offset)));
        check(ranks, range.start, far, LANES);
        // SAFETY: asserted above.
        on!(self, machine => unsafe { machine.extend_nibbles(ranks, range, far, near) })
    }

    /// How far the ranks of `range`, whole blocks, are what [`Kernel::extend_nibbles`] would give: the first block that
    /// has another rank, or the end. Here a term may have any offset, and no heap waits for another one.
    pub(crate) fn agree_nibbles(self, ranks: &[u8], range: Range, terms: &Terms<u8>) -> usize {
        assert!(range.len().is_multiple_of(LANES) && range.end <= ranks.len(), "whole blocks inside the ranks");
        assert!(terms.nearest >= 1, "a term of a heap is an earlier heap");
        check(ranks, range.start, terms, range.len());
        // SAFETY: asserted above.
        on!(self, machine => unsafe { machine.agree_nibbles(ranks, range, terms) })
    }

    /// Marks by the terms in turn, a few at a time, until at most `lonely` lanes have an unmarked rank that matters.
    /// Returns the marks as two bytes for each lane, the number of terms used, and the lanes that are left, as bits.
    /// `odd` is the parity of heap `n0`.
    pub(crate) fn cover_nibbles(
        self,
        ranks: &[u8],
        n0: usize,
        odd: bool,
        settled: &Settled,
        terms: &Terms<u8>,
        lonely: u32,
    ) -> Cover {
        check(ranks, n0, terms, LANES);
        assert!(n0 + LANES <= ranks.len(), "the block is not known");
        // SAFETY: asserted above.
        on!(self, machine => unsafe { machine.cover_nibbles(ranks, n0, odd, settled, terms, lonely) })
    }

    /// Which of the ranks `open` are not `up[t] xor down[last - t]` for any `t`, and how many `t` were looked at: the
    /// splits of one heap, see [`Kernel::find_split`].
    pub(crate) fn cover_alone(self, up: &[u8], down: &[u8], open: u16) -> (u16, usize) {
        assert_eq!(up.len(), down.len(), "a part without its other part");
        // SAFETY: asserted above.
        on!(self, machine => unsafe { machine.cover_alone(up, down, open) })
    }
}

/// Terms between two looks at what is left.
pub(super) const STEP: usize = 8;

/// The ranks that terms mark in the block at `n0`, lane by lane.
fn marked<'a>(
    ranks: &'a [u8],
    n0: usize,
    terms: &'a Terms<u8>,
    range: Range,
) -> impl Iterator<Item = (usize, u8)> + 'a {
    terms.iter().skip(range.start).take(range.len()).flat_map(move |(offset, x)| {
        let from = n0 - offset as usize;
        ranks[from..from + LANES].iter().enumerate().map(move |(lane, rank)| (lane, rank ^ x))
    })
}

fn mark(ranks: &[u8], n0: usize, terms: &Terms<u8>, range: Range, [low, high]: &mut [Lanes; 2]) {
    for (lane, rank) in marked(ranks, n0, terms, range) {
        match rank {
            0..8 => low[lane] |= 1 << rank,
            8..16 => high[lane] |= 1 << (rank - 8),
            _ => {}
        }
    }
}

pub(super) fn extend(ranks: &mut [u8], range: Range, far: &Terms<u8>, near: &[(usize, u8)]) -> Result<(), usize> {
    for n0 in range.step_by(LANES) {
        let mut sets = [[0; LANES]; 2];
        mark(ranks, n0, far, 0..far.len(), &mut sets);
        for lane in 0..LANES {
            let mut set = u16::from_le_bytes([sets[0][lane], sets[1][lane]]);
            for &(offset, x) in near {
                set |= 1 << ((ranks[n0 + lane - offset] ^ x) & 15);
            }
            ranks[n0 + lane] = set.trailing_ones() as u8;
        }
        if ranks[n0..n0 + LANES].iter().any(|&rank| rank >= LIMIT) {
            return Err(n0);
        }
    }
    Ok(())
}

pub(super) fn agree(ranks: &[u8], range: Range, terms: &Terms<u8>) -> usize {
    let end = range.end;
    let differs = |&n0: &usize| {
        let mut sets = [[0; LANES]; 2];
        mark(ranks, n0, terms, 0..terms.len(), &mut sets);
        (0..LANES).any(|lane| {
            let marked = u16::from_le_bytes([sets[0][lane], sets[1][lane]]);
            ranks[n0 + lane] >= LIMIT || marked.trailing_ones() != u32::from(ranks[n0 + lane])
        })
    };
    range.step_by(LANES).find(differs).unwrap_or(end)
}

pub(super) fn cover(ranks: &[u8], n0: usize, odd: bool, settled: &Settled, terms: &Terms<u8>, lonely: u32) -> Cover {
    let mut sets = [[0; LANES]; 2];
    for lane in 0..LANES {
        let parity = usize::from(odd) ^ lane & 1;
        for (half, set) in sets.iter_mut().enumerate() {
            set[lane] = settled.tables[2 * parity + half][(ranks[n0 + lane] & 15) as usize];
        }
    }
    let open = |[low, high]: &[Lanes; 2]| low.iter().zip(high).filter(|&(l, h)| l & h != 255).count() as u32;
    let mut used = 0;
    while used < terms.len() && open(&sets) > lonely {
        let next = (used + STEP).min(terms.len());
        mark(ranks, n0, terms, used..next, &mut sets);
        used = next;
    }
    let left = (0..LANES).filter(|&lane| sets[0][lane] & sets[1][lane] != 255).fold(0, |left, lane| left | 1 << lane);
    Cover { sets, used, left }
}

/// In steps of 32, as the vectors go.
pub(super) fn cover_alone(up: &[u8], down: &[u8], mut open: u16) -> (u16, usize) {
    let mut looked = 0;
    for (up, down) in up.chunks(LANES).zip(down.rchunks(LANES)) {
        if open == 0 {
            break;
        }
        for (a, b) in up.iter().zip(down.iter().rev()) {
            open &= !(1u16.checked_shl((a ^ b).into()).unwrap_or(0));
        }
        looked += up.len();
    }
    (open, looked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ranks() -> impl Strategy<Value = Vec<u8>> {
        prop::collection::vec(prop_oneof![9 => 0u8..16, 1 => Just(0x80)], 400)
    }

    fn terms(least: u32, most: usize) -> impl Strategy<Value = Terms<u8>> {
        prop::collection::vec((least..200u32, 0u8..16), 0..most).prop_map(|pairs| pairs.into_iter().collect())
    }

    proptest! {
        /// Vectors and plain Rust speculate the same, for any number of near terms, and stop at the same block.
        #[test]
        fn twins_extend(
            mut ranks in ranks(),
            from in 200usize..300,
            far in terms(32, 6),
            near in prop::collection::vec((1usize..32, 0u8..16), 0..14),
        ) {
            // Near terms are never asked about heaps without a rank.
            ranks[from - 32..from].iter_mut().for_each(|rank| *rank &= 15);
            let range = from..from + 96;
            let mut twin = ranks.clone();
            let result = Kernel::detect().extend_nibbles(&mut ranks, range.clone(), &far, &near);
            prop_assert_eq!(&result, &Kernel::Scalar.extend_nibbles(&mut twin, range.clone(), &far, &near));
            let end = result.err().unwrap_or(range.end);
            prop_assert_eq!(&ranks[..end], &twin[..end]);
            for n in from..end {
                let marked: Vec<u8> = far.iter().map(|(offset, x)| (offset as usize, x)).chain(near.iter().copied())
                    .map(|(offset, x)| ranks[n - offset] ^ x).collect();
                prop_assert_eq!(Some(ranks[n]), (0..=LIMIT).find(|rank| !marked.contains(rank)));
            }
        }

        /// What was speculated agrees; a changed rank is found, at the first block that it makes wrong.
        #[test]
        fn twins_agree(
            mut ranks in ranks(),
            terms in terms(1, 8),
            wrong in 200usize..296,
            rank in prop_oneof![0u8..=16, Just(0x80), Just(0xFF)],
        ) {
            for n in 200..296 {
                let marked: Vec<u8> = terms.iter().map(|(offset, x)| ranks[n - offset as usize] ^ x).collect();
                ranks[n] = (0..LIMIT).find(|rank| !marked.contains(rank)).unwrap();
            }
            for kernel in [Kernel::detect(), Kernel::Scalar] {
                prop_assert_eq!(kernel.agree_nibbles(&ranks, 200..296, &terms), 296);
            }
            let right = std::mem::replace(&mut ranks[wrong], rank);
            let expected = if rank == right { 296 } else { 200 + (wrong - 200) / LANES * LANES };
            for kernel in [Kernel::detect(), Kernel::Scalar] {
                prop_assert_eq!(kernel.agree_nibbles(&ranks, 200..296, &terms), expected);
            }
        }

        #[test]
        fn twins_cover_alone(up in ranks(), down in ranks(), length in 0usize..400, open: u16) {
            let (up, down) = (&up[..length], &down[..length]);
            let found = Kernel::detect().cover_alone(up, down, open);
            prop_assert_eq!(found, Kernel::Scalar.cover_alone(up, down, open));
            let looked: Vec<u8> = (0..found.1).map(|t| up[t] ^ down[length - 1 - t]).collect();
            let left = (0..16).filter(|r| open >> r & 1 == 1 && !looked.contains(r));
            prop_assert_eq!(found.0, left.map(|r| 1 << r).sum::<u16>());
        }

        #[test]
        fn twins_cover(
            mut ranks in ranks(),
            n0 in 200usize..=300,
            odd: bool,
            terms in terms(1, 60),
            lonely in 0u32..4,
            needs in prop::collection::vec(0u16..=16, 32),
        ) {
            // The block itself has ranks.
            ranks[n0..n0 + LANES].iter_mut().for_each(|rank| *rank &= 15);
            let settled = Settled::new(|parity, rank| needs[2 * rank as usize + parity as usize]);
            let found = Kernel::detect().cover_nibbles(&ranks, n0, odd, &settled, &terms, lonely);
            prop_assert_eq!(found, Kernel::Scalar.cover_nibbles(&ranks, n0, odd, &settled, &terms, lonely));
        }
    }
}
