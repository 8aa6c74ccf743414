//! Verification: no heap of a block is rare.
//!
//! The rank of heap `n` is known; it is the right one if every leftover, every smaller value of the rare class, is
//! excluded by some option. Two common parts exclude a rare value, and its rank is `c(a) xor c(b)`. So the terms here
//! are `(i + a, c(a))` for breaks `i` and small common `a`. The best of them, learned on a sample, mark sets for 64
//! heaps at once. What they leave open, a rank of one heap in a few, meets windows of 256 splits
//! ([`crate::kernel::windows`]), and what is left then is looked for alone: 16 or 32 splits of one heap at once, all of
//! them if need be. If something is left even then, the heap is rare.
//!
//! With ranks below 16 sets have 16 bits ([`super::nibbles`]), otherwise as many as there are leftovers ([`Sifting`]).
//! How many marks are worth their time is learned, too ([`super::order::marks`]).
//!
//! Heaps do not depend on each other here: any number of threads, or machines, can share them.

use super::order::{self, Marking, Term};
use super::tape::Tape;
use crate::engine::ranking::Ranking;
use crate::kernel::groups::{BLOCKS, GROUP, Groups, Marks, Sets, empty_sets};
use crate::kernel::windows::Window;
use crate::kernel::{Kernel, LANES, Range, Rank, Terms};
use crate::rules::Ban;

/// A single lane is finished alone.
pub(super) const LONELY: u32 = 1;
/// Splits of a lonely heap looked at for one break before the next break has its turn.
const STRETCH: usize = 1 << 10;

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

    /// Goes through the splits of heap `n` that the tape has, stretch by stretch, until `done` says after how many
    /// splits of a stretch it has seen enough. Returns the smaller part of the last split looked at.
    pub(super) fn splits<R: Rank>(
        &self,
        tape: &Tape<R>,
        n: usize,
        mut done: impl FnMut(Stretch<R>) -> Option<usize>,
    ) -> Option<usize> {
        let (head, ranks, base) = (tape.head(), tape.ranks(), tape.base());
        let (&least, &longest) = (self.breaks.first()?, self.breaks.last()?);
        let half = n.saturating_sub(least as usize) / 2;
        // Where the tape does not have all splits, it is looked at in whole stretches only: then it does not matter for
        // what is found how long it is.
        let held = tape.depth(n, longest as usize);
        let last = if held < half { held / STRETCH * STRETCH } else { half };
        for from in (1..=last).step_by(STRETCH) {
            for &i in &self.breaks {
                let Some(total) = n.checked_sub(i as usize) else { break };
                let end = (from + STRETCH).min(total / 2 + 1).min(last + 1);
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
    /// among the known heaps. Small parts come first.
    fn look<R: Rank>(&self, tape: &Tape<R>, n: usize, rank: R) -> Option<usize> {
        let look = |Stretch { from, total, up, down }: Stretch<R>| {
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
        self.splits(tape, n, look).or_else(|| self.rare_split(n, rank.into()))
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

/// Verification with sets; what gets through is looked for: in windows of splits first, together, then alone.
pub(super) struct Sifting<R> {
    alone: Alone,
    marks: Marks,
    /// Terms that mark every rank.
    stamps: Terms<R>,
    windows: Vec<Window<R>>,
    /// For each parity of a heap and each rank, how many leftovers there are.
    leftovers: [Vec<u16>; 2],
    /// How many groups of ranks sets have.
    groups: usize,
}

impl<R: Rank> Sifting<R> {
    /// For ranks below the limit. Single heaps of a rare value, `singles` removed from a heap, mark every group.
    pub(super) fn new(alone: Alone, limit: u16, singles: &[u64], marking: &Marking, windows: Vec<Window<R>>) -> Self {
        let Marking { marks, .. } = marking;
        let leftovers =
            [0, 1].map(|parity| (0..limit).map(|rank| alone.ranking.leftovers(parity, rank)).collect::<Vec<u16>>());
        let most = leftovers.iter().flatten().copied().max().unwrap_or(0);
        let marked = marks.iter().map(|mark| usize::from(mark.2) + 1).max().unwrap_or(0);
        let groups = usize::from(most).div_ceil(GROUP).max(marked);
        let singles: Vec<Term> = singles.iter().map(|&i| (i as u32, 0)).collect();
        let marks = Marks::new::<R>(order::all_groups(&singles, groups).chain(marks.iter().copied()));
        Sifting { alone, marks, stamps: order::stamps(marking), windows, leftovers, groups }
    }

    /// The ranks that marks leave open in the block at `n0`.
    fn open(&self, tape: &Tape<R>, n0: usize, sets: &Sets, open: &mut Vec<(u8, u16)>) {
        let mut bounds = [0; LANES];
        for (lane, (bound, &rank)) in bounds.iter_mut().zip(&tape.ranks()[n0 - tape.base()..]).enumerate() {
            *bound = self.leftovers[(n0 + lane) % 2][usize::from(rank.into())];
        }
        self.alone.kernel.open_ranks(sets, &bounds, open);
    }
}

impl<R: Rank> Verify<R> for Sifting<R> {
    fn blocks(&self, tape: &Tape<R>, range: Range) -> Findings {
        let mut findings = self.alone.nothing_found();
        // The heaps of this range and those that marks look at.
        let reach = self.marks.farthest().min(range.start - tape.base());
        let marked = &tape.ranks()[range.start - reach - tape.base()..range.end - tape.base()];
        let mut groups = Groups::new(&self.marks, marked.len());
        groups.extend(marked);
        let mut sets: [Sets; BLOCKS] = std::array::from_fn(|_| empty_sets(self.groups));
        // Windows look further back.
        let back = self.windows.iter().map(Window::back).max().unwrap_or(0).min(range.start - tape.base());
        let first = range.start - back;
        let (mut open, mut cells) = (Vec::new(), Vec::new());
        for from in range.clone().step_by(BLOCKS * LANES) {
            let sets = &mut sets[..BLOCKS.min((range.end - from) / LANES)];
            for (n0, sets) in (from..).step_by(LANES).zip(&mut *sets) {
                sets.fill([0; LANES]);
                self.alone.kernel.stamp(tape.ranks(), n0 - tape.base(), &self.stamps, sets);
            }
            self.alone.kernel.mark_sets(groups.of(marked), from - range.start + reach, &self.marks, sets);
            findings.work += ((self.marks.len() + self.stamps.len()) * sets.len() * LANES) as u64;
            for (n0, sets) in (from..).step_by(LANES).zip(&*sets) {
                open.clear();
                self.open(tape, n0, sets, &mut open);
                cells.extend(open.iter().map(|&(lane, rank)| ((n0 - first) as u32 + u32::from(lane), R::new(rank))));
            }
        }
        let known = &tape.ranks()[first - tape.base()..range.end - tape.base()];
        for window in self.windows.iter().filter(|window| window.back() <= back) {
            self.alone.kernel.sift(known, window, &mut cells);
        }
        for (at, rank) in cells {
            let n = first + at as usize;
            // What comes after a rare heap is no matter.
            if findings.rare.is_some_and(|rare| rare < n) {
                continue;
            }
            match self.alone.look(tape, n, rank) {
                Some(depth) => findings.depth = findings.depth.max(depth),
                None => findings.rare = Some(findings.rare.map_or(n, |rare| rare.min(n))),
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
