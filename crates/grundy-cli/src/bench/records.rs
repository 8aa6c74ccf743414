//! `grundy bench records`: solves again the games that were hard once, and has `grundy-check` check every proof.

use super::machine;
use crate::exit::{Exit, Failure, fail, parse_game, print_json};
use crate::output;
use crate::progress::Terminal;
use grundy::answer::Limits;
use grundy::period::Theorem;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// The solved games that took the most work, shortest first. `.106` takes `grundy search`.
const GAMES: [&str; 14] =
    [".45", ".055", ".156", ".356", ".644", ".165", ".127", ".16", ".56", ".354", ".376", ".104", ".054", ".454"];
/// Enough values for each of them.
const LIMIT: u64 = 1_000_000_000;

/// Solve the records again and check every proof
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy bench records --game .16 --game .45 --dir certificates")]
pub struct Args {
    /// Only this game (several may be given)
    #[arg(long, value_name = "GAME")]
    game: Vec<String>,
    /// Keep the certificates in this directory
    #[arg(long, value_name = "D")]
    dir: Option<PathBuf>,
    /// The checker [default: the `grundy-check` beside this program]
    #[arg(long, value_name = "PATH")]
    checker: Option<PathBuf>,
}

/// The records, solved and checked again.
#[derive(JsonSchema, Serialize)]
pub struct Document {
    cpu: String,
    cores: usize,
    commit: String,
    date: String,
    records: Vec<Record>,
}

/// One record.
#[derive(JsonSchema, Serialize)]
struct Record {
    game: String,
    period: u64,
    preperiod: u64,
    theorem: Theorem,
    values: u64,
    seconds: f64,
    check_seconds: f64,
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let beside = || std::env::current_exe().map(|path| path.with_file_name("grundy-check"));
    let checker = args.checker.clone().map_or_else(beside, Ok)?;
    if !checker.is_file() {
        return fail(format!(
            "there is no checker at {}; build it with `cargo build --release --workspace`, or name it with --checker",
            checker.display()
        ));
    }
    let dir = args.dir.clone().unwrap_or_else(|| std::env::temp_dir().join(format!("grundy-{}", std::process::id())));
    std::fs::create_dir_all(&dir)
        .map_err(|error| Failure::Message(format!("cannot make {}: {error}", dir.display())))?;
    let all = || GAMES.iter().map(|&game| game.to_owned()).collect();
    let games: Vec<String> = if args.game.is_empty() { all() } else { args.game.clone() };
    let records = games.iter().map(|game| one(game, &dir, &checker, json)).collect::<Result<Vec<_>, Failure>>();
    if args.dir.is_none() {
        let _ = std::fs::remove_dir_all(&dir);
    }
    let document = Document {
        cpu: machine::cpu(),
        cores: machine::cores(),
        commit: machine::commit(),
        date: machine::date(),
        records: records?,
    };
    if json {
        return print_json(&document);
    }
    let Document { cpu, cores, commit, date, .. } = &document;
    writeln!(std::io::stdout(), "{cores} threads of {cpu}, commit {commit}, {date}")?;
    Ok(Exit::Yes)
}

/// Solves a game, writes its certificate and has it checked.
fn one(text: &str, dir: &Path, checker: &Path, json: bool) -> Result<Record, Failure> {
    let game = parse_game(text)?;
    let started = Instant::now();
    let limits = Limits { values: Some(LIMIT), time: None, theorem: None };
    let solution = game.solve(&limits, &mut Terminal::new())?;
    let (Some(certificate), Some(theorem)) = (solution.certificate(), solution.theorem) else {
        return fail(format!("{game} is not solved by {LIMIT} values"));
    };
    let name = game.to_string();
    let path = dir.join(format!("{}{name}.cert", if name.starts_with('.') { "0" } else { "" }));
    output::write(&path, certificate.to_string())?;
    let seconds = started.elapsed().as_secs_f64();
    let count = solution.values_computed;
    drop(solution);
    let started = Instant::now();
    let checked = Command::new(checker).arg("--jobs").arg(machine::cores().to_string()).arg(&path).output()?;
    let check_seconds = started.elapsed().as_secs_f64();
    if !checked.status.success() {
        let said = [checked.stdout, checked.stderr].concat();
        return fail(format!("{}: {}", checker.display(), String::from_utf8_lossy(&said).trim()));
    }
    if !json {
        let mut out = std::io::stdout().lock();
        let said = String::from_utf8_lossy(&checked.stdout);
        writeln!(out, "{} [{count} values, {seconds:.1} s; checked in {check_seconds:.1} s]", said.trim())?;
    }
    Ok(Record {
        game: game.to_string(),
        period: certificate.period,
        preperiod: certificate.preperiod,
        theorem,
        values: count,
        seconds,
        check_seconds,
    })
}
