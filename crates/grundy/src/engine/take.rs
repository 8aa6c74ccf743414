//! Games that never split a heap, in time proportional to `n` times the number of explicit removals.
//!
//! An option of `n` is one smaller heap `n - i` (bit 1 of digit `i`), or nothing (bit 0 of digit `n`). Explicit
//! removals are looked up one by one. A repeating block of digits of length `b` is not: the options it gives to `n`
//! are those it gave to `n - b`, and at most `b` new ones, the nearest of each kind. So for each residue of `n`
//! modulo `b` we keep how often each value occurs among these options, and where the mex of that growing multiset
//! stands; it only ever moves up. Struck-out removals (`allbut`) are taken out of the count before the mex is read
//! and put back after. The members of a [`Series`](crate::series::Series) are explicit removals that join one by one as
//! heaps grow.
//!
//! Only the last values are needed, as many as the longest explicit removal: memory does not grow with `n`, except for
//! a series.

use super::mex::Marks;
use super::{EngineError, Sink};
use crate::rules::{Rules, Tail};
use std::cmp::Ordering::{Equal, Greater, Less};
use std::collections::TryReserveError;

const BLOCK: usize = 1 << 12;

/// The number of options after which a block ends, too: whoever waits for it does not wait long.
const PATIENCE: u64 = 1 << 25;

pub(super) fn run(rules: &Rules, count: u64, sink: &mut dyn Sink) -> Result<(), EngineError> {
    let mut tail = rules.tail().map(TailOptions::new);
    let mut moves = rules.moves().to_vec();
    let mut series = rules.series().map(|series| series.members().peekable());
    let longest = moves.last().map_or(0, |&(i, _)| i).max(tail.as_ref().map_or(0, TailOptions::longest_removal));
    let mut window = Window::new(if series.is_some() { u64::MAX } else { longest }, count);
    let mut marks = Marks::new();
    let mut block = Vec::with_capacity(BLOCK);
    let mut work = 0;
    for n in 0..count {
        marks.clear();
        if let Some(member) = series.as_mut().and_then(|series| series.next_if(|&member| member <= n)) {
            moves.push((member, 3));
        }
        for &(i, digit) in &moves {
            match i.cmp(&n) {
                Less if digit & 2 != 0 => marks.set(window.at(n - i)),
                Equal if digit & 1 != 0 => marks.set(0),
                Less => {}
                Equal | Greater => break,
            }
            work += 1;
        }
        let value = match &mut tail {
            Some(tail) => {
                work += tail.options_a_heap();
                tail.mex(n, &window, &marks)
            }
            None => marks.mex(0, |_| true),
        };
        let value = value.ok_or(EngineError::ValueTooLarge { heap: n })?;
        window.put(n, value).map_err(|_| EngineError::NoMemory { count })?;
        block.push(value);
        if block.len() == BLOCK || work >= PATIENCE || n + 1 == count {
            sink.work(std::mem::take(&mut work));
            if sink.block(n + 1 - block.len() as u64, &block).is_break() {
                return Err(EngineError::Stopped);
            }
            block.clear();
        }
    }
    Ok(())
}

/// The last values, as a ring that grows to its size while it is filled for the first time.
struct Window {
    ring: Vec<u16>,
    size: usize,
    mask: u64,
}

impl Window {
    /// Room to look back `longest` heaps in a run of `count` values.
    fn new(longest: u64, count: u64) -> Self {
        let size = longest.min(count).checked_add(1).and_then(u64::checked_next_power_of_two).unwrap_or(1 << 63);
        Window { ring: Vec::new(), size: usize::try_from(size).unwrap_or(usize::MAX), mask: size - 1 }
    }

    fn at(&self, n: u64) -> u16 {
        self.ring[(n & self.mask) as usize]
    }

    fn put(&mut self, n: u64, value: u16) -> Result<(), TryReserveError> {
        if self.ring.len() < self.size {
            self.ring.try_reserve(1)?;
            self.ring.push(value);
        } else {
            self.ring[(n & self.mask) as usize] = value;
        }
        Ok(())
    }
}

/// The options that a repeating block of digits gives, for each residue of `n`.
struct TailOptions<'a> {
    tail: &'a Tail,
    residues: Vec<Counts>,
}

/// A growing multiset of values and its mex.
#[derive(Clone, Default)]
struct Counts {
    count: Vec<u64>,
    mex: usize,
}

impl<'a> TailOptions<'a> {
    fn new(tail: &'a Tail) -> Self {
        TailOptions { tail, residues: vec![Counts::default(); tail.block.len()] }
    }

    fn longest_removal(&self) -> u64 {
        let nearest = self.tail.start + self.tail.block.len() as u64;
        self.tail.except.last().map_or(nearest, |&i| nearest.max(i))
    }

    /// How many options are looked at for each heap.
    fn options_a_heap(&self) -> u64 {
        (self.tail.block.len() + self.tail.except.len()) as u64
    }

    /// The mex of the options of `n`: those of the tail, and those already in `marks`.
    ///
    /// A digit that takes the whole heap does so for every `n` of its residue, so the value 0 it gives stays in the
    /// count.
    fn mex(&mut self, n: u64, window: &Window, marks: &Marks) -> Option<u16> {
        let residue = (n % self.tail.block.len() as u64) as usize;
        let counts = &mut self.residues[residue];
        let option = |i: u64| match i.cmp(&n) {
            Less if self.tail.block_digit(i) & 2 != 0 => Some(window.at(n - i)),
            Equal if self.tail.block_digit(i) & 1 != 0 => Some(0),
            _ => None,
        };
        for removed in self.tail.start..self.tail.start + self.tail.block.len() as u64 {
            if let Some(value) = option(removed) {
                counts.add(value);
            }
        }
        let struck = || self.tail.except.iter().take_while(|&&i| i <= n).filter_map(|&i| option(i));
        for value in struck() {
            counts.count[value as usize] -= 1;
        }
        let freed = struck().filter(|&v| counts.count[v as usize] == 0 && !marks.has(v)).min();
        for value in struck() {
            counts.count[value as usize] += 1;
        }
        let mex = u16::try_from(counts.mex).ok().and_then(|mex| marks.mex(mex, |v| !counts.has(v)));
        freed.into_iter().chain(mex).min()
    }
}

impl Counts {
    fn add(&mut self, value: u16) {
        if value as usize >= self.count.len() {
            self.count.resize(value as usize + 1, 0);
        }
        self.count[value as usize] += 1;
        while self.count.get(self.mex).is_some_and(|&count| count > 0) {
            self.mex += 1;
        }
    }

    fn has(&self, value: u16) -> bool {
        self.count.get(value as usize).is_some_and(|&count| count > 0)
    }
}
