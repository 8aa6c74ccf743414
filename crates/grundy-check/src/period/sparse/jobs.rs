//! Segments on several threads: side by side where there are enough of one length, else one by one.

use super::planes::{self, End, LANES};
use super::stretch::Stretch;
use super::terms::Ranks;
use super::{Proof, Seen, Segment};
use crate::code::Ban;
use crate::limits::Budget;
use crate::reader::{Refusal, require};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// As many segments of one length, or more, are checked faster side by side than one after the other.
const PAYS: usize = 16;
/// The numbers of bits of ranks with which segments are checked side by side.
const BITS: [u32; 3] = [4, 5, 6];

/// What is to be found out about segments.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    /// The values asked for; nothing is verified.
    Values,
    /// Whether all are right: those after a wrong one do not matter.
    All,
    /// Of each one whether it is right.
    Each,
}

/// Checks segments on several threads. Gives for each one the values asked for, or what is wrong with it, or nothing if
/// it does not matter any more.
pub fn run(
    proof: &Proof,
    segments: &[Segment],
    aim: Aim,
    jobs: usize,
    budget: &Budget,
) -> Result<Vec<Option<Result<Seen, Refusal>>>, Refusal> {
    let jobs = jobs.clamp(1, segments.len().max(1));
    let heaps: u128 = segments.iter().map(|segment| u128::from(segment.stop - segment.start)).sum();
    if aim != Aim::Values {
        budget.expect(heaps)?;
    }
    let reach = u128::from(proof.window() + proof.depth + proof.k).max(1 << 16);
    budget.memory::<u128>(jobs as u128 * 3 * reach, "the last values")?;
    budget.memory::<[u32; 4]>(jobs as u128 * u128::from(proof.depth) * proof.breaks.len() as u128, "splits")?;
    budget.sight.total.store(heaps as u64, Ordering::Relaxed);
    let bits = if aim == Aim::Values || proof.plain { None } else { bits(proof, segments, jobs, budget) };
    let batches = batches(proof, segments, bits, jobs);
    let (next, failed) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
    let results: Mutex<Vec<_>> = Mutex::new(segments.iter().map(|_| None).collect());
    let is_over = |k: usize| aim != Aim::Each && failed.load(Ordering::Relaxed) < k;
    let done = |k: usize, result: Result<Seen, Refusal>| {
        if result.is_err() {
            failed.fetch_min(k, Ordering::Relaxed);
        }
        results.lock().unwrap_or_else(PoisonError::into_inner)[k] = Some(result);
    };
    let work = || {
        while let Some((bits, batch)) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
            let batch: Vec<usize> = batch.iter().copied().filter(|&k| !is_over(k)).collect();
            let stretches: Vec<Stretch> = batch.iter().map(|&k| stretch(proof, &segments[k], aim, budget)).collect();
            let report = |heaps| {
                budget.sight.done.fetch_add(heaps, Ordering::Relaxed);
            };
            let ends = match bits {
                Some(bits) => planes::check(&stretches, *bits, aim == Aim::Each, &report),
                None => Ok(batch.iter().map(|_| End::Left).collect()),
            };
            let ends = ends.unwrap_or_else(|why| batch.iter().map(|_| End::Refused(why.clone())).collect());
            for ((&k, stretch), end) in batch.iter().zip(&stretches).zip(ends) {
                match end {
                    End::Reached(seen, window) => done(k, segments[k].reaches(&window).map(|()| seen)),
                    End::Refused(why) => done(k, Err(why)),
                    End::Left if is_over(k) => {}
                    End::Left => {
                        let mut seen = Seen::new();
                        let window = stretch.check(&mut seen, &report);
                        done(k, window.and_then(|window| segments[k].reaches(&window)).map(|()| seen));
                    }
                }
            }
        }
    };
    std::thread::scope(|scope| {
        // Where the system gives no more threads the others do the work.
        for _ in 1..jobs {
            let _ = std::thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    Ok(results.into_inner().unwrap_or_else(PoisonError::into_inner))
}

fn stretch<'a>(proof: &'a Proof, segment: &Segment<'a>, aim: Aim, budget: &'a Budget) -> Stretch<'a> {
    let &Segment { start, window, stop, .. } = segment;
    Stretch { proof, start, window, stop, verify: aim != Aim::Values, budget }
}

impl Segment<'_> {
    /// Whether this window, computed up to the end of the segment, is the one that must stand there. One that was not
    /// computed is empty.
    fn reaches(&self, window: &[u16]) -> Result<(), Refusal> {
        let differs = self.next.and_then(|next| window.iter().zip(next).position(|(a, b)| a != b));
        let heap = |place: usize| self.stop - window.len() as u64 + place as u64;
        require(differs.is_none(), || {
            format!("window: at {} heap {} is different", self.stop, heap(differs.unwrap_or(0)))
        })
    }
}

/// The bits of ranks that hold all windows, if segments may be checked side by side and there is memory for it.
fn bits(proof: &Proof, segments: &[Segment], jobs: usize, budget: &Budget) -> Option<u32> {
    let fits = |&bits: &u32| Ranks::new(proof, bits, segments.iter().map(|segment| segment.window)).is_some();
    let bits = BITS.into_iter().find(fits).filter(|_| segments.len() >= PAYS)?;
    budget.memory::<u64>(jobs as u128 * planes::size(proof, bits), "planes").is_ok().then_some(bits)
}

/// Segments that are checked together, in order, with the bits of their ranks; or one segment. Long ones come first,
/// and threads get equal shares.
fn batches(proof: &Proof, segments: &[Segment], bits: Option<u32>, jobs: usize) -> Vec<(Option<u32>, Vec<usize>)> {
    let length = |k: usize| segments[k].stop - segments[k].start;
    // A window with a rare value, and two equal parts within the depth where they are forbidden, are looked at one by
    // one.
    let fits = |&k: &usize| {
        let Segment { start, window, .. } = segments[k];
        let is_common = (start - window.len() as u64..).zip(window).all(|(n, &value)| proof.space.is_common(n, value));
        is_common && (proof.game.ban != Ban::Equal || start > proof.depth)
    };
    let (mut together, mut alone): (Vec<usize>, Vec<usize>) =
        (0..segments.len()).partition(|k| bits.is_some() && fits(k));
    together.sort_by_key(|&k| std::cmp::Reverse(length(k)));
    let count = together.len().div_ceil(LANES).next_multiple_of(jobs);
    let share = together.len().div_ceil(count.max(1)).clamp(2 * PAYS, LANES);
    let mut batches = Vec::new();
    let mut rest = &together[..];
    while let Some((&longest, others)) = rest.split_first() {
        let (batch, behind) = rest.split_at(share.min(rest.len()));
        // They take as long as the longest one does.
        let heaps: u128 = batch.iter().map(|&k| u128::from(length(k))).sum();
        if heaps >= u128::from(length(longest)) * PAYS as u128 {
            let mut batch = batch.to_vec();
            batch.sort_unstable();
            batches.push((bits, batch));
            rest = behind;
        } else {
            alone.push(longest);
            rest = others;
        }
    }
    alone.sort_unstable();
    batches.extend(alone.into_iter().map(|k| (None, vec![k])));
    batches
}
