//! Games without a useful sparse space: every split may matter, so go through them 32 or 64 at a time.
//!
//! To know `G(n)` one needs for each smaller value *one* split that has it, and for `G(n)` itself the proof that none
//! has. With `n/2` splits and values far below `n`, most values are reached by very many splits and a few by hardly
//! any. So:
//!
//! 1. **Mark** the values of some splits, spread evenly over all of them, as long as enough new values turn up. A mark
//!    costs a scattered store.
//! 2. **Probe** for the first 64 values that are left, eight of them at the price of one (`crate::kernel::dense`). The
//!    splits are cut into chunks of 1024, which are gone through in a scattered order; what a chunk reaches is not
//!    looked for any more (`targets`). The least value that no chunk reaches is the mex. If all are reached, the next
//!    ones follow; marking is steered so that this is seldom.
//!
//! A value that a share `q` of all splits reaches is gone after about `1/q` splits. Only the mex itself, and the few
//! that share its passes, see all `n/2`, at about a tenth of the price of a mark.
//!
//! Several threads take turns by rounds of a few heaps (`rounds`).
//!
//! Equal heaps, where they are banned (Grundy's game), only ever give the value 0: it is settled first, by itself.
//! Exact always: nothing is guessed. Memory: two bytes a value twice over, and four for the byte planes.

mod rounds;
mod targets;

use super::history::History;
use super::mex::Marks;
use super::{EngineError, Options, Sink};
use crate::kernel::Kernel;
use crate::kernel::dense::{LANES, Planes, Probe, SLOTS};
use crate::rules::{Ban, Rules};
use crate::sparse;
use std::ops::Range;
use targets::Targets;

/// Heaps come slowly enough to report often.
const BLOCK: usize = 64;
/// How many splits are probed before what they reach is looked at.
const CHUNK: usize = 1 << 10;
/// Splits marked one after the other, before jumping elsewhere.
const PIECE: usize = 32;
/// How many values below the mex marking should leave to the probe, on average: their price balances that of the marks,
/// and more than [`SLOTS`] are seldom left.
const LEFT_TO_PROBE: usize = 36;

/// As [`super::run`] with [`super::Kind::Dense`], with a kernel and threads of one's choice.
pub fn run_with(options: &Options, rules: &Rules, count: u64, sink: &mut dyn Sink) -> Result<(), EngineError> {
    let kind = super::Kind::Dense;
    if !kind.takes(rules) {
        return Err(EngineError::NotForThisGame { engine: kind, takes: kind.takes_what() });
    }
    continue_run(options, rules, count, History::new(count, sink)?).map(drop)
}

/// Computes what `history` lacks of `count` values.
pub(super) fn continue_run(
    options: &Options,
    rules: &Rules,
    count: u64,
    mut history: History,
) -> Result<Vec<u16>, EngineError> {
    let mut known = Known::new(count)?;
    history.values().iter().for_each(|&value| known.note(value));
    let count = count as usize;
    let mut search = Search::new(options.kernel, rules);
    let alone = if options.threads > 1 { count.min(rounds::FIRST) } else { count };
    for n in history.values().len()..alone {
        let found = search.value(&known, n, n);
        search.steer(found.left);
        known.push(found.value, &mut search, &mut history)?;
    }
    rounds::run(options.threads, known, search, count, &mut history)?;
    history.report()?;
    Ok(history.into_values())
}

/// All values so far.
struct Known {
    g: Vec<u16>,
    planes: BothWays,
    /// A power of two above all values so far, hence above all values of options.
    bound: usize,
}

impl Known {
    fn new(count: u64) -> Result<Self, EngineError> {
        let planes = BothWays::new(count)?;
        let mut g = Vec::new();
        g.try_reserve_exact(count as usize).map_err(|_| EngineError::NoMemory { count })?;
        Ok(Known { g, planes, bound: 1 })
    }

    /// Takes the next value into account.
    fn note(&mut self, value: u16) {
        self.planes.set(self.g.len(), value);
        self.g.push(value);
        self.bound = self.bound.max((value as usize + 1).next_power_of_two());
    }

    /// Hands the next value on, with the work that it took, and takes it into account.
    fn push(&mut self, value: Option<u16>, search: &mut Search, history: &mut History) -> Result<(), EngineError> {
        history.work(std::mem::take(&mut search.work));
        history.push(value, BLOCK)?;
        if let Some(value) = value {
            self.note(value);
        }
        Ok(())
    }
}

/// All values as byte planes: `G(n)` at `n` and, in the reversed planes, at `last - n`.
struct BothWays {
    low: Vec<u8>,
    high: Vec<u8>,
    reversed_low: Vec<u8>,
    reversed_high: Vec<u8>,
}

impl BothWays {
    fn new(count: u64) -> Result<Self, EngineError> {
        let plane = || {
            let mut plane = Vec::new();
            plane.try_reserve_exact(count as usize).map_err(|_| EngineError::NoMemory { count })?;
            plane.resize(count as usize, 0);
            Ok(plane)
        };
        Ok(BothWays { low: plane()?, high: plane()?, reversed_low: plane()?, reversed_high: plane()? })
    }

    fn set(&mut self, n: usize, value: u16) {
        let mirror = self.low.len() - 1 - n;
        let [low, high] = value.to_le_bytes();
        (self.low[n], self.reversed_low[mirror]) = (low, low);
        (self.high[n], self.reversed_high[mirror]) = (high, high);
    }

    /// The values of `a` and of `rest - a`, for all `a` of a range.
    fn splits(&self, rest: usize, a: Range<usize>) -> (Planes<'_>, Planes<'_>) {
        let mirror = self.low.len() - 1 - rest;
        let b = mirror + a.start..mirror + a.end;
        (
            Planes { low: &self.low[a.clone()], high: &self.high[a] },
            Planes { low: &self.reversed_low[b.clone()], high: &self.reversed_high[b] },
        )
    }
}

/// What a thread needs to find values.
struct Search<'a> {
    kernel: Kernel,
    rules: &'a Rules,
    breaks: Vec<usize>,
    marks: Marks,
    /// How many pieces are marked.
    pieces: usize,
    /// The options looked at for this heap, one for each split that is marked or in a chunk that is probed.
    work: u64,
}

/// What a search found.
struct Found {
    /// The value, where it fits.
    value: Option<u16>,
    /// How many smaller values marking had left to the probe.
    left: usize,
}

/// The splits of what one break leaves of a heap, into parts `a <= rest - a` of heaps that are known.
#[derive(Clone, Copy)]
struct Splits {
    rest: usize,
    /// The least `a`; the largest is the half of `rest`.
    first: usize,
}

impl Splits {
    fn len(self) -> usize {
        (self.rest / 2 + 1).saturating_sub(self.first)
    }
}

impl<'a> Search<'a> {
    fn new(kernel: Kernel, rules: &'a Rules) -> Self {
        let breaks = sparse::breaks(rules).into_iter().map(|i| i as usize).collect();
        Search { kernel, rules, breaks, marks: Marks::new(), pieces: 1, work: 0 }
    }

    /// The splits of heap `n` after break `i` with parts below `known`.
    fn splits(n: usize, i: usize, known: usize) -> Option<Splits> {
        let rest = n.checked_sub(i)?;
        Some(Splits { rest, first: 1.max((rest + 1).saturating_sub(known)) })
    }

    /// The least value that no option of heap `n` reaches whose parts are below `below`.
    /// With `below = n` it is `G(n)`.
    fn value(&mut self, known: &Known, n: usize, below: usize) -> Found {
        self.marks.clear();
        self.mark_without_split(known, n, 0..below);
        // A chunk that begins at or below the middle must end below `rest`.
        if self.breaks.last().is_none_or(|last| n < last + 2 * CHUNK + 2) {
            self.mark_all_splits(known, n, 0..below);
            return Found { value: self.marks.mex(0, |_| true), left: 0 };
        }
        if self.rules.ban() == Ban::EqualHeaps && !self.marks.has(0) {
            let work = &mut self.work;
            let mut unequal = |splits: Splits| {
                let Splits { rest, first } = splits;
                let equal = (first..rest.div_ceil(2)).find(|&a| known.g[a] == known.g[rest - a]);
                *work += equal.unwrap_or(rest / 2) as u64;
                equal.is_some()
            };
            if !self.breaks.iter().filter_map(|&i| Self::splits(n, i, below)).any(&mut unequal) {
                return Found { value: Some(0), left: 0 };
            }
            self.marks.set(0);
        }
        self.mark_some_splits(known, n, below);
        let (mex, left) = self.probe_the_rest(known, n, below);
        Found { value: u16::try_from(mex).ok(), left }
    }

    /// Marks more for the next heap, or less.
    fn steer(&mut self, left: usize) {
        self.pieces = if left > LEFT_TO_PROBE { self.pieces + 1 } else { self.pieces.max(2) - 1 };
    }

    /// Whether an option of heap `n` with a part from heap `from` on, which are known by now, has this value.
    fn reaches_within(&mut self, known: &Known, n: usize, from: usize, value: u16) -> bool {
        self.marks.clear();
        self.mark_without_split(known, n, from..n);
        self.mark_all_splits(known, n, from..n);
        self.marks.has(value)
    }

    /// Marks the options that leave one heap of a range, and the option that leaves none where the range has heap 0.
    fn mark_without_split(&mut self, known: &Known, n: usize, heaps: Range<usize>) {
        for &(removed, digit) in self.rules.moves() {
            let Some(rest) = n.checked_sub(removed as usize) else { break };
            let digit = if heaps.contains(&rest) { digit } else { 0 };
            if rest == 0 && digit & 1 != 0 {
                self.marks.set(0);
                self.work += 1;
            }
            if rest > 0 && digit & 2 != 0 {
                self.marks.set(known.g[rest]);
                self.work += 1;
            }
        }
    }

    /// Marks the options that leave two heaps, the larger one in a range.
    fn mark_all_splits(&mut self, known: &Known, n: usize, larger: Range<usize>) {
        for splits in self.breaks.iter().filter_map(|&i| Self::splits(n, i, larger.end)) {
            let Splits { rest, first } = splits;
            let end = (rest + 1).saturating_sub(larger.start).min(rest / 2 + 1);
            for a in (first..end).filter(|&a| self.rules.ban().allows(a as u64, (rest - a) as u64)) {
                self.marks.set(known.g[a] ^ known.g[rest - a]);
                self.work += 1;
            }
        }
    }

    /// Marks pieces of the splits, each break in turn, at multiples of the golden ratio: these are spread evenly
    /// however many they become.
    fn mark_some_splits(&mut self, known: &Known, n: usize, below: usize) {
        self.work += (self.pieces * PIECE) as u64;
        let mut place = 0u32;
        for piece in 0..self.pieces {
            let i = self.breaks[piece % self.breaks.len()];
            let Some(splits) = Self::splits(n, i, below) else { continue };
            place = place.wrapping_add(0x9E37_79B9);
            let first = splits.first + ((splits.len() as u64 * u64::from(place)) >> 32) as usize;
            let b = &known.g[splits.rest + 1 - first - PIECE..=splits.rest - first];
            for (a, b) in known.g[first..first + PIECE].iter().zip(b.iter().rev()) {
                self.marks.set(a ^ b);
            }
        }
    }

    /// The least unmarked value that no split reaches, and how many unmarked ones are below it.
    fn probe_the_rest(&mut self, known: &Known, n: usize, below: usize) -> (usize, usize) {
        let splits: Vec<Splits> = self.breaks.iter().filter_map(|&i| Self::splits(n, i, below)).collect();
        let chunks: usize = splits.iter().map(|splits| splits.len().div_ceil(CHUNK)).sum();
        let step = scattered_step(chunks);
        let nibbles = known.bound.ilog2().div_ceil(4).max(2);
        let (mut from, mut probed) = (0, 0);
        loop {
            let mut unmarked = [0; SLOTS];
            let (count, next) = self.marks.unmarked(from..known.bound, &mut unmarked);
            let unmarked = &unmarked[..count];
            let mut targets = Targets::new(Probe::new(self.kernel, nibbles), unmarked);
            let mut chunk = 0;
            for _ in 0..chunks {
                if targets.is_empty() {
                    break;
                }
                targets.reached(scan(targets.probe(), known, &splits, chunk));
                self.work += CHUNK as u64;
                chunk = (chunk + step) % chunks;
            }
            if let Some(mex) = targets.least() {
                return (mex.into(), probed + unmarked.partition_point(|&value| value < mex));
            }
            (from, probed) = (next, probed + count);
            if from == known.bound {
                // No option has the value `bound`.
                return (from, probed);
            }
        }
    }
}

/// The slots that a chunk reaches. The last chunk of a break may go beyond the middle, where each split is met again.
fn scan(probe: &Probe, known: &Known, splits: &[Splits], mut chunk: usize) -> u64 {
    for splits in splits {
        let chunks = splits.len().div_ceil(CHUNK);
        if chunk < chunks {
            let first = splits.first + chunk * CHUNK;
            let (a, b) = known.planes.splits(splits.rest, first..first + CHUNK);
            return probe.scan(a, b);
        }
        chunk -= chunks;
    }
    0
}

const _: () = assert!(CHUNK.is_multiple_of(LANES));

/// A step near the golden section of `chunks` that visits all of them.
fn scattered_step(chunks: usize) -> usize {
    let coprime = |step: &usize| {
        let (mut a, mut b) = (*step, chunks);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a == 1
    };
    (chunks * 5 / 8 + 1..chunks).find(coprime).unwrap_or(1)
}
