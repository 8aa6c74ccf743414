//! Work that leaves one machine. A *job* is a JSON document that any machine can work on; a *receipt* is what it gives
//! back. Whatever moves them (a pipe, a cluster, a shared file system) knows nothing of games.
//!
//! There are jobs of three sources: the segments of a [long run](grundy::run::job), which the library verifies, the
//! parts of a [certificate], which the independent checker checks, and the [steps of a census](grundy::census::step).
//! [`run`] does any of them, from text to text:
//!
//! ```
//! use grundy::watch::Unwatched;
//! use grundy_jobs::certificate::{self, Receipt};
//! let kayles = "grundy-certificate 1\nkind period\ngame .77\ntheorem classical\npreperiod 71\nperiod 12\n\
//!               distinct 2 71\ndistinct 3 71\n";
//! let jobs = certificate::jobs(kayles)?;
//! let job = serde_json::to_string(&jobs[0]).unwrap();
//! // On another machine:
//! let receipt = grundy_jobs::run(&job, &Default::default(), &mut Unwatched)?;
//! // And back:
//! let receipt: Receipt = serde_json::from_str(&receipt).unwrap();
//! let (_, merged) = certificate::merge(kayles, &[], &[receipt], 0.0, &mut Unwatched)?;
//! assert!(merged.coverage.checked);
//! # Ok::<(), grundy::Error>(())
//! ```

pub mod certificate;
pub mod ledger;

use grundy::Error;
use grundy::census::step;
use grundy::engine::Options;
use grundy::run::RunError;
use grundy::run::job::{self, Desk};
use grundy::watch::Watch;
use schemars::{Schema, schema_for};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A job of any source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Job {
    /// A part of a certificate, for the independent checker.
    Certificate(certificate::Job),
    /// A segment of a long run.
    Run(job::Job),
    /// A step of a census.
    Solve(step::Step),
}

/// A receipt of any source.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Receipt {
    /// What the checker said of a part of a certificate.
    Certificate(certificate::Receipt),
    /// What came out of a segment of a long run.
    Run(job::Receipt),
    /// What a step of a census has found.
    Solve(Box<step::Receipt>),
}

impl Receipt {
    /// Whether all is as the job says.
    pub fn is_verified(&self) -> bool {
        match self {
            Receipt::Certificate(receipt) => receipt.verdict == certificate::Verdict::Verified,
            Receipt::Run(receipt) => receipt.verdict == job::Verdict::Verified,
            // A step asks, and any answer will do.
            Receipt::Solve(_) => true,
        }
    }
}

impl Job {
    /// Reads a job from JSON. Its `kind` tells where it comes from.
    pub fn read(text: &str) -> Result<Self, serde_json::Error> {
        /// What all jobs have in common.
        #[derive(Deserialize)]
        struct Any {
            kind: String,
        }
        let Any { kind } = serde_json::from_str(text)?;
        match kind.as_str() {
            "check" => serde_json::from_str(text).map(Job::Certificate),
            "solve" => serde_json::from_str(text).map(Job::Solve),
            _ => serde_json::from_str(text).map(Job::Run),
        }
    }
}

/// Does one job, from JSON to JSON.
pub fn run(job: &str, options: &Options, watch: &mut dyn Watch) -> Result<String, Error> {
    let job = Job::read(job).map_err(|error| RunError::BadJob(error.to_string()))?;
    let mut done = String::new();
    run_all(&mut Desk::default(), &[job], options, watch, &mut |receipt| {
        done = serde_json::to_string(receipt).unwrap_or_default();
    })?;
    Ok(done)
}

/// Does jobs and gives each receipt away as soon as it is there. A segment of a run is done by all threads together, at
/// a desk that keeps what the next one needs too; parts of a certificate side by side, each by one thread or many
/// segments together, and their receipts come in any order.
pub fn run_all(
    desk: &mut Desk,
    jobs: &[Job],
    options: &Options,
    watch: &mut dyn Watch,
    each: &mut dyn FnMut(&Receipt),
) -> Result<(), Error> {
    let mut parts = Vec::new();
    for job in jobs {
        match job {
            Job::Certificate(part) => parts.push(part),
            Job::Run(segment) => each(&Receipt::Run(desk.run(segment, options, watch)?)),
            Job::Solve(step) if step.version != step::VERSION => {
                let why = format!("its version is {}, and this program knows {}", step.version, step::VERSION);
                return Err(RunError::BadJob(why).into());
            }
            Job::Solve(step) => each(&Receipt::Solve(Box::new(step::run(step, options, watch)?))),
        }
    }
    certificate::run_all(&parts, options.threads, watch, &mut |receipt| each(&Receipt::Certificate(receipt)))
}

/// The JSON schemas of these documents and answers, by name.
pub fn schemas() -> BTreeMap<&'static str, Schema> {
    BTreeMap::from([
        ("certificate_job", schema_for!(certificate::Job)),
        ("certificate_merge", schema_for!(certificate::Merged)),
        ("certificate_receipt", schema_for!(certificate::Receipt)),
    ])
}
