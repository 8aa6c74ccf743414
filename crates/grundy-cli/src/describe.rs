//! `grundy describe`: a game in words, its other spellings, and what is known about it.

use crate::exit::{Asked, Exit, Failure, each_line, parse_game, print_json};
use crate::interrupt;
use grundy::answer::Description;
use std::io::Write;

/// Explain a game: moves, names, equivalent codes, what is known
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy describe .07")]
pub struct Args {
    /// A code (.77, 4.045, .3F, .3...), S(1,2,5), allbut(1,2,5), or a name from `grundy games`; - reads games from
    /// stdin
    game: String,
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    each_line(&args.game, |game, asked| {
        let description = interrupt::waiting(|| parse_game(game).map(|game| game.describe()))?;
        match asked {
            _ if json => print_json(&description),
            Asked::Alone => print(&description),
            Asked::InALine => print_line(&description),
        }
    })
}

/// The game, its names, its class, and whether it is solved.
fn print_line(document: &Description) -> Result<Exit, Failure> {
    let names: String = document.names.iter().flat_map(|name| [", ", name]).collect();
    let Description { canonical, class, known, .. } = document;
    writeln!(std::io::stdout(), "{canonical}: {class}{names}; solved? {}", known.verdict)?;
    Ok(Exit::Yes)
}

fn print(document: &Description) -> Result<Exit, Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    writeln!(out, "{}", document.canonical)?;
    if !document.names.is_empty() {
        writeln!(out, "Names: {}", document.names.join(", "))?;
    }
    writeln!(out, "Class: {}", document.class)?;
    for sentence in &document.moves {
        writeln!(out, "  {sentence}")?;
    }
    if let Some(code) = document.code.as_ref().filter(|code| **code != document.canonical.to_string()) {
        writeln!(out, "As a code: {code}")?;
    }
    if let Some(standard) = &document.standard_form {
        match standard.shift {
            0 => writeln!(out, "Standard form: this one")?,
            shift => writeln!(out, "Standard form: {}, with G(n) = G'(n - {shift})", standard.code)?,
        }
    }
    write!(out, "{}", document.known)?;
    for theorem in &document.theorems {
        writeln!(out, "theorem         {theorem}")?;
    }
    out.flush()?;
    Ok(Exit::Yes)
}
