//! How to go on in blocks from a given tape: which terms, in which order, for which strategy.

use super::hints::Hints;
use super::long::HEAD;
use super::nibbles::{Covering, Nibbles};
use super::order::{self, Aim, Marking, Order, Sample, Term};
use super::pipeline::Report;
use super::sieve::Sieve;
use super::speculate::{Speculate, terms};
use super::strategy::{self, Facts, Shape, Strategy};
use super::tape::Tape;
use super::verify::{Alone, Sifting, Verify};
use super::words::Words;
use crate::engine::Options;
use crate::engine::ranking::Ranking;
use crate::kernel::groups::{BLOCKS, GROUP};
use crate::kernel::windows::{WINDOW, Window};
use crate::kernel::{LANES, Rank};
use crate::rules::{Ban, Rules};
use crate::sparse::{self, Space};
use std::collections::HashSet;

/// The most sampled heaps for learning an order, and the fewest.
const SAMPLE: [usize; 2] = [1 << 10, 1 << 7];
/// The most terms of splits to choose from; further ones strike in their natural order.
const CHOICE: usize = 1 << 12;
/// The effort of a large sample for a choice of the usual size.
const LARGE: u64 = (SAMPLE[0] * CHOICE) as u64;
/// Candidates kept for each lane in speculation, stage by stage.
const STAGES: [usize; 7] = [16, 12, 8, 6, 4, 3, 2];
/// One lane in 200 may run out of candidates at each stage.
const RARELY: usize = 200;

/// Everything that blocks need.
pub(super) struct Plan<R> {
    pub(super) ranking: Ranking,
    pub(super) shape: Shape,
    pub(super) speculation: Box<dyn Speculate<R>>,
    pub(super) verification: Box<dyn Verify<R>>,
    /// Where it was learned, and with which effort.
    pub(super) learned: (usize, u64),
    /// What was learned.
    pub(super) hints: Hints,
}

/// Where a run stands that is to go on in blocks.
pub(super) struct Site<'a, R> {
    pub(super) rules: &'a Rules,
    pub(super) options: &'a Options,
    /// Whether blocks will be verified.
    pub(super) verifies: bool,
    pub(super) space: Space,
    /// All rare heaps with their values, ascending.
    pub(super) rares: &'a [(u64, u16)],
    pub(super) tape: &'a Tape<R>,
    /// Plans look at this many of the last heaps of the tape, and at as many of the first as any long run has.
    pub(super) recent: usize,
    /// Ranks up to this one shall fit.
    pub(super) expected: u16,
    /// What learning may cost, in cells (heaps times terms).
    pub(super) effort: u64,
    /// What was learned before.
    pub(super) hints: &'a Hints,
}

/// More effort than this does not pay. Where ranks have two bytes, there are often many more terms.
pub(super) fn most_effort<R: Rank>() -> u64 {
    if R::RAW { LARGE } else { 4 * LARGE }
}

/// The two halves of a plan, and what was learned for them.
pub(super) type Methods<R> = (Box<dyn Speculate<R>>, Box<dyn Verify<R>>, Hints);

/// A kind of rank with the strategies that use it.
pub(super) trait Width: Report {
    /// What a plan is made of.
    fn methods(ground: &Ground<Self>) -> Methods<Self>;
}

impl Width for u8 {
    fn methods(ground: &Ground<u8>) -> Methods<u8> {
        let Ground { near, far, groups, .. } = ground;
        let kernel = ground.site.options.kernel;
        match ground.shape.strategy {
            Strategy::Nibbles => {
                let order = ground.splits_in_order();
                (
                    Box::new(Nibbles::new(kernel, near, far)),
                    Box::new(Covering::new(ground.alone(), ground.after_singles(&order))),
                    Hints::default(),
                )
            }
            Strategy::Words => {
                let (sifting, verification) = ground.sifting();
                let hints = Hints { verification, ..Hints::default() };
                (Box::new(Words::new(kernel, near, far, *groups)), sifting, hints)
            }
            Strategy::Bytes | Strategy::Wide => ground.sieve_and_sifting(),
        }
    }
}

impl Width for u16 {
    fn methods(ground: &Ground<u16>) -> Methods<u16> {
        ground.sieve_and_sifting()
    }
}

impl<R: Width> Plan<R> {
    /// This plan for some more rares, if the space is still the same and ranks fit. What was learned is kept: the terms
    /// of new rares come last.
    pub(super) fn renewed(mut self, site: &Site<R>) -> Option<Self> {
        let Site { rules, rares, tape, .. } = site;
        let known = self.verification.alone().rares();
        let new = rares.strip_prefix(known).filter(|_| self.ranking.space() == site.space)?;
        let last_rare = last(rares);
        // Commons among the new rares, settled exactly, may be too large as well: terms beyond the limit were left out.
        let checked = known.last().map_or(0, |&(heap, _)| heap as usize + 1).max(tape.base());
        let is_new = |heap: usize| new.binary_search_by_key(&(heap as u64), |rare| rare.0).is_ok();
        let late = (checked..).zip(&tape.ranks()[checked - tape.base()..]);
        let limit = self.shape.limit;
        let longest = rules.last_removal()? as usize;
        let near = if self.shape.meets_rares() { last_rare } else { 2 * last_rare };
        if tape.end() < near + longest + 2 * LANES
            || late.into_iter().any(|(heap, &rank)| rank.into() >= limit && !is_new(heap))
        {
            return None;
        }
        if !new.is_empty() {
            let terms: Vec<Term> = terms_of(new, &sparse::breaks(rules), self.ranking, limit).collect();
            self.speculation.add(&terms);
            self.verification.alone_mut().add(new);
        }
        Some(self)
    }
}

impl<R: Width> Site<'_, R> {
    /// How to go on. None when ranks do not fit this kind, or the last rare is too near.
    pub(super) fn plan(&self) -> Option<Plan<R>> {
        let ground = Ground::new(self)?;
        let (speculation, mut verification, hints) = R::methods(&ground);
        verification.alone_mut().add(self.rares);
        let learned = (self.tape.end(), self.effort);
        let heap = ground.hints().map_or(self.tape.end() as u64, |hints| hints.heap);
        let hints = Hints { heap, ..hints };
        Some(Plan { ranking: ground.ranking, shape: ground.shape, speculation, verification, learned, hints })
    }

    fn is_rare(&self, heap: usize) -> bool {
        heap <= last(self.rares) && self.rares.binary_search_by_key(&(heap as u64), |rare| rare.0).is_ok()
    }

    /// The largest rank of a common heap, among the last `recent` heaps of the tape and at its head: the same one
    /// whether the tape has more heaps or not.
    fn largest_common(&self) -> u16 {
        let Site { tape, recent, .. } = *self;
        let last_rare = last(self.rares);
        // Rares are at the beginning: the long rest is a plain maximum.
        let largest_in = |from: usize, ranks: &[R]| {
            let (early, late) = ranks.split_at((last_rare + 1).saturating_sub(from).min(ranks.len()));
            let early = (from..).zip(early).filter(|&(heap, _)| !self.is_rare(heap)).map(|(_, &rank)| rank).max();
            early.max(late.iter().copied().max()).unwrap_or_default().into()
        };
        let old = tape.ranks().len().saturating_sub(recent);
        let largest = largest_in(tape.base() + old, &tape.ranks()[old..]);
        if old + tape.base() == 0 {
            return largest;
        }
        largest.max(largest_in(0, &tape.head()[..recent.min(HEAD)]))
    }
}

/// What a plan is made from.
pub(super) struct Ground<'a, R> {
    site: &'a Site<'a, R>,
    ranking: Ranking,
    breaks: Vec<u64>,
    longest: usize,
    shape: Shape,
    /// Sets of speculation have this many groups of ranks.
    groups: usize,
    /// The terms of a common value that are less than a block away: splits with a rare part, and single heaps whose
    /// value is common.
    near: Vec<Term>,
    /// The terms of a common value that are further away.
    far: Vec<Term>,
    /// Splits of two commons with a part below `parts`: terms of a rare value.
    pairs: Vec<Term>,
    parts: usize,
    /// Removals that leave a single heap of a rare value.
    singles: Vec<u64>,
    /// How many heaps are sampled.
    heaps: usize,
    /// From how many pairs the best ones are chosen.
    choice: usize,
}

impl<'a, R: Width> Ground<'a, R> {
    fn new(site: &'a Site<'a, R>) -> Option<Self> {
        let &Site { rules, space, rares, tape, .. } = site;
        let (n, last_rare, longest) = (tape.end(), last(rares), rules.last_removal()? as usize);
        if n < last_rare + longest + 2 * LANES {
            return None;
        }
        let (ranking, breaks) = (Ranking::new(space), sparse::breaks(rules));
        let largest = site.largest_common().max(site.expected);
        let shape = Shape::choose(Facts {
            largest,
            after_rares: n > 2 * last_rare + longest + LANES,
            bans: rules.ban() != Ban::Nothing,
            terms: rares.len() * breaks.len(),
        })
        .filter(|shape| u32::from(shape.limit) <= u32::from(R::MAX.into()) + 1)?;

        // A single heap has a common value or a rare one, by the parity of what is removed.
        let singles = || rules.moves().iter().filter(|(_, d)| d & 2 != 0).map(|&(i, _)| i);
        let is_rare_single = |i: &u64| space.parity == 1 && i % 2 == 1;
        let common_singles = singles().filter(|i| !is_rare_single(i)).map(|i| (i as u32, 0));
        let mut terms: Vec<Term> = common_singles.chain(terms_of(rares, &breaks, ranking, shape.limit)).collect();
        terms.sort_unstable();
        terms.dedup();
        let (near, far) = terms.iter().partition(|&&(offset, _)| (offset as usize) < shape.lanes());

        // Where a rare heap has a rank, no term may meet one.
        let most = if shape.meets_rares() { n / 8 } else { (n / 8).min(n - last_rare - longest) };
        let (parts, step) = shape.parts(breaks.len(), most);
        let mut known = HashSet::new();
        let pairs: Vec<Term> = (1..parts as u64)
            .step_by(step)
            .filter(|&a| !site.is_rare(a as usize))
            .flat_map(|a| breaks.iter().map(move |i| (i + a, a)))
            .map(|(offset, a)| (offset as u32, tape.head()[a as usize].into()))
            .filter(|&pair| known.insert(pair))
            .collect();
        let singles = singles().filter(is_rare_single).collect();
        let groups = strategy::groups(largest);
        let (heaps, choice) = (0, 0);
        let mut ground =
            Ground { site, ranking, breaks, longest, shape, groups, near, far, pairs, parts, singles, heaps, choice };
        ground.afford();
        Some(ground)
    }

    /// What the effort allows to learn.
    fn afford(&mut self) {
        // Games with small ranks are so fast that a good order of their few splits pays at once.
        let is_small = self.shape.strategy == Strategy::Nibbles;
        let cells = if is_small { LARGE / 8 } else { self.site.effort.min(most_effort::<R>()) } as usize;
        let most_terms = self.far.len().max(if self.site.verifies { CHOICE } else { 1 });
        self.heaps = (cells / most_terms).clamp(SAMPLE[1], SAMPLE[0]);
        // Where ranks are many, it pays to choose from all.
        let choice =
            if self.shape.strategy == Strategy::Wide { self.pairs.len() } else { self.pairs.len().min(CHOICE) };
        self.choice = if self.site.verifies { (cells / self.heaps).min(choice) } else { 0 };
    }

    /// Heaps of a late stretch, of both parities, with the number of ranks that each needs to exclude. Two of three
    /// teach; the others examine.
    fn sample(&self, reach: usize, need: impl Fn(usize) -> u16) -> [Sample; 2] {
        let (tape, n) = (self.site.tape, self.site.tape.end());
        let from = (tape.base() + reach).max(n / 2).max(n.saturating_sub(1 << 18));
        let step = ((n - from) / (self.heaps * 3 / 2)).max(1) | 1;
        let common = (from..n).step_by(step).filter(|&heap| !self.site.is_rare(heap));
        let sampled = common.map(|heap| (heap - tape.base(), need(heap)));
        let (teach, examine): (Vec<_>, Vec<_>) = sampled.enumerate().partition(|(k, _)| k % 3 < 2);
        [teach, examine].map(|half| half.into_iter().map(|(_, heap)| heap).collect())
    }

    fn rank(&self, heap: usize) -> u16 {
        self.site.tape.ranks()[heap - self.site.tape.base()].into()
    }

    /// The sample for verification.
    fn leftovers(&self) -> [Sample; 2] {
        if !self.site.verifies {
            return Default::default();
        }
        self.sample(self.parts + self.longest, |heap| self.ranking.leftovers(heap as u64, self.rank(heap)))
    }

    /// What was learned before, as long as it is fresh.
    fn hints(&self) -> Option<&Hints> {
        let Site { hints, tape, .. } = self.site;
        strategy::is_near(usize::try_from(hints.heap).ok()?, tape.end()).then_some(hints)
    }

    /// The order that was learned before, if it fits; else what the sample teaches.
    fn learn(&self, [teach, examine]: [Sample; 2], terms: &[Term], aim: &Aim, hint: Option<&Order>) -> Order {
        let most = teach.iter().chain(&examine).map(|&(_, need)| usize::from(need)).max().unwrap_or(0);
        let aim = Aim { groups: self.groups.max(most.div_ceil(GROUP)), ..*aim };
        match hint.filter(|hint| hint.fits(terms, &aim)) {
            Some(hint) => hint.clone(),
            None => Order::learn(self.site.tape.ranks(), [&teach, &examine], terms, &aim),
        }
    }

    /// The pairs in greedy order, for whole sets.
    fn splits_in_order(&self) -> Vec<Term> {
        let [teach, _] = self.leftovers();
        order::sort(self.site.tape.ranks(), &teach, &self.pairs, self.choice)
    }

    fn alone(&self) -> Alone {
        Alone::new(self.site.options.kernel, self.ranking, self.site.rules.ban(), self.breaks.clone(), self.parts)
    }

    /// The terms of verification: single heaps first.
    fn after_singles(&self, splits: &[Term]) -> crate::kernel::Terms<R> {
        terms(self.singles.iter().map(|&i| (i as u32, 0)).chain(splits.iter().copied()))
    }

    fn sieve(&self) -> (Box<dyn Speculate<R>>, Order) {
        let nearest_mark = (BLOCKS * LANES) as u32;
        let aim = Aim { groups: 0, choice: self.far.len(), nearest_mark, stages: &STAGES, rarely: RARELY };
        let hint = self.hints().and_then(|hints| hints.speculation.as_ref());
        let order = self.learn(self.sample(LANES, |heap| self.rank(heap)), &self.far, &aim, hint);
        let kernel = self.site.options.kernel;
        (Box::new(Sieve::new(kernel, &self.near, &self.far, &order, self.shape.limit, self.groups)), order)
    }

    /// Nothing is learned where nothing will be verified.
    fn sifting(&self) -> (Box<dyn Verify<R>>, Option<Marking>) {
        let hint = self.hints().and_then(|hints| hints.verification.clone());
        let limit = self.shape.limit;
        let marks = self.site.verifies.then(|| {
            hint.filter(|marking| marking.fits(&self.pairs, limit)).unwrap_or_else(|| {
                let [teach, examine] = self.leftovers();
                order::marks(self.site.tape.ranks(), [&teach, &examine], &self.pairs, self.choice)
            })
        });
        let known = marks.clone().unwrap_or_default();
        let windows = if self.site.verifies { self.windows(&known) } else { Vec::new() };
        (Box::new(Sifting::new(self.alone(), limit, &self.singles, &known, windows)), marks)
    }

    /// The windows of splits that exclude most of what marks leave open, the best ones first.
    fn windows(&self, marking: &Marking) -> Vec<Window<R>> {
        /// The most windows to choose from.
        const MOST: usize = 64;
        let [_, examine] = self.leftovers();
        let head = self.site.tape.head();
        let whole = self.parts.min(head.len()).saturating_sub(1) / WINDOW;
        let step = (whole * self.breaks.len()).div_ceil(MOST).max(1);
        let is_rare = |heap: usize| self.site.is_rare(heap);
        let windows: Vec<Window<R>> = (0..whole)
            .step_by(step)
            .map(|k| 1 + k * WINDOW)
            .flat_map(|from| self.breaks.iter().map(move |&i| Window::new(head, i as usize, from, is_rare)))
            .collect();
        order::windows(self.site.tape.ranks(), &examine, marking, self.site.options.kernel, windows)
    }

    /// Both are learned at the same time if there are threads for it.
    fn sieve_and_sifting(&self) -> Methods<R> {
        let ((sieve, speculation), (sifting, verification)) = if self.site.options.threads < 2 {
            (self.sieve(), self.sifting())
        } else {
            std::thread::scope(|scope| {
                let sieve = scope.spawn(|| self.sieve());
                let sifting = self.sifting();
                (sieve.join().expect("learning does not panic"), sifting)
            })
        };
        (sieve, sifting, Hints { heap: 0, speculation: Some(speculation), verification })
    }
}

/// The last rare heap.
fn last(rares: &[(u64, u16)]) -> usize {
    rares.last().map_or(0, |&(heap, _)| heap as usize)
}

/// A term for each break and each of these rares. A rank from the limit on, a power of two, marks no smaller one.
fn terms_of(rares: &[(u64, u16)], breaks: &[u64], ranking: Ranking, limit: u16) -> impl Iterator<Item = Term> {
    let marking = rares.iter().filter(move |&&(heap, value)| heap > 0 && ranking.rank(value) < limit);
    marking.flat_map(move |&(heap, value)| breaks.iter().map(move |i| ((i + heap) as u32, ranking.rank(value))))
}
