//! `grundy search`: a run for weeks, saved every minute, resumed after any accident.

use crate::outcome::{Failure, Outcome, fail, parse_game, print_json};
use crate::status::Document;
use crate::{count, interrupt};
use grundy::Game;
use grundy::checkpoint::{CheckpointError, Store};
use grundy::engine::{EngineError, Options};
use grundy::run::{Run, RunError, SEGMENT, State, Stop};
use indicatif::{ProgressBar, ProgressStyle};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Run for weeks: exact values, saved and resumed, until a period is proved
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  grundy search .16 --dir run-16 --until 1e5\n\nThe same command goes on where the run was interrupted. \
                  Ctrl-C and SIGTERM save first."
)]
pub struct Args {
    /// A code with a useful sparse space, such as .106, or a name from `grundy games`
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
}

fn seconds(text: &str) -> Result<f64, String> {
    let accepted = "accepted are seconds from 0.001 to 60";
    text.parse().ok().filter(|seconds| (0.001..=60.0).contains(seconds)).ok_or_else(|| accepted.to_owned())
}

/// The file with the certificate, in the run's directory.
const CERTIFICATE: &str = "certificate.cert";

pub fn run(args: &Args, json: bool) -> Result<Outcome, Failure> {
    let game = parse_game(&args.game)?;
    if args.segment_length == Some(0) {
        return fail("--segment-length 0: accepted are counts from 1 on");
    }
    let rules = game.rules();
    let threads = args.threads.map_or_else(processors, usize::from);
    let options = Options { threads, ..Options::default() };
    let mut keeper = Keeper::open(args)?;
    let run = match keeper.load()? {
        Some(state) if state.game != game.to_string() => {
            return fail(format!("{}: this run is of {}, not of {game}", args.dir.display(), state.game));
        }
        Some(state) => Run::resume(rules, &options, state),
        None => {
            let length = args.segment_length.unwrap_or(SEGMENT);
            Run::begin(&game.to_string(), rules, &options, length, &mut |_| interrupt::requested())
        }
    };
    let mut run = match run {
        Err(RunError::Engine(EngineError::Stopped)) => return Err(Failure::Interrupted),
        run => run?,
    };
    run.state().until = args.until;
    keeper.go(&mut run, args.until.unwrap_or(u64::MAX / 4), &game)?;
    keeper.show.finish_and_clear();
    let document = Document::new(run.state(), None);
    if json { print_json(&document) } else { document.print() }
}

/// How many threads can run at once.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Keeps a run on disk.
struct Keeper {
    store: Store,
    dir: PathBuf,
    every: Duration,
    saved: Instant,
    /// The heap of the last checkpoint,
    tried: u64,
    /// and of the last one that could be written.
    safe: u64,
    show: ProgressBar,
}

impl Keeper {
    fn open(args: &Args) -> Result<Self, Failure> {
        let show = args.until.map_or_else(ProgressBar::no_length, ProgressBar::new);
        let template =
            if args.until.is_some() { "{wide_bar} {human_pos}/{human_len} {msg} {eta}" } else { "{human_pos} {msg}" };
        let show = show.with_style(ProgressStyle::with_template(template).expect("the template is valid"));
        let every = Duration::from_secs_f64(args.save_every);
        let store = Store::open(&args.dir)?;
        Ok(Keeper { store, dir: args.dir.clone(), every, saved: Instant::now(), tried: 0, safe: 0, show })
    }

    fn load(&mut self) -> Result<Option<State>, Failure> {
        let (state, set_aside) = self.store.load()?;
        self.safe = state.as_ref().map_or(0, |state| state.frontier.next);
        for path in set_aside {
            eprintln!("warning: {} is damaged; going on from heap {}", path.display(), self.safe);
        }
        Ok(state)
    }

    /// Runs and saves until the run ends.
    fn go(&mut self, run: &mut Run, until: u64, game: &Game) -> Result<(), Failure> {
        let mut warned = false;
        loop {
            let (started, from) = (Instant::now(), run.state().frontier.next);
            let Keeper { show, saved, every, tried, .. } = &*self;
            let due = *saved + *every;
            let stop = run.advance(until, &mut |next| {
                show.set_position(next);
                // While a proof is made, nothing new needs saving.
                interrupt::requested() || next > *tried && Instant::now() >= due
            });
            let stop = match stop {
                Err(RunError::Mismatch(mismatch)) => {
                    let name = format!("mismatch-{}.json", mismatch.from);
                    let text = serde_json::to_vec(&mismatch).map_err(std::io::Error::from)?;
                    self.store.commit(&name, &text)?;
                    let error = RunError::Mismatch(mismatch);
                    return fail(format!("{error}; both versions are in {}", self.dir.join(name).display()));
                }
                stop => stop?,
            };
            let seconds = started.elapsed().as_secs_f64();
            let state = run.state();
            state.seconds += seconds;
            if state.frontier.next > from {
                state.speed = (state.frontier.next - from) as f64 / seconds.max(1e-9);
            }
            self.show.set_message(format!("{:.1} million/s", state.speed / 1e6));
            let ends = interrupt::requested() || stop != Stop::Paused;
            match self.save(state) {
                Ok(()) => warned = false,
                Err(error) if ends => {
                    return fail(format!("cannot save {error}; {}", self.last_safe()));
                }
                Err(error) => {
                    if !warned {
                        eprintln!("warning: cannot save {error}; {}, the run goes on", self.last_safe());
                    }
                    warned = true;
                }
            }
            if interrupt::requested() && stop == Stop::Paused {
                return Err(Failure::Interrupted);
            }
            if stop == Stop::Proved {
                return self.write_certificate(run, game);
            }
            if stop == Stop::Reached {
                return Ok(());
            }
        }
    }

    fn last_safe(&self) -> String {
        match self.safe {
            0 => "nothing is saved yet".to_owned(),
            heap => format!("the last checkpoint is at heap {heap}"),
        }
    }

    fn save(&mut self, state: &State) -> Result<(), CheckpointError> {
        (self.saved, self.tried) = (Instant::now(), state.frontier.next);
        self.store.save(state)?;
        self.safe = state.frontier.next;
        Ok(())
    }

    fn write_certificate(&self, run: &mut Run, game: &Game) -> Result<(), Failure> {
        if let Some(certificate) = run.state().certificate(game) {
            self.store.commit(CERTIFICATE, certificate.to_string().as_bytes())?;
        }
        Ok(())
    }
}
