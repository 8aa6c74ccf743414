//! Partial quotients `Q(A_1), Q(A_2), …`, heap by heap.
//!
//! Given `Q = Q(A_(n-1))` with its closure, heap `n` with option values `E` and contexts `S` is
//!
//! 1. *known*, when an earlier heap had the same `E`: equal option values force equal values;
//! 2. *conservative*, when an element `x` of `Q` with the right outcome passes the P-check and extends the closure
//!    without failure; at most one does, and often a transition `(x, S') , S' ⊆ S` shows it without any work;
//! 3. otherwise *new*: it is set free over `Q` with `g^4 = g^2`, the trial is marked, reduced and verified. A failure
//!    word `W` says which heaps were tied too closely: the first set of heaps of `W` (small sets first, large heaps
//!    first) that, set free with cycles long enough for their exponents in `W`, changes the outcome of `W` is accepted,
//!    and the verification goes on. All words below `W` keep their right outcomes, so failures go up in colex order.
//!
//! The loop of step 3 ends exactly when the candidate is the quotient. When the quotient of `A_n` is infinite it cannot
//! end; exponents of two heaps then grow side by side in the failure words.

use super::bits::Bits;
use super::monoid::{Monoid, Word};
use super::pace::Pace;
use super::pieces::{Pieces, Play};
use super::trial::{Cycle, GivenUp, Trial};
use super::verify::{Closure, Contexts, Refused, verify};
use crate::watch::{Stopped, Watch};
use std::collections::{HashMap, HashSet};

/// Bounds on the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest heap to look at.
    pub heaps: u32,
    /// The largest order of a candidate, at most [`LARGEST_ORDER`]. The table of a quotient of order `q` takes `2 q^2`
    /// bytes.
    pub order: usize,
    /// The exponent that two heaps of one failure word must reach to be taken as a sign of an infinite quotient.
    pub diagonal: u32,
}

/// The orders beyond which elements do not fit two bytes.
pub const LARGEST_ORDER: usize = 1 << 15;

impl Default for Limits {
    fn default() -> Self {
        Limits { heaps: 20_000, order: 8192, diagonal: 9 }
    }
}

/// Why the next partial quotient was not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stuck {
    /// Two heaps occur with large exponents in a failure word: evidence, no proof, of an infinite quotient.
    Diagonal(Word),
    /// A candidate passed the allowed order, on the way to setting right the last failure word.
    TooLarge(Option<Word>),
    /// The caller asked to stop.
    Stopped,
}

impl From<Stopped> for Stuck {
    fn from(_: Stopped) -> Self {
        Stuck::Stopped
    }
}

/// The quotient of the heaps up to `n`.
#[derive(Clone, Debug)]
pub struct Partial {
    pieces: Pieces,
    q: Monoid,
    phi: Vec<u16>,
    p_rows: Vec<Bits>,
    closure: Closure,
    known: HashMap<Bits, u16>,
}

impl Partial {
    /// The quotient of no pieces.
    pub fn new(pieces: Pieces) -> Self {
        let q = Monoid::trivial(pieces.play());
        let p_rows = vec![q.p().clone()];
        Partial { pieces, closure: Closure::new(1), p_rows, q, phi: vec![0], known: HashMap::new() }
    }

    /// The quotient of the pieces that have the values `phi` in `q`, if it is that: everything is verified anew.
    pub fn resume(pieces: Pieces, q: Monoid, phi: Vec<u16>, watch: &mut dyn Watch) -> Result<Option<Self>, Stopped> {
        let pace = &mut Pace::new(watch, "heaps");
        let p_rows = q.p_rows(pace)?;
        let is_reduced = p_rows.iter().collect::<HashSet<_>>().len() == q.order();
        let has_generators = q.generators().iter().all(|&(heap, x)| phi.get(heap as usize) == Some(&x));
        let in_range = phi.first() == Some(&0) && phi.iter().all(|&x| usize::from(x) < q.order());
        let has_outcomes = q.is_p(0) == (pieces.play() == Play::Normal);
        if !is_reduced || !has_generators || !in_range || !has_outcomes {
            return Ok(None);
        }
        let closure = match verify(&pieces, &q, &phi, &p_rows, pace) {
            Ok(closure) => closure,
            Err(Refused::Stopped) => return Err(Stopped),
            Err(Refused::Wrong(_) | Refused::TooLarge) => return Ok(None),
        };
        let known = known(&pieces, &q, &phi, &p_rows, pace)?;
        Ok(Some(Partial { pieces, q, phi, p_rows, closure, known }))
    }

    /// What the sums are made of.
    pub fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// The largest heap.
    pub fn heaps(&self) -> u32 {
        self.phi.len() as u32 - 1
    }

    /// The quotient.
    pub fn monoid(&self) -> &Monoid {
        &self.q
    }

    /// The value of each heap, beginning with heap 0, whose value is the identity.
    pub fn phi(&self) -> &[u16] {
        &self.phi
    }

    /// The number of transitions in the closure.
    pub fn closure(&self) -> usize {
        self.closure.len()
    }

    /// Goes on to the next heap. `true`: the quotient (and with it all values) changed.
    pub fn next_heap(&mut self, limits: Limits, watch: &mut dyn Watch) -> Result<bool, Stuck> {
        self.next_heap_at(limits, &mut Pace::new(watch, "heaps"))
    }

    pub(super) fn next_heap_at(&mut self, limits: Limits, pace: &mut Pace) -> Result<bool, Stuck> {
        let heap = self.phi.len() as u32;
        pace.stands("heaps", u64::from(heap));
        let mut contexts = Contexts::new(&self.q, &self.p_rows);
        let values = contexts.options(&self.pieces, &self.phi, heap, pace)?;
        if let Some(&x) = self.known.get(values) {
            self.phi.push(x);
            return Ok(false);
        }
        let x = if values.count() == 0 {
            Some(0)
        } else {
            conservative(&self.q, &mut self.closure, &contexts, heap, pace)?
        };
        if let Some(x) = x {
            self.known.insert(contexts.values, x);
            self.phi.push(x);
            return Ok(false);
        }
        let (q, phi, p_rows, closure) = self.extend(heap, limits, pace)?;
        self.known = known(&self.pieces, &q, &phi, &p_rows, pace)?;
        (self.q, self.phi, self.p_rows, self.closure) = (q, phi, p_rows, closure);
        Ok(true)
    }

    /// Step 3: the quotient with `heap` as a new generator.
    #[allow(clippy::type_complexity)]
    fn extend(
        &self,
        heap: u32,
        limits: Limits,
        pace: &mut Pace,
    ) -> Result<(Monoid, Vec<u16>, Vec<Bits>, Closure), Stuck> {
        let largest = limits.order.min(LARGEST_ORDER);
        let mut failures = 0;
        let mut old_phi = self.phi.clone();
        old_phi.push(0);
        let given_up = |why| if why == GivenUp::Stopped { Stuck::Stopped } else { Stuck::TooLarge(None) };
        let trial = Trial::new(&self.q, &old_phi, &[(heap, Cycle { index: 2, period: 2 })], pace).map_err(given_up)?;
        let marked = trial.mark(&self.pieces, largest * 4, None, pace).map_err(given_up)?;
        let (mut q, mut phi) = marked.reduce(largest, pace).map_err(given_up)?;
        loop {
            let p_rows = q.p_rows(pace)?;
            let word = match verify(&self.pieces, &q, &phi, &p_rows, pace) {
                Ok(closure) => return Ok((q, phi, p_rows, closure)),
                Err(Refused::Wrong(word)) => word,
                Err(Refused::TooLarge) => return Err(Stuck::TooLarge(None)),
                Err(Refused::Stopped) => return Err(Stuck::Stopped),
            };
            failures += 1;
            pace.stands("failure words", failures);
            if word.0.iter().filter(|&&(_, exponent)| exponent >= limits.diagonal).count() >= 2 {
                return Err(Stuck::Diagonal(word));
            }
            (q, phi) = recalibrate(&self.pieces, &q, &phi, &word, largest, pace)?.ok_or(Stuck::TooLarge(Some(word)))?;
        }
    }
}

/// The value of each set of option values that occurs.
fn known(
    pieces: &Pieces,
    q: &Monoid,
    phi: &[u16],
    p_rows: &[Bits],
    pace: &mut Pace,
) -> Result<HashMap<Bits, u16>, Stopped> {
    let mut contexts = Contexts::new(q, p_rows);
    let value = |heap: u32| Ok((contexts.options(pieces, phi, heap, pace)?.clone(), phi[heap as usize]));
    (1..phi.len() as u32).map(value).collect()
}

/// Step 2: the element that heap `heap` with these contexts equals, if there is one.
fn conservative(
    q: &Monoid,
    closure: &mut Closure,
    contexts: &Contexts,
    heap: u32,
    pace: &mut Pace,
) -> Result<Option<u16>, Stuck> {
    let s = contexts.winning();
    pace.work(closure.len() * q.order().div_ceil(64))?;
    if let Some(x) = closure.below(&s, contexts.p_rows) {
        return Ok(Some(x));
    }
    let is_p = !s.has(0);
    for x in 0..q.order() as u16 {
        pace.work(q.order().div_ceil(64))?;
        if q.is_p(x) == is_p && s.first_common(&contexts.p_rows[usize::from(x)]).is_none() {
            match closure.add(q, heap, x, &s, pace) {
                Ok(()) => return Ok(Some(x)),
                Err(Refused::Wrong(_)) => {}
                Err(Refused::TooLarge) => return Err(Stuck::TooLarge(None)),
                Err(Refused::Stopped) => return Err(Stuck::Stopped),
            }
        }
    }
    Ok(None)
}

/// Frees heaps of the failure word until its outcome changes; `None` when that takes too large a candidate.
fn recalibrate(
    pieces: &Pieces,
    q: &Monoid,
    phi: &[u16],
    word: &Word,
    largest: usize,
    pace: &mut Pace,
) -> Result<Option<(Monoid, Vec<u16>)>, Stopped> {
    let was_p = q.is_p(word.0.iter().fold(0, |x, &(h, count)| q.mul(x, q.power(phi[h as usize], count))));
    let cycle = |&(heap, exponent): &(u32, u32)| {
        let (index, period) = q.index_and_period(phi[heap as usize]);
        (heap, Cycle { index: index.max(exponent - 1), period: if period % 2 == 0 { period } else { 2 * period } })
    };
    let cycles: Vec<(u32, Cycle)> = word.0.iter().map(cycle).collect();
    for size in 1..=cycles.len() {
        let mut subset: Vec<usize> = (0..size).collect();
        loop {
            let freed: Vec<(u32, Cycle)> = subset.iter().map(|&k| cycles[k]).collect();
            let result = Trial::new(q, phi, &freed, pace)
                .and_then(|trial| trial.mark(pieces, largest * 8, Some((word, !was_p)), pace)?.reduce(largest, pace));
            match result {
                Ok(candidate) => return Ok(Some(candidate)),
                Err(GivenUp::Stopped) => return Err(Stopped),
                Err(GivenUp::NoFlip | GivenUp::TooLarge) => {}
            }
            if !next_subset(&mut subset, cycles.len()) {
                break;
            }
        }
    }
    Ok(None)
}

/// The next subset of `0..n` of the same size, in lexicographic order.
fn next_subset(subset: &mut [usize], n: usize) -> bool {
    let size = subset.len();
    let Some(k) = (0..size).rev().find(|&k| subset[k] < n - size + k) else {
        return false;
    };
    subset[k] += 1;
    for j in k + 1..size {
        subset[j] = subset[j - 1] + 1;
    }
    true
}
