//! Figures 4 and 5: both loops of `.6` as straight-line code, every distance and every value a constant.
//!
//! The source is written by the build script from the rares of `.6`: 1584 times "load, xor, store" and 256 times
//! "load, compare, branch" for each `n`.

use crate::tape::Tape;
use crate::{LadderError, Start};
use grundy::engine::Sink;

/// The generated loops.
#[allow(clippy::pedantic, clippy::too_many_lines)]
pub(crate) mod officers {
    include!(concat!(env!("OUT_DIR"), "/officers.rs"));
}

/// How many options of a heap the loop looks at.
pub(crate) const TERMS: u64 = officers::COUNT as u64;

/// Whether these are the rares that the code was generated from.
pub(crate) fn takes(start: &Start) -> bool {
    let has_officers_moves = start.breaks == [1] && start.idle.is_empty() && start.terms.len() as u64 == TERMS;
    has_officers_moves && start.rares == officers::RARES
}

/// The values of `.6` without bit 8 up to `G(n - 2)`, which is where the far rares look, and `G(n - 1)`.
pub(crate) fn tape(start: &Start) -> (Tape<u8, { officers::DEPTH }>, u16) {
    let (last, before) = start.values.split_last().expect("exact values come before");
    (Tape::new(before.iter().map(|&value| value as u8)), *last)
}

pub(crate) fn run(start: &Start, count: u64, sink: &mut dyn Sink) -> Result<(), LadderError> {
    let (mut tape, mut last) = tape(start);
    start.drive(count, sink, |n, work| {
        let mut mex = [0; 256];
        officers::mark_far(tape.window(), &mut mex);
        mex[last as u8 as usize] = 1;
        let value = officers::first_common(&mex).ok_or(LadderError::NoByte { heap: n })?;
        tape.push(last as u8);
        last = value;
        *work += TERMS;
        Ok(value)
    })
}
