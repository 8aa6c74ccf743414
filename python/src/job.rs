//! Jobs and receipts: the documents that a cluster moves.

use crate::answer::to_python;
use crate::error::{GrundyError, raise};
use crate::watch::watched;
use grundy::engine::Options;
use grundy::run::job::{self, Job, Receipt};
use grundy::run::receipts;
use grundy::{Error, checkpoint};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::de::DeserializeOwned;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// The engine: whoever sends jobs and whoever does them must have the same.
pub fn engine() -> String {
    format!("grundy {} with jobs of version {}", env!("CARGO_PKG_VERSION"), job::VERSION)
}

fn read<T: DeserializeOwned>(what: &str, text: &str) -> PyResult<T> {
    serde_json::from_str(text).map_err(|error| GrundyError::new_err(format!("not a {what}: {error}")))
}

/// Where jobs are done, one after the other: what several of them need is computed once.
///
/// >>> desk = _grundy.Desk()
/// >>> desk.run("[]")
/// Traceback (most recent call last):
/// grundy.GrundyError: not a job: invalid length 0, expected struct Job with 9 elements at line 1 column 2
#[pyclass(frozen, module = "grundy._grundy")]
pub struct Desk(Mutex<job::Desk>);

#[pymethods]
impl Desk {
    #[new]
    fn new() -> Self {
        Desk(Mutex::default())
    }

    /// Does a job on one thread, from nothing but what it says, and returns its receipt.
    fn run(&self, py: Python<'_>, job: &str) -> PyResult<String> {
        let job: Job = read("job", job)?;
        let options = Options { threads: 1, ..Options::default() };
        let receipt = watched(py, None, |watch| {
            let mut desk = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            desk.run(&job, &options, watch).map_err(Error::from)
        })?;
        Ok(serde_json::to_string(&receipt).unwrap_or_default())
    }
}

/// The jobs of a run that have no receipt yet, each with its number.
#[pyfunction]
#[pyo3(name = "run_jobs")]
pub fn run_jobs(py: Python<'_>, dir: PathBuf) -> PyResult<Vec<(String, String)>> {
    py.detach(|| {
        let (state, _) = checkpoint::latest(&dir)?;
        let open = receipts::open(&state, &receipts::stored(&dir)?);
        Ok(open.iter().map(|job| (job.number(), serde_json::to_string(job).unwrap_or_default())).collect())
    })
    .map_err(|error: Error| raise(error))
}

/// Takes receipts into the directory of a run; says what became of them.
#[pyfunction]
#[pyo3(name = "run_merge", signature = (dir, receipts, recheck))]
pub fn run_merge(
    py: Python<'_>,
    dir: PathBuf,
    receipts: Vec<String>,
    recheck: f64,
) -> PyResult<Bound<'_, PyDict>> {
    let receipts: Vec<Receipt> = receipts.iter().map(|text| read("receipt", text)).collect::<PyResult<_>>()?;
    let options = Options { threads: 1, ..Options::default() };
    let merged = watched(py, None, |watch| receipts::merge(&dir, &receipts, recheck, &options, watch))?;
    to_python(py, &merged)
}

/// Where a run stands, as ``grundy status --json`` tells it.
#[pyfunction]
#[pyo3(name = "run_status")]
pub fn run_status(py: Python<'_>, dir: PathBuf) -> PyResult<Bound<'_, PyDict>> {
    let status = py.detach(|| checkpoint::status(&dir)).map_err(raise)?;
    to_python(py, &status)
}
