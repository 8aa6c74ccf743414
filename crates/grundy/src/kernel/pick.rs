//! Which splits of a heap may have one of the values that are looked for?
//!
//! Values come as two bytes, each of them linear: a byte of `G(a) xor G(b)` is the xor of the bytes of `G(a)` and
//! `G(b)`. A value that is looked for has both its bytes in two sets. Most splits have not even the low byte in its
//! set, so the high bytes are read where the low one is:
//!
//! ```text
//! x = low(a) xor low(b)                                    64 splits at once
//! picked = splits whose x is in the set of low bytes
//! picked = those of them whose high(a) xor high(b) is in the set of high bytes
//! ```
//!
//! Whether a byte is in a set of bytes: one permutation of 512 bits looks up its low seven bits, and the entry has a
//! bit for each value of the highest one.
#![allow(unsafe_code)]

use super::Kernel;
use super::dense::Planes;
use super::machine::{Machine, on};

/// Splits are looked at in multiples of this.
pub(crate) const LANES: usize = 256;

/// The values of picked splits, as bytes, with room for a group more than there are.
pub(crate) struct Picked {
    pub(crate) low: Vec<u8>,
    pub(crate) high: Vec<u8>,
    /// Vectors of 64 splits some of which have a wanted low byte, with the bits of these: room for the kernels.
    pub(super) noted: [(u64, usize); NOTED + 1],
}

/// Vectors whose low bytes are looked at before the high ones.
pub(super) const NOTED: usize = 32;

impl Picked {
    /// Room for the splits of a chunk.
    pub(crate) fn new(chunk: usize) -> Self {
        Picked { low: vec![0; chunk + LANES], high: vec![0; chunk + LANES], noted: [(0, 0); NOTED + 1] }
    }
}

/// A set of bytes, as tables.
#[derive(Clone)]
pub(crate) struct Bytes {
    /// Bit 6 of entry `b` is set for the byte `b`, bit 7 for the byte `b + 128`.
    pub(super) sevens: [u8; 128],
    /// How many there are.
    pub(super) count: usize,
}

impl Bytes {
    /// The set of the bytes that have a 1; the others have a 0.
    fn new(members: &[u8; 256]) -> Self {
        let (below, above) = members.split_at(128);
        let mut sevens = [0; 128];
        for (entry, (below, above)) in sevens.iter_mut().zip(below.iter().zip(above)) {
            *entry = below << 6 | above << 7;
        }
        Bytes { sevens, count: members.iter().map(|&member| usize::from(member)).sum() }
    }

    /// Whether a byte is in the set.
    fn has(&self, byte: u8) -> bool {
        self.sevens[usize::from(byte & 127)] >> (6 + (byte >> 7)) & 1 != 0
    }
}

/// The bytes of values that are looked for.
#[derive(Clone)]
pub(crate) struct Wanted {
    pub(super) low: Bytes,
    pub(super) high: Bytes,
}

impl Wanted {
    /// Those of these values.
    pub(crate) fn new(values: impl Iterator<Item = u16>) -> Self {
        let (mut low_members, mut high_members) = ([0; 256], [0; 256]);
        for value in values {
            let [low, high] = value.to_le_bytes();
            low_members[usize::from(low)] = 1;
            high_members[usize::from(high)] = 1;
        }
        Wanted { low: Bytes::new(&low_members), high: Bytes::new(&high_members) }
    }
}

/// Whether a kernel does this so quickly that it is worth it.
pub(crate) fn is_quick(kernel: Kernel) -> bool {
    on!(kernel, machine => machine.packs_bytes())
}

/// The values of those splits that have both bytes in the wanted sets, in their order: how many there are. The parts
/// are in step and as many as whole groups of lanes.
pub(crate) fn pick(kernel: Kernel, wanted: &Wanted, a: Planes, b: Planes, into: &mut Picked) -> usize {
    let length = a.low.len();
    assert!(length.is_multiple_of(LANES) && a.high.len() == length, "whole groups of both bytes");
    assert!(b.low.len() == length && b.high.len() == length, "a part without its other part");
    assert!(into.low.len() >= length + LANES && into.high.len() >= length + LANES, "room for all");
    // SAFETY: asserted above.
    on!(kernel, machine => unsafe { machine.pick(wanted, a, b, into) })
}

/// See [`pick`].
pub(super) fn pick_plain(wanted: &Wanted, a: Planes, b: Planes, into: &mut Picked) -> usize {
    let mut count = 0;
    for (place, (a_low, b_low)) in a.low.iter().zip(b.low).enumerate() {
        let (low, high) = (a_low ^ b_low, a.high[place] ^ b.high[place]);
        (into.low[count], into.high[count]) = (low, high);
        count += usize::from(wanted.low.has(low) && wanted.high.has(high));
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Every kernel against the comparison of each split with each byte, with few wanted bytes and with many.
        #[test]
        fn kernels_agree(
            values in prop::collection::vec(any::<u16>(), 0..300),
            most in 0usize..300,
            splits in prop::collection::vec(any::<(u16, u16)>(), 0..11 * LANES),
        ) {
            let splits = &splits[..splits.len() / LANES * LANES];
            let values = &values[..values.len().min(most)];
            let wanted = Wanted::new(values.iter().copied());
            let byte_of = |byte: usize, value: u16| value.to_le_bytes()[byte];
            let has = |byte: usize, value: u16| values.iter().any(|&v| byte_of(byte, v) == byte_of(byte, value));
            let all = splits.iter().map(|(a, b)| a ^ b);
            let expected: Vec<u16> = all.filter(|&value| has(0, value) && has(1, value)).collect();
            let plane = |byte: usize, part: fn(&(u16, u16)) -> u16| -> Vec<u8> {
                splits.iter().map(|split| part(split).to_le_bytes()[byte]).collect()
            };
            let (al, ah, bl, bh) = (plane(0, |s| s.0), plane(1, |s| s.0), plane(0, |s| s.1), plane(1, |s| s.1));
            let (a, b) = (Planes { low: &al, high: &ah }, Planes { low: &bl, high: &bh });
            for kernel in Kernel::ALL {
                let mut into = Picked::new(splits.len());
                let count = pick(kernel, &wanted, a, b, &mut into);
                let bytes = into.low[..count].iter().zip(&into.high);
                let picked: Vec<u16> = bytes.map(|(&low, &high)| u16::from_le_bytes([low, high])).collect();
                prop_assert_eq!(&picked, &expected, "{}", kernel);
            }
        }
    }

    #[test]
    fn a_set_has_what_was_put_into_it() {
        for byte in 0..=255 {
            let Wanted { low, high } = Wanted::new([0x0700 | u16::from(byte), u16::from(byte) << 8].into_iter());
            assert!((0..=255).all(|other| low.has(other) == (other == byte || other == 0)));
            assert!((0..=255).all(|other| high.has(other) == (other == byte || other == 7)));
            assert_eq!((low.count, high.count), (1 + usize::from(byte != 0), 1 + usize::from(byte != 7)));
        }
    }
}
