//! Kind `period`: the nim-sequence of a game is periodic, `G(n + P) = G(n)` for all `n >= N0`, and neither can be
//! smaller.
//!
//! Four theorems lead there: [`classical`], [`sparse`], [`endless`] and [`arithmetic`]; each checks its own hypotheses.
//! With a saltus S the claim is `G(n + P) = G(n) + S`.
//!
//! *Smallest preperiod*: N0 is 0, or `G(N0 - 1 + P) != G(N0 - 1) + S`.
//!
//! *Smallest period*: if P and p < P are periods from N0 on, so is P - p, hence their greatest common divisor, with the
//! saltus in proportion. So the smallest period divides P, and it is P as soon as for each prime Q that divides P one
//! heap `n >= N0` shows that P/Q is not a period: `Q (G(n + P/Q) - G(n)) != S`.

mod arithmetic;
#[cfg(test)]
mod bans;
mod classical;
mod endless;
mod sparse;

use crate::code::Game;
use crate::limits::Budget;
use crate::reader::{Certificate, Refusal, number, numbers, require, shown, unreadable};
use crate::verdict::{Partial, Statement, Verdict};
use crate::{Part, Task};
use std::ops::Range;

/// The name of this kind.
pub const KIND: &str = "period";

/// Heaps are numbered in 64 bits, with room to add a few.
const LARGEST_HEAP: u64 = 1 << 61;

/// What all theorems claim.
pub struct Claim {
    preperiod: u64,
    period: u64,
    saltus: u64,
    /// `(Q, n)`: heap `n` shows that P/Q is no period.
    distinct: Vec<(u64, u64)>,
}

/// Values that the proof met, by heap.
type Seen = Vec<(u64, u16)>;

/// What is to be checked of a proof.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked<'a> {
    Whole,
    Frame,
    Segments(&'a [usize]),
}

/// Checks a certificate; says what it proves.
pub fn check(certificate: &Certificate, task: &Task, budget: &Budget) -> Result<Verdict, Refusal> {
    let mut verdicts = match task.part {
        Part::Whole => self::verdicts(certificate, Asked::Whole, task, budget)?,
        Part::Frame => self::verdicts(certificate, Asked::Frame, task, budget)?,
        Part::Segment(number) => segments(certificate, &[number], task, budget)?,
    };
    Ok(verdicts.swap_remove(0))
}

/// Checks some segments of a proof, counted from 1; says of each what was checked, or what is wrong with it.
pub fn segments(
    certificate: &Certificate,
    numbers: &[usize],
    task: &Task,
    budget: &Budget,
) -> Result<Vec<Verdict>, Refusal> {
    verdicts(certificate, Asked::Segments(numbers), task, budget)
}

fn verdicts(certificate: &Certificate, asked: Asked, task: &Task, budget: &Budget) -> Result<Vec<Verdict>, Refusal> {
    let game = certificate.one("game")?;
    let theorem = certificate.one("theorem")?;
    let keys = ["game", "theorem", "preperiod", "period", "distinct"];
    let more: &[&str] = match theorem {
        "classical" => &[],
        "sparse" => &["space", "depth", "rare", "segment"],
        "endless" => &["saltus", "tail"],
        "arithmetic" => &arithmetic::KEYS,
        other => {
            return unreadable(format!(
                "unknown theorem \"{}\"; known are classical, sparse, endless, arithmetic",
                shown(other)
            ));
        }
    };
    certificate.only(&[&keys, more].concat())?;
    if theorem != "sparse" && asked != Asked::Whole {
        return unreadable("the proof has no segments; leave --segment and --frame away");
    }
    let pair = |line| match numbers("distinct", line)?[..] {
        [q, n] => Ok((q, n)),
        _ => unreadable("a line \"distinct\" is a prime and a heap"),
    };
    let claim = Claim {
        preperiod: heap("preperiod", certificate.one("preperiod")?)?,
        period: heap("period", certificate.one("period")?)?,
        saltus: if more.contains(&"saltus") { certificate.number::<u16>("saltus")?.into() } else { 0 },
        distinct: certificate.all("distinct").map(pair).collect::<Result<_, Refusal>>()?,
    };
    require(claim.period > 0, || "period: 0 is no period".to_owned())?;
    claim.primes(budget)?;
    let Claim { preperiod, period, saltus, .. } = claim;
    let statement = Statement::Period { game: game.to_owned(), theorem: theorem.to_owned(), preperiod, period, saltus };
    let partial = |part, segments, heaps| Verdict::Partial(Partial { claim: statement.clone(), part, segments, heaps });
    let (seen, verdict) = match theorem {
        "classical" => (classical::check(&Game::read(game)?, &claim, budget)?, Verdict::Verified(statement)),
        "arithmetic" => {
            (arithmetic::check(&Game::read(game)?, &claim, certificate, budget)?, Verdict::Verified(statement))
        }
        "endless" => {
            let tail = heap("tail", certificate.one("tail")?)?;
            (endless::check(game, &claim, tail, budget)?, Verdict::Verified(statement))
        }
        _ => match sparse::check(Game::read(game)?, &claim, certificate, asked, task, budget)? {
            sparse::Checked::Segments(results, count) => {
                let Asked::Segments(numbers) = asked else { return Ok(Vec::new()) };
                let verdict = |(&number, result): (&usize, Result<Range<u64>, Refusal>)| match result {
                    Ok(heaps) => partial(Part::Segment(number), count, Some(heaps)),
                    Err(refusal) => refusal.into(),
                };
                return Ok(numbers.iter().zip(results).map(verdict).collect());
            }
            sparse::Checked::Frame(seen, count) => (seen, partial(Part::Frame, count, None)),
            sparse::Checked::Whole(seen) => (seen, Verdict::Verified(statement)),
        },
    };
    claim.minimal(&seen)?;
    Ok(vec![verdict])
}

/// The number of a heap.
fn heap(key: &str, text: &str) -> Result<u64, Refusal> {
    let heap: u64 = number(key, text)?;
    if heap < LARGEST_HEAP { Ok(heap) } else { unreadable(format!("{heap} in line \"{key}\" passes {LARGEST_HEAP}")) }
}

impl Claim {
    /// The lines `distinct` name all primes that divide the period, and nothing else.
    fn primes(&self, budget: &Budget) -> Result<(), Refusal> {
        let mut rest = self.period;
        for &(q, n) in &self.distinct {
            budget.look(q.isqrt())?;
            let is_prime = || q >= 2 && (2..=q.isqrt()).all(|d| !q.is_multiple_of(d));
            require(q > 0 && rest.is_multiple_of(q) && is_prime(), || {
                format!("smallest period: {q} is not a further prime that divides the period")
            })?;
            require((self.preperiod..LARGEST_HEAP).contains(&n), || {
                format!("smallest period: heap {n} lies before the preperiod or too far out")
            })?;
            while rest.is_multiple_of(q) {
                rest /= q;
            }
        }
        require(rest == 1, || {
            format!("smallest period: nothing shows that it is not a proper divisor ({rest} is left)")
        })
    }

    /// The heap below `N0 + P` that heap `n` repeats, and by how much its value is larger.
    fn repeated(&self, n: u64) -> (u64, i128) {
        match n.checked_sub(self.preperiod) {
            Some(from) => {
                (self.preperiod + from % self.period, i128::from(from / self.period) * i128::from(self.saltus))
            }
            None => (n, 0),
        }
    }

    /// The heaps whose values [`Claim::minimal`] asks for: all below `N0 + P`, or one of the last period before `N0 +
    /// P`.
    fn wanted(&self) -> Vec<u64> {
        let mut wanted = Vec::new();
        if self.preperiod > 0 {
            wanted.extend([self.preperiod - 1, self.preperiod - 1 + self.period]);
        }
        for &(q, n) in &self.distinct {
            wanted.extend([self.repeated(n).0, self.repeated(n + self.period / q).0]);
        }
        wanted
    }

    /// Whether preperiod and period are the smallest, given that they are right.
    fn minimal(&self, seen: &Seen) -> Result<(), Refusal> {
        let Claim { preperiod, period, saltus, .. } = *self;
        if preperiod > 0 {
            let (before, after) = (value(seen, preperiod - 1)?, value(seen, preperiod - 1 + period)?);
            require(after != before + i128::from(saltus), || {
                format!("smallest preperiod: heap {} repeats already", preperiod - 1)
            })?;
        }
        let at = |n| {
            let (heap, more) = self.repeated(n);
            value(seen, heap).map(|value| value + more)
        };
        self.distinct.iter().try_for_each(|&(q, n)| {
            let step = at(n + period / q)? - at(n)?;
            require(i128::from(q) * step != saltus.into(), || {
                format!("smallest period: heap {n} does not show that {} is no period", period / q)
            })
        })
    }
}

/// The value of a heap that was asked for.
fn value(seen: &Seen, heap: u64) -> Result<i128, Refusal> {
    match seen.binary_search_by_key(&heap, |&(heap, _)| heap) {
        Ok(place) => Ok(seen[place].1.into()),
        Err(_) => Err(Refusal::Fails(format!("values: that of heap {heap} was not met"))),
    }
}
