//! The last values of a run, as an array of known length.

/// The last `W` values, in order. They move to the front of the store when it is full, which costs nothing per value.
///
/// The window is an array and not a slice so that an index known to be below `W` needs no check: the loops of the paper
/// are C without checks, and a fair opponent has none either.
pub(crate) struct Tape<T, const W: usize> {
    cells: Vec<T>,
    end: usize,
}

impl<T: Copy + Default, const W: usize> Tape<T, W> {
    /// The last `W` of these values (zeros before the first).
    pub(crate) fn new(values: impl DoubleEndedIterator<Item = T>) -> Self {
        let mut cells = vec![T::default(); W + W.max(1 << 16)];
        for (cell, value) in cells[..W].iter_mut().rev().zip(values.rev()) {
            *cell = value;
        }
        Tape { cells, end: W }
    }

    pub(crate) fn push(&mut self, value: T) {
        if self.end == self.cells.len() {
            self.cells.copy_within(self.end - W.., 0);
            self.end = W;
        }
        self.cells[self.end] = value;
        self.end += 1;
    }

    pub(crate) fn window(&self) -> &[T; W] {
        self.cells[self.end - W..self.end].try_into().expect("the length is right")
    }
}

/// The windows of the loops over terms: 2^16 is enough for nearly every game, and its index is two bytes without a
/// mask.
pub(crate) const NEAR: usize = 1 << 16;
/// The other window.
pub(crate) const FAR: usize = 1 << 20;

/// The place in a window of `W` values of the one `distance` before the next.
pub(crate) fn place<const W: usize>(distance: u64) -> u32 {
    (W as u64 - distance) as u32
}

#[cfg(test)]
mod tests {
    use super::Tape;

    #[test]
    fn a_window_is_the_last_values_however_many_came() {
        let mut tape = Tape::<u8, 5>::new([9, 8, 7].into_iter());
        assert_eq!(tape.window(), &[0, 0, 9, 8, 7]);
        for value in 0..=u8::MAX {
            for _ in 0..1000 {
                tape.push(value);
            }
        }
        tape.push(3);
        assert_eq!(tape.window(), &[255, 255, 255, 255, 3]);
    }
}
