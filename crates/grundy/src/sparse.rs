//! Sparse spaces: why most options of a large heap need not be looked at.
//!
//! Take a mask `m` and `pi` in {0, 1}, and give heap `n` the class
//!
//! ```text
//! class(n) = parity(m & G(n)) xor (pi & n)        (its last bit)
//! ```
//!
//! For an option `(a, b)` of `n` that removes `i = n - a - b` beans, the class that the value `G(a) xor G(b)` would
//! have as a value of `n` is `class(a) xor class(b) xor (pi & i)`: parity is linear in xor, and `a + b + n` has the
//! parity of `i`. Call `n` *common* when `class(n) = kappa`, else *rare*. Two commons never exclude a common value of `n`
//! provided
//!
//! ```text
//! pi & i = 1 xor kappa   (last bit)   for every break i  (bit 2 of digit i)
//! ```
//!
//! and then a split excludes a common value exactly when one part is rare and the other is not. With `pi = 0` this
//! forces `kappa = 1`; with `pi = 1` all breaks must have one parity `q`, and `kappa = 1 xor q`. When few heaps are rare,
//! the smallest common value that no option excludes costs only as many steps as there are rares: see
//! [`Kind::Rare`](crate::engine::Kind::Rare).

use crate::rules::{Class, Rules};
use crate::watch::{Progress, Stopped, Watch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering::{Equal, Less};

/// A mask with heap parity: the classes of heaps and of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Space {
    /// The bits of a value that count.
    pub mask: u16,
    /// 1 when the parity of the heap counts too.
    pub parity: u8,
    /// The class of the common heaps.
    pub kappa: u8,
}

impl Space {
    /// The class of value `v` at heap `n`.
    #[inline(always)]
    pub fn class(self, n: u64, v: u16) -> u8 {
        ((self.mask & v).count_ones() as u8 & 1) ^ (self.parity & n as u8 & 1)
    }

    /// Whether value `v` is common at heap `n`.
    #[inline(always)]
    pub fn is_common(self, n: u64, v: u16) -> bool {
        self.class(n, v) == self.kappa
    }

    /// The rare heaps among `values = G(0), G(1), …`.
    pub fn rares(self, values: &[u16]) -> impl Iterator<Item = u64> {
        (0..).zip(values).filter(move |&(n, &v)| !self.is_common(n, v)).map(|(n, _)| n)
    }
}

/// The removals after which a heap may be split in two.
pub fn breaks(rules: &Rules) -> Vec<u64> {
    rules.moves().iter().filter(|(_, d)| d & 4 != 0).map(|&(i, _)| i).collect()
}

/// The pairs `(parity, kappa)` that these rules admit. None when no move splits a heap, or one leaves three.
pub fn admissible(rules: &Rules) -> Vec<(u8, u8)> {
    if rules.class() != Class::Octal || !rules.is_finite() {
        return Vec::new();
    }
    let breaks = breaks(rules);
    let mut pairs = vec![(0, 1)];
    for q in [0, 1] {
        if breaks.iter().all(|i| i & 1 == u64::from(q)) {
            pairs.push((1, 1 ^ q));
        }
    }
    pairs
}

/// The admissible space with the fewest rares among the last three quarters of `values`, or none when every space
/// leaves more than a quarter of them rare.
///
/// For each admissible `(pi, kappa)` the Walsh–Hadamard transform of the signed histogram
/// `h[v] = sum of (-1)^(pi n) over n with G(n) = v` is, at `m`, the number of heaps of class 0 less those of class 1: one
/// transform scores every mask. The early quarter is left out at first because a high bit that has only just
/// appeared says little; it decides between equals, and after it the larger mask: bits that never mattered count as set.
pub fn find(rules: &Rules, values: &[u16]) -> Option<Space> {
    let bits = u16::BITS - values.iter().fold(0, |all, v| all | v).leading_zeros();
    let (early, late) = values.split_at(values.len() / 4);
    let mut best: Option<((u64, u64), Space)> = None;
    let (early_counts, late_counts) = (histograms(early, 0, bits), histograms(late, early.len(), bits));
    for (parity, kappa) in admissible(rules) {
        let late_rares = rares_by_mask(&late_counts, late.len(), parity, kappa);
        let early_rares = rares_by_mask(&early_counts, early.len(), parity, kappa);
        for (mask, rares) in late_rares.into_iter().zip(early_rares).enumerate() {
            if best.is_none_or(|(least, _)| rares <= least) {
                best = Some((rares, Space { mask: mask as u16, parity, kappa }));
            }
        }
    }
    best.filter(|&((rares, _), _)| !late.is_empty() && rares * 4 <= late.len() as u64).map(|(_, space)| space)
}

/// How often each value of `bits` bits occurs among those of heaps `from, from + 1, …`, of even heaps and of odd ones.
pub(crate) fn histograms(values: &[u16], from: usize, bits: u32) -> [Vec<i64>; 2] {
    let mut counts = [0, 1].map(|_| vec![0; 1 << bits]);
    for (n, &v) in (from..).zip(values) {
        counts[n & 1][v as usize] += 1;
    }
    counts
}

/// For every mask, how many of these `length` values are rare.
fn rares_by_mask([even, odd]: &[Vec<i64>; 2], length: usize, parity: u8, kappa: u8) -> Vec<u64> {
    let signed = |(even, odd)| if parity == 0 { even + odd } else { even - odd };
    let mut balance: Vec<i64> = even.iter().zip(odd).map(signed).collect();
    walsh_hadamard(&mut balance);
    let sign = if kappa == 0 { -1 } else { 1 };
    balance.into_iter().map(|balance| i64::midpoint(length as i64, sign * balance) as u64).collect()
}

/// The transform `t[m] = sum over v of (-1)^popcount(m & v) h[v]`, in place; the length is a power of two.
pub(crate) fn walsh_hadamard(h: &mut [i64]) {
    let mut half = 1;
    while half < h.len() {
        for pair in h.chunks_exact_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            for (x, y) in low.iter_mut().zip(high) {
                (*x, *y) = (*x + *y, *x - *y);
            }
        }
        half *= 2;
    }
}

/// What a sparse space does for a game.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Statistics {
    /// The mask, in hexadecimal.
    pub mask: String,
    /// The places of the bits of the mask, from 0.
    pub bits: Vec<u8>,
    /// Whether heap parity joins the mask.
    pub parity: u8,
    /// The class of the commons.
    pub kappa: u8,
    /// How many heaps are rare.
    pub rares: u64,
    /// The last of them.
    pub last_rare: Option<u64>,
    /// The largest, over all heaps, of the least D such that options with a part of at most D exclude all leftovers.
    pub depth: u64,
    /// How many options one looks at, on average, until all leftovers are excluded.
    pub average_leftovers: f64,
}

/// Measures `space` on `values = G(0), G(1), …`. `watch` is told how far it came, and may stop it.
///
/// For each common heap, the leftovers are the smaller values of the other class. Those that no one-heap option
/// excludes are looked for among the splits, in order of the smaller part and for all breaks alternately.
pub fn measure(rules: &Rules, values: &[u16], space: Space, watch: &mut dyn Watch) -> Result<Statistics, Stopped> {
    let breaks = breaks(rules);
    let mut covered = vec![u64::MAX; 1 << 16];
    let (mut depth, mut splits, mut commons) = (0, 0u64, 0u64);
    for (n, &value) in (0u64..).zip(values) {
        if n.trailing_zeros() >= 8 {
            watch.at(Progress::new("leftovers", n, values.len() as u64))?;
        }
        if !space.is_common(n, value) {
            continue;
        }
        commons += 1;
        for &(removed, digit) in rules.moves() {
            match removed.cmp(&n) {
                Less if digit & 2 != 0 => covered[values[(n - removed) as usize] as usize] = n,
                Equal if digit & 1 != 0 => covered[0] = n,
                _ => {}
            }
        }
        let mut left = (0..value).filter(|&v| !space.is_common(n, v) && covered[v as usize] != n).count();
        let mut a = 0;
        while left > 0 {
            a += 1;
            for &i in &breaks {
                let Some(b) = n.checked_sub(i + a).filter(|&b| b >= a) else { break };
                splits += 1;
                let v = values[a as usize] ^ values[b as usize];
                if v < value && !space.is_common(n, v) && covered[v as usize] != n && rules.ban().allows(a, b) {
                    covered[v as usize] = n;
                    left -= 1;
                    if left == 0 {
                        break;
                    }
                }
            }
        }
        depth = depth.max(a);
    }
    let rares: Vec<u64> = space.rares(values).collect();
    Ok(Statistics {
        mask: format!("{:#x}", space.mask),
        bits: (0..u16::BITS as u8).filter(|bit| space.mask >> bit & 1 == 1).collect(),
        parity: space.parity,
        kappa: space.kappa,
        rares: rares.len() as u64,
        last_rare: rares.last().copied(),
        depth,
        average_leftovers: splits as f64 / commons.max(1) as f64,
    })
}
