//! Machine words as sets of small numbers.

use std::ops::{BitAnd, BitOr, Not};

/// A machine word as a set of ranks.
pub trait Word: Copy + Eq + BitOr<Output = Self> + BitAnd<Output = Self> + Not<Output = Self> {
    /// The empty set.
    const NONE: Self;
    /// Ranks have this number of bits; values one more.
    const LOG: u32;
    /// The set of one rank.
    fn only(rank: u16) -> Self;
    /// How many members a set has.
    fn count(self) -> u32;
    /// The least member of a set that is not empty.
    fn rank(self) -> u16;
    /// The set of its least member; of the empty set the empty set.
    fn lowest(self) -> Self;
    /// All smaller ranks, of a set with one member.
    fn below(self) -> Self;
    /// All `rank xor 2^bit`.
    fn exchanged(self, bit: u32) -> Self;
}

macro_rules! words {
    ($($word:ty)*) => {$(
        impl Word for $word {
            const NONE: Self = 0;
            const LOG: u32 = <$word>::BITS.ilog2();
            #[inline(always)]
            fn only(rank: u16) -> Self {
                1 << (rank as u32 % <$word>::BITS)
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn rank(self) -> u16 {
                self.trailing_zeros() as u16
            }
            #[inline(always)]
            fn lowest(self) -> Self {
                self & self.wrapping_neg()
            }
            #[inline(always)]
            fn below(self) -> Self {
                self.wrapping_sub(1)
            }
            #[inline(always)]
            fn exchanged(self, bit: u32) -> Self {
                // In each pair of neighbouring fields of 2^bit bits these are the lower ones.
                const LOWER: [$word; <$word>::BITS.ilog2() as usize] = {
                    let mut lower = [0; <$word>::BITS.ilog2() as usize];
                    let mut bit = 0;
                    while bit < lower.len() {
                        lower[bit] = <$word>::MAX / ((1 << (1 << bit)) + 1);
                        bit += 1;
                    }
                    lower
                };
                let (lower, shift) = (LOWER[bit as usize], 1 << bit);
                (self & lower) << shift | self >> shift & lower
            }
        }
    )*};
}

words!(u16 u32 u64 u128);
