//! Verification: no heap of a block is rare.
//!
//! The rank of heap `n` is known; it is the right one if every leftover, every smaller value of the rare class, is
//! excluded by some option. Two common parts exclude a rare value, and its rank is `c(a) xor c(b)`. So the terms here are
//! `(i + a, c(a))` for breaks `i` and small common `a`, in an order learned on a sample, used for 32 heaps at once until all
//! nearly all lanes have none left. The last few lanes are cheaper alone: 32 splits of one heap at once, all of them if need
//! be. If something is left even then, the heap is rare.
//!
//! Heaps do not depend on each other here: any number of threads, or machines, can share them.

use super::candidates::Candidates;
use super::order::Order;
use super::ranking::Ranking;
use super::tape::Tape;
use crate::kernel::nibbles::{self, Settled};
use crate::kernel::{Kernel, LANES, Lanes, Terms};
use crate::rules::Ban;

/// Terms between two looks at what is left.
const STEP: usize = 64;
/// So few lanes are finished alone, with ranks in nibbles and in bytes.
const LONELY_NIBBLES: u32 = 1;
const LONELY: usize = 2;
/// Splits of a lonely heap looked at for one break before the next break has its turn.
const STRETCH: usize = 1 << 10;
/// A lane may keep this many leftovers as candidates.
const CANDIDATES: usize = 8;

/// What is needed to verify any block.
pub(super) struct Verification {
    pub(super) kernel: Kernel,
    pub(super) ranking: Ranking,
    pub(super) ban: Ban,
    pub(super) breaks: Vec<u64>,
    /// Rare heaps with their values, ascending.
    pub(super) rares: Vec<(u64, u16)>,
    pub(super) limit: u16,
    settled: Settled,
    /// Single heaps of a rare value first, then splits.
    terms: Terms,
    /// The largest part that the terms look at.
    parts: usize,
    /// After how many terms candidates take over from sets.
    sets: usize,
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

/// Splits of one heap: `up` has the ranks of the parts `from, from + 1, …`, `down` those of the other parts, which make up `total`
/// with them, in ascending order too.
struct Stretch<'a> {
    from: usize,
    total: usize,
    up: &'a [u8],
    down: &'a [u8],
}

impl Verification {
    #[expect(clippy::too_many_arguments, reason = "all of it is fixed for a run")]
    pub(super) fn new(
        kernel: Kernel,
        ranking: Ranking,
        ban: Ban,
        breaks: Vec<u64>,
        singles: Vec<usize>,
        rares: Vec<(u64, u16)>,
        limit: u16,
        parts: usize,
        order: &Order,
    ) -> Self {
        let sets = singles.len() + order.terms_until(CANDIDATES, 24);
        let terms = singles.into_iter().map(|i| (i as u32, 0)).chain(order.terms.iter().copied()).collect();
        let settled = Settled::new(|parity, rank| ranking.leftovers(parity, rank));
        Verification { kernel, ranking, ban, breaks, rares, limit, settled, terms, parts, sets }
    }

    /// Verifies the block at heap `n0`.
    pub(super) fn block(&self, tape: &Tape, n0: usize) -> Findings {
        if self.limit == u16::from(nibbles::LIMIT) { self.nibbles(tape, n0) } else { self.bytes(tape, n0) }
    }

    /// When all ranks are below 16.
    fn nibbles(&self, tape: &Tape, n0: usize) -> Findings {
        let at = n0 - tape.base();
        let cover =
            self.kernel.cover_nibbles(tape.ranks(), at, n0 % 2 == 1, &self.settled, &self.terms, LONELY_NIBBLES);
        let mut findings = Findings { rare: None, work: (cover.used * LANES) as u64, depth: self.parts };
        let mut left = cover.left;
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            let mut open = !u16::from_le_bytes([cover.sets[0][lane], cover.sets[1][lane]]);
            let depth = self.splits(tape, n0 + lane, |Stretch { up, down, .. }| {
                let (still_open, looked) = self.kernel.cover_alone(up, down, open);
                open = still_open;
                (open == 0).then_some(looked)
            });
            let Some(depth) = depth else {
                findings.rare = Some(n0 + lane);
                break;
            };
            findings.depth = findings.depth.max(depth);
        }
        findings
    }

    /// Goes through the splits of heap `n` with a part of known rank and another one on the tape, stretch by stretch, until
    /// `done` says after how many splits of a stretch it has seen enough. Returns the smaller part of the last split looked at.
    fn splits(&self, tape: &Tape, n: usize, mut done: impl FnMut(Stretch) -> Option<usize>) -> Option<usize> {
        let (head, ranks, base) = (tape.head(), tape.ranks(), tape.base());
        let least = *self.breaks.first()? as usize;
        let last = (n.saturating_sub(least) / 2).min(head.len().saturating_sub(1));
        for from in (1..=last).step_by(STRETCH) {
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

    /// When ranks are larger.
    fn bytes(&self, tape: &Tape, n0: usize) -> Findings {
        let (open, used) = self.bytes_left(tape.ranks(), n0 - tape.base(), n0 % 2 == 1);
        let mut findings = Findings { rare: None, work: (used * LANES) as u64, depth: self.parts };
        for (lane, ranks) in open {
            for rank in ranks {
                let Some(depth) = self.alone(tape, n0 + lane, rank) else {
                    findings.rare = Some(n0 + lane);
                    return findings;
                };
                findings.depth = findings.depth.max(depth);
            }
        }
        findings
    }

    /// Lanes with the ranks that no term excluded, and the number of terms used.
    fn bytes_left(&self, ranks: &[u8], n0: usize, odd: bool) -> (Vec<(usize, Vec<u8>)>, usize) {
        let mut needs = [0; LANES];
        for (lane, need) in needs.iter_mut().enumerate() {
            *need = self.ranking.leftovers(u64::from(odd) + lane as u64, u16::from(ranks[n0 + lane]));
        }
        let mut planes: [Lanes; 32] = [[0; LANES]; 32];
        let most = needs.iter().copied().max().unwrap_or(0);
        let planes = &mut planes[..(most as usize).div_ceil(8)];
        for (p, plane) in (0..).zip(&mut *planes) {
            for (set, need) in plane.iter_mut().zip(&needs) {
                *set = 0xFFu8.checked_shl(need.saturating_sub(8 * p).into()).unwrap_or(0);
            }
        }
        let mut used = self.sets.min(self.terms.len());
        self.kernel.mark_planes(ranks, n0, &self.terms, 0..used, planes);
        while used < self.terms.len() && crowded(planes) > LONELY {
            let next = (used + STEP).min(self.terms.len());
            self.kernel.mark_planes(ranks, n0, &self.terms, used..next, planes);
            used = next;
        }
        let mut left = Candidates::from_planes(planes, CANDIDATES);
        let (mut widest, mut lanes) = left.open();
        while lanes > LONELY && used < self.terms.len() {
            left.narrow(widest);
            let next = (used + STEP).min(self.terms.len());
            left.strike(self.kernel, ranks, n0, &self.terms, used..next);
            used = next;
            (widest, lanes) = left.open();
        }
        let mut open: Vec<(usize, Vec<u8>)> = Vec::new();
        let counts = open_counts(planes);
        for lane in (0..LANES).filter(|&lane| counts[lane] > 0) {
            let ranks: Vec<u8> = if usize::from(counts[lane]) <= CANDIDATES {
                let candidates = left.ranks.iter().zip(&left.struck).filter(|(_, struck)| struck[lane] == 0);
                candidates.map(|(ranks, _)| ranks[lane]).collect()
            } else {
                // More than the candidates can hold: everything the sets leave open is looked for.
                let is_open = |&rank: &usize| planes[rank / 8][lane] >> (rank % 8) & 1 == 0;
                (0..8 * planes.len()).filter(is_open).map(|rank| rank as u8).collect()
            };
            if !ranks.is_empty() {
                open.push((lane, ranks));
            }
        }
        (open, used)
    }

    /// The smaller part of a split that excludes the rare value of heap `n` with this rank; none when there is none among
    /// the known heaps.
    fn alone(&self, tape: &Tape, n: usize, rank: u8) -> Option<usize> {
        let found = self.splits(tape, n, |Stretch { from, total, up, down }| {
            let mut skip = 0;
            while let Some(found) = self.kernel.find_split(&up[skip..], &down[..down.len() - skip], rank) {
                let (a, b) = (from + skip + found, total - from - skip - found);
                if !self.is_rare(a) && !self.is_rare(b) && self.ban.allows(a as u64, b as u64) {
                    return Some(skip + found);
                }
                skip += found + 1;
            }
            None
        });
        found.or_else(|| self.rare_split(n, rank))
    }

    /// The smaller part of a split into two rare heaps that does.
    fn rare_split(&self, n: usize, rank: u8) -> Option<usize> {
        let found = self.rares.iter().filter(|&&(a, _)| a > 0).find(|&&(a, value)| {
            self.breaks.iter().any(|&i| {
                let b = (n as u64).checked_sub(i + a).filter(|&b| b >= a && self.ban.allows(a, b));
                let other = b.and_then(|b| self.rares.binary_search_by_key(&b, |&(heap, _)| heap).ok());
                other.is_some_and(|k| self.ranking.rank(value ^ self.rares[k].1) == u16::from(rank))
            })
        });
        found.map(|&(a, _)| a as usize)
    }

    fn is_rare(&self, heap: usize) -> bool {
        self.rares.last().is_some_and(|&(last, _)| heap as u64 <= last)
            && self.rares.binary_search_by_key(&(heap as u64), |&(heap, _)| heap).is_ok()
    }
}

/// How many ranks each lane has open.
fn open_counts(planes: &[Lanes]) -> [u16; LANES] {
    let mut open = [0; LANES];
    for plane in planes {
        for (open, set) in open.iter_mut().zip(plane) {
            *open += set.count_zeros() as u16;
        }
    }
    open
}

/// How many lanes have more open ranks than there are candidates.
fn crowded(planes: &[Lanes]) -> usize {
    open_counts(planes).into_iter().filter(|&open| usize::from(open) > CANDIDATES).count()
}
