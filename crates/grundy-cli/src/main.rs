//! The command `grundy`.

mod count;
mod outcome;
mod values;

use clap::{Parser, Subcommand};
use outcome::{Failure, Outcome};
use std::process::ExitCode;

/// The workbench for impartial combinatorial games.
#[derive(Parser)]
#[command(name = "grundy", version, max_term_width = 100, propagate_version = true)]
struct Cli {
    /// Print one JSON document on stdout and nothing else there
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Values(values::Args),
}

impl Command {
    fn run(&self, json: bool) -> Result<Outcome, Failure> {
        match self {
            Command::Values(args) => values::run(args, json),
        }
    }
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return outcome::usage(&error),
    };
    outcome::exit(cli.command.run(cli.json))
}
