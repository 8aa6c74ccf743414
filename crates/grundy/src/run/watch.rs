//! The sink of a long run: it counts, remembers the latest values, looks for landmarks and recomputes a sample.
//!
//! **Self-check.** Once in [`STRIDE`] heaps, at a place that depends on the values, a few heaps are computed again from the same
//! earlier values by the plain definition ([`Plain`]): other code on other data structures, one heap at a time. If the engine's
//! values differ, one of the two computations is wrong, by a bug or by a fault of the machine, and the run must not go on.

use super::landmarks::{self, Landmarks, Stretch};
use super::tally::Tally;
use super::width;
use crate::engine::long::Frontier;
use crate::engine::plain::Plain;
use crate::engine::{Palette, Ranks, Sink};
use crate::rules::Rules;
use serde::Serialize;
use std::ops::ControlFlow;

/// One sample in so many heaps,
pub(super) const STRIDE: u64 = 1 << 24;
/// of so many heaps.
const SAMPLE: usize = 64;
/// Heaps looked at together: everyone should find them in the nearest cache.
const PIECE: usize = 1 << 14;

/// A sample that the engine and the plain definition computed differently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mismatch {
    /// The first heap of the sample.
    pub from: u64,
    /// The engine's values.
    pub engine: Vec<u16>,
    /// The plain ones, each from the engine's values before it; none where a leftover is not excluded.
    pub plain: Vec<Option<u16>>,
    /// The values before the sample.
    pub before: Vec<u16>,
}

/// The ranks of the latest heaps: as many as [landmarks](super::landmarks) look at, and before a sample as many as the definition does. The latter are
/// a million or more, too many to drag along through every cache.
#[derive(Clone, Debug, Default)]
pub(super) struct Recent {
    /// Values before the first rank, until the ranks are known.
    seed: Vec<u16>,
    pub(super) ranks: Vec<u8>,
    end: u64,
    /// How many a sample needs,
    keep: usize,
    /// and how many landmarks do.
    near: usize,
}

impl Recent {
    /// Starts from the values before heap `frontier.next`.
    pub(super) fn new(frontier: &Frontier, rules: &Rules) -> Self {
        let seed = frontier.window.clone();
        let near = landmarks::sample(width(frontier, rules));
        Recent { keep: seed.len(), near, seed, ranks: Vec::new(), end: frontier.next }
    }

    /// The heap after the latest one.
    pub(super) fn end(&self) -> u64 {
        self.end
    }

    /// Adds ranks; false when there is a gap before them. The next sample begins with heap `sample`.
    fn append(&mut self, ranks: Ranks, sample: u64) -> bool {
        let Ranks { from, bytes, palette } = ranks;
        if from != self.end {
            return false;
        }
        self.rank_seed(palette);
        let keep = if sample > from + 2 * self.keep as u64 { self.near } else { self.keep };
        if self.ranks.len() > 2 * keep {
            self.ranks.drain(..self.ranks.len() - keep);
        }
        self.ranks.extend_from_slice(bytes);
        self.end = ranks.end();
        true
    }

    /// Turns the seed into ranks.
    fn rank_seed(&mut self, palette: &Palette) {
        let from = self.end - self.seed.len() as u64;
        // A rare value has no rank: any byte will do that is always the same.
        let rank = |(n, value)| palette.rank(n, value).unwrap_or(255);
        self.ranks.extend((from..).zip(self.seed.drain(..)).map(rank));
    }
}

/// Watches one call of the engine.
pub(super) struct Watch<'w> {
    pub(super) rules: &'w Rules,
    /// Where the call began: the head and the rares.
    pub(super) frontier: &'w Frontier,
    pub(super) tally: &'w mut Tally,
    /// None: values are only counted.
    pub(super) recent: Option<&'w mut Recent>,
    /// Not while a candidate is pursued.
    pub(super) landmarks: Option<&'w mut Landmarks>,
    /// The first heap of the next sample.
    pub(super) sample: &'w mut u64,
    /// Asked after each block whether to pause.
    pub(super) pause: &'w mut dyn FnMut(u64) -> bool,
    pub(super) found: Found,
}

/// Why the engine was stopped.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    pub(super) repeats: Option<(u64, u64)>,
    pub(super) mismatch: Option<Box<Mismatch>>,
    pub(super) paused: bool,
}

impl Watch<'_> {
    fn flow(&mut self, next: u64) -> ControlFlow<()> {
        self.found.paused |= (self.pause)(next);
        let Found { repeats, mismatch, paused } = &self.found;
        if *paused || repeats.is_some() || mismatch.is_some() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn last_rare(&self) -> u64 {
        self.frontier.rares.last().map_or(0, |&(heap, _)| heap)
    }

    /// Takes ranks into account, unless values are only counted.
    fn look(&mut self, ranks: Ranks) {
        let Some(recent) = self.recent.take() else { return };
        if recent.append(ranks, *self.sample) {
            let new = ranks.bytes.len();
            self.check(recent, new, ranks.palette);
            let (state, parity) = (width(self.frontier, self.rules), self.frontier.space.parity == 1);
            let stretch = Stretch { ranks: &recent.ranks, end: recent.end, state, parity };
            if let (Some(landmarks), None) = (&mut self.landmarks, self.found.repeats) {
                self.found.repeats = landmarks.look(stretch, new);
            }
        }
        self.recent = Some(recent);
    }

    /// Recomputes the sample if the latest `new` heaps have it.
    fn check(&mut self, recent: &Recent, new: usize, palette: &Palette) {
        let Recent { ranks, end, keep, .. } = recent;
        if *self.sample + SAMPLE as u64 > *end {
            return;
        }
        let from = (*self.sample).max(end - new as u64);
        *self.sample = from + STRIDE / 2 + self.tally.hash() % STRIDE;
        let first = ranks.len() - (end - from) as usize;
        let behind = from.saturating_sub(*keep as u64);
        if first < *keep || behind <= self.last_rare() {
            return;
        }
        let values: Vec<u16> = (behind..)
            .zip(&ranks[first - keep..ranks.len().min(first + SAMPLE)])
            .map(|(n, &rank)| palette.value(n, rank))
            .collect();
        let (before, engine) = values.split_at(*keep);
        let Frontier { space, rares, head, .. } = self.frontier;
        let mut plain = Plain::new(self.rules, *space, rares, head);
        let plain: Vec<Option<u16>> = (0..engine.len())
            .map(|j| {
                let (n, before) = (from + j as u64, &values[..keep + j]);
                plain.candidate(n, before).filter(|&value| plain.depth(n, value, before).is_some())
            })
            .collect();
        if plain.iter().zip(engine).any(|(plain, engine)| plain.as_ref() != Some(engine)) {
            let (engine, before) = (engine.to_vec(), before.to_vec());
            self.found.mismatch = Some(Box::new(Mismatch { from, engine, plain, before }));
        }
    }
}

impl Sink for Watch<'_> {
    fn block(&mut self, from: u64, values: &[u16]) -> ControlFlow<()> {
        self.tally.block(values);
        self.flow(from + values.len() as u64)
    }

    fn ranks(&mut self, ranks: Ranks) -> ControlFlow<()> {
        for piece in ranks.pieces(PIECE) {
            self.tally.ranks(piece);
            self.look(piece);
        }
        self.flow(ranks.end())
    }
}
