//! `grundy solve`: the period of a game, proved.

use crate::largest::Largest;
use crate::outcome::{Failure, Outcome, fail, parse_game, print_json};
use crate::progress::{Progress, Terminal};
use crate::{count, interrupt};
use grundy::Rules;
use grundy::certificate::PeriodCertificate;
use grundy::engine::{self, EngineError, Kind};
use grundy::period::{self, Period, Proved, Prover};
use grundy::sparse;
use serde::Serialize;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Find the period of a game and prove it
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grundy solve .16\n  grundy solve kayles --cert kayles.cert")]
pub struct Args {
    /// A code (.77, 4.045, .3F, .3...), S(1,2,5), allbut(1,2,5), or a name from `grundy games`
    game: String,
    /// Give up after this many values [default: 1e6, or 1e4 where heaps cost quadratic time]
    #[arg(long, value_name = "N", value_parser = count::parse)]
    limit: Option<u64>,
    /// Write the proof to this file, for `grundy-check`
    #[arg(long, value_name = "FILE")]
    cert: Option<PathBuf>,
    /// The theorem to prove it by; auto takes the one that needs the fewest values
    #[arg(long, default_value = "auto")]
    theorem: Theorem,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Theorem {
    Auto,
    Classical,
    Sparse,
}

#[derive(Serialize)]
struct Document<'a> {
    game: &'a str,
    canonical: String,
    status: &'static str,
    preperiod: Option<u64>,
    period: Option<u64>,
    saltus: Option<u64>,
    theorem: Option<period::Theorem>,
    observed: Option<Observed>,
    values_computed: u64,
    max: Option<Largest>,
    sparse: Option<Space>,
    seconds: f64,
}

/// A period that was seen and not proved.
#[derive(Serialize)]
struct Observed {
    #[serde(flatten)]
    period: Period,
    /// The last heap that was looked at.
    seen_to: u64,
}

/// The sparse space and what it does.
#[derive(Serialize)]
struct Space {
    mask: String,
    parity: u8,
    kappa: u8,
    rares: u64,
    last_rare: Option<u64>,
    /// None where it would take too long to measure.
    depth: Option<u64>,
}

/// The depth of an unresolved game is measured on so many values at most.
const MEASURED: usize = 4_000_000;

pub fn run(args: &Args, json: bool) -> Result<Outcome, Failure> {
    let game = parse_game(&args.game)?;
    let rules = game.rules();
    let engine = engine::choose(rules);
    let limit = args.limit.unwrap_or(if engine == Kind::Heaps { 10_000 } else { 1_000_000 });
    let started = Instant::now();
    let only = match args.theorem {
        Theorem::Auto => None,
        Theorem::Classical => Some(period::Theorem::Classical),
        Theorem::Sparse => Some(period::Theorem::Sparse),
    };
    if Prover::new(rules, only).is_hopeless() && only.is_some() {
        return fail("this theorem does not speak of this game; leave --theorem away to try what does");
    }
    let (found, values) = prove(rules, limit, only)?;
    if let (Some(path), Some(proved)) = (&args.cert, &found) {
        write_certificate(path, &proved.certificate(&game, &values))?;
    }
    let period = found.as_ref().map(|found| found.period);
    let seen_to = (values.len() as u64).saturating_sub(1);
    let observed = || period::observe(&values).map(|period| Observed { period, seen_to });
    let document = Document {
        game: &args.game,
        canonical: game.to_string(),
        status: match period {
            None => "unresolved",
            Some(Period { saltus: 0, .. }) => "periodic",
            Some(_) => "arithmetic-periodic",
        },
        preperiod: period.map(|period| period.preperiod),
        period: period.map(|period| period.period),
        saltus: period.map(|period| period.saltus),
        theorem: found.as_ref().map(|found| found.theorem),
        observed: if found.is_none() { observed() } else { None },
        values_computed: values.len() as u64,
        max: Largest::of(&values),
        sparse: space(rules, &values, found.as_ref())?,
        seconds: started.elapsed().as_secs_f64(),
    };
    if json {
        print_json(&document)?;
    } else {
        print(&document)?;
    }
    Ok(if found.is_some() { Outcome::Yes } else { Outcome::No })
}

/// Computes values until a theorem (or only this one) proves a period, or `limit` of them; gives them too.
pub fn prove(rules: &Rules, limit: u64, only: Option<period::Theorem>) -> Result<(Option<Proved>, Vec<u16>), Failure> {
    let mut prover = Prover::new(rules, only);
    let mut values: Vec<u16> = Vec::new();
    let mut found = None;
    let mut progress = Progress::new("values", limit);
    let mut watch = |_| if interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let result = engine::run(engine::choose(rules), rules, limit, &mut |_: u64, block: &[u16]| {
        values.extend_from_slice(block);
        progress.at(values.len() as u64);
        found = prover.glance(&values, &mut watch);
        if found.is_some() || interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match result {
        Err(EngineError::Stopped) if found.is_none() => return Err(Failure::Interrupted),
        // A value that does not fit ends the search, not the answer.
        Ok(()) | Err(EngineError::Stopped | EngineError::ValueTooLarge { .. }) => {}
        Err(error) => return Err(error.into()),
    }
    found = found.or_else(|| prover.look(&values, &mut watch));
    if interrupt::requested() { Err(Failure::Interrupted) } else { Ok((found, values)) }
}

/// Writes a certificate; it appears under its name only when it is complete.
pub fn write_certificate(path: &Path, certificate: &PeriodCertificate) -> Result<(), Failure> {
    let unfinished = path.with_added_extension("part");
    std::fs::write(&unfinished, certificate.to_string())
        .and_then(|()| std::fs::rename(&unfinished, path))
        .map_err(|error| Failure::Message(format!("cannot write {}: {error}", path.display())))
}

/// The space that the proof used, or else the best one.
fn space(rules: &Rules, values: &[u16], found: Option<&Proved>) -> Result<Option<Space>, Failure> {
    let proof = found.and_then(|found| found.sparse.as_ref());
    let Some(space) = proof.map(|proof| proof.space).or_else(|| sparse::find(rules, values)) else { return Ok(None) };
    let depth = match proof {
        Some(proof) => Some(proof.depth),
        None if values.len() > MEASURED => None,
        None => Some(sparse::measure(rules, values, space, &mut Terminal::new())?.depth),
    };
    let rares: Vec<u64> = space.rares(values).collect();
    Ok(Some(Space {
        mask: format!("{:#x}", space.mask),
        parity: space.parity,
        kappa: space.kappa,
        rares: rares.len() as u64,
        last_rare: rares.last().copied(),
        depth,
    }))
}

fn print(document: &Document) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let (name, count) = (&document.canonical, document.values_computed);
    let saltus = |saltus: u64| if saltus > 0 { format!(", saltus {saltus}") } else { String::new() };
    if let (Some(preperiod), Some(period), Some(theorem)) = (document.preperiod, document.period, document.theorem) {
        let saltus = saltus(document.saltus.unwrap_or(0));
        writeln!(out, "{name} is {}: period {period}{saltus}, preperiod {preperiod}", document.status)?;
        writeln!(out, "proved by the {theorem} theorem on {count} values")?;
    } else {
        writeln!(out, "{name} is unresolved after {count} values")?;
    }
    if let Some(Observed { period, seen_to }) = &document.observed {
        let Period { preperiod, period, saltus: grown } = *period;
        let saltus = saltus(grown);
        writeln!(out, "observed, not proved: period {period}{saltus}, preperiod {preperiod}, seen to heap {seen_to}")?;
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
