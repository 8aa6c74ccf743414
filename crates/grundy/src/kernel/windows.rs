//! Many open ranks, the same few splits.
//!
//! To look for one rank of one heap alone ends after some splits, nobody knows how many: the processor guesses wrong
//! each time. So many open ranks, each of its own heap, meet the same splits first, without a branch: the parts of a
//! [`Window`] from one to the next, with the other parts that belong to the heap. What none of them excludes stays.

use super::Rank;

/// Splits in a window.
pub(crate) const WINDOW: usize = 256;

/// Splits with neighbouring smaller parts, after one break.
#[derive(Clone, Debug)]
pub(crate) struct Window<R> {
    /// How far before a heap the other parts begin.
    pub(super) back: usize,
    /// The ranks of the smaller parts, from the last one to the first.
    pub(super) parts: Vec<R>,
    /// All bits where the smaller part is common, else none.
    pub(super) common: Vec<R>,
}

impl<R: Rank> Window<R> {
    /// The splits that remove `i` and have a smaller part from `from` on.
    pub(crate) fn new(head: &[R], i: usize, from: usize, is_rare: impl Fn(usize) -> bool) -> Self {
        let parts = (from..from + WINDOW).rev();
        let common = parts.clone().map(|a| if is_rare(a) { R::default() } else { R::MAX }).collect();
        Window { back: i + from + WINDOW - 1, parts: parts.map(|a| head[a]).collect(), common }
    }

    /// How far before a heap the other parts begin.
    pub(crate) fn back(&self) -> usize {
        self.back
    }
}

/// Whether a split of the window excludes this rank of heap `n`.
fn excludes<R: Rank>(ranks: &[R], window: &Window<R>, (n, rank): (u32, R)) -> bool {
    let others = &ranks[n as usize - window.back..][..WINDOW];
    let mut hit = false;
    for ((&b, &a), &common) in others.iter().zip(&window.parts).zip(&window.common) {
        hit |= (a ^ b == rank) & (common != R::default());
    }
    hit
}

pub(super) fn sift<R: Rank>(ranks: &[R], window: &Window<R>, cells: &mut Vec<(u32, R)>) {
    cells.retain(|&cell| !excludes(ranks, window, cell));
}
