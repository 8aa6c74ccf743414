//! `grundy work`: a process that verifies segments of a run, beside any number of others.

use crate::exit::{Exit, Failure, print_json};
use crate::progress::Terminal;
use crate::search::processors;
use grundy::engine::Options;
use grundy::watch::{Progress, Watch};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

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
    /// Wait for further segments as long as a process runs the search
    #[arg(long)]
    wait: bool,
}

/// How often a worker without work looks for more.
const PAUSE: Duration = Duration::from_millis(200);

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let options = Options { threads: args.threads.map_or_else(processors, usize::from), ..Options::default() };
    let mut watch = Terminal::new();
    let mut worked = grundy::run::work(&args.dir, &options, &mut watch)?;
    while args.wait && grundy::run::status(&args.dir)?.running == Some(true) {
        std::thread::sleep(PAUSE);
        let more = grundy::run::work(&args.dir, &options, &mut watch)?;
        watch.at(Progress::open("segments done", more.coverage.done as u64)).map_err(grundy::Error::from)?;
        worked.jobs += more.jobs;
        worked.refuted.extend(more.refuted);
        worked.coverage = more.coverage;
    }
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
