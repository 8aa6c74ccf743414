//! Long runs: weeks of exact values of any game, saved and resumed, that end with a proof.
//!
//! ```text
//! whole:  engine --exact blocks-->  tally, prover, history on disk          all values are kept
//!            |  few heaps are rare                    ^
//!            v                                        |  a rare heap, which takes all values to settle
//! long:   engine --verified blocks-->  tally, landmarks, self-check         the first and the last values are kept
//!            |  ^--more of them, for a deep heap
//!            \--frontier-->  segments: a state window now and then
//! ```
//!
//! [`search`] does all of it in a directory. Everything a run must remember is its [`State`], which goes into a
//! checkpoint ([`latest`]), and while all values are needed the history of them. A run that is resumed goes on as if
//! nothing had happened. Every heap is exact before a run counts it.
//!
//! **Segments.** With `L` the last rare heap and `k` the largest removal, the `L + k` values before a heap determine
//! all later ones (as long as no further heap is rare). Such a window is kept every [`State::segment_length`] heaps;
//! from it anyone can compute and verify the segment behind it alone ([`verify_segment`]). When there are too many,
//! every other one is dropped and the length doubles.
//!
//! **The end.** While all values are kept, a [`Prover`] looks at them. Later, when landmarks suggest that the state
//! before heap `m` returned before `m + p`, the run goes on until `p` heaps after a stored window, compares in full,
//! goes on to what the theorem needs, and [`Proof`] says the smallest preperiod and period.
//!
//! ```
//! use grundy::run::{Run, Stop};
//! use grundy::watch::Unwatched;
//! let game: grundy::Game = "kayles".parse()?;
//! let mut run = Run::begin(&game, &Default::default())?;
//! assert_eq!(run.advance(10_000, &mut Unwatched)?, Stop::Proved);
//! assert_eq!(run.state().proof.as_ref().map(|proof| (proof.preperiod, proof.period)), Some((71, 12)));
//! # Ok::<(), grundy::Error>(())
//! ```

mod checkpoint;
mod coverage;
mod deepen;
mod error;
mod history;
pub mod job;
mod keeper;
mod lookout;
mod proof;
mod recall;
pub mod receipts;
mod replay;
mod state;
mod status;
mod tally;
mod verify;
mod work;

pub use checkpoint::{CheckpointError, last_checkpoint, latest, status};
pub use coverage::Coverage;
pub use error::RunError;
pub(crate) use keeper::kept;
pub use keeper::{CERTIFICATE, Event, HISTORY, Settings, search};
pub use lookout::Mismatch;
pub use proof::{Proof, Returned};
pub use state::{Candidate, SEGMENT, Segment, State};
pub use status::{SparseSpace, Stage, Status};
pub use tally::Tally;
pub use verify::{Claim, Finding, Verification, Verified, segments, verify, verify_segment};
pub use work::{Worked, work};

use crate::engine::hints::Hints;
use crate::engine::long::{Frontier, Guesser, Long};
use crate::engine::plain::Plain;
use crate::engine::{EngineError, Options, Ranks, Sink, choose, onward};
use crate::game::Game;
use crate::period::certificate::theorem_k;
use crate::period::{Proved, Prover};
use crate::watch::{Progress, Stopped, Watch};
use lookout::{Found, Lookout, Recent};
use recall::recall;
use std::ops::ControlFlow;

/// Why a run stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The watch asked for it.
    Paused,
    /// All heaps asked for are done.
    Reached,
    /// A period is proved.
    Proved,
    /// A state has returned; before anything is proved, all guesses must be verified.
    Unverified,
}

/// Whoever keeps a run: sees every value in order, and is asked when to save.
pub(crate) trait Saver {
    /// Values of the heaps from `from` on; some of them it may have seen.
    fn block(&mut self, from: u64, values: &[u16]) {
        let _ = (from, values);
    }

    /// Values that a run has settled, packed.
    fn ranks(&mut self, ranks: Ranks) {
        let _ = ranks.unpack(|from, values| {
            self.block(from, values);
            ControlFlow::Continue(())
        });
    }

    /// Whether it is time to save.
    fn due(&mut self) -> bool {
        false
    }

    /// What the engine has learned, to be kept beside the state.
    fn learned(&mut self, hints: &Hints) {
        let _ = hints;
    }

    /// Saves the state; all values before its next heap were seen.
    fn save(&mut self, state: &mut State) {
        let _ = state;
    }

    /// The first values, at most `count`, as far as it can give them back.
    fn first_values(&mut self, count: u64, watch: &mut dyn Watch) -> Result<Vec<u16>, Stopped> {
        let _ = (count, watch);
        Ok(Vec::new())
    }

    /// Whether the run must stop at once, because something was refuted.
    fn refuted(&self) -> bool {
        false
    }

    /// How many values a run may hold at most that needs all of them.
    fn room(&self) -> u64 {
        ENDLESS
    }
}

/// Nobody keeps the run.
pub(crate) struct Unsaved;

impl Saver for Unsaved {}

/// A run in memory.
pub struct Run {
    options: Options,
    state: State,
    phase: Phase,
    watches: bool,
    /// Whether long stretches are guessed, for others to verify.
    later: bool,
    /// What an earlier run has learned.
    hints: Hints,
}

enum Phase {
    /// All values are kept.
    Whole { values: Vec<u16>, prover: Box<Prover> },
    /// The first and the last values are.
    Long { engine: Engine, recent: Recent },
}

/// Verifies each value before it is handed on, or leaves that to others.
enum Engine {
    Exact(Box<Long>),
    Guess(Box<Guesser>),
}

impl Engine {
    fn frontier(&self) -> Frontier {
        match self {
            Engine::Exact(long) => long.frontier(),
            Engine::Guess(guesser) => guesser.guessed(),
        }
    }

    fn hints(&self) -> Hints {
        match self {
            Engine::Exact(long) => long.hints(),
            Engine::Guess(guesser) => guesser.hints(),
        }
    }

    fn advance(&mut self, until: u64, lookout: &mut Lookout) -> Result<(), EngineError> {
        match self {
            Engine::Exact(long) => long.advance(until, lookout),
            Engine::Guess(guesser) => guesser.advance(until, lookout),
        }
    }
}

impl Phase {
    fn whole(game: &Game, values: Vec<u16>) -> Self {
        Phase::Whole { values, prover: Box::new(Prover::new(game.rules(), None)) }
    }
}

impl Run {
    /// A run at heap 0.
    pub fn begin(game: &Game, options: &Options) -> Result<Self, RunError> {
        Run::begin_with(game, options, SEGMENT)
    }

    /// A run at heap 0 with another distance of segments.
    pub(crate) fn begin_with(game: &Game, options: &Options, segment_length: u64) -> Result<Self, RunError> {
        let kind = choose(game.rules());
        if !kind.takes(game.rules()) {
            return Err(EngineError::NotForThisGame { engine: kind, takes: kind.takes_what() }.into());
        }
        let state = State::new(game, segment_length);
        let (phase, hints) = (Phase::whole(game, Vec::new()), Hints::default());
        Ok(Run { options: *options, state, phase, watches: true, later: false, hints })
    }

    /// Goes on from a saved state. Before it has a frontier, `values` are those of all its heaps; later nobody asks for
    /// them.
    pub fn resume(state: State, values: Vec<u16>, options: &Options) -> Result<Self, RunError> {
        Run::resume_hinted(state, values, options, Hints::default())
    }

    /// The same with what an earlier run has learned.
    pub(crate) fn resume_hinted(
        state: State,
        values: Vec<u16>,
        options: &Options,
        hints: Hints,
    ) -> Result<Self, RunError> {
        state.check()?;
        let phase = if let Some(frontier) = &state.frontier {
            let long = Long::resume_hinted(state.game.rules(), options, frontier.clone(), &hints)?;
            let recent = Recent::new(frontier, state.game.rules());
            Phase::Long { engine: Engine::Exact(Box::new(long)), recent }
        } else {
            let mut tally = tally::Tally::default();
            tally.block(&values);
            if !tally.agrees(&state.tally) {
                return Err(RunError::Contradiction("the values are not those that were counted".to_owned()));
            }
            Phase::whole(&state.game, values)
        };
        Ok(Run { options: *options, state, phase, watches: true, later: false, hints })
    }

    /// From here on long stretches are guessed; what is guessed becomes [jobs](job) for others.
    #[must_use]
    pub fn verify_later(self) -> Self {
        Run { later: true, ..self }
    }

    /// From here on values are counted and nothing else, without landmarks and self-check: to measure what these cost.
    #[must_use]
    pub fn unwatched(self) -> Self {
        Run { watches: false, ..self }
    }

    /// What the engine has learned so far.
    pub(crate) fn hints(&self) -> Hints {
        match &self.phase {
            Phase::Whole { .. } => self.hints.clone(),
            Phase::Long { engine, .. } => engine.hints(),
        }
    }

    /// What must be remembered.
    pub fn state(&mut self) -> &mut State {
        self.state.tally.settle();
        &mut self.state
    }

    /// All values so far, as long as the run keeps them.
    pub fn values(&self) -> Option<&[u16]> {
        match &self.phase {
            Phase::Whole { values, .. } => Some(values),
            Phase::Long { .. } => None,
        }
    }

    /// Goes on until heap `until` is the next one, a period is proved, or the watch says so.
    pub fn advance(&mut self, until: u64, watch: &mut dyn Watch) -> Result<Stop, RunError> {
        self.advance_saving(until, watch, &mut Unsaved)
    }

    /// The same; `saver` sees the values and saves.
    pub(crate) fn advance_saving(
        &mut self,
        until: u64,
        watch: &mut dyn Watch,
        saver: &mut dyn Saver,
    ) -> Result<Stop, RunError> {
        loop {
            if self.state.proof.is_some() {
                return Ok(Stop::Proved);
            }
            let stop = match &self.phase {
                Phase::Whole { .. } => self.whole_step(until, watch, saver)?,
                Phase::Long { .. } => self.long_step(until, watch, saver)?,
            };
            if let Some(stop) = stop {
                return Ok(stop);
            }
        }
    }

    /// Lets the engine run with all values, as far as it goes.
    fn whole_step(
        &mut self,
        until: u64,
        watch: &mut dyn Watch,
        saver: &mut dyn Saver,
    ) -> Result<Option<Stop>, RunError> {
        let Run { options, state, phase: Phase::Whole { values, prover }, .. } = self else { return Ok(None) };
        let game = state.game.clone();
        if state.next() >= until {
            return Ok(Some(Stop::Reached));
        }
        let goal = until.min(saver.room());
        let mut known = Vec::new();
        if state.next() >= goal || known.try_reserve_exact(values.len()).is_err() {
            return Err(RunError::no_room(state.next()));
        }
        known.extend_from_slice(values);
        let mut sink = Gather { state, values, prover, watch, saver, until, proved: None, paused: false, full: false };
        let result = onward(game.rules(), options, known, goal, &mut sink);
        let Gather { proved, paused, full, .. } = sink;
        match result {
            Err(EngineError::Stopped) if full => Err(RunError::no_room(self.state.next())),
            _ if proved.is_some() => {
                self.state.proof = proved.map(|proved| Proof::of_values(&proved, &game, values));
                Ok(None)
            }
            Err(EngineError::Stopped) if paused => Ok(Some(Stop::Paused)),
            Err(error) => Err(error.into()),
            Ok(Some(long)) => {
                self.go_long(long);
                Ok(None)
            }
            Ok(None) => {
                let Ok(proved) = prover.look(values, watch) else { return Ok(Some(Stop::Paused)) };
                self.state.proof = proved.map(|proved| Proof::of_values(&proved, &game, values));
                Ok(None)
            }
        }
    }

    /// From here on the first and the last values are enough.
    fn go_long(&mut self, long: Long) {
        let frontier = long.frontier();
        let recent = Recent::new(&frontier, self.state.game.rules());
        self.state.next_sample = frontier.next;
        self.state.frontier = Some(frontier);
        self.phase = Phase::Long { engine: Engine::Exact(Box::new(long)), recent };
        self.state.keep_segment();
    }

    /// Verifies at once or later, as is asked for where the run stands.
    fn choose_engine(&mut self) -> Result<(), RunError> {
        if self.later && self.state.guessed_from.is_none() && !self.state.is_anchored() {
            self.state.exact_until = self.state.anchor().max(self.state.exact_until);
        }
        let next = self.state.next();
        let guess = self.later && next >= self.state.exact_until;
        let (rules, Some(frontier)) = (self.state.game.rules(), &self.state.frontier) else { return Ok(()) };
        let Phase::Long { engine, .. } = &mut self.phase else { return Ok(()) };
        match (&engine, guess) {
            (Engine::Exact(_), true) => {
                self.hints = engine.hints();
                let guesser = Guesser::resume(rules, &self.options, frontier.clone(), &self.hints)?;
                *engine = Engine::Guess(Box::new(guesser));
                self.state.guessed_from.get_or_insert(next);
            }
            (Engine::Guess(_), false) => {
                self.hints = engine.hints();
                let long = Long::resume_hinted(rules, &self.options, frontier.clone(), &self.hints)?;
                *engine = Engine::Exact(Box::new(long));
            }
            _ => {}
        }
        Ok(())
    }

    /// A heap takes all values to settle: they are gathered, and the run goes on with them until it can be long again.
    fn go_whole(&mut self, watch: &mut dyn Watch, saver: &mut dyn Saver) -> Result<Option<Stop>, RunError> {
        let next = self.state.next();
        if next >= saver.room() {
            return Err(RunError::no_room(next));
        }
        let kept = match self.held_values() {
            Some(values) => values,
            None => match saver.first_values(next, watch) {
                Ok(values) => values,
                Err(Stopped) => return Ok(Some(Stop::Paused)),
            },
        };
        let values = match recall(&self.state, &self.options, &self.hints(), kept, watch) {
            Err(error) if error.is_stop() => return Ok(Some(Stop::Paused)),
            values => values?,
        };
        saver.block(0, &values);
        self.phase = Phase::whole(&self.state.game, values);
        let State { frontier, segments, landmarks, candidate, guessed_from, covered, .. } = &mut self.state;
        (*frontier, *candidate, *guessed_from, *covered) = (None, None, None, 0);
        segments.clear();
        *landmarks = crate::period::landmarks::Landmarks::default();
        Ok(None)
    }

    /// All values so far, if a long run holds them.
    fn held_values(&self) -> Option<Vec<u16>> {
        let Phase::Long { engine: Engine::Exact(long), .. } = &self.phase else { return None };
        let (head, base) = long.held();
        (base <= head).then(|| Some([long.values(0..base)?, long.values(base..long.next())?].concat()))?
    }

    /// Lets the engine run with the first and the last values, to the next segment or less.
    fn long_step(
        &mut self,
        until: u64,
        watch: &mut dyn Watch,
        saver: &mut dyn Saver,
    ) -> Result<Option<Stop>, RunError> {
        self.choose_engine()?;
        let next = self.state.next();
        let mut goal = until.min(self.state.last_segment().saturating_add(self.state.segment_length));
        if let Some(candidate) = self.state.candidate {
            let wanted = self.wanted(candidate);
            if candidate.confirmed && next >= wanted {
                if self.state.has_guesses() {
                    return Ok(Some(Stop::Unverified));
                }
                return match proof::find(&self.state, &self.options, candidate, watch) {
                    Ok(proof) if proof.values > next => {
                        // Heaps near the beginning are deeper than those that the run has kept.
                        self.state.candidate = Some(Candidate { needed: proof.values, ..candidate });
                        Ok(None)
                    }
                    Ok(proof) => {
                        self.state.proof = Some(proof);
                        Ok(None)
                    }
                    Err(error) if error.is_stop() => Ok(Some(Stop::Paused)),
                    Err(error) => Err(error),
                };
            }
            goal = goal.min(wanted);
        }
        if next < self.state.exact_until {
            goal = goal.min(self.state.exact_until);
        }
        if next >= until {
            return Ok(Some(Stop::Reached));
        }
        let (found, unsettled) = self.long_blocks(goal, until, watch, saver)?;
        if let Some(mismatch) = found.mismatch.filter(|_| found.deep.is_empty() || !self.are_settled(&found.deep)) {
            return Err(RunError::Mismatch(mismatch));
        }
        self.settle_step(found.repeats);
        if found.save {
            self.state.tally.settle();
            saver.learned(&self.hints());
            saver.save(&mut self.state);
        }
        if found.paused || saver.refuted() {
            return Ok(Some(Stop::Paused));
        }
        match unsettled {
            false => Ok(None),
            // What is gathered must be exact.
            true if self.state.has_guesses() => Ok(Some(Stop::Unverified)),
            true => match self.deepen(watch, saver) {
                Ok(true) => Ok(None),
                Ok(false) => self.go_whole(watch, saver),
                Err(error) if error.is_stop() => Ok(Some(Stop::Paused)),
                Err(error) => Err(error),
            },
        }
    }

    /// A heap is unsettled: the run holds more values, if that may help.
    fn deepen(&mut self, watch: &mut dyn Watch, saver: &mut dyn Saver) -> Result<bool, RunError> {
        let Phase::Long { engine: Engine::Exact(long), .. } = &mut self.phase else { return Ok(false) };
        deepen::deepen(long, &self.state, &self.options, saver.room(), saver, watch)
    }

    /// Whether every leftover of these heaps is excluded by a split that the engine holds, as plain code finds it.
    fn are_settled(&self, heaps: &[u64]) -> bool {
        let (Phase::Long { engine: Engine::Exact(long), .. }, Some(frontier)) = (&self.phase, &self.state.frontier)
        else {
            return false;
        };
        let (rules, (held, base)) = (self.state.game.rules(), long.held());
        let longest = rules.last_removal().unwrap_or(0);
        let is_settled = |heap: u64, depth: u64| {
            let from = heap.saturating_sub(depth + longest).max(base);
            let (head, before) = (long.values(0..depth.min(held))?, long.values(from..heap)?);
            let mut plain = Plain::new(rules, frontier.space, &frontier.rares, &head);
            let value = plain.candidate(heap, &before)?;
            plain.depth(heap, value, &before)
        };
        heaps.iter().all(|&heap| {
            let deeper = std::iter::successors(Some(2 * frontier.window.len() as u64), |depth| Some(8 * depth));
            let depths = deeper.take_while(|&depth| depth / 8 < held);
            depths.into_iter().any(|depth| is_settled(heap, depth).is_some())
        })
    }

    /// Lets the engine run to `goal`; whether it met a heap that takes all values.
    fn long_blocks(
        &mut self,
        goal: u64,
        until: u64,
        watch: &mut dyn Watch,
        saver: &mut dyn Saver,
    ) -> Result<(Found, bool), RunError> {
        let Run { state, phase: Phase::Long { engine, recent }, watches, .. } = self else {
            return Ok((Found::default(), false));
        };
        let State { game, frontier: Some(frontier), tally, landmarks, next_sample, candidate, .. } = state else {
            return Ok((Found::default(), false));
        };
        let rules = game.rules();
        if *watches && recent.end() != frontier.next {
            *recent = Recent::new(frontier, rules);
        }
        let looks = candidate.is_none() && theorem_k(rules).is_some();
        let mut lookout = Lookout {
            rules,
            frontier,
            tally,
            recent: watches.then_some(recent),
            landmarks: looks.then_some(landmarks),
            sample: next_sample,
            until,
            watch,
            saver,
            guesses: matches!(engine, Engine::Guess(_)),
            found: Found::default(),
        };
        match engine.advance(goal, &mut lookout) {
            Ok(()) | Err(EngineError::Stopped) => Ok((lookout.found, false)),
            Err(EngineError::Unsettled { .. }) => Ok((lookout.found, true)),
            Err(error) => Err(error.into()),
        }
    }

    /// After a step: windows, candidates.
    fn settle_step(&mut self, repeats: Option<(u64, u64)>) {
        let Phase::Long { engine, .. } = &self.phase else { return };
        let depth = self.state.frontier.as_ref().map_or(0, |frontier| frontier.depth);
        let frontier = engine.frontier();
        self.state.frontier = Some(Frontier { depth: frontier.depth.max(depth), ..frontier });
        let next = self.state.next();
        if next >= self.state.last_segment().saturating_add(self.state.segment_length) {
            self.state.keep_segment();
        }
        if let Some((earlier, later)) = repeats {
            let period = later - earlier;
            let usable = |segment: &&Segment| segment.start >= earlier && segment.start + period >= next;
            let start = self.state.segments.iter().find(usable).map(|segment| segment.start);
            let start = start.unwrap_or_else(|| self.state.keep_segment());
            self.state.candidate = Some(Candidate { start, period, confirmed: false, needed: 0 });
        }
        let State { frontier: Some(frontier), segments, candidate, .. } = &mut self.state else { return };
        if let Some(pursued) = candidate
            && !pursued.confirmed
            && next == pursued.start + pursued.period
        {
            let segment = segments.iter().find(|segment| segment.start == pursued.start);
            pursued.confirmed = segment.is_some_and(|segment| frontier.window.ends_with(&segment.window));
            if !pursued.confirmed {
                // Two states with the same hash.
                *candidate = None;
            }
        }
    }

    /// How far a candidate must be pursued: its states are compared one period later, and the theorem looks at heaps
    /// that are at most the depth, mostly less than the head, and the largest removal behind.
    fn wanted(&self, Candidate { start, period, confirmed, needed }: Candidate) -> u64 {
        let behind = |frontier: &Frontier| frontier.depth.max(frontier.head.len() as u64) + self.state.width() as u64;
        let behind = self.state.frontier.as_ref().filter(|_| confirmed).map_or(0, behind);
        (start + period).saturating_add(behind).max(needed)
    }
}

/// The sink while all values are kept.
struct Gather<'w> {
    state: &'w mut State,
    values: &'w mut Vec<u16>,
    prover: &'w mut Prover,
    watch: &'w mut dyn Watch,
    saver: &'w mut dyn Saver,
    until: u64,
    proved: Option<Proved>,
    paused: bool,
    /// Whether there is no memory for more.
    full: bool,
}

impl Sink for Gather<'_> {
    fn block(&mut self, from: u64, block: &[u16]) -> ControlFlow<()> {
        let Gather { state, values, prover, watch, saver, until, .. } = self;
        if values.try_reserve(block.len()).is_err() {
            self.full = true;
            return ControlFlow::Break(());
        }
        if !block.is_empty() {
            state.tally.block(block);
            values.extend_from_slice(block);
            saver.block(from, block);
            match prover.glance(values, *watch) {
                Ok(proved) => self.proved = proved,
                Err(Stopped) => self.paused = true,
            }
            if saver.due() {
                saver.save(state);
            }
        }
        self.paused |= watch.at(progress(from + block.len() as u64, *until)).is_err();
        if self.paused || self.proved.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// `next` heaps of those before `until` are done.
fn progress(next: u64, until: u64) -> Progress {
    if until < ENDLESS { Progress::new("heaps", next, until) } else { Progress::open("heaps", next) }
}

/// The goal of a run that ends only with a proof.
pub(crate) const ENDLESS: u64 = 1 << 61;

#[cfg(test)]
mod tests;
