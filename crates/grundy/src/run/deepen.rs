//! Deep heaps: a long run comes by more of its values, and goes on.
//!
//! A long run that was resumed holds the first 2^20 values and the last ones. Nearly all heaps are settled by splits
//! with so small a part; one that is not is rare, or only *deep*. So before the run goes back to all values, it holds
//! more of them, eight times as many at each step: the first ones from the history, or computed exactly; the last ones
//! again from a window. All of them were verified once. What it holds, it keeps holding: the next deep heap passes by.
//!
//! First the first values are made as many as the last ones, of which a run gathers more and more by itself. Only a
//! heap that all of its splits do not settle, or for which memory is too small, takes all values.

use super::replay::{Replay, exact};
use super::{RunError, Saver, State};
use crate::engine::long::Long;
use crate::engine::{EngineError, Options};
use crate::watch::Watch;
use std::hint::black_box;

/// How many times deeper a step leads.
const STEP: u64 = 8;

/// Lets `long`, a run of this state at a heap that it cannot settle, hold more values, those of at most `most` heaps at
/// either end. False when it has all splits of that heap, or no more can be had.
pub(super) fn deepen(
    long: &mut Long,
    state: &State,
    options: &Options,
    most: u64,
    saver: &mut dyn Saver,
    watch: &mut dyn Watch,
) -> Result<bool, RunError> {
    let (head, base) = long.held();
    let (next, longest) = (long.next(), state.game.rules().last_removal().unwrap_or(0));
    let known = head.min(next - base);
    let wanted = if head <= (next - base) / 2 { (next - base).min(STEP * head) } else { STEP * head };
    let mut depth = wanted.min(next / 2 + longest).min(most);
    while depth > known && !has_room(depth) {
        depth /= 2;
    }
    Ok(depth > known && hold(long, state, options, depth, saver, watch)?)
}

/// Whether there is memory to be deeper: lists that grow, and values on their way.
fn has_room(depth: u64) -> bool {
    let bytes = usize::try_from(RunError::BYTES.saturating_mul(depth)).unwrap_or(usize::MAX);
    black_box(&mut Vec::<u8>::new()).try_reserve_exact(bytes).is_ok()
}

/// Lets `long` hold all splits of its next heap with a part of at most `depth`. False where it can have none that it
/// does not have.
pub(super) fn hold(
    long: &mut Long,
    state: &State,
    options: &Options,
    depth: u64,
    saver: &mut dyn Saver,
    watch: &mut dyn Watch,
) -> Result<bool, RunError> {
    let (rules, (head, base), next) = (state.game.rules(), long.held(), long.next());
    let first = (depth + 1).min(next);
    let from = next.saturating_sub(depth + rules.last_removal().unwrap_or(0));
    if !long.is_deep_only() || first <= head && from >= base {
        return Ok(false);
    }
    let later = if first > head {
        let kept = saver.first_values(first, watch)?;
        let mut values = first_values(state, options, kept, first, watch)?;
        if !long.values(0..head).is_some_and(|known| values.starts_with(&known)) {
            return Err(contradiction());
        }
        values.split_off(head as usize)
    } else {
        Vec::new()
    };
    let earlier = if from < base {
        let mut replay = Replay::new(state, options, from, watch)?;
        let earlier = replay.take((base - from) as usize, watch)?;
        // They are right if they lead to what is held already.
        let shared = (base + state.width() as u64).min(next);
        if long.values(base..shared) != Some(replay.take((shared - base) as usize, watch)?) {
            return Err(contradiction());
        }
        earlier
    } else {
        Vec::new()
    };
    match long.deepen(&later, &earlier) {
        Err(EngineError::NoMemory { .. }) => Ok(false),
        deepened => Ok(deepened?),
    }
}

fn contradiction() -> RunError {
    RunError::Contradiction("the values are not those that were counted".to_owned())
}

/// The first `count` values of a run, given some of them: exactly up to the first window, and behind it as speculation
/// gives them.
pub(super) fn first_values(
    state: &State,
    options: &Options,
    kept: Vec<u16>,
    count: u64,
    watch: &mut dyn Watch,
) -> Result<Vec<u16>, RunError> {
    let window = state.segments.first().map_or(count, |segment| segment.start);
    let mut values = exact(&state.game, options, kept, count.min(window), watch)?;
    if let Some(missing) = count.checked_sub(values.len() as u64).filter(|&missing| missing > 0) {
        let from = values.len() as u64;
        values.extend(Replay::new(state, options, from, watch)?.take(missing as usize, watch)?);
    }
    Ok(values)
}
