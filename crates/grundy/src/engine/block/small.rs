//! Speculation with small ranks: the marked ranks of a heap fit into a word, and all terms mark.
//!
//! With ranks below 16 a set is 16 bits a lane ([`crate::kernel::nibbles`]). With ranks below 64 and few terms it is 64 bits
//! ([`crate::kernel::words`]). Then nearly all the time goes into near terms, heap by heap, unless ranks repeat: see [`super::echo`].

use super::echo::{Echo, Make};
use super::order::{Term, all_groups};
use super::speculate::{RankTooLarge, rank_alone, terms};
use crate::kernel::groups::{GROUP, Groups, Marks, Sets, empty_sets};
use crate::kernel::{Kernel, LANES, Near, Range, Terms, nibbles, words};

/// What is needed to go on from any window of ranks.
#[derive(Clone)]
pub(super) struct Small {
    kernel: Kernel,
    near: Vec<Term>,
    far: Vec<Term>,
    /// Ranks in so many groups are looked for in words; none with ranks below 16.
    groups: usize,
    echo: Echo,
}

impl Small {
    /// With ranks below 64 in `groups` groups; without groups, with ranks below 16.
    pub(super) fn new(kernel: Kernel, near: &[Term], far: &[Term], groups: usize) -> Self {
        Small { kernel, near: near.to_vec(), far: far.to_vec(), groups, echo: Echo::default() }
    }

    /// The least rank that does not fit.
    pub(super) fn limit(&self) -> u16 {
        if self.groups == 0 { nibbles::LIMIT.into() } else { words::LIMIT }
    }

    /// Uses further terms, too, all of them far.
    pub(super) fn add(&mut self, terms: &[Term]) {
        self.far.extend_from_slice(terms);
    }

    /// Appends `blocks` blocks, or as many as have ranks that fit.
    pub(super) fn extend(&mut self, ranks: &mut Vec<u8>, blocks: usize) -> Result<(), RankTooLarge> {
        let Small { kernel, near, far, groups, echo } = self;
        let (kernel, count) = (*kernel, blocks * LANES);
        let all = || near.iter().chain(&*far).copied();
        if *groups == 0 {
            let near = near.iter().map(|&(offset, x)| (offset as usize, x as u8)).collect();
            let (all, far) = (terms(all()), terms(far.iter().copied()));
            return echo.extend(ranks, count, &mut Nibbles { kernel, near, far, all });
        }
        let all: Vec<Term> = all().collect();
        let [all, marks] = [&all, &*far].map(|terms| all_groups(terms, *groups).collect::<Marks>());
        let mut tapes = Groups::new(all.tapes(), ranks.len() + count);
        tapes.extend(ranks);
        let sets = empty_sets(*groups);
        let near = terms(near.iter().copied());
        echo.extend(ranks, count, &mut Words { kernel, near, far, marks, all, tapes, sets, bound: *groups * GROUP })
    }
}

/// Ranks below 16.
struct Nibbles {
    kernel: Kernel,
    near: Vec<(usize, u8)>,
    far: Terms<u8>,
    all: Terms<u8>,
}

impl Make for Nibbles {
    fn make(&mut self, ranks: &mut Vec<u8>, count: usize) -> Result<(), RankTooLarge> {
        let n = ranks.len();
        ranks.resize(n + count, 0);
        self.kernel.extend_nibbles(ranks, n..n + count, &self.far, &self.near).map_err(|end| {
            ranks.truncate(end);
            RankTooLarge
        })
    }

    fn agree(&mut self, ranks: &[u8], range: Range) -> usize {
        self.kernel.agree_nibbles(ranks, range, &self.all)
    }
}

/// Ranks below 64.
struct Words<'a> {
    kernel: Kernel,
    near: Near<u8>,
    far: &'a [Term],
    /// The far terms in every group, and all terms.
    marks: Marks,
    all: Marks,
    tapes: Groups,
    sets: Sets,
    /// Ranks from here on are not looked for in words.
    bound: usize,
}

impl Words<'_> {
    /// What some terms mark in the block at `n0`.
    fn marked(&mut self, n0: usize, all: bool) -> [u64; LANES] {
        self.sets.fill([0; LANES]);
        let marks = if all { &self.all } else { &self.marks };
        self.kernel.mark_sets(&self.tapes, n0, marks, std::slice::from_mut(&mut self.sets));
        self.kernel.words(&self.sets)
    }
}

impl Make for Words<'_> {
    fn make(&mut self, ranks: &mut Vec<u8>, count: usize) -> Result<(), RankTooLarge> {
        for _ in 0..count / LANES {
            let n0 = ranks.len();
            let end = n0 + LANES;
            let marked = self.marked(n0, false);
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
            self.tapes.extend(&ranks[n0..]);
        }
        Ok(())
    }

    fn agree(&mut self, ranks: &[u8], range: Range) -> usize {
        self.tapes.extend(&ranks[range.clone()]);
        let (end, bound) = (range.end, self.bound);
        let differs = |&n0: &usize| {
            let marked = self.marked(n0, true);
            let is_right =
                |(word, &rank): (&u64, &u8)| usize::from(rank) < bound && word.trailing_ones() == u32::from(rank);
            !marked.iter().zip(&ranks[n0..]).all(is_right)
        };
        let agreed = range.step_by(LANES).find(differs).unwrap_or(end);
        self.tapes.truncate(agreed);
        agreed
    }
}
