//! What is counted of all values: a hash, how many heaps have each value, the largest one.
//!
//! **The hash** depends on the values alone, not on how they were cut into blocks or where a run was interrupted: chunks of 4096
//! values, two bytes each, the low one first, are hashed by XXH3 (64 bits), each with the hash of everything before it as its seed.
//! The last chunk may be shorter.
//!
//! **Speed.** Fast engines hand over bytes, and their values are counted and unpacked two at a time: the pair is an index into two
//! tables, of counters and of values. Known games have few ranks, so little of the tables is ever touched.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Bytes of a full chunk.
const CHUNK: usize = 2 * 4096;
/// Pairs are counted in 32 bits; they are added up before so many values.
const SETTLE: u64 = 1 << 31;

/// Statistics of `G(0) … G(count - 1)`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    count: u64,
    /// Of all full chunks.
    hash: u64,
    /// The bytes of the chunk that is not full.
    pending: Vec<u8>,
    /// How many heaps have each value.
    histogram: Vec<u64>,
    largest: Option<(u16, u64)>,
    #[serde(skip)]
    pairs: Option<Box<Pairs>>,
}

/// For each pair of ranks, of an even heap and the next one: the bytes of its values, and how often it occurred.
#[derive(Clone, Debug, PartialEq)]
struct Pairs {
    table: [[u16; 256]; 2],
    values: Box<[u32; 1 << 16]>,
    counts: Box<[u32; 1 << 16]>,
    counted: u64,
}

impl Pairs {
    fn new(table: &[[u16; 256]; 2]) -> Self {
        let value = |pair: u16| {
            let [even, odd] = pair.to_le_bytes();
            u32::from(table[0][even as usize]) | u32::from(table[1][odd as usize]) << 16
        };
        let values: Vec<u32> = (0..=u16::MAX).map(value).collect();
        let fixed = |list: Vec<u32>| -> Box<[u32; 1 << 16]> { list.try_into().expect("the length is right") };
        Pairs { table: *table, values: fixed(values), counts: fixed(vec![0; 1 << 16]), counted: 0 }
    }
}

impl Tally {
    /// How many values were counted.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The hash of all values.
    pub fn hash(&self) -> u64 {
        if self.pending.is_empty() { self.hash } else { xxh3_64_with_seed(&self.pending, self.hash) }
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
            self.pending.extend_from_slice(&value.to_le_bytes());
            self.count += 1;
            self.hash_full();
        }
    }

    /// Counts values given as ranks.
    pub fn ranks(&mut self, ranks: &[u8], table: &[[u16; 256]; 2]) {
        self.look_for_largest(ranks, table);
        let value = |n: u64, rank: u8| table[(n & 1) as usize][rank as usize];
        let (first, mut rest) = ranks.split_at(ranks.len().min((self.count & 1) as usize));
        if let &[rank] = first {
            self.block(&[value(self.count, rank)]);
        }
        let mut pairs = match self.pairs.take() {
            Some(pairs) if pairs.table == *table && pairs.counted < SETTLE => pairs,
            old => {
                self.pairs = old;
                self.settle();
                Box::new(Pairs::new(table))
            }
        };
        while rest.len() >= 2 {
            let filled = self.pending.len();
            let (now, later) = rest.split_at(((CHUNK - filled) / 2).min(rest.len() & !1));
            self.pending.resize(filled + 2 * now.len(), 0);
            for (ranks, bytes) in now.chunks_exact(2).zip(self.pending[filled..].chunks_exact_mut(4)) {
                let pair = usize::from(u16::from_le_bytes([ranks[0], ranks[1]]));
                pairs.counts[pair] += 1;
                bytes.copy_from_slice(&pairs.values[pair].to_le_bytes());
            }
            self.count += now.len() as u64;
            pairs.counted += now.len() as u64;
            self.hash_full();
            rest = later;
        }
        self.pairs = Some(pairs);
        if let &[rank] = rest {
            self.block(&[value(self.count, rank)]);
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

    fn hash_full(&mut self) {
        if self.pending.len() == CHUNK {
            self.hash = xxh3_64_with_seed(&self.pending, self.hash);
            self.pending.clear();
        }
    }

    /// Ranks are in the order of the values for each parity of the heap: blocks whose largest rank means nothing new are not
    /// looked at further.
    fn look_for_largest(&mut self, ranks: &[u8], table: &[[u16; 256]; 2]) {
        let Some(top) = ranks.iter().copied().max() else { return };
        let at_most = table[0][top as usize].max(table[1][top as usize]);
        if self.largest.is_none_or(|(largest, _)| at_most > largest) {
            for (n, &rank) in (self.count..).zip(ranks) {
                let value = table[(n & 1) as usize][rank as usize];
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
    use proptest::prelude::*;

    proptest! {
        /// However values are cut, and whether they come as ranks or not, the tally is the same.
        #[test]
        fn cuts_do_not_matter(ranks in prop::collection::vec(0u8..40, 0..20_000), cuts in prop::collection::vec((1usize..6000, any::<bool>()), 0..20)) {
            let table: [[u16; 256]; 2] = [0, 1].map(|odd| std::array::from_fn(|rank| 2 * rank as u16 + (rank as u16 + odd) % 2));
            let values: Vec<u16> = ranks.iter().enumerate().map(|(n, &rank)| table[n & 1][rank as usize]).collect();
            let mut whole = Tally::default();
            whole.block(&values);
            let mut tally = Tally::default();
            let mut at = 0;
            for (length, as_ranks) in cuts.into_iter().chain([(ranks.len(), true)]) {
                let to = (at + length).min(ranks.len());
                if as_ranks { tally.ranks(&ranks[at..to], &table) } else { tally.block(&values[at..to]) }
                at = to;
            }
            tally.settle();
            prop_assert_eq!(&tally, &whole);
            prop_assert_eq!(tally.hash(), whole.hash());
            prop_assert_eq!(tally.histogram().iter().sum::<u64>(), ranks.len() as u64);
        }
    }
}
