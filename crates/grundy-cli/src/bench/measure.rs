//! One measurement: the clock, the hash of the values, and the work.
//!
//! **The clock** starts when the value of heap `warmup - 1` is there, and stops with the last value. Rares crowd at the
//! start of a game, where every algorithm is slower and the speculative rungs cannot run at all; a long run lives beyond. With
//! `warmup` 0 the whole run is timed.
//!
//! On a machine with other work the clock on the wall measures the others, too. `cpu_seconds` is the time that the thread was
//! really on a processor, where the system tells (Unix); it means nothing for contestants with several threads.
//!
//! **The hash** is FNV-1a of 64 bits over `G(0), G(1), …`, two bytes each, the low one first. It is serial, eight cycles
//! a value, which a fast engine would feel: values are only copied while the clock runs, packed as the engine has them, and
//! hashed after it stopped (beyond [`KEPT`] values, as they come, with the clock stopped).

use super::contestant::Contestant;
use super::machine;
use crate::interrupt;
use crate::outcome::Failure;
use crate::progress::Progress;
use grundy::Rules;
use grundy::engine::{EngineError, Sink};
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
    /// Packed values that come after those of `kept`, with the parity of the first heap and the table to unpack them.
    packed: Vec<u8>,
    odd: usize,
    table: [[u16; 256]; 2],
    hash: Fnv,
    progress: Progress,
}

impl Stopwatch {
    fn new(warmup: u64, count: u64) -> Self {
        // Touched now, so that the system does not hand out its pages while the clock runs.
        let mut packed = vec![1; (count as usize).min(KEPT)];
        packed.clear();
        let progress = Progress::new("values", count);
        let (started_cpu, started) = (machine::thread_seconds(), Instant::now());
        let hash = Fnv::default();
        let (kept, table) = (Vec::new(), [[0; 256]; 2]);
        Stopwatch {
            wanted: warmup,
            warmup: 0,
            started,
            started_cpu,
            work: 0,
            kept,
            packed,
            odd: 0,
            table,
            hash,
            progress,
        }
    }

    fn hash_kept(&mut self) {
        self.hash.values(&self.kept);
        for (n, &rank) in (self.odd..).zip(&self.packed) {
            self.hash.values(&[self.table[n & 1][rank as usize]]);
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
        Measurement { warmup: self.warmup, seconds, cpu_seconds, hash: self.hash.0, work: self.work }
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

    fn ranks(&mut self, from: u64, ranks: &[u8], values: &[[u16; 256]; 2]) -> ControlFlow<()> {
        if self.packed.len() + ranks.len() > KEPT || self.table != *values {
            self.make_room();
        }
        if self.packed.is_empty() {
            (self.odd, self.table) = (from as usize & 1, *values);
        }
        self.packed.extend_from_slice(ranks);
        self.reached(from + ranks.len() as u64)
    }

    fn work(&mut self, options: u64) {
        self.work += options;
    }
}

/// FNV-1a, 64 bits.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Fnv(0xCBF2_9CE4_8422_2325)
    }
}

impl Fnv {
    fn values(&mut self, values: &[u16]) {
        for byte in values.iter().flat_map(|value| value.to_le_bytes()) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Fnv;

    /// From the test suite of the authors of FNV: "" and "foobar".
    #[test]
    fn published_hashes() {
        let mut fnv = Fnv::default();
        assert_eq!(fnv.0, 0xCBF2_9CE4_8422_2325);
        fnv.values(&[u16::from_le_bytes(*b"fo"), u16::from_le_bytes(*b"ob"), u16::from_le_bytes(*b"ar")]);
        assert_eq!(fnv.0, 0x8594_4171_F739_67E8);
    }
}
