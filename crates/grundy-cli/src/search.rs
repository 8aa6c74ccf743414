//! `grundy search`: a run for weeks, saved every minute, resumed after any accident.

use crate::outcome::{Failure, Outcome, fail, parse_game, print_json};
use crate::progress::Terminal;
use crate::{count, status};
use grundy::Error;
use grundy::checkpoint::last_checkpoint;
use grundy::engine::Options;
use grundy::run::keeper::HISTORY;
use grundy::run::{Event, RunError, SEGMENT, Settings};
use std::path::PathBuf;
use std::time::Duration;

/// Run for weeks: exact values, saved and resumed, until a period is proved
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  grundy search .16 --dir run-16 --until 1e5\n\nThe same command goes on where the run was interrupted. \
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
    /// The most bytes for the values of all heaps, such as 500M or 16G
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
    let accepted = "accepted are bytes from 1M to 1024T, like 500M or 16G";
    let bytes = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << shift));
    bytes.filter(|bytes| (1 << 20..=1 << 50).contains(bytes)).ok_or_else(|| accepted.to_owned())
}

pub fn run(args: &Args, json: bool) -> Result<Outcome, Failure> {
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
        later: args.verify == When::Later,
    };
    let mut safe = 0;
    let mut tell = |event: Event| match event {
        Event::Damaged { path, heap } => {
            eprintln!("warning: {} is damaged; going on from heap {heap}", path.display());
        }
        Event::HistoryDamaged { heap } => {
            let path = args.dir.join(HISTORY);
            eprintln!("warning: {} is damaged; going on from heap {heap}", path.display());
        }
        Event::CannotSave { error, safe } => {
            eprintln!("warning: cannot save {error}; {}, the run goes on", last_checkpoint(safe));
        }
        Event::WentBack { heap } => eprintln!("warning: a guess was refuted; going on from heap {heap}"),
        Event::Saved(state) => safe = state.next(),
        _ => {}
    };
    match grundy::run::search(&args.dir, &game, &settings, &mut Terminal::new(), &mut tell) {
        Ok(found) if json => print_json(&found),
        Ok(found) => status::print(&found),
        Err(Error::Run(RunError::Mismatch(mismatch))) => {
            let path = args.dir.join(format!("mismatch-{}.json", mismatch.from));
            fail(format!("{}; both versions are in {}", RunError::Mismatch(mismatch), path.display()))
        }
        Err(Error::Run(error @ RunError::HistoryFull { .. })) => fail(format!("{error} with --history")),
        Err(error) if error.is_stop() => {
            eprintln!("saved in {}: all heaps before {safe}", args.dir.display());
            Err(Failure::Interrupted)
        }
        Err(error) => Err(error.into()),
    }
}

/// How many threads can run at once.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
