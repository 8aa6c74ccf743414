//! The ranks that are known: of all heaps, or of the first ones and the last ones.

use super::ranking::Ranking;
use crate::kernel::NO_RANK;

/// One byte for each heap: its rank, [`NO_RANK`] for a rare heap.
#[derive(Clone)]
pub(super) struct Tape {
    /// The first heaps, once the tape was cut.
    head: Vec<u8>,
    base: usize,
    ranks: Vec<u8>,
}

impl Tape {
    /// From the values of all heaps.
    pub(super) fn whole(ranking: Ranking, g: &[u16]) -> Self {
        Tape { head: Vec::new(), base: 0, ranks: ranking.bytes(0, g).collect() }
    }

    /// From the values of the first heaps and of those before heap `next`.
    pub(super) fn cut(ranking: Ranking, head: &[u16], next: usize, window: &[u16]) -> Self {
        let base = next - window.len();
        let head = if base == 0 { Vec::new() } else { ranking.bytes(0, head).collect() };
        Tape { head, base, ranks: ranking.bytes(base as u64, window).collect() }
    }

    /// The ranks of heaps 0, 1, …, as far as they are kept.
    pub(super) fn head(&self) -> &[u8] {
        if self.base == 0 { &self.ranks } else { &self.head }
    }

    /// The first heap of the unbroken stretch up to the end.
    pub(super) fn base(&self) -> usize {
        self.base
    }

    /// The heap after the last one.
    pub(super) fn end(&self) -> usize {
        self.base + self.ranks.len()
    }

    /// The ranks of the heaps from [`Self::base`] on.
    pub(super) fn ranks(&self) -> &[u8] {
        &self.ranks
    }

    pub(super) fn extend(&mut self, ranks: &[u8]) -> Result<(), std::collections::TryReserveError> {
        self.ranks.try_reserve(ranks.len())?;
        self.ranks.extend_from_slice(ranks);
        Ok(())
    }

    /// Forgets the heaps from `end` on.
    pub(super) fn truncate(&mut self, end: usize) {
        self.ranks.truncate(end - self.base);
    }

    /// Keeps the last `keep` heaps and the first `head` ones only.
    pub(super) fn slide(&mut self, head: usize, keep: usize) {
        if self.ranks.len() > keep {
            if self.base == 0 {
                self.head = self.ranks[..head].to_vec();
            }
            let gone = self.ranks.len() - keep;
            self.ranks.drain(..gone);
            self.base += gone;
        }
    }
}

impl Ranking {
    /// The bytes of the heaps `from, from + 1, …` with these values.
    fn bytes(self, from: u64, values: &[u16]) -> impl Iterator<Item = u8> {
        let byte = move |(n, &value)| if self.is_common(n, value) { self.rank(value) as u8 } else { NO_RANK };
        (from..).zip(values).map(byte)
    }
}
