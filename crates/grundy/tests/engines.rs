//! Every engine against the definition, on random games of every family.

use grundy::Game;
use grundy::engine::{self, Kind};
use grundy::game::{Code, Form};
use proptest::prelude::*;

/// Every engine that takes the game gives the naive values.
fn agree(game: &Game, count: u64) {
    let rules = game.rules();
    let naive = engine::values_with(Kind::Naive, rules, count).unwrap();
    for kind in Kind::ALL.into_iter().filter(|kind| kind.takes(rules)) {
        let values = engine::values_with(kind, rules, count).unwrap();
        if let Some(n) = (0..count as usize).find(|&n| naive.get(n) != values.get(n)) {
            panic!("{game}: {kind} gives {:?} for heap {n}, the definition {:?}", values.get(n), naive.get(n));
        }
    }
}

fn digit(most: u32) -> impl Strategy<Value = u32> {
    prop_oneof![1 => Just(0u32), 3 => 0..=most]
}

/// Codes with one to five digits; `block` digits repeat.
fn code(most: u32, block: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = Game> {
    let d0 = digit(most).prop_map(|d| d & !3);
    (d0, prop::collection::vec(digit(most), 1..=5), prop::collection::vec(digit(most), block)).prop_map(
        |(d0, mut digits, block)| {
            digits.insert(0, d0);
            Game::from(Code::new(&digits, &block).unwrap())
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn octal_codes(game in code(7, 0..=0)) {
        agree(&game, 1100);
    }

    #[test]
    fn hexadecimal_codes(game in code(15, 0..=0)) {
        agree(&game, 90);
    }

    #[test]
    fn codes_with_four_and_five_heaps(game in code(63, 0..=0)) {
        agree(&game, 36);
    }

    #[test]
    fn repeating_codes(game in prop_oneof![code(3, 1..=4), code(7, 1..=3), code(15, 1..=2)]) {
        agree(&game, 60);
    }

    #[test]
    fn sets(set in prop::collection::btree_set(1u64..60, 1..8), all_but: bool) {
        let set: Vec<u64> = set.into_iter().collect();
        agree(&if all_but { Game::from(Form::AllBut(set)) } else { Game::from(Form::Subtraction(set)) }, 400);
    }
}

#[test]
fn named_games() {
    for named in grundy::game::NAMED {
        agree(&named.game.parse().unwrap(), 500);
    }
}

#[test]
fn no_moves_and_hardly_any() {
    for text in [
        ".0",
        "4",
        "8",
        "[32]",
        ".1",
        ".2",
        ".4",
        ".01",
        ".8",
        ".0001",
        "4.8",
        "S(1)",
        "S(1000)",
        "allbut(1)",
        ".0(01)...",
        "S(squares)",
        "S(cubes)",
        "S(triangular)",
        "S(primes)",
        "S(fibonacci)",
        "S(factorials)",
        "S(powers of 2)",
        "S(powers of 7)",
    ] {
        agree(&text.parse().unwrap(), 130);
    }
}

/// Below a heap, a game with an endless set is the one with the members below it: far out, too.
#[test]
fn endless_sets_are_finite_ones_as_far_as_one_looks() {
    for (text, count) in [("S(squares)", 20_000u64), ("S(primes)", 3000), ("S(powers of 3)", 20_000)] {
        let game: Game = text.parse().unwrap();
        let Form::Series(series) = game.form() else { panic!("{text}") };
        let members = series.members().take_while(|&member| member < count).collect();
        let finite = Game::from(Form::Subtraction(members));
        let values = engine::values(game.rules(), count).unwrap();
        assert!(values == engine::values(finite.rules(), count).unwrap(), "{text}");
        assert_eq!(values[..30], engine::values_with(Kind::Naive, game.rules(), 30).unwrap());
    }
    // Winning positions of subtract-a-square, OEIS A030193 from 1 on those of value 0.
    let squares = engine::values("S(squares)".parse::<Game>().unwrap().rules(), 63).unwrap();
    let zeros: Vec<usize> = (0..squares.len()).filter(|&n| squares[n] == 0).collect();
    assert_eq!(zeros, [0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, 52, 57, 62]);
}

#[test]
fn counts_of_nothing_and_one() {
    for kind in Kind::ALL {
        let rules = ".3".parse::<Game>().unwrap().rules().clone();
        assert!(engine::values_with(kind, &rules, 0).unwrap().is_empty());
        assert_eq!(engine::values_with(kind, &rules, 1).unwrap(), [0]);
    }
}

#[test]
fn values_beyond_two_bytes_are_refused() {
    let rules = "nim".parse::<Game>().unwrap().rules().clone();
    assert_eq!(engine::values(&rules, 65_536).unwrap()[65_535], 65_535);
    assert_eq!(engine::values(&rules, 65_537), Err(engine::EngineError::ValueTooLarge { heap: 65_536 }));
}
