//! Looking for the values that marks have left, for neighbouring heaps side by side: a chunk of splits that one of them
//! has read is in a near cache for the others.
//!
//! The more splits have been seen, the fewer values below the mex are left, and the largest that are still looked for
//! are given up: after `s` splits of a heap, with values below `V`, all but the least
//!
//! ```text
//! room * V * V / s        and never fewer than [`LEAST`]
//! ```
//!
//! since about so many are left when each value had `s / V` chances. The room is learned: it grows whenever all that
//! was kept is reached, so that the search must go on with what was given up, and falls otherwise.

use super::marks::Marks;
use super::targets::Targets;
use super::{Found, Known, Lesson, Splits};
use crate::kernel::Kernel;
use crate::kernel::dense::{Probe, SLOTS};
use std::ops::Range;

/// The fewest values that are looked for in the end: the mex and some spare ones, at the price of one.
const LEAST: usize = 8;
/// Values are given up when the splits seen have become more by a part of this.
const SINCE: usize = 4;

/// The room that a run begins with; it is counted in parts.
pub(super) const ROOM: usize = PARTS;
const PARTS: usize = 1 << 10;
/// The most it comes to.
const MOST_ROOM: usize = PARTS << 10;

/// The room for the next heap.
pub(super) fn steered(room: usize, again: bool) -> usize {
    let room = if again { room + room / 8 + 1 } else { room - room / 128 };
    room.clamp(PARTS / 64, MOST_ROOM)
}

/// What hunts go by.
pub(super) struct Scale {
    pub(super) kernel: Kernel,
    /// The splits of each heap that were marked.
    pub(super) marked: usize,
    /// The room for values that are looked for.
    pub(super) room: usize,
}

impl Scale {
    /// How many values are looked for when so many splits were seen.
    fn most(&self, bound: usize, seen: usize) -> usize {
        (self.room * bound / seen.max(1) * bound / PARTS).max(LEAST)
    }
}

/// The splits of neighbouring heaps, in chunks that begin at about the same heaps.
pub(super) struct Chunks {
    pub(super) heaps: Range<usize>,
    /// The parts of splits are below this one.
    pub(super) below: usize,
    /// How many splits a chunk has.
    pub(super) length: usize,
    /// Each chunk once, in the order in which they are visited: its break, and its place there.
    pub(super) visits: Vec<(usize, usize)>,
}

impl Chunks {
    /// The ranked chunks come first, as places of their break and of their own, and all others in a scattered order.
    pub(super) fn new(
        breaks: &[usize],
        heaps: Range<usize>,
        below: usize,
        length: usize,
        ranked: &[(usize, usize)],
    ) -> Self {
        let counts: Vec<usize> = breaks.iter().map(|&i| ((heaps.end - 1 - i) / 2).div_ceil(length)).collect();
        let mut ranks = vec![0; breaks.len()];
        let mut visits = Vec::with_capacity(counts.iter().sum());
        for &(place, chunk) in ranked.iter().filter(|&&(place, chunk)| chunk < counts[place]) {
            visits.push((breaks[place], chunk * length));
            ranks[place] += 1;
        }
        // Those that are ranked are the first ones of each break.
        let others = (0..breaks.len()).flat_map(|place| (ranks[place]..counts[place]).map(move |chunk| (place, chunk)));
        let others: Vec<(usize, usize)> = others.map(|(place, chunk)| (breaks[place], chunk * length)).collect();
        let step = scattered_step(others.len());
        visits.extend((0..others.len()).map(|number| others[number * step % others.len()]));
        Chunks { heaps, below, length, visits }
    }
}

/// What is looked for, for one heap.
struct Hunt<'m> {
    /// Which of the neighbours it is.
    place: usize,
    marks: &'m Marks,
    targets: Targets,
    /// The values that are looked for, how many they are, and how many unmarked ones were before them.
    unmarked: [u16; SLOTS + 8],
    count: usize,
    before: usize,
}

impl<'m> Hunt<'m> {
    /// For the unmarked values from `from` on.
    fn new(place: usize, marks: &'m Marks, probe: Probe, from: usize, bound: usize, before: usize) -> Self {
        let mut unmarked = [0; SLOTS + 8];
        let count = marks.unmarked(from..bound, &mut unmarked);
        let end = if count < SLOTS { bound } else { usize::from(unmarked[SLOTS - 1]) + 1 };
        Hunt { place, marks, targets: Targets::new(probe, &unmarked[..count], end), unmarked, count, before }
    }

    /// How many unmarked values are below one.
    fn below(&self, end: usize) -> usize {
        self.before + self.unmarked[..self.count].partition_point(|&value| usize::from(value) < end)
    }
}

/// The least unmarked values that no split reaches, for each of the neighbours that have no answer yet. Returns the
/// number of splits looked at.
pub(super) fn hunt(scale: &Scale, known: &Known, chunks: &Chunks, sets: &[Marks], found: &mut [Option<Found>]) -> u64 {
    let mut work = 0;
    let probe = Probe::new(scale.kernel, known.bound.ilog2());
    let begin = |place: usize, marks, from, before| {
        let mut hunt = Hunt::new(place, marks, probe.clone(), from, known.bound, before);
        hunt.targets.keep(scale.most(known.bound, scale.marked));
        hunt
    };
    let open = (0..).zip(sets).zip(&*found).filter(|(_, found)| found.is_none());
    let mut hunts: Vec<Hunt> = open.map(|((place, marks), _)| begin(place, marks, 0, 0)).collect();
    while !hunts.is_empty() {
        let mut judged = scale.marked;
        for (visited, &(i, offset)) in chunks.visits.iter().enumerate() {
            let seen = scale.marked + visited * chunks.length;
            let is_time = (seen - judged) * SINCE > judged;
            for Hunt { place, targets, .. } in &mut hunts {
                if is_time {
                    targets.keep(scale.most(known.bound, seen));
                }
                if !targets.is_empty() {
                    let splits = Splits::new(chunks.heaps.start + *place, i, chunks.below);
                    // The last chunk of a break may go beyond the middle, where each split is met again.
                    let (a, b) = known.planes.splits(splits.rest, splits.chunk(offset, chunks.length));
                    targets.reached(targets.probe().scan(a, b));
                    work += chunks.length as u64;
                }
            }
            if is_time {
                judged = seen;
            }
        }
        hunts.retain_mut(|hunt| {
            let mut room = [0; SLOTS];
            let (left, end) = (hunt.targets.left(&mut room), hunt.targets.end());
            let again = hunt.before > 0;
            let lesson = |left| Lesson::Near { left, again };
            let answer = match left.first() {
                Some(&mex) => Found::new(left.iter().map(|&value| value.into()), lesson(hunt.below(mex.into()))),
                // No option has the value `bound`.
                None if end == known.bound => Found::new(std::iter::once(end as u32), lesson(hunt.below(end))),
                None => {
                    *hunt = begin(hunt.place, hunt.marks, end, hunt.below(end));
                    return true;
                }
            };
            found[hunt.place] = Some(answer);
            false
        });
    }
    work
}

/// A step near the golden section of `chunks` that visits all of them.
fn scattered_step(chunks: usize) -> usize {
    let coprime = |step: &usize| {
        let (mut a, mut b) = (*step, chunks);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a == 1
    };
    (chunks * 5 / 8 + 1..chunks).find(coprime).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::super::CHUNK;
    use super::*;

    /// Each chunk is visited once, the ranked ones first and in their order, whatever was ranked.
    #[test]
    fn each_chunk_is_visited_once() {
        let heaps = 40_000..40_064;
        let counts = [2, 9].map(|i: usize| ((40_063 - i) / 2).div_ceil(CHUNK));
        let ranked: [&[(usize, usize)]; 4] =
            [&[], &[(1, 1), (0, 0), (1, 0)], &[(0, 1), (0, 0), (0, 2)], &[(0, 0), (1, 0), (1, 1), (1, 2)]];
        for ranked in ranked {
            let Chunks { visits, .. } = Chunks::new(&[2, 9], heaps.clone(), heaps.start, CHUNK, ranked);
            let first = ranked.iter().map(|&(place, chunk)| ([2, 9][place], chunk * CHUNK));
            assert!(first.eq(visits[..ranked.len()].iter().copied()));
            let mut all = visits.clone();
            all.sort_unstable();
            let chunks = |i, count: usize| (0..count).map(move |chunk| (i, chunk * CHUNK));
            assert!(chunks(2, counts[0]).chain(chunks(9, counts[1])).eq(all), "{visits:?}");
        }
        // Chunks that there are no longer are not visited.
        let Chunks { visits, .. } = Chunks::new(&[2], 9000..9001, 9000, CHUNK, &[(0, 7), (0, 1), (0, 0), (0, 2)]);
        assert_eq!(visits, [(2, CHUNK), (2, 0), (2, 2 * CHUNK)]);
    }
}
