//! What can be wrong with a coin-turning game or a position of coins.

use crate::watch::Stopped;
use thiserror::Error;

/// A game, position or question that cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CoinError {
    /// A name or code nobody knows.
    #[error(
        "unknown coin-turning game {name:?}{}; names are {names}; codes are like 1-3, 2+C, 1-5C, 3C(5), 3E, 4FS, 1+S, \
         runs(1,4,9)",
        suggestion.as_ref().map_or(String::new(), |s| format!(" (did you mean {s}?)")),
        names = super::game::names().collect::<Vec<_>>().join(", ")
    )]
    UnknownGame {
        /// What was written.
        name: String,
        /// A known name close to it.
        suggestion: Option<String>,
    },
    /// Numbers in a code that make no game.
    #[error("in {code:?}: {problem}")]
    BadCode {
        /// What was written.
        code: String,
        /// What is wrong and what is accepted.
        problem: String,
    },
    /// A product without its two games.
    #[error(
        "{0:?} is not a product; write two games with an x between, like 'ruler-squares x ruler-triangular', or \
         turning-corners"
    )]
    NotAProduct(String),
    /// A character that is neither heads nor tails.
    #[error("{found:?} in row {row}, column {column} is not a coin; heads are H B 1 # X @ *, tails are T W 0 . - _")]
    NotACoin {
        /// The character.
        found: char,
        /// Its row, from 1 at the top.
        row: usize,
        /// Its column, from 1 at the left.
        column: usize,
    },
    /// A row of coins without coins.
    #[error("no coins; write a position like HTTHT")]
    NoCoins,
    /// Values beyond what the method can hold.
    #[error("the values of {game} pass 2^{bits} at position {position}; fewer positions are accepted")]
    ValuesTooLarge {
        /// The game.
        game: String,
        /// Where.
        position: usize,
        /// The limit.
        bits: u32,
    },
    /// More moves than a 128-bit counter holds.
    #[error("the number of moves of {game} passes 2^128; smaller boards are accepted")]
    TooManyMoves {
        /// The game.
        game: String,
    },
    /// Coins that stand in each other's way have no values of their own.
    #[error("silver-dollar has no values of single coins, because coins stand in each other's way; give it a position")]
    NoValues,
    /// A row longer than what fits into memory.
    #[error("{length} coins in a row are too many; up to 2^27 are accepted")]
    TooLong {
        /// How many.
        length: u64,
    },
    /// Counting the moves would fill the memory.
    #[error(
        "counting the moves of {game} on a board of this size takes more than a gigabyte; smaller boards are accepted"
    )]
    TooMuchMemory {
        /// The game.
        game: String,
    },
    /// A picture whose lines differ in length.
    #[error("row {row} has {found} coins and row 1 has {width}; all lines of a picture have the same length")]
    Ragged {
        /// The row, from 1 at the top.
        row: usize,
        /// Its coins.
        found: usize,
        /// Those of the first row.
        width: usize,
    },
    /// A watch asked to stop.
    #[error("stopped")]
    Stopped,
}

impl From<Stopped> for CoinError {
    fn from(Stopped: Stopped) -> Self {
        CoinError::Stopped
    }
}
