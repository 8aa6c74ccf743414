//! How much the phase of a heap tells about its value.

use super::wave::Wave;
use crate::watch::{Progress, Stopped, Watch};
use schemars::JsonSchema;
use serde::Serialize;

/// Into how many parts a turn is divided.
pub const PARTS: usize = 64;
/// How many random orders of the phases are compared with.
const SHUFFLES: u64 = 4;

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
    pub fn of(window: &[u16], from: u64, wave: Wave, watch: &mut dyn Watch) -> Result<Self, Stopped> {
        let bits = u16::BITS - window.iter().fold(0, |all, v| all | v).leading_zeros();
        let mut parts: Vec<usize> = (from..).zip(window).map(|(n, _)| part(wave.at(n))).collect();
        let phase = entropy(parts.iter().copied(), PARTS);
        let mut round = 0;
        let mut given = |parts: &[usize]| {
            watch.at(Progress::new("entropies", round, SHUFFLES + 1))?;
            round += 1;
            let pairs = parts.iter().zip(window).map(|(&part, &v)| part << bits | usize::from(v));
            Ok(entropy(pairs, PARTS << bits) - phase)
        };
        let given_phase = given(&parts)?;
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let mut shuffled = 0.0;
        for _ in 0..SHUFFLES {
            random.shuffle(&mut parts);
            shuffled += given(&parts)?;
        }
        Ok(Entropy {
            theta: wave.theta,
            given_shuffled_phase: shuffled / SHUFFLES as f64,
            value: entropy(window.iter().map(|&v| usize::from(v)), 1 << bits),
            given_phase,
        })
    }
}

/// The part of the turn that a phase falls into.
pub(crate) fn part(phase: f64) -> usize {
    ((phase * PARTS as f64) as usize).min(PARTS - 1)
}

/// The entropy of events below `bound`, in bits.
fn entropy(events: impl Iterator<Item = usize>, bound: usize) -> f64 {
    let mut counts = vec![0u32; bound];
    events.for_each(|event| counts[event] += 1);
    counts.retain(|&count| count > 0);
    // In ascending order, so that rounding does not depend on how values are spread.
    counts.sort_unstable();
    let all = counts.iter().map(|&count| f64::from(count)).sum::<f64>();
    counts.into_iter().map(|count| f64::from(count) / all).map(|share| -share * share.log2()).sum()
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
