//! `grundy misere census`: the table of all small codes.

use super::report;
use super::solve::{certificate_text, limits};
use crate::count;
use crate::exit::{Exit, Failure, fail, print_json, say};
use crate::output;
use crate::progress::Terminal;
use grundy::misere::Solution;
use grundy::misere::answer::Census;
use grundy::misere::census::{Family, Plan, census};
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Solve every octal code with a given number of digits, one of each standard form
///
/// Codes 0.d1…dD and 4.d1…d(D-1) that have the same standard form are the same game with other heap sizes; the shortest
/// and smallest code stands for all.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy misere census --digits 2\n  \
        grundy misere census --digits 3 --output table.csv --certs certificates")]
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

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let Ok(heaps @ 1..=1_000_000) = u32::try_from(args.limit) else {
        return fail("--limit takes 1 to 1000000 heaps");
    };
    let limits = limits(heaps, args.max_order)?;
    if let Some(dir) = &args.certs {
        std::fs::create_dir_all(dir)
            .map_err(|error| Failure::Message(format!("cannot make {}: {error}", dir.display())))?;
    }
    let threads =
        args.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), |t| t as usize);
    let plan = Plan { digits: args.digits, limits, time: Duration::from_secs(args.seconds), threads };
    let failure: Mutex<Option<Failure>> = Mutex::new(None);
    let keep = |family: &Family, solution: &Solution| {
        let written = args.certs.as_ref().map_or(Ok(()), |dir| write_certificate(dir, family, solution));
        if let Err(error) = written {
            failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
    };
    let document = census(&plan, &keep, &mut Terminal::new())?;
    if let Some(error) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    if let Some(path) = &args.output {
        output::write(path, csv(&document))?;
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
        "{} games: {} solved tame, {} solved wild, {} unresolved{}",
        document.games.len(),
        document.solved_tame,
        document.solved_wild,
        document.games.len() - document.solved_tame - document.solved_wild,
        if others.is_empty() { String::new() } else { format!(" ({})", others.join(", ")) }
    );
    if args.output.is_some() {
        writeln!(out, "{summary}")?;
    } else {
        // A note, not part of the table: only for a person who looks.
        if std::io::IsTerminal::is_terminal(&std::io::stderr()) {
            say(&summary);
        }
    }
    out.flush()?;
    Ok(Exit::Yes)
}

fn write_certificate(dir: &Path, family: &Family, solution: &Solution) -> Result<(), Failure> {
    if solution.period.is_err() {
        return Ok(());
    }
    let name = family.game.to_string();
    let name = if name.starts_with('.') { format!("0{name}") } else { name };
    output::write(&dir.join(format!("{name}.cert")), certificate_text(solution)?)
}

fn csv(document: &Census) -> String {
    let mut text = String::from(
        "code,standard_form,also,status,order,p_positions,period,preperiod,heaps,last_change,seconds,growth,evidence\n",
    );
    for row in &document.games {
        let number = |n: Option<u32>| n.map_or(String::new(), |n| n.to_string());
        let _ = writeln!(
            text,
            "{},{},{},{},{},{},{},{},{},{},{:.3},{},\"{}\"",
            row.game,
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
