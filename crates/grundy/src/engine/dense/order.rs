//! Which chunks of splits are worth looking at first, far out.
//!
//! The values that are hard to reach are not reached evenly: most of their splits have a part among a few stretches of
//! heaps. In `.163` near heap 16,600,000, of the splits whose values are below the mex and that an even tenth of all
//! splits does not reach, 36 % are in the best tenth of the chunks, and of those that three tenths do not reach 50 %;
//! what 64 heaps tell is true of later ones. So from time to time all splits of one heap are looked at. A chunk is worth
//! the more the more of its splits have values below the mex that an even share of the splits does not reach. Older
//! heaps count less and less.
//!
//! The order costs or saves time. No value depends on it.

use super::marks::Marks;
use super::{FAR_CHUNK, PIECE, Splits, scattered};
use std::cmp::Reverse;

/// One split of so many is looked at to tell which values are easily reached.
const SHARE: usize = 8;
/// A heap is worth so much less when the next one is looked at.
const FADES: u64 = 8;
/// Worths are counted in parts.
const PARTS: u64 = 1 << 10;
/// The first heaps are looked at one after the other, then one of so many.
const AT_ONCE: usize = 8;
const SELDOM: usize = 1 << 10;

/// What the chunks of splits are worth, by what heaps have taught.
pub(super) struct Order {
    /// For each break, the worth of its chunks.
    worth: Vec<Vec<u64>>,
    /// All of them, as places of their break and of their own, those that are worth most first.
    ranked: Vec<(usize, usize)>,
    /// How many heaps have been looked at.
    taught: usize,
    /// Up to where nothing is to be learned.
    fresh: usize,
    reached: Marks,
}

impl Order {
    pub(super) fn new(far: usize) -> Self {
        Order { worth: Vec::new(), ranked: Vec::new(), taught: 0, fresh: far, reached: Marks::new() }
    }

    /// Looks at the splits of the last heap, when it is time. It has splits.
    pub(super) fn learn(&mut self, breaks: &[usize], values: &[u16]) {
        let n = values.len() - 1;
        if n < self.fresh {
            return;
        }
        self.taught += 1;
        self.fresh = if self.taught < AT_ONCE { n + 1 } else { n + n / SELDOM };
        self.reached.clear(1 << 16);
        for splits in breaks.iter().map(|&i| Splits::new(n, i, n)) {
            for piece in 0..splits.len() / (SHARE * PIECE) {
                let from = scattered(piece, splits.len() - PIECE);
                values_of(values, splits, from, PIECE).for_each(|value| self.reached.set(value));
            }
        }
        self.worth.resize(breaks.len(), Vec::new());
        self.ranked.clear();
        for (place, splits) in breaks.iter().map(|&i| Splits::new(n, i, n)).enumerate() {
            let worth = &mut self.worth[place];
            worth.resize(splits.len().div_ceil(FAR_CHUNK), 0);
            for (chunk, worth) in worth.iter_mut().enumerate() {
                let is_hard = |&value: &u16| value < values[n] && !self.reached.has(value);
                let hard = values_of(values, splits, chunk * FAR_CHUNK, FAR_CHUNK).filter(is_hard).count();
                *worth = *worth - *worth / FADES + hard as u64 * PARTS;
            }
            self.ranked.extend((0..worth.len()).map(|chunk| (place, chunk)));
        }
        self.ranked.sort_by_key(|&(place, chunk)| Reverse(self.worth[place][chunk]));
    }

    /// The chunks that heaps have taught about, as places of their break and of their own, the best first.
    pub(super) fn ranked(&self) -> &[(usize, usize)] {
        &self.ranked
    }
}

/// The values of some splits of one break, as far as there are.
fn values_of(values: &[u16], splits: Splits, from: usize, count: usize) -> impl Iterator<Item = u16> {
    let first = splits.first + from;
    let end = (splits.rest / 2 + 1).min(first + count);
    let larger = values[..=splits.rest - first].iter().rev();
    values[first..end].iter().zip(larger).map(|(a, b)| a ^ b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::engine::{Kind, values_with};

    /// Where a value is reached by few splits, their chunks come first, and stay there while other heaps are looked at.
    #[test]
    fn chunks_that_reach_what_is_hard_come_first() {
        let mut values = vec![1; 40_000];
        values[10_000..10_003].fill(4);
        values[33_000..33_002].fill(6);
        let mut order = Order::new(0);
        for _ in 0..100 {
            // The values 5 and 7 are hard to reach, but 7 is not below the mex.
            values.push(7);
            order.learn(&[2], &values);
            *values.last_mut().unwrap() = 1;
        }
        assert_eq!(order.taught, AT_ONCE + 2);
        assert_eq!(order.ranked()[0], (0, (10_000 - 1) / FAR_CHUNK));
        assert_eq!(order.worth[0].iter().filter(|&&worth| worth > 0).count(), 1);
    }

    /// Every chunk of every break is ranked once, those of breaks that leave fewer splits too.
    #[test]
    fn all_chunks_are_ranked() {
        let values = values_with(Kind::Dense, ".06".parse::<Game>().unwrap().rules(), 9000).unwrap();
        let mut order = Order::new(0);
        order.learn(&[2, 4000], &values);
        let mut ranked = order.ranked().to_vec();
        ranked.sort_unstable();
        assert_eq!(ranked, [(0, 0), (0, 1), (1, 0)]);
    }
}
