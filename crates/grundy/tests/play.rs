//! Playing, against the definition: who wins is found by trying everything.

use grundy::play::{Part, Play, Position};
use grundy::position::Outcome;
use grundy::watch::Unwatched;
use proptest::prelude::*;
use std::collections::HashMap;
use std::ops::ControlFlow;

fn position(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Every position that a move leads to.
fn options(position: &Position) -> Vec<Position> {
    let mut options = Vec::new();
    for (index, part) in position.parts.iter().enumerate() {
        let _ = part.each_step(|step| {
            options.push(position.after(index, &step));
            ControlFlow::<()>::Continue(())
        });
    }
    options
}

/// Whether the player to move loses, by trying everything.
fn is_lost(position: &Position, play: Play, known: &mut HashMap<String, bool>) -> bool {
    let text = position.to_string();
    if let Some(&lost) = known.get(&text) {
        return lost;
    }
    let options = options(position);
    let lost = if options.is_empty() {
        play == Play::Normal
    } else {
        !options.iter().any(|option| is_lost(option, play, known))
    };
    known.insert(text, lost);
    lost
}

fn any_part() -> impl Strategy<Value = String> {
    let games = ["kayles", ".07", "nim", "S(1,2)", "grundy", ".3F", ".137", "couples-are-forever"];
    let heap = (prop::sample::select(games.to_vec()), 0..7u64).prop_map(|(game, size)| format!("{game}: {size}"));
    let rings = (prop::sample::select(vec!["kayles", ".07", ".137"]), 1..8u64);
    let ring = rings.prop_map(|(game, size)| format!("{game}: ring {size}"));
    let wythoff = (0..4u64, 0..4u64).prop_map(|(a, b)| format!("wythoff: {a} {b}"));
    let names = ["turning-turtles", "mock-turtles", "ruler", "twins", "1+", "2+C", "silver-dollar", "1+S"];
    let row =
        (prop::sample::select(names.to_vec()), "[HT]{1,4}").prop_map(|(game, row)| format!("coins {game}: {row}"));
    let board = "[#.]{2}/[#.]{2}".prop_map(|board| format!("tartan ruler x turning-turtles: {board}"));
    prop_oneof![4 => heap, 2 => ring, 2 => wythoff, 2 => row, 1 => board]
}

fn any_position() -> impl Strategy<Value = Position> {
    prop::collection::vec(any_part(), 1..=2).prop_map(|parts| position(&parts.join(" + ")))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn who_wins_is_what_trying_everything_says(position in any_position(), misere in any::<bool>()) {
        let play = if misere { Play::Misere } else { Play::Normal };
        let known = &mut HashMap::new();
        let lost = is_lost(&position, play, known);
        let view = position.view(play, 10_000, &mut Unwatched).unwrap();
        let outcome = if lost { Outcome::P } else { Outcome::N };
        prop_assert_eq!(view.outcome, Some(outcome), "{}", view.why);
        prop_assert!(view.complete);
        prop_assert_eq!(view.moves.len(), options(&position).len());
        for choice in &view.moves {
            let after: Position = choice.after.parse().unwrap();
            prop_assert_eq!(choice.wins, Some(is_lost(&after, play, known)), "{}", choice.text);
        }
        prop_assert_eq!(view.over, view.moves.is_empty());
    }

    #[test]
    fn text_and_moves_are_read_back(position in any_position()) {
        let text = position.to_string();
        prop_assert_eq!(text.parse::<Position>().unwrap().to_string(), text);
        for (index, part) in position.parts.iter().enumerate() {
            let mut steps = Vec::new();
            let _ = part.each_step(|step| {
                steps.push(step);
                ControlFlow::<()>::Continue(())
            });
            for step in steps {
                prop_assert!(part.allows(&step), "{step:?} in {part:?}");
                let said = position.say(index, &step);
                let (read_index, read) = position.read(&said).unwrap();
                prop_assert_eq!(&position.parts[read_index], part);
                prop_assert_eq!(read, step, "{}", said);
            }
        }
    }

    #[test]
    fn a_perfect_player_wins_what_is_won(position in any_position(), misere in any::<bool>(), seed in any::<u64>()) {
        let play = if misere { Play::Misere } else { Play::Normal };
        let mut position = position;
        let mut winner_moves = !is_lost(&position, play, &mut HashMap::new());
        let winner = winner_moves;
        let mut turn = true;
        for ply in 0.. {
            if position.is_over() {
                break;
            }
            // The winning side plays perfectly, the other at random.
            let skill = if winner_moves { 100 } else { 0 };
            let reply = position.reply(play, skill, seed.wrapping_add(ply), &mut Unwatched).unwrap();
            prop_assert_eq!(reply.choice.wins == Some(true), winner_moves);
            position = position.after(reply.choice.part, &reply.choice.step);
            (winner_moves, turn) = (!winner_moves, !turn);
        }
        // `turn` is the side that cannot move: it loses in normal play and wins in misère play.
        prop_assert_eq!(turn == winner, play == Play::Misere);
    }
}

#[test]
fn splits_are_legal_in_either_order_and_nothing_else_is() {
    let kayles = position("kayles: 7");
    for legal in ["7 -> 1 5", "7 -> 5 1", "take 1 from 7 leave 5 and 1", "7 to 5", "take 2 from 7", "7 -> 6", "7->3+3"]
    {
        assert!(kayles.read(legal).is_ok(), "{legal}");
    }
    for (illegal, part) in [
        ("7 -> 7", "not allowed"),
        ("7 -> 8", "nothing of that kind"),
        ("7 -> 1 1 4", "not allowed"),
        ("7 -> 4", "not allowed"),
        ("7 -> 0", "not allowed"),
        ("take 3 from 7", "not allowed"),
        ("take 8 from 7", "not allowed"),
        ("take 1 from 6", "nothing of that kind"),
        ("ring 7 -> 5", "nothing of that kind"),
        ("turn 1 2", "nothing of that kind"),
        ("nim: 7 -> 3 3", "no game"),
        ("part 2: 7 -> 3 3", "no part"),
        ("", "is not a move"),
        ("xyzzy", "is not a move"),
        ("7 ->", "not allowed"),
        ("-> 3", "is not a move"),
        ("take from 7", "is not a move"),
        ("take 99999999999999999999 from 7", "is not a move"),
        ("7 -> 18446744073709551615 2", "nothing of that kind"),
    ] {
        let error = kayles.read(illegal).unwrap_err().to_string();
        assert!(error.contains(part) || error.contains("not allowed"), "{illegal}: {error}");
    }
    let couples = position("couples-are-forever: 2 3");
    assert!(couples.read("2 -> 1 1").is_err());
    assert!(couples.read("3 -> 1 2").is_ok());
    assert!(position("grundy: 6").read("6 -> 3 3").is_err());
}

#[test]
fn moves_in_several_places_must_say_which() {
    let sum = position("kayles: 5 + nim: 5");
    let error = sum.read("5 -> 4").unwrap_err().to_string();
    assert!(error.contains("several places") && error.contains("'nim: 5 -> 4'"), "{error}");
    assert_eq!(sum.read("nim: 5 -> 4").unwrap().0, 1);
    assert_eq!(sum.read("part 1: 5 -> 4").unwrap().0, 0);
    // What can only be meant in one way need not be said.
    assert_eq!(sum.read("5 -> 2 2").unwrap().0, 0);
    // Equal heaps of one game are the same to everybody.
    assert_eq!(position("nim: 5 5").read("5 -> 1").unwrap().0, 0);
    let piles = position("wythoff: 3 5");
    for (said, after) in
        [("take 2 from both", "1 3"), ("take 3 from 5", "3 2"), ("3 5 -> 0 2", "0 2"), ("take 1 from 3", "2 5")]
    {
        let (part, step) = piles.read(said).unwrap();
        assert_eq!(piles.after(part, &step).to_string(), format!("wythoff: {after}"), "{said}");
    }
    assert!(piles.read("take 4 from both").is_err());
    let dollar = position("coins silver-dollar: THTTH");
    let (part, step) = dollar.read("slide 5 to 3").unwrap();
    assert_eq!(dollar.after(part, &step).to_string(), "coins silver-dollar: THHTT");
    assert!(dollar.read("slide 5 to 1").is_err());
}

#[test]
fn what_is_left_stands_where_it_stood() {
    let start = position("kayles: 5 7 ring 12 + nim: 3");
    let (part, step) = start.read("kayles: 7 -> 2 4").unwrap();
    assert_eq!(start.after(part, &step).to_string(), "kayles: 5 2 4 ring 12 + nim: 3");
    let last = position("kayles: 2");
    let (part, step) = last.read("take 2 from 2").unwrap();
    let end = last.after(part, &step);
    assert_eq!((end.to_string().as_str(), end.is_over()), ("kayles: 0", true));
}

#[test]
fn reasons_name_the_nim_sum_and_the_quotient_element() {
    let kayles = position("kayles: 5 7");
    let normal = kayles.view(Play::Normal, 100, &mut Unwatched).unwrap();
    assert!(normal.why.starts_with("5 is worth 4, 7 is worth 2; 4 xor 2 = 6. The nim-sum is 6"), "{}", normal.why);
    let misere = kayles.view(Play::Misere, 100, &mut Unwatched).unwrap();
    assert!(misere.why.contains("misère quotient"), "{}", misere.why);
    let nim = position("nim: 1 1 1").view(Play::Misere, 100, &mut Unwatched).unwrap();
    assert_eq!(nim.outcome, Some(Outcome::P), "{}", nim.why);
    let far = position("nim: 1000000 999999").view(Play::Misere, 5, &mut Unwatched).unwrap();
    assert_eq!((far.outcome, far.complete, far.moves.len()), (Some(Outcome::N), false, 5));
    // Kayles on a ring, in misère play: a ring is a piece beside its rows.
    let ring = position("kayles: ring 12").view(Play::Misere, 100, &mut Unwatched).unwrap();
    assert!(ring.outcome.is_some(), "{}", ring.why);
}

#[test]
fn bad_positions_and_skills_are_refused_in_one_line() {
    for (text, part) in [
        ("", "a position is written"),
        ("kayles", "a position is written"),
        ("kayles:", "no heaps"),
        ("kayles: 5 +", "no heaps"),
        ("coins ruler: HXQ", "not a coin"),
        ("coins: HTH", "unknown game"),
        ("coins nosuch: HTH", "unknown coin-turning game"),
        ("tartan ruler: ##", "not a product"),
        ("tartan ruler x ruler: #./#", "same length"),
        ("nim: 1000001", "larger than what is played"),
        ("wythoff: 3", "two piles"),
        ("wythoff: 3 2000", "larger than what is played"),
        ("grundy: ring 5", "ring"),
    ] {
        let error = text.parse::<Position>().unwrap_err().to_string();
        assert!(error.contains(part) && error.lines().count() == 1, "{text:?}: {error}");
    }
    assert!(position("nim: 3").reply(Play::Normal, 101, 0, &mut Unwatched).is_err());
    let over = position("nim: 0").reply(Play::Normal, 100, 0, &mut Unwatched).unwrap_err().to_string();
    assert!(over.contains("no move left"), "{over}");
    let codes = position("coins 1+: HH + coins 2+C: HTH + nim: 5+7");
    assert_eq!(codes.to_string(), "coins motley: HH + coins rulerette: HTH + nim: 5 7");
    assert!(matches!(codes.parts[1], Part::Row(..)));
}
