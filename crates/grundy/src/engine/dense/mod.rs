//! Games without a useful sparse space: every split may matter, so go through them 32 or 64 at a time.
//!
//! To know `G(n)` one needs for each smaller value *one* split that has it, and for `G(n)` itself the proof that none
//! has. With `n/2` splits and values far below `n`, most values are reached by very many splits and a few by hardly
//! any. So:
//!
//! 1. **Mark** the values of some splits, spread evenly over all of them, as long as enough new values turn up. A mark
//!    costs a scattered store.
//! 2. **Probe** for the first 64 values that are left, eight of them at the price of one (`crate::kernel::dense`). The
//!    splits are cut into chunks of 2048, which are gone through in a scattered order; what a chunk reaches is not
//!    looked for any more (`targets`). The more splits have been seen, the fewer values below the mex are left, and the
//!    largest that are still looked for are given up. The least value that no chunk reaches is the mex. If all are
//!    reached, the next ones follow; marking is steered so that this is seldom.
//!
//! A value that a share `q` of all splits reaches is gone after about `1/q` splits. Only the mex itself, and the few
//! that share its passes, see all `n/2`, at about a tenth of the price of a mark.
//!
//! Heaps come in rounds of neighbours, which are marked four at a time (`marks`), probed side by side (`hunt`), and
//! which threads share (`rounds`).
//!
//! **Far out** splits are so many that even eight values at the price of one are dear. Values are then written in
//! another basis, of linear digits, learned such that few splits agree with a mex in the first eight (`basis`): two
//! bytes for each heap tell of most splits that they do not matter, whatever is looked for (`chase`,
//! `crate::kernel::pick`). The splits that reach what is hard to reach come first (`order`).
//!
//! Equal heaps, where they are banned (Grundy's game), only ever give the value 0: it is settled first, by itself.
//! Exact always: nothing is guessed. Memory: two bytes a value twice over, and four for the byte planes.

mod basis;
mod chase;
mod hunt;
mod marks;
mod order;
mod planes;
mod rounds;
mod targets;

use super::history::History;
use super::{EngineError, Options, Sink};
use crate::kernel::dense::LANES;
use crate::kernel::{Kernel, pick};
use crate::rules::{Ban, Rules};
use crate::sparse;
use basis::Basis;
use chase::chase;
use hunt::{Chunks, Scale, hunt};
use marks::{Marks, TOGETHER, mark, mark_alone};
use order::Order;
use planes::BothWays;
use std::ops::Range;

/// Heaps come slowly enough to report often.
const BLOCK: usize = 64;
/// How many splits are probed before what they reach is looked at.
const CHUNK: usize = 1 << 11;
/// The same far out.
const FAR_CHUNK: usize = 1 << 12;
/// Splits marked one after the other, before jumping elsewhere.
const PIECE: usize = 32;
/// The same far out, where a jump is to a page of memory that must be looked up.
const FAR_PIECE: usize = 128;
/// How many values below the mex marking should leave to the probe, on average: their price balances that of the marks,
/// and more than [`SLOTS`] are seldom left.
const LEFT_TO_PROBE: usize = 36;
/// Heaps that a thread looks at together: what one of them has read of the splits is in a near cache for the others.
const NEIGHBOURS: usize = 32;
const FAR_NEIGHBOURS: usize = 64;
/// The first heap that is far out, for kernels that are quick there.
const FAR: usize = 1 << 20;
/// The splits that are marked far out, for each value up to the largest.
const MARKED: usize = 6;
/// The basis is learned anew when heaps have grown by a part of this.
const LEARN: usize = 4;
/// The first heap beyond the last break that is probed: a chunk that begins at or below the middle must end before it.
const FIRST: usize = 2 * CHUNK + 2;
/// The same far out.
const FAR_FIRST: usize = 2 * FAR_CHUNK + 2;
/// How many of the least values that are not reached a search tells.
const NEXT: usize = 4;
/// No value.
const NONE: u32 = u32::MAX;

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
    history: History,
) -> Result<Vec<u16>, EngineError> {
    let far = if pick::is_quick(options.kernel) { FAR } else { usize::MAX };
    continue_until_far(options, rules, count, history, far)
}

/// The same, where heaps are far out from `far` on.
fn continue_until_far(
    options: &Options,
    rules: &Rules,
    count: u64,
    mut history: History,
    far: usize,
) -> Result<Vec<u16>, EngineError> {
    let mut search = Search::new(options.kernel, rules);
    let far = search.breaks.last().map_or(far, |last| far.max(last + FAR_FIRST));
    let mut known = Known::new(count, far)?;
    history.values().iter().for_each(|&value| known.note(value));
    let count = count as usize;
    let alone = search.breaks.last().map_or(count, |last| count.min(last + rounds::FIRST));
    for n in history.values().len()..alone {
        known.learn(&search.breaks, history.values());
        let found = search.value(&known, n);
        search.learned.take(&found.lesson);
        known.push(found.least[0], &mut search, &mut history)?;
    }
    rounds::run(options.threads, known, search, count, &mut history)?;
    history.report()?;
    Ok(history.into_values())
}

/// All values so far, in a basis of their own.
struct Known {
    basis: Basis,
    /// The digits of `G(n)` in that basis.
    g: Vec<u16>,
    planes: BothWays,
    largest: u16,
    /// A power of two above all values so far, hence above all values of options, and above their digits.
    bound: usize,
    /// From here on heaps are far out.
    far: usize,
    /// Up to where the basis need not be learned anew.
    fresh: usize,
    order: Order,
}

impl Known {
    fn new(count: u64, far: usize) -> Result<Self, EngineError> {
        let planes = BothWays::new(count)?;
        let mut g = Vec::new();
        g.try_reserve_exact(count as usize).map_err(|_| EngineError::NoMemory { count })?;
        Ok(Known { basis: Basis::bits(), g, planes, largest: 0, bound: 1, far, fresh: far, order: Order::new(far) })
    }

    /// Takes the next value into account.
    fn note(&mut self, value: u16) {
        let digits = self.basis.of(value);
        self.planes.set(self.g.len(), digits);
        self.g.push(digits);
        self.largest = self.largest.max(value);
        self.bound = (usize::from(self.largest) + 1).next_power_of_two();
    }

    /// Hands the next value on, with the work that it took, and takes it into account.
    fn push(&mut self, value: u32, search: &mut Search, history: &mut History) -> Result<(), EngineError> {
        let value = u16::try_from(value).ok();
        history.work(std::mem::take(&mut search.work));
        history.push(value, BLOCK)?;
        if let Some(value) = value {
            self.note(value);
        }
        Ok(())
    }

    /// Whether the next heap is far out.
    fn is_far(&self) -> bool {
        self.g.len() >= self.far
    }

    /// How many heaps are looked at together.
    fn neighbours(&self) -> usize {
        if self.is_far() { FAR_NEIGHBOURS } else { NEIGHBOURS }
    }

    /// Learns the basis from all values, and the order of chunks, far out, when it is time.
    fn learn(&mut self, breaks: &[usize], values: &[u16]) {
        let n = values.len();
        if n < self.far || breaks.is_empty() {
            return;
        }
        self.order.learn(breaks, values);
        if n >= self.fresh {
            self.fresh = n + n / LEARN;
            self.basis = Basis::learn(breaks, values, self.bound);
            self.g.clear();
            for &value in values {
                self.note(value);
            }
        }
    }
}

/// What a thread needs to find values.
struct Search<'a> {
    kernel: Kernel,
    rules: &'a Rules,
    breaks: Vec<usize>,
    /// The values that are marked, of neighbouring heaps.
    marks: Vec<Marks>,
    learned: Learned,
    /// The options looked at for this heap, one for each split that is marked or in a chunk that is probed.
    work: u64,
}

/// What heaps have taught about how much to do for the next ones.
#[derive(Clone)]
struct Learned {
    /// How many pieces are marked.
    pieces: usize,
    /// The room for values that are looked for: see [`hunt`].
    room: usize,
    /// The same far out: see [`chase`].
    far_room: chase::Room,
}

/// What one heap teaches.
#[derive(Clone, Copy)]
enum Lesson {
    Nothing,
    Near {
        /// How many values below the mex marking had left to the probe.
        left: usize,
        /// Whether some of them had been given up before.
        again: bool,
    },
    Far(chase::Places),
}

impl Learned {
    fn nothing() -> Self {
        Learned { pieces: 1, room: hunt::ROOM, far_room: chase::Room::new() }
    }

    /// Marks more for the next heap, or less, and looks for more values, or fewer.
    fn take(&mut self, lesson: &Lesson) {
        match lesson {
            Lesson::Nothing => {}
            Lesson::Near { left, again } => {
                self.pieces = if *left > LEFT_TO_PROBE { self.pieces + 1 } else { self.pieces.max(2) - 1 };
                self.room = hunt::steered(self.room, *again);
            }
            Lesson::Far(places) => self.far_room.learn(places),
        }
    }
}

/// What a search found.
#[derive(Clone, Copy)]
struct Found {
    /// The least values that no option has, ascending, one at least; the rest is [`NONE`].
    least: [u32; NEXT],
    lesson: Lesson,
}

impl Found {
    /// These values, and no more is known.
    fn new(values: impl Iterator<Item = u32>, lesson: Lesson) -> Self {
        let mut least = [NONE; NEXT];
        least.iter_mut().zip(values).for_each(|(least, value)| *least = value);
        Found { least, lesson }
    }

    fn only(value: u32) -> Self {
        Found::new(std::iter::once(value), Lesson::Nothing)
    }
}

/// The splits of what one break leaves of a heap, into parts `a <= rest - a` of heaps that are known.
#[derive(Clone, Copy)]
struct Splits {
    rest: usize,
    /// The least `a`; the largest is the half of `rest`.
    first: usize,
}

impl Splits {
    /// Of heap `n` after break `i`, with parts below `known`.
    fn new(n: usize, i: usize, known: usize) -> Self {
        let rest = n - i;
        Splits { rest, first: 1.max((rest + 1).saturating_sub(known)) }
    }

    fn len(self) -> usize {
        (self.rest / 2 + 1).saturating_sub(self.first)
    }

    /// The smaller parts in a chunk. Chunks begin at the same heaps whatever is known, but where that leaves too little:
    /// then some splits are met twice.
    fn chunk(self, offset: usize, length: usize) -> Range<usize> {
        let first = self.first.max(1 + offset);
        first..first + length
    }
}

impl<'a> Search<'a> {
    fn new(kernel: Kernel, rules: &'a Rules) -> Self {
        let breaks = sparse::breaks(rules).into_iter().map(|i| i as usize).collect();
        Search {
            kernel,
            rules,
            breaks,
            marks: vec![Marks::new(); FAR_NEIGHBOURS],
            learned: Learned::nothing(),
            work: 0,
        }
    }

    /// `G(n)`, first of all.
    fn value(&mut self, known: &Known, n: usize) -> Found {
        if self.breaks.last().is_none_or(|last| n < last + FIRST) {
            self.mark_within(known, n, 0);
            return Found::only(self.marks[0].mex().map_or(1 << 16, u32::from));
        }
        self.far(known, n..n + 1, n)[0]
    }

    /// The least values that no option of a heap has whose parts are below `below`, for up to [`NEIGHBOURS`] heaps.
    fn far(&mut self, known: &Known, heaps: Range<usize>, below: usize) -> Vec<Found> {
        let mut found = vec![None; heaps.len()];
        self.marks[..heaps.len().next_multiple_of(TOGETHER)].iter_mut().for_each(|marks| marks.clear(known.bound));
        for (place, n) in heaps.clone().enumerate() {
            self.mark_without_split(known, place, n, 0..below);
            if self.rules.ban() == Ban::EqualHeaps && !self.marks[place].has(0) {
                if !self.reaches_zero(known, n, below) {
                    found[place] = Some(Found::only(0));
                }
                self.marks[place].set(0);
            }
        }
        let (marked, chunk) = if known.is_far() {
            // Of a quarter of the splits at most.
            let splits = heaps.start / 2 * self.breaks.len();
            let pieces = (MARKED * usize::from(known.largest)).min(splits / 4) / FAR_PIECE + 1;
            for (place, n) in heaps.clone().enumerate() {
                self.mark_some_far_splits(known, pieces, place, n, below);
            }
            (pieces * FAR_PIECE, FAR_CHUNK)
        } else {
            let pieces = self.learned.pieces;
            for place in (0..heaps.len()).step_by(TOGETHER) {
                self.mark_some_splits(known, pieces, place, heaps.start + place, below);
            }
            (pieces * PIECE, CHUNK)
        };
        let chunks = Chunks::new(&self.breaks, heaps.clone(), below, chunk, known.order.ranked());
        let sets = &mut self.marks[..heaps.len()];
        self.work += if known.is_far() {
            chase(self.kernel, &self.learned.far_room, known, &chunks, marked, sets, &mut found)
        } else {
            let scale = Scale { kernel: self.kernel, marked, room: self.learned.room };
            hunt(&scale, known, &chunks, sets, &mut found)
        };
        found.into_iter().map(|found| found.unwrap_or(Found::only(NONE))).collect()
    }

    /// Whether a split into unequal heaps below `below` has the value 0.
    fn reaches_zero(&mut self, known: &Known, n: usize, below: usize) -> bool {
        let work = &mut self.work;
        let mut unequal = |splits: Splits| {
            let Splits { rest, first } = splits;
            let equal = (first..rest.div_ceil(2)).find(|&a| known.g[a] == known.g[rest - a]);
            *work += equal.unwrap_or(rest / 2) as u64;
            equal.is_some()
        };
        self.breaks.iter().map(|&i| Splits::new(n, i, below)).any(&mut unequal)
    }

    /// The first of these values that no option of heap `n` has with a part from heap `from` on, which are known by
    /// now; none when it has them all.
    fn first_beyond(&mut self, known: &Known, n: usize, from: usize, values: [u32; NEXT]) -> Option<u32> {
        self.mark_within(known, n, from);
        let is_free = |&value: &u32| {
            u16::try_from(value).map_or(value != NONE, |value| !self.marks[0].has(known.basis.of(value)))
        };
        values.into_iter().find(is_free)
    }

    /// Marks all options of heap `n` with a part from heap `from` on.
    fn mark_within(&mut self, known: &Known, n: usize, from: usize) {
        self.marks[0].clear(known.bound);
        self.mark_without_split(known, 0, n, from..n);
        for Splits { rest, first } in self.breaks.iter().filter(|&&i| i <= n).map(|&i| Splits::new(n, i, n)) {
            let end = (rest + 1).saturating_sub(from).min(rest / 2 + 1);
            for a in (first..end).filter(|&a| self.rules.ban().allows(a as u64, (rest - a) as u64)) {
                self.marks[0].set(known.g[a] ^ known.g[rest - a]);
                self.work += 1;
            }
        }
    }

    /// Marks the options that leave one heap of a range, and the option that leaves none where the range has heap 0.
    fn mark_without_split(&mut self, known: &Known, place: usize, n: usize, heaps: Range<usize>) {
        for &(removed, digit) in self.rules.moves() {
            let Some(rest) = n.checked_sub(removed as usize) else { break };
            let digit = if heaps.contains(&rest) { digit } else { 0 };
            if rest == 0 && digit & 1 != 0 {
                self.marks[place].set(0);
                self.work += 1;
            }
            if rest > 0 && digit & 2 != 0 {
                self.marks[place].set(known.g[rest]);
                self.work += 1;
            }
        }
    }

    /// Marks pieces of the splits of heap `n`, which has this place, and of its neighbours, each break in turn.
    fn mark_some_splits(&mut self, known: &Known, pieces: usize, place: usize, n: usize, below: usize) {
        self.work += (TOGETHER * pieces * PIECE) as u64;
        let sets = self.marks[place..].first_chunk_mut().expect("marks come in whole groups of neighbours");
        for piece in 0..pieces {
            let i = self.breaks[piece % self.breaks.len()];
            // The last one of the neighbours has the largest parts.
            let splits = Splits::new(n + TOGETHER - 1, i, below);
            let first = splits.first + scattered(piece, splits.len());
            let (a, _) = known.g[first..].split_first_chunk::<PIECE>().expect("a piece begins below the middle");
            mark(sets, a, &known.g[splits.rest + 2 - first - PIECE - TOGETHER..=splits.rest - first]);
        }
    }

    /// Marks pieces of the splits of heap `n`, which has this place, each break in turn.
    fn mark_some_far_splits(&mut self, known: &Known, pieces: usize, place: usize, n: usize, below: usize) {
        self.work += (pieces * FAR_PIECE) as u64;
        for piece in 0..pieces {
            let splits = Splits::new(n, self.breaks[piece % self.breaks.len()], below);
            let first = splits.first + scattered(piece, splits.len());
            let (a, _) = known.g[first..].split_first_chunk().expect("a piece begins below the middle");
            let (_, b) = known.g[..=splits.rest - first].split_last_chunk().expect("it ends before the last part");
            mark_alone::<FAR_PIECE>(&mut self.marks[place], a, b);
        }
    }
}

/// Numbers below `end` for 0, 1, 2, …, at multiples of the golden ratio: they are spread evenly however many they
/// become.
fn scattered(number: usize, end: usize) -> usize {
    let place = (number as u32).wrapping_add(1).wrapping_mul(0x9E37_79B9);
    ((end as u64 * u64::from(place)) >> 32) as usize
}

const _: () = assert!(CHUNK.is_multiple_of(LANES) && FAR_CHUNK.is_multiple_of(pick::LANES));
const _: () = assert!(NEIGHBOURS.is_multiple_of(TOGETHER) && FAR_NEIGHBOURS.is_multiple_of(TOGETHER));

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::engine::{Kind, values_with};
    use std::ops::ControlFlow;

    /// Values where heaps are far out from `far` on.
    fn values(game: &Game, options: &Options, count: u64, far: usize) -> Vec<u16> {
        let mut nobody = |_: u64, _: &[u16]| ControlFlow::Continue(());
        let history = History::new(count, &mut nobody).unwrap();
        continue_until_far(options, game.rules(), count, history, far).unwrap()
    }

    /// Far out values are the same, heap by heap and in rounds, however many threads there are, on every kernel, and
    /// wherever it begins: with values that pass a byte, several breaks, banned splits, and a break that reaches far
    /// back.
    #[test]
    fn far_out() {
        let back = format!(".{}4", "3".repeat(40));
        for name in [".06", ".163", ".606", "4.4", "4.045", "grundy", "couples-are-forever", &back] {
            let game: Game = name.parse().unwrap();
            let expected = values_with(Kind::Dense, game.rules(), 18_500).unwrap();
            for (kernel, threads, far) in [
                (Kernel::detect(), 1, 0),
                (Kernel::detect(), 2, 16_500),
                (Kernel::detect(), 3, 7000),
                (Kernel::Scalar, 2, 17_000),
            ] {
                let values = values(&game, &Options { kernel, threads }, 18_500, far);
                let wrong = (0..expected.len()).find(|&n| values[n] != expected[n]);
                assert_eq!(wrong, None, "{name} on {kernel}, {threads} threads, far from {far} on");
            }
        }
    }

    /// Values that pass 4096, so that digits have two full bytes, and the bound is passed while heaps are far out.
    #[test]
    fn large_values_far_out() {
        let digits: Vec<u32> = std::iter::once(0).chain(vec![3; 5000]).chain([7]).collect();
        let game = Game::from(crate::game::Code::new(&digits, &[]).unwrap());
        let expected = values_with(Kind::Dense, game.rules(), 10_500).unwrap();
        assert!(expected[..9000].iter().any(|&value| value > 4096));
        assert!(values(&game, &Options::default(), 10_500, 9100) == expected);
    }

    /// What is given up too early is found in a second search: rooms of the least size give the same values.
    #[test]
    fn what_was_given_up_is_found() {
        let game: Game = ".06".parse().unwrap();
        let expected = values_with(Kind::Dense, game.rules(), 9000).unwrap();
        let mut known = Known::new(9000, 0).unwrap();
        expected[..8000].iter().for_each(|&value| known.note(value));
        let mut search = Search::new(Kernel::detect(), game.rules());
        known.learn(&search.breaks, &expected[..8000]);
        search.learned.far_room = chase::Room::least();
        let found = search.far(&known, 8000..8064, 8000);
        let mut told = 0;
        for (n, found) in (8000..).zip(found) {
            let beyond = search.first_beyond(&known_to(&known, &expected, n), n, 8000, found.least);
            assert!(beyond.is_none_or(|value| value == u32::from(expected[n])), "heap {n}");
            told += usize::from(beyond.is_some());
        }
        assert!(told > 48, "{told} of 64");
    }

    /// The same basis with the values of more heaps.
    fn known_to(known: &Known, values: &[u16], n: usize) -> Known {
        let mut more = Known::new(values.len() as u64, 0).unwrap();
        more.basis = known.basis.clone();
        values[..n].iter().for_each(|&value| more.note(value));
        more
    }
}
