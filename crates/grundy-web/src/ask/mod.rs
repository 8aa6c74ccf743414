//! The questions, subject by subject.

mod census;
mod coins;
mod facts;
mod game;
mod misere;
mod nimber;
mod play;
mod proof;
mod wythoff;

use crate::api::{Api, NUMBERS};
use crate::budget::{Attention, Budget};
use crate::failed::Failed;
use crate::parameters::None;
use schemars::JsonSchema;
use serde::Serialize;

/// All routes.
pub fn routes() -> Api {
    Api::new()
        .document("/api/about", "What this server is, and what a question may cost.", about)
        .document("/api/games", "The games that have a name.", game::games)
        .document("/api/describe", "The moves of a game in words, and what is known about it.", game::describe)
        .other("/api/values", "Nim-values of consecutive heaps, two bytes each, little-endian.", NUMBERS, game::values)
        .other("/api/rares", "The rare heaps below n, four bytes each, little-endian.", NUMBERS, game::rares)
        .document("/api/analyze", "Sparse space, largest value, histogram.", game::analyze)
        .document("/api/histogram", "How many common and rare heaps have each value.", game::histogram)
        .document("/api/spectrum", "Hidden frequencies of a window of heaps.", game::spectrum)
        .document("/api/position", "Who wins a position of normal play, and by which moves.", game::position)
        .document("/api/outcomes", "Which heaps or rings lose for the player to move.", game::outcomes)
        .document("/api/solve", "The period of a game, proved, with its certificate.", proof::solve)
        .other("/api/certificate", "The certificate of a period.", proof::CERTIFICATE, proof::certificate)
        .text("/api/check", "What the independent checker says of a certificate.", proof::check)
        .document("/api/play", "A position to play on: its legal moves, the winning ones, and why.", play::view)
        .document("/api/play/move", "The position after a move.", play::after)
        .document("/api/play/reply", "The computer's move.", play::reply)
        .document("/api/coins", "The coin-turning games that have a name.", coins::list)
        .other(
            "/api/wythoff/matrix",
            "A block of the Grundy matrix, row by row, two bytes each.",
            NUMBERS,
            wythoff::matrix,
        )
        .document("/api/wythoff/points", "The points of values up to g in some rows.", wythoff::points)
        .document("/api/wythoff/value", "The value of two piles.", wythoff::value)
        .document("/api/wythoff/moves", "The winning moves from two piles beside a Nim heap.", wythoff::moves)
        .document("/api/misere/solve", "The misère quotient of a game.", misere::solve)
        .document("/api/misere/table", "The Cayley table of a misère quotient.", misere::table)
        .other("/api/misere/picture", "The order of a misère quotient as a picture.", misere::PICTURE, misere::picture)
        .document("/api/misere/values", "Genus symbols of heaps.", misere::values)
        .document(
            "/api/misere/position",
            "Who wins a sum of heaps in misère play, and by which moves.",
            misere::position,
        )
        .document("/api/nimber", "What an expression with nimbers is worth.", nimber::calculate)
        .other("/api/nimber/table", "Nim-products of all numbers below size, two bytes each.", NUMBERS, nimber::table)
        .document("/api/census", "The catalogue that was named on the command line.", census::rows)
        .document("/api/facts", "What the literature knows of periods.", facts::periods)
}

/// What the server is.
#[derive(Debug, Serialize, JsonSchema)]
struct About {
    /// The version of the program.
    version: &'static str,
    /// Whether a catalogue was named on the command line.
    census: bool,
    /// What a question may cost.
    limits: Budget,
}

#[allow(clippy::unnecessary_wraps)] // All questions may fail.
fn about(_: &None, attention: &mut Attention) -> Result<About, Failed> {
    Ok(About { version: env!("CARGO_PKG_VERSION"), census: attention.census().is_some(), limits: *attention.budget() })
}
