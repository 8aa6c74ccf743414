//! Speculation with ranks of a byte, or of two: some terms mark sets, the others strike candidates.
//!
//! Marking whole sets is dear, asking whether one rank is marked is cheap. Some terms mark sets, in the groups of ranks
//! where they are most useful, or in all of them; then the first open ranks of each lane become candidates that all
//! other terms strike, fewer and fewer as that is nearly always enough ([`super::order`]). A lane that runs out of
//! candidates is done again by itself.

use super::baton::{self, TURN};
use super::candidates::Candidates;
use super::order::{Order, Stage, Term, stamps};
use super::speculate::{RankTooLarge, Speculate, Team, farthest, rank_alone, terms};
use crate::kernel::groups::{BLOCKS, GROUP, Groups, Marks, Sets, empty_sets};
use crate::kernel::{Kernel, LANES, Near, Rank, Terms};

/// What is needed to go on from any window of ranks.
#[derive(Clone)]
pub(super) struct Sieve<R> {
    kernel: Kernel,
    near: Near<R>,
    /// All far terms.
    far: Vec<Term>,
    marks: Marks,
    /// Far terms that mark every rank.
    stamps: Terms<R>,
    /// Far terms that strike candidates at once.
    strikes: Terms<R>,
    /// Far terms that wait for the blocks of other threads before they strike: see [`Self::for_threads`].
    late: Terms<R>,
    first: usize,
    stages: Vec<Stage>,
    /// Ranks from here on are not handled.
    limit: u16,
    /// The number of groups of ranks that sets have.
    groups: usize,
    /// For a heap that is done alone.
    marked: Vec<bool>,
    /// Terms looked at for heaps that were done alone.
    work: u64,
}

impl<R: Rank> Sieve<R> {
    /// `near` has the terms with an offset below a block, `far` the others. Sets have `groups` groups of ranks.
    pub(super) fn new(kernel: Kernel, near: &[Term], far: &[Term], order: &Order, limit: u16, groups: usize) -> Self {
        Sieve {
            kernel,
            near: terms(near.iter().copied()),
            far: far.to_vec(),
            marks: Marks::new::<R>(order.marking.marks.iter().copied()),
            stamps: stamps(&order.marking),
            strikes: terms(order.terms.iter().copied()),
            late: Terms::default(),
            first: order.first,
            stages: order.stages.clone(),
            limit,
            groups,
            marked: vec![false; limit.into()],
            work: 0,
        }
    }

    /// Room for the sets of several blocks.
    pub(super) fn sets(&self) -> [Sets; BLOCKS] {
        std::array::from_fn(|_| empty_sets(self.groups))
    }

    /// The end of the window, as much of it as marks look at, sorted by groups, with room for further blocks; and where
    /// it begins.
    pub(super) fn groups(&self, ranks: &[R], blocks: usize) -> (Groups, usize) {
        let base = ranks.len().saturating_sub(self.marks.farthest());
        let mut groups = Groups::new(&self.marks, ranks.len() - base + blocks * LANES);
        groups.extend(&ranks[base..]);
        (groups, base)
    }

    /// The same for one of `threads` threads that take turns: terms that reach less far back than that many turns are
    /// used last.
    pub(super) fn for_threads(&self, threads: usize) -> Self {
        let is_early = |offset: u32| offset as usize >= threads * TURN;
        let early = |end: usize| self.strikes.iter().take(end).filter(|term| is_early(term.0)).count();
        let stages = self.stages.iter().map(|&Stage { begin, keep }| Stage { begin: early(begin), keep });
        Sieve {
            marks: Marks::new::<R>(self.marks.iter().filter(|mark| is_early(mark.0))),
            stamps: self.stamps.iter().filter(|term| is_early(term.0)).collect(),
            strikes: self.strikes.iter().filter(|term| is_early(term.0)).collect(),
            late: terms(self.far.iter().copied().filter(|term| !is_early(term.0))),
            stages: stages.collect(),
            ..self.clone()
        }
    }

    /// Marks the sets of the blocks from `n0` on. The groups begin at `base`.
    pub(super) fn mark(&self, ranks: &[R], n0: usize, (groups, base): (&Groups, usize), sets: &mut [Sets]) {
        for (n0, sets) in (n0..).step_by(LANES).zip(&mut *sets) {
            sets.fill([0; LANES]);
            self.kernel.stamp(ranks, n0, &self.stamps, sets);
        }
        self.kernel.mark_sets(groups.of(&ranks[base..]), n0 - base, &self.marks, sets);
    }

    /// What the far terms leave open for the block at `n0`, whose sets are marked.
    pub(super) fn open(&self, ranks: &[R], n0: usize, sets: &Sets) -> Candidates<R> {
        let bound = self.limit.min((self.groups * GROUP) as u16);
        let mut candidates = Candidates::first(self.kernel, sets, bound, self.first);
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

impl<R: Rank> Speculate<R> for Sieve<R> {
    /// Taking turns pays when there are many terms, and nearly all of them need not wait.
    fn can_be_shared(&self, threads: usize) -> bool {
        let early = self.far.iter().filter(|term| term.0 as usize >= threads * TURN).count();
        threads > 1 && self.far.len() >= 256 && 4 * early >= 3 * self.far.len()
    }

    fn extend(&mut self, ranks: &mut Vec<R>, blocks: usize, team: Team) -> Result<(), RankTooLarge> {
        if self.can_be_shared(team.threads) {
            return baton::extend(self, ranks, blocks, team);
        }
        let (mut groups, base) = self.groups(ranks, blocks);
        let mut sets = self.sets();
        for from in (0..blocks).step_by(BLOCKS) {
            let sets = &mut sets[..BLOCKS.min(blocks - from)];
            self.mark(ranks, ranks.len(), (&groups, base), sets);
            for sets in sets {
                let open = self.open(ranks, ranks.len(), sets);
                self.finish(ranks, open)?;
                groups.extend(&ranks[ranks.len() - LANES..]);
            }
        }
        Ok(())
    }

    fn add(&mut self, new: &[Term]) {
        self.far.extend_from_slice(new);
        self.strikes = self.strikes.iter().chain(terms::<R, Vec<_>>(new.iter().copied())).collect();
    }

    fn terms(&self) -> usize {
        self.near.terms().len() + self.far.len()
    }

    fn reach(&self) -> usize {
        farthest(&self.far, LANES)
    }

    /// The end of the window is sorted by groups for each call.
    fn least(&self) -> usize {
        self.marks.farthest() / 8
    }

    fn tapes(&self) -> usize {
        self.marks.tapes().max(1)
    }

    fn extra_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }
}
