//! `grundy job`: verification of long runs and of certificates as documents that any machine can work on.

use crate::exit::{Exit, Failure, fail, print_json};
use crate::interrupt;
use crate::progress::Terminal;
use crate::search::processors;
use grundy::engine::Options;
use grundy::run::job::Desk;
use grundy::run::receipts;
use grundy_jobs::ledger::{self, Ledger};
use grundy_jobs::{Job, certificate, run_all};
use serde::de::DeserializeOwned;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

/// Verify a long run or a certificate elsewhere: print jobs, do them on any machine, take in the receipts
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grundy search .45 --dir run --until 1e5\n  \
        grundy job list --dir run | grundy job run > receipts\n  \
                  grundy job merge --dir run receipts\n  \
                  grundy solve .45 --cert 45.cert\n  \
                  grundy job list --cert 45.cert | grundy job run | grundy job merge --cert 45.cert -")]
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

/// What the jobs are about
#[derive(clap::Args)]
#[group(required = true, multiple = false)]
struct Source {
    /// The directory of a run
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// A certificate, to be checked by the independent checker
    #[arg(long, value_name = "FILE")]
    cert: Option<PathBuf>,
}

/// Where the receipts of a certificate are kept
#[derive(clap::Args)]
struct Place {
    /// The file of the receipts of a certificate [default: FILE with the ending .receipts.jsonl]
    #[arg(long, value_name = "PLACE", conflicts_with = "dir")]
    receipts: Option<PathBuf>,
}

impl Place {
    fn of(&self, certificate: &Path) -> PathBuf {
        self.receipts.clone().unwrap_or_else(|| certificate.with_extension("receipts.jsonl"))
    }
}

/// Print what is to be verified, one self-contained JSON document a line
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grundy search .45 --dir run --until 1e5 && grundy job list --dir run\n  \
                  grundy solve .45 --cert 45.cert && grundy job list --cert 45.cert")]
struct List {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    place: Place,
    /// Also the jobs that have a receipt
    #[arg(long)]
    all: bool,
}

/// Do the jobs on stdin, one a line, and print their receipts; no directory and no certificate is needed
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  grundy search .45 --dir run --until 1e5 && grundy job list --dir run | grundy job run"
)]
struct Run {
    /// How many threads [default: one for each processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

/// Take receipts in: in any order, from anywhere, any number of times; and say what they cover
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grundy search .45 --dir run --until 1e5\n  \
        grundy job list --dir run | grundy job run > receipts\n  \
                  grundy job merge --dir run receipts\n  \
                  grundy solve .45 --cert 45.cert && grundy job merge --cert 45.cert")]
struct Merge {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    place: Place,
    /// Run this share of the new receipts again, between 0 and 1
    #[arg(long, value_name = "SHARE", default_value = "0.01", value_parser = share)]
    recheck: f64,
    /// Files with receipts, one a line; - is stdin. Without any, only what is covered is said
    #[arg(value_name = "RECEIPTS")]
    files: Vec<PathBuf>,
}

pub fn share(text: &str) -> Result<f64, String> {
    let accepted = "accepted are numbers from 0 to 1";
    text.parse().ok().filter(|share| (0.0..=1.0).contains(share)).ok_or_else(|| accepted.to_owned())
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    match &args.command {
        Command::List(list) => print_jobs(list),
        Command::Run(run) => do_jobs(run),
        Command::Merge(merge) => match &merge.source {
            Source { cert: Some(file), .. } => merge_certificate(merge, file, json),
            Source { dir, .. } => merge_run(merge, dir.as_deref().unwrap_or(Path::new("")), json),
        },
    }
}

fn print_jobs(args: &List) -> Result<Exit, Failure> {
    if let Some(dir) = &args.source.dir {
        let (state, _) = grundy::run::latest(dir)?;
        let known = if args.all { Vec::new() } else { receipts::stored(dir)? };
        receipts::open(&state, &known).iter().try_for_each(|job| print_json(job).map(drop))?;
    }
    if let Some(file) = &args.source.cert {
        let place = args.place.of(file);
        let known = if args.all { Vec::new() } else { ledger::read(&place).map_err(|error| about(&place, &error))? };
        let open = certificate::open(&text_of(file)?, &known).map_err(|error| about(file, &error))?;
        open.iter().try_for_each(|job| print_json(job).map(drop))?;
    }
    Ok(Exit::Yes)
}

fn about(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::Message(format!("{}: {error}", path.display()))
}

fn text_of(file: &Path) -> Result<String, Failure> {
    std::fs::read_to_string(file).map_err(|error| about(file, &error))
}

fn do_jobs(args: &Run) -> Result<Exit, Failure> {
    let options = Options { threads: args.threads.map_or_else(processors, usize::from), ..Options::default() };
    let jobs = documents(&mut io::stdin().lock(), "stdin", "job", Job::read)?;
    let (mut outcome, mut printed) = (Exit::Yes, Ok(Exit::Yes));
    run_all(&mut Desk::default(), &jobs, &options, &mut Terminal::new(), &mut |receipt| {
        if !receipt.is_verified() {
            outcome = Exit::No;
        }
        if printed.is_ok() {
            printed = print_json(receipt);
        }
    })?;
    printed.map(|_| outcome)
}

/// The receipts in all files.
pub fn all_receipts<T: DeserializeOwned>(files: &[PathBuf]) -> Result<Vec<T>, Failure> {
    let mut all = Vec::new();
    for file in files {
        let name = file.display().to_string();
        let read = |input: &mut dyn BufRead| documents(input, &name, "receipt", |line| serde_json::from_str(line));
        all.extend(if name == "-" {
            read(&mut io::stdin().lock())?
        } else {
            read(&mut io::BufReader::new(std::fs::File::open(file).map_err(|error| about(file, &error))?))?
        });
    }
    Ok(all)
}

fn merge_run(args: &Merge, dir: &Path, json: bool) -> Result<Exit, Failure> {
    let options = Options { threads: processors(), ..Options::default() };
    let all = all_receipts(&args.files)?;
    let merged = receipts::merge(dir, &all, args.recheck, &options, &mut Terminal::new())?;
    if json {
        print_json(&merged)?;
    } else {
        print_taken(merged.accepted, merged.rechecked, merged.repeated, &merged.refused)?;
        let coverage = &merged.coverage;
        let (verified, done, open) = (coverage.verified, coverage.done, coverage.open);
        writeln!(io::stdout(), "covered        all heaps before {verified}: {done} segments, {open} open")?;
    }
    Ok(if merged.refused.is_empty() { Exit::Yes } else { Exit::No })
}

fn merge_certificate(args: &Merge, file: &Path, json: bool) -> Result<Exit, Failure> {
    let text = text_of(file)?;
    let place = args.place.of(file);
    let all = all_receipts(&args.files)?;
    let merge = |known: &[certificate::Receipt]| {
        certificate::merge(&text, known, &all, args.recheck, &mut Terminal::new()).map_err(|error| match error {
            stop if stop.is_stop() => Failure::Interrupted,
            error => about(file, &error),
        })
    };
    let merged = if all.is_empty() {
        merge(&ledger::read(&place).map_err(|error| about(&place, &error))?)?.1
    } else {
        let (ledger, known) = Ledger::open(&place).map_err(|error| about(&place, &error))?;
        let (new, merged) = merge(&known)?;
        ledger.append(&new).map_err(|error| about(&place, &error))?;
        merged
    };
    if json {
        print_json(&merged)?;
    } else {
        print_taken(merged.accepted, merged.rechecked, merged.repeated, &merged.refused)?;
        print_coverage(&merged.coverage)?;
    }
    let right = merged.refused.is_empty() && merged.coverage.rejected.is_empty();
    Ok(if right { Exit::Yes } else { Exit::No })
}

pub fn print_taken(
    accepted: usize,
    rechecked: usize,
    repeated: usize,
    refused: &[receipts::Refused],
) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    writeln!(out, "accepted       {accepted}, {rechecked} run again here")?;
    writeln!(out, "known already  {repeated}")?;
    for refused in refused {
        let (machine, job) = (refused.machine.escape_debug(), refused.job.escape_debug());
        writeln!(out, "REFUSED        a receipt of {machine} for job {job}: {}", refused.reason)?;
    }
    Ok(())
}

fn print_coverage(coverage: &certificate::Coverage) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let frame = match (coverage.segments, coverage.frame) {
        (0, true) => "verified as a whole".to_owned(),
        (0, false) => "open; one job for all of it".to_owned(),
        (_, true) => "frame verified".to_owned(),
        (_, false) => "frame open".to_owned(),
    };
    writeln!(out, "claim          {}", coverage.claim)?;
    if coverage.segments > 0 {
        writeln!(out, "covered        {frame}, {} of {} segments verified", coverage.verified, coverage.segments)?;
    } else {
        writeln!(out, "covered        {frame}")?;
    }
    if !coverage.open.is_empty() {
        let stretch = |&(first, last): &(usize, usize)| {
            if first == last { first.to_string() } else { format!("{first}-{last}") }
        };
        let open: Vec<String> = coverage.open.iter().map(stretch).collect();
        writeln!(out, "open segments  {}", open.join(", "))?;
    }
    for (part, why) in &coverage.rejected {
        writeln!(out, "REJECTED       {part}: {}", why.escape_debug())?;
    }
    if coverage.checked {
        writeln!(out, "CHECKED        in full: what the certificate claims is verified")?;
    }
    Ok(())
}

/// One document a line; empty lines do not count.
fn documents<T>(
    input: &mut dyn BufRead,
    name: &str,
    what: &str,
    read: impl Fn(&str) -> Result<T, serde_json::Error>,
) -> Result<Vec<T>, Failure> {
    let mut found = Vec::new();
    let mut lines = input.lines();
    let mut number = 0;
    while let Some(line) = interrupt::waiting(|| lines.next()) {
        number += 1;
        let line = line.map_err(|error| Failure::Message(format!("{name}, line {number}: {error}")))?;
        if line.trim().is_empty() {
            continue;
        }
        match read(&line) {
            Ok(document) => found.push(document),
            Err(error) => {
                let error = error.to_string().escape_debug().to_string();
                return fail(format!("{name}, line {number}: not a {what}: {error}"));
            }
        }
    }
    Ok(found)
}
