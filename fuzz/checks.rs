//! What must hold for any text whatever. The fuzz targets and the ordinary tests run the same checks.
#![allow(dead_code, reason = "each fuzz target uses one of the checks")]

use grundy::engine::{self, Kind};
use grundy::watch::Unwatched;
use grundy::{Game, GameError, Position, Rules};

/// Heaps small enough for the definition, whatever the code.
const SMALL: u64 = 10;

/// A game is read without a panic; it prints so that it is read back; the chosen engine agrees with the definition.
pub fn game(text: &str) {
    match text.parse::<Game>() {
        Ok(game) => {
            same_when_read_back(&game);
            small_values(game.rules());
        }
        Err(error) => points_into(&error, text),
    }
}

/// A position is read without a panic, and where it is small its winning moves are moves that win.
pub fn position(text: &str) {
    let position = match text.parse::<Position>() {
        Ok(position) => position,
        Err(error) => return points_into(&error, text),
    };
    same_when_read_back(&position.game);
    if position.largest() >= SMALL {
        return;
    }
    let g = small_values(position.game.rules());
    let answer = position.analyze(usize::MAX, &mut Unwatched).expect("small heaps have answers");
    assert_eq!(answer.heaps.len(), position.heaps.len());
    assert_eq!(answer.winning_moves.is_empty(), answer.value == 0, "{text:?}");
    assert_eq!(answer.winning_moves_count, Some(answer.winning_moves.len() as u64), "{text:?}");
    for m in answer.winning_moves {
        assert_eq!(m.heap, m.removed + m.left.iter().sum::<u64>(), "{text:?}");
        let others = answer.value ^ answer.heaps[m.index].value;
        assert_eq!(m.left.iter().fold(others, |sum, &heap| sum ^ u64::from(g[heap as usize])), 0, "{text:?}");
    }
}

fn same_when_read_back(game: &Game) {
    let text = game.to_string();
    let again: Game = text.parse().expect("a printed game can be read");
    assert_eq!(&again, game, "{text:?}");
    assert_eq!(again.to_string(), text);
}

fn small_values(rules: &Rules) -> Vec<u16> {
    let values = engine::values(rules, SMALL).expect("small heaps have small values");
    assert_eq!(Ok(&values), engine::values_with(Kind::Naive, rules, SMALL).as_ref(), "{rules:?}");
    values
}

fn points_into(error: &GameError, text: &str) {
    assert!(text.get(error.start..error.start + error.length).is_some(), "{text:?}: {error:?}");
    let explanation = error.explain(text);
    assert!(!explanation.contains(char::is_control), "{explanation:?}");
}
