//! `grundy search`: a run for weeks, saved every minute, resumed after any accident.

use crate::exit::{Exit, Failure, fail, parse_game, print_json, say};
use crate::{count, interrupt, status};
use grundy::Error;
use grundy::engine::{EngineError, Options};
use grundy::run::{Event, HISTORY, RunError, SEGMENT, Settings, State, last_checkpoint};
use grundy::watch::{Progress, Stopped, Watch};
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a run goes on before anything is shown.
const PATIENCE: Duration = Duration::from_secs(1);
/// The time between two looks of the line on a terminal.
const FRAME: Duration = Duration::from_millis(500);
/// The time between two lines of a log.
const MINUTE: Duration = Duration::from_mins(1);

/// Run for weeks: exact values, saved and resumed, until a period is proved
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  grundy search .16 --dir run-16 --until 1e5\n\nThe same command goes on where the run \
        was interrupted. \
                  Ctrl-C and SIGTERM save first."
)]
pub struct Args {
    /// A code (.106, 4.045, .8, .3...), S(1,2,5), allbut(1,2,5), or a name from `grundy games`
    game: String,
    /// Where the run is kept; made if it does not exist
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// Stop before this heap [default: only when a period is proved]
    #[arg(long, value_name = "N", value_parser = count::parse)]
    until: Option<u64>,
    /// How many threads [default: one for each processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Heaps between two state windows of a new run; doubled when there are too many [default: 2^26]
    #[arg(long, value_name = "N", value_parser = count::parse)]
    segment_length: Option<u64>,
    /// Seconds between two checkpoints
    #[arg(long, value_name = "S", default_value = "30", value_parser = seconds)]
    save_every: f64,
    /// The most bytes on disk for the values of all heaps, such as 0, 500M or 16G; later ones are computed again if
    /// need be
    #[arg(long, value_name = "SIZE", default_value = "4G", value_parser = size)]
    history: u64,
    /// Verify each heap at once, or run ahead on guesses for `grundy work` and `grundy job` to verify
    #[arg(long, value_name = "WHEN", default_value = "inline")]
    verify: When,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum When {
    Inline,
    Later,
}

fn seconds(text: &str) -> Result<f64, String> {
    let accepted = "accepted are seconds from 0.001 to 60";
    text.parse().ok().filter(|seconds| (0.001..=60.0).contains(seconds)).ok_or_else(|| accepted.to_owned())
}

/// Bytes as a person writes them.
fn size(text: &str) -> Result<u64, String> {
    let (digits, shift) = match text.as_bytes().last() {
        Some(b'K') => (&text[..text.len() - 1], 10),
        Some(b'M') => (&text[..text.len() - 1], 20),
        Some(b'G') => (&text[..text.len() - 1], 30),
        Some(b'T') => (&text[..text.len() - 1], 40),
        _ => (text, 0),
    };
    let accepted = "accepted are 0 and bytes from 1M to 1024T, like 500M or 16G";
    let bytes = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << shift));
    bytes.filter(|&bytes| bytes == 0 || (1 << 20..=1 << 50).contains(&bytes)).ok_or_else(|| accepted.to_owned())
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let game = parse_game(&args.game)?;
    if args.segment_length == Some(0) {
        return fail("--segment-length 0: accepted are counts from 1 on");
    }
    let settings = Settings {
        options: Options { threads: args.threads.map_or_else(processors, usize::from), ..Options::default() },
        until: args.until,
        segment_length: args.segment_length.unwrap_or(SEGMENT),
        save_every: Duration::from_secs_f64(args.save_every),
        history: args.history,
        whole: u64::MAX,
        later: args.verify == When::Later,
    };
    let mut safe = 0;
    let saved = Mutex::new(Saved::default());
    let mut line = Line::new(&args.game, &saved);
    let mut tell = |event: Event| match event {
        Event::Damaged { path, heap } => {
            say(&format!("warning: {} is damaged; going on from heap {heap}", path.display()));
        }
        Event::HistoryDamaged { heap } => {
            let path = args.dir.join(HISTORY);
            say(&format!("warning: {} is damaged or cut short; values from heap {heap} on come again", path.display()));
        }
        Event::Resumed(state) => safe = state.next(),
        Event::CannotSave { error, safe } => {
            say(&format!("warning: cannot save {error}; {}, the run goes on", last_checkpoint(safe)));
        }
        Event::WentBack { heap } => say(&format!("warning: a guess was refuted; going on from heap {heap}")),
        Event::Saved(state) => {
            safe = state.next();
            *saved.lock().unwrap_or_else(PoisonError::into_inner) = Saved::of(state);
        }
        _ => {}
    };
    let found = grundy::run::search(&args.dir, &game, &settings, &mut line, &mut tell);
    line.clear();
    match found {
        Ok(found) if json => print_json(&found),
        Ok(found) => status::print(&found),
        Err(Error::Run(RunError::Mismatch(mismatch))) => {
            let path = args.dir.join(format!("mismatch-{}.json", mismatch.from));
            fail(format!("{}; both versions are in {}", RunError::Mismatch(mismatch), path.display()))
        }
        Err(error) if error.is_stop() => {
            say(&format!("saved in {}: all heaps before {safe}", args.dir.display()));
            Err(Failure::Interrupted)
        }
        Err(Error::Engine(error @ EngineError::ValueTooLarge { .. })) => {
            fail(format!("{error}; saved in {}: all heaps before {safe}", args.dir.display()))
        }
        Err(error) => Err(error.into()),
    }
}

/// What the last checkpoint has to say.
#[derive(Default)]
struct Saved {
    at: Option<Instant>,
    rares: Option<usize>,
    largest: Option<u16>,
}

impl Saved {
    fn of(state: &State) -> Self {
        Saved {
            at: Some(Instant::now()),
            rares: state.frontier.as_ref().map(|frontier| frontier.rares.len()),
            largest: state.tally.largest().map(|(value, _)| value),
        }
    }
}

/// The line that tells where a run stands: on a terminal always the same one, in a log one a minute. And Ctrl-C.
struct Line<'s> {
    game: &'s str,
    saved: &'s Mutex<Saved>,
    started: Instant,
    /// The stage, where it stood when it began, and when that was.
    began: Option<(&'static str, u64, Instant)>,
    /// Where it stood when the line was last written.
    written: (u64, Instant),
    bar: Option<ProgressBar>,
}

impl<'s> Line<'s> {
    fn new(game: &'s str, saved: &'s Mutex<Saved>) -> Self {
        let now = Instant::now();
        let bar = std::io::stderr().is_terminal().then(ProgressBar::new_spinner);
        let style = ProgressStyle::with_template("{wide_msg}").expect("the template is valid");
        let bar = bar.map(|bar| bar.with_style(style));
        Line { game, saved, started: now, began: None, written: (0, now), bar }
    }

    fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn text(&self, at: Progress, (_, first, began): (&str, u64, Instant), now: Instant) -> String {
        let rate = |from: u64, since: Instant| {
            at.done.saturating_sub(from) as f64 / now.duration_since(since).as_secs_f64().max(1e-3)
        };
        // What was done before the stage began, perhaps by an earlier process, is not what was done lately.
        let (from, since) = if self.written.1 < began { (first, began) } else { self.written };
        let (lately, average) = (rate(from, since), rate(first, began));
        let of = at.total.map_or(String::new(), |total| format!(" of {}", HumanCount(total)));
        let mut text = format!("{}: {} {}{of}", self.game, at.stage, HumanCount(at.done));
        if at.stage == "heaps" {
            let _ = write!(text, ", {:.3} million/s ({:.3} on average)", lately / 1e6, average / 1e6);
            let saved = self.saved.lock().unwrap_or_else(PoisonError::into_inner);
            text += &saved.rares.map_or(String::new(), |rares| format!(", {rares} rares"));
            text += &saved.largest.map_or(String::new(), |largest| format!(", largest value {largest}"));
            let ago = saved.at.map(|at| now.saturating_duration_since(at).as_secs());
            text += &ago.map_or(", not saved yet".to_owned(), |ago| format!(", saved {ago} s ago"));
        }
        if let Some(total) = at.total.filter(|&total| total >= at.done && average > 0.0) {
            let left = Duration::from_secs_f64(((total - at.done) as f64 / average).min(1e12));
            let _ = write!(text, ", {} left", HumanDuration(left));
        }
        text
    }
}

impl Watch for Line<'_> {
    fn at(&mut self, at: Progress) -> Result<(), Stopped> {
        let now = Instant::now();
        let began = match self.began {
            Some(began) if began.0 == at.stage => began,
            _ => *self.began.insert((at.stage, at.done, now)),
        };
        let pause = if self.bar.is_some() { FRAME } else { MINUTE };
        if now.duration_since(self.started) > PATIENCE && now.duration_since(self.written.1) >= pause {
            let text = self.text(at, began, now);
            match &self.bar {
                Some(bar) => bar.set_message(text),
                None => say(&text),
            }
            self.written = (at.done, now);
        }
        if interrupt::requested() { Err(Stopped) } else { Ok(()) }
    }
}

/// How many threads can run at once.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resumed_run_is_as_fast_as_it_is_now() {
        let saved = Mutex::default();
        let mut line = Line::new(".6", &saved);
        let began = line.started + Duration::from_secs(1);
        let text = |line: &Line, done: u64, seconds: u64| {
            let at = Progress::open("heaps", 5_000_000_000 + done);
            line.text(at, ("heaps", 5_000_000_000, began), began + Duration::from_secs(seconds))
        };
        assert!(text(&line, 60_000_000, 60).contains(" 1.000 million/s (1.000 on average)"));
        line.written = (5_060_000_000, began + MINUTE);
        assert!(text(&line, 180_000_000, 120).contains(" 2.000 million/s (1.500 on average)"));
    }
}
