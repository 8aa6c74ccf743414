//! How to go on in blocks from a given tape: which terms, in which order, with sets of which size.

use super::order::{self, Aim, Order, Sample, Term};
use super::small::Small;
use super::speculate::Speculation;
use super::tape::Tape;
use super::verify::{self, Verification};
use crate::engine::Options;
use crate::engine::ranking::Ranking;
use crate::kernel::groups::{BLOCKS, GROUP};
use crate::kernel::{Kernel, LANES, Rank, nibbles, words};
use crate::rules::{Ban, Rules};
use crate::sparse::{self, Space};
use std::collections::HashSet;

/// The most sampled heaps for learning an order, and the fewest.
const SAMPLE: [usize; 2] = [1 << 10, 1 << 7];
/// The most terms of splits to choose from; further ones strike in their natural order.
const CHOICE: usize = 1 << 12;
/// More effort than this does not pay.
pub(super) const MOST_EFFORT: u64 = (SAMPLE[0] * CHOICE) as u64;
/// Candidates kept for each lane in speculation, stage by stage.
const STAGES: [usize; 7] = [16, 12, 8, 6, 4, 3, 2];
/// One lane in so many may run out of candidates at each stage.
const RARELY: usize = 200;
/// With ranks below 64, so many marks of a group are cheap enough to be made for every block.
const FEW: usize = 1 << 9;
/// Ranks of two bytes are below this: so many groups have a number.
const WIDEST: u16 = 256 * GROUP as u16;
/// Splits that verification uses for whole blocks, those with the smallest parts: so many, with ranks in bytes and in nibbles.
const PARTS: [usize; 2] = [1 << 13, 1 << 10];

/// Everything that blocks need.
pub(super) struct Plan<R> {
    pub(super) ranking: Ranking,
    pub(super) speculation: Speculation<R>,
    pub(super) verification: Verification<R>,
    /// The effort of learning it,
    pub(super) effort: u64,
    /// and the heap where that was.
    pub(super) learned_at: usize,
}

/// What a kind of rank is good for.
pub(super) trait Fit: Rank {
    /// The limit that ranks of a plan stay below, when `largest` is one of them; none when it does not fit. Until twice the last rare a
    /// term may meet a rare heap.
    fn limit(largest: u16, after_rares: bool) -> Option<u16>;

    /// Speculation with small ranks, in so many groups or below 16, if this kind of rank is made for it.
    fn small(kernel: Kernel, near: &[Term], far: &[Term], groups: usize) -> Option<Speculation<Self>>;
}

impl Fit for u8 {
    fn limit(largest: u16, after_rares: bool) -> Option<u16> {
        match largest {
            0..128 => Some(u8::NONE.into()),
            128..256 if after_rares => Some(256),
            _ => None,
        }
    }

    fn small(kernel: Kernel, near: &[Term], far: &[Term], groups: usize) -> Option<Speculation<u8>> {
        Some(Speculation::small(kernel, near, far, Small::new(kernel, near, far, groups)))
    }
}

impl Fit for u16 {
    fn limit(largest: u16, _: bool) -> Option<u16> {
        (largest < WIDEST).then(|| (2 * (largest + 1).next_power_of_two()).min(WIDEST))
    }

    fn small(_: Kernel, _: &[Term], _: &[Term], _: usize) -> Option<Speculation<u16>> {
        None
    }
}

impl<R: Fit> Plan<R> {
    /// The same for some more rares, if the space is still the same and ranks fit. What was learned is kept: the terms of new rares
    /// come last.
    pub(super) fn renewed(mut self, rules: &Rules, space: Space, rares: &[(u64, u16)], tape: &Tape<R>) -> Option<Self> {
        let new = rares.strip_prefix(&self.verification.rares[..]).filter(|_| self.ranking.space() == space)?;
        let last_rare = rares.last().map_or(0, |&(heap, _)| heap as usize);
        // Commons among the new rares, settled exactly, may be too large as well: terms beyond the limit were left out.
        let checked = self.verification.rares.last().map_or(0, |&(heap, _)| heap as usize + 1).max(tape.base());
        let is_new = |heap: usize| new.binary_search_by_key(&(heap as u64), |rare| rare.0).is_ok();
        let late = (checked..).zip(&tape.ranks()[checked - tape.base()..]);
        let limit = self.speculation.limit();
        let longest = rules.last_removal()? as usize;
        let meets_rares = limit <= R::NONE.into() && limit != u16::from(nibbles::LIMIT);
        let near = if meets_rares { last_rare } else { 2 * last_rare };
        if tape.end() < near + longest + 2 * LANES
            || late.into_iter().any(|(heap, &rank)| rank.into() >= limit && !is_new(heap))
        {
            return None;
        }
        if !new.is_empty() {
            let terms: Vec<Term> = terms_of(new, &sparse::breaks(rules), self.ranking, limit).collect();
            self.speculation.add(&terms);
            self.verification.add(new);
        }
        Some(self)
    }

    /// For a run that looks at the last `recent` heaps of the tape and at its head. Ranks up to `expected` shall fit. None when ranks
    /// do not, or the last rare is too near. The effort of learning is a number of cells, heaps times terms.
    #[expect(clippy::too_many_arguments, reason = "all of it is fixed for a run")]
    pub(super) fn new(
        rules: &Rules,
        options: &Options,
        verifies: bool,
        space: Space,
        rares: &[(u64, u16)],
        tape: &Tape<R>,
        recent: usize,
        expected: u16,
        effort: u64,
    ) -> Option<Self> {
        let n = tape.end();
        let last_rare = rares.last().map_or(0, |&(heap, _)| heap as usize);
        let longest = rules.last_removal()? as usize;
        if n < last_rare + longest + 2 * LANES {
            return None;
        }
        let ranking = Ranking::new(space);
        let breaks = sparse::breaks(rules);
        let is_rare = |heap: usize| heap <= last_rare && rares.binary_search_by_key(&(heap as u64), |r| r.0).is_ok();
        let largest = largest_common(tape, recent, last_rare, is_rare).max(expected);
        let after_rares = n > 2 * last_rare + longest + LANES;
        let groups = usize::from(largest + 1).div_ceil(GROUP);
        let limit = match largest {
            0..16 if after_rares && rules.ban() == Ban::Nothing => u16::from(nibbles::LIMIT),
            0..64 if rares.len() * breaks.len() * groups <= FEW => words::LIMIT,
            _ => R::limit(largest, after_rares)?,
        };
        let is_small = limit == u16::from(nibbles::LIMIT);
        let lanes = if is_small { nibbles::LANES } else { LANES };

        // The terms of a common value: splits with a rare part, and single heaps whose value is common.
        let odd_single = |i: u64| space.parity == 1 && i % 2 == 1;
        let singles = || rules.moves().iter().filter(|(_, d)| d & 2 != 0).map(|&(i, _)| i);
        let from_rares = terms_of(rares, &breaks, ranking, limit);
        let mut terms: Vec<Term> =
            singles().filter(|&i| !odd_single(i)).map(|i| (i as u32, 0)).chain(from_rares).collect();
        terms.sort_unstable();
        terms.dedup();
        let (near, far): (Vec<Term>, Vec<Term>) = terms.iter().partition(|&&(offset, _)| (offset as usize) < lanes);

        // Two commons: the terms of the leftovers.
        let part = |a: u64| breaks.iter().map(move |i| (i + a, a));
        let parts =
            (PARTS[usize::from(is_small)] / breaks.len().max(1)).clamp(64, (n / 8).min(n - last_rare - longest));
        let mut known = HashSet::new();
        let pairs: Vec<Term> = (1..parts as u64)
            .filter(|&a| !is_rare(a as usize))
            .flat_map(part)
            .map(|(offset, a)| (offset as u32, tape.head()[a as usize].into()))
            .filter(|&pair| known.insert(pair))
            .collect();

        // Games with small ranks are so fast that a good order of their few splits pays at once.
        let cells = if is_small { MOST_EFFORT / 8 } else { effort.min(MOST_EFFORT) } as usize;
        let most_terms = far.len().max(if verifies { CHOICE } else { 1 });
        let heaps = (cells / most_terms).clamp(SAMPLE[1], SAMPLE[0]);
        let choice = if verifies { (cells / heaps).min(pairs.len()) } else { 0 };
        // Two of three heaps of a late stretch, of both parities, teach; the others examine.
        let at = |heap: usize| tape.ranks()[heap - tape.base()];
        let sample = |reach: usize, need: &dyn Fn(usize) -> u16| -> [Sample; 2] {
            let from = (tape.base() + reach).max(n / 2).max(n.saturating_sub(1 << 18));
            let step = ((n - from) / (heaps * 3 / 2)).max(1) | 1;
            let sampled =
                (from..n).step_by(step).filter(|&heap| !is_rare(heap)).map(|heap| (heap - tape.base(), need(heap)));
            let (teach, examine): (Vec<_>, Vec<_>) = sampled.enumerate().partition(|(k, _)| k % 3 < 2);
            [teach, examine].map(|half| half.into_iter().map(|(_, heap)| heap).collect())
        };
        let below = |heap: usize| at(heap).into();
        let leftovers = |heap: usize| ranking.leftovers(heap as u64, below(heap));
        let leftovers = if verifies { sample(parts + longest, &leftovers) } else { Default::default() };
        let learn = |[teach, examine]: [Sample; 2], terms: &[Term], choice, nearest_mark, stages, rarely| {
            let most = teach.iter().chain(&examine).map(|&(_, need)| usize::from(need)).max().unwrap_or(0);
            let groups = groups.max(most.div_ceil(GROUP));
            let aim = Aim { groups, choice, nearest_mark, stages, rarely };
            Order::learn(tape.ranks(), [&teach, &examine], terms, &aim)
        };
        let (speculation, order) = if is_small {
            let [teach, _] = leftovers;
            let terms = order::sort(tape.ranks(), &teach, &pairs, choice);
            let order = Order { marks: Vec::new(), terms, first: 0, stages: Vec::new() };
            (R::small(options.kernel, &near, &far, 0)?, order)
        } else {
            let speculate = || {
                if limit == words::LIMIT {
                    return R::small(options.kernel, &near, &far, groups);
                }
                let nearest_mark = (BLOCKS * LANES) as u32;
                let order = learn(sample(LANES, &below), &far, far.len(), nearest_mark, &STAGES, RARELY);
                Some(Speculation::new(options.kernel, &near, &far, &order, limit, groups))
            };
            let verify = || learn(leftovers, &pairs, choice, 0, &verify::STAGES, verify::RARELY);
            let (speculation, order) = if options.threads > 1 {
                std::thread::scope(|scope| {
                    let speculation = scope.spawn(speculate);
                    let order = verify();
                    (speculation.join().expect("learning does not panic"), order)
                })
            } else {
                (speculate(), verify())
            };
            (speculation?, order)
        };
        let verification = Verification::new(
            options.kernel,
            ranking,
            rules.ban(),
            breaks,
            singles().filter(|&i| odd_single(i)).map(|i| i as usize).collect(),
            rares,
            limit,
            parts,
            &order,
        );
        Some(Plan { ranking, speculation, verification, effort, learned_at: n })
    }
}

/// A term for each break and each of these rares. A rank from the limit on, a power of two, marks no smaller one.
fn terms_of(rares: &[(u64, u16)], breaks: &[u64], ranking: Ranking, limit: u16) -> impl Iterator<Item = Term> {
    let marking = rares.iter().filter(move |&&(heap, value)| heap > 0 && ranking.rank(value) < limit);
    marking.flat_map(move |&(heap, value)| breaks.iter().map(move |i| ((i + heap) as u32, ranking.rank(value))))
}

/// The largest rank of a common heap, among the last `recent` heaps of the tape and at its head.
fn largest_common<R: Rank>(tape: &Tape<R>, recent: usize, last_rare: usize, is_rare: impl Fn(usize) -> bool) -> u16 {
    // Rares are at the beginning: the long rest is a plain maximum.
    let largest_in = |from: usize, ranks: &[R]| {
        let (early, late) = ranks.split_at((last_rare + 1).saturating_sub(from).min(ranks.len()));
        let early = (from..).zip(early).filter(|&(heap, _)| !is_rare(heap)).map(|(_, &rank)| rank).max();
        early.max(late.iter().copied().max()).unwrap_or_default().into()
    };
    let old = tape.ranks().len().saturating_sub(recent);
    let largest = largest_in(tape.base() + old, &tape.ranks()[old..]);
    if old + tape.base() == 0 {
        return largest;
    }
    largest.max(largest_in(0, &tape.head()[..recent.min(tape.head().len())]))
}
