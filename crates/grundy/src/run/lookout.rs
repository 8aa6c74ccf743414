//! The sink of a long run: it counts, remembers the latest values, looks for landmarks and recomputes a sample.
//!
//! **Self-check.** Once in [`STRIDE`] heaps, at a place that depends on the values, a few heaps are computed again from
//! the same earlier values by the plain definition ([`Plain`]): other code on other data structures, one heap at a
//! time. If the engine's values differ, one of the two computations is wrong, by a bug or by a fault of the machine,
//! and the run must not go on.

use super::state::width;
use super::tally::Tally;
use super::{Saver, progress};
use crate::engine::long::Frontier;
use crate::engine::plain::Plain;
use crate::engine::{Guesses, Palette, Ranks, Sink};
use crate::period::landmarks::{self, Landmarks, Stretch};
use crate::rules::Rules;
use crate::watch::Watch;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// The heaps in which there is one sample.
const STRIDE: u64 = 1 << 24;
/// The heaps of a sample.
const SAMPLE: usize = 64;
/// Heaps looked at together: everyone should find them in the nearest cache.
const PIECE: usize = 1 << 14;

/// A sample that the engine and the plain definition computed differently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

/// The latest heaps: as many as [landmarks] look at, and before a sample as many as the definition does. The latter are
/// a million or more, too many to drag along through every cache.
#[derive(Clone, Debug, Default)]
pub(super) struct Recent {
    /// Values before the first bytes, until it is known what bytes mean.
    seed: Vec<u16>,
    /// A rank for each heap, or the two bytes of its value.
    pub(super) bytes: Vec<u8>,
    /// The bytes of a heap, 0 until it is known.
    unit: usize,
    end: u64,
    /// The heaps that a sample needs.
    keep: usize,
    /// The heaps that landmarks need.
    near: usize,
}

impl Recent {
    /// Starts from the values before heap `frontier.next`.
    pub(super) fn new(frontier: &Frontier, rules: &Rules) -> Self {
        let seed = frontier.window.clone();
        let near = landmarks::sample(width(frontier, rules));
        Recent { keep: seed.len(), near, seed, bytes: Vec::new(), unit: 0, end: frontier.next }
    }

    /// The heap after the latest one.
    pub(super) fn end(&self) -> u64 {
        self.end
    }

    /// Adds ranks; false when they do not fit what is here. The next sample begins with heap `sample`.
    fn append_ranks(&mut self, ranks: Ranks, sample: u64) -> bool {
        if self.unit == 0 {
            let from = self.end - self.seed.len() as u64;
            // A rare value has no rank: any byte will do that is always the same.
            let rank = |(n, value)| ranks.palette.rank(n, value).unwrap_or(255);
            self.bytes.extend((from..).zip(self.seed.drain(..)).map(rank));
            self.unit = 1;
        }
        self.unit == 1 && self.append(ranks.from, ranks.bytes, sample)
    }

    /// Adds values; false when they do not fit what is here.
    fn append_values(&mut self, from: u64, values: &[u16], sample: u64) -> bool {
        if self.unit == 0 {
            self.bytes.extend(self.seed.drain(..).flat_map(u16::to_le_bytes));
            self.unit = 2;
        }
        let bytes: Vec<u8> = values.iter().copied().flat_map(u16::to_le_bytes).collect();
        self.unit == 2 && self.append(from, &bytes, sample)
    }

    fn append(&mut self, from: u64, bytes: &[u8], sample: u64) -> bool {
        if from != self.end {
            return false;
        }
        let keep = self.unit * if sample > from + 2 * self.keep as u64 { self.near } else { self.keep };
        if self.bytes.len() > 2 * keep {
            self.bytes.drain(..self.bytes.len() - keep);
        }
        self.bytes.extend_from_slice(bytes);
        self.end = from + (bytes.len() / self.unit) as u64;
        true
    }
}

/// Looks at what one call of the engine hands over.
pub(super) struct Lookout<'w> {
    pub(super) rules: &'w Rules,
    /// Where the call began: the head and the rares.
    pub(super) frontier: &'w Frontier,
    pub(super) tally: &'w mut Tally,
    /// None: values are only counted.
    pub(super) recent: Option<&'w mut Recent>,
    /// Not while a candidate is pursued, nor where no theorem could end the run.
    pub(super) landmarks: Option<&'w mut Landmarks>,
    /// The first heap of the next sample.
    pub(super) sample: &'w mut u64,
    /// Where the run shall end.
    pub(super) until: u64,
    /// Told after each block where the run stands.
    pub(super) watch: &'w mut dyn Watch,
    pub(super) saver: &'w mut dyn Saver,
    /// Whether values are guesses: nobody keeps them, and a leftover that is not excluded is no fault of the machine.
    pub(super) guesses: bool,
    pub(super) found: Found,
}

/// Why the engine was stopped.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    pub(super) repeats: Option<(u64, u64)>,
    pub(super) mismatch: Option<Box<Mismatch>>,
    /// The mismatch is none if these heaps are only deeper than the head: all candidates agree, and leftovers are
    /// missing in them alone. None of them: it is one.
    pub(super) deep: Vec<u64>,
    pub(super) paused: bool,
    pub(super) save: bool,
}

impl Lookout<'_> {
    fn flow(&mut self, next: u64) -> ControlFlow<()> {
        self.found.paused |= self.watch.at(progress(next, self.until)).is_err();
        self.found.save |= self.saver.due();
        let Found { repeats, mismatch, paused, save, .. } = &self.found;
        if *paused || *save || repeats.is_some() || mismatch.is_some() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Takes the latest `new` heaps into account.
    fn look(&mut self, recent: &Recent, new: usize, palette: Option<&Palette>) {
        self.check(recent, new, palette);
        let unit = recent.unit;
        let state = width(self.frontier, self.rules) * unit;
        let parity = self.frontier.space.parity == 1;
        let stretch = Stretch { ranks: &recent.bytes, unit, end: recent.end, state, parity };
        if let (Some(landmarks), None) = (&mut self.landmarks, self.found.repeats) {
            self.found.repeats = landmarks.look(stretch, new * unit);
        }
    }

    /// Recomputes the sample if the latest `new` heaps have it.
    fn check(&mut self, recent: &Recent, new: usize, palette: Option<&Palette>) {
        let Recent { bytes, unit, end, keep, .. } = recent;
        if *self.sample + SAMPLE as u64 > *end {
            return;
        }
        let from = (*self.sample).max(end - new as u64);
        *self.sample = from + STRIDE / 2 + self.tally.hash() % STRIDE;
        let heaps = bytes.len() / unit;
        let first = heaps - (end - from) as usize;
        let behind = from.saturating_sub(*keep as u64);
        if first < *keep || behind <= self.frontier.last_rare() {
            return;
        }
        let value = |(n, bytes): (u64, &[u8])| match (bytes, palette) {
            (&[rank], Some(palette)) => palette.value(n, rank),
            (bytes, _) => bytes.iter().rev().fold(0, |value, &byte| value << 8 | u16::from(byte)),
        };
        let stretch = &bytes[(first - keep) * unit..heaps.min(first + SAMPLE) * unit];
        let values: Vec<u16> = (behind..).zip(stretch.chunks(*unit)).map(value).collect();
        let (before, engine) = values.split_at(*keep);
        let Frontier { space, rares, head, .. } = self.frontier;
        let mut plain = Plain::new(self.rules, *space, rares, head);
        let (mut wrong, mut deep) = (false, Vec::new());
        let plain: Vec<Option<u16>> = (0..engine.len())
            .map(|j| {
                let (n, before) = (from + j as u64, &values[..keep + j]);
                let candidate = plain.candidate(n, before);
                wrong |= candidate != Some(engine[j]);
                let settled = candidate.filter(|&value| self.guesses || plain.depth(n, value, before).is_some());
                deep.extend(Some(n).filter(|_| settled.is_none()));
                settled
            })
            .collect();
        if wrong || !deep.is_empty() {
            let (engine, before) = (engine.to_vec(), before.to_vec());
            self.found.mismatch = Some(Box::new(Mismatch { from, engine, plain, before }));
            self.found.deep = if wrong { Vec::new() } else { deep };
        }
    }
}

impl Sink for Lookout<'_> {
    fn block(&mut self, from: u64, values: &[u16]) -> ControlFlow<()> {
        for (from, piece) in (from..).step_by(PIECE).zip(values.chunks(PIECE)) {
            self.tally.block(piece);
            if !self.guesses {
                self.saver.block(from, piece);
            }
            if let Some(recent) = self.recent.take() {
                if recent.append_values(from, piece, *self.sample) {
                    self.look(recent, piece.len(), None);
                }
                self.recent = Some(recent);
            }
        }
        self.flow(from + values.len() as u64)
    }

    fn ranks(&mut self, ranks: Ranks) -> ControlFlow<()> {
        for piece in ranks.pieces(PIECE) {
            self.tally.ranks(piece);
            if !self.guesses {
                self.saver.ranks(piece);
            }
            if let Some(recent) = self.recent.take() {
                if recent.append_ranks(piece, *self.sample) {
                    self.look(recent, piece.bytes.len(), Some(piece.palette));
                }
                self.recent = Some(recent);
            }
        }
        self.flow(ranks.end())
    }
}

impl Guesses for Lookout<'_> {
    fn guesses(&mut self, from: u64, values: &[u16]) -> ControlFlow<()> {
        self.block(from, values)
    }

    fn packed(&mut self, ranks: Ranks) -> ControlFlow<()> {
        self.ranks(ranks)
    }
}
