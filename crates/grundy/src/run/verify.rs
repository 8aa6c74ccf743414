//! Verification: everything that a run says, computed again from its windows, each segment alone.
//!
//! Segment 1 is the beginning of the run, from heap 0 to the first window; all of it is computed exactly. Every later
//! segment is computed from its window and the first heaps alone: each heap behind the window is verified, and the next
//! window must come out. Verification looks back a fixed number of heaps, so the heaps verified are those from that far
//! behind the window to as far behind the next one, or to the end of the run; segments together leave no gap. What a
//! run claims to have proved is part of it: the hypotheses of the theorem are checked on values that the segments have
//! shown to be right.
//!
//! A heap that is deeper than that, but not deeper than the run says, takes more values: first ones, and last ones from
//! an earlier window, which must lead to this one.

use super::deepen::{first_values, hold};
use super::proof;
use super::replay::{beginning_to, extend, frontier_at};
use super::state::{State, width};
use super::tally::Tally;
use super::{RunError, Unsaved};
use crate::engine::long::{Frontier, HEAD, Long};
use crate::engine::{EngineError, Options};
use crate::game::Game;
use crate::period::certificate::theorem_k;
use crate::period::depth;
use crate::watch::{Progress, Shared, Stopped, Watch};
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// What verification found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Verification {
    /// The game.
    pub game: Game,
    /// Whether all that was asked for is right.
    pub status: Finding,
    /// Whether it was all of the run: every segment, and its claim.
    pub complete: bool,
    /// Splits with a part of at most this were looked at.
    pub depth: u64,
    /// The segments, in order.
    pub segments: Vec<Verified>,
    /// The period that the run claims, if it does and all segments were asked for.
    pub claim: Option<Claim>,
}

/// A verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Finding {
    /// All of it is right.
    Verified,
    /// Something is wrong.
    Refuted,
}

/// The result of verifying one segment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Verified {
    /// Which segment, counted from 1: the beginning of the run.
    pub segment: usize,
    /// The first heap that was verified.
    pub from: u64,
    /// The first heap after those that were verified.
    pub to: u64,
    /// Splits with a part of at most this were looked at.
    pub depth: u64,
    /// What is wrong.
    pub problem: Option<String>,
}

/// A claim and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Claim {
    /// The preperiod.
    pub preperiod: u64,
    /// The period.
    pub period: u64,
    /// The saltus.
    pub saltus: u64,
    /// What is wrong with it.
    pub problem: Option<String>,
}

/// How many segments a run has: one more than windows.
pub fn segments(state: &State) -> usize {
    state.segments.len() + 1
}

/// Verifies a run, or one segment of it, `jobs` segments at a time.
pub fn verify(
    state: &State,
    only: Option<usize>,
    jobs: usize,
    options: &Options,
    watch: &mut dyn Watch,
) -> Result<Verification, RunError> {
    state.check()?;
    let last = segments(state);
    let wanted: Vec<usize> = match only {
        Some(segment) if !(1..=last).contains(&segment) => return Err(RunError::NoSegment { segment, last }),
        Some(segment) => vec![segment],
        None => (1..=last).collect(),
    };
    // What deep heaps take is computed once for all segments.
    let deep = match (state.deepest(), &state.frontier) {
        (Some(depth), Some(frontier)) => {
            let head = first_values(state, options, Vec::new(), (depth + 1).min(state.next()), watch)?;
            Some(State { frontier: Some(Frontier { head, ..frontier.clone() }), ..state.clone() })
        }
        _ => None,
    };
    let run = deep.as_ref().unwrap_or(state);
    let jobs = jobs.clamp(1, wanted.len());
    let options = Options { threads: (options.threads / jobs).max(1), ..*options };
    let shared = Shared::new(watch);
    let (next, done, total) = (AtomicUsize::new(0), AtomicU64::new(0), wanted.len() as u64);
    let found = Mutex::new(Vec::new());
    let work = || -> Result<(), RunError> {
        let mut inner = |_: Progress| shared.at(Progress::new("segments", done.load(Ordering::Relaxed), total));
        while let Some(&segment) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
            let verified = verify_segment(run, &options, segment, &mut inner)?;
            done.fetch_add(1, Ordering::Relaxed);
            found.lock().unwrap_or_else(PoisonError::into_inner).push(verified);
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().unwrap_or(Err(EngineError::Stopped.into())))
    })?;
    let mut segments = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    segments.sort_unstable_by_key(|verified| verified.segment);
    let depth = segments.iter().map(|verified| verified.depth).max().unwrap_or(0);
    let mut good = segments.iter().all(|verified| verified.problem.is_none());
    let claim = match state.proof.as_ref().filter(|_| only.is_none()) {
        None => None,
        Some(proof) => {
            let problem = if good {
                proof::refute(state, &options, depth, &mut |progress: Progress| shared.at(progress))?
            } else {
                Some("it rests on what is refuted".to_owned())
            };
            good &= problem.is_none();
            Some(Claim { preperiod: proof.preperiod, period: proof.period, saltus: proof.saltus, problem })
        }
    };
    let status = if good { Finding::Verified } else { Finding::Refuted };
    Ok(Verification { game: state.game.clone(), status, complete: only.is_none(), depth, segments, claim })
}

/// Verifies one segment, counted from 1.
pub fn verify_segment(
    state: &State,
    options: &Options,
    segment: usize,
    watch: &mut dyn Watch,
) -> Result<Verified, RunError> {
    let (Some(frontier), Some(first)) = (&state.frontier, state.segments.first()) else {
        return verify_values(state, options, watch);
    };
    let rules = state.game.rules();
    let width = width(frontier, rules);
    let ahead = frontier.window.len() - width;
    if segment <= 1 {
        return verify_beginning(state, frontier, first.start, ahead as u64, options, watch);
    }
    let begin = &state.segments[segment - 2];
    // The state at the frontier ends the last segment.
    let end = state.segments.get(segment - 1);
    let (goal, expected) = end.map_or((frontier.next, &frontier.window[ahead..]), |end| (end.start, &end.window[..]));
    let (depth, end) = (state.deepest(), (goal + ahead as u64).min(frontier.next));
    let stretch = Stretch { state, frontier, start: begin.start, window: &begin.window, goal, end, depth };
    let Recomputed { from, to, depth, reached, .. } = stretch.recompute(options, watch)?;
    let problem = match reached {
        Err(problem) => Some(problem),
        Ok(values) if values != expected => {
            Some(format!("the {width} values before heap {goal} differ from those of the run"))
        }
        Ok(_) => None,
    };
    Ok(Verified { segment, from, to, depth, problem })
}

/// A segment to be computed again.
pub(super) struct Stretch<'a> {
    /// The run: its game and its windows.
    pub(super) state: &'a State,
    /// The space, the rares and the first heaps.
    pub(super) frontier: &'a Frontier,
    /// The heap after the window.
    pub(super) start: u64,
    /// The values before it.
    pub(super) window: &'a [u16],
    /// The heap before which another window is to come out.
    pub(super) goal: u64,
    /// The heap before which verification ends, if it has begun.
    pub(super) end: u64,
    /// How deep heaps may be, where that is more than the first heaps settle.
    pub(super) depth: Option<u64>,
}

/// A segment computed again.
pub(super) struct Recomputed {
    pub(super) from: u64,
    pub(super) to: u64,
    pub(super) depth: u64,
    /// Whether values before the window were looked at, too.
    pub(super) deepened: bool,
    /// The values before the goal, or what is wrong.
    pub(super) reached: Result<Vec<u16>, String>,
}

impl Stretch<'_> {
    /// Computes every heap behind the window again and verifies it.
    pub(super) fn recompute(&self, options: &Options, watch: &mut dyn Watch) -> Result<Recomputed, RunError> {
        let &Stretch { state, frontier, start, window, goal, end, depth } = self;
        let rules = state.game.rules();
        let width = window.len() as u64;
        let ahead = (frontier.window.len() as u64).saturating_sub(width);
        let from = start + ahead;
        let to = end.max(from);
        let wrong = |problem: String| Ok(Recomputed { from, to, depth: 0, deepened: false, reached: Err(problem) });
        let values = match extend(rules, frontier, start, window, watch) {
            Err(EngineError::ValueTooLarge { .. }) => {
                return wrong("the window leads to values that are too large".to_owned());
            }
            values => values?,
        };
        let mut seen = Vec::new();
        let mut see = |from: u64, values: &[u16], watch: &mut dyn Watch| {
            let end = from + values.len() as u64;
            let [begin, stop] = [goal - width, goal].map(|heap| (heap.clamp(from, end) - from) as usize);
            seen.extend_from_slice(&values[begin..stop]);
            match watch.at(Progress::new("heaps", end.saturating_sub(start), to - start)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(Stopped) => ControlFlow::Break(()),
            }
        };
        let _ = see(start - width, &values, watch);
        let mut long = match Long::resume(rules, options, frontier_at(frontier, start - width, &values)) {
            Err(EngineError::BadFrontier { what }) => return wrong(what.to_owned()),
            long => long?,
        };
        let mut deepened = false;
        loop {
            match long.advance(to, &mut |from: u64, values: &[u16]| see(from, values, watch)) {
                Ok(()) => break,
                Err(EngineError::Unsettled { heap }) => {
                    let hold = |depth| hold(&mut long, state, options, depth, &mut Unsaved, watch);
                    match depth.map_or(Ok(false), hold) {
                        Ok(true) => deepened |= long.held().1 < start - width,
                        Ok(false) => return wrong(format!("heap {heap} is rare, or deeper than the run knows")),
                        Err(RunError::Contradiction(what)) => return wrong(what),
                        Err(error) => return Err(error),
                    }
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(Recomputed { from, to, depth: long.frontier().depth, deepened, reached: Ok(seen) })
    }
}

/// The beginning of a long run, from heap 0 to the first window.
fn verify_beginning(
    state: &State,
    frontier: &Frontier,
    goal: u64,
    ahead: u64,
    options: &Options,
    watch: &mut dyn Watch,
) -> Result<Verified, RunError> {
    let rules = state.game.rules();
    let to = goal + ahead;
    let values = beginning_to(&state.game, options, to, watch)?;
    let window = &state.segments[0].window;
    let rares = frontier.space.rares(&values).map(|n| (n, values[n as usize]));
    let mut depth = 0;
    let problem = if !rares.eq(frontier.rares.iter().copied()) {
        Some("other heaps are rare than the run says".to_owned())
    } else if !values.starts_with(&frontier.head[..HEAD]) {
        Some("the first values differ from those of the run".to_owned())
    } else if !values[..goal as usize].ends_with(window) {
        Some(format!("the {} values before heap {goal} differ from those of the run", window.len()))
    } else {
        None
    };
    if let (None, Some(_), Some(k)) = (&problem, &state.proof, theorem_k(rules)) {
        let first = 2 * frontier.last_rare() + k + 1;
        let measured = depth::measure(rules, frontier.space, &values, first..to, 0, watch)?;
        depth = measured.ok_or_else(|| RunError::Contradiction("a value near the beginning is wrong".to_owned()))?;
    }
    Ok(Verified { segment: 1, from: 0, to, depth, problem })
}

/// A run that keeps all values: they are computed again from heap 0 on.
fn verify_values(state: &State, options: &Options, watch: &mut dyn Watch) -> Result<Verified, RunError> {
    let values = beginning_to(&state.game, options, state.next(), watch)?;
    let mut tally = Tally::default();
    tally.block(&values);
    let problem = (!tally.agrees(&state.tally)).then(|| "the values differ from those of the run".to_owned());
    Ok(Verified { segment: 1, from: 0, to: state.next(), depth: 0, problem })
}
