//! The front in registers: for windows of 128 bits, which is nearly always enough for `g <= 30`.
//!
//! A lane is one cache line: its index, its first empty diagonal, and 128 bits each of occupied diagonals and occupied
//! columns from there on. The columns are shifted only when the lane inserts, so a lane that inserts nothing costs
//! nothing. Diagonals taken in a row are bits counted from a base that moves with lane 0. A point that falls outside is
//! refused, never lost: the caller then turns to [`super::wide`].

/// 320 bits of taken diagonals, counted from a base.
pub type Taken = [u64; 5];

/// A row's base lies this far below the first empty diagonal of lane 0.
pub const BELOW: u64 = 96;

/// One lane.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lane {
    index: u64,
    first: u64,
    /// Bit k: diagonal `first + k`. Bit 0 is never set.
    diagonals: [u64; 2],
    /// Bit k: column `column + k`.
    columns: [u64; 2],
    column: u64,
}

impl Lane {
    /// A lane of the dummy state: `index` points fill the diagonals in order.
    pub fn flat(index: u64) -> Lane {
        Lane { index, first: index, ..Lane::default() }
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
    pub fn insert(&mut self, row: u64, base: u64, taken: &mut Taken) -> Option<u64> {
        self.catch_up(row);
        let offset = self.first.wrapping_sub(base);
        if offset >= 192 {
            return None;
        }
        let free = !(self.diagonals[0] | self.columns[0] | read(taken, offset));
        let place = if free != 0 {
            let bit = free & free.wrapping_neg();
            self.diagonals[0] |= bit;
            self.columns[0] |= bit;
            u64::from(free.trailing_zeros())
        } else {
            let free = !(self.diagonals[1] | self.columns[1] | read(taken, offset + 64));
            if free == 0 {
                return None;
            }
            let bit = free & free.wrapping_neg();
            self.diagonals[1] |= bit;
            self.columns[1] |= bit;
            64 + u64::from(free.trailing_zeros())
        };
        let at = offset + place;
        taken[(at / 64) as usize] |= 1 << (at % 64);
        let d = self.first + place;
        if place == 0 {
            let mut run = self.diagonals[0].trailing_ones();
            if run == 64 {
                run += self.diagonals[1].trailing_ones();
            }
            self.diagonals = shift(self.diagonals, u64::from(run));
            self.first += u64::from(run);
        }
        self.index += 1;
        Some(d)
    }

    /// The state of the lane, about to fill `row`: the first empty diagonal, and the two windows from there on.
    #[inline]
    pub fn record(&mut self, row: u64) -> [u64; 5] {
        self.catch_up(row);
        let ([d0, d1], [c0, c1]) = (self.diagonals, self.columns);
        [self.first, d0, d1, c0, c1]
    }

    /// Occupied diagonals after the first empty one, and occupied columns from there on.
    pub fn occupied(&mut self, row: u64) -> [Vec<u64>; 2] {
        self.catch_up(row);
        let bits = |words: [u64; 2], from: u64| {
            (0..128).filter(|k| (words[k / 64] >> (k % 64)) & 1 == 1).map(|k| from + k as u64).collect()
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

/// The 64 bits of `taken` from `position` on, which is below 256.
#[inline]
fn read(taken: &Taken, position: u64) -> u64 {
    let (word, shift) = ((position / 64) as usize & 3, position % 64);
    // Two shifts, because a shift by 64 is not defined.
    taken[word] >> shift | taken[word + 1] << 1 << (63 - shift)
}

/// 128 bits moved down by `by`.
#[inline]
fn shift([low, high]: [u64; 2], by: u64) -> [u64; 2] {
    match by {
        0..64 => [low >> by | high << 1 << (63 - by), high >> by],
        64..128 => [high >> (by - 64), 0],
        _ => [0, 0],
    }
}
