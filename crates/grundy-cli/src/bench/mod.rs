//! `grundy bench`: how fast, against what, and the proof that the values are the same.

mod callgrind;
mod contestant;
mod ladder;
mod machine;
mod measure;
mod record;
mod run;
mod table;

use crate::outcome::{Failure, Outcome};
use clap::Subcommand;

/// Measure the engines against the published ladder of algorithms
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  grundy bench --quick\n  grundy bench --game .106 --record mine.md\n  \
                  grundy bench run .6 --engine unrolled -n 2e5 --json"
)]
pub struct Args {
    #[command(flatten)]
    ladder: ladder::Args,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Run(run::Args),
}

pub fn run(args: &Args, json: bool) -> Result<Outcome, Failure> {
    match &args.command {
        None => ladder::run(&args.ladder, json),
        Some(Command::Run(args)) => run::run(args, json),
    }
}
