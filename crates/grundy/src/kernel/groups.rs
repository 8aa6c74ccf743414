//! Ranks sorted by groups of 16, so that marking one group costs a load and two shuffles.
//!
//! Whole sets of many ranks are dear to mark, and most of it is wasted: a term that often hits ranks 32 … 47 of the heaps under
//! way may hardly ever hit ranks 96 … 111 where these still matter. So a [`Marks`] list says for each term in which groups it is
//! used. [`Groups`] keeps a tape for each group `h`: the low four bits of a rank where the rank is in the group,
//! [`ELSEWHERE`] where it is not. Marking group `g` by a term `(offset, x)` reads tape `g xor x / 16` at `n - offset`, and what is left of
//! the xor permutes the 16 bits of the shuffle table. Marks are sorted by group and table, so both stay in registers.

use super::{LANES, Lanes, Rank};

/// Ranks in a group.
pub(crate) const GROUP: usize = 16;
/// A rank that is in another group.
pub(super) const ELSEWHERE: u8 = 0x80;
/// Neighbouring blocks that are marked together, so that the cache lines at their borders are fetched once.
pub(crate) const BLOCKS: usize = 4;

/// Marked ranks of a block: bit `r % 8` of plane `r / 8`.
pub(crate) type Sets = Vec<Lanes>;

/// Empty sets for so many groups, whole words of 64 ranks.
pub(crate) fn empty_sets(groups: usize) -> Sets {
    vec![[0; LANES]; (groups * GROUP).div_ceil(64) * 8]
}

/// For each group a tape of the ranks that are in it.
#[derive(Clone, Debug)]
pub(crate) struct Groups {
    bytes: Vec<u8>,
    room: usize,
    length: usize,
}

impl Groups {
    /// Tapes for `tapes` groups and at most `room` heaps.
    pub(crate) fn new(tapes: usize, room: usize) -> Self {
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

    /// Forgets all but the first `length` heaps.
    pub(crate) fn truncate(&mut self, length: usize) {
        self.length = self.length.min(length);
    }

    /// How many heaps there are.
    pub(crate) fn len(&self) -> usize {
        self.length
    }

    /// The tape of group `h`.
    pub(super) fn tape(&self, h: usize) -> &[u8] {
        &self.bytes[h * self.room..][..self.length]
    }
}

/// Terms with the groups they mark.
#[derive(Clone, Debug)]
pub(crate) struct Marks {
    pub(super) runs: Vec<Run>,
    /// Which tape is read, how far back.
    pub(super) places: Vec<(u32, u32)>,
    nearest: usize,
    farthest: usize,
    /// How many tapes are read.
    tapes: usize,
}

/// Marks of one group with one table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) group: usize,
    /// The low four bits of the xor.
    pub(super) low: usize,
    pub(super) from: usize,
    pub(super) end: usize,
}

impl FromIterator<(u32, u16, u8)> for Marks {
    /// From triples `(offset, x, group)`.
    fn from_iter<I: IntoIterator<Item = (u32, u16, u8)>>(triples: I) -> Self {
        let mut triples: Vec<_> = triples.into_iter().collect();
        triples.sort_unstable_by_key(|&(offset, x, group)| (group, x % 16, offset));
        let mut marks = Marks { runs: Vec::new(), places: Vec::new(), nearest: usize::MAX, farthest: 0, tapes: 0 };
        for run in triples.chunk_by(|a, b| (a.2, a.1 % 16) == (b.2, b.1 % 16)) {
            let from = marks.places.len();
            for &(offset, x, group) in run {
                let tape = usize::from(u16::from(group) ^ (x / 16));
                marks.places.push((tape as u32, offset));
                marks.tapes = marks.tapes.max(tape + 1);
                marks.nearest = marks.nearest.min(offset as usize);
                marks.farthest = marks.farthest.max(offset as usize);
            }
            let (_, x, group) = run[0];
            marks.runs.push(Run { group: group.into(), low: (x % 16).into(), from, end: marks.places.len() });
        }
        marks
    }
}

impl Marks {
    /// How many.
    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// The marks as triples `(offset, x, group)`.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, u16, u8)> {
        self.runs.iter().flat_map(|run| {
            self.places[run.from..run.end].iter().map(|&(tape, offset)| {
                let above = run.group as u16 ^ tape as u16;
                (offset, above << 4 | run.low as u16, run.group as u8)
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
    pub(super) fn check(&self, groups: &Groups, n0: usize, blocks: usize) {
        assert!(self.tapes * groups.room <= groups.bytes.len(), "a tape is missing");
        assert!(self.farthest <= n0, "the block begins before the farthest mark");
        assert!(
            n0.saturating_add(blocks * LANES) <= groups.length.saturating_add(self.nearest),
            "a mark reads a heap that is not known"
        );
    }
}
