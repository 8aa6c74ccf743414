//! `grundy describe`: a game in words, its other spellings, and what is known about it.

use crate::outcome::{Failure, Outcome, parse_game, print_json};
use grundy::facts::{self, Known};
use grundy::game::Form;
use grundy::names::NAMED;
use grundy::rules::{Ban, Class};
use grundy::standard;
use grundy::{Game, Rules};
use serde::Serialize;
use std::io::Write;

/// Explain a game: moves, names, equivalent codes, what is known
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy describe .07")]
pub struct Args {
    /// A code (.77, 4.045, .3F, .3...), S(1,2,5), allbut(1,2,5), or a name from `grundy games`
    game: String,
}

#[derive(Serialize)]
struct Document<'a> {
    game: &'a str,
    canonical: String,
    names: Vec<&'static str>,
    class: &'static str,
    moves: Vec<String>,
    code: Option<String>,
    standard_form: Option<Standard>,
    equivalent: Vec<Equivalent>,
    known: Known,
}

/// `G(n) = G'(n - shift)` with G' the values of this code.
#[derive(Serialize)]
struct Standard {
    code: String,
    shift: u64,
}

/// `G(n) = G'(n - shift)` with G' the values of this game.
#[derive(Serialize)]
struct Equivalent {
    game: String,
    shift: i64,
}

pub fn run(args: &Args, json: bool) -> Result<Outcome, Failure> {
    let game = parse_game(&args.game)?;
    let known = facts::about(&game);
    let code = standard::as_code(&game);
    let document = Document {
        game: &args.game,
        canonical: game.to_string(),
        names: NAMED.iter().filter(|named| named.game.parse().as_ref() == Ok(&game)).map(|named| named.name).collect(),
        class: class(game.rules()),
        moves: moves(&game),
        standard_form: code
            .as_ref()
            .map(standard::standard_form)
            .map(|s| Standard { code: s.code.to_string(), shift: s.shift }),
        code: code.map(|code| code.to_string()),
        equivalent: known
            .same
            .iter()
            .map(|other| Equivalent { game: other.game.to_string(), shift: other.shift })
            .collect(),
        known,
    };
    if json { print_json(&document) } else { print(&document) }
}

fn class(rules: &Rules) -> &'static str {
    match rules.class() {
        _ if !rules.is_finite() => "infinite",
        Class::Subtraction => "subtraction",
        Class::Octal => "octal",
        Class::Hexadecimal => "hexadecimal",
        Class::Larger => "larger",
    }
}

/// The moves, one sentence for each kind of removal.
fn moves(game: &Game) -> Vec<String> {
    let rules = game.rules();
    match game.form() {
        Form::Subtraction(set) => return vec![format!("Take {} from a heap.", list(set, "or"))],
        Form::AllBut(set) => {
            return vec![format!("Take any number of beans from a heap, but not {}.", list(set, "or"))];
        }
        _ => {}
    }
    let mut sentences = Vec::new();
    for &(removed, digit) in rules.moves() {
        sentences.push(sentence(&beans(removed), digit, rules.ban()));
    }
    if let Some(tail) = rules.tail() {
        let length = tail.block.len() as u64;
        for (i, &digit) in (tail.start..).zip(&tail.block).filter(|&(_, &digit)| digit != 0) {
            let many = if length == 1 {
                format!("{i} or more")
            } else {
                format!("{i}, {}, {}, …", i + length, i + 2 * length)
            };
            sentences.push(sentence(&format!("Take {many} beans"), digit, rules.ban()));
        }
    }
    if sentences.is_empty() {
        sentences.push("There is no move.".to_owned());
    }
    sentences
}

fn beans(removed: u64) -> String {
    match removed {
        0 => "Take nothing".to_owned(),
        1 => "Take 1 bean".to_owned(),
        _ => format!("Take {removed} beans"),
    }
}

fn sentence(take: &str, digit: u32, ban: Ban) -> String {
    let heaps = |count: u32| match (count, ban) {
        (0, _) => "nothing".to_owned(),
        (1, _) => "one heap".to_owned(),
        (2, Ban::EqualHeaps) => "two heaps of different size".to_owned(),
        (2, Ban::Couple) => "two heaps, unless it was a heap of two".to_owned(),
        (2, Ban::Nothing) => "two heaps".to_owned(),
        _ => format!("{count} heaps"),
    };
    let choices: Vec<String> = (0..u32::BITS).filter(|count| digit >> count & 1 == 1).map(heaps).collect();
    format!("{take} and leave {}.", list(&choices, "or"))
}

/// `1, 2 or 5`.
fn list(items: &[impl ToString], word: &str) -> String {
    let items: Vec<String> = items.iter().map(ToString::to_string).collect();
    match &items[..] {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}

fn print(document: &Document) -> Result<Outcome, Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    writeln!(out, "{}", document.canonical)?;
    if !document.names.is_empty() {
        writeln!(out, "Names: {}", document.names.join(", "))?;
    }
    writeln!(out, "Class: {}", document.class)?;
    for sentence in &document.moves {
        writeln!(out, "  {sentence}")?;
    }
    if let Some(code) = document.code.as_ref().filter(|code| **code != document.canonical) {
        writeln!(out, "As a code: {code}")?;
    }
    if let Some(standard) = &document.standard_form {
        match standard.shift {
            0 => writeln!(out, "Standard form: this one")?,
            shift => writeln!(out, "Standard form: {}, with G(n) = G'(n - {shift})", standard.code)?,
        }
    }
    write!(out, "{}", document.known)?;
    out.flush()?;
    Ok(Outcome::Yes)
}
