//! How much the phase of a heap tells about its value.

use super::wave::Wave;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;

/// Into how many parts a turn is divided.
pub const PARTS: usize = 64;

/// Entropies of the value over a window, in bits.
///
/// The conditional entropy of a finite sample is too small, the more so the more cells there are. What to compare it
/// with is therefore not the entropy of the value but its conditional entropy given the phases of *other* heaps of the
/// window.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Entropy {
    /// Turns a heap of the phase that is meant.
    pub theta: f64,
    /// Of the value.
    pub value: f64,
    /// Of the value given the phase, in 64 parts of a turn.
    pub given_phase: f64,
    /// Of the value given the phases in a random order, the mean of four: what a phase that means nothing would give.
    pub given_shuffled_phase: f64,
}

impl Entropy {
    /// The entropies of `window`, the values of heaps `from, from + 1, …`, with the phases of `wave`.
    pub fn of(window: &[u16], from: u64, wave: Wave) -> Self {
        let mut parts: Vec<usize> = (from..).zip(window).map(|(n, _)| part(wave.at(n))).collect();
        let count = window.len() as f64;
        let phase = entropy(parts.iter().copied(), count);
        let pair = |parts: &[usize]| {
            entropy(parts.iter().zip(window).map(|(&part, &v)| part << 16 | usize::from(v)), count) - phase
        };
        let given_phase = pair(&parts);
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let shuffled = (0..4).map(|_| {
            random.shuffle(&mut parts);
            pair(&parts)
        });
        Entropy {
            theta: wave.theta,
            given_shuffled_phase: shuffled.sum::<f64>() / 4.0,
            value: entropy(window.iter().map(|&v| usize::from(v)), count),
            given_phase,
        }
    }
}

/// The part of the turn that a phase falls into.
pub(crate) fn part(phase: f64) -> usize {
    ((phase * PARTS as f64) as usize).min(PARTS - 1)
}

/// The entropy of `count` events, in bits.
fn entropy(events: impl Iterator<Item = usize>, count: f64) -> f64 {
    let mut counts: HashMap<usize, u64> = HashMap::new();
    events.for_each(|event| *counts.entry(event).or_default() += 1);
    let mut counts: Vec<u64> = counts.into_values().collect();
    // In a fixed order, so that the last digit is the same in each run.
    counts.sort_unstable();
    counts.into_iter().map(|c| c as f64 / count).map(|share| -share * share.log2()).sum()
}

/// Marsaglia's xorshift: the same order in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn shuffle(&mut self, items: &mut [usize]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}
