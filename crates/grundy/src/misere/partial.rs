//! Partial quotients `Q(A_1), Q(A_2), …`, heap by heap.
//!
//! Given `Q = Q(A_(n-1))` with its closure, heap `n` with option values `E` and contexts `S` is
//!
//! 1. *known*, when an earlier heap had the same `E`: equal option values force equal values;
//! 2. *conservative*, when an element `x` of `Q` with the right outcome passes the P-check and extends the closure without
//!    failure; at most one does, and often a transition `(x, S') , S' ⊆ S` shows it without any work;
//! 3. otherwise *new*: it is set free over `Q` with `g^4 = g^2`, the trial is marked, reduced and verified. A failure word
//!    `W` says which heaps were tied too closely: the first set of heaps of `W` (small sets first, large heaps first) that,
//!    set free with cycles long enough for their exponents in `W`, changes the outcome of `W` is accepted, and the
//!    verification goes on. All words below `W` keep their right outcomes, so failures go up in colex order.
//!
//! The loop of step 3 ends exactly when the candidate is the quotient. When the quotient of `A_n` is infinite it cannot
//! end; exponents of two heaps then grow side by side in the failure words.

use super::bits::Bits;
use super::monoid::{Monoid, Word};
use super::trial::{Cycle, GivenUp, Trial};
use super::verify::{Closure, Contexts, verify};
use crate::rules::Rules;
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

/// Bounds on the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest order of a candidate.
    pub order: usize,
    /// The exponent that two heaps of one failure word must reach to be taken as a sign of an infinite quotient.
    pub diagonal: u32,
}

/// The orders beyond which elements do not fit two bytes.
pub const LARGEST_ORDER: usize = 1 << 15;

impl Default for Limits {
    fn default() -> Self {
        Limits { order: 8192, diagonal: 9 }
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

/// What the search is doing, for whoever watches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The heap in work.
    pub heap: u32,
    /// The order of the quotient or of the candidate.
    pub order: usize,
    /// The number of transitions in the closure.
    pub closure: usize,
    /// How many failure words this heap has met.
    pub failures: u32,
}

/// Watches the search and may stop it.
pub type Watch<'a> = &'a mut dyn FnMut(Progress) -> ControlFlow<()>;

/// The quotient of the heaps up to `n`.
#[derive(Clone, Debug)]
pub struct Partial<'r> {
    rules: &'r Rules,
    q: Monoid,
    phi: Vec<u16>,
    p_rows: Vec<Bits>,
    closure: Closure,
    known: HashMap<Bits, u16>,
}

impl<'r> Partial<'r> {
    /// The quotient of no heaps.
    pub fn new(rules: &'r Rules) -> Self {
        let q = Monoid::trivial();
        let p_rows = q.p_rows();
        Partial { rules, closure: Closure::new(1), p_rows, q, phi: vec![0], known: HashMap::new() }
    }

    /// The quotient of the heaps that have the values `phi` in `q`, if it is that: everything is verified anew.
    pub fn resume(rules: &'r Rules, q: Monoid, phi: Vec<u16>) -> Option<Self> {
        let p_rows = q.p_rows();
        let is_reduced = p_rows.iter().collect::<HashSet<_>>().len() == q.order();
        let has_generators = q.generators().iter().all(|&(heap, x)| phi.get(heap as usize) == Some(&x));
        let in_range = phi.first() == Some(&0) && phi.iter().all(|&x| usize::from(x) < q.order());
        if !is_reduced || !has_generators || !in_range {
            return None;
        }
        let closure = verify(rules, &q, &phi, &p_rows).ok()?;
        let mut partial = Partial { rules, q, phi, p_rows, closure, known: HashMap::new() };
        partial.learn();
        Some(partial)
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
    pub fn next_heap(&mut self, limits: Limits, watch: Watch) -> Result<bool, Stuck> {
        let heap = self.phi.len() as u32;
        let mut contexts = Contexts::new(&self.q, &self.p_rows);
        let values = contexts.options(self.rules, &self.phi, heap);
        if let Some(&x) = self.known.get(values) {
            self.phi.push(x);
            return Ok(false);
        }
        let x = if values.count() == 0 { Some(0) } else { conservative(&self.q, &mut self.closure, &contexts, heap) };
        if let Some(x) = x {
            self.known.insert(contexts.values, x);
            self.phi.push(x);
            return Ok(false);
        }
        let (q, phi, p_rows, closure) = self.extend(heap, limits, watch)?;
        (self.q, self.phi, self.p_rows, self.closure) = (q, phi, p_rows, closure);
        self.learn();
        Ok(true)
    }

    /// Fills the table of known option values.
    fn learn(&mut self) {
        self.known.clear();
        let mut contexts = Contexts::new(&self.q, &self.p_rows);
        for heap in 1..self.phi.len() as u32 {
            self.known.insert(contexts.options(self.rules, &self.phi, heap).clone(), self.phi[heap as usize]);
        }
    }

    /// Step 3: the quotient with `heap` as a new generator.
    #[allow(clippy::type_complexity)]
    fn extend(&self, heap: u32, limits: Limits, watch: Watch) -> Result<(Monoid, Vec<u16>, Vec<Bits>, Closure), Stuck> {
        let largest = limits.order.min(LARGEST_ORDER);
        let mut failures = 0;
        let mut old_phi = self.phi.clone();
        old_phi.push(0);
        let given_up = |_| Stuck::TooLarge(None);
        let trial = Trial::new(&self.q, &old_phi, &[(heap, Cycle { index: 2, period: 2 })]).map_err(given_up)?;
        let marked = trial.mark(self.rules, largest * 4, None).map_err(given_up)?;
        let (mut q, mut phi) = marked.reduce(largest).map_err(given_up)?;
        loop {
            let p_rows = q.p_rows();
            let word = match verify(self.rules, &q, &phi, &p_rows) {
                Ok(closure) => return Ok((q, phi, p_rows, closure)),
                Err(word) => word,
            };
            failures += 1;
            if watch(Progress { heap, order: q.order(), closure: 0, failures }).is_break() {
                return Err(Stuck::Stopped);
            }
            if word.0.iter().filter(|&&(_, exponent)| exponent >= limits.diagonal).count() >= 2 {
                return Err(Stuck::Diagonal(word));
            }
            (q, phi) = recalibrate(self.rules, &q, &phi, &word, largest).ok_or(Stuck::TooLarge(Some(word)))?;
        }
    }
}

/// Step 2: the element that heap `heap` with these contexts equals, if there is one.
fn conservative(q: &Monoid, closure: &mut Closure, contexts: &Contexts, heap: u32) -> Option<u16> {
    let s = contexts.winning();
    if let Some(x) = closure.below(&s, contexts.p_rows) {
        return Some(x);
    }
    let is_p = !s.has(0);
    (0..q.order() as u16).find(|&x| {
        q.is_p(x) == is_p
            && s.first_common(&contexts.p_rows[usize::from(x)]).is_none()
            && closure.add(q, heap, x, &s).is_ok()
    })
}

/// Frees heaps of the failure word until its outcome changes.
fn recalibrate(rules: &Rules, q: &Monoid, phi: &[u16], word: &Word, largest: usize) -> Option<(Monoid, Vec<u16>)> {
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
            let result = Trial::new(q, phi, &freed)
                .and_then(|trial| trial.mark(rules, largest * 8, Some((word, !was_p)))?.reduce(largest));
            match result {
                Ok(candidate) => return Some(candidate),
                Err(GivenUp::NoFlip | GivenUp::TooLarge) => {}
            }
            if !next_subset(&mut subset, cycles.len()) {
                break;
            }
        }
    }
    None
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
