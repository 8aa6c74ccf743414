//! Games that turn consecutive coins: prefix nim-sums.
//!
//! With `C(k) = g(1) ⊕ … ⊕ g(k)` the run from `j+1` to `r` is worth `C(r) ⊕ C(j)`, so
//! `g(r) = mex { C(r-1) ⊕ C(r-l) : l a length, l ≤ r }` and only the `C` need to be kept (Pearson, 5.2).
//!
//! - Sparse lengths (squares, triangular numbers, lists): look at every length, `n^1.5` steps for squares.
//! - Progressions (all lengths, multiples of k, at most t): the options come from a set of `C(j)` that gains one member
//!   (and loses one) as `r` moves on, one set for each residue. A binary trie with the number of members below each
//!   node finds `mex (c ⊕ set)` by walking down, away from full subtrees: `log n` steps for each `r`.

use super::error::CoinError;
use super::lengths::Lengths;
use super::tally::Tally;
use super::values::BEAT;
use crate::watch::{Progress, Stopped, Watch};

/// `C(0), …, C(n)`.
pub fn prefix_sums(lengths: &Lengths, n: usize, watch: &mut dyn Watch) -> Result<Vec<u32>, CoinError> {
    match *lengths {
        Lengths::Progression { first, step, last } => progression(first, step, last, n, watch),
        _ => sparse(lengths, n, watch),
    }
}

fn sparse(lengths: &Lengths, n: usize, watch: &mut dyn Watch) -> Result<Vec<u32>, CoinError> {
    let lengths: Vec<usize> = lengths.up_to(n).collect();
    let mut usable = 0;
    let mut sums = Vec::with_capacity(n + 1);
    sums.push(0u32);
    // seen[v] == r: the value v is an option at r. Its length is a power of two above every C.
    let mut seen = vec![0u32; 64];
    for right in 1..=n {
        pulse(watch, right, n)?;
        while usable < lengths.len() && lengths[usable] <= right {
            usable += 1;
        }
        let before = sums[right - 1];
        let mask = seen.len() - 1;
        for &length in &lengths[..usable] {
            seen[(before ^ sums[right - length]) as usize & mask] = right as u32;
        }
        let value = seen.iter().position(|&s| s != right as u32).unwrap_or(seen.len()) as u32;
        let sum = before ^ value;
        while sum as usize >= seen.len() {
            seen.resize(2 * seen.len(), 0);
        }
        sums.push(sum);
    }
    Ok(sums)
}

fn progression(
    first: usize,
    step: usize,
    last: Option<usize>,
    n: usize,
    watch: &mut dyn Watch,
) -> Result<Vec<u32>, CoinError> {
    // The largest length that occurs, if any.
    let last = last.map(|last| last - (last - first) % step);
    let mut sets: Vec<Trie> = (0..step.min(n + 1)).map(|_| Trie::new()).collect();
    let mut sums = Vec::with_capacity(n + 1);
    sums.push(0u32);
    for right in 1..=n {
        pulse(watch, right, n)?;
        let before = sums[right - 1];
        let value = match right.checked_sub(first) {
            None => 0,
            Some(nearest) => {
                let set = &mut sets[nearest % step];
                set.insert(sums[nearest]);
                if let Some(gone) = last.and_then(|last| right.checked_sub(last + step)) {
                    set.remove(sums[gone]);
                }
                set.mex_xor(before)
            }
        };
        sums.push(before ^ value);
    }
    Ok(sums)
}

fn pulse(watch: &mut dyn Watch, done: usize, total: usize) -> Result<(), Stopped> {
    if done.is_multiple_of(BEAT) { watch.at(Progress::new("values", done as u64, total as u64)) } else { Ok(()) }
}

/// A set with repetition of numbers below `2^bits`, as a full binary tree: node `i` has children `2i`, `2i+1` and knows
/// how many different numbers lie below it.
struct Trie {
    bits: u32,
    different: Vec<u32>,
    copies: Vec<u32>,
}

impl Trie {
    fn new() -> Self {
        Trie { bits: 0, different: vec![0; 2], copies: vec![0] }
    }

    fn insert(&mut self, value: u32) {
        while value >> self.bits != 0 {
            self.double();
        }
        self.copies[value as usize] += 1;
        if self.copies[value as usize] == 1 {
            self.update(value, u32::wrapping_add);
        }
    }

    fn remove(&mut self, value: u32) {
        self.copies[value as usize] -= 1;
        if self.copies[value as usize] == 0 {
            self.update(value, u32::wrapping_sub);
        }
    }

    fn update(&mut self, value: u32, change: fn(u32, u32) -> u32) {
        let mut node = (1usize << self.bits) + value as usize;
        while node > 0 {
            self.different[node] = change(self.different[node], 1);
            node /= 2;
        }
    }

    fn double(&mut self) {
        self.bits += 1;
        let size = 1usize << self.bits;
        self.copies.resize(size, 0);
        self.different = vec![0; 2 * size];
        for (value, &copies) in self.copies.iter().enumerate() {
            self.different[size + value] = u32::from(copies > 0);
        }
        for node in (1..size).rev() {
            self.different[node] = self.different[2 * node] + self.different[2 * node + 1];
        }
    }

    /// The least `x` with `c ⊕ x` not in the set.
    fn mex_xor(&mut self, c: u32) -> u32 {
        while c >> self.bits != 0 {
            self.double();
        }
        if self.different[1] == 1 << self.bits {
            return 1 << self.bits;
        }
        let (mut node, mut x) = (1usize, 0);
        for bit in (0..self.bits).rev() {
            let near = 2 * node + (c >> bit & 1) as usize;
            if self.different[near] == 1 << bit {
                x |= 1 << bit;
                node = near ^ 1;
            } else {
                node = near;
            }
        }
        x
    }
}

/// How often each value `C(r) ⊕ C(r-l)` occurs. There are fewer than `n^2` runs, so that 64 bits hold every number on
/// the way for rows up to `2^31`; one counter for each value is all that is kept.
///
/// For all lengths `k, 2k, 3k, …` these are all pairs within one residue class, an exclusive-or convolution of the
/// class with itself: Walsh-Hadamard transform, square, transform back. Other sets are counted one length after the
/// other.
pub fn tally(lengths: &Lengths, values: &[u64], watch: &mut dyn Watch) -> Result<Tally, CoinError> {
    let n = values.len();
    let mut sums = Vec::with_capacity(n + 1);
    sums.push(0u32);
    for &value in values {
        sums.push(sums[sums.len() - 1] ^ value as u32);
    }
    let size = (sums.iter().max().copied().unwrap_or(0) as usize + 1).next_power_of_two();
    let counts = match *lengths {
        Lengths::Progression { first, step, last } if first % step == 0 && last.is_none_or(|last| last >= n) => {
            let mut counts = all_pairs(&sums, step, size, watch)?;
            for short in (step..first).step_by(step).take_while(|&short| short <= n) {
                watch.at(Progress::open("lengths", short as u64))?;
                for (right, left) in sums[short..].iter().zip(&sums) {
                    counts[(right ^ left) as usize] -= 1;
                }
            }
            counts
        }
        _ => length_by_length(lengths, &sums, size, watch)?,
    };
    Ok(Tally::Dense(counts))
}

fn length_by_length(
    lengths: &Lengths,
    sums: &[u32],
    size: usize,
    watch: &mut dyn Watch,
) -> Result<Vec<u64>, CoinError> {
    let n = sums.len() - 1;
    // Four counters in turn: neighbours often have equal values, and one counter would wait for itself.
    let mut counts = vec![[0u64; 4]; size];
    let lengths: Vec<usize> = lengths.up_to(n).collect();
    for (done, &length) in lengths.iter().enumerate() {
        // A million coins take a few milliseconds.
        for (left, right) in sums.chunks(1 << 20).zip(sums[length..].chunks(1 << 20)) {
            watch.at(Progress::new("lengths", done as u64, lengths.len() as u64))?;
            for (i, (right, left)) in right.iter().zip(left).enumerate() {
                counts[(right ^ left) as usize & (size - 1)][i % 4] += 1;
            }
        }
    }
    Ok(counts.into_iter().map(|c| c.iter().sum()).collect())
}

/// The number of pairs `i < j`, `i ≡ j (mod step)`, with each value of `C(i) ⊕ C(j)`.
fn all_pairs(sums: &[u32], step: usize, size: usize, watch: &mut dyn Watch) -> Result<Vec<u64>, CoinError> {
    let mut squares: Vec<i64> = Vec::new();
    for residue in 0..step.min(sums.len()) {
        watch.at(Progress::new("classes", residue as u64, step as u64))?;
        let mut class = vec![0i64; size];
        for &sum in sums[residue..].iter().step_by(step) {
            class[sum as usize] += 1;
        }
        walsh_hadamard(&mut class, false, watch)?;
        for c in &mut class {
            *c *= *c;
        }
        if squares.is_empty() {
            squares = class;
        } else {
            squares.iter_mut().zip(&class).for_each(|(square, c)| *square += c);
        }
    }
    // The transform is linear: back once for all classes together.
    walsh_hadamard(&mut squares, true, watch)?;
    squares[0] -= sums.len() as i64;
    Ok(squares.into_iter().map(|count| count as u64 / 2).collect())
}

/// The Walsh-Hadamard transform, or its inverse: then each step halves. What is halved is the transform of whole
/// numbers over the bits that are left, so nothing is lost, and no number on the way is larger than the sum of all
/// numbers.
fn walsh_hadamard(data: &mut [i64], inverse: bool, watch: &mut dyn Watch) -> Result<(), Stopped> {
    // Elements between two questions: a few milliseconds.
    const CHUNK: usize = 1 << 20;
    let shift = u32::from(inverse);
    let levels = u64::from(data.len().ilog2());
    let mut half = 1;
    let mut since = 0;
    while half < data.len() {
        for block in data.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (low, high) in low.chunks_mut(CHUNK).zip(high.chunks_mut(CHUNK)) {
                since += low.len();
                if since >= CHUNK {
                    since = 0;
                    watch.at(Progress::new("levels of a transform", u64::from(half.ilog2()), levels))?;
                }
                for (a, b) in low.iter_mut().zip(high) {
                    (*a, *b) = ((*a + *b) >> shift, (*a - *b) >> shift);
                }
            }
        }
        half *= 2;
    }
    Ok(())
}
