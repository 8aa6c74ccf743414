//! Looking for the values that marks have left, far out, where splits are many: as [`super::hunt`], but values are not
//! looked for slot by slot.
//!
//! The values that are looked for are *open*. Only splits that share their digits with an open value, as far as tables
//! of bytes can tell, are looked at, and their values marked. The open values and their bytes are told anew in *stages*,
//! when the splits seen have become more by two thirds. By then those that were reached are gone, and of the others the
//! largest are given up: the mex is one of the first. How many are kept at each stage is learned ([`Room`]). Where all
//! that were kept are reached, the search begins again with what was given up.

use super::basis::Basis;
use super::hunt::Chunks;
use super::marks::Marks;
use super::planes::LINE;
use super::{Found, Known, Lesson, Splits};
use crate::kernel::Kernel;
use crate::kernel::pick::{Picked, Wanted, pick, soon};

/// A stage begins when the splits seen have become more by this share of them.
const SINCE: (usize, usize) = (2, 3);
/// The stages there are, the last one first; all that come before the first of them share it.
const STAGES: usize = 24;
/// Values are counted in parts.
const PARTS: u32 = 1 << 10;
/// Values that are opened before it is asked whether there are enough.
const PACE: usize = 64;
/// One heap of so many asks for a share of the next chunk.
const FETCHES: usize = 8;
/// The fewest values that are looked for: the mex and some spare ones.
const LEAST: usize = 8;

/// How many open values are worth keeping at each stage.
///
/// It is steered by the place of the mex among the open values, which is known afterwards: when it was among the last
/// ninth, or given up, more are kept; otherwise fewer, by little. About one heap in ten has its mex given up (`.163`
/// near heap 6,400,000).
#[derive(Clone)]
pub(super) struct Room([Option<u32>; STAGES]);

/// How many open values were below the mex, at each stage.
pub(super) type Places = [Place; STAGES];

#[derive(Clone, Copy, Default)]
pub(super) enum Place {
    /// Nobody knows.
    #[default]
    Unknown,
    /// So many were below it.
    Of(u32),
    /// It was given up here.
    GivenUp,
}

impl Room {
    /// Nothing is known: all values are kept.
    pub(super) fn new() -> Self {
        Room([None; STAGES])
    }

    /// As few values as possible are kept.
    #[cfg(test)]
    pub(super) fn least() -> Self {
        Room([Some(0); STAGES])
    }

    /// The stage after some of all splits.
    fn stage(seen: usize, all: usize) -> usize {
        let mut seen = seen.max(1);
        (0..STAGES - 1)
            .take_while(|_| {
                let is_before = seen < all;
                seen += seen * SINCE.0 / SINCE.1 + 1;
                is_before
            })
            .count()
    }

    fn most(&self, stage: usize) -> usize {
        self.0[stage].map_or(usize::MAX, |parts| (parts / PARTS) as usize).max(LEAST)
    }

    pub(super) fn learn(&mut self, places: &Places) {
        for (room, place) in self.0.iter_mut().zip(places) {
            let count = match *place {
                Place::Unknown => continue,
                Place::Of(count) => count * PARTS,
                Place::GivenUp => u32::MAX / 2,
            };
            *room = Some(match *room {
                None => 4 * count + 2 * LEAST as u32 * PARTS,
                Some(room) if count + count / 8 >= room => (room + room / 16 + PARTS).min(PARTS << 16),
                Some(room) if count < room / 8 => room - room / 64,
                Some(room) => room - room / 16384,
            });
        }
    }
}

/// What is looked for, for one heap.
struct Chase<'m> {
    /// Which of the neighbours it is.
    place: usize,
    marks: &'m mut Marks,
    /// The open values, ascending, as they were at the beginning of the stage, and their digits.
    open: Vec<(u16, u16)>,
    /// All smaller values are open or reached.
    end: usize,
    wanted: Wanted,
    /// What was open at each stage, one after the other: the stage, where its values begin, and their end.
    trail: Vec<(usize, usize, usize)>,
    trail_values: Vec<u16>,
    /// Whether some values had been given up before.
    again: bool,
}

impl<'m> Chase<'m> {
    fn new(place: usize, marks: &'m mut Marks) -> Self {
        let (open, trail, trail_values) = (Vec::new(), Vec::new(), Vec::new());
        Chase { place, marks, open, end: 0, wanted: Wanted::new(std::iter::empty()), trail, trail_values, again: false }
    }

    /// Opens values that are not marked, more than `most` of them if there are, from the end on.
    fn begin(&mut self, bound: usize, most: usize, basis: &Basis) {
        self.open.clear();
        let from = std::mem::replace(&mut self.end, bound);
        for first in (from..bound).step_by(PACE) {
            // Nobody could foretell a branch here.
            let mut count = self.open.len();
            self.open.resize(count + PACE, (0, 0));
            for value in first..bound.min(first + PACE) {
                let digits = basis.of(value as u16);
                self.open[count] = (value as u16, digits);
                count += usize::from(!self.marks.has(digits));
            }
            self.open.truncate(count);
            if count > most {
                return;
            }
        }
    }

    /// The open values of this stage, `most` of them.
    fn stage(&mut self, stage: usize, most: usize) {
        self.close();
        if let Some(&first_given_up) = self.open.get(most) {
            self.end = first_given_up.0.into();
            self.open.truncate(most);
        }
        self.wanted = Wanted::new(self.open.iter().map(|&(_, digits)| digits));
        if !self.again {
            self.trail.push((stage, self.trail_values.len(), self.end));
            self.trail_values.extend(self.open.iter().map(|&(value, _)| value));
        }
    }

    /// Values that are reached are open no longer.
    fn close(&mut self) {
        let mut count = 0;
        for place in 0..self.open.len() {
            let (value, digits) = self.open[place];
            self.open[count] = (value, digits);
            count += usize::from(!self.marks.has(digits));
        }
        self.open.truncate(count);
    }

    /// Where the mex was at each stage of the first search.
    fn places(&self, mex: usize) -> Places {
        let mut places = [Place::Unknown; STAGES];
        for (number, &(stage, from, end)) in self.trail.iter().enumerate() {
            if mex >= end {
                places[stage] = Place::GivenUp;
                break;
            }
            let next = self.trail.get(number + 1).map_or(self.trail_values.len(), |&(_, from, _)| from);
            let values = &self.trail_values[from..next];
            places[stage] = Place::Of(values.partition_point(|&value| usize::from(value) < mex) as u32);
        }
        places
    }
}

/// The least unmarked values that no split reaches, for each of the neighbours that have no answer yet. Each has
/// `marked` splits marked. Returns the number of splits looked at.
pub(super) fn chase(
    kernel: Kernel,
    room: &Room,
    known: &Known,
    chunks: &Chunks,
    marked: usize,
    sets: &mut [Marks],
    found: &mut [Option<Found>],
) -> u64 {
    let (mut work, mut picked) = (0, Picked::new(chunks.length));
    let open = (0..).zip(sets).zip(&*found).filter(|(_, found)| found.is_none());
    let mut chases: Vec<Chase> = open.map(|((place, marks), _)| Chase::new(place, marks)).collect();
    while !chases.is_empty() {
        let mut judged = 0;
        for (visited, &(i, offset)) in chunks.visits.iter().enumerate() {
            let seen = marked + visited * chunks.length;
            let is_time = (seen - judged) * SINCE.1 > judged * SINCE.0;
            let stage = Room::stage(seen, marked + chunks.visits.len() * chunks.length);
            let count = chases.len();
            for (number, chase) in chases.iter_mut().enumerate() {
                if number % FETCHES == 0
                    && let Some(&(i, offset)) = chunks.visits.get(visited + 1)
                {
                    // A share of the next chunk comes while this one is looked at.
                    let splits = Splits::new(chunks.heaps.start + chase.place, i, chunks.below);
                    let first = splits.chunk(offset, chunks.length).start;
                    let share = |number: usize| first + chunks.length / LINE * number / count * LINE;
                    let (a, b) = known.planes.splits(splits.rest, share(number)..share(count.min(number + FETCHES)));
                    soon(kernel, a);
                    soon(kernel, b);
                }
                if visited == 0 {
                    chase.begin(known.bound, room.most(stage), &known.basis);
                }
                if is_time {
                    chase.stage(stage, room.most(stage));
                }
                if !chase.open.is_empty() {
                    let splits = Splits::new(chunks.heaps.start + chase.place, i, chunks.below);
                    // The last chunk of a break may go beyond the middle, where each split is met again.
                    let (a, b) = known.planes.splits(splits.rest, splits.chunk(offset, chunks.length));
                    let count = pick(kernel, &chase.wanted, a, b, &mut picked);
                    let values = picked.low[..count].iter().zip(&picked.high);
                    values.for_each(|(&low, &high)| chase.marks.set(u16::from_le_bytes([low, high])));
                    work += chunks.length as u64;
                }
            }
            if is_time {
                judged = seen;
            }
        }
        chases.retain_mut(|chase| {
            chase.close();
            let least = chase.open.iter().map(|&(value, _)| u32::from(value));
            let answer = match chase.open.first() {
                Some(&(mex, _)) => Found::new(least, Lesson::Far(chase.places(mex.into()))),
                // No option has the value `bound`.
                None if chase.end == known.bound => {
                    Found::new(std::iter::once(known.bound as u32), Lesson::Far(chase.places(known.bound)))
                }
                None => {
                    chase.again = true;
                    return true;
                }
            };
            found[chase.place] = Some(answer);
            false
        });
    }
    work
}
