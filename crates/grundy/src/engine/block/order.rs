//! Which terms are used for what, in which order: learned on a sample.
//!
//! Each sampled heap has a set of ranks that must be excluded, those under its own rank (or its leftovers). A term
//! excludes at most one rank of each heap. First, sets are marked: the greedy choice takes, at each step, the term and
//! the group of 16 ranks ([`crate::kernel::groups`]) that exclude the most cells (heap, rank) not excluded yet, a cell
//! counting the more, the more ranks its heap has to exclude, since the worst lanes decide how many candidates are
//! needed. Then candidates are struck, by all terms that did not mark every group, in greedy order again. When a sample
//! is too small to teach enough, it is excluded more than once. Other heaps than those it was learned from tell how
//! many ranks are open after each step, and from that how soon a few candidates for each lane are enough.
//!
//! Verification needs no candidates: any rank that is left open can be looked for. So it learns [`marks`] only, and the
//! other heaps tell how many of them are worth their time, and in which [`windows`] of splits most of what they leave
//! open is found.

use crate::kernel::groups::GROUP;
use crate::kernel::windows::Window;
use crate::kernel::{Kernel, LANES, Rank, Terms};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};

/// A term: `(offset, x)` marks rank `c[n - offset] xor x` of heap `n`.
pub(super) type Term = (u32, u16);
/// A term with a group: it marks a rank only if that is in the group.
pub(super) type Mark = (u32, u16, u8);

/// Heaps with the number of ranks to be excluded. Terms that reach further back than what is known exclude nothing.
pub(super) type Sample = Vec<(usize, u16)>;

/// Terms that mark sets: some in single groups, some in all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Marking {
    /// Terms with a group.
    pub(super) marks: Vec<Mark>,
    /// Terms that stamp ranks of any group, one by one.
    pub(super) stamps: Vec<Term>,
}

/// From the `begin`-th term on, `keep` candidates are enough for nearly all lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Stage {
    pub(super) begin: usize,
    pub(super) keep: usize,
}

/// What marks sets, and what strikes candidates.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Order {
    pub(super) marking: Marking,
    pub(super) terms: Vec<Term>,
    /// The candidates kept: at first, and later.
    pub(super) first: usize,
    pub(super) stages: Vec<Stage>,
}

/// What is asked of an order.
pub(super) struct Aim<'a> {
    /// The number of groups that sets have.
    pub(super) groups: usize,
    /// The number of terms that are chosen from and sorted; the others strike last.
    pub(super) choice: usize,
    /// Terms with a smaller offset mark no sets.
    pub(super) nearest_mark: u32,
    /// Numbers of candidates, descending.
    pub(super) stages: &'a [usize],
    /// At each stage one lane in this number may have more open ranks.
    pub(super) rarely: usize,
}

/// The time of each step, in cycles for 64 lanes.
struct Prices {
    /// A term in a group.
    mark: usize,
    /// A term in all groups.
    stamp: usize,
    /// A term on one candidate of each lane.
    strike: usize,
    /// Looking for one rank of one heap, in windows and seldom alone.
    look: usize,
}

impl Prices {
    /// With a byte for each rank there are few groups: stamps never pay.
    fn of<R: Rank>() -> Self {
        if R::RAW {
            Prices { mark: 4, stamp: 140, strike: 2, look: 40 }
        } else {
            Prices { mark: 20, stamp: 140, strike: 4, look: 1000 }
        }
    }
}

/// Marks after which looking alone for all that is left open takes the least time together with them: greedily chosen
/// ones first, then whole terms in their natural order.
pub(super) fn marks<R: Rank>(ranks: &[R], [teach, examine]: [&Sample; 2], terms: &[Term], choice: usize) -> Marking {
    let mut taught = Cells::new(ranks, teach);
    taught.weights.fill(1);
    let (chosen, others) = terms.split_at(choice);
    let excluded = Excluded::new(&taught, chosen);
    let prices = Prices::of::<R>();

    let mut stamps = Worth::new(Cells::new(ranks, examine), prices.stamp, usize::MAX);
    if !R::RAW {
        let sorted = excluded.sorted(&mut taught.clone(), terms);
        sorted.into_iter().all(|term| stamps.take((term, None)));
    }
    let mut marks = Worth::new(Cells::new(ranks, examine), prices.mark, stamps.least);
    excluded.best_marks(&mut taught, |_| true, |k, group| marks.take((terms[k], Some(group))));
    let groups = taught.width.div_ceil(GROUP);
    all_groups(others, groups).all(|(offset, x, group)| marks.take(((offset, x), Some(group))));

    if marks.least < stamps.least {
        let with_group = |((offset, x), group): (Term, Option<u8>)| group.map(|group| (offset, x, group));
        Marking { marks: marks.best().filter_map(with_group).collect(), stamps: Vec::new() }
    } else {
        Marking { marks: Vec::new(), stamps: stamps.best().map(|(term, _)| term).collect() }
    }
}

/// The most windows.
const WINDOWS: usize = 32;
/// The most open ranks that windows are learned from.
const OPEN: usize = 1 << 11;

/// Of these windows those that exclude most of what marks leave open in a sample, greedily.
pub(super) fn windows<R: Rank>(
    ranks: &[R],
    sample: &Sample,
    marking: &Marking,
    kernel: Kernel,
    mut windows: Vec<Window<R>>,
) -> Vec<Window<R>> {
    let mut cells = Cells::new(ranks, sample);
    for &(offset, x, group) in &marking.marks {
        cells.exclude((offset, x), Some(group));
    }
    for &term in &marking.stamps {
        cells.exclude(term, None);
    }
    let back = windows.iter().map(Window::back).max().unwrap_or(0);
    let first = sample.iter().map(|heap| heap.0).min().unwrap_or(0).saturating_sub(back);
    let all = (0..sample.len()).flat_map(|s| (0..cells.width).map(move |rank| (s, R::new(rank as u16))));
    let open = all.filter(|&(s, rank)| sample[s].0 - first >= back && cells.is_open(s, rank));
    let mut open: Vec<(u32, R)> = open.map(|(s, rank)| ((sample[s].0 - first) as u32, rank)).take(OPEN).collect();
    let mut chosen = Vec::new();
    while !open.is_empty() && chosen.len() < WINDOWS {
        let left = windows.iter().map(|window| {
            let mut open = open.clone();
            kernel.sift(&ranks[first..], window, &mut open);
            open
        });
        let Some((best, left)) = left.enumerate().min_by_key(|(_, left)| left.len()) else { break };
        if left.len() == open.len() {
            break;
        }
        chosen.push(windows.swap_remove(best));
        open = left;
    }
    chosen
}

/// Steps that exclude ranks of sampled heaps, and how many of them are worth their time when looking alone for what is
/// left counts, too.
struct Worth<'a, R> {
    cells: Cells<'a, R>,
    price: usize,
    taken: Vec<(Term, Option<u8>)>,
    /// The best number of steps.
    best: usize,
    /// What it costs.
    least: usize,
    /// Nothing that costs more is wanted.
    most: usize,
}

impl<'a, R: Rank> Worth<'a, R> {
    fn new(cells: Cells<'a, R>, price: usize, most: usize) -> Self {
        Worth { cells, price, taken: Vec::new(), best: 0, least: usize::MAX, most }
    }

    /// One more step; whether more can be better.
    fn take(&mut self, (term, group): (Term, Option<u8>)) -> bool {
        self.cells.exclude(term, group);
        self.taken.push((term, group));
        let steps = self.taken.len();
        let cost = steps * self.price * self.cells.heaps.len() / LANES;
        if steps.is_multiple_of(16) {
            let open: usize = self.cells.left.iter().map(|&left| usize::from(left)).sum();
            let cost = cost + open * Prices::of::<R>().look;
            if cost < self.least {
                (self.best, self.least) = (steps, cost);
            }
        }
        cost < self.most && steps < 2 * self.best + 64
    }

    fn best(self) -> impl Iterator<Item = (Term, Option<u8>)> {
        self.taken.into_iter().take(self.best)
    }
}

impl Marking {
    /// Whether all of it are terms of these, in groups that ranks below the limit have.
    pub(super) fn fits(&self, terms: &[Term], limit: u16) -> bool {
        let known: HashSet<Term> = terms.iter().copied().collect();
        let in_group =
            |&(offset, x, group): &Mark| known.contains(&(offset, x)) && u16::from(group) * (GROUP as u16) < limit;
        self.marks.iter().all(in_group) && self.stamps.iter().all(|term| known.contains(term))
    }
}

impl Order {
    /// Learns on one sample and measures on another one.
    pub(super) fn learn<R: Rank>(ranks: &[R], [teach, examine]: [&Sample; 2], terms: &[Term], aim: &Aim) -> Self {
        let prices = Prices::of::<R>();
        let (taught, examined) = (Cells::new(ranks, teach), Cells::new(ranks, examine));
        let excluded = Excluded::new(&taught, &terms[..aim.choice]);
        let stamped = (!R::RAW).then(|| Self::stamp(&excluded, taught.clone(), examined.clone(), terms, aim));
        let most = stamped.as_ref().map_or(usize::MAX, |order| order.cost(&prices));
        let chosen = Self::choose(&excluded, taught, examined.clone(), terms, aim, most / prices.mark);
        let mut best = chosen.into_iter().chain(stamped).min_by_key(|order| order.cost(&prices)).expect("a way");
        // Few terms, small sets: then marking everything is cheaper.
        if prices.mark * aim.groups * aim.choice <= best.cost(&prices) {
            let everything = Self::mark_all(examined, terms, aim);
            if everything.cost(&prices) <= best.cost(&prices) {
                best = everything;
            }
        }
        best
    }

    /// All terms mark all groups.
    fn mark_all<R: Rank>(mut examined: Cells<R>, terms: &[Term], aim: &Aim) -> Self {
        let markable: Vec<Term> =
            terms[..aim.choice].iter().copied().filter(|term| term.0 >= aim.nearest_mark).collect();
        let marks = all_groups(&markable, aim.groups).collect();
        let everything = Order::with(Marking { marks, stamps: Vec::new() }, terms, aim);
        for &term in terms {
            examined.exclude(term, None);
        }
        let allowed = examined.heaps.len() / aim.rarely;
        let first = aim.stages.iter().rev().copied().find(|&keep| examined.crowded(keep) <= allowed);
        Order { first: first.unwrap_or(aim.stages[0]), ..everything }
    }

    /// The best terms in groups mark until the first number of candidates is enough; none when that takes more marks.
    fn choose<R: Rank>(
        excluded: &Excluded<R>,
        mut taught: Cells<R>,
        mut examined: Cells<R>,
        terms: &[Term],
        aim: &Aim,
        most: usize,
    ) -> Option<Self> {
        let first = aim.stages[0];
        let allowed = examined.heaps.len() / aim.rarely;
        let mut marks = Vec::new();
        excluded.best_marks(
            &mut taught,
            |k| terms[k].0 >= aim.nearest_mark,
            |k, group| {
                examined.exclude(terms[k], Some(group));
                marks.push((terms[k].0, terms[k].1, group));
                marks.len() <= most && (marks.len() % 16 != 0 || examined.crowded(first) > allowed)
            },
        );
        if marks.len() > most {
            return None;
        }
        let mut order = Order::with(Marking { marks, stamps: Vec::new() }, terms, aim);
        order.first = first;
        let strikes: HashSet<Term> = order.terms.iter().copied().collect();
        order.terms = excluded.sorted(&mut taught, terms);
        order.terms.retain(|term| strikes.contains(term));
        let mut later = &aim.stages[1..];
        for (struck, &term) in (1..).zip(&order.terms) {
            if later.is_empty() {
                break;
            }
            examined.exclude(term, None);
            while let [keep, rest @ ..] = later
                && examined.crowded(*keep) <= allowed
            {
                order.stages.push(Stage { begin: struck, keep: *keep });
                later = rest;
            }
        }
        order.keep_last_stages();
        Some(order)
    }

    /// The best terms stamp, as many as are worth it, and the others strike.
    fn stamp<R: Rank>(
        excluded: &Excluded<R>,
        mut taught: Cells<R>,
        mut examined: Cells<R>,
        terms: &[Term],
        aim: &Aim,
    ) -> Self {
        let allowed = examined.heaps.len() / aim.rarely;
        let sorted = excluded.sorted(&mut taught, terms);
        let (far, near): (Vec<Term>, Vec<Term>) = sorted.into_iter().partition(|term| term.0 >= aim.nearest_mark);
        for &term in &near {
            examined.exclude(term, None);
        }
        // After how many terms each number of candidates is enough.
        let mut enough = vec![far.len(); aim.stages.len()];
        let mut stage = 0;
        for (used, &term) in (1..).zip(&far) {
            examined.exclude(term, None);
            while stage < enough.len() && examined.crowded(aim.stages[stage]) <= allowed {
                enough[stage] = used;
                stage += 1;
            }
            if stage == enough.len() {
                break;
            }
        }
        let orders = (0..enough.len()).map(|first| {
            let (stamps, strikes) = far.split_at(enough[first]);
            let mut order = Order {
                marking: Marking { marks: Vec::new(), stamps: stamps.to_vec() },
                terms: near.iter().chain(strikes).copied().collect(),
                first: aim.stages[first],
                stages: Vec::new(),
            };
            for later in first + 1..enough.len() {
                match near.len() + enough[later] - enough[first] {
                    0 => order.first = aim.stages[later],
                    begin => order.stages.push(Stage { begin, keep: aim.stages[later] }),
                }
            }
            order.keep_last_stages();
            order
        });
        orders.min_by_key(|order| order.cost(&Prices::of::<R>())).expect("there is a stage")
    }

    /// Of stages that begin at one place the last one counts.
    fn keep_last_stages(&mut self) {
        self.stages.reverse();
        self.stages.dedup_by_key(|stage| stage.begin);
        self.stages.reverse();
    }

    /// Terms that mark every group, or stamp, need not strike.
    fn with(marking: Marking, terms: &[Term], aim: &Aim) -> Self {
        let mut groups: HashMap<Term, usize> = HashMap::new();
        for &(offset, x, _) in &marking.marks {
            *groups.entry((offset, x)).or_default() += 1;
        }
        groups.extend(marking.stamps.iter().map(|&term| (term, aim.groups)));
        let terms = terms.iter().copied().filter(|term| groups.get(term) != Some(&aim.groups)).collect();
        Order { marking, terms, first: 0, stages: Vec::new() }
    }

    /// Whether this is an order of these terms for this aim, as [`Order::learn`] might have learned it: every term
    /// strikes once, unless it marks every group.
    pub(super) fn fits(&self, terms: &[Term], aim: &Aim) -> bool {
        let sorted = |mut terms: Vec<Term>| {
            terms.sort_unstable();
            terms
        };
        let Marking { marks, stamps } = &self.marking;
        let mut seen = HashSet::new();
        let may_mark = |mark: &Mark| mark.0 >= aim.nearest_mark && usize::from(mark.2) < aim.groups;
        let keeps: Vec<usize> = [self.first].into_iter().chain(self.stages.iter().map(|stage| stage.keep)).collect();
        keeps.iter().all(|keep| aim.stages.contains(keep))
            && keeps.is_sorted_by(|a, b| a > b)
            && self.stages.is_sorted_by(|a, b| a.begin < b.begin)
            && self.stages.iter().all(|stage| (1..=self.terms.len()).contains(&stage.begin))
            && self.marking.fits(terms, u16::MAX)
            && marks.iter().all(|mark| may_mark(mark) && seen.insert(*mark))
            && stamps.iter().all(|term| term.0 >= aim.nearest_mark)
            && sorted(self.terms.clone()) == sorted(Order::with(self.marking.clone(), terms, aim).terms)
    }

    /// In cycles for 64 lanes.
    fn cost(&self, prices: &Prices) -> usize {
        let ends = self.stages.iter().map(|stage| stage.begin).chain([self.terms.len()]);
        let keeps = [self.first].into_iter().chain(self.stages.iter().map(|stage| stage.keep));
        let mut from = 0;
        let strikes: usize = ends.zip(keeps).map(|(end, keep)| (end - std::mem::replace(&mut from, end)) * keep).sum();
        let Marking { marks, stamps } = &self.marking;
        prices.mark * marks.len() + prices.stamp * stamps.len() + prices.strike * strikes
    }
}

/// The first `choice` terms in greedy order; those that exclude nothing more of the sample, and the others, follow as
/// they stand.
pub(super) fn sort<R: Rank>(ranks: &[R], sample: &Sample, terms: &[Term], choice: usize) -> Vec<Term> {
    let mut cells = Cells::new(ranks, sample);
    Excluded::new(&cells, &terms[..choice]).sorted(&mut cells, terms)
}

/// The stamps, those of neighbouring heaps together: in which order they come does not matter but to the cache.
pub(super) fn stamps<R: Rank>(marking: &Marking) -> Terms<R> {
    let mut stamps = marking.stamps.clone();
    stamps.sort_unstable();
    super::speculate::terms(stamps)
}

/// Every term in every group.
pub(super) fn all_groups(terms: &[Term], groups: usize) -> impl Iterator<Item = Mark> {
    terms.iter().flat_map(move |&(offset, x)| (0..groups).map(move |group| (offset, x, group as u8)))
}

/// An item is nearly as good as another one when it is worse by less than one part in this number.
const NEARLY: u32 = 16;
/// Heaps looked at together, so that neither side of the table is far away.
const TOGETHER: usize = 64;

/// Which term excludes which open cell of a sample, both ways.
struct Excluded<R> {
    groups: usize,
    /// Cells as heap and rank; those that a term excludes in a group stand from one of `starts` up to the next.
    cells: Vec<(u16, R)>,
    starts: Vec<u32>,
    /// Terms by their numbers; those that exclude a cell stand from one of `term_starts` up to the next.
    terms: Vec<u32>,
    term_starts: Vec<u32>,
    /// Cells of a heap.
    width: usize,
}

impl<R: Rank> Excluded<R> {
    fn new(open: &Cells<R>, terms: &[Term]) -> Self {
        let (heaps, width) = (open.heaps.len(), open.width);
        let groups = width.div_ceil(GROUP);
        let place = |k: usize, rank: R| k * groups + usize::from(rank.into()) / GROUP;
        let cell = |s: usize, rank: R| s * width + usize::from(rank.into());
        let mut marks = vec![R::MAX; terms.len() * heaps];
        let (mut starts, mut term_starts) = (vec![0; terms.len() * groups + 1], vec![0; heaps * width + 1]);
        for from in (0..heaps).step_by(TOGETHER) {
            for (k, (marks, &term)) in marks.chunks_exact_mut(heaps).zip(terms).enumerate() {
                for (s, mark) in marks.iter_mut().enumerate().skip(from).take(TOGETHER) {
                    *mark = open.open_rank(s, term);
                    if *mark != R::MAX {
                        starts[place(k, *mark) + 1] += 1;
                        term_starts[cell(s, *mark) + 1] += 1;
                    }
                }
            }
        }
        let add_up = |starts: &mut [u32]| {
            starts.iter_mut().fold(0, |sum, start| {
                *start += sum;
                *start
            })
        };
        let total = add_up(&mut starts) as usize;
        add_up(&mut term_starts);
        let (mut next, mut next_term) = (starts.clone(), term_starts.clone());
        let (mut cells, mut by_cell) = (vec![(0, R::MAX); total], vec![0; total]);
        let take = |next: &mut u32| std::mem::replace(next, *next + 1) as usize;
        for from in (0..heaps).step_by(TOGETHER) {
            for (k, marks) in marks.chunks_exact(heaps.max(1)).enumerate() {
                for (s, &mark) in marks.iter().enumerate().skip(from).take(TOGETHER) {
                    if mark != R::MAX {
                        cells[take(&mut next[place(k, mark)])] = (s as u16, mark);
                        by_cell[take(&mut next_term[cell(s, mark)])] = k as u32;
                    }
                }
            }
        }
        Excluded { groups, cells, starts, terms: by_cell, term_starts, width }
    }

    /// Takes the best terms in groups, one by one, as long as they exclude anything and `go_on` says so; only terms
    /// that may.
    ///
    /// A sample is small. When all of it is excluded and more is wanted, what was not taken excludes it all over again:
    /// what is excluded twice here is more likely to be excluded elsewhere.
    fn best_marks(&self, open: &mut Cells<R>, may: impl Fn(usize) -> bool, mut go_on: impl FnMut(usize, u8) -> bool) {
        let mut taken: Vec<bool> = (0..self.starts.len() - 1).map(|item| !may(item / self.groups)).collect();
        let mut take = |item: usize| go_on(item / self.groups, (item % self.groups) as u8);
        let fresh = open.clone();
        let mut wanted = self.take_all(open, 1, &mut taken, &mut take);
        while wanted {
            let before = taken.clone();
            wanted = self.take_all(&mut fresh.clone(), 1, &mut taken, &mut take) && taken != before;
        }
    }

    /// All terms, the best ones first. Those that exclude nothing more follow as they stand.
    fn sorted(&self, open: &mut Cells<R>, terms: &[Term]) -> Vec<Term> {
        let mut order = Vec::with_capacity(terms.len());
        let mut taken = vec![false; (self.starts.len() - 1) / self.groups];
        self.take_all(open, self.groups, &mut taken, &mut |k| {
            order.push(terms[k]);
            true
        });
        taken.resize(terms.len(), false);
        order.extend(terms.iter().zip(taken).filter(|(_, taken)| !taken).map(|(term, _)| term));
        order
    }

    /// Takes items, the best ones first, until the others exclude nothing that is open, or until `take` says no: then
    /// false. An item is a term in `groups` groups: one, or all.
    fn take_all(
        &self,
        open: &mut Cells<R>,
        groups: usize,
        taken: &mut [bool],
        take: &mut impl FnMut(usize) -> bool,
    ) -> bool {
        let by_item =
            |item: usize| &self.cells[self.starts[item * groups] as usize..self.starts[(item + 1) * groups] as usize];
        let gain = |&(s, rank): &(u16, R)| if open.is_open(s.into(), rank) { open.weights[usize::from(s)] } else { 0 };
        let gains =
            taken.iter().enumerate().map(|(item, taken)| if *taken { 0 } else { by_item(item).iter().map(gain).sum() });
        let mut gains: Vec<u32> = gains.collect();
        while let Some(best) = gains.iter().copied().max().filter(|&best| best > 0) {
            let enough = best - best / NEARLY;
            for item in 0..gains.len() {
                if gains[item] < enough {
                    continue;
                }
                taken[item] = true;
                for &(s, rank) in by_item(item) {
                    let s = usize::from(s);
                    if open.close(s, rank) {
                        let cell = s * self.width + usize::from(rank.into());
                        let losers = self.term_starts[cell] as usize..self.term_starts[cell + 1] as usize;
                        for &k in &self.terms[losers] {
                            let loser = (k as usize * self.groups + usize::from(rank.into()) / GROUP) / groups;
                            gains[loser] = gains[loser].saturating_sub(open.weights[s]);
                        }
                    }
                }
                if !take(item) {
                    return false;
                }
            }
        }
        true
    }
}

/// Which ranks of which sampled heaps are not excluded yet.
#[derive(Clone)]
struct Cells<'a, R> {
    ranks: &'a [R],
    heaps: &'a [(usize, u16)],
    /// The most ranks that a heap has to exclude.
    width: usize,
    is_open: Vec<bool>,
    /// How many ranks each heap has open.
    left: Vec<u16>,
    /// How much a cell of each heap counts: the more, the more ranks the heap has to exclude.
    weights: Vec<u32>,
}

impl<'a, R: Rank> Cells<'a, R> {
    fn new(ranks: &'a [R], heaps: &'a [(usize, u16)]) -> Self {
        let width = heaps.iter().map(|heap| usize::from(heap.1)).fold(1, usize::max);
        let mut is_open = vec![false; heaps.len() * width];
        for (row, &(_, need)) in is_open.chunks_exact_mut(width).zip(heaps) {
            row[..need as usize].fill(true);
        }
        let left = heaps.iter().map(|heap| heap.1).collect();
        let weights = heaps.iter().map(|heap| (u32::from(heap.1) / 8 + 1).pow(2)).collect();
        Cells { ranks, heaps, width, is_open, left, weights }
    }

    /// The open rank of the `s`-th heap that a term excludes; the largest of all when it excludes none, since no rank
    /// that must be excluded is as large.
    fn open_rank(&self, s: usize, (offset, x): Term) -> R {
        let (n, need) = self.heaps[s];
        let rank = self.ranks.get(n.wrapping_sub(offset as usize)).map_or(R::MAX, |&rank| rank ^ R::new(x));
        if rank.into() < need && self.is_open[s * self.width + usize::from(rank.into())] { rank } else { R::MAX }
    }

    fn is_open(&self, s: usize, rank: R) -> bool {
        self.is_open[s * self.width + usize::from(rank.into())]
    }

    /// Whether it was open.
    fn close(&mut self, s: usize, rank: R) -> bool {
        std::mem::take(&mut self.is_open[s * self.width + usize::from(rank.into())])
    }

    /// Uses a term, in one group or in all.
    fn exclude(&mut self, (offset, x): Term, group: Option<u8>) {
        for (s, &(n, need)) in self.heaps.iter().enumerate() {
            let Some(&rank) = self.ranks.get(n.wrapping_sub(offset as usize)) else { continue };
            let rank: u16 = (rank ^ R::new(x)).into();
            let here = group.is_none_or(|group| rank / GROUP as u16 == u16::from(group));
            if here && rank < need && std::mem::take(&mut self.is_open[s * self.width + usize::from(rank)]) {
                self.left[s] -= 1;
            }
        }
    }

    /// How many heaps have `most` open ranks or more.
    fn crowded(&self, most: usize) -> usize {
        self.left.iter().filter(|&&left| usize::from(left) >= most).count()
    }
}
