//! `grundy coins`: coin-turning games on a row.

use crate::count;
use crate::interrupt;
use crate::outcome::{Failure, Outcome, fail, print_json};
use crate::progress::Progress;
use grundy::coins::{CoinError, CoinGame, Row, catalogue, silver_dollar};
use serde::Serialize;
use std::io::Write;
use std::ops::ControlFlow;

/// The longest row that is computed.
pub const LONGEST: u64 = 1 << 31;

/// Coin-turning games: values of single heads, or who wins a row of coins
#[derive(clap::Args)]
#[command(after_help = "\
A move turns a set of coins that the game allows; the rightmost must go from heads to tails.
Codes: how many coins (3, 1-5, 2+), then nothing (any), C (consecutive), C(5) (of five
consecutive), E (equally spaced), S (symmetric), FS (symmetric, with the first coin);
runs(1,4,9) for other lengths.

Examples:
  grundy coins mock-turtles -n 20
  grundy coins ruler-squares -n 1e6 --json
  grundy coins 1-3 --position HTTHTHTTH
  grundy coins --list")]
pub struct Args {
    /// A name (see --list) or a code such as 1-3, 2+C, 3E, runs(1,4,9)
    #[arg(required_unless_present = "list")]
    game: Option<String>,
    /// How many values, from the leftmost coin on
    #[arg(short, default_value = "100", value_parser = count::parse, conflicts_with = "position")]
    n: u64,
    /// A row of coins, the first on the left: H heads, T tails (also 1 and 0, # and .)
    #[arg(long, value_name = "COINS", allow_hyphen_values = true)]
    position: Option<String>,
    /// List the games that have a name
    #[arg(long, conflicts_with_all = ["game", "position", "n"])]
    list: bool,
}

#[derive(Serialize)]
struct Named {
    name: &'static str,
    code: &'static str,
    rule: &'static str,
}

#[derive(Serialize)]
struct Sequence<'a> {
    game: &'a str,
    canonical: String,
    from: u64,
    values: &'a [u64],
}

#[derive(Serialize)]
struct Judgement<'a, M> {
    game: &'a str,
    canonical: String,
    position: String,
    value: u64,
    outcome: &'static str,
    winning_moves: &'a [M],
}

#[derive(Serialize)]
struct Slide {
    from: usize,
    to: usize,
}

pub fn run(args: &Args, json: bool) -> Result<Outcome, Failure> {
    let Some(name) = &args.game else {
        return list(json);
    };
    let is_silver_dollar = name.trim().to_ascii_lowercase().replace([' ', '_'], "-") == "silver-dollar";
    match &args.position {
        Some(row) if is_silver_dollar => slides(name, &row.parse()?, json),
        None if is_silver_dollar => fail(
            "silver-dollar has no values of single coins, because coins stand in each other's way; give it a --position",
        ),
        Some(row) => position(name, &name.parse()?, &row.parse()?, json),
        None => values(name, &name.parse()?, args.n, json),
    }
}

/// Does long work on coins with progress (shown as `what`) and an ear for Ctrl-C.
pub fn watched<T>(
    what: &'static str,
    total: u64,
    work: impl FnOnce(grundy::coins::Watch) -> Result<T, CoinError>,
) -> Result<T, Failure> {
    let mut progress = Progress::new(what, total);
    let result = work(&mut |done, of| {
        // Several stages of different lengths share one bar.
        progress.at(if of == 0 { 0 } else { (u128::from(done) * u128::from(total) / u128::from(of)) as u64 });
        if interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match result {
        Err(CoinError::Stopped) => Err(Failure::Interrupted),
        other => Ok(other?),
    }
}

fn list(json: bool) -> Result<Outcome, Failure> {
    if json {
        let named: Vec<Named> = catalogue().map(|(name, code, rule)| Named { name, code, rule }).collect();
        return print_json(&named);
    }
    let mut out = std::io::stdout().lock();
    for (name, code, rule) in catalogue() {
        writeln!(out, "{name:<20} {:<6} turn {rule}", if code == name { "" } else { code })?;
    }
    writeln!(out, "{:<20} {:<6} slide a coin left without jumping (only with --position)", "silver-dollar", "")?;
    Ok(Outcome::Yes)
}

fn values(name: &str, game: &CoinGame, n: u64, json: bool) -> Result<Outcome, Failure> {
    if n > LONGEST {
        return fail(format!("-n {n} is too many; up to 2^31 values are accepted"));
    }
    let values = watched("values", n, |watch| game.values_watched(n as usize, watch))?;
    if json {
        return print_json(&Sequence { game: name, canonical: game.to_string(), from: 1, values: &values });
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for (i, value) in values.iter().enumerate() {
        write!(out, "{}{value}", if i > 0 { " " } else { "" })?;
    }
    writeln!(out)?;
    out.flush()?;
    Ok(Outcome::Yes)
}

fn position(name: &str, game: &CoinGame, row: &Row, json: bool) -> Result<Outcome, Failure> {
    let length = row.len() as u64;
    let values = watched("values", length, |watch| game.values_watched(row.len(), watch))?;
    let value = row.heads().iter().fold(0, |sum, coin| sum ^ values[coin - 1]);
    let moves = watched("moves", length, |watch| row.winning_moves_watched(game, watch))?;
    if json {
        return print_json(&Judgement {
            game: name,
            canonical: game.to_string(),
            position: row.to_string(),
            value,
            outcome: outcome(value),
            winning_moves: &moves,
        });
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    writeln!(out, "{}", sentence(value))?;
    for coins in &moves {
        let list: Vec<String> = coins.iter().map(usize::to_string).collect();
        writeln!(out, "  turn {}: {}", list.join(" "), row.turn(coins))?;
    }
    out.flush()?;
    Ok(Outcome::Yes)
}

fn slides(name: &str, row: &Row, json: bool) -> Result<Outcome, Failure> {
    let value = silver_dollar::value(row);
    let moves: Vec<Slide> =
        silver_dollar::winning_moves(row).iter().map(|slide| Slide { from: slide.from, to: slide.to }).collect();
    if json {
        return print_json(&Judgement {
            game: name,
            canonical: "silver-dollar".to_owned(),
            position: row.to_string(),
            value,
            outcome: outcome(value),
            winning_moves: &moves,
        });
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    writeln!(out, "{}", sentence(value))?;
    for Slide { from, to } in moves {
        writeln!(out, "  slide {from} to {to}: {}", row.turn(&[from, to]))?;
    }
    out.flush()?;
    Ok(Outcome::Yes)
}

/// N: the next player wins; P: the previous one.
pub fn outcome(value: u64) -> &'static str {
    if value == 0 { "P" } else { "N" }
}

/// The same in words; a list of moves may follow the second.
pub fn sentence(value: u64) -> String {
    match value {
        0 => "Value 0: the player who has just moved wins (P).".to_owned(),
        _ => format!("Value {value}: the player to move wins (N), by"),
    }
}
