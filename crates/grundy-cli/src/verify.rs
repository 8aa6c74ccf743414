//! `grundy verify`: computes and verifies segments of a long run again, each from its window alone.

use crate::outcome::{Failure, Outcome, fail, parse_game, print_json};
use crate::progress::Progress;
use crate::{interrupt, search};
use grundy::checkpoint;
use grundy::engine::Options;
use grundy::run::RunError;
use grundy::run::replay::{self, Verified};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Verify segments of a long run again
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy search .45 --dir run --until 1e5 && grundy verify --dir run")]
pub struct Args {
    /// The directory of the run
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// Only this segment; 1 is the beginning of the run [default: all]
    #[arg(long, value_name = "I")]
    segment: Option<usize>,
    /// How many segments at once [default: one for each processor]
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

#[derive(Serialize)]
struct Document<'a> {
    game: &'a str,
    status: &'static str,
    depth: u64,
    segments: Vec<Verified>,
}

pub fn run(args: &Args, json: bool) -> Result<Outcome, Failure> {
    let (state, _) = checkpoint::latest(&args.dir)?;
    let game = parse_game(&state.game)?;
    let rules = game.rules();
    grundy::run::consistent(&state, rules)?;
    let all = 1..=state.segments.len() + 1;
    let wanted: Vec<usize> = match args.segment {
        Some(i) if !all.contains(&i) => return fail(format!("no segment {i}; this run has 1 to {}", all.end())),
        Some(i) => vec![i],
        None => all.collect(),
    };
    let jobs = args.jobs.map_or_else(search::processors, usize::from).min(wanted.len());
    let threads = if wanted.len() == 1 { search::processors() } else { 1 };
    let options = Options { threads, ..Options::default() };
    let (next, done) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let progress = Mutex::new(Progress::new("segments", wanted.len() as u64));
    let work = || -> Result<(), RunError> {
        while let Some(&segment) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
            let mut pause = |_| interrupt::requested();
            let Some(verified) = replay::verify(rules, &options, &state, segment, &mut pause)? else { break };
            let mut done = done.lock().expect("no thread panics");
            done.push(verified);
            progress.lock().expect("no thread panics").at(done.len() as u64);
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("no thread panics"))
    })?;
    drop(progress);
    if interrupt::requested() {
        return Err(Failure::Interrupted);
    }
    let mut segments = done.into_inner().expect("no thread panics");
    segments.sort_unstable_by_key(|verified| verified.segment);
    let good = segments.iter().all(|verified| verified.problem.is_none());
    let status = if good { "verified" } else { "refuted" };
    let document = Document { game: &state.game, status, depth: state.frontier.depth, segments };
    if json {
        print_json(&document)?;
    } else {
        print(&document)?;
    }
    Ok(if good { Outcome::Yes } else { Outcome::No })
}

fn print(document: &Document) -> Result<(), Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for Verified { segment, from, to, depth, problem } in &document.segments {
        match problem {
            None => writeln!(out, "segment {segment}: heaps {from} to {} verified, depth {depth}", to - 1)?,
            Some(problem) => writeln!(out, "segment {segment}: REFUTED: {problem}")?,
        }
    }
    out.flush()?;
    Ok(())
}
