//! The dense engine against the definition: random games, the games it is for, boundaries of its blocks and widths.

use grundy::engine::{self, EngineError, Kernel, Kind, Options};
use grundy::game::Code;
use grundy::{Game, Rules};
use proptest::prelude::*;
use std::ops::ControlFlow;

fn rules(game: &str) -> Rules {
    game.parse::<Game>().unwrap().rules().clone()
}

fn values_on(kernel: Kernel, rules: &Rules, count: u64) -> Vec<u16> {
    values_with(&Options { kernel, threads: 1 }, rules, count)
}

fn values_with(options: &Options, rules: &Rules, count: u64) -> Vec<u16> {
    let mut values = Vec::new();
    let mut sink = |from: u64, block: &[u16]| {
        assert_eq!(from, values.len() as u64);
        values.extend_from_slice(block);
        ControlFlow::Continue(())
    };
    engine::run_with(Kind::Dense, options, rules, count, &mut sink).unwrap();
    values
}

/// The definition for moves that leave at most two heaps, on a stamp array: the naive engine would take minutes here.
fn stamp_loop(rules: &Rules, count: usize) -> Vec<u16> {
    let mut g: Vec<u16> = Vec::new();
    let mut stamps = vec![usize::MAX; 1 << 16];
    for n in 0..count {
        for &(removed, digit) in rules.moves() {
            let Some(rest) = n.checked_sub(removed as usize) else { break };
            if rest == 0 && digit & 1 != 0 {
                stamps[0] = n;
            }
            if rest > 0 && digit & 2 != 0 {
                stamps[g[rest] as usize] = n;
            }
            for a in (1..=rest / 2).filter(|_| digit & 4 != 0) {
                if rules.ban().allows(a as u64, (rest - a) as u64) {
                    stamps[(g[a] ^ g[rest - a]) as usize] = n;
                }
            }
        }
        g.push(stamps.iter().position(|&stamp| stamp != n).unwrap() as u16);
    }
    g
}

fn same(name: &str, values: &[u16], expected: &[u16]) {
    assert_eq!(values.len(), expected.len(), "{name}");
    let wrong = (0..expected.len()).find(|&n| values[n] != expected[n]);
    assert_eq!(wrong, None, "{name}: the first wrong heap");
}

#[test]
fn the_stamp_loop_is_the_definition() {
    for game in [".04", ".64", "grundy", "couples-are-forever", "4.045"] {
        let rules = rules(game);
        assert_eq!(stamp_loop(&rules, 600), engine::values_with(Kind::Naive, &rules, 600).unwrap(), "{game}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Long enough for several chunks of the probe.
    #[test]
    fn random_octal_games(d0 in prop::sample::select(vec![0u32, 4]), digits in prop::collection::vec(0u32..8, 1..5)) {
        let digits: Vec<u32> = std::iter::once(d0).chain(digits).collect();
        let rules = Game::from(Code::new(&digits, &[]).unwrap()).rules().clone();
        prop_assume!(Kind::Dense.takes(&rules));
        let expected = stamp_loop(&rules, 17_000);
        let threads = Options { kernel: Kernel::detect(), threads: 2 };
        same("two threads", &values_with(&threads, &rules, 17_000), &expected);
        same("one thread", &values_on(Kernel::detect(), &rules, 17_000), &expected);
        let expected = &expected[..7000];
        same("avx2", &values_on(Kernel::Avx2, &rules, 7000), expected);
        same("scalar", &values_on(Kernel::Scalar, &rules, 5000), &expected[..5000]);
        same("rare", &engine::values_with(Kind::Rare, &rules, 7000).unwrap(), expected);
    }
}

/// Values pass 256 (a second byte) in `.06` and `.04`; the block engine may hand over from 4096 on.
#[test]
fn dense_games() {
    for game in [".04", ".06", ".14", ".36", ".64", ".74", ".004", ".005", ".163"] {
        let rules = rules(game);
        let expected = stamp_loop(&rules, 20_000);
        same(game, &values_on(Kernel::detect(), &rules, 20_000), &expected);
        same(game, &engine::values(&rules, 20_000).unwrap(), &expected);
    }
}

#[test]
fn values_beyond_512() {
    let rules = rules(".06");
    let expected = stamp_loop(&rules, 40_000);
    let first = |least: u16| expected.iter().position(|&v| v >= least).unwrap();
    assert!((2100..first(512)).contains(&first(256)), "both widths are met while probing");
    same(".06", &values_on(Kernel::detect(), &rules, 40_000), &expected);
}

/// A game whose values pass 4096 before the first probed heap, so that the probe reads four nibbles.
#[test]
fn large_values() {
    let digits: Vec<u32> = std::iter::once(0).chain(vec![3; 5000]).chain([7]).collect();
    let rules = Game::from(Code::new(&digits, &[]).unwrap()).rules().clone();
    let expected = stamp_loop(&rules, 21_500);
    assert!(expected[..9000].iter().any(|&v| v > 4096), "before the first probed heap, 9099");
    same("avx2", &values_on(Kernel::Avx2, &rules, 21_500), &expected);
    same("scalar", &values_on(Kernel::Scalar, &rules, 9300), &expected[..9300]);
}

#[test]
fn banned_splits() {
    for game in ["grundy", "couples-are-forever"] {
        let rules = rules(game);
        let expected = stamp_loop(&rules, 17_000);
        same(game, &values_on(Kernel::Avx2, &rules, 17_000), &expected);
        same(game, &values_on(Kernel::Scalar, &rules, 17_000), &expected);
    }
}

/// Around the first heap that is probed (2 chunks of 2048 and the break) and around whole numbers of chunks.
#[test]
fn counts_at_chunk_boundaries() {
    let rules = rules(".06");
    let expected = stamp_loop(&rules, 16_460);
    for count in
        [0, 1, 2, 4097, 4098, 4099, 4100, 4101, 8192, 8195, 12_290, 16_383, 16_384, 16_385, 16_386, 16_387, 16_460]
    {
        same(".06", &values_on(Kernel::detect(), &rules, count), &expected[..count as usize]);
    }
}

/// Heaps come in rounds from 16,384 beyond the last break on, 32 heaps of a round for each thread. In a code like `4.4`
/// a heap has options with every heap before it, in `.3…34` some of them reach far back.
#[test]
fn several_threads() {
    let far = format!(".{}4", "3".repeat(40));
    for game in [".04", ".06", ".163", ".606", "4.4", "4.045", "grundy", "couples-are-forever", &far] {
        let rules = rules(game);
        let expected = stamp_loop(&rules, 22_000);
        for (threads, count) in [(1, 18_000), (2, 20_000), (3, 17_000), (64, 22_000), (1000, 19_500)] {
            let values = values_with(&Options { kernel: Kernel::detect(), threads }, &rules, count);
            same(&format!("{game}, {threads} threads"), &values, &expected[..count as usize]);
        }
    }
}

/// Runs end anywhere in a round, and a sink may end them anywhere, too.
#[test]
fn rounds_end_anywhere() {
    let rules = rules(".06");
    let first = 16_384 + 2;
    let expected = stamp_loop(&rules, first + 130);
    let first = first as u64;
    for threads in [1, 2] {
        let options = Options { kernel: Kernel::detect(), threads };
        for more in [0, 1, 2, 3, 4, 5, 31, 32, 33, 35, 63, 64, 65, 67, 96, 128, 130] {
            let count = first + more;
            same(".06", &values_with(&options, &rules, count), &expected[..count as usize]);
        }
    }
    let options = Options { kernel: Kernel::detect(), threads: 2 };
    for last in [first - 200, first, first + 8, first + 63] {
        let mut seen = 0;
        let mut sink = |from: u64, block: &[u16]| {
            seen = from + block.len() as u64;
            if seen > last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let ended = engine::run_with(Kind::Dense, &options, &rules, first + 130, &mut sink);
        assert_eq!(ended, Err(EngineError::Stopped));
        assert!((last..last + 65).contains(&seen), "{last}: {seen}");
    }
}

/// The options looked at are the same however the threads take turns.
#[test]
fn the_work_of_several_threads_is_fixed() {
    struct Work(u64);
    impl engine::Sink for Work {
        fn block(&mut self, _: u64, _: &[u16]) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
        fn work(&mut self, options: u64) {
            self.0 += options;
        }
    }
    let rules = rules(".06");
    let work = || {
        let mut work = Work(0);
        let options = Options { kernel: Kernel::detect(), threads: 3 };
        engine::run_with(Kind::Dense, &options, &rules, 18_000, &mut work).unwrap();
        work.0
    };
    let first = work();
    assert!(first > 18_000);
    assert_eq!(work(), first);
    assert_eq!(work(), first);
}

#[test]
fn other_games_are_refused() {
    for game in [".8", "nim", "allbut(1,2)"] {
        let game: Game = game.parse().unwrap();
        let refused = engine::values_with(Kind::Dense, game.rules(), 10);
        assert!(matches!(refused, Err(EngineError::NotForThisGame { engine: Kind::Dense, .. })), "{game}");
    }
}
