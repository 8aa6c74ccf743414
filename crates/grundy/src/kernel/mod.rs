//! Inner loops with vectors, each with a twin in plain Rust: the only unsafe code of the library.
//!
//! [`dense`] serves the engine of that name. Here are the four operations of the block engine, on 32 neighbouring heaps at
//! once. They read *ranks*: bytes `c[n]`, one for each heap. A [`Terms`] list holds pairs `(offset, x)`; its term marks rank
//! `c[n - offset] xor x` for heap `n`. A *lane* is one of the 32 heaps `n0 … n0 + 31`; since every offset a kernel is given is
//! at least 32, no lane depends on another one, and a term is one unaligned load for all lanes.
//!
//! A rank of [`NO_RANK`] or more marks nothing that matters: it stands for heaps whose marks do not count.

#[cfg(target_arch = "x86_64")]
mod avx2;
pub mod dense;
#[cfg(target_arch = "x86_64")]
mod dense_avx2;
pub mod nibbles;
#[cfg(target_arch = "x86_64")]
mod nibbles_avx2;
mod scalar;

use std::fmt;
use std::str::FromStr;

/// Heaps settled together.
pub const LANES: usize = 32;
/// The least rank byte that stands for no rank, in games whose ranks are smaller.
pub const NO_RANK: u8 = 0x80;

/// One byte for each lane.
pub type Lanes = [u8; LANES];

/// Pairs `(offset, x)`, in the order in which they are used.
#[derive(Clone, Debug)]
pub struct Terms {
    offsets: Vec<u32>,
    /// `x` four times over, ready to be broadcast.
    xors: Vec<u32>,
    nearest: usize,
    farthest: usize,
}

impl Default for Terms {
    fn default() -> Self {
        Terms { offsets: Vec::new(), xors: Vec::new(), nearest: usize::MAX, farthest: 0 }
    }
}

impl FromIterator<(u32, u8)> for Terms {
    fn from_iter<I: IntoIterator<Item = (u32, u8)>>(pairs: I) -> Self {
        let mut terms = Terms::default();
        for (offset, x) in pairs {
            terms.offsets.push(offset);
            terms.xors.push(u32::from_ne_bytes([x; 4]));
            terms.nearest = terms.nearest.min(offset as usize);
            terms.farthest = terms.farthest.max(offset as usize);
        }
        terms
    }
}

impl Terms {
    /// How many.
    pub fn len(&self) -> usize {
        self.offsets.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.offsets.is_empty()
    }

    /// The largest offset: a block must not begin before it.
    pub fn farthest(&self) -> usize {
        self.farthest
    }

    /// The terms as pairs.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u8)> {
        self.offsets.iter().zip(&self.xors).map(|(&offset, &x)| (offset, x as u8))
    }
}

/// Which implementation runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kernel {
    /// Plain Rust.
    Scalar,
    /// 256-bit vectors.
    Avx2,
}

impl Kernel {
    /// The best one this CPU has.
    pub fn detect() -> Self {
        if Kernel::Avx2.is_available() { Kernel::Avx2 } else { Kernel::Scalar }
    }

    /// Whether this CPU can run it.
    pub fn is_available(self) -> bool {
        match self {
            Kernel::Scalar => true,
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => std::arch::is_x86_feature_detected!("avx2"),
            #[cfg(not(target_arch = "x86_64"))]
            Kernel::Avx2 => false,
        }
    }

    /// Marks ranks below `8 * planes.len()` by the terms `range`: bit `r % 8` of lane `t` in plane `r / 8`.
    pub fn mark_planes(self, ranks: &[u8], n0: usize, terms: &Terms, range: Range, planes: &mut [Lanes]) {
        check(ranks, n0, terms);
        match self {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 if self.is_available() => avx2::mark_planes(ranks, n0, terms, range, planes),
            _ => scalar::mark_planes(ranks, n0, terms, range, planes),
        }
    }

    /// Sets lane `t` of `struck[j]` to 255 when a term of `range` marks the rank `candidates[j][t]`.
    pub fn strike(
        self,
        ranks: &[u8],
        n0: usize,
        terms: &Terms,
        range: Range,
        candidates: &[Lanes],
        struck: &mut [Lanes],
    ) {
        check(ranks, n0, terms);
        match self {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 if self.is_available() => avx2::strike(ranks, n0, terms, range, candidates, struck),
            _ => scalar::strike(ranks, n0, terms, range, candidates, struck),
        }
    }

    /// Moves the first `most` candidates of each lane that are not struck to the front, in their order; further ones stay where they
    /// are. At most 16 candidates.
    pub fn compact(self, candidates: &mut [Lanes], struck: &mut [Lanes], most: usize) {
        assert!(candidates.len() == struck.len() && candidates.len() <= 16, "at most 16 candidates");
        let most = most.min(candidates.len());
        match self {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 if self.is_available() => avx2::compact(candidates, struck, most),
            _ => scalar::compact(candidates, struck, most),
        }
    }

    /// The first `t` with `up[t] xor down[last - t] = rank`: a split of one heap, when `up` has its parts in ascending order and
    /// `down` the other parts, ascending too.
    pub fn find_split(self, up: &[u8], down: &[u8], rank: u8) -> Option<usize> {
        assert_eq!(up.len(), down.len(), "a part without its other part");
        match self {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 if self.is_available() => avx2::find_split(up, down, rank),
            _ => scalar::find_split(up, down, rank),
        }
    }
}

impl Kernel {
    /// [`Kernel::find_split`] with two bytes a heap.
    pub fn find_wide_split(self, up: &[u16], down: &[u16], value: u16) -> Option<usize> {
        assert_eq!(up.len(), down.len(), "a part without its other part");
        match self {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 if self.is_available() => avx2::find_wide_split(up, down, value),
            _ => scalar::find_split(up, down, value),
        }
    }
}

/// Places in a [`Terms`] list, or heaps.
pub type Range = std::ops::Range<usize>;

/// Every load of a kernel lies inside `ranks`: the one check that its unsafe code rests on.
fn check(ranks: &[u8], n0: usize, terms: &Terms) {
    assert!(terms.farthest <= n0, "the block begins before the farthest term");
    assert!(n0 + LANES <= ranks.len().saturating_add(terms.nearest), "a term reads a heap that is not known");
}

/// A kernel that does not exist, or not on this machine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("kernel \"{0}\" is not available here; accepted are auto, scalar{more}", more = if Kernel::Avx2.is_available() { ", avx2" } else { "" })]
pub struct NoKernel(String);

impl FromStr for Kernel {
    type Err = NoKernel;

    fn from_str(name: &str) -> Result<Self, NoKernel> {
        match name {
            "auto" => Ok(Kernel::detect()),
            "scalar" => Ok(Kernel::Scalar),
            "avx2" if Kernel::Avx2.is_available() => Ok(Kernel::Avx2),
            _ => Err(NoKernel(name.to_owned())),
        }
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kernel::Scalar => "scalar",
            Kernel::Avx2 => "avx2",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn terms(least: u32) -> impl Strategy<Value = Terms> {
        prop::collection::vec((least..200u32, any::<u8>()), 0..40).prop_map(|pairs| pairs.into_iter().collect())
    }

    proptest! {
        /// Vectors and plain Rust do the same, at every alignment.
        #[test]
        fn twins(
            ranks in prop::collection::vec(any::<u8>(), 300),
            n0 in 200usize..=300,
            terms in terms(32),
            planes in 1usize..=32,
            candidates in prop::collection::vec(any::<[u8; LANES]>(), 0..=8),
        ) {
            let kernel = Kernel::detect();
            let range = terms.len() / 4..terms.len();
            let mut sets = [vec![[0; LANES]; planes], vec![[0; LANES]; planes]];
            let mut struck = [vec![[0; LANES]; candidates.len()], vec![[0; LANES]; candidates.len()]];
            for (k, kernel) in [kernel, Kernel::Scalar].into_iter().enumerate() {
                kernel.mark_planes(&ranks, n0, &terms, range.clone(), &mut sets[k]);
                kernel.strike(&ranks, n0, &terms, range.clone(), &candidates, &mut struck[k]);
            }
            prop_assert_eq!(&sets[0], &sets[1]);
            prop_assert_eq!(&struck[0], &struck[1]);
        }

        #[test]
        fn compact_keeps_the_order(
            rows in prop::collection::vec((any::<[u8; LANES]>(), any::<[bool; LANES]>()), 0..=16),
            most in 0usize..=16,
        ) {
            let (before, open): (Vec<Lanes>, Vec<[bool; LANES]>) = rows.into_iter().unzip();
            for kernel in [Kernel::detect(), Kernel::Scalar] {
                let mut ranks = before.clone();
                let mut struck: Vec<Lanes> = open.iter().map(|open| open.map(|open| if open { 0 } else { 255 })).collect();
                kernel.compact(&mut ranks, &mut struck, most);
                for lane in 0..LANES {
                    let kept = |from: &[Lanes], is_open: &dyn Fn(usize) -> bool| -> Vec<u8> {
                        (0..from.len()).filter(|&j| is_open(j)).map(|j| from[j][lane]).collect()
                    };
                    let expected = kept(&before, &|j| open[j][lane]);
                    prop_assert_eq!(&kept(&ranks, &|j| struck[j][lane] == 0), &expected);
                    let first = kept(&ranks[..most.min(ranks.len())], &|j| struck[j][lane] == 0);
                    prop_assert_eq!(first.len(), expected.len().min(most).min(ranks.len()));
                    prop_assert!((0..ranks.len()).all(|j| struck[j][lane] == 0 || struck[j][lane] == 255));
                }
            }
        }

        #[test]
        fn twins_find_the_same_split(up in prop::collection::vec(0u8..16, 0..200), seed: u64, rank in 0u8..32) {
            let down: Vec<u8> = up.iter().map(|c| c ^ (seed >> (c % 16 * 4)) as u8 & 15).rev().collect();
            let found = Kernel::detect().find_split(&up, &down, rank);
            prop_assert_eq!(found, Kernel::Scalar.find_split(&up, &down, rank));
            prop_assert_eq!(found, (0..up.len()).find(|&t| up[t] ^ down[up.len() - 1 - t] == rank));
            let [up, down] = [up, down].map(|half| half.into_iter().map(|c| u16::from(c) << 7).collect::<Vec<u16>>());
            prop_assert_eq!(Kernel::detect().find_wide_split(&up, &down, u16::from(rank) << 7), found);
            prop_assert_eq!(Kernel::Scalar.find_wide_split(&up, &down, u16::from(rank) << 7), found);
        }
    }
}
