//! Speculation and verification of a single heap, spelled out: what samples of the block engine's work are compared
//! with.
//!
//! Under a sparse space, and far behind the last rare heap `L`, a common value of `n` is excluded only by options that
//! leave one heap and by splits with a rare part. The *candidate* is the smallest common value that none of them
//! excludes; it is `G(n)` if every *leftover*, a smaller value of the other class, is excluded by some option. The
//! *depth* of `n` is the least `D` such that splits with a part of at most `D` do that. Only values within `max(L, D) +
//! k` before `n` and the head `G(0) …` are read, where `k` is the largest removal.

use super::mex::Marks;
use crate::rules::Rules;
use crate::sparse::{self, Space};

/// What is needed to settle any heap after `2 L + k`.
pub struct Plain<'a> {
    rules: &'a Rules,
    space: Space,
    breaks: Vec<u64>,
    /// All rare heaps but 0, with their values.
    rares: Vec<(u64, u16)>,
    head: &'a [u16],
    marks: Marks,
}

impl<'a> Plain<'a> {
    /// `rares` are all rare heaps with their values; `head` is `G(0), G(1), …`, at least up to the last of them.
    pub fn new(rules: &'a Rules, space: Space, rares: &[(u64, u16)], head: &'a [u16]) -> Self {
        let rares = rares.iter().copied().filter(|&(heap, _)| heap > 0).collect();
        Plain { rules, space, breaks: sparse::breaks(rules), rares, head, marks: Marks::new() }
    }

    /// The candidate for heap `n`, given the values `before` it, the last of them `G(n - 1)`; none when no value fits.
    pub fn candidate(&mut self, n: u64, before: &[u16]) -> Option<u16> {
        let back = |distance: u64| before[before.len() - distance as usize];
        self.marks.clear();
        for &(removed, digit) in self.rules.moves() {
            if digit & 2 != 0 {
                self.marks.set(back(removed));
            }
        }
        for &removed in &self.breaks {
            for &(heap, value) in &self.rares {
                self.marks.set(value ^ back(removed + heap));
            }
        }
        let space = self.space;
        self.marks.mex(0, |value| space.is_common(n, value))
    }

    /// The depth of heap `n` with candidate `value`, whose call must come directly before; none when splits with a part
    /// in the head do not exclude all leftovers.
    pub fn depth(&mut self, n: u64, value: u16, before: &[u16]) -> Option<u64> {
        let is_left = |marks: &Marks, v: u16| v < value && !self.space.is_common(n, v) && !marks.has(v);
        let mut left = (0..value).filter(|&v| is_left(&self.marks, v)).count();
        let mut depth = 0;
        while left > 0 {
            depth += 1;
            let small = *self.head.get(depth)?;
            for &removed in &self.breaks {
                let v = small ^ *before.get(before.len().checked_sub(removed as usize + depth)?)?;
                if is_left(&self.marks, v) {
                    self.marks.set(v);
                    left -= 1;
                }
            }
        }
        Some(depth as u64)
    }
}
