//! Coin-turning games on a row ([`CoinGame`], [`Row`]) and their products on a board ([`Tartan`], [`Board`]).
//!
//! A game is a list of sets of coins that may be turned; the rightmost coin turned must go from heads to tails, so play
//! ends. Nim-values of single heads add up, and for products they multiply in the field of [nimbers](crate::nimber).
//!
//! Questions with one answer: [`values`] of single coins, [`position`] for a row, [`board`] and [`count_wins`] for a
//! board of all heads, [`picture`] for any board.
//!
//! ```
//! use grundy::watch::Unwatched;
//! let answer = grundy::coins::count_wins("ruler-squares x ruler-triangular", 100, 100, &mut Unwatched)?;
//! assert_eq!(answer.winning_moves_count, 31395); // Project Euler 459
//! # Ok::<(), grundy::Error>(())
//! ```

mod answers;
mod anywhere;
mod board;
mod error;
mod game;
mod lengths;
mod moves;
mod row;
mod runs;
mod silver_dollar;
mod sums;
mod symmetric;
mod tally;
mod tartan;
mod values;

pub(crate) use answers::schemas;
pub use answers::{
    BoardAnswer, BoardMove, CoinsAnswer, CountAnswer, NamedGame, PictureAnswer, RowAnswer, Turn, board, count_wins,
    is_silver_dollar, list, picture, position, values,
};
pub use board::Board;
pub use error::CoinError;
pub(crate) use game::is_name;
pub use game::{CoinGame, Count, catalogue, names};
pub use lengths::Lengths;
pub use row::Row;
pub use silver_dollar::{Slide, slides, value as silver_dollar_value};
pub use tally::Tally;
pub use tartan::{Crossing, FirstMoves, Tartan, Wins};
pub use values::LONGEST;
