//! Jobs and receipts: the documents that a cluster moves.

use crate::answer::to_python;
use crate::error::{GrundyError, raise};
use crate::watch::watched;
use grundy::Error;
use grundy::census::{effort, step};
use grundy::engine::Options;
use grundy::run::{self, CheckpointError, job, receipts};
use grundy_census::{Catalogue, CensusError};
use grundy_jobs::ledger::{self, Ledger};
use grundy_jobs::{Job, certificate, run_all};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The engine: whoever sends jobs and whoever does them must have the same.
pub fn engine() -> String {
    let (version, run, certificate) = (env!("CARGO_PKG_VERSION"), job::VERSION, certificate::VERSION);
    format!("grundy {version} with jobs of version {run}.{certificate}.{}", step::VERSION)
}

fn read<T: DeserializeOwned>(what: &str, text: &str) -> PyResult<T> {
    serde_json::from_str(text).map_err(|error| GrundyError::new_err(format!("not a {what}: {error}")))
}

fn all<T: DeserializeOwned>(receipts: &[String]) -> PyResult<Vec<T>> {
    receipts.iter().map(|text| read("receipt", text)).collect()
}

fn text(document: &impl Serialize) -> String {
    serde_json::to_string(document).unwrap_or_default()
}

fn system(path: &Path) -> impl Fn(io::Error) -> Error {
    |error| CheckpointError::System { path: path.to_owned(), error }.into()
}

/// Jobs of long runs, certificates and censuses are done here, one after the other: what several of them need is
/// computed once.
#[pyclass(frozen, module = "grundy._grundy")]
pub struct Desk(Mutex<job::Desk>);

#[pymethods]
impl Desk {
    #[new]
    fn new() -> Self {
        Desk(Mutex::default())
    }

    /// Does jobs on one thread, from nothing but what they say, and returns their receipts in any order; with one that
    /// makes no sense, none.
    fn run(&self, py: Python<'_>, jobs: Vec<String>) -> PyResult<Vec<String>> {
        let not_a_job = |error| GrundyError::new_err(format!("not a job: {error}"));
        let jobs = jobs.iter().map(|job| Job::read(job)).collect::<Result<Vec<Job>, _>>().map_err(not_a_job)?;
        let options = Options { threads: 1, ..Options::default() };
        watched(py, None, |watch| {
            let mut desk = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let mut receipts = Vec::new();
            run_all(&mut desk, &jobs, &options, watch, &mut |receipt| receipts.push(text(receipt)))?;
            Ok(receipts)
        })
    }
}

/// The jobs of a run that have no receipt yet, each with its number.
#[pyfunction]
pub fn run_jobs(py: Python<'_>, dir: PathBuf) -> PyResult<Vec<(String, String)>> {
    py.detach(|| {
        let (state, _) = run::latest(&dir)?;
        let open = receipts::open(&state, &receipts::stored(&dir)?);
        Ok(open.iter().map(|job| (job.number(), text(job))).collect())
    })
    .map_err(|error: Error| raise(error))
}

/// Takes receipts into the directory of a run, a share of them after doing the job again; says what became of them.
#[pyfunction]
pub fn run_merge(py: Python<'_>, dir: PathBuf, receipts: Vec<String>, recheck: f64) -> PyResult<Bound<'_, PyDict>> {
    let receipts = all(&receipts)?;
    let options = Options { threads: 1, ..Options::default() };
    let merged = watched(py, None, |watch| receipts::merge(&dir, &receipts, recheck, &options, watch))?;
    to_python(py, &merged)
}

/// Where a run stands, as ``grundy status --json`` tells it.
#[pyfunction]
pub fn run_status(py: Python<'_>, dir: PathBuf) -> PyResult<Bound<'_, PyDict>> {
    let status = py.detach(|| run::status(&dir)).map_err(raise)?;
    to_python(py, &status)
}

/// The jobs of a certificate that have no receipt yet in the file ``ledger``, each with its number.
#[pyfunction]
pub fn certificate_jobs(py: Python<'_>, certificate: &str, ledger: PathBuf) -> PyResult<Vec<(String, String)>> {
    py.detach(|| {
        let known: Vec<certificate::Receipt> = ledger::read(&ledger).map_err(system(&ledger))?;
        let open = certificate::open(certificate, &known)?;
        Ok(open.iter().map(|job| (job.number(), text(job))).collect())
    })
    .map_err(|error: Error| raise(error))
}

/// Takes receipts of a certificate into the file ``ledger``, a share of them after doing the job again; says what
/// became of them.
#[pyfunction]
pub fn certificate_merge<'py>(
    py: Python<'py>,
    certificate: &str,
    ledger: PathBuf,
    receipts: Vec<String>,
    recheck: f64,
) -> PyResult<Bound<'py, PyDict>> {
    let receipts: Vec<certificate::Receipt> = all(&receipts)?;
    let merged = watched(py, None, |watch| {
        if receipts.is_empty() {
            let known: Vec<certificate::Receipt> = ledger::read(&ledger).map_err(system(&ledger))?;
            return Ok(certificate::merge(certificate, &known, &receipts, 0.0, watch)?.1);
        }
        let (file, known) = Ledger::open(&ledger).map_err(system(&ledger))?;
        let (new, merged) = certificate::merge(certificate, &known, &receipts, recheck, watch)?;
        file.append(&new).map_err(system(&ledger))?;
        Ok(merged)
    })?;
    to_python(py, &merged)
}

/// The next step of every class of a catalogue that is not proved, up to the round of `seconds` seconds, each with its
/// number.
#[pyfunction]
pub fn census_jobs(py: Python<'_>, catalogue: PathBuf, seconds: &str) -> PyResult<Vec<(String, String)>> {
    let accepted =
        || GrundyError::new_err(format!("no round has {seconds} seconds; accepted are 0.1, 1, 10, 100 and so on"));
    let last = effort::round(seconds).ok_or_else(accepted)?;
    let steps = py.detach(|| Catalogue::look(&catalogue)?.steps(last)).map_err(census_error)?;
    Ok(steps.iter().map(|step| (step.number(), text(step))).collect())
}

/// Takes receipts into a catalogue, a share of them after doing the step again; says what became of them.
#[pyfunction]
pub fn census_merge(
    py: Python<'_>,
    catalogue: PathBuf,
    receipts: Vec<String>,
    recheck: f64,
) -> PyResult<Bound<'_, PyDict>> {
    let receipts: Vec<step::Receipt> = all(&receipts)?;
    let merged = watched(py, None, |watch| {
        Ok(Catalogue::open(&catalogue).and_then(|mut open| open.merge(&receipts, recheck, watch)))
    })?;
    to_python(py, &merged.map_err(census_error)?)
}

/// What is wrong with a catalogue; a disk that takes nothing, and another process that writes, are `OSError`s: they may
/// pass.
fn census_error(error: CensusError) -> PyErr {
    match error {
        CensusError::Write { .. } | CensusError::System { .. } | CensusError::InUse(_) => {
            PyOSError::new_err(error.to_string())
        }
        error => GrundyError::new_err(error.to_string()),
    }
}
