//! Where the rungs start: exact values beyond the last known rare, and what is left of the game there.
//!
//! Let `L` be the last rare heap of a sparse space ([`grundy::sparse`]) and `k` the largest removal. For `n > 2 L + k`
//! no split has two rare parts or two equal rare parts, so common values of `n` are excluded by exactly
//!
//! ```text
//! G(a) xor G(n - i - a)   for breaks i and rares a >= 1,     distance i + a, value G(a)
//! G(n - i)                for one-heap moves i,              distance i,     value 0
//! ```
//!
//! where a one-heap option counts only when its value is common at `n`, that is for `parity & i = 0`. The game is
//! then a list of [`Term`]s: `G(n)` is the first common value that is no `value xor G(n - distance)`.

use crate::LadderError;
use grundy::Rules;
use grundy::engine::{self, EngineError, Sink};
use grundy::sparse::{self, Space};
use std::ops::ControlFlow;

/// Fewer exact values say little about where rares end: `.16` has none from 3604 to 13934, and then two more.
const FIRST: u64 = 1 << 15;
const BLOCK: usize = 1 << 10;

/// `value xor G(n - distance)` is excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Term {
    /// How far back.
    pub distance: u64,
    /// What it is combined with.
    pub value: u16,
}

/// Exact values, and the game from there on.
#[derive(Clone, Debug)]
pub struct Start {
    /// `G(0) … G(s - 1)`, exact.
    pub values: Vec<u16>,
    /// The space.
    pub space: Space,
    /// Its rare heaps and their values.
    pub rares: Vec<(u64, u16)>,
    /// What excludes common values, by distance.
    pub terms: Vec<Term>,
    /// One-heap moves whose option has the class of a rare.
    pub idle: Vec<u64>,
    /// Removals that split.
    pub breaks: Vec<u64>,
}

impl Start {
    /// The start for a run of `count` values: exact values are computed, twice as many each time, until no rare lies in
    /// their second half. `watch` may stop the computation.
    pub fn find(rules: &Rules, count: u64, watch: &mut dyn FnMut(u64) -> ControlFlow<()>) -> Result<Self, LadderError> {
        let mut exact = FIRST.min(count / 2);
        loop {
            match Start::after(rules, engine_values(rules, exact, watch)?) {
                Err(LadderError::TooFew { .. }) if exact < count => exact = (exact * 2).clamp(1, count),
                start => return start,
            }
        }
    }

    /// The start after at most `exact` exact values.
    pub fn at(rules: &Rules, exact: u64, watch: &mut dyn FnMut(u64) -> ControlFlow<()>) -> Result<Self, LadderError> {
        Start::after(rules, engine_values(rules, exact, watch)?)
    }

    /// The start that these exact values `G(0), G(1), …` give, cut to as many as are needed.
    pub fn after(rules: &Rules, mut values: Vec<u16>) -> Result<Self, LadderError> {
        let space = sparse::find(rules, &values).ok_or(LadderError::NoSpace)?;
        let rares: Vec<(u64, u16)> = space.rares(&values).map(|a| (a, values[a as usize])).collect();
        let last = rares.last().map_or(0, |&(a, _)| a);
        let needed = 2 * last + rules.last_removal().unwrap_or(0) + 1;
        if (values.len() as u64) < needed {
            return Err(LadderError::TooFew { last, needed });
        }
        values.truncate(needed as usize);
        let breaks = sparse::breaks(rules);
        let one_heap = || rules.moves().iter().filter(|(_, digit)| digit & 2 != 0).map(|&(i, _)| i);
        let is_idle = |i: &u64| u64::from(space.parity) & i & 1 == 1;
        let whole = one_heap().filter(|i| !is_idle(i)).map(|distance| Term { distance, value: 0 });
        let split =
            |&i: &u64| rares.iter().filter(|&&(a, _)| a > 0).map(move |&(a, value)| Term { distance: i + a, value });
        let mut terms: Vec<Term> = whole.chain(breaks.iter().flat_map(split)).collect();
        terms.sort_unstable();
        terms.dedup();
        Ok(Start { idle: one_heap().filter(is_idle).collect(), values, space, rares, terms, breaks })
    }

    /// The first heap that a rung computes.
    pub fn first(&self) -> u64 {
        self.values.len() as u64
    }

    /// How far back the terms look.
    pub fn depth(&self) -> u64 {
        self.terms.last().map_or(0, |term| term.distance)
    }

    /// The common values below `width` of even and of odd heaps, ascending.
    pub(crate) fn commons(&self, width: usize) -> [Vec<u16>; 2] {
        [0, 1].map(|n| (0..width).map(|v| v as u16).filter(|&v| self.space.is_common(n, v)).collect())
    }

    /// Hands over the exact values, then what `next(n, work)` answers for each heap up to `count`; `work` counts the
    /// options looked at.
    pub(crate) fn drive(
        &self,
        count: u64,
        sink: &mut dyn Sink,
        mut next: impl FnMut(u64, &mut u64) -> Result<u16, LadderError>,
    ) -> Result<(), LadderError> {
        let mut blocks = Blocks::begin(self, count, sink)?;
        for n in self.first()..count {
            let mut work = 0;
            let value = next(n, &mut work)?;
            blocks.push(value, work)?;
        }
        blocks.end()
    }
}

/// Values on their way to the sink.
pub(crate) struct Blocks<'a> {
    sink: &'a mut dyn Sink,
    from: u64,
    block: Vec<u16>,
    work: u64,
}

impl<'a> Blocks<'a> {
    /// Hands over the exact values of a run to `count`.
    pub(crate) fn begin(start: &Start, count: u64, sink: &'a mut dyn Sink) -> Result<Self, LadderError> {
        if count <= start.first() {
            let last = start.rares.last().map_or(0, |&(a, _)| a);
            return Err(LadderError::TooFew { last, needed: start.first() });
        }
        let mut blocks = Blocks { sink, from: 0, block: start.values.clone(), work: 0 };
        blocks.deliver()?;
        Ok(blocks)
    }

    /// The next value, and how many options were looked at for it.
    pub(crate) fn push(&mut self, value: u16, work: u64) -> Result<(), LadderError> {
        self.block.push(value);
        self.work += work;
        if self.block.len() >= BLOCK { self.deliver() } else { Ok(()) }
    }

    /// Hands over what is left.
    pub(crate) fn end(mut self) -> Result<(), LadderError> {
        self.deliver()
    }

    fn deliver(&mut self) -> Result<(), LadderError> {
        self.sink.work(std::mem::take(&mut self.work));
        if !self.block.is_empty() && self.sink.block(self.from, &self.block).is_break() {
            return Err(EngineError::Stopped.into());
        }
        self.from += self.block.len() as u64;
        self.block.clear();
        Ok(())
    }
}

fn engine_values(
    rules: &Rules,
    count: u64,
    watch: &mut dyn FnMut(u64) -> ControlFlow<()>,
) -> Result<Vec<u16>, EngineError> {
    let mut values = Vec::with_capacity(count as usize);
    engine::run(engine::choose(rules), rules, count, &mut |from: u64, block: &[u16]| {
        values.extend_from_slice(block);
        watch(from + block.len() as u64)
    })?;
    Ok(values)
}
