//! The independent checker, for a proof just made.

use crate::error::GrundyError;
use crate::watch::watched;
use grundy_check::{Task, Verdict};
use grundy_jobs::certificate;
use pyo3::{Py, PyAny, PyResult, Python};

/// What the checker verified, or an exception with its verdict. Ctrl-C stops it.
pub fn check(py: Python<'_>, text: &str, progress: Option<Py<PyAny>>) -> PyResult<String> {
    match watched(py, progress, |watch| Ok(certificate::watched(text, &Task::default(), watch)?))? {
        Verdict::Verified(statement) => Ok(statement.to_string()),
        verdict => Err(GrundyError::new_err(verdict.to_string())),
    }
}
