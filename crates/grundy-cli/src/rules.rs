//! Rules of one's own, read from a file: `grundy values --rules`, `grundy misere quotient --rules`.

use crate::outcome::{Failure, Outcome, print_json};
use crate::progress::Terminal;
use grundy::graph::{Ending, Graph};
use std::io::Write;
use std::path::Path;

/// Reads a file with a line `name: options` for each position.
pub fn read(path: &Path) -> Result<Graph, Failure> {
    let read = std::fs::read_to_string(path);
    let text = read.map_err(|error| Failure::Message(format!("cannot read {}: {error}", path.display())))?;
    text.parse().map_err(|error| Failure::Message(format!("{}: {error}", path.display())))
}

/// Prints the value of each position and how it ends.
pub fn run(path: &Path, json: bool) -> Result<Outcome, Failure> {
    let graph = read(path)?;
    let document = graph.values(&mut Terminal::new()).map_err(grundy::Error::from)?;
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
    Ok(Outcome::Yes)
}
