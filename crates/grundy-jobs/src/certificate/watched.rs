//! The independent checker under a watch of the library.

use grundy::watch::{Progress, Stopped, Watch};
use grundy_check::{Sight, Task, Verdict, check_watched};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// How often the watch is asked.
const LOOK: Duration = Duration::from_millis(40);

/// Lets the independent checker check the text of a certificate; the watch sees its progress and may stop it.
pub fn watched(text: &str, task: &Task, watch: &mut dyn Watch) -> Result<Verdict, Stopped> {
    let sight = Sight::default();
    let (said, verdict) = mpsc::channel();
    std::thread::scope(|scope| {
        let sight = &sight;
        scope.spawn(move || {
            // Whoever stopped the check waits for nothing.
            let _ = said.send(check_watched(text, task, sight));
        });
        loop {
            match verdict.recv_timeout(LOOK) {
                Ok(verdict) => return Ok(verdict),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(Stopped),
            }
            let done = sight.done.load(Ordering::Relaxed);
            let progress = match sight.total.load(Ordering::Relaxed) {
                0 => Progress::open("heaps", done),
                total => Progress::new("heaps", done, total),
            };
            if let Err(stopped) = watch.at(progress) {
                sight.stop.store(true, Ordering::Relaxed);
                return Err(stopped);
            }
        }
    })
}
