//! One wave: the fit of a frequency, and how well a square wave guesses the signs.

use super::hex;
use schemars::JsonSchema;
use serde::Serialize;
use std::f64::consts::TAU;

/// A square wave under a mask: `s(n) ~ sq(n theta + phase)`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Wave {
    /// The bits of a value that count.
    #[serde(serialize_with = "hex")]
    #[schemars(with = "String")]
    pub mask: u16,
    /// Turns a heap, from 0 to 1/2.
    pub theta: f64,
    /// The phase at heap 0 in turns, from 0 to 1, as the window extrapolates it.
    pub phase: f64,
}

/// How a wave changes within its window.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Drift {
    /// The frequency of the second half less that of the first.
    pub theta: f64,
    /// The largest less the smallest deviation, in turns, of the phases of eight parts from the wave.
    pub phase: f64,
    /// The mean energy of the eight parts at this frequency, each with a phase of its own: what the line would have if
    /// its phase did not wander.
    pub energy: f64,
}

/// A complex number: the sums of this module need no more of it than this.
#[derive(Clone, Copy, Default)]
pub(super) struct Complex {
    pub re: f64,
    pub im: f64,
}

impl Complex {
    /// `e(turns)`.
    pub fn turn(turns: f64) -> Self {
        let (im, re) = (TAU * (turns - turns.floor())).sin_cos();
        Complex { re, im }
    }

    pub fn times(self, other: Complex) -> Self {
        Complex { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }

    pub fn plus(self, other: Complex) -> Self {
        Complex { re: self.re + other.re, im: self.im + other.im }
    }

    pub fn square(self) -> f64 {
        self.re * self.re + self.im * self.im
    }

    /// Its direction in turns, from -1/2 to 1/2.
    pub fn turns(self) -> f64 {
        self.im.atan2(self.re) / TAU
    }
}

/// `x` less the nearest whole number: from -1/2 to 1/2.
pub(super) fn centred(x: f64) -> f64 {
    x - x.round()
}

/// Sums of `s(n) e(-m theta)`, `m` counted from the beginning of the window, over consecutive blocks of `length` heaps.
fn blocks(window: &[u16], mask: u16, theta: f64, length: usize) -> Vec<Complex> {
    let step: Vec<Complex> = (0..length).map(|m| Complex::turn(-(m as f64 * theta))).collect();
    let sum = |(j, block): (usize, &[u16])| {
        let mut sum = Complex::default();
        for (&v, step) in block.iter().zip(&step) {
            let sign = sign(mask, v);
            sum = Complex { re: sum.re + sign * step.re, im: sum.im + sign * step.im };
        }
        sum.times(Complex::turn(-((j * length) as f64 * theta)))
    };
    window.chunks(length).enumerate().map(sum).collect()
}

/// The sign of value `v` under `mask`.
#[inline(always)]
pub(super) fn sign(mask: u16, v: u16) -> f64 {
    if (mask & v).count_ones() & 1 == 0 { 1.0 } else { -1.0 }
}

/// The square wave: 1 in the half of each turn around 0, -1 in the other.
fn square_wave(turns: f64) -> f64 {
    if centred(turns).abs() <= 0.25 { 1.0 } else { -1.0 }
}

impl Wave {
    /// The wave of a constant or alternating sign, given the sum of the signs (alternating ones from the even heaps
    /// on).
    pub(super) fn still(mask: u16, theta: f64, sum: i64) -> Self {
        Wave { mask, theta, phase: if sum < 0 { 0.5 } else { 0.0 } }
    }

    /// The wave of most energy with a frequency within one step `1 / N` of `near`, and its energy.
    ///
    /// Blocks of a 512th of the window are summed at `near` once; a frequency that differs by at most `1 / N` turns a
    /// block by at most a 512th, so the sums of the blocks stand for the heaps in the search that follows.
    pub(super) fn fit(window: &[u16], from: u64, mask: u16, near: f64) -> (Self, f64) {
        let count = window.len() as f64;
        let length = window.len().div_ceil(512);
        let sums = blocks(window, mask, near, length);
        let total = |delta: f64| {
            let step = Complex::turn(-(length as f64 * delta));
            let mut turn = Complex::turn(-((length - 1) as f64 / 2.0 * delta));
            let mut total = Complex::default();
            for &sum in &sums {
                total = total.plus(sum.times(turn));
                turn = turn.times(step);
            }
            total
        };
        let power = |delta: f64| total(delta).square();
        let step = 0.125 / count;
        let best = (-8..=8).map(|k| f64::from(k) * step).max_by(|&a, &b| power(a).total_cmp(&power(b)));
        let (mut low, mut high) = best.map_or((0.0, 0.0), |best| (best - step, best + step));
        // Thirds: the interval shrinks by (2/3)^40, below a ten-millionth of a step.
        for _ in 0..40 {
            let (left, right) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if power(left) < power(right) { low = left } else { high = right }
        }
        let delta = f64::midpoint(low, high);
        let (theta, sum) = (near + delta, total(delta));
        let phase = sum.turns() - from as f64 * theta;
        // A frequency just outside 0 to 1/2 is its mirror image.
        let (theta, phase) = match theta {
            t if t < 0.0 => (-t, -phase),
            t if t > 0.5 => (1.0 - t, -phase),
            t => (t, phase),
        };
        let wave = Wave { mask, theta, phase: phase.rem_euclid(1.0) };
        (wave, 2.0 * sum.square() / (count * count))
    }

    /// Whether the sign is constant or alternates: the frequency is exactly 0 or 1/2.
    pub fn is_still(self) -> bool {
        [0.0f64, 0.5].iter().any(|still| still.total_cmp(&self.theta).is_eq())
    }

    /// The phase of heap `n`, in turns from 0 to 1.
    pub fn at(self, n: u64) -> f64 {
        (n as f64 * self.theta + self.phase).rem_euclid(1.0)
    }

    /// The share of the values of heaps `from, from + 1, …` whose sign the square wave guesses right.
    pub fn right(self, from: u64, window: &[u16]) -> f64 {
        let right = (from..).zip(window).filter(|&(n, &v)| square_wave(self.at(n)) * sign(self.mask, v) > 0.0).count();
        right as f64 / window.len() as f64
    }

    /// How it changes over eight parts of the window.
    pub fn drift(self, from: u64, window: &[u16]) -> Drift {
        let length = window.len() / 8;
        let start = Complex::turn(-(from as f64 * self.theta + self.phase));
        let parts: Vec<Complex> = blocks(&window[..length * 8], self.mask, self.theta, length)
            .into_iter()
            .map(|sum| sum.times(start))
            .collect();
        let scale = if self.is_still() { 1.0 } else { 2.0 };
        let energy = parts.iter().map(|sum| scale * sum.square()).sum::<f64>() / (8.0 * (length * length) as f64);
        if self.is_still() {
            return Drift { theta: 0.0, phase: 0.0, energy };
        }
        let mut phases: Vec<f64> = Vec::new();
        for part in &parts {
            let before = phases.last().copied().unwrap_or(0.0);
            phases.push(before + centred(part.turns() - before));
        }
        let slope = |phases: &[f64]| (phases[3] - phases[0]) / (3 * length) as f64;
        let highest = phases.iter().copied().fold(f64::MIN, f64::max);
        let lowest = phases.iter().copied().fold(f64::MAX, f64::min);
        Drift { theta: slope(&phases[4..]) - slope(&phases[..4]), phase: highest - lowest, energy }
    }
}
