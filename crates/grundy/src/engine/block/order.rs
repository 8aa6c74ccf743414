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
        let mut cells = Cells::new(ranks, examine);
        let everything = Order::with_marks(all_marks(terms, aim), terms, aim);
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
        greedily(&mut taught, &all_marks(terms, aim), |item @ (offset, x, group)| {
            examined.exclude((offset, x), Some(group));
            marks.push(item);
            marks.len() % 16 != 0 || examined.crowded(first) > allowed
        });
        let mut order = Order::with_marks(marks, terms, aim);
        order.first = first;
        order.terms = sorted(&mut taught, &order.terms);
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

/// The terms in greedy order; those that exclude nothing more of the sample follow as they stand.
pub(super) fn sort(ranks: &[u8], sample: &Sample, terms: &[Term]) -> Vec<Term> {
    sorted(&mut Cells::new(ranks, sample), terms)
}

fn sorted(cells: &mut Cells, terms: &[Term]) -> Vec<Term> {
    let items: Vec<_> = terms.iter().map(|&(offset, x)| (offset, x, EVERY)).collect();
    let mut order = Vec::with_capacity(terms.len());
    let mut used = HashSet::with_capacity(terms.len());
    greedily(cells, &items, |(offset, x, _)| {
        order.push((offset, x));
        used.insert((offset, x));
        true
    });
    order.extend(terms.iter().filter(|term| !used.contains(*term)));
    order
}

fn all_marks(terms: &[Term], aim: &Aim) -> Vec<(u32, u8, u8)> {
    let far = terms.iter().filter(|term| term.0 >= aim.nearest_mark);
    far.flat_map(|&(offset, x)| (0..aim.groups as u8).map(move |group| (offset, x, group))).collect()
}

/// Stands for all groups.
const EVERY: u8 = u8::MAX;

/// Takes the best items one by one, as long as they exclude anything and `go_on` says so.
fn greedily(cells: &mut Cells, items: &[(u32, u8, u8)], mut go_on: impl FnMut((u32, u8, u8)) -> bool) {
    // The items of a term are neighbours: one pass over the sample finds the cells of them all.
    let mut pairs: Vec<(u32, u32)> = Vec::new();
    let mut k = 0;
    for items in items.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        let in_group: [Option<u32>; WIDTH / GROUP] = std::array::from_fn(|group| {
            let place = items.iter().position(|item| item.2 == group as u8 || item.2 == EVERY);
            place.map(|place| k + place as u32)
        });
        let cells = cells.of((items[0].0, items[0].1));
        pairs.extend(cells.filter_map(|cell| Some((in_group[cell as usize % WIDTH / GROUP]?, cell))));
        k += items.len() as u32;
    }
    let cells_of = Index::new(items.len(), pairs.iter().copied());
    let items_of = Index::new(cells.is_open.len(), pairs.iter().map(|&(item, cell)| (cell, item)));
    let gain_of = |k: usize| cells_of.get(k).iter().map(|&cell| cells.weight(cell)).sum();
    let mut gains: Vec<u32> = (0..items.len()).map(gain_of).collect();
    let mut queue: BinaryHeap<(u32, Reverse<usize>)> =
        gains.iter().enumerate().map(|(k, &gain)| (gain, Reverse(k))).collect();
    while let Some((before, Reverse(k))) = queue.pop() {
        if gains[k] < before {
            queue.push((gains[k], Reverse(k)));
            continue;
        }
        if before == 0 {
            break;
        }
        for &cell in cells_of.get(k) {
            if cells.close(cell) {
                let weight = cells.weight(cell);
                items_of.get(cell as usize).iter().for_each(|&item| gains[item as usize] -= weight);
            }
        }
        if !go_on(items[k]) {
            break;
        }
    }
}

/// Lists of numbers, one after the other.
struct Index {
    ends: Vec<u32>,
    numbers: Vec<u32>,
}

impl Index {
    /// From pairs of a list and a number in it.
    fn new(lists: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut ends = vec![0; lists + 1];
        pairs.clone().for_each(|(list, _)| ends[list as usize + 1] += 1);
        for list in 0..lists {
            ends[list + 1] += ends[list];
        }
        let mut numbers = vec![0; ends[lists] as usize];
        // Where a list begins moves on to its end, which is where the next one begins.
        for (list, number) in pairs {
            let place = &mut ends[list as usize];
            numbers[*place as usize] = number;
            *place += 1;
        }
        Index { ends, numbers }
    }

    fn get(&self, list: usize) -> &[u32] {
        let from = list.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.numbers[from as usize..self.ends[list] as usize]
    }
}

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

    /// The open cells that a term excludes.
    fn of(&self, (offset, x): Term) -> impl Iterator<Item = u32> {
        self.heaps.iter().enumerate().filter_map(move |(s, &(n, need))| {
            let rank = self.ranks[n - offset as usize] ^ x;
            let cell = s * WIDTH + rank as usize;
            (u16::from(rank) < need && self.is_open[cell]).then_some(cell as u32)
        })
    }

    /// How much a cell counts: the more, the more ranks its heap has to exclude.
    fn weight(&self, cell: u32) -> u32 {
        (u32::from(self.heaps[cell as usize / WIDTH].1) / 8 + 1).pow(2)
    }

    /// Whether it was open.
    fn close(&mut self, cell: u32) -> bool {
        std::mem::take(&mut self.is_open[cell as usize])
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
