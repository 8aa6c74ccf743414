//! A run in a directory: begun or resumed, saved now and then, ended by a proof.
//!
//! ```no_run
//! use grundy::run::{Settings, search};
//! use grundy::watch::Unwatched;
//! let game: grundy::Game = ".106".parse()?;
//! let settings = Settings { until: Some(100_000_000), ..Settings::default() };
//! let status = search("run-106".as_ref(), &game, &settings, &mut Unwatched, &mut |_| {})?;
//! println!("{} heaps, hash {}", status.verified, status.hash);
//! # Ok::<(), grundy::Error>(())
//! ```
//!
//! The same call goes on where a run was interrupted, whatever interrupted it. A proof that this call has not made
//! itself, from heap 0 on, is made again from the values before anything is called periodic: checkpoints are hashed,
//! not proved.

use super::checkpoint::{CheckpointError, Store};
use super::coverage::Coverage;
use super::history::History;
use super::job::{self, Job, Receipt, Verdict};
use super::proof::Proof;
use super::recall::recall;
use super::receipts;
use super::verify::Finding;
use super::work::work;
use super::{ENDLESS, Run, RunError, SEGMENT, Saver, State, Status, Stop, proof, verify};
use crate::engine::hints::Hints;
use crate::engine::{EngineError, Options};
use crate::error::Error;
use crate::game::Game;
use crate::watch::{Progress, Stopped, Unwatched, Watch};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The file with the certificate, in the run's directory.
pub const CERTIFICATE: &str = "certificate.cert";
/// The file with all values, in the run's directory.
pub const HISTORY: &str = "history";

/// The file with what the engine has learned, in the run's directory. It may be removed: all it saves is time.
const HINTS: &str = "hints";

/// How a run in a directory goes.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The kernel and the threads.
    pub options: Options,
    /// The heap before which it stops; else only a proof ends it.
    pub until: Option<u64>,
    /// Heaps between two state windows of a new run.
    pub segment_length: u64,
    /// The time between two checkpoints.
    pub save_every: Duration,
    /// The most bytes that the values of all heaps may take on the disk; what is not there is computed again when it
    /// is needed.
    pub history: u64,
    /// The most heaps whose values the run may hold in memory all at once; where it needs more, it ends.
    pub whole: u64,
    /// Whether long stretches are guessed, for others to verify ([`super::job`]); a period is claimed only when all of
    /// it is verified.
    pub later: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            options: Options::default(),
            until: None,
            segment_length: SEGMENT,
            save_every: Duration::from_secs(30),
            history: 4 << 30,
            whole: u64::MAX,
            later: false,
        }
    }
}

/// What happens to a run on its way.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A checkpoint was found damaged and set aside; the run goes on from the one before.
    Damaged {
        /// Where it is now.
        path: &'a Path,
        /// The heap from which the run goes on.
        heap: u64,
    },
    /// The run goes on from this checkpoint.
    Resumed(&'a State),
    /// The history is damaged or missing from this heap on; later values are computed again.
    HistoryDamaged {
        /// That heap.
        heap: u64,
    },
    /// A checkpoint was written.
    Saved(&'a State),
    /// A checkpoint could not be written; the run goes on and tries again. This is told once in a row of failures.
    CannotSave {
        /// Why not.
        error: &'a CheckpointError,
        /// The heap of the last checkpoint that was written, 0 if none was.
        safe: u64,
    },
    /// The proof of a run that was resumed is made again.
    Checking(&'a State),
    /// A receipt refuted a guess: the run goes back.
    WentBack {
        /// To this heap.
        heap: u64,
    },
}

/// The first values, as many as this, of a run that keeps all of them.
pub(crate) fn kept(dir: &Path, heaps: u64) -> Result<Vec<u16>, CheckpointError> {
    let path = dir.join(HISTORY);
    let read = History::open(&path, heaps, u64::MAX).and_then(|mut history| history.first(heaps, &mut Unwatched));
    read.map(Option::unwrap_or_default).map_err(|error| CheckpointError::System { path, error })
}

/// Begins a run of `game` in `dir`, or resumes it, until a period is proved or the run comes to its end. When the watch
/// stops it, it is saved, and the error is [`Error::Stopped`].
pub fn search(
    dir: &Path,
    game: &Game,
    settings: &Settings,
    watch: &mut dyn Watch,
    tell: &mut dyn FnMut(Event),
) -> Result<Status, Error> {
    let mut store = Store::open(dir)?;
    let (state, set_aside) = store.load()?;
    let heap = state.as_ref().map_or(0, State::next);
    for path in &set_aside {
        tell(Event::Damaged { path, heap });
    }
    let resumed = state.is_some();
    let state = match state {
        Some(state) if state.game != *game => {
            return Err(
                CheckpointError::OtherGame { dir: dir.to_owned(), saved: state.game, asked: game.clone() }.into()
            );
        }
        state => state,
    };
    let path = dir.join(HISTORY);
    let system = |error| CheckpointError::System { path: path.clone(), error };
    let mut history = History::open(&path, heap, settings.history).map_err(system)?;
    // Whatever is wrong with hints, there is no need of them.
    let hints = std::fs::read(dir.join(HINTS)).ok().and_then(|text| serde_json::from_slice(&text).ok());
    let hints: Hints = hints.unwrap_or_default();
    let mut run = match state {
        None => Run::begin_with(game, &settings.options, settings.segment_length)?,
        Some(state) => {
            tell(Event::Resumed(&state));
            let mut values = Vec::new();
            if state.frontier.is_none() {
                values = history.first(state.next(), watch).map_err(system)?.ok_or(Stopped)?;
                let known = values.len() as u64;
                if known < state.next() {
                    history = History::open(&path, known, settings.history).map_err(system)?;
                    if history.room() > known {
                        tell(Event::HistoryDamaged { heap: known });
                    }
                    values = recall(&state, &settings.options, &hints, values, watch)?;
                    history.append(known, &values[known as usize..]);
                }
            }
            Run::resume_hinted(state, values, &settings.options, hints.clone())?
        }
    };
    if settings.later {
        run = run.verify_later();
    }
    run.state().until = settings.until;
    let mut keeper = Keeper {
        store,
        history,
        room: settings.whole,
        dir,
        every: settings.save_every,
        saved: Instant::now(),
        safe: heap,
        unsaved: None,
        warned: false,
        working: Instant::now(),
        counted: run.state().next(),
        refuted: false,
        hints,
        tell,
    };
    keeper.look_for_refutations(run.state());
    if settings.later && !resumed {
        // Whoever is to verify it finds it from the first moment on.
        keeper.save(run.state());
    }
    keeper.go(&mut run, settings, resumed, watch)
}

/// Keeps a run on disk.
struct Keeper<'t> {
    store: Store,
    history: History,
    /// The most values that the run may hold.
    room: u64,
    dir: &'t Path,
    every: Duration,
    saved: Instant,
    /// The heap of the last checkpoint that could be written.
    safe: u64,
    /// Why the last one could not.
    unsaved: Option<CheckpointError>,
    warned: bool,
    /// Since when time and heaps are not yet added to the state.
    working: Instant,
    counted: u64,
    /// Whether a receipt refutes something that the run has guessed.
    refuted: bool,
    /// What the file of hints has.
    hints: Hints,
    tell: &'t mut dyn FnMut(Event),
}

impl Saver for Keeper<'_> {
    fn block(&mut self, from: u64, values: &[u16]) {
        self.history.append(from, values);
    }

    fn due(&mut self) -> bool {
        self.saved.elapsed() >= self.every
    }

    fn save(&mut self, state: &mut State) {
        // A run that has just left its long phase still counts in pairs.
        state.tally.settle();
        let seconds = self.working.elapsed().as_secs_f64();
        state.seconds += seconds;
        if state.next() > self.counted {
            state.speed = (state.next() - self.counted) as f64 / seconds.max(1e-9);
        }
        (self.working, self.counted) = (Instant::now(), state.next());
        self.unsaved = self.write(state).err();
        self.saved = Instant::now();
        match &self.unsaved {
            None => {
                (self.safe, self.warned) = (state.next(), false);
                (self.tell)(Event::Saved(state));
                self.look_for_refutations(state);
            }
            Some(error) if !self.warned => {
                self.warned = true;
                (self.tell)(Event::CannotSave { error, safe: self.safe });
            }
            Some(_) => {}
        }
    }

    fn learned(&mut self, hints: &Hints) {
        if *hints != self.hints
            && let Ok(text) = serde_json::to_vec(hints)
            && self.store.commit(HINTS, &text).is_ok()
        {
            self.hints.clone_from(hints);
        }
    }

    fn first_values(&mut self, count: u64, watch: &mut dyn Watch) -> Result<Vec<u16>, Stopped> {
        // What cannot be read is computed again.
        self.history.first(count, watch).unwrap_or_else(|_| Some(Vec::new())).ok_or(Stopped)
    }

    fn room(&self) -> u64 {
        self.room
    }

    fn refuted(&self) -> bool {
        self.refuted
    }
}

impl Keeper<'_> {
    fn write(&mut self, state: &State) -> Result<(), CheckpointError> {
        let path = self.dir.join(HISTORY);
        match self.history.flush() {
            // A run that goes on from its last values can do without.
            Err(_) if state.frontier.is_some() => self.history.give_up(),
            flushed => flushed.map_err(|error| CheckpointError::System { path, error })?,
        }
        self.store.save(state)
    }

    /// Runs and saves until the run ends.
    fn go(
        &mut self,
        run: &mut Run,
        settings: &Settings,
        resumed: bool,
        watch: &mut dyn Watch,
    ) -> Result<Status, Error> {
        let until = settings.until.unwrap_or(ENDLESS).min(ENDLESS);
        // A claim that was saved is checked before anything is saved again.
        if run.state().proof.is_some() {
            return self.end(run, &settings.options, resumed, watch);
        }
        loop {
            if self.refuted {
                self.go_back(run, settings, watch)?;
            }
            let stop = self.advance(run, until, watch)?;
            match stop {
                Stop::Paused | Stop::Reached if self.refuted => {}
                Stop::Paused => return Err(Stopped.into()),
                Stop::Reached => return Ok(self.status(run.state())?),
                Stop::Unverified => self.verify_guesses(run, settings, watch)?,
                Stop::Proved => return self.end(run, &settings.options, resumed, watch),
            }
        }
    }

    /// Checks the proof and writes the certificate.
    fn end(&mut self, run: &mut Run, options: &Options, resumed: bool, watch: &mut dyn Watch) -> Result<Status, Error> {
        self.check(run.state(), options, resumed, watch)?;
        if let Some(proof) = &run.state().proof {
            self.store.commit(CERTIFICATE, proof.certificate.as_bytes())?;
        }
        Ok(Status { checked: true, ..self.status(run.state())? })
    }

    /// Runs on until something happens, and saves.
    fn advance(&mut self, run: &mut Run, until: u64, watch: &mut dyn Watch) -> Result<Stop, Error> {
        let stop = match run.advance_saving(until, watch, self) {
            Err(RunError::Mismatch(mismatch)) => {
                let name = format!("mismatch-{}.json", mismatch.from);
                let text = serde_json::to_vec(&mismatch).map_err(|error| self.system(&name, error.into()))?;
                self.store.commit(&name, &text)?;
                return Err(RunError::Mismatch(mismatch).into());
            }
            Err(
                error @ (RunError::NoRoom { .. }
                | RunError::Engine(EngineError::NoMemory { .. } | EngineError::ValueTooLarge { .. })),
            ) => {
                self.save(run.state());
                return Err(error.into());
            }
            stop => stop?,
        };
        self.warned = true;
        self.learned(&run.hints());
        self.save(run.state());
        if let Some(error) = self.unsaved.take() {
            return Err(CheckpointError::Unsaved { error: Box::new(error), safe: self.safe }.into());
        }
        Ok(stop)
    }

    fn status(&self, state: &State) -> Result<Status, CheckpointError> {
        Ok(Status::covered(state, &receipts::stored(self.dir)?))
    }

    /// Whether a receipt refutes a segment of the run as it is now.
    fn look_for_refutations(&mut self, state: &State) {
        self.refuted = state.guessed_from.is_some() && !self.refutations(state).is_empty();
    }

    fn refutations(&self, state: &State) -> Vec<Receipt> {
        let mut stored = receipts::stored(self.dir).unwrap_or_default();
        stored.retain(|receipt| receipt.verdict == Verdict::Refuted);
        if !stored.is_empty() {
            let jobs: Vec<String> = job::jobs(state).iter().map(Job::number).collect();
            stored.retain(|receipt| jobs.contains(&receipt.job));
        }
        stored
    }

    /// Goes back before what was refuted; nothing that is verified is lost.
    fn go_back(&mut self, run: &mut Run, settings: &Settings, watch: &mut dyn Watch) -> Result<(), Error> {
        let state = run.state();
        let refuted = self.refutations(state);
        let coverage = Coverage::of(state, &receipts::stored(self.dir)?);
        let goal = refuted.iter().map(|receipt| receipt.goal + state.ahead()).min().unwrap_or(0);
        let mut state = state.clone();
        let mut values = Vec::new();
        if state.go_back(coverage.reached, coverage.depth).is_none() {
            // Only the history is left.
            values = self.first_values(u64::MAX, watch)?;
            state =
                State { until: state.until, seconds: state.seconds, ..State::new(&state.game, state.segment_length) };
            state.tally.block(&values);
        }
        state.exact_until = state.exact_until.max(goal);
        for receipt in refuted {
            receipts::remove(self.dir, &receipt.job);
        }
        (self.tell)(Event::WentBack { heap: state.next() });
        *run = Run::resume_hinted(state, values, &settings.options, run.hints())?;
        if settings.later {
            run.later = true;
        }
        (self.refuted, self.working, self.counted) = (false, Instant::now(), run.state().next());
        Ok(())
    }

    /// Verifies what nobody has verified yet, beside other workers, until all of it is.
    fn verify_guesses(&mut self, run: &mut Run, settings: &Settings, watch: &mut dyn Watch) -> Result<(), Error> {
        loop {
            let worked = work(self.dir, &settings.options, watch)?;
            self.look_for_refutations(run.state());
            if self.refuted {
                return Ok(());
            }
            if worked.coverage.open == 0 {
                let state = run.state();
                state.covered = worked.coverage.verified;
                if let Some(frontier) = &mut state.frontier {
                    frontier.depth = frontier.depth.max(worked.coverage.depth);
                }
                return Ok(());
            }
            // Others are at work.
            for _ in 0..10 {
                watch.at(Progress::open("segments elsewhere", worked.coverage.done as u64))?;
                std::thread::sleep(Duration::from_millis(50));
            }
        }
    }

    /// Refuses a proof that is none. What was saved by another process is computed again from heap 0 on.
    fn check(
        &mut self,
        state: &mut State,
        options: &Options,
        resumed: bool,
        watch: &mut dyn Watch,
    ) -> Result<(), Error> {
        let Some(proof) = state.proof.clone() else { return Ok(()) };
        let problem = match (&proof.returned, resumed) {
            (None, false) => None,
            (Some(_), false) => {
                let depth = state.frontier.as_ref().map_or(0, |frontier| frontier.depth);
                proof::refute(state, options, depth, watch)?
            }
            (None, true) => {
                (self.tell)(Event::Checking(state));
                let numbers = |proof: &Proof| (proof.preperiod, proof.period, proof.saltus);
                let again = proof::again(state, options, proof.theorem, watch)?;
                let again = again.filter(|again| numbers(again) == numbers(&proof));
                let refuted = again.is_none();
                // The certificate that is written is the one that was made here.
                state.proof = again.or(Some(proof));
                refuted.then(|| "the values prove no such period".to_owned())
            }
            (Some(_), true) => {
                (self.tell)(Event::Checking(state));
                let found = verify(state, None, options.threads, options, watch)?;
                let segments = found.segments.into_iter().filter_map(|segment| segment.problem);
                let problem = segments.chain(found.claim.and_then(|claim| claim.problem)).next();
                problem.or((found.status == Finding::Refuted).then(|| "it is refuted".to_owned()))
            }
        };
        problem.map_or(Ok(()), |problem| Err(RunError::FalseClaim(problem).into()))
    }

    fn system(&self, name: &str, error: io::Error) -> CheckpointError {
        let path: PathBuf = self.dir.join(name);
        CheckpointError::System { path, error }
    }
}
