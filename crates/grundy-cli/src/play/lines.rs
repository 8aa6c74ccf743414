//! Lines of standard input, and Ctrl-C while waiting for one.

use crate::exit::Failure;
use crate::interrupt;
use std::io::BufRead;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;

/// Lines that are read by a thread of their own: a read cannot be interrupted.
pub struct Lines(Receiver<std::io::Result<String>>);

impl Lines {
    pub fn of_stdin() -> Self {
        let (send, receive) = sync_channel(0);
        std::thread::spawn(move || {
            for line in std::io::stdin().lock().split(b'\n') {
                // What is not UTF-8 is no move, and is answered like any other nonsense.
                let line = line.map(|bytes| String::from_utf8_lossy(&bytes).trim_end_matches('\r').to_owned());
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        Lines(receive)
    }

    /// The next line; none at the end of the input.
    pub fn next(&self) -> Result<Option<String>, Failure> {
        loop {
            match self.0.recv_timeout(Duration::from_millis(50)) {
                Ok(line) => return Ok(Some(line?)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) if interrupt::requested() => return Err(Failure::Interrupted),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}
