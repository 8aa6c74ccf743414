//! Ranks as they are stored: a byte for each heap, or two.

use super::groups::Sets;
use super::{Checked, Kernel, LANES, Near, Range, Row, Terms, scalar};
#[cfg(target_arch = "x86_64")]
use super::{avx2, avx512, wide_avx2, wide_avx512};
use std::fmt::Debug;
use std::ops::BitXor;

/// A rank of one or two bytes, and the kernels for it, which only [`Kernel`] can call.
pub trait Rank: Copy + Debug + Default + Ord + BitXor<Output = Self> + Into<u16> + Send + Sync + 'static {
    /// The largest.
    const MAX: Self;
    /// The least one that stands for no rank, in games whose ranks are smaller: it marks no such rank.
    const NONE: Self;

    /// From a number that fits.
    fn new(rank: u16) -> Self;

    /// As often as it fits into four bytes: ready to be broadcast.
    fn repeated(self) -> u32;

    /// See [`Kernel::first_open`].
    fn first_open(
        kernel: Checked,
        sets: &Sets,
        bounds: &[u16; LANES],
        rows: &mut [Row<Self>],
        open: &mut [u64],
    ) -> [u16; LANES];

    /// See [`Kernel::strike`].
    fn strike(
        kernel: Checked,
        ranks: &[Self],
        n0: usize,
        terms: &Terms<Self>,
        range: Range,
        rows: &[Row<Self>],
        open: &mut [u64],
    );

    /// See [`Kernel::compact`].
    fn compact(kernel: Checked, rows: &mut [Row<Self>], open: &mut [u64], most: usize);

    /// See [`Kernel::settle`].
    fn settle(
        kernel: Checked,
        ranks: &mut [Self],
        range: Range,
        near: &Near<Self>,
        rows: &[Row<Self>],
        open: &[u64],
    ) -> usize;

    /// See [`Kernel::find_split`].
    fn find_split(kernel: Checked, up: &[Self], down: &[Self], rank: Self) -> Option<usize>;
}

impl Rank for u8 {
    const MAX: u8 = u8::MAX;
    const NONE: u8 = 0x80;

    fn new(rank: u16) -> u8 {
        rank as u8
    }

    fn repeated(self) -> u32 {
        u32::from_ne_bytes([self; 4])
    }

    fn first_open(
        kernel: Checked,
        sets: &Sets,
        bounds: &[u16; LANES],
        rows: &mut [Row<u8>],
        open: &mut [u64],
    ) -> [u16; LANES] {
        match kernel.0 {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => avx512::first_open(sets, bounds, rows, open),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => avx2::first_open(sets, bounds, rows, open),
            _ => scalar::first_open(sets, bounds, rows, open),
        }
    }

    fn strike(
        kernel: Checked,
        ranks: &[u8],
        n0: usize,
        terms: &Terms<u8>,
        range: Range,
        rows: &[Row<u8>],
        open: &mut [u64],
    ) {
        match kernel.0 {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => avx512::strike(ranks, n0, terms, range, rows, open),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => avx2::strike(ranks, n0, terms, range, rows, open),
            _ => scalar::strike(ranks, n0, terms, range, rows, open),
        }
    }

    fn compact(kernel: Checked, rows: &mut [Row<u8>], open: &mut [u64], most: usize) {
        match kernel.0 {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => avx512::compact(rows, open, most),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => avx2::compact(rows, open, most),
            _ => scalar::compact(rows, open, most),
        }
    }

    fn settle(
        kernel: Checked,
        ranks: &mut [u8],
        range: Range,
        near: &Near<u8>,
        rows: &[Row<u8>],
        open: &[u64],
    ) -> usize {
        match kernel.0 {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => avx512::settle(ranks, range, near, rows, open),
            _ => scalar::settle(ranks, range, near, rows, open),
        }
    }

    fn find_split(kernel: Checked, up: &[u8], down: &[u8], rank: u8) -> Option<usize> {
        match kernel.0 {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 | Kernel::Avx2 => avx2::find_split(up, down, rank),
            _ => scalar::find_split(up, down, rank),
        }
    }
}

impl Rank for u16 {
    const MAX: u16 = u16::MAX;
    const NONE: u16 = 0x8000;

    fn new(rank: u16) -> u16 {
        rank
    }

    fn repeated(self) -> u32 {
        u32::from(self) << 16 | u32::from(self)
    }

    fn first_open(
        kernel: Checked,
        sets: &Sets,
        bounds: &[u16; LANES],
        rows: &mut [Row<u16>],
        open: &mut [u64],
    ) -> [u16; LANES] {
        match kernel.0 {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 | Kernel::Avx2 => avx2::first_open(sets, bounds, rows, open),
            _ => scalar::first_open(sets, bounds, rows, open),
        }
    }

    fn strike(
        kernel: Checked,
        ranks: &[u16],
        n0: usize,
        terms: &Terms<u16>,
        range: Range,
        rows: &[Row<u16>],
        open: &mut [u64],
    ) {
        match kernel.0 {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => wide_avx512::strike(ranks, n0, terms, range, rows, open),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => wide_avx2::strike(ranks, n0, terms, range, rows, open),
            _ => scalar::strike(ranks, n0, terms, range, rows, open),
        }
    }

    fn compact(kernel: Checked, rows: &mut [Row<u16>], open: &mut [u64], most: usize) {
        match kernel.0 {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => wide_avx512::compact(rows, open, most),
            _ => scalar::compact(rows, open, most),
        }
    }

    fn settle(_: Checked, ranks: &mut [u16], range: Range, near: &Near<u16>, rows: &[Row<u16>], open: &[u64]) -> usize {
        scalar::settle(ranks, range, near, rows, open)
    }

    fn find_split(kernel: Checked, up: &[u16], down: &[u16], rank: u16) -> Option<usize> {
        match kernel.0 {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 | Kernel::Avx2 => wide_avx2::find_split(up, down, rank),
            _ => scalar::find_split(up, down, rank),
        }
    }
}
