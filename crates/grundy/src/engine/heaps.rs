//! Moves that leave three or more heaps, and repeating digits that split: sets of values instead of lists of options.
//!
//! Let `V_j(m)` be the set of values of all ways to write `m` as exactly `j` non-empty heaps:
//!
//! ```text
//! V_0(0) = {0},   V_1(m) = {G(m)},   V_j(m) = union over a <= m/j of  G(a) xor V_(j-1)(m - a)
//! ```
//!
//! (the smallest heap of `j` is at most `m/j`). Sets are bit strings; `G(a) xor V` permutes the words of `V` and the
//! bits inside each word. With `J` the most heaps a move leaves, the sets of levels 2 to `J - 1` are kept for every
//! `m`.
//!
//! The top level is never built for explicit digits, for most of it is not needed: values are settled one by one, from
//! 0 up. Value `v` is excluded when some `a` has `v xor G(a)` in `V_(J-1)(m - a)`, one bit test each. Usually the `a`
//! that excluded `v` for the last heap, or one near it, does so again, so only the mex itself pays for the whole
//! search: `n/J` tests.
//!
//! A repeating block of digits of length `b` gives to `n` the sets it gave to `n - b` and the nearest one of each
//! place: a running union for each residue of `n` modulo `b` (as in [`super::take`]), for which the top level is built
//! in full.
//!
//! Cost for each `n`: `n/2` for the new pairs, `n/J` bit tests for the mex, and a few for each smaller value; `n` words
//! times the width of a set for each kept level above 2 and for a repeating top level. Memory: `n` sets for each kept
//! level.

use super::history::History;
use super::{EngineError, Sink};
use crate::rules::{Ban, Rules, Tail};
use std::cell::Cell;

/// Heaps come slowly enough to report often.
const BLOCK: usize = 64;

pub(super) fn run(rules: &Rules, count: u64, sink: &mut dyn Sink) -> Result<(), EngineError> {
    continue_run(rules, History::new(count, sink)?, count)
}

/// Computes what `history` lacks of `count` values. The sets are made anew first; meanwhile the sink gets empty blocks.
pub(super) fn continue_run(rules: &Rules, mut history: History, count: u64) -> Result<(), EngineError> {
    let known = history.values().len();
    let mut levels = Levels::new(rules);
    let mut tail = rules.tail().map(TailUnions::new);
    let mut witnesses = Vec::new();
    let mut excluded = Set::default();
    for n in 0..known {
        levels.extend(n, history.values());
        if let Some(tail) = &mut tail {
            tail.union(n, &levels, history.values());
        }
        if n % BLOCK == 0 {
            history.pulse()?;
        }
    }
    for n in known..count as usize {
        let g = history.values();
        levels.extend(n, g);
        excluded.clear();
        let mut top = Vec::new();
        for &(removed, digit) in rules.moves() {
            let Some(rest) = n.checked_sub(removed as usize) else { break };
            for j in heap_counts(digit) {
                if j >= 3 && j == levels.most {
                    top.push(rest);
                } else {
                    levels.add_to(&mut excluded, j, rest, g);
                }
            }
        }
        if let Some(tail) = &mut tail {
            excluded.unite(tail.union(n, &levels, g));
        }
        let mut mex = excluded.mex();
        while top.iter().any(|&rest| levels.reaches(mex, rest, g, &mut witnesses)) {
            excluded.insert(mex);
            mex = excluded.mex();
        }
        history.work(levels.work.take());
        history.push(u16::try_from(mex).ok(), BLOCK)?;
    }
    history.report()
}

/// The numbers of heaps that a digit allows.
fn heap_counts(digit: u32) -> impl Iterator<Item = u32> {
    (0..u32::BITS).filter(move |j| digit >> j & 1 == 1)
}

/// The sets `V_j(m)` for `2 <= j < most`.
struct Levels {
    most: u32,
    ban: Ban,
    /// `kept[j - 2][m] = V_j(m)`.
    kept: Vec<Vec<Set>>,
    /// Pairs, unions and bit tests since it was last asked.
    work: Cell<u64>,
}

impl Levels {
    fn new(rules: &Rules) -> Self {
        let most = rules.most_heaps();
        Levels { most, ban: rules.ban(), kept: vec![Vec::new(); most.saturating_sub(2) as usize], work: Cell::new(0) }
    }

    fn count(&self, operations: usize) {
        self.work.set(self.work.get() + operations as u64);
    }

    /// Adds `V_j(n)` for every kept level; its heaps are smaller than `n`, so `g = G(0) … G(n - 1)` is enough.
    fn extend(&mut self, n: usize, g: &[u16]) {
        for level in 0..self.kept.len() {
            let mut set = Set::default();
            self.build(&mut set, level as u32 + 2, n, g);
            self.kept[level].push(set);
        }
    }

    /// Adds `V_j(m)` to `set`, from what is kept where it is.
    fn add_to(&self, set: &mut Set, j: u32, m: usize, g: &[u16]) {
        match self.kept.get((j as usize).wrapping_sub(2)) {
            Some(sets) => {
                self.count(1);
                set.unite(&sets[m]);
            }
            None => self.build(set, j, m, g),
        }
    }

    /// Adds `V_j(m)` to `set`, by its definition from the level below.
    fn build(&self, set: &mut Set, j: u32, m: usize, g: &[u16]) {
        match j {
            0 if m == 0 => set.insert(0),
            1 if m > 0 => set.insert(g[m] as usize),
            0 | 1 => {}
            2 => {
                self.count(m / 2);
                for a in (1..=m / 2).filter(|&a| self.ban.allows(a as u64, (m - a) as u64)) {
                    set.insert((g[a] ^ g[m - a]) as usize);
                }
            }
            _ => {
                let below = &self.kept[j as usize - 3];
                self.count(m / j as usize);
                for a in 1..=m / j as usize {
                    set.unite_shifted(&below[m - a], g[a] as usize);
                }
            }
        }
    }

    /// Whether `value` is in `V_most(rest)`, looking first where it was found before.
    fn reaches(&self, value: usize, rest: usize, g: &[u16], witnesses: &mut Vec<usize>) -> bool {
        let below = &self.kept[self.most as usize - 3];
        let last = rest / self.most as usize;
        let is_witness = |a: usize| {
            self.count(1);
            below[rest - a].contains(value ^ g[a] as usize)
        };
        if value >= witnesses.len() {
            witnesses.resize(value + 1, 1);
        }
        // Outward from the last witness, which is nearly always close by.
        let before = witnesses[value].clamp(1, last.max(1));
        let reach = last.saturating_sub(before).max(before - 1);
        let outward = (0..=reach).flat_map(|d| [before + d, before.wrapping_sub(d)]);
        let found = outward.filter(|a| (1..=last).contains(a)).find(|&a| is_witness(a));
        if let Some(a) = found {
            witnesses[value] = a;
        }
        found.is_some()
    }
}

/// The union of all sets that a repeating block of digits gives, for each residue of `n`.
struct TailUnions<'a> {
    tail: &'a Tail,
    unions: Vec<Set>,
}

impl<'a> TailUnions<'a> {
    fn new(tail: &'a Tail) -> Self {
        TailUnions { tail, unions: vec![Set::default(); tail.block.len()] }
    }

    /// The values of all options of `n` that the block gives.
    fn union(&mut self, n: usize, levels: &Levels, g: &[u16]) -> &Set {
        let residue = n % self.tail.block.len();
        let union = &mut self.unions[residue];
        for (place, &digit) in self.tail.block.iter().enumerate() {
            if let Some(rest) = n.checked_sub(self.tail.start as usize + place) {
                for j in heap_counts(digit) {
                    levels.add_to(union, j, rest, g);
                }
            }
        }
        union
    }
}

/// A set of values as a bit string.
#[derive(Clone, Default)]
struct Set {
    words: Vec<u64>,
}

impl Set {
    fn clear(&mut self) {
        self.words.fill(0);
    }

    fn insert(&mut self, value: usize) {
        self.widen(value / 64 + 1);
        self.words[value / 64] |= 1 << (value % 64);
    }

    fn contains(&self, value: usize) -> bool {
        self.words.get(value / 64).is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    fn mex(&self) -> usize {
        let full = self.words.iter().take_while(|&&word| word == u64::MAX).count();
        full * 64 + self.words.get(full).map_or(0, |word| word.trailing_ones() as usize)
    }

    fn widen(&mut self, words: usize) {
        if self.words.len() < words {
            self.words.resize(words, 0);
        }
    }

    /// `self |= other`.
    fn unite(&mut self, other: &Set) {
        self.widen(other.words.len());
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            *mine |= theirs;
        }
    }

    /// `self |= { v xor shift : v in other }`: the high bits of `shift` permute the words, the low six the bits of a
    /// word.
    fn unite_shifted(&mut self, other: &Set, shift: usize) {
        const ODD: [u64; 6] = [
            0x5555_5555_5555_5555,
            0x3333_3333_3333_3333,
            0x0F0F_0F0F_0F0F_0F0F,
            0x00FF_00FF_00FF_00FF,
            0x0000_FFFF_0000_FFFF,
            0x0000_0000_FFFF_FFFF,
        ];
        let high = shift / 64;
        for (w, &word) in other.words.iter().enumerate().filter(|&(_, &word)| word != 0) {
            let mut word = word;
            for (k, odd) in ODD.iter().enumerate().filter(|&(k, _)| shift >> k & 1 == 1) {
                word = (word & odd) << (1 << k) | (word >> (1 << k)) & odd;
            }
            self.widen((w ^ high) + 1);
            self.words[w ^ high] |= word;
        }
    }
}
