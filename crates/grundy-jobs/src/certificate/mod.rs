//! The check of a certificate as data: its frame and each of its segments as jobs for the independent checker.
//!
//! A segment is checked from the lines of the certificate that are no segments, its own window, and the window that
//! must come out of it: these lines make a certificate of their own, whose first segment (for the first one) or second
//! segment is the one in question. The frame is everything else, and has the whole text. *The frame and all segments of
//! one certificate together prove what it claims*; see the book. A certificate without segments is one job, the whole
//! of it.

mod batch;
mod check;
mod merge;
mod watched;

pub use batch::TOGETHER;
pub use check::{run, run_all};
pub use merge::{Coverage, Merged, merge, open};
pub use watched::watched;

use grundy::Error;
use grundy::run::RunError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use xxhash_rust::xxh3::xxh3_128;

/// The version of these jobs and receipts.
pub const VERSION: u32 = 1;

/// What the checker is to check: self-contained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The version of this format.
    pub version: u32,
    /// What kind of job it is.
    pub kind: Kind,
    /// A hash of the certificate that it is a part of.
    pub certificate: String,
    /// Which part of it.
    pub part: Part,
    /// How many segments the certificate has.
    pub segments: usize,
    /// What the checker reads: for a segment the certificate without all windows but the two at its ends, else all of
    /// it.
    pub text: String,
}

/// The kind of these jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Something for the independent checker.
    Check,
}

/// A part of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// All of a certificate that has no segments.
    Whole,
    /// Everything but the segments.
    Frame,
    /// One segment, counted from 1.
    Segment(usize),
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Whole => f.write_str("the whole"),
            Part::Frame => f.write_str("the frame"),
            Part::Segment(number) => write!(f, "segment {number}"),
        }
    }
}

/// What the checker said. Running a job twice gives the same, but for the machine and the time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Receipt {
    /// The version of this format.
    pub version: u32,
    /// The job's number: a hash of all of it.
    pub job: String,
    /// A hash of the certificate.
    pub certificate: String,
    /// The part that was checked.
    pub part: Part,
    /// Whether it is right.
    pub verdict: Verdict,
    /// What the checker said, as one line.
    pub said: String,
    /// Program and version of the checker.
    pub checker: String,
    /// The machine, by its own name.
    pub machine: String,
    /// How long it took.
    pub seconds: f64,
}

/// What a receipt says of its job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Every hypothesis of this part holds.
    Verified,
    /// Some hypothesis fails.
    Rejected,
}

impl Job {
    /// The job's number: a hash of all of it.
    pub fn number(&self) -> String {
        hash(&serde_json::to_vec(self).unwrap_or_default())
    }
}

fn hash(bytes: &[u8]) -> String {
    format!("{:032x}", xxh3_128(bytes))
}

fn bad(why: impl Into<String>) -> Error {
    RunError::BadJob(why.into()).into()
}

/// The lines that mean something, each as a key and what follows it.
fn lines(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split_once(' ').unwrap_or((line, "")))
}

/// Everything there is to check in a certificate: its frame, then each segment; or the whole, where it has no segments.
pub fn jobs(text: &str) -> Result<Vec<Job>, Error> {
    if lines(text).next() != Some(("grundy-certificate", "1")) {
        return Err(bad("a certificate begins with the line \"grundy-certificate 1\""));
    }
    let (windows, others): (Vec<_>, Vec<_>) = lines(text).partition(|&(key, _)| key == "segment");
    let certificate = hash(text.as_bytes());
    let segments = if windows.is_empty() { 0 } else { windows.len() + 1 };
    let job = |part, text| Job {
        version: VERSION,
        kind: Kind::Check,
        certificate: certificate.clone(),
        part,
        segments,
        text,
    };
    if windows.is_empty() {
        return Ok(vec![job(Part::Whole, text.to_owned())]);
    }
    let segment = |number: usize| {
        let ends = windows.iter().skip(number.saturating_sub(2)).take(if number == 1 { 1 } else { 2 });
        let lines = others.iter().chain(ends).map(|(key, rest)| format!("{key} {rest}\n"));
        job(Part::Segment(number), lines.collect())
    };
    Ok([job(Part::Frame, text.to_owned())].into_iter().chain((1..=segments).map(segment)).collect())
}
