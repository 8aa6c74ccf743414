//! Speculation: the next values, if no further heap is rare.
//!
//! Under a sparse space the rank of heap `n` is then
//!
//! ```text
//! c(n) = mex over the terms of  c(n - offset) xor x
//! ```
//!
//! with a term `(i + k, rank of G(k))` for each break `i` and each rare heap `k >= 1`, and `(i, 0)` for each removal
//! `i` that leaves one heap, where that option has a common value (see [`crate::sparse`]). Terms with an offset of at
//! least a block are *far*: they are used for all heaps of a block at once. The *near* ones are used heap by heap; this
//! is the only sequential part.
//!
//! There are three ways: [`super::nibbles`] and [`super::words`] for small ranks, where all terms mark sets, and
//! [`super::sieve`].

use super::order::Term;
use crate::kernel::Rank;

/// A rank reached the limit: the run must go on in another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RankTooLarge;

/// Threads that speculate together.
#[derive(Clone, Copy)]
pub(super) struct Team<'a> {
    /// How many there are.
    pub(super) threads: usize,
    /// Other work, to be done in pieces by a thread that waits for another one; false when there is none left.
    pub(super) meanwhile: &'a (dyn Fn() -> bool + Sync),
}

impl Team<'_> {
    /// A number of threads without other work.
    pub(super) fn of(threads: usize) -> Team<'static> {
        Team { threads, meanwhile: &|| false }
    }
}

/// What goes on from any window of ranks.
pub(super) trait Speculate<R>: Send {
    /// Appends `blocks` blocks, or as many as have ranks that fit, with at most this team.
    fn extend(&mut self, window: &mut Vec<R>, blocks: usize, team: Team) -> Result<(), RankTooLarge>;

    /// Whether several threads are faster than one.
    fn can_be_shared(&self, threads: usize) -> bool {
        let _ = threads;
        false
    }

    /// Uses further terms, too, all of them far.
    fn add(&mut self, terms: &[Term]);

    /// How many terms there are.
    fn terms(&self) -> usize;

    /// How many ranks before the next one are needed.
    fn reach(&self) -> usize;

    /// Fewer heaps at once are not worth the preparations.
    fn least(&self) -> usize {
        0
    }

    /// How many tapes of ranks it makes.
    fn tapes(&self) -> usize {
        1
    }

    /// Options looked at since the last call, besides every term for every heap.
    fn extra_work(&mut self) -> u64 {
        0
    }
}

/// Terms for ranks of this kind.
pub(super) fn terms<R: Rank, T: FromIterator<(u32, R)>>(terms: impl IntoIterator<Item = Term>) -> T {
    terms.into_iter().map(|(offset, x)| (offset, R::new(x))).collect()
}

/// The largest offset of some terms, or `least` if that is more.
pub(super) fn farthest(terms: &[Term], least: usize) -> usize {
    terms.iter().map(|term| term.0 as usize).fold(least, usize::max)
}

/// The rank of one heap, if there is one among those that can be `marked`.
pub(super) fn rank_alone<R: Rank>(
    ranks: &[R],
    n: usize,
    near: &[(usize, R)],
    far: &[Term],
    marked: &mut [bool],
) -> Option<R> {
    marked.fill(false);
    let mut mark = |rank: R| {
        if let Some(marked) = marked.get_mut(usize::from(rank.into())) {
            *marked = true;
        }
    };
    for &(offset, x) in far {
        mark(ranks[n - offset as usize] ^ R::new(x));
    }
    for &(offset, x) in near {
        mark(ranks[n - offset] ^ x);
    }
    marked.iter().position(|&marked| !marked).map(|rank| R::new(rank as u16))
}
