//! Speculation and verification in blocks of 64 heaps: exact values, many at a time.
//!
//! The run begins exactly, heap by heap ([`super::rare`]), until a sparse space has proved itself: few rares lately. From there
//!
//! ```text
//! speculate a chunk  ->  verify it, while the next one is speculated  ->  hand it to the sink
//! ```
//!
//! A chunk is handed on only when every heap of it is verified, so values are exact. When verification finds a rare heap,
//! everything from it on is thrown away, that heap is settled by the exact engine, and the run goes on with one more rare. Each
//! time `n` doubles (as long as that is cheap) the space is judged anew. A game that shows no useful space is handed over to
//! [`super::dense`] until heaps have doubled again.
//!
//! **Threads.** Verification is shared by all threads, chunk by chunk; the thread that speculates joins in when it is done.
//! With `S` and `V` the cost of speculating and verifying a heap, `T` threads need `max(S, (S + V) / T)` for each: speculation
//! is the sequential part, and `(S + V) / S` threads (2 to 5 in known games) can be used in full. Speculation alone (without
//! verification) is shared by threads that take blocks in turn ([`baton`]).
//!
//! The thread that speculates also feeds the sink, one chunk behind: only verified heaps are handed on.
//!
//! **Memory.** Up to heap 2^26 all ranks are kept, one byte each. From there on the run is [`long`]: the first 2^20 heaps and
//! the last ones. If a heap cannot be settled that way, the run is begun again with all ranks, and the sink sees only
//! what is new to it.
//!
//! **Ranks in a byte, or in two.** A rare heap takes part in no term; in games with ranks below 128 its byte is [`Rank::NONE`]. With
//! larger ranks a byte is enough only where no term meets a rare heap any more, after twice the last rare. Until there, and in games with
//! ranks of 256 and more, a rank has two bytes, and half as many fit into a vector. Such a run keeps all values, however long it is. With
//! ranks of 4096 and more it goes heap by heap.

pub mod long;

mod baton;
mod candidates;
mod echo;
mod order;
mod pipeline;
mod plan;
mod small;
mod speculate;
mod tape;
mod verify;
pub(in crate::engine) mod whole;

use super::dense;
use super::history::History;
use super::ranking::Ranking;
use super::rare::{FIRST_JUDGEMENT, Search};
use super::{EngineError, Options, Ranks, Sink, Trust};
use crate::kernel::{LANES, Rank};
use crate::rules::{Ban, Rules};
use long::Long;
use pipeline::{End, Report};
use plan::{Fit, Plan};
use std::ops::ControlFlow;
use tape::Tape;

/// Blocks are not worth beginning before this heap.
const FIRST_BLOCK: usize = 1 << 13;
/// A game without a useful space by this heap is taken to be dense. Officers has hundreds of rares up to 20,000.
const FIRST_HANDOVER: usize = 1 << 15;
/// How often the exact engine asks whether blocks can begin.
const ASK: usize = 1 << 8;
/// Rares among the later half of the heaps that still allow blocks to begin: so many, or one in so many heaps.
const FEW_RARES: (usize, usize) = (8, 1 << 10);
/// The space is judged at powers of two up to here.
const LAST_JUDGEMENT: usize = 1 << 20;
/// Learning an order may take a share of the work so far: a fifth, and a cell costs as much as twelve options.
const LEARN: u64 = 5 * 12;
/// It is learned anew when that allows so many times the effort,
const LEARN_AGAIN: u64 = 16;
/// or when heaps have become so many times larger.
const STALE: usize = 6;
/// The block engine looks at so many options while the exact one looks at one.
const QUICKER: u64 = 8;
/// Values handed to the sink at once by the exact engine.
const REPORT: usize = 1 << 12;
/// Up to here all ranks are kept.
const WHOLE: usize = 1 << 26;

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
    let tape = loop {
        match run.to(count.min(WHOLE))? {
            Known::Dense(g) => run.densely(g, count)?,
            _ if count <= WHOLE => return Ok(()),
            Known::Values(g) => return run.go_on(Known::Values(g), count),
            Known::Ranks(tape) => break tape,
        }
        if run.reported == count {
            return Ok(());
        }
    };
    let Some(space) = run.search.space else { return run.go_on(Known::Ranks(tape), count) };
    let mut long = Long::narrow(rules, options, trust, space, run.search.rares, tape, 0)?;
    match long.advance(count as u64, sink) {
        Err(EngineError::Unsettled { heap }) => {
            Run::<BANS>::new(rules, options, trust, sink, heap as usize).go_on(Known::Values(Vec::new()), count)
        }
        result => result,
    }
}

/// What is known of all heaps.
enum Known {
    Values(Vec<u16>),
    Ranks(Tape<u8>),
    /// The game seems to be dense: blocks are no use.
    Dense(Vec<u16>),
}

struct Run<'a, 's, const BANS: bool> {
    rules: &'a Rules,
    options: &'a Options,
    trust: Trust,
    sink: &'s mut dyn Sink,
    reported: usize,
    /// The sink has seen the heaps before this one already.
    seen: usize,
    search: Search<'a, BANS>,
    g: Vec<u16>,
    /// The last plan of either kind.
    kept: Kept,
    /// Options looked at so far, in the time that the exact engine takes for one.
    work: u64,
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
            search: Search::new(rules),
            g: Vec::new(),
            kept: Kept::default(),
            work: 0,
        }
    }

    /// Exact values of all heaps below `count`, in whatever way.
    fn go_on(mut self, known: Known, count: usize) -> Result<(), EngineError> {
        self.resume(known);
        while let Known::Dense(g) = self.to(count)? {
            self.densely(g, count)?;
        }
        Ok(())
    }

    /// Goes on with the dense engine until heaps have doubled; then a space may show.
    fn densely(&mut self, g: Vec<u16>, count: usize) -> Result<(), EngineError> {
        let until = (2 * g.len()).min(count);
        let mut skip = Skip { seen: self.seen, sink: &mut *self.sink, work: 0 };
        let history = History::resume(g, self.reported, until as u64, &mut skip)?;
        self.g = dense::continue_run(self.options.kernel, self.rules, until as u64, history)?;
        self.work += skip.work / QUICKER;
        self.reported = until;
        self.search.judge_anew(&self.g);
        Ok(())
    }

    /// Goes on later from what an earlier stretch came to.
    fn resume(&mut self, known: Known) {
        self.g = match known {
            Known::Values(g) | Known::Dense(g) => g,
            Known::Ranks(tape) => self.values(&tape),
        };
    }

    /// All heaps below `count`: exactly, and in blocks where that is possible.
    fn to(&mut self, count: usize) -> Result<Known, EngineError> {
        let mut g = std::mem::take(&mut self.g);
        loop {
            let n = g.len();
            if n < count && n >= FIRST_HANDOVER && n.is_power_of_two() {
                self.search.judge(&g);
                if self.search.is_poor(n as u64) {
                    return Ok(Known::Dense(g));
                }
            }
            if n < count {
                self.exactly(&mut g, count)?;
            }
            let n = g.len();
            let way = self.way(&g);
            if n >= count {
                return Ok(match (way, self.search.space) {
                    (Way::Narrow, Some(space)) => Known::Ranks(Tape::whole(Ranking::new(space), &g)),
                    _ => Known::Values(g),
                });
            }
            let until = if n < LAST_JUDGEMENT { (n + 1).next_power_of_two().min(count) } else { count };
            match way {
                Way::Narrow => {
                    if let Some((plan, tape)) = self.plan::<u8>(&g) {
                        drop(g);
                        let tape = self.blocks(plan, tape, until)?;
                        if tape.end() == count {
                            return Ok(Known::Ranks(tape));
                        }
                        g = self.values(&tape);
                    }
                }
                Way::Wide => {
                    if let Some((plan, tape)) = self.plan::<u16>(&g) {
                        drop(g);
                        // After twice the last rare a byte may be enough.
                        let after_rares = 2 * self.last_rare() + self.longest() + 2 * LANES;
                        let until = if n < after_rares { until.min(after_rares) } else { until };
                        let tape = self.blocks(plan, tape, until)?;
                        g = self.values(&tape);
                    }
                }
                Way::Exact => {}
            }
        }
    }

    fn report(&mut self, values: &[u16]) -> Result<(), EngineError> {
        let mut skip = Skip { seen: self.seen, sink: &mut *self.sink, work: 0 };
        for block in values.chunks(REPORT) {
            if skip.block(self.reported as u64, block).is_break() {
                return Err(EngineError::Stopped);
            }
            self.reported += block.len();
        }
        Ok(())
    }

    /// Adds values one by one, until it is time to ask again.
    fn exactly(&mut self, g: &mut Vec<u16>, count: usize) -> Result<(), EngineError> {
        loop {
            let n = g.len() as u64;
            if n >= FIRST_JUDGEMENT && n.is_power_of_two() {
                self.search.judge(g);
            }
            let value = self.search.value(n, g);
            self.search.note_rare(n, value);
            g.push(value.ok_or(EngineError::ValueTooLarge { heap: n })?);
            if g.len().is_multiple_of(ASK) || g.len() == count {
                break;
            }
        }
        self.work += self.search.work;
        self.sink.work(std::mem::take(&mut self.search.work));
        self.report(&g[self.reported..])
    }

    /// Whether few heaps were rare lately, and none just now.
    fn few_rares(&self, n: usize) -> bool {
        n >= FIRST_BLOCK
            && n >= self.last_rare() + self.longest() + 2 * LANES
            && self.rares_lately(n) <= FEW_RARES.0.max(n / 2 / FEW_RARES.1)
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
        self.search.rares.iter().rev().take_while(|&&(heap, _)| heap as usize > n / 2).count()
    }

    /// In which way to go on from here.
    fn way(&self, g: &[u16]) -> Way {
        let n = g.len();
        let Some(space) = self.search.space.filter(|_| self.few_rares(n)) else { return Way::Exact };
        let ranking = Ranking::new(space);
        let common = (0..).zip(g).filter(|&(heap, &value)| space.is_common(heap, value));
        let largest = common.map(|(_, &value)| ranking.rank(value)).max().unwrap_or(0);
        let after_rares = n > 2 * self.last_rare() + self.longest() + LANES;
        match (u8::limit(largest, after_rares), u16::limit(largest, after_rares)) {
            (Some(_), _) => Way::Narrow,
            (None, Some(_)) => Way::Wide,
            (None, None) => Way::Exact,
        }
    }

    /// How to go on in blocks from here, if that is possible.
    fn plan<R: Keep>(&mut self, g: &[u16]) -> Option<(Plan<R>, Tape<R>)> {
        let n = g.len();
        let space = self.search.space?;
        let rares = &self.search.rares;
        let tape = Tape::whole(Ranking::new(space), g);
        // What was learned stays good for a while, as long as little has changed.
        let effort = (self.work / LEARN).min(plan::MOST_EFFORT);
        if let Some(plan) = R::kept(&mut self.kept).take()
            && effort < plan.effort * LEARN_AGAIN
            && n < plan.learned_at * STALE
            && let Some(plan) = plan.renewed(self.rules, space, rares, &tape)
        {
            return Some((plan, tape));
        }
        let plan = Plan::new(self.rules, self.options, self.trust.verifies(n), space, rares, &tape, n, 0, effort)?;
        Some((plan, tape))
    }

    /// Goes on in blocks until `until`, a rare heap, or a rank that is too large.
    fn blocks<R: Keep>(&mut self, mut plan: Plan<R>, mut tape: Tape<R>, until: usize) -> Result<Tape<R>, EngineError> {
        let mut skip = Skip { seen: self.seen, sink: &mut *self.sink, work: 0 };
        let verify = self.trust.verifies(tape.end());
        let until = match self.trust {
            Trust::Guessed { from } if verify => until.min(from as usize),
            _ => until,
        };
        let end = pipeline::run(&mut plan, self.options, verify, &mut tape, None, until as u64, &mut skip, &mut 0)?;
        self.work += skip.work / QUICKER;
        self.reported = tape.end();
        if end != End::Stuck {
            *R::kept(&mut self.kept) = Some(plan);
        }
        if end == End::Stopped { Err(EngineError::Stopped) } else { Ok(tape) }
    }

    /// The values of all heaps from their ranks and the list of rares.
    fn values<R: Rank>(&self, tape: &Tape<R>) -> Vec<u16> {
        let Some(space) = self.search.space else { return Vec::new() };
        let mut g = Vec::with_capacity(tape.end());
        Ranking::new(space).values(0, tape.ranks(), &self.search.rares, &mut g);
        g
    }
}

/// How a run goes on: in blocks with a byte for each heap, or with two, or heap by heap.
#[derive(Clone, Copy)]
enum Way {
    Narrow,
    Wide,
    Exact,
}

/// The last plans.
#[derive(Default)]
struct Kept {
    narrow: Option<Plan<u8>>,
    wide: Option<Plan<u16>>,
}

/// A kind of rank with its place there.
trait Keep: Fit + Report {
    fn kept(kept: &mut Kept) -> &mut Option<Plan<Self>>;
}

impl Keep for u8 {
    fn kept(kept: &mut Kept) -> &mut Option<Plan<u8>> {
        &mut kept.narrow
    }
}

impl Keep for u16 {
    fn kept(kept: &mut Kept) -> &mut Option<Plan<u16>> {
        &mut kept.wide
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
