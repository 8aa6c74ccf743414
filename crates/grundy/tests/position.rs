//! Values and winning moves by a proved period, against the definition.

use grundy::answer::ForEver;
use grundy::engine::{self, Kind};
use grundy::sequence::{How, Sequence, stream};
use grundy::watch::{Progress, Stopped, Unwatched};
use grundy::{Error, Game, Position, Problem, Sum};
use proptest::prelude::*;
use std::ops::ControlFlow;

fn game(text: &str) -> Game {
    text.parse().unwrap()
}

/// Games with periods of every kind that a theorem proves: two heaps, one heap, a saltus, three heaps, none at all.
const GAMES: [&str; 12] = [
    "kayles",
    ".07",
    ".137",
    ".45",
    "S(1,2,5)",
    "nim",
    "allbut(1,3)",
    ".1(03)...",
    ".A",
    ".8",
    "grundy",
    "couples-are-forever",
];

/// `(removed, left)` for every option of a heap that leaves the value `goal`, by the definition.
fn by_definition(game: &Game, n: u64, goal: u64) -> Vec<(u64, Vec<u64>)> {
    let g = engine::values_with(Kind::Naive, game.rules(), n + 1).unwrap();
    let mut found = Vec::new();
    let _ = game.rules().each_option(n, |removed, left| {
        if left.iter().fold(0, |sum, &heap| sum ^ u64::from(g[heap as usize])) == goal {
            found.push((removed, left.to_vec()));
        }
        ControlFlow::<()>::Continue(())
    });
    found
}

#[test]
fn winning_moves_by_the_period_are_those_of_the_definition() {
    for text in GAMES {
        let game = game(text);
        let heaps: &[u64] = if text == ".8" { &[0, 1, 2, 30, 41] } else { &[0, 1, 2, 3, 30, 176, 203, 350] };
        for &n in heaps {
            // A heap of one beside it gives a goal that is rarely 0.
            let answer = game.position(&[n, 1]).analyze(usize::MAX, &mut Unwatched).unwrap();
            let goal = answer.heaps[0].value ^ answer.value;
            let expected = if answer.value == 0 { Vec::new() } else { by_definition(&game, n, goal) };
            let moves = answer.winning_moves.iter().filter(|m| m.index == 0);
            let found: Vec<(u64, Vec<u64>)> = moves.map(|m| (m.removed, m.left.clone())).collect();
            assert_eq!(found, expected, "{text}: {n}");
            let few = game.position(&[n, 1]).analyze(3, &mut Unwatched).unwrap();
            assert_eq!(few.winning_moves_count, Some(answer.winning_moves.len() as u64), "{text}: {n}");
            assert_eq!(few.winning_moves, answer.winning_moves[..answer.winning_moves.len().min(3)]);
        }
    }
}

/// Heaps that nobody could compute one by one.
#[test]
fn far_heaps() {
    let far = 10u64.pow(18);
    let answer = game("kayles").position(&[far, far + 12, 3]).analyze(5, &mut Unwatched).unwrap();
    assert_eq!(answer.value, 3);
    let answer = game("kayles").position(&[far]).analyze(5, &mut Unwatched).unwrap();
    assert_eq!(answer.winning_moves.len(), 5);
    assert!(answer.winning_moves_count.unwrap() > 10u64.pow(16));
    for m in &answer.winning_moves {
        assert_eq!(m.heap, m.removed + m.left.iter().sum::<u64>());
    }
    let answer = game("nim").position(&[70_000, 5]).analyze(20, &mut Unwatched).unwrap();
    assert_eq!((answer.value, answer.winning_moves[0].left.as_slice()), (70_005, &[5][..]));
    assert_eq!(answer.winning_moves_count, Some(1));
    let answer = game("nim").position(&[u64::MAX - 1]).analyze(20, &mut Unwatched).unwrap();
    assert_eq!((answer.value, answer.winning_moves[0].left.len()), (u64::MAX - 1, 0));
    let ring: Position = format!(".07: ring {far} ring {}", far + 34).parse().unwrap();
    assert_eq!(ring.analyze(20, &mut Unwatched).unwrap().value, 0);
    assert!(matches!(game("kayles").position(&[u64::MAX]).analyze(1, &mut Unwatched), Err(Error::OutOfReach(_))));
}

/// Blocks in order, without gaps, whatever part of them is asked for; and a stop that stops.
#[test]
fn streams_show_what_was_asked_for() {
    for text in GAMES {
        let game = game(text);
        let all = engine::values(game.rules(), 700).unwrap();
        for heaps in [0..0, 0..1, 0..700, 63..65, 400..700, 699..700] {
            let mut next = heaps.start;
            stream(&game, heaps.clone(), &How::default(), &mut Unwatched, &mut |from, block| {
                assert_eq!(from, next, "{text} {heaps:?}");
                for &value in block {
                    assert_eq!(value, u64::from(all[next as usize]), "{text}: {next}");
                    next += 1;
                }
                ControlFlow::Continue(())
            })
            .unwrap();
            assert_eq!(next, heaps.end, "{text}");
        }
        let mut stop = |_: Progress| Err(Stopped);
        assert!(game.values(0..5000, &mut stop).unwrap_err().is_stop(), "{text}");
    }
}

proptest! {
    /// A sequence says what the engine says, on both sides of where its proof was found.
    #[test]
    fn sequences_are_exact(digits in prop::collection::vec(0u32..8, 1..4), count in 1u64..3000) {
        let digits: Vec<u32> = std::iter::once(0).chain(digits).collect();
        let game = Game::from(grundy::game::Code::new(&digits, &[]).unwrap());
        let sequence = Sequence::of(&game, count, &How::default(), &mut Unwatched).unwrap();
        let values = engine::values(game.rules(), 4000).unwrap();
        let known = if sequence.period().is_some() { 4000 } else { count };
        for n in 0..known {
            prop_assert_eq!(sequence.at(n), Some(u64::from(values[n as usize])), "{} {}", game, n);
        }
        prop_assert_eq!(sequence.into_values(count).unwrap(), &values[..count as usize]);
    }
}

/// The value of a sum is the xor of its parts, its winning moves are those of brute force over all parts.
#[test]
fn sums_of_different_games() {
    let sum: Sum = "kayles: 5 ring 3 + .07: 7 + 6 + nim: 3 + wythoff: 3 4".parse().unwrap();
    let answer = sum.analyze(usize::MAX, &mut Unwatched).unwrap();
    let games: Vec<&str> = answer.heaps.iter().map(|heap| heap.game.as_str()).collect();
    assert_eq!(games, [".77", ".77", ".07", ".07", ".3...", "wythoff"]);
    assert_eq!(answer.value, answer.heaps.iter().fold(0, |sum, heap| sum ^ heap.value));
    assert_eq!(answer.canonical, ".77 + .07 + .3... + wythoff");
    let total = |text: &str| text.parse::<Sum>().unwrap().analyze(0, &mut Unwatched).unwrap().value;
    assert_eq!(total("kayles: 5 + .07: 7 + nim: 3 + wythoff: 1 2"), total("kayles: 5") ^ total(".07: 7") ^ 3);
    // Every option of the heaps, by the definition.
    let heaps: Sum = "kayles: 5 ring 3 + .07: 7 + nim: 3".parse().unwrap();
    let answer = heaps.analyze(usize::MAX, &mut Unwatched).unwrap();
    let options = heaps.options(usize::MAX, &mut Unwatched).unwrap();
    let wins: Vec<_> = options.iter().filter(|option| option.total == 0).map(|option| option.by.clone()).collect();
    assert_eq!(wins, answer.winning_moves);
    // Wythoff's piles: moves to the value of the others, by the matrix.
    let sum: Sum = "nim: 2 + wythoff: 5 6".parse().unwrap();
    let answer = sum.analyze(usize::MAX, &mut Unwatched).unwrap();
    for m in answer.winning_moves.iter().filter(|m| m.index == 1) {
        assert_eq!(total(&format!("wythoff: {} {}", m.left[0], m.left[1])), 2);
    }
    assert!(answer.winning_moves.iter().any(|m| m.index == 1));
    for (text, problem) in [
        ("wythoff: 3", Problem::OddPiles),
        ("5 + kayles: 3", Problem::NoColon),
        ("kayles: 3 +", Problem::NoHeaps),
        ("kayles: 3 + nim: ring 3", Problem::NoRing),
    ] {
        assert_eq!(text.parse::<Sum>().unwrap_err().problem, problem, "{text}");
    }
}

/// Rings repeat like rows, a little later; what is said for ever holds as far as one looks.
#[test]
fn outcomes_for_ever() {
    for (text, rings) in
        [("kayles", true), (".07", true), (".137", true), ("S(1,2,5)", true), (".45", false), ("nim", false)]
    {
        let game = game(text);
        let few = game.outcomes(0..100, rings, &mut Unwatched).unwrap();
        let many = game.outcomes(0..3000, rings, &mut Unwatched).unwrap();
        assert_eq!(few.for_ever, many.for_ever, "{text}");
        let ForEver { preperiod, period, before, residues } = many.for_ever.unwrap();
        let says = |n: &u64| before.contains(n) || *n >= preperiod && residues.contains(&(n % period));
        assert_eq!(many.p_positions, (0..3000).filter(says).collect::<Vec<_>>(), "{text}");
    }
}
