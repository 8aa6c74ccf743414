//! The independent checker, for a proof just made.

use crate::error::GrundyError;
use pyo3::PyResult;

/// What the checker verified, or an exception with its verdict.
pub fn check(certificate: &str) -> PyResult<String> {
    let task = grundy_check::Task { segment: None, jobs: 1 };
    grundy_check::check(certificate, task).map_err(|refusal| GrundyError::new_err(format!("{refusal:?}")))
}
