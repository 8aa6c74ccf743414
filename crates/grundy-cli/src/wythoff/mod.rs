//! `grundy wythoff`: Wythoff's game, one file for each subcommand.

mod bounds;
mod converge;
mod draw;
mod moves;
mod near;
mod paper;
mod plot;
mod point;
mod points;
mod row;
mod state;
mod stats;
mod table;
mod trust;
mod value;

use crate::exit::{Exit, Failure};
use crate::progress::Terminal;
use grundy::watch::Watch;
use grundy::wythoff::WythoffError;

/// Wythoff's game: values, points, rows, moves, and every table of Nivasch's paper
///
/// Two piles; a move takes any number from one pile, or the same number from both. A g-point is a position (a, b),
/// a <= b, of Grundy value g.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy wythoff point --g 20 --index 1e12")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Table(table::Args),
    Points(points::Args),
    Point(point::Args),
    Value(value::Args),
    Row(row::Args),
    Move(moves::Args),
    Bounds(bounds::Args),
    State(state::Args),
    Converge(converge::Args),
    Stats(stats::Args),
    Near(near::Args),
    Plot(plot::Args),
    Paper(paper::Args),
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    match &args.command {
        Command::Table(args) => table::run(args, json),
        Command::Points(args) => points::run(args, json),
        Command::Point(args) => point::run(args, json),
        Command::Value(args) => value::run(args, json),
        Command::Row(args) => row::run(args, json),
        Command::Move(args) => moves::run(args, json),
        Command::Bounds(args) => bounds::run(args, json),
        Command::State(args) => state::run(args, json),
        Command::Converge(args) => converge::run(args, json),
        Command::Stats(args) => stats::run(args, json),
        Command::Near(args) => near::run(args, json),
        Command::Plot(args) => plot::run(args, json),
        Command::Paper(args) => paper::run(args, json),
    }
}

/// Asks the library, with progress and an ear for Ctrl-C.
fn ask<T>(question: impl FnOnce(&mut dyn Watch) -> Result<T, WythoffError>) -> Result<T, Failure> {
    question(&mut Terminal::new()).map_err(|error| {
        if error.is_unsettled() { Failure::Unsettled(error.to_string()) } else { grundy::Error::from(error).into() }
    })
}

/// Reads a Grundy value that the algorithms for g-points accept.
fn parse_g(text: &str) -> Result<u32, String> {
    let max = grundy::wythoff::MAX_G;
    let g = crate::count::parse(text).ok().and_then(|g| u32::try_from(g).ok()).filter(|&g| g <= max);
    g.ok_or_else(|| format!("not a Grundy value that can be followed; whole numbers from 0 to {max} are accepted"))
}

/// Reads the last row of a run of WSG.
/// How a list is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Text,
    Csv,
}

fn parse_row(text: &str) -> Result<u64, String> {
    let max = 1u64 << 40;
    let row = crate::count::parse(text)?;
    if row <= max { Ok(row) } else { Err(format!("too many rows to go through one by one; up to 2^40 = {max}")) }
}

/// Reads how many rows, from row 0 on, and gives the last of them.
fn parse_rows(text: &str) -> Result<u64, String> {
    parse_row(text)?.checked_sub(1).ok_or_else(|| "at least one row is accepted".to_owned())
}
