//! The set of values excluded so far, emptied in constant time.

/// A set of 16-bit values. A value is in the set when it carries the current stamp.
pub(super) struct Marks {
    stamps: Box<[u32; 1 << 16]>,
    now: u32,
}

impl Marks {
    pub(super) fn new() -> Self {
        Marks { stamps: vec![0; 1 << 16].try_into().expect("the length is right"), now: 1 }
    }

    /// Empties the set.
    pub(super) fn clear(&mut self) {
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.stamps.fill(0);
            self.now = 1;
        }
    }

    /// Adds a value.
    #[inline(always)]
    pub(super) fn set(&mut self, value: u16) {
        self.stamps[value as usize] = self.now;
    }

    /// Whether a value is in the set.
    #[inline(always)]
    pub(super) fn has(&self, value: u16) -> bool {
        self.stamps[value as usize] == self.now
    }

    /// The smallest value that is at least `from`, satisfies `wanted` and is not in the set.
    pub(super) fn mex(&self, from: u16, wanted: impl Fn(u16) -> bool) -> Option<u16> {
        (from..=u16::MAX).find(|&value| wanted(value) && !self.has(value))
    }
}
