//! `grundy games`: the names, and what they stand for.

use crate::exit::{Exit, Failure, print_json};
use grundy::game::NAMED;
use std::io::Write;

/// List the games that have a name
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy games")]
pub struct Args {}

pub fn run(_: &Args, json: bool) -> Result<Exit, Failure> {
    if json {
        return print_json(&NAMED);
    }
    let mut out = std::io::stdout().lock();
    for named in NAMED {
        let code = if named.game == named.name { "" } else { named.game };
        writeln!(out, "{:<20} {code:<7} {}", named.name, named.about)?;
    }
    Ok(Exit::Yes)
}
