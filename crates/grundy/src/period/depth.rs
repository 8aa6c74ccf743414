//! The depth of heaps: how large the smaller part of an option must be so that all leftovers are excluded.
//!
//! For a heap `n` that is common, the leftovers are the rare values below `G(n)` that no one-heap option has. They are
//! looked for among the splits `(a, b)` in order of `a`. Sets of small values are machine words: a value is kept as the
//! word with one bit, and the set of all `v xor x` comes from the set of all `v` by exchanging bits. So the splits with
//! the same `G(a)` are united for 16 heaps at once, and exchanged once; that is done for parts up to the depth known so
//! far, and the few heaps that remain are looked at alone: split by split at first, and then with vectors for each
//! value that is left.

use crate::kernel::Kernel;
use crate::rules::{Ban, Rules};
use crate::sparse::{Space, breaks};
use crate::watch::{Progress, Stopped, Watch};
use std::ops::{BitAnd, BitOr, Not, Range};

const BLOCK: usize = 16;
/// Parts below these are looked at for a whole block.
const STAGES: [u64; 5] = [16, 48, 128, 384, 1024];
/// The number of open heaps of a block with which each goes on alone.
const FEW: usize = 2;
/// The splits of a heap that are looked at one by one, before each value that is left is looked for by itself.
const ONE_BY_ONE: u64 = 32;
/// Heaps that are unpacked at once.
const CHUNK: usize = 1 << 14;

/// The largest depth of `heaps`, all of them common and larger than the largest removal, if it is more than `known`;
/// else `known`. None if a leftover is excluded by no option (then some value is wrong).
pub(crate) fn measure(
    rules: &Rules,
    space: Space,
    values: &[u16],
    heaps: Range<u64>,
    known: u64,
    watch: &mut dyn Watch,
) -> Result<Option<u64>, Stopped> {
    let mut leftovers = Leftovers {
        space,
        values,
        breaks: breaks(rules),
        singles: rules.moves().iter().filter(|(_, d)| d & 2 != 0).map(|&(i, _)| i).collect(),
        ban: rules.ban(),
        kernel: Kernel::detect(),
        depth: known,
    };
    let last_removal = rules.moves().last().map_or(0, |&(removed, _)| removed);
    let mut from = heaps.start;
    while from < heaps.end {
        let chunk = from..(from + CHUNK as u64).min(heaps.end);
        from = chunk.end;
        watch.at(Progress::new("leftovers", from - heaps.start, heaps.end - heaps.start))?;
        let first = chunk.start.saturating_sub(STAGES[4] + last_removal);
        let excluded = match values[first as usize..chunk.end as usize].iter().chain(values.iter().take(1024)).max() {
            // Two parts below the last stage may be equal, and forbidden.
            _ if leftovers.ban != Ban::Nothing && chunk.start <= 2 * STAGES[4] + last_removal => {
                chunk.into_iter().try_for_each(|n| leftovers.alone(n))
            }
            Some(0..32) => leftovers.in_words::<u32>(first, chunk),
            Some(32..64) => leftovers.in_words::<u64>(first, chunk),
            Some(64..128) => leftovers.in_words::<u128>(first, chunk),
            _ => chunk.into_iter().try_for_each(|n| leftovers.alone(n)),
        };
        if excluded.is_none() {
            return Ok(None);
        }
    }
    Ok(Some(leftovers.depth))
}

struct Leftovers<'a> {
    space: Space,
    values: &'a [u16],
    breaks: Vec<u64>,
    /// Removals that leave one heap.
    singles: Vec<u64>,
    ban: Ban,
    kernel: Kernel,
    depth: u64,
}

impl Leftovers<'_> {
    /// Looks at the heaps of a chunk; values from `first` on, and the first 1024, fit into the word.
    fn in_words<W: Word>(&mut self, first: u64, chunk: Range<u64>) -> Option<()> {
        let words: Vec<W> = self.values[first as usize..chunk.end as usize].iter().map(|&v| W::only(v)).collect();
        let rare = [0, 1].map(|n| W::of(|v| !self.space.is_common(n, v)));
        let stages = self.stages(chunk.start - first);
        for start in chunk.clone().step_by(BLOCK) {
            let at = (start - first) as usize;
            let lanes = BLOCK.min((chunk.end - start) as usize);
            let mut open = [W::NONE; BLOCK];
            for (lane, open) in open.iter_mut().enumerate().take(lanes) {
                *open = words[at + lane].below() & rare[(start as usize + lane) % 2];
                for &i in &self.singles {
                    *open = *open & !words[at + lane - i as usize];
                }
            }
            let mut reached = 1;
            for (to, groups) in &stages {
                let left = open.iter().filter(|&&open| open != W::NONE).count();
                if left <= FEW || *to > self.depth + 1 || lanes < BLOCK {
                    break;
                }
                let marks = unite(&words, at, groups);
                for (open, marks) in open.iter_mut().zip(marks) {
                    *open = *open & !marks;
                }
                reached = *to;
            }
            for lane in (0..lanes).filter(|&lane| open[lane] != W::NONE) {
                let n = start + lane as u64;
                let mut left = open[lane];
                let mut a = reached;
                while left != W::NONE && (a < reached + ONE_BY_ONE || self.ban != Ban::Nothing) {
                    for b in self.others(n, a) {
                        let value = self.values[a as usize] ^ self.values[b as usize];
                        if u32::from(value) < W::BITS {
                            left = left & !W::only(value);
                        }
                    }
                    self.depth = self.depth.max(a);
                    a += 1;
                    if a > n && left != W::NONE {
                        return None;
                    }
                }
                while left != W::NONE {
                    let value = left.least();
                    self.depth = self.depth.max(self.first_split(n, a, value)?);
                    left = left & !W::only(value);
                }
            }
        }
        Some(())
    }

    /// The splits with a common part below each of [`STAGES`], by the value of that part; as long as the other part is
    /// at hand.
    fn stages(&self, room: u64) -> Vec<(u64, Groups)> {
        let largest = self.breaks.last().copied().unwrap_or(0);
        let mut from = 1;
        let mut stages = Vec::new();
        for to in STAGES.into_iter().take_while(|to| to + largest <= room) {
            let mut groups: Groups = Vec::new();
            for a in (from..to).filter(|&a| self.space.is_common(a, self.values[a as usize])) {
                let x = self.values[a as usize];
                let offsets = self.breaks.iter().map(|i| (i + a) as usize);
                match groups.iter_mut().find(|(same, _)| *same == x) {
                    Some((_, all)) => all.extend(offsets),
                    None => groups.push((x, offsets.collect())),
                }
            }
            stages.push((to, groups));
            from = to;
        }
        stages
    }

    /// The other parts of the allowed splits of `n` with a part `a`.
    fn others(&self, n: u64, a: u64) -> impl Iterator<Item = u64> {
        self.breaks.iter().filter_map(move |i| n.checked_sub(i + a)).filter(move |&b| b > 0 && self.ban.allows(a, b))
    }

    /// The least part, not below `from`, of a split of `n` that has this value. No split is banned.
    fn first_split(&self, n: u64, from: u64, value: u16) -> Option<u64> {
        let mut first: Option<u64> = None;
        for rest in self.breaks.iter().filter_map(|i| n.checked_sub(*i)) {
            // The parts before one that is known already; the smaller part is at most the half.
            let end = first.unwrap_or(u64::MAX).min(rest / 2 + 1);
            if from < end {
                let up = &self.values[from as usize..end as usize];
                let down = &self.values[(rest + 1 - end) as usize..=(rest - from) as usize];
                first = self.kernel.find_split(up, down, value).map(|t| from + t as u64).or(first);
            }
        }
        first
    }

    /// One heap, whatever its values.
    fn alone(&mut self, n: u64) -> Option<()> {
        let value = self.values[n as usize];
        let mut left = vec![false; value as usize];
        for (v, left) in (0..value).zip(&mut left) {
            *left = !self.space.is_common(n, v);
        }
        let mut count = left.iter().filter(|&&left| left).count();
        let mut strike = |v: u16| {
            if let Some(left) = left.get_mut(v as usize) {
                count -= usize::from(std::mem::take(left));
            }
            count
        };
        let mut open = strike(value);
        for &i in &self.singles {
            open = strike(self.values[(n - i) as usize]);
        }
        let mut a = 0;
        while open > 0 {
            a += 1;
            if a > n {
                return None;
            }
            for b in self.others(n, a) {
                open = strike(self.values[a as usize] ^ self.values[b as usize]);
            }
        }
        self.depth = self.depth.max(a);
        Some(())
    }
}

/// Distances with the same value to exchange by.
type Groups = Vec<(u16, Vec<usize>)>;

/// The values of these options for the block at `at`.
fn unite<W: Word>(words: &[W], at: usize, groups: &Groups) -> [W; BLOCK] {
    let mut all = [W::NONE; BLOCK];
    for (x, offsets) in groups {
        let mut set = [W::NONE; BLOCK];
        for &offset in offsets {
            for (set, &word) in set.iter_mut().zip(&words[at - offset..at - offset + BLOCK]) {
                *set = *set | word;
            }
        }
        for bit in (0..u16::BITS).filter(|bit| x >> bit & 1 == 1) {
            for set in &mut set {
                *set = set.exchanged(bit);
            }
        }
        for (all, set) in all.iter_mut().zip(set) {
            *all = *all | set;
        }
    }
    all
}

/// A set of small values.
trait Word: Copy + Eq + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    const NONE: Self;
    const BITS: u32;
    fn only(value: u16) -> Self;
    /// All values below that of a word with one bit.
    fn below(self) -> Self;
    /// The least value of a set that is not empty.
    fn least(self) -> u16;
    /// The set of all `v xor 2^bit`.
    fn exchanged(self, bit: u32) -> Self;
    fn of(is_member: impl Fn(u16) -> bool) -> Self {
        (0..Self::BITS as u16).filter(|&v| is_member(v)).fold(Self::NONE, |set, v| set | Self::only(v))
    }
}

macro_rules! words {
    ($($word:ty)*) => {$(
        impl Word for $word {
            const NONE: Self = 0;
            const BITS: u32 = <$word>::BITS;
            #[inline(always)]
            fn only(value: u16) -> Self {
                1 << value
            }
            #[inline(always)]
            fn below(self) -> Self {
                self - 1
            }
            #[inline(always)]
            fn least(self) -> u16 {
                self.trailing_zeros() as u16
            }
            #[inline(always)]
            fn exchanged(self, bit: u32) -> Self {
                let shift = 1 << bit;
                let low = <$word>::MAX / ((1 << shift) + 1);
                (self & low) << shift | self >> shift & low
            }
        }
    )*};
}

words!(u32 u64 u128);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::engine::{Kind, values_with};
    use crate::watch::Unwatched;

    /// Words, vectors and stages find what looking at every split of every heap finds; deep heaps are among them.
    #[test]
    fn the_depth_is_that_of_single_splits() {
        for (name, deep) in
            [(".16", 1024), (".354", 64), (".45", 0), (".144", 0), (".26", 0), (".356", 16), ("4.045", 0)]
        {
            let game: Game = name.parse().unwrap();
            let rules = game.rules();
            let values = values_with(Kind::Rare, rules, 30_000).unwrap();
            let space = crate::sparse::find(rules, &values).unwrap();
            let first = space.rares(&values).last().unwrap() + 10;
            for heaps in [first..first + 1, first..first + 15, first..first + 3000, 29_000..30_000] {
                let mut literal = Leftovers {
                    space,
                    values: &values,
                    breaks: breaks(rules),
                    singles: rules.moves().iter().filter(|(_, d)| d & 2 != 0).map(|&(i, _)| i).collect(),
                    ban: rules.ban(),
                    kernel: Kernel::detect(),
                    depth: 0,
                };
                heaps.clone().try_for_each(|n| literal.alone(n)).unwrap();
                for known in [0, 5, literal.depth, literal.depth + 1] {
                    let measured = measure(rules, space, &values, heaps.clone(), known, &mut Unwatched).unwrap();
                    assert_eq!(measured, Some(literal.depth.max(known)), "{name} {heaps:?} {known}");
                }
                assert!(heaps.end < 30_000 || literal.depth >= deep, "{name} {}", literal.depth);
            }
        }
    }
}
