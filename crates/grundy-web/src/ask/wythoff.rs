//! Questions about Wythoff's game.

use crate::api::Sent;
use crate::budget::{Attention, Budget};
use crate::failed::Failed;
use crate::parameters::Count;
use grundy::wythoff::{self, MoveAnswer, PointsAnswer, Trust, ValueAnswer, table};
use schemars::JsonSchema;
use serde::Deserialize;

/// A block of the matrix.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// The first row.
    row: Option<Count>,
    /// The first column.
    column: Option<Count>,
    /// How many rows.
    rows: Option<Count>,
    /// How many columns.
    columns: Option<Count>,
}

/// The matrix is computed from its corner on; so far it goes.
const LAST: u64 = 4096;

pub fn matrix(asked: &Block, attention: &mut Attention) -> Result<Sent, Failed> {
    let number = |count: Option<Count>, other: u64| count.map_or(other, |count| count.0);
    let (row, rows) = (number(asked.row, 0), number(asked.rows, 256));
    let (column, columns) = (number(asked.column, 0), number(asked.columns, 256));
    let last_row = Budget::within("rows from the corner", row.saturating_add(rows), LAST)?;
    let last_column = Budget::within("columns from the corner", column.saturating_add(columns), LAST)?;
    let matrix = table::matrix(last_row, last_column, attention)?;
    let block = (row as usize..last_row).flat_map(|x| &matrix.row(x)[column as usize..]);
    // A value is at most the sum of row and column.
    Ok(Sent::words(block.map(|&value| value as u16)))
}

/// Rows and values.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rows {
    /// The largest value.
    g: Option<u32>,
    /// The first row.
    from: Option<Count>,
    /// The last row.
    to: Option<Count>,
}

/// The most points of one answer.
const MOST_POINTS: u64 = 200_000;

pub fn points(asked: &Rows, attention: &mut Attention) -> Result<PointsAnswer, Failed> {
    let (from, to) = (asked.from.map_or(0, |row| row.0), asked.to.map_or(100, |row| row.0));
    let g = asked.g.unwrap_or(0);
    let rows = to.saturating_sub(from).saturating_add(1);
    Budget::within("points", rows.saturating_mul(u64::from(g) + 1), MOST_POINTS)?;
    if from > to {
        return Err(Failed::Bad(format!("rows {from} to {to} are none; the first comes first")));
    }
    Ok(wythoff::points_in_rows(g, &(from..=to), &Trust::default(), attention)?)
}

/// Two piles.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Piles {
    /// The first pile.
    #[schemars(example = &"12")]
    a: Count,
    /// The second pile.
    #[schemars(example = &"20")]
    b: Count,
}

/// The largest value that is looked for far out.
const LARGEST_VALUE: u32 = 20;

pub fn value(asked: &Piles, attention: &mut Attention) -> Result<ValueAnswer, Failed> {
    Ok(wythoff::value(asked.a.0, asked.b.0, LARGEST_VALUE, &Trust::default(), attention)?)
}

/// Two piles beside a heap.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PilesAndHeap {
    /// The first pile.
    #[schemars(example = &"12")]
    a: Count,
    /// The second pile.
    #[schemars(example = &"20")]
    b: Count,
    /// The Nim heap beside them.
    nim: Option<Count>,
}

pub fn moves(asked: &PilesAndHeap, attention: &mut Attention) -> Result<MoveAnswer, Failed> {
    let nim = asked.nim.map_or(0, |heap| heap.0);
    Ok(wythoff::winning_moves(asked.a.0, asked.b.0, nim, &Trust::default(), attention)?)
}
