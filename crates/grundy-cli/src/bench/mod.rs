//! `grundy bench`: measurements side by side, in one run on one machine.

mod wythoff;

use crate::outcome::{Failure, Outcome};

/// Measure speed: ratios from one run on this machine
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy bench wythoff --quick")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Wythoff(wythoff::Args),
}

pub fn run(args: &Args, json: bool) -> Result<Outcome, Failure> {
    match &args.command {
        Command::Wythoff(args) => wythoff::run(args, json),
    }
}
