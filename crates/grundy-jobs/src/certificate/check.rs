//! Parts of certificates through the independent checker, on several threads.

use super::batch::{Batch, batches};
use super::{Job, Part, Receipt, VERSION, Verdict, bad};
use grundy::Error;
use grundy::run::job::machine;
use grundy::watch::{Progress, Stopped, Watch};
use grundy_check::{Limits, Sight, Task, check_segments, check_watched};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// What a job may cost: whoever runs one has asked for it and can stop it, but memory is bounded.
const LIMITS: Limits = Limits { memory: Some(1 << 30), values: Some(u64::MAX) };

/// How often the watch is asked.
const LOOK: Duration = Duration::from_millis(40);

/// Does a job, from nothing but what it says.
pub fn run(job: &Job, threads: usize, watch: &mut dyn Watch) -> Result<Receipt, Error> {
    let mut receipts = Vec::new();
    run_all(&[job], threads, watch, &mut |receipt| receipts.push(receipt))?;
    receipts.pop().ok_or_else(|| Stopped.into())
}

/// Does jobs side by side and gives each receipt away as soon as it is there, in any order. Many segments of one
/// certificate are checked together, and their receipts come together.
pub fn run_all(
    jobs: &[&Job],
    threads: usize,
    watch: &mut dyn Watch,
    each: &mut dyn FnMut(Receipt),
) -> Result<(), Error> {
    let (sight, next) = (Sight::default(), AtomicUsize::new(0));
    let batches = batches(jobs, threads);
    let workers = threads.clamp(1, batches.len().max(1));
    let (finished, receipts) = mpsc::channel();
    let work = |finished: mpsc::Sender<Result<Receipt, Error>>| {
        while let Some(batch) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
            for result in several(batch, threads / workers, &sight) {
                if finished.send(result).is_err() {
                    return;
                }
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..workers {
            let finished = finished.clone();
            scope.spawn(|| work(finished));
        }
        drop(finished);
        let mut done = 0;
        let result = loop {
            match receipts.recv_timeout(LOOK) {
                Ok(Ok(receipt)) => {
                    done += 1;
                    each(receipt);
                }
                Ok(Err(error)) => break Err(error),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break Ok(()),
            }
            if let Err(stopped) = watch.at(progress(&sight, done, jobs.len())) {
                break Err(stopped.into());
            }
        };
        if result.is_err() {
            sight.stop.store(true, Ordering::Relaxed);
            next.store(batches.len(), Ordering::Relaxed);
        }
        result
    })
}

/// The receipts of a batch.
fn several(batch: &Batch, threads: usize, sight: &Sight) -> Vec<Result<Receipt, Error>> {
    if let Some((text, numbers)) = &batch.together {
        let started = Instant::now();
        let task = Task { jobs: threads.max(1), limits: LIMITS, ..Task::default() };
        // What is wrong with all of them is wrong with each.
        if let Ok(verdicts) = check_segments(text, numbers, &task, sight) {
            let seconds = started.elapsed().as_secs_f64() / batch.jobs.len() as f64;
            return batch.jobs.iter().zip(verdicts).map(|(job, said)| receipt(job, said, seconds, sight)).collect();
        }
    }
    batch.jobs.iter().map(|job| one(job, threads, sight)).collect()
}

/// Of one job the heaps are counted, else the jobs.
fn progress(sight: &Sight, done: u64, jobs: usize) -> Progress {
    match sight.total.load(Ordering::Relaxed) {
        total if jobs == 1 && total > 0 => Progress::new("heaps", sight.done.load(Ordering::Relaxed), total),
        _ => Progress::new("jobs", done, jobs as u64),
    }
}

fn one(job: &Job, threads: usize, sight: &Sight) -> Result<Receipt, Error> {
    if job.version != VERSION {
        return Err(bad(format!("its version is {}, and this program knows {VERSION}", job.version)));
    }
    let started = Instant::now();
    let part = match job.part {
        Part::Whole => grundy_check::Part::Whole,
        Part::Frame => grundy_check::Part::Frame,
        // The first segment has no window before it; each other one comes after that of the beginning.
        Part::Segment(number) => grundy_check::Part::Segment(number.min(2)),
    };
    let task = Task { part, jobs: threads.max(1), limits: LIMITS, ..Task::default() };
    let verdict = check_watched(&job.text, &task, sight);
    receipt(job, verdict, started.elapsed().as_secs_f64(), sight)
}

/// What the checker said, as the receipt of a job.
fn receipt(job: &Job, verdict: grundy_check::Verdict, seconds: f64, sight: &Sight) -> Result<Receipt, Error> {
    let (verdict, said) = match verdict {
        grundy_check::Verdict::Partial(mut partial) => {
            if let Part::Segment(number) = job.part {
                partial.part = grundy_check::Part::Segment(number);
            }
            partial.segments = job.segments;
            (Verdict::Verified, partial.to_string())
        }
        grundy_check::Verdict::Verified(statement) => (Verdict::Verified, statement.to_string()),
        grundy_check::Verdict::Rejected(hypothesis) => (Verdict::Rejected, hypothesis),
        grundy_check::Verdict::Refused(_) if sight.stop.load(Ordering::Relaxed) => return Err(Stopped.into()),
        grundy_check::Verdict::Refused(why) => return Err(bad(format!("the checker refuses {}: {why}", job.part))),
    };
    Ok(Receipt {
        version: VERSION,
        job: job.number(),
        certificate: job.certificate.clone(),
        part: job.part,
        verdict,
        said,
        checker: format!("grundy-check {}", grundy_check::VERSION),
        machine: machine(),
        seconds,
    })
}
