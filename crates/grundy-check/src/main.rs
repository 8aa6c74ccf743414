//! `grundy-check FILE…`: re-does the proof that a certificate claims.
//!
//! This program shares no code with the library that writes certificates, depends on nothing but the standard library
//! and prefers plainness to speed: it is meant to be read. For each file it prints one line. Exit codes: 0 when every
//! file is verified, 1 when some hypothesis fails, 2 when something cannot be read.

#![forbid(unsafe_code)]

use grundy_check::{Refusal, Task, check};
use std::io::Write;
use std::process::ExitCode;

const USAGE: &str = "\
Checks certificates written by `grundy`.

Usage: grundy-check [--segment I] [--jobs J] FILE...

Prints VERIFIED and what is proved, or the first hypothesis that fails.
Exit codes: 0 all verified, 1 a hypothesis fails, 2 a file cannot be read.

Options:
  --segment I  check one segment of a long proof, counted from 1
  --jobs J     check the segments of a long proof with J threads

Example:
  grundy solve kayles --cert kayles.cert
  grundy-check kayles.cert
";

fn main() -> ExitCode {
    let mut out = std::io::stdout().lock();
    let (task, paths) = match arguments() {
        Ok(Some(given)) => given,
        Ok(None) => return ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {problem}; usage: grundy-check [--segment I] [--jobs J] FILE...");
            return ExitCode::from(2);
        }
    };
    let mut worst = 0;
    for path in &paths {
        let text = std::fs::read_to_string(path).map_err(|error| Refusal::Unreadable(error.to_string()));
        let prefix = if paths.len() > 1 { format!("{path}: ") } else { String::new() };
        let (exit, written) = match text.and_then(|text| check(&text, task)) {
            Ok(proved) => (0, writeln!(out, "{prefix}VERIFIED {proved}")),
            Err(Refusal::Fails(hypothesis)) => (1, writeln!(out, "{prefix}REJECTED {hypothesis}")),
            Err(Refusal::Unreadable(why)) => {
                eprintln!("error: {path}: {why}");
                (2, Ok(()))
            }
        };
        worst = worst.max(if written.is_err() { 2 } else { exit });
    }
    ExitCode::from(worst)
}

/// Reads the command line: what to check, and the files. None when there is nothing to do.
fn arguments() -> Result<Option<(Task, Vec<String>)>, String> {
    let mut task = Task { segment: None, jobs: 1 };
    let mut paths = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || {
            let number = arguments.next().and_then(|text| text.parse().ok()).filter(|&number| number > 0);
            number.ok_or_else(|| format!("{argument} needs a number from 1 up"))
        };
        match argument.as_str() {
            "-h" | "--help" => {
                print!("{USAGE}");
                return Ok(None);
            }
            "-V" | "--version" => {
                println!("grundy-check {}", env!("CARGO_PKG_VERSION"));
                return Ok(None);
            }
            "--segment" => task.segment = Some(number()?),
            "--jobs" => task.jobs = number()?,
            option if option.starts_with('-') => return Err(format!("unknown option {option}")),
            _ => paths.push(argument),
        }
    }
    if paths.is_empty() { Err("no file given".to_owned()) } else { Ok(Some((task, paths))) }
}
