//! Chunks of heaps on their way: speculated, verified by all threads while the next one is speculated, handed on.

use super::plan::Plan;
use super::speculate::{Speculate, Team};
use super::tape::Tape;
use super::verify::Verify;
use crate::engine::ranking::Ranking;
use crate::engine::{EngineError, Palette, Ranks, Sink};
use crate::kernel::{LANES, Rank};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Why a stretch ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Everything asked for is verified.
    Reached,
    /// The heap at the end of the tape is rare, or cannot be settled with what the tape holds.
    Rare,
    /// The next ranks do not fit the plan.
    Stuck,
    /// The sink asked to stop.
    Stopped,
}

/// The first heaps and the last heaps that a tape keeps when it gets too long: when there are more than twice as many
/// last ones. So few are moved, one for each heap that comes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    pub(super) head: usize,
    pub(super) keep: usize,
}

/// The least chunk. A rare makes what is under way vain, so a chunk is a part of the heaps since the last one.
const LEAST_CHUNK: usize = 1 << 9;
const SINCE_RARE: usize = 4;

/// With fewer heaps than this it does not pay to bring threads together that speculate.
const SHARED: usize = 1 << 13;
/// Heaps that a thread verifies at once: usually, and while it waits for another one.
const BATCH: usize = 32 * LANES;
const PIECE: usize = 4 * LANES;

/// How far and in which way to go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course {
    /// The heap after the last one that is wanted.
    pub(super) until: u64,
    /// Whether chunks are verified before they are handed on.
    pub(super) verify: bool,
    pub(super) threads: usize,
    /// None: all heaps are kept.
    pub(super) cut: Option<Cut>,
}

impl Course {
    /// Cuts a tape that is too long; the heaps from `waiting` on are kept beside all others.
    fn cut<R: Rank>(&self, tape: &mut Tape<R>, waiting: usize) {
        if let Some(Cut { head, keep }) = self.cut
            && tape.ranks().len() > 2 * keep
        {
            tape.slide(head, keep + (tape.end() - waiting));
        }
    }
}

/// Goes on as the course says. Whatever happens, the tape ends after the last heap that the sink has seen; `depth` is
/// raised to the largest part that verification looked at.
pub(super) fn run<R: Report>(
    plan: &mut Plan<R>,
    tape: &mut Tape<R>,
    course: &Course,
    sink: &mut dyn Sink,
    depth: &mut u64,
) -> Result<End, EngineError> {
    let until = usize::try_from(course.until).map_err(|_| EngineError::NoMemory { count: course.until })?;
    let meaning = R::meaning(plan.ranking);
    course.cut(tape, tape.end());
    let Plan { shape, speculation, verification, .. } = plan;
    let mut ahead = Ahead::new(&mut **speculation, tape);
    let largest_chunk = shape.largest_chunk(ahead.speculation.terms(), ahead.speculation.tapes());
    let last_rare = verification.alone().rares().last().map_or(0, |&(heap, _)| heap as usize);
    let least_chunk = ahead.speculation.least().max(LEAST_CHUNK).min(largest_chunk);
    let chunk = |from: usize| (from.saturating_sub(last_rare) / SINCE_RARE).clamp(least_chunk, largest_chunk);
    let first = chunk(tape.end()).min(until - tape.end());
    let together = |heaps: usize| !course.verify || heaps >= SHARED;
    let mut stuck = ahead.speculate(first, Team::of(if together(first) { course.threads } else { 1 }));
    // Verified heaps wait here for the sink.
    let mut waiting = tape.end();
    loop {
        let from = tape.end();
        tape.extend(ahead.chunk()).map_err(|_| EngineError::NoMemory { count: course.until })?;
        let goal = until.saturating_sub(tape.end());
        let shared = Shared::new(&**verification, tape, from);
        let ranks = &tape.ranks()[waiting - tape.base()..from - tape.base()];
        let (mut go_on, mut next_stuck) = (true, false);
        let next = if stuck { 0 } else { chunk(tape.end()).min(goal) };
        // Threads either speculate together and verify while they wait for each other, or one of them speculates.
        let together = together(next) && (!course.verify || ahead.speculation.can_be_shared(course.threads));
        std::thread::scope(|scope| {
            let verify_beside = || {
                for _ in 1..course.threads {
                    scope.spawn(|| shared.verify());
                }
            };
            if course.verify && !together {
                verify_beside();
            }
            if !ranks.is_empty() {
                go_on = R::report(sink, waiting as u64, ranks, &meaning).is_continue();
            }
            if go_on && next > 0 {
                let team = Team {
                    threads: if together { course.threads } else { 1 },
                    meanwhile: &|| together && course.verify && shared.verify_some(PIECE),
                };
                next_stuck = ahead.speculate(next, team);
            }
            if course.verify && together && go_on {
                verify_beside();
            }
            if course.verify && go_on {
                shared.verify();
            } else {
                shared.stop();
            }
        });
        let (rare, work, looked_at) = shared.results();
        sink.work(work + std::mem::take(&mut ahead.work));
        if !go_on {
            tape.truncate(from);
            return Ok(End::Stopped);
        }
        *depth = (*depth).max(looked_at);
        waiting = from;
        let end = tape.end().min(rare).min(until);
        if rare < usize::MAX || stuck || goal == 0 {
            tape.truncate(end);
            let ranks = &tape.ranks()[waiting - tape.base()..];
            if !ranks.is_empty() && R::report(sink, waiting as u64, ranks, &meaning).is_break() {
                return Ok(End::Stopped);
            }
            return Ok(if end == until {
                End::Reached
            } else if rare < usize::MAX {
                End::Rare
            } else {
                End::Stuck
            });
        }
        stuck = next_stuck;
        course.cut(tape, waiting);
    }
}

/// Speculation, a chunk ahead of the tape, with a window of its own.
struct Ahead<'p, R> {
    speculation: &'p mut dyn Speculate<R>,
    /// The ranks that the next chunk needs, perhaps some before them, and the last chunk.
    window: Vec<R>,
    /// Where the last chunk begins.
    last: usize,
    reach: usize,
    /// Options looked at.
    work: u64,
}

impl<'p, R: Rank> Ahead<'p, R> {
    fn new(speculation: &'p mut dyn Speculate<R>, tape: &Tape<R>) -> Self {
        let reach = speculation.reach();
        let window = tape.ranks()[tape.ranks().len() - reach..].to_vec();
        Ahead { speculation, last: window.len(), window, reach, work: 0 }
    }

    /// The ranks of the last chunk.
    fn chunk(&self) -> &[R] {
        &self.window[self.last..]
    }

    /// Goes on by `count` heaps, rounded up to blocks, and tells whether it got stuck before.
    fn speculate(&mut self, count: usize, team: Team) -> bool {
        let old = self.window.len() - self.reach;
        // A late rare makes windows long: they are moved when that is cheap beside what was appended.
        if old >= self.reach {
            self.window.drain(..old);
        }
        self.last = self.window.len();
        let blocks = count.div_ceil(LANES);
        let done = self.speculation.extend(&mut self.window, blocks, team);
        self.work += (self.speculation.terms() * LANES * blocks) as u64 + self.speculation.extra_work();
        done.is_err()
    }
}

/// Ranks on their way to a sink.
pub(super) trait Report: Rank {
    /// What is needed to turn them into values.
    type Meaning;

    /// What they mean.
    fn meaning(ranking: Ranking) -> Self::Meaning;

    /// Hands on the values of the heaps `from, from + 1, …`, none of them rare.
    fn report(sink: &mut dyn Sink, from: u64, ranks: &[Self], meaning: &Self::Meaning) -> ControlFlow<()>;
}

impl Report for u8 {
    type Meaning = Palette;

    fn meaning(ranking: Ranking) -> Palette {
        Palette::new(ranking.space())
    }

    fn report(sink: &mut dyn Sink, from: u64, bytes: &[u8], palette: &Palette) -> ControlFlow<()> {
        sink.ranks(Ranks { from, bytes, palette })
    }
}

impl Report for u16 {
    type Meaning = Ranking;

    fn meaning(ranking: Ranking) -> Ranking {
        ranking
    }

    fn report(sink: &mut dyn Sink, from: u64, ranks: &[u16], ranking: &Ranking) -> ControlFlow<()> {
        let mut values = Vec::with_capacity(ranks.len());
        ranking.values(from, ranks, &[], &mut values);
        sink.block(from, &values)
    }
}

/// A chunk that several threads verify.
struct Shared<'a, R> {
    verification: &'a dyn Verify<R>,
    tape: &'a Tape<R>,
    next: AtomicUsize,
    rare: AtomicUsize,
    work: AtomicU64,
    depth: AtomicUsize,
}

impl<'a, R: Rank> Shared<'a, R> {
    fn new(verification: &'a dyn Verify<R>, tape: &'a Tape<R>, from: usize) -> Self {
        let (next, rare) = (AtomicUsize::new(from), AtomicUsize::new(usize::MAX));
        Shared { verification, tape, next, rare, work: AtomicU64::new(0), depth: AtomicUsize::new(0) }
    }

    /// Verifies all that nobody has begun.
    fn verify(&self) {
        while self.verify_some(BATCH) {}
    }

    /// Verifies the next heaps that nobody has begun, at most this many; false when there are none.
    fn verify_some(&self, heaps: usize) -> bool {
        let end = self.tape.end().min(self.rare.load(Ordering::Relaxed));
        // Who waits asks again and again.
        if self.next.load(Ordering::Relaxed) >= end {
            return false;
        }
        let from = self.next.fetch_add(heaps, Ordering::Relaxed);
        if from >= end {
            return false;
        }
        let findings = self.verification.blocks(self.tape, from..self.tape.end().min(from + heaps));
        self.work.fetch_add(findings.work, Ordering::Relaxed);
        self.depth.fetch_max(findings.depth, Ordering::Relaxed);
        if let Some(rare) = findings.rare {
            self.rare.fetch_min(rare, Ordering::Relaxed);
        }
        true
    }

    /// No further batch is begun.
    fn stop(&self) {
        self.next.store(usize::MAX / 2, Ordering::Relaxed);
    }

    fn results(self) -> (usize, u64, u64) {
        (self.rare.into_inner(), self.work.into_inner(), self.depth.into_inner() as u64)
    }
}
