//! The ranks that are known: of all heaps, or of the first ones and the last ones.

use crate::engine::ranking::Ranking;
use crate::kernel::Rank;

/// For each heap its rank, [`Rank::NONE`] for a rare heap.
#[derive(Clone, Default)]
pub(super) struct Tape<R> {
    /// The first heaps, once the tape was cut.
    head: Vec<R>,
    base: usize,
    ranks: Vec<R>,
}

impl<R: Rank> Tape<R> {
    /// Adds heaps with these values.
    pub(super) fn append(&mut self, ranking: Ranking, values: &[u16]) {
        self.ranks.extend(ranking.ranks::<R>(self.end() as u64, values));
    }

    /// From the values of the first heaps and of those before heap `next`.
    pub(super) fn cut(ranking: Ranking, head: &[u16], next: usize, window: &[u16]) -> Self {
        let base = next - window.len();
        let head = if base == 0 { Vec::new() } else { ranking.ranks(0, head).collect() };
        Tape { head, base, ranks: ranking.ranks(base as u64, window).collect() }
    }

    /// The ranks of heaps 0, 1, …, as far as they are kept.
    pub(super) fn head(&self) -> &[R] {
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
    pub(super) fn ranks(&self) -> &[R] {
        &self.ranks
    }

    pub(super) fn extend(&mut self, ranks: &[R]) -> Result<(), std::collections::TryReserveError> {
        self.ranks.try_reserve(ranks.len())?;
        self.ranks.extend_from_slice(ranks);
        Ok(())
    }

    /// Forgets the heaps from `end` on.
    pub(super) fn truncate(&mut self, end: usize) {
        self.ranks.truncate(end - self.base);
    }

    /// All splits of heap `n` are here whose smaller part is at most this, where a move that splits removes at most
    /// `longest`.
    pub(super) fn depth(&self, n: usize, longest: usize) -> usize {
        let back = if self.base == 0 { n } else { n.saturating_sub(longest + self.base) };
        back.min(self.head().len().saturating_sub(1))
    }

    /// Knows more heaps: `later` are the values after those of the head, `earlier` the ones before [`Self::base`].
    pub(super) fn deepen(
        &mut self,
        ranking: Ranking,
        later: &[u16],
        earlier: &[u16],
    ) -> Result<(), std::collections::TryReserveError> {
        let Tape { head, base, ranks } = self;
        if *base == 0 {
            return Ok(());
        }
        head.try_reserve_exact(later.len())?;
        head.extend(ranking.ranks::<R>(head.len() as u64, later));
        let (known, new) = (ranks.len(), earlier.len().min(*base));
        ranks.try_reserve(new)?;
        *base -= new;
        ranks.extend(ranking.ranks::<R>(*base as u64, &earlier[earlier.len() - new..]));
        ranks.rotate_left(known);
        if *base == 0 {
            *head = Vec::new();
        }
        Ok(())
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
