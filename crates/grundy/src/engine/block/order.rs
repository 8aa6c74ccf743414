//! In which order terms are used: learned on a sample.
//!
//! Each sampled heap has a set of ranks that must be excluded, those under its own rank (or its leftovers). A term
//! excludes at most one rank of each heap. The greedy order takes, at each step, the term that excludes the most cells
//! (heap, rank) not excluded yet. Gains only shrink, so a heap of old gains suffices: a term whose gain, counted
//! again, still tops the next one is the best. After the order is known, so is how many ranks of a heap are still open
//! after its first `t` terms, and from that how soon a few candidates for each lane are enough.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A term: `(offset, x)` marks rank `c[n - offset] xor x` of heap `n`.
pub(super) type Term = (u32, u8);

/// An order of terms, and how many ranks it leaves open.
pub(super) struct Order {
    pub(super) terms: Vec<Term>,
    /// For each sampled heap, after how many terms each of its ranks was excluded, the last one first.
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
    let mut order = Order { terms: Vec::with_capacity(terms.len()), excluded_after: vec![Vec::new(); sample.len()] };
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
            if std::mem::take(&mut open[cell as usize]) {
                order.excluded_after[cell as usize / width].push(order.terms.len() as u32);
                left -= 1;
            }
        }
    }
    order.terms.extend(terms.iter().zip(&used).filter(|&(_, &used)| !used).map(|(&term, _)| term));
    for (s, excluded) in order.excluded_after.iter_mut().enumerate() {
        let never = open[s * width..(s + 1) * width].iter().filter(|&&open| open).count();
        excluded.extend(std::iter::repeat_n(u32::MAX, never));
        excluded.reverse();
    }
    order
}

impl Order {
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
