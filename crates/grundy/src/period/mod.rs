//! Periods: found in the values, and proved by theorems whose hypotheses are checked here.
//!
//! [`Classical`] is the theorem of Guy and Smith, [`Sparse`] needs about half the values where a sparse space leaves
//! few heaps rare, [`Endless`] speaks of codes without end, [`Arithmetic`] of values that grow. A [`Prover`] looks at
//! the values of a run from time to time, until one of them applies. What no theorem proves is at most *observed*.
//!
//! ```
//! use grundy::period::{Prover, Theorem, observe};
//! use grundy::{Game, engine, watch::Unwatched};
//! let kayles: Game = "kayles".parse()?;
//! let values = engine::values(kayles.rules(), 200)?;
//! let proved = Prover::new(kayles.rules(), Some(Theorem::Classical)).look(&values, &mut Unwatched)?.unwrap();
//! assert_eq!((proved.period.preperiod, proved.period.period), (71, 12));
//! assert_eq!(observe(&values), Some(proved.period));
//! println!("{}", proved.certificate(&kayles, &values));
//! # Ok::<(), grundy::Error>(())
//! ```

mod arithmetic;
pub(crate) mod certificate;
mod classical;
pub(crate) mod depth;
mod endless;
pub(crate) mod landmarks;
mod recurrence;
mod repeats;
mod sparse;

pub use arithmetic::{Arithmetic, ArithmeticProof};
pub use certificate::{PeriodCertificate, SparseProof};
pub use classical::Classical;
pub use endless::Endless;
pub use sparse::Sparse;

use crate::game::Game;
use crate::rules::Rules;
use crate::watch::{Stopped, Watch};
use certificate::primes;
use num_integer::Integer;
use recurrence::Recurrence;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// `G(n + period) = G(n) + saltus` for all `n >= preperiod`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Period {
    /// The smallest preperiod.
    pub preperiod: u64,
    /// The smallest period.
    pub period: u64,
    /// By how much values grow in a period.
    pub saltus: u64,
}

/// The theorem that proves a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Theorem {
    /// Guy and Smith: a long enough repetition.
    Classical,
    /// A repeated window of a sparse game, with its leftovers looked after.
    Sparse,
    /// Games without splits whose codes have no end.
    Endless,
    /// Codes of three heaps or more whose values grow.
    Arithmetic,
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Theorem::Classical => "classical",
            Theorem::Sparse => "sparse",
            Theorem::Endless => "endless",
            Theorem::Arithmetic => "arithmetic",
        })
    }
}

/// A proved period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The period.
    pub period: Period,
    /// What proves it.
    pub theorem: Theorem,
    /// The details of the sparse theorem, without windows.
    pub sparse: Option<SparseProof>,
    /// Where the theorem of endless codes looks at the tail.
    pub tail: Option<u64>,
    /// The numbers of the theorem of arithmetic periods.
    pub arithmetic: Option<ArithmeticProof>,
}

impl Proved {
    pub(crate) fn by(theorem: Theorem, period: Period) -> Self {
        Proved { period, theorem, sparse: None, tail: None, arithmetic: None }
    }
}

/// Looks for a proof as the values of a game become known.
pub struct Prover {
    classical: Option<Classical>,
    sparse: Option<Sparse>,
    endless: Option<Endless>,
    arithmetic: Option<Arithmetic>,
    recurrence: Recurrence,
    /// Whether there is something to look for.
    awake: bool,
    next: u64,
}

/// Up to this number values are looked at in any case; more of them only when something repeats.
const FEW: u64 = 1 << 13;

/// Beyond this the classical theorem is tried only when asked for: finding its period takes four bytes a value.
const CLASSICAL_LIMIT: usize = 1 << 25;

impl Prover {
    /// All theorems that apply to these rules, or only the one given.
    pub fn new(rules: &Rules, only: Option<Theorem>) -> Self {
        let may = |theorem| only.is_none_or(|only| only == theorem);
        Prover {
            classical: Classical::for_rules(rules).filter(|_| may(Theorem::Classical)),
            sparse: Sparse::for_rules(rules).filter(|_| may(Theorem::Sparse)),
            endless: Endless::for_rules(rules).filter(|_| may(Theorem::Endless)),
            arithmetic: Arithmetic::for_rules(rules).filter(|_| may(Theorem::Arithmetic)),
            recurrence: Recurrence::default(),
            awake: false,
            next: 0,
        }
    }

    /// Whether no theorem applies to the game.
    pub(crate) fn is_hopeless(&self) -> bool {
        self.classical.is_none() && self.sparse.is_none() && self.endless.is_none() && self.arithmetic.is_none()
    }

    /// Looks, if it is worth it: when a stretch of values came back, and enough of them are new since it last did. A
    /// look takes linear time, so one comes with each eighth more.
    pub fn glance(&mut self, values: &[u16], watch: &mut dyn Watch) -> Result<Option<Proved>, Stopped> {
        let n = values.len() as u64;
        self.awake |= self.recurrence.shows(values) || n <= FEW;
        if n < self.next || !self.awake {
            return Ok(None);
        }
        let proved = self.look(values, watch)?;
        let goal = self.sparse.as_ref().and_then(Sparse::goal).filter(|&goal| goal > n);
        self.awake = goal.is_some();
        self.next = (n + n / 8).max(64).min(goal.unwrap_or(u64::MAX));
        Ok(proved)
    }

    /// The smallest period and preperiod, if `values = G(0), G(1), …` prove them.
    pub fn look(&mut self, values: &[u16], watch: &mut dyn Watch) -> Result<Option<Proved>, Stopped> {
        let is_alone = self.sparse.is_none();
        let classical = self.classical.filter(|_| is_alone || values.len() <= CLASSICAL_LIMIT);
        if let Some(period) = classical.and_then(|classical| classical.prove(values)) {
            return Ok(Some(Proved::by(Theorem::Classical, period)));
        }
        if let Some((period, tail)) = self.endless.as_ref().and_then(|endless| endless.prove(values)) {
            return Ok(Some(Proved { tail: Some(tail), ..Proved::by(Theorem::Endless, period) }));
        }
        if let Some(arithmetic) = &self.arithmetic
            && let Some((period, proof)) = arithmetic.prove(values, watch)?
        {
            return Ok(Some(Proved { arithmetic: Some(proof), ..Proved::by(Theorem::Arithmetic, period) }));
        }
        let Some(sparse) = &mut self.sparse else { return Ok(None) };
        let found = sparse.prove(values, watch)?;
        Ok(found.map(|(period, proof)| Proved { sparse: Some(proof), ..Proved::by(Theorem::Sparse, period) }))
    }
}

/// A period that was seen many times, back from the last value, is worth telling though it may break later: so does
/// that of `.F6`, seen thirty times, at heap 1886.
const OBSERVED: u64 = 4;

/// The smallest period, perhaps with a saltus, that the values show at least four times over, for the larger part of
/// them. No proof.
pub fn observe(values: &[u16]) -> Option<Period> {
    let n = values.len().checked_sub(1).filter(|&n| n <= CLASSICAL_LIMIT)?;
    repeats::shared_with_shifts(&repeats::differences(values)).into_iter().zip(0..).skip(1).find_map(
        |(shared, period)| {
            let preperiod = n as u64 - period - u64::from(shared);
            let saltus = values[(preperiod + period) as usize].checked_sub(values[preperiod as usize])?.into();
            let is_seen = u64::from(shared) >= period * (OBSERVED - 1) && 2 * preperiod <= n as u64;
            is_seen.then_some(Period { preperiod, period, saltus })
        },
    )
}

/// Windows are written down for segments of this many heaps.
const SEGMENT: u64 = 1 << 24;
/// Windows are written down as long as all of them together have at most this many values.
const MOST_IN_WINDOWS: u64 = 1 << 19;

impl Proved {
    /// How many values `G(0), G(1), …` its theorem asks for.
    pub fn values_needed(&self, rules: &Rules) -> Option<u64> {
        let Period { preperiod, period, .. } = self.period;
        match self.theorem {
            Theorem::Classical => Classical::for_rules(rules)?.values_needed(self.period),
            Theorem::Sparse => Some(self.sparse.as_ref()?.values_needed(rules, preperiod, period)),
            Theorem::Endless => {
                let block = rules.tail()?.block.len() as u64;
                Some(self.tail? + block + period.lcm(&block))
            }
            Theorem::Arithmetic => Some(self.arithmetic?.values),
        }
    }

    /// The certificate, from the values that proved it.
    pub fn certificate(&self, game: &Game, values: &[u16]) -> PeriodCertificate {
        let Period { preperiod, period, saltus } = self.period;
        let at = |n: u64| {
            let again = n.checked_sub(preperiod).map_or(0, |from| from / period);
            u64::from(values[(n - again * period) as usize]) + again * saltus
        };
        let witness = |q: u64| {
            let differs = |&n: &u64| at(n + period / q) != at(n) + saltus / q || !saltus.is_multiple_of(q);
            (q, (preperiod..preperiod + period).find(differs).unwrap_or(preperiod))
        };
        let mut sparse = self.sparse.clone();
        if let Some(proof) = &mut sparse {
            let rules = game.rules();
            let (first, end) = (proof.first_start(rules), proof.end(rules, preperiod, period));
            let window = proof.window(rules);
            let starts = (first..end).step_by(SEGMENT as usize).skip(1);
            if (end - first) / SEGMENT * window <= MOST_IN_WINDOWS {
                proof.segments =
                    starts.map(|start| (start, values[(start - window) as usize..start as usize].to_vec())).collect();
            }
        }
        let distinct = primes(period).into_iter().map(witness).collect();
        Proved { sparse, ..self.clone() }.written(game, distinct)
    }

    /// The certificate, given its witnesses and, in the details of the sparse theorem, its windows.
    pub(crate) fn written(self, game: &Game, distinct: Vec<(u64, u64)>) -> PeriodCertificate {
        let Proved { period: Period { preperiod, period, saltus }, theorem, sparse, tail, arithmetic } = self;
        PeriodCertificate { game: game.clone(), theorem, preperiod, period, saltus, sparse, tail, arithmetic, distinct }
    }
}
