//! Ranks as they are stored: a byte for each heap, or two.

use super::machine::{Machine, Ranked};
use std::fmt::Debug;
use std::ops::BitXor;

/// A rank of one or two bytes.
pub(crate) trait Rank:
    Copy + Debug + Default + Ord + BitXor<Output = Self> + Into<u16> + Send + Sync + 'static
{
    /// The largest.
    const MAX: Self;
    /// The least one that stands for no rank, in games whose ranks are smaller: it marks no such rank.
    const NONE: Self;
    /// Whether marks read ranks as they are: see [`super::groups`].
    const RAW: bool;

    /// Ranks that marks read as they are.
    fn raw(ranks: &[Self]) -> Option<&[u8]>;

    /// A machine as it works on these ranks.
    type On<M: Machine>: Ranked<Self>;

    /// The machine for these ranks.
    fn on<M: Machine>(machine: M) -> Self::On<M>;

    /// From a number that fits.
    fn new(rank: u16) -> Self;

    /// As often as it fits into four bytes: ready to be broadcast.
    fn repeated(self) -> u32;
}

impl Rank for u8 {
    const MAX: u8 = u8::MAX;
    const NONE: u8 = 0x80;
    const RAW: bool = true;

    fn raw(ranks: &[u8]) -> Option<&[u8]> {
        Some(ranks)
    }

    type On<M: Machine> = M;

    fn on<M: Machine>(machine: M) -> M {
        machine
    }

    fn new(rank: u16) -> u8 {
        rank as u8
    }

    fn repeated(self) -> u32 {
        u32::from_ne_bytes([self; 4])
    }
}

impl Rank for u16 {
    const MAX: u16 = u16::MAX;
    const NONE: u16 = 0x8000;
    const RAW: bool = false;

    fn raw(_: &[u16]) -> Option<&[u8]> {
        None
    }

    type On<M: Machine> = M;

    fn on<M: Machine>(machine: M) -> M {
        machine
    }

    fn new(rank: u16) -> u16 {
        rank
    }

    fn repeated(self) -> u32 {
        u32::from(self) << 16 | u32::from(self)
    }
}
