//! `grundy values`: the nim-sequence.

use crate::count;
use crate::outcome::{Failure, Outcome, parse_game, print_json};
use serde::Serialize;
use std::io::Write;

/// Print nim-values of a game
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy values kayles -n 20")]
pub struct Args {
    /// A code (.77, 4.045, .3F, .3...), S(1,2,5), allbut(1,2,5), or a name from `grundy games`
    game: String,
    /// How many values
    #[arg(short, default_value = "100", value_parser = count::parse)]
    n: u64,
    /// The first heap
    #[arg(long, default_value = "0", value_parser = count::parse)]
    from: u64,
}

#[derive(Serialize)]
struct Document<'a> {
    game: &'a str,
    canonical: String,
    from: u64,
    values: &'a [u16],
}

pub fn run(args: &Args, json: bool) -> Result<Outcome, Failure> {
    let game = parse_game(&args.game)?;
    let values = grundy::engine::values(&game.rules(), args.from + args.n)?;
    let values = &values[args.from as usize..];
    if json {
        return print_json(&Document { game: &args.game, canonical: game.to_string(), from: args.from, values });
    }
    let mut out = std::io::stdout().lock();
    for value in values {
        write!(out, "{value} ")?;
    }
    writeln!(out)?;
    Ok(Outcome::Yes)
}
