//! Options as seen from their heap, in ranks.
//!
//! **Ranks.** Let j be the lowest bit of the mask. Of a value that is common at its heap, bit j follows from the
//! others; so the *rank*, the value without bit j, says all. Xor of values is xor of ranks. Two values of one class
//! compare as their ranks do: where they first differ, from above, is not bit j, or the number of mask bits in which
//! they differ would be odd. A rare value v and a common value c at one heap that agree above bit j differ in bit j, so
//! `v < c` exactly when c has it.
//!
//! **Classes.** Beyond the last rare heap all heaps are common. A split with a rare part has then a common value, one
//! with two common parts a rare value, and an option of one heap, i removed, has the class `kappa + pi i`: it counts
//! among the commons or among the rares, always.

use super::{Proof, Space};

/// An option as seen from its heap: the distance to the part that varies, and the rank to xor with it.
pub type Term = (u32, u16);

/// The ranks of values.
#[derive(Clone, Copy)]
pub struct Ranks {
    space: Space,
    /// The lowest bit of the mask.
    pub bit: u32,
}

impl Ranks {
    /// Those for the space of a proof, with this number of bits; none where a first value, or a value of these windows,
    /// has more of them, or a heap that is looked back at is too far away.
    pub fn new<'a>(proof: &Proof, bits: u32, mut windows: impl Iterator<Item = &'a [u16]>) -> Option<Self> {
        let bit = proof.space.mask.trailing_zeros();
        let fits = |values: &[u16]| values.iter().all(|&value| u32::from(value) >> (bits + 1) == 0);
        let reach = proof.window() + proof.depth + proof.k;
        let is_small = proof.space.mask != 0 && bit <= bits && u32::try_from(reach).is_ok();
        (is_small && fits(&proof.head) && windows.all(fits)).then_some(Ranks { space: proof.space, bit })
    }

    pub fn of(self, value: u16) -> u16 {
        let low = (1 << self.bit) - 1;
        value & low | value >> 1 & !low
    }

    /// The value of this rank that is common at `n`.
    pub fn common(self, n: u64, rank: u16) -> u16 {
        let low = (1 << self.bit) - 1;
        let without = rank & low | (rank & !low) << 1;
        if self.space.is_common(n, without) { without } else { without | 1 << self.bit }
    }

    /// Whether that value has the bit that ranks leave out.
    pub fn has_bit(self, n: u64, rank: u16) -> bool {
        self.common(n, rank) >> self.bit & 1 == 1
    }
}

/// The options that have common values, and those of one heap that have rare values.
pub fn terms(proof: &Proof, ranks: Ranks) -> (Vec<Term>, Vec<Term>) {
    let singles = proof.singles.iter().map(|&i| (i as u32, 0));
    let (mut commons, rares): (Vec<Term>, Vec<Term>) =
        singles.partition(|&(i, _)| (proof.space.parity * u64::from(i)).is_multiple_of(2));
    for &(a, value) in &proof.rares {
        commons.extend(proof.breaks.iter().map(|i| ((i + a) as u32, ranks.of(value))));
    }
    (commons, rares)
}

/// The splits into two common parts, one of them at most the depth, smaller parts first.
pub fn parts(proof: &Proof, ranks: Ranks) -> Vec<Term> {
    let common = (1..=proof.depth).filter(|&a| proof.space.is_common(a, proof.head[a as usize]));
    let splits = |a: u64| proof.breaks.iter().map(move |i| ((i + a) as u32, ranks.of(proof.head[a as usize])));
    common.flat_map(splits).collect()
}
