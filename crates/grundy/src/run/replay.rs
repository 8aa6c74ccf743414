//! Values of a long run again, from the window of a segment: to look at them, or to verify them.

use super::{RunError, State, width};
use crate::engine::long::{Frontier, Guesser, Long};
use crate::engine::plain::Plain;
use crate::engine::{EngineError, Options};
use crate::rules::Rules;
use serde::Serialize;
use std::ops::ControlFlow;

/// A stretch of a run, computed again from the last window before it.
pub struct Replay {
    guesser: Guesser,
    /// The next heap that is handed out.
    next: u64,
    /// Values from there on that are known already.
    ready: Vec<u16>,
}

impl Replay {
    /// The values from heap `from` on, as speculation gives them; before the first segment, from the exact beginning of the run on.
    pub fn new(rules: &Rules, options: &Options, state: &State, from: u64) -> Result<Self, RunError> {
        let width = state.width(rules) as u64;
        let before = state.segments.partition_point(|segment| segment.start - width <= from);
        let (guesser, first, known) = if before == 0 {
            let mut values = Vec::new();
            let long = Long::begin(rules, options, &mut |_: u64, block: &[u16]| {
                values.extend_from_slice(block);
                ControlFlow::Continue(())
            })?;
            (long.guessing(), 0, values)
        } else {
            let segment = &state.segments[before - 1];
            let values = extend(rules, &state.frontier, segment.start, &segment.window)?;
            let frontier = frontier_at(&state.frontier, segment.start - width, &values);
            (Guesser::resume(rules, options, frontier)?, segment.start - width, values)
        };
        let mut replay = Replay { guesser, next: first, ready: known };
        replay.skip_to(from)?;
        Ok(replay)
    }

    fn skip_to(&mut self, from: u64) -> Result<(), RunError> {
        let known = self.next + self.ready.len() as u64;
        if from > known {
            self.ready.clear();
            self.guesser.advance(from, &mut |_: u64, _: &[u16]| ControlFlow::Continue(()))?;
        } else {
            self.ready.drain(..(from - self.next) as usize);
        }
        self.next = from;
        Ok(())
    }

    /// The next `count` values.
    pub fn take(&mut self, count: usize) -> Result<Vec<u16>, RunError> {
        let ready = &mut self.ready;
        self.next += count as u64;
        if ready.len() < count {
            self.guesser.advance(self.next, &mut |_: u64, block: &[u16]| {
                ready.extend_from_slice(block);
                ControlFlow::Continue(())
            })?;
        }
        let later = ready.split_off(count);
        Ok(std::mem::replace(ready, later))
    }
}

/// The window and the values after it, until there are as many as the engine needs.
fn extend(rules: &Rules, frontier: &Frontier, start: u64, window: &[u16]) -> Result<Vec<u16>, EngineError> {
    let mut plain = Plain::new(rules, frontier.space, &frontier.rares, &frontier.head);
    let mut values = window.to_vec();
    for heap in (start..).take(frontier.window.len() - window.len()) {
        values.push(plain.candidate(heap, &values).ok_or(EngineError::ValueTooLarge { heap })?);
    }
    Ok(values)
}

/// The frontier after these values, of which nothing is verified.
fn frontier_at(frontier: &Frontier, from: u64, values: &[u16]) -> Frontier {
    Frontier { next: from + values.len() as u64, window: values.to_vec(), depth: 0, ..frontier.clone() }
}

/// The result of verifying one segment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verified {
    /// Which segment, counted from 1: the beginning of the run.
    pub segment: usize,
    /// The first heap that was verified,
    pub from: u64,
    /// and the first that was not.
    pub to: u64,
    /// Splits with a part of at most this were looked at.
    pub depth: u64,
    /// What is wrong.
    pub problem: Option<String>,
}

/// Verifies a segment from its window alone, or with 1 the beginning of the run, from heap 0: the heaps behind it are computed again,
/// each is verified, and the window of the next segment must come out. `pause` may stop it (then: none).
///
/// Verification looks back a fixed number of heaps, so the heaps verified are those from so far behind the window to as far
/// behind the next one; segments together leave no gap.
pub fn verify(
    rules: &Rules,
    options: &Options,
    state: &State,
    segment: usize,
    pause: &mut dyn FnMut(u64) -> bool,
) -> Result<Option<Verified>, RunError> {
    let width = width(&state.frontier, rules) as u64;
    let ahead = state.frontier.window.len() as u64 - width;
    let end = state.segments.get(segment - 1);
    // The state at the frontier ends the last segment.
    let frontier_window = &state.frontier.window[ahead as usize..];
    let (goal, expected) = end.map_or((state.frontier.next, frontier_window), |end| (end.start, &end.window[..]));
    let mut seen = Vec::new();
    let look = |from: u64, values: &[u16], seen: &mut Vec<u16>| {
        let begin = (goal - width).clamp(from, from + values.len() as u64) - from;
        let stop = goal.clamp(from, from + values.len() as u64) - from;
        seen.extend_from_slice(&values[begin as usize..stop as usize]);
    };
    let mut sink = |from: u64, values: &[u16]| {
        look(from, values, &mut seen);
        if pause(from + values.len() as u64) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let begun = if let Some(i) = segment.checked_sub(2) {
        let segment = &state.segments[i];
        let from = segment.start - width;
        let values = extend(rules, &state.frontier, segment.start, &segment.window)?;
        let _ = sink(from, &values);
        Long::resume(rules, options, frontier_at(&state.frontier, from, &values))
            .map(|long| (long, from + values.len() as u64))
    } else {
        Long::begin(rules, options, &mut sink).map(|long| (long, 0))
    };
    let run = begun.and_then(|(mut long, from)| {
        let to = goal + ahead;
        long.advance(to, &mut sink).map(|()| (long.frontier(), from, to))
    });
    let (frontier, from, to) = match run {
        Ok(done) => done,
        Err(EngineError::Stopped) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let problem = if frontier.rares != state.frontier.rares {
        Some("other heaps are rare than the run says".to_owned())
    } else if seen != expected {
        Some(format!("the {width} values before heap {goal} differ from those of the run"))
    } else {
        None
    };
    Ok(Some(Verified { segment, from, to, depth: frontier.depth, problem }))
}
