//! `grundy solve`: the period of a game, proved.

use crate::outcome::{Failure, Outcome, parse_game, print_json};
use crate::progress::Progress;
use crate::{count, interrupt};
use grundy::engine::{self, EngineError, Kind};
use grundy::period::{GUY_SMITH, Period, Theorem};
use grundy::sparse::{self, Statistics};
use serde::Serialize;
use std::io::Write;
use std::ops::ControlFlow;
use std::time::Instant;

/// Find the period of a game and prove it
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy solve .16")]
pub struct Args {
    /// A code (.77, 4.045, .3F, .3...), S(1,2,5), allbut(1,2,5), or a name from `grundy games`
    game: String,
    /// Give up after this many values [default: 1e6, or 1e4 where heaps cost quadratic time]
    #[arg(long, value_name = "N", value_parser = count::parse)]
    limit: Option<u64>,
}

#[derive(Serialize)]
struct Document<'a> {
    game: &'a str,
    canonical: String,
    status: &'static str,
    preperiod: Option<u64>,
    period: Option<u64>,
    saltus: Option<u64>,
    theorem: Option<&'static str>,
    values_computed: u64,
    max: Option<Largest>,
    sparse: Option<Statistics>,
    seconds: f64,
}

/// The largest value and the first heap that has it.
#[derive(Serialize)]
struct Largest {
    value: u16,
    at: u64,
}

pub fn run(args: &Args, json: bool) -> Result<Outcome, Failure> {
    let game = parse_game(&args.game)?;
    let rules = game.rules();
    let engine = engine::choose(&rules);
    let limit = args.limit.unwrap_or(if engine == Kind::Heaps { 10_000 } else { 1_000_000 });
    let started = Instant::now();
    let theorem = Theorem::for_rules(&rules);
    let mut values: Vec<u16> = Vec::new();
    let mut found = None;
    let mut progress = Progress::new("values", limit);
    // Looking for a period takes linear time: each time an eighth more values are known.
    let mut next_look = 64;
    let result = engine::run(engine, &rules, limit, &mut |_: u64, block: &[u16]| {
        values.extend_from_slice(block);
        progress.at(values.len() as u64);
        if values.len() >= next_look {
            found = theorem.and_then(|theorem| theorem.prove(&values));
            next_look = values.len() + values.len() / 8;
        }
        if found.is_some() || interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match result {
        Err(EngineError::Stopped) if found.is_none() => return Err(Failure::Interrupted),
        // A value that does not fit ends the search, not the answer.
        Ok(()) | Err(EngineError::Stopped | EngineError::ValueTooLarge { .. }) => {}
        Err(error) => return Err(error.into()),
    }
    found = found.or_else(|| theorem.and_then(|theorem| theorem.prove(&values)));
    drop(progress);
    let mut watch = |_| if interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let space = sparse::find(&rules, &values);
    let sparse = space.and_then(|space| sparse::measure(&rules, &values, space, &mut watch));
    let max = values.iter().max().map(|&value| Largest { value, at: first(&values, value) });
    let document = Document {
        game: &args.game,
        canonical: game.to_string(),
        status: if found.is_some() { "periodic" } else { "unresolved" },
        preperiod: found.map(|found: Period| found.preperiod),
        period: found.map(|found| found.period),
        saltus: found.map(|_| 0),
        theorem: found.map(|_| GUY_SMITH),
        values_computed: values.len() as u64,
        max,
        sparse,
        seconds: started.elapsed().as_secs_f64(),
    };
    if json {
        print_json(&document)?;
    } else {
        print(&document)?;
    }
    Ok(if found.is_some() { Outcome::Yes } else { Outcome::No })
}

fn first(values: &[u16], value: u16) -> u64 {
    values.iter().take_while(|&&v| v != value).count() as u64
}

fn print(document: &Document) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    match (document.preperiod, document.period) {
        (Some(preperiod), Some(period)) => {
            writeln!(out, "{} is periodic: period {period}, preperiod {preperiod}", document.canonical)?;
            writeln!(out, "proved by the theorem of Guy and Smith on {} values", document.values_computed)?;
        }
        _ => writeln!(out, "{} is unresolved after {} values", document.canonical, document.values_computed)?,
    }
    if let Some(max) = &document.max {
        writeln!(out, "largest value {}, first at heap {}", max.value, max.at)?;
    }
    if let Some(sparse) = &document.sparse {
        let last = sparse.last_rare.map_or("none".to_owned(), |last| last.to_string());
        writeln!(out, "sparse space {}: {} rares, the last at {last}", sparse.mask, sparse.rares)?;
    }
    Ok(())
}
