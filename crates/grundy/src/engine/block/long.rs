//! Runs without end: only the first heaps and the last ones are kept.
//!
//! Far from the beginning speculation reads no further back than the last rare and the longest removal, and
//! verification nearly always finds its splits among small parts. So a [`Frontier`], the values of the first 2^20 heaps
//! and of the last ones, is enough to go on from.
//!
//! Now and then a heap is *deep*: it takes a split with larger parts to exclude its last leftover. So a run holds more
//! than its frontier has, as many of the first heaps and of the last ones as [`HELD`] bytes have room for, as soon as
//! it has come by them. A heap that all splits in there do not settle ends the run with [`EngineError::Unsettled`]. It
//! is rare, or deeper still: with more values ([`Long::deepen`]) the same run goes on, unless all splits were there.
//!
//! A heap takes one byte, its rank, or two where ranks of 256 and more have been met.

use super::hints::Hints;
use super::pipeline::{self, Course, Cut, End};
use super::plan::{self, Plan, Site, Width};
use super::tape::Tape;
use crate::engine::ranking::Ranking;
use crate::engine::{AsGuesses, EngineError, Guesses, Options, Sink, Trust};
use crate::rules::Rules;
use crate::sparse::{self, Space};
use serde::{Deserialize, Serialize};
use std::collections::TryReserveError;
use std::ops::Range;

/// The first heaps that a frontier has.
pub(crate) const HEAD: usize = 1 << 20;

/// The bytes of the first heaps that a run holds; the last ones may take twice as many.
const HELD: usize = 1 << 26;

/// No run comes here: sums of a few heaps and windows always fit.
const FARTHEST: u64 = 1 << 62;

/// Where a long run stands: everything needed to go on from here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frontier {
    /// The classes of heaps.
    pub space: Space,
    /// All rare heaps with their values, ascending.
    pub rares: Vec<(u64, u16)>,
    /// `G(0), G(1), …`: what verification looks at first; 2^20 values, or more for a run that is to be deep at once.
    #[serde(with = "crate::packed")]
    pub head: Vec<u16>,
    /// The next heap.
    pub next: u64,
    /// The values of the heaps before it.
    #[serde(with = "crate::packed")]
    pub window: Vec<u16>,
    /// Every heap from the end of `head` on was verified by splits with a part of at most this.
    pub depth: u64,
}

impl Frontier {
    /// The last rare heap, 0 if there is none.
    pub fn last_rare(&self) -> u64 {
        self.rares.last().map_or(0, |&(heap, _)| heap)
    }

    /// Whether it can be the frontier of a run with these rules; else [`EngineError::BadFrontier`] says why not.
    pub(crate) fn check(&self, rules: &Rules) -> Result<(), EngineError> {
        let Frontier { space, rares, head, next, window, .. } = self;
        let bad = |what| Err(EngineError::BadFrontier { what });
        if space.mask == 0 || !sparse::admissible(rules).contains(&(space.parity, space.kappa)) {
            return bad("no such sparse space exists for the game");
        }
        if *next >= FARTHEST || *next < window.len() as u64 {
            return bad("the next heap cannot be right");
        }
        if !rares.is_sorted_by(|a, b| a.0 < b.0) || rares.iter().any(|&(n, v)| n >= *next || space.is_common(n, v)) {
            return bad("the list of rare heaps is not in order");
        }
        if head.len() < HEAD || head[0] != 0 {
            return bad("the list of the first values has the wrong length");
        }
        if self.last_rare() > *next || window.len() < window_length(rules, rares) {
            return bad("the list of the last values is too short");
        }
        let fits = |from: u64, values: &[u16]| {
            let mut rare = rares[rares.partition_point(|&(heap, _)| heap < from)..].iter().peekable();
            (from..).zip(values).all(|(n, &v)| match rare.next_if(|&&(heap, _)| heap == n) {
                Some(&(_, value)) => v == value,
                None => space.is_common(n, v),
            })
        };
        if !fits(0, head) || !fits(next - window.len() as u64, window) {
            return bad("a value is rare that the list of rare heaps does not have");
        }
        Ok(())
    }
}

/// The heaps before the next one that a frontier has: what speculation needs, and verification mostly.
pub(crate) fn window_length(rules: &Rules, rares: &[(u64, u16)]) -> usize {
    let last_rare = rares.last().map_or(0, |&(heap, _)| heap as usize);
    let longest = rules.last_removal().unwrap_or(0) as usize;
    (last_rare.max(HEAD) + longest + 64).next_multiple_of(64)
}

/// A long run of a game with a sparse space.
pub struct Long {
    game: Fixed,
    depth: u64,
    blocks: Blocks,
}

/// What stays the same during a run.
pub(super) struct Fixed {
    rules: Rules,
    options: Options,
    trust: Trust,
    space: Space,
    rares: Vec<(u64, u16)>,
    /// The last heaps that a frontier has.
    window: usize,
    /// What was learned before.
    hints: Hints,
}

/// The values, one byte or two for each.
enum Blocks {
    Narrow(Stretch<u8>),
    Wide(Stretch<u16>),
}

/// The heaps that are kept, and how to go on from them.
struct Stretch<R> {
    tape: Tape<R>,
    plan: Plan<R>,
    /// The least limit on ranks that a plan of this run had.
    narrow: u16,
    /// The first heaps that are held, and the least number of last ones once there were as many.
    held: usize,
    /// Whether no plan fits the next rank.
    stuck: bool,
}

impl Long {
    /// Goes on from a saved frontier; refuses one that cannot be right.
    pub fn resume(rules: &Rules, options: &Options, frontier: Frontier) -> Result<Self, EngineError> {
        Self::resume_hinted(rules, options, frontier, &Hints::default())
    }

    /// The same with what an earlier run has learned.
    pub(crate) fn resume_hinted(
        rules: &Rules,
        options: &Options,
        frontier: Frontier,
        hints: &Hints,
    ) -> Result<Self, EngineError> {
        Self::resume_with(rules, options, Trust::Proved, frontier, hints)
    }

    fn resume_with(
        rules: &Rules,
        options: &Options,
        trust: Trust,
        frontier: Frontier,
        hints: &Hints,
    ) -> Result<Self, EngineError> {
        frontier.check(rules)?;
        let Frontier { space, rares, head, next, window, depth } = frontier;
        let next = usize::try_from(next).map_err(|_| EngineError::NoMemory { count: next })?;
        let ranking = Ranking::new(space);
        let base = next - window.len();
        let common = |(n, &value): (u64, &u16)| space.is_common(n, value).then(|| ranking.rank(value));
        let largest = (0..).zip(&head).chain((base as u64..).zip(&window)).filter_map(common).max().unwrap_or(0);
        let game = Fixed { hints: hints.clone(), ..Fixed::new(rules, options, trust, space, rares) };
        if largest < 256 {
            Long::narrow(game, Tape::cut(ranking, &head, next, &window), depth)
        } else {
            Long::wide(game, Tape::cut(ranking, &head, next, &window), depth)
        }
    }

    /// Goes on from a tape with a byte for each heap.
    pub(super) fn narrow(game: Fixed, tape: Tape<u8>, depth: u64) -> Result<Self, EngineError> {
        let blocks = Blocks::Narrow(Stretch::new(&game, tape)?);
        Ok(Long { game, depth, blocks })
    }

    /// Goes on from a tape with two bytes for each heap.
    pub(super) fn wide(game: Fixed, tape: Tape<u16>, depth: u64) -> Result<Self, EngineError> {
        let blocks = Blocks::Wide(Stretch::new(&game, tape)?);
        Ok(Long { game, depth, blocks })
    }

    /// Verified values up to heap `until` (not included) into the sink, packed ([`Sink::ranks`]) where a byte is
    /// enough. When the sink stops it, the heaps handed over in that call count as done.
    pub fn advance(&mut self, until: u64, sink: &mut dyn Sink) -> Result<(), EngineError> {
        let Long { game, depth, blocks } = self;
        match blocks {
            Blocks::Narrow(stretch) => stretch.advance(game, until, depth, sink),
            Blocks::Wide(stretch) => stretch.advance(game, until, depth, sink),
        }
    }

    /// The next heap.
    pub fn next(&self) -> u64 {
        match &self.blocks {
            Blocks::Narrow(stretch) => stretch.tape.end() as u64,
            Blocks::Wide(stretch) => stretch.tape.end() as u64,
        }
    }

    /// How many of the first heaps are held, and the heap from which on all are.
    pub(crate) fn held(&self) -> (u64, u64) {
        let (head, base) = match &self.blocks {
            Blocks::Narrow(stretch) => (stretch.tape.head().len(), stretch.tape.base()),
            Blocks::Wide(stretch) => (stretch.tape.head().len(), stretch.tape.base()),
        };
        (head as u64, base as u64)
    }

    /// Whether the next heap, which is unsettled, has splits that are not held: if not, it is rare, or its rank fits no
    /// plan.
    pub(crate) fn is_deep_only(&self) -> bool {
        match &self.blocks {
            Blocks::Narrow(stretch) => stretch.is_deep_only(&self.game),
            Blocks::Wide(stretch) => stretch.is_deep_only(&self.game),
        }
    }

    /// The values of these heaps, if they are held.
    pub(crate) fn values(&self, heaps: Range<u64>) -> Option<Vec<u16>> {
        let heaps = usize::try_from(heaps.start).ok()?..usize::try_from(heaps.end).ok()?;
        match &self.blocks {
            Blocks::Narrow(stretch) => stretch.values(&self.game, heaps),
            Blocks::Wide(stretch) => stretch.values(&self.game, heaps),
        }
    }

    /// Holds more heaps from now on: `later` are the values after the first ones that are held, `earlier` those before
    /// the last ones. They must be right: what they exclude counts as excluded. False where one of them does not fit.
    pub(crate) fn deepen(&mut self, later: &[u16], earlier: &[u16]) -> Result<bool, EngineError> {
        let count = self.next();
        let deepened = match &mut self.blocks {
            Blocks::Narrow(stretch) => stretch.deepen(later, earlier),
            Blocks::Wide(stretch) => stretch.deepen(later, earlier),
        };
        deepened.map_err(|_| EngineError::NoMemory { count })
    }

    /// Holds so few heaps from the next time on that the tape is cut, at least as many as a frontier has.
    #[cfg(test)]
    pub(crate) fn hold_few(&mut self, heaps: usize) {
        match &mut self.blocks {
            Blocks::Narrow(stretch) => stretch.held = heaps.max(HEAD),
            Blocks::Wide(stretch) => stretch.held = heaps.max(HEAD),
        }
    }

    /// What was learned, here or before.
    pub(crate) fn hints(&self) -> Hints {
        let learned = match &self.blocks {
            Blocks::Narrow(stretch) => &stretch.plan.hints,
            Blocks::Wide(stretch) => &stretch.plan.hints,
        };
        learned.clone().or(&self.game.hints)
    }

    /// Where the run stands.
    pub fn frontier(&self) -> Frontier {
        let [head, window] = match &self.blocks {
            Blocks::Narrow(stretch) => stretch.ends(&self.game),
            Blocks::Wide(stretch) => stretch.ends(&self.game),
        };
        let Fixed { space, rares, .. } = &self.game;
        Frontier { space: *space, rares: rares.clone(), head, next: self.next(), window, depth: self.depth }
    }
}

impl Fixed {
    /// Without hints.
    pub(super) fn new(rules: &Rules, options: &Options, trust: Trust, space: Space, rares: Vec<(u64, u16)>) -> Self {
        let window = window_length(rules, &rares);
        Fixed { rules: rules.clone(), options: *options, trust, space, rares, window, hints: Hints::default() }
    }
}

impl<R: Width> Stretch<R> {
    fn new(game: &Fixed, tape: Tape<R>) -> Result<Self, EngineError> {
        let plan = Self::plan(game, &tape, 0).ok_or(EngineError::NoSpace)?;
        let (narrow, held) = (plan.shape.limit, HELD / size_of::<R>());
        Ok(Stretch { tape, plan, narrow, held, stuck: false })
    }

    /// How to go on; ranks up to `expected` shall fit.
    fn plan(game: &Fixed, tape: &Tape<R>, expected: u16) -> Option<Plan<R>> {
        let &Fixed { ref rules, ref options, trust, space, ref rares, window, ref hints } = game;
        // Two bytes are there for ranks that one byte cannot hold.
        let expected = if u16::from(u8::MAX) < R::MAX.into() { expected.max(256) } else { expected };
        let (verifies, recent, effort) = (trust.verifies(tape.end()), window, plan::most_effort::<R>());
        Site { rules, options, verifies, space, rares, tape, recent, expected, effort, hints }.plan()
    }

    fn plan_again(&mut self, game: &Fixed, expected: u16) -> Result<(), EngineError> {
        let unsettled = EngineError::Unsettled { heap: self.tape.end() as u64 };
        let plan = Self::plan(game, &self.tape, expected);
        self.stuck = plan.is_none();
        self.plan = plan.ok_or(unsettled)?;
        self.narrow = self.narrow.min(self.plan.shape.limit);
        Ok(())
    }

    fn advance(&mut self, game: &Fixed, until: u64, depth: &mut u64, sink: &mut dyn Sink) -> Result<(), EngineError> {
        while (self.tape.end() as u64) < until {
            // A rank that did not fit is out of sight after a while; then the quicker plan will do again.
            let is_wider = self.plan.shape.limit > self.narrow;
            let next = self.tape.end() as u64;
            let goal = if is_wider { until.min(next + game.window as u64) } else { until };
            let verify = game.trust.verifies(self.tape.end());
            let cut = Cut { head: self.held, keep: self.held.max(game.window) };
            let course = Course { until: goal, verify, threads: game.options.threads, cut: Some(cut) };
            match pipeline::run(&mut self.plan, &mut self.tape, &course, sink, depth)? {
                End::Reached if is_wider => self.plan_again(game, 0)?,
                End::Reached => {}
                End::Stopped => return Err(EngineError::Stopped),
                End::Rare => return Err(EngineError::Unsettled { heap: self.tape.end() as u64 }),
                End::Stuck => self.plan_again(game, self.plan.shape.limit)?,
            }
        }
        Ok(())
    }

    /// Whether the next heap may be settled by splits that are not held.
    fn is_deep_only(&self, game: &Fixed) -> bool {
        let (next, longest) = (self.tape.end(), game.rules.last_removal().unwrap_or(0) as usize);
        !self.stuck && self.tape.depth(next, longest) < next / 2
    }

    /// Holds these heaps, too, from now on; false where a value has no rank of this kind.
    fn deepen(&mut self, later: &[u16], earlier: &[u16]) -> Result<bool, TryReserveError> {
        let (tape, ranking) = (&mut self.tape, self.plan.ranking);
        let fits = |from: usize, values: &[u16]| {
            let mut heaps = (from as u64..).zip(values);
            heaps.all(|(n, &value)| !ranking.is_common(n, value) || ranking.rank(value) <= R::MAX.into())
        };
        if !fits(tape.head().len(), later) || !fits(tape.base().saturating_sub(earlier.len()), earlier) {
            return Ok(false);
        }
        tape.deepen(ranking, later, earlier)?;
        self.held = self.held.max(tape.head().len().min(tape.ranks().len()));
        Ok(true)
    }

    /// The values of some heaps that are held at the end of the tape, or in the head.
    fn values(&self, game: &Fixed, heaps: Range<usize>) -> Option<Vec<u16>> {
        let base = self.tape.base();
        let ranks = match heaps.start.checked_sub(base) {
            Some(start) => self.tape.ranks().get(start..heaps.end.checked_sub(base)?),
            None => self.tape.head().get(heaps.clone()),
        }?;
        let mut values = Vec::with_capacity(ranks.len());
        self.plan.ranking.values(heaps.start as u64, ranks, &game.rares, &mut values);
        Some(values)
    }

    /// The values of the first heaps, and of the last ones.
    fn ends(&self, game: &Fixed) -> [Vec<u16>; 2] {
        let unpack = |from: usize, ranks: &[R]| -> Vec<u16> {
            let mut values = Vec::with_capacity(ranks.len());
            self.plan.ranking.values(from as u64, ranks, &game.rares, &mut values);
            values
        };
        let skip = self.tape.ranks().len().saturating_sub(game.window);
        let (head, last) = (&self.tape.head()[..HEAD], &self.tape.ranks()[skip..]);
        [unpack(0, head), unpack(self.tape.base() + skip, last)]
    }
}

/// A long run that guesses: its values are right if no further heap is rare.
pub(crate) struct Guesser(Long);

impl Guesser {
    /// Goes on from a saved frontier, or from one that was put together from guesses.
    pub fn resume(rules: &Rules, options: &Options, frontier: Frontier, hints: &Hints) -> Result<Self, EngineError> {
        Long::resume_with(rules, options, Trust::Guessed { from: 0 }, frontier, hints).map(Guesser)
    }

    /// What was learned, here or before.
    pub fn hints(&self) -> Hints {
        self.0.hints()
    }

    /// Guesses up to heap `until` (not included), packed ([`Guesses::packed`]) where a byte is enough.
    pub fn advance(&mut self, until: u64, guesses: &mut dyn Guesses) -> Result<(), EngineError> {
        self.0.advance(until, &mut AsGuesses(guesses))
    }

    /// Where the guesses stand: what a run of verified values would have as its frontier, if all of them are right.
    pub fn guessed(&self) -> Frontier {
        self.0.frontier()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use proptest::prelude::*;
    use std::ops::ControlFlow;
    use std::sync::OnceLock;

    /// Among the first heaps of `.205` this one is deeper than 2^20, and no heap is rare from 2^21 on.
    const DEEP: usize = 4_227_929;
    const COUNT: usize = 4_260_000;

    /// The depth that the first run found.
    static DEPTH: OnceLock<u64> = OnceLock::new();

    fn values() -> &'static [u16] {
        static VALUES: OnceLock<Vec<u16>> = OnceLock::new();
        VALUES.get_or_init(|| crate::engine::values(game().rules(), COUNT as u64).unwrap())
    }

    fn game() -> Game {
        ".205".parse().unwrap()
    }

    /// A run that holds `head` first values and `back` last ones before heap `next`.
    fn long(head: usize, next: usize, back: usize) -> Long {
        let (game, values) = (game(), values());
        let space = sparse::find(game.rules(), values).unwrap();
        let rares: Vec<(u64, u16)> = space.rares(values).map(|n| (n, values[n as usize])).collect();
        let back = back.clamp(window_length(game.rules(), &rares), next);
        let (head, window) = (values[..head].to_vec(), values[next - back..next].to_vec());
        let frontier = Frontier { space, rares, head, next: next as u64, window, depth: 0 };
        Long::resume(game.rules(), &Options { threads: 1, ..Options::default() }, frontier).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(12))]

        /// However many of the first and the last values a run holds, what it computes is right; at a heap that it
        /// cannot settle it takes more of them and goes on; and heaps are as deep as with all values.
        #[test]
        fn what_is_held_does_not_matter(
            head in HEAD..2 * HEAD + HEAD / 4,
            back in HEAD..4 * HEAD,
            before in 1..30_000usize,
            more in prop::collection::vec(1..HEAD, 20),
        ) {
            let expected = values();
            let mut long = long(head, DEEP - before, back);
            let mut seen = expected[..DEEP - before].to_vec();
            let mut sink = |from: u64, block: &[u16]| {
                assert_eq!(from, seen.len() as u64);
                seen.extend_from_slice(block);
                ControlFlow::Continue(())
            };
            for more in more {
                match long.advance(COUNT as u64, &mut sink) {
                    Err(EngineError::Unsettled { heap }) => {
                        prop_assert!(heap == DEEP as u64 && long.is_deep_only());
                        let (head, base) = long.held();
                        let (head, base) = (head as usize, base as usize);
                        let later = &expected[head..(head + more).min(DEEP)];
                        let earlier = &expected[base.saturating_sub(more)..base];
                        prop_assert!(long.deepen(later, earlier).unwrap());
                        prop_assert_eq!(long.held(), if base <= more { (DEEP as u64, 0) } else {
                            ((head + later.len()) as u64, (base - more) as u64)
                        });
                    }
                    advanced => {
                        advanced.unwrap();
                        break;
                    }
                }
            }
            prop_assert!(seen == expected);
            prop_assert_eq!(long.frontier().depth, *DEPTH.get_or_init(|| long.frontier().depth));
            // The frontier is the same, however much is held.
            let frontier = long.frontier();
            prop_assert_eq!(&frontier.head[..], &expected[..HEAD]);
            prop_assert_eq!(frontier.window.len(), window_length(game().rules(), &frontier.rares));
            prop_assert!(expected.ends_with(&frontier.window));
            let middle = COUNT as u64 - 5000..COUNT as u64 - 3000;
            prop_assert_eq!(long.values(middle), Some(expected[COUNT - 5000..COUNT - 3000].to_vec()));
            prop_assert_eq!(long.values(0..1000), Some(expected[..1000].to_vec()));
        }
    }
}
