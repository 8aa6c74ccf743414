//! Ctrl-C and SIGTERM ask; loops look. Whoever asks twice is not made to wait.

use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);
static IDLE: AtomicBool = AtomicBool::new(false);

/// From here on the first Ctrl-C only raises a flag, unless the program waits for somebody; the second ends it at once.
pub fn listen() {
    // Without a handler Ctrl-C still ends the program, only less politely.
    let _ = ctrlc::set_handler(|| {
        if REQUESTED.swap(true, Ordering::SeqCst) || IDLE.load(Ordering::SeqCst) {
            std::process::exit(130);
        }
    });
}

/// Whether someone asked to stop.
pub fn requested() -> bool {
    REQUESTED.load(Ordering::SeqCst)
}

/// Waits for somebody else, as for the next line of stdin. There is nothing to finish then: Ctrl-C ends the program at once.
pub fn waiting<T>(wait: impl FnOnce() -> T) -> T {
    IDLE.store(true, Ordering::SeqCst);
    if requested() {
        std::process::exit(130);
    }
    let result = wait();
    IDLE.store(false, Ordering::SeqCst);
    result
}
