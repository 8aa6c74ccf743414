//! Kind `misere-outcomes`: the outcome of every sum of the heaps up to some size, where the quotient may be infinite.
//!
//! Each heap is a *generator* or is taken for a sum of smaller generators. A sum of generators has a *value*: for each
//! `cycle H I P` the exponent of heap H in the cyclic monoid `g^(I+P) = g^I`, and for `pair A B D Q` the exponents `(x,
//! y)` of heaps A and B, where `(x + Q, y + Q)` counts as `(x, y)` when both are at least D; written as `m = min(x,
//! y)`, below `D + Q`, and `t = x - y`, any integer. The rows say which values are P-positions for `|t| <= reach`;
//! beyond, the last Q columns on either side repeat.
//!
//! A coordinate of a value is *open* when its class holds more than one exponent (a cycle at its index, the pair with
//! `m >= D`); a sum is *low* there when it has the least one, else *high*. The values of the moves in a coordinate
//! depend on the value of the sum and on low or high there, on nothing else. So the rows are right for all sums of
//! generators iff
//!
//! 1. *P-check*: no value of P has a move to P, low or high;
//! 2. *N-check*: each other value has a coordinate with a move to P whether low or high. The value of the empty sum,
//!    which is not in P, needs a move to P in each open coordinate when high there.
//!
//! and a heap is rightly taken for the sum `u` iff
//!
//! 3. *word*: for each value `z`, if a move in `u` leads from `z + u` to P then a move in the heap leads from `z` and
//!    the heap to P; if `z + u` is in P then none does; and if `u` is empty and the heap has options, one of them is in
//!    P.
//!
//! With `C` the largest change of `t` in any of these, everything repeats beyond `|t| = reach + C`.
//!
//! 4. *Infinite*, if found: were the quotient finite, some powers `A^i = A^(i+s)` with `s` a multiple of `Q` would be
//!    equal, and outcomes along `t`, with both exponents large and `y` fixed modulo Q, would have the period `s`
//!    everywhere, hence Q as they do far out. One place where they have not is enough.

use crate::code::Game;
use crate::limits::{Budget, Meter};
use crate::reader::{Certificate, Refusal, number, numbers, require, unreadable};
use crate::verdict::Statement;
use std::collections::BTreeSet;

/// The name of this kind.
pub const KIND: &str = "misere-outcomes";

const LARGEST_TABLE: usize = 1 << 28;

/// Bytes of a sum in a list, without its exponents.
const SUM: u128 = 64;

/// Exponents of the generators: those of the cycles in the order of the file, then A and B.
type Sum = Vec<u32>;

struct Claim {
    /// `(index, period)`.
    cycles: Vec<(u32, u32)>,
    threshold: u32,
    period: u32,
    reach: i64,
    rows: Vec<Vec<bool>>,
    /// The options of each generator, as sums of generators.
    options: Vec<Vec<Sum>>,
}

/// A heap that is not a generator: what it is taken for, and its options.
struct Other {
    heap: usize,
    word: Sum,
    options: Vec<Sum>,
}

/// Checks a certificate and says what it proves.
pub fn check(certificate: &Certificate, budget: &Budget) -> Result<Statement, Refusal> {
    certificate.only(&["game", "heaps", "pair", "cycle", "word", "reach", "row"])?;
    let name = certificate.one("game")?;
    let game = Game::read(name)?;
    let heaps: usize = certificate.number("heaps")?;
    if heaps == 0 || heaps > 100_000 {
        return unreadable("line \"heaps\" must be a number from 1 to 100000");
    }
    let (claim, others) = read(certificate, &game, heaps, budget)?;
    let change = largest_change(&claim, &others);
    let end = claim.reach + change;
    generators(&claim, end, budget)?;
    for other in &others {
        word(&claim, other, end, budget)?;
    }
    let infinite = is_infinite(&claim);
    let values = claim.rows.len() * claim.rows[0].len();
    Ok(Statement::MisereOutcomes { game: name.to_owned(), heaps, values, infinite })
}

fn read(certificate: &Certificate, game: &Game, heaps: usize, budget: &Budget) -> Result<(Claim, Vec<Other>), Refusal> {
    let mut generators: Vec<usize> = Vec::new();
    let mut cycles = Vec::new();
    for line in certificate.all("cycle") {
        let &[heap, index, period] = &numbers::<u32>("cycle", line)?[..] else {
            return unreadable("line \"cycle\" must be \"cycle HEAP INDEX PERIOD\"");
        };
        require(period > 0 && period < 1000 && index < 1000, || "a cycle is empty or too long".to_owned())?;
        generators.push(heap as usize);
        cycles.push((index, period));
    }
    let &[a, b, threshold, period] = &certificate.numbers::<u32>("pair")?[..] else {
        return unreadable("line \"pair\" must be \"pair A B THRESHOLD PERIOD\"");
    };
    generators.extend([a as usize, b as usize]);
    require(period > 0 && period < 1000 && threshold < 1000, || {
        "the pair has no period, or too long a one".to_owned()
    })?;
    let reach: i64 = certificate.number("reach")?;
    require(i64::from(period) <= reach && reach < 10_000, || "the table does not reach over one period".to_owned())?;

    // The value of each heap.
    budget.memory::<u8>((heaps as u128 + 1) * (SUM + 4 * generators.len() as u128), "heaps")?;
    let zero: Sum = vec![0; generators.len()];
    let mut values: Vec<Option<Sum>> = vec![None; heaps + 1];
    let mut words = Vec::new();
    for (k, &heap) in generators.iter().enumerate() {
        require(1 <= heap && heap <= heaps && values[heap].is_none(), || {
            format!("heap {heap} is a generator twice, or none")
        })?;
        let mut value = zero.clone();
        value[k] = 1;
        values[heap] = Some(value);
    }
    for line in certificate.all("word") {
        let (heap, parts) = line.split_once(' ').unwrap_or((line, ""));
        let heap: usize = number("word", heap)?;
        require(1 <= heap && heap <= heaps && values[heap].is_none(), || {
            format!("heap {heap} has two meanings, or is none")
        })?;
        let mut value = zero.clone();
        for part in numbers::<usize>("word", parts)? {
            let place = generators.iter().position(|&g| g == part);
            let place = place.filter(|_| part < heap).ok_or_else(|| {
                Refusal::Fails(format!("heap {heap} is taken for a sum with {part}, which is no smaller generator"))
            })?;
            value[place] += 1;
        }
        values[heap] = Some(value);
        words.push(heap);
    }
    let meaning = |heap: usize| {
        values[heap].clone().ok_or_else(|| Refusal::Fails(format!("heap {heap} is neither a generator nor a word")))
    };
    for heap in 1..=heaps {
        meaning(heap)?;
    }
    let mut meter = Meter::new(budget);
    let mut options = |heap: usize| {
        let mut options: BTreeSet<Sum> = BTreeSet::new();
        game.each_option(heap, &mut |parts| {
            let mut sum = zero.clone();
            for value in parts.iter().filter_map(|&part| values[part].as_ref()) {
                add(&mut sum, value);
            }
            meter.look((1 + sum.len()) as u64)?;
            let bytes = SUM + 4 * sum.len() as u128;
            if options.insert(sum) { budget.memory::<u8>(bytes, "options") } else { Ok(()) }
        })?;
        Ok::<Vec<Sum>, Refusal>(options.into_iter().collect())
    };
    let generator_options = generators.iter().map(|&heap| options(heap)).collect::<Result<Vec<Vec<Sum>>, Refusal>>()?;
    for (heap, options) in generators.iter().zip(&generator_options) {
        require(!options.is_empty(), || format!("generator {heap} has no options"))?;
    }
    let mut others = Vec::new();
    for heap in words {
        let (word, options) = (meaning(heap)?, options(heap)?);
        if options.is_empty() {
            require(word == zero, || format!("word: heap {heap} has no options, so it is the empty sum"))?;
        } else {
            others.push(Other { heap, word, options });
        }
    }
    let classes = cycles.iter().try_fold(1usize, |all, &(index, period)| all.checked_mul((index + period) as usize));
    let columns = (threshold + period) as usize * (2 * reach as usize + 1);
    let size = classes.and_then(|classes| classes.checked_mul(columns)).filter(|&size| size <= LARGEST_TABLE);
    let (Some(classes), Some(_)) = (classes, size) else { return unreadable("the table is too large") };
    let mut rows = Vec::new();
    for line in certificate.all("row") {
        if !line.bytes().all(|b| b == b'0' || b == b'1') {
            return unreadable("a row holds only 0 (N) and 1 (P)");
        }
        require(line.len() == columns, || format!("row {} has not {columns} places", rows.len()))?;
        budget.memory::<bool>(line.len() as u128, "rows")?;
        rows.push(line.bytes().map(|b| b == b'1').collect());
    }
    require(rows.len() == classes, || format!("there are {} rows, not {classes}", rows.len()))?;
    Ok((Claim { cycles, threshold, period, reach, rows, options: generator_options }, others))
}

fn add(sum: &mut [u32], more: &[u32]) {
    for (x, y) in sum.iter_mut().zip(more) {
        *x += y;
    }
}

impl Claim {
    /// The number of coordinates; the pair is the last one.
    fn coordinates(&self) -> usize {
        self.cycles.len() + 1
    }

    /// Whether the value of a sum is in P.
    fn is_p(&self, sum: &[u32]) -> bool {
        let (mut class, mut place) = (0, 1);
        for (&exponent, &(index, period)) in sum.iter().zip(&self.cycles) {
            let reduced = if exponent < index { exponent } else { index + (exponent - index) % period };
            class += place * reduced as usize;
            place *= (index + period) as usize;
        }
        let (x, y) = (sum[self.cycles.len()], sum[self.cycles.len() + 1]);
        let least = x.min(y);
        let m = if least < self.threshold { least } else { self.threshold + (least - self.threshold) % self.period };
        let period = i64::from(self.period);
        let mut t = i64::from(x) - i64::from(y);
        if t > self.reach {
            t -= (t - self.reach + period - 1) / period * period;
        } else if t < -self.reach {
            t += (-self.reach - t + period - 1) / period * period;
        }
        self.rows[class][m as usize * (2 * self.reach as usize + 1) + (t + self.reach) as usize]
    }

    /// Whether a move in this coordinate of the sum leads to P.
    fn wins(&self, sum: &[u32], coordinate: usize) -> bool {
        let last = if coordinate == self.cycles.len() { coordinate + 1 } else { coordinate };
        (coordinate..=last)
            .any(|g| sum[g] > 0 && self.options[g].iter().any(|option| self.is_p(&replace(sum, g, option))))
    }

    /// The sum made high in this coordinate, if it is open.
    fn high(&self, sum: &[u32], coordinate: usize) -> Option<Sum> {
        let mut high = sum.to_vec();
        if let Some(&(index, period)) = self.cycles.get(coordinate) {
            high[coordinate] += period;
            return (sum[coordinate] == index).then_some(high);
        }
        high[coordinate] += self.period;
        high[coordinate + 1] += self.period;
        (sum[coordinate].min(sum[coordinate + 1]) >= self.threshold).then_some(high)
    }

    /// Calls `visit` with the low sum of each value with `|t| <= end`.
    fn each_value(&self, end: i64, mut visit: impl FnMut(&[u32]) -> Result<(), Refusal>) -> Result<(), Refusal> {
        for class in 0..self.rows.len() {
            let mut sum = Vec::new();
            let mut rest = class;
            for &(index, period) in &self.cycles {
                sum.push((rest % (index + period) as usize) as u32);
                rest /= (index + period) as usize;
            }
            let pair = sum.len();
            sum.extend([0, 0]);
            for m in 0..self.threshold + self.period {
                for t in -end..=end {
                    sum[pair] = m + t.max(0) as u32;
                    sum[pair + 1] = m + (-t).max(0) as u32;
                    visit(&sum)?;
                }
            }
        }
        Ok(())
    }
}

/// The sum with one generator `g` replaced by an option of it.
fn replace(sum: &[u32], g: usize, option: &[u32]) -> Sum {
    let mut next = sum.to_vec();
    next[g] -= 1;
    add(&mut next, option);
    next
}

/// The largest change of `t` that the checks below look at.
fn largest_change(claim: &Claim, others: &[Other]) -> i64 {
    let pair = claim.cycles.len();
    let t = |sum: &[u32]| i64::from(sum[pair]) - i64::from(sum[pair + 1]);
    let unit = |g: usize| i64::from(g == pair) - i64::from(g == pair + 1);
    let mut largest = 1;
    for (g, options) in claim.options.iter().enumerate() {
        largest = options.iter().map(|option| (t(option) - unit(g)).abs()).fold(largest, i64::max);
    }
    let moves = largest;
    for other in others {
        let options = other.options.iter().map(|option| t(option).abs());
        largest = options.fold(largest, i64::max).max(t(&other.word).abs() + moves);
    }
    largest
}

/// The P-check and the N-check.
fn generators(claim: &Claim, end: i64, budget: &Budget) -> Result<(), Refusal> {
    let mut meter = Meter::new(budget);
    let looked =
        claim.options.iter().map(|options| 1 + 2 * options.len() as u64).sum::<u64>() * (1 + claim.cycles.len() as u64);
    claim.each_value(end, |sum| {
        meter.look(looked)?;
        let is_empty = sum.iter().all(|&exponent| exponent == 0);
        let is_p = claim.is_p(sum);
        require(!(is_empty && is_p), || "P-check: the empty sum is in P, but who cannot move wins".to_owned())?;
        let mut settled = is_p || is_empty;
        for coordinate in 0..claim.coordinates() {
            let low = claim.wins(sum, coordinate);
            let high = claim.high(sum, coordinate).map(|high| claim.wins(&high, coordinate));
            require(!is_p || !low && high != Some(true), || {
                format!("P-check: a move leads from P to P, at exponents {sum:?}")
            })?;
            require(!is_empty || high != Some(false), || {
                "N-check: a sum with the value of the empty one is stuck".to_owned()
            })?;
            settled |= low && high.unwrap_or(low);
        }
        require(settled, || format!("N-check: a sum not in P may have no move to P, at exponents {sum:?}"))
    })
}

/// Whether a heap is what it is taken for.
fn word(claim: &Claim, other: &Other, end: i64, budget: &Budget) -> Result<(), Refusal> {
    let heap = other.heap;
    if other.word.iter().all(|&exponent| exponent == 0) {
        let wins = other.options.iter().any(|option| claim.is_p(option));
        require(wins, || format!("word: heap {heap} is taken for the empty sum, but has no option in P"))?;
    }
    let mut word_options: Vec<Sum> = Vec::new();
    for (g, options) in claim.options.iter().enumerate().filter(|&(g, _)| other.word[g] > 0) {
        word_options.extend(options.iter().map(|option| replace(&other.word, g, option)));
    }
    let mut meter = Meter::new(budget);
    let looked = (1 + other.options.len() + word_options.len()) as u64 * (1 + claim.cycles.len() as u64);
    claim.each_value(end, |z| {
        meter.look(looked)?;
        let plus = |sum: &Sum| {
            let mut total = z.to_vec();
            add(&mut total, sum);
            claim.is_p(&total)
        };
        let heap_wins = other.options.iter().any(plus);
        let agrees = if heap_wins { !plus(&other.word) } else { !word_options.iter().any(plus) };
        require(agrees, || format!("word: heap {heap} is not the sum it is taken for, at exponents {z:?}"))
    })
}

/// Whether outcomes along `t` lack the period somewhere, with both exponents of the pair large.
fn is_infinite(claim: &Claim) -> bool {
    let pair = claim.cycles.len();
    let period = i64::from(claim.period);
    let end = claim.reach + period;
    let mut found = false;
    let _ = claim.each_value(0, |sum| {
        let mut sum = sum.to_vec();
        let large = claim.threshold + sum[pair + 1] + 2 * end as u32 * claim.period;
        let mut at = |t: i64| {
            sum[pair] = (i64::from(large) + t) as u32;
            sum[pair + 1] = large;
            claim.is_p(&sum)
        };
        found |= (-end..=end - period).any(|t| at(t) != at(t + period));
        Ok(())
    });
    found
}
