//! Long runs: weeks of exact values, saved and resumed, that end with a proof.
//!
//! ```text
//! engine (long)  --verified blocks-->  watch: tally, landmarks, self-check
//!       \--frontier-->  segments: a state window every so many heaps
//! ```
//!
//! A run holds no values but the latest. Everything it must remember is its [`State`], which goes into a
//! [checkpoint](crate::checkpoint); a run resumed from it goes on as if nothing had happened. The engine verifies every heap
//! before a run counts it.
//!
//! **Segments.** With `L` the last rare heap and `k` the largest removal, the `L + k` values before a heap determine all later ones (as long
//! as no further heap is rare). Such a window is kept every [`State::segment_length`] heaps; from it anyone can compute and
//! verify the segment behind it alone ([`replay`]). When there are too many, every other one is dropped and the length doubles.
//!
//! **The end.** When [landmarks](landmarks) suggest that the state before heap `m` returned before `m + p`, the run goes on until `p` heaps
//! after a stored window, compares in full, goes on to what the theorem needs, and [`proof`] finds the smallest
//! preperiod and period.

pub mod landmarks;
pub mod proof;
pub mod replay;
pub mod tally;
pub mod watch;

use crate::certificate::last_removal;
use crate::engine::long::{Frontier, Long};
use crate::engine::{EngineError, Options};
use crate::rules::Rules;
use landmarks::Landmarks;
use proof::Proof;
use serde::{Deserialize, Serialize};
use tally::Tally;
use thiserror::Error;
use watch::{Found, Mismatch, Recent, Watch};

/// The first distance of two segments.
pub const SEGMENT: u64 = 1 << 26;
/// There are at most so many segments, or fewer where windows are long.
const MOST_SEGMENTS: usize = 1 << 10;
/// The values that all windows together should have at most.
const MOST_VALUES: usize = 1 << 21;

/// Everything a run must remember.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct State {
    /// The game, in its canonical spelling.
    pub game: String,
    /// Where the engine stands.
    pub frontier: Frontier,
    /// Statistics of all values before the frontier.
    pub tally: Tally,
    /// How far segments are apart.
    pub segment_length: u64,
    /// State windows, ascending.
    pub segments: Vec<Segment>,
    /// What the run has passed.
    pub landmarks: Landmarks,
    /// The first heap of the next sample that is computed twice.
    pub next_sample: u64,
    /// A period that is being confirmed.
    pub candidate: Option<Candidate>,
    /// The end of the run.
    pub proof: Option<Proof>,
    /// How far whoever runs it wants to go.
    pub until: Option<u64>,
    /// Seconds of work so far, and values a second lately: for whoever has a clock.
    pub seconds: f64,
    /// The speed.
    pub speed: f64,
}

/// The values before heap `start`: as many as determine all later ones.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Segment {
    /// The heap after the window.
    pub start: u64,
    /// `G(start - L - k) … G(start - 1)`.
    pub window: Vec<u16>,
}

/// The state before heap `start`, a segment's, may return before `start + period`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// The segment's start.
    pub start: u64,
    /// The period.
    pub period: u64,
    /// Whether the states were compared in full.
    pub confirmed: bool,
}

impl State {
    /// The number of values that determine all later ones: `L + k`.
    pub fn width(&self, rules: &Rules) -> usize {
        width(&self.frontier, rules)
    }
}

fn width(frontier: &Frontier, rules: &Rules) -> usize {
    (frontier.rares.last().map_or(0, |&(heap, _)| heap) + last_removal(rules).unwrap_or(1)) as usize
}

/// Whether the parts of a state can be of one run.
pub fn consistent(state: &State, rules: &Rules) -> Result<(), RunError> {
    let State { frontier, tally, segments, .. } = state;
    let width = width(frontier, rules);
    let no = |what: &str| Err(RunError::Contradiction(what.to_owned()));
    if tally.count() != frontier.next {
        return no("the tally and the frontier end at different heaps");
    }
    if frontier.window.len() < width || (frontier.window.len() as u64) > frontier.next {
        return no("the window has the wrong length");
    }
    let ordered = segments.is_sorted_by(|a, b| a.start < b.start);
    let possible = width as u64..=frontier.next;
    let fits = |segment: &Segment| segment.window.len() == width && possible.contains(&segment.start);
    if segments.is_empty() || !ordered || !segments.iter().all(fits) {
        return no("the segments do not fit the frontier");
    }
    Ok(())
}

/// Why a run cannot go on.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// The engine's reason.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// No run could ever end.
    #[error("no theorem about periods covers this game: it must have a largest removal, and no ban on equal heaps")]
    NoTheorem,
    /// The engine and the plain definition differ.
    #[error(
        "self-check: the engine and the plain definition give different values from heap {} on: a bug or a fault of the machine",
        .0.from
    )]
    Mismatch(Box<Mismatch>),
    /// What is saved contradicts itself.
    #[error("the saved run contradicts itself: {0}")]
    Contradiction(String),
}

/// Why a run stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It was asked to.
    Paused,
    /// All heaps asked for are done.
    Reached,
    /// A period is proved.
    Proved,
}

/// A run in memory.
pub struct Run<'a> {
    rules: &'a Rules,
    options: Options,
    long: Long,
    state: State,
    recent: Recent,
    watches: bool,
}

impl<'a> Run<'a> {
    /// Begins at heap 0. `pause` is asked between blocks; a run that is stopped here leaves nothing.
    pub fn begin(
        game: &str,
        rules: &'a Rules,
        options: &Options,
        segment_length: u64,
        pause: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Self, RunError> {
        last_removal(rules).ok_or(RunError::NoTheorem)?;
        let mut tally = Tally::default();
        let long = Long::begin(rules, options, &mut |from: u64, values: &[u16]| {
            tally.block(values);
            if pause(from + values.len() as u64) {
                std::ops::ControlFlow::Break(())
            } else {
                std::ops::ControlFlow::Continue(())
            }
        })?;
        let frontier = long.frontier();
        let state = State {
            game: game.to_owned(),
            tally,
            segment_length: segment_length.max(1),
            segments: Vec::new(),
            landmarks: Landmarks::default(),
            next_sample: frontier.next,
            candidate: None,
            proof: None,
            until: None,
            seconds: 0.0,
            speed: 0.0,
            frontier,
        };
        let mut run = Run::with(rules, options, long, state);
        run.keep_segment();
        consistent(&run.state, rules)?;
        Ok(run)
    }

    /// Goes on from a saved state.
    pub fn resume(rules: &'a Rules, options: &Options, state: State) -> Result<Self, RunError> {
        consistent(&state, rules)?;
        let long = Long::resume(rules, options, state.frontier.clone())?;
        Ok(Run::with(rules, options, long, state))
    }

    fn with(rules: &'a Rules, options: &Options, long: Long, state: State) -> Self {
        let recent = Recent::new(&state.frontier, rules);
        Run { rules, options: *options, long, recent, state, watches: true }
    }

    /// From here on values are counted and nothing else, without landmarks and self-check: to measure what these cost.
    #[must_use]
    pub fn unwatched(self) -> Self {
        Run { watches: false, ..self }
    }

    /// What must be remembered.
    pub fn state(&mut self) -> &mut State {
        self.state.tally.settle();
        &mut self.state
    }

    /// Goes on until heap `until` is the next one, a period is proved, or `pause` says so; it is asked after every block.
    pub fn advance(&mut self, until: u64, pause: &mut dyn FnMut(u64) -> bool) -> Result<Stop, RunError> {
        loop {
            if self.state.proof.is_some() {
                return Ok(Stop::Proved);
            }
            let next = self.state.frontier.next;
            let mut goal = until.min(self.last_segment() + self.state.segment_length);
            if let Some(candidate) = self.state.candidate {
                let wanted = self.wanted(candidate);
                if candidate.confirmed && next >= wanted {
                    match proof::find(self.rules, &self.options, &self.state, candidate, &mut || pause(next))? {
                        Some(proof) => self.state.proof = Some(proof),
                        None => return Ok(Stop::Paused),
                    }
                    continue;
                }
                goal = goal.min(wanted);
            }
            if next >= until {
                return Ok(Stop::Reached);
            }
            let found = self.step(goal, pause)?;
            if let Some(mismatch) = found.mismatch {
                return Err(RunError::Mismatch(mismatch));
            }
            self.settle_step(found.repeats);
            if found.paused {
                return Ok(Stop::Paused);
            }
        }
    }

    /// Lets the engine run to `goal`, or less.
    fn step(&mut self, goal: u64, pause: &mut dyn FnMut(u64) -> bool) -> Result<Found, RunError> {
        let Run { rules, long, state, recent, watches, .. } = self;
        if *watches && recent.end() != state.frontier.next {
            *recent = Recent::new(&state.frontier, rules);
        }
        let mut watch = Watch {
            rules,
            frontier: &state.frontier,
            tally: &mut state.tally,
            recent: watches.then_some(recent),
            landmarks: state.candidate.is_none().then_some(&mut state.landmarks),
            sample: &mut state.next_sample,
            pause,
            found: Found::default(),
        };
        match long.advance(goal, &mut watch) {
            Ok(()) | Err(EngineError::Stopped) => Ok(watch.found),
            Err(error) => Err(error.into()),
        }
    }

    /// After a step: windows, candidates.
    fn settle_step(&mut self, repeats: Option<(u64, u64)>) {
        self.state.frontier = self.long.frontier();
        let next = self.state.frontier.next;
        if next >= self.last_segment() + self.state.segment_length {
            self.keep_segment();
        }
        if let Some((earlier, later)) = repeats {
            let period = later - earlier;
            let usable = |segment: &&Segment| segment.start >= earlier && segment.start + period >= next;
            let start = self.state.segments.iter().find(usable).map(|segment| segment.start);
            let start = start.unwrap_or_else(|| self.keep_segment());
            self.state.candidate = Some(Candidate { start, period, confirmed: false });
        }
        if let Some(candidate) = &mut self.state.candidate
            && !candidate.confirmed
            && next == candidate.start + candidate.period
        {
            let segment = self.state.segments.iter().find(|segment| segment.start == candidate.start);
            let same = segment.is_some_and(|segment| self.state.frontier.window.ends_with(&segment.window));
            candidate.confirmed = same;
            if !same {
                // Two states with the same hash.
                self.state.candidate = None;
            }
        }
    }

    /// How far a candidate must be pursued: its states are compared one period later, and the theorem looks at heaps that are at most
    /// the depth, which is less than the head, and the largest removal behind.
    fn wanted(&self, Candidate { start, period, confirmed }: Candidate) -> u64 {
        let beyond = self.state.frontier.head.len() + self.state.width(self.rules);
        start + period + if confirmed { beyond as u64 } else { 0 }
    }

    fn last_segment(&self) -> u64 {
        self.state.segments.last().map_or(0, |segment| segment.start)
    }

    /// Keeps the present state as a segment's window.
    fn keep_segment(&mut self) -> u64 {
        let width = self.state.width(self.rules);
        let State { frontier, segments, segment_length, candidate, .. } = &mut self.state;
        let most = (MOST_VALUES / width.max(1)).clamp(16, MOST_SEGMENTS);
        if segments.len() >= most && candidate.is_none() {
            let mut odd = true;
            segments.retain(|_| {
                odd = !odd;
                !odd
            });
            *segment_length *= 2;
        }
        let start = frontier.next;
        if segments.last().is_none_or(|last| last.start < start) {
            let window = frontier.window[frontier.window.len() - width..].to_vec();
            segments.push(Segment { start, window });
        }
        start
    }
}

#[cfg(test)]
mod tests;
