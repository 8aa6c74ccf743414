//! Has a run been here before? A cheap sign of a period, to be had before anyone looks for one in all values.
//!
//! A period with or without saltus repeats the *differences* of neighbouring values. Their low bytes go through the
//! [landmarks](super::landmarks) of long runs, block by block: when a stretch of [`STATE`] of them seems to have come
//! back, it is time to look. Nothing is proved here, and a sign that is missed only costs values: whoever runs looks
//! once more at the end.

use super::landmarks::{Landmarks, Stretch, sample};

/// Differences in a row that must come back: more than games repeat by chance.
const STATE: usize = 4096;

/// What is remembered of the values so far.
#[derive(Default)]
pub(super) struct Recurrence {
    /// The latest differences.
    latest: Vec<u8>,
    /// How many values were seen.
    seen: usize,
    landmarks: Landmarks,
}

impl Recurrence {
    /// Whether the new ones of `values`, those of the last call and more, end a stretch that was there before.
    pub(super) fn shows(&mut self, values: &[u16]) -> bool {
        self.latest.drain(..self.latest.len().saturating_sub(sample(STATE)));
        let before = self.latest.len();
        let from = &values[self.seen.saturating_sub(1)..];
        self.latest.extend(from.iter().zip(from.iter().skip(1)).map(|(a, b)| b.wrapping_sub(*a) as u8));
        self.seen = values.len();
        let stretch = Stretch { ranks: &self.latest, unit: 1, end: self.seen as u64, state: STATE, parity: false };
        self.landmarks.look(stretch, self.latest.len() - before).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pseudo-random values up to `preperiod`, then others that grow by `saltus` in each `period`.
    fn sequence(preperiod: usize, period: usize, saltus: u16, count: usize) -> Vec<u16> {
        let mut x = 12345u64;
        let mut values: Vec<u16> = Vec::new();
        while values.len() < count {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let random = (x >> 33 & x >> 40 & 31) as u16;
            let again = values.len().checked_sub(period).filter(|&at| at >= preperiod);
            values.push(again.map_or(random, |at| values[at] + saltus));
        }
        values
    }

    #[test]
    fn periods_with_and_without_saltus_show_soon() {
        for (preperiod, period, saltus) in [(0, 20_000, 0), (100_000, 30_000, 0), (100_000, 12, 0), (0, 20_000, 8)] {
            let count = (preperiod + period) * 5 / 4 + 70_000;
            let values = sequence(preperiod, period, saltus, count);
            for block in [1 << 10, 1 << 14] {
                let mut recurrence = Recurrence::default();
                let shown = (1..=count / block).map(|k| k * block).find(|&n| recurrence.shows(&values[..n]));
                assert!(shown.is_some_and(|n| n > preperiod + period), "{preperiod} {period} {saltus}: {shown:?}");
            }
        }
    }

    #[test]
    fn what_does_not_repeat_does_not_show() {
        let values = sequence(200_000, 1, 0, 200_000);
        let mut recurrence = Recurrence::default();
        assert!(!(1..=200).any(|k| recurrence.shows(&values[..1000 * k])));
    }
}
