//! The values that marked splits have, of four neighbouring heaps at once.
//!
//! A split of heap `n` and one of its neighbours share their smaller part `a`, and their larger parts are neighbours,
//! too: four of them are one load of eight bytes. Each value then takes a store, one byte for a value, so that all
//! marks of a heap stay in the nearest cache.

use crate::kernel::dense::SLOTS;
use std::ops::Range;

/// Heaps that are marked together.
pub(super) const TOGETHER: usize = 4;

/// A set of values, a byte for each: 1 when it is in the set.
#[derive(Clone)]
pub(super) struct Marks(Box<[u8; 1 << 16]>);

impl Marks {
    pub(super) fn new() -> Self {
        Marks(vec![0; 1 << 16].try_into().expect("the length is right"))
    }

    /// Empties the set of values below `bound`.
    pub(super) fn clear(&mut self, bound: usize) {
        self.0[..bound].fill(0);
    }

    /// Adds a value.
    #[inline(always)]
    pub(super) fn set(&mut self, value: u16) {
        self.0[value as usize] = 1;
    }

    /// Whether a value is in the set.
    pub(super) fn has(&self, value: u16) -> bool {
        self.0[value as usize] != 0
    }

    /// The least value that is not in the set.
    pub(super) fn mex(&self) -> Option<u16> {
        self.0.iter().position(|&mark| mark == 0).map(|value| value as u16)
    }

    /// The first [`SLOTS`] values of a range that are not in the set, ascending: how many there are. Eight values are
    /// told by a table, without a branch that nobody could foretell, so there is room for some more.
    pub(super) fn unmarked(&self, range: Range<usize>, into: &mut [u16; SLOTS + 8]) -> usize {
        let mut count = 0;
        for first in (range.start / 8 * 8..range.end).step_by(8) {
            let marks = self.0[first..].first_chunk().expect("as many values as there are, by eight");
            let open = !u64::from_le_bytes(*marks) & 0x0101_0101_0101_0101;
            // The first bits of the bytes come together in the last byte of the product: there are no carries.
            let mut open = (open.wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize;
            open &= 0xff << range.start.saturating_sub(first);
            open &= 0xff >> (first + 8).saturating_sub(range.end);
            let places = PLACES[open].map(|place| first as u16 + u16::from(place));
            into[count..count + 8].copy_from_slice(&places);
            count += open.count_ones() as usize;
            if count >= SLOTS {
                return SLOTS;
            }
        }
        count
    }
}

/// The places of the bits of a byte, ascending; the rest is 0.
const PLACES: [[u8; 8]; 256] = {
    let mut places = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut count, mut bit) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                places[byte][count] = bit as u8;
                count += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    places
};

/// Marks the splits of [`TOGETHER`] neighbouring heaps: `a` are the smaller parts, and `b` the larger ones, of which
/// the first heap has the first `N`, backwards, the second heap those from the second on, and so on.
#[inline]
pub(super) fn mark<const N: usize>(sets: &mut [Marks; TOGETHER], a: &[u16; N], b: &[u16]) {
    let [first, second, third, fourth] = sets;
    let fours = b.windows(TOGETHER).rev();
    for (&a, b) in a.iter().zip(fours) {
        let b = (0..).zip(b).fold(0, |all, (place, &b)| all | u64::from(b) << (16 * place));
        let values = b ^ (u64::from(a) * 0x0001_0001_0001_0001);
        first.set(values as u16);
        second.set((values >> 16) as u16);
        third.set((values >> 32) as u16);
        fourth.set((values >> 48) as u16);
    }
}

/// Marks the splits of one heap: `a` are the smaller parts, and `b` the larger ones, backwards.
#[inline]
pub(super) fn mark_alone<const N: usize>(set: &mut Marks, a: &[u16; N], b: &[u16; N]) {
    let values: [u16; N] = std::array::from_fn(|place| a[place] ^ b[N - 1 - place]);
    for value in values {
        set.set(value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Each of the four has the values of its own splits, and what is unmarked is the rest.
        #[test]
        fn four_heaps_at_once(
            a in prop::array::uniform8(0u16..500),
            b in prop::collection::vec(0u16..500, 8 + TOGETHER - 1),
            range in (0usize..600, 0usize..600),
        ) {
            let mut sets = [(); TOGETHER].map(|()| Marks::new());
            mark(&mut sets, &a, &b);
            for (heap, set) in sets.iter_mut().enumerate() {
                let values: Vec<u16> = (0..8).map(|k| a[k] ^ b[heap + 7 - k]).collect();
                prop_assert!((0..512).all(|v| set.has(v) == values.contains(&v)));
                let mut alone = Marks::new();
                mark_alone(&mut alone, &a, b[heap..].first_chunk::<8>().unwrap());
                prop_assert!((0..512).all(|v| alone.has(v) == set.has(v)));
                let expected: Vec<u16> = (range.0..range.1).map(|v| v as u16).filter(|v| !values.contains(v)).collect();
                let mut open = [0; SLOTS + 8];
                let count = set.unmarked(range.0..range.1, &mut open);
                prop_assert_eq!(&open[..count], &expected[..expected.len().min(SLOTS)]);
                prop_assert_eq!(set.mex(), (0..=8).find(|v| !values.contains(v)));
                set.clear(512);
                prop_assert!((0..512).all(|v| !set.has(v)));
            }
        }
    }
}
