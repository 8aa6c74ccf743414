//! Speculation: the next values, if no further heap is rare.
//!
//! Under a sparse space the rank of heap `n` is then
//!
//! ```text
//! c(n) = mex over the terms of  c(n - offset) xor x
//! ```
//!
//! with a term `(i + k, rank of G(k))` for each break `i` and each rare heap `k >= 1`, and `(i, 0)` for each removal `i` that leaves
//! one heap, where that option has a common value (see [`crate::sparse`]). Terms with an offset of at least a block are
//! *far*: they are used for all heaps of a block at once. The *near* ones are used heap by heap; this is the only sequential part.
//!
//! With ranks below 16, or below 64 and few terms, all terms mark sets ([`super::small`]).
//!
//! Otherwise marking whole sets is dear, asking whether one rank is marked is cheap. Some terms, in the groups of ranks where they
//! are most useful, mark sets; then the first open ranks of each lane become candidates that all other terms strike, fewer and
//! fewer as that is nearly always enough ([`super::order`]). A lane that runs out of candidates is done again by itself.

use super::baton::TURN;
use super::candidates::Candidates;
use super::echo;
use super::order::{Order, Stage, Term};
use super::small::Small;
use crate::kernel::groups::{BLOCKS, GROUP, Groups, Marks, Sets, empty_sets};
use crate::kernel::{Kernel, LANES, Near, Rank, Terms};
use std::any::Any;

/// A rank reached the limit: the run must go on in another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RankTooLarge;

/// What is needed to go on from any window of ranks.
#[derive(Clone)]
pub(super) struct Speculation<R> {
    kernel: Kernel,
    near: Near<R>,
    /// All far terms.
    far: Vec<Term>,
    marks: Marks,
    /// Far terms that strike candidates,
    strikes: Terms<R>,
    /// and those that wait for the blocks of other threads: see [`Self::for_threads`].
    late: Terms<R>,
    first: usize,
    stages: Vec<Stage>,
    /// Ranks from here on are not handled.
    limit: u16,
    /// Sets have so many groups of ranks.
    groups: usize,
    /// For a heap that is done alone.
    marked: Vec<bool>,
    /// With small ranks this does all the work.
    small: Option<Small>,
    /// Lanes and terms looked at.
    pub(super) work: u64,
}

/// Terms for ranks of this kind.
pub(super) fn terms<R: Rank, T: FromIterator<(u32, R)>>(terms: impl IntoIterator<Item = Term>) -> T {
    terms.into_iter().map(|(offset, x)| (offset, R::new(x))).collect()
}

impl Speculation<u8> {
    /// When ranks are small.
    pub(super) fn small(kernel: Kernel, near: &[Term], far: &[Term], small: Small) -> Self {
        let order = Order { marks: Vec::new(), terms: Vec::new(), first: 0, stages: Vec::new() };
        let limit = small.limit();
        Speculation { small: Some(small), ..Self::new(kernel, near, far, &order, limit, 0) }
    }
}

impl<R: Rank> Speculation<R> {
    /// `near` has the terms with an offset below a block, `far` the others. Sets have `groups` groups of ranks.
    pub(super) fn new(kernel: Kernel, near: &[Term], far: &[Term], order: &Order, limit: u16, groups: usize) -> Self {
        Speculation {
            kernel,
            near: terms(near.iter().copied()),
            far: far.to_vec(),
            marks: order.marks.iter().copied().collect(),
            strikes: terms(order.terms.iter().copied()),
            late: Terms::default(),
            first: order.first,
            stages: order.stages.clone(),
            limit,
            groups,
            marked: vec![false; limit.into()],
            small: None,
            work: 0,
        }
    }

    /// Uses further terms, too, all of them far.
    pub(super) fn add(&mut self, new: &[Term]) {
        self.far.extend_from_slice(new);
        match &mut self.small {
            Some(small) => small.add(new),
            None => self.strikes = self.strikes.iter().chain(terms::<R, Vec<_>>(new.iter().copied())).collect(),
        }
    }

    /// The least rank that does not fit.
    pub(super) fn limit(&self) -> u16 {
        self.limit
    }

    /// How many terms there are.
    pub(super) fn terms(&self) -> usize {
        self.near.terms().len() + self.far.len()
    }

    /// How many tapes of ranks it makes.
    pub(super) fn tapes(&self) -> usize {
        self.marks.tapes().max(1)
    }

    /// How many ranks before the next one are needed.
    pub(super) fn reach(&self) -> usize {
        let least = if self.small.is_some() { echo::FARTHEST } else { LANES };
        self.far.iter().map(|term| term.0 as usize).fold(least, usize::max)
    }

    /// Appends `blocks` blocks, or as many as have ranks that fit.
    pub(super) fn extend(&mut self, ranks: &mut Vec<R>, blocks: usize) -> Result<(), RankTooLarge> {
        self.work += (self.terms() * LANES * blocks) as u64;
        if let Some(small) = &mut self.small {
            let ranks = (ranks as &mut dyn Any).downcast_mut().expect("small ranks are bytes");
            return small.extend(ranks, blocks);
        }
        let (mut groups, base) = self.groups(ranks, blocks);
        let mut sets = self.sets();
        for from in (0..blocks).step_by(BLOCKS) {
            let sets = &mut sets[..BLOCKS.min(blocks - from)];
            self.mark(&groups, ranks.len() - base, sets);
            for sets in sets {
                let open = self.open(ranks, ranks.len(), sets);
                self.finish(ranks, open)?;
                groups.extend(&ranks[ranks.len() - LANES..]);
            }
        }
        Ok(())
    }

    /// Room for the sets of several blocks.
    pub(super) fn sets(&self) -> [Sets; BLOCKS] {
        std::array::from_fn(|_| empty_sets(self.groups))
    }

    /// The end of the window, as much of it as marks look at, sorted by groups, with room for further blocks; and where it begins.
    pub(super) fn groups(&self, ranks: &[R], blocks: usize) -> (Groups, usize) {
        let base = ranks.len().saturating_sub(self.marks.farthest());
        let mut groups = Groups::new(self.marks.tapes(), ranks.len() - base + blocks * LANES);
        groups.extend(&ranks[base..]);
        (groups, base)
    }

    /// Fewer heaps at once are not worth sorting that end for.
    pub(super) fn least(&self) -> usize {
        self.marks.farthest() / 8
    }

    /// Whether taking turns pays: there are many terms, and nearly all of them need not wait.
    pub(super) fn can_be_shared(&self, threads: usize) -> bool {
        let early = self.far.iter().filter(|term| term.0 as usize >= threads * TURN).count();
        self.small.is_none() && self.far.len() >= 256 && 4 * early >= 3 * self.far.len()
    }

    /// The same for one of `threads` threads that take turns: terms that reach less far back than that many turns are used last.
    pub(super) fn for_threads(&self, threads: usize) -> Self {
        let is_early = |offset: u32| offset as usize >= threads * TURN;
        let early = |end: usize| self.strikes.iter().take(end).filter(|term| is_early(term.0)).count();
        let stages = self.stages.iter().map(|&Stage { begin, keep }| Stage { begin: early(begin), keep });
        Speculation {
            marks: self.marks.iter().filter(|mark| is_early(mark.0)).collect(),
            strikes: self.strikes.iter().filter(|term| is_early(term.0)).collect(),
            late: terms(self.far.iter().copied().filter(|term| !is_early(term.0))),
            stages: stages.collect(),
            ..self.clone()
        }
    }

    /// Marks the sets of the blocks from `n0` on, counted from where the groups begin.
    pub(super) fn mark(&self, groups: &Groups, n0: usize, sets: &mut [Sets]) {
        for sets in &mut *sets {
            sets.fill([0; LANES]);
        }
        self.kernel.mark_sets(groups, n0, &self.marks, sets);
    }

    /// What the far terms leave open for the block at `n0`, whose sets are marked.
    pub(super) fn open(&self, ranks: &[R], n0: usize, sets: &Sets) -> Candidates<R> {
        let bound = self.limit.min((self.groups * GROUP) as u16);
        let (mut candidates, _) = Candidates::first(self.kernel, sets, &[bound; LANES], self.first);
        let mut used = 0;
        for &Stage { begin, keep } in &self.stages {
            candidates.strike(ranks, n0, &self.strikes, used..begin);
            used = begin;
            candidates.sort(keep);
            candidates.truncate(keep);
        }
        candidates.strike(ranks, n0, &self.strikes, used..self.strikes.len());
        // In most blocks a lane or two have run out of candidates.
        let (row, lanes, last) = candidates.first_spares();
        if lanes != 0 {
            let mut open = [lanes];
            let since = self.given_up(last)..self.strikes.len();
            self.kernel.strike(ranks, n0, &self.strikes, since, &[row], &mut open);
            candidates.give(&row, open[0]);
        }
        candidates
    }

    /// Appends the block, now that all ranks before it are known.
    pub(super) fn finish(&mut self, ranks: &mut Vec<R>, mut candidates: Candidates<R>) -> Result<(), RankTooLarge> {
        let n0 = ranks.len();
        candidates.strike(ranks, n0, &self.late, 0..self.late.len());
        let end = n0 + LANES;
        ranks.resize(end, R::default());
        let mut next = n0;
        loop {
            next = self.kernel.settle(ranks, next..end, &self.near, candidates.rows(), candidates.open());
            if next == end {
                return Ok(());
            }
            let spare = self.spare(ranks, next, candidates.spares(next - n0));
            let rank = spare.or_else(|| {
                self.work += self.far.len() as u64;

                rank_alone(ranks, next, self.near.terms(), &self.far, &mut self.marked)
            });
            let Some(rank) = rank else {
                ranks.truncate(n0);
                return Err(RankTooLarge);
            };
            ranks[next] = rank;
            next += 1;
        }
    }

    /// How many terms the candidates of a row had met when it was given up.
    fn given_up(&self, row: usize) -> usize {
        self.stages.iter().find(|stage| stage.keep <= row).map_or(0, |stage| stage.begin)
    }

    /// The first spare that no term marks. It has met all terms up to the stage where it was given up.
    fn spare(&self, ranks: &[R], n: usize, mut spares: impl Iterator<Item = (usize, R)>) -> Option<R> {
        let marks = |rank: R| move |(offset, x): (u32, R)| ranks[n - offset as usize] ^ x == rank;
        let is_open = |&(row, rank): &(usize, R)| {
            !self.near.terms().iter().any(|&(offset, x)| ranks[n - offset] ^ x == rank)
                && !self.late.iter().any(marks(rank))
                && !self.strikes.since(self.given_up(row)).any(marks(rank))
        };
        spares.find(is_open).map(|(_, rank)| rank)
    }
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
