//! `grundy bench threads`: how the block engine grows with its threads, guessing and proving.
//!
//! All numbers of threads take turns, and the best time of each is kept. The clock is that of the wall, whatever else
//! the machine does: the table names its processors and its load. Every hash must be the same.

use super::contestant::{Contestant, Settings};
use super::machine;
use super::measure::measure;
use super::run::find_start;
use crate::count;
use crate::exit::{Exit, Failure, fail, parse_game, print_json};
use grundy::engine::Kind;
use grundy_bench::Start;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;

/// Time the block engine with 1, 2, 3, … threads
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grundy bench threads\n  grundy bench threads .106 -n 2e6 --most 2 --json")]
pub struct Args {
    /// A game with a sparse space
    #[arg(default_value = ".6")]
    game: String,
    /// How many values
    #[arg(short, value_parser = count::parse, default_value = "2e6")]
    n: u64,
    /// Start the clock after this many values [default: about twice the last rare heap]
    #[arg(long, value_name = "W", value_parser = count::parse)]
    warmup: Option<u64>,
    /// The most threads
    #[arg(long, value_name = "T", default_value = "8", value_parser = clap::value_parser!(u16).range(1..=1024))]
    most: u16,
    /// How often everything is measured; the best time counts
    #[arg(long, value_name = "R", default_value = "3", value_parser = clap::value_parser!(u32).range(1..))]
    repeat: u32,
}

/// One number of threads.
#[derive(JsonSchema, Serialize)]
struct Row {
    threads: usize,
    speculative: bool,
    seconds: f64,
    values_per_second: f64,
    /// How many times the speed of one thread.
    to_one: f64,
}

/// The block engine with more and more threads.
#[derive(JsonSchema, Serialize)]
pub struct Document {
    game: String,
    n: u64,
    warmup: u64,
    cpu: String,
    processors: usize,
    load: Option<String>,
    commit: String,
    hash: String,
    rows: Vec<Row>,
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let game = parse_game(&args.game)?;
    let rules = game.rules();
    let start = find_start(rules, args.n, args.warmup)?;
    let warmup = args.warmup.unwrap_or(0).max(Start::first(&start));
    let contestant = |threads: u16, speculative| {
        let settings = Settings { threads: Some(threads.into()), speculative, ..Settings::default() };
        Contestant::Engine(Kind::Block, settings)
    };
    let contestants: Vec<Contestant> =
        [true, false].into_iter().flat_map(|guess| (1..=args.most).map(move |t| contestant(t, guess))).collect();
    let mut best = vec![f64::INFINITY; contestants.len()];
    let (mut hashes, mut timed) = (Vec::new(), 0);
    for _ in 0..args.repeat {
        for (&contestant, best) in contestants.iter().zip(&mut best) {
            let measured = measure(contestant, rules, Some(&start), warmup, args.n)?;
            // The clock starts at the end of a block, which threads may cut differently.
            let rate = (args.n - measured.warmup) as f64 / measured.seconds;
            *best = best.min((args.n - warmup) as f64 / rate);
            hashes.push(measured.hash);
            timed = args.n - warmup;
        }
    }
    if hashes.iter().any(|hash| *hash != hashes[0]) {
        return fail("the hashes differ: some values are wrong");
    }
    let one =
        |speculative| contestants.iter().position(|one| one.threads() == 1 && one.is_speculative() == speculative);
    let rows = contestants.iter().zip(&best).map(|(contestant, &seconds)| Row {
        threads: contestant.threads(),
        speculative: contestant.is_speculative(),
        seconds,
        values_per_second: timed as f64 / seconds,
        to_one: one(contestant.is_speculative()).map_or(1.0, |one| best[one] / seconds),
    });
    let document = Document {
        game: game.to_string(),
        n: args.n,
        warmup,
        cpu: machine::cpu(),
        processors: machine::cores(),
        load: machine::load(),
        commit: machine::commit(),
        hash: format!("{:016x}", hashes[0]),
        rows: rows.collect(),
    };
    if json { print_json(&document) } else { print(&document) }
}

fn print(document: &Document) -> Result<Exit, Failure> {
    let Document { game, n, warmup, cpu, processors, load, hash, rows, .. } = document;
    let mut out = std::io::stdout().lock();
    let load = load.as_deref().unwrap_or("unknown");
    writeln!(
        out,
        "{game}, {n} values, clock from {warmup} on; {cpu}, {processors} processors, load {load}; hash {hash}\n"
    )?;
    writeln!(out, "| values  | threads |   values/s | to one |")?;
    writeln!(out, "|---------|--------:|-----------:|-------:|")?;
    for Row { threads, speculative, values_per_second, to_one, .. } in rows {
        let values = if *speculative { "assumed" } else { "proved" };
        writeln!(out, "| {values:<7} | {threads:>7} | {values_per_second:>10.0} | {to_one:>6.2} |")?;
    }
    Ok(Exit::Yes)
}
