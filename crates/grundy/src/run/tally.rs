//! What is counted of all values: their [fingerprint](crate::fingerprint), how many heaps have each value, the largest
//! one.
//!
//! **Speed.** Fast engines hand over bytes, and their values are counted and unpacked two at a time: the pair is an
//! index into two tables, of counters and of values. Known games have few ranks, so little of the tables is ever
//! touched.

use crate::engine::{Palette, Ranks};
use crate::fingerprint::Fingerprint;
use serde::{Deserialize, Serialize};

/// Pairs are counted in 32 bits; they are added up before this many values.
const SETTLE: u64 = 1 << 31;

/// Stands for the first heap of a value that no heap has.
const NEVER: u64 = u64::MAX;
/// With more ranks than this to look for, each heap is looked at.
const MANY: usize = 12;

/// Statistics of `G(0) … G(count - 1)`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    count: u64,
    #[serde(flatten)]
    fingerprint: Fingerprint,
    /// How many heaps have each value.
    histogram: Vec<u64>,
    largest: Option<(u16, u64)>,
    /// For each value the first heap that has it, or [`NEVER`].
    firsts: Vec<u64>,
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
    /// The ranks up to the largest one so far of which some value never occurred; none before they are looked for.
    new: Option<(u8, Vec<u8>)>,
}

impl Pairs {
    fn new(palette: &Palette) -> Self {
        let value = |pair: u16| {
            let [even, odd] = pair.to_le_bytes();
            u32::from(palette.value(0, even)) | u32::from(palette.value(1, odd)) << 16
        };
        let values: Vec<u32> = (0..=u16::MAX).map(value).collect();
        let fixed = |list: Vec<u32>| -> Box<[u32; 1 << 16]> { list.try_into().expect("the length is right") };
        Pairs {
            palette: palette.clone(),
            values: fixed(values),
            counts: fixed(vec![0; 1 << 16]),
            counted: 0,
            new: None,
        }
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

    /// Whether it can be of some values.
    pub(super) fn check(&self) -> Result<(), &'static str> {
        let counted = self.histogram.iter().try_fold(0u64, |sum, &count| sum.checked_add(count));
        if counted != Some(self.count) || self.fingerprint.pending() as u64 != self.count % 4096 {
            return Err("the statistics do not add up");
        }
        let largest = self.histogram.iter().rposition(|&count| count > 0).map(|value| value as u16);
        let fits = |&heap: &u64| heap < self.count || heap == NEVER;
        if largest != self.largest.map(|(value, _)| value) || !self.firsts.iter().all(fits) {
            return Err("the largest value and the histogram do not fit");
        }
        Ok(())
    }

    /// Whether both counted the same values.
    pub(super) fn agrees(&self, other: &Tally) -> bool {
        let settled = |tally: &Tally| {
            let mut tally = tally.clone();
            tally.settle();
            tally
        };
        settled(self) == settled(other)
    }

    /// For each value that occurred the first heap that has it, ascending by value.
    pub fn firsts(&self) -> impl Iterator<Item = (u16, u64)> {
        (0..).zip(self.firsts.iter().copied()).filter(|&(_, heap)| heap != NEVER)
    }

    /// Counts values.
    pub fn block(&mut self, values: &[u16]) {
        for &value in values {
            self.note(self.count, value);
            self.add(value, 1);
            self.fingerprint.add([value]);
            self.count += 1;
        }
    }

    /// Counts values given as ranks, those after the values counted so far.
    pub fn ranks(&mut self, ranks: Ranks) {
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
        self.look_for_new(ranks, &mut pairs.new);
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

    /// Heap `n` has this value.
    fn note(&mut self, n: u64, value: u16) {
        if self.largest.is_none_or(|(largest, at)| value > largest || value == largest && n < at) {
            self.largest = Some((value, n));
        }
        let place = usize::from(value);
        if place >= self.firsts.len() {
            self.firsts.resize(place + 1, NEVER);
        }
        self.firsts[place] = self.firsts[place].min(n);
    }

    fn is_new(&self, value: u16) -> bool {
        self.firsts.get(usize::from(value)).is_none_or(|&heap| heap == NEVER)
    }

    /// Notes values that occur for the first time. Ranks of which all values are known are not looked at, so a block
    /// costs hardly more than the search for its largest rank.
    fn look_for_new(&mut self, ranks: Ranks, known: &mut Option<(u8, Vec<u8>)>) {
        let Ranks { from, bytes, palette } = ranks;
        let Some(top) = bytes.iter().copied().max() else { return };
        let new = |tally: &Tally, rank: u8| [0, 1].iter().any(|&n| tally.is_new(palette.value(n, rank)));
        if known.as_ref().is_none_or(|&(largest, _)| top > largest) {
            *known = Some((top, (0..=top).filter(|&rank| new(self, rank)).collect()));
        }
        let Some((_, wanted)) = known else { return };
        if wanted.len() > MANY {
            for (n, value) in (from..).zip(ranks.values()) {
                if self.is_new(value) {
                    self.note(n, value);
                }
            }
        } else {
            for &rank in &*wanted {
                for at in memchr::memchr_iter(rank, bytes) {
                    let n = from + at as u64;
                    let value = palette.value(n, rank);
                    if self.is_new(value) {
                        self.note(n, value);
                        if !new(self, rank) {
                            break;
                        }
                    }
                }
            }
        }
        wanted.retain(|&rank| new(self, rank));
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
        fn cuts_do_not_matter(
            ranks in prop::collection::vec(0u8..40, 0..20_000),
            cuts in prop::collection::vec((1usize..6000, any::<bool>()), 0..20),
        ) {
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
