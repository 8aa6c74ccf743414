//! `grundy-check FILE…`: re-does the proof that a certificate claims. For each file it prints one line. `grundy-check
//! --db FILE` does so for every certificate of a census.

#![forbid(unsafe_code)]

mod arguments;
#[cfg(feature = "database")]
mod database;
mod json;

use arguments::{Asked, Output};
use grundy_check::{Part, Sight, Task, Verdict, check_segments, check_watched, shown};
use std::ffi::OsString;
use std::io::{IsTerminal, Read, Write};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

/// Files are read up to this size: 1 GiB.
const LARGEST_FILE: u64 = 1 << 30;

fn main() -> ExitCode {
    let given: Result<Vec<String>, _> = std::env::args_os().skip(1).map(OsString::into_string).collect();
    let given = given.map_err(|other| {
        format!("{} is not UTF-8, as the names of files must be here", shown(&other.to_string_lossy()))
    });
    let Asked { task, segments, output, paths, database, sample } =
        match given.and_then(|given| arguments::read(given.into_iter())) {
            Ok(Ok(asked)) => asked,
            Ok(Err(text)) => {
                let written = std::io::stdout().lock().write_all(text.as_bytes());
                return ExitCode::from(if written.is_ok() { 0 } else { 2 });
            }
            Err(problem) => {
                let _ = writeln!(std::io::stderr(), "error: {problem}; see grundy-check --help");
                return ExitCode::from(2);
            }
        };
    if let Some(path) = database {
        #[cfg(feature = "database")]
        return ExitCode::from(database::run(&path, &task, sample, output));
        #[cfg(not(feature = "database"))]
        {
            let _ = (path, sample);
            eprintln!("error: --db: this grundy-check was built without databases");
            return ExitCode::from(2);
        }
    }
    let mut worst = 0;
    for path in &paths {
        let verdicts = match read(path) {
            Err(why) => vec![(None, Verdict::Refused(why))],
            Ok(text) => check(&text, &segments, &task),
        };
        for (segment, verdict) in &verdicts {
            let written = say(path, paths.len() > 1, *segment, verdict, output);
            worst = worst.max(if written.is_err() { 2 } else { verdict.exit_code() });
        }
    }
    ExitCode::from(worst)
}

/// The verdicts on a text, each with its segment if several were asked for; on a terminal a line tells once a second
/// how far the check came.
fn check(text: &str, segments: &[usize], task: &Task) -> Vec<(Option<usize>, Verdict)> {
    let sight = Sight::default();
    let verdicts = || match segments {
        [] => vec![(None, check_watched(text, task, &sight))],
        [one] => vec![(None, check_watched(text, &Task { part: Part::Segment(*one), ..*task }, &sight))],
        _ => match check_segments(text, segments, task, &sight) {
            Ok(verdicts) => segments.iter().copied().map(Some).zip(verdicts).collect(),
            Err(verdict) => vec![(None, *verdict)],
        },
    };
    if !std::io::stderr().is_terminal() {
        return verdicts();
    }
    let (end, ended) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let ended = ended;
            while ended.recv_timeout(Duration::from_secs(1)) == Err(RecvTimeoutError::Timeout) {
                let (done, total) = (sight.done.load(Ordering::Relaxed), sight.total.load(Ordering::Relaxed));
                if total > 0 {
                    let _ = write!(std::io::stderr(), "\r{done} of {total} heaps");
                }
            }
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        });
        let verdicts = verdicts();
        drop(end);
        verdicts
    })
}

/// Prints the verdict on one file, or on one of several segments.
fn say(path: &str, several: bool, segment: Option<usize>, verdict: &Verdict, output: Output) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let name = shown(path);
    let file = if several { format!("{name}: ") } else { String::new() };
    // What was verified says itself which segment it is.
    let segment = segment.filter(|_| !matches!(verdict, Verdict::Partial(_)));
    let place = segment.map_or_else(String::new, |number| format!("segment {number}: "));
    match (output, verdict) {
        (Output::Nothing, _) => Ok(()),
        (Output::Json, _) => writeln!(out, "{}", json::verdict(path, segment, verdict)),
        (Output::Text, Verdict::Refused(why)) => writeln!(std::io::stderr(), "error: {name}: {place}{why}"),
        (Output::Text, _) => writeln!(out, "{file}{place}{verdict}"),
    }
}

/// The text of a file; `-` is the standard input.
fn read(path: &str) -> Result<String, String> {
    let mut text = String::new();
    let read = match path {
        "-" => std::io::stdin().lock().take(LARGEST_FILE + 1).read_to_string(&mut text),
        _ => std::fs::File::open(path).and_then(|file| file.take(LARGEST_FILE + 1).read_to_string(&mut text)),
    };
    match read {
        Err(error) => Err(error.to_string()),
        Ok(length) if length as u64 > LARGEST_FILE => Err(format!("it has more than {LARGEST_FILE} bytes")),
        Ok(_) => Ok(text),
    }
}
