//! Ranks below 64: a set is a word, and the rank of a heap is its first bit that is not set.
//!
//! With few far terms it is cheap to mark whole sets by all of them. Then nothing is left but the near terms, heap by
//! heap: a load, an xor, a shift and an or for each; vectors do that for eight heaps at once with the terms that reach
//! further back.
#![allow(unsafe_code)]

use super::groups::Sets;
use super::machine::{Machine, on};
use super::{Kernel, LANES, Near, Range};

/// Ranks from here on do not fit.
pub(crate) const LIMIT: u16 = 64;

impl Kernel {
    /// The marked ranks below 64 of each lane.
    pub(crate) fn words(self, sets: &Sets) -> [u64; LANES] {
        assert!(sets.len() >= 8, "a word has eight planes");
        // SAFETY: asserted above.
        on!(self, machine => unsafe { machine.words(sets) })
    }

    /// Gives the heaps of `range`, the last ones of a block, their ranks: the first that neither their word nor a near
    /// term marks. Returns the first heap whose rank would not be below the bound, or the end.
    pub(crate) fn settle_words(
        self,
        ranks: &mut [u8],
        range: Range,
        near: &Near<u8>,
        marked: &[u64; LANES],
        bound: u16,
    ) -> usize {
        assert!(LANES <= range.start && range.end <= ranks.len() && range.len() <= LANES, "the last heaps of a block");
        // SAFETY: asserted above.
        on!(self, machine => unsafe { machine.settle_words(ranks, range, near, marked, bound) })
    }
}

pub(super) fn transposed(sets: &Sets) -> [u64; LANES] {
    std::array::from_fn(|lane| u64::from_le_bytes(std::array::from_fn(|plane| sets[plane][lane])))
}

pub(super) fn settle(ranks: &mut [u8], range: Range, near: &Near<u8>, marked: &[u64; LANES], bound: u16) -> usize {
    // A copy of known size: the heaps before the range, then the range.
    let mut window = [0; 2 * LANES];
    window[..LANES].copy_from_slice(&ranks[range.start - LANES..range.start]);
    let first = LANES - range.len();
    let mut done = 0;
    for (t, &word) in marked[first..].iter().enumerate() {
        let mut set = word;
        for &(offset, x) in &near.terms {
            let rank = window[(LANES + t - offset) % (2 * LANES)] ^ x;
            set |= u64::from(rank < 64) << (rank % 64);
        }
        let rank = set.trailing_ones();
        if rank >= u32::from(bound) {
            break;
        }
        window[LANES + t] = rank as u8;
        done += 1;
    }
    ranks[range.start..range.start + done].copy_from_slice(&window[LANES..LANES + done]);
    range.start + done
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn words_are_sets(sets in prop::collection::vec(any::<[u8; LANES]>(), 32)) {
            for kernel in Kernel::ALL {
                let words = kernel.words(&sets);
                for lane in 0..LANES {
                    let bit = |r: usize| u64::from(sets[r / 8][lane] >> (r % 8) & 1);
                    prop_assert!((0..64).all(|r| words[lane] >> r & 1 == bit(r)), "{}", kernel);
                }
            }
        }

        #[test]
        fn near_terms_settle(
            before in prop::collection::vec(prop_oneof![9 => 0u8..64, 1 => Just(0x80)], 128),
            near in prop::collection::vec((1u32..64, 0u8..64), 0..30),
            words in prop::collection::vec(any::<u64>(), LANES),
            full in 0u32..70,
            from in 0usize..=64,
        ) {
            // Some lanes have all small ranks marked.
            let low = 1u64.checked_shl(full).unwrap_or(0).wrapping_sub(1);
            let words: [u64; LANES] =
                std::array::from_fn(|lane| if lane % 3 == 0 { words[lane] | low } else { words[lane] });
            let near: Near<u8> = near.into_iter().collect();
            let mut expected = before.clone();
            let bound = 48;
            let end = (64 + from..128).find(|&n| {
                let is_marked = |rank: u8| {
                    let mut terms = near.terms().iter();
                    words[n - 64] >> rank & 1 == 1 || terms.any(|&(offset, x)| expected[n - offset] ^ x == rank)
                };
                let rank = (0..48).find(|&rank| !is_marked(rank));
                rank.map(|rank| expected[n] = rank).is_none()
            }).unwrap_or(128);
            for kernel in Kernel::ALL {
                let mut ranks = before.clone();
                let settled = kernel.settle_words(&mut ranks, 64 + from..128, &near, &words, bound);
                prop_assert_eq!(settled, end, "{}", kernel);
                prop_assert_eq!(&ranks[..end], &expected[..end], "{}", kernel);
            }
        }
    }
}
