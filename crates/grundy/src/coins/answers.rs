//! The answers about rows and boards of coins.

use super::board::Board;
use super::error::CoinError;
use super::game::{CoinGame, catalogue};
use super::row::Row;
use super::silver_dollar;
use super::tartan::{Crossing, Tartan};
use super::values::nim_sum;
use crate::nimber::Nim64;
use crate::position::Outcome;
use crate::watch::Watch;
use schemars::{JsonSchema, Schema, schema_for};
use serde::Serialize;

/// The values of single heads in a coin-turning game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CoinsAnswer {
    /// The game as it was written.
    pub game: String,
    /// Its one canonical spelling.
    pub canonical: String,
    /// The number of the first coin: 1.
    pub from: u64,
    /// The values, from the leftmost coin on.
    pub values: Vec<u64>,
}

/// A row of coins: its value, who wins, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RowAnswer {
    /// The game as it was written.
    pub game: String,
    /// Its one canonical spelling.
    pub canonical: String,
    /// The coins, the first on the left: H heads, T tails.
    pub position: String,
    /// The nim-value.
    pub value: u64,
    /// Who wins.
    pub outcome: Outcome,
    /// The moves that win.
    pub winning_moves: Vec<Turn>,
}

/// A move on a row of coins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Turn {
    /// The coins that are turned, ascending from 1; a slide turns the coin it comes from and the one it goes to.
    pub turn: Vec<usize>,
    /// The coins after it.
    pub after: String,
}

/// A coin-turning game that has a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NamedGame {
    /// The name.
    pub name: String,
    /// The code.
    pub code: String,
    /// Which coins may be turned.
    pub rule: String,
}

/// A board of all heads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BoardAnswer {
    /// The product as it was written.
    pub game: String,
    /// Its one canonical spelling.
    pub canonical: String,
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The nim-value of the board.
    pub value: u64,
    /// Who wins.
    pub outcome: Outcome,
    /// The values of single heads of the first game.
    pub across: Vec<u64>,
    /// The values of single heads of the second game.
    pub up: Vec<u64>,
    /// The values of single heads on the board, the top row first: nim-products. Null for more than a million coins.
    pub values: Option<Vec<Vec<u64>>>,
}

/// The first moves on a board of all heads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CountAnswer {
    /// The product as it was written.
    pub game: String,
    /// Its one canonical spelling.
    pub canonical: String,
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The nim-value of the board.
    pub value: u64,
    /// Who wins.
    pub outcome: Outcome,
    /// The number of first moves.
    pub moves_count: u128,
    /// The number of those that win.
    pub winning_moves_count: u128,
}

/// A board of coins: its value, who wins, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PictureAnswer {
    /// The product as it was written.
    pub game: String,
    /// Its one canonical spelling.
    pub canonical: String,
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The picture, the top row first: `#` heads, `.` tails.
    pub position: Vec<String>,
    /// The number of heads.
    pub heads: usize,
    /// The nim-value.
    pub value: u64,
    /// Who wins.
    pub outcome: Outcome,
    /// The values of single heads, the top row first. Null for more than a million coins.
    pub values: Option<Vec<Vec<u64>>>,
    /// The number of moves that win.
    pub winning_moves_count: u128,
    /// The first of them.
    pub winning_moves: Vec<BoardMove>,
}

/// A move on a board: it turns the coins where the columns cross the rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BoardMove {
    /// Columns, ascending from 1 on the left.
    pub columns: Vec<usize>,
    /// Rows, ascending from 1 at the bottom.
    pub rows: Vec<usize>,
    /// The picture after it, the top row first.
    pub after: Vec<String>,
}

/// Boards with more coins than this are told without their matrix of values.
const MATRIX: usize = 1 << 20;

/// The JSON schemas of the answers about coins.
pub(crate) fn schemas() -> [(&'static str, Schema); 6] {
    [
        ("coins", schema_for!(CoinsAnswer)),
        ("coins_list", schema_for!(Vec<NamedGame>)),
        ("coins_position", schema_for!(RowAnswer)),
        ("tartan_board", schema_for!(BoardAnswer)),
        ("tartan_count", schema_for!(CountAnswer)),
        ("tartan_position", schema_for!(PictureAnswer)),
    ]
}

/// The games that have a name.
pub fn list() -> Vec<NamedGame> {
    let named = |(name, code, rule): (&str, &str, &str)| NamedGame {
        name: name.to_owned(),
        code: code.to_owned(),
        rule: rule.to_owned(),
    };
    catalogue().map(named).collect()
}

/// The values of the first `n` coins of a game.
///
/// ```
/// let answer = grundy::coins::values("ruler", 8, &mut grundy::watch::Unwatched)?;
/// assert_eq!(answer.values, [1, 2, 1, 4, 1, 2, 1, 8]);
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn values(game: &str, n: usize, watch: &mut dyn Watch) -> Result<CoinsAnswer, CoinError> {
    if is_silver_dollar(game) {
        return Err(CoinError::NoValues);
    }
    let parsed: CoinGame = game.parse()?;
    let values = parsed.values_watched(n, watch)?;
    Ok(CoinsAnswer { game: game.to_owned(), canonical: parsed.to_string(), from: 1, values })
}

/// A row of coins in a coin-turning game, or in `silver-dollar`.
///
/// ```
/// let row = "THTTH".parse()?;
/// let answer = grundy::coins::position("turning-turtles", &row, &mut grundy::watch::Unwatched)?;
/// assert_eq!((answer.value, answer.winning_moves[0].turn.as_slice()), (7, [2, 5].as_slice()));
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn position(game: &str, row: &Row, watch: &mut dyn Watch) -> Result<RowAnswer, CoinError> {
    let (canonical, value, moves) = if is_silver_dollar(game) {
        let slides = silver_dollar::winning_moves(row);
        ("silver-dollar".to_owned(), silver_dollar::value(row), slides.iter().map(|s| vec![s.to, s.from]).collect())
    } else {
        let parsed: CoinGame = game.parse()?;
        let values = parsed.values_watched(row.len(), watch)?;
        let moves = row.winning_moves_watched(&parsed, watch)?;
        (parsed.to_string(), nim_sum(&values, &row.heads()), moves)
    };
    let turn = |turn: Vec<usize>| Turn { after: row.turn(&turn).to_string(), turn };
    Ok(RowAnswer {
        game: game.to_owned(),
        canonical,
        position: row.to_string(),
        value,
        outcome: outcome(value),
        winning_moves: moves.into_iter().map(turn).collect(),
    })
}

/// Whether a text names the game whose coins slide.
pub fn is_silver_dollar(game: &str) -> bool {
    game.trim().to_ascii_lowercase().replace([' ', '_'], "-") == "silver-dollar"
}

/// A board of all heads in a product of two games.
pub fn board(game: &str, width: usize, height: usize, watch: &mut dyn Watch) -> Result<BoardAnswer, CoinError> {
    let parsed: Tartan = game.parse()?;
    let (across, up) = parsed.values(width, height, watch)?;
    let sum = |values: &[u64]| Nim64::new(values.iter().fold(0, |sum, v| sum ^ v));
    let value = (sum(&across) * sum(&up)).get();
    Ok(BoardAnswer {
        game: game.to_owned(),
        canonical: parsed.to_string(),
        width,
        height,
        value,
        outcome: outcome(value),
        values: matrix(&across, &up),
        across: across.to_vec(),
        up: up.to_vec(),
    })
}

/// Counts the first moves on a board of all heads, and those that win.
pub fn count_wins(game: &str, width: usize, height: usize, watch: &mut dyn Watch) -> Result<CountAnswer, CoinError> {
    let parsed: Tartan = game.parse()?;
    let count = parsed.count_wins(width, height, watch)?;
    Ok(CountAnswer {
        game: game.to_owned(),
        canonical: parsed.to_string(),
        width,
        height,
        value: count.value,
        outcome: outcome(count.value),
        moves_count: count.moves,
        winning_moves_count: count.wins,
    })
}

/// A board of coins in a product of two games, with up to `limit` winning moves.
///
/// ```
/// let board = "#..\n.##\n###".parse()?;
/// let answer = grundy::coins::picture("ruler x ruler-multiples-of-3", &board, 20, &mut grundy::watch::Unwatched)?;
/// assert_eq!((answer.value, answer.winning_moves_count), (1, 1));
/// assert_eq!(answer.winning_moves[0].after, ["...", "###", ".##"]);
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn picture(game: &str, board: &Board, limit: usize, watch: &mut dyn Watch) -> Result<PictureAnswer, CoinError> {
    let parsed: Tartan = game.parse()?;
    let (across, up) = parsed.values(board.width(), board.height(), watch)?;
    let value = parsed.value(board, watch)?;
    let wins = parsed.winning_moves(board, limit, watch)?;
    let after = |Crossing { columns, rows }| BoardMove { after: board.turn(&columns, &rows).lines(), columns, rows };
    Ok(PictureAnswer {
        game: game.to_owned(),
        canonical: parsed.to_string(),
        width: board.width(),
        height: board.height(),
        position: board.lines(),
        heads: board.heads().count(),
        value,
        outcome: outcome(value),
        values: matrix(&across, &up),
        winning_moves_count: wins.count,
        winning_moves: wins.listed.into_iter().map(after).collect(),
    })
}

/// The nim-products of all pairs of values, the last of `up` first.
fn matrix(across: &[u64], up: &[u64]) -> Option<Vec<Vec<u64>>> {
    let product = |x: u64, y: u64| (Nim64::new(x) * Nim64::new(y)).get();
    let row = |&y: &u64| across.iter().map(|&x| product(x, y)).collect();
    (across.len().saturating_mul(up.len()) <= MATRIX).then(|| up.iter().rev().map(row).collect())
}

fn outcome(value: u64) -> Outcome {
    if value == 0 { Outcome::P } else { Outcome::N }
}
