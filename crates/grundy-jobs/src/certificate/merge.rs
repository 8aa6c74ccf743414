//! Receipts of a certificate: taken in any order, any number of times, and only if they fit; and what they cover together.

use super::{Job, Part, Receipt, VERSION, Verdict, jobs, lines, run};
use grundy::Error;
use grundy::run::receipts::{Refused, drawn};
use grundy::watch::Watch;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;

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
    /// What all receipts of the certificate cover now.
    pub coverage: Coverage,
}

/// What receipts cover of a certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Coverage {
    /// What the certificate claims, in its own words.
    pub claim: String,
    /// Whether the frame and all segments are verified: then the claim is checked in full.
    pub checked: bool,
    /// Whether the frame is verified (or the whole, where there are no segments).
    pub frame: bool,
    /// How many segments the certificate has.
    pub segments: usize,
    /// How many of them are verified.
    pub verified: usize,
    /// The segments that are neither verified nor rejected: the first and the last of each stretch.
    pub open: Vec<(usize, usize)>,
    /// The parts that the checker rejected, with the hypothesis that fails: the certificate is wrong.
    pub rejected: Vec<(Part, String)>,
}

/// The jobs of a certificate that have no receipt among these.
pub fn open(text: &str, receipts: &[Receipt]) -> Result<Vec<Job>, Error> {
    let mut jobs = jobs(text)?;
    jobs.retain(|job| {
        let number = job.number();
        !receipts.iter().any(|receipt| receipt.job == number && misfit(job, receipt).is_none())
    });
    Ok(jobs)
}

/// Why a receipt is not one for this job.
fn misfit(job: &Job, receipt: &Receipt) -> Option<&'static str> {
    match receipt {
        _ if receipt.version != VERSION => Some("its version is another one"),
        _ if receipt.certificate != job.certificate => Some("it is about another certificate"),
        _ if receipt.part != job.part => Some("it is about another part than its job"),
        _ => None,
    }
}

/// Takes receipts of a certificate, beside those that are `known`; gives those that are new and fit. A `share` of them, between 0 and 1, is checked
/// again here, and every one that rejects something.
pub fn merge(
    text: &str,
    known: &[Receipt],
    receipts: &[Receipt],
    share: f64,
    watch: &mut dyn Watch,
) -> Result<(Vec<Receipt>, Merged), Error> {
    let jobs = jobs(text)?;
    let by_number: HashMap<String, &Job> = jobs.iter().map(|job| (job.number(), job)).collect();
    let fits = |receipt: &&Receipt| by_number.get(&receipt.job).is_some_and(|job| misfit(job, receipt).is_none());
    let mut kept: HashMap<&str, &Receipt> =
        known.iter().filter(fits).map(|receipt| (receipt.job.as_str(), receipt)).collect();
    let (mut new, mut refused): (Vec<Receipt>, Vec<Refused>) = (Vec::new(), Vec::new());
    let (mut repeated, mut rechecked) = (0, 0);
    for receipt in receipts {
        let mut refuse = |reason: &str| {
            let (job, machine) = (receipt.job.clone(), receipt.machine.clone());
            refused.push(Refused { job, machine, reason: reason.to_owned() });
        };
        let Some(job) = by_number.get(&receipt.job) else {
            refuse("this certificate has no such job");
            continue;
        };
        if let Some(reason) = misfit(job, receipt) {
            refuse(reason);
            continue;
        }
        if kept.contains_key(receipt.job.as_str()) {
            repeated += 1;
            continue;
        }
        if drawn(&receipt.job, share) || receipt.verdict == Verdict::Rejected {
            rechecked += 1;
            let again = run(job, 1, watch)?;
            if again.verdict != receipt.verdict {
                refuse("run again, something else came out");
                continue;
            }
        }
        kept.insert(&receipt.job, receipt);
        new.push(receipt.clone());
    }
    let coverage = Coverage::of(text, &jobs, &kept);
    Ok((new.clone(), Merged { accepted: new.len(), repeated, rechecked, refused, coverage }))
}

impl Coverage {
    fn of(text: &str, jobs: &[Job], receipts: &HashMap<&str, &Receipt>) -> Self {
        let said = |job: &Job| receipts.get(job.number().as_str()).copied();
        let mut coverage = Coverage {
            claim: claim(text),
            checked: false,
            frame: false,
            segments: jobs[0].segments,
            verified: 0,
            open: Vec::new(),
            rejected: Vec::new(),
        };
        for job in jobs {
            match (job.part, said(job)) {
                (part, Some(Receipt { verdict: Verdict::Rejected, said, .. })) => {
                    coverage.rejected.push((part, said.clone()));
                }
                (Part::Segment(_), Some(_)) => coverage.verified += 1,
                (Part::Segment(number), None) => match coverage.open.last_mut() {
                    Some((_, last)) if *last + 1 == number => *last = number,
                    _ => coverage.open.push((number, number)),
                },
                (Part::Whole | Part::Frame, found) => coverage.frame = found.is_some(),
            }
        }
        coverage.checked = coverage.frame && coverage.verified == coverage.segments;
        coverage
    }
}

/// What a certificate claims, in its own words: the lines that come once and say it.
fn claim(text: &str) -> String {
    let keys = ["game", "kind", "theorem", "preperiod", "period", "saltus", "order", "heaps"];
    let said = keys.iter().filter_map(|key| lines(text).find(|(found, _)| found == key));
    let said: Vec<String> = said.map(|(key, rest)| format!("{key} {}", grundy_check::shown(rest))).collect();
    said.join(", ")
}
