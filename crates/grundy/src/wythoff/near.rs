//! The converse of Theorem 2.3 (Table 4 of the paper): how large do values get close to the 0-points?
//!
//! For each Manhattan distance from the nearest 0-point, the cell with the largest Grundy value. WSG gives the values
//! up to g of a row; around a 0-point `(a, b)` the cells at distance `<= D` form a diamond, and for each row the
//! diamonds of the 0-points in the rows within D of it are drawn over one another, nearest first.

use super::golden::times_phi;
use super::rows::Columns;
use super::wsg::{Wsg, rows_between_questions};
use super::{Status, WythoffError};
use crate::watch::{Progress, Watch};
use schemars::JsonSchema;
use serde::Serialize;

/// A cell at some distance from the 0-points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Cell {
    /// Manhattan distance from the nearest 0-point.
    pub distance: u64,
    /// Row.
    pub a: u64,
    /// Column.
    pub b: u64,
    /// The value, or none if it is greater than g and the row too high to compute all of its cells.
    pub value: Option<u32>,
}

/// The largest Grundy value at each Manhattan distance from the nearest 0-point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NearAnswer {
    /// WSG tells values up to this one apart.
    pub g: u32,
    /// The last row.
    pub last_row: u64,
    /// For the distances 1, 2, …: the first cell with the largest value in all rows.
    pub largest: Vec<Cell>,
    /// From which row on [`late`](NearAnswer::late) looks.
    pub late_from: u64,
    /// The largest value at each distance in the rows from `late_from` on.
    pub late: Vec<Cell>,
    /// The cells of value greater than g in the rows below 1000, by row.
    #[serde(skip)]
    pub beyond: Vec<Cell>,
    /// Exact.
    pub status: Status,
}

/// Values greater than g are found too, in rows below this one, from all cells. Large values live in low rows.
pub(super) const RESOLVED: u64 = 1000;

/// Looks at the cells `(a, b)`, `a <= b`, `a <= last_row`, within `reach` of a 0-point.
///
/// ```
/// let near = grundy::wythoff::near::largest(150, 100, 3, 60, &mut grundy::watch::Unwatched)?;
/// let cell = near.largest[2];
/// assert_eq!((cell.distance, cell.a, cell.b, cell.value), (3, 44, 67, Some(89)));
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn largest(
    g: u32,
    last_row: u64,
    reach: u64,
    late_from: u64,
    watch: &mut dyn Watch,
) -> Result<NearAnswer, WythoffError> {
    let mut best: [Vec<Option<Cell>>; 2] = [vec![None; reach as usize + 1], vec![None; reach as usize + 1]];
    let mut beyond = Vec::new();
    let mut wsg = Wsg::new(g);
    // The 0-points in rows within reach.
    let mut zeros: Vec<(u64, u64)> = Vec::new();
    let mut next = 0;
    // For the columns around them: the distance from the nearest, and the value if it is at most g.
    let mut distances: Vec<u64> = Vec::new();
    let mut values: Vec<Option<u32>> = Vec::new();
    while wsg.row() <= last_row {
        let row = wsg.row();
        if row.is_multiple_of(rows_between_questions(g)) {
            watch.at(Progress::new("rows", row, last_row + 1))?;
        }
        zeros.retain(|&(a, _)| a + reach >= row);
        while times_phi(next) <= row + reach {
            zeros.push((times_phi(next), times_phi(next) + next));
            next += 1;
        }
        let first = zeros[0].1.saturating_sub(reach).max(row);
        let last = zeros[zeros.len() - 1].1 + reach;
        values.clear();
        values.resize((last - first + 1) as usize, None);
        wsg.step(|point| {
            if let Some(value) = point.b.checked_sub(first).and_then(|k| values.get_mut(k as usize)) {
                *value = Some(point.g);
            }
        });
        distances.clear();
        distances.resize((last - first + 1) as usize, u64::MAX);
        // Reflected 0-points come near these cells only next to the main diagonal.
        let reflected = if row < 8 * (reach + 1) { 0..next } else { 0..0 };
        let mirror: Vec<(u64, u64)> = reflected.map(|n| (times_phi(n) + n, times_phi(n))).collect();
        for &(a, b) in zeros.iter().chain(&mirror).filter(|(a, _)| a.abs_diff(row) <= reach) {
            let away = a.abs_diff(row);
            let side = reach - away;
            for column in b.saturating_sub(side).max(first)..=(b + side).min(last) {
                let distance = &mut distances[(column - first) as usize];
                *distance = (*distance).min(away + column.abs_diff(b));
            }
        }
        for ((column, &distance), &value) in (first..).zip(&distances).zip(&values) {
            if !(1..=reach).contains(&distance) {
                continue;
            }
            let cell = Cell { distance, a: row, b: column, value };
            if value.is_none() && row < RESOLVED {
                beyond.push(cell);
            } else {
                improve(&mut best, cell, late_from);
            }
        }
    }
    resolve(&mut beyond)?;
    // The first of the largest, by row: what was put aside may come before what was found later.
    for &cell in &beyond {
        improve(&mut best, cell, late_from);
    }
    let [largest, late] = best.map(|best| best.into_iter().flatten().collect());
    Ok(NearAnswer { g, last_row, largest, late_from, late, beyond, status: Status::Exact })
}

/// Takes note of a cell if it is larger than those before it.
fn improve(best: &mut [Vec<Option<Cell>>; 2], cell: Cell, late_from: u64) {
    let rank = |cell: Cell| (cell.value.map_or(u32::MAX, |value| value), std::cmp::Reverse((cell.a, cell.b)));
    for best in &mut best[..=usize::from(cell.a >= late_from)] {
        let best = &mut best[cell.distance as usize];
        if best.is_none_or(|best| rank(cell) > rank(best)) {
            *best = Some(cell);
        }
    }
}

/// Finds the values of cells in low rows.
fn resolve(cells: &mut [Cell]) -> Result<(), WythoffError> {
    let Some(last_row) = cells.iter().map(|cell| cell.a).max() else { return Ok(()) };
    let last_column = cells.iter().map(|cell| cell.b).max().unwrap_or(0);
    let mut by_column: Vec<&mut Cell> = cells.iter_mut().collect();
    by_column.sort_unstable_by_key(|cell| cell.b);
    let mut next = by_column.into_iter().peekable();
    let mut columns = Columns::new(last_row)?;
    for y in 0..=last_column {
        columns.step();
        while let Some(cell) = next.next_if(|cell| cell.b == y) {
            cell.value = Some(columns.value(cell.a) as u32);
        }
    }
    Ok(())
}
