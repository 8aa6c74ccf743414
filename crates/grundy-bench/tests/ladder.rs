//! Every rung gives the values of the exact engine.

use grundy::engine::{self, Kind, Sink};
use grundy::{Game, Rules};
use grundy_bench::{LadderError, Rung, Start};
use std::ops::ControlFlow;

fn rules(game: &str) -> Rules {
    game.parse::<Game>().expect("a game").rules().clone()
}

fn find(rules: &Rules, count: u64) -> Result<Start, LadderError> {
    Start::find(rules, count, &mut |_| ControlFlow::Continue(()))
}

/// Collects, and checks that blocks come without gaps.
#[derive(Default)]
struct Collected {
    values: Vec<u16>,
    work: u64,
}

impl Sink for Collected {
    fn block(&mut self, from: u64, values: &[u16]) -> ControlFlow<()> {
        assert_eq!(from, self.values.len() as u64);
        self.values.extend_from_slice(values);
        ControlFlow::Continue(())
    }

    fn work(&mut self, options: u64) {
        self.work += options;
    }
}

fn climb(rung: Rung, start: &Start, count: u64) -> Collected {
    let mut collected = Collected::default();
    rung.run(start, count, &mut collected).expect("the rung runs");
    collected
}

fn compare(game: &str, count: u64, rungs: &[Rung]) {
    let rules = rules(game);
    let exact = engine::values_with(Kind::Rare, &rules, count).expect("the engine runs");
    let start = find(&rules, count).expect("rares end early enough");
    for &rung in rungs {
        let Collected { values, work } = climb(rung, &start, count);
        assert!(values == exact, "{rung} on {game}");
        let least = start.terms.len() as u64 * (count - start.first());
        assert!(if rung == Rung::RareValues { work > least } else { work == least }, "{rung} on {game}: {work}");
    }
}

const SIMPLE: [Rung; 3] = [Rung::RareValues, Rung::Speculative, Rung::ByteArray];

/// One break and two, heap parity, `d0`, a short period.
#[test]
fn games_of_the_ladder() {
    for (game, count) in [(".106", 9000), (".354", 20_000), (".167", 9000), ("4.045", 9000), (".77", 3000)] {
        compare(game, count, &SIMPLE);
    }
    compare(".16", 40_000, &SIMPLE);
}

/// All rungs, the end on an even and on an odd heap: both threads of the baton come last once.
#[test]
fn officers() {
    compare(".6", 47_000, &Rung::ALL);
    compare(".6", 42_001, &[Rung::Baton, Rung::BatonEarly]);
}

/// Equal heaps are forbidden, and the last rare is beyond the near window.
#[test]
fn grundys_game() {
    compare("grundy", 167_000, &SIMPLE[1..]);
}

/// `.16` has 51 rares up to 3604, then one at 13935 at the latest: rare-values finds it, speculation does not.
#[test]
fn a_late_rare_is_found_by_the_exact_rung_only() {
    let rules = rules(".16");
    let exact = engine::values_with(Kind::Rare, &rules, 30_000).expect("the engine runs");
    let start = Start::after(&rules, exact[..8192].to_vec()).expect("it looks as if rares had ended");
    assert_eq!(start.rares.last().map(|&(heap, _)| heap), Some(3604));
    assert!(climb(Rung::RareValues, &start, 30_000).values == exact);
    let assumed = climb(Rung::Speculative, &start, 30_000).values;
    let first_error = assumed.iter().zip(&exact).position(|(a, b)| a != b).expect("speculation is wrong");
    assert!(!start.space.is_common(first_error as u64, exact[first_error]));
    assert!(climb(Rung::ByteArray, &start, 30_000).values == assumed);
}

#[test]
fn what_cannot_run_says_so() {
    assert_eq!(find(&rules("S(1,2)"), 1000).err(), Some(LadderError::NoSpace));
    assert!(matches!(find(&rules(".6"), 10_000), Err(LadderError::TooFew { .. })));
    let start = find(&rules(".106"), 9000).expect("rares end early enough");
    let error = Rung::Unrolled.run(&start, 9000, &mut Collected::default());
    assert_eq!(error, Err(LadderError::OfficersOnly { rung: Rung::Unrolled }));
    let error = Rung::Speculative.run(&start, start.first(), &mut Collected::default());
    assert!(matches!(error, Err(LadderError::TooFew { .. })));
}

/// A sink that stops ends both threads.
#[test]
fn the_baton_can_be_stopped() {
    let rules = rules(".6");
    let start = find(&rules, 90_000).expect("rares end early enough");
    let mut stop = |from: u64, _: &[u16]| if from > 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let error = Rung::Baton.run(&start, 1 << 40, &mut stop);
    assert_eq!(error, Err(LadderError::Engine(engine::EngineError::Stopped)));
}

#[test]
fn the_stamp_loop_is_the_definition() {
    for game in [".04", ".14", ".77", "4.045", "grundy", "couples-are-forever"] {
        let rules = rules(game);
        let mut stamps = Collected::default();
        grundy_bench::stamps::run(&rules, 1000, &mut stamps).expect("the loop runs");
        let mut naive = Collected::default();
        engine::run(Kind::Naive, &rules, 1000, &mut naive).expect("the engine runs");
        assert!(stamps.values == naive.values, "{game}");
        assert_eq!(stamps.work, naive.work, "{game}");
    }
    let refused = grundy_bench::stamps::run(&rules(".F"), 10, &mut Collected::default());
    assert_eq!(refused, Err(LadderError::TwoHeapsOnly));
}
