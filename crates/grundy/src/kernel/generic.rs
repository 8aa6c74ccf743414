//! Operations once for all vectors whose compares give vectors.
//!
//! ```text
//! strike:    struck[j] |= (load(n0 - offset) xor x == candidate[j])                one vector of lanes after the other
//! split:     load(a) xor reverse(load(total - a - lanes + 1)) == rank              that many splits of one heap
//! ```
//!
//! Everything here is inlined into functions that have the instructions.
#![allow(unsafe_code)]

use super::windows::{WINDOW, Window};
use super::{LANES, Range, Rank, Row, Terms, scalar};

/// A vector of ranks.
///
/// # Safety
/// Every method needs the instructions.
pub(super) trait Vector: Copy {
    type Rank: Rank;
    /// Lanes of a vector: at most 64.
    const LANES: usize;

    /// All lanes zero.
    unsafe fn zero() -> Self;
    /// A pattern of four bytes, again and again.
    unsafe fn splat(repeated: u32) -> Self;
    /// Loads neighbouring ranks, all of which must be there.
    unsafe fn load(at: *const Self::Rank) -> Self;
    unsafe fn xor(self, other: Self) -> Self;
    unsafe fn or(self, other: Self) -> Self;
    unsafe fn and(self, other: Self) -> Self;
    /// All bits of the lanes that are equal.
    unsafe fn equal(self, other: Self) -> Self;
    /// The last lane first.
    unsafe fn reversed(self) -> Self;
    /// A bit for each lane that has its top bit set.
    unsafe fn bits(self) -> u64;
}

/// Candidates tested in one pass: as many as leave registers for the rest.
const STRIKES: usize = 8;

/// See [`super::Kernel::strike`].
///
/// # Safety
/// The instructions, and what the door asserts.
#[inline(always)]
pub(super) unsafe fn strike<V: Vector>(
    ranks: &[V::Rank],
    n0: usize,
    terms: &Terms<V::Rank>,
    range: Range,
    rows: &[Row<V::Rank>],
    open: &mut [u64],
) {
    for (rows, open) in rows.chunks(STRIKES).zip(open.chunks_mut(STRIKES)) {
        for from in (0..LANES).step_by(V::LANES) {
            let range = range.clone();
            // SAFETY: the caller's.
            unsafe {
                match rows.len() {
                    1 => strikes::<V, 1>(ranks, n0, terms, range, rows, open, from),
                    2 => strikes::<V, 2>(ranks, n0, terms, range, rows, open, from),
                    3 => strikes::<V, 3>(ranks, n0, terms, range, rows, open, from),
                    4 => strikes::<V, 4>(ranks, n0, terms, range, rows, open, from),
                    5 => strikes::<V, 5>(ranks, n0, terms, range, rows, open, from),
                    6 => strikes::<V, 6>(ranks, n0, terms, range, rows, open, from),
                    7 => strikes::<V, 7>(ranks, n0, terms, range, rows, open, from),
                    _ => strikes::<V, 8>(ranks, n0, terms, range, rows, open, from),
                }
            }
        }
    }
}

/// The lanes of one vector, from `from` on.
///
/// # Safety
/// The instructions, `N` rows, and terms that read inside the ranks.
#[inline(always)]
unsafe fn strikes<V: Vector, const N: usize>(
    ranks: &[V::Rank],
    n0: usize,
    terms: &Terms<V::Rank>,
    range: Range,
    rows: &[Row<V::Rank>],
    open: &mut [u64],
    from: usize,
) {
    // SAFETY: the caller's; a row has all lanes.
    unsafe {
        let block = ranks.as_ptr().wrapping_add(n0 + from);
        let mut struck = [V::zero(); N];
        let mut wanted = [V::zero(); N];
        for j in 0..N {
            wanted[j] = V::load(rows[j].as_ptr().add(from));
        }
        for (&offset, &x) in terms.offsets[range.clone()].iter().zip(&terms.xors[range]) {
            let rank = V::load(block.wrapping_sub(offset as usize)).xor(V::splat(x));
            for j in 0..N {
                struck[j] = struck[j].or(rank.equal(wanted[j]));
            }
        }
        for j in 0..N {
            open[j] &= !(struck[j].bits() << from);
        }
    }
}

/// See [`super::Kernel::find_split`].
///
/// # Safety
/// The instructions, and slices of one length.
#[inline(always)]
pub(super) unsafe fn find_split<V: Vector>(up: &[V::Rank], down: &[V::Rank], rank: V::Rank) -> Option<usize> {
    let length = up.len();
    let mut t = 0;
    // SAFETY: both loads, at `t` and at `length - t - LANES`, lie inside.
    unsafe {
        let wanted = V::splat(rank.repeated());
        while t + V::LANES <= length {
            let down = V::load(down.as_ptr().add(length - t - V::LANES)).reversed();
            let hits = V::load(up.as_ptr().add(t)).xor(wanted).equal(down).bits();
            if hits != 0 {
                return Some(t + hits.trailing_zeros() as usize);
            }
            t += V::LANES;
        }
    }
    scalar::find_split(&up[t..], &down[..length - t], rank).map(|found| t + found)
}

/// See [`super::Kernel::sift`].
///
/// # Safety
/// The instructions, and a whole window.
#[inline(always)]
pub(super) unsafe fn sift<V: Vector>(ranks: &[V::Rank], window: &Window<V::Rank>, cells: &mut Vec<(u32, V::Rank)>) {
    let mut kept = 0;
    for k in 0..cells.len() {
        let (n, rank) = cells[k];
        let others = &ranks[n as usize - window.back..][..WINDOW];
        // SAFETY: all three have the length of a window.
        let hits = unsafe {
            let wanted = V::splat(rank.repeated());
            let mut any = V::zero();
            for t in (0..WINDOW).step_by(V::LANES) {
                let other = V::load(others.as_ptr().add(t)).xor(wanted);
                let equal = other.equal(V::load(window.parts.as_ptr().add(t)));
                any = any.or(equal.and(V::load(window.common.as_ptr().add(t))));
            }
            any.bits()
        };
        cells[kept] = (n, rank);
        kept += usize::from(hits == 0);
    }
    cells.truncate(kept);
}
