//! Is a candidate `(Q, P, Phi)` the misère quotient of the heaps `1..=n`? If not, the colex-least word it gets wrong.
//!
//! Write `E_h` for the set of values of the options of heap `h` and `S_h = { z : z · E_h meets P }`, the contexts in
//! which moving in `h` wins.
//!
//! * *P-check* (no move from P to P): `S_h` is disjoint from `{ z : z · Phi(h) in P }` for every heap.
//! * *N-check* (every N-position that has a move has one to P): a word `G` has the transition `(x, S)` with `x =
//!   Phi(G)` and `S = { z : some option G' of G has z · Phi(G') in P }`; `G` is wrong when `x` is not in P and `S`
//!   lacks the identity. Transitions of sums follow from those of the parts, `(x, S) · (y, T) = (x y, { z : z y in S }
//!   ∪ { z : z x in T })`, and `(x, S)` makes `(x, S')` superfluous when `S ⊆ S'`: whatever goes right after the former
//!   goes right after the latter. So the closure of all words is a finite list of transitions, usually little longer
//!   than `Q`.
//!
//! Heaps are added in ascending order and words in colex order, so the first failure met is the least one: were a
//! dropped word part of a lesser failure, the word that made it superfluous would give one still less.

use super::bits::Bits;
use super::monoid::{Monoid, Word};
use super::pace::Pace;
use super::pieces::Pieces;
use crate::watch::Stopped;
use std::collections::HashSet;

/// The memory, in bytes, that the contexts of a closure may take.
const ROOM: usize = 1 << 29;

/// Why a candidate was not verified.
pub enum Refused {
    /// The least word that it gets wrong.
    Wrong(Word),
    /// The closure outgrew its memory.
    TooLarge,
    /// The watch asked to stop.
    Stopped,
}

impl From<Stopped> for Refused {
    fn from(_: Stopped) -> Self {
        Refused::Stopped
    }
}

/// A transition of some word.
#[derive(Clone, Debug)]
struct Transition {
    x: u16,
    s: Bits,
    /// The word, as the transition it extends and the heap it adds.
    step: (u32, u32),
}

/// The transitions of all words of the heaps added so far, up to superfluous ones.
#[derive(Clone, Debug)]
pub struct Closure {
    list: Vec<Transition>,
    /// Places in `list`, by element.
    by_element: Vec<Vec<u32>>,
}

impl Closure {
    /// The closure of no heaps.
    pub fn new(order: usize) -> Self {
        let mut by_element = vec![Vec::new(); order];
        by_element[0].push(0);
        Closure { list: vec![Transition { x: 0, s: Bits::empty(order), step: (0, 0) }], by_element }
    }

    /// How many transitions there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// An element `x` that the transition of a heap with contexts `s` may take without any further check: one with a
    /// transition `(x, S)`, `S ⊆ s`, that passes the P-check.
    pub fn below(&self, s: &Bits, p_rows: &[Bits]) -> Option<u16> {
        // The empty word is no failure although nothing in it wins, so what it stands for must win by itself.
        let list = &self.list[usize::from(!s.has(0))..];
        let fits = |t: &&Transition| t.s.is_subset(s) && s.first_common(&p_rows[usize::from(t.x)]).is_none();
        let found = list.iter().find(fits);
        found.map(|t| t.x)
    }

    fn has_below(&self, x: u16, s: &Bits) -> bool {
        self.by_element[usize::from(x)].iter().any(|&k| self.list[k as usize].s.is_subset(s))
    }

    /// The work of comparing a transition of `x` with all that may make it superfluous, and of forming it.
    fn steps(&self, x: u16) -> usize {
        self.by_element.len() + self.by_element[usize::from(x)].len() * (1 + self.by_element.len() / 64)
    }

    /// Adds a heap with value `x` and contexts `s`. On failure returns the least word that goes wrong and leaves the
    /// closure as it was.
    pub fn add(&mut self, q: &Monoid, heap: u32, x: u16, s: &Bits, pace: &mut Pace) -> Result<(), Refused> {
        if self.has_below(x, s) {
            return Ok(());
        }
        let before = self.list.len();
        let row = q.row(x);
        let mut in_heap: Vec<Option<Bits>> = vec![None; q.order()];
        let mut frontier = 0..before;
        while !frontier.is_empty() {
            let next = self.list.len();
            for k in frontier {
                let old = &self.list[k];
                let y = old.x;
                let mut sum = old.s.preimage(row);
                sum.union_with(in_heap[usize::from(y)].get_or_insert_with(|| s.preimage(q.row(y))));
                let product = row[usize::from(y)];
                if !q.is_p(product) && !sum.has(0) {
                    let word = self.word(k).with(heap);
                    self.truncate(before);
                    return Err(Refused::Wrong(word));
                }
                if let Err(stopped) = pace.work(self.steps(product)) {
                    self.truncate(before);
                    return Err(stopped.into());
                }
                if !self.has_below(product, &sum) {
                    if self.list.len() >= ROOM / q.order().div_ceil(8) {
                        self.truncate(before);
                        return Err(Refused::TooLarge);
                    }
                    self.by_element[usize::from(product)].push(self.list.len() as u32);
                    self.list.push(Transition { x: product, s: sum, step: (k as u32, heap) });
                }
            }
            frontier = next..self.list.len();
        }
        Ok(())
    }

    fn word(&self, mut k: usize) -> Word {
        let mut word = Word::default();
        while k != 0 {
            let (before, heap) = self.list[k].step;
            word = word.with(heap);
            k = before as usize;
        }
        word
    }

    fn truncate(&mut self, length: usize) {
        self.list.truncate(length);
        for places in &mut self.by_element {
            places.retain(|&k| (k as usize) < length);
        }
    }
}

/// The contexts in which moving in a heap wins.
pub struct Contexts<'a> {
    q: &'a Monoid,
    /// `{ z : z · e in P }` for each `e`.
    pub p_rows: &'a [Bits],
    /// The option values `E` of the last heap asked for.
    pub values: Bits,
}

impl<'a> Contexts<'a> {
    /// For the monoid `q`, whose rows of P are `p_rows`.
    pub fn new(q: &'a Monoid, p_rows: &'a [Bits]) -> Self {
        Contexts { q, p_rows, values: Bits::empty(q.order()) }
    }

    /// Fills `values` with the option values of `heap`.
    pub fn options(&mut self, pieces: &Pieces, phi: &[u16], heap: u32, pace: &mut Pace) -> Result<&Bits, Stopped> {
        self.values.clear();
        let values = &mut self.values;
        let q = self.q;
        pieces.each_value(
            heap,
            0u16,
            |h| phi[h as usize],
            |a, b| q.mul(a, b),
            |x| values.insert(usize::from(x)),
            pace,
        )?;
        Ok(&self.values)
    }

    /// `{ z : z · values meets P }`.
    pub fn winning(&self) -> Bits {
        let mut s = Bits::empty(self.q.order());
        for e in self.values.iter() {
            s.union_with(&self.p_rows[e]);
        }
        s
    }
}

/// Checks a candidate for the heaps `1 … phi.len() - 1`. Returns the closure, or the least word it gets wrong.
pub fn verify(pieces: &Pieces, q: &Monoid, phi: &[u16], p_rows: &[Bits], pace: &mut Pace) -> Result<Closure, Refused> {
    let mut contexts = Contexts::new(q, p_rows);
    let mut known: HashSet<(u16, Bits)> = HashSet::new();
    let mut heaps = Vec::new();
    let mut failure: Option<Word> = None;
    for heap in 1..phi.len() as u32 {
        let x = phi[heap as usize];
        contexts.options(pieces, phi, heap, pace)?;
        let s = contexts.winning();
        pace.work(contexts.values.count() * q.order().div_ceil(64))?;
        if let Some(z) = s.first_common(&p_rows[usize::from(x)]) {
            let word = q.word(z as u16).with(heap);
            failure = Some(failure.map_or(word.clone(), |least| least.min(word)));
        }
        let is_empty = contexts.values.count() == 0;
        if !(is_empty && x == 0) && known.insert((x, s.clone())) {
            heaps.push((heap, x, s));
        }
    }
    let mut closure = Closure::new(q.order());
    for (heap, x, s) in &heaps {
        if failure.as_ref().is_some_and(|least| least.0[0].0 < *heap) {
            break;
        }
        match closure.add(q, *heap, *x, s, pace) {
            Err(Refused::Wrong(word)) => {
                return Err(Refused::Wrong(failure.map_or(word.clone(), |least| least.min(word))));
            }
            added => added?,
        }
    }
    failure.map_or(Ok(closure), |word| Err(Refused::Wrong(word)))
}
