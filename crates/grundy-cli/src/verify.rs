//! `grundy verify`: computes and verifies a long run again, each segment from its window alone, and what it claims.

use crate::exit::{Exit, Failure, print_json};
use crate::progress::Terminal;
use crate::search::processors;
use grundy::engine::Options;
use grundy::run::{self, Claim, Finding, Verification, Verified};
use std::io::Write;
use std::path::PathBuf;

/// Verify a long run again: its segments and its claim
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy search .45 --dir run --until 1e5 && grundy verify --dir run")]
pub struct Args {
    /// The directory of the run
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// Only this segment; 1 is the beginning of the run [default: all, and the claim]
    #[arg(long, value_name = "I")]
    segment: Option<usize>,
    /// How many threads, each with a segment of its own [default: one for each processor]
    #[arg(long, alias = "jobs", value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let (state, _) = run::latest(&args.dir)?;
    let threads = args.threads.map_or_else(processors, usize::from);
    let options = Options { threads: processors(), ..Options::default() };
    let found =
        run::verify(&state, args.segment, threads, &options, &mut Terminal::new()).map_err(grundy::Error::from)?;
    if json {
        print_json(&found)?;
    } else {
        print(&found)?;
    }
    Ok(if found.status == Finding::Verified { Exit::Yes } else { Exit::No })
}

fn print(found: &Verification) -> Result<(), Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for Verified { segment, from, to, depth, problem } in &found.segments {
        match problem {
            None if *to == 0 => writeln!(out, "segment {segment}: no heaps yet")?,
            None => writeln!(out, "segment {segment}: heaps {from} to {} verified, depth {depth}", to - 1)?,
            Some(problem) => writeln!(out, "segment {segment}: REFUTED: {problem}")?,
        }
    }
    if let Some(Claim { preperiod, period, saltus, problem, .. }) = &found.claim {
        let saltus = if *saltus > 0 { format!(", saltus {saltus}") } else { String::new() };
        match problem {
            None => writeln!(out, "claim: period {period}{saltus}, preperiod {preperiod} verified")?,
            Some(problem) => writeln!(out, "claim: REFUTED: {problem}")?,
        }
    } else if !found.complete {
        writeln!(out, "this segment alone; what the run claims was not looked at")?;
    }
    out.flush()?;
    Ok(())
}
