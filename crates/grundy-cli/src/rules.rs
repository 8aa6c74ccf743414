//! Rules of one's own, read from a file: `grundy values --rules`, `grundy misere quotient --rules`.

use crate::exit::{Exit, Failure, fail, print_json};
use crate::progress::Terminal;
use grundy::formula::Formulas;
use grundy::graph::{Ending, Graph};
use std::fmt::Display;
use std::io::Write;
use std::path::Path;

/// Reads a file with a line `name: options` for each position, or with formulas for the heaps below `count`.
pub fn read(path: &Path, count: u64, watch: &mut Terminal) -> Result<Graph, Failure> {
    let in_file = |error: &dyn Display| Failure::Message(format!("{}: {error}", path.display()));
    let read = std::fs::read_to_string(path);
    let text = read.map_err(|error| Failure::Message(format!("cannot read {}: {error}", path.display())))?;
    if !Formulas::are_meant(&text) {
        return text.parse().map_err(|error| in_file(&error));
    }
    let Ok(count) = u32::try_from(count) else { return fail("-n takes at most 2^32 heaps") };
    let formulas: Formulas = text.parse().map_err(|error| in_file(&error))?;
    formulas.graph(count, watch).map_err(|error| match grundy::Error::from(error) {
        error if error.is_stop() => error.into(),
        error => in_file(&error),
    })
}

/// Prints the value of each position and how it ends.
pub fn run(path: &Path, count: u64, json: bool) -> Result<Exit, Failure> {
    let mut watch = Terminal::new();
    let graph = read(path, count, &mut watch)?;
    let document = graph.values(&mut watch).map_err(grundy::Error::from)?;
    drop(watch);
    if json {
        return print_json(&document);
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let widest = document.positions.iter().map(|position| position.name.chars().count()).max().unwrap_or(0);
    for position in &document.positions {
        let outcome = match position.outcome {
            Ending::N => "N",
            Ending::P => "P",
            Ending::Draw => "draw",
        };
        writeln!(out, "{:<widest$}  {outcome:<4}  {}", position.name, position.value)?;
    }
    out.flush()?;
    Ok(Exit::Yes)
}
