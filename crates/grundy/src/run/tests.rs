use super::*;
use crate::Game;

fn never(_: u64) -> bool {
    false
}

/// The smallest period and preperiod, found without the search for landmarks.
fn by_guy_smith(rules: &Rules, count: u64) -> (u64, u64) {
    let values = crate::engine::values(rules, count).unwrap();
    let found = crate::period::Theorem::for_rules(rules).unwrap().prove(&values).unwrap();
    (found.preperiod, found.period)
}

#[test]
fn runs_end_with_the_smallest_period() {
    for (game, count) in [(".16", 600_000), (".45", 2000), (".156", 10_000), (".356", 20_000), (".56", 700_000)] {
        let rules = game.parse::<Game>().unwrap().rules();
        for segment_length in [1 << 14, SEGMENT] {
            let mut run = Run::begin(game, &rules, &Options::default(), segment_length, &mut never).unwrap();
            assert_eq!(run.advance(1 << 30, &mut never).unwrap(), Stop::Proved, "{game}");
            let state = run.state();
            let proof = state.proof.clone().unwrap();
            assert_eq!((proof.preperiod, proof.period), by_guy_smith(&rules, count), "{game}");
            assert_eq!(state.tally.histogram().iter().sum::<u64>(), state.frontier.next);
            for segment in std::iter::once(None).chain((0..state.segments.len()).map(Some)) {
                let verified = replay::verify(&rules, &Options::default(), state, segment, &mut never).unwrap().unwrap();
                assert_eq!(verified.problem, None, "{game} {segment:?}");
            }
        }
    }
}
