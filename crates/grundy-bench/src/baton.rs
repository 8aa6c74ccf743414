//! Figure 6: two threads, one for even and one for odd heaps of `.6`.
//!
//! All but one step of the unrolled loop for `n` does without `G(n - 1)`. So each thread marks that much on its own,
//! waits for `G(n - 1)` (the baton), finishes, and passes `G(n)` on. Each keeps its own copy of the last values: what
//! they share is one word each way, on a cache line of its own.
//!
//! Figure 9, `early`: the mex is evaluated before the baton comes, and again only if the baton excludes just that
//! value.
//!
//! A value costs at least one passing of the baton, and without `early` one mex on top: this bounds the speed
//! whatever the number of threads.

use crate::start::Blocks;
use crate::tape::Tape;
use crate::unrolled::{self, TERMS, officers};
use crate::{LadderError, Start};
use grundy::engine::{EngineError, Sink};
use std::sync::atomic::{AtomicU64, Ordering};

/// On a machine with other work the partner may have lost its core: after this many looks, leave ours.
const PATIENCE: u32 = 1 << 7;
/// In place of a heap: there will be no more.
const OVER: u64 = u64::MAX;
/// What a thread answers when its partner has ended.
const OVER_ERROR: LadderError = LadderError::Engine(EngineError::Stopped);

/// `heap << 16 | value`, alone on its cache lines.
#[repr(align(128))]
struct Baton(AtomicU64);

impl Baton {
    fn pass(&self, heap: u64, value: u16) {
        self.0.store(heap << 16 | u64::from(value), Ordering::Release);
    }

    fn end(&self) {
        self.0.store(OVER, Ordering::Release);
    }

    /// The value of `heap`, once it is there.
    fn receive(&self, heap: u64) -> Result<u16, LadderError> {
        let mut looks = 0;
        loop {
            let word = self.0.load(Ordering::Acquire);
            if word >> 16 == heap {
                return Ok(word as u16);
            }
            if word == OVER {
                return Err(OVER_ERROR);
            }
            looks += 1;
            if looks % PATIENCE == 0 {
                std::thread::yield_now();
            }
            std::hint::spin_loop();
        }
    }
}

/// One of the two threads.
struct Runner<'a> {
    tape: Tape<u8, { officers::DEPTH }>,
    early: bool,
    /// Where the partner leaves its values.
    from: &'a Baton,
    /// Where we leave ours.
    to: &'a Baton,
}

impl Runner<'_> {
    /// `G(n - 1)` from the partner, and `G(n)`, which is passed on.
    ///
    /// The tape ends with `G(n - 2)` before, and with `G(n)` after.
    fn turn(&mut self, n: u64) -> Result<(u16, u16), LadderError> {
        let mut mex = [0; 256];
        officers::mark_far(self.tape.window(), &mut mex);
        let first_common = |mex: &[u8; 256]| officers::first_common(mex).ok_or(LadderError::NoByte { heap: n });
        let guess = if self.early { Some(first_common(&mex)?) } else { None };
        let before = self.from.receive(n - 1)?;
        mex[before as u8 as usize] = 1;
        let value = match guess {
            Some(guess) if mex[guess as u8 as usize] == 0 => guess,
            _ => first_common(&mex)?,
        };
        self.to.pass(n, value);
        self.tape.push(before as u8);
        self.tape.push(value as u8);
        Ok((before, value))
    }
}

pub(crate) fn run(start: &Start, count: u64, sink: &mut dyn Sink, early: bool) -> Result<(), LadderError> {
    let mut blocks = Blocks::begin(start, count, sink)?;
    let [ours, theirs] = [const { Baton(AtomicU64::new(0)) }; 2];
    let first = start.first();
    let (tape, last) = unrolled::tape(start);
    let (mut partners_tape, _) = unrolled::tape(start);
    partners_tape.push(last as u8);
    theirs.pass(first - 1, last);
    std::thread::scope(|scope| {
        let partner = scope.spawn(|| {
            let mut runner = Runner { tape: partners_tape, early, from: &ours, to: &theirs };
            let result = (first + 1..count).step_by(2).try_for_each(|n| runner.turn(n).map(drop));
            if result.is_err() {
                theirs.end();
            }
            result
        });
        let mut runner = Runner { tape, early, from: &theirs, to: &ours };
        let result = (first..count).step_by(2).try_for_each(|n| {
            let (before, value) = runner.turn(n)?;
            if n > first {
                blocks.push(before, TERMS)?;
            }
            blocks.push(value, TERMS)
        });
        let result = result.and_then(|()| match (count - first) % 2 {
            0 => blocks.push(theirs.receive(count - 1)?, TERMS),
            _ => Ok(()),
        });
        ours.end();
        // When one of the two fails, the other only knows that it is over.
        match (result, partner.join().expect("the partner does not panic")) {
            (Err(over), Err(reason)) if over == OVER_ERROR => Err(reason),
            (result, _) => result,
        }
    })?;
    blocks.end()
}
