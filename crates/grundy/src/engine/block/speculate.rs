//! Speculation: the next values, if no further heap is rare.
//!
//! Under a sparse space the rank of heap `n` is then
//!
//! ```text
//! c(n) = mex over the terms of  c(n - offset) xor x
//! ```
//!
//! with a term `(i + k, rank of G(k))` for each break `i` and each rare heap `k >= 1`, and `(i, 0)` for each removal `i` that leaves
//! one heap, where that option has a common value (see [`crate::sparse`]). Terms with an offset of at least 32 are
//! *far*: they are used for 32 heaps at once. The *near* ones are used heap by heap; this is the only sequential part.
//!
//! Small ranks: with all ranks below 16 the set of marked ranks is 16 bits a lane, and one pass over the far terms fills it.
//!
//! Many terms: marking whole sets is dear, asking whether one rank is marked is cheap. The first terms, in the learned order,
//! mark sets; then the first 16 open ranks of each lane become candidates that the next terms strike, then 8, and so on down
//! to 2, as soon as that is nearly always enough. A lane that runs out of candidates is done again by itself.

use super::candidates::Candidates;
use super::order::{Order, Term};
use crate::kernel::{Kernel, LANES, Terms, nibbles};

/// A rank reached the limit: the run must go on in another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RankTooLarge;

/// Candidates kept for each lane, stage by stage.
const STAGES: [usize; 5] = [16, 8, 5, 3, 2];
/// One lane in so many may run out of candidates at each stage.
const RARELY: usize = 60;

/// What is needed to go on from any window of ranks.
#[derive(Clone)]
pub(super) struct Speculation {
    kernel: Kernel,
    near: Vec<(usize, u8)>,
    far: Terms,
    /// Far terms that wait for the blocks of other threads: see [`Self::for_threads`].
    late: Terms,
    /// Ranks from here on are not handled: 16 for sets in two bytes.
    limit: u16,
    planes: usize,
    /// After how many far terms each of the [`STAGES`] begins, ascending; those that never begin are at the end of the terms.
    stages: [usize; STAGES.len()],
    stamps: Box<[u32; 256]>,
    now: u32,
    /// Lanes and terms looked at.
    pub(super) work: u64,
}

impl Speculation {
    /// `near` has the terms with an offset below 32, `far` the others.
    pub(super) fn new(kernel: Kernel, near: &[Term], far: &Order, limit: u16) -> Self {
        Speculation {
            kernel,
            near: near.iter().map(|&(offset, x)| (offset as usize, x)).collect(),
            far: far.terms.iter().copied().collect(),
            late: Terms::default(),
            limit,
            planes: (limit as usize).div_ceil(8),
            stages: STAGES.map(|open| far.terms_until(open, RARELY)),
            stamps: Box::new([0; 256]),
            now: 0,
            work: 0,
        }
    }

    /// The least rank that does not fit.
    pub(super) fn limit(&self) -> u16 {
        self.limit
    }

    /// How many terms there are.
    pub(super) fn terms(&self) -> usize {
        self.near.len() + self.far.len()
    }

    /// How many ranks before the next one are needed.
    pub(super) fn reach(&self) -> usize {
        self.far.farthest().max(LANES)
    }

    /// Ranks will stay below `most`, as far as can be seen: fewer sets to mark.
    pub(super) fn expect(&mut self, most: u16) {
        self.planes = (most.min(self.limit) as usize).div_ceil(8);
    }

    /// Appends `blocks` blocks, or as many as have ranks that fit.
    pub(super) fn extend(&mut self, ranks: &mut Vec<u8>, blocks: usize) -> Result<(), RankTooLarge> {
        self.work += (self.terms() * LANES * blocks) as u64;
        if self.limit == u16::from(nibbles::LIMIT) {
            let n0 = ranks.len();
            ranks.resize(n0 + blocks * LANES, 0);
            let range = n0..ranks.len();
            let done = self.kernel.extend_nibbles(ranks, range, &self.far, &self.near);
            return done.map_err(|end| {
                ranks.truncate(end);
                RankTooLarge
            });
        }
        (0..blocks).try_for_each(|_| self.extend_bytes(ranks))
    }

    fn extend_bytes(&mut self, ranks: &mut Vec<u8>) -> Result<(), RankTooLarge> {
        let candidates = self.candidates(ranks, ranks.len());
        self.finish(ranks, candidates)
    }

    /// The same for one of `threads` threads that take blocks in turn: terms that reach less far back than that many blocks are used
    /// last.
    pub(super) fn for_threads(&self, threads: usize) -> Self {
        let is_early = |&(offset, _): &Term| offset as usize >= threads * LANES;
        let early = self.stages.map(|stage| self.far.iter().take(stage).filter(is_early).count());
        let (far, late): (Vec<Term>, Vec<Term>) = self.far.iter().partition(is_early);
        let [far, late] = [far, late].map(|terms| terms.into_iter().collect());
        Speculation { far, late, stages: early, ..self.clone() }
    }

    /// What the far terms leave open for the block at `n0`.
    pub(super) fn candidates(&self, ranks: &[u8], n0: usize) -> Candidates {
        let mut planes = [[0; LANES]; 32];
        let planes = &mut planes[..self.planes];
        let [sets, later @ ..] = &self.stages;
        self.kernel.mark_planes(ranks, n0, &self.far, 0..*sets, planes);
        let mut candidates = Candidates::from_planes(planes, STAGES[0]);
        let mut used = *sets;
        for (&begin, &keep) in later.iter().zip(&STAGES[1..]) {
            candidates.strike(self.kernel, ranks, n0, &self.far, used..begin);
            used = begin;
            if used == self.far.len() {
                break;
            }
            candidates.sort(self.kernel, keep);
            candidates.truncate(keep);
        }
        candidates.strike(self.kernel, ranks, n0, &self.far, used..self.far.len());
        candidates
    }

    /// Appends the block, now that all ranks before it are known.
    pub(super) fn finish(&mut self, ranks: &mut Vec<u8>, mut candidates: Candidates) -> Result<(), RankTooLarge> {
        let n0 = ranks.len();
        candidates.strike(self.kernel, ranks, n0, &self.late, 0..self.late.len());
        for lane in 0..LANES {
            self.now = self.now.wrapping_add(1);
            if self.now == 0 {
                self.stamps.fill(0);
                self.now = 1;
            }
            for &(offset, x) in &self.near {
                self.stamps[(ranks[n0 + lane - offset] ^ x) as usize] = self.now;
            }
            let pairs = candidates.ranks.iter().zip(&candidates.struck);
            let open = pairs.filter(|(_, struck)| struck[lane] == 0).map(|(ranks, _)| u16::from(ranks[lane]));
            let rank = open.into_iter().find(|&rank| self.stamps[rank as usize] != self.now);
            let rank = rank.unwrap_or_else(|| self.rank_alone(ranks, n0 + lane));
            if rank >= self.limit {
                ranks.truncate(n0);
                return Err(RankTooLarge);
            }
            ranks.push(rank as u8);
        }
        Ok(())
    }

    /// The rank of one heap, whose near terms are stamped already.
    fn rank_alone(&mut self, ranks: &[u8], n: usize) -> u16 {
        self.work += self.far.len() as u64;
        for (offset, x) in self.far.iter().chain(self.late.iter()) {
            self.stamps[(ranks[n - offset as usize] ^ x) as usize] = self.now;
        }
        self.stamps.iter().take_while(|&&stamp| stamp == self.now).count() as u16
    }
}
