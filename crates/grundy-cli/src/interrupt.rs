//! Ctrl-C and SIGTERM ask; loops look.

use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// From here on Ctrl-C only raises a flag.
pub fn listen() {
    // Without a handler Ctrl-C still ends the program, only less politely.
    let _ = ctrlc::set_handler(|| REQUESTED.store(true, Ordering::Relaxed));
}

/// Whether someone asked to stop.
pub fn requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}
