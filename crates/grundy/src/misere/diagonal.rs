//! Outcomes of all sums of finitely many heaps whose quotient is infinite along a diagonal.
//!
//! Two heaps `a`, `b` whose exponents in failure words grow side by side are told apart by the difference of the exponents for
//! ever, so no finite monoid will do. Here a sum of heaps has a value in `K × N^2 / ~`: for each generator except `a` and `b`
//! the exponent in a cyclic monoid `g^(i+p) = g^i`; and the pair `(x, y)` of exponents of `a` and `b`, with
//! `(x + q, y + q) ~ (x, y)` when `x, y >= D`. A normal pair is `(m, t)` with `m = min(x, y) < D + q` and `t = x - y`, any
//! integer. Other heaps are taken for sums `u` of smaller generators. An outcome is claimed for each value: a table for
//! `|t| <= T`, periodic in `t` beyond.
//!
//! *When is the claim right?* Call a coordinate of a value *open* when its class stands for smallest exponents and for larger
//! ones too: a cycle at `g^i`, the pair at `m >= D`. A sum with this value is *low* or *high* there. Its moves in a generator
//! `g` have values that depend on the value of the sum and on low or high in the coordinate of `g` alone. Let `low(c)` and
//! `high(c)` say whether a move in coordinate `c` leads to P (they are the same where the coordinate is not open). Then every
//! sum of generators has the outcome claimed for its value iff
//!
//! * a value in P has `low(c)` and `high(c)` false for all `c`, so that no move leads to P, and is not the empty sum's;
//! * a value not in P has some `c` with both true, so that however low and high are chosen there is a move to P. The value of
//!   the empty sum needs instead `high(c)` for each open coordinate, as only the empty sum itself may lack a move.
//!
//! A heap `h` taken for `u` is right iff for each value `z`: (a) if a move in `u` leads from `z + u` to P then one in `h` leads from
//! `z + h` to P; (b) if `z + u` is in P then no move in `h` leads to P; and, when `u` is empty, (c) some option of `h` is in P. By
//! induction along colex, with `z + u` below `z + h`.
//!
//! All this is periodic in `t` beyond `T`, so values with `|t| <= T + C` decide, `C` being the largest change of `t` in a move.
//! Nothing is searched that is not then checked in this way; the search only looks for indices, periods and `D`.

use super::monoid::Word;
use super::partial::{Progress, Stuck, Watch};
use super::solve::{Solution, Unresolved};
use super::trial::Mix;
use crate::game::Game;
use crate::rules::Rules;
use std::collections::{BTreeMap, HashMap};
use std::hash::BuildHasherDefault;
use std::io::{self, Write};
use std::ops::ControlFlow;

/// At most so many generators, so that exponents fit one machine word.
const GENERATORS: usize = 16;

/// After so many rounds without success a heap that is not what it is taken for is the likelier cause.
const PATIENCE: u32 = 5;

/// Exponents of the generators.
type Exponents = [u8; GENERATORS];

/// What is claimed of the outcomes, and has been checked.
#[derive(Clone, Debug)]
pub struct Diagonal {
    /// The heaps `1..=heaps` are spoken of.
    pub heaps: u32,
    /// Heaps that stand for themselves, ascending.
    pub generators: Vec<u32>,
    /// `(index, period)` of each generator; those of the pair have no meaning.
    pub cycles: Vec<(u8, u8)>,
    /// Which two generators make the pair.
    pub pair: (usize, usize),
    /// From where on both exponents of the pair may be lowered together.
    pub threshold: u8,
    /// By how much.
    pub period: u8,
    /// The words of the other heaps: exponents of the generators.
    pub words: Vec<(u32, Vec<u8>)>,
    /// The table reaches over `|t| <= reach`.
    pub reach: u8,
    /// For each class of the cycles (the first generator counts fastest) the outcomes of the normal pairs: `t` from
    /// `-reach` to `reach` for each `m`; `true` for P.
    pub table: Vec<Vec<bool>>,
    /// Whether the quotient is thereby proved infinite.
    pub infinite: bool,
}

/// Why there is no such claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoDiagonal {
    /// The game did not get stuck on a diagonal.
    NotDiagonal,
    /// More generators than fit.
    TooManyGenerators(usize),
    /// The table grew beyond the limit; these were the last parameters.
    TooLarge(String),
    /// Outcomes did not become periodic in `t`.
    NoTail(String),
    /// The caller asked to stop.
    Stopped,
}

impl Diagonal {
    /// The number of values in the table.
    pub fn values(&self) -> usize {
        self.table.iter().map(Vec::len).sum()
    }

    /// Whether a sum of heaps is a P-position; `None` when a heap is larger than the largest spoken of.
    pub fn is_p(&self, heaps: &[u32]) -> Option<bool> {
        let mut sum = vec![0u64; self.generators.len()];
        for &heap in heaps.iter().filter(|&&heap| heap > 0) {
            if let Ok(k) = self.generators.binary_search(&heap) {
                sum[k] += 1;
            } else {
                let (_, word) = self.words.iter().find(|(other, _)| *other == heap)?;
                for (x, &exponent) in sum.iter_mut().zip(word) {
                    *x += u64::from(exponent);
                }
            }
        }
        let reduce = |x: u64, index: u8, period: u8| {
            let (index, period) = (u64::from(index), u64::from(period));
            if x < index { x } else { index + (x - index) % period }
        };
        let (mut class, mut place) = (0, 1);
        for (k, &(index, period)) in self.cycles.iter().enumerate() {
            if k != self.pair.0 && k != self.pair.1 {
                class += place * reduce(sum[k], index, period) as usize;
                place *= usize::from(index + period);
            }
        }
        let (x, y) = (sum[self.pair.0], sum[self.pair.1]);
        let m = reduce(x.min(y), self.threshold, self.period);
        let (reach, period) = (i64::from(self.reach), i64::from(self.period));
        let t = x as i64 - y as i64;
        let over = t.abs().saturating_sub(reach).max(0);
        let t = t - t.signum() * (over + period - 1) / period * period;
        Some(self.table[class][m as usize * (2 * reach as usize + 1) + (t + reach) as usize])
    }

    /// Writes a certificate for `grundy-check`.
    pub fn write(&self, out: &mut impl Write, game: &Game) -> io::Result<()> {
        writeln!(out, "grundy-certificate 1\nkind misere-outcomes\ngame {game}\nheaps {}", self.heaps)?;
        for (k, (heap, (index, period))) in self.generators.iter().zip(&self.cycles).enumerate() {
            if k != self.pair.0 && k != self.pair.1 {
                writeln!(out, "cycle {heap} {index} {period}")?;
            }
        }
        let (a, b) = (self.generators[self.pair.0], self.generators[self.pair.1]);
        writeln!(out, "pair {a} {b} {} {}", self.threshold, self.period)?;
        for (heap, word) in &self.words {
            write!(out, "word {heap}")?;
            for (generator, &exponent) in self.generators.iter().zip(word) {
                for _ in 0..exponent {
                    write!(out, " {generator}")?;
                }
            }
            writeln!(out)?;
        }
        writeln!(out, "reach {}", self.reach)?;
        for row in &self.table {
            let text: String = row.iter().map(|&is_p| if is_p { '1' } else { '0' }).collect();
            writeln!(out, "row {text}")?;
        }
        Ok(())
    }
}

/// Heaps of a word with two large exponents, larger heap first.
fn largest_two(word: &Word) -> Option<(u32, u32)> {
    let mut parts = word.0.clone();
    parts.sort_by_key(|&(heap, exponent)| std::cmp::Reverse((exponent, heap)));
    let (a, b) = (parts.first()?.0, parts.get(1)?.0);
    Some((a.max(b), a.min(b)))
}

/// Tries to decide all sums of heaps up to the one at which `solution` got stuck. `largest` bounds the number of values.
pub fn decide(rules: &Rules, solution: &Solution, largest: usize, watch: Watch) -> Result<Diagonal, NoDiagonal> {
    let Err(Unresolved::Stuck(Stuck::Diagonal(word))) = &solution.period else { return Err(NoDiagonal::NotDiagonal) };
    let (a, b) = largest_two(word).ok_or(NoDiagonal::NotDiagonal)?;
    let heaps = solution.heaps() + 1;
    let mut plan = Plan::new(solution, heaps, (a, b));
    let mut round = 0;
    loop {
        if plan.cycles.len() > GENERATORS {
            return Err(NoDiagonal::TooManyGenerators(plan.cycles.len()));
        }
        let mut search = plan.search(rules);
        let mut refined = 0;
        // Each round either succeeds or makes one coordinate finer, so the number of values bounds the rounds.
        let doubtful = loop {
            round += 1;
            let pairs = usize::from(search.threshold + search.period) * (2 * usize::from(search.seen) + 1);
            let size = search.classes() * pairs;
            if size > largest {
                return Err(NoDiagonal::TooLarge(search.spell()));
            }
            if watch(Progress { heap: heaps, order: size, closure: 0, failures: round }).is_break() {
                return Err(NoDiagonal::Stopped);
            }
            let Some(blame) = search.check_generators() else { break None };
            refined += 1;
            if refined == PATIENCE
                && let Some(heap) = search.check_words()
            {
                break Some(heap);
            }
            search.refine(blame);
        };
        if let Some(heap) = doubtful {
            plan.correct(heap);
            continue;
        }
        let Some(heap) = search.check_words() else { return search.finish() };
        plan.learn(&search);
        plan.correct(heap);
    }
}

/// Which heaps are generators and what the others are taken for.
struct Plan<'a> {
    solution: &'a Solution,
    heaps: u32,
    pair: (u32, u32),
    cycles: BTreeMap<u32, (u8, u8)>,
    /// Heaps that the finite quotient took for words, wrongly as it turned out.
    promoted: Vec<u32>,
    /// Heaps now taken for one of those, and how many have been tried.
    same: HashMap<u32, (u32, usize)>,
    threshold: u8,
    period: u8,
}

impl<'a> Plan<'a> {
    fn new(solution: &'a Solution, heaps: u32, pair: (u32, u32)) -> Self {
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
    fn add(&mut self, heap: u32) {
        let (index, period) = self.solution.monoid.index_and_period(self.solution.phi[heap as usize]);
        let period = if period % 2 == 0 { period } else { 2 * period };
        self.cycles.insert(heap, (index.min(8) as u8, period.min(8) as u8));
    }

    fn promote(&mut self, heap: u32) {
        self.add(heap);
        self.promoted.push(heap);
    }

    /// Heap `heap` is not what it was taken for: perhaps it is one of the promoted heaps, else it stands for itself.
    fn correct(&mut self, heap: u32) {
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
    fn learn(&mut self, search: &Search) {
        (self.threshold, self.period) = (search.threshold, search.period);
        for (heap, cycle) in search.generators.iter().zip(&search.cycles) {
            self.cycles.insert(*heap, *cycle);
        }
    }

    fn search(&self, rules: &Rules) -> Search {
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

struct Search {
    heaps: u32,
    generators: Vec<u32>,
    cycles: Vec<(u8, u8)>,
    pair: (usize, usize),
    threshold: u8,
    period: u8,
    words: Vec<(u32, Vec<u8>)>,
    /// The options of each generator, as exponents.
    options: Vec<Vec<Exponents>>,
    /// The word and the options of each other heap that has options.
    others: Vec<(u32, Exponents, Vec<Exponents>)>,
    /// Values with `|t|` up to here are looked at.
    seen: u8,
    /// The largest change of `t` in one move.
    change: u8,
    outcomes: HashMap<u128, bool, BuildHasherDefault<Mix>>,
}

impl Search {
    fn new(
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
        }
    }

    fn spell(&self) -> String {
        let cycles: Vec<String> = (self.generators.iter().zip(&self.cycles).enumerate())
            .filter(|&(k, _)| k != self.pair.0 && k != self.pair.1)
            .map(|(_, (heap, (index, period)))| format!("{heap}:{index}+{period}"))
            .collect();
        let (a, b) = (self.generators[self.pair.0], self.generators[self.pair.1]);
        format!("pair {a},{b} from {} by {}, cycles {}", self.threshold, self.period, cycles.join(" "))
    }

    fn in_pair(&self, k: usize) -> bool {
        k == self.pair.0 || k == self.pair.1
    }

    /// How many classes the cycles make together.
    fn classes(&self) -> usize {
        let cycles = self.cycles.iter().enumerate().filter(|&(k, _)| !self.in_pair(k));
        cycles.map(|(_, &(index, period))| usize::from(index + period)).product()
    }

    /// Class number `class`, with the pair at `(m, t)`.
    fn value(&self, mut class: usize, m: u8, t: i32) -> Exponents {
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

    fn normal(&self, mut x: Exponents) -> Exponents {
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
    fn is_p(&mut self, x: Exponents) -> bool {
        let x = self.normal(x);
        let key = u128::from_le_bytes(x);
        if let Some(&known) = self.outcomes.get(&key) {
            return known;
        }
        let is_p = x != [0; GENERATORS] && !(0..self.generators.len()).any(|k| x[k] > 0 && self.wins(x, k));
        self.outcomes.insert(key, is_p);
        is_p
    }

    /// Whether a move in generator `k` of the sum `x` leads to P.
    fn wins(&mut self, mut x: Exponents, k: usize) -> bool {
        x[k] -= 1;
        (0..self.options[k].len()).any(|o| {
            let mut option = x;
            add(&mut option, &self.options[k][o]);
            self.is_p(option)
        })
    }

    /// Whether a move in the coordinate of generator `k` leads from the sum `x` to P; the pair is one coordinate.
    fn wins_coordinate(&mut self, x: Exponents, k: usize) -> bool {
        let both = [self.pair.0, self.pair.1];
        let members: &[usize] = if self.in_pair(k) { &both } else { &[k] };
        members.iter().any(|&k| x[k] > 0 && self.wins(x, k))
    }

    /// The sum `x` made high in the coordinate of generator `k`, if that is open.
    fn high(&self, x: &Exponents, k: usize) -> Option<Exponents> {
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

    /// Checks all values with `|t| <= seen`; returns the coordinate that is to blame most, if any.
    fn check_generators(&mut self) -> Option<usize> {
        let coordinates: Vec<usize> = (0..self.generators.len()).filter(|&k| k != self.pair.1).collect();
        let mut blame = vec![0u32; self.generators.len()];
        for class in 0..self.classes() {
            for m in 0..self.threshold + self.period {
                for t in -i32::from(self.seen)..=i32::from(self.seen) {
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
        let most = coordinates.into_iter().max_by_key(|&k| blame[k])?;
        (blame[most] > 0).then_some(most)
    }

    /// Where to begin with the pair.
    fn coarsest(&mut self, threshold: u8, period: u8) {
        (self.threshold, self.period) = (threshold, period);
        self.seen = (12 + 2 * self.change).max(5 * period);
    }

    /// Makes a coordinate finer: a larger index first, then a longer period.
    fn refine(&mut self, k: usize) {
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
    fn check_words(&mut self) -> Option<u32> {
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
                return Some(heap);
            }
            for class in 0..self.classes() {
                for m in 0..self.threshold + self.period {
                    for t in -i32::from(self.seen)..=i32::from(self.seen) {
                        let z = self.value(class, m, t);
                        let heap_wins = self.any_p(&z, &options);
                        let wrong = if heap_wins { self.any_p(&z, &[word]) } else { self.any_p(&z, &word_options) };
                        if wrong {
                            return Some(heap);
                        }
                    }
                }
            }
        }
        None
    }

    fn any_p(&mut self, z: &Exponents, options: &[Exponents]) -> bool {
        options.iter().any(|option| {
            let mut sum = *z;
            add(&mut sum, option);
            self.is_p(sum)
        })
    }

    /// Finds from where on outcomes are periodic in `t`, and writes the table down.
    fn finish(mut self) -> Result<Diagonal, NoDiagonal> {
        let seen = i32::from(self.seen);
        let period = i32::from(self.period);
        let mut tail = 0;
        let mut infinite = false;
        for class in 0..self.classes() {
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
            let mut row = Vec::new();
            for m in 0..self.threshold + self.period {
                row.extend((-reach..=reach).map(|t| self.is_p(self.value(class, m, t))));
            }
            // With both exponents large and that of the second heap fixed modulo the period: periodic in t on both sides,
            // hence everywhere or nowhere finite.
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
