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
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);
static WAITING: AtomicBool = AtomicBool::new(false);

/// From here on the first Ctrl-C only raises a flag, unless the program is [`waiting`]; the second ends it at once,
/// with exit code 130.
pub fn listen() {
    static LISTENING: Once = Once::new();
    LISTENING.call_once(|| {
        // Without a handler Ctrl-C still ends the program, only less politely.
        let _ = ctrlc::set_handler(|| {
            if REQUESTED.swap(true, Ordering::SeqCst) || WAITING.load(Ordering::SeqCst) {
                std::process::exit(130);
            }
        });
    });
}

/// Whether someone asked to stop.
pub fn requested() -> bool {
    REQUESTED.load(Ordering::SeqCst)
}

/// Waits for somebody else, as for the next line of stdin. There is nothing to finish then: Ctrl-C ends the program at
/// once.
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
