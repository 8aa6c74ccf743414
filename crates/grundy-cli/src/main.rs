//! The command `grundy`: one file for each subcommand.

mod analyze;
mod bench;
mod census;
mod coins;
mod compute;
mod count;
mod describe;
mod exit;
mod games;
mod generate;
mod interrupt;
mod job;
mod misere;
mod nimber;
mod output;
mod picture;
mod play;
mod plot;
mod position;
mod progress;
mod rules;
mod schema;
mod search;
mod serve;
mod solve;
mod spectrum;
mod status;
mod tartan;
mod values;
mod verify;
mod work;
mod wythoff;

use clap::{Parser, Subcommand};
use exit::{Exit, Failure};
use std::process::ExitCode;

/// The workbench for impartial combinatorial games
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
    Solve(solve::Args),
    Search(search::Args),
    Status(status::Args),
    Verify(verify::Args),
    Work(work::Args),
    Job(job::Args),
    Census(census::Args),
    Analyze(analyze::Args),
    Position(position::Args),
    Play(play::Args),
    Describe(describe::Args),
    Plot(plot::Args),
    Serve(serve::Args),
    Misere(misere::Args),
    Wythoff(wythoff::Args),
    Nimber(nimber::Args),
    Coins(coins::Args),
    Tartan(tartan::Args),
    Games(games::Args),
    Schema(schema::Args),
    Bench(bench::Args),
    Completions(generate::Completions),
    Man(generate::Man),
}

impl Command {
    fn run(&self, json: bool) -> Result<Exit, Failure> {
        match self {
            Command::Values(args) => values::run(args, json),
            Command::Solve(args) => solve::run(args, json),
            Command::Search(args) => search::run(args, json),
            Command::Status(args) => status::run(args, json),
            Command::Verify(args) => verify::run(args, json),
            Command::Work(args) => work::run(args, json),
            Command::Job(args) => job::run(args, json),
            Command::Census(args) => census::run(args, json),
            Command::Analyze(args) => analyze::run(args, json),
            Command::Position(args) => position::run(args, json),
            Command::Play(args) => play::run(args, json),
            Command::Describe(args) => describe::run(args, json),
            Command::Plot(args) => plot::run(args, json),
            Command::Serve(args) => serve::run(args, json),
            Command::Misere(args) => misere::run(args, json),
            Command::Wythoff(args) => wythoff::run(args, json),
            Command::Nimber(args) => nimber::run(args, json),
            Command::Coins(args) => coins::run(args, json),
            Command::Tartan(args) => tartan::run(args, json),
            Command::Games(args) => games::run(args, json),
            Command::Schema(args) => schema::run(args, json),
            Command::Bench(args) => bench::run(args, json),
            Command::Completions(args) => generate::completions(args),
            Command::Man(args) => generate::man(args),
        }
    }
}

fn main() -> ExitCode {
    interrupt::listen();
    match Cli::try_parse() {
        Ok(cli) => exit::exit(cli.command.run(cli.json), cli.json),
        Err(error) => exit::usage(&error),
    }
}
