//! One way to show progress and to stop.
//!
//! Whatever can take longer than a tenth of a second accepts a [`Watch`]: it is told where the work stands and answers
//! whether to go on. Ctrl-C, a `KeyboardInterrupt`, a closed web page and a [deadline](Deadline) are all watches.
//!
//! ```
//! use grundy::watch::{Progress, Stopped, Watch};
//! let mut seen = Vec::new();
//! let mut watch = |progress: Progress| {
//!     seen.push(progress.done);
//!     if progress.done < 2 { Ok(()) } else { Err(Stopped) }
//! };
//! let result = (0..10).try_for_each(|n| watch.at(Progress::new("heaps", n, 10)));
//! assert_eq!(result, Err(Stopped));
//! assert_eq!(seen, [0, 1, 2]);
//! ```

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use thiserror::Error;

/// The work was asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("stopped")]
pub struct Stopped;

/// Where long work stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is counted, in the plural: "values", "segments", "rows".
    pub stage: &'static str,
    /// The number done so far.
    pub done: u64,
    /// The number there are, where it is known.
    pub total: Option<u64>,
}

impl Progress {
    /// `done` of `total`.
    pub fn new(stage: &'static str, done: u64, total: u64) -> Self {
        Progress { stage, done, total: Some(total) }
    }

    /// `done` of nobody knows how many.
    pub fn open(stage: &'static str, done: u64) -> Self {
        Progress { stage, done, total: None }
    }
}

/// Is told where long work stands, at least twenty times a second, and answers whether to go on.
pub trait Watch: Send {
    /// The work stands here; `Err(Stopped)` ends it.
    fn at(&mut self, progress: Progress) -> Result<(), Stopped>;
}

impl<F: FnMut(Progress) -> Result<(), Stopped> + Send> Watch for F {
    fn at(&mut self, progress: Progress) -> Result<(), Stopped> {
        self(progress)
    }
}

/// A watch that never stops anything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn at(&mut self, _: Progress) -> Result<(), Stopped> {
        Ok(())
    }
}

/// A watch that also stops at a moment in time.
pub struct Deadline<'w> {
    watch: &'w mut dyn Watch,
    end: Instant,
    passed: bool,
}

impl<'w> Deadline<'w> {
    /// Stops when `time` has gone by, or when `watch` does.
    pub fn after(time: Duration, watch: &'w mut dyn Watch) -> Self {
        let now = Instant::now();
        // A deadline beyond what a clock can tell never comes; a century is as good.
        let end = now.checked_add(time).unwrap_or_else(|| now + Duration::from_hours(100 * 365 * 24));
        Deadline { watch, end, passed: false }
    }

    /// Whether it stopped the work because the time was over.
    pub fn passed(&self) -> bool {
        self.passed
    }
}

impl Watch for Deadline<'_> {
    fn at(&mut self, progress: Progress) -> Result<(), Stopped> {
        self.watch.at(progress)?;
        self.passed |= Instant::now() >= self.end;
        if self.passed { Err(Stopped) } else { Ok(()) }
    }
}

/// Asks a watch once in `every` ticks, for loops whose steps are too short to ask at each.
pub(crate) struct Pulse<'w> {
    watch: &'w mut dyn Watch,
    progress: Progress,
    every: u64,
}

impl<'w> Pulse<'w> {
    /// Counts ticks towards `total` things called `stage`.
    pub fn new(watch: &'w mut dyn Watch, stage: &'static str, total: Option<u64>, every: u64) -> Self {
        Pulse { watch, progress: Progress { stage, done: 0, total }, every: every.max(1) }
    }

    /// One more is done.
    pub fn tick(&mut self) -> Result<(), Stopped> {
        self.progress.done += 1;
        if self.progress.done.is_multiple_of(self.every) { self.watch.at(self.progress) } else { Ok(()) }
    }
}

/// One watch for several threads: when it stops one of them, it stops all.
pub struct Shared<'w> {
    watch: Mutex<&'w mut dyn Watch>,
    stopped: AtomicBool,
}

impl<'w> Shared<'w> {
    /// Shares `watch`.
    pub fn new(watch: &'w mut dyn Watch) -> Self {
        Shared { watch: Mutex::new(watch), stopped: AtomicBool::new(false) }
    }

    /// The work stands here; `Err(Stopped)` ends it, for every thread.
    pub fn at(&self, progress: Progress) -> Result<(), Stopped> {
        if !self.stopped() {
            let mut watch = self.watch.lock().unwrap_or_else(PoisonError::into_inner);
            if watch.at(progress).is_ok() {
                return Ok(());
            }
            self.stopped.store(true, Ordering::Relaxed);
        }
        Err(Stopped)
    }

    /// Whether some thread was told to stop.
    pub fn stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

impl Watch for &Shared<'_> {
    fn at(&mut self, progress: Progress) -> Result<(), Stopped> {
        Shared::at(self, progress)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_stops_and_says_that_it_did() {
        let mut unwatched = Unwatched;
        let mut deadline = Deadline::after(Duration::ZERO, &mut unwatched);
        assert_eq!(deadline.at(Progress::open("heaps", 1)), Err(Stopped));
        assert!(deadline.passed());
        let mut never = Deadline::after(Duration::MAX, &mut unwatched);
        assert_eq!(never.at(Progress::open("heaps", 1)), Ok(()));
        assert!(!never.passed());
    }

    #[test]
    fn a_stop_before_the_deadline_is_not_the_deadline() {
        let mut stop = |_: Progress| Err(Stopped);
        let mut deadline = Deadline::after(Duration::ZERO, &mut stop);
        assert_eq!(deadline.at(Progress::open("heaps", 1)), Err(Stopped));
        assert!(!deadline.passed());
    }

    #[test]
    fn a_pulse_asks_once_in_a_while() {
        let mut asked = Vec::new();
        let mut watch = |progress: Progress| {
            asked.push(progress.done);
            Ok(())
        };
        let mut pulse = Pulse::new(&mut watch, "heaps", None, 3);
        (0..7).try_for_each(|_| pulse.tick()).unwrap();
        assert_eq!(asked, [3, 6]);
    }

    #[test]
    fn one_stop_stops_all_threads() {
        let mut watch = |progress: Progress| if progress.done < 100 { Ok(()) } else { Err(Stopped) };
        let shared = Shared::new(&mut watch);
        std::thread::scope(|scope| {
            scope.spawn(|| assert_eq!((0..=100).try_for_each(|n| shared.at(Progress::open("a", n))), Err(Stopped)));
        });
        assert!(shared.stopped());
        assert_eq!(shared.at(Progress::open("b", 0)), Err(Stopped));
    }
}
