//! The sink of a long run: it counts, remembers the latest values, looks for landmarks and recomputes a sample.
//!
//! **Self-check.** Once in [`STRIDE`] heaps, at a place that depends on the values, a few heaps are computed again from the same
//! earlier values by the plain definition ([`Plain`]): other code on other data structures, one heap at a time. If the engine's
//! values differ, one of the two computations is wrong, by a bug or by a fault of the machine, and the run must not go on.

use super::landmarks::{Landmarks, Stretch};
use super::tally::Tally;
use super::width;
use crate::engine::Sink;
use crate::engine::long::Frontier;
use crate::engine::plain::Plain;
use crate::rules::Rules;
use serde::Serialize;
use std::ops::ControlFlow;

/// One sample in so many heaps,
pub(super) const STRIDE: u64 = 1 << 24;
/// of so many heaps.
const SAMPLE: usize = 64;

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

/// The ranks of the latest heaps.
#[derive(Clone, Debug, Default)]
pub(super) struct Recent {
    /// Values before the first rank, until the ranks are known.
    seed: Vec<u16>,
    ranks: Vec<u8>,
    end: u64,
    keep: usize,
}

impl Recent {
    /// Starts from the values before heap `frontier.next`.
    pub(super) fn new(frontier: &Frontier) -> Self {
        let seed = frontier.window.clone();
        Recent { keep: seed.len(), seed, ranks: Vec::new(), end: frontier.next }
    }

    /// The heap after the latest one.
    pub(super) fn end(&self) -> u64 {
        self.end
    }

    /// Adds ranks; false when there is a gap before them.
    fn append(&mut self, from: u64, ranks: &[u8], table: &[[u16; 256]; 2]) -> bool {
        if from != self.end {
            return false;
        }
        let seed_from = self.end - self.seed.len() as u64;
        for (n, value) in (seed_from..).zip(self.seed.drain(..)) {
            let of_parity = &table[(n & 1) as usize];
            // A rare value has no rank here.
            self.ranks.push(of_parity.iter().position(|&v| v == value).unwrap_or(255) as u8);
        }
        if self.ranks.len() > 2 * self.keep {
            self.ranks.drain(..self.ranks.len() - self.keep);
        }
        self.ranks.extend_from_slice(ranks);
        self.end += ranks.len() as u64;
        true
    }
}

/// Watches one call of the engine.
pub(super) struct Watch<'w> {
    pub(super) rules: &'w Rules,
    /// Where the call began: the head and the rares.
    pub(super) frontier: &'w Frontier,
    pub(super) tally: &'w mut Tally,
    pub(super) recent: &'w mut Recent,
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

    /// Recomputes the sample if the latest `new` heaps have it.
    fn check(&mut self, new: usize, table: &[[u16; 256]; 2]) {
        let Recent { ranks, end, keep, .. } = &*self.recent;
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
            .map(|(n, &rank)| table[(n & 1) as usize][rank as usize])
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

    fn ranks(&mut self, from: u64, ranks: &[u8], table: &[[u16; 256]; 2]) -> ControlFlow<()> {
        self.tally.ranks(ranks, table);
        if self.recent.append(from, ranks, table) {
            self.check(ranks.len(), table);
            let state = width(self.frontier, self.rules);
            let parity = self.frontier.space.parity == 1;
            let stretch = Stretch { ranks: &self.recent.ranks, end: self.recent.end, state, parity };
            if let Some(landmarks) = &mut self.landmarks {
                self.found.repeats = landmarks.look(stretch, ranks.len());
            }
        }
        self.flow(from + ranks.len() as u64)
    }
}
