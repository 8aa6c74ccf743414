//! `grundy-check FILE…`: re-does the proof that a certificate claims.
//!
//! This program shares no code with the library that writes certificates, depends on nothing but the standard library
//! and prefers plainness to speed: it is meant to be read. For each file it prints one line. Exit codes: 0 when every
//! file is verified, 1 when some hypothesis fails, 2 when something cannot be read.

#![forbid(unsafe_code)]

mod code;
mod misere;
mod outcomes;
mod reader;
mod set;

use reader::{Certificate, Refusal};
use std::io::Write;
use std::process::ExitCode;

const USAGE: &str = "\
Checks certificates written by `grundy`.

Usage: grundy-check FILE...

Prints VERIFIED and what is proved, or the first hypothesis that fails.
Exit codes: 0 all verified, 1 a hypothesis fails, 2 a file cannot be read.

Example:
  grundy misere solve .77 --cert kayles.cert
  grundy-check kayles.cert
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut out = std::io::stdout().lock();
    match arguments.first().map(String::as_str) {
        None => {
            eprintln!("error: no file given; usage: grundy-check FILE...");
            return ExitCode::from(2);
        }
        Some("-h" | "--help") => {
            let _ = write!(out, "{USAGE}");
            return ExitCode::SUCCESS;
        }
        Some("-V" | "--version") => {
            let _ = writeln!(out, "grundy-check {}", env!("CARGO_PKG_VERSION"));
            return ExitCode::SUCCESS;
        }
        Some(option) if option.starts_with('-') => {
            eprintln!("error: unknown option {option}; usage: grundy-check FILE...");
            return ExitCode::from(2);
        }
        Some(_) => {}
    }
    let mut worst = 0;
    for path in &arguments {
        let code = match std::fs::read_to_string(path).map_err(|error| Refusal::Unreadable(error.to_string())) {
            Ok(text) => check(&text),
            Err(refusal) => Err(refusal),
        };
        let prefix = if arguments.len() > 1 { format!("{path}: ") } else { String::new() };
        let (exit, written) = match code {
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

/// Checks one certificate; says what it proves.
fn check(text: &str) -> Result<String, Refusal> {
    let certificate = Certificate::read(text)?;
    match certificate.kind {
        misere::KIND => misere::check(&certificate),
        outcomes::KIND => outcomes::check(&certificate),
        other => {
            let known = [misere::KIND, outcomes::KIND].join(", ");
            Err(Refusal::Unreadable(format!("unknown kind \"{other}\"; known are {known}")))
        }
    }
}
