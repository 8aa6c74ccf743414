//! Section 3.2: the speculative loop on bytes.
//!
//! All commons of one heap have the same parity under the mask, so one bit of the mask follows from the others. Leaving
//! out the highest one is linear in xor and one-to-one on the commons of a heap: commons below 512 become bytes, and
//! the mex array has 256 entries. Only the search for the first unmarked common goes through the values in their own
//! order. (For `.6` the bit is bit 8, and the byte is the low byte.)

use crate::tape::{FAR, NEAR, Tape, place};
use crate::{LadderError, Start};
use grundy::engine::Sink;

pub(crate) fn run(start: &Start, count: u64, sink: &mut dyn Sink) -> Result<(), LadderError> {
    match start.depth() {
        near if near <= NEAR as u64 => run_within::<NEAR>(start, count, sink),
        far if far <= FAR as u64 => run_within::<FAR>(start, count, sink),
        last => Err(LadderError::TooDeep { last }),
    }
}

fn run_within<const W: usize>(start: &Start, count: u64, sink: &mut dyn Sink) -> Result<(), LadderError> {
    let byte = |value: u16| byte(start.space.mask, value);
    if let Some(heap) = start.values.iter().position(|&value| value >= 512) {
        return Err(LadderError::NoByte { heap: heap as u64 });
    }
    let mut tape = Tape::<u8, W>::new(start.values.iter().map(|&value| byte(value)));
    let places: Vec<(u32, u8)> = start.terms.iter().map(|term| (place::<W>(term.distance), byte(term.value))).collect();
    let order = start.commons(512).map(|commons| commons.into_iter().map(|v| (byte(v), v)).collect::<Vec<_>>());
    start.drive(count, sink, |n, work| {
        let mut marks = [0; 256];
        mark(tape.window(), &places, &mut marks);
        let first = order[n as usize & 1].iter().find(|(byte, _)| marks[*byte as usize] == 0);
        let &(byte, value) = first.ok_or(LadderError::NoByte { heap: n })?;
        tape.push(byte);
        *work += places.len() as u64;
        Ok(value)
    })
}

/// The value without the highest bit of the mask, the bits above moved down.
fn byte(mask: u16, value: u16) -> u8 {
    let bit = mask.checked_ilog2().unwrap_or(15);
    let low = (1 << bit) - 1;
    (value & low | value >> 1 & !low) as u8
}

/// Marks what the terms exclude; `window` ends with `G(n - 1)`.
#[inline(never)]
fn mark<const W: usize>(window: &[u8; W], places: &[(u32, u8)], marks: &mut [u8; 256]) {
    for &(place, value) in places {
        marks[(value ^ window[place as usize & (W - 1)]) as usize] = 1;
    }
}

#[cfg(test)]
mod tests {
    use super::byte;
    use std::collections::BTreeSet;

    #[test]
    fn commons_below_512_are_told_apart_and_xor_is_kept() {
        for mask in [0x1EE, 0xD, 0x3F, 0xFE, 1, 0x100] {
            for class in [0, 1] {
                let commons = (0..512).filter(|v: &u16| (v & mask).count_ones() % 2 == class);
                assert_eq!(commons.map(|v| byte(mask, v)).collect::<BTreeSet<_>>().len(), 256, "{mask:#x}");
            }
            for (a, b) in [(277, 388), (511, 1), (256, 255), (0x155, 0xAA)] {
                assert_eq!(byte(mask, a ^ b), byte(mask, a) ^ byte(mask, b));
            }
        }
    }
}
