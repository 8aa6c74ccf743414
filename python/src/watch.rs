//! The watch of Python: `KeyboardInterrupt`, and a progress callback.

use grundy::watch::{Progress, Stopped, Watch};
use pyo3::prelude::*;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// The time between two looks at Python's signals: each look waits for the interpreter's lock.
const EVERY: Duration = Duration::from_millis(50);

/// Looks for signals and calls `progress(stage, done, total)`, twenty times a second.
pub struct Signals {
    progress: Option<Py<PyAny>>,
    next: Instant,
    /// What a signal handler or the callback raised.
    raised: Option<PyErr>,
}

impl Watch for Signals {
    fn at(&mut self, Progress { stage, done, total }: Progress) -> Result<(), Stopped> {
        let now = Instant::now();
        if now < self.next {
            return Ok(());
        }
        self.next = now + EVERY;
        let looked = Python::attach(|py| {
            py.check_signals()?;
            self.progress.as_ref().map_or(Ok(()), |callback| callback.call1(py, (stage, done, total)).map(drop))
        });
        looked.map_err(|error| {
            self.raised = Some(error);
            Stopped
        })
    }
}

/// The callback that an argument `progress` means: a bar for True, nothing for None and False.
fn callback(py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<Option<Py<PyAny>>> {
    match progress {
        Some(progress) => match progress.extract::<bool>(py) {
            Ok(false) => Ok(None),
            Ok(true) => Ok(Some(py.import("grundy._progress")?.getattr("Bar")?.call0()?.unbind())),
            Err(_) => Ok(Some(progress)),
        },
        None => Ok(None),
    }
}

/// Runs work that nobody can stop on a thread of its own. An exception goes on to the caller at once; the thread is
/// then left to its end, and its result dropped.
pub fn aside<T: Send + 'static>(py: Python<'_>, work: impl FnOnce() -> T + Send + 'static) -> PyResult<T> {
    let (send, receive) = mpsc::sync_channel(1);
    let worker = thread::Builder::new().spawn(move || drop(send.send(work())))?;
    py.detach(move || {
        loop {
            match receive.recv_timeout(EVERY) {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Timeout) => Python::attach(|py: Python<'_>| py.check_signals())?,
                Err(RecvTimeoutError::Disconnected) => {
                    std::panic::resume_unwind(worker.join().expect_err("it ended without a result"))
                }
            }
        }
    })
}

/// Runs long work without the interpreter's lock; an exception that stopped it goes on to the caller.
pub fn watched<T: Send>(
    py: Python<'_>,
    progress: Option<Py<PyAny>>,
    work: impl FnOnce(&mut dyn Watch) -> Result<T, grundy::Error> + Send,
) -> PyResult<T> {
    let progress = callback(py, progress)?;
    let mut signals = Signals { progress, next: Instant::now() + EVERY, raised: None };
    let result = py.detach(|| work(&mut signals));
    if let Some(bar) = signals.progress.as_ref().filter(|progress| progress.bind(py).hasattr("close").unwrap_or(false))
    {
        bar.call_method0(py, "close")?;
    }
    match (result, signals.raised) {
        (_, Some(raised)) => Err(raised),
        (result, None) => result.map_err(crate::error::raise),
    }
}
