//! Marks in groups of 16 ranks, so that marking one group costs a load and two shuffles.
//!
//! Whole sets of many ranks are dear to mark, and most of it is wasted: a term that often hits ranks 32 … 47 of the
//! heaps under way may hardly ever hit ranks 96 … 111 where these still matter. So a [`Marks`] list says for each term
//! in which groups it is used. What marks read are tapes ([`Tapes`]).
//!
//! **Ranks of a byte** are on one tape as they are. To mark group `g` by a term `(offset, x)`, the byte at `n - offset`
//! is combined with `x xor 16 g`: below 16 it is the place in the group, and otherwise adding 0x70, without running
//! over, sets its top bit, for which a shuffle gives 0. What marks read is short enough for the nearest cache, and
//! shuffle tables are always the same two.
//!
//! **Ranks of two bytes** have a tape for each group `h` ([`Groups`]): the low four bits of a rank where the rank is in
//! the group, [`ELSEWHERE`] where it is not. Marking group `g` by a term `(offset, x)` reads tape `g xor x / 16`, that
//! far back, and what is left of the xor permutes the 16 bits of the shuffle table. Marks are sorted by group and table,
//! so both stay in registers.

use super::{LANES, Lanes, Rank};

/// Ranks in a group.
pub(crate) const GROUP: usize = 16;
/// A rank that is in another group.
pub(super) const ELSEWHERE: u8 = 0x80;
/// Neighbouring blocks that are marked together, so that the cache lines at their borders are fetched once.
pub(crate) const BLOCKS: usize = 4;

/// Marked ranks of a block: bit `r % 8` of plane `r / 8`.
pub(crate) type Sets = Vec<Lanes>;

/// Empty sets for `groups` groups, whole words of 64 ranks.
pub(crate) fn empty_sets(groups: usize) -> Sets {
    vec![[0; LANES]; (groups * GROUP).div_ceil(64) * 8]
}

/// What marks read: the ranks as they are, or for each group a tape of the ranks that are in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tapes<'a> {
    raw: bool,
    bytes: &'a [u8],
    /// From one tape to the next.
    room: usize,
    length: usize,
}

impl<'a> Tapes<'a> {
    /// Ranks of a byte.
    pub(crate) fn raw(ranks: &'a [u8]) -> Self {
        Tapes { raw: true, bytes: ranks, room: ranks.len(), length: ranks.len() }
    }

    /// The tape of group `h`.
    pub(super) fn tape(self, h: usize) -> &'a [u8] {
        &self.bytes[h * self.room..][..self.length]
    }
}

/// Ranks of two bytes, sorted by groups. Ranks of a byte are only counted: marks read them where they are.
#[derive(Clone, Debug)]
pub(crate) struct Groups {
    bytes: Vec<u8>,
    room: usize,
    length: usize,
}

impl Groups {
    /// Tapes for these marks and at most `room` heaps.
    pub(crate) fn new(marks: &Marks, room: usize) -> Self {
        let tapes = if marks.raw { 0 } else { marks.tapes };
        Groups { bytes: vec![ELSEWHERE; tapes * room], room, length: 0 }
    }

    /// Appends ranks.
    pub(crate) fn extend<R: Rank>(&mut self, ranks: &[R]) {
        let end = self.length + ranks.len();
        assert!(end <= self.room, "no room for more heaps");
        for (h, tape) in self.bytes.chunks_exact_mut(self.room).enumerate() {
            let first = R::new((h * GROUP) as u16);
            for (place, &rank) in tape[self.length..end].iter_mut().zip(ranks) {
                let within = rank ^ first;
                *place = if within < R::new(GROUP as u16) { within.into() as u8 } else { ELSEWHERE };
            }
        }
        self.length = end;
    }

    /// What marks read of these ranks, which are those that were appended.
    pub(crate) fn of<'a, R: Rank>(&'a self, ranks: &'a [R]) -> Tapes<'a> {
        match R::raw(ranks) {
            Some(ranks) => Tapes::raw(ranks),
            None => Tapes { raw: false, bytes: &self.bytes, room: self.room, length: self.length },
        }
    }

    /// How many heaps there are.
    pub(crate) fn len(&self) -> usize {
        self.length
    }
}

/// Terms with the groups they mark.
#[derive(Clone, Debug)]
pub(crate) struct Marks {
    /// Whether ranks are read as they are.
    pub(super) raw: bool,
    pub(super) runs: Vec<Run>,
    /// Which tape is read, how far back; of raw ranks, what they are combined with, four times over, how far back.
    pub(super) places: Vec<(u32, u32)>,
    nearest: usize,
    farthest: usize,
    /// How many tapes are read.
    tapes: usize,
}

/// Marks of one group, with one table where ranks are not read as they are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) group: usize,
    /// The low four bits of the xor.
    pub(super) low: usize,
    pub(super) from: usize,
    pub(super) end: usize,
}

impl Marks {
    /// From triples `(offset, x, group)`, for ranks of this kind.
    pub(crate) fn new<R: Rank>(triples: impl IntoIterator<Item = (u32, u16, u8)>) -> Self {
        let low = |x: u16| if R::RAW { 0 } else { x % 16 };
        let mut triples: Vec<_> = triples.into_iter().collect();
        triples.sort_unstable_by_key(|&(offset, x, group)| (group, low(x), offset));
        let (runs, places, nearest, farthest, tapes) = (Vec::new(), Vec::new(), usize::MAX, 0, 0);
        let mut marks = Marks { raw: R::RAW, runs, places, nearest, farthest, tapes };
        for run in triples.chunk_by(|a, b| (a.2, low(a.1)) == (b.2, low(b.1))) {
            let from = marks.places.len();
            for &(offset, x, group) in run {
                let group = u16::from(group);
                let (tape, read) = if R::RAW {
                    (0, R::new(x ^ group << 4).repeated())
                } else {
                    (group ^ (x / 16), (group ^ (x / 16)).into())
                };
                marks.places.push((read, offset));
                marks.tapes = marks.tapes.max(usize::from(tape) + 1);
                marks.nearest = marks.nearest.min(offset as usize);
                marks.farthest = marks.farthest.max(offset as usize);
            }
            let (_, x, group) = run[0];
            marks.runs.push(Run { group: group.into(), low: low(x).into(), from, end: marks.places.len() });
        }
        marks
    }

    /// How many.
    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// The marks as triples `(offset, x, group)`.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, u16, u8)> {
        self.runs.iter().flat_map(|run| {
            self.places[run.from..run.end].iter().map(|&(read, offset)| {
                let group = run.group as u16;
                let x = if self.raw {
                    read as u16 & 0xFF ^ group << 4
                } else {
                    (group ^ read as u16) << 4 | run.low as u16
                };
                (offset, x, run.group as u8)
            })
        })
    }

    /// How many tapes [`Groups`] must have.
    pub(crate) fn tapes(&self) -> usize {
        self.tapes
    }

    /// The largest offset.
    pub(crate) fn farthest(&self) -> usize {
        self.farthest
    }

    /// Every load lies inside the tapes: the check that unsafe code rests on.
    pub(super) fn check(&self, tapes: Tapes, n0: usize, blocks: usize) {
        assert!(self.raw == tapes.raw && self.tapes * tapes.room <= tapes.bytes.len(), "a tape is missing");
        assert!(self.farthest <= n0, "the block begins before the farthest mark");
        assert!(
            n0.saturating_add(blocks * LANES) <= tapes.length.saturating_add(self.nearest),
            "a mark reads a heap that is not known"
        );
    }
}
