//! Exact values from those that are known already, all of them kept, until a run can go [`long`](super::long).
//!
//! A game has its phases: heap by heap, in blocks, densely. Which one is right follows from the values known so far, so
//! a run that goes on from saved values, or after a heap that a long run could not settle, comes to the same values as
//! one that was never interrupted.

use super::long::{Fixed, HEAD, Long};
use super::strategy::{QUICKER, Strategy};
use super::tape::Tape;
use super::{FIRST_JUDGEMENT, Run};
use crate::engine::ranking::Ranking;
use crate::engine::{EngineError, Options, Sink, Trust};
use crate::rules::{Ban, Rules};

/// The first heap before which a run asks whether it can be long; afterwards it asks whenever heaps have doubled.
const FIRST_GOAL: usize = 1 << 16;

/// Values of the heaps from `values.len()` to `until` (not included) into the sink; before that a [`Long`] run if the
/// values allow one.
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
        // What the known values took, or would have taken in blocks: it allows to learn.
        run.work = n as u64 * run.search.rares.len() as u64 / QUICKER;
    }
    run.g = values;
    while n < until {
        // A run that was cut just here asks when it goes on.
        if n.is_power_of_two() && far_enough(n, run.last_rare()) {
            run = match run.into_long() {
                Ok(long) => return Ok(Some(long?)),
                Err(run) => *run,
            };
        }
        n = until.min((n + 1).next_power_of_two().max(FIRST_GOAL));
        run.to(n)?;
    }
    Ok(None)
}

/// Whether the first heaps are all there and the last rare is so far behind that two parts are never both before it.
fn far_enough(n: usize, last_rare: usize) -> bool {
    n >= 2 * HEAD && 2 * last_rare + HEAD < n
}

impl<const BANS: bool> Run<'_, '_, BANS> {
    /// A long run from here on, if the next heaps can be speculated in blocks.
    fn into_long(mut self) -> Result<Result<Long, EngineError>, Box<Self>> {
        self.catch_up();
        let (Some(shape), Some(space), None) = (self.shape(), self.search.space, self.repeats) else {
            return Err(Box::new(self));
        };
        let (rules, options) = (self.rules, self.options);
        Ok(if shape.strategy == Strategy::Wide {
            let mut tape = Tape::default();
            tape.append(Ranking::new(space), &self.g);
            Long::wide(Fixed::new(rules, options, Trust::Proved, space, self.search.rares), tape, 0)
        } else {
            match self.bytes() {
                Some(tape) => {
                    Long::narrow(Fixed::new(rules, options, Trust::Proved, space, self.search.rares), tape, 0)
                }
                None => return Err(Box::new(self)),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::engine::{Kind, values_with};
    use crate::sparse;
    use std::ops::ControlFlow;

    /// A period that was proved once is known for ever, however often a run is asked to go on.
    #[test]
    fn a_proved_period_is_kept() {
        let game: Game = ".165".parse().unwrap();
        let options = Options::default();
        let mut nobody = |_: u64, _: &[u16]| ControlFlow::Continue(());
        let mut run = Run::<false>::new(game.rules(), &options, Trust::Proved, &mut nobody, 0);
        for count in [1 << 15, (1 << 21) - 7, 1 << 21, (1 << 22) + 1] {
            run.to(count).unwrap();
            assert_eq!(run.g.len(), count);
        }
        assert!((5181 + 1550..run.g.len()).all(|n| run.g[n] == run.g[n - 1550]));
        assert!(run.bytes().is_none() && run.into_long().is_err(), "rares are not known any more");
    }

    /// A space that the first thousands of heaps do not have is found once they are past, by a run that goes on and by
    /// one that is resumed.
    #[test]
    fn a_space_that_comes_late_is_found() {
        let game: Game = ".264".parse().unwrap();
        let (rules, count) = (game.rules(), 20_000);
        let expected = values_with(Kind::Dense, rules, count as u64).unwrap();
        assert_eq!(sparse::find(rules, &expected[..4096]), None);
        let late = sparse::find(rules, &expected[..16_384]);
        assert_eq!(late.map(|space| space.mask), Some(0x3f9));
        for known in [0, 4096, 16_385] {
            let options = Options::default();
            let mut nobody = |_: u64, _: &[u16]| ControlFlow::Continue(());
            let mut run = Run::<false>::new(rules, &options, Trust::Proved, &mut nobody, 0);
            run.reported = known;
            run.g = expected[..known].to_vec();
            if known > 0 {
                run.search.judge_anew(&run.g);
            }
            assert_eq!(run.search.space.is_some(), known > 4096);
            run.to(count).unwrap();
            assert_eq!((run.search.space, &run.g), (late, &expected));
        }
    }
}
