//! Verification: no heap of a block is rare.
//!
//! The rank of heap `n` is known; it is the right one if every leftover, every smaller value of the rare class, is
//! excluded by some option. Two common parts exclude a rare value, and its rank is `c(a) xor c(b)`. So the terms here
//! are `(i + a, c(a))` for breaks `i` and small common `a`, in an order learned on a sample, used for 64 heaps at once.
//! What they leave open is looked for alone: 16 or 32 splits of one heap at once, all of them if need be. If something
//! is left even then, the heap is rare.
//!
//! With ranks below 16: sets of 16 bits, until nearly all lanes have nothing left ([`super::nibbles`]). Otherwise sets
//! first, then a few candidates for each lane, as in speculation ([`Sifting`]); here a lane may run over, since what
//! does not fit can be looked for alone.
//!
//! Heaps do not depend on each other here: any number of threads, or machines, can share them.

use super::candidates::Candidates;
use super::order::{Order, Stage};
use super::tape::Tape;
use crate::engine::ranking::Ranking;
use crate::kernel::groups::{BLOCKS, GROUP, Groups, Marks, Sets, empty_sets};
use crate::kernel::{Kernel, LANES, Range, Rank, Terms};
use crate::rules::Ban;

/// A single lane is finished alone.
pub(super) const LONELY: u32 = 1;
/// Terms between two looks at how many lanes are left.
const STEP: usize = 32;
/// Splits of a lonely heap looked at for one break before the next break has its turn.
const STRETCH: usize = 1 << 10;
/// Leftovers kept as candidates for each lane, stage by stage.
pub(super) const STAGES: [usize; 7] = [16, 12, 8, 6, 4, 3, 2];
/// One lane in 24 may have more leftovers than are kept.
pub(super) const RARELY: usize = 24;

/// What verifies any block.
pub(super) trait Verify<R>: Send + Sync {
    /// Verifies the heaps of `range`, whole blocks, up to the first rare one.
    fn blocks(&self, tape: &Tape<R>, range: Range) -> Findings;

    /// What it knows to settle a heap alone.
    fn alone(&self) -> &Alone;

    /// The verification of single heaps, to tell it of new rares.
    fn alone_mut(&mut self) -> &mut Alone;
}

/// What was found in a block.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Findings {
    /// The first heap whose leftovers are not all excluded.
    pub(super) rare: Option<usize>,
    /// Lanes times terms looked at.
    pub(super) work: u64,
    /// The largest part of a split that was looked at.
    pub(super) depth: usize,
}

/// What the terms leave of a block.
struct Left<R> {
    /// Lanes with ranks; the first `given_up` of them have not met all terms.
    pairs: Vec<(u8, R)>,
    given_up: usize,
    /// How many terms were used.
    used: usize,
}

/// Splits of one heap: `up` has the ranks of the parts `from, from + 1, …`, `down` those of the other parts, which make
/// up `total` with them, in ascending order too.
pub(super) struct Stretch<'a, R> {
    pub(super) from: usize,
    pub(super) total: usize,
    pub(super) up: &'a [R],
    pub(super) down: &'a [R],
}

/// What is needed to look through the splits of one heap.
pub(super) struct Alone {
    pub(super) kernel: Kernel,
    pub(super) ranking: Ranking,
    pub(super) ban: Ban,
    pub(super) breaks: Vec<u64>,
    /// The largest part that terms look at.
    pub(super) parts: usize,
    /// Rare heaps with their values, ascending.
    rares: Vec<(u64, u16)>,
    /// Whether a heap is rare.
    is_rare: Vec<bool>,
}

impl Alone {
    pub(super) fn new(kernel: Kernel, ranking: Ranking, ban: Ban, breaks: Vec<u64>, parts: usize) -> Self {
        Alone { kernel, ranking, ban, breaks, parts, rares: Vec::new(), is_rare: Vec::new() }
    }

    /// The rare heaps with their values, ascending.
    pub(super) fn rares(&self) -> &[(u64, u16)] {
        &self.rares
    }

    /// Knows further rares, too, later than all others.
    pub(super) fn add(&mut self, rares: &[(u64, u16)]) {
        for &(heap, _) in rares {
            self.is_rare.resize(heap as usize, false);
            self.is_rare.push(true);
        }
        self.rares.extend_from_slice(rares);
    }

    /// Before anything was looked at.
    pub(super) fn nothing_found(&self) -> Findings {
        Findings { rare: None, work: 0, depth: self.parts }
    }

    /// Goes through the splits of heap `n` with the smaller part in `parts` and the other one on the tape, stretch by
    /// stretch, until `done` says after how many splits of a stretch it has seen enough. Returns the smaller part of
    /// the last split looked at.
    pub(super) fn splits<R: Rank>(
        &self,
        tape: &Tape<R>,
        n: usize,
        parts: Range,
        mut done: impl FnMut(Stretch<R>) -> Option<usize>,
    ) -> Option<usize> {
        let (head, ranks, base) = (tape.head(), tape.ranks(), tape.base());
        let least = *self.breaks.first()? as usize;
        let last = (n.saturating_sub(least) / 2).min(head.len().saturating_sub(1)).min(parts.end - 1);
        for from in (parts.start..=last).step_by(STRETCH) {
            for &i in &self.breaks {
                let Some(total) = n.checked_sub(i as usize) else { break };
                let end = (from + STRETCH).min(total / 2 + 1).min(last + 1).min((total + 1).saturating_sub(base));
                if from < end {
                    let down = &ranks[total + 1 - end - base..total + 1 - from - base];
                    if let Some(looked) = done(Stretch { from, total, up: &head[from..end], down }) {
                        return Some(from + looked);
                    }
                }
            }
        }
        None
    }

    /// The smaller part of a split that excludes the rare value of heap `n` with this rank; none when there is none
    /// among the known heaps. Small parts come first, unless all terms have been tried.
    fn look<R: Rank>(&self, tape: &Tape<R>, n: usize, rank: R, tried: bool) -> Option<usize> {
        let mut look = |Stretch { from, total, up, down }: Stretch<R>| {
            let mut skip = 0;
            while let Some(found) = self.kernel.find_split(&up[skip..], &down[..down.len() - skip], rank) {
                let (a, b) = (from + skip + found, total - from - skip - found);
                if !self.is_rare(a) && !self.is_rare(b) && self.ban.allows(a as u64, b as u64) {
                    return Some(skip + found);
                }
                skip += found + 1;
            }
            None
        };
        let (small, large) = (1..self.parts, self.parts..usize::MAX);
        let [first, then] = if tried { [large, small] } else { [small, large] };
        let found = self.splits(tape, n, first, &mut look);
        found.or_else(|| self.splits(tape, n, then, &mut look)).or_else(|| self.rare_split(n, rank.into()))
    }

    /// The smaller part of a split into two rare heaps that does.
    fn rare_split(&self, n: usize, rank: u16) -> Option<usize> {
        let found = self.rares.iter().filter(|&&(a, _)| a > 0).find(|&&(a, value)| {
            self.breaks.iter().any(|&i| {
                let b = (n as u64).checked_sub(i + a).filter(|&b| b >= a && self.ban.allows(a, b));
                let other = b.and_then(|b| self.rares.binary_search_by_key(&b, |&(heap, _)| heap).ok());
                other.is_some_and(|k| self.ranking.rank(value ^ self.rares[k].1) == rank)
            })
        });
        found.map(|&(a, _)| a as usize)
    }

    fn is_rare(&self, heap: usize) -> bool {
        self.is_rare.get(heap).is_some_and(|&rare| rare)
    }
}

/// Verification with sets, then candidates.
pub(super) struct Sifting<R> {
    alone: Alone,
    /// Single heaps of a rare value first, then splits.
    terms: Terms<R>,
    /// Terms that mark sets.
    marks: Marks,
    first: usize,
    stages: Vec<Stage>,
    /// For each parity of a heap and each rank, how many leftovers there are.
    leftovers: [Vec<u16>; 2],
    /// How many groups of ranks sets have.
    groups: usize,
}

impl<R: Rank> Sifting<R> {
    /// For ranks below the limit. `terms` has the `singles` first and then those of the order.
    pub(super) fn new(alone: Alone, limit: u16, terms: Terms<R>, singles: usize, order: &Order) -> Self {
        let stages =
            order.stages.iter().map(|stage| Stage { begin: singles + stage.begin, keep: stage.keep }).collect();
        let leftovers =
            [0, 1].map(|parity| (0..limit).map(|rank| alone.ranking.leftovers(parity, rank)).collect::<Vec<u16>>());
        let most = leftovers.iter().flatten().copied().max().unwrap_or(0);
        let marked = order.marks.iter().map(|mark| usize::from(mark.2) + 1).max().unwrap_or(0);
        let groups = usize::from(most).div_ceil(GROUP).max(marked);
        let marks = Marks::new::<R>(order.marks.iter().copied());
        Sifting { alone, terms, marks, first: order.first, stages, leftovers, groups }
    }

    fn block(&self, tape: &Tape<R>, n0: usize, sets: &Sets, findings: &mut Findings) {
        let Left { pairs, given_up, used } = self.left_open(tape.ranks(), n0 - tape.base(), n0 % 2, sets);
        findings.work += (used * LANES) as u64;
        for (k, (lane, rank)) in pairs.into_iter().enumerate() {
            let n = n0 + usize::from(lane);
            match self.alone.look(tape, n, rank, k >= given_up) {
                Some(depth) => findings.depth = findings.depth.max(depth),
                None => findings.rare = Some(findings.rare.map_or(n, |rare| rare.min(n))),
            }
        }
    }

    /// The ranks that neither marks nor terms excluded, those included that did not fit among the candidates of a
    /// stage.
    fn left_open(&self, ranks: &[R], n0: usize, parity: usize, sets: &Sets) -> Left<R> {
        let mut bounds = [0; LANES];
        for (lane, (bound, &rank)) in bounds.iter_mut().zip(&ranks[n0..]).enumerate() {
            *bound = self.leftovers[parity ^ lane & 1][usize::from(rank.into())];
        }
        let (mut candidates, found) = Candidates::first(self.alone.kernel, sets, &bounds, self.first);
        let mut left = Vec::new();
        for (lane, &crowd) in found.iter().enumerate() {
            if usize::from(crowd) > self.first {
                let is_open = |&rank: &u16| sets[usize::from(rank / 8)][lane] >> (rank % 8) & 1 == 0;
                let open = (0..bounds[lane]).filter(is_open);
                left.extend(open.skip(self.first).map(|rank| (lane as u8, R::new(rank))));
            }
        }
        let mut used = 0;
        let stages = self.stages.iter().copied().chain([Stage { begin: self.terms.len(), keep: 0 }]);
        'stages: for Stage { begin, keep } in stages {
            while used < begin {
                if candidates.lanes_open() <= LONELY {
                    break 'stages;
                }
                let next = (used + STEP).min(begin);
                candidates.strike(ranks, n0, &self.terms, used..next);
                used = next;
            }
            if keep > 0 {
                candidates.sort(keep);
                left.extend(candidates.pairs(keep));
                candidates.truncate(keep);
            }
        }
        let given_up = left.len();
        left.extend(candidates.pairs(0));
        Left { pairs: left, given_up: if used < self.terms.len() { usize::MAX } else { given_up }, used }
    }
}

impl<R: Rank> Verify<R> for Sifting<R> {
    fn blocks(&self, tape: &Tape<R>, range: Range) -> Findings {
        let mut findings = self.alone.nothing_found();
        // The heaps of this range and those that marks look at.
        let reach = self.marks.farthest().min(range.start - tape.base());
        let known = &tape.ranks()[range.start - reach - tape.base()..range.end - tape.base()];
        let mut groups = Groups::new(&self.marks, known.len());
        groups.extend(known);
        let mut sets: [Sets; BLOCKS] = std::array::from_fn(|_| empty_sets(self.groups));
        for from in range.clone().step_by(BLOCKS * LANES) {
            let sets = &mut sets[..BLOCKS.min((range.end - from) / LANES)];
            for sets in &mut *sets {
                sets.fill([0; LANES]);
            }
            self.alone.kernel.mark_sets(&groups, from - range.start + reach, &self.marks, sets);
            findings.work += (self.marks.len() * sets.len() * LANES) as u64;
            for (block, sets) in sets.iter().enumerate() {
                self.block(tape, from + block * LANES, sets, &mut findings);
                if findings.rare.is_some() {
                    return findings;
                }
            }
        }
        findings
    }

    fn alone(&self) -> &Alone {
        &self.alone
    }

    fn alone_mut(&mut self) -> &mut Alone {
        &mut self.alone
    }
}
