//! The ladder: every rung and our engines side by side, in one run.
//!
//! Repetitions are interleaved (all contestants once, then all again) and the best time of each is kept: a disturbance
//! of the machine hits all alike and is forgotten. Every hash is compared with that of the exact engine.
//!
//! No rung runs a dense game: there `dense` stands beside the definition and the stamp loop, from heap 0 on and for
//! several lengths, because all of them are quadratic and what matters is whether the ratio grows.

use super::contestant::{Contestant, Settings};
use super::measure::{Measurement, measure};
use super::run::find_start;
use super::table::{self, Clock, Row, Table};
use super::{callgrind, record};
use crate::count;
use crate::exit::{Exit, Failure, fail, parse_game, print_json, say};
use grundy::engine::Kind;
use grundy_bench::{Rung, Start, stamps};
use std::io::Write;
use std::path::PathBuf;

/// The games of the ladder and how many values of each: up to a minute for the slowest contestant, so that what the
/// quickest one learns first does not count for much.
const GAMES: [(&str, u64); 7] = [
    (".6", 3_000_000),
    (".106", 200_000_000),
    (".16", 10_000_000),
    (".354", 10_000_000),
    (".167", 10_000_000),
    ("4.045", 10_000_000),
    ("grundy", 1_000_000),
];
/// Games whose rares do not end, or not soon; the first two are in the ladder.
const DENSE: [&str; 9] = [".04", ".14", ".06", ".36", ".64", ".74", ".004", ".005", ".163"];
/// How many values of these.
const DENSE_COUNTS: [u64; 3] = [1 << 15, 1 << 16, 1 << 17];
/// Seconds after which a contestant is not measured again: disturbances are short.
const LONG: f64 = 5.0;
/// The same as [`GAMES`] for `--quick`.
const QUICK: [(&str, u64); 2] = [(".6", 70_000), (".106", 1_000_000)];

#[derive(clap::Args)]
#[group(id = "ladder")]
pub struct Args {
    /// A few seconds: .6 and .106 only, fewer values
    #[arg(long)]
    quick: bool,
    /// Only this game (may be given several times): any with a sparse space, or .04 .14 .06 .36 .64 .74 .004 .005 .163
    #[arg(long = "game", value_name = "GAME")]
    games: Vec<String>,
    /// How many values of each game
    #[arg(short, value_parser = count::parse)]
    n: Option<u64>,
    /// How often everything is measured; the best time counts. What takes more than 5 seconds is measured once
    #[arg(long, value_name = "R", value_parser = clap::value_parser!(u32).range(1..))]
    repeat: Option<u32>,
    /// What is timed
    #[arg(long, value_enum, default_value_t)]
    clock: Clock,
    /// Count instructions with valgrind, too (minutes)
    #[arg(long)]
    callgrind: bool,
    /// Keep the table in this file [default: bench/record/DATE-CPU.md where bench/record exists, unless --quick or
    /// --game]
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    if args.callgrind {
        callgrind::available()?;
    }
    let record = record::Target::new(args.record.as_deref(), !args.quick && args.games.is_empty())?;
    let mut tables = Vec::new();
    for (game, count) in plan(args)? {
        let table = climb(&game, count, args)?;
        if !json {
            write!(std::io::stdout().lock(), "{}", table.text())?;
        }
        tables.push(table);
    }
    if let Some(path) = record.write(&tables)? {
        say(&format!("kept in {}", path.display()));
    }
    if json {
        print_json(&table::document(&tables))?;
    }
    match tables.iter().flat_map(|table| &table.rows).find(|row| !row.agrees) {
        Some(row) => fail(format!("the values of \"{}\" differ from the exact ones", row.name)),
        None => Ok(Exit::Yes),
    }
}

/// The games and how many values of each.
fn plan(args: &Args) -> Result<Vec<(String, u64)>, Failure> {
    let games: Vec<String> = match (args.games.as_slice(), args.quick) {
        ([], true) => QUICK.map(|(game, _)| game.to_owned()).to_vec(),
        ([], false) => {
            GAMES.iter().map(|(game, _)| *game).chain(DENSE[..2].iter().copied()).map(str::to_owned).collect()
        }
        (games, _) => games.iter().map(|game| Ok(parse_game(game)?.to_string())).collect::<Result<_, Failure>>()?,
    };
    let usual: &[(&str, u64)] = if args.quick { &QUICK } else { &GAMES };
    let counts = |game: &str| match (args.n, usual.iter().chain(&GAMES).find(|(name, _)| *name == game)) {
        (Some(n), _) => vec![n],
        (None, Some(&(_, count))) => vec![count],
        (None, None) if DENSE.contains(&game) => DENSE_COUNTS[..if args.quick { 1 } else { 3 }].to_vec(),
        (None, None) => vec![if args.quick { 100_000 } else { 500_000 }],
    };
    let plan = games.into_iter().flat_map(|game| counts(&game).into_iter().map(move |count| (game.clone(), count)));
    Ok(plan.collect())
}

/// Everyone who can run a sparse game, the published rungs first.
fn sparse_contestants(start: &Start) -> Vec<Contestant> {
    let rungs = Rung::ALL.into_iter().filter(|rung| rung.takes(start)).map(Contestant::Rung);
    let block = |threads, speculative| {
        Contestant::Engine(Kind::Block, Settings { threads: Some(threads), speculative, ..Settings::default() })
    };
    let rare = Contestant::Engine(Kind::Rare, Settings::default());
    rungs.chain([rare, block(1, true), block(2, true), block(1, false), block(2, false)]).collect()
}

/// The same for a dense game.
fn dense_contestants() -> Vec<Contestant> {
    let naive = Contestant::Engine(Kind::Naive, Settings::default());
    let dense = |threads| Contestant::Engine(Kind::Dense, Settings { threads: Some(threads), ..Settings::default() });
    vec![naive, Contestant::Stamps, dense(1), dense(2)]
}

fn climb(name: &str, count: u64, args: &Args) -> Result<Table, Failure> {
    let game = parse_game(name)?;
    let rules = game.rules();
    let start = if DENSE.contains(&name) { None } else { Some(find_start(rules, count, None)?) };
    let warmup = start.as_ref().map_or(0, Start::first);
    let contestants = start.as_ref().map_or_else(dense_contestants, sparse_contestants);
    let mut best: Vec<Option<Measurement>> = vec![None; contestants.len()];
    for _ in 0..args.repeat.unwrap_or(if args.quick { 2 } else { 3 }) {
        for (&contestant, best) in contestants.iter().zip(&mut best) {
            if best.is_some_and(|best| best.seconds > LONG) {
                continue;
            }
            let now = measure(contestant, rules, start.as_ref(), warmup, count)?;
            if best.is_none_or(|best| args.clock.seconds(&now) < args.clock.seconds(&best)) {
                *best = Some(now);
            }
        }
    }
    let exact = |(contestant, _): &(&Contestant, &Measurement)| matches!(contestant, Contestant::Engine(..));
    let best: Vec<Measurement> = best.into_iter().flatten().collect();
    let hash = contestants.iter().zip(&best).find(exact).map(|(_, measured)| measured.hash);
    let mut rows = Vec::new();
    for (&contestant, measured) in contestants.iter().zip(&best) {
        let instructions = if args.callgrind { callgrind::per_value(name, contestant, warmup, count)? } else { None };
        let row = Row::new(
            contestant,
            measured,
            args.clock.seconds(measured),
            count,
            hash == Some(measured.hash),
            instructions,
        );
        rows.push(row.beside_the_paper(name, contestant));
    }
    Ok(Table {
        game: game.to_string(),
        count,
        warmup,
        rares: start.as_ref().map(|start| start.rares.len()),
        opponents: if start.is_some() {
            [Rung::RareValues.name(), Rung::Unrolled.name()]
        } else {
            [Kind::Naive.name(), stamps::NAME]
        },
        clock: args.clock,
        counted_kernel: args.callgrind.then(|| callgrind::kernel().to_string()),
        rows,
    })
}
