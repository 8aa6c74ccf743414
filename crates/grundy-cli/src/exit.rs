//! How a command ends: the exit code, and one line on stderr when something is wrong.
//!
//! 0 success, 1 the answer is "no" (or "not proved within the limit"), 2 bad input or failure, 130 interrupted.

use crate::interrupt;
use clap::error::ErrorKind;
use grundy::answer::{self, Status};
use grundy::engine::EngineError;
use grundy::watch::Stopped;
use grundy::wythoff::WythoffError;
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
        let stopped = any.is::<Stopped>()
            || any.downcast_ref::<grundy::Error>().is_some_and(grundy::Error::is_stop)
            || matches!(any.downcast_ref(), Some(EngineError::Stopped))
            || matches!(any.downcast_ref(), Some(WythoffError::Stopped));
        if stopped {
            return Failure::Interrupted;
        }
        match any.downcast_ref::<io::Error>() {
            Some(io) if io.kind() == io::ErrorKind::BrokenPipe => Failure::PipeClosed,
            Some(io) if io.kind() == io::ErrorKind::StorageFull => {
                Failure::Message(format!("cannot write the answer: {io}"))
            }
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
        Problem::Coins(_) => " (`grundy coins` and `grundy tartan` play it)",
        Problem::Wythoff(_) => " (`grundy wythoff` knows it)",
        _ => "",
    };
    Failure::Message(error.explain(text) + hint)
}

/// Whether a question stands alone, or is a line of many, whose answer is one line, too.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    Alone,
    InALine,
}

/// Runs `one` on a question, or for `-` on each line of stdin. The answer is "no" if one of them is.
pub fn each_line(text: &str, mut one: impl FnMut(&str, Asked) -> Result<Exit, Failure>) -> Result<Exit, Failure> {
    if text != "-" {
        return one(text, Asked::Alone);
    }
    let mut all = Exit::Yes;
    let mut lines = io::stdin().lines();
    let mut number = 0;
    while let Some(line) = interrupt::waiting(|| lines.next()) {
        number += 1;
        let answer = match line {
            Ok(line) if line.trim().is_empty() => continue,
            Ok(line) => one(line.trim(), Asked::InALine),
            Err(error) => fail(error.to_string()),
        };
        match answer {
            Ok(Exit::Yes) => {}
            Ok(Exit::No) => all = Exit::No,
            Err(Failure::Message(message)) => return fail(format!("stdin, line {number}: {message}")),
            Err(other) => return Err(other),
        }
    }
    Ok(all)
}

/// Writes a line to stderr. Where nobody can read it any more (a terminal that was closed), the work goes on.
pub fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
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
        say(&format!("{prefix}{message}"));
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
    // The first paragraph says what is wrong; others may begin with a tip, such as a name that is nearly the same.
    let text = error.to_string();
    let one_line = |paragraph: &str| paragraph.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    let mut paragraphs = text.split("\n\n");
    let what = paragraphs.next().map_or(String::new(), one_line);
    let tip = paragraphs.map(one_line).find(|paragraph| paragraph.starts_with("tip: "));
    let tip = tip.map_or(String::new(), |tip| format!("; {tip}"));
    let message = format!("{what}{tip} (see --help)");
    say(&message);
    // What could not be read as a whole may still ask for JSON.
    if std::env::args_os().any(|argument| argument == "--json") {
        let error = message.trim_start_matches("error: ").to_owned();
        let _ = print_json(&answer::Failure { status: Status::Error, error });
    }
    ExitCode::from(2)
}
