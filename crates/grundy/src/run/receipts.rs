//! The receipts of a run, in its directory: taken from anywhere, in any order, any number of times, and only if they
//! fit.
//!
//! ```text
//! D/receipts/NUMBER.json   what came out of the job with this number
//! D/receipts/NUMBER.lock   locked by the process that does the job, for as long as it lives
//! ```

use super::checkpoint::{self, CheckpointError};
use super::coverage::Coverage;
use super::job::{self, Job, Receipt, Verdict};
use super::state::State;
use crate::engine::Options;
use crate::error::Error;
use crate::file;
use crate::watch::Watch;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// What became of receipts.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Merged {
    /// The receipts that are new and fit.
    pub accepted: usize,
    /// Those of jobs that have one already.
    pub repeated: usize,
    /// Those that were run again here.
    pub rechecked: usize,
    /// Those that do not fit, with the reason and the machine they came from.
    pub refused: Vec<Refused>,
    /// What all receipts of the run cover now.
    pub coverage: Coverage,
}

/// A receipt that does not fit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Refused {
    /// The number of its job.
    pub job: String,
    /// The machine that it names.
    pub machine: String,
    /// Why it does not fit.
    pub reason: String,
}

fn folder(dir: &Path) -> PathBuf {
    dir.join("receipts")
}

fn system(path: &Path, error: std::io::Error) -> CheckpointError {
    CheckpointError::System { path: path.to_owned(), error }
}

/// All receipts in a directory. What cannot be read is no receipt: it is as if it were not there.
pub fn stored(dir: &Path) -> Result<Vec<Receipt>, CheckpointError> {
    let folder = folder(dir);
    let Ok(entries) = fs::read_dir(&folder) else { return Ok(Vec::new()) };
    let mut receipts = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| system(&folder, error))?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let receipt = fs::read(&path).ok().and_then(|bytes| serde_json::from_slice(&bytes).ok());
            receipts.extend(receipt);
        }
    }
    Ok(receipts)
}

/// Keeps a receipt: complete as soon as it has its name.
pub(super) fn store(dir: &Path, receipt: &Receipt) -> Result<(), CheckpointError> {
    let folder = folder(dir);
    fs::create_dir_all(&folder).map_err(|error| system(&folder, error))?;
    let path = folder.join(format!("{}.json", receipt.job));
    let text = serde_json::to_vec(receipt).unwrap_or_default();
    file::write(&path, text).map_err(|error| system(&path, error))
}

/// Removes a receipt.
pub(super) fn remove(dir: &Path, job: &str) {
    let _ = fs::remove_file(folder(dir).join(format!("{job}.json")));
}

/// The lock of a job: whoever has it does the job.
pub(super) fn claim(dir: &Path, job: &str) -> Option<File> {
    let folder = folder(dir);
    fs::create_dir_all(&folder).ok()?;
    let lock = File::create(folder.join(format!("{job}.lock"))).ok()?;
    lock.try_lock().ok().map(|()| lock)
}

/// Removes the lock of a job that is done.
pub(super) fn release(dir: &Path, job: &str) {
    let _ = fs::remove_file(folder(dir).join(format!("{job}.lock")));
}

/// The jobs of a run that have no receipt yet, in order.
pub fn open(state: &State, receipts: &[Receipt]) -> Vec<Job> {
    let done: HashMap<&str, &Receipt> = receipts.iter().map(|receipt| (receipt.job.as_str(), receipt)).collect();
    let at_once = state.guessed_from.unwrap_or(0);
    let is_open = |job: &Job| job.goal + state.ahead() > at_once && !done.contains_key(job.number().as_str());
    job::jobs(state).into_iter().filter(is_open).collect()
}

/// Why a receipt is not one for this job.
fn misfit(job: &Job, receipt: &Receipt) -> Option<&'static str> {
    let same = receipt.game == job.game
        && receipt.start == job.start
        && receipt.goal == job.goal
        && receipt.began == job.began();
    let agrees = receipt.reached.as_ref() == Some(&job.reached);
    match receipt.verdict {
        _ if receipt.version != job::VERSION => Some("its version is another one"),
        _ if !same => Some("it is about other heaps than its job"),
        Verdict::Verified if !agrees => Some("it says verified, and another state came out"),
        Verdict::Refuted if agrees => Some("it says refuted, and the right state came out"),
        Verdict::Verified if !job.may_rest_on(receipt.earlier.as_ref()) => {
            Some("it rests on another state than its job has")
        }
        Verdict::Verified if receipt.to < receipt.goal => Some("it does not come to the end of its job"),
        _ => None,
    }
}

/// Whether a receipt is among the `share` of them, between 0 and 1, that is run again: by a lot that nobody knows
/// before.
pub fn drawn(job: &str, share: f64) -> bool {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64);
    (xxh3_64_with_seed(job.as_bytes(), now) as f64 / u64::MAX as f64) < share
}

/// Takes receipts into a directory. A `share` of those that are new, between 0 and 1, is run again here, and every one
/// that refutes something.
pub fn merge(
    dir: &Path,
    receipts: &[Receipt],
    share: f64,
    options: &Options,
    watch: &mut dyn Watch,
) -> Result<Merged, Error> {
    let (state, _) = checkpoint::latest(dir)?;
    let mut known = stored(dir)?;
    let jobs: HashMap<String, Job> = job::jobs(&state).into_iter().map(|job| (job.number(), job)).collect();
    let (mut accepted, mut repeated, mut rechecked) = (0, 0, 0);
    let mut refused = Vec::new();
    for receipt in receipts {
        let mut refuse = |reason: &str| {
            let (job, machine) = (receipt.job.clone(), receipt.machine.clone());
            refused.push(Refused { job, machine, reason: reason.to_owned() });
        };
        let Some(job) = jobs.get(&receipt.job) else {
            if known.iter().any(|known| known.job == receipt.job) {
                repeated += 1;
            } else {
                refuse("this run has no such job");
            }
            continue;
        };
        if let Some(reason) = misfit(job, receipt) {
            refuse(reason);
            continue;
        }
        if known.iter().any(|known| known.job == receipt.job) {
            repeated += 1;
            continue;
        }
        if drawn(&receipt.job, share) || receipt.verdict == Verdict::Refuted {
            rechecked += 1;
            let again = job::run(job, options, watch)?;
            let said = |receipt: &Receipt| (receipt.verdict, receipt.reached.clone(), receipt.from, receipt.to);
            if said(&again) != said(receipt) {
                refuse("run again, something else came out");
                continue;
            }
        }
        store(dir, receipt)?;
        known.push(receipt.clone());
        accepted += 1;
    }
    let coverage = Coverage::of(&state, &known);
    Ok(Merged { accepted, repeated, rechecked, refused, coverage })
}
