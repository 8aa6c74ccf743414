//! Workers: any number of processes that verify the segments of one directory, on one machine or on a shared file
//! system.
//!
//! A worker takes a job that has no receipt and that nobody else has locked, does it, and leaves the receipt. The lock
//! dies with the process, so a worker may be killed at any instant: its job is free again, and nothing else is lost.

use super::checkpoint;
use super::coverage::Coverage;
use super::job::{Desk, Verdict};
use super::receipts::{claim, open, release, store, stored};
use crate::engine::Options;
use crate::error::Error;
use crate::game::Game;
use crate::watch::Watch;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashSet;
use std::path::Path;

/// What a worker did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Worked {
    /// The game of the run.
    pub game: Game,
    /// The jobs that this worker did.
    pub jobs: usize,
    /// The problems that it found, with the first heap of the segment.
    pub refuted: Vec<(u64, String)>,
    /// What all receipts of the run cover now.
    pub coverage: Coverage,
}

/// Does jobs of the run in `dir` until there is none left that nobody does.
pub fn work(dir: &Path, options: &Options, watch: &mut dyn Watch) -> Result<Worked, Error> {
    let (mut jobs, mut refuted) = (0, Vec::new());
    let mut desk = Desk::default();
    loop {
        let (state, _) = checkpoint::latest(dir)?;
        let receipts = stored(dir)?;
        let mut idle = true;
        for job in open(&state, &receipts) {
            let number = job.number();
            let Some(lock) = claim(dir, &number) else { continue };
            // Someone may have finished it since the list was made.
            let done: HashSet<String> = stored(dir)?.into_iter().map(|receipt| receipt.job).collect();
            if !done.contains(&number) {
                let receipt = desk.run(&job, options, watch)?;
                store(dir, &receipt)?;
                jobs += 1;
                if receipt.verdict == Verdict::Refuted {
                    refuted.push((job.start, receipt.problem.unwrap_or_default()));
                }
                idle = false;
            }
            release(dir, &number);
            drop(lock);
            if !idle {
                break;
            }
        }
        if idle {
            let coverage = Coverage::of(&state, &receipts);
            return Ok(Worked { game: state.game, jobs, refuted, coverage });
        }
    }
}
