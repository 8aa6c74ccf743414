//! Which splits of a heap may have one of the values that are looked for?
//!
//! Values come as two bytes, each of them linear: a byte of `G(a) xor G(b)` is the xor of the bytes of `G(a)` and
//! `G(b)`. The values that are looked for are dealt into eight groups, all that share the low seven bits into the same
//! one. A table has for the low seven bits of each byte the groups of values that have them in their low byte, a second
//! one those that have them in their high byte. A split is picked when some group is in both of its entries:
//!
//! ```text
//! x = low(a) xor low(b), y = high(a) xor high(b)                                       64 splits at once
//! picked = splits whose entries, of x in the first table and of y in the second, share a bit
//! ```
//!
//! So every split that has one of the values is picked, and few others are. An entry is one permutation of 512 bits.
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
}

impl Picked {
    /// Room for the splits of a chunk.
    pub(crate) fn new(chunk: usize) -> Self {
        Picked { low: vec![0; chunk + LANES], high: vec![0; chunk + LANES] }
    }
}

/// For the low seven bits of each byte, a bit for each group of values that are looked for and have them.
pub(super) type Table = [u8; 128];

/// The values that are looked for, as tables of their bytes.
#[derive(Clone)]
pub(crate) struct Wanted {
    pub(super) low: Table,
    pub(super) high: Table,
}

impl Wanted {
    /// These values.
    pub(crate) fn new(values: impl Iterator<Item = u16> + Clone) -> Self {
        let mut counts = [0; 128];
        values.clone().for_each(|value| counts[usize::from(value & 127)] += 1);
        // The low bits that some values have, after how many have them.
        let (mut lows, mut length) = ([0u32; 128], 0);
        for (bits, count) in (0..).zip(counts) {
            lows[length] = count << 7 | bits;
            length += usize::from(count > 0);
        }
        // Like goes with like: where many values share a group, nearly every high byte has one of them, and their low
        // bits should be those of few splits. Of such splits many values are still looked for.
        let lows = &mut lows[..length];
        lows.sort_unstable();
        let mut groups = [0; 128];
        for (place, low) in lows.iter().enumerate() {
            groups[(low & 127) as usize] = 1 << (place * 8 / length);
        }
        let (mut low, mut high) = ([0; 128], [0; 128]);
        for [low_byte, high_byte] in values.map(u16::to_le_bytes) {
            let group = groups[usize::from(low_byte & 127)];
            low[usize::from(low_byte & 127)] |= group;
            high[usize::from(high_byte & 127)] |= group;
        }
        Wanted { low, high }
    }

    /// Whether a split with these bytes is picked.
    fn picks(&self, low: u8, high: u8) -> bool {
        self.low[usize::from(low & 127)] & self.high[usize::from(high & 127)] != 0
    }
}

/// Whether a kernel does this so quickly that it is worth it.
pub(crate) fn is_quick(kernel: Kernel) -> bool {
    on!(kernel, machine => machine.packs_bytes())
}

/// The values of the splits that may have a wanted one, in their order: how many there are. The parts are in step and
/// as many as whole groups of lanes.
pub(crate) fn pick(kernel: Kernel, wanted: &Wanted, a: Planes, b: Planes, into: &mut Picked) -> usize {
    let length = a.low.len();
    assert!(length.is_multiple_of(LANES) && a.high.len() == length, "whole groups of both bytes");
    assert!(b.low.len() == length && b.high.len() == length, "a part without its other part");
    assert!(into.low.len() >= length + LANES && into.high.len() >= length + LANES, "room for all");
    // SAFETY: asserted above.
    on!(kernel, machine => unsafe { machine.pick(wanted, a, b, into) })
}

/// Says that these bytes are read soon.
pub(crate) fn soon(kernel: Kernel, bytes: Planes) {
    on!(kernel, machine => machine.soon(bytes));
}

/// See [`pick`].
pub(super) fn pick_plain(wanted: &Wanted, a: Planes, b: Planes, into: &mut Picked) -> usize {
    let mut count = 0;
    for (place, (a_low, b_low)) in a.low.iter().zip(b.low).enumerate() {
        let (low, high) = (a_low ^ b_low, a.high[place] ^ b.high[place]);
        (into.low[count], into.high[count]) = (low, high);
        count += usize::from(wanted.picks(low, high));
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Every kernel picks the same: all splits that have a wanted value, and of the others only those whose bytes
        /// are, but for the highest bits, those of two wanted values; few values are wanted, or many.
        #[test]
        fn kernels_agree(
            values in prop::collection::vec(any::<u16>(), 0..300),
            most in 0usize..300,
            splits in prop::collection::vec(any::<(u16, u16)>(), 0..11 * LANES),
        ) {
            let splits = &splits[..splits.len() / LANES * LANES];
            let values = &values[..values.len().min(most)];
            let wanted = Wanted::new(values.iter().copied());
            let all = splits.iter().map(|(a, b)| a ^ b);
            let expected: Vec<u16> = all.filter(|value| wanted.picks(*value as u8, (value >> 8) as u8)).collect();
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
            for value in splits.iter().map(|(a, _)| *a).chain(values.iter().copied()) {
                let [low, high] = value.to_le_bytes();
                let has = |mask: u16| values.iter().any(|&wanted| (wanted ^ value) & mask == 0);
                if has(0xffff) || !has(0x7f) || !has(0x7f00) {
                    prop_assert_eq!(wanted.picks(low, high), has(0xffff), "{}", value);
                }
            }
        }
    }

    /// Up to eight low bytes have groups of their own: nothing is picked that differs in more than the highest bits.
    #[test]
    fn few_others_are_picked() {
        let values: Vec<u16> = (0..8).map(|k| (k * 9 + 3) << 8 | (k * 31 + 5)).collect();
        let wanted = Wanted::new(values.iter().copied());
        for value in 0..=u16::MAX {
            let is_like = values.iter().any(|&wanted| (wanted ^ value) & 0x7f7f == 0);
            assert_eq!(wanted.picks(value as u8, (value >> 8) as u8), is_like, "{value}");
        }
    }
}
