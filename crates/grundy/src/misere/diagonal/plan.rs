//! Which heaps are set free, and how freely: begun from the last finite quotient and corrected by what goes wrong.

use super::search::Search;
use crate::misere::solve::Solution;
use crate::rules::Rules;
use std::collections::{BTreeMap, HashMap};

/// Which heaps are generators and what the others are taken for.
pub(super) struct Plan<'a> {
    pub(super) solution: &'a Solution,
    pub(super) heaps: u32,
    pub(super) pair: (u32, u32),
    pub(super) cycles: BTreeMap<u32, (u8, u8)>,
    /// Heaps that the finite quotient took for words, wrongly as it turned out.
    pub(super) promoted: Vec<u32>,
    /// Heaps now taken for one of those, and how many have been tried.
    pub(super) same: HashMap<u32, (u32, usize)>,
    pub(super) threshold: u8,
    pub(super) period: u8,
}

impl<'a> Plan<'a> {
    pub(super) fn new(solution: &'a Solution, heaps: u32, pair: (u32, u32)) -> Self {
        let cycles = BTreeMap::from([(heaps, (2, 2))]);
        let (promoted, same) = (Vec::new(), HashMap::new());
        let mut plan = Plan { solution, heaps, pair, cycles, promoted, same, threshold: 2, period: 2 };
        for &(heap, _) in solution.monoid.generators() {
            plan.add(heap);
        }
        for heap in [pair.0, pair.1] {
            if !plan.cycles.contains_key(&heap) {
                plan.promote(heap);
            }
        }
        plan
    }

    /// Makes a heap a generator, with the powers it has in the finite quotient.
    pub(super) fn add(&mut self, heap: u32) {
        let (index, period) = self.solution.monoid.index_and_period(self.solution.phi[heap as usize]);
        let period = if period % 2 == 0 { period } else { 2 * period };
        self.cycles.insert(heap, (index.min(8) as u8, period.min(8) as u8));
    }

    pub(super) fn promote(&mut self, heap: u32) {
        self.add(heap);
        self.promoted.push(heap);
    }

    /// Heap `heap` is not what it was taken for: perhaps it is one of the promoted heaps, else it stands for itself.
    pub(super) fn correct(&mut self, heap: u32) {
        let value = |h: u32| self.solution.phi[h as usize];
        let tried = self.same.get(&heap).map_or(0, |&(_, tried)| tried);
        let mut likely = self.promoted.iter().copied().filter(|&p| p < heap && value(p) == value(heap));
        match likely.nth(tried) {
            Some(other) => {
                self.same.insert(heap, (other, tried + 1));
            }
            None => self.promote(heap),
        }
    }

    /// Keeps what a search found out about its generators.
    pub(super) fn learn(&mut self, search: &Search) {
        (self.threshold, self.period) = (search.threshold, search.period);
        for (heap, cycle) in search.generators.iter().zip(&search.cycles) {
            self.cycles.insert(*heap, *cycle);
        }
    }

    pub(super) fn search(&self, rules: &Rules) -> Search {
        let generators: Vec<u32> = self.cycles.keys().copied().collect();
        let place = |heap: u32| generators.binary_search(&heap).unwrap_or(0);
        let q = &self.solution.monoid;
        let mut words = Vec::new();
        for heap in (1..self.heaps).filter(|heap| !self.cycles.contains_key(heap)) {
            let mut exponents = vec![0u8; generators.len()];
            if let Some(&(other, _)) = self.same.get(&heap) {
                exponents[place(other)] = 1;
            } else {
                for letter in q.letters(self.solution.phi[heap as usize]) {
                    exponents[place(q.generators()[usize::from(letter)].0)] += 1;
                }
            }
            words.push((heap, exponents));
        }
        let pair = (place(self.pair.0), place(self.pair.1));
        let cycles = self.cycles.values().copied().collect();
        let mut search = Search::new(rules, self.heaps, generators, cycles, pair, words);
        search.coarsest(self.threshold, self.period);
        search
    }
}
