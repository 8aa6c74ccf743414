//! One segment: speculation and the leftovers, with sets of small values in machine words.
//!
//! A value v is kept as the word with bit v alone; a set of values is the union of such words; and the set of all `v xor x` is the
//! word with its bits exchanged, once for each bit of x. So options with the same x are united first and exchanged once, for
//! [`BLOCK`] heaps side by side. Values that outgrow the word are begun anew with a wider one, at last with plain lists.

use super::Seen;
use super::classical::Marks;
use super::sparse::Proof;
use crate::reader::{Refusal, unreadable};
use std::ops::{BitAnd, BitOr, Not};

/// Heaps that are looked at together.
const BLOCK: usize = 16;
/// Parts that are looked at for all heaps of a block: up to these sizes, one after the other.
const STAGES: [u64; 3] = [64, 256, 1024];
/// With so few heaps left open the others wait no longer.
const FEW: usize = 2;
/// Heaps between two reports.
const REPORT: usize = 1 << 16;

/// A stretch from `start` on, with the values before it.
pub struct Stretch<'a> {
    pub proof: &'a Proof,
    pub start: u64,
    pub window: &'a [u16],
    pub stop: u64,
}

/// Why a stretch ended.
enum End {
    TooLarge,
    Refused(Refusal),
}

impl Stretch<'_> {
    /// Speculates and verifies; notes the values asked for below `stop`; gives the window at `stop`.
    pub fn check(&self, seen: &mut Seen, report: &dyn Fn(u64)) -> Result<Vec<u16>, Refusal> {
        let known = self.window.iter().chain(&self.proof.head);
        let largest = u32::from(known.copied().max().unwrap_or(0));
        for bits in [u32::BITS, u64::BITS, u128::BITS, 1 << 16].into_iter().filter(|&bits| largest < bits) {
            seen.clear();
            let end = match bits {
                u32::BITS => self.in_words::<u32>(seen, report),
                u64::BITS => self.in_words::<u64>(seen, report),
                u128::BITS => self.in_words::<u128>(seen, report),
                _ => self.in_lists(seen, report),
            };
            match end {
                Ok(window) => return Ok(window),
                Err(End::Refused(refusal)) => return Err(refusal),
                Err(End::TooLarge) => {}
            }
        }
        unreadable(format!("a value after heap {} passes {}", self.start, u16::MAX))
    }

    /// `(offset, x)` for each option that may exclude a common value.
    fn terms(&self) -> Vec<(usize, u16)> {
        let singles = self.proof.singles.iter().map(|&i| (i as usize, 0));
        let splits = self
            .proof
            .rares
            .iter()
            .flat_map(|&(a, value)| self.proof.breaks.iter().map(move |i| ((i + a) as usize, value)));
        singles.chain(splits).collect()
    }

    /// Where verification begins and ends.
    fn verified(&self) -> std::ops::Range<u64> {
        let more = self.proof.depth + self.proof.k;
        self.start + more..self.stop + more
    }

    fn refused(&self, n: u64) -> End {
        let depth = self.proof.depth;
        End::Refused(Refusal::Fails(format!("leftovers: heap {n} needs an option with both parts above {depth}")))
    }

    fn in_words<W: Word>(&self, seen: &mut Seen, report: &dyn Fn(u64)) -> Result<Vec<u16>, End> {
        let &Stretch { proof, start, window, stop } = self;
        let all_terms = self.terms();
        let (near, far): (Vec<_>, Vec<_>) = all_terms.into_iter().partition(|&(offset, _)| offset < BLOCK);
        let far = groups(far);
        let is_common_part = |a: &u64| proof.space.is_common(*a, proof.head[*a as usize]);
        let part = |a: u64| proof.breaks.iter().map(move |i| ((i + a) as usize, proof.head[a as usize]));
        let mut stages = Vec::new();
        let mut from = 1;
        for to in STAGES.map(|to| to.min(proof.depth + 1)) {
            stages.push((to, groups((from..to).filter(is_common_part).flat_map(part).collect())));
            from = to;
        }
        let commons = [0, 1].map(|n| W::from_values(|v| proof.space.is_common(n, v)));
        let verified = self.verified();
        let reach = BLOCK + window.len() + (proof.depth + proof.k) as usize + BLOCK;
        let mut o = vec![W::NONE; reach.max(REPORT) * 2 + BLOCK];
        let mut at = BLOCK + window.len();
        for (word, &value) in o[BLOCK..at].iter_mut().zip(window) {
            *word = W::only(value);
        }
        let mut wanted = proof.wanted[proof.wanted.partition_point(|&heap| heap < start)..].iter().peekable();
        let mut n = start;
        while n < verified.end {
            if at + BLOCK > o.len() {
                report((at - reach) as u64);
                o.copy_within(at - reach..at, 0);
                at = reach;
            }
            let mut marks = [W::NONE; BLOCK];
            unite(&o, at, &far, &mut marks);
            let mut open = [W::NONE; BLOCK];
            for lane in 0..BLOCK {
                for &(offset, x) in &near {
                    marks[lane] = marks[lane] | W::only(o[at + lane - offset].value() ^ x);
                }
                let common = commons[(n as usize + lane) % 2];
                let free = common & !marks[lane];
                if free == W::NONE {
                    return Err(End::TooLarge);
                }
                let value = free.lowest();
                o[at + lane] = value;
                if verified.contains(&(n + lane as u64)) {
                    open[lane] = value.below() & !common & !marks[lane];
                }
            }
            let mut reached = 1;
            let count = |open: &[W; BLOCK]| open.iter().filter(|&&open| open != W::NONE).count();
            for (to, groups) in &stages {
                if count(&open) <= FEW {
                    break;
                }
                let mut marks = [W::NONE; BLOCK];
                unite(&o, at, groups, &mut marks);
                for (open, marks) in open.iter_mut().zip(marks) {
                    *open = *open & !marks;
                }
                reached = *to;
            }
            for lane in (0..BLOCK).filter(|&lane| open[lane] != W::NONE) {
                let mut left = open[lane];
                for a in reached..=proof.depth {
                    let x = proof.head[a as usize];
                    for &i in &proof.breaks {
                        left = left & !W::only(o[at + lane - (a + i) as usize].value() ^ x);
                    }
                    if left == W::NONE {
                        break;
                    }
                }
                if left != W::NONE {
                    return Err(self.refused(n + lane as u64));
                }
            }
            while let Some(&heap) = wanted.next_if(|&&heap| heap < stop.min(n + BLOCK as u64)) {
                seen.push((heap, o[at + (heap - n) as usize].value()));
            }
            at += BLOCK;
            n += BLOCK as u64;
        }
        let back = (n - stop) as usize;
        Ok(o[at - back - window.len()..at - back].iter().map(|word| word.value()).collect())
    }

    /// The same for values of any size, heap by heap.
    fn in_lists(&self, seen: &mut Seen, report: &dyn Fn(u64)) -> Result<Vec<u16>, End> {
        let &Stretch { proof, start, window, stop } = self;
        let terms = self.terms();
        let verified = self.verified();
        let reach = window.len() + (proof.depth + proof.k) as usize;
        let mut g = window.to_vec();
        let mut marks = Marks::new();
        let mut wanted = proof.wanted[proof.wanted.partition_point(|&heap| heap < start)..].iter().peekable();
        for n in start..verified.end {
            if g.len() >= 2 * reach.max(REPORT) {
                report((g.len() - reach) as u64);
                g.drain(..g.len() - reach);
            }
            let at = g.len();
            marks.clear();
            for &(offset, x) in &terms {
                marks.set(g[at - offset] ^ x);
            }
            let common = (0..=u16::MAX).find(|&v| proof.space.is_common(n, v) && !marks.has(v)).ok_or(End::TooLarge)?;
            g.push(common);
            if verified.contains(&n) {
                let mut left = (0..common).filter(|&v| !marks.has(v)).count();
                for a in 1..=proof.depth {
                    if left == 0 {
                        break;
                    }
                    for &i in &proof.breaks {
                        let value = g[at - (a + i) as usize] ^ proof.head[a as usize];
                        if value < common && !marks.has(value) {
                            marks.set(value);
                            left -= 1;
                        }
                    }
                }
                if left > 0 {
                    return Err(self.refused(n));
                }
            }
            if wanted.next_if(|&&heap| heap == n && n < stop).is_some() {
                seen.push((n, common));
            }
        }
        let end = g.len() - (verified.end - stop) as usize;
        Ok(g[end - window.len()..end].to_vec())
    }
}

/// Offsets with the same x.
type Groups = Vec<(u16, Vec<usize>)>;

fn groups(mut terms: Vec<(usize, u16)>) -> Groups {
    terms.sort_unstable_by_key(|&(offset, x)| (x, offset));
    terms.dedup();
    let mut groups: Groups = Vec::new();
    for (offset, x) in terms {
        match groups.last_mut() {
            Some((same, offsets)) if *same == x => offsets.push(offset),
            _ => groups.push((x, vec![offset])),
        }
    }
    groups
}

/// Adds to `marks` the values of these options for the block at `at`.
fn unite<W: Word>(o: &[W], at: usize, groups: &Groups, marks: &mut [W; BLOCK]) {
    for (x, offsets) in groups {
        let mut set = [W::NONE; BLOCK];
        for &offset in offsets {
            for (set, &word) in set.iter_mut().zip(&o[at - offset..at - offset + BLOCK]) {
                *set = *set | word;
            }
        }
        for bit in (0..W::LOG).filter(|bit| x >> bit & 1 == 1) {
            for set in &mut set {
                *set = set.exchanged(bit);
            }
        }
        for (marks, set) in marks.iter_mut().zip(set) {
            *marks = *marks | set;
        }
    }
}

/// A machine word as a set of values.
trait Word: Copy + Eq + BitOr<Output = Self> + BitAnd<Output = Self> + Not<Output = Self> {
    const NONE: Self;
    /// Values have so many bits.
    const LOG: u32;
    fn only(value: u16) -> Self;
    /// Its least member, of a word that is not empty.
    fn value(self) -> u16;
    /// The set of its least member.
    fn lowest(self) -> Self;
    /// All smaller values, of a word with one member.
    fn below(self) -> Self;
    /// The set of all `v xor 2^bit`.
    fn exchanged(self, bit: u32) -> Self;
    fn from_values(is_member: impl Fn(u16) -> bool) -> Self {
        (0..1 << Self::LOG).filter(|&v| is_member(v)).fold(Self::NONE, |set, v| set | Self::only(v))
    }
}

macro_rules! words {
    ($($word:ty)*) => {$(
        impl Word for $word {
            const NONE: Self = 0;
            const LOG: u32 = <$word>::BITS.ilog2();
            #[inline(always)]
            fn only(value: u16) -> Self {
                1 << (value as u32 % <$word>::BITS)
            }
            #[inline(always)]
            fn value(self) -> u16 {
                self.trailing_zeros() as u16
            }
            #[inline(always)]
            fn lowest(self) -> Self {
                self & self.wrapping_neg()
            }
            #[inline(always)]
            fn below(self) -> Self {
                self.wrapping_sub(1)
            }
            #[inline(always)]
            fn exchanged(self, bit: u32) -> Self {
                let shift = 1 << bit;
                let even = <$word>::MAX / ((1 << shift) + 1);
                (self & even) << shift | self >> shift & even
            }
        }
    )*};
}

words!(u32 u64 u128);
