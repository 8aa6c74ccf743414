//! A step of a census as data: a class, and how many of its values are looked at.
//!
//! Running a step twice, on whatever machine, gives the same [`Found`]; a [`Receipt`] adds who found it and how long it
//! took. Only *how* a period was proved (the theorem, the certificate, how many values that took) may depend on the
//! width of the machine's vectors: the engine hands values on in blocks, and the proof is looked for after each.

use crate::answer::{Largest, Observed, SparseSpace};
use crate::engine::{EngineError, Options, choose};
use crate::error::Error;
use crate::game::Game;
use crate::period::{Theorem, observe};
use crate::run::{Proof, Run, RunError, Settings, Status, Stop, job, kept, latest, search};
use crate::sparse::{self, Space};
use crate::watch::{Stopped, Watch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::Instant;
use xxhash_rust::xxh3::{Xxh3, xxh3_128};

/// The version of steps and receipts.
pub const VERSION: u32 = 1;

/// What is to be done: self-contained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The version of this format.
    pub version: u32,
    /// What kind of job it is.
    pub kind: Kind,
    /// The game.
    pub game: Game,
    /// The round of the census.
    pub round: u32,
    /// How many values are looked at, unless fewer prove a period.
    pub values: u64,
}

/// The kind of job that a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Look for the period of a game.
    Solve,
}

impl Step {
    /// The step of this class in this round.
    pub fn new(game: &Game, round: u32, values: u64) -> Self {
        Step { version: VERSION, kind: Kind::Solve, game: game.clone(), round, values }
    }

    /// The job's number: a hash of all of it.
    pub fn number(&self) -> String {
        format!("{:032x}", xxh3_128(&serde_json::to_vec(self).unwrap_or_default()))
    }
}

/// What is found of a game by its first values.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Found {
    /// Its period, proved.
    pub period: Option<Certified>,
    /// The values of all heaps below this number are known.
    pub verified: u64,
    /// A period that shows in them and that nothing proves.
    pub observed: Option<Observed>,
    /// The distance of two states that look alike, where a long run has met them.
    pub candidate: Option<u64>,
    /// The best sparse space.
    pub sparse: Option<SparseSpace>,
    /// The largest value.
    pub max: Option<Largest>,
    /// Why more values would not help.
    pub stuck: Option<Stuck>,
}

/// A proved period, with what the checker needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Certified {
    /// The smallest preperiod.
    pub preperiod: u64,
    /// The smallest period.
    pub period: u64,
    /// By how much values grow in a period.
    pub saltus: u64,
    /// The theorem that proves it.
    pub theorem: Theorem,
    /// The certificate, as text.
    pub certificate: String,
    /// A hash of the sequence from its first value that is not 0: games that have it in common are the same up to a
    /// shift. None where the proof did not keep all values.
    pub sequence: Option<String>,
}

/// Why more values would not help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stuck {
    /// A value passed 65535, the largest that is kept.
    ValueTooLarge,
    /// No theorem speaks of this game.
    NoTheorem,
    /// A heap takes the values of all heaps to settle, and a census does not hold that many.
    HistoryFull,
}

/// The most values of one class that are held in memory all at once.
const WHOLE: u64 = 1 << 27;
/// The most bytes for them on the disk, of which a census keeps hundreds of runs: two for each, and the headers.
const HISTORY: u64 = 2 * WHOLE + (1 << 20);

impl Found {
    /// What is mathematics where no period is proved.
    fn seen(&self) -> Found {
        let sparse = self.sparse.clone().map(|sparse| SparseSpace { depth: None, ..sparse });
        Found { sparse, ..self.clone() }
    }

    /// All that was seen but the period.
    fn unproved(&self) -> Found {
        Found { period: None, ..self.seen() }
    }

    /// Whether no heap of the later half is rare.
    pub fn is_settled(&self) -> bool {
        self.sparse.as_ref().is_some_and(|sparse| 2 * sparse.last_rare.unwrap_or(0) <= self.verified)
    }

    /// Whether something repeats already.
    pub fn is_promising(&self) -> bool {
        self.candidate.is_some() || self.observed.is_some()
    }
}

/// What came out of a step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Receipt {
    /// The version of this format.
    pub version: u32,
    /// The job's number.
    pub job: String,
    /// The game.
    pub game: Game,
    /// The round.
    pub round: u32,
    /// How many values were allowed.
    pub values: u64,
    /// What was found.
    pub found: Found,
    /// The engine that computed the values.
    pub engine: String,
    /// The version of the program.
    pub program: String,
    /// The machine, by its own name.
    pub machine: String,
    /// How long it took.
    pub seconds: f64,
}

impl Receipt {
    /// The step that it is about.
    pub fn step(&self) -> Step {
        Step::new(&self.game, self.round, self.values)
    }

    /// Whether another receipt of the same step says the same: the period, or all that was seen where none is proved.
    /// How a period was proved, at which heap, and how deep a run had to look, may depend on the machine.
    pub fn agrees(&self, other: &Receipt) -> bool {
        let same = match (&self.found.period, &other.found.period) {
            (Some(one), Some(two)) => {
                let numbers = |period: &Certified| (period.preperiod, period.period, period.saltus);
                let sequences = one.sequence.as_ref().zip(two.sequence.as_ref());
                // Where values do not grow, all of them have occurred when a period is proved.
                let largest = one.saltus > 0 || self.found.max == other.found.max;
                numbers(one) == numbers(two)
                    && sequences.is_none_or(|(one, two)| one == two)
                    && largest
                    && self.found.observed == other.found.observed
                    && (self.found.verified != other.found.verified || self.found.unproved() == other.found.unproved())
                    && [self, other].iter().all(|receipt| receipt.found.verified >= one.preperiod + one.period)
            }
            (None, None) => self.found.seen() == other.found.seen(),
            _ => false,
        };
        self.job == other.job && same
    }
}

/// Does a step, in memory.
pub fn run(step: &Step, options: &Options, watch: &mut dyn Watch) -> Result<Receipt, Error> {
    let started = Instant::now();
    let mut run = Run::begin(&step.game, options)?;
    let stop = match run.advance(step.values, watch) {
        Ok(Stop::Paused) => return Err(Stopped.into()),
        Ok(stop) => Ok(stop),
        Err(RunError::Engine(EngineError::ValueTooLarge { .. })) => Err(Stuck::ValueTooLarge),
        Err(error) => return Err(error.into()),
    };
    let values = run.values().map(<[u16]>::to_vec);
    let proof = run.state().proof.clone();
    let mut found = match values {
        Some(values) => of_values(&step.game, &values, proof.as_ref()),
        None => of_status(&Status::new(run.state()), proof.map(|proof| proof.certificate)),
    };
    found.stuck = found.stuck.or(stop.err());
    Ok(receipt(step, found, started.elapsed().as_secs_f64()))
}

/// Does a step in a directory, where a later step of the same game goes on.
pub fn run_in(dir: &Path, step: &Step, options: &Options, watch: &mut dyn Watch) -> Result<Receipt, Error> {
    let started = Instant::now();
    let until = Some(step.values);
    let settings = Settings { options: *options, until, history: HISTORY, whole: WHOLE, ..Settings::default() };
    let status = match search(dir, &step.game, &settings, watch, &mut |_| {}) {
        Err(Error::Run(RunError::NoRoom { heap, .. })) => {
            let found = Found { verified: heap, stuck: Some(Stuck::HistoryFull), ..Found::default() };
            return Ok(receipt(step, found, started.elapsed().as_secs_f64()));
        }
        Err(Error::Engine(EngineError::ValueTooLarge { heap })) => {
            let found = Found { verified: heap, stuck: Some(Stuck::ValueTooLarge), ..Found::default() };
            return Ok(receipt(step, found, started.elapsed().as_secs_f64()));
        }
        status => status?,
    };
    let proof = status.period.and_then(|_| latest(dir).ok()).and_then(|(state, _)| state.proof);
    let certificate = proof.map(|proof| proof.certificate);
    let mut found = of_status(&status, certificate);
    if found.sparse.is_none() {
        // A run that keeps all values says nothing of sparse spaces.
        let values = kept(dir, found.verified)?;
        let seen_to = found.verified.saturating_sub(1);
        if found.period.is_none() {
            found.observed = observe(&values).map(|period| Observed { period, seen_to });
        }
        found.sparse = sparse::find(step.game.rules(), &values).map(|space| describe(space, &values, None));
    }
    Ok(receipt(step, found, started.elapsed().as_secs_f64()))
}

fn receipt(step: &Step, found: Found, seconds: f64) -> Receipt {
    Receipt {
        version: VERSION,
        job: step.number(),
        game: step.game.clone(),
        round: step.round,
        values: step.values,
        found,
        engine: choose(step.game.rules()).to_string(),
        program: env!("CARGO_PKG_VERSION").to_owned(),
        machine: job::machine(),
        seconds,
    }
}

/// What all values of a game show.
fn of_values(game: &Game, values: &[u16], proof: Option<&Proof>) -> Found {
    let rules = game.rules();
    let used = proof.and_then(|proof| space_of(&proof.certificate));
    let space = used.map(|(space, _)| space).or_else(|| sparse::find(rules, values));
    let hopeless = crate::period::Prover::new(rules, None).is_hopeless();
    let seen_to = (values.len() as u64).saturating_sub(1);
    let observed = observe(values).filter(|_| proof.is_none());
    Found {
        period: proof.map(|proof| Certified { sequence: sequence(values, proof), ..certified(proof) }),
        verified: values.len() as u64,
        observed: observed.map(|period| Observed { period, seen_to }),
        candidate: None,
        sparse: space.map(|space| describe(space, values, used.map(|(_, depth)| depth))),
        max: Largest::of(values),
        stuck: (hopeless && proof.is_none()).then_some(Stuck::NoTheorem),
    }
}

/// What the state of a long run shows.
fn of_status(status: &Status, certificate: Option<String>) -> Found {
    let claim = (status.preperiod, status.period, status.saltus, status.theorem, certificate);
    let period = match claim {
        (Some(preperiod), Some(period), Some(saltus), Some(theorem), Some(certificate)) => {
            Some(Certified { preperiod, period, saltus, theorem, certificate, sequence: None })
        }
        _ => None,
    };
    let depth = period.as_ref().and_then(|period| space_of(&period.certificate)).map(|(_, depth)| depth);
    Found {
        verified: status.verified,
        observed: None,
        candidate: status.candidate_period.filter(|_| period.is_none()),
        sparse: status.sparse.as_ref().map(|sparse| SparseSpace {
            mask: sparse.mask.clone(),
            parity: sparse.parity,
            kappa: sparse.kappa,
            rares: sparse.rares as u64,
            last_rare: sparse.last_rare,
            depth: depth.or(Some(sparse.depth)),
        }),
        max: status.max,
        stuck: None,
        period,
    }
}

fn certified(proof: &Proof) -> Certified {
    let Proof { preperiod, period, saltus, theorem, certificate, .. } = proof.clone();
    Certified { preperiod, period, saltus, theorem, certificate, sequence: None }
}

fn describe(space: Space, values: &[u16], depth: Option<u64>) -> SparseSpace {
    SparseSpace {
        mask: format!("{:#x}", space.mask),
        parity: space.parity,
        kappa: space.kappa,
        rares: space.rares(values).count() as u64,
        last_rare: space.rares(values).last(),
        depth,
    }
}

/// The space and the depth that a certificate names.
fn space_of(certificate: &str) -> Option<(Space, u64)> {
    let line = |word: &str| certificate.lines().find_map(|line| line.strip_prefix(word)?.strip_prefix(' '));
    let mut numbers = line("space")?.split(' ').map(str::parse::<u16>);
    let mut next = || numbers.next()?.ok();
    let (mask, parity, kappa) = (next()?, next()? as u8, next()? as u8);
    Some((Space { mask, parity, kappa }, line("depth")?.parse().ok()?))
}

/// The hash of a sequence from its first value that is not 0.
fn sequence(values: &[u16], proof: &Proof) -> Option<String> {
    let end = usize::try_from(proof.preperiod.checked_add(proof.period)?).ok().filter(|&end| end <= values.len())?;
    let first = values.iter().position(|&value| value > 0).unwrap_or(0);
    let preperiod = proof.preperiod.saturating_sub(first as u64);
    let period = proof.period as usize;
    let mut hash = Xxh3::new();
    hash.update(format!("{preperiod} {period} {}", proof.saltus).as_bytes());
    // A period that begins before the first value goes round: the heaps of one period from there on.
    for n in first..first.max(proof.preperiod as usize) + period {
        let again = if n < end { 0 } else { (n - proof.preperiod as usize) / period };
        let value = u64::from(values[n - again * period]) + again as u64 * proof.saltus;
        hash.update(&value.to_le_bytes());
    }
    Some(format!("{:032x}", hash.digest128()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::Unwatched;

    fn found(game: &str, values: u64) -> Found {
        run(&Step::new(&game.parse().unwrap(), 0, values), &Options::default(), &mut Unwatched).unwrap().found
    }

    #[test]
    fn a_step_proves_what_its_values_prove() {
        let kayles = found("kayles", 8192).period.unwrap();
        assert_eq!((kayles.preperiod, kayles.period, kayles.saltus), (71, 12, 0));
        assert!(kayles.certificate.starts_with("grundy-certificate 1\n"));
        let open = found(".6", 4000);
        assert_eq!((open.period, open.verified), (None, 4000));
        assert!(open.sparse.unwrap().rares > 100);
        let grown = found(".8", 2000).period.unwrap();
        assert_eq!((grown.period, grown.saltus), (3, 1));
        assert_eq!(found("grundy", 200).stuck, None);
        assert_eq!(found("laskers-nim", 200).stuck, Some(Stuck::NoTheorem));
    }

    #[test]
    fn the_same_sequence_has_the_same_hash_whatever_its_shift() {
        let hash = |game: &str| found(game, 4096).period.unwrap().sequence.unwrap();
        assert_eq!(hash(".2"), hash(".3"));
        assert_eq!(hash(".2"), hash(".7"));
        assert_eq!(hash(".07"), hash(".137"));
        assert_eq!(hash("S(2)"), hash("S(2)"));
        assert_ne!(hash(".77"), hash(".07"));
        assert_ne!(hash("S(1)"), hash("S(1,2)"));
    }

    #[test]
    fn a_step_in_a_directory_finds_the_same() {
        let dir = tempfile::tempdir().unwrap();
        for game in [".156", ".6"] {
            let step = Step::new(&game.parse().unwrap(), 2, 20_000);
            let there = run_in(&dir.path().join(game), &step, &Options::default(), &mut Unwatched).unwrap();
            let here = run(&step, &Options::default(), &mut Unwatched).unwrap();
            let numbers = |found: &Found| found.period.as_ref().map(|found| (found.preperiod, found.period));
            assert_eq!((numbers(&there.found), there.job), (numbers(&here.found), here.job), "{game}");
            assert_eq!(there.found.sparse.map(|sparse| sparse.mask), here.found.sparse.map(|sparse| sparse.mask));
        }
    }

    #[test]
    fn steps_and_receipts_are_read_back_as_they_were_written() {
        let step = Step::new(&".77".parse().unwrap(), 0, 500);
        let text = serde_json::to_string(&step).unwrap();
        assert_eq!(serde_json::from_str::<Step>(&text).unwrap(), step);
        let receipt = run(&step, &Options::default(), &mut Unwatched).unwrap();
        let text = serde_json::to_string(&receipt).unwrap();
        assert_eq!(serde_json::from_str::<Receipt>(&text).unwrap(), receipt);
        assert!(serde_json::from_str::<Step>(&text).is_err());
    }
}
