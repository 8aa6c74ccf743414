//! The front: Algorithm FSW on bitsets. It knows, for each `h <= g`, which cells of the current row an h-point may not
//! take, and places the h-points it is told to insert.
//!
//! For each lane h it keeps `index` (h-points so far), `first` (the first empty diagonal) and two bitsets, both read
//! from `first` on: occupied diagonals, and occupied columns. The place of the next h-point is the first zero of
//!
//! ```text
//!   diagonals[first ..]  |  columns[row + first ..]  |  taken[first ..]
//! ```
//!
//! where `taken` holds the diagonals given to smaller values in this row: three unaligned 64-bit loads and a count of
//! trailing zeros, nearly always once. A lane that inserts nothing in a row costs nothing. Bits are addressed by their
//! absolute position modulo the length of the ring, so nothing is ever shifted; words left behind are zeroed when
//! passed. Theorem 2.15 puts the occupied diagonals after the first empty one within `18 g` of it; the rings start
//! smaller and double whenever a point falls too far out, so no bound is trusted.

use super::fsw::State;
use super::golden::over_phi_up;
use std::collections::BTreeSet;

/// One row's worth of state for the lanes `0 ..= g`.
#[derive(Clone, Debug)]
pub struct Front {
    row: u64,
    /// Words in each ring, a power of two.
    words: usize,
    lanes: Vec<Lane>,
    /// Ring of diagonals for each lane, then the ring of columns: `2 * words` for each lane.
    rings: Vec<u64>,
    taken: Vec<u64>,
    /// The least and the greatest diagonal in `taken`; `u64::MAX` and 0 when there is none.
    low: u64,
    high: u64,
}

#[derive(Clone, Copy, Debug)]
struct Lane {
    index: u64,
    first: u64,
    /// Words of the ring of columns before this one are zero.
    swept: u64,
}

impl Front {
    /// The state of row 0: nothing placed yet.
    pub fn new(lanes: usize) -> Front {
        Front::flat(0, &vec![0; lanes])
    }

    /// The dummy state (3-8) of the paper: `index[h]` h-points fill the diagonals in order and occupy no column ahead.
    pub fn flat(row: u64, index: &[u64]) -> Front {
        let words = 4;
        let lanes = index.iter().map(|&n| Lane { index: n, first: n, swept: (row + n) / 64 }).collect();
        Front {
            row,
            words,
            lanes,
            rings: vec![0; index.len() * 2 * words],
            taken: vec![0; words],
            low: u64::MAX,
            high: 0,
        }
    }

    /// The front at `row` in a given state.
    pub fn from_state(row: u64, state: &State) -> Front {
        let zero = over_phi_up(row) as i64;
        let absolute = |normalized: &i64| (normalized + zero) as u64;
        let index: Vec<u64> = state.n_index.iter().map(absolute).collect();
        let mut front = Front::flat(row, &index);
        for h in 0..index.len() {
            let first = absolute(&state.n_firstd[h]);
            front.lanes[h].first = first;
            front.lanes[h].swept = (row + first) / 64;
            let reach = state.n_ocdiag[h].iter().chain(&state.n_occol[h]).map(absolute).max().unwrap_or(first);
            while reach - first >= front.reach() {
                front.grow();
            }
            let (diagonals, columns) = front.rings[h * 2 * front.words..][..2 * front.words].split_at_mut(front.words);
            state.n_ocdiag[h].iter().for_each(|d| set(diagonals, absolute(d)));
            state.n_occol[h].iter().for_each(|d| set(columns, row + absolute(d)));
        }
        front
    }

    /// The row about to be filled.
    pub fn row(&self) -> u64 {
        self.row
    }

    /// How many h-points lie below the row.
    pub fn index(&self, h: usize) -> u64 {
        self.lanes[h].index
    }

    /// The first diagonal without an h-point.
    pub fn first(&self, h: usize) -> u64 {
        self.lanes[h].first
    }

    /// The state exactly as Definition 3.7 of the paper has it.
    pub fn state(&mut self) -> State {
        (0..self.lanes.len()).for_each(|h| self.sweep(h));
        let zero = over_phi_up(self.row) as i64;
        let normalized = |absolute: u64| absolute as i64 - zero;
        let mut state = State::default();
        for (h, lane) in self.lanes.iter().enumerate() {
            let (diagonals, columns) = self.rings[h * 2 * self.words..][..2 * self.words].split_at(self.words);
            let ahead = lane.first..lane.first + self.reach();
            state.n_index.push(normalized(lane.index));
            state.n_firstd.push(normalized(lane.first));
            let occupied = |ring: &[u64], shift: u64| -> BTreeSet<i64> {
                ahead.clone().filter(|d| read(ring, shift + d) & 1 == 1).map(normalized).collect()
            };
            state.n_ocdiag.push(occupied(diagonals, 0));
            state.n_occol.push(occupied(columns, self.row));
        }
        state
    }

    /// Writes lane h's part of the state: the first empty diagonal, then `words` words of occupied diagonals and of
    /// occupied columns from there on. `false` if something lies beyond those words.
    pub fn record(&mut self, h: usize, words: usize, into: &mut Vec<u64>) -> bool {
        self.sweep(h);
        let (first, rings) = (self.lanes[h].first, &self.rings[h * 2 * self.words..][..2 * self.words]);
        let (diagonals, columns) = rings.split_at(self.words);
        into.push(first);
        into.extend((0..words as u64).map(|k| read_below(diagonals, first, 64 * k)));
        into.extend((0..words as u64).map(|k| read_below(columns, self.row + first, 64 * k)));
        (words..self.words - 1).all(|k| {
            let beyond = 64 * k as u64;
            read(diagonals, first + beyond) == 0 && read(columns, self.row + first + beyond) == 0
        })
    }

    /// Whether lane h is in the recorded state.
    #[inline]
    pub fn matches(&mut self, h: usize, record: &[u64]) -> bool {
        let first = self.lanes[h].first;
        if first != record[0] {
            return false;
        }
        self.sweep(h);
        let (diagonals, columns) = self.rings[h * 2 * self.words..][..2 * self.words].split_at(self.words);
        let words = (record.len() - 1) / 2;
        (0..words.max(self.words - 1)).all(|k| {
            let (at, known) = (64 * k as u64, k < words);
            read_below(diagonals, first, at) == if known { record[1 + k] } else { 0 }
                && read_below(columns, self.row + first, at) == if known { record[1 + words + k] } else { 0 }
        })
    }

    /// How far beyond the first empty diagonal a point may fall before the rings must grow. The last two words of a
    /// ring stay zero ahead of every lane, so that a load may run past the farthest point.
    fn reach(&self) -> u64 {
        (self.words as u64 - 2) * 64
    }

    /// Fills the row: places an h-point for each bit h of `insert`, and moves on to the next row.
    /// `place` is told `(h, n, d)`, in increasing order of h.
    #[inline]
    pub fn step(&mut self, insert: &[u64], mut place: impl FnMut(usize, u64, u64)) {
        for (k, &word) in insert.iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                let h = k * 64 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let (n, d) = self.insert(h);
                place(h, n, d);
            }
        }
        self.end_row();
    }

    /// Takes the diagonal d of this row away from the values that follow: a point placed from outside.
    #[inline]
    pub fn take(&mut self, d: u64) {
        while self.high.max(d) - self.low.min(d) >= self.reach() {
            self.grow();
        }
        self.low = self.low.min(d);
        self.high = self.high.max(d);
        set(&mut self.taken, d);
    }

    /// Places the next h-point in this row and tells its index and diagonal. Values must come in increasing order.
    #[inline]
    pub fn insert(&mut self, h: usize) -> (u64, u64) {
        loop {
            if let Some(placed) = self.try_insert(h) {
                return placed;
            }
            self.grow();
        }
    }

    /// Zeroes the words of the ring of columns that the lane has left behind.
    #[inline]
    fn sweep(&mut self, h: usize) {
        let lane = &mut self.lanes[h];
        while lane.swept < (self.row + lane.first) / 64 {
            self.rings[(2 * h + 1) * self.words + (lane.swept as usize & (self.words - 1))] = 0;
            lane.swept += 1;
        }
    }

    #[inline]
    fn try_insert(&mut self, h: usize) -> Option<(u64, u64)> {
        self.sweep(h);
        let (words, reach) = (self.words, self.reach());
        let lane = &mut self.lanes[h];
        let (diagonals, columns) = self.rings[h * 2 * words..][..2 * words].split_at_mut(words);
        let low = self.low.min(lane.first);
        let mut d = lane.first;
        loop {
            if self.high.max(d) - low >= reach {
                return None;
            }
            let free = !(read(diagonals, d) | read(columns, self.row + d) | read(&self.taken, d));
            if free != 0 {
                d += u64::from(free.trailing_zeros());
                break;
            }
            d += 64;
        }
        if d - low >= reach {
            return None;
        }
        set(diagonals, d);
        set(columns, self.row + d);
        set(&mut self.taken, d);
        self.low = self.low.min(d);
        self.high = self.high.max(d);
        if d == lane.first {
            loop {
                let run = u64::from(read(diagonals, lane.first).trailing_ones());
                for word in lane.first / 64..(lane.first + run) / 64 {
                    diagonals[word as usize & (words - 1)] = 0;
                }
                lane.first += run;
                if run < 64 {
                    break;
                }
            }
        }
        lane.index += 1;
        Some((lane.index - 1, d))
    }

    /// Moves on to the next row.
    #[inline]
    pub fn end_row(&mut self) {
        if self.low != u64::MAX {
            for word in self.low / 64..=self.high / 64 {
                self.taken[word as usize & (self.words - 1)] = 0;
            }
            (self.low, self.high) = (u64::MAX, 0);
        }
        self.row += 1;
    }

    /// Doubles every ring.
    #[cold]
    fn grow(&mut self) {
        let (old, new) = (self.words, 2 * self.words);
        let mut rings = vec![0; self.lanes.len() * 2 * new];
        for (h, lane) in self.lanes.iter().enumerate() {
            let starts = [(0, lane.first / 64), (1, lane.swept)];
            for (which, start) in starts {
                let from = &self.rings[(2 * h + which) * old..][..old];
                copy(from, &mut rings[(2 * h + which) * new..][..new], start);
            }
        }
        let mut taken = vec![0; new];
        if self.low != u64::MAX {
            copy(&self.taken, &mut taken, self.low / 64);
        }
        (self.words, self.rings, self.taken) = (new, rings, taken);
    }
}

/// Copies a ring whose oldest word is `start` into a longer one.
fn copy(from: &[u64], to: &mut [u64], start: u64) {
    for word in start..start + from.len() as u64 {
        to[word as usize & (to.len() - 1)] = from[word as usize & (from.len() - 1)];
    }
}

/// The 64 bits from `position` on.
#[inline]
fn read(ring: &[u64], position: u64) -> u64 {
    let (word, shift) = ((position / 64) as usize, position % 64);
    let mask = ring.len() - 1;
    let (low, high) = (ring[word & mask], ring[(word + 1) & mask]);
    // Two shifts, because a shift by 64 is not defined.
    low >> shift | high << 1 << (63 - shift)
}

/// The 64 bits from `start + offset` on; the words of the ring that lie behind `start` count as zero.
#[inline]
fn read_below(ring: &[u64], start: u64, offset: u64) -> u64 {
    if offset as usize + 128 <= ring.len() * 64 { read(ring, start + offset) } else { 0 }
}

#[inline]
fn set(ring: &mut [u64], position: u64) {
    let mask = ring.len() - 1;
    ring[(position / 64) as usize & mask] |= 1 << (position % 64);
}
