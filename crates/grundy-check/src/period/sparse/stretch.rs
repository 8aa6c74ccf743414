//! One stretch from a window on: speculation, and the leftovers of its heaps.

use super::words;
use super::{Proof, Seen, lists, plain};
use crate::code::Ban;
use crate::limits::Budget;
use crate::reader::{Refusal, require};
use std::ops::Range;

/// Heaps from `start` on, with the values before it.
pub struct Stretch<'a> {
    pub proof: &'a Proof,
    pub start: u64,
    pub window: &'a [u16],
    /// The next window is the one before this heap.
    pub stop: u64,
    /// Whether leftovers are looked for; else values are set as far as they are asked for.
    pub verify: bool,
    pub budget: &'a Budget<'a>,
}

/// Why a stretch ended early.
pub enum End {
    /// A value does not fit the word.
    TooLarge,
    Refused(Refusal),
}

impl Stretch<'_> {
    /// Speculates and verifies; notes the values asked for below `stop`; gives the window at `stop`, if it came so far.
    pub fn check(&self, seen: &mut Seen, report: &dyn Fn(u64)) -> Result<Vec<u16>, Refusal> {
        let heaps = self.start - self.window.len() as u64..self.start;
        for (heap, &value) in heaps.zip(self.window) {
            require(self.proof.space.is_common(heap, value), || format!("window: heap {heap} has a rare value"))?;
        }
        if self.proof.plain {
            return plain::check(self, seen, report);
        }
        // Two equal parts, where they are forbidden, may both be within the depth: then each heap is looked at by
        // itself.
        if self.proof.game.ban == Ban::Equal && self.start <= self.proof.depth {
            return lists::check(self, seen, report);
        }
        for bits in [u16::BITS, u32::BITS, u64::BITS, u128::BITS] {
            seen.clear();
            let end = match bits {
                u16::BITS => words::check::<u16>(self, seen, report),
                u32::BITS => words::check::<u32>(self, seen, report),
                u64::BITS => words::check::<u64>(self, seen, report),
                _ => words::check::<u128>(self, seen, report),
            };
            match end {
                Ok(window) => return Ok(window),
                Err(End::Refused(refusal)) => return Err(refusal),
                Err(End::TooLarge) => {}
            }
        }
        seen.clear();
        lists::check(self, seen, report)
    }

    /// The heaps whose leftovers are looked for; values are set up to their end.
    pub fn verified(&self) -> Range<u64> {
        let more = self.proof.depth + self.proof.k;
        if self.verify {
            return self.start + more..self.stop + more;
        }
        let wanted = self.proof.wanted.iter().rfind(|&&heap| heap < self.stop);
        let end = wanted.map_or(self.start, |heap| heap + 1).max(self.start);
        end..end
    }

    /// The heaps from `start` on whose values are asked for.
    pub fn wanted(&self) -> std::iter::Peekable<std::slice::Iter<'_, u64>> {
        let wanted = &self.proof.wanted;
        wanted[wanted.partition_point(|&heap| heap < self.start)..].iter().peekable()
    }

    /// The window at `stop`, from the values before `end`; none if leftovers were not looked for.
    pub fn window_at_stop(&self, g: &[u16], end: u64) -> Vec<u16> {
        if !self.verify {
            return Vec::new();
        }
        let stop = g.len() - (end - self.stop) as usize;
        g[stop - self.window.len()..stop].to_vec()
    }

    /// The leftover of a heap that no option excludes.
    pub fn refused(&self, n: u64) -> Refusal {
        let depth = self.proof.depth;
        Refusal::Fails(format!("leftovers: heap {n} needs an option with both parts above {depth}"))
    }
}
