//! Values of a long run again, from the window of a segment.

use super::RunError;
use super::state::{State, width};
use crate::engine::hints::Hints;
use crate::engine::long::{Frontier, Guesser};
use crate::engine::plain::Plain;
use crate::engine::{EngineError, Options, onward};
use crate::game::Game;
use crate::rules::Rules;
use crate::watch::{Progress, Watch};
use std::ops::ControlFlow;

/// A watch is asked once in so many heaps that are computed one by one.
const ASKED: u64 = 1 << 10;

/// A stretch of a run, computed again from the last window before it.
pub struct Replay {
    guesser: Guesser,
    /// The next heap that is handed out.
    next: u64,
    /// Values from there on that are known already.
    ready: Vec<u16>,
}

impl Replay {
    /// The values from heap `from` on, as speculation gives them; before the first segment the exact ones.
    pub fn new(state: &State, options: &Options, from: u64, watch: &mut dyn Watch) -> Result<Self, RunError> {
        let rules = state.game.rules();
        let (Some(frontier), Some(first)) = (&state.frontier, state.segments.first()) else {
            return Err(RunError::Contradiction("there is no segment to compute values from".to_owned()));
        };
        let width = width(frontier, rules) as u64;
        let before = state.segments.partition_point(|segment| segment.start - width <= from);
        let segment = before.checked_sub(1).map_or(first, |i| &state.segments[i]);
        let values = extend(rules, frontier, segment.start, &segment.window, watch)?;
        let guesser =
            Guesser::resume(rules, options, frontier_at(frontier, segment.start - width, &values), &Hints::default())?;
        let (first, ready) = if before == 0 {
            let beginning = beginning(state, options, watch)?;
            (0, [&beginning[..], &values[width as usize..]].concat())
        } else {
            (segment.start - width, values)
        };
        let mut replay = Replay { guesser, next: first, ready };
        replay.skip_to(from, watch)?;
        Ok(replay)
    }

    fn skip_to(&mut self, from: u64, watch: &mut dyn Watch) -> Result<(), RunError> {
        let known = self.next + self.ready.len() as u64;
        if from > known {
            self.ready.clear();
            self.guesser.advance(from, &mut |at: u64, _: &[u16]| asked(watch, at))?;
        } else {
            self.ready.drain(..(from - self.next) as usize);
        }
        self.next = from;
        Ok(())
    }

    /// The next `count` values.
    pub fn take(&mut self, count: usize, watch: &mut dyn Watch) -> Result<Vec<u16>, RunError> {
        let ready = &mut self.ready;
        self.next += count as u64;
        if ready.len() < count {
            self.guesser.advance(self.next, &mut |from: u64, block: &[u16]| {
                ready.extend_from_slice(block);
                asked(watch, from)
            })?;
        }
        let later = ready.split_off(count);
        Ok(std::mem::replace(ready, later))
    }
}

/// Tells a watch how far values were computed again.
fn asked(watch: &mut dyn Watch, heap: u64) -> ControlFlow<()> {
    if watch.at(Progress::open("heaps again", heap)).is_ok() {
        ControlFlow::Continue(())
    } else {
        ControlFlow::Break(())
    }
}

/// The values of all heaps before the first segment, or before the next heap while there is none: exactly, from heap 0
/// on.
pub(super) fn beginning(state: &State, options: &Options, watch: &mut dyn Watch) -> Result<Vec<u16>, RunError> {
    let count = state.segments.first().map_or(state.next(), |segment| segment.start);
    beginning_to(&state.game, options, count, watch)
}

/// The exact values of all heaps below `count`.
pub(super) fn beginning_to(
    game: &Game,
    options: &Options,
    count: u64,
    watch: &mut dyn Watch,
) -> Result<Vec<u16>, RunError> {
    exact(game, options, Vec::new(), count, watch)
}

/// The exact values of all heaps below `count`, given the first of them.
pub(super) fn exact(
    game: &Game,
    options: &Options,
    mut values: Vec<u16>,
    count: u64,
    watch: &mut dyn Watch,
) -> Result<Vec<u16>, RunError> {
    let rules = game.rules();
    loop {
        let known = values.clone();
        let mut sink = |from: u64, block: &[u16]| {
            values.extend_from_slice(block);
            if watch.at(Progress::new("heaps again", from, count)).is_ok() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        let Some(mut long) = onward(rules, options, known, count, &mut sink)? else { return Ok(values) };
        match long.advance(count, &mut sink) {
            // All values settle it.
            Err(EngineError::Unsettled { .. }) => {}
            result => return Ok(result.map(|()| values)?),
        }
    }
}

/// The window and the values after it, until there are as many as the engine needs.
pub(super) fn extend(
    rules: &Rules,
    frontier: &Frontier,
    start: u64,
    window: &[u16],
    watch: &mut dyn Watch,
) -> Result<Vec<u16>, EngineError> {
    let mut plain = Plain::new(rules, frontier.space, &frontier.rares, &frontier.head);
    let mut values = window.to_vec();
    for heap in (start..).take(frontier.window.len().saturating_sub(window.len())) {
        values.push(plain.candidate(heap, &values).ok_or(EngineError::ValueTooLarge { heap })?);
        if heap.is_multiple_of(ASKED) && asked(watch, heap).is_break() {
            return Err(EngineError::Stopped);
        }
    }
    Ok(values)
}

/// The frontier after these values, of which nothing is verified.
pub(super) fn frontier_at(frontier: &Frontier, from: u64, values: &[u16]) -> Frontier {
    Frontier { next: from + values.len() as u64, window: values.to_vec(), depth: 0, ..frontier.clone() }
}
