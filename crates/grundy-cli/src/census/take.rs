//! Taking the census: rounds, progress, and an end by the clock.

use super::Database;
use crate::exit::{Exit, Failure, parse_game, print_json};
use crate::interrupt;
use crate::progress::Terminal;
use grundy::census::{Family, effort};
use grundy::watch::{Progress, Stopped, Watch};
use grundy_census::{Campaign, Catalogue, Only, Standing, Totals};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time between two lines of a log.
const LINE: Duration = Duration::from_mins(1);
/// The time between two looks of the line on a terminal.
const FRAME: Duration = Duration::from_millis(100);

#[derive(clap::Args)]
pub struct Take {
    /// octal:D, hex:D, subtraction:M, allbut:M, or a file with a game on each line
    #[arg(required = true)]
    family: Option<String>,
    /// The file of the catalogue; made if it does not exist
    #[arg(long, value_name = "FILE", required = true)]
    db: Option<PathBuf>,
    /// Stop after this number of hours
    #[arg(long, value_name = "H", value_parser = hours)]
    hours: Option<Duration>,
    /// The last round, by the seconds that it gives to a class: 0.1, 1, 10, 100, …; without it only --hours and Ctrl-C
    /// end the census
    #[arg(long, value_name = "SECONDS", value_parser = last_round)]
    rounds: Option<u32>,
    /// How many classes at a time
    #[arg(long, value_name = "T", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Only these: OPEN for what the literature calls open, or games
    #[arg(long, value_name = "OPEN|GAME", num_args = 1..)]
    only: Vec<String>,
    /// Leave the machine to others
    #[arg(long)]
    nice: bool,
}

fn is_open(word: &str) -> bool {
    word.eq_ignore_ascii_case("open")
}

fn hours(text: &str) -> Result<Duration, String> {
    let accepted = "accepted are hours above 0, such as 0.5 or 72";
    let hours = text.parse::<f64>().ok().filter(|hours| *hours > 0.0 && *hours <= 1e6);
    hours.map(|hours| Duration::from_secs_f64(hours * 3600.0)).ok_or_else(|| accepted.to_owned())
}

fn last_round(text: &str) -> Result<u32, String> {
    // All rounds up to the last one are taken, so a list of them is read as its last.
    let rounds = text.split(',').map(effort::round).collect::<Option<Vec<_>>>();
    let last = rounds.and_then(|rounds| rounds.last().copied());
    last.ok_or_else(|| "accepted are 0.1, 1, 10, 100 and so on".to_owned())
}

pub fn run(args: &Take, json: bool) -> Result<Exit, Failure> {
    let (Some(name), Some(file)) = (&args.family, &args.db) else {
        return crate::exit::fail("a census needs a FAMILY and --db FILE; see grundy census --help");
    };
    let family = interrupt::waiting(|| family(name))?;
    let only = match &args.only[..] {
        [] => Only::All,
        [word] if is_open(word) => Only::Open,
        words if words.iter().any(|word| is_open(word)) => {
            return crate::exit::fail("--only takes OPEN alone, or games");
        }
        games => Only::Games(games.iter().map(|game| parse_game(game)).collect::<Result<_, _>>()?),
    };
    if args.nice {
        be_nice()?;
    }
    // The catalogue is made whole or not at all.
    let opened = interrupt::waiting(|| Catalogue::open_or_create(file, &family, &mut Terminal::new()));
    let mut catalogue = match opened {
        Err(error) if error.is_stop() => return Err(Failure::Interrupted),
        catalogue => catalogue?,
    };
    let campaign = Campaign { time: args.hours, last_round: args.rounds, only, threads: args.threads.into() };
    let standing = Mutex::new(Standing::default());
    let mut line = Line::new(&standing);
    let tell = |now: &Standing| now.clone_into(&mut standing.lock().unwrap_or_else(PoisonError::into_inner));
    let done = campaign.run(&mut catalogue, &mut line, &tell);
    line.clear();
    match done {
        Err(error) if error.is_stop() => {
            eprintln!("saved in {}: every step that was finished", file.display());
            return Err(Failure::Interrupted);
        }
        done => done?,
    };
    let totals = catalogue.totals()?;
    if json { print_json(&totals) } else { print(&family, totals) }
}

/// Measure the hidden frequency of every class that is not proved and has none yet
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy census octal:1 --db o.db --rounds 0.1\n  grundy census measure --db o.db")]
pub struct Measure {
    #[command(flatten)]
    database: Database,
}

pub fn measure(args: &Measure, json: bool) -> Result<Exit, Failure> {
    let mut catalogue = Catalogue::open(&args.database.file)?;
    let measured = match catalogue.measure(&mut Terminal::new()) {
        Err(error) if error.is_stop() => return Err(Failure::Interrupted),
        measured => measured?,
    };
    if json {
        return print_json(&catalogue.totals()?);
    }
    writeln!(std::io::stdout().lock(), "{measured} classes have a hidden frequency")?;
    Ok(Exit::Yes)
}

/// A family by its name, or the games of a file.
fn family(text: &str) -> Result<Family, Failure> {
    let path = Path::new(text);
    if !path.is_file() {
        return text.parse().map_err(|error: grundy::census::BadFamily| Failure::Message(error.to_string()));
    }
    let named = |why: String| Failure::Message(format!("{}: {why}", path.display()));
    let lines = std::fs::read_to_string(path).map_err(|error| named(error.to_string()))?;
    Family::of_lines(&lines).map_err(|error| named(error.to_string()))
}

#[cfg(unix)]
fn be_nice() -> Result<(), Failure> {
    rustix::process::nice(19).map(|_| ()).map_err(|error| Failure::Message(format!("--nice: {error}")))
}

#[cfg(not(unix))]
fn be_nice() -> Result<(), Failure> {
    crate::exit::fail("--nice is there on Unix only")
}

fn print(family: &Family, totals: Totals) -> Result<Exit, Failure> {
    let Totals { classes, games, proved, sequences, observed, open, untouched } = totals;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{family}: {games} games in {classes} classes")?;
    writeln!(out, "proved     {proved}, with {sequences} different sequences")?;
    for (name, count) in [("observed", observed), ("open", open), ("untouched", untouched)] {
        if count > 0 {
            writeln!(out, "{name:<10} {count}")?;
        }
    }
    Ok(Exit::Yes)
}

/// The line that tells where a census stands: on a terminal always the same one, in a log one a minute. And Ctrl-C.
struct Line<'s> {
    standing: &'s Mutex<Standing>,
    written: Instant,
    bar: Option<ProgressBar>,
}

impl<'s> Line<'s> {
    fn new(standing: &'s Mutex<Standing>) -> Self {
        let style = ProgressStyle::with_template("{wide_msg}").expect("the template is valid");
        let bar = std::io::stderr().is_terminal().then(|| ProgressBar::new_spinner().with_style(style));
        Line { standing, written: Instant::now(), bar }
    }

    fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl Watch for Line<'_> {
    fn at(&mut self, at: Progress) -> Result<(), Stopped> {
        if self.written.elapsed() >= if self.bar.is_some() { FRAME } else { LINE } {
            self.written = Instant::now();
            let standing = self.standing.lock().unwrap_or_else(PoisonError::into_inner);
            let Standing { proved, open, round, done, of, now } = &*standing;
            let seconds = effort::seconds(*round);
            let text = format!(
                "solved {proved}, open {open}, round of {seconds} s: {done} of {of}, now {now} at heap {}",
                at.done
            );
            match &self.bar {
                Some(bar) => bar.set_message(text),
                None => eprintln!("{text}"),
            }
        }
        if interrupt::requested() { Err(Stopped) } else { Ok(()) }
    }
}
