//! `grundy census`: every game of a family, kept in a catalogue.

mod exchange;
mod show;
mod take;

use crate::exit::{Exit, Failure};
use std::path::PathBuf;

/// Solve every game of a family, round by round, and keep what is found in a catalogue
///
/// FAMILY is octal:D (codes of D digits, d0 = 0 and 4), hex:D (d0 = 0, 4, 8 and C), subtraction:M and allbut:M (all
/// sets within 1 to M), or a file with a game on each line. Games that are the same up to a shift are one class, solved
/// once. Every class that is not proved gets 0.1 seconds, then 1, 10, 100 and so on, the most promising first. It can
/// be stopped at any time, and goes on where it was.
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:\n  grundy census octal:2 --db o.db --rounds 0.1\n  \
        grundy census show --db o.db --where 'period > 100'\n  \
                  grundy census report --db o.db o.html"
)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    take: take::Take,
}

#[derive(clap::Subcommand)]
enum Command {
    Show(show::Show),
    Measure(take::Measure),
    Report(show::Report),
    Diff(show::Diff),
    Export(exchange::Export),
    Import(exchange::Import),
    Jobs(exchange::Jobs),
    Merge(exchange::Merge),
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    match &args.command {
        Some(Command::Show(show)) => show::show(show, json),
        Some(Command::Measure(measure)) => take::measure(measure, json),
        Some(Command::Report(report)) => show::report(report),
        Some(Command::Diff(diff)) => show::diff(diff, json),
        Some(Command::Export(export)) => exchange::export(export),
        Some(Command::Import(import)) => exchange::import(import, json),
        Some(Command::Jobs(jobs)) => exchange::jobs(jobs),
        Some(Command::Merge(merge)) => exchange::merge(merge, json),
        None => take::run(&args.take, json),
    }
}

/// The file of the catalogue.
#[derive(clap::Args)]
pub struct Database {
    /// The file of the catalogue
    #[arg(long = "db", id = "db", value_name = "FILE")]
    pub file: PathBuf,
}
