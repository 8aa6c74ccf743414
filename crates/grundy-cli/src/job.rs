//! `grundy job`: verification of a long run as documents that any machine can work on.

use crate::exit::{Exit, Failure, fail, print_json};
use crate::interrupt;
use crate::progress::Terminal;
use crate::search::processors;
use grundy::engine::Options;
use grundy::run::job::{self, Job, Receipt, Verdict};
use grundy::run::receipts::{self, Merged};
use grundy::{Error, run};
use serde::de::DeserializeOwned;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;

/// Verify a long run elsewhere: print jobs, do them on any machine, take in the receipts
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  grundy search .45 --dir run --until 1e5\n  grundy job list --dir run | grundy job run > receipts\n  \
                  grundy job merge --dir run receipts"
)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    List(List),
    Run(Run),
    Merge(Merge),
}

/// Print what is to be verified, one self-contained JSON document a line
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy search .45 --dir run --until 1e5 && grundy job list --dir run")]
struct List {
    /// The directory of the run
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// Also the jobs that have a receipt
    #[arg(long)]
    all: bool,
}

/// Do the jobs on stdin, one a line, and print their receipts; no directory is needed
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  grundy search .45 --dir run --until 1e5 && grundy job list --dir run | grundy job run"
)]
struct Run {
    /// How many threads [default: one for each processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// Take receipts into the directory of a run: in any order, from anywhere, any number of times
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  grundy search .45 --dir run --until 1e5\n  grundy job list --dir run | grundy job run > receipts\n  \
                  grundy job merge --dir run receipts"
)]
struct Merge {
    /// The directory of the run
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// Run this share of the new receipts again, between 0 and 1
    #[arg(long, value_name = "SHARE", default_value = "0.01", value_parser = share)]
    recheck: f64,
    /// Files with receipts, one a line; - is stdin
    #[arg(value_name = "RECEIPTS", required = true)]
    files: Vec<PathBuf>,
}

fn share(text: &str) -> Result<f64, String> {
    let accepted = "accepted are numbers from 0 to 1";
    text.parse().ok().filter(|share| (0.0..=1.0).contains(share)).ok_or_else(|| accepted.to_owned())
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    match &args.command {
        Command::List(list) => print_jobs(list),
        Command::Run(run) => do_jobs(run),
        Command::Merge(merge) => take_in(merge, json),
    }
}

fn print_jobs(args: &List) -> Result<Exit, Failure> {
    let (state, _) = run::latest(&args.dir)?;
    let known = if args.all { Vec::new() } else { receipts::stored(&args.dir)? };
    for job in receipts::open(&state, &known) {
        print_json(&job)?;
    }
    Ok(Exit::Yes)
}

fn do_jobs(args: &Run) -> Result<Exit, Failure> {
    let options = Options { threads: args.threads.map_or_else(processors, usize::from), ..Options::default() };
    let mut outcome = Exit::Yes;
    let mut desk = job::Desk::default();
    for job in documents::<Job>(&mut io::stdin().lock(), "stdin", "job")? {
        let receipt = desk.run(&job, &options, &mut Terminal::new()).map_err(Error::from)?;
        if receipt.verdict == Verdict::Refuted {
            outcome = Exit::No;
        }
        print_json(&receipt)?;
    }
    Ok(outcome)
}

fn take_in(args: &Merge, json: bool) -> Result<Exit, Failure> {
    let mut all = Vec::new();
    for file in &args.files {
        let name = file.display().to_string();
        let read = |input: &mut dyn BufRead| documents::<Receipt>(input, &name, "receipt");
        all.extend(if name == "-" {
            read(&mut io::stdin().lock())?
        } else {
            let opened = std::fs::File::open(file);
            read(&mut io::BufReader::new(opened.map_err(|error| Failure::Message(format!("{name}: {error}")))?))?
        });
    }
    let options = Options { threads: processors(), ..Options::default() };
    let merged = receipts::merge(&args.dir, &all, args.recheck, &options, &mut Terminal::new())?;
    if json {
        print_json(&merged)?;
    } else {
        print(&merged)?;
    }
    Ok(if merged.refused.is_empty() { Exit::Yes } else { Exit::No })
}

fn print(Merged { accepted, repeated, rechecked, refused, coverage }: &Merged) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    writeln!(out, "accepted       {accepted}, {rechecked} of them run again here")?;
    writeln!(out, "known already  {repeated}")?;
    for refused in refused {
        let (machine, job) = (refused.machine.escape_debug(), refused.job.escape_debug());
        writeln!(out, "REFUSED        a receipt of {machine} for job {job}: {}", refused.reason)?;
    }
    writeln!(
        out,
        "covered        all heaps before {}: {} segments, {} open",
        coverage.verified, coverage.done, coverage.open
    )?;
    Ok(())
}

/// One document a line; empty lines do not count.
fn documents<T: DeserializeOwned>(input: &mut dyn BufRead, name: &str, what: &str) -> Result<Vec<T>, Failure> {
    let mut found = Vec::new();
    let mut lines = input.lines();
    let mut number = 0;
    while let Some(line) = interrupt::waiting(|| lines.next()) {
        number += 1;
        let line = line.map_err(|error| Failure::Message(format!("{name}, line {number}: {error}")))?;
        if line.trim().is_empty() {
            continue;
        }
        match serde_json::from_str(&line) {
            Ok(document) => found.push(document),
            Err(error) => {
                let error = error.to_string().escape_debug().to_string();
                return fail(format!("{name}, line {number}: not a {what}: {error}"));
            }
        }
    }
    Ok(found)
}
