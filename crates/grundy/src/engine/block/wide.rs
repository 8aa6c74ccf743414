//! Ranks of 256 and more: two bytes a heap, heap by heap.
//!
//! Speculation marks the terms of one heap in a table of stamps, one byte for each rank, and takes the first rank without the stamp.
//!
//! Verification works on values. A split of any kind may exclude a leftover, so nothing needs to be asked about its parts. The
//! first splits are marked one by one, as long as they hit often; for the few leftovers that remain, 16 splits are compared at once. All
//! heaps of a chunk are verified at the same time, by as many threads as there are.

use super::ranking::Ranking;
use crate::engine::Options;
use crate::engine::mex::Marks;
use crate::kernel::Kernel;
use crate::rules::{Ban, Rules};
use crate::sparse::{self, Space};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Heaps speculated before they are verified.
const CHUNK: usize = 1 << 12;
/// Heaps that a thread verifies before it asks for more.
const BATCH: usize = 1 << 5;
/// Splits that are marked one by one.
const MARKED: usize = 1 << 8;
/// Splits compared for one break before the next break has its turn.
const STRETCH: usize = 1 << 10;
/// The rank of a rare heap, which marks no rank that a heap could have.
const NO_RANK: u16 = 1 << 15;

/// What is needed to go on from all values.
pub(super) struct Wide<'a> {
    rules: &'a Rules,
    kernel: Kernel,
    threads: usize,
    ranking: Ranking,
    breaks: Vec<usize>,
    terms: Vec<(usize, u16)>,
    ranks: Vec<u16>,
    stamps: Box<[u8; 1 << 16]>,
    now: u8,
    /// Options looked at.
    pub(super) work: u64,
}

impl<'a> Wide<'a> {
    /// None when the last rare is too near.
    pub(super) fn new(
        rules: &'a Rules,
        options: &Options,
        space: Space,
        rares: &[(u64, u16)],
        g: &[u16],
    ) -> Option<Self> {
        let last_rare = rares.last().map_or(0, |&(heap, _)| heap);
        let longest = rules.last_removal()?;
        if (g.len() as u64) <= last_rare + longest {
            return None;
        }
        let ranking = Ranking::new(space);
        let breaks = sparse::breaks(rules);
        // Options with a common value: single heaps, and splits with a rare part.
        let is_common = |i: u64| space.parity == 0 || i.is_multiple_of(2);
        let singles = rules.moves().iter().filter(|&&(i, d)| d & 2 != 0 && is_common(i)).map(|&(i, _)| (i as usize, 0));
        let splits = rares
            .iter()
            .filter(|&&(heap, _)| heap > 0)
            .flat_map(|&(heap, value)| breaks.iter().map(move |i| ((i + heap) as usize, ranking.rank(value))));
        let mut terms: Vec<(usize, u16)> = singles.chain(splits).collect();
        terms.sort_unstable();
        terms.dedup();
        let rank = |(n, &value)| if space.is_common(n, value) { ranking.rank(value) } else { NO_RANK };
        Some(Wide {
            rules,
            kernel: options.kernel,
            threads: options.threads.max(1),
            ranking,
            terms,
            breaks: breaks.into_iter().map(|i| i as usize).collect(),
            ranks: (0..).zip(g).map(rank).collect(),
            stamps: vec![0; 1 << 16].try_into().expect("the length is right"),
            now: 0,
            work: 0,
        })
    }

    /// Appends values to `g`, a chunk of them but none from `until` on. True when the next heap is rare.
    pub(super) fn extend(&mut self, g: &mut Vec<u16>, until: usize) -> bool {
        let from = g.len();
        while g.len() < until.min(from + CHUNK) {
            let n = g.len();
            let Some(rank) = self.speculate(n) else { return true };
            self.ranks.push(rank);
            g.push(self.ranking.common(n as u64, rank));
        }
        let shared = Shared {
            wide: self,
            g,
            next: AtomicUsize::new(from),
            rare: AtomicUsize::new(usize::MAX),
            work: AtomicU64::new(0),
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(|| shared.verify());
            }
            shared.verify();
        });
        let (rare, work) = (shared.rare.into_inner(), shared.work.into_inner());
        self.work += work + (self.terms.len() * (g.len() - from)) as u64;
        g.truncate(rare);
        self.ranks.truncate(rare);
        rare < usize::MAX
    }

    /// The rank of heap `n`, if it is common; none when it does not fit.
    fn speculate(&mut self, n: usize) -> Option<u16> {
        self.now = self.now.wrapping_add(1);
        if self.now == 0 {
            self.stamps.fill(0);
            self.now = 1;
        }
        for &(offset, x) in &self.terms {
            self.stamps[usize::from(self.ranks[n - offset] ^ x)] = self.now;
        }
        let full = [self.now; 32];
        let chunk = self.stamps.chunks_exact(32).position(|chunk| chunk != full)?;
        let rank = 32 * chunk + self.stamps[32 * chunk..].iter().take_while(|&&stamp| stamp == self.now).count();
        u16::try_from(rank).ok().filter(|&rank| rank < NO_RANK)
    }

    /// Whether every leftover of heap `n` is excluded, and how many splits were looked at.
    fn verify(&self, g: &[u16], n: usize, marks: &mut Marks) -> (bool, u64) {
        marks.clear();
        for &(i, digit) in self.rules.moves() {
            if digit & 2 != 0 {
                marks.set(g[n - i as usize]);
            }
        }
        let bans = self.rules.ban() != Ban::Nothing;
        let last = (n - self.breaks[0]) / 2;
        let first = last.min(MARKED);
        for &i in &self.breaks {
            let total = n - i;
            let parts = 1..=first.min(total / 2);
            for (a, b) in parts.map(|a| (a, total - a)) {
                if !bans || self.rules.ban().allows(a as u64, b as u64) {
                    marks.set(g[a] ^ g[b]);
                }
            }
        }
        let mut work = (first * self.breaks.len()) as u64;
        let leftovers = self.ranking.leftovers(n as u64, self.ranks[n]);
        let open = (0..leftovers).map(|rank| self.ranking.rare(n as u64, rank)).filter(|&v| !marks.has(v));
        for wanted in open {
            let found = (first + 1..=last).step_by(STRETCH).any(|from| {
                self.breaks.iter().any(|&i| {
                    let total = n - i;
                    let mut from = from;
                    let end = (from + STRETCH).min(total / 2 + 1);
                    while from < end {
                        work += (end - from) as u64;
                        let (up, down) = (&g[from..end], &g[total + 1 - end..total + 1 - from]);
                        match self.kernel.find_wide_split(up, down, wanted) {
                            None => return false,
                            Some(t) if self.rules.ban().allows((from + t) as u64, (total - from - t) as u64) => {
                                return true;
                            }
                            Some(t) => from += t + 1,
                        }
                    }
                    false
                })
            });
            if !found {
                return (false, work);
            }
        }
        (true, work)
    }
}

/// A chunk that several threads verify.
struct Shared<'a> {
    wide: &'a Wide<'a>,
    g: &'a [u16],
    next: AtomicUsize,
    rare: AtomicUsize,
    work: AtomicU64,
}

impl Shared<'_> {
    fn verify(&self) {
        let mut marks = Marks::new();
        let mut work = 0;
        'batches: loop {
            let from = self.next.fetch_add(BATCH, Ordering::Relaxed);
            if from >= self.g.len().min(self.rare.load(Ordering::Relaxed)) {
                break;
            }
            for n in from..self.g.len().min(from + BATCH) {
                let (common, looked_at) = self.wide.verify(self.g, n, &mut marks);
                work += looked_at;
                if !common {
                    self.rare.fetch_min(n, Ordering::Relaxed);
                    continue 'batches;
                }
            }
        }
        self.work.fetch_add(work, Ordering::Relaxed);
    }
}
