//! `grundy status`: where a long run stands.

use crate::outcome::{Failure, Outcome, print_json};
use grundy::answer::Largest;
use grundy::checkpoint;
use grundy::run::State;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

/// Show where a long run stands
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy search .45 --dir run --until 1e5 && grundy status --dir run")]
pub struct Args {
    /// The directory of the run
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
}

/// A run, for people and programs.
#[derive(Serialize)]
pub struct Document<'a> {
    game: &'a str,
    status: &'static str,
    /// Every heap before this one is verified.
    verified: u64,
    until: Option<u64>,
    preperiod: Option<u64>,
    period: Option<u64>,
    hash: String,
    max: Option<Largest>,
    sparse: Sparse,
    segments: usize,
    segment_length: u64,
    landmarks: usize,
    candidate_period: Option<u64>,
    seconds: f64,
    values_per_second: f64,
    estimate_seconds: Option<f64>,
    /// How long ago the checkpoint was written.
    saved_seconds_ago: Option<f64>,
    histogram: BTreeMap<u16, u64>,
}

#[derive(Serialize)]
struct Sparse {
    mask: String,
    parity: u8,
    kappa: u8,
    rares: usize,
    last_rare: Option<u64>,
    depth: u64,
}

impl<'a> Document<'a> {
    pub fn new(state: &'a State, saved_seconds_ago: Option<f64>) -> Self {
        let frontier = &state.frontier;
        let space = frontier.space;
        let left = state.until.map(|until| until.saturating_sub(frontier.next));
        let histogram = (0..).zip(state.tally.histogram().iter().copied()).filter(|&(_, count)| count > 0).collect();
        let proof = state.proof.as_ref();
        let status = match (proof, state.candidate) {
            (Some(_), _) => "periodic",
            (None, Some(_)) => "confirming a period",
            (None, None) => "searching",
        };
        Document {
            game: &state.game,
            status,
            verified: frontier.next,
            until: state.until,
            preperiod: proof.map(|proof| proof.preperiod),
            period: proof.map(|proof| proof.period),
            hash: format!("{:016x}", state.tally.hash()),
            max: state.tally.largest().map(|(value, at)| Largest { value, at }),
            sparse: Sparse {
                mask: format!("{:#x}", space.mask),
                parity: space.parity,
                kappa: space.kappa,
                rares: frontier.rares.len(),
                last_rare: frontier.rares.last().map(|&(heap, _)| heap),
                depth: frontier.depth,
            },
            segments: state.segments.len(),
            segment_length: state.segment_length,
            landmarks: state.landmarks.len(),
            candidate_period: state.candidate.map(|candidate| candidate.period),
            seconds: state.seconds,
            values_per_second: state.speed,
            estimate_seconds: left.filter(|_| state.speed > 0.0).map(|left| left as f64 / state.speed),
            saved_seconds_ago,
            histogram,
        }
    }

    pub fn print(&self) -> Result<Outcome, Failure> {
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        match (self.preperiod, self.period) {
            (Some(preperiod), Some(period)) => {
                writeln!(out, "{} is periodic: period {period}, preperiod {preperiod}", self.game)?;
            }
            _ => writeln!(out, "{}: {}", self.game, self.status)?,
        }
        writeln!(out, "verified       all heaps before {}", self.verified)?;
        writeln!(out, "hash           {}", self.hash)?;
        if let Some(max) = &self.max {
            writeln!(out, "largest value  {} (first at {})", max.value, max.at)?;
        }
        let Sparse { mask, parity, rares, last_rare, depth, .. } = &self.sparse;
        let parity = if *parity == 1 { " with heap parity" } else { "" };
        let last = last_rare.map_or("none".to_owned(), |last| last.to_string());
        writeln!(out, "sparse space   mask {mask}{parity}: {rares} rares, the last at {last}, depth {depth}")?;
        writeln!(out, "segments       {}, {} heaps apart", self.segments, self.segment_length)?;
        if let (Some(period), None) = (self.candidate_period, self.period) {
            writeln!(out, "candidate      period {period}, to be confirmed")?;
        }
        writeln!(out, "time           {}, {:.3} million values/s", span(self.seconds), self.values_per_second / 1e6)?;
        if let (Some(until), Some(left)) = (self.until, self.estimate_seconds) {
            writeln!(out, "left           {} to heap {until}", span(left))?;
        }
        if let Some(ago) = self.saved_seconds_ago {
            writeln!(out, "saved          {} ago", span(ago))?;
        }
        out.flush()?;
        Ok(Outcome::Yes)
    }
}

/// Seconds as a person says them.
fn span(seconds: f64) -> String {
    match seconds as u64 {
        0..100 => format!("{seconds:.1} s"),
        s @ 100..6000 => format!("{} min {:02} s", s / 60, s % 60),
        s @ 6000..172_800 => format!("{} h {:02} min", s / 3600, s / 60 % 60),
        s => format!("{} days {} h", s / 86_400, s / 3600 % 24),
    }
}

pub fn run(args: &Args, json: bool) -> Result<Outcome, Failure> {
    let (state, written) = checkpoint::latest(&args.dir)?;
    let ago = written.and_then(|written| written.elapsed().ok()).map(|ago| ago.as_secs_f64());
    let document = Document::new(&state, ago);
    if json { print_json(&document) } else { document.print() }
}
