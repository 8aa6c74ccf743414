//! The Grundy matrix.
//!
//! `G(x, y)` is the least number that occurs neither to the left in row x, nor below in column y, nor diagonally below.
//! [`by_definition`] collects those three sets for each cell: `O(R C (R + C))` steps, the oracle. [`matrix`] keeps one
//! bitset for each row, column and diagonal: a cell is the first zero of an OR of three. By symmetry
//! (`G(x, y) = G(y, x)`) row x starts with the set of column x and only cells `y >= x` are computed.

use super::WythoffError;
use super::rows::{self, Columns};
use crate::watch::{Progress, Stopped, Watch};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};
use std::borrow::Cow;

/// The most cells a matrix may have.
pub const MAX_CELLS: u64 = 1 << 28;

/// A rectangle of Grundy values with its corner at `(0, 0)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    rows: usize,
    cols: usize,
    values: Vec<u32>,
}

/// A matrix as JSON: the numbers of rows and columns, and the rows.
#[derive(Serialize, JsonSchema)]
struct AsRows<'a> {
    /// The number of rows.
    rows: usize,
    /// The number of columns.
    columns: usize,
    /// The rows, from row 0.
    values: Vec<&'a [u32]>,
}

impl Serialize for Matrix {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let values = (0..self.rows).map(|x| self.row(x)).collect();
        AsRows { rows: self.rows, columns: self.cols, values }.serialize(serializer)
    }
}

impl JsonSchema for Matrix {
    fn schema_name() -> Cow<'static, str> {
        "Matrix".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = AsRows::json_schema(generator);
        schema.insert("description".into(), "A rectangle of Grundy values with its corner at (0, 0).".into());
        schema
    }
}

impl Matrix {
    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Row x, from column 0.
    pub fn row(&self, x: usize) -> &[u32] {
        &self.values[x * self.cols..][..self.cols]
    }

    /// `G(x, y)`.
    pub fn get(&self, x: usize, y: usize) -> u32 {
        self.row(x)[y]
    }

    fn transposed(&self) -> Matrix {
        if self.values.is_empty() {
            return Matrix { rows: self.cols, cols: self.rows, values: Vec::new() };
        }
        let values = (0..self.cols).flat_map(|y| (0..self.rows).map(move |x| self.get(x, y))).collect();
        Matrix { rows: self.cols, cols: self.rows, values }
    }
}

/// The matrix straight from the definition.
pub fn by_definition(rows: usize, cols: usize, watch: &mut dyn Watch) -> Result<Matrix, Stopped> {
    let mut matrix = Matrix { rows, cols, values: vec![0; rows * cols] };
    for x in 0..rows {
        watch.at(Progress::new("rows", x as u64, rows as u64))?;
        for y in 0..cols {
            let mut seen: Vec<u32> = (0..x).map(|k| matrix.get(k, y)).collect();
            seen.extend((0..y).map(|k| matrix.get(x, k)));
            seen.extend((1..=x.min(y)).map(|k| matrix.get(x - k, y - k)));
            seen.sort_unstable();
            seen.dedup();
            let mex = seen.iter().zip(0..).take_while(|&(&value, k)| value == k).count();
            matrix.values[x * cols + y] = mex as u32;
        }
    }
    Ok(matrix)
}

/// A matrix much wider than high, column by column: memory for the sets follows the rows alone.
fn by_columns(rows: usize, cols: usize, watch: &mut dyn Watch) -> Result<Matrix, WythoffError> {
    let mut values = vec![0u32; rows * cols];
    if rows > 0 {
        let mut columns = Columns::new(rows as u64 - 1)?;
        for y in 0..cols {
            if columns.is_time_to_ask() {
                watch.at(Progress::new("columns", y as u64, cols as u64))?;
            }
            columns.step();
            for x in 0..rows {
                values[x * cols + y] = columns.value(x as u64) as u32;
            }
        }
    }
    Ok(Matrix { rows, cols, values })
}

/// The matrix on bitsets. A value is at most `x + y` (the longest play), so `(R + C) / 64` words hold any set.
pub fn matrix(rows: usize, cols: usize, watch: &mut dyn Watch) -> Result<Matrix, WythoffError> {
    let cells = (rows as u64).saturating_mul(cols as u64);
    if cells > MAX_CELLS {
        return Err(WythoffError::TooLarge { what: "number of cells", value: cells, max: MAX_CELLS });
    }
    if rows > cols {
        return Ok(matrix(cols, rows, watch)?.transposed());
    }
    if cols / 2 > rows && rows as u64 <= rows::MAX_ROW {
        return by_columns(rows, cols, watch);
    }
    let words = (rows + cols) / 64 + 1;
    let mut values = vec![0u32; rows * cols];
    let mut columns = vec![0u64; cols * words];
    let mut diagonals = vec![0u64; cols * words];
    for x in 0..rows {
        let mut row = columns[x * words..][..words].to_vec();
        // No word before this one has a zero in the row's set.
        let mut low = 0;
        for y in x..cols {
            let column = &mut columns[y * words..][..words];
            let diagonal = &mut diagonals[(y - x) * words..][..words];
            while row[low] == u64::MAX {
                low += 1;
            }
            let mut word = low;
            let free = loop {
                let free = !(row[word] | column[word] | diagonal[word]);
                if free != 0 {
                    break free;
                }
                word += 1;
            };
            let bit = free & free.wrapping_neg();
            row[word] |= bit;
            column[word] |= bit;
            diagonal[word] |= bit;
            let value = word as u32 * 64 + bit.trailing_zeros();
            values[x * cols + y] = value;
            if y < rows {
                values[y * cols + x] = value;
            }
        }
        watch.at(Progress::new("rows", x as u64 + 1, rows as u64))?;
    }
    Ok(Matrix { rows, cols, values })
}
