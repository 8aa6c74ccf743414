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
use crate::kernel::{Kernel, LANES, Lanes, Terms};
use crate::rules::Ban;

/// Terms between two looks at what is left.
const STEP: usize = 16;
/// So few lanes are finished alone.
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
    /// Removals that leave one heap and then have a rare value.
    pub(super) singles: Vec<usize>,
    /// Rare heaps with their values, ascending.
    pub(super) rares: Vec<(u64, u16)>,
    pub(super) limit: u16,
    terms: Terms,
    /// After how many terms candidates take over from sets.
    sets: usize,
}

/// The outcome for one heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Its value is right.
    Common,
    /// It is rare.
    Rare,
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
        order: &Order,
    ) -> Self {
        let mut terms = Terms::default();
        for &(offset, x) in &order.terms {
            terms.push(offset, x);
        }
        let sets = order.terms_until(CANDIDATES, 24);
        Verification { kernel, ranking, ban, breaks, singles, rares, limit, terms, sets }
    }

    /// The first heap of the block at `n0` that is rare, and the number of lanes times terms looked at.
    /// `ranks[n]` is the rank of heap `n`.
    pub(super) fn block(&self, ranks: &[u8], n0: usize) -> (Option<usize>, u64) {
        let mut needs = [0; LANES];
        for (lane, need) in needs.iter_mut().enumerate() {
            *need = self.ranking.leftovers((n0 + lane) as u64, u16::from(ranks[n0 + lane]));
        }
        let (open, work) =
            if self.limit == 16 { self.nibbles_left(ranks, n0, &needs) } else { self.bytes_left(ranks, n0, &needs) };
        let rare = open.into_iter().find(|(lane, open)| self.alone(ranks, n0 + lane, open) == Verdict::Rare);
        (rare.map(|(lane, _)| n0 + lane), work)
    }

    /// Lanes with the ranks that no term excluded, when all ranks are below 16.
    fn nibbles_left(&self, ranks: &[u8], n0: usize, needs: &[u16; LANES]) -> (Vec<(usize, Vec<u8>)>, u64) {
        let (mut low, mut high) = ([0; LANES], [0; LANES]);
        for lane in 0..LANES {
            let mut covered = !((1u32 << needs[lane]) - 1);
            for &i in &self.singles {
                covered |= 1u32.checked_shl(ranks[n0 + lane - i].into()).unwrap_or(0);
            }
            (low[lane], high[lane]) = (covered as u8, (covered >> 8) as u8);
        }
        let mut used = 0;
        let lanes_open = |low: &Lanes, high: &Lanes| {
            usize::from(low.iter().zip(high).map(|(l, h)| u8::from(l & h != 255)).sum::<u8>())
        };
        while used < self.terms.len() && lanes_open(&low, &high) > LONELY {
            let next = (used + STEP).min(self.terms.len());
            self.kernel.mark_nibbles(ranks, n0, &self.terms, used..next, &mut low, &mut high);
            used = next;
        }
        let open_of = |lane: usize| {
            let set = u16::from_le_bytes([low[lane], high[lane]]);
            (0..16).filter(|rank| set >> rank & 1 == 0).collect::<Vec<u8>>()
        };
        let open = (0..LANES).filter(|&lane| low[lane] & high[lane] != 255).map(|lane| (lane, open_of(lane))).collect();
        (open, (used * LANES) as u64)
    }

    /// The same for larger ranks.
    fn bytes_left(&self, ranks: &[u8], n0: usize, needs: &[u16; LANES]) -> (Vec<(usize, Vec<u8>)>, u64) {
        let mut planes: [Lanes; 32] = [[0; LANES]; 32];
        let most = needs.iter().copied().max().unwrap_or(0);
        let planes = &mut planes[..(most as usize).div_ceil(8)];
        for (p, plane) in (0..).zip(&mut *planes) {
            for (set, need) in plane.iter_mut().zip(needs) {
                *set = 0xFFu8.checked_shl(need.saturating_sub(8 * p).into()).unwrap_or(0);
            }
        }
        for &i in &self.singles {
            for lane in 0..LANES {
                let rank = ranks[n0 + lane - i];
                if let Some(plane) = planes.get_mut(rank as usize / 8) {
                    plane[lane] |= 1 << (rank % 8);
                }
            }
        }
        let mut used = self.sets.min(self.terms.len());
        self.kernel.mark_planes(ranks, n0, &self.terms, 0..used, planes);
        while used < self.terms.len() && crowded(planes) > LONELY {
            let next = (used + 4 * STEP).min(self.terms.len());
            self.kernel.mark_planes(ranks, n0, &self.terms, used..next, planes);
            used = next;
        }
        let mut left = Candidates::from_planes(planes, CANDIDATES);
        let (mut widest, mut lanes) = left.open();
        while lanes > LONELY && used < self.terms.len() {
            left.narrow(widest);
            let next = (used + 4 * STEP).min(self.terms.len());
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
        (open, (used * LANES) as u64)
    }

    /// Looks for the leftovers of one heap among all its splits.
    fn alone(&self, ranks: &[u8], n: usize, open: &[u8]) -> Verdict {
        let found = |&rank: &u8| self.has_common_split(ranks, n, rank) || self.has_rare_split(n, rank);
        if open.iter().all(found) { Verdict::Common } else { Verdict::Rare }
    }

    /// Whether two common heaps exclude the rare value of `n` with this rank.
    fn has_common_split(&self, ranks: &[u8], n: usize, rank: u8) -> bool {
        let totals: Vec<usize> = self.breaks.iter().filter_map(|&i| n.checked_sub(i as usize)).collect();
        let last = totals.first().map_or(0, |total| total / 2);
        (1..=last).step_by(STRETCH).any(|from| {
            totals.iter().any(|&total| {
                let end = (from + STRETCH).min(total / 2 + 1);
                let mut from = from;
                while let Some(a) = self.kernel.find_split(ranks, total, from.min(end)..end, rank) {
                    let b = total - a;
                    if !self.is_rare(a) && !self.is_rare(b) && self.ban.allows(a as u64, b as u64) {
                        return true;
                    }
                    from = a + 1;
                }
                false
            })
        })
    }

    /// Whether two rare heaps do.
    fn has_rare_split(&self, n: usize, rank: u8) -> bool {
        self.rares.iter().filter(|&&(a, _)| a > 0).any(|&(a, value)| {
            self.breaks.iter().any(|&i| {
                let b = (n as u64).checked_sub(i + a).filter(|&b| b >= a && self.ban.allows(a, b));
                let other = b.and_then(|b| self.rares.binary_search_by_key(&b, |&(heap, _)| heap).ok());
                other.is_some_and(|k| self.ranking.rank(value ^ self.rares[k].1) == u16::from(rank))
            })
        })
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
