//! Runs without end: only the first heaps and the last ones are kept.
//!
//! Far from the beginning speculation reads no further back than the last rare and the longest removal, and
//! verification nearly always finds its splits among small parts. So a [`Frontier`], the values of the first 2^20 heaps and of
//! the last ones, is enough to go on from. A heap that splits with a part below 2^20 do not settle (a new rare, or a very
//! deep one) ends the run with [`EngineError::Unsettled`]: to decide it takes all values.

use super::pipeline::{self, Cut, End};
use super::plan::{self, Plan};
use super::tape::Tape;
use super::{Known, Run, Way};
use crate::engine::ranking::Ranking;
use crate::engine::{AsGuesses, EngineError, Guesses, Kind, Options, Sink, Trust};
use crate::rules::{Ban, Rules};
use crate::sparse::Space;
use serde::{Deserialize, Serialize};

/// The first heaps that are kept: the deepest split that verification can look at.
const HEAD: usize = 1 << 20;

/// At this heap, and each time their number has doubled, a run that is about to begin asks whether it ever will:
const FIRST_GOAL: usize = 1 << 16;
/// not if more than one heap in so many was rare lately.
const MANY_RARES: usize = 1 << 8;

/// Where a long run stands: everything needed to go on from here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frontier {
    /// The classes of heaps.
    pub space: Space,
    /// All rare heaps with their values, ascending.
    pub rares: Vec<(u64, u16)>,
    /// `G(0), G(1), …`: what verification looks at; fixed during a run.
    pub head: Vec<u16>,
    /// The next heap.
    pub next: u64,
    /// The values of the heaps before it.
    pub window: Vec<u16>,
    /// Every heap from the end of `head` on was verified by splits with a part of at most this.
    pub depth: u64,
}

/// A long run of a game with a sparse space.
pub struct Long {
    rules: Rules,
    options: Options,
    trust: Trust,
    space: Space,
    rares: Vec<(u64, u16)>,
    tape: Tape<u8>,
    plan: Plan<u8>,
    /// The least limit on ranks that a plan of this run had.
    narrow: u16,
    depth: u64,
    cut: Cut,
}

impl Long {
    /// Exact values from heap 0 on, until the first heaps are there and blocks can run; the sink sees them all.
    pub fn begin(rules: &Rules, options: &Options, sink: &mut dyn Sink) -> Result<Self, EngineError> {
        if !Kind::Block.takes(rules) {
            return Err(EngineError::NotForThisGame { engine: Kind::Block, takes: Kind::Block.takes_what() });
        }
        match rules.ban() {
            Ban::Nothing => Self::begin_banning::<false>(rules, options, sink),
            _ => Self::begin_banning::<true>(rules, options, sink),
        }
    }

    fn begin_banning<const BANS: bool>(
        rules: &Rules,
        options: &Options,
        sink: &mut dyn Sink,
    ) -> Result<Self, EngineError> {
        let mut run = Run::<BANS>::new(rules, options, Trust::Proved, sink, 0);
        let mut goal = FIRST_GOAL;
        loop {
            let known = run.to(goal)?;
            let last_rare = run.last_rare();
            match known {
                Known::Ranks(tape) if goal >= 2 * HEAD && 2 * last_rare + HEAD < goal => {
                    let (space, rares) = (run.search.space.ok_or(EngineError::NoSpace)?, run.search.rares);
                    return Long::new(rules, options, Trust::Proved, space, rares, tape, 0);
                }
                Known::Dense(_) => return Err(EngineError::NoSpace),
                // Ranks never get smaller.
                Known::Values(g) if goal > 2 * last_rare + HEAD && matches!(run.way(&g), Way::Wide) => {
                    return Err(EngineError::RanksTooLarge);
                }
                Known::Values(_) if run.rares_lately(goal) > goal / MANY_RARES => return Err(EngineError::NoSpace),
                known => run.resume(known),
            }
            goal *= 2;
        }
    }

    /// Goes on from a saved frontier; refuses one that does not hold enough.
    pub fn resume(rules: &Rules, options: &Options, frontier: Frontier) -> Result<Self, EngineError> {
        Self::resume_with(rules, options, Trust::Proved, frontier)
    }

    fn resume_with(rules: &Rules, options: &Options, trust: Trust, frontier: Frontier) -> Result<Self, EngineError> {
        let Frontier { space, rares, head, next, window, depth } = frontier;
        let next = usize::try_from(next).map_err(|_| EngineError::NoMemory { count: next })?;
        if next < window.len() || head.len() < HEAD || window.len() < Self::window_length(rules, &rares) {
            return Err(EngineError::NoSpace);
        }
        let tape = Tape::cut(Ranking::new(space), &head, next, &window);
        Long::new(rules, options, trust, space, rares, tape, depth)
    }

    pub(super) fn new(
        rules: &Rules,
        options: &Options,
        trust: Trust,
        space: Space,
        rares: Vec<(u64, u16)>,
        tape: Tape<u8>,
        depth: u64,
    ) -> Result<Self, EngineError> {
        let cut = Cut { head: HEAD, keep: Self::window_length(rules, &rares) };
        let verifies = trust.verifies(tape.end());
        let plan = Plan::new(rules, options, verifies, space, &rares, &tape, cut.keep, 0, plan::MOST_EFFORT)
            .ok_or(EngineError::NoSpace)?;
        let narrow = plan.speculation.limit();
        Ok(Long { rules: rules.clone(), options: *options, trust, space, rares, tape, plan, narrow, depth, cut })
    }

    /// Heaps before the next one that speculation and verification may look at.
    fn window_length(rules: &Rules, rares: &[(u64, u16)]) -> usize {
        let last_rare = rares.last().map_or(0, |&(heap, _)| heap as usize);
        let longest = rules.last_removal().unwrap_or(0) as usize;
        (last_rare.max(HEAD) + longest + 64).next_multiple_of(64)
    }

    /// Verified values up to heap `until` (not included) into the sink, packed ([`Sink::ranks`]). When the sink stops it, the heaps
    /// handed over in that call count as done.
    pub fn advance(&mut self, until: u64, sink: &mut dyn Sink) -> Result<(), EngineError> {
        while self.next() < until {
            // A rank that did not fit is out of sight after a while; then the quicker plan will do again.
            let is_wider = self.plan.speculation.limit() > self.narrow;
            let goal = if is_wider { until.min(self.next() + self.cut.keep as u64) } else { until };
            let (tape, cut) = (&mut self.tape, Some(self.cut));
            let verify = self.trust.verifies(tape.end());
            match pipeline::run(&mut self.plan, &self.options, verify, tape, cut, goal, sink, &mut self.depth)? {
                End::Reached if is_wider => self.plan_again(0)?,
                End::Reached => {}
                End::Stopped => return Err(EngineError::Stopped),
                End::Rare => return Err(EngineError::Unsettled { heap: self.next() }),
                End::Stuck => self.plan_again(self.plan.speculation.limit())?,
            }
        }
        Ok(())
    }

    /// Plans anew; ranks up to `expected` shall fit.
    fn plan_again(&mut self, expected: u16) -> Result<(), EngineError> {
        let Long { rules, options, trust, space, rares, tape, cut, .. } = self;
        let verifies = trust.verifies(tape.end());
        let plan = Plan::new(rules, options, verifies, *space, rares, tape, cut.keep, expected, plan::MOST_EFFORT);
        self.plan = plan.ok_or(EngineError::Unsettled { heap: self.tape.end() as u64 })?;
        self.narrow = self.narrow.min(self.plan.speculation.limit());
        Ok(())
    }

    /// The next heap.
    pub fn next(&self) -> u64 {
        self.tape.end() as u64
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Goes on with guesses.
    pub fn guessing(mut self) -> Guesser {
        self.trust = Trust::Guessed { from: 0 };
        Guesser(self)
    }

    /// Where the run stands.
    pub fn frontier(&self) -> Frontier {
        let unpack = |from: usize, ranks: &[u8]| -> Vec<u16> {
            let mut values = Vec::with_capacity(ranks.len());
            self.plan.ranking.values(from as u64, ranks, &self.rares, &mut values);
            values
        };
        let skip = self.tape.ranks().len().saturating_sub(self.cut.keep);
        Frontier {
            space: self.space,
            rares: self.rares.clone(),
            head: unpack(0, &self.tape.head()[..HEAD]),
            next: self.next(),
            window: unpack(self.tape.base() + skip, &self.tape.ranks()[skip..]),
            depth: self.depth,
        }
    }
}

/// A long run that guesses: its values are right if no further heap is rare. It has no [`Frontier`], since a frontier is of verified heaps.
pub struct Guesser(Long);

impl Guesser {
    /// Goes on from a saved frontier, or from one that was put together from guesses.
    pub fn resume(rules: &Rules, options: &Options, frontier: Frontier) -> Result<Self, EngineError> {
        Long::resume_with(rules, options, Trust::Guessed { from: 0 }, frontier).map(Guesser)
    }

    /// Guesses up to heap `until` (not included), packed ([`Guesses::packed`]).
    pub fn advance(&mut self, until: u64, guesses: &mut dyn Guesses) -> Result<(), EngineError> {
        self.0.advance(until, &mut AsGuesses(guesses))
    }

    /// The next heap.
    pub fn next(&self) -> u64 {
        self.0.next()
    }
}
