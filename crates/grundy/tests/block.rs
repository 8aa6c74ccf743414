//! The block engine against the exact one, far enough for blocks to run: every kernel, any number of threads.

use grundy::engine::{self, EngineError, Kernel, Kind, Long, Options, Ranks, Sink};
use grundy::game::Code;
use grundy::{Game, Rules};
use proptest::prelude::*;
use std::ops::ControlFlow;

fn block_values(game: &Game, count: u64, options: &Options) -> Vec<u16> {
    let mut values = Vec::new();
    let mut sink = |from: u64, block: &[u16]| {
        assert_eq!(from, values.len() as u64, "blocks come in order and without gaps");
        values.extend_from_slice(block);
        ControlFlow::Continue(())
    };
    engine::run_with(Kind::Block, options, game.rules(), count, &mut sink).unwrap();
    values
}

fn guesses(game: &Game, exact: u64, count: u64, options: &Options) -> Vec<u16> {
    let mut values = Vec::new();
    let mut guesses = |from: u64, block: &[u16]| {
        assert_eq!(from, values.len() as u64, "guesses come in order and without gaps");
        values.extend_from_slice(block);
        ControlFlow::Continue(())
    };
    engine::guess(options, game.rules(), exact, count, &mut guesses).unwrap();
    values
}

/// Block and rare agree on `game`, for each kernel and number of threads.
fn agree(game: &Game, count: u64, ways: &[(Kernel, usize)]) {
    let exact = engine::values_with(Kind::Rare, game.rules(), count).unwrap();
    for &(kernel, threads) in ways {
        let values = block_values(game, count, &Options { kernel, threads });
        assert_eq!(values.len(), exact.len(), "{game}");
        if let Some(n) = (0..exact.len()).find(|&n| exact[n] != values[n]) {
            panic!("{game}, {kernel}, {threads} thread(s): heap {n} has {}, not {}", values[n], exact[n]);
        }
    }
}

fn all_ways() -> Vec<(Kernel, usize)> {
    let mut ways = vec![(Kernel::detect(), 3)];
    ways.extend(Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()).zip([2, 1, 1]));
    ways
}

#[test]
fn games_of_every_kind() {
    // Ranks in nibbles and in bytes, heap parity, several breaks, splits without taking, small and large removals.
    for text in [".77", ".45", ".106", ".104", ".16", ".354", ".167", ".644", "4.045", ".055", ".0007", ".00000007"] {
        agree(&text.parse().unwrap(), 30_000, &all_ways());
    }
}

#[test]
fn a_rare_value_above_all_others() {
    // Heap 16174 of .404 has value 256 and rank 128, all common ranks are below.
    agree(&".404".parse().unwrap(), 34_000, &[(Kernel::detect(), 1)]);
}

#[test]
fn ranks_above_127() {
    // Officers reaches rank 143: up to twice its last rare, 20627, ranks have two bytes.
    agree(&"officers".parse().unwrap(), 60_000, &[(Kernel::detect(), 2)]);
}

#[test]
fn removals_longer_than_the_first_blocks() {
    // Parts are few where the longest removal leaves no more of a heap.
    for long in [7_300, 8_001, 8_063] {
        let mut digits = vec![0; long + 1];
        (digits[1], digits[long]) = (7, 7);
        agree(&Game::from(Code::new(&digits, &[]).unwrap()), 20_000, &[(Kernel::detect(), 1)]);
    }
}

#[test]
fn ranks_above_255() {
    // Values pass 512 and 1024: two bytes a heap, one break and two.
    agree(&".744".parse().unwrap(), 30_000, &all_ways());
    agree(&".564".parse().unwrap(), 36_000, &[(Kernel::detect(), 2)]);
}

#[test]
fn rares_that_come_late() {
    // New rares are found by verification, which must roll speculation back: .127 has its last at 27106.
    agree(&".127".parse().unwrap(), 60_000, &all_ways());
    // Its mask has no lowest bit, so ranks and values are ordered differently across the classes.
    agree(&".207".parse().unwrap(), 33_000, &all_ways());
    agree(&".56".parse().unwrap(), 60_000, &all_ways());
    agree(&".376".parse().unwrap(), 60_000, &[(Kernel::detect(), 2)]);
}

#[test]
fn rares_that_keep_coming() {
    // One heap of 450 is rare, so blocks begin and end again and again.
    agree(&".143".parse().unwrap(), 60_000, &all_ways());
    agree(&".14".parse().unwrap(), 40_000, &[(Kernel::detect(), 2)]);
    // Rares are part of the period 1550, which the first 2^14 values prove.
    let game: Game = ".165".parse().unwrap();
    let exact = engine::values_with(Kind::Rare, game.rules(), 33_000).unwrap();
    for count in [16_384, 16_385, 16_384 + 1550, 16_384 + 4096, 16_384 + 4650, 33_000] {
        assert_eq!(block_values(&game, count, &Options::default()), exact[..count as usize], "{count}");
    }
}

#[test]
fn splits_with_a_ban() {
    agree(&"couples-are-forever".parse().unwrap(), 50_000, &[(Kernel::detect(), 2)]);
}

#[test]
fn any_count_around_blocks_and_powers_of_two() {
    let game: Game = ".45".parse().unwrap();
    let exact = engine::values_with(Kind::Rare, game.rules(), 33_000).unwrap();
    for count in [8191, 8192, 8193, 8223, 8224, 8225, 16_383, 16_384, 16_385, 20_000, 32_767, 32_768, 32_769] {
        assert_eq!(block_values(&game, count, &Options::default()), exact[..count as usize], "{count}");
    }
}

#[test]
fn speculation_is_right_after_the_last_rare() {
    let game: Game = ".106".parse().unwrap();
    let exact = engine::values_with(Kind::Rare, game.rules(), 100_000).unwrap();
    assert_eq!(guesses(&game, 0, 100_000, &Options::default()), exact);
    // Rares come until heap 13935; up to there it must not be trusted.
    let game: Game = ".16".parse().unwrap();
    let exact = engine::values_with(Kind::Rare, game.rules(), 60_000).unwrap();
    assert_eq!(guesses(&game, 30_001, 60_000, &Options::default()), exact);
    // Whoever asks for exact values has them whatever the rares: guesses go another way.
    assert_eq!(block_values(&game, 60_000, &Options::default()), exact);
    assert_ne!(guesses(&game, 10_000, 60_000, &Options::default()), exact, "a guess may be wrong");
}

/// Ranks of one byte and of two; sets of words are not shared.
#[test]
fn threads_speculate_in_turn() {
    for (text, from, count) in [(".644", 5_000, 30_000), ("officers", 43_000, 60_000), (".744", 24_000, 36_000)] {
        let game: Game = text.parse().unwrap();
        let exact = engine::values_with(Kind::Rare, game.rules(), count).unwrap();
        for threads in [1, 2, 3, 5] {
            let options = Options { threads, ..Options::default() };
            assert!(guesses(&game, from, count, &options) == exact, "{game}, {threads} thread(s)");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn random_codes(d0 in prop::sample::select(vec![0u32, 0, 4]), digits in prop::collection::vec(0u32..8, 1..=5)) {
        let digits: Vec<u32> = std::iter::once(d0).chain(digits).collect();
        agree(&Game::from(Code::new(&digits, &[]).unwrap()), 12_000, &[(Kernel::detect(), 2)]);
    }
}

/// A long run, from heap 0 on.
fn begin(rules: &Rules, sink: &mut dyn Sink) -> Long {
    engine::onward(rules, &Options::default(), Vec::new(), 1 << 40, sink).unwrap().expect("a sparse space")
}

/// A long run in uneven pieces, each begun anew from the frontier of the last one, on both sides of the parity of a
/// block.
#[test]
fn long_runs_go_on_from_their_frontier() {
    for text in [".106", ".16"] {
        let game: Game = text.parse().unwrap();
        let rules = game.rules();
        let mut values: Vec<u16> = Vec::new();
        let mut sink = |from: u64, block: &[u16]| {
            assert_eq!(from, values.len() as u64, "blocks come in order and without gaps");
            values.extend_from_slice(block);
            ControlFlow::Continue(())
        };
        let mut long = begin(rules, &mut sink);
        for piece in [1, 31, 32, 33, 1000, 70_001] {
            let until = long.next() + piece;
            long.advance(until, &mut sink).unwrap();
            assert_eq!(long.next(), until);
            let frontier = long.frontier();
            long = Long::resume(rules, &Options::default(), frontier.clone()).unwrap();
            assert_eq!(long.frontier(), frontier);
        }
        let frontier = long.frontier();
        let n = frontier.next as usize;
        assert_eq!(values.len(), n);
        assert_eq!(frontier.window, values[n - frontier.window.len()..]);
        assert_eq!(frontier.head, values[..frontier.head.len()]);
        assert_eq!(values, engine::values_with(Kind::Rare, rules, n as u64).unwrap(), "{text}");
    }
}

#[test]
fn a_stopped_long_run_has_done_what_the_sink_saw() {
    let rules = ".106".parse::<Game>().unwrap().rules().clone();
    let mut long = begin(&rules, &mut |_: u64, _: &[u16]| ControlFlow::Continue(()));
    let mut stop = Stop { seen: long.next() };
    assert_eq!(long.advance(10_000_000, &mut stop), Err(EngineError::Stopped));
    assert_eq!(long.next(), stop.seen);
    assert!((3_000_000..10_000_000).contains(&stop.seen));
}

/// Stops after three million heaps.
struct Stop {
    seen: u64,
}

impl Sink for Stop {
    fn block(&mut self, _: u64, _: &[u16]) -> ControlFlow<()> {
        unreachable!("long runs hand over packed values")
    }

    fn ranks(&mut self, ranks: Ranks) -> ControlFlow<()> {
        assert_eq!(ranks.from, self.seen);
        self.seen = ranks.end();
        if self.seen > 3_000_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
