//! Puzzle 3, products of games (Project Euler 459): on a board of white discs a move flips a rectangle whose width is a
//! square number, whose height is a triangular number, and whose top right disc is white. How many first moves win on
//! a board of 10^6 by 10^6?
//!
//! By the tartan theorem a disc is worth the nim-product of its values in two games on a row. Instead of 10^17 moves,
//! count how often each value occurs among the moves of either game, and divide nimbers.
//!
//! Run it with `cargo run --release -p grundy --example flipping_game`.

use grundy::coins::{CoinGame, Tartan};
use grundy::nimber::Nim64;
use grundy::watch::Unwatched;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (across, up): (CoinGame, CoinGame) = ("ruler-squares".parse()?, "ruler-triangular".parse()?);
    println!("squares:    {:?}", across.values(12)?);
    println!("triangular: {:?}", up.values(12)?);
    let (x, y) = (Nim64::new(across.values(8)?[7]), Nim64::new(up.values(12)?[11]));
    println!("a disc in column 8, row 12 is worth {x} * {y} = {}", x * y);

    let game = Tartan { across, up };
    for size in [1, 2, 5, 100, 1_000_000] {
        let count = game.count_wins(size, size, &mut Unwatched)?;
        println!("{size} x {size}: {} of {} first moves win", count.wins, count.moves);
    }
    Ok(())
}
