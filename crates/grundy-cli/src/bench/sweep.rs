//! `grundy bench sweep`: `block` against `rare` on every octal code of three digits that is sparse.
//!
//! Both prove their values, run on one thread and are timed on the same heaps, from 2^16 on: before that both are the
//! same algorithm as long as rares keep coming. How many heaps depends on the game, so that `rare` takes about as long
//! for each. Both must give the same hash.

use super::contestant::{Contestant, Settings};
use super::measure::{Measurement, measure};
use super::table::Clock;
use crate::exit::{Exit, Failure, fail, parse_game, print_json};
use crate::interrupt;
use crate::progress::Progress;
use grundy::engine::{self, EngineError, Kind, Options};
use grundy::game::Class;
use grundy::{Rules, sparse};
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::ops::ControlFlow;

/// The clock starts here, and rares are counted up to here.
const WARMUP: u64 = 1 << 16;
/// More rares than this are not what blocks are for.
const MOST_RARES: usize = 2000;
/// The seconds that `rare` should take, about.
const SECONDS: f64 = 0.3;
/// The least number of heaps, since blocks begin anew at powers of two.
const LEAST: u64 = 1 << 16;
/// The seconds after which `rare` is not waited for any longer.
const PATIENCE: f64 = 20.0;
/// When `rare` takes more seconds than this, both are measured once, else twice, and the best times count.
const LONG: f64 = 1.0;
/// The goal: `block` is this many times as fast as `rare`.
const GOAL: f64 = 5.0;

/// Compare `block` with `rare` on all sparse octal codes of three digits
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  grundy bench sweep --games .354,.167\n  grundy bench sweep --from .6 --to .777 --json"
)]
pub struct Args {
    /// Only these games, with commas between them
    #[arg(long, value_delimiter = ',', conflicts_with_all = ["from", "to"])]
    games: Vec<String>,
    /// From this code on
    #[arg(long, value_name = "CODE", default_value = ".001")]
    from: String,
    /// Up to this code
    #[arg(long, value_name = "CODE", default_value = ".777")]
    to: String,
}

/// A game of the sweep; there is one such document for each.
#[derive(JsonSchema, Serialize)]
#[serde(untagged)]
pub enum Line {
    Measured(Row),
    Skipped { game: String, skipped: String },
}

/// A game that both engines computed.
#[derive(JsonSchema, Serialize)]
pub struct Row {
    game: String,
    rares: usize,
    warmup: u64,
    n: u64,
    rare_seconds: f64,
    block_seconds: f64,
    ratio: f64,
    hash: String,
    agrees: bool,
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let games = games(args)?;
    let mut progress = Progress::new("games", games.len() as u64);
    let (mut rows, mut skipped) = (Vec::new(), Vec::new());
    for (done, game) in (1..).zip(games) {
        let line = one(game)?;
        if json {
            print_json(&line)?;
        }
        match line {
            Line::Measured(row) => rows.push(row),
            Line::Skipped { game, skipped: reason } => skipped.push((reason, game)),
        }
        progress.at(done);
    }
    drop(progress);
    rows.sort_by(|a, b| a.ratio.total_cmp(&b.ratio));
    skipped.sort();
    if !json {
        print(&rows, &skipped)?;
    }
    match rows.iter().find(|row| !row.agrees) {
        Some(row) => fail(format!("the values of \"block\" and \"rare\" differ for {}", row.game)),
        None => Ok(Exit::Yes),
    }
}

/// Canonical spellings: each game once.
fn games(args: &Args) -> Result<Vec<String>, Failure> {
    let canonical = |text: &String| Ok::<_, Failure>(parse_game(text)?.to_string());
    if !args.games.is_empty() {
        return args.games.iter().map(canonical).collect();
    }
    let all = (1..0o1000).map(|code| canonical(&format!(".{code:03o}"))).collect::<Result<Vec<_>, _>>()?;
    let place = |text: &String| {
        let game = canonical(text)?;
        let place = all.iter().position(|code| *code == game);
        place.ok_or_else(|| {
            Failure::Message(format!("{text} is not in the sweep; accepted are codes from .001 to .777"))
        })
    };
    let (from, to) = (place(&args.from)?, place(&args.to)?);
    if from > to {
        return fail(format!(
            "--from {} comes after --to {}; the first must not be the larger code",
            args.from, args.to
        ));
    }
    Ok(all[from..=to].to_vec())
}

fn one(game: String) -> Result<Line, Failure> {
    let parsed = parse_game(&game)?;
    let rules = parsed.rules();
    let skip = |game, skipped: &str| Ok(Line::Skipped { game, skipped: skipped.to_owned() });
    if rules.class() == Class::Subtraction {
        return skip(game, "never splits a heap");
    }
    if !Kind::Block.takes(rules) {
        return skip(game, "not a finite game whose moves leave at most two heaps");
    }
    let rares = match rares(rules)? {
        None => return skip(game, "no sparse space"),
        Some(rares) if rares > MOST_RARES => return skip(game, &format!("more than {MOST_RARES} rares")),
        Some(rares) => rares,
    };
    let settings = Settings { threads: Some(1), ..Settings::default() };
    let [rare, block] = [Kind::Rare, Kind::Block].map(|kind| Contestant::Engine(kind, settings));
    let seconds = |measured: &Measurement| Clock::Cpu.seconds(measured);
    let first = measure(rare, rules, None, WARMUP, WARMUP + LEAST / 8)?;
    let count = ((LEAST / 8) as f64 * SECONDS / seconds(&first)).max(LEAST as f64) as u64;
    if seconds(&first) * count as f64 / (LEAST / 8) as f64 > PATIENCE {
        return skip(game, &format!("rare takes more than {PATIENCE} s"));
    }
    let n = WARMUP + count;
    let mut best = [f64::INFINITY; 2];
    let mut hashes = [0; 2];
    for round in 0..2 {
        if round > 0 && best[0] > LONG {
            break;
        }
        for (k, contestant) in [rare, block].into_iter().enumerate() {
            let measured = measure(contestant, rules, None, WARMUP, n)?;
            (best[k], hashes[k]) = (best[k].min(seconds(&measured)), measured.hash);
        }
    }
    let [rare_seconds, block_seconds] = best;
    let (ratio, agrees) = (rare_seconds / block_seconds, hashes[0] == hashes[1]);
    let (warmup, hash) = (WARMUP, format!("{:016x}", hashes[0]));
    Ok(Line::Measured(Row { game, rares, warmup, n, rare_seconds, block_seconds, ratio, hash, agrees }))
}

/// How many heaps are rare, if there is a sparse space.
fn rares(rules: &Rules) -> Result<Option<usize>, Failure> {
    let mut values: Vec<u16> = Vec::new();
    let options = Options { threads: 1, ..Options::default() };
    let result = engine::run_with(Kind::Block, &options, rules, WARMUP, &mut |_: u64, block: &[u16]| {
        values.extend_from_slice(block);
        if interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match result {
        Err(EngineError::Stopped) => Err(Failure::Interrupted),
        Err(error) => Err(error.into()),
        Ok(()) => Ok(sparse::find(rules, &values).map(|space| space.rares(&values).count())),
    }
}

fn print(rows: &[Row], skipped: &[(String, String)]) -> Result<Exit, Failure> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "| game   | rares |  values/s rare | values/s block | ratio | hash             |")?;
    writeln!(out, "|--------|------:|---------------:|---------------:|------:|------------------|")?;
    for Row { game, rares, warmup, n, rare_seconds, block_seconds, ratio, hash, agrees } in rows {
        let [rare, block] = [rare_seconds, block_seconds].map(|seconds| (n - warmup) as f64 / seconds);
        let differs = if *agrees { "" } else { " DIFFERS" };
        writeln!(out, "| {game:<6} | {rares:>5} | {rare:>14.0} | {block:>14.0} | {ratio:>5.1} | {hash}{differs} |")?;
    }
    let below = rows.iter().filter(|row| row.ratio < GOAL).count();
    writeln!(out, "\n{} games, {below} of them below {GOAL} times `rare`", rows.len())?;
    for games in skipped.chunk_by(|(a, _), (b, _)| a == b) {
        let names: Vec<&str> = games.iter().map(|(_, game)| game.as_str()).collect();
        writeln!(out, "skipped, {}: {}", games[0].0, names.join(" "))?;
    }
    Ok(Exit::Yes)
}
