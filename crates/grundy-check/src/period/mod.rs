//! Kind `period`: the nim-sequence of a game is periodic, `G(n + P) = G(n)` for all `n >= N0`, and neither can be smaller.
//!
//! Three theorems lead there: [`classical`], [`sparse`] and [`endless`]; each checks its own hypotheses. With a saltus S the claim is
//! `G(n + P) = G(n) + S`.
//!
//! *Smallest preperiod*: N0 is 0, or `G(N0 - 1 + P) != G(N0 - 1) + S`.
//!
//! *Smallest period*: if P and p < P are periods from N0 on, so is P - p, hence their greatest common divisor, with the saltus in
//! proportion. So the smallest period divides P, and it is P as soon as for each prime Q that divides P one heap `n >= N0` shows that
//! P/Q is not a period: `Q (G(n + P/Q) - G(n)) != S`.

mod classical;
mod endless;
mod sets;
mod sparse;

use crate::reader::{Certificate, Refusal, number, numbers, require, unreadable};

/// The name of this kind.
pub const KIND: &str = "period";

/// Heaps are numbered in 64 bits, with room to add a few.
const LARGEST_HEAP: u64 = 1 << 61;

/// What to check of it, and how.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// One segment only, counted from 1.
    pub segment: Option<usize>,
    /// Threads.
    pub jobs: usize,
}

/// What all theorems claim.
struct Claim {
    preperiod: u64,
    period: u64,
    saltus: u64,
    /// `(Q, n)`: heap `n` shows that P/Q is no period.
    distinct: Vec<(u64, u64)>,
}

/// Values that the proof met, by heap.
type Seen = Vec<(u64, u16)>;

/// Checks a certificate; says what it proves.
pub fn check(certificate: &Certificate, task: Task) -> Result<String, Refusal> {
    let game = certificate.one("game")?;
    let theorem = certificate.one("theorem")?;
    let keys = ["game", "theorem", "preperiod", "period", "distinct"];
    let more: &[&str] = match theorem {
        "classical" => &[],
        "sparse" => &["space", "depth", "rare", "segment"],
        "endless" => &["saltus", "tail"],
        other => {
            return unreadable(format!("unknown theorem \"{other}\"; known are classical, sparse and endless"));
        }
    };
    certificate.only(&[&keys, more].concat())?;
    let pair = |line| match numbers("distinct", line)?[..] {
        [q, n] => Ok((q, n)),
        _ => unreadable("a line \"distinct\" is a prime and a heap"),
    };
    let claim = Claim {
        preperiod: heap("preperiod", certificate.one("preperiod")?)?,
        period: heap("period", certificate.one("period")?)?,
        saltus: if theorem == "endless" { certificate.number::<u16>("saltus")?.into() } else { 0 },
        distinct: certificate.all("distinct").map(pair).collect::<Result<_, Refusal>>()?,
    };
    require(claim.period > 0, || "period: 0 is no period".to_owned())?;
    claim.primes()?;
    let seen = match theorem {
        "classical" => classical::check(game, &claim)?,
        "endless" => endless::check(game, &claim, heap("tail", certificate.one("tail")?)?)?,
        _ => match sparse::check(game, &claim, certificate, task)? {
            sparse::Checked::All(seen) => seen,
            sparse::Checked::Segment(said) => return Ok(format!("{game}: {said}")),
        },
    };
    if task.segment.is_some() {
        return unreadable("the proof has no segments; leave --segment away");
    }
    claim.minimal(&seen)?;
    let Claim { preperiod, period, saltus, .. } = claim;
    let saltus = if saltus > 0 { format!(" with saltus {saltus}") } else { String::new() };
    Ok(format!(
        "{game}: the nim-sequence has period {period}{saltus} from heap {preperiod} on, by the {theorem} theorem"
    ))
}

/// The number of a heap.
fn heap(key: &str, text: &str) -> Result<u64, Refusal> {
    let heap: u64 = number(key, text)?;
    if heap < LARGEST_HEAP { Ok(heap) } else { unreadable(format!("{heap} in line \"{key}\" passes {LARGEST_HEAP}")) }
}

impl Claim {
    /// The lines `distinct` name all primes that divide the period, and nothing else.
    fn primes(&self) -> Result<(), Refusal> {
        let mut rest = self.period;
        for &(q, n) in &self.distinct {
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
    fn repeated(&self, n: u64) -> (u64, u64) {
        match n.checked_sub(self.preperiod) {
            Some(from) => (self.preperiod + from % self.period, from / self.period * self.saltus),
            None => (n, 0),
        }
    }

    /// The heaps whose values [`Claim::minimal`] asks for: all below `N0 + P`, or one of the last period before `N0 + P`.
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
            let (before, after) = (value(seen, preperiod - 1), value(seen, preperiod - 1 + period));
            require(after != before + i128::from(saltus), || {
                format!("smallest preperiod: heap {} repeats already", preperiod - 1)
            })?;
        }
        let at = |n| {
            let (heap, more) = self.repeated(n);
            value(seen, heap) + i128::from(more)
        };
        self.distinct.iter().try_for_each(|&(q, n)| {
            let step = at(n + period / q) - at(n);
            require(i128::from(q) * step != saltus.into(), || {
                format!("smallest period: heap {n} does not show that {} is no period", period / q)
            })
        })
    }
}

/// The value of a heap that was asked for.
fn value(seen: &Seen, heap: u64) -> i128 {
    seen[seen.binary_search_by_key(&heap, |&(heap, _)| heap).expect("the proof meets every heap asked for")].1.into()
}
