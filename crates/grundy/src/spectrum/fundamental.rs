//! Frequencies that are multiples of one another, and the continued fraction of a frequency.

use super::Found;
use super::wave::centred;

/// The largest multiple that is looked for.
const MULTIPLES: i32 = 8;
/// Frequencies this near, in turns a window, count as one: a wave that drifts is as broad as that.
const NEAR: f64 = 8.0;

/// For each line, strongest first, the place of its fundamental and the multiple of it that the line is.
///
/// The strongest line without a group founds one, unless it is itself twice or three times a weaker line that has at
/// least a quarter of its energy: then that one does. Lines whose frequency is a multiple of it up to 8, up to whole
/// turns and sign, belong to the group. The constant and alternating lines stand for themselves.
pub(super) fn groups(lines: &[Found], count: usize) -> Vec<(usize, i32)> {
    let near = NEAR / count as f64;
    let still = |(place, (wave, _)): (usize, &Found)| wave.is_still().then_some((place, 1));
    let mut groups: Vec<Option<(usize, i32)>> = lines.iter().enumerate().map(still).collect();
    while let Some(strongest) = groups.iter().position(Option::is_none) {
        let (wave, energy) = lines[strongest];
        let divides = |&place: &usize| {
            let (part, share) = lines[place];
            let another = multiple(part.theta, wave.theta, 1, 8.0 * near).is_none();
            groups[place].is_none()
                && another
                && share >= energy / 4.0
                && multiple(wave.theta, part.theta, 3, near).is_some()
        };
        let fundamental = (strongest..lines.len()).find(divides).unwrap_or(strongest);
        for (place, (wave, _)) in lines.iter().enumerate() {
            let k = multiple(wave.theta, lines[fundamental].0.theta, MULTIPLES, near);
            groups[place] = groups[place].or(k.map(|k| (fundamental, k)));
        }
    }
    groups.into_iter().flatten().collect()
}

/// The smallest `k` up to `most` with `theta` near `k * fundamental` up to whole turns; the sign tells `theta` from its
/// mirror image.
fn multiple(theta: f64, fundamental: f64, most: i32, near: f64) -> Option<i32> {
    (1..=most).flat_map(|k| [k, -k]).find(|&k| centred(theta - f64::from(k) * fundamental).abs() <= near)
}

/// The denominators of the convergents of `theta` up to `most`, ascending: heaps that many apart have nearly the same
/// phase, nearer than at any smaller distance.
pub(super) fn denominators(theta: f64, most: u64) -> Vec<u64> {
    let (mut before, mut last) = (0u64, 1u64);
    let mut found = vec![1];
    let mut rest = theta - theta.floor();
    while rest > 1e-9 {
        let inverse = 1.0 / rest;
        let Some(next) = last.checked_mul(inverse.floor() as u64).and_then(|q| q.checked_add(before)) else { break };
        if next > most {
            break;
        }
        (before, last) = (last, next);
        if next > 1 {
            found.push(next);
        }
        rest = inverse - inverse.floor();
    }
    found
}

/// The width at which a sequence with frequency `theta` is best wrapped into rows, from `least` to `most` where
/// possible: the largest denominator of a convergent up to `most`, or the multiple of it that passes `least`.
pub fn width(theta: f64, least: u64, most: u64) -> u64 {
    let largest = denominators(theta, most).pop().unwrap_or(1);
    largest * least.div_ceil(largest).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spectrum::wave::Wave;

    #[test]
    fn convergents_of_the_golden_ratio_are_fibonacci_numbers() {
        let golden = (5.0f64.sqrt() - 1.0) / 2.0;
        assert_eq!(denominators(golden, 100), [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]);
        assert_eq!(denominators(0.25, 100), [1, 4]);
        assert_eq!(denominators(0.0, 100), [1]);
        assert_eq!((width(golden, 60, 100), width(0.25, 50, 100), width(0.5, 1, 1)), (89, 52, 1));
    }

    #[test]
    fn multiples_find_their_fundamental() {
        let theta = 0.3024;
        let line = |theta, energy| (Wave { mask: 1, theta, phase: 0.0 }, energy);
        let lines = [
            line(0.0, 0.9),
            line(1.0 - 2.0 * theta, 0.8),
            line(theta, 0.7),
            line(4.0 * theta - 1.0, 0.4),
            line(0.1234, 0.3),
        ];
        let groups = groups(&lines, 1 << 16);
        assert_eq!(groups, [(0, 1), (2, -2), (2, 1), (2, 4), (4, 1)]);
    }
}
