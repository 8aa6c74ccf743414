//! Inner loops with vectors, each with a twin in plain Rust: the only unsafe code of the library.
//!
//! [`dense`] serves the engine of that name, [`nibbles`] the block engine when ranks are below 16, [`words`] when they are below 64 and terms
//! are few. Here are the operations of the block engine on larger ranks, for 64 neighbouring heaps at once. They read *ranks* `c[n]`, a byte or two for each heap. A
//! [`Terms`] list holds pairs `(offset, x)`; its term marks rank `c[n - offset] xor x` for heap `n`. A *lane* is one of the heaps
//! `n0 … n0 + 63` of a block; since every offset is at least 64 where a block is still unknown, no lane depends on another
//! one, and a term is one unaligned load for all lanes. In order of use:
//!
//! ```text
//! mark_sets    whole sets, by terms in the groups where they are most useful (see groups)
//! first_open   the first few unmarked ranks of each lane: rows of candidates, and for each row a bit for each lane
//! strike       clears the bit of a candidate that a term marks
//! compact      moves the candidates that are open to the front
//! settle       the first candidate that no near term marks, heap by heap
//! ```
//!
//! A rank of [`Rank::NONE`] or more marks nothing that matters: it stands for heaps whose marks do not count (in games
//! with larger ranks there are no such heaps in sight). With two bytes for each heap a vector has half as many lanes.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
pub mod dense;
#[cfg(target_arch = "x86_64")]
mod dense_avx2;
pub mod groups;
pub mod nibbles;
#[cfg(target_arch = "x86_64")]
mod nibbles_avx2;
mod rank;
mod scalar;
#[cfg(target_arch = "x86_64")]
mod wide_avx2;
#[cfg(target_arch = "x86_64")]
mod wide_avx512;
pub mod words;

pub use rank::Rank;

use groups::{Groups, Marks, Sets};
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;
use std::sync::LazyLock;

/// Heaps settled together.
pub const LANES: usize = 64;
/// One byte for each lane.
pub type Lanes = [u8; LANES];
/// One rank for each lane.
pub type Row<R> = [R; LANES];

/// Pairs `(offset, x)`, in the order in which they are used.
#[derive(Clone, Debug)]
pub struct Terms<R> {
    offsets: Vec<u32>,
    /// `x` as often as it fits into four bytes, ready to be broadcast.
    xors: Vec<u32>,
    nearest: usize,
    farthest: usize,
    kind: PhantomData<R>,
}

impl<R> Default for Terms<R> {
    fn default() -> Self {
        Terms { offsets: Vec::new(), xors: Vec::new(), nearest: usize::MAX, farthest: 0, kind: PhantomData }
    }
}

impl<R: Rank> FromIterator<(u32, R)> for Terms<R> {
    fn from_iter<I: IntoIterator<Item = (u32, R)>>(pairs: I) -> Self {
        let mut terms = Terms::default();
        for (offset, x) in pairs {
            terms.offsets.push(offset);
            terms.xors.push(x.repeated());
            terms.nearest = terms.nearest.min(offset as usize);
            terms.farthest = terms.farthest.max(offset as usize);
        }
        terms
    }
}

impl<R: Rank> Terms<R> {
    /// How many.
    pub fn len(&self) -> usize {
        self.offsets.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.offsets.is_empty()
    }

    /// The terms as pairs.
    pub fn iter(&self) -> impl Iterator<Item = (u32, R)> {
        self.since(0)
    }

    /// Those from the `from`-th on.
    pub fn since(&self, from: usize) -> impl Iterator<Item = (u32, R)> {
        self.offsets[from..].iter().zip(&self.xors[from..]).map(|(&offset, &x)| (offset, R::new(x as u16)))
    }
}

/// Terms with an offset below 64.
#[derive(Clone, Debug, Default)]
pub struct Near<R> {
    terms: Vec<(usize, R)>,
    /// For the last 64 heaps the `x` of a term with that offset, and where there is one. Several terms with one offset are in
    /// several layers.
    layers: Vec<(Row<R>, u64)>,
    /// The terms with an offset below 8, and the others.
    close: Vec<(usize, R)>,
    apart: Vec<(usize, R)>,
}

/// Heaps that do not meet each other by the terms of [`Near::apart`].
const TOGETHER: usize = 8;

impl<R: Rank> FromIterator<(u32, R)> for Near<R> {
    fn from_iter<I: IntoIterator<Item = (u32, R)>>(pairs: I) -> Self {
        let mut near = Near::default();
        for (offset, x) in pairs {
            let offset = offset as usize;
            assert!((1..LANES).contains(&offset), "a near term is less than a block away");
            near.terms.push((offset, x));
            let place = if offset < TOGETHER { &mut near.close } else { &mut near.apart };
            place.push((offset, x));
            let place = LANES - offset;
            let free = near.layers.iter().position(|(_, there)| there >> place & 1 == 0);
            let layer = free.unwrap_or_else(|| {
                near.layers.push(([R::default(); LANES], 0));
                near.layers.len() - 1
            });
            near.layers[layer].0[place] = x;
            near.layers[layer].1 |= 1 << place;
        }
        near
    }
}

impl<R> Near<R> {
    /// The terms as pairs.
    pub fn terms(&self) -> &[(usize, R)] {
        &self.terms
    }
}

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
        use std::arch::is_x86_feature_detected as has;
        let half = has!("avx2") && has!("bmi1") && has!("bmi2") && has!("popcnt");
        let full = has!("avx512f") && has!("avx512bw") && has!("avx512vbmi") && has!("avx512vbmi2");
        match (half, full) {
            (true, true) => Kernel::Avx512,
            (true, false) => Kernel::Avx2,
            _ => Kernel::Scalar,
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    fn look() -> Self {
        Kernel::Scalar
    }

    /// Whether this CPU can run it.
    pub fn is_available(self) -> bool {
        self <= Kernel::detect()
    }

    /// The best one that is available, not better than `most`, and not better than this one.
    fn at_most(self, most: Kernel) -> Kernel {
        self.min(most).min(Kernel::detect())
    }

    /// Marks ranks of neighbouring blocks, the first one at `n0`. At most [`groups::BLOCKS`] of them.
    pub fn mark_sets(self, groups: &Groups, n0: usize, marks: &Marks, sets: &mut [Sets]) {
        assert!(sets.len() <= groups::BLOCKS, "too many blocks");
        marks.check(groups, n0, sets.len());
        match self.at_most(Kernel::Avx512) {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => avx512::mark_sets(groups, n0, marks, sets),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => avx2::mark_sets(groups, n0, marks, sets),
            _ => scalar::mark_sets(groups, n0, marks, sets),
        }
    }

    /// The first unmarked ranks of each lane that are below its bound, one for each row, ascending, with the bits of the lanes that
    /// have them; and how many there are in all. At most 16 rows; sets of whole words.
    pub fn first_open<R: Rank>(
        self,
        sets: &Sets,
        bounds: &[u16; LANES],
        rows: &mut [Row<R>],
        open: &mut [u64],
    ) -> [u16; LANES] {
        assert!(rows.len() == open.len() && rows.len() <= 16, "at most 16 candidates");
        let most = 8 * sets.len().min(1 << 13) as u32;
        let fits = |bound: u16| u32::from(bound) <= most && u32::from(bound) <= u32::from(R::MAX.into()) + 1;
        assert!(sets.len().is_multiple_of(8) && bounds.iter().all(|&bound| fits(bound)), "ranks that sets have");
        R::first_open(Checked(self.at_most(Kernel::Avx512)), sets, bounds, rows, open)
    }

    /// Clears bit `t` of `open[j]` when a term of `range` marks the rank `rows[j][t]`.
    pub fn strike<R: Rank>(
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
        R::strike(Checked(self.at_most(Kernel::Avx512)), ranks, n0, terms, range, rows, open);
    }

    /// Moves the first `most` open candidates of each lane to the front, in their order; further ones stay where they are. At most
    /// 16 candidates.
    pub fn compact<R: Rank>(self, rows: &mut [Row<R>], open: &mut [u64], most: usize) {
        assert!(rows.len() == open.len() && rows.len() <= 16, "at most 16 candidates");
        let most = most.min(rows.len());
        R::compact(Checked(self.at_most(Kernel::Avx512)), rows, open, most);
    }

    /// Gives the heaps of `range`, the last ones of a block, their ranks: each its first open candidate that no near term marks. Returns
    /// the first heap that has none, or the end.
    pub fn settle<R: Rank>(
        self,
        ranks: &mut [R],
        range: Range,
        near: &Near<R>,
        rows: &[Row<R>],
        open: &[u64],
    ) -> usize {
        assert!(LANES <= range.start && range.end <= ranks.len(), "a range inside the ranks, and a block before it");
        assert!(range.len() <= LANES && rows.len() == open.len(), "the last heaps of a block");
        R::settle(Checked(self.at_most(Kernel::Avx512)), ranks, range, near, rows, open)
    }

    /// The first `t` with `up[t] xor down[last - t] = rank`: a split of one heap, when `up` has its parts in ascending order and
    /// `down` the other parts, ascending too.
    pub fn find_split<R: Rank>(self, up: &[R], down: &[R], rank: R) -> Option<usize> {
        assert_eq!(up.len(), down.len(), "a part without its other part");
        R::find_split(Checked(self.at_most(Kernel::Avx512)), up, down, rank)
    }
}

/// A kernel that is available, for an operation whose arguments were checked: only the operations of [`Kernel`] can say so, and unsafe
/// code rests on it.
#[derive(Clone, Copy, Debug)]
pub struct Checked(Kernel);

/// Places in a [`Terms`] list, or heaps.
pub type Range = std::ops::Range<usize>;

/// Every load of a kernel lies inside `ranks`: the one check that its unsafe code rests on.
fn check<R>(ranks: &[R], n0: usize, terms: &Terms<R>, lanes: usize) {
    assert!(terms.farthest <= n0, "the block begins before the farthest term");
    assert!(
        n0.saturating_add(lanes) <= ranks.len().saturating_add(terms.nearest),
        "a term reads a heap that is not known"
    );
}

/// A kernel that does not exist, or not on this machine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("kernel \"{0}\" is not available here; accepted are auto, {names}", names = available())]
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

#[cfg(test)]
mod tests {
    use super::groups::empty_sets;
    use super::*;
    use proptest::prelude::*;

    fn terms(least: u32) -> impl Strategy<Value = Vec<(u32, u16)>> {
        prop::collection::vec((least..200u32, any::<u16>()), 0..40)
    }

    /// Those that can run here.
    fn kernels() -> impl Iterator<Item = Kernel> {
        Kernel::ALL.into_iter().filter(|kernel| kernel.is_available())
    }

    /// Numbers as ranks of a kind.
    fn as_ranks<R: Rank>(numbers: &[u16]) -> Vec<R> {
        numbers.iter().map(|&number| R::new(number)).collect()
    }

    fn as_rows<R: Rank>(rows: &[Vec<u16>]) -> Vec<Row<R>> {
        rows.iter().map(|row| as_ranks(row).try_into().unwrap()).collect()
    }

    fn as_terms<R: Rank, T: FromIterator<(u32, R)>>(terms: &[(u32, u16)]) -> T {
        terms.iter().map(|&(offset, x)| (offset, R::new(x))).collect()
    }

    /// Numbers below `most` and some that need two bytes, when there are two.
    fn numbers(most: u16, length: impl Into<prop::collection::SizeRange>) -> impl Strategy<Value = Vec<u16>> {
        prop::collection::vec((0..most, 0u16..2).prop_map(|(low, high)| low | high << 9), length)
    }

    /// Sets hold what the terms mark in their groups, at every alignment, for any number of blocks.
    fn mark<R: Rank>(
        numbers: &[u16],
        n0: usize,
        blocks: usize,
        triples: &[(u32, u16, u8)],
    ) -> Result<(), TestCaseError> {
        let ranks: Vec<R> = as_ranks(numbers);
        let n0 = n0.min(300 - 64 * blocks + 192);
        let inside = |t: &&(u32, u16, u8)| n0 + 64 * blocks <= 300 + t.0 as usize && t.0 as usize <= n0;
        let triples: Vec<_> = triples.iter().filter(inside).copied().collect();
        let marks: Marks = triples.iter().copied().collect();
        prop_assert_eq!(marks.iter().collect::<std::collections::BTreeSet<_>>(), triples.iter().copied().collect());
        let mut tapes = Groups::new(marks.tapes(), 300);
        tapes.extend(&ranks[..100]);
        tapes.extend(&ranks[100..]);
        let mut expected = vec![empty_sets(64); blocks];
        for (offset, x, group) in triples {
            for t in 0..64 * blocks {
                let rank: u16 = (ranks[n0 + t - offset as usize] ^ R::new(x)).into();
                if rank / 16 == u16::from(group) {
                    expected[t / 64][usize::from(rank / 8)][t % 64] |= 1 << (rank % 8);
                }
            }
        }
        for kernel in kernels() {
            let mut sets = vec![empty_sets(64); blocks];
            kernel.mark_sets(&tapes, n0, &marks, &mut sets);
            prop_assert!(sets == expected, "{}", kernel);
        }
        Ok(())
    }

    fn find_open<R: Rank>(sets: &Sets, bounds: &[u16; LANES], most: usize) -> Result<(), TestCaseError> {
        for kernel in kernels() {
            let (mut rows, mut open) = (vec![[R::default(); LANES]; most], vec![0; most]);
            let found = kernel.first_open(sets, bounds, &mut rows, &mut open);
            for lane in 0..LANES {
                let is_open = |&rank: &u16| sets[usize::from(rank / 8)][lane] >> (rank % 8) & 1 == 0;
                let expected: Vec<u16> = (0..bounds[lane]).filter(is_open).collect();
                prop_assert_eq!(usize::from(found[lane]), expected.len(), "{}", kernel);
                for j in 0..most {
                    prop_assert_eq!(open[j] >> lane & 1 == 1, j < expected.len(), "{}", kernel);
                    prop_assert!(j >= expected.len() || rows[j][lane].into() == expected[j], "{}", kernel);
                }
            }
        }
        Ok(())
    }

    fn strike<R: Rank>(
        ranks: &[u16],
        n0: usize,
        terms: &[(u32, u16)],
        rows: &[Vec<u16>],
        open: u64,
    ) -> Result<(), TestCaseError> {
        let (ranks, rows): (Vec<R>, Vec<Row<R>>) = (as_ranks(ranks), as_rows(rows));
        let terms: Terms<R> = as_terms(terms);
        let range = terms.len() / 4..terms.len();
        for kernel in kernels() {
            let mut left = vec![open; rows.len()];
            kernel.strike(&ranks, n0, &terms, range.clone(), &rows, &mut left);
            for (row, left) in rows.iter().zip(left) {
                for lane in 0..LANES {
                    let marks = |(offset, x): (u32, R)| ranks[n0 + lane - offset as usize] ^ x == row[lane];
                    let expected = open >> lane & 1 == 1 && !terms.since(range.start).any(marks);
                    prop_assert_eq!(left >> lane & 1 == 1, expected, "{}", kernel);
                }
            }
        }
        Ok(())
    }

    fn compact<R: Rank>(before: &[Vec<u16>], open: &[u64], most: usize) -> Result<(), TestCaseError> {
        let before: Vec<Row<R>> = as_rows(before);
        for kernel in kernels() {
            let (mut rows, mut left) = (before.clone(), open.to_vec());
            kernel.compact(&mut rows, &mut left, most);
            for lane in 0..LANES {
                let kept = |rows: &[Row<R>], open: &[u64]| -> Vec<R> {
                    rows.iter().zip(open).filter(|(_, open)| *open >> lane & 1 == 1).map(|(row, _)| row[lane]).collect()
                };
                let expected = kept(&before, open);
                prop_assert_eq!(&kept(&rows, &left), &expected, "{}", kernel);
                let first = kept(&rows[..most.min(rows.len())], &left);
                prop_assert_eq!(first.len(), expected.len().min(most).min(rows.len()), "{}", kernel);
            }
        }
        Ok(())
    }

    /// Heap by heap the first candidate that no near term marks, several terms of one offset included.
    fn settle<R: Rank>(
        before: &[u16],
        near: &[(u32, u16)],
        rows: &[Vec<u16>],
        open: &[u64],
        from: usize,
    ) -> Result<(), TestCaseError> {
        let (before, rows): (Vec<R>, Vec<Row<R>>) = (as_ranks(before), as_rows(rows));
        let near: Near<R> = as_terms(near);
        let mut expected = before.clone();
        let struck =
            |ranks: &[R], n: usize, rank| near.terms().iter().any(|&(offset, x)| ranks[n - offset] ^ x == rank);
        let end = (64 + from..128).find(|&n| {
            let lane = n - 64;
            let mut open = rows.iter().zip(open).filter(|(_, open)| *open >> lane & 1 == 1).map(|(row, _)| row[lane]);
            let rank = open.find(|&rank| !struck(&expected, n, rank));
            rank.map(|rank| expected[n] = rank).is_none()
        });
        let end = end.unwrap_or(128);
        for kernel in kernels() {
            let mut ranks = before.clone();
            prop_assert_eq!(kernel.settle(&mut ranks, 64 + from..128, &near, &rows, open), end, "{}", kernel);
            prop_assert_eq!(&ranks[..end], &expected[..end], "{}", kernel);
        }
        Ok(())
    }

    fn find_split<R: Rank>(up: &[u16], down: &[u16], rank: u16) -> Result<(), TestCaseError> {
        let (up, down, rank): (Vec<R>, Vec<R>, R) = (as_ranks(up), as_ranks(down), R::new(rank));
        let expected = (0..up.len()).find(|&t| up[t] ^ down[up.len() - 1 - t] == rank);
        for kernel in kernels() {
            prop_assert_eq!(kernel.find_split(&up, &down, rank), expected, "{}", kernel);
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn sets_are_marked(
            ranks in numbers(512, 300),
            n0 in 200usize..=300,
            blocks in 1usize..=groups::BLOCKS,
            terms in terms(256 - 64),
            groups in prop::collection::vec(0u8..64, 40),
        ) {
            let with_groups = |least: u16, most: u8| -> Vec<(u32, u16, u8)> {
                terms.iter().zip(&groups).map(|(&(offset, x), &group)| (offset, x % least, group % most)).collect()
            };
            mark::<u8>(&ranks, n0, blocks, &with_groups(256, 16))?;
            mark::<u16>(&ranks, n0, blocks, &with_groups(1024, 64))?;
        }

        #[test]
        fn first_open_ranks_come_in_order(
            sets in prop::collection::vec(any::<[u8; LANES]>(), 128),
            crowded: bool,
            bounds in prop::collection::vec(0u16..=1024, LANES),
            most in 0usize..=16,
        ) {
            let mut sets: Sets = sets;
            if crowded {
                // As after many marks: seven of eight ranks or more.
                sets.iter_mut().flatten().for_each(|set| *set |= set.rotate_left(3) | set.rotate_left(5));
            }
            let bounds: [u16; LANES] = bounds.try_into().unwrap();
            find_open::<u16>(&sets, &bounds, most)?;
            find_open::<u8>(&sets, &bounds.map(|bound| bound.min(256)), most)?;
        }

        #[test]
        fn candidates_are_struck(
            ranks in numbers(8, 300),
            n0 in 200usize..=300,
            terms in terms(64),
            rows in prop::collection::vec(numbers(8, LANES), 0..=16),
            open: u64,
        ) {
            let terms: Vec<_> = terms.into_iter().map(|(offset, x)| (offset, x % 8)).collect();
            strike::<u8>(&ranks, n0, &terms, &rows, open)?;
            strike::<u16>(&ranks, n0, &terms, &rows, open)?;
        }

        #[test]
        fn compact_keeps_the_order(
            rows in prop::collection::vec((numbers(256, LANES), any::<u64>()), 0..=16),
            most in 0usize..=16,
        ) {
            let (rows, open): (Vec<Vec<u16>>, Vec<u64>) = rows.into_iter().unzip();
            compact::<u8>(&rows, &open, most)?;
            compact::<u16>(&rows, &open, most)?;
        }

        #[test]
        fn near_terms_settle(
            before in numbers(16, 128),
            near in prop::collection::vec((1u32..64, 0u16..16), 0..30),
            rows in prop::collection::vec((numbers(16, LANES), any::<u64>()), 0..=8),
            from in 0usize..=64,
        ) {
            let (rows, open): (Vec<Vec<u16>>, Vec<u64>) = rows.into_iter().unzip();
            settle::<u8>(&before, &near, &rows, &open, from)?;
            settle::<u16>(&before, &near, &rows, &open, from)?;
        }

        #[test]
        fn splits_are_found(up in numbers(16, 0..200), seed: u64, rank in 0u16..32) {
            let down: Vec<u16> = up.iter().map(|c| c ^ (seed >> (c % 16 * 4)) as u16 & 15).rev().collect();
            find_split::<u8>(&up, &down, rank)?;
            find_split::<u16>(&up, &down, rank)?;
        }
    }
}
