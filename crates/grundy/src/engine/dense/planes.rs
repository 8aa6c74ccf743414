//! The digits of all values as planes of bytes, forward and backward, so that both parts of splits are read forward.

use crate::engine::EngineError;
use crate::kernel::dense::Planes;
use std::ops::Range;

/// The bytes of a cache line.
pub(super) const LINE: usize = 64;

/// All digits as byte planes: those of `G(n)` at `n` and, in the reversed planes, at `last - n`.
pub(super) struct BothWays {
    low: Plane,
    high: Plane,
    reversed_low: Plane,
    reversed_high: Plane,
    /// The last heap.
    last: usize,
}

impl BothWays {
    /// For so many heaps, all of value 0.
    pub(super) fn new(count: u64) -> Result<Self, EngineError> {
        let plane = || Plane::new(count as usize).ok_or(EngineError::NoMemory { count });
        let (low, high, reversed_low, reversed_high) = (plane()?, plane()?, plane()?, plane()?);
        Ok(BothWays { low, high, reversed_low, reversed_high, last: (count as usize).saturating_sub(1) })
    }

    /// Takes the digits of `G(n)`.
    pub(super) fn set(&mut self, n: usize, digits: u16) {
        let mirror = self.last - n;
        let [low, high] = digits.to_le_bytes();
        (self.low.all()[n], self.reversed_low.all()[mirror]) = (low, low);
        (self.high.all()[n], self.reversed_high.all()[mirror]) = (high, high);
    }

    /// The digits of `a` and of `rest - a`, for all `a` of a range.
    pub(super) fn splits(&self, rest: usize, a: Range<usize>) -> (Planes<'_>, Planes<'_>) {
        let mirror = self.last - rest;
        let b = mirror + a.start..mirror + a.end;
        (
            Planes { low: self.low.part(a.clone()), high: self.high.part(a) },
            Planes { low: self.reversed_low.part(b.clone()), high: self.reversed_high.part(b) },
        )
    }
}

/// A byte for each heap. That of heap 1 begins a cache line, and so do all chunks of splits but the first.
struct Plane {
    bytes: Vec<u8>,
    /// How many bytes come before that of heap 0.
    skipped: usize,
}

impl Plane {
    /// For so many heaps, when there is memory.
    fn new(count: usize) -> Option<Self> {
        let length = count.checked_add(LINE)?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(length).ok()?;
        bytes.resize(length, 0);
        let skipped = (bytes.as_ptr().align_offset(LINE) % LINE + LINE - 1) % LINE;
        Some(Plane { bytes, skipped })
    }

    fn all(&mut self) -> &mut [u8] {
        &mut self.bytes[self.skipped..]
    }

    fn part(&self, heaps: Range<usize>) -> &[u8] {
        &self.bytes[self.skipped..][heaps]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both parts of each split are there, and the smaller ones begin a cache line.
    #[test]
    fn parts_are_read_forward() {
        let mut planes = BothWays::new(3000).unwrap();
        for n in 0..3000 {
            planes.set(n, 7 * n as u16);
        }
        let (a, b) = planes.splits(2900, 1..257);
        let digits = |part: &Planes, place: usize| usize::from(u16::from_le_bytes([part.low[place], part.high[place]]));
        assert!((0..256).all(|place| digits(&a, place) == 7 * (1 + place) && digits(&b, place) == 7 * (2899 - place)));
        assert!([a.low, a.high].iter().all(|plane| plane.as_ptr().align_offset(LINE) == 0));
        assert!(Plane::new(usize::MAX).is_none());
    }
}
