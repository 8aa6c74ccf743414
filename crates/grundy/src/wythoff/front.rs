//! The front: Algorithm FSW on bitsets. It knows, for each `h <= g`, which cells of the current row an h-point may not
//! take, and places the h-points it is told to insert.
//!
//! A lane h keeps how many h-points there are, the first diagonal without one, and two windows from there on: occupied
//! diagonals and occupied columns. The next h-point goes to the first cell of the row that is in neither window and was
//! not taken by a smaller value: a count of trailing zeros. Windows start as 128 bits in registers ([`super::narrow`]);
//! the first point that falls outside moves the front to rings of any length ([`super::wide`]).

use super::fsw::State;
use super::golden::over_phi_up;
use super::narrow::{self, Taken};
use super::wide::Wide;

/// Words in the windows of a narrow lane.
const WORDS: usize = 2;
type Lane = narrow::Lane<WORDS>;

/// The state of a row for the lanes `0 ..= g`, and what is placed in it so far.
#[derive(Clone, Debug)]
pub struct Front {
    row: u64,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Narrow { lanes: Vec<Lane>, taken: Taken<{ 2 * WORDS + 1 }>, base: u64 },
    Wide(Wide),
}

impl Front {
    /// The state of row 0: nothing placed yet.
    pub fn new(lanes: usize) -> Front {
        Front::flat(0, &vec![0; lanes])
    }

    /// The dummy state (3-8) of the paper: `index[h]` h-points fill the diagonals in order and occupy no column ahead.
    pub fn flat(row: u64, index: &[u64]) -> Front {
        let lanes: Vec<Lane> = index.iter().map(|&index| Lane::flat(index)).collect();
        let base = index.first().map_or(0, |&first| first.saturating_sub(narrow::below(WORDS)));
        Front { row, kind: Kind::Narrow { lanes, taken: Default::default(), base } }
    }

    /// The front at `row` in a given state.
    #[cfg(test)]
    pub fn from_state(row: u64, state: &State) -> Front {
        let zero = over_phi_up(row) as i64;
        let absolute = |normalized: &i64| (normalized + zero) as u64;
        let index: Vec<u64> = state.n_index.iter().map(absolute).collect();
        let mut wide = Wide::flat(row, &index);
        for h in 0..index.len() {
            let diagonals: Vec<u64> = state.n_ocdiag[h].iter().map(absolute).collect();
            let columns: Vec<u64> = state.n_occol[h].iter().map(|d| row + absolute(d)).collect();
            wide.restore(h, absolute(&state.n_firstd[h]), &diagonals, &columns);
        }
        Front { row, kind: Kind::Wide(wide) }
    }

    /// The row about to be filled.
    pub fn row(&self) -> u64 {
        self.row
    }

    /// How many lanes.
    pub fn lanes(&self) -> usize {
        match &self.kind {
            Kind::Narrow { lanes, .. } => lanes.len(),
            Kind::Wide(wide) => wide.lanes(),
        }
    }

    /// How many h-points are placed so far.
    pub fn index(&self, h: usize) -> u64 {
        match &self.kind {
            Kind::Narrow { lanes, .. } => lanes[h].index(),
            Kind::Wide(wide) => wide.index(h),
        }
    }

    /// The first diagonal without an h-point.
    pub fn first(&self, h: usize) -> u64 {
        match &self.kind {
            Kind::Narrow { lanes, .. } => lanes[h].first(),
            Kind::Wide(wide) => wide.first(h),
        }
    }

    /// The state exactly as Definition 3.7 of the paper has it.
    pub fn state(&mut self) -> State {
        let zero = over_phi_up(self.row) as i64;
        let mut state = State::default();
        for h in 0..self.lanes() {
            let [diagonals, columns] = match &mut self.kind {
                Kind::Narrow { lanes, .. } => lanes[h].occupied(self.row),
                Kind::Wide(wide) => wide.occupied(h),
            };
            let normalized = |absolute: u64| absolute as i64 - zero;
            state.n_index.push(normalized(self.index(h)));
            state.n_firstd.push(normalized(self.first(h)));
            state.n_ocdiag.push(diagonals.into_iter().map(normalized).collect());
            state.n_occol.push(columns.into_iter().map(|column| normalized(column - self.row)).collect());
        }
        state
    }

    /// Fills the row: places an h-point for each bit h of `insert`, and moves on to the next row.
    /// `place` is told `(h, n, d)`, in increasing order of h.
    #[inline]
    pub fn step(&mut self, insert: &[u64], mut place: impl FnMut(usize, u64, u64)) {
        for (k, &word) in insert.iter().enumerate() {
            let mut rest = word;
            if let Kind::Narrow { lanes, taken, base } = &mut self.kind {
                while rest != 0 {
                    let h = k * 64 + rest.trailing_zeros() as usize;
                    let lane = &mut lanes[h];
                    let Some(d) = lane.insert(self.row, *base, taken) else { break };
                    place(h, lane.index() - 1, d);
                    rest &= rest - 1;
                }
            }
            while rest != 0 {
                let h = k * 64 + rest.trailing_zeros() as usize;
                let (n, d) = self.insert(h);
                place(h, n, d);
                rest &= rest - 1;
            }
        }
        self.end_row();
    }

    /// Places the next h-point in this row and tells its index and diagonal. Values must come in increasing order.
    pub fn insert(&mut self, h: usize) -> (u64, u64) {
        if let Kind::Narrow { lanes, taken, base } = &mut self.kind {
            let lane = &mut lanes[h];
            if let Some(d) = lane.insert(self.row, *base, taken) {
                return (lane.index() - 1, d);
            }
        }
        self.widen().insert(h)
    }

    /// Moves on to the next row.
    #[inline]
    pub fn end_row(&mut self) {
        self.row += 1;
        match &mut self.kind {
            Kind::Narrow { lanes, taken, base } => {
                *taken = Default::default();
                *base = lanes.first().map_or(0, |lane| lane.first().saturating_sub(narrow::below(WORDS)));
            }
            Kind::Wide(wide) => wide.end_row(),
        }
    }

    /// The same state, also in the middle of a row, on rings.
    #[cold]
    fn widen(&mut self) -> &mut Wide {
        if let Kind::Narrow { lanes, taken, base } = &mut self.kind {
            let index: Vec<u64> = lanes.iter().map(Lane::index).collect();
            let mut wide = Wide::flat(self.row, &index);
            for (h, lane) in lanes.iter_mut().enumerate() {
                let [diagonals, columns] = lane.occupied(self.row);
                wide.restore(h, lane.first(), &diagonals, &columns);
            }
            for at in (0..64 * taken.len()).filter(|at| (taken[at / 64] >> (at % 64)) & 1 == 1) {
                wide.take(*base + at as u64);
            }
            self.kind = Kind::Wide(wide);
        }
        match &mut self.kind {
            Kind::Wide(wide) => wide,
            Kind::Narrow { .. } => unreachable!("it has just become wide"),
        }
    }
}
