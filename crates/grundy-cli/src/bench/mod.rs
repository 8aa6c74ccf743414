//! `grundy bench`: how fast, against what, and the proof that the values are the same.

mod callgrind;
mod contestant;
mod detection;
mod ladder;
mod machine;
mod measure;
mod record;
mod records;
mod run;
mod sweep;
mod table;
mod threads;
mod wythoff;

use crate::exit::{Exit, Failure};
use clap::Subcommand;
use schemars::{Schema, schema_for};
use std::collections::BTreeMap;

/// Measure the engines against the published ladder of algorithms
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  grundy bench --quick\n  grundy bench --game .106 --record mine.md\n  \
                  grundy bench run .6 --engine unrolled -n 2e5 --json\n  grundy bench detection\n  grundy bench records"
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
    Detection(detection::Args),
    Records(records::Args),
    Sweep(sweep::Args),
    Threads(threads::Args),
    Wythoff(wythoff::Args),
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    match &args.command {
        None => ladder::run(&args.ladder, json),
        Some(Command::Run(args)) => run::run(args, json),
        Some(Command::Detection(args)) => detection::run(args, json),
        Some(Command::Records(args)) => records::run(args, json),
        Some(Command::Sweep(args)) => sweep::run(args, json),
        Some(Command::Threads(args)) => threads::run(args, json),
        Some(Command::Wythoff(args)) => wythoff::run(args, json),
    }
}

/// The JSON schemas of what is measured, by name.
pub fn schemas() -> BTreeMap<&'static str, Schema> {
    BTreeMap::from([
        ("bench", schema_for!(table::Document)),
        ("bench_detection", schema_for!(detection::Document)),
        ("bench_records", schema_for!(records::Document)),
        ("bench_run", schema_for!(run::Document)),
        ("bench_sweep", schema_for!(sweep::Line)),
        ("bench_threads", schema_for!(threads::Document)),
        ("bench_wythoff", schema_for!(Vec<wythoff::Measurement>)),
    ])
}
