//! Which terms are used for what, in which order: learned on a sample.
//!
//! Each sampled heap has a set of ranks that must be excluded, those under its own rank (or its leftovers). A term
//! excludes at most one rank of each heap. First, sets are marked: the greedy choice takes, at each step, the term and the group of 16
//! ranks ([`crate::kernel::groups`]) that exclude the most cells (heap, rank) not excluded yet, a cell counting the more, the more ranks its
//! heap has to exclude, since the worst lanes decide how many candidates are needed. Then candidates are struck, by all terms that did not mark
//! every group, in greedy order again. Gains only shrink, so a queue of old gains suffices: an item whose gain is still what it was when
//! it was queued is the best. Other heaps than those it was learned from tell how many ranks
//! are open after each step, and from that how soon a few candidates for each lane are enough.

use crate::kernel::groups::GROUP;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

/// A term: `(offset, x)` marks rank `c[n - offset] xor x` of heap `n`.
pub(super) type Term = (u32, u8);

/// Heaps with the number of ranks to be excluded.
pub(super) type Sample = Vec<(usize, u16)>;

/// From the `begin`-th term on, `keep` candidates are enough for nearly all lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stage {
    pub(super) begin: usize,
    pub(super) keep: usize,
}

/// What marks sets, and what strikes candidates.
pub(super) struct Order {
    /// Terms with a group.
    pub(super) marks: Vec<(u32, u8, u8)>,
    pub(super) terms: Vec<Term>,
    /// The candidates kept: at first, and later.
    pub(super) first: usize,
    pub(super) stages: Vec<Stage>,
}

/// What is asked of an order.
pub(super) struct Aim<'a> {
    /// Sets have so many groups.
    pub(super) groups: usize,
    /// So many terms are chosen from and sorted; the others strike last.
    pub(super) choice: usize,
    /// Terms with a smaller offset mark no sets.
    pub(super) nearest_mark: u32,
    /// Numbers of candidates, descending,
    pub(super) stages: &'a [usize],
    /// and at each stage one lane in so many may have more open ranks.
    pub(super) rarely: usize,
}

impl Order {
    /// Learns on one sample and measures on another one.
    pub(super) fn learn(ranks: &[u8], [teach, examine]: [&Sample; 2], terms: &[Term], aim: &Aim) -> Self {
        let chosen = Self::choose(ranks, [teach, examine], terms, aim);
        // Few terms, small sets: then marking everything is cheaper.
        if 2 * aim.groups * aim.choice > chosen.cost() {
            return chosen;
        }
        let mut cells = Cells::new(ranks, examine);
        let everything =
            Order::with_marks(all_groups(&markable(&terms[..aim.choice], aim), aim.groups).collect(), terms, aim);
        for &term in terms {
            cells.exclude(term, None);
        }
        let first = aim.stages.iter().rev().copied().find(|&keep| cells.crowded(keep) <= examine.len() / aim.rarely);
        let everything = Order { first: first.unwrap_or(aim.stages[0]), ..everything };
        if everything.cost() <= chosen.cost() { everything } else { chosen }
    }

    fn choose(ranks: &[u8], [teach, examine]: [&Sample; 2], terms: &[Term], aim: &Aim) -> Self {
        let first = aim.stages[0];
        let allowed = examine.len() / aim.rarely;
        let (mut taught, mut examined) = (Cells::new(ranks, teach), Cells::new(ranks, examine));
        let mut marks = Vec::new();
        greedily(&mut taught, &markable(&terms[..aim.choice], aim), Some(aim.groups), |(offset, x), group| {
            examined.exclude((offset, x), Some(group));
            marks.push((offset, x, group));
            marks.len() % 16 != 0 || examined.crowded(first) > allowed
        });
        let mut order = Order::with_marks(marks, terms, aim);
        order.first = first;
        let choice = order.terms.len() - (terms.len() - aim.choice);
        order.terms = sorted(&mut taught, &order.terms, choice);
        let mut later = &aim.stages[1..];
        for (struck, &term) in (1..).zip(&order.terms) {
            examined.exclude(term, None);
            while let [keep, rest @ ..] = later
                && examined.crowded(*keep) <= allowed
            {
                order.stages.push(Stage { begin: struck, keep: *keep });
                later = rest;
            }
        }
        // Of stages that begin at one place the last one counts.
        order.stages.reverse();
        order.stages.dedup_by_key(|stage| stage.begin);
        order.stages.reverse();
        order
    }

    /// Terms that mark every group need not strike.
    fn with_marks(marks: Vec<(u32, u8, u8)>, terms: &[Term], aim: &Aim) -> Self {
        let mut groups: HashMap<Term, usize> = HashMap::new();
        for &(offset, x, _) in &marks {
            *groups.entry((offset, x)).or_default() += 1;
        }
        let terms = terms.iter().copied().filter(|term| groups.get(term) != Some(&aim.groups)).collect();
        Order { marks, terms, first: 0, stages: Vec::new() }
    }

    /// In shuffles of 64 lanes: two for a mark, and three quarters for testing a candidate.
    fn cost(&self) -> usize {
        let ends = self.stages.iter().map(|stage| stage.begin).chain([self.terms.len()]);
        let keeps = [self.first].into_iter().chain(self.stages.iter().map(|stage| stage.keep));
        let mut from = 0;
        let strikes: usize = ends.zip(keeps).map(|(end, keep)| (end - std::mem::replace(&mut from, end)) * keep).sum();
        2 * self.marks.len() + strikes * 3 / 4
    }
}

/// The first `choice` terms in greedy order; those that exclude nothing more of the sample, and the others, follow as they stand.
pub(super) fn sort(ranks: &[u8], sample: &Sample, terms: &[Term], choice: usize) -> Vec<Term> {
    sorted(&mut Cells::new(ranks, sample), terms, choice)
}

fn sorted(cells: &mut Cells, terms: &[Term], choice: usize) -> Vec<Term> {
    let mut order = Vec::with_capacity(terms.len());
    let mut used = HashSet::with_capacity(terms.len());
    greedily(cells, &terms[..choice], None, |term, _| {
        order.push(term);
        used.insert(term);
        true
    });
    order.extend(terms.iter().filter(|term| !used.contains(*term)));
    order
}

/// The terms that may mark sets.
fn markable(terms: &[Term], aim: &Aim) -> Vec<Term> {
    terms.iter().copied().filter(|term| term.0 >= aim.nearest_mark).collect()
}

/// Every term in every group.
pub(super) fn all_groups(terms: &[Term], groups: usize) -> impl Iterator<Item = (u32, u8, u8)> {
    terms.iter().flat_map(move |&(offset, x)| (0..groups as u8).map(move |group| (offset, x, group)))
}

/// Takes the best items one by one, as long as they exclude anything and `go_on` says so. An item is a term in one of so many groups,
/// or, without groups, in all.
fn greedily(cells: &mut Cells, terms: &[Term], groups: Option<usize>, mut go_on: impl FnMut(Term, u8) -> bool) {
    let each = groups.unwrap_or(1);
    let group_of = |rank: u8| if groups.is_some() { usize::from(rank) / GROUP } else { 0 };
    // What each term excludes of each heap, by heaps: the terms that lose by a cell are found in one sweep.
    let mut marks = vec![NOTHING; terms.len() * cells.heaps.len()];
    let mut gains = vec![0; terms.len() * each];
    for (s, marks) in marks.chunks_exact_mut(terms.len().max(1)).enumerate() {
        for (k, (mark, &term)) in marks.iter_mut().zip(terms).enumerate() {
            *mark = cells.open_rank(s, term);
            if *mark != NOTHING && group_of(*mark) < each {
                gains[k * each + group_of(*mark)] += cells.weight(s);
            }
        }
    }
    let mut queue: BinaryHeap<(u32, Reverse<usize>)> =
        gains.iter().enumerate().map(|(item, &gain)| (gain, Reverse(item))).collect();
    while let Some((before, Reverse(item))) = queue.pop() {
        if gains[item] < before {
            queue.push((gains[item], Reverse(item)));
            continue;
        }
        if before == 0 {
            break;
        }
        let (k, group) = (item / each, item % each);
        for (s, marks) in marks.chunks_exact(terms.len()).enumerate() {
            let rank = marks[k];
            if rank != NOTHING && group_of(rank) == group && cells.close(s, rank) {
                let weight = cells.weight(s);
                for (chunk, marks) in marks.chunks(SWEEP).enumerate() {
                    if marks.iter().fold(0, |any, &mark| any | u8::from(mark == rank)) != 0 {
                        let losing = marks.iter().enumerate().filter(|&(_, &mark)| mark == rank);
                        losing.for_each(|(j, _)| gains[(chunk * SWEEP + j) * each + group] -= weight);
                    }
                }
            }
        }
        if !go_on(terms[k], group as u8) {
            break;
        }
    }
}

/// Terms looked at together.
const SWEEP: usize = 32;
/// A term that excludes nothing: no rank that must be excluded is as large.
const NOTHING: u8 = u8::MAX;

/// Ranks are bytes.
const WIDTH: usize = 256;

/// Which ranks of which sampled heaps are not excluded yet.
struct Cells<'a> {
    ranks: &'a [u8],
    heaps: &'a [(usize, u16)],
    is_open: Vec<bool>,
    /// How many ranks each heap has open.
    left: Vec<u16>,
}

impl<'a> Cells<'a> {
    fn new(ranks: &'a [u8], heaps: &'a [(usize, u16)]) -> Self {
        let mut is_open = vec![false; heaps.len() * WIDTH];
        for (row, &(_, need)) in is_open.chunks_exact_mut(WIDTH).zip(heaps) {
            row[..need as usize].fill(true);
        }
        Cells { ranks, heaps, is_open, left: heaps.iter().map(|heap| heap.1).collect() }
    }

    /// The open rank of the `s`-th heap that a term excludes.
    fn open_rank(&self, s: usize, (offset, x): Term) -> u8 {
        let (n, need) = self.heaps[s];
        let rank = self.ranks[n - offset as usize] ^ x;
        if u16::from(rank) < need && self.is_open[s * WIDTH + usize::from(rank)] { rank } else { NOTHING }
    }

    /// How much a cell of a heap counts: the more, the more ranks the heap has to exclude.
    fn weight(&self, s: usize) -> u32 {
        (u32::from(self.heaps[s].1) / 8 + 1).pow(2)
    }

    /// Whether it was open.
    fn close(&mut self, s: usize, rank: u8) -> bool {
        std::mem::take(&mut self.is_open[s * WIDTH + usize::from(rank)])
    }

    /// Uses a term, in one group or in all.
    fn exclude(&mut self, (offset, x): Term, group: Option<u8>) {
        for (s, &(n, need)) in self.heaps.iter().enumerate() {
            let rank = self.ranks[n - offset as usize] ^ x;
            let here = group.is_none_or(|group| rank / GROUP as u8 == group);
            if here && u16::from(rank) < need && std::mem::take(&mut self.is_open[s * WIDTH + rank as usize]) {
                self.left[s] -= 1;
            }
        }
    }

    /// How many heaps have `most` open ranks or more.
    fn crowded(&self, most: usize) -> usize {
        self.left.iter().filter(|&&left| usize::from(left) >= most).count()
    }
}
