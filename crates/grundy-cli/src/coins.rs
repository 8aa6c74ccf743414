//! `grundy coins`: coin-turning games on a row.

use crate::count;
use crate::exit::{Exit, Failure, print_json};
use crate::progress::Terminal;
use grundy::coins::{self, CoinError};
use grundy::watch::Watch;
use std::io::Write;

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
    /// A row of coins, the first on the left: H heads, T tails (also B and W, 1 and 0, # and .)
    #[arg(long, value_name = "COINS", allow_hyphen_values = true)]
    position: Option<String>,
    /// List the games that have a name
    #[arg(long, conflicts_with_all = ["game", "position", "n"])]
    list: bool,
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    match (&args.game, &args.position) {
        (None, _) => list(json),
        (Some(game), Some(row)) => position(game, row, json),
        (Some(game), None) => values(game, args.n, json),
    }
}

/// Asks the library, with progress and an ear for Ctrl-C.
pub fn ask<T>(question: impl FnOnce(&mut dyn Watch) -> Result<T, CoinError>) -> Result<T, Failure> {
    question(&mut Terminal::new()).map_err(|error| grundy::Error::from(error).into())
}

fn list(json: bool) -> Result<Exit, Failure> {
    let games = coins::list();
    if json {
        return print_json(&games);
    }
    let mut out = std::io::stdout().lock();
    for game in games {
        let code = if game.code == game.name { "" } else { &game.code };
        writeln!(out, "{:<20} {code:<6} turn {}", game.name, game.rule)?;
    }
    writeln!(out, "{:<20} {:<6} slide a coin left without jumping (only with --position)", "silver-dollar", "")?;
    writeln!(
        out,
        "{:<20} {:<6} turn the corners of a rectangle: twins x twins (`grundy tartan`)",
        "turning-corners", ""
    )?;
    Ok(Exit::Yes)
}

fn values(game: &str, n: u64, json: bool) -> Result<Exit, Failure> {
    let n = usize::try_from(n).unwrap_or(usize::MAX);
    let answer = ask(|watch| coins::values(game, n, watch)).map_err(|failure| match failure {
        Failure::Message(message) if coins::is_silver_dollar(game) => Failure::Message(message + ": --position COINS"),
        other => other,
    })?;
    if json {
        return print_json(&answer);
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for (i, value) in answer.values.iter().enumerate() {
        write!(out, "{}{value}", if i > 0 { " " } else { "" })?;
    }
    writeln!(out)?;
    out.flush()?;
    Ok(Exit::Yes)
}

fn position(game: &str, row: &str, json: bool) -> Result<Exit, Failure> {
    let row = row.parse()?;
    let answer = ask(|watch| coins::position(game, &row, watch))?;
    if json {
        return print_json(&answer);
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    writeln!(out, "{}", sentence(answer.value))?;
    for win in &answer.winning_moves {
        match win.turn[..] {
            [to, from] if coins::is_silver_dollar(game) => writeln!(out, "  slide {from} to {to}: {}", win.after)?,
            ref turned => {
                let list: Vec<String> = turned.iter().map(usize::to_string).collect();
                writeln!(out, "  turn {}: {}", list.join(" "), win.after)?;
            }
        }
    }
    out.flush()?;
    Ok(Exit::Yes)
}

/// Who wins, in words; a list of moves may follow.
pub fn sentence(value: u64) -> String {
    match value {
        0 => "Value 0: the player who has just moved wins (P).".to_owned(),
        _ => format!("Value {value}: the player to move wins (N), by"),
    }
}
