//! What is counted of all values: their [fingerprint](crate::fingerprint), how many heaps have each value, the largest one.
//!
//! **Speed.** Fast engines hand over bytes, and their values are counted and unpacked two at a time: the pair is an index into two
//! tables, of counters and of values. Known games have few ranks, so little of the tables is ever touched.

use crate::engine::{Palette, Ranks};
use crate::fingerprint::Fingerprint;
use serde::{Deserialize, Serialize};

/// Pairs are counted in 32 bits; they are added up before so many values.
const SETTLE: u64 = 1 << 31;

/// Statistics of `G(0) … G(count - 1)`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    count: u64,
    #[serde(flatten)]
    fingerprint: Fingerprint,
    /// How many heaps have each value.
    histogram: Vec<u64>,
    largest: Option<(u16, u64)>,
    #[serde(skip)]
    pairs: Option<Box<Pairs>>,
}

/// For each pair of ranks, of an even heap and the next one: the bytes of its values, and how often it occurred.
#[derive(Clone, Debug, PartialEq)]
struct Pairs {
    palette: Palette,
    values: Box<[u32; 1 << 16]>,
    counts: Box<[u32; 1 << 16]>,
    counted: u64,
}

impl Pairs {
    fn new(palette: &Palette) -> Self {
        let value = |pair: u16| {
            let [even, odd] = pair.to_le_bytes();
            u32::from(palette.value(0, even)) | u32::from(palette.value(1, odd)) << 16
        };
        let values: Vec<u32> = (0..=u16::MAX).map(value).collect();
        let fixed = |list: Vec<u32>| -> Box<[u32; 1 << 16]> { list.try_into().expect("the length is right") };
        Pairs { palette: palette.clone(), values: fixed(values), counts: fixed(vec![0; 1 << 16]), counted: 0 }
    }
}

impl Tally {
    /// How many values were counted.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The hash of all values.
    pub fn hash(&self) -> u64 {
        self.fingerprint.hash()
    }

    /// The largest value and the first heap that has it.
    pub fn largest(&self) -> Option<(u16, u64)> {
        self.largest
    }

    /// How many heaps have each value; [`settle`](Self::settle) brings it up to date.
    pub fn histogram(&self) -> &[u64] {
        &self.histogram
    }

    /// Counts values.
    pub fn block(&mut self, values: &[u16]) {
        for &value in values {
            if self.largest.is_none_or(|(largest, _)| value > largest) {
                self.largest = Some((value, self.count));
            }
            self.add(value, 1);
            self.fingerprint.add([value]);
            self.count += 1;
        }
    }

    /// Counts values given as ranks, those after the values counted so far.
    pub fn ranks(&mut self, ranks: Ranks) {
        self.look_for_largest(ranks);
        let Ranks { bytes, palette, .. } = ranks;
        let (first, mut rest) = bytes.split_at(bytes.len().min((self.count & 1) as usize));
        if let &[rank] = first {
            self.block(&[palette.value(self.count, rank)]);
        }
        let mut pairs = match self.pairs.take() {
            Some(pairs) if pairs.palette == *palette && pairs.counted < SETTLE => pairs,
            old => {
                self.pairs = old;
                self.settle();
                Box::new(Pairs::new(palette))
            }
        };
        while rest.len() >= 2 {
            let (now, later) = rest.split_at(self.fingerprint.room().min(rest.len() & !1));
            self.fingerprint.fill(now.len(), |bytes| {
                for (ranks, bytes) in now.chunks_exact(2).zip(bytes.chunks_exact_mut(4)) {
                    let pair = usize::from(u16::from_le_bytes([ranks[0], ranks[1]]));
                    pairs.counts[pair] += 1;
                    bytes.copy_from_slice(&pairs.values[pair].to_le_bytes());
                }
            });
            self.count += now.len() as u64;
            pairs.counted += now.len() as u64;
            rest = later;
        }
        self.pairs = Some(pairs);
        if let &[rank] = rest {
            self.block(&[palette.value(self.count, rank)]);
        }
    }

    /// Adds up the pairs.
    pub fn settle(&mut self) {
        if let Some(pairs) = self.pairs.take() {
            for (pair, &count) in pairs.counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
                let values = pairs.values[pair];
                self.add(values as u16, count.into());
                self.add((values >> 16) as u16, count.into());
            }
        }
    }

    fn add(&mut self, value: u16, count: u64) {
        let value = usize::from(value);
        if value >= self.histogram.len() {
            self.histogram.resize(value + 1, 0);
        }
        self.histogram[value] += count;
    }

    /// Ranks are in the order of the values for each parity of the heap: blocks whose largest rank means nothing new are not
    /// looked at further.
    fn look_for_largest(&mut self, ranks: Ranks) {
        let Some(top) = ranks.bytes.iter().copied().max() else { return };
        let at_most = ranks.palette.value(0, top).max(ranks.palette.value(1, top));
        if self.largest.is_none_or(|(largest, _)| at_most > largest) {
            for (n, value) in (ranks.from..).zip(ranks.values()) {
                if self.largest.is_none_or(|(largest, _)| value > largest) {
                    self.largest = Some((value, n));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sparse::Space;
    use proptest::prelude::*;

    proptest! {
        /// However values are cut, and whether they come as ranks or not, the tally is the same.
        #[test]
        fn cuts_do_not_matter(ranks in prop::collection::vec(0u8..40, 0..20_000), cuts in prop::collection::vec((1usize..6000, any::<bool>()), 0..20)) {
            let palette = Palette::new(Space { mask: 0x3, parity: 1, kappa: 0 });
            let all = Ranks { from: 0, bytes: &ranks, palette: &palette };
            let values: Vec<u16> = all.values().collect();
            let mut whole = Tally::default();
            whole.block(&values);
            let mut tally = Tally::default();
            let mut at = 0;
            for (length, as_ranks) in cuts.into_iter().chain([(ranks.len(), true)]) {
                let to = (at + length).min(ranks.len());
                let piece = Ranks { from: at as u64, bytes: &ranks[at..to], palette: &palette };
                if as_ranks { tally.ranks(piece) } else { tally.block(&values[at..to]) }
                at = to;
            }
            tally.settle();
            prop_assert_eq!(&tally, &whole);
            prop_assert_eq!(tally.hash(), whole.hash());
            prop_assert_eq!(tally.histogram().iter().sum::<u64>(), ranks.len() as u64);
        }
    }
}
