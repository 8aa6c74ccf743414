//! Coin-turning games and their products against the definition, brute force and published values.

use grundy::coins::{Board, CoinError, CoinGame, Lengths, Row, Tartan, catalogue};
use grundy::nimber::Nim64;
use grundy::solver::{Solver, mex};
use grundy::watch::{Progress, Stopped, Unwatched};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

const FACTS: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/facts/coin_turning.csv"));
const EULER: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/facts/project_euler_samples.csv"));

/// The cells of one line; cells with commas are in quotes.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            _ => cells.last_mut().unwrap().push(c),
        }
    }
    cells
}

fn game(text: &str) -> CoinGame {
    text.parse().unwrap()
}

fn all_games() -> Vec<CoinGame> {
    let more =
        ["1-3C(5)", "2-3", "2+", "3+C", "2-4C", "2C", "runs(2,5)", "2E", "1-3E", "2+E", "2-5S", "3S", "1+FS", "2+S"];
    catalogue().map(|entry| entry.0).chain(more).map(game).collect()
}

#[test]
fn published_values() {
    let mut checked = 0;
    for line in FACTS.lines().skip(1) {
        let cells = cells(line);
        let (name, code, values) = (&cells[0], &cells[1], &cells[3]);
        let Ok(values) = values.split(' ').map(str::parse::<u64>).collect::<Result<Vec<_>, _>>() else { continue };
        if values.len() < 5 {
            continue;
        }
        let by_code = game(code);
        assert_eq!(by_code.values(values.len()).unwrap(), values, "{name}");
        assert_eq!(name.replace("Triplet Fives", "triplet-fives").parse(), Ok(by_code), "{name}");
        checked += 1;
    }
    assert_eq!(checked, 11, "every list of the file");
    assert_eq!(game("turning-turtles").values(50).unwrap(), (1..=50).collect::<Vec<_>>());
    assert_eq!("htththtth".parse::<Row>().unwrap().value(&game("1-3")).unwrap(), 29);
}

#[test]
fn grunt_is_grundys_game_one_place_on() {
    let rules = "grundy".parse::<grundy::Game>().unwrap().rules().clone();
    let grundy = grundy::engine::values(&rules, 60).unwrap();
    let grunt = game("grunt").values(60).unwrap();
    assert!(grunt.iter().zip(&grundy).all(|(&a, &b)| a == u64::from(b)));
}

#[test]
fn fast_values_and_tallies_are_the_definition() {
    for game in all_games() {
        let n = 13;
        let values = game.values(n).unwrap();
        assert_eq!(values, game.values_by_definition(n, &mut Unwatched).unwrap(), "{game}");
        let tally = game.tally(&values, &mut Unwatched).unwrap();
        assert_eq!(tally, game.tally_by_definition(&values, &mut Unwatched).unwrap(), "{game}");
        assert_eq!(tally.get(0), 0, "{game}: a move that changes nothing");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn runs_of_all_kinds(first in 1usize..6, step in 1usize..6, spread in prop::option::of(0usize..40),
                         list in prop::collection::btree_set(1usize..50, 1..8)) {
        let n = 150;
        let last = spread.map(|s| first + s);
        for lengths in [Lengths::Progression { first, step, last }, Lengths::List(list.into_iter().collect())] {
            let game = CoinGame::Runs(lengths);
            let values = game.values(n).unwrap();
            prop_assert_eq!(&values, &game.values_by_definition(n, &mut Unwatched).unwrap());
            let tally = game.tally(&values, &mut Unwatched).unwrap();
            prop_assert_eq!(tally, game.tally_by_definition(&values, &mut Unwatched).unwrap());
        }
    }

    /// Against play itself: the whole game graph of a row.
    #[test]
    fn rows_by_playing(bits in 0u32..1 << 7, which in 0usize..32) {
        let games = all_games();
        let game = &games[which % games.len()];
        let row = Row::new((0..7).map(|i| bits >> i & 1 == 1));
        let options = |row: &Row| {
            let mut options = vec![];
            for right in row.heads() {
                let _ = game.for_each_move(right, &mut |others| {
                    options.push(row.turn(others).turn(&[right]));
                    ControlFlow::Continue(())
                });
            }
            options
        };
        let mut play = Solver::new(options);
        prop_assert_eq!(play.value(&row), Ok(row.value(game).unwrap()));
        let winning = row.winning_moves(game).unwrap();
        let ends: Vec<Row> = winning.iter().map(|coins| row.turn(coins)).collect();
        let expected: Vec<Row> = play.winning_moves(&[row]).unwrap().into_iter().map(|m| m.1[0].clone()).collect();
        prop_assert_eq!(ends, expected);
    }
}

/// All moves of a product with top right corner (x, y).
fn crossings(game: &Tartan, x: usize, y: usize) -> Vec<(Vec<usize>, Vec<usize>)> {
    let list = |game: &CoinGame, right: usize| {
        let mut moves = vec![];
        let _ = game.for_each_move(right, &mut |others| {
            moves.push([others, &[right]].concat());
            ControlFlow::Continue(())
        });
        moves
    };
    let rows = list(&game.up, y);
    list(&game.across, x).into_iter().flat_map(|c| rows.iter().map(move |r| (c.clone(), r.clone()))).collect()
}

/// Values of single heads by the mex rule on the board itself, without any product of nimbers.
fn board_values(game: &Tartan, width: usize, height: usize) -> Vec<Vec<u64>> {
    let mut values = vec![vec![0u64; width]; height];
    for y in 1..=height {
        for x in 1..=width {
            let options: Vec<u64> = crossings(game, x, y)
                .iter()
                .map(|(columns, rows)| {
                    // the corner itself is still 0 in the table
                    rows.iter()
                        .flat_map(|r| columns.iter().map(move |c| (c, r)))
                        .fold(0, |s, (c, r)| s ^ values[r - 1][c - 1])
                })
                .collect();
            values[y - 1][x - 1] = mex(options);
        }
    }
    values
}

#[test]
fn the_tartan_theorem_for_all_pairs() {
    for across in all_games() {
        for up in all_games() {
            let game = Tartan { across: across.clone(), up };
            let (width, height) = (5, 4);
            let expected = board_values(&game, width, height);
            let (a, b) = game.values(width, height, &mut Unwatched).unwrap();
            for (y, row) in expected.iter().enumerate() {
                for (x, &value) in row.iter().enumerate() {
                    assert_eq!((Nim64::new(a[x]) * Nim64::new(b[y])).get(), value, "{game} at {x}, {y}");
                }
            }
            // First moves on the full board, one by one.
            let total = expected.iter().flatten().fold(0, |s, v| s ^ v);
            let (mut moves, mut wins) = (0, 0);
            for (x, y) in Board::all_heads(width, height).heads() {
                for (columns, rows) in crossings(&game, x, y) {
                    let worth = rows.iter().flat_map(|r| columns.iter().map(move |c| (c, r)));
                    moves += 1;
                    wins += u128::from(worth.fold(total, |s, (c, r)| s ^ expected[r - 1][c - 1]) == 0);
                }
            }
            let count = game.count_wins(width, height, &mut Unwatched).unwrap();
            assert_eq!((count.value, count.moves, count.wins), (total, moves, wins), "{game}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]
    #[test]
    fn winning_moves_on_boards(bits in 0u32..1 << 20, which in 0usize..32 * 32) {
        let games = all_games();
        let (i, j) = (which % games.len(), which / games.len() % games.len());
        let game = Tartan { across: games[i].clone(), up: games[j].clone() };
        let board = Board::new((0..4).map(|y| (0..5).map(|x| bits >> (5 * y + x) & 1 == 1).collect()).collect());
        let values = board_values(&game, 5, 4);
        let worth = |board: &Board| board.heads().fold(0, |s, (x, y)| s ^ values[y - 1][x - 1]);
        prop_assert_eq!(game.value(&board, &mut Unwatched).unwrap(), worth(&board));
        let mut expected = BTreeSet::new();
        for (x, y) in board.heads() {
            for (columns, rows) in crossings(&game, x, y) {
                if worth(&board.turn(&columns, &rows)) == 0 {
                    expected.insert((columns, rows));
                }
            }
        }
        let wins = game.winning_moves(&board, usize::MAX, &mut Unwatched).unwrap();
        prop_assert_eq!(wins.count, expected.len() as u128);
        prop_assert_eq!(wins.listed.into_iter().map(|m| (m.columns, m.rows)).collect::<BTreeSet<_>>(), expected);
        prop_assert_eq!(game.winning_moves(&board, 2, &mut Unwatched).unwrap().listed.len() as u128, wins.count.min(2));
    }

    #[test]
    fn pictures_are_read_as_they_are_written(bits in 0u32..1 << 20) {
        let board = Board::new((0..4).map(|y| (0..5).map(|x| bits >> (5 * y + x) & 1 == 1).collect()).collect());
        prop_assert_eq!(board.to_string().parse::<Board>().unwrap(), board.clone());
        let bitmap = format!("P1\n# a comment\n5 4\n{}", board.to_string().replace('#', "1").replace('.', "0"));
        prop_assert_eq!(bitmap.parse::<Board>().unwrap(), board);
    }
}

#[test]
fn project_euler_459() {
    let game: Tartan = "ruler-squares x ruler-triangular".parse().unwrap();
    let mut checked = 0;
    for line in EULER.lines().filter(|line| line.starts_with("459")) {
        let cells = cells(line);
        let n = match cells[2].as_str() {
            "W(1)" => 1,
            "W(2)" => 2,
            "W(5)" => 5,
            "W(10^2)" => 100,
            other => panic!("{other}"),
        };
        let wins = game.count_wins(n, n, &mut Unwatched).unwrap().wins;
        assert_eq!(wins, cells[3].parse().unwrap(), "{}", cells[2]);
        checked += 1;
    }
    assert_eq!(checked, 4);
}

#[test]
fn product_of_turnips_and_grunt() {
    let line = FACTS.lines().find(|line| line.starts_with("Direct product Turnips x Grunt")).unwrap();
    let row = line.split("= ").nth(1).unwrap().split(',').next().unwrap();
    let expected: Vec<u64> = row.split(' ').map(|v| v.parse().unwrap()).collect();
    let game: Tartan = "turnips x grunt".parse().unwrap();
    let (turnips, grunt) = game.values(7, 20, &mut Unwatched).unwrap();
    let products: Vec<u64> = grunt.iter().map(|&g| (Nim64::new(turnips[6]) * Nim64::new(g)).get()).collect();
    assert_eq!(products, expected);
}

#[test]
fn limits_and_mistakes() {
    assert!(matches!(game("motley").values(40), Err(CoinError::ValuesTooLarge { position: 29, .. })));
    assert!(matches!(game("ruler").values_watched(1 << 14, &mut |_: Progress| Err(Stopped)), Err(CoinError::Stopped)));
    for text in ["ruler", "ruler x", "x ruler", "ruler y ruler", "ruler x nonsense"] {
        assert!(text.parse::<Tartan>().is_err(), "{text}");
    }
    for text in ["", "HTQ", "  "] {
        assert!(text.parse::<Row>().is_err(), "{text}");
    }
    assert!(matches!(game("ruler").values(1 << 28), Err(CoinError::TooLong { .. })));
    assert_eq!(
        "##.\n#.\n".parse::<Board>(),
        Err(CoinError::Ragged { row: 2, found: 2, width: 3 }),
        "a picture is not filled up silently"
    );
    assert_eq!("BW\nWB".parse::<Board>(), "#.\n.#".parse::<Board>());
    for text in ["", "\n\n", "#.\n?#", "P1\n2 2\n101", "P1 2", "P1 2 2 1012"] {
        assert!(text.parse::<Board>().is_err(), "{text}");
    }
    assert_eq!(game("ruler").values(0).unwrap(), Vec::<u64>::new());
}
