//! Checks the certificates that `grundy` writes: a proof is gone through again, hypothesis by hypothesis.
//!
//! This crate shares no code with the library that writes certificates, depends on nothing but the standard library and
//! prefers plainness to speed: it is meant to be read. The format and the theorems are described in the book of
//! `grundy`.
//!
//! ```
//! use grundy_check::{Statement, Task, Verdict, check};
//!
//! let kayles = "grundy-certificate 1\nkind period\ngame .77\ntheorem classical\n\
//!               preperiod 71\nperiod 12\ndistinct 2 71\ndistinct 3 71\n";
//! let verdict = check(kayles, &Task::default());
//! assert!(matches!(verdict, Verdict::Verified(Statement::Period { preperiod: 71, period: 12, .. })));
//!
//! let forged = kayles.replace("preperiod 71", "preperiod 70");
//! let said = check(&forged, &Task::default()).to_string();
//! assert_eq!(said, "REJECTED period: heap 82 has value 2, but heap 70 has another");
//! ```

#![forbid(unsafe_code)]

mod code;
mod limits;
mod marks;
mod misere;
mod outcomes;
mod period;
mod reader;
mod set;
mod sight;
mod verdict;

pub use limits::Limits;
pub use reader::shown;
pub use sight::Sight;
pub use verdict::{Partial, Statement, Verdict};

use limits::Budget;
use reader::{Certificate, unreadable};

const NO_SEGMENTS: &str = "it has no segments; leave --segment and --frame away";

/// The version of this checker.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What to check of a certificate, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// Which part of the proof.
    pub part: Part,
    /// Threads for the segments of a long proof.
    pub jobs: usize,
    /// Whether every step is taken literally from the definitions: slower, and nothing to understand but the theorem.
    pub plain: bool,
    /// What the check may cost.
    pub limits: Limits,
}

impl Default for Task {
    /// All of it, on one thread.
    fn default() -> Self {
        Task { part: Part::Whole, jobs: 1, plain: false, limits: Limits::default() }
    }
}

/// A part of a long proof. The frame and all segments together are the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    Whole,
    /// Everything but the segments: the rares at the beginning, the places of the windows, the window that returns, and
    /// that period and preperiod are the smallest.
    Frame,
    /// One segment only, counted from 1.
    Segment(usize),
}

/// Checks the text of a certificate.
pub fn check(text: &str, task: &Task) -> Verdict {
    check_watched(text, task, &Sight::default())
}

/// Checks the text of a certificate; another thread may watch it, and stop it.
pub fn check_watched(text: &str, task: &Task, sight: &Sight) -> Verdict {
    let budget = Budget::new(task.limits, text.len(), sight);
    let verdict = Certificate::read(text, &budget).and_then(|certificate| match certificate.kind {
        period::KIND => period::check(&certificate, task, &budget),
        _ if task.part != Part::Whole => unreadable(NO_SEGMENTS),
        misere::KIND => misere::check(&certificate, &budget).map(Verdict::Verified),
        outcomes::KIND => outcomes::check(&certificate, &budget).map(Verdict::Verified),
        other => {
            let known = [period::KIND, misere::KIND, outcomes::KIND].join(", ");
            unreadable(format!("unknown kind \"{}\"; known are {known}", shown(other)))
        }
    });
    verdict.unwrap_or_else(Verdict::from)
}

/// Checks some segments of a long proof, counted from 1, and says of each what was found; a verdict of its own where
/// none of them could be looked at. Many segments of one length are checked side by side, which is faster than one by
/// one. The task's part is not asked for.
pub fn check_segments(text: &str, numbers: &[usize], task: &Task, sight: &Sight) -> Result<Vec<Verdict>, Box<Verdict>> {
    let budget = Budget::new(task.limits, text.len(), sight);
    let verdicts = Certificate::read(text, &budget).and_then(|certificate| match certificate.kind {
        period::KIND => period::segments(&certificate, numbers, task, &budget),
        _ => unreadable(NO_SEGMENTS),
    });
    verdicts.map_err(|refusal| Box::new(refusal.into()))
}
