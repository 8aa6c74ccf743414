//! One measurement: the clock, the hash of the values, and the work.
//!
//! **The clock** starts when the value of heap `warmup - 1` is there, and stops with the last value. Rares crowd at the
//! start of a game, where every algorithm is slower and the speculative rungs cannot run at all; a long run lives
//! beyond. With `warmup` 0 the whole run is timed.
//!
//! On a machine with other work the clock on the wall measures the others, too. `cpu_seconds` is the time that the
//! thread was really on a processor, where the system tells (Unix); it means nothing for contestants with several
//! threads.
//!
//! **The hash** is the [fingerprint](grundy::engine::Fingerprint) of all values, the one that `grundy status` prints. A
//! fast engine would feel it: values are only copied while the clock runs, packed as the engine has them, and hashed
//! after it stopped (beyond [`KEPT`] values, as they come, with the clock stopped).

use super::contestant::Contestant;
use super::machine;
use crate::exit::Failure;
use crate::interrupt;
use crate::progress::Progress;
use grundy::Rules;
use grundy::engine::{EngineError, Fingerprint, Guesses, Palette, Ranks, Sink};
use grundy_bench::{LadderError, Start};
use std::ops::ControlFlow;
use std::time::Instant;

/// How many values are kept before they are hashed.
const KEPT: usize = 1 << 27;

/// What one run gave.
#[derive(Clone, Copy, Debug)]
pub struct Measurement {
    /// The values before the clock started.
    pub warmup: u64,
    /// The time of the others.
    pub seconds: f64,
    /// The same by the time on the processor, for one thread.
    pub cpu_seconds: Option<f64>,
    /// Of all values.
    pub hash: u64,
    /// Options looked at while the clock ran.
    pub work: u64,
}

/// Runs `contestant` once for `count` values.
pub fn measure(
    contestant: Contestant,
    rules: &Rules,
    start: Option<&Start>,
    warmup: u64,
    count: u64,
) -> Result<Measurement, Failure> {
    let mut watch = Stopwatch::new(warmup, count);
    match contestant.run(rules, start, count, &mut watch) {
        Err(LadderError::Engine(EngineError::Stopped)) => Err(Failure::Interrupted),
        Err(error) => Err(error.into()),
        Ok(()) => Ok(watch.stop(contestant.threads() == 1)),
    }
}

struct Stopwatch {
    wanted: u64,
    warmup: u64,
    started: Instant,
    started_cpu: Option<f64>,
    work: u64,
    kept: Vec<u16>,
    /// Packed values that come after those of `kept`, from this heap on, and what they mean.
    packed: Vec<u8>,
    packed_from: u64,
    palette: Option<Palette>,
    hash: Fingerprint,
    progress: Progress,
}

impl Stopwatch {
    fn new(warmup: u64, count: u64) -> Self {
        // Touched now, so that the system does not hand out its pages while the clock runs.
        let mut packed = vec![1; (count as usize).min(KEPT)];
        packed.clear();
        let progress = Progress::new("values", count);
        let (started_cpu, started) = (machine::thread_seconds(), Instant::now());
        Stopwatch {
            wanted: warmup,
            warmup: 0,
            started,
            started_cpu,
            work: 0,
            kept: Vec::new(),
            packed,
            packed_from: 0,
            palette: None,
            hash: Fingerprint::default(),
            progress,
        }
    }

    fn hash_kept(&mut self) {
        self.hash.add(self.kept.iter().copied());
        if let Some(palette) = &self.palette {
            self.hash.add(Ranks { from: self.packed_from, bytes: &self.packed, palette }.values());
        }
        self.kept.clear();
        self.packed.clear();
    }

    /// Hashes what is kept, off the clock.
    fn make_room(&mut self) {
        let (began, began_cpu) = (Instant::now(), machine::thread_seconds());
        self.hash_kept();
        self.started += began.elapsed();
        let took = began_cpu.zip(machine::thread_seconds()).map(|(from, to)| to - from);
        self.started_cpu = self.started_cpu.zip(took).map(|(started, took)| started + took);
    }

    fn reached(&mut self, done: u64) -> ControlFlow<()> {
        self.progress.at(done);
        if self.warmup < self.wanted && done >= self.wanted {
            (self.warmup, self.work) = (done, 0);
            (self.started_cpu, self.started) = (machine::thread_seconds(), Instant::now());
        }
        if interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn stop(mut self, one_thread: bool) -> Measurement {
        let seconds = self.started.elapsed().as_secs_f64();
        let on_cpu = self.started_cpu.zip(machine::thread_seconds()).map(|(from, to)| to - from);
        let cpu_seconds = on_cpu.filter(|_| one_thread);
        self.hash_kept();
        Measurement { warmup: self.warmup, seconds, cpu_seconds, hash: self.hash.hash(), work: self.work }
    }
}

impl Sink for Stopwatch {
    fn block(&mut self, from: u64, values: &[u16]) -> ControlFlow<()> {
        if self.kept.len() + values.len() > KEPT || !self.packed.is_empty() {
            self.make_room();
        }
        self.kept.extend_from_slice(values);
        self.reached(from + values.len() as u64)
    }

    fn ranks(&mut self, ranks: Ranks) -> ControlFlow<()> {
        if self.packed.len() + ranks.bytes.len() > KEPT || self.palette.as_ref() != Some(ranks.palette) {
            self.make_room();
            self.palette = Some(ranks.palette.clone());
        }
        if self.packed.is_empty() {
            self.packed_from = ranks.from;
        }
        self.packed.extend_from_slice(ranks.bytes);
        self.reached(ranks.end())
    }

    fn work(&mut self, options: u64) {
        self.work += options;
    }
}

/// Guesses are measured and hashed as values are: a wrong one shows in the hash.
impl Guesses for Stopwatch {
    fn guesses(&mut self, from: u64, values: &[u16]) -> ControlFlow<()> {
        self.block(from, values)
    }

    fn packed(&mut self, ranks: Ranks) -> ControlFlow<()> {
        self.ranks(ranks)
    }

    fn work(&mut self, options: u64) {
        Sink::work(self, options);
    }
}
