//! The outcomes that a choice of cycles, pair and words implies, and whether they are right.

use super::{Diagonal, NoDiagonal};
use crate::misere::pace::Pace;
use crate::misere::trial::Mix;
use crate::rules::Rules;
use crate::watch::Stopped;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::ops::ControlFlow;

/// The largest number of generators, so that exponents fit one machine word.
pub(super) const GENERATORS: usize = 16;

/// Exponents of the generators.
pub(super) type Exponents = [u8; GENERATORS];

/// A choice of cycles and of the pair, and the outcomes that follow from it.
pub(super) struct Search {
    pub(super) heaps: u32,
    pub(super) generators: Vec<u32>,
    pub(super) cycles: Vec<(u8, u8)>,
    pub(super) pair: (usize, usize),
    pub(super) threshold: u8,
    pub(super) period: u8,
    pub(super) words: Vec<(u32, Vec<u8>)>,
    /// The options of each generator, as exponents.
    pub(super) options: Vec<Vec<Exponents>>,
    /// The word and the options of each other heap that has options.
    pub(super) others: Vec<(u32, Exponents, Vec<Exponents>)>,
    /// Values with `|t|` up to here are looked at.
    pub(super) seen: u8,
    /// The largest change of `t` in one move.
    pub(super) change: u8,
    pub(super) outcomes: HashMap<u128, bool, BuildHasherDefault<Mix>>,
    /// Outcomes looked up since the watch was last told.
    pub(super) steps: usize,
}

impl Search {
    pub(super) fn new(
        rules: &Rules,
        heaps: u32,
        generators: Vec<u32>,
        cycles: Vec<(u8, u8)>,
        pair: (usize, usize),
        words: Vec<(u32, Vec<u8>)>,
    ) -> Self {
        let mut values: Vec<Exponents> = vec![[0; GENERATORS]; heaps as usize + 1];
        for (k, &heap) in generators.iter().enumerate() {
            values[heap as usize][k] = 1;
        }
        for (heap, word) in &words {
            values[*heap as usize][..word.len()].copy_from_slice(word);
        }
        let options_of = |heap: u32| {
            let mut options = Vec::new();
            let _ = rules.each_option(u64::from(heap), |_, parts| {
                let mut sum = [0; GENERATORS];
                for &part in parts {
                    add(&mut sum, &values[part as usize]);
                }
                options.push(sum);
                ControlFlow::<()>::Continue(())
            });
            options.sort_unstable();
            options.dedup();
            options
        };
        let options: Vec<Vec<Exponents>> = generators.iter().map(|&heap| options_of(heap)).collect();
        let others: Vec<(u32, Exponents, Vec<Exponents>)> = (words.iter())
            .map(|&(heap, _)| (heap, values[heap as usize], options_of(heap)))
            .filter(|(_, _, options)| !options.is_empty())
            .collect();
        let counter = |x: &Exponents| i32::from(x[pair.0]) - i32::from(x[pair.1]);
        let unit = |k: usize| i32::from(k == pair.0) - i32::from(k == pair.1);
        let of_generators =
            options.iter().enumerate().flat_map(|(k, list)| list.iter().map(move |o| counter(o) - unit(k)));
        let moves = of_generators.map(i32::abs).max().unwrap_or(1).max(1);
        let of_words = others.iter().flat_map(|(_, word, list)| {
            list.iter().map(|option| counter(option).abs()).chain([counter(word).abs() + moves])
        });
        let change = of_words.max().unwrap_or(1).max(moves).min(60) as u8;
        Search {
            heaps,
            generators,
            cycles,
            pair,
            threshold: 2,
            period: 2,
            words,
            options,
            others,
            seen: 12 + 2 * change,
            change,
            outcomes: HashMap::default(),
            steps: 0,
        }
    }

    pub(super) fn spell(&self) -> String {
        let cycles: Vec<String> = (self.generators.iter().zip(&self.cycles).enumerate())
            .filter(|&(k, _)| k != self.pair.0 && k != self.pair.1)
            .map(|(_, (heap, (index, period)))| format!("{heap}:{index}+{period}"))
            .collect();
        let (a, b) = (self.generators[self.pair.0], self.generators[self.pair.1]);
        format!("pair {a},{b} from {} by {}, cycles {}", self.threshold, self.period, cycles.join(" "))
    }

    pub(super) fn in_pair(&self, k: usize) -> bool {
        k == self.pair.0 || k == self.pair.1
    }

    /// How many classes the cycles make together.
    pub(super) fn classes(&self) -> usize {
        let cycles = self.cycles.iter().enumerate().filter(|&(k, _)| !self.in_pair(k));
        cycles.map(|(_, &(index, period))| usize::from(index + period)).product()
    }

    /// Class number `class`, with the pair at `(m, t)`.
    pub(super) fn value(&self, mut class: usize, m: u8, t: i32) -> Exponents {
        let mut x = [0; GENERATORS];
        for (k, &(index, period)) in self.cycles.iter().enumerate() {
            if !self.in_pair(k) {
                let order = usize::from(index + period);
                x[k] = (class % order) as u8;
                class /= order;
            }
        }
        x[self.pair.0] = (i32::from(m) + t.max(0)) as u8;
        x[self.pair.1] = (i32::from(m) - t.min(0)) as u8;
        x
    }

    pub(super) fn normal(&self, mut x: Exponents) -> Exponents {
        for (k, &(index, period)) in self.cycles.iter().enumerate() {
            if !self.in_pair(k) && x[k] >= index + period {
                x[k] = index + (x[k] - index) % period;
            }
        }
        let least = x[self.pair.0].min(x[self.pair.1]);
        if least >= self.threshold + self.period {
            let lower = (least - self.threshold) / self.period * self.period;
            x[self.pair.0] -= lower;
            x[self.pair.1] -= lower;
        }
        x
    }

    /// The outcome of a value: by definition that of its least sum, whose options have smaller sums.
    pub(super) fn is_p(&mut self, x: Exponents) -> bool {
        let x = self.normal(x);
        self.steps += 1;
        let key = u128::from_le_bytes(x);
        if let Some(&known) = self.outcomes.get(&key) {
            return known;
        }
        let is_p = x != [0; GENERATORS] && !(0..self.generators.len()).any(|k| x[k] > 0 && self.wins(x, k));
        self.outcomes.insert(key, is_p);
        is_p
    }

    /// Whether a move in generator `k` of the sum `x` leads to P.
    pub(super) fn wins(&mut self, mut x: Exponents, k: usize) -> bool {
        x[k] -= 1;
        (0..self.options[k].len()).any(|o| {
            let mut option = x;
            add(&mut option, &self.options[k][o]);
            self.is_p(option)
        })
    }

    /// Whether a move in the coordinate of generator `k` leads from the sum `x` to P; the pair is one coordinate.
    pub(super) fn wins_coordinate(&mut self, x: Exponents, k: usize) -> bool {
        let both = [self.pair.0, self.pair.1];
        let members: &[usize] = if self.in_pair(k) { &both } else { &[k] };
        members.iter().any(|&k| x[k] > 0 && self.wins(x, k))
    }

    /// The sum `x` made high in the coordinate of generator `k`, if that is open.
    pub(super) fn high(&self, x: &Exponents, k: usize) -> Option<Exponents> {
        let mut y = *x;
        if self.in_pair(k) {
            if x[self.pair.0].min(x[self.pair.1]) < self.threshold {
                return None;
            }
            y[self.pair.0] += self.period;
            y[self.pair.1] += self.period;
        } else if x[k] == self.cycles[k].0 {
            y[k] += self.cycles[k].1;
        } else {
            return None;
        }
        Some(y)
    }

    /// Tells the watch of the outcomes looked up.
    fn tell(&mut self, pace: &mut Pace) -> Result<(), Stopped> {
        pace.work(16 * std::mem::take(&mut self.steps))
    }

    /// Checks all values with `|t| <= seen`; returns the coordinate that is to blame most, if any.
    pub(super) fn check_generators(&mut self, pace: &mut Pace) -> Result<Option<usize>, Stopped> {
        let coordinates: Vec<usize> = (0..self.generators.len()).filter(|&k| k != self.pair.1).collect();
        let mut blame = vec![0u32; self.generators.len()];
        for class in 0..self.classes() {
            for m in 0..self.threshold + self.period {
                for t in -i32::from(self.seen)..=i32::from(self.seen) {
                    self.tell(pace)?;
                    let x = self.value(class, m, t);
                    let is_p = self.is_p(x);
                    let mut settled = is_p;
                    let mut suspects = Vec::new();
                    for &k in &coordinates {
                        let high = self.high(&x, k);
                        if high.is_none() && is_p {
                            continue;
                        }
                        let low_wins = self.wins_coordinate(x, k);
                        let high_wins = high.map_or(low_wins, |high| self.wins_coordinate(high, k));
                        if is_p && high_wins || x == [0; GENERATORS] && high.is_some() && !high_wins {
                            blame[k] += 1;
                        }
                        settled |= low_wins && high_wins || x == [0; GENERATORS];
                        if low_wins && !high_wins {
                            suspects.push(k);
                        }
                        if settled && !is_p && x != [0; GENERATORS] {
                            break;
                        }
                    }
                    if !settled {
                        for k in suspects {
                            blame[k] += 1;
                        }
                    }
                }
            }
        }
        let most = coordinates.into_iter().max_by_key(|&k| blame[k]);
        Ok(most.filter(|&most| blame[most] > 0))
    }

    /// Where to begin with the pair.
    pub(super) fn coarsest(&mut self, threshold: u8, period: u8) {
        (self.threshold, self.period) = (threshold, period);
        self.seen = (12 + 2 * self.change).max(5 * period);
    }

    /// Makes a coordinate finer: a larger index first, then a longer period.
    pub(super) fn refine(&mut self, k: usize) {
        if self.in_pair(k) {
            self.threshold += 1;
            if self.threshold > 3 + self.period {
                self.coarsest(2, 2 * self.period);
            }
        } else {
            let (index, period) = self.cycles[k];
            self.cycles[k] = if index < 4 + period { (index + 1, period) } else { (2, 2 * period) };
        }
        self.outcomes.clear();
    }

    /// The first heap that is not what it is taken for.
    pub(super) fn check_words(&mut self, pace: &mut Pace) -> Result<Option<u32>, Stopped> {
        for o in 0..self.others.len() {
            let (heap, word, options) = self.others[o].clone();
            let mut word_options = Vec::new();
            for k in 0..self.generators.len() {
                for option in self.options[k].iter().filter(|_| word[k] > 0) {
                    let mut rest = word;
                    rest[k] -= 1;
                    add(&mut rest, option);
                    word_options.push(rest);
                }
            }
            if word == [0; GENERATORS] && !options.iter().any(|&option| self.is_p(option)) {
                return Ok(Some(heap));
            }
            for class in 0..self.classes() {
                for m in 0..self.threshold + self.period {
                    for t in -i32::from(self.seen)..=i32::from(self.seen) {
                        self.tell(pace)?;
                        let z = self.value(class, m, t);
                        let heap_wins = self.any_p(&z, &options);
                        let wrong = if heap_wins { self.any_p(&z, &[word]) } else { self.any_p(&z, &word_options) };
                        if wrong {
                            return Ok(Some(heap));
                        }
                    }
                }
            }
        }
        Ok(None)
    }

    pub(super) fn any_p(&mut self, z: &Exponents, options: &[Exponents]) -> bool {
        options.iter().any(|option| {
            let mut sum = *z;
            add(&mut sum, option);
            self.is_p(sum)
        })
    }

    /// Finds from where on outcomes are periodic in `t`, and writes the table down.
    pub(super) fn finish(mut self, pace: &mut Pace) -> Result<Diagonal, NoDiagonal> {
        let seen = i32::from(self.seen);
        let period = i32::from(self.period);
        let mut tail = 0;
        let mut infinite = false;
        for class in 0..self.classes() {
            self.tell(pace)?;
            for m in 0..self.threshold + self.period {
                for t in 0..=seen - period {
                    for sign in [1, -1] {
                        let here = self.is_p(self.value(class, m, sign * t));
                        if here != self.is_p(self.value(class, m, sign * (t + period))) {
                            tail = tail.max(t + 1);
                        }
                    }
                }
            }
        }
        let reach = tail + period;
        if reach + i32::from(self.change) > seen {
            return Err(NoDiagonal::NoTail(self.spell()));
        }
        let mut table = Vec::new();
        for class in 0..self.classes() {
            self.tell(pace)?;
            let mut row = Vec::new();
            for m in 0..self.threshold + self.period {
                row.extend((-reach..=reach).map(|t| self.is_p(self.value(class, m, t))));
            }
            // With both exponents large and that of the second heap fixed modulo the period: periodic in t on both
            // sides, hence everywhere or nowhere finite.
            for y in 0..self.period {
                let along = |search: &mut Self, t: i32| {
                    let mut x = search.value(class, 0, 0);
                    let base = i32::from(search.threshold + y) + (seen / period + 1) * period;
                    (x[search.pair.0], x[search.pair.1]) = ((base + t) as u8, base as u8);
                    search.is_p(x)
                };
                infinite |= (-reach..=reach - period).any(|t| along(&mut self, t) != along(&mut self, t + period));
            }
            table.push(row);
        }
        Ok(Diagonal {
            heaps: self.heaps,
            generators: self.generators,
            cycles: self.cycles,
            pair: self.pair,
            threshold: self.threshold,
            period: self.period,
            words: self.words,
            reach: reach as u8,
            table,
            infinite,
        })
    }
}

fn add(sum: &mut Exponents, more: &Exponents) {
    for (x, y) in sum.iter_mut().zip(more) {
        *x = x.checked_add(*y).expect("exponents stay far below 256");
    }
}
