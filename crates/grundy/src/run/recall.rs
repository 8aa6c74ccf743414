//! The values of all heaps of a run again, as far as its history does not have them: exactly up to the first window,
//! and behind it from the windows, several segments side by side.
//!
//! All of them were verified when the run counted them, so speculation is enough. What comes out must have the hash of
//! what was counted.

use super::replay::{exact, extend, frontier_at};
use super::{RunError, State};
use crate::engine::hints::Hints;
use crate::engine::long::{Frontier, Guesser};
use crate::engine::{EngineError, Fingerprint, Options};
use crate::rules::Rules;
use crate::watch::{Progress, Shared, Stopped, Watch};
use std::hint::black_box;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Heaps that are cleared or hashed before a watch is asked again.
const PIECE: usize = 1 << 22;
/// A window shall determine so many times the heaps that follow it one by one before the engine can begin.
const WORTH: u64 = 8;

/// The values of all heaps that the run has counted, given the first of them.
pub(super) fn recall(
    state: &State,
    options: &Options,
    hints: &Hints,
    mut values: Vec<u16>,
    watch: &mut dyn Watch,
) -> Result<Vec<u16>, RunError> {
    let (game, next) = (&state.game, state.next());
    let size = |bytes: u64| usize::try_from(bytes).unwrap_or(usize::MAX);
    // What will be needed later is asked for now, too: here its lack ends nothing but a run that is saved.
    let enough = black_box(&mut Vec::<u8>::new()).try_reserve_exact(size(RunError::BYTES.saturating_mul(next)));
    let missing = size(next).saturating_sub(values.len());
    enough.and_then(|()| values.try_reserve_exact(missing)).map_err(|_| RunError::no_room(next))?;
    let mut again = |at: Progress| watch.at(Progress::new("heaps again", at.done, next));
    let first = state.segments.first().map_or(next, |segment| segment.start);
    values = exact(game, options, values, first, &mut again)?;
    if let Some(frontier) = &state.frontier {
        let known = values.len();
        match behind(state, frontier, options, hints, &mut values, &mut again) {
            // A rank that does not fit the plan of a window: the engine that has all values finds another one.
            Err(RunError::Engine(EngineError::Unsettled { .. })) => {
                values.truncate(known);
                values = exact(game, options, values, next, &mut again)?;
            }
            filled => filled?,
        }
    }
    let mut seen = Fingerprint::default();
    for piece in values.chunks(PIECE) {
        again(Progress::open("heaps", next))?;
        seen.add(piece.iter().copied());
    }
    if seen.hash() != state.tally.hash() {
        return Err(RunError::Contradiction("the values are not those that were counted".to_owned()));
    }
    Ok(values)
}

/// Adds the values behind those that are known, which reach the first window.
fn behind(
    state: &State,
    frontier: &Frontier,
    options: &Options,
    hints: &Hints,
    values: &mut Vec<u16>,
    watch: &mut dyn Watch,
) -> Result<(), RunError> {
    let (known, next) = (values.len(), state.next() as usize);
    while values.len() < next {
        values.resize(next.min(values.len() + PIECE), 0);
        watch.at(Progress::open("heaps", known as u64))?;
    }
    let (before, mut rest) = values.split_at_mut(known);
    // What is known is a window, too.
    let mut starts = vec![(known as u64, &before[known.saturating_sub(frontier.window.len())..])];
    let mut least = known as u64 + 1;
    for segment in &state.segments {
        if segment.start >= least {
            starts.push((segment.start, &segment.window[..]));
            least = segment.start + 1 + WORTH * state.ahead();
        }
    }
    let ends = starts.iter().skip(1).map(|&(start, _)| start).chain([next as u64]);
    let mut stretches = Vec::new();
    for (&(start, window), end) in starts.iter().zip(ends).filter(|((start, _), end)| start < end) {
        let (slots, later) = rest.split_at_mut((end - start) as usize);
        rest = later;
        stretches.push(Stretch { start, window, slots });
    }
    let jobs = options.threads.clamp(1, stretches.len().max(1));
    let options = Options { threads: (options.threads / jobs).max(1), ..*options };
    let (shared, done) = (Shared::new(watch), AtomicU64::new(known as u64));
    let told = |count: usize| {
        let done = done.fetch_add(count as u64, Ordering::Relaxed) + count as u64;
        shared.at(Progress::open("heaps", done))
    };
    let left = Mutex::new(stretches.into_iter());
    let work = || loop {
        let next = left.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some(stretch) = next else { return Ok(()) };
        stretch.fill(state.game.rules(), frontier, &options, hints, &told)?;
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().unwrap_or(Err(EngineError::Stopped)))
    })?;
    Ok(())
}

/// Heaps that a window determines, and the places for their values.
struct Stretch<'a> {
    start: u64,
    window: &'a [u16],
    slots: &'a mut [u16],
}

impl Stretch<'_> {
    /// Puts every value into its place; `told` hears how many there are, and says whether to go on.
    fn fill(
        self,
        rules: &Rules,
        frontier: &Frontier,
        options: &Options,
        hints: &Hints,
        told: &(dyn Fn(usize) -> Result<(), Stopped> + Sync),
    ) -> Result<(), EngineError> {
        let Stretch { start, window, slots } = self;
        let values = extend(rules, frontier, start, window, &mut |_: Progress| told(0))?;
        let mut filled = slots.len().min(values.len() - window.len());
        slots[..filled].copy_from_slice(&values[window.len()..][..filled]);
        if filled == slots.len() {
            return Ok(());
        }
        let begin = frontier_at(frontier, start - window.len() as u64, &values);
        let mut guesser = Guesser::resume(rules, options, begin, &hints.at(start))?;
        guesser.advance(start + slots.len() as u64, &mut |_: u64, block: &[u16]| {
            slots[filled..filled + block.len()].copy_from_slice(block);
            filled += block.len();
            told(block.len()).map_or(ControlFlow::Break(()), ControlFlow::Continue)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::long_run;
    use super::super::{HISTORY, Settings, Status, latest, search};
    use super::*;
    use crate::watch::{Stopped, Unwatched};
    use std::path::Path;

    /// Whatever is known of a run, the rest comes again, on any number of threads, and can be stopped at any time.
    #[test]
    fn values_come_again_from_any_number_of_them() {
        const COUNT: usize = 16_000_000;
        let mut run = long_run(".106", 1 << 20);
        run.advance(COUNT as u64, &mut Unwatched).unwrap();
        let hints = run.hints();
        let state = run.state();
        let expected = crate::engine::values(state.game.rules(), COUNT as u64).unwrap();
        let (first, last) = (state.segments[0].start as usize, state.last_segment() as usize);
        for (known, threads) in [(0, 2), (first, 3), (first + 300_000, 1), (last, 2), (last + 1, 5), (COUNT, 1)] {
            let options = Options { threads, ..Options::default() };
            let again = recall(state, &options, &hints, expected[..known].to_vec(), &mut Unwatched).unwrap();
            assert!(again == expected, "{known} values, {threads} threads");
            for most in [0, 1, 5, 20] {
                let mut asked = 0;
                let mut watch = |_: Progress| {
                    asked += 1;
                    if asked > most { Err(Stopped) } else { Ok(()) }
                };
                let stopped = recall(state, &options, &hints, expected[..known].to_vec(), &mut watch);
                assert!(known > last || stopped.is_err_and(|error| error.is_stop()), "{known} values, {most} times");
            }
        }
        // A value that is not the one that was counted is found.
        let mut wrong = expected[..first].to_vec();
        wrong[7] ^= 1;
        let refused = recall(state, &Options::default(), &hints, wrong, &mut Unwatched);
        assert!(matches!(refused, Err(RunError::Contradiction(_))));
    }

    /// A run of a game whose heap 5,241,357 is rare, without a history or with all of it.
    fn run_to(dir: &Path, until: u64, history: u64, threads: usize, watch: &mut dyn Watch) -> Option<Status> {
        let options = Options { threads, ..Options::default() };
        let settings =
            Settings { options, until: Some(until), segment_length: 1 << 20, history, ..Settings::default() };
        match search(dir, &".205".parse().unwrap(), &settings, watch, &mut |_| {}) {
            Err(error) if error.is_stop() => None,
            status => Some(status.unwrap()),
        }
    }

    /// A watch that stops a run once it has done so many things of this kind.
    fn stop_at(stage: &'static str, done: u64) -> impl Watch {
        move |at: Progress| if at.stage == stage && at.done >= done { Err(Stopped) } else { Ok(()) }
    }

    fn found(status: Status) -> impl PartialEq + std::fmt::Debug {
        (status.verified, status.hash, status.max, status.histogram, status.firsts)
    }

    /// Without a history a late rare is settled all the same, however often the run is interrupted meanwhile.
    #[test]
    fn a_late_rare_is_settled_without_a_history() {
        const RARE: u64 = 5_241_357;
        const SOON: u64 = RARE + 100_000;
        let folder = tempfile::tempdir().unwrap();
        let expected = found(run_to(&folder.path().join("full"), SOON, 1 << 30, 2, &mut Unwatched).unwrap());
        let dir = folder.path().join("none");
        let next = || latest(&dir).unwrap().0.next();
        for (threads, done) in [(2, 1 << 21), (1, RARE - 1)] {
            let stopped = run_to(&dir, SOON, 0, threads, &mut stop_at("heaps again", done));
            assert!(stopped.is_none() && next() == RARE, "nothing is lost");
        }
        assert!(run_to(&dir, SOON, 0, 2, &mut stop_at("heaps", RARE + 1)).is_none());
        let saved = next();
        assert!((RARE + 1..SOON).contains(&saved));
        assert!(run_to(&dir, SOON, 0, 1, &mut stop_at("heaps again", 1)).is_none());
        assert_eq!(next(), saved);
        assert_eq!(found(run_to(&dir, SOON, 0, 1, &mut Unwatched).unwrap()), expected);
        assert_eq!(std::fs::metadata(dir.join(HISTORY)).unwrap().len(), 0);
    }
}
