//! What the CPU has, and what it can do with it.

use super::dense::{Planes, Probe};
use super::groups::{Marks, Sets, Tapes};
use super::nibbles::{self, Cover, Settled};
use super::pick::{self, Picked, Wanted};
use super::windows::{self, Window};
use super::{Kernel, LANES, Near, Range, Rank, Row, Terms, scalar, words};

/// The operations on ranks of one kind, by default in plain Rust.
///
/// # Safety
/// Every method relies on what the method of [`Kernel`] of the same name asserts.
pub(crate) trait Ranked<R: Rank>: Copy {
    /// See [`Kernel::stamp`].
    unsafe fn stamp(self, ranks: &[R], n0: usize, terms: &Terms<R>, sets: &mut Sets) {
        scalar::stamp(ranks, n0, terms, sets);
    }

    /// See [`Kernel::first_open`].
    unsafe fn first_open(self, sets: &Sets, bound: u16, rows: &mut [Row<R>], open: &mut [u64]) {
        scalar::first_open(sets, bound, rows, open);
    }

    /// See [`Kernel::strike`].
    unsafe fn strike(self, ranks: &[R], n0: usize, terms: &Terms<R>, range: Range, rows: &[Row<R>], open: &mut [u64]) {
        scalar::strike(ranks, n0, terms, range, rows, open);
    }

    /// See [`Kernel::compact`].
    unsafe fn compact(self, rows: &mut [Row<R>], open: &mut [u64], most: usize) {
        scalar::compact(rows, open, most);
    }

    /// See [`Kernel::settle`].
    unsafe fn settle(self, ranks: &mut [R], range: Range, near: &Near<R>, rows: &[Row<R>], open: &[u64]) -> usize {
        scalar::settle(ranks, range, near, rows, open)
    }

    /// See [`Kernel::sift`].
    unsafe fn sift(self, ranks: &[R], window: &Window<R>, cells: &mut Vec<(u32, R)>) {
        windows::sift(ranks, window, cells);
    }

    /// See [`Kernel::find_split`].
    unsafe fn find_split(self, up: &[R], down: &[R], rank: R) -> Option<usize> {
        scalar::find_split(up, down, rank)
    }
}

/// The operations on both kinds of ranks and the others.
///
/// # Safety
/// Every method relies on what the method of [`Kernel`] of the same name asserts, [`Machine::scan`] on [`Probe::scan`],
/// [`Machine::pick`] on [`pick::pick`].
pub(crate) trait Machine: Ranked<u8> + Ranked<u16> {
    /// See [`Kernel::mark_sets`].
    unsafe fn mark_sets(self, tapes: Tapes, n0: usize, marks: &Marks, sets: &mut [Sets]) {
        scalar::mark_sets(tapes, n0, marks, sets);
    }

    /// See [`Kernel::open_ranks`].
    unsafe fn open_ranks(self, sets: &Sets, bounds: &[u16; LANES], open: &mut Vec<(u8, u16)>) {
        scalar::open_ranks(sets, bounds, open);
    }

    /// See [`Kernel::words`].
    unsafe fn words(self, sets: &Sets) -> [u64; LANES] {
        words::transposed(sets)
    }

    /// See [`Kernel::settle_words`].
    unsafe fn settle_words(
        self,
        ranks: &mut [u8],
        range: Range,
        near: &Near<u8>,
        marked: &[u64; LANES],
        bound: u16,
    ) -> usize {
        words::settle(ranks, range, near, marked, bound)
    }

    /// See [`Kernel::extend_nibbles`].
    unsafe fn extend_nibbles(
        self,
        ranks: &mut [u8],
        range: Range,
        far: &Terms<u8>,
        near: &[(usize, u8)],
    ) -> Result<(), usize> {
        nibbles::extend(ranks, range, far, near)
    }

    /// See [`Kernel::agree_nibbles`].
    unsafe fn agree_nibbles(self, ranks: &[u8], range: Range, terms: &Terms<u8>) -> usize {
        nibbles::agree(ranks, range, terms)
    }

    /// See [`Kernel::cover_nibbles`].
    unsafe fn cover_nibbles(
        self,
        ranks: &[u8],
        n0: usize,
        odd: bool,
        settled: &Settled,
        terms: &Terms<u8>,
        lonely: u32,
    ) -> Cover {
        nibbles::cover(ranks, n0, odd, settled, terms, lonely)
    }

    /// See [`Kernel::cover_alone`].
    unsafe fn cover_alone(self, up: &[u8], down: &[u8], open: u16) -> (u16, usize) {
        nibbles::cover_alone(up, down, open)
    }

    /// See [`Probe::scan`].
    unsafe fn scan(self, probe: &Probe, a: Planes, b: Planes) -> u64 {
        probe.scan_scalar(a, b)
    }

    /// See [`pick::pick`].
    unsafe fn pick(self, wanted: &Wanted, a: Planes, b: Planes, into: &mut Picked) -> usize {
        pick::pick_plain(wanted, a, b, into)
    }

    /// See [`pick::soon`].
    fn soon(self, _bytes: Planes) {}

    /// Whether it packs some bytes of 64 quickly, which [`pick::pick`] is made of.
    fn packs_bytes(self) -> bool {
        false
    }

    /// Whether it looks up 64 bytes as quickly as 16, and wants such tables of a [`Probe`].
    fn permutes_64(self) -> bool {
        false
    }
}

/// Any CPU.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain;

impl Ranked<u8> for Plain {}
impl Ranked<u16> for Plain {}
impl Machine for Plain {}

/// The best machine that is there and not better than what was asked for.
pub(super) enum Cpu {
    Plain(Plain),
    #[cfg(target_arch = "x86_64")]
    Avx2(super::x86_64::Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(super::x86_64::Avx512),
}

impl Kernel {
    /// The machine that runs.
    #[cfg(target_arch = "x86_64")]
    pub(super) fn cpu(self) -> Cpu {
        use super::x86_64::{Avx2, Avx512};
        match self {
            Kernel::Scalar => Cpu::Plain(Plain),
            Kernel::Avx2 => Avx2::new().map_or(Cpu::Plain(Plain), Cpu::Avx2),
            Kernel::Avx512 => Avx512::new().map_or_else(|| Kernel::Avx2.cpu(), Cpu::Avx512),
        }
    }

    /// The machine that runs.
    #[cfg(not(target_arch = "x86_64"))]
    pub(super) fn cpu(self) -> Cpu {
        Cpu::Plain(Plain)
    }
}

/// Calls an operation of the machine that runs.
macro_rules! on {
    ($kernel:expr, $machine:ident => $call:expr) => {
        match $kernel.cpu() {
            $crate::kernel::machine::Cpu::Plain($machine) => $call,
            #[cfg(target_arch = "x86_64")]
            $crate::kernel::machine::Cpu::Avx2($machine) => $call,
            #[cfg(target_arch = "x86_64")]
            $crate::kernel::machine::Cpu::Avx512($machine) => $call,
        }
    };
}
pub(super) use on;
