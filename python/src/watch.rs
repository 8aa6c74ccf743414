//! The watch of Python: `KeyboardInterrupt`, and a progress callback.

use grundy::watch::{Progress, Stopped, Watch};
use pyo3::prelude::*;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// The time between two looks at Python's signals: each look waits for the interpreter's lock.
const EVERY: Duration = Duration::from_millis(50);

/// Whom to tell where work stands: a callback `progress(stage, done, total)`, or nobody.
pub struct Told(Option<Py<PyAny>>);

impl Told {
    /// What an argument `progress` means: a bar for True, nobody for None and False.
    pub fn new(py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<Self> {
        Ok(Told(match progress {
            Some(progress) => match progress.extract::<bool>(py) {
                Ok(false) => None,
                Ok(true) => Some(py.import("grundy._progress")?.getattr("Bar")?.call0()?.unbind()),
                Err(_) => Some(progress),
            },
            None => None,
        }))
    }

    /// Calls it.
    pub fn tell(&self, py: Python<'_>, stage: &str, done: u64, total: Option<u64>) -> PyResult<()> {
        self.0.as_ref().map_or(Ok(()), |callback| callback.call1(py, (stage, done, total)).map(drop))
    }

    /// The work is over: a bar is closed.
    pub fn close(&self, py: Python<'_>) -> PyResult<()> {
        match self.0.as_ref().filter(|progress| progress.bind(py).hasattr("close").unwrap_or(false)) {
            Some(bar) => bar.call_method0(py, "close").map(drop),
            None => Ok(()),
        }
    }
}

/// Looks for signals and tells where work stands, twenty times a second.
pub struct Signals {
    progress: Told,
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
            self.progress.tell(py, stage, done, total)
        });
        looked.map_err(|error| {
            self.raised = Some(error);
            Stopped
        })
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
    let progress = Told::new(py, progress)?;
    let mut signals = Signals { progress, next: Instant::now() + EVERY, raised: None };
    let result = py.detach(|| work(&mut signals));
    signals.progress.close(py)?;
    match (result, signals.raised) {
        (_, Some(raised)) => Err(raised),
        (result, None) => result.map_err(crate::error::raise),
    }
}
