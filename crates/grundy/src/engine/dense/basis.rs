//! Another basis for values: linear digits, learned such that few splits of a heap agree with its value in the first
//! eight.
//!
//! A digit of a value is the parity of the bits that it shares with a mask. So the digits of `G(a) xor G(b)` are those
//! of `G(a)` xor those of `G(b)`, and with as many independent masks as values have bits they tell the value. Let
//! `h(v)` be how many splits of heap `n` have the value `v`, and
//!
//! ```text
//! t(c) = sum over v of h(v) (-1)^popcount(c & (v xor G(n)))        a Walsh–Hadamard transform, with signs
//! ```
//!
//! The splits that agree with `G(n)` in some digits agree under all sums of their masks, a space `U`: their number is
//! the mean of `t` over `U`. As `h(G(n)) = 0`, the mean over all masks is 0, and it may be small much earlier: a mex
//! lies where splits are few. Masks are taken one after the other, each the one that makes the mean least, with `t`
//! summed over heaps far apart. In `.163` near heap 2,700,000 eight masks leave 0.02 % of the splits, where chance
//! would leave 0.4 %.
//!
//! What is learned costs or saves time. No value depends on it.

use super::{PIECE, Splits, scattered};
use crate::sparse::walsh_hadamard;

/// The heaps that are looked at, among the last sixteenth of all.
const HEAPS: usize = 64;
const LATELY: usize = 16;
/// Fewer than one value of so many are few.
const FEW: usize = 16;
/// The splits of each that are counted, in pieces.
const PIECES: usize = 1 << 12;

/// The digits of each value, as a number: the first mask gives its lowest bit.
#[derive(Clone)]
pub(super) struct Basis(Box<[u16; 1 << 16]>);

impl Basis {
    /// The bits of a value are its digits.
    pub(super) fn bits() -> Self {
        Basis::with(&[])
    }

    /// What these values teach; `bound` is a power of two above all of them. There are heaps beyond twice a piece and
    /// the last break.
    ///
    /// Where few of the last values have the highest bit, it is a digit by itself: then most digits are below half of
    /// the bound, and marks of few cache lines.
    pub(super) fn learn(breaks: &[usize], g: &[u16], bound: usize) -> Self {
        let late = &g[g.len() - g.len() / LATELY..];
        let high = late.iter().filter(|&&value| usize::from(value) >= bound / 2).count();
        let bound = if high < late.len() / FEW { bound / 2 } else { bound };
        let mut means = vec![0; bound];
        for number in 0..HEAPS {
            let n = g.len() - 1 - scattered(number, g.len() / LATELY);
            let mut counts = vec![0; bound];
            for &i in breaks {
                let splits = Splits::new(n, i, n);
                let pieces = PIECES.min(splits.len() / PIECE + 1);
                for first in (0..pieces).map(|piece| splits.first + scattered(piece, splits.len())) {
                    let larger = g[..=splits.rest - first].iter().rev();
                    g[first..]
                        .iter()
                        .zip(larger)
                        .take(PIECE)
                        .for_each(|(a, b)| counts[usize::from(a ^ b) & (bound - 1)] += 1);
                }
            }
            walsh_hadamard(&mut counts);
            for ((mask, mean), count) in means.iter_mut().enumerate().zip(counts) {
                *mean += if is_odd(mask, g[n].into()) { -count } else { count };
            }
        }
        Basis::with(&masks(means))
    }

    /// Of these masks, which are independent and as many as the bits they have. Higher bits are digits themselves.
    fn with(masks: &[usize]) -> Self {
        let digits = |value: usize| {
            let low = (0..).zip(masks).fold(0, |low, (place, &mask)| low | usize::from(is_odd(mask, value)) << place);
            (value >> masks.len() << masks.len() | low) as u16
        };
        let table: Box<[u16]> = (0..1 << 16).map(digits).collect();
        Basis(table.try_into().expect("the length is right"))
    }

    #[inline(always)]
    pub(super) fn of(&self, value: u16) -> u16 {
        self.0[usize::from(value)]
    }
}

/// Independent masks, as many as there can be, each chosen after the ones before such that the sums of all have the
/// least mean.
fn masks(mut means: Vec<i64>) -> Vec<usize> {
    let mut masks = Vec::new();
    let mut is_sum = vec![false; means.len()];
    is_sum[0] = true;
    while let Some(mask) = (1..means.len()).filter(|&mask| !is_sum[mask]).min_by_key(|&mask| means[mask]) {
        masks.push(mask);
        // From now on a place has the sum over its coset.
        for low in (0..means.len()).filter(|low| low ^ mask > *low) {
            let sum = means[low] + means[low ^ mask];
            (means[low], means[low ^ mask]) = (sum, sum);
            let either = is_sum[low] | is_sum[low ^ mask];
            (is_sum[low], is_sum[low ^ mask]) = (either, either);
        }
    }
    masks
}

fn is_odd(mask: usize, value: usize) -> bool {
    (mask & value).count_ones() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::engine::{Kind, values_with};

    /// The digits of an xor are the xor of the digits, and they tell the value.
    #[test]
    fn digits_are_linear() {
        let game: Game = ".06".parse().unwrap();
        let g = values_with(Kind::Rare, game.rules(), 6000).unwrap();
        let basis = Basis::learn(&[2], &g, 512);
        for (a, b) in [(3, 5), (100, 511), (256, 255), (0, 77), (4096, 5), (60_000, 1234)] {
            assert_eq!(basis.of(a ^ b), basis.of(a) ^ basis.of(b));
        }
        let mut all: Vec<u16> = (0..=u16::MAX).map(|value| basis.of(value)).collect();
        assert!(all[..512].iter().all(|&digits| digits < 512), "values below the bound stay there");
        all.sort_unstable();
        assert!((0..=u16::MAX).eq(all));
    }

    /// Few splits agree with the value in five digits: a quarter of what chance would have, at most.
    #[test]
    fn few_splits_agree_with_a_mex() {
        for (name, i) in [(".06", 2), (".163", 2), (".004", 3)] {
            let game: Game = name.parse().unwrap();
            let g = values_with(Kind::Rare, game.rules(), 9000).unwrap();
            let bound = (usize::from(*g.iter().max().unwrap()) + 1).next_power_of_two();
            let basis = Basis::learn(&[i], &g[..8000], bound);
            let digits = |value: u16| basis.of(value) & 31;
            let splits = |n: usize| (1..=(n - i) / 2).map(move |a| (n, a));
            let same = (8000..9000).flat_map(splits).filter(|&(n, a)| digits(g[a] ^ g[n - i - a]) == digits(g[n]));
            let (same, all) = (same.count(), (8000..9000).flat_map(splits).count());
            assert!(same * 32 * 4 < all, "{name}: {same} of {all}");
        }
    }

    #[test]
    fn masks_are_independent() {
        assert_eq!(masks(vec![5]), [0; 0]);
        assert_eq!(masks(vec![5, -1]), [1]);
        // After 2, both 1 and 3 stand for the sum of their means.
        assert_eq!(masks(vec![9, 3, -2, -1]), [2, 1]);
    }
}
