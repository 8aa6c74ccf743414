//! `grundy solve`: the period of a game, proved.

use crate::exit::{Asked, Exit, Failure, each_line, fail, parse_game, print_json};
use crate::progress::Terminal;
use crate::{count, output};
use grundy::answer::{Ended, Limits, Observed, Solution, SolutionStatus};
use grundy::game::Class;
use grundy::period::{self, Period};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Find the period of a game and prove it
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grundy solve .16\n  grundy solve kayles --cert kayles.cert")]
pub struct Args {
    /// A code (.77, 4.045, .3F, .3...), S(1,2,5), allbut(1,2,5), or a name from `grundy games`; - reads games from
    /// stdin
    game: String,
    /// Give up after this many values
    #[arg(long, value_name = "N", value_parser = count::parse)]
    limit: Option<u64>,
    /// Give up after this many seconds [default: 10, or no such limit with --limit]
    #[arg(long, value_name = "S", value_parser = seconds)]
    time: Option<Duration>,
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
    Endless,
    Arithmetic,
}

/// Reads a time in seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.filter(|time| !time.is_zero()).ok_or_else(|| "not a number of seconds above 0, like 60 or 0.5".to_owned())
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    if args.game == "-" && args.cert.is_some() {
        return fail("--cert writes one file; give one game");
    }
    each_line(&args.game, |game, asked| solve(game, args, asked, json))
}

fn solve(game: &str, args: &Args, asked: Asked, json: bool) -> Result<Exit, Failure> {
    let game = parse_game(game)?;
    let theorem = match args.theorem {
        Theorem::Auto => None,
        Theorem::Classical => Some(period::Theorem::Classical),
        Theorem::Sparse => Some(period::Theorem::Sparse),
        Theorem::Endless => Some(period::Theorem::Endless),
        Theorem::Arithmetic => Some(period::Theorem::Arithmetic),
    };
    let time = args.time.or_else(|| Limits::default().time.filter(|_| args.limit.is_none()));
    let solution = match game.solve(&Limits { values: args.limit, time, theorem }, &mut Terminal::new()) {
        Err(error @ grundy::Error::NoTheorem(_)) => {
            return fail(format!("{error}; leave --theorem away to try what does"));
        }
        solution => solution?,
    };
    if let (Some(path), Some(certificate)) = (&args.cert, solution.certificate()) {
        output::write(path, certificate.to_string())?;
    }
    if json {
        print_json(&solution)?;
    } else {
        print(&solution, asked)?;
    }
    Ok(if solution.status == SolutionStatus::Unresolved { Exit::No } else { Exit::Yes })
}

fn status(status: SolutionStatus) -> &'static str {
    match status {
        SolutionStatus::Periodic => "periodic",
        SolutionStatus::ArithmeticPeriodic => "arithmetic-periodic",
        SolutionStatus::Unresolved => "unresolved",
    }
}

fn print(document: &Solution, asked: Asked) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let between = if asked == Asked::Alone { "\n" } else { "; " };
    let (name, count) = (&document.canonical, document.values_computed);
    let saltus = |saltus: u64| if saltus > 0 { format!(", saltus {saltus}") } else { String::new() };
    if let (Some(preperiod), Some(period), Some(theorem)) = (document.preperiod, document.period, document.theorem) {
        let saltus = saltus(document.saltus.unwrap_or(0));
        write!(out, "{name} is {}: period {period}{saltus}, preperiod {preperiod}{between}", status(document.status))?;
        let needed = document.values_needed.unwrap_or(count);
        let removal = document.largest_removal.map_or(String::new(), |k| format!(", k = {k}"));
        writeln!(
            out,
            "proved by the {theorem} theorem: n0 = {preperiod}, p = {period}{removal} need {needed} values; {count} \
             were computed"
        )?;
    } else {
        writeln!(out, "{name} is unresolved after {count} values{}", why(document))?;
    }
    if asked == Asked::InALine {
        return Ok(());
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
    if let Some(known) = &document.known {
        writeln!(out, "known? {known}")?;
        writeln!(out, "to go on: {}", advice(document))?;
    }
    Ok(())
}

/// Why the search ended.
fn why(document: &Solution) -> String {
    match document.ended {
        Some(Ended::Time) => format!(" in {:.0} seconds", document.seconds),
        Some(Ended::ValueTooLarge) => ", where values pass 65535, the largest that is kept".to_owned(),
        Some(Ended::NoTheorem) => "; no theorem proves periods of such games".to_owned(),
        Some(Ended::Values) | None => String::new(),
    }
}

/// What to try next.
fn advice(document: &Solution) -> String {
    let game = &document.canonical;
    let count = document.values_computed;
    match document.ended {
        Some(Ended::NoTheorem | Ended::ValueTooLarge) => {
            format!("`grundy analyze '{game}' -n {count}` shows what there is")
        }
        _ if game.rules().class() == Class::Octal && game.rules().is_finite() => {
            format!("--time 600 or --limit {}; `grundy search '{game}' --dir D` for days", count.saturating_mul(10))
        }
        _ => format!("--time 600 or --limit {}", count.saturating_mul(10)),
    }
}
