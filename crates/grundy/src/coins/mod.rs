//! Coin-turning games on a row ([`CoinGame`], [`Row`]) and their products on a board ([`Tartan`], [`Board`]).
//!
//! A game is a list of sets of coins that may be turned; the rightmost coin turned must go from heads to tails, so play
//! ends. Nim-values of single heads add up, and for products they multiply in the field of [nimbers](crate::nimber).

mod anywhere;
mod board;
mod error;
mod game;
mod lengths;
mod moves;
mod row;
mod runs;
pub mod silver_dollar;
mod sums;
mod symmetric;
mod tartan;
mod values;

pub use board::Board;
pub use error::CoinError;
pub use game::{CoinGame, Count, catalogue, names};
pub use lengths::Lengths;
pub use row::Row;
pub use tartan::{Crossing, FirstMoves, Tartan, Wins};
pub use values::{Tally, Watch};
