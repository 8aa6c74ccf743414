//! `grundy work`: a process that verifies segments of a run, beside any number of others.

use crate::exit::{Exit, Failure, print_json};
use crate::progress::Terminal;
use crate::search::processors;
use grundy::engine::Options;
use std::io::Write;
use std::path::PathBuf;

/// Verify segments of a long run, beside other processes that do the same
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy search .45 --dir run --until 1e5 && grundy work --dir run")]
pub struct Args {
    /// The directory of the run, perhaps on a shared file system
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// How many threads [default: one for each processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let options = Options { threads: args.threads.map_or_else(processors, usize::from), ..Options::default() };
    let worked = grundy::run::work(&args.dir, &options, &mut Terminal::new())?;
    if json {
        print_json(&worked)?;
    } else {
        let mut out = std::io::stdout().lock();
        writeln!(out, "{}: {} jobs done here", worked.game, worked.jobs)?;
        for (heap, problem) in &worked.refuted {
            writeln!(out, "REFUTED        the segment from heap {heap} on: {problem}")?;
        }
        let coverage = &worked.coverage;
        writeln!(
            out,
            "covered        all heaps before {}: {} segments, {} open",
            coverage.verified, coverage.done, coverage.open
        )?;
    }
    Ok(if worked.refuted.is_empty() { Exit::Yes } else { Exit::No })
}
