//! The rare-value algorithm with sparse spaces, exact always.
//!
//! Under a sparse space ([`crate::sparse`]) a split excludes a common value only if one of its parts is rare. So for
//! heap `n`:
//!
//! 1. mark the options that leave no heap or one heap, and the splits with a rare part;
//! 2. the *candidate* is the smallest unmarked common value: no other option can exclude a common;
//! 3. the *leftovers* are the unmarked smaller values. Go through all splits `(a, b)` in order of the smaller part
//!    and mark, until no leftover remains (then `G(n)` is the candidate), or the splits end (then it is the smallest
//!    leftover: a new rare).
//!
//! Nothing here is assumed: a poor space, or none, costs time and never a value. The space is judged again each time
//! `n` doubles, on a late window, and replaced when another one has fewer rares. Without a useful space every
//! split is marked at step 1.
//!
//! Cost for each `n`: rares plus the leftover splits (about 15 to 3000 in known games) times the number of breaks;
//! memory two bytes a value.

use super::history::History;
use super::mex::Marks;
use super::{EngineError, Sink};
use crate::kernel::Kernel;
use crate::rules::{Ban, Rules};
use crate::sparse::{self, Space};
use std::ops::RangeInclusive;

/// Judging a space on fewer values than this is not worth it.
pub(super) const FIRST_JUDGEMENT: u64 = 256;
const BLOCK: usize = 1 << 10;

pub(super) fn run(rules: &Rules, count: u64, sink: &mut dyn Sink) -> Result<(), EngineError> {
    match rules.ban() {
        Ban::Nothing => run_banning::<false>(rules, count, sink),
        _ => run_banning::<true>(rules, count, sink),
    }
}

fn run_banning<const BANS: bool>(rules: &Rules, count: u64, sink: &mut dyn Sink) -> Result<(), EngineError> {
    let mut history = History::new(count, sink)?;
    let mut search = Search::<BANS>::new(rules, None);
    for n in 0..count {
        if n >= FIRST_JUDGEMENT && n.is_power_of_two() {
            search.judge(history.values());
        }
        let value = search.value(n, history.values());
        search.note_rare(n, value);
        history.work(std::mem::take(&mut search.work));
        history.push(value, BLOCK)?;
    }
    history.report()
}

/// The state between heaps. `BANS` is false when every split is allowed, so that the inner loops do not ask.
pub(super) struct Search<'a, const BANS: bool> {
    rules: &'a Rules,
    breaks: Vec<u64>,
    pub(super) space: Option<Space>,
    /// Rare heaps and their values under `space`, ascending.
    pub(super) rares: Vec<(u64, u16)>,
    marks: Marks,
    /// The vectors by which splits for the last leftovers are found; without them, splits are marked one by one.
    kernel: Option<Kernel>,
    /// Splits looked at since it was last asked.
    pub(super) work: u64,
}

/// Leftovers are looked for by vectors when this many smaller parts were tried.
const NEAR: usize = 1 << 12;
/// Leftovers are looked for by vectors when at most this many of them remain.
const FEW: usize = 8;
/// Vectors look at eight splits while the loop marks one.
const QUICKER: u64 = 8;

impl<'a, const BANS: bool> Search<'a, BANS> {
    pub(super) fn new(rules: &'a Rules, kernel: Option<Kernel>) -> Self {
        let (breaks, marks) = (sparse::breaks(rules), Marks::new());
        Search { rules, breaks, space: None, rares: Vec::new(), marks, kernel: kernel.filter(|_| !BANS), work: 0 }
    }

    /// Looks for the best space for what is known so far.
    pub(super) fn judge(&mut self, g: &[u16]) {
        let found = sparse::find(self.rules, g);
        if found == self.space {
            return;
        }
        let rares: Vec<(u64, u16)> =
            found.iter().flat_map(|space| space.rares(g)).map(|n| (n, g[n as usize])).collect();
        if self.space.is_none() || found.is_some() && rares.len() < self.rares.len() {
            (self.space, self.rares) = (found, rares);
        }
    }

    /// Looks for the best space from nothing: other heaps than those noted have become known.
    pub(super) fn judge_anew(&mut self, g: &[u16]) {
        self.space = None;
        self.judge(g);
    }

    pub(super) fn note_rare(&mut self, n: u64, value: Option<u16>) {
        if let (Some(space), Some(value)) = (self.space, value)
            && !space.is_common(n, value)
        {
            self.rares.push((n, value));
        }
    }

    fn allows(&self, a: usize, b: usize) -> bool {
        !BANS || self.rules.ban().allows(a as u64, b as u64)
    }

    /// `G(n)`, given `g = G(0) … G(n - 1)`; none when it does not fit.
    pub(super) fn value(&mut self, n: u64, g: &[u16]) -> Option<u16> {
        self.marks.clear();
        self.mark_without_split(n, g);
        let parts = self.breaks.first().map_or(0, |&least| n.saturating_sub(least) / 2) as usize;
        let Some(space) = self.space else {
            self.mark_splits(n, g, 1..=parts, None);
            return self.marks.mex(0, |_| true);
        };
        self.mark_rare_splits(n, g);
        let candidate = self.marks.mex(0, |v| space.is_common(n, v));
        let below = candidate.map_or(1 << 16, u32::from);
        let mut left = (0..below).filter(|&v| !space.is_common(n, v as u16) && !self.marks.has(v as u16)).count();
        let mut tried = 0;
        while left > 0 && tried < parts {
            match self.kernel {
                Some(kernel) if tried >= NEAR && left <= FEW => {
                    let leftover = |&v: &u32| !space.is_common(n, v as u16) && !self.marks.has(v as u16);
                    let leftovers: Vec<u16> = (0..below).filter(leftover).map(|v| v as u16).collect();
                    let rare = leftovers.into_iter().find(|&value| !self.has_split(kernel, n, g, tried, value));
                    return rare.or(candidate);
                }
                Some(_) => {
                    let next = parts.min(NEAR.max(2 * tried));
                    left = self.mark_splits(n, g, tried + 1..=next, Some((below, left)));
                    tried = next;
                }
                None => {
                    left = self.mark_splits(n, g, 1..=parts, Some((below, left)));
                    tried = parts;
                }
            }
        }
        if left > 0 { self.marks.mex(0, |v| !space.is_common(n, v)) } else { candidate }
    }

    /// Whether a split with parts above `tried` has this value.
    fn has_split(&mut self, kernel: Kernel, n: u64, g: &[u16], tried: usize, value: u16) -> bool {
        self.breaks.iter().any(|&removed| {
            let Some(rest) = n.checked_sub(removed).map(|rest| rest as usize) else { return false };
            let half = rest / 2;
            if half <= tried {
                return false;
            }
            self.work += (half - tried) as u64 / QUICKER;
            kernel.find_split(&g[tried + 1..=half], &g[rest - half..rest - tried], value).is_some()
        })
    }

    fn mark_without_split(&mut self, n: u64, g: &[u16]) {
        for &(removed, digit) in self.rules.moves() {
            if removed > n {
                break;
            }
            if removed == n && digit & 1 != 0 {
                self.marks.set(0);
            }
            if removed < n && digit & 2 != 0 {
                self.marks.set(g[(n - removed) as usize]);
            }
        }
    }

    fn mark_rare_splits(&mut self, n: u64, g: &[u16]) {
        for k in 0..self.breaks.len() {
            let Some(rest) = n.checked_sub(self.breaks[k]).map(|rest| rest as usize) else { break };
            let from = self.rares.partition_point(|&(a, _)| a == 0);
            let to = self.rares.partition_point(|&(a, _)| (a as usize) < rest);
            self.work += (to - from) as u64;
            for r in from..to {
                let (a, value) = self.rares[r];
                let b = rest - a as usize;
                if self.allows(a as usize, b) {
                    self.marks.set(value ^ g[b]);
                }
            }
        }
    }

    /// Marks splits with these smaller parts, in order. With `Some((below, left))`, stops as soon as that many new
    /// values under `below` are marked; the answer is how many are still to be marked.
    fn mark_splits(&mut self, n: u64, g: &[u16], parts: RangeInclusive<usize>, goal: Option<(u32, usize)>) -> usize {
        let (below, mut left) = goal.unwrap_or((0, 1));
        for a in parts {
            for k in 0..self.breaks.len() {
                let Some(b) = (n as usize).checked_sub(self.breaks[k] as usize + a).filter(|&b| b >= a) else { break };
                self.work += 1;
                if !self.allows(a, b) {
                    continue;
                }
                let value = g[a] ^ g[b];
                if goal.is_none() {
                    self.marks.set(value);
                } else if u32::from(value) < below && !self.marks.has(value) {
                    self.marks.set(value);
                    left -= 1;
                    if left == 0 {
                        return 0;
                    }
                }
            }
        }
        left
    }
}
