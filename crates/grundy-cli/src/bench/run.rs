//! `grundy bench run`: one contestant, once.

use super::contestant::{Contestant, Settings};
use super::measure::{Measurement, measure};
use crate::exit::{Exit, Failure, parse_game, print_json};
use crate::{count, interrupt};
use grundy::Rules;
use grundy::engine::{EngineError, Kernel};
use grundy_bench::{LadderError, Start};
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::ops::ControlFlow;

/// Time one engine, or one rung of the published ladder, on one game
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grundy bench run .106 --engine rare -n 1e6 --json\n  \
                  grundy bench run .6 --engine unrolled -n 2e5")]
pub struct Args {
    /// A code (.77, 4.045, .3F, .3...), S(1,2,5), allbut(1,2,5), or a name from `grundy games`
    game: String,
    /// An engine (naive, take, rare, block, dense, heaps), a rung (rare-values, speculative, byte-array, and for .6
    /// also unrolled, baton, baton-early), or stamp-loop
    #[arg(long, value_name = "E")]
    engine: String,
    /// The instructions to use: auto, avx512, avx2 or scalar
    #[arg(long, value_name = "K", default_value = "auto")]
    kernel: Kernel,
    /// How many threads
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// How many values
    #[arg(short, value_parser = count::parse)]
    n: u64,
    /// Speculate only: assume that no rare value follows those known
    #[arg(long)]
    speculative: bool,
    /// Start the clock after this many values [default: 0; for a rung or with --speculative as many as it needs, about
    /// twice the last rare heap]
    #[arg(long, value_name = "W", value_parser = count::parse)]
    warmup: Option<u64>,
}

/// One engine on one game.
#[derive(JsonSchema, Serialize)]
pub struct Document<'a> {
    game: &'a str,
    canonical: String,
    engine: &'static str,
    kernel: String,
    threads: usize,
    speculative: bool,
    n: u64,
    warmup: u64,
    seconds: f64,
    cpu_seconds: Option<f64>,
    values_per_second: f64,
    hash: String,
    work: u64,
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let game = parse_game(&args.game)?;
    let rules = game.rules();
    let settings =
        Settings { kernel: args.kernel, threads: args.threads.map(usize::from), speculative: args.speculative };
    let contestant = Contestant::new(&args.engine, settings)?;
    let start = match contestant {
        Contestant::Rung(_) => Some(find_start(rules, args.n, args.warmup)?),
        Contestant::Engine(..) if contestant.is_speculative() => find_start(rules, args.n, args.warmup).ok(),
        Contestant::Engine(..) | Contestant::Stamps => None,
    };
    let warmup = args.warmup.unwrap_or(0).max(start.as_ref().map_or(0, Start::first));
    let Measurement { warmup, seconds, cpu_seconds, hash, work } =
        measure(contestant, rules, start.as_ref(), warmup, args.n)?;
    let document = Document {
        game: &args.game,
        canonical: game.to_string(),
        engine: contestant.name(),
        kernel: contestant.kernel().to_string(),
        threads: contestant.threads(),
        speculative: contestant.is_speculative(),
        n: args.n,
        warmup,
        seconds,
        cpu_seconds,
        values_per_second: (args.n - warmup) as f64 / seconds,
        hash: format!("{hash:016x}"),
        work,
    };
    if json { print_json(&document) } else { print(&document) }
}

/// The start of the rungs for a run of `count` values, looked for among the first `exact` of them where that is given.
pub fn find_start(rules: &Rules, count: u64, exact: Option<u64>) -> Result<Start, Failure> {
    let mut watch = |_| if interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let start = match exact {
        Some(exact) => Start::at(rules, exact.min(count), &mut watch),
        None => Start::find(rules, count, &mut watch),
    };
    start.map_err(|error| match error {
        LadderError::Engine(EngineError::Stopped) => Failure::Interrupted,
        error => error.into(),
    })
}

fn print(document: &Document) -> Result<Exit, Failure> {
    let Document { canonical, engine, kernel, threads, n, warmup, .. } = document;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{canonical} with {engine} ({kernel}, {threads} thread(s)), {n} values, clock from {warmup} on")?;
    writeln!(out, "seconds            {:.6}", document.seconds)?;
    writeln!(out, "values per second  {:.0}", document.values_per_second)?;
    writeln!(out, "options per value  {:.1}", document.work as f64 / (n - warmup).max(1) as f64)?;
    writeln!(out, "hash               {}", document.hash)?;
    Ok(Exit::Yes)
}
