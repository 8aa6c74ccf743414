//! The catalogue that ships with the library: what was solved here, and how far the rest was computed.
//!
//! `data/census.csv` is what `records/census/ship.py` makes of the catalogues there, of the certificates of
//! `records/periods`, and of the table of the campaign. A game is found by its [`key`], so every member of a class is.

use super::key;
use crate::game::Game;
use crate::period::Theorem;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::LazyLock;

/// What the census of this project says of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Shipped {
    /// The game that stands for its class.
    pub class: Game,
    /// `G(n)` is `G(n - shift)` of that game.
    pub shift: i64,
    /// Its period, proved, with a certificate; `source` says if the checker has not been through all of it.
    pub solved: Option<Solved>,
    /// The values of all heaps of `class` below this number are known.
    pub verified: u64,
    /// Where the certificate, or what is known without one, is kept.
    pub source: &'static str,
}

/// A period that was proved here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Solved {
    /// The heap from which the period holds.
    pub preperiod: u64,
    /// Whether that is known to be the smallest one.
    pub smallest: bool,
    /// The smallest period.
    pub period: u64,
    /// By how much values grow in a period.
    pub saltus: u64,
    /// The theorem that proves it.
    pub theorem: Theorem,
}

#[derive(Deserialize)]
struct Row {
    key: String,
    game: String,
    preperiod: Option<u64>,
    period: Option<u64>,
    saltus: Option<u64>,
    theorem: Option<Theorem>,
    verified: u64,
    source: String,
}

static ROWS: LazyLock<HashMap<String, Row>> = LazyLock::new(|| {
    let mut reader = csv::Reader::from_reader(include_str!("../../data/census.csv").as_bytes());
    let rows = reader.deserialize().map(|row| row.unwrap_or_else(|error| panic!("data/census.csv: {error}")));
    rows.map(|row: Row| (row.key.clone(), row)).collect()
});

/// What the census of this project says of a game; none where it has not looked.
///
/// ```
/// let solved = grundy::census::shipped(&"4.406".parse()?).unwrap().solved.unwrap();
/// assert_eq!((solved.preperiod, solved.period), (294_097, 44));
/// // Grundy's game has no code, and is in no census of codes.
/// assert_eq!(grundy::census::shipped(&"grundy".parse()?), None);
/// # Ok::<(), grundy::GameError>(())
/// ```
pub fn shipped(game: &Game) -> Option<Shipped> {
    // Longer games are in no census.
    let short = |code: &crate::code::Code| code.block().is_empty() && code.head().len() <= 32;
    if !crate::standard::as_code(game).as_ref().is_some_and(short) {
        return None;
    }
    let (own, shift) = key(game);
    let row = ROWS.get(&own.to_string())?;
    let class: Game = row.game.parse().ok()?;
    let shift = shift as i64 - key(&class).1 as i64;
    let solved = match (row.preperiod, row.period, row.saltus, row.theorem) {
        (Some(preperiod), Some(period), Some(saltus), Some(theorem)) => {
            // The break just before the preperiod is seen here too if its heap is one that both games have.
            let first = shift.max(0).unsigned_abs();
            let moved = preperiod.saturating_add_signed(shift);
            let preperiod = moved.max(first);
            Some(Solved { preperiod, smallest: preperiod == 0 || moved > first, period, saltus, theorem })
        }
        _ => None,
    };
    Some(Shipped { class, shift, solved, verified: row.verified, source: &row.source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_found_by_its_own_game() {
        for row in ROWS.values() {
            let game: Game = row.game.parse().unwrap();
            let found = shipped(&game).unwrap_or_else(|| panic!("{game} is not found"));
            assert_eq!((found.class, found.shift, found.verified), (game, 0, row.verified));
            assert_eq!(found.solved.map(|solved| solved.preperiod), row.preperiod);
        }
    }

    #[test]
    fn members_of_a_class_are_found_with_their_shift() {
        let period = |game: &str| {
            let found = shipped(&game.parse().unwrap()).unwrap_or_else(|| panic!("{game} is not found"));
            let solved = found.solved.unwrap_or_else(|| panic!("{game} is not solved"));
            (found.class.to_string(), found.shift, solved.preperiod, solved.period)
        };
        assert_eq!(period("4.406"), ("4.406".to_owned(), 0, 294_097, 44));
        assert_eq!(period(".7727"), ("4.406".to_owned(), -1, 294_096, 44));
        assert_eq!(period(".106"), (".106".to_owned(), 0, 465_384_263_797, 328_226_140_474));
        assert_eq!(period("kayles").1, period(".77").1);
        let grown = shipped(&".8".parse().unwrap()).unwrap().solved.unwrap();
        assert_eq!((grown.period, grown.saltus, grown.theorem), (3, 1, Theorem::Arithmetic));
        let open = shipped(&".007".parse().unwrap()).unwrap();
        assert!(open.solved.is_none() && open.verified > 10_000);
        assert_eq!(shipped(&".33333".parse().unwrap()), None);
    }
}
