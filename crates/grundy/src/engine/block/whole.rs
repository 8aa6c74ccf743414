//! Exact values from those that are known already, all of them kept, until a run can go [`long`](super::long).
//!
//! A game has its phases: heap by heap, in blocks, densely. Which one is right follows from the values known so far, so a run that goes on
//! from saved values, or after a heap that a long run could not settle, comes to the same values as one that was never interrupted.

use super::long::{HEAD, Long};
use super::{FIRST_HANDOVER, FIRST_JUDGEMENT, Known, Run, Way};
use crate::engine::{EngineError, Options, Sink, Trust};
use crate::rules::{Ban, Rules};

/// The first heap before which a run asks whether it can be long; afterwards it asks whenever heaps have doubled.
const FIRST_GOAL: usize = 1 << 16;

/// Values of the heaps from `values.len()` to `until` (not included) into the sink; before that a [`Long`] run if the values allow one.
pub(in crate::engine) fn run(
    rules: &Rules,
    options: &Options,
    values: Vec<u16>,
    until: u64,
    sink: &mut dyn Sink,
) -> Result<Option<Long>, EngineError> {
    match rules.ban() {
        Ban::Nothing => run_banning::<false>(rules, options, values, until, sink),
        _ => run_banning::<true>(rules, options, values, until, sink),
    }
}

fn run_banning<const BANS: bool>(
    rules: &Rules,
    options: &Options,
    values: Vec<u16>,
    until: u64,
    sink: &mut dyn Sink,
) -> Result<Option<Long>, EngineError> {
    let until = usize::try_from(until).map_err(|_| EngineError::NoMemory { count: until })?;
    let mut run = Run::<BANS>::new(rules, options, Trust::Proved, sink, 0);
    let mut n = values.len();
    run.reported = n;
    if n as u64 >= FIRST_JUDGEMENT {
        run.search.judge_anew(&values);
    }
    run.g = values;
    if n >= FIRST_HANDOVER && run.search.is_poor(n as u64) {
        let g = std::mem::take(&mut run.g);
        run.densely(g, until)?;
        n = run.reported;
    }
    while n < until {
        let goal = until.min((n + 1).next_power_of_two().max(FIRST_GOAL));
        let known = run.to(goal)?;
        let last_rare = run.last_rare();
        match known {
            Known::Dense(g) => run.densely(g, until)?,
            known if goal < until && far_enough(goal, last_rare) && run.goes_in_blocks(&known) => {
                let (space, rares) = (run.search.space.ok_or(EngineError::NoSpace)?, run.search.rares);
                return Long::from_known(rules, options, space, rares, known).map(Some);
            }
            known => run.resume(known),
        }
        n = run.reported;
    }
    Ok(None)
}

impl<const BANS: bool> Run<'_, '_, BANS> {
    /// Whether the next heaps can be speculated in blocks.
    fn goes_in_blocks(&self, known: &Known) -> bool {
        match known {
            Known::Ranks(_) => true,
            Known::Values(g) => matches!(self.way(g), Way::Wide),
            Known::Dense(_) => false,
        }
    }
}

/// Whether the first heaps are all there and the last rare is so far behind that two parts are never both before it.
fn far_enough(n: usize, last_rare: usize) -> bool {
    n >= 2 * HEAD && 2 * last_rare + HEAD < n
}
