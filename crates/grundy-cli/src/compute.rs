//! Running an engine for a command: progress, Ctrl-C, writing as values come, and proofs that make far runs unnecessary.

use crate::interrupt;
use crate::outcome::Failure;
use crate::progress::Progress;
use grundy::Rules;
use grundy::engine::{self, EngineError, Kind, Options};
use grundy::kernel::Kernel;
use grundy::period::{Period, Prover};
use std::ops::ControlFlow;

/// How values are computed. They do not depend on it.
#[derive(Clone, Copy, Default, clap::Args)]
pub struct How {
    /// naive, take, rare, block, dense or heaps; chosen by the game unless given
    #[arg(long)]
    engine: Option<Kind>,
    /// The instructions of block and dense: auto, avx512, avx2 or scalar
    #[arg(long, value_name = "K")]
    kernel: Option<Kernel>,
    /// How many threads block may use [default: 2]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl How {
    fn options(self) -> Options {
        let default = Options::default();
        let threads = self.threads.map_or(default.threads, usize::from);
        Options { kernel: self.kernel.unwrap_or(default.kernel), threads }
    }
}

/// Computes `count` values and hands each block to `receive`.
pub fn run(
    how: How,
    rules: &Rules,
    count: u64,
    mut receive: impl FnMut(u64, &[u16]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let kind = how.engine.unwrap_or_else(|| engine::choose(rules));
    let mut progress = Progress::new("values", count);
    let mut failure = None;
    let result = engine::run_with(kind, &how.options(), rules, count, &mut |from: u64, block: &[u16]| {
        progress.at(from + block.len() as u64);
        if interrupt::requested() {
            failure = Some(Failure::Interrupted);
        } else if let Err(error) = receive(from, block) {
            failure = Some(error);
        }
        if failure.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match (result, failure) {
        (Err(EngineError::Stopped), Some(failure)) => Err(failure),
        (Err(error), _) => Err(error.into()),
        (Ok(()), _) => Ok(()),
    }
}

/// Computes and keeps all of them.
pub fn values(rules: &Rules, count: u64) -> Result<Vec<u16>, Failure> {
    collect(How::default(), rules, count, |_| false)
}

/// Computes and keeps values until `enough` says so, or `count` of them.
fn collect(how: How, rules: &Rules, count: u64, mut enough: impl FnMut(&[u16]) -> bool) -> Result<Vec<u16>, Failure> {
    let mut values = Vec::new();
    if values.try_reserve_exact(usize::try_from(count).unwrap_or(usize::MAX)).is_err() {
        return Err(EngineError::NoMemory { count }.into());
    }
    let mut done = false;
    let result = run(how, rules, count, |_, block| {
        values.extend_from_slice(block);
        done = enough(&values);
        if done { Err(Failure::PipeClosed) } else { Ok(()) }
    });
    match result {
        Err(Failure::PipeClosed) if done => Ok(values),
        result => result.map(|()| values),
    }
}

/// The nim-sequence of a game as far as it is needed: all of it, once a period is proved.
pub struct Sequence {
    values: Vec<u16>,
    period: Option<Period>,
}

/// Runs that go further than this look for a proof first: it may make them unnecessary.
const FAR: u64 = 2_000_000;

impl Sequence {
    /// The values of all heaps below `count`.
    pub fn new(how: How, rules: &Rules, count: u64) -> Result<Self, Failure> {
        if let Some(sequence) = Sequence::periodic(how, rules, count)? {
            return Ok(sequence);
        }
        Ok(Sequence { values: collect(how, rules, count, |_| false)?, period: None })
    }

    /// The same by a proved period, where the heaps are far out and a proof is near.
    pub fn periodic(how: How, rules: &Rules, count: u64) -> Result<Option<Self>, Failure> {
        let mut prover = Prover::new(rules, None);
        if count <= FAR || prover.is_hopeless() || engine::choose(rules) == Kind::Heaps {
            return Ok(None);
        }
        let mut watch = |_| if interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let mut proved = None;
        let values = collect(how, rules, FAR, |values| {
            proved = prover.glance(values, &mut watch);
            proved.is_some()
        });
        match (values, proved) {
            (Ok(values), Some(proved)) => {
                let sequence = Sequence { values, period: Some(proved.period) };
                match sequence.first_too_large(proved.period).filter(|&heap| heap < count) {
                    Some(heap) => Err(EngineError::ValueTooLarge { heap }.into()),
                    None => Ok(Some(sequence)),
                }
            }
            // A value that does not fit is reported by the run that follows, if it is asked for.
            (Ok(_) | Err(Failure::Message(_)), None) => Ok(None),
            (Err(failure), _) => Err(failure),
        }
    }

    /// The first heap whose value does not fit two bytes, when values grow with each period.
    fn first_too_large(&self, Period { preperiod, period, saltus }: Period) -> Option<u64> {
        let heap = |n: u64| {
            let room = u64::from(engine::MAX_VALUE - self.values[n as usize]);
            (room / saltus + 1).checked_mul(period)?.checked_add(n)
        };
        if saltus == 0 { None } else { (preperiod..preperiod + period).filter_map(heap).min() }
    }

    /// `G(n)`.
    pub fn at(&self, n: u64) -> u16 {
        match self.period {
            Some(Period { preperiod, period, saltus }) if n >= preperiod => {
                let from = n - preperiod;
                self.values[(preperiod + from % period) as usize] + (from / period * saltus) as u16
            }
            _ => self.values[n as usize],
        }
    }
}
