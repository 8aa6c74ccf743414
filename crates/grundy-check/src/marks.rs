//! A set of values that is emptied at once.

/// A value is a member when its stamp is that of now.
pub struct Marks {
    stamps: Vec<u64>,
    now: u64,
}

impl Marks {
    /// Half a megabyte.
    pub fn new() -> Self {
        Marks { stamps: vec![0; 1 << 16], now: 1 }
    }

    /// Empties the set.
    pub fn clear(&mut self) {
        self.now += 1;
    }

    /// Puts a value in.
    pub fn set(&mut self, value: u16) {
        self.stamps[value as usize] = self.now;
    }

    /// Whether a value is in it.
    pub fn has(&self, value: u16) -> bool {
        self.stamps[value as usize] == self.now
    }

    /// The least value that is not in it, if it fits.
    pub fn mex(&self) -> Option<u16> {
        (0..=u16::MAX).find(|&value| !self.has(value))
    }
}
