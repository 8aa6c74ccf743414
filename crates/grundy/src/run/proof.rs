//! From a state that returned to the smallest period and preperiod.
//!
//! The state before heap `s` returned before `s + p`, so `p` is a period from `s - (L + k)` on. Values further back and elsewhere come
//! from the windows of the segments ([`Replay`]).
//!
//! **Smallest period.** For each prime `q` of `p`, the states before `s` and `s + p/q` are compared. If they are equal, `p/q` is a period, too.
//! If they differ, a heap in the window witnesses that it is not; no smaller period exists when there is a witness for each prime.
//!
//! **Smallest preperiod.** Going back segment by segment, `G(n)` and `G(n + p)` are compared until a segment has a heap where they differ;
//! the preperiod begins after the last such heap.
//!
//! **Depth.** The engine knows how deep the heaps behind the head were looked into; the head's own heaps, as far as the theorem speaks of
//! them, are looked into here, by the plain definition.

use super::replay::Replay;
use super::{Candidate, RunError, Segment, State};
use crate::certificate::{self, PeriodCertificate, SparseProof, last_removal};
use crate::engine::Options;
use crate::engine::long::Frontier;
use crate::engine::plain::Plain;
use crate::game::Game;
use crate::period::Theorem;
use crate::rules::Rules;
use serde::{Deserialize, Serialize};

/// Values compared at once.
const PIECE: u64 = 1 << 18;

/// The smallest period and preperiod of a run whose hypotheses were all checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    /// The smallest `n0` with `G(n + p) = G(n)` for all `n >= n0`.
    pub preperiod: u64,
    /// The smallest `p`.
    pub period: u64,
    /// For each prime `q` of the period a heap from the preperiod on with `G(n) != G(n + p/q)`.
    pub distinct: Vec<(u64, u64)>,
    /// From `2 L + 1 + D + 2 k` on, splits with a part of at most this `D` exclude all leftovers.
    pub depth: u64,
    /// The first window of the period: its heaps begin with the preperiod.
    pub window: Segment,
}

impl State {
    /// The certificate, once a period is proved.
    pub fn certificate(&self, game: &Game) -> Option<PeriodCertificate> {
        let Proof { preperiod, period, distinct, depth, window } = self.proof.clone()?;
        let rules = game.rules();
        let Frontier { space, rares, .. } = self.frontier.clone();
        let mut sparse = SparseProof { space, rares, depth, segments: Vec::new() };
        let (first, end) = (sparse.first_start(rules), sparse.end(rules, preperiod, period));
        let mut segments: Vec<&Segment> = self.segments.iter().chain([&window]).collect();
        segments.sort_unstable_by_key(|segment| segment.start);
        segments.dedup_by_key(|segment| segment.start);
        segments.retain(|segment| first < segment.start && segment.start < end);
        sparse.segments = segments.into_iter().map(|segment| (segment.start, segment.window.clone())).collect();
        let (game, theorem, sparse) = (game.clone(), Theorem::Sparse, Some(sparse));
        let (saltus, tail, arithmetic) = (0, None, None);
        Some(PeriodCertificate { game, theorem, preperiod, period, saltus, sparse, tail, arithmetic, distinct })
    }
}

/// Finds both for a confirmed candidate. `pause` may stop it (then: none).
pub(super) fn find(
    rules: &Rules,
    options: &Options,
    state: &State,
    Candidate { start, mut period, .. }: Candidate,
    pause: &mut dyn FnMut() -> bool,
) -> Result<Option<Proof>, RunError> {
    let width = state.width(rules) as u64;
    let compare = |from: u64, to: u64, shift: u64, pause: &mut dyn FnMut() -> bool, first_only: bool| {
        let mut here = Replay::new(rules, options, state, from)?;
        let mut there = Replay::new(rules, options, state, from + shift)?;
        let mut different = None;
        let mut at = from;
        while at < to && !(first_only && different.is_some()) {
            if pause() {
                return Ok::<_, RunError>(None);
            }
            let count = PIECE.min(to - at) as usize;
            let (here, there) = (here.take(count)?, there.take(count)?);
            let mut pairs = here.iter().zip(&there);
            let place = if first_only { pairs.position(|(a, b)| a != b) } else { pairs.rposition(|(a, b)| a != b) };
            different = place.map(|place| at + place as u64).or(different);
            at += count as u64;
        }
        Ok(Some(different))
    };

    let mut distinct = Vec::new();
    let mut primes = certificate::primes(period);
    while let Some(q) = primes.pop() {
        match compare(start - width, start, period / q, pause, true)? {
            None => return Ok(None),
            Some(Some(heap)) => distinct.push((q, heap)),
            Some(None) => {
                period /= q;
                primes = certificate::primes(period);
                distinct.clear();
            }
        }
    }
    distinct.sort_unstable();

    let mut before = state.segments.partition_point(|segment| segment.start < start);
    let mut to = start;
    let preperiod = loop {
        let from = before.checked_sub(1).map_or(0, |i| state.segments[i].start - width);
        match compare(from, to, period, pause, false)? {
            None => return Ok(None),
            Some(Some(heap)) => break heap + 1,
            Some(None) if before == 0 => break 0,
            Some(None) => (before, to) = (before - 1, from),
        }
    };
    let window_start = preperiod.max(1) + width;
    let window = Replay::new(rules, options, state, window_start - width)?.take(width as usize)?;
    let window = Segment { start: window_start, window };
    let depth = depth(rules, &state.frontier)?;
    Ok(Some(Proof { preperiod, period, distinct, depth, window }))
}

/// The depth of all heaps from `2 L + 1 + D + 2 k` on.
fn depth(rules: &Rules, frontier: &Frontier) -> Result<u64, RunError> {
    let Frontier { space, rares, head, depth, .. } = frontier;
    let last_rare = rares.last().map_or(0, |&(heap, _)| heap);
    let k = last_removal(rules).unwrap_or(1);
    let mut plain = Plain::new(rules, *space, rares, head);
    let mut depth = *depth;
    for n in (0..head.len()).rev() {
        if (n as u64) < 2 * (last_rare + k) + 1 + depth {
            break;
        }
        let (heap, before) = (n as u64, &head[..n]);
        let candidate = plain.candidate(heap, before).filter(|&candidate| candidate == head[n]);
        let own = candidate.and_then(|candidate| plain.depth(heap, candidate, before));
        let own = own.ok_or_else(|| RunError::Contradiction(format!("the value of heap {n} is wrong")))?;
        depth = depth.max(own);
    }
    Ok(depth)
}
