//! Speculation and verification in blocks of 64 heaps: exact values, many at a time.
//!
//! The run begins exactly, heap by heap ([`super::rare`]), until a sparse space has proved itself: few rares lately.
//! From there
//!
//! ```text
//! speculate a chunk  ->  verify it, while the next one is speculated  ->  hand it to the sink
//! ```
//!
//! A chunk is handed on only when every heap of it is verified, so values are exact. When verification finds a rare
//! heap, everything from it on is thrown away, that heap is settled by the exact engine, and the run goes on with one
//! more rare. Each time `n` doubles (as long as that is cheap) the space is judged anew. Where rares are many,
//! [`super::dense`] may be cheaper heap by heap than they are; `strategy` decides, again and again, since rares may
//! fall or come back.
//!
//! **Threads.** Verification is shared by all threads, chunk by chunk. With few terms one thread speculates and joins
//! in when it is done: with `S` and `V` the cost of speculating and verifying a heap, `T` threads need `max(S, (S + V)
//! / T)` for each. With many terms threads speculate in turn (`baton`), and verify while they wait for each other.
//!
//! The first thread also feeds the sink, one chunk behind: only verified heaps are handed on.
//!
//! **Memory.** Up to heap 2^26 all ranks are kept, one byte each. From there on the run is [`long`]: the first 2^26
//! heaps and the last ones. If a heap cannot be settled that way, the run is begun again with all ranks, and the sink
//! sees only what is new to it.
//!
//! **Ranks in a byte, or in two.** A rare heap takes part in no term; in games with ranks below 128 its byte is
//! `Rank::NONE`. With larger ranks a byte is enough only where no term meets a rare heap any more, after twice the last
//! rare. Until there, and in games with ranks of 256 and more, a rank has two bytes, and half as many fit into a
//! vector. Such a run keeps all values, however long it is. With ranks of 4096 and more it goes heap by heap.

pub(crate) mod long;

mod baton;
mod candidates;
mod echo;
pub(crate) mod hints;
mod nibbles;
mod order;
mod pipeline;
mod plan;
mod sieve;
mod speculate;
mod strategy;
mod tape;
mod verify;
pub(in crate::engine) mod whole;
mod words;

use super::dense;
use super::history::History;
use super::ranking::Ranking;
use super::rare::{FIRST_JUDGEMENT, Search};
use super::{EngineError, Options, Ranks, Sink, Trust};
use crate::kernel::{LANES, Rank};
use crate::period::Classical;
use crate::rules::{Ban, Rules};
use crate::sparse::{self, Space};
use hints::Hints;
use long::{Fixed, Long};
use pipeline::{Course, End};
use plan::{Plan, Site, Width};
use std::ops::ControlFlow;
use strategy::{Facts, LAST_JUDGEMENT, PROBED, Pace, QUICKER, Shape, Strategy, WHOLE};
use tape::Tape;

/// Values handed to the sink at once by the exact engine.
const REPORT: usize = 1 << 12;

pub(super) fn run(
    rules: &Rules,
    options: &Options,
    trust: Trust,
    count: u64,
    sink: &mut dyn Sink,
) -> Result<(), EngineError> {
    match rules.ban() {
        Ban::Nothing => run_banning::<false>(rules, options, trust, count, sink),
        _ => run_banning::<true>(rules, options, trust, count, sink),
    }
}

fn run_banning<const BANS: bool>(
    rules: &Rules,
    options: &Options,
    trust: Trust,
    count: u64,
    sink: &mut dyn Sink,
) -> Result<(), EngineError> {
    let count = usize::try_from(count).map_err(|_| EngineError::NoMemory { count })?;
    let mut run = Run::<BANS>::new(rules, options, trust, sink, 0);
    run.to(count.min(WHOLE))?;
    if count <= WHOLE {
        return Ok(());
    }
    let (Some(tape), Some(space)) = (run.bytes(), run.search.space) else { return run.to(count) };
    let mut long = Long::narrow(Fixed::new(rules, options, trust, space, run.search.rares), tape, 0)?;
    match long.advance(count as u64, sink) {
        Err(EngineError::Unsettled { heap }) => Run::<BANS>::new(rules, options, trust, sink, heap as usize).to(count),
        result => result,
    }
}

/// A run that keeps all heaps, as values, as ranks, or both. Each heap is turned from one into the other at most once,
/// when the engine that needs it comes to it.
struct Run<'a, 's, const BANS: bool> {
    rules: &'a Rules,
    options: &'a Options,
    trust: Trust,
    sink: &'s mut dyn Sink,
    reported: usize,
    /// The sink has seen the heaps before this one already.
    seen: usize,
    search: Search<'a, BANS>,
    /// The values of the first heaps, at least of those that are not on a tape.
    g: Vec<u16>,
    /// What blocks have, for ranks of one byte and of two.
    narrow: Blocks<u8>,
    wide: Blocks<u16>,
    largest: Largest,
    pace: Pace,
    /// All values from here on are those of this many heaps before: periods of a proved period.
    repeats: Option<usize>,
    /// Options looked at so far, in the time that the exact engine takes for one.
    work: u64,
}

/// The tape of the first heaps, and the last plan for it.
struct Blocks<R> {
    /// None as long as there is no tape.
    space: Option<Space>,
    tape: Tape<R>,
    plan: Option<Plan<R>>,
}

impl<R: Rank> Default for Blocks<R> {
    fn default() -> Self {
        Blocks { space: None, tape: Tape::default(), plan: None }
    }
}

/// The largest rank of a common heap under a space, among the first heaps.
#[derive(Clone, Copy, Default)]
struct Largest {
    space: Option<Space>,
    heaps: usize,
    rank: u16,
}

impl Largest {
    /// Takes all heaps into account.
    fn of(&mut self, space: Space, g: &[u16]) -> u16 {
        if self.space != Some(space) {
            *self = Largest { space: Some(space), heaps: 0, rank: 0 };
        }
        let ranking = Ranking::new(space);
        let new = (self.heaps as u64..).zip(&g[self.heaps.min(g.len())..]);
        let common = new.filter(|&(heap, &value)| space.is_common(heap, value)).map(|(_, &value)| ranking.rank(value));
        self.rank = common.fold(self.rank, u16::max);
        self.heaps = g.len();
        self.rank
    }
}

impl<'a, 's, const BANS: bool> Run<'a, 's, BANS> {
    fn new(rules: &'a Rules, options: &'a Options, trust: Trust, sink: &'s mut dyn Sink, seen: usize) -> Self {
        Run {
            rules,
            options,
            trust,
            sink,
            reported: 0,
            seen,
            search: Search::new(rules, Some(options.kernel)),
            g: Vec::new(),
            narrow: Blocks::default(),
            wide: Blocks::default(),
            largest: Largest::default(),
            pace: Pace::default(),
            repeats: None,
            work: 0,
        }
    }

    /// How many heaps are known.
    fn known(&self) -> usize {
        self.g.len().max(self.narrow.tape.end()).max(self.wide.tape.end())
    }

    /// All heaps below `count`: heap by heap, and in blocks where that is possible.
    fn to(&mut self, count: usize) -> Result<(), EngineError> {
        while self.known() < count {
            if let Some(back) = self.repeats {
                return self.repeat(back, count);
            }
            self.catch_up();
            let n = self.g.len();
            if n >= FIRST_JUDGEMENT as usize && n.is_power_of_two() {
                self.search.judge(&self.g);
            }
            let until = if n < LAST_JUDGEMENT { (n + 1).next_power_of_two().min(count) } else { count };
            let reached = match self.shape() {
                Some(Shape { strategy: Strategy::Wide, .. }) => {
                    // After twice the last rare a byte may be enough.
                    let after_rares = 2 * self.last_rare() + self.longest() + 2 * LANES;
                    let until = if n < after_rares { until.min(after_rares) } else { until };
                    self.in_blocks::<u16>(until)?
                }
                Some(_) => self.in_blocks::<u8>(until)?,
                None => None,
            };
            if reached != Some(true) {
                self.repeats = self.proved_period();
                if self.repeats.is_none() {
                    self.heap_by_heap(count, reached.is_some())?;
                }
            }
        }
        Ok(())
    }

    /// Where rares keep blocks from going on, they may be part of a period. It is looked for whenever heaps have
    /// doubled. One that the values prove ([`Classical`]) goes on for ever: the answer is some periods, in heaps.
    fn proved_period(&mut self) -> Option<usize> {
        self.catch_up();
        let n = self.g.len();
        let theorem = Classical::for_rules(self.rules).filter(|_| strategy::period_may_show(n));
        let found = theorem?.prove(&self.g)?;
        let (period, room) = (found.period as usize, REPORT.min(n - found.preperiod as usize));
        Some(period * (room / period).max(1))
    }

    /// All heaps below `count` are copies of those `back` heaps before. Rares are not noted any more, so no other way
    /// may follow.
    fn repeat(&mut self, back: usize, count: usize) -> Result<(), EngineError> {
        while self.g.len() < count {
            let from = self.g.len() - back;
            self.g.extend_from_within(from..(from + back.min(count - self.g.len())));
            self.report()?;
        }
        Ok(())
    }

    /// The next heaps, in the cheaper way. A rare heap after blocks and the few that follow it, between blocks, are not
    /// worth a stretch of the probe.
    fn heap_by_heap(&mut self, count: usize, after_blocks: bool) -> Result<(), EngineError> {
        self.catch_up();
        let n = self.g.len();
        let may_not_begin = n < strategy::first_block_after(self.last_rare(), self.longest());
        let is_between = after_blocks || may_not_begin && self.shape_after_rare().is_some();
        match self.pace.probe_until(n, sparse::breaks(self.rules).len()).filter(|_| !is_between) {
            Some(until) => self.densely(until.min(count)),
            None => self.exactly(count),
        }
    }

    /// Brings the values up to what is known.
    fn catch_up(&mut self) {
        self.narrow.give(&self.search.rares, &mut self.g);
        self.wide.give(&self.search.rares, &mut self.g);
    }

    /// The tape of all heaps for a long run, if a byte is enough for each heap from here on.
    fn bytes(&mut self) -> Option<Tape<u8>> {
        let space = self.search.space.filter(|_| self.repeats.is_none())?;
        if self.narrow.space != Some(space) || self.narrow.tape.end() < self.known() {
            self.catch_up();
            if self.shape()?.strategy == Strategy::Wide {
                return None;
            }
            self.narrow.take(space, &self.g);
        }
        Some(std::mem::take(&mut self.narrow).tape)
    }

    /// Adds values by probing all splits. Then a space may show.
    fn densely(&mut self, until: usize) -> Result<(), EngineError> {
        let mut skip = Skip { seen: self.seen, sink: &mut *self.sink, work: 0 };
        let heaps = until - self.g.len();
        let history = History::resume(std::mem::take(&mut self.g), self.reported, until as u64, &mut skip)?;
        self.g = dense::continue_run(self.options, self.rules, until as u64, history)?;
        let work = skip.work;
        self.work += work / PROBED;
        self.reported = until;
        self.search.judge_anew(&self.g);
        let splits = (until / 2 * sparse::breaks(self.rules).len()) as u64;
        self.pace.probed(work, heaps as u64, until, self.search.space.is_none().then_some(splits));
        Ok(())
    }

    /// Adds values one by one, until it is time to ask again.
    fn exactly(&mut self, count: usize) -> Result<(), EngineError> {
        let (from, ask) = (self.g.len(), self.pace.ask());
        loop {
            let n = self.g.len() as u64;
            let value = self.search.value(n, &self.g);
            self.search.note_rare(n, value);
            self.g.push(value.ok_or(EngineError::ValueTooLarge { heap: n })?);
            let len = self.g.len();
            let again = strategy::first_block_after(self.last_rare(), self.longest());
            if len.is_multiple_of(ask) || len == count || len == again {
                break;
            }
        }
        let work = std::mem::take(&mut self.search.work);
        self.pace.exactly(work, (self.g.len() - from) as u64);
        self.work += work;
        self.sink.work(work);
        self.report()
    }

    /// Hands on the values that the sink has not seen.
    fn report(&mut self) -> Result<(), EngineError> {
        let mut skip = Skip { seen: self.seen, sink: &mut *self.sink, work: 0 };
        for block in self.g[self.reported..].chunks(REPORT) {
            if skip.block(self.reported as u64, block).is_break() {
                return Err(EngineError::Stopped);
            }
            self.reported += block.len();
        }
        Ok(())
    }

    fn last_rare(&self) -> usize {
        self.search.rares.last().map_or(0, |&(heap, _)| heap as usize)
    }

    /// The largest number of beans that a move removes.
    fn longest(&self) -> usize {
        self.rules.last_removal().unwrap_or(0) as usize
    }

    /// How many of the later half of `n` heaps are rare.
    fn rares_lately(&self, n: usize) -> usize {
        self.search.rares.len() - self.search.rares.partition_point(|&(heap, _)| heap as usize <= n / 2)
    }

    /// In which shape blocks can go on from here, if they can. All values are there.
    fn shape(&mut self) -> Option<Shape> {
        strategy::blocks_may_begin(self.g.len(), self.last_rare(), self.longest()).then(|| self.shape_after_rare())?
    }

    /// The same where the last rare may be too near yet.
    fn shape_after_rare(&mut self) -> Option<Shape> {
        let (n, last_rare, longest) = (self.g.len(), self.last_rare(), self.longest());
        let space = self.search.space.filter(|_| strategy::blocks_may_come(n))?;
        let shape = Shape::choose(Facts {
            largest: self.largest.of(space, &self.g),
            after_rares: n > 2 * last_rare + longest + LANES,
            bans: BANS,
            terms: self.search.rares.len() * sparse::breaks(self.rules).len(),
        });
        shape.filter(|shape| shape.pays(n, self.rares_lately(n)))
    }

    /// Goes on in blocks until `until`, a rare heap, or a rank that is too large: whether all of it was reached. None
    /// when there is no plan for blocks.
    fn in_blocks<R: Keep>(&mut self, until: usize) -> Result<Option<bool>, EngineError> {
        let (n, effort) = (self.g.len(), strategy::effort(self.work).min(plan::most_effort::<R>()));
        let Some(space) = self.search.space else { return Ok(None) };
        let mut blocks = std::mem::take(R::blocks(self));
        blocks.take(space, &self.g);
        let Blocks { tape, plan, .. } = &mut blocks;
        let verify = self.trust.verifies(n);
        let (rules, options, rares) = (self.rules, self.options, &self.search.rares[..]);
        let hints = &Hints::default();
        let site = Site { rules, options, verifies: verify, space, rares, tape, recent: n, expected: 0, effort, hints };
        // What was learned stays good for a while, as long as little has changed.
        let kept = plan.take().filter(|plan| strategy::is_fresh(plan.learned, n, effort));
        let Some(mut now) = kept.and_then(|plan| plan.renewed(&site)).or_else(|| site.plan()) else {
            *R::blocks(self) = blocks;
            return Ok(None);
        };
        let until = match self.trust {
            Trust::Guessed { from } if verify => until.min(from as usize),
            _ => until,
        };
        let mut skip = Skip { seen: self.seen, sink: &mut *self.sink, work: 0 };
        let course = Course { until: until as u64, verify, threads: options.threads, cut: None };
        let end = pipeline::run(&mut now, tape, &course, &mut skip, &mut 0)?;
        self.work += skip.work / QUICKER;
        self.reported = tape.end();
        *plan = Some(now).filter(|_| end != End::Stuck);
        *R::blocks(self) = blocks;
        if end == End::Stopped { Err(EngineError::Stopped) } else { Ok(Some(end == End::Reached)) }
    }
}

impl<R: Rank> Blocks<R> {
    /// Brings the tape up to the values.
    fn take(&mut self, space: Space, g: &[u16]) {
        if self.space != Some(space) {
            *self = Blocks { space: Some(space), ..Blocks::default() };
        }
        let end = self.tape.end();
        self.tape.append(Ranking::new(space), &g[end..]);
    }

    /// Brings the values up to the tape.
    fn give(&self, rares: &[(u64, u16)], g: &mut Vec<u16>) {
        if let Some(space) = self.space
            && g.len() < self.tape.end()
        {
            let from = g.len();
            Ranking::new(space).values(from as u64, &self.tape.ranks()[from..], rares, g);
        }
    }
}

/// A kind of rank with its place in a run.
trait Keep: Width {
    fn blocks<'r, const BANS: bool>(run: &'r mut Run<'_, '_, BANS>) -> &'r mut Blocks<Self>;
}

impl Keep for u8 {
    fn blocks<'r, const BANS: bool>(run: &'r mut Run<'_, '_, BANS>) -> &'r mut Blocks<u8> {
        &mut run.narrow
    }
}

impl Keep for u16 {
    fn blocks<'r, const BANS: bool>(run: &'r mut Run<'_, '_, BANS>) -> &'r mut Blocks<u16> {
        &mut run.wide
    }
}

/// Hands on what the sink has not seen yet.
struct Skip<'s> {
    seen: usize,
    sink: &'s mut dyn Sink,
    /// What was reported.
    work: u64,
}

impl Sink for Skip<'_> {
    fn block(&mut self, from: u64, values: &[u16]) -> ControlFlow<()> {
        let skip = (self.seen as u64).saturating_sub(from).min(values.len() as u64);
        let new = &values[skip as usize..];
        if new.is_empty() { ControlFlow::Continue(()) } else { self.sink.block(from + skip, new) }
    }

    fn ranks(&mut self, ranks: Ranks) -> ControlFlow<()> {
        let new = ranks.since(self.seen as u64);
        if new.bytes.is_empty() { ControlFlow::Continue(()) } else { self.sink.ranks(new) }
    }

    fn work(&mut self, options: u64) {
        self.work += options;
        self.sink.work(options);
    }
}
