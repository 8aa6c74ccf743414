//! Waves followed outwards: the same measurement over windows of one length, each ending at a power of two.
//!
//! Whether the curves that values form over the phase converge is asked of the picture itself: its share of heaps in
//! each cell of 64 parts of the turn and 16 consecutive values. The *distance* of two pictures is half the sum of the
//! differences of the shares, after the rotation of the turn that makes it least: 0 for equal ones, 1 for pictures
//! without a common cell. Pictures of finite samples differ by chance alone; how much is seen in the two pictures of
//! every second heap of one window.

use super::entropy::{PARTS, part};
use super::wave::Wave;
use super::{Spectrum, look};
use crate::rules::Rules;
use crate::watch::{Stopped, Watch};
use schemars::JsonSchema;
use serde::Serialize;

/// One window on the way out.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Step {
    /// What is seen in it.
    #[serde(flatten)]
    pub spectrum: Spectrum,
    /// The distance of its picture from that of the window before.
    pub distance: Option<f64>,
    /// The distance that chance makes for pictures of this many heaps.
    pub chance: Option<f64>,
}

/// Spectra of the last `length` heaps below each power of two from `2 length` to the number of `values`. None
/// when `length` is too small for a spectrum.
pub fn octaves(
    rules: &Rules,
    values: &[u16],
    length: usize,
    watch: &mut dyn Watch,
) -> Result<Option<Vec<Step>>, Stopped> {
    let mut steps: Vec<Step> = Vec::new();
    let mut before: Option<Vec<f64>> = None;
    let mut end = (2 * length).next_power_of_two();
    while end <= values.len() {
        let from = end - length;
        let Some(spectrum) = look(rules, &values[..end], from, 0, watch)? else { return Ok(None) };
        let wave = spectrum.fundamental().map(|line| line.wave);
        let window = &values[from..end];
        let now = wave.map(|wave| picture(window, from as u64, wave, 1, 0));
        let distance = before.as_ref().zip(now.as_ref()).map(|(before, now)| distance(before, now));
        let chance = wave.map(|wave| {
            let [even, odd] = [0, 1].map(|first| picture(window, from as u64, wave, 2, first));
            // Half as many heaps differ by the square root of two more.
            self::distance(&even, &odd) / std::f64::consts::SQRT_2
        });
        steps.push(Step { spectrum, distance, chance });
        before = now;
        end *= 2;
    }
    Ok(Some(steps))
}

/// Shares of the cells, for the heaps `first, first + step, …` of the window.
fn picture(window: &[u16], from: u64, wave: Wave, step: usize, first: usize) -> Vec<f64> {
    let mut counts = vec![0.0; PARTS << 12];
    let mut heaps = 0.0;
    for (n, &v) in (from..).zip(window).skip(first).step_by(step) {
        counts[part(wave.at(n)) << 12 | usize::from(v >> 4)] += 1.0;
        heaps += 1.0;
    }
    for count in &mut counts {
        *count /= heaps;
    }
    counts
}

/// The distance of two pictures after the best of the 64 rotations of the first.
fn distance(a: &[f64], b: &[f64]) -> f64 {
    let row = a.len() / PARTS;
    let differ = |(a, b): (&[f64], &[f64])| a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum::<f64>();
    let rotated = |turn: usize| {
        let (first, last) = a.split_at(turn * row);
        let (low, high) = b.split_at(last.len());
        f64::midpoint(differ((last, low)), differ((first, high)))
    };
    (0..PARTS).map(rotated).fold(1.0, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rotated_picture_is_no_other_picture() {
        let mut picture = vec![0.0; PARTS * 4];
        (picture[5], picture[17], picture[100]) = (0.5, 0.25, 0.25);
        let mut rotated = picture.clone();
        rotated.rotate_left(12);
        assert_eq!(distance(&picture, &rotated), 0.0);
        let moved = 17 - 12;
        (rotated[moved], rotated[moved + 1]) = (0.0, 0.25);
        assert_eq!(distance(&picture, &rotated), 0.25);
        let mut apart = vec![0.0; PARTS * 4];
        apart[3] = 1.0;
        assert_eq!(distance(&picture, &apart), 1.0);
    }
}
