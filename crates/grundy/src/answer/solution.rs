//! Is the nim-sequence of this game periodic?

use super::Largest;
use crate::engine::{self, EngineError};
use crate::error::Error;
use crate::facts::{self, Verdict};
use crate::game::Game;
use crate::period::certificate::theorem_k;
use crate::period::{self, Period, PeriodCertificate, Proved, Prover, Theorem};
use crate::sparse;
use crate::watch::{Deadline, Progress, Watch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// When to give up looking for a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest number of values; without it, as many as memory is worth (2^28).
    pub values: Option<u64>,
    /// How long values are computed. A last look at them may take as long again.
    pub time: Option<Duration>,
    /// The theorem to prove it by; without it, the one that needs the fewest values.
    pub theorem: Option<Theorem>,
}

/// Ten seconds, and whatever theorem applies.
impl Default for Limits {
    fn default() -> Self {
        Limits { values: None, time: Some(Duration::from_secs(10)), theorem: None }
    }
}

/// The most values that are computed where no limit is given: they take half a gibibyte.
const MOST_VALUES: u64 = 1 << 28;

/// The period of a game, proved; or how far it was looked for.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Solution {
    /// The game as it was written.
    pub game: String,
    /// Its canonical spelling.
    pub canonical: Game,
    /// Whether a period is proved.
    pub status: Status,
    /// The smallest heap from which the period holds.
    pub preperiod: Option<u64>,
    /// The smallest period.
    pub period: Option<u64>,
    /// By how much values grow in a period.
    pub saltus: Option<u64>,
    /// The theorem that proves it.
    pub theorem: Option<Theorem>,
    /// The largest removal, as the theorem counts it: at least 1, and 3 for Couples-are-Forever. None for codes without
    /// end.
    pub largest_removal: Option<u64>,
    /// How many values the theorem asks for.
    pub values_needed: Option<u64>,
    /// How many values were computed.
    pub values_computed: u64,
    /// Why nothing is proved.
    pub ended: Option<Ended>,
    /// A period that was seen and not proved.
    pub observed: Option<Observed>,
    /// What the literature knows, where nothing is proved here.
    pub known: Option<Verdict>,
    /// The largest of the values that were computed.
    pub max: Option<Largest>,
    /// The sparse space that the proof used, or else the best one.
    pub sparse: Option<SparseSpace>,
    /// How long it took.
    pub seconds: f64,
    #[serde(skip)]
    proof: Option<Proved>,
    #[serde(skip)]
    values: Vec<u16>,
}

/// Whether a period is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Values repeat.
    Periodic,
    /// Values grow by the same amount in each period.
    ArithmeticPeriodic,
    /// Nothing is proved.
    Unresolved,
}

/// Why nothing is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// The largest number of values was reached.
    Values,
    /// The time was over.
    Time,
    /// A value passed 65535, the largest that is kept.
    ValueTooLarge,
    /// No theorem speaks of this game.
    NoTheorem,
}

/// A period that was seen and not proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Observed {
    /// The period.
    #[serde(flatten)]
    pub period: Period,
    /// The last heap that was looked at.
    pub seen_to: u64,
}

/// A sparse space and what it does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SparseSpace {
    /// The mask, in hexadecimal.
    pub mask: String,
    /// 1 when heap parity joins the mask.
    pub parity: u8,
    /// The class of the commons.
    pub kappa: u8,
    /// The number of rare heaps.
    pub rares: u64,
    /// The last of them.
    pub last_rare: Option<u64>,
    /// The depth that the proof found: each leftover is excluded by an option with a part of at most this.
    pub depth: Option<u64>,
}

impl Game {
    /// Finds the period of the game and proves it, within limits.
    ///
    /// ```
    /// use grundy::{Game, answer::Limits, watch::Unwatched};
    /// let kayles: Game = "kayles".parse()?;
    /// let solution = kayles.solve(&Limits::default(), &mut Unwatched)?;
    /// assert_eq!((solution.preperiod, solution.period), (Some(71), Some(12)));
    /// assert!(solution.certificate().unwrap().to_string().starts_with("grundy-certificate 1"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(&self, limits: &Limits, watch: &mut dyn Watch) -> Result<Solution, Error> {
        let started = Instant::now();
        let rules = self.rules();
        let prover = Prover::new(rules, limits.theorem);
        if let Some(theorem) = limits.theorem.filter(|_| prover.is_hopeless()) {
            return Err(Error::NoTheorem(theorem));
        }
        let hopeless = prover.is_hopeless();
        let Search { proved, values, ended } = search(self, prover, limits, watch)?;
        let ended = if hopeless { Ended::NoTheorem } else { ended };
        let period = proved.as_ref().map(|proved| proved.period);
        let seen_to = (values.len() as u64).saturating_sub(1);
        let unresolved = period.is_none();
        Ok(Solution {
            game: self.written(),
            canonical: self.clone(),
            status: match period {
                None => Status::Unresolved,
                Some(Period { saltus: 0, .. }) => Status::Periodic,
                Some(_) => Status::ArithmeticPeriodic,
            },
            preperiod: period.map(|period| period.preperiod),
            period: period.map(|period| period.period),
            saltus: period.map(|period| period.saltus),
            theorem: proved.as_ref().map(|proved| proved.theorem),
            largest_removal: proved.as_ref().and_then(|_| theorem_k(rules)),
            values_needed: proved.as_ref().and_then(|proved| proved.values_needed(rules)),
            values_computed: values.len() as u64,
            ended: unresolved.then_some(ended),
            observed: period::observe(&values).filter(|_| unresolved).map(|period| Observed { period, seen_to }),
            known: unresolved.then(|| facts::about(self).verdict),
            max: Largest::of(&values),
            sparse: space(self, &values, proved.as_ref()),
            seconds: started.elapsed().as_secs_f64(),
            proof: proved,
            values,
        })
    }
}

impl Solution {
    /// The proof, for the checker; none where nothing is proved.
    pub fn certificate(&self) -> Option<PeriodCertificate> {
        self.proof.as_ref().map(|proof| proof.certificate(&self.canonical, &self.values))
    }

    /// What is proved and by which theorem, or how far a period was looked for, in one sentence.
    ///
    /// ```
    /// use grundy::{Game, answer::Limits, watch::Unwatched};
    /// let kayles: Game = "kayles".parse()?;
    /// let sentence = kayles.solve(&Limits::default(), &mut Unwatched)?.sentence();
    /// assert!(sentence.starts_with("G(n + 12) = G(n) for all n from 71 on: Guy and Smith's theorem"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sentence(&self) -> String {
        let (Some(n0), Some(p), Some(theorem)) = (self.preperiod, self.period, self.theorem) else {
            let count = self.values_computed;
            return match self.ended {
                Some(Ended::NoTheorem) => {
                    format!("No theorem proves periods of such games; {count} values were computed.")
                }
                Some(Ended::ValueTooLarge) => {
                    format!("No period is proved by {count} values; further ones pass 65535.")
                }
                _ => format!("No period is proved by {count} values."),
            };
        };
        let grown = self.saltus.filter(|&saltus| saltus > 0).map_or(String::new(), |saltus| format!(" + {saltus}"));
        let count = self.values_computed;
        let seen = self.values_needed.unwrap_or(count);
        let reason = match theorem {
            Theorem::Classical => {
                format!("Guy and Smith's theorem, as the repetition holds for the {seen} values that it asks for")
            }
            Theorem::Sparse => {
                let depth = self.sparse.as_ref().and_then(|space| space.depth).unwrap_or(0);
                format!(
                    "the sparse theorem, as a window of values returns, no heap after it is rare, and every leftover \
                     is excluded \
                     by a split with a part of at most {depth}"
                )
            }
            Theorem::Endless => {
                "the theorem for codes without end, as the sets of values of the tail repeat, too".to_owned()
            }
            Theorem::Arithmetic => {
                "the theorem for values that grow, whose hypotheses hold for these values".to_owned()
            }
        };
        format!("G(n + {p}) = G(n){grown} for all n from {n0} on: {reason}.")
    }

    /// The values that were computed, `G(0), G(1), …`.
    pub fn values(&self) -> &[u16] {
        &self.values
    }
}

struct Search {
    proved: Option<Proved>,
    values: Vec<u16>,
    /// Why it ended, where nothing is proved.
    ended: Ended,
}

/// Computes values until they prove a period, or a limit is reached.
fn search(game: &Game, mut prover: Prover, limits: &Limits, watch: &mut dyn Watch) -> Result<Search, Error> {
    let rules = game.rules();
    let mut values: Vec<u16> = Vec::new();
    let mut proved = None;
    let time = limits.time.unwrap_or(Duration::MAX);
    let mut deadline = Deadline::after(time, watch);
    let most = limits.values.unwrap_or(MOST_VALUES);
    let result = engine::run(engine::choose(rules), rules, most, &mut |_: u64, block: &[u16]| {
        values.extend_from_slice(block);
        let done = values.len() as u64;
        let progress = limits.values.map_or(Progress::open("values", done), |most| Progress::new("values", done, most));
        let seen = deadline.at(progress);
        match prover.glance(&values, &mut deadline) {
            Ok(None) if seen.is_ok() => ControlFlow::Continue(()),
            found => {
                proved = found.ok().flatten();
                ControlFlow::Break(())
            }
        }
    });
    let ended = match result {
        Ok(()) => Ended::Values,
        Err(EngineError::Stopped) if proved.is_some() || deadline.passed() => Ended::Time,
        // A value that does not fit ends the search, not the answer.
        Err(EngineError::ValueTooLarge { .. }) => Ended::ValueTooLarge,
        Err(error) => return Err(error.into()),
    };
    if proved.is_none() {
        let mut deadline = Deadline::after(time, watch);
        match prover.look(&values, &mut deadline) {
            Ok(found) => proved = found,
            Err(_) if deadline.passed() => {}
            Err(stopped) => return Err(stopped.into()),
        }
    }
    Ok(Search { proved, values, ended })
}

/// The space that the proof used, or else the best one.
fn space(game: &Game, values: &[u16], proved: Option<&Proved>) -> Option<SparseSpace> {
    let proof = proved.and_then(|proved| proved.sparse.as_ref());
    let space = proof.map(|proof| proof.space).or_else(|| sparse::find(game.rules(), values))?;
    let rares = || space.rares(values);
    Some(SparseSpace {
        mask: format!("{:#x}", space.mask),
        parity: space.parity,
        kappa: space.kappa,
        rares: rares().count() as u64,
        last_rare: rares().last(),
        depth: proof.map(|proof| proof.depth),
    })
}
