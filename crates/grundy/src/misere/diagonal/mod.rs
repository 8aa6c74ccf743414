//! Outcomes of all sums of finitely many heaps whose quotient is infinite along a diagonal.
//!
//! Two heaps `a`, `b` whose exponents in failure words grow side by side are told apart by the difference of the
//! exponents for ever, so no finite monoid will do. Here a sum of heaps has a value in `K × N^2 / ~`: for each
//! generator except `a` and `b` the exponent in a cyclic monoid `g^(i+p) = g^i`; and the pair `(x, y)` of exponents of
//! `a` and `b`, with `(x + q, y + q) ~ (x, y)` when `x, y >= D`. A normal pair is `(m, t)` with `m = min(x, y) < D + q`
//! and `t = x - y`, any integer. Other heaps are taken for sums `u` of smaller generators. An outcome is claimed for
//! each value: a table for `|t| <= T`, periodic in `t` beyond.
//!
//! *When is the claim right?* Call a coordinate of a value *open* when its class stands for smallest exponents and for
//! larger ones too: a cycle at `g^i`, the pair at `m >= D`. A sum with this value is *low* or *high* there. Its moves
//! in a generator `g` have values that depend on the value of the sum and on low or high in the coordinate of `g`
//! alone. Let `low(c)` and `high(c)` say whether a move in coordinate `c` leads to P (they are the same where the
//! coordinate is not open). Then every sum of generators has the outcome claimed for its value iff
//!
//! * a value in P has `low(c)` and `high(c)` false for all `c`, so that no move leads to P, and is not the empty sum's;
//! * a value not in P has some `c` with both true, so that however low and high are chosen there is a move to P. The
//!   value of the empty sum needs instead `high(c)` for each open coordinate, as only the empty sum itself may lack a
//!   move.
//!
//! A heap `h` taken for `u` is right iff for each value `z`: (a) if a move in `u` leads from `z + u` to P then one in
//! `h` leads from `z + h` to P; (b) if `z + u` is in P then no move in `h` leads to P; and, when `u` is empty, (c) some
//! option of `h` is in P. By induction along colex, with `z + u` below `z + h`.
//!
//! All this is periodic in `t` beyond `T`, so values with `|t| <= T + C` decide, `C` being the largest change of `t` in
//! a move. Nothing is searched that is not then checked in this way; the search only looks for indices, periods and
//! `D`.

mod plan;
mod search;

use super::monoid::Word;
use super::pace::Pace;
use super::partial::Stuck;
use super::solve::{Solution, Unresolved};
use crate::game::Game;
use crate::watch::{Stopped, Watch};
use plan::Plan;
use search::GENERATORS;
use std::io::{self, Write};

/// The number of rounds without success after which a heap that is not what it is taken for is the likelier cause.
const PATIENCE: u32 = 5;

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
    /// A watch asked to stop.
    Stopped,
}

impl From<Stopped> for NoDiagonal {
    fn from(_: Stopped) -> Self {
        NoDiagonal::Stopped
    }
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

/// Tries to decide all sums of heaps up to the one at which `solution` got stuck. `largest` bounds the number of
/// values.
pub fn decide(game: &Game, solution: &Solution, largest: usize, watch: &mut dyn Watch) -> Result<Diagonal, NoDiagonal> {
    let rules = game.rules();
    let pace = &mut Pace::new(watch, "rounds");
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
            pace.stands("rounds", round);
            let Some(blame) = search.check_generators(pace)? else { break None };
            refined += 1;
            if refined == PATIENCE
                && let Some(heap) = search.check_words(pace)?
            {
                break Some(heap);
            }
            search.refine(blame);
        };
        if let Some(heap) = doubtful {
            plan.correct(heap);
            continue;
        }
        let Some(heap) = search.check_words(pace)? else { return search.finish(pace) };
        plan.learn(&search);
        plan.correct(heap);
    }
}
