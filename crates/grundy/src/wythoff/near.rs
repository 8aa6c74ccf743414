//! The converse of Theorem 2.3 (Table 4 of the paper): how large do values get close to the 0-points?
//!
//! For each Manhattan distance from the nearest 0-point, the cell with the largest Grundy value. WSG gives the values up
//! to g of a row; around a 0-point `(a, b)` the cells at distance `<= D` form a diamond, and for each row the diamonds of
//! the 0-points in the rows within D of it are drawn over one another, nearest first.

use super::golden::times_phi;
use super::wsg::Wsg;
use super::{Watch, WythoffError};
use serde::Serialize;

/// A cell at some distance from the 0-points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Cell {
    /// Manhattan distance from the nearest 0-point.
    pub distance: u64,
    /// Row.
    pub a: u64,
    /// Column.
    pub b: u64,
    /// The value, or none if it is greater than g.
    pub value: Option<u32>,
}

/// The largest values at each distance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Near {
    /// For the distances 1, 2, …: the first cell with the largest value in all rows.
    pub all: Vec<Cell>,
    /// The same for the rows from `late` on.
    pub late: Vec<Cell>,
    /// The cells of value greater than g, by row.
    pub beyond: Vec<Cell>,
}

/// Looks at the cells `(a, b)`, `a <= b`, `a <= last_row`, within `reach` of a 0-point.
pub fn largest(g: u32, last_row: u64, reach: u64, late: u64, watch: &mut Watch<'_>) -> Result<Near, WythoffError> {
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
        if row.is_multiple_of(4096) && watch(row, last_row).is_break() {
            return Err(WythoffError::Stopped);
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
            if value.is_none() {
                beyond.push(cell);
            }
            let rank = |cell: Cell| cell.value.map_or(u64::MAX, u64::from);
            for best in &mut best[..=usize::from(row >= late)] {
                let best = &mut best[distance as usize];
                if best.is_none_or(|best| rank(cell) > rank(best)) {
                    *best = Some(cell);
                }
            }
        }
    }
    let [all, late] = best.map(|best| best.into_iter().flatten().collect());
    Ok(Near { all, late, beyond })
}
