//! `grundy misere`: quotients, genus symbols and positions under misère play.

mod census;
mod genus;
mod infinite;
mod position;
mod quotient;
mod report;
mod solve;
mod structure;
mod values;

use crate::exit::{Exit, Failure};
use clap::Subcommand;
use grundy::misere::MisereError;

/// Misère play: the player who makes the last move loses
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy misere solve .77")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Values(values::Args),
    Genus(genus::Args),
    Solve(solve::Args),
    Infinite(infinite::Args),
    Position(position::Args),
    Quotient(quotient::Args),
    Census(census::Args),
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    match &args.command {
        Command::Values(args) => values::run(args, json),
        Command::Genus(args) => genus::run(args, json),
        Command::Solve(args) => solve::run(args, json),
        Command::Infinite(args) => infinite::run(args, json),
        Command::Position(args) => position::run(args, json),
        Command::Quotient(args) => quotient::run(args, json),
        Command::Census(args) => census::run(args, json),
    }
}

/// A question that is a good one but out of reach is not the fault of who asks.
fn unsettled(error: MisereError) -> Failure {
    match error {
        MisereError::Memory { .. } | MisereError::Undecided { .. } | MisereError::Unsolved { .. } => {
            Failure::Unsettled(error.to_string())
        }
        error => grundy::Error::from(error).into(),
    }
}
