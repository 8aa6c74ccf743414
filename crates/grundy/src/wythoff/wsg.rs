//! Algorithm WSG: all h-points, `h <= g`, row by row.
//!
//! Row r gets an h-point exactly when no lower h-point was reflected into it, that is when `r` is not the column of
//! one. The [`Front`] places the points; here is only the memory of columns ahead: for each column `c >= r` one bit for
//! each h. A point of row r falls near column `phi r`, so a ring of about `0.62 r` columns is alive at row r: what lies
//! behind the row is forgotten. Time `O(g)` for each row.

use super::front::Front;
use super::{Point, WythoffError};
use crate::watch::{Progress, Watch};

/// WSG about to fill a row.
#[derive(Clone, Debug)]
pub struct Wsg {
    front: Front,
    /// Words in the mask of a column.
    width: usize,
    /// The values that every row wants: bits `0 ..= g`.
    all: Vec<u64>,
    /// For column c, at `c % columns`: the values h that have an h-point in that column.
    ahead: Vec<u64>,
    columns: u64,
    insert: Vec<u64>,
}

impl Wsg {
    /// WSG before row 0, for the values `0 ..= g`.
    pub fn new(g: u32) -> Wsg {
        let lanes = g as usize + 1;
        let width = lanes.div_ceil(64);
        let mut all = vec![u64::MAX; width];
        if !lanes.is_multiple_of(64) {
            all[width - 1] = (1 << (lanes % 64)) - 1;
        }
        let columns = 64;
        Wsg {
            front: Front::new(lanes),
            width,
            insert: all.clone(),
            all,
            ahead: vec![0; columns as usize * width],
            columns,
        }
    }

    /// The row about to be filled.
    pub fn row(&self) -> u64 {
        self.front.row()
    }

    /// The finite-state part.
    pub(super) fn front(&self) -> &Front {
        &self.front
    }

    /// Bytes held: the window of columns ahead, and little else.
    pub fn window_bytes(&self) -> usize {
        self.ahead.len() * 8
    }

    /// `insert(r)` of the paper for the row about to be filled, as bits.
    pub fn insert(&self) -> &[u64] {
        &self.insert
    }

    /// Fills the row; `place` is told each new point, in increasing order of value.
    #[inline]
    pub fn step(&mut self, mut place: impl FnMut(Point)) {
        let row = self.front.row();
        let (ahead, columns, width) = (&mut self.ahead, &mut self.columns, self.width);
        self.front.step(&self.insert, |h, n, d| {
            if d >= *columns {
                widen(ahead, columns, width, row, d);
            }
            let slot = ((row + d) & (*columns - 1)) as usize * width;
            ahead[slot + h / 64] |= 1 << (h % 64);
            place(Point { g: h as u32, n, a: row, b: row + d });
        });
        let old = (row & (self.columns - 1)) as usize * width;
        self.ahead[old..old + width].fill(0);
        let slot = ((row + 1) & (self.columns - 1)) as usize * width;
        for k in 0..width {
            self.insert[k] = self.all[k] & !self.ahead[slot + k];
        }
    }

    /// Fills all rows below `rows`.
    pub fn run(&mut self, rows: u64, watch: &mut dyn Watch, mut place: impl FnMut(Point)) -> Result<(), WythoffError> {
        let every = rows_between_questions(self.front.lanes() as u32);
        while self.row() < rows {
            if self.row().is_multiple_of(every) {
                watch.at(Progress::new("rows", self.row(), rows))?;
            }
            self.step(&mut place);
        }
        Ok(())
    }
}

/// A front for the values `0 ..= g` fills this many rows in a few thousandths of a second.
pub(super) fn rows_between_questions(g: u32) -> u64 {
    ((1 << 16) / (u64::from(g) + 1)).max(1)
}

/// Doubles the ring of columns until column `row + d` fits beside `row`.
#[cold]
fn widen(ahead: &mut Vec<u64>, columns: &mut u64, width: usize, row: u64, d: u64) {
    let mut more = *columns;
    while d >= more {
        more *= 2;
    }
    let mut wider = vec![0; more as usize * width];
    for column in row..row + *columns {
        let (from, to) = ((column & (*columns - 1)) as usize * width, (column & (more - 1)) as usize * width);
        wider[to..to + width].copy_from_slice(&ahead[from..from + width]);
    }
    (*ahead, *columns) = (wider, more);
}
