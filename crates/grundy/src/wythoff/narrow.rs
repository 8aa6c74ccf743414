//! The front in registers: for windows of W words, where two are nearly always enough for `g <= 30`.
//!
//! A lane is one cache line (for W = 2): its index, its first empty diagonal, and 64 W bits each of occupied diagonals
//! and occupied columns from there on. The columns are shifted only when the lane inserts, so a lane that inserts
//! nothing costs nothing. Diagonals taken in a row are `64 (2W + 1)` bits counted from a base that moves with lane 0. A
//! point that falls outside is refused, never lost: the caller then takes more words, or turns to [`super::wide`].

/// Taken diagonals, counted from a base. `T = 2 W + 1`, which the language cannot say.
pub type Taken<const T: usize> = [u64; T];

/// A row's base lies this far below the first empty diagonal of lane 0.
pub const fn below(words: usize) -> u64 {
    48 * words as u64
}

/// One lane.
#[derive(Clone, Copy, Debug)]
pub struct Lane<const W: usize> {
    index: u64,
    first: u64,
    /// Bit k: diagonal `first + k`. Bit 0 is never set.
    diagonals: [u64; W],
    /// Bit k: column `column + k`.
    columns: [u64; W],
    column: u64,
}

/// The state of a lane about to fill some row: its first empty diagonal, and occupied diagonals and columns from there
/// on.
pub type Record<const W: usize> = (u64, [u64; W], [u64; W]);

impl<const W: usize> Lane<W> {
    /// A lane of the dummy state: `index` points fill the diagonals in order.
    pub fn flat(index: u64) -> Lane<W> {
        Lane { index, first: index, diagonals: [0; W], columns: [0; W], column: 0 }
    }

    /// How many points the lane has placed.
    pub fn index(&self) -> u64 {
        self.index
    }

    /// The first empty diagonal.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// Places a point in `row` and tells its diagonal, which `taken` (counted from `base`) gets too.
    /// `None`, and nothing is changed, if it falls outside.
    #[inline]
    pub fn insert<const T: usize>(&mut self, row: u64, base: u64, taken: &mut Taken<T>) -> Option<u64> {
        self.catch_up(row);
        let offset = self.first.wrapping_sub(base);
        if offset >= 64 * (T - W) as u64 {
            return None;
        }
        for k in 0..W {
            let free = !(self.diagonals[k] | self.columns[k] | read(taken, offset + 64 * k as u64));
            if free != 0 {
                let bit = free & free.wrapping_neg();
                self.diagonals[k] |= bit;
                self.columns[k] |= bit;
                let place = 64 * k as u64 + u64::from(free.trailing_zeros());
                let at = offset + place;
                taken[(at / 64) as usize] |= 1 << (at % 64);
                let d = self.first + place;
                if place == 0 {
                    self.pass();
                }
                self.index += 1;
                return Some(d);
            }
        }
        None
    }

    /// Moves on to the next empty diagonal.
    #[inline]
    fn pass(&mut self) {
        loop {
            let run = u64::from(self.diagonals[0].trailing_ones());
            self.diagonals = shift(self.diagonals, run);
            self.first += run;
            if run < 64 {
                break;
            }
        }
    }

    /// The state of the lane, about to fill `row`.
    #[inline]
    pub fn record(&mut self, row: u64) -> Record<W> {
        self.catch_up(row);
        (self.first, self.diagonals, self.columns)
    }

    /// Whether the lane, about to fill `row`, is in this state.
    #[inline]
    pub fn is(&mut self, record: &Record<W>, row: u64) -> bool {
        self.first == record.0 && self.diagonals[0] == record.1[0] && self.record(row) == *record
    }

    /// Occupied diagonals after the first empty one, and occupied columns from there on.
    pub fn occupied(&mut self, row: u64) -> [Vec<u64>; 2] {
        self.catch_up(row);
        let bits = |words: [u64; W], from: u64| {
            (0..64 * W).filter(|k| (words[k / 64] >> (k % 64)) & 1 == 1).map(|k| from + k as u64).collect()
        };
        [bits(self.diagonals, self.first), bits(self.columns, self.column)]
    }

    #[inline]
    fn catch_up(&mut self, row: u64) {
        let column = row + self.first;
        self.columns = shift(self.columns, column - self.column);
        self.column = column;
    }
}

/// The 64 bits of `taken` from `position` on, which is below `64 (T - 1)`.
#[inline]
fn read<const T: usize>(taken: &Taken<T>, position: u64) -> u64 {
    let (word, shift) = ((position / 64) as usize % (T - 1), position % 64);
    // Two shifts, because a shift by 64 is not defined.
    taken[word] >> shift | taken[word + 1] << 1 << (63 - shift)
}

/// A window moved down by `by`.
#[inline]
fn shift<const W: usize>(words: [u64; W], by: u64) -> [u64; W] {
    let (skip, by) = ((by / 64) as usize, by % 64);
    let mut moved = [0; W];
    if skip == 0 {
        for k in 0..W {
            moved[k] = words[k] >> by | if k + 1 < W { words[k + 1] << 1 << (63 - by) } else { 0 };
        }
    } else if skip < W {
        for k in 0..W - skip {
            let next = words.get(k + skip + 1).copied().unwrap_or(0);
            moved[k] = words[k + skip] >> by | next << 1 << (63 - by);
        }
    }
    moved
}
