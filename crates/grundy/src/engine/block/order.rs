//! In which order terms are used: learned on a sample.
//!
//! Each sampled heap has a set of ranks that must be excluded, those under its own rank (or its leftovers). A term
//! excludes at most one rank of each heap. The greedy order takes, at each step, the term that excludes the most cells
//! (heap, rank) not excluded yet. Gains only shrink, so a heap of old gains suffices: a term whose gain, counted
//! again, still tops the next one is the best. On other heaps than those it was learned from, the order then tells how
//! many ranks are still open after its first `t` terms, and from that how soon a few candidates for each lane are enough.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A term: `(offset, x)` marks rank `c[n - offset] xor x` of heap `n`.
pub(super) type Term = (u32, u8);

/// An order of terms, and how many ranks it leaves open.
pub(super) struct Order {
    pub(super) terms: Vec<Term>,
    /// For each heap of a second sample, after how many terms each of its ranks was excluded, the last one first.
    excluded_after: Vec<Vec<u32>>,
}

/// Orders `terms` by their use for the sample: heaps `n` with the number of ranks to be excluded. Once the whole sample is
/// excluded, the other terms follow as they stand.
pub(super) fn learn(ranks: &[u8], sample: &[(usize, u16)], terms: &[Term]) -> Order {
    let width = sample.iter().map(|&(_, need)| need as usize).max().unwrap_or(0);
    let mut open = vec![false; sample.len() * width];
    for (s, &(_, need)) in sample.iter().enumerate() {
        open[s * width..s * width + need as usize].fill(true);
    }
    let mut left: usize = sample.iter().map(|&(_, need)| need as usize).sum();
    let cells_of = |&(offset, x): &Term| -> Vec<u32> {
        let cell = |(s, &(n, need)): (usize, &(usize, u16))| {
            let rank = ranks[n - offset as usize] ^ x;
            (u16::from(rank) < need).then_some((s * width + rank as usize) as u32)
        };
        sample.iter().enumerate().filter_map(cell).collect()
    };
    let cells: Vec<Vec<u32>> = terms.iter().map(cells_of).collect();
    let mut queue: BinaryHeap<(usize, Reverse<usize>)> =
        cells.iter().enumerate().map(|(k, cells)| (cells.len(), Reverse(k))).collect();
    let mut order = Order { terms: Vec::with_capacity(terms.len()), excluded_after: Vec::new() };
    let mut used = vec![false; terms.len()];
    while left > 0
        && let Some((before, Reverse(k))) = queue.pop()
    {
        let gain = cells[k].iter().filter(|&&cell| open[cell as usize]).count();
        if gain < before && queue.peek().is_some_and(|&(next, _)| gain < next) {
            queue.push((gain, Reverse(k)));
            continue;
        }
        if gain == 0 {
            break;
        }
        used[k] = true;
        order.terms.push(terms[k]);
        for &cell in &cells[k] {
            left -= usize::from(std::mem::take(&mut open[cell as usize]));
        }
    }
    order.terms.extend(terms.iter().zip(&used).filter(|&(_, &used)| !used).map(|(&term, _)| term));
    order
}

impl Order {
    /// Measures the order on other heaps.
    pub(super) fn measured(mut self, ranks: &[u8], sample: &[(usize, u16)]) -> Self {
        let times = |&(n, need): &(usize, u16)| {
            let mut open = vec![true; need as usize];
            let mut excluded = Vec::new();
            for (t, &(offset, x)) in (1..).zip(&self.terms) {
                let rank = ranks[n - offset as usize] ^ x;
                if open.get_mut(rank as usize).is_some_and(std::mem::take) {
                    excluded.push(t);
                }
            }
            excluded.resize(need as usize, u32::MAX);
            excluded.reverse();
            excluded
        };
        self.excluded_after = sample.iter().map(times).collect();
        self
    }

    /// The least number of terms after which at most a share of `1 / rarely` of the heaps has `most` or more open ranks.
    pub(super) fn terms_until(&self, most: usize, rarely: usize) -> usize {
        // A heap has fewer than `most` open ranks once the `most`-th from the end was excluded.
        let mut when: Vec<usize> =
            self.excluded_after.iter().map(|closed| closed.get(most - 1).map_or(0, |&t| t as usize)).collect();
        when.sort_unstable();
        let allowed = when.len() / rarely;
        when.len().checked_sub(allowed + 1).map_or(0, |at| when[at]).min(self.terms.len())
    }
}
