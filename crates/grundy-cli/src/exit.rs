//! How a command ends: the exit code, and one line on stderr when something is wrong.
//!
//! 0 success, 1 the answer is "no" (or "not proved within the limit"), 2 bad input or failure, 130 interrupted.

use clap::error::ErrorKind;
use grundy::answer::{self, Status};
use grundy::watch::Stopped;
use grundy::{Game, GameError, Problem};
use serde::Serialize;
use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;

/// A command that did its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done, or "yes".
    Yes,
    /// "No", or nothing proved within the limit.
    No,
}

/// A command that could not.
#[derive(Debug)]
pub enum Failure {
    /// One line for a person: what is wrong and what is accepted.
    Message(String),
    /// The question is a good one, but its answer is out of reach: one line that says why. Exit code 1.
    Unsettled(String),
    /// Whoever read our output has seen enough (`| head`).
    PipeClosed,
    /// Ctrl-C.
    Interrupted,
}

impl<E: Error + 'static> From<E> for Failure {
    fn from(error: E) -> Self {
        let any: &(dyn Error + 'static) = &error;
        if any.is::<Stopped>() || any.downcast_ref::<grundy::Error>().is_some_and(grundy::Error::is_stop) {
            return Failure::Interrupted;
        }
        match any.downcast_ref::<io::Error>() {
            Some(io) if io.kind() == io::ErrorKind::BrokenPipe => Failure::PipeClosed,
            _ => Failure::Message(error.to_string()),
        }
    }
}

/// A failure with this message.
pub fn fail<T>(message: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::Message(message.into()))
}

/// Reads a game, or says in one line what is wrong with it and where.
pub fn parse_game(text: &str) -> Result<Game, Failure> {
    text.parse().map_err(|error: GameError| misread(&error, text))
}

/// What is wrong with a text, and which command helps.
pub fn misread(error: &GameError, text: &str) -> Failure {
    let hint = match error.problem {
        Problem::UnknownName { .. } => " (`grundy games` lists the names)",
        _ => "",
    };
    Failure::Message(error.explain(text) + hint)
}

/// Runs `one` on a game, or for `-` on each line of stdin. The answer is "no" if one of them is.
pub fn each_game(text: &str, mut one: impl FnMut(&str) -> Result<Exit, Failure>) -> Result<Exit, Failure> {
    if text != "-" {
        return one(text);
    }
    let mut all = Exit::Yes;
    for line in io::stdin().lines() {
        let line = line?;
        if !line.trim().is_empty() && one(line.trim())? == Exit::No {
            all = Exit::No;
        }
    }
    Ok(all)
}

/// Prints one JSON document.
pub fn print_json(document: &impl Serialize) -> Result<Exit, Failure> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    serde_json::to_writer(&mut out, document).map_err(io::Error::from)?;
    out.write_all(b"\n")?;
    out.flush()?;
    Ok(Exit::Yes)
}

/// The exit code of a finished command. What went wrong is one line on stderr and, with `--json`, a document on stdout.
pub fn exit(result: Result<Exit, Failure>, json: bool) -> ExitCode {
    let (status, prefix, message) = match result {
        Ok(Exit::Yes) | Err(Failure::PipeClosed) => return ExitCode::SUCCESS,
        Ok(Exit::No) => return ExitCode::from(1),
        Err(Failure::Interrupted) => (Status::Interrupted, "", "interrupted".to_owned()),
        Err(Failure::Unsettled(reason)) => (Status::Unsettled, "not settled: ", reason),
        Err(Failure::Message(message)) => (Status::Error, "error: ", message),
    };
    if status != Status::Interrupted {
        eprintln!("{prefix}{message}");
    }
    if json {
        let _ = print_json(&answer::Failure { status, error: message });
    }
    ExitCode::from(match status {
        Status::Error => 2,
        Status::Unsettled => 1,
        Status::Interrupted => 130,
    })
}

/// Help and version go to stdout; a wrong command line is one line on stderr and exit code 2.
pub fn usage(error: &clap::Error) -> ExitCode {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
        return ExitCode::from(2);
    }
    let text = error.to_string();
    let what: Vec<&str> = text.split("\n\n").next().unwrap_or(&text).lines().map(str::trim).collect();
    let message = format!("{} (see --help)", what.join(" "));
    eprintln!("{message}");
    // What could not be read as a whole may still ask for JSON.
    if std::env::args_os().any(|argument| argument == "--json") {
        let error = message.trim_start_matches("error: ").to_owned();
        let _ = print_json(&answer::Failure { status: Status::Error, error });
    }
    ExitCode::from(2)
}
