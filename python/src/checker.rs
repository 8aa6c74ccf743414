//! The independent checker, for a proof just made.

use crate::error::GrundyError;
use grundy_check::{Task, Verdict};
use pyo3::PyResult;

/// What the checker verified, or an exception with its verdict.
pub fn check(certificate: &str) -> PyResult<String> {
    match grundy_check::check(certificate, &Task::default()) {
        Verdict::Verified(statement) => Ok(statement.to_string()),
        verdict => Err(GrundyError::new_err(verdict.to_string())),
    }
}
