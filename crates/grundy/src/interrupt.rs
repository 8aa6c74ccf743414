//! Ctrl-C and SIGTERM as a watch, for programs with a terminal of their own (feature `interrupt`).
//!
//! Nothing is heard before somebody listens: a library inside another program leaves its signals alone.
//!
//! ```no_run
//! use grundy::{Game, answer::Limits, interrupt::CtrlC, watch::Unwatched};
//! let game: Game = ".6".parse()?;
//! let found = game.solve(&Limits::default(), &mut CtrlC::over(&mut Unwatched))?;
//! # Ok::<(), grundy::Error>(())
//! ```

use crate::watch::{Progress, Stopped, Watch};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Once, OnceLock};
use std::time::{Duration, Instant};

static REQUESTED: OnceLock<Instant> = OnceLock::new();
static WAITING: AtomicBool = AtomicBool::new(false);

/// Signals within this time are one request: `timeout` sends its signal to a program and again to its whole group.
const TOGETHER: Duration = Duration::from_millis(200);

/// From here on the first Ctrl-C only raises a flag, unless the program is [`waiting`]; a later one ends it at once,
/// with exit code 130.
pub fn listen() {
    static LISTENING: Once = Once::new();
    LISTENING.call_once(|| {
        // Without a handler Ctrl-C still ends the program, only less politely.
        let _ = ctrlc::set_handler(|| {
            let first = REQUESTED.get_or_init(Instant::now);
            if first.elapsed() >= TOGETHER || WAITING.load(Ordering::SeqCst) {
                std::process::exit(130);
            }
        });
    });
}

/// Whether someone asked to stop.
pub fn requested() -> bool {
    REQUESTED.get().is_some()
}

/// Waits for somebody else, as for the next line of stdin, or does something that leaves nothing half done. There is
/// nothing to finish then: Ctrl-C ends the program at once.
pub fn waiting<T>(wait: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::SeqCst);
    if requested() {
        std::process::exit(130);
    }
    let result = wait();
    WAITING.store(false, Ordering::SeqCst);
    result
}

/// A watch that also stops at Ctrl-C.
pub struct CtrlC<'w> {
    watch: &'w mut dyn Watch,
}

impl<'w> CtrlC<'w> {
    /// Listens from now on, and stops at Ctrl-C or when `watch` does.
    pub fn over(watch: &'w mut dyn Watch) -> Self {
        listen();
        CtrlC { watch }
    }
}

impl Watch for CtrlC<'_> {
    fn at(&mut self, progress: Progress) -> Result<(), Stopped> {
        self.watch.at(progress)?;
        if requested() { Err(Stopped) } else { Ok(()) }
    }
}
