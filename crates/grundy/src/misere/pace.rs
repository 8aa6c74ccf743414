//! Asking a watch often enough, and not too often: once in half a million elementary steps.
//!
//! Steps here differ by orders of magnitude: a look-up in a table, a row of one, a closure. Each loop says how many
//! look-ups its round takes; the watch is asked when their sum has grown by half a million, a few milliseconds.

use crate::watch::{Progress, Stopped, Watch};

/// The number of elementary steps between two questions.
pub(super) const STEPS: usize = 1 << 19;

/// A watch, where the work stands, and the steps since it was last asked.
pub(super) struct Pace<'w> {
    watch: &'w mut dyn Watch,
    progress: Progress,
    steps: usize,
}

impl<'w> Pace<'w> {
    /// Work that counts `stage` things.
    pub(super) fn new(watch: &'w mut dyn Watch, stage: &'static str) -> Self {
        Pace { watch, progress: Progress::open(stage, 0), steps: 0 }
    }

    /// The work stands here now; the watch hears of it at the next question.
    pub(super) fn stands(&mut self, stage: &'static str, done: u64) {
        self.progress = Progress::open(stage, done);
    }

    /// Takes note of that many elementary steps.
    #[inline]
    pub(super) fn work(&mut self, steps: usize) -> Result<(), Stopped> {
        self.steps += steps;
        if self.steps < STEPS {
            return Ok(());
        }
        self.steps = 0;
        self.watch.at(self.progress)
    }
}
