//! Looking for the values that marks have left, for neighbouring heaps side by side: a chunk of splits that one of them
//! has read is in the nearest cache for the others.

use super::marks::{Marks, TOGETHER};
use super::targets::Targets;
use super::{CHUNK, Found, Known, Splits};
use crate::kernel::Kernel;
use crate::kernel::dense::{Probe, SLOTS};

/// How many values are still looked for once one in so many of the chunks has been seen.
const KEPT: [(usize, usize); 2] = [(4, 40), (2, 16)];

/// The splits of neighbouring heaps, in chunks that begin at about the same heaps.
pub(super) struct Chunks {
    /// For each break the splits of each heap, and how many chunks they are.
    breaks: Vec<([Splits; TOGETHER], usize)>,
    count: usize,
    /// How far apart are chunks that follow each other.
    step: usize,
}

impl Chunks {
    /// The splits of each heap for each break; with fewer heaps some are repeated.
    pub(super) fn new(splits: impl Iterator<Item = [Splits; TOGETHER]>) -> Self {
        let chunks = |splits: &[Splits; TOGETHER]| splits.iter().map(|heap| heap.len().div_ceil(CHUNK)).max();
        let breaks: Vec<_> = splits.map(|splits| (splits, chunks(&splits).unwrap_or(0))).collect();
        let count = breaks.iter().map(|(_, chunks)| chunks).sum();
        Chunks { breaks, count, step: scattered_step(count) }
    }

    /// The break of a chunk, and its place there.
    fn find(&self, mut chunk: usize) -> (&[Splits; TOGETHER], usize) {
        for (splits, chunks) in &self.breaks {
            if chunk < *chunks {
                return (splits, chunk * CHUNK);
            }
            chunk -= chunks;
        }
        unreachable!("a chunk is one of those counted")
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
pub(super) fn hunt(
    kernel: Kernel,
    known: &Known,
    chunks: &Chunks,
    sets: &[Marks; TOGETHER],
    found: &mut [Option<Found>],
) -> u64 {
    let mut work = 0;
    let nibbles = known.bound.ilog2().div_ceil(4).max(2);
    let begin = |place: usize, marks, from, before| {
        Hunt::new(place, marks, Probe::new(kernel, nibbles), from, known.bound, before)
    };
    let open = (0..).zip(sets).zip(&*found).filter(|(_, found)| found.is_none());
    let mut hunts: Vec<Hunt> = open.map(|((place, marks), _)| begin(place, marks, 0, 0)).collect();
    while !hunts.is_empty() {
        let mut chunk = 0;
        for seen in 0..chunks.count {
            let kept = KEPT.iter().find(|(share, _)| seen == chunks.count / share);
            let (splits, offset) = chunks.find(chunk);
            for Hunt { place, targets, .. } in &mut hunts {
                if let Some(&(_, most)) = kept {
                    targets.keep(most);
                }
                if !targets.is_empty() {
                    let Splits { rest, first } = splits[*place];
                    // The last chunk of a break may go beyond the middle, where each split is met again.
                    let (a, b) = known.planes.splits(rest, first + offset..first + offset + CHUNK);
                    targets.reached(targets.probe().scan(a, b));
                    work += CHUNK as u64;
                }
            }
            chunk = (chunk + chunks.step) % chunks.count;
        }
        hunts.retain_mut(|hunt| {
            let mut room = [0; SLOTS];
            let (left, end) = (hunt.targets.left(&mut room), hunt.targets.end());
            let answer = match left.first() {
                Some(&mex) => Found::new(left.iter().map(|&value| value.into()), hunt.below(mex.into())),
                // No option has the value `bound`.
                None if end == known.bound => Found::new(std::iter::once(end as u32), hunt.below(end)),
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
