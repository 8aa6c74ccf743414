//! Games without a useful sparse space: every split may matter, so go through them 32 or 64 at a time.
//!
//! To know `G(n)` one needs for each smaller value *one* split that has it, and for `G(n)` itself the proof that none
//! has. With `n/2` splits and values far below `n`, most values are reached by very many splits and a few by hardly
//! any. So:
//!
//! 1. **Mark** the values of some splits, spread evenly over all of them, as long as enough new values turn up. A mark
//!    costs a scattered store.
//! 2. **Probe** for the values that are left, in ascending order and up to 32 at a time (`crate::kernel::dense`). The
//!    splits are cut into chunks of 1024, which are gone through in a scattered order, round and round. A value gets a
//!    slot of the probe, and leaves it when a chunk reaches it, or when it has seen every chunk once: then nothing
//!    reaches it. The next value takes the free slot in the middle of the round. The least value that nothing reaches
//!    is the mex; nothing above it is asked for.
//!
//! A value that a share `q` of all splits reaches leaves its slot after about `1/q` splits. Only the mex itself, and
//! the few larger ones that share its passes, see all `n/2`, at about a tenth of the price of a mark.
//!
//! Equal heaps, where they are banned (Grundy's game), only ever give the value 0: it is settled first, by itself.
//! Exact always: nothing is guessed. Memory: two bytes a value, and four for the byte planes.

use super::history::History;
use super::mex::Marks;
use super::{EngineError, Sink};
use crate::kernel::Kernel;
use crate::kernel::dense::{LANES, Planes, Probe, SLOTS};
use crate::rules::{Ban, Rules};
use crate::sparse;
use std::ops::Range;

/// Heaps come slowly enough to report often.
const BLOCK: usize = 64;
/// How many splits are probed before the slots are looked at.
const CHUNK: usize = 1 << 10;
/// Splits marked one after the other, before jumping elsewhere.
const PIECE: usize = 32;
/// How many values marking should leave to the probe, on average: their price balances that of the marks.
const LEFT_TO_PROBE: usize = 80;

/// As [`super::run`] with [`super::Kind::Dense`], on a given kernel.
pub fn run_on(kernel: Kernel, rules: &Rules, count: u64, sink: &mut dyn Sink) -> Result<(), EngineError> {
    let kind = super::Kind::Dense;
    if !kind.takes(rules) {
        return Err(EngineError::NotForThisGame { engine: kind, takes: kind.takes_what() });
    }
    continue_run(kernel, rules, count, History::new(count, sink)?).map(drop)
}

/// Computes what `history` lacks of `count` values.
pub(super) fn continue_run(
    kernel: Kernel,
    rules: &Rules,
    count: u64,
    mut history: History,
) -> Result<Vec<u16>, EngineError> {
    let mut search = Search::new(kernel, rules, count)?;
    for n in 0..history.values().len() {
        search.note(n, history.values()[n]);
    }
    for n in history.values().len()..count as usize {
        let value = search.value(n, history.values());
        history.work(std::mem::take(&mut search.work));
        history.push(value, BLOCK)?;
        search.note(n, history.values()[n]);
    }
    history.report()?;
    Ok(history.into_values())
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

struct Search<'a> {
    kernel: Kernel,
    rules: &'a Rules,
    breaks: Vec<usize>,
    values: BothWays,
    marks: Marks,
    /// A power of two above all values so far, hence above all values of options.
    bound: usize,
    /// How many pieces are marked.
    pieces: usize,
    /// The options looked at for this heap, one for each split that is marked or in a chunk that is probed.
    work: u64,
}

impl<'a> Search<'a> {
    fn new(kernel: Kernel, rules: &'a Rules, count: u64) -> Result<Self, EngineError> {
        Ok(Search {
            kernel,
            rules,
            breaks: sparse::breaks(rules).into_iter().map(|i| i as usize).collect(),
            values: BothWays::new(count)?,
            marks: Marks::new(),
            bound: 1,
            pieces: 1,
            work: 0,
        })
    }

    /// Takes `G(n)` into account.
    fn note(&mut self, n: usize, value: u16) {
        self.values.set(n, value);
        self.bound = self.bound.max((value as usize + 1).next_power_of_two());
    }

    /// `G(n)`, given `g = G(0) … G(n - 1)`; none when it does not fit.
    fn value(&mut self, n: usize, g: &[u16]) -> Option<u16> {
        self.marks.clear();
        self.mark_without_split(n, g);
        // A chunk that begins at or below the middle must end below `rest`.
        if self.breaks.last().is_none_or(|last| n < last + 2 * CHUNK + 2) {
            self.mark_all_splits(n, g);
            return self.marks.mex(0, |_| true);
        }
        if self.rules.ban() == Ban::EqualHeaps && !self.marks.has(0) {
            let work = &mut self.work;
            let unequal = |rest: usize| {
                let equal_values = (1..rest.div_ceil(2)).find(|&a| g[a] == g[rest - a]);
                *work += equal_values.unwrap_or(rest / 2) as u64;
                equal_values.is_some()
            };
            if !self.breaks.iter().map(|i| n - i).any(unequal) {
                return Some(0);
            }
            self.marks.set(0);
        }
        self.mark_some_splits(n, g);
        let (mex, probed) = self.probe_the_rest(n);
        self.pieces = if probed > LEFT_TO_PROBE { self.pieces + 1 } else { self.pieces.max(2) - 1 };
        u16::try_from(mex).ok()
    }

    fn mark_without_split(&mut self, n: usize, g: &[u16]) {
        for &(removed, digit) in self.rules.moves() {
            let Some(rest) = n.checked_sub(removed as usize) else { break };
            if rest == 0 && digit & 1 != 0 {
                self.marks.set(0);
                self.work += 1;
            }
            if rest > 0 && digit & 2 != 0 {
                self.marks.set(g[rest]);
                self.work += 1;
            }
        }
    }

    fn mark_all_splits(&mut self, n: usize, g: &[u16]) {
        for rest in self.breaks.iter().filter_map(|i| n.checked_sub(*i)) {
            for a in (1..=rest / 2).filter(|&a| self.rules.ban().allows(a as u64, (rest - a) as u64)) {
                self.marks.set(g[a] ^ g[rest - a]);
                self.work += 1;
            }
        }
    }

    /// Marks pieces of the splits, each break in turn, at multiples of the golden ratio: these are spread evenly
    /// however many they become.
    fn mark_some_splits(&mut self, n: usize, g: &[u16]) {
        self.work += (self.pieces * PIECE) as u64;
        let mut place = 0u32;
        for piece in 0..self.pieces {
            let rest = n - self.breaks[piece % self.breaks.len()];
            place = place.wrapping_add(0x9E37_79B9);
            let first = 1 + (((rest / 2) as u64 * u64::from(place)) >> 32) as usize;
            let b = &g[rest + 1 - first - PIECE..=rest - first];
            for (a, b) in g[first..first + PIECE].iter().zip(b.iter().rev()) {
                self.marks.set(a ^ b);
            }
        }
    }

    /// The least unmarked value that no split reaches, and how many values were probed for.
    fn probe_the_rest(&mut self, n: usize) -> (usize, usize) {
        let chunks: usize = self.breaks.iter().map(|i| ((n - i) / 2).div_ceil(CHUNK)).sum();
        let step = scattered_step(chunks);
        let nibbles = self.bound.ilog2().div_ceil(4).max(2);
        let mut slots = Slots::new(Probe::new(self.kernel, nibbles));
        // No option has the value `bound`.
        let mut mex = self.bound;
        let (mut next, mut probed, mut chunk) = (0, 0, 0);
        for turn in 0.. {
            // A value that has survived a quarter of the round is likely the mex: what is larger would be asked for in
            // vain.
            let open = turn + chunks < slots.first_through() + chunks / 4;
            while open && slots.used != u32::MAX && next < mex {
                if !self.marks.has(next as u16) {
                    slots.put(next as u16, turn + chunks);
                    probed += 1;
                }
                next += 1;
            }
            if slots.used == 0 {
                break;
            }
            let reached = self.scan(&slots.probe, n, chunk);
            self.work += CHUNK as u64;
            chunk = (chunk + step) % chunks;
            slots.free(reached & slots.used);
            if turn + 1 >= slots.first_through() {
                mex = mex.min(slots.through(turn + 1));
                slots.free_from(mex);
            }
            if next >= mex || !open {
                slots.shrink();
            }
        }
        (mex, probed)
    }

    /// The slots that a chunk reaches. The last chunk of a break may go beyond the middle, where each split is met
    /// again.
    fn scan(&self, probe: &Probe, n: usize, mut chunk: usize) -> u32 {
        for i in &self.breaks {
            let rest = n - i;
            let chunks = (rest / 2).div_ceil(CHUNK);
            if chunk < chunks {
                let first = 1 + chunk * CHUNK;
                let (a, b) = self.values.splits(rest, first..first + CHUNK);
                return probe.scan(a, b);
            }
            chunk -= chunks;
        }
        0
    }
}

/// The values that are looked for at the moment.
struct Slots {
    probe: Probe,
    /// The slots in use, as a set of bits.
    used: u32,
    values: [u16; SLOTS],
    /// The turn before which a slot has seen all chunks,
    until: [usize; SLOTS],
    /// and the first of these among the slots in use.
    first: usize,
}

/// Later than any turn.
const NEVER: usize = usize::MAX / 2;

impl Slots {
    /// None is in use.
    fn new(probe: Probe) -> Self {
        Slots { probe, used: 0, values: [0; SLOTS], until: [0; SLOTS], first: NEVER }
    }

    fn put(&mut self, value: u16, until: usize) {
        let slot = self.used.trailing_ones() as usize;
        self.probe.put(slot, value);
        self.used |= 1 << slot;
        (self.values[slot], self.until[slot]) = (value, until);
        self.first = self.first.min(until);
    }

    fn free(&mut self, slots: u32) {
        self.used &= !slots;
        let mut had_first = false;
        for slot in bits(slots) {
            self.probe.take(slot, self.values[slot]);
            had_first |= self.until[slot] == self.first;
        }
        if had_first {
            self.first = bits(self.used).map(|s| self.until[s]).min().unwrap_or(NEVER);
        }
    }

    /// The first turn before which a slot has seen all chunks.
    fn first_through(&self) -> usize {
        self.first
    }

    /// The least value that has seen all chunks before `turn`, or `usize::MAX`.
    fn through(&self, turn: usize) -> usize {
        let through = bits(self.used).filter(|&s| self.until[s] <= turn);
        through.map(|s| self.values[s] as usize).min().unwrap_or(usize::MAX)
    }

    /// Frees the slots of all values from `mex` on.
    fn free_from(&mut self, mex: usize) {
        let above = bits(self.used).filter(|&s| self.values[s] as usize >= mex);
        self.free(above.fold(0, |set, s| set | 1 << s));
    }

    /// Moves values to the first slots when that saves a group of eight.
    fn shrink(&mut self) {
        let groups = self.used.count_ones().div_ceil(8);
        while self.used.checked_shr(8 * groups).unwrap_or(0) != 0 {
            let last = self.used.ilog2() as usize;
            let (value, until) = (self.values[last], self.until[last]);
            self.free(1 << last);
            self.put(value, until);
        }
        self.probe.shrink(8 * groups as usize);
    }
}

/// The places of the bits of a set.
fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (place < u32::BITS).then_some(place as usize)
    })
}

const _: () = assert!(CHUNK.is_multiple_of(LANES) && SLOTS == u32::BITS as usize);

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
