//! `grundy misere census`: the table of all small codes.

use super::report;
use super::solve::{certificate_text, limits};
use super::structure::write_file;
use super::watch::Watch;
use crate::count;
use crate::interrupt;
use crate::outcome::{Failure, Outcome, fail, print_json};
use grundy::Game;
use grundy::code::Code;
use grundy::misere::{Solution, solve};
use grundy::standard::standard_form;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Solve every octal code of so many digits, one of each standard form
///
/// Codes 0.d1…dD and 4.d1…d(D-1) that have the same standard form are the same game with other heap sizes; the shortest and
/// smallest code stands for all.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  grundy misere census --digits 2\n  grundy misere census --digits 3 --output table.csv --certs certificates"
)]
pub struct Args {
    /// How many digits
    #[arg(long, default_value = "3", value_parser = clap::value_parser!(u32).range(1..=4))]
    digits: u32,
    /// The largest heap to look at
    #[arg(long, default_value = "20000", value_parser = count::parse, value_name = "HEAPS")]
    limit: u64,
    /// The largest order of a quotient or candidate
    #[arg(long, default_value = "1024", value_parser = count::parse, value_name = "Q")]
    max_order: u64,
    /// Seconds for each game
    #[arg(long, default_value = "5", value_parser = count::parse, value_name = "S")]
    seconds: u64,
    /// Write the table as CSV to this file
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write a certificate for each solved game into this directory
    #[arg(long, value_name = "DIR")]
    certs: Option<PathBuf>,
    /// How many games at a time (default: as many as there are processors)
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: Option<u32>,
}

#[derive(Serialize)]
struct Document {
    digits: u32,
    games: Vec<Row>,
    solved_tame: usize,
    solved_wild: usize,
    unresolved: BTreeMap<&'static str, usize>,
}

#[derive(Clone, Serialize)]
struct Row {
    code: String,
    standard_form: String,
    also: Vec<String>,
    /// `solved-tame`, `solved-wild`, `diagonal`, `size-limit`, `regular-growth`, `heap-limit` or `stopped`.
    status: &'static str,
    order: usize,
    p_positions: usize,
    period: Option<u32>,
    preperiod: Option<u32>,
    heaps: u32,
    last_change: u32,
    seconds: f64,
    growth: Vec<(u32, usize)>,
    evidence: String,
}

pub fn run(args: &Args, json: bool) -> Result<Outcome, Failure> {
    let Ok(heaps @ 1..=1_000_000) = u32::try_from(args.limit) else {
        return fail("--limit takes 1 to 1000000 heaps");
    };
    let limits = limits(args.max_order)?;
    if let Some(dir) = &args.certs {
        std::fs::create_dir_all(dir)
            .map_err(|error| Failure::Message(format!("cannot make {}: {error}", dir.display())))?;
    }
    let games = representatives(args.digits);
    let threads =
        args.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), |t| t as usize);
    let bar = indicatif::ProgressBar::new(games.len() as u64);
    let next = AtomicUsize::new(0);
    let rows: Mutex<Vec<Option<Row>>> = Mutex::new(vec![None; games.len()]);
    let failure: Mutex<Option<Failure>> = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let k = next.fetch_add(1, Ordering::Relaxed);
                    if k >= games.len() || interrupt::requested() {
                        break;
                    }
                    let mut watch = Watch::new(false, Some(Duration::from_secs(args.seconds)));
                    let solution = solve(games[k].game.rules(), heaps, limits, &mut |at| watch.look(at));
                    let written =
                        args.certs.as_ref().map_or(Ok(()), |dir| write_certificate(dir, &games[k], &solution));
                    if let (Err(error), Ok(mut failure)) = (written, failure.lock()) {
                        failure.get_or_insert(error);
                    }
                    if let Ok(mut rows) = rows.lock() {
                        rows[k] = Some(row(&games[k], &solution, watch.seconds()));
                    }
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    if interrupt::requested() {
        return Err(Failure::Interrupted);
    }
    if let Ok(Some(error)) = failure.into_inner() {
        return Err(error);
    }
    let rows: Vec<Row> = rows.into_inner().map(|rows| rows.into_iter().flatten().collect()).unwrap_or_default();
    let count = |status: &str| rows.iter().filter(|row| row.status == status).count();
    let mut unresolved = BTreeMap::new();
    for row in rows.iter().filter(|row| !row.status.starts_with("solved")) {
        *unresolved.entry(row.status).or_insert(0) += 1;
    }
    let (solved_tame, solved_wild) = (count("solved-tame"), count("solved-wild"));
    let document = Document { digits: args.digits, games: rows, solved_tame, solved_wild, unresolved };
    if let Some(path) = &args.output {
        write_file(path, &csv(&document))?;
    }
    if json {
        return print_json(&document);
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if args.output.is_none() {
        out.write_all(csv(&document).as_bytes())?;
    }
    let others: Vec<String> = document.unresolved.iter().map(|(status, count)| format!("{count} {status}")).collect();
    let summary = format!(
        "{} games: {solved_tame} solved tame, {solved_wild} solved wild, {} unresolved{}",
        document.games.len(),
        document.games.len() - solved_tame - solved_wild,
        if others.is_empty() { String::new() } else { format!(" ({})", others.join(", ")) }
    );
    if args.output.is_some() {
        writeln!(out, "{summary}")?;
    } else {
        // A note, not part of the table: only for a person who looks.
        if std::io::IsTerminal::is_terminal(&std::io::stderr()) {
            eprintln!("{summary}");
        }
    }
    out.flush()?;
    Ok(Outcome::Yes)
}

/// A standard form and the codes that have it.
struct Family {
    game: Game,
    standard_form: String,
    codes: Vec<String>,
}

/// One code for each standard form, by code; the game without moves is left out.
fn representatives(digits: u32) -> Vec<Family> {
    let mut families: BTreeMap<String, Family> = BTreeMap::new();
    let codes = |d0: u32, count: u32| {
        (1..=8u32.pow(count)).filter_map(move |n| {
            let tail = (0..count).rev().map(|place| (n - 1) >> (3 * place) & 7);
            let head: Vec<u32> = std::iter::once(d0).chain(tail).collect();
            Code::new(&head, &[]).ok()
        })
    };
    for code in codes(0, digits).chain(codes(4, digits - 1)) {
        let standard_form = standard_form(&code).code.to_string();
        let game = Game::from(code);
        if game.rules().moves().is_empty() {
            continue;
        }
        let text = game.to_string();
        let family = families.entry(standard_form.clone()).or_insert_with(|| Family {
            game: game.clone(),
            standard_form,
            codes: Vec::new(),
        });
        let rank = |code: &str| (code.len() + usize::from(code.starts_with('.')), code.to_owned());
        if rank(&text) < rank(&family.game.to_string()) {
            family.game = game;
        }
        family.codes.push(text);
    }
    let mut families: Vec<Family> = families.into_values().collect();
    families.sort_by_key(|family| family.game.code().map_or_else(Vec::new, |code| code.head().to_vec()));
    families
}

fn row(family: &Family, solution: &Solution, seconds: f64) -> Row {
    let period = solution.period.as_ref().ok();
    let evidence = report::evidence(solution);
    let code = family.game.to_string();
    Row {
        also: family.codes.iter().filter(|other| **other != code).cloned().collect(),
        code,
        standard_form: family.standard_form.clone(),
        status: match &evidence {
            Some(evidence) => evidence.reason,
            None if solution.is_tame() => "solved-tame",
            None => "solved-wild",
        },
        order: solution.monoid.order(),
        p_positions: solution.monoid.p().count(),
        period: period.map(|at| at.period),
        preperiod: period.map(|at| at.start),
        heaps: solution.heaps(),
        last_change: solution.growth.last().map_or(0, |&(heap, _)| heap),
        seconds,
        growth: solution.growth.clone(),
        evidence: evidence.map_or(String::new(), |evidence| evidence.text),
    }
}

fn write_certificate(dir: &Path, family: &Family, solution: &Solution) -> Result<(), Failure> {
    if solution.period.is_err() {
        return Ok(());
    }
    let name = family.game.to_string();
    let name = if name.starts_with('.') { format!("0{name}") } else { name };
    write_file(&dir.join(format!("{name}.cert")), &certificate_text(&family.game, solution)?)
}

fn csv(document: &Document) -> String {
    let mut text = String::from(
        "code,standard_form,also,status,order,p_positions,period,preperiod,heaps,last_change,seconds,growth,evidence\n",
    );
    for row in &document.games {
        let number = |n: Option<u32>| n.map_or(String::new(), |n| n.to_string());
        let _ = writeln!(
            text,
            "{},{},{},{},{},{},{},{},{},{},{:.3},{},\"{}\"",
            row.code,
            row.standard_form,
            row.also.join(" "),
            row.status,
            row.order,
            row.p_positions,
            number(row.period),
            number(row.preperiod),
            row.heaps,
            row.last_change,
            row.seconds,
            report::spell_growth(&row.growth, 9),
            row.evidence
        );
    }
    text
}
