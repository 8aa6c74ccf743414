//! Figure 3: the first common value that no term excludes, and nothing else.
//!
//! Right as long as no rare follows the start. Cost for each `n`: one step for each term.

use crate::tape::{FAR, NEAR, Tape, place};
use crate::{LadderError, Start, Term};
use grundy::engine::{EngineError, Sink};

pub(crate) fn run(start: &Start, count: u64, sink: &mut dyn Sink) -> Result<(), LadderError> {
    match start.depth() {
        near if near <= NEAR as u64 => run_within::<NEAR>(start, count, sink),
        far if far <= FAR as u64 => run_within::<FAR>(start, count, sink),
        last => Err(LadderError::TooDeep { last }),
    }
}

fn run_within<const W: usize>(start: &Start, count: u64, sink: &mut dyn Sink) -> Result<(), LadderError> {
    let mut tape = Tape::<u16, W>::new(start.values.iter().copied());
    let places = places::<W>(&start.terms);
    let mut mex = Mex::new(start);
    start.drive(count, sink, |n, work| {
        mex.clear();
        mark(tape.window(), &places, &mut mex.marks);
        let value = mex.first_common(start, n)?;
        tape.push(value);
        *work += places.len() as u64;
        Ok(value)
    })
}

/// The terms by their place in a window of `W` values.
pub(crate) fn places<const W: usize>(terms: &[Term]) -> Vec<(u32, u16)> {
    terms.iter().map(|term| (place::<W>(term.distance), term.value)).collect()
}

/// Marks what the terms exclude; `window` ends with `G(n - 1)`.
#[inline]
pub(crate) fn mark<const W: usize>(window: &[u16; W], places: &[(u32, u16)], marks: &mut [u8; 1 << 16]) {
    for &(place, value) in places {
        marks[(value ^ window[place as usize & (W - 1)]) as usize] = 1;
    }
}

/// The mex array: room for every 16-bit value, of which the first `width` are in use.
pub(crate) struct Mex {
    pub(crate) marks: Box<[u8; 1 << 16]>,
    width: usize,
    commons: [Vec<u16>; 2],
}

impl Mex {
    pub(crate) fn new(start: &Start) -> Self {
        let width = (start.values.iter().copied().max().unwrap_or(0) as usize + 1).next_power_of_two();
        let marks = vec![0; 1 << 16].try_into().expect("the length is right");
        Mex { marks, width, commons: start.commons(width) }
    }

    pub(crate) fn clear(&mut self) {
        self.marks[..self.width].fill(0);
    }

    /// The first unmarked common value of heap `n`. Options are below the power of two `width`, so when it marked every
    /// common below, the next one is the first from there on, and the array is widened for what follows.
    pub(crate) fn first_common(&mut self, start: &Start, n: u64) -> Result<u16, LadderError> {
        loop {
            if let Some(&value) = self.commons[n as usize & 1].iter().find(|&&v| self.marks[v as usize] == 0) {
                return Ok(value);
            }
            if self.width == 1 << 16 {
                return Err(EngineError::ValueTooLarge { heap: n }.into());
            }
            self.width *= 2;
            self.commons = start.commons(self.width);
        }
    }
}
