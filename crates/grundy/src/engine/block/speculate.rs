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
//! Small ranks: with all ranks below 16 the set of marked ranks is 16 bits a lane, and one pass over the far terms fills it.
//!
//! Ranks below 64, few terms: the same with sets of 64 bits.
//!
//! Larger ranks: marking whole sets is dear, asking whether one rank is marked is cheap. Some terms, in the groups of ranks where they
//! are most useful, mark sets; then the first open ranks of each lane become candidates that all other terms strike, fewer and
//! fewer as that is nearly always enough ([`super::order`]). A lane that runs out of candidates is done again by itself.

use super::baton::TURN;
use super::candidates::Candidates;
use super::echo::{self, Echo, Make};
use super::order::{Order, Stage, Term, all_groups};
use crate::kernel::groups::{BLOCKS, GROUP, Groups, Marks, Sets};
use crate::kernel::{Kernel, LANES, Near, Range, Terms, nibbles, words};

/// A rank reached the limit: the run must go on in another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RankTooLarge;

/// What is needed to go on from any window of ranks.
#[derive(Clone)]
pub(super) struct Speculation {
    kernel: Kernel,
    near: Near,
    /// All far terms.
    far: Vec<Term>,
    /// With ranks below 64: repetitions are guessed.
    echo: Echo,
    marks: Marks,
    /// Far terms that strike candidates (with ranks below 16: all of them),
    strikes: Terms,
    /// and those that wait for the blocks of other threads: see [`Self::for_threads`].
    late: Terms,
    first: usize,
    stages: Vec<Stage>,
    /// Ranks from here on are not handled: 16 for sets in two bytes, 64 for words.
    limit: u16,
    /// Ranks from here on are not looked for in sets.
    bound: u16,
    marked: [bool; 256],
    /// Lanes and terms looked at.
    pub(super) work: u64,
}

/// What the far terms leave open in a block.
#[expect(clippy::large_enum_variant, reason = "it lives on the stack for one block")]
pub(super) enum Open {
    /// Ranks that are not in the word of a lane.
    Words([u64; LANES]),
    Candidates(Candidates),
}

impl Speculation {
    /// When all ranks are below 16.
    pub(super) fn nibbles(kernel: Kernel, near: &[Term], far: &[Term]) -> Self {
        let terms = far.to_vec();
        let order = Order { marks: Vec::new(), terms, first: 0, stages: Vec::new() };
        Self::new(kernel, near, far, &order, nibbles::LIMIT.into(), 0)
    }

    /// When ranks are below 64 and terms are few. Ranks in `groups` groups are looked for in sets.
    pub(super) fn words(kernel: Kernel, near: &[Term], far: &[Term], groups: usize) -> Self {
        let order = Order { marks: all_groups(far, groups).collect(), terms: Vec::new(), first: 0, stages: Vec::new() };
        Self::new(kernel, near, far, &order, words::LIMIT, groups)
    }

    /// `near` has the terms with an offset below a block, `far` the others. Sets have `groups` groups of ranks.
    pub(super) fn new(kernel: Kernel, near: &[Term], far: &[Term], order: &Order, limit: u16, groups: usize) -> Self {
        Speculation {
            kernel,
            near: near.iter().copied().collect(),
            far: far.to_vec(),
            echo: Echo::default(),
            marks: order.marks.iter().copied().collect(),
            strikes: order.terms.iter().copied().collect(),
            late: Terms::default(),
            first: order.first,
            stages: order.stages.clone(),
            limit,
            bound: limit.min((groups * GROUP) as u16),
            marked: [false; 256],
            work: 0,
        }
    }

    /// Uses further terms, too, all of them far.
    pub(super) fn add(&mut self, terms: &[Term]) {
        self.far.extend_from_slice(terms);
        if self.limit == words::LIMIT {
            let marks = all_groups(terms, usize::from(self.bound) / GROUP);
            self.marks = self.marks.iter().chain(marks).collect();
        } else {
            self.strikes = self.strikes.iter().chain(terms.iter().copied()).collect();
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

    /// How many ranks before the next one are needed.
    pub(super) fn reach(&self) -> usize {
        let least = if self.limit <= words::LIMIT { echo::FARTHEST } else { LANES };
        self.far.iter().map(|term| term.0 as usize).fold(least, usize::max)
    }

    /// Appends `blocks` blocks, or as many as have ranks that fit.
    pub(super) fn extend(&mut self, ranks: &mut Vec<u8>, blocks: usize) -> Result<(), RankTooLarge> {
        self.work += (self.terms() * LANES * blocks) as u64;
        let count = blocks * LANES;
        let mut echo = std::mem::take(&mut self.echo);
        if self.limit == u16::from(nibbles::LIMIT) {
            let done = echo.extend(ranks, count, &mut Nibbles { all: self.all().collect(), speculation: self });
            self.echo = echo;
            return done;
        }
        let mut groups = self.groups(ranks, blocks);
        if self.limit == words::LIMIT {
            let all: Vec<Term> = self.all().collect();
            let all = all_groups(&all, usize::from(self.bound) / GROUP).collect();
            let done = echo.extend(ranks, count, &mut Words { all, groups, speculation: self });
            self.echo = echo;
            return done;
        }
        let mut sets = [[[0; LANES]; 32]; BLOCKS];
        for from in (0..blocks).step_by(BLOCKS) {
            let sets = &mut sets[..BLOCKS.min(blocks - from)];
            self.mark(&groups, ranks.len(), sets);
            for sets in sets {
                let open = self.open(ranks, ranks.len(), sets);
                self.finish(ranks, open)?;
                groups.extend(&ranks[ranks.len() - LANES..]);
            }
        }
        Ok(())
    }

    /// All terms.
    fn all(&self) -> impl Iterator<Item = Term> {
        let near = self.near.terms().iter().map(|&(offset, x)| (offset as u32, x));
        near.chain(self.far.iter().copied())
    }

    /// The window sorted by groups, with room for further blocks.
    pub(super) fn groups(&self, ranks: &[u8], blocks: usize) -> Groups {
        let mut groups = Groups::new(self.marks.tapes(), ranks.len() + blocks * LANES);
        groups.extend(ranks);
        groups
    }

    /// Whether taking turns pays: there are many terms, and nearly all of them need not wait.
    pub(super) fn can_be_shared(&self, threads: usize) -> bool {
        let early = self.far.iter().filter(|term| term.0 as usize >= threads * TURN).count();
        self.limit != u16::from(nibbles::LIMIT) && self.far.len() >= 256 && 4 * early >= 3 * self.far.len()
    }

    /// The same for one of `threads` threads that take turns: terms that reach less far back than that many turns are used last.
    pub(super) fn for_threads(&self, threads: usize) -> Self {
        let is_early = |offset: u32| offset as usize >= threads * TURN;
        let early = |end: usize| self.strikes.iter().take(end).filter(|term| is_early(term.0)).count();
        let stages = self.stages.iter().map(|&Stage { begin, keep }| Stage { begin: early(begin), keep });
        Speculation {
            marks: self.marks.iter().filter(|mark| is_early(mark.0)).collect(),
            strikes: self.strikes.iter().filter(|term| is_early(term.0)).collect(),
            late: self.far.iter().copied().filter(|term| !is_early(term.0)).collect(),
            stages: stages.collect(),
            ..self.clone()
        }
    }

    /// Marks the sets of the blocks from `n0` on.
    pub(super) fn mark(&self, groups: &Groups, n0: usize, sets: &mut [Sets]) {
        for sets in &mut *sets {
            sets[..usize::from(self.bound).div_ceil(8)].fill([0; LANES]);
        }
        self.kernel.mark_sets(groups, n0, &self.marks, sets);
    }

    /// What the far terms leave open for the block at `n0`, whose sets are marked.
    pub(super) fn open(&self, ranks: &[u8], n0: usize, sets: &Sets) -> Open {
        if self.limit == words::LIMIT {
            return Open::Words(self.kernel.words(sets));
        }
        let (mut candidates, _) = Candidates::first(self.kernel, sets, &[self.bound; LANES], self.first);
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
        Open::Candidates(candidates)
    }

    /// Appends the block, now that all ranks before it are known.
    pub(super) fn finish(&mut self, ranks: &mut Vec<u8>, mut open: Open) -> Result<(), RankTooLarge> {
        let n0 = ranks.len();
        match &mut open {
            Open::Words(marked) => {
                for (offset, x) in self.late.iter() {
                    let there = &ranks[n0 - offset as usize..][..LANES];
                    for (word, rank) in marked.iter_mut().zip(there) {
                        *word |= 1u64.checked_shl((rank ^ x).into()).unwrap_or(0);
                    }
                }
            }
            Open::Candidates(candidates) => candidates.strike(ranks, n0, &self.late, 0..self.late.len()),
        }
        let end = n0 + LANES;
        ranks.resize(end, 0);
        let mut next = n0;
        loop {
            next = self.settle(ranks, next..end, &open);
            if next == end {
                return Ok(());
            }
            let spare = match &open {
                Open::Words(_) => None,
                Open::Candidates(candidates) => self.spare(ranks, next, candidates.spares(next - n0)),
            };
            let rank = spare.unwrap_or_else(|| self.rank_alone(ranks, next));
            if rank >= self.limit {
                ranks.truncate(n0);
                return Err(RankTooLarge);
            }
            ranks[next] = rank as u8;
            next += 1;
        }
    }

    fn settle(&self, ranks: &mut [u8], range: Range, open: &Open) -> usize {
        match open {
            Open::Words(marked) => self.kernel.settle_words(ranks, range, &self.near, marked, self.bound),
            Open::Candidates(candidates) => {
                self.kernel.settle(ranks, range, &self.near, candidates.rows(), candidates.open())
            }
        }
    }

    /// How many terms the candidates of a row had met when it was given up.
    fn given_up(&self, row: usize) -> usize {
        self.stages.iter().find(|stage| stage.keep <= row).map_or(0, |stage| stage.begin)
    }

    /// The first spare that no term marks. It has met all terms up to the stage where it was given up.
    fn spare(&self, ranks: &[u8], n: usize, mut spares: impl Iterator<Item = (usize, u8)>) -> Option<u16> {
        let marks = |rank: u8| move |(offset, x): (u32, u8)| ranks[n - offset as usize] ^ x == rank;
        let is_open = |&(row, rank): &(usize, u8)| {
            !self.near.terms().iter().any(|&(offset, x)| ranks[n - offset] ^ x == rank)
                && !self.late.iter().any(marks(rank))
                && !self.strikes.since(self.given_up(row)).any(marks(rank))
        };
        spares.find(is_open).map(|(_, rank)| rank.into())
    }

    /// The rank of one heap.
    fn rank_alone(&mut self, ranks: &[u8], n: usize) -> u16 {
        self.work += self.far.len() as u64;
        self.marked.fill(false);
        for &(offset, x) in &self.far {
            self.marked[usize::from(ranks[n - offset as usize] ^ x)] = true;
        }
        for &(offset, x) in self.near.terms() {
            self.marked[usize::from(ranks[n - offset] ^ x)] = true;
        }
        self.marked.iter().take_while(|&&marked| marked).count() as u16
    }
}

/// Ranks below 16, made and examined.
struct Nibbles<'a> {
    speculation: &'a Speculation,
    all: Terms,
}

impl Make for Nibbles<'_> {
    fn make(&mut self, ranks: &mut Vec<u8>, count: usize) -> Result<(), RankTooLarge> {
        let Speculation { kernel, near, strikes, .. } = self.speculation;
        let n = ranks.len();
        ranks.resize(n + count, 0);
        kernel.extend_nibbles(ranks, n..n + count, strikes, near.terms()).map_err(|end| {
            ranks.truncate(end);
            RankTooLarge
        })
    }

    fn agree(&mut self, ranks: &[u8], range: Range) -> usize {
        self.speculation.kernel.agree_nibbles(ranks, range, &self.all)
    }
}

/// Ranks below 64, made and examined.
struct Words<'a> {
    speculation: &'a mut Speculation,
    /// Every term in every group.
    all: Marks,
    groups: Groups,
}

impl Make for Words<'_> {
    fn make(&mut self, ranks: &mut Vec<u8>, count: usize) -> Result<(), RankTooLarge> {
        let mut sets = [[0; LANES]; 32];
        for _ in 0..count / LANES {
            self.speculation.mark(&self.groups, ranks.len(), std::slice::from_mut(&mut sets));
            let open = self.speculation.open(ranks, ranks.len(), &sets);
            self.speculation.finish(ranks, open)?;
            self.groups.extend(&ranks[ranks.len() - LANES..]);
        }
        Ok(())
    }

    fn agree(&mut self, ranks: &[u8], range: Range) -> usize {
        let Speculation { kernel, bound, .. } = *self.speculation;
        self.groups.extend(&ranks[range.clone()]);
        let end = range.end;
        let differs = |&n0: &usize| {
            let mut sets = [[0; LANES]; 32];
            kernel.mark_sets(&self.groups, n0, &self.all, std::slice::from_mut(&mut sets));
            let marked = kernel.words(&sets);
            let is_right =
                |(word, &rank): (&u64, &u8)| u16::from(rank) < bound && word.trailing_ones() == u32::from(rank);
            !marked.iter().zip(&ranks[n0..]).all(is_right)
        };
        let agreed = range.step_by(LANES).find(differs).unwrap_or(end);
        self.groups.truncate(agreed);
        agreed
    }
}
