//! The front on rings of any length: for large g, and for whatever falls out of [`super::narrow`].
//!
//! For each lane h two bitsets, both read from the first empty diagonal on: occupied diagonals, and occupied columns.
//! The place of the next h-point is the first zero of
//!
//! ```text
//!   diagonals[first ..]  |  columns[row + first ..]  |  taken[first ..]
//! ```
//!
//! where `taken` holds the diagonals given to smaller values in this row: three unaligned 64-bit loads and a count of
//! trailing zeros, nearly always once. Bits are addressed by their absolute position modulo the length of the ring, so
//! nothing is ever shifted; words left behind are zeroed when passed. Theorem 2.15 puts the occupied diagonals after
//! the first empty one within `18 g` of it; the rings start smaller and double whenever a point falls too far out, so
//! no bound is trusted.

/// The state of a row for the lanes `0 ..= g`, and what is placed in it so far.
#[derive(Clone, Debug)]
pub struct Wide {
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

impl Wide {
    /// The dummy state (3-8) of the paper: `index[h]` h-points fill the diagonals in order and occupy no column ahead.
    pub fn flat(row: u64, index: &[u64]) -> Wide {
        let words = 4;
        let lanes = index.iter().map(|&n| Lane { index: n, first: n, swept: (row + n) / 64 }).collect();
        Wide {
            row,
            words,
            lanes,
            rings: vec![0; index.len() * 2 * words],
            taken: vec![0; words],
            low: u64::MAX,
            high: 0,
        }
    }

    /// Puts lane h into a state: its first empty diagonal, the occupied diagonals after it, and the occupied columns.
    pub fn restore(&mut self, h: usize, first: u64, diagonals: &[u64], columns: &[u64]) {
        let row = self.row;
        self.lanes[h].first = first;
        self.lanes[h].swept = (row + first) / 64;
        let reach = diagonals.iter().copied().chain(columns.iter().map(|column| column - row)).max().unwrap_or(first);
        while reach - first >= self.reach() {
            self.grow();
        }
        let rings = &mut self.rings[h * 2 * self.words..][..2 * self.words];
        for &d in diagonals {
            set(&mut rings[..self.words], d);
        }
        for &column in columns {
            set(&mut rings[self.words..], column);
        }
    }

    /// How many lanes.
    pub fn lanes(&self) -> usize {
        self.lanes.len()
    }

    /// How many h-points lie below the row.
    pub fn index(&self, h: usize) -> u64 {
        self.lanes[h].index
    }

    /// The first diagonal without an h-point.
    pub fn first(&self, h: usize) -> u64 {
        self.lanes[h].first
    }

    /// Lane h's occupied diagonals after the first empty one, and its occupied columns from there on.
    pub fn occupied(&mut self, h: usize) -> [Vec<u64>; 2] {
        self.sweep(h);
        let first = self.lanes[h].first;
        let (diagonals, columns) = self.rings[h * 2 * self.words..][..2 * self.words].split_at(self.words);
        let ahead = first..first + self.reach();
        let in_diagonals = ahead.clone().filter(|&d| read(diagonals, d) & 1 == 1).collect();
        let in_columns = ahead.map(|d| self.row + d).filter(|&column| read(columns, column) & 1 == 1).collect();
        [in_diagonals, in_columns]
    }

    /// How far beyond the first empty diagonal a point may fall before the rings must grow. The last two words of a
    /// ring stay zero ahead of every lane, so that a load may run past the farthest point.
    fn reach(&self) -> u64 {
        (self.words as u64 - 2) * 64
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

#[inline]
fn set(ring: &mut [u64], position: u64) {
    let mask = ring.len() - 1;
    ring[(position / 64) as usize & mask] |= 1 << (position % 64);
}
