//! Speculation with ranks below 64 and few terms: the marked ranks of a heap are 64 bits, and all terms mark
//! ([`crate::kernel::words`]).
//!
//! Nearly all the time goes into near terms, heap by heap, unless ranks repeat: see [`super::echo`].

use super::echo::{self, Echo, Make};
use super::order::{Term, all_groups};
use super::speculate::{RankTooLarge, Speculate, Team, farthest, rank_alone, terms};
use crate::kernel::groups::{GROUP, Marks, Sets, Tapes, empty_sets};
use crate::kernel::{Kernel, LANES, Near, Range, words};

/// What is needed to go on from any window of ranks.
pub(super) struct Words {
    kernel: Kernel,
    near: Vec<Term>,
    far: Vec<Term>,
    /// Ranks are looked for in this many groups.
    groups: usize,
    echo: Echo,
}

impl Words {
    /// `near` has the terms with an offset below a block, `far` the others.
    pub(super) fn new(kernel: Kernel, near: &[Term], far: &[Term], groups: usize) -> Self {
        Words { kernel, near: near.to_vec(), far: far.to_vec(), groups, echo: Echo::default() }
    }
}

impl Speculate<u8> for Words {
    fn extend(&mut self, ranks: &mut Vec<u8>, blocks: usize, _: Team) -> Result<(), RankTooLarge> {
        let Words { kernel, near, far, groups, echo } = self;
        let (kernel, count) = (*kernel, blocks * LANES);
        let all: Vec<Term> = near.iter().chain(&*far).copied().collect();
        let [all, marks] = [&all, &*far].map(|terms| Marks::new::<u8>(all_groups(terms, *groups)));
        let sets = empty_sets(*groups);
        let near = terms(near.iter().copied());
        echo.extend(ranks, count, &mut Maker { kernel, near, far, marks, all, sets, bound: *groups * GROUP })
    }

    fn add(&mut self, terms: &[Term]) {
        self.far.extend_from_slice(terms);
    }

    fn terms(&self) -> usize {
        self.near.len() + self.far.len()
    }

    fn reach(&self) -> usize {
        farthest(&self.far, echo::FARTHEST)
    }
}

/// What makes the ranks of one chunk.
struct Maker<'a> {
    kernel: Kernel,
    near: Near<u8>,
    far: &'a [Term],
    /// The far terms in every group, and all terms.
    marks: Marks,
    all: Marks,
    sets: Sets,
    /// Ranks from here on are not looked for in words.
    bound: usize,
}

impl Maker<'_> {
    /// What some terms mark in the block at `n0`.
    fn marked(&mut self, ranks: &[u8], n0: usize, all: bool) -> [u64; LANES] {
        self.sets.fill([0; LANES]);
        let marks = if all { &self.all } else { &self.marks };
        self.kernel.mark_sets(Tapes::raw(ranks), n0, marks, std::slice::from_mut(&mut self.sets));
        self.kernel.words(&self.sets)
    }
}

impl Make for Maker<'_> {
    fn make(&mut self, ranks: &mut Vec<u8>, count: usize) -> Result<(), RankTooLarge> {
        for _ in 0..count / LANES {
            let n0 = ranks.len();
            let end = n0 + LANES;
            let marked = self.marked(ranks, n0, false);
            ranks.resize(end, 0);
            let mut next = n0;
            loop {
                next = self.kernel.settle_words(ranks, next..end, &self.near, &marked, self.bound as u16);
                if next == end {
                    break;
                }
                let room = &mut [false; words::LIMIT as usize];
                let Some(rank) = rank_alone(ranks, next, self.near.terms(), self.far, room) else {
                    ranks.truncate(n0);
                    return Err(RankTooLarge);
                };
                ranks[next] = rank;
                next += 1;
            }
        }
        Ok(())
    }

    fn agree(&mut self, ranks: &[u8], range: Range) -> usize {
        let (end, bound) = (range.end, self.bound);
        let differs = |&n0: &usize| {
            let marked = self.marked(ranks, n0, true);
            let is_right =
                |(word, &rank): (&u64, &u8)| usize::from(rank) < bound && word.trailing_ones() == u32::from(rank);
            !marked.iter().zip(&ranks[n0..]).all(is_right)
        };
        range.step_by(LANES).find(differs).unwrap_or(end)
    }
}
