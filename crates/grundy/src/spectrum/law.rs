//! Why waves feed themselves: the law of the phase.
//!
//! Let the sign of every heap be `sq(n theta + phi)`. A split of `n` into `a` and `b = n - i - a` has the sign `sq(a
//! theta + phi) sq(b theta + phi)`. The two phases sum to `c = (n - i) theta + 2 phi` whatever `a` is, and while `a`
//! runs through all heaps `a theta` is spread evenly (`theta` irrational), so the mean of the product is the *triangle
//! wave*
//!
//! ```text
//! tri(c) = integral over u of sq(u) sq(c - u) = 1 - 4 |c|   for |c| <= 1/2, and of period 1.
//! ```
//!
//! The mex prefers values that few splits reach. The sign that fewer splits have is `-sq(c)`, and the wave goes on when
//! that is the sign `sq(n theta + phi)` of `n` for every `n`: when `c + 1/2 = n theta + phi` up to whole turns, which
//! is
//!
//! ```text
//! phi = 1/2 + i theta        (mod 1).
//! ```
//!
//! Then the share of splits with the heap's own sign is `2 |x|` with `x` the distance of its phase from the middle of
//! its plateau: 0 in the middle, 1/2 at the edges, 1/4 on average. At `theta = pi / 2` the law says `phi = 1/2 + i pi /
//! 2`, the condition under which a sparse space is admissible ([`crate::sparse::admissible`]).
//!
//! A game with several breaks `i` has several such conditions. The sum of their triangle waves is nearest to a wave
//! with the mean direction of the `e(i theta)`, which is what [`Law::phase`] says; [`Law::agreement`] tells how far the
//! breaks pull together.

use super::wave::{Complex, Wave, centred, sign};
use crate::rules::{Class, Rules};
use crate::sparse::breaks;
use crate::watch::{Progress, Stopped, Watch};
use realfft::{ComplexToReal, RealFftPlanner, RealToComplex};
use schemars::JsonSchema;
use serde::Serialize;
use std::sync::Arc;

/// The phase that the law predicts for a line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Law {
    /// `1/2 + i theta` for one break `i`; with the mean direction of all `e(i theta)` for several. Turns, from 0 to 1.
    pub phase: f64,
    /// The observed phase less the predicted one, from -1/2 to 1/2.
    pub residual: f64,
    /// The length of the mean of all `e(i theta)`: 1 for one break, 0 when the breaks contradict each other.
    pub agreement: f64,
}

impl Law {
    /// The law for this wave; none for games without splits or without end, or with moves that leave three heaps.
    pub fn of(rules: &Rules, wave: Wave) -> Option<Self> {
        let breaks = splits(rules)?;
        let directions = breaks.iter().map(|&i| Complex::turn(i as f64 * wave.theta));
        let sum = directions.fold(Complex::default(), Complex::plus);
        let phase = (0.5 + sum.turns()).rem_euclid(1.0);
        let agreement = sum.square().sqrt() / breaks.len() as f64;
        Some(Law { phase, residual: centred(wave.phase - phase), agreement })
    }
}

/// The breaks of a finite game whose moves leave at most two heaps.
fn splits(rules: &Rules) -> Option<Vec<u64>> {
    let applies = rules.class() == Class::Octal && rules.is_finite();
    applies.then(|| breaks(rules)).filter(|breaks| !breaks.is_empty())
}

/// How the splits of the heaps of a window feed a wave: the law without its ideal assumptions.
///
/// For each heap let `t(n)` be the mean sign of its splits. The law says that `t` is a wave of the same frequency,
/// opposite to `s`. Nothing is extrapolated here: the signs of all smaller heaps are those that the game has, drift
/// included.
///
/// In a game with a sparse space only splits whose value is common compete for a common heap; `t` is then the mean over
/// these.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Feed {
    /// The share of a heap's splits whose value has the heap's own sign: about 1/2 without structure, 1/4 for a wave
    /// that feeds itself, 0 for a sparse space without rares.
    pub own: f64,
    /// The phase opposite to that of `t`, extrapolated to heap 0 as the observed phase is; turns, from 0 to 1.
    pub phase: f64,
    /// The observed phase less this one, from -1/2 to 1/2.
    pub residual: f64,
}

impl Feed {
    /// The feed of `wave` in the heaps `from ..` of `values = G(0), G(1), …`, among the splits that have the heap's own
    /// sign under `space` if there is one. None for the games that have no [`Law`]. Bans on single splits are left
    /// aside.
    ///
    /// The signs of all splits of all heaps are a convolution of `s` with itself: `(s * s)(m)` is the sum over `a + b =
    /// m`. With the signs `x` of the space, and since `(1 + x(n) x(a) x(b)) / 2` is 1 for the splits that count and
    /// else 0,
    ///
    /// ```text
    /// t(n) = ((s * s)(m) + x(n) (xs * xs)(m)) / ((1 * 1)(m) + x(n) (x * x)(m)),     m = n - i.
    /// ```
    pub fn of(
        rules: &Rules,
        squares: &Squares,
        from: usize,
        wave: Wave,
        space: Option<u16>,
        watch: &mut dyn Watch,
    ) -> Result<Option<Self>, Stopped> {
        let Some(breaks) = splits(rules) else { return Ok(None) };
        let mask = wave.mask;
        let plain = squares.under(mask, watch)?;
        let spaces = match space {
            Some(space) => Some((space, squares.under(space, watch)?, squares.under(mask ^ space, watch)?)),
            None => None,
        };
        let (mut own, mut heaps, mut sum) = (0.0, 0u64, Complex::default());
        for (n, &v) in squares.values.iter().enumerate().skip(from) {
            let (mut signs, mut count) = (0.0, 0.0);
            for m in breaks.iter().filter_map(|&i| n.checked_sub(i as usize)).filter(|&m| m >= 2) {
                signs += plain[m];
                count += (m - 1) as f64;
                if let Some((space, among, both)) = &spaces {
                    signs += sign(*space, v) * both[m];
                    count += sign(*space, v) * among[m];
                }
            }
            if count >= 1.0 {
                let mean = signs / count;
                own += f64::midpoint(1.0, sign(mask, v) * mean);
                heaps += 1;
                let turned = Complex::turn(-(n as f64 * wave.theta));
                sum = Complex { re: sum.re + mean * turned.re, im: sum.im + mean * turned.im };
            }
        }
        let phase = (sum.turns() + 0.5).rem_euclid(1.0);
        Ok((heaps > 0).then(|| Feed { own: own / heaps as f64, phase, residual: centred(wave.phase - phase) }))
    }
}

/// For `r = 1, 2, …` the mean share of a heap's splits whose value has the heap's own sign under each of the first `r`
/// masks: what is left to look at if the classes of all heaps are known. `4^-r` for independent waves that feed
/// themselves. None for the games that have no [`Law`].
///
/// A split agrees under all `r` masks when the mean, over the `2^r` combinations `c` of the masks, of `s_c(n) s_c(a)
/// s_c(b)` is 1, and else that mean is 0: the joint share is a mean of single ones.
pub fn cosets(
    rules: &Rules,
    squares: &Squares,
    from: usize,
    masks: &[u16],
    watch: &mut dyn Watch,
) -> Result<Option<Vec<f64>>, Stopped> {
    let mut combined = vec![0];
    let mut sum = 1.0;
    let mut shares = Vec::new();
    for &mask in masks {
        for k in 0..combined.len() {
            let mask = combined[k] ^ mask;
            watch.at(Progress::new("cosets", combined.len() as u64, 1 << masks.len()))?;
            let wave = Wave { mask, theta: 0.0, phase: 0.0 };
            let Some(feed) = Feed::of(rules, squares, from, wave, None, watch)? else { return Ok(None) };
            sum += 2.0 * feed.own - 1.0;
            combined.push(mask);
        }
        shares.push(sum / combined.len() as f64);
    }
    Ok(Some(shares))
}

/// Squares of sequences of signs, by transforms that are planned once for all masks.
pub struct Squares<'v> {
    values: &'v [u16],
    forward: Arc<dyn RealToComplex<f64>>,
    inverse: Arc<dyn ComplexToReal<f64>>,
}

impl<'v> Squares<'v> {
    /// For the signs of `values = G(0), G(1), …`.
    pub fn of(values: &'v [u16]) -> Self {
        let length = (2 * values.len()).next_power_of_two();
        let mut planner = RealFftPlanner::<f64>::new();
        Squares { values, forward: planner.plan_fft_forward(length), inverse: planner.plan_fft_inverse(length) }
    }

    /// `(s * s)(m)` for the signs under `mask` of all heaps but the empty one, which no split leaves. The watch is
    /// asked before each transform.
    fn under(&self, mask: u16, watch: &mut dyn Watch) -> Result<Vec<f64>, Stopped> {
        watch.at(Progress::new("splits", 0, 2))?;
        let mut signs = self.forward.make_input_vec();
        for (slot, &v) in signs.iter_mut().zip(self.values).skip(1) {
            *slot = sign(mask, v);
        }
        let mut waves = self.forward.make_output_vec();
        // The lengths are those that the plans themselves made.
        let _ = self.forward.process(&mut signs, &mut waves);
        watch.at(Progress::new("splits", 1, 2))?;
        for wave in &mut waves {
            *wave = *wave * *wave;
        }
        let _ = self.inverse.process(&mut waves, &mut signs);
        let length = signs.len() as f64;
        signs.truncate(self.values.len());
        // Sums of signs are whole numbers: what is not whole is an error of the transforms.
        for sum in &mut signs {
            *sum = (*sum / length).round();
        }
        watch.at(Progress::new("splits", 2, 2))?;
        Ok(signs)
    }
}

#[cfg(test)]
mod tests {
    use super::Squares;
    use crate::watch::Unwatched;

    #[test]
    fn the_square_counts_splits() {
        let values: Vec<u16> = (0..300u32).map(|n| (n * n % 61) as u16).collect();
        let sign = |n: usize| if (values[n] & 5).count_ones().is_multiple_of(2) { 1.0 } else { -1.0 };
        for (m, sum) in Squares::of(&values).under(5, &mut Unwatched).unwrap().into_iter().enumerate() {
            let expected: f64 = (1..m).map(|a| sign(a) * sign(m - a)).sum();
            assert_eq!(sum, expected, "{m}");
        }
    }
}
