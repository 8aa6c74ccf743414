//! The front once more, for windows that fit 128 bits: the convergence experiment runs it a billion times.
//!
//! Each lane is four registers: the first empty diagonal, the occupied diagonals from there on, the occupied columns and
//! the column they start at (they are shifted only when the lane inserts). Diagonals taken in a row are bits counted from
//! a base that moves with the 0-points. A point that falls outside a window is refused, never lost: the caller then
//! turns to [`super::front::Front`].

/// Taken diagonals are counted from this far below the number of 0-points under the row.
pub const BELOW: u64 = 56;

/// One lane.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lane {
    first: u64,
    /// Bit k: diagonal `first + k`. Bit 0 is never set.
    diagonals: u128,
    /// Bit k: column `column + k`.
    columns: u128,
    column: u64,
}

impl Lane {
    /// A lane of the dummy state: `index` points fill the diagonals in order.
    pub fn flat(index: u64) -> Lane {
        Lane { first: index, ..Lane::default() }
    }

    /// Places a point in `row`; `taken` (bit k: diagonal `base + k`) gets its diagonal too. `None` if it falls outside.
    #[inline]
    pub fn insert(&mut self, row: u64, base: u64, taken: &mut u128) -> Option<()> {
        self.catch_up(row);
        let offset = self.first.checked_sub(base).filter(|&offset| offset < 128)?;
        let free = !(self.diagonals | self.columns | *taken >> offset);
        let place = free.trailing_zeros();
        if place as u64 + offset >= 128 {
            return None;
        }
        self.diagonals |= 1 << place;
        self.columns |= 1 << place;
        *taken |= 1 << (place as u64 + offset);
        if place == 0 {
            let run = self.diagonals.trailing_ones();
            // A run of 128 would mean that the window is full.
            self.diagonals = self.diagonals.checked_shr(run)?;
            self.first += u64::from(run);
        }
        Some(())
    }

    /// Whether the lane, about to fill `row`, is in the state recorded by [`super::front::Front::record`] in two words.
    #[inline]
    pub fn matches(&mut self, row: u64, record: &[u64]) -> bool {
        if self.first != record[0] {
            return false;
        }
        self.catch_up(row);
        let wide = |low: u64, high: u64| u128::from(low) | u128::from(high) << 64;
        self.diagonals == wide(record[1], record[2]) && self.columns == wide(record[3], record[4])
    }

    #[inline]
    fn catch_up(&mut self, row: u64) {
        let column = row + self.first;
        let behind = column - self.column;
        self.columns = if behind < 128 { self.columns >> behind } else { 0 };
        self.column = column;
    }
}
