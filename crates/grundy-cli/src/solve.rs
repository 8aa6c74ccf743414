//! `grundy solve`: the period of a game, proved.

use crate::count;
use crate::outcome::{Failure, Outcome, fail, parse_game, print_json};
use crate::progress::Terminal;
use grundy::answer::{Limits, Observed, Solution, SolutionStatus};
use grundy::certificate::PeriodCertificate;
use grundy::period::{self, Period};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Find the period of a game and prove it
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grundy solve .16\n  grundy solve kayles --cert kayles.cert")]
pub struct Args {
    /// A code (.77, 4.045, .3F, .3...), S(1,2,5), allbut(1,2,5), or a name from `grundy games`
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
}

/// Reads a time in seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.filter(|time| !time.is_zero()).ok_or_else(|| "not a number of seconds above 0, like 60 or 0.5".to_owned())
}

pub fn run(args: &Args, json: bool) -> Result<Outcome, Failure> {
    let game = parse_game(&args.game)?;
    let theorem = match args.theorem {
        Theorem::Auto => None,
        Theorem::Classical => Some(period::Theorem::Classical),
        Theorem::Sparse => Some(period::Theorem::Sparse),
    };
    let time = args.time.or_else(|| Limits::default().time.filter(|_| args.limit.is_none()));
    let solution = match game.solve(&Limits { values: args.limit, time, theorem }, &mut Terminal::new()) {
        Err(error @ grundy::Error::NoTheorem(_)) => {
            return fail(format!("{error}; leave --theorem away to try what does"));
        }
        solution => solution?,
    };
    if let (Some(path), Some(certificate)) = (&args.cert, solution.certificate()) {
        write_certificate(path, &certificate)?;
    }
    if json {
        print_json(&solution)?;
    } else {
        print(&solution)?;
    }
    Ok(if solution.status == SolutionStatus::Unresolved { Outcome::No } else { Outcome::Yes })
}

fn status(status: SolutionStatus) -> &'static str {
    match status {
        SolutionStatus::Periodic => "periodic",
        SolutionStatus::ArithmeticPeriodic => "arithmetic-periodic",
        SolutionStatus::Unresolved => "unresolved",
    }
}

/// Writes a certificate; it appears under its name only when it is complete.
pub fn write_certificate(path: &Path, certificate: &PeriodCertificate) -> Result<(), Failure> {
    let unfinished = path.with_added_extension("part");
    std::fs::write(&unfinished, certificate.to_string())
        .and_then(|()| std::fs::rename(&unfinished, path))
        .map_err(|error| Failure::Message(format!("cannot write {}: {error}", path.display())))
}

fn print(document: &Solution) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    let (name, count) = (&document.canonical, document.values_computed);
    let saltus = |saltus: u64| if saltus > 0 { format!(", saltus {saltus}") } else { String::new() };
    if let (Some(preperiod), Some(period), Some(theorem)) = (document.preperiod, document.period, document.theorem) {
        let saltus = saltus(document.saltus.unwrap_or(0));
        writeln!(out, "{name} is {}: period {period}{saltus}, preperiod {preperiod}", status(document.status))?;
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
