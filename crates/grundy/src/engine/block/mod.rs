//! Speculation and verification in blocks of 32 heaps: exact values, many at a time.
//!
//! The run begins exactly, heap by heap ([`super::rare`]), until a sparse space has proved itself: few rares lately. From there
//!
//! ```text
//! speculate a chunk  ->  verify it, while the next one is speculated  ->  hand it to the sink
//! ```
//!
//! A chunk is handed on only when every heap of it is verified, so values are exact. When verification finds a rare heap,
//! everything from it on is thrown away, that heap is settled by the exact engine, and the run goes on with one more rare. Each
//! time `n` doubles (as long as that is cheap) the space is judged anew. A game that shows no useful space by then is handed
//! over to [`super::dense`] for good.
//!
//! **Threads.** Verification is shared by all threads, chunk by chunk; the thread that speculates joins in when it is done.
//! With `S` and `V` the cost of speculating and verifying a heap, `T` threads need `max(S, (S + V) / T)` for each: speculation
//! is the sequential part, and `(S + V) / S` threads (2 to 5 in known games) can be used in full.
//!
//! **Ranks in a byte.** A rare heap takes part in no term; in games with ranks below 128 its byte is [`NO_RANK`]. In games
//! with larger ranks blocks begin only where no term meets a rare heap any more, after twice the last rare. Ranks of 256
//! and more are left to the exact engine.

mod candidates;
pub mod long;
mod order;
mod ranking;
mod speculate;
mod verify;

use super::dense;
use super::history::History;
use super::rare::{FIRST_JUDGEMENT, Search};
use super::{EngineError, Options, Sink};
use crate::kernel::{LANES, NO_RANK, Range};
use crate::rules::Rules;
use crate::sparse;
use order::Term;
use ranking::Ranking;
use speculate::Speculation;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use verify::Verification;

/// Blocks are not worth beginning before this heap.
const FIRST_BLOCK: usize = 1 << 13;
/// A game without a useful space by this heap is taken to be dense. Officers has hundreds of rares up to 20,000.
const FIRST_HANDOVER: usize = 1 << 15;
/// How often the exact engine asks whether blocks can begin.
const ASK: usize = 1 << 8;
/// Rares among the later half of the heaps that still allow blocks to begin.
const FEW_RARES: usize = 8;
/// The space is judged at powers of two up to here.
const LAST_JUDGEMENT: usize = 1 << 20;
/// Sampled heaps for learning an order, with ranks in bytes and in nibbles.
const SAMPLE: [usize; 2] = [1 << 10, 1 << 7];
/// Splits with a part below this are what verification looks at first, in an order it learns,
const LEARNED_PARTS: [usize; 2] = [1 << 11, 1 << 8];
/// and splits with a part below this come next, in their own order.
const PARTS: [usize; 2] = [1 << 13, 1 << 10];
/// Values handed to the sink at once.
const REPORT: usize = 1 << 12;

pub(super) fn run(rules: &Rules, options: &Options, count: u64, sink: &mut dyn Sink) -> Result<(), EngineError> {
    // A rank for each heap must fit, or the run is not begun.
    let no_memory = EngineError::NoMemory { count };
    let count = usize::try_from(count).map_err(|_| no_memory.clone())?;
    Vec::<u8>::new().try_reserve_exact(count).map_err(|_| no_memory)?;
    let mut run = Run { rules, options, sink, reported: 0, search: Search::new(rules) };
    let mut g: Vec<u16> = Vec::new();
    while g.len() < count {
        run.exactly(&mut g, count)?;
        let n = g.len();
        if n >= FIRST_HANDOVER && n.is_power_of_two() && run.search.is_poor(n as u64) {
            let history = History::resume(g, run.reported, count as u64, run.sink)?;
            return dense::continue_run(options.kernel, rules, count as u64, history);
        }
        if g.len() < count
            && let Some(plan) = run.plan(&g)
        {
            let until = if g.len() < LAST_JUDGEMENT { (g.len() + 1).next_power_of_two().min(count) } else { count };
            match run.blocks(plan, g, until, count)? {
                Some(values) => g = values,
                None => return Ok(()),
            }
        }
    }
    run.report(&g[run.reported..])
}

struct Run<'a> {
    rules: &'a Rules,
    options: &'a Options,
    sink: &'a mut dyn Sink,
    reported: usize,
    search: Search<'a, true>,
}

/// Everything that blocks need.
struct Plan {
    ranking: Ranking,
    speculation: Speculation,
    verification: Verification,
}

impl Run<'_> {
    fn report(&mut self, values: &[u16]) -> Result<(), EngineError> {
        for block in values.chunks(REPORT) {
            if self.sink.block(self.reported as u64, block).is_break() {
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
        self.sink.work(std::mem::take(&mut self.search.work));
        self.report(&g[self.reported..])
    }

    /// How to go on in blocks from here, if that is possible.
    fn plan(&self, g: &[u16]) -> Option<Plan> {
        let n = g.len();
        let space = self.search.space?;
        let rares = &self.search.rares;
        let last_rare = rares.last().map_or(0, |&(heap, _)| heap as usize);
        let breaks = sparse::breaks(self.rules);
        let longest = self.rules.last_removal()? as usize;
        let lately = rares.iter().rev().take_while(|&&(heap, _)| heap as usize > n / 2).count();
        if n < FIRST_BLOCK || n < last_rare + longest + 2 * LANES || lately > FEW_RARES {
            return None;
        }
        let ranking = Ranking::new(space);
        let is_common = |heap: usize| space.is_common(heap as u64, g[heap]);
        let largest = (0..n).filter(|&heap| is_common(heap)).map(|heap| ranking.rank(g[heap])).max()?;
        let limit = match largest {
            0..16 => 16,
            16..128 => u16::from(NO_RANK),
            128..256 if n > 2 * last_rare + longest + LANES => 256,
            _ => return None,
        };
        let small = usize::from(limit == 16);
        let ranks: Vec<u8> = (0..n).map(|heap| self.byte(g, ranking, heap)).collect();

        // The terms of a common value: splits with a rare part, and single heaps whose value is common.
        let odd_single = |i: u64| space.parity == 1 && i % 2 == 1;
        let singles = || self.rules.moves().iter().filter(|(_, d)| d & 2 != 0).map(|&(i, _)| i);
        let from_rares = rares
            .iter()
            .filter(|&&(heap, _)| heap > 0)
            .flat_map(|&(heap, value)| breaks.iter().map(move |i| ((i + heap) as u32, ranking.rank(value) as u8)));
        let mut terms: Vec<Term> =
            singles().filter(|&i| !odd_single(i)).map(|i| (i as u32, 0)).chain(from_rares).collect();
        terms.sort_unstable();
        terms.dedup();
        let (near, far): (Vec<Term>, Vec<Term>) = terms.iter().partition(|&&(offset, _)| (offset as usize) < LANES);
        let far_reach = far.iter().map(|&(offset, _)| offset as usize).max().unwrap_or(0);

        // Two commons: the terms of the leftovers.
        let part = |a: u64| breaks.iter().map(move |i| (i + a, a));
        let pairs = |parts: Range| -> Vec<Term> {
            (parts.start as u64..parts.end as u64)
                .filter(|&a| is_common(a as usize))
                .flat_map(part)
                .filter(|&(offset, _)| offset >= LANES as u64)
                .map(|(offset, a)| (offset as u32, ranks[a as usize]))
                .collect()
        };
        let parts = PARTS[small].min(n / 8);
        let learned = LEARNED_PARTS[small].min(parts);

        // Every other heap of a late stretch teaches, the others examine.
        let sample = |reach: usize, need: &dyn Fn(usize) -> u16| -> [Vec<(usize, u16)>; 2] {
            let from = reach.max(n / 2).max(n.saturating_sub(1 << 18));
            let step = ((n - from) / (2 * SAMPLE[small])).max(1);
            let heaps = (from..n).step_by(step).filter(|&heap| is_common(heap)).map(|heap| (heap, need(heap)));
            let (teach, examine): (Vec<_>, Vec<_>) = heaps.enumerate().partition(|(k, _)| k % 2 == 0);
            [teach, examine].map(|half| half.into_iter().map(|(_, heap)| heap).collect())
        };
        let learn = |terms: &[Term], [teach, examine]: [Vec<(usize, u16)>; 2]| {
            order::learn(&ranks, &teach, terms).measured(&ranks, &examine)
        };
        let below = |heap: usize| u16::from(ranks[heap]);
        let far = learn(&far, sample(far_reach, &below));
        let leftovers = |heap: usize| ranking.leftovers(heap as u64, below(heap));
        let mut order = learn(&pairs(1..learned), sample(0, &leftovers));
        order.terms.extend(pairs(learned..parts));

        let mut speculation = Speculation::new(self.options.kernel, &near, &far, limit);
        speculation.expect(largest + 1);
        let singles = singles().filter(|&i| odd_single(i)).map(|i| i as usize).collect();
        let verification = Verification::new(
            self.options.kernel,
            ranking,
            self.rules.ban(),
            breaks,
            singles,
            rares.clone(),
            limit,
            &order,
        );
        Some(Plan { ranking, speculation, verification })
    }

    /// The byte of a heap: its rank, or none for a rare heap.
    fn byte(&self, g: &[u16], ranking: Ranking, heap: usize) -> u8 {
        let common = self.search.space.is_some_and(|space| space.is_common(heap as u64, g[heap]));
        if common { ranking.rank(g[heap]) as u8 } else { NO_RANK }
    }

    /// Goes on in blocks until `until`, a rare heap, or a rank that is too large. Returns all values so far, or none when all
    /// `count` of them are with the sink.
    fn blocks(&mut self, plan: Plan, g: Vec<u16>, until: usize, count: usize) -> Result<Option<Vec<u16>>, EngineError> {
        let Plan { ranking, mut speculation, verification } = plan;
        let mut ranks: Vec<u8> = Vec::new();
        ranks.try_reserve_exact(until + 2 * LANES).map_err(|_| EngineError::NoMemory { count: until as u64 })?;
        ranks.extend((0..g.len()).map(|heap| self.byte(&g, ranking, heap)));
        drop(g);
        let common =
            [0, 1].map(|parity| std::array::from_fn::<u16, 256, _>(|rank| ranking.common(parity, rank as u16)));
        let chunk = chunk_size(&speculation);
        let threads = self.options.threads.max(1);
        // The speculating thread has a window of its own.
        let reach = speculation.reach();
        let mut window = ranks[ranks.len() - reach..].to_vec();
        let mut next = speculate(&mut speculation, &mut window, reach, chunk.min(until - ranks.len()));
        loop {
            let from = ranks.len();
            let (values, stuck) = std::mem::take(&mut next);
            ranks.extend_from_slice(&values);
            let goal = until.saturating_sub(ranks.len());
            let mut rare = usize::MAX;
            if self.options.verify {
                let shared = Shared {
                    verification: &verification,
                    ranks: &ranks,
                    next: AtomicUsize::new(from),
                    rare: AtomicUsize::new(usize::MAX),
                    work: AtomicU64::new(0),
                };
                std::thread::scope(|scope| {
                    for _ in 1..threads {
                        scope.spawn(|| shared.verify());
                    }
                    if !stuck && goal > 0 {
                        next = speculate(&mut speculation, &mut window, reach, chunk.min(goal));
                    }
                    shared.verify();
                });
                rare = shared.rare.into_inner();
                self.sink.work(shared.work.into_inner());
            } else if !stuck && goal > 0 {
                next = speculate(&mut speculation, &mut window, reach, chunk.min(goal));
            }
            let to = ranks.len().min(rare);
            let exact: Vec<u16> = (from..to.min(until)).map(|n| common[n & 1][ranks[n] as usize]).collect();
            self.sink.work(std::mem::take(&mut speculation.work));
            self.report(&exact)?;
            if stuck || goal == 0 || rare < usize::MAX {
                ranks.truncate(to.min(until));
                return Ok((ranks.len() < count).then(|| self.values(&ranks, ranking)));
            }
        }
    }

    /// The values of all heaps from their ranks and the list of rares.
    fn values(&self, ranks: &[u8], ranking: Ranking) -> Vec<u16> {
        let mut g: Vec<u16> = (0..).zip(ranks).map(|(n, &rank)| ranking.common(n, u16::from(rank))).collect();
        for &(heap, value) in &self.search.rares {
            g[heap as usize] = value;
        }
        g
    }
}

/// Heaps between two meetings of the threads: milliseconds of work.
fn chunk_size(speculation: &Speculation) -> usize {
    ((1 << 21) / (2 + speculation.terms())).next_power_of_two().clamp(1 << 12, 1 << 18)
}

/// Speculates `count` heaps, rounded up to blocks, and tells whether it got stuck before.
fn speculate(speculation: &mut Speculation, window: &mut Vec<u8>, reach: usize, count: usize) -> (Vec<u8>, bool) {
    let spare = window.len() - reach;
    window.drain(..spare);
    let mut stuck = false;
    for _ in 0..count.div_ceil(LANES) {
        if speculation.extend(window).is_err() {
            stuck = true;
            break;
        }
    }
    (window[reach..].to_vec(), stuck)
}

/// A chunk that several threads verify.
struct Shared<'a> {
    verification: &'a Verification,
    ranks: &'a [u8],
    next: AtomicUsize,
    rare: AtomicUsize,
    work: AtomicU64,
}

impl Shared<'_> {
    fn verify(&self) {
        const BATCH: usize = 16 * LANES;
        loop {
            let from = self.next.fetch_add(BATCH, Ordering::Relaxed);
            if from >= self.ranks.len().min(self.rare.load(Ordering::Relaxed)) {
                return;
            }
            let mut work = 0;
            for n0 in (from..self.ranks.len().min(from + BATCH)).step_by(LANES) {
                let (rare, looked_at) = self.verification.block(self.ranks, n0);
                work += looked_at;
                if let Some(rare) = rare {
                    self.rare.fetch_min(rare, Ordering::Relaxed);
                    break;
                }
            }
            self.work.fetch_add(work, Ordering::Relaxed);
        }
    }
}
