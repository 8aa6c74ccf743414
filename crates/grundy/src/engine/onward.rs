//! Going on from values that are known: what a run does that was saved, or that has met a heap which takes all values
//! to settle.

use super::history::History;
use super::{EngineError, Kind, Options, Sink, block, choose, heaps, naive, take};
use crate::engine::long::Long;
use crate::rules::Rules;
use std::ops::ControlFlow;

/// Exact values of the heaps from `values.len()` to `until` (not included) into the sink, given `values = G(0), G(1),
/// …`, by the engine that [`choose`] picks. Where few heaps are rare, it hands over to a [`Long`] run as soon as that
/// is possible; the sink has then seen all heaps before [`Long::next`].
///
/// Engines that keep more than the values make it anew first. While they do, the sink gets empty blocks and may stop
/// them.
pub fn onward(
    rules: &Rules,
    options: &Options,
    values: Vec<u16>,
    until: u64,
    sink: &mut dyn Sink,
) -> Result<Option<Long>, EngineError> {
    if values.len() as u64 >= until {
        return Ok(None);
    }
    let kind = choose(rules);
    if !kind.takes(rules) {
        return Err(EngineError::NotForThisGame { engine: kind, takes: kind.takes_what() });
    }
    match kind {
        Kind::Block | Kind::Dense | Kind::Rare => return block::whole::run(rules, options, values, until, sink),
        Kind::Take => take::run(rules, until, &mut Rest { known: values.len() as u64, sink })?,
        Kind::Heaps => heaps::continue_run(rules, History::open(values, sink), until)?,
        Kind::Naive => naive::run(rules, until, &mut Rest { known: values.len() as u64, sink })?,
    }
    Ok(None)
}

/// Hands on what comes after the known values.
struct Rest<'s> {
    known: u64,
    sink: &'s mut dyn Sink,
}

impl Sink for Rest<'_> {
    fn block(&mut self, from: u64, values: &[u16]) -> ControlFlow<()> {
        let skip = self.known.saturating_sub(from).min(values.len() as u64);
        self.sink.block((from + skip).max(self.known), &values[skip as usize..])
    }

    fn work(&mut self, options: u64) {
        self.sink.work(options);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    /// From any number of known values on, every engine gives the values of an undisturbed run.
    #[test]
    fn values_do_not_depend_on_where_a_run_was_cut() {
        for (name, count) in [
            (".06", 34_000u64),
            (".16", 9000),
            (".8", 300),
            (".3F", 300),
            ("4.7...", 1000),
            ("grundy", 9000),
            ("couples-are-forever", 9000),
            ("S(1,2,5)", 5000),
            ("allbut(1,3)", 3000),
            ("nim", 3000),
            ("S(squares)", 9000),
        ] {
            let game: Game = name.parse().unwrap();
            let expected = super::super::values(game.rules(), count).unwrap();
            for known in [0, 1, 100, count * 31 / 32, count - 1, count] {
                let mut values = expected[..known as usize].to_vec();
                let long = onward(
                    game.rules(),
                    &Options::default(),
                    values.clone(),
                    count,
                    &mut |from: u64, block: &[u16]| {
                        assert_eq!(from, values.len() as u64);
                        values.extend_from_slice(block);
                        ControlFlow::Continue(())
                    },
                );
                assert!(long.unwrap().is_none());
                assert!(values == expected, "{name} from {known}");
            }
        }
    }
}
