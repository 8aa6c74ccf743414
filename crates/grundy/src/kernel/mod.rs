//! Inner loops with vectors, each with a twin in plain Rust.
//!
//! A `Kernel` is a name. What runs is a `Machine`: a token that exists only where the CPU has the instructions
//! (`machine`), with the operations as its methods. Each has a plain default (`scalar`); a machine overrides what it
//! does better, so that another processor is one more directory beside `x86_64` and one more line in `on!`.
//!
//! **Safety.** The methods of a machine are unsafe: they rely on what the method of the same name of [`Kernel`] asserts
//! (that every load lies inside the ranks, that rows and bits are as many). Those methods are the only door, and safe.
//! Inside, a function with `target_feature` is unsafe to call for the instructions, which the token proves, and for
//! what was asserted; a SAFETY note says which of the two it rests on, before the block, or once before an `impl` whose
//! every block rests on the same.
//!
//! `dense` and `pick` serve the engine `dense`, `nibbles` the block engine when ranks are below 16, `words` when they are
//! below 64 and terms are few. Here are the operations of the block engine on larger ranks, for 64 neighbouring heaps
//! at once. They read *ranks* `c[n]`, a byte or two for each heap. A `Terms` list holds pairs `(offset, x)`; its term
//! marks rank `c[n - offset] xor x` for heap `n`. A *lane* is one of the heaps `n0 … n0 + 63` of a block; since every
//! offset is at least 64 where a block is still unknown, no lane depends on another one, and a term is one unaligned
//! load for all lanes. In order of use:
//!
//! ```text
//! mark_sets    sets, by terms in the groups where they are most useful (see groups)
//! stamp        whole sets, by terms in all groups, rank by rank: where groups are many
//! open_ranks   all unmarked ranks of each lane below a bound
//! sift         those of them that none of some splits excludes (see windows)
//! first_open   the first few unmarked ranks of each lane: rows of candidates, and for each row a bit for each lane
//! strike       clears the bit of a candidate that a term marks
//! compact      moves the candidates that are open to the front
//! settle       the first candidate that no near term marks, heap by heap
//! ```
//!
//! A rank of `Rank::NONE` or more marks nothing that matters: it stands for heaps whose marks do not count (in games
//! with larger ranks there are no such heaps in sight). With two bytes for each heap a vector has half as many lanes.
#![allow(unsafe_code)]

#[cfg(test)]
mod equal;
mod generic;
mod machine;
mod rank;
mod scalar;
mod terms;
#[cfg(target_arch = "x86_64")]
mod x86_64;

pub(crate) mod dense;
pub(crate) mod groups;
pub(crate) mod nibbles;
pub(crate) mod pick;
pub(crate) mod windows;
pub(crate) mod words;

pub(crate) use rank::Rank;
pub(crate) use terms::{Near, Terms};

use groups::{Marks, Sets, Tapes};
use machine::{Machine, Ranked, on};
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;
use terms::check;

/// Heaps settled together.
pub(crate) const LANES: usize = 64;
/// Ranks are below this wherever blocks are settled together: 256 groups have a number.
pub(crate) const WIDEST: usize = 256 * groups::GROUP;
/// One byte for each lane.
pub(crate) type Lanes = [u8; LANES];
/// One rank for each lane.
pub(crate) type Row<R> = [R; LANES];
/// Places in a [`Terms`] list, or heaps.
pub(crate) type Range = std::ops::Range<usize>;

/// Which implementation runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kernel {
    /// Plain Rust.
    Scalar,
    /// 256-bit vectors.
    Avx2,
    /// 512-bit vectors with byte permutations, where they pay; else 256-bit ones.
    Avx512,
}

impl Kernel {
    /// All of them, the plain one first.
    pub const ALL: [Kernel; 3] = [Kernel::Scalar, Kernel::Avx2, Kernel::Avx512];

    /// The best one this CPU has: it has all lesser ones, too.
    pub fn detect() -> Self {
        static BEST: LazyLock<Kernel> = LazyLock::new(Kernel::look);
        *BEST
    }

    #[cfg(target_arch = "x86_64")]
    fn look() -> Self {
        x86_64::best()
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn look() -> Self {
        Kernel::Scalar
    }

    /// Whether this CPU can run it.
    pub fn is_available(self) -> bool {
        self <= Kernel::detect()
    }

    /// Marks ranks of neighbouring blocks, the first one at `n0`. At most [`groups::BLOCKS`] of them.
    pub(crate) fn mark_sets(self, tapes: Tapes, n0: usize, marks: &Marks, sets: &mut [Sets]) {
        assert!(sets.len() <= groups::BLOCKS, "too many blocks");
        marks.check(tapes, n0, sets.len());
        if marks.len() == 0 {
            return;
        }
        // SAFETY: asserted above.
        on!(self, machine => unsafe { machine.mark_sets(tapes, n0, marks, sets) });
    }

    /// Marks ranks of the block at `n0`: every rank of a term that the sets have.
    pub(crate) fn stamp<R: Rank>(self, ranks: &[R], n0: usize, terms: &Terms<R>, sets: &mut Sets) {
        assert!(sets.len().is_multiple_of(8) && 8 * sets.len() <= WIDEST, "whole words of ranks");
        check(ranks, n0, terms, LANES);
        if terms.len() == 0 {
            return;
        }
        // SAFETY: asserted above.
        on!(self, machine => unsafe { R::on(machine).stamp(ranks, n0, terms, sets) });
    }

    /// The first unmarked ranks of each lane that are below the bound, one for each row, ascending, with the bits of
    /// the lanes that have them. At most 16 rows; sets of whole words.
    pub(crate) fn first_open<R: Rank>(self, sets: &Sets, bound: u16, rows: &mut [Row<R>], open: &mut [u64]) {
        assert!(rows.len() == open.len() && rows.len() <= 16, "at most 16 candidates");
        let most = (8 * sets.len()).min(usize::from(R::MAX.into()) + 1);
        assert!(sets.len().is_multiple_of(8) && usize::from(bound) <= most, "ranks that sets have");
        // SAFETY: asserted above.
        on!(self, machine => unsafe { R::on(machine).first_open(sets, bound, rows, open) });
    }

    /// All unmarked ranks of each lane that are below its bound, as pairs of lane and rank: few, it is hoped.
    pub(crate) fn open_ranks(self, sets: &Sets, bounds: &[u16; LANES], open: &mut Vec<(u8, u16)>) {
        assert!(bounds.iter().all(|&bound| usize::from(bound) <= 8 * sets.len()), "ranks that sets have");
        // SAFETY: asserted above.
        on!(self, machine => unsafe { machine.open_ranks(sets, bounds, open) });
    }

    /// Keeps the cells (heap and rank) that no split of the window excludes.
    pub(crate) fn sift<R: Rank>(self, ranks: &[R], window: &windows::Window<R>, cells: &mut Vec<(u32, R)>) {
        assert!(window.parts.len() == windows::WINDOW && window.common.len() == windows::WINDOW, "a window");
        // SAFETY: asserted above; heaps are checked one by one.
        on!(self, machine => unsafe { R::on(machine).sift(ranks, window, cells) });
    }

    /// Clears bit `t` of `open[j]` when a term of `range` marks the rank `rows[j][t]`.
    pub(crate) fn strike<R: Rank>(
        self,
        ranks: &[R],
        n0: usize,
        terms: &Terms<R>,
        range: Range,
        rows: &[Row<R>],
        open: &mut [u64],
    ) {
        assert!(rows.len() == open.len() && range.end <= terms.len(), "a bit for each candidate, terms of the list");
        check(ranks, n0, terms, LANES);
        // SAFETY: asserted above.
        on!(self, machine => unsafe { R::on(machine).strike(ranks, n0, terms, range, rows, open) });
    }

    /// Moves the first `most` open candidates of each lane to the front, in their order; further ones stay where they
    /// are. At most 16 candidates.
    pub(crate) fn compact<R: Rank>(self, rows: &mut [Row<R>], open: &mut [u64], most: usize) {
        assert!(rows.len() == open.len() && rows.len() <= 16, "at most 16 candidates");
        let most = most.min(rows.len());
        // SAFETY: asserted above.
        on!(self, machine => unsafe { R::on(machine).compact(rows, open, most) });
    }

    /// Gives the heaps of `range`, the last ones of a block, their ranks: each its first open candidate that no near
    /// term marks. Returns the first heap that has none, or the end.
    pub(crate) fn settle<R: Rank>(
        self,
        ranks: &mut [R],
        range: Range,
        near: &Near<R>,
        rows: &[Row<R>],
        open: &[u64],
    ) -> usize {
        assert!(LANES <= range.start && range.end <= ranks.len(), "a range inside the ranks, and a block before it");
        assert!(range.len() <= LANES && rows.len() == open.len(), "the last heaps of a block");
        // SAFETY: asserted above.
        on!(self, machine => unsafe { R::on(machine).settle(ranks, range, near, rows, open) })
    }

    /// The first `t` with `up[t] xor down[last - t] = rank`: a split of one heap, when `up` has its parts in ascending
    /// order and `down` the other parts, ascending too.
    pub(crate) fn find_split<R: Rank>(self, up: &[R], down: &[R], rank: R) -> Option<usize> {
        assert_eq!(up.len(), down.len(), "a part without its other part");
        // SAFETY: asserted above.
        on!(self, machine => unsafe { R::on(machine).find_split(up, down, rank) })
    }
}

/// A kernel that does not exist, or not on this machine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("kernel {0:?} is not available here; accepted are auto, {names}", names = available())]
pub struct NoKernel(String);

fn available() -> String {
    let names = Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()).map(|kernel| kernel.to_string());
    names.collect::<Vec<_>>().join(", ")
}

impl FromStr for Kernel {
    type Err = NoKernel;

    fn from_str(name: &str) -> Result<Self, NoKernel> {
        let named = |kernel: &Kernel| kernel.is_available() && kernel.to_string() == name;
        match name {
            "auto" => Ok(Kernel::detect()),
            _ => Kernel::ALL.into_iter().find(named).ok_or_else(|| NoKernel(name.to_owned())),
        }
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kernel::Scalar => "scalar",
            Kernel::Avx2 => "avx2",
            Kernel::Avx512 => "avx512",
        })
    }
}
