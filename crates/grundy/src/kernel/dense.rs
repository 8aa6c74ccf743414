//! Which of a few values do the splits of a heap reach? Up to [`SLOTS`] values are asked for in one pass.
//!
//! A value is read as nibbles (4 bits each). Slot `s` puts its bit into the table of nibble `k` at the entry of its own
//! nibble `k`; a split with value `x = G(a) xor G(b)` reaches the slot exactly when its bit is in the entry `x_k` of
//! *every* table:
//!
//! ```text
//! reached |= table_0[x_0] & table_1[x_1] & …
//! ```
//!
//! A table of 16 bytes is one byte-shuffle for 32 splits, so 8 slots cost about 3 instructions for each nibble and 32
//! splits, where a comparison with each value would cost 32. Values are kept as planes of low and high bytes, and also
//! reversed, so that `G(a)` and `G(rest - a)` are both read forward.
//!
//! A byte-permutation of 512 bits looks up 64 entries by six bits, for 64 splits: values below 4096 are then two digits
//! of six bits, and 8 slots cost three instructions for 64 splits. One of two vectors looks up 128 entries: values
//! below 16384 are two digits of seven bits.
#![allow(unsafe_code)]

use super::Kernel;
use super::machine::{Machine, on};

/// How many values one pass can ask for.
pub(crate) const SLOTS: usize = 64;

/// Splits are scanned in multiples of this.
pub(crate) const LANES: usize = 64;

/// Two byte planes of equally many heaps.
#[derive(Clone, Copy)]
pub(crate) struct Planes<'a> {
    /// The low bytes of the values.
    pub(crate) low: &'a [u8],
    /// The high bytes.
    pub(crate) high: &'a [u8],
}

/// The tables of up to [`SLOTS`] values: for each group of 8 slots, one table for each digit.
#[derive(Clone)]
pub(crate) struct Probe {
    kernel: Kernel,
    /// The nibbles of a value.
    pub(super) nibbles: u32,
    pub(super) tables: Tables,
    pub(super) groups: usize,
}

/// By which digits values are looked up.
#[derive(Clone)]
#[expect(clippy::large_enum_variant, reason = "there is one at a time, and it is not moved")]
pub(super) enum Tables {
    /// Of four bits: any value.
    Nibbles([[[u8; 16]; 4]; SLOTS / 8]),
    /// Two of six bits: values below 4096.
    Sixes([[[u8; 64]; 2]; SLOTS / 8]),
    /// Two of seven bits: values below 16384.
    Sevens([[[u8; 128]; 2]; SLOTS / 8]),
}

/// The bits that two long digits have.
const TWO_SIXES: u32 = 12;
const TWO_SEVENS: u32 = 14;

impl Probe {
    /// For values below `2^bits`; no slot is in use.
    pub(crate) fn new(kernel: Kernel, bits: u32) -> Self {
        let has_long_digits = on!(kernel, machine => machine.permutes_64());
        let tables = match bits {
            0..=TWO_SIXES if has_long_digits => Tables::Sixes([[[0; 64]; 2]; SLOTS / 8]),
            0..=TWO_SEVENS if has_long_digits => Tables::Sevens([[[0; 128]; 2]; SLOTS / 8]),
            _ => Tables::Nibbles([[[0; 16]; 4]; SLOTS / 8]),
        };
        Probe { kernel, nibbles: bits.div_ceil(4).max(2), tables, groups: 0 }
    }

    /// Changes the bit of a slot in the entries of a value.
    fn change(&mut self, slot: usize, value: u16) {
        let bit = 1 << (slot % 8);
        match &mut self.tables {
            Tables::Nibbles(tables) => {
                for (k, table) in tables[slot / 8].iter_mut().enumerate() {
                    table[(value >> (4 * k) & 15) as usize] ^= bit;
                }
            }
            Tables::Sixes(tables) => {
                for (k, table) in tables[slot / 8].iter_mut().enumerate() {
                    table[(value >> (6 * k) & 63) as usize] ^= bit;
                }
            }
            Tables::Sevens(tables) => {
                for (k, table) in tables[slot / 8].iter_mut().enumerate() {
                    table[(value >> (7 * k) & 127) as usize] ^= bit;
                }
            }
        }
    }

    /// Puts a value into a free slot.
    pub(crate) fn put(&mut self, slot: usize, value: u16) {
        self.groups = self.groups.max(slot / 8 + 1);
        self.change(slot, value);
    }

    /// Frees the slot that asks for a value.
    pub(crate) fn take(&mut self, slot: usize, value: u16) {
        self.change(slot, value);
    }

    /// Only the slots below this one are in use from now on.
    pub(crate) fn shrink(&mut self, slots: usize) {
        self.groups = slots.div_ceil(8);
    }

    /// The set of slots (bit `s` for slot `s`) that some split reaches: `a` and `b` hold the two parts, in step. All
    /// values have as many nibbles as the probe; the length is a multiple of [`LANES`].
    pub(crate) fn scan(&self, a: Planes, b: Planes) -> u64 {
        let length = a.low.len();
        assert!(length.is_multiple_of(LANES) && a.high.len() == length, "whole vectors of both bytes");
        assert!(b.low.len() == length && b.high.len() == length, "a part without its other part");
        // SAFETY: asserted above.
        on!(self.kernel, machine => unsafe { machine.scan(self, a, b) })
    }

    pub(super) fn scan_scalar(&self, a: Planes, b: Planes) -> u64 {
        let Tables::Nibbles(tables) = &self.tables else {
            unreachable!("only machines that look up 64 entries use long digits")
        };
        let mut reached = [0; SLOTS / 8];
        for t in 0..a.low.len() {
            let low = (a.low[t] ^ b.low[t]) as usize;
            let high = if self.nibbles > 2 { (a.high[t] ^ b.high[t]) as usize } else { 0 };
            for (reached, [t0, t1, t2, t3]) in reached.iter_mut().zip(&tables[..self.groups]) {
                *reached |= t0[low & 15] & t1[low >> 4] & t2[high & 15] & t3[high >> 4];
            }
        }
        u64::from_le_bytes(reached)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn planes(values: &[u16]) -> (Vec<u8>, Vec<u8>) {
        (values.iter().map(|v| *v as u8).collect(), values.iter().map(|v| (v >> 8) as u8).collect())
    }

    proptest! {
        /// Every kernel, at every width that holds the values, against the comparison of each value with each split.
        #[test]
        fn kernels_agree(
            bits in 1u32..=16,
            asked in prop::collection::vec(any::<u16>(), 0..=SLOTS),
            pairs in prop::collection::vec(any::<(u16, u16)>(), 0..9 * LANES),
        ) {
            let mask = u16::MAX >> (16 - bits);
            let asked: Vec<u16> = asked.into_iter().map(|v| v & mask).collect();
            let pairs = &pairs[..pairs.len() / LANES * LANES];
            let (a, b): (Vec<u16>, Vec<u16>) = pairs.iter().map(|&(a, b)| (a & mask, b & mask)).unzip();
            let reached = |v: &u16| a.iter().zip(&b).any(|(a, b)| a ^ b == *v);
            let expected = asked.iter().enumerate().fold(0, |set, (s, v)| set | u64::from(reached(v)) << s);
            let ((al, ah), (bl, bh)) = (planes(&a), planes(&b));
            let (a, b) = (Planes { low: &al, high: &ah }, Planes { low: &bl, high: &bh });
            for kernel in Kernel::ALL {
                for width in bits..=16 {
                    let mut probe = Probe::new(kernel, width);
                    for (slot, &value) in asked.iter().enumerate() {
                        probe.put(slot, !value);
                        probe.take(slot, !value);
                        probe.put(slot, value);
                    }
                    prop_assert_eq!(probe.scan(a, b), expected, "{}, {} bits", kernel, width);
                }
            }
        }
    }
}
