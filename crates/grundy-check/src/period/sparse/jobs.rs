//! Segments on several threads.

use super::stretch::Stretch;
use super::{Proof, Seen, Segment};
use crate::limits::Budget;
use crate::reader::{Refusal, require};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Checks segments on several threads; gives the values asked for, in order. Of several failures the first one is
/// reported. Without `verify` values are only set, as far as they are asked for.
pub fn run(proof: &Proof, segments: &[Segment], verify: bool, jobs: usize, budget: &Budget) -> Result<Seen, Refusal> {
    let jobs = jobs.clamp(1, segments.len().max(1));
    let heaps: u128 = segments.iter().map(|segment| u128::from(segment.stop - segment.start)).sum();
    if verify {
        budget.expect(heaps)?;
    }
    let reach = (u128::from(segments.first().map_or(0, |segment| segment.window.len() as u64) + proof.depth + proof.k))
        .max(1 << 16);
    budget.memory::<u128>(jobs as u128 * 3 * reach, "the last values")?;
    budget.memory::<[u32; 4]>(jobs as u128 * u128::from(proof.depth) * proof.breaks.len() as u128, "splits")?;
    let total = segments.iter().map(|segment| segment.stop - segment.start).sum();
    budget.watch.total.store(total, Ordering::Relaxed);
    let next = AtomicUsize::new(0);
    let failed = AtomicUsize::new(usize::MAX);
    let results: Mutex<Vec<(usize, Result<Seen, Refusal>)>> = Mutex::new(Vec::new());
    let work = || {
        loop {
            let k = next.fetch_add(1, Ordering::Relaxed);
            if k >= segments.len() || failed.load(Ordering::Relaxed) < k {
                return;
            }
            let result = one(proof, &segments[k], verify, budget);
            if result.is_err() {
                failed.fetch_min(k, Ordering::Relaxed);
            }
            results.lock().unwrap_or_else(PoisonError::into_inner).push((k, result));
        }
    };
    std::thread::scope(|scope| {
        // Where the system gives no more threads the others do the work.
        for _ in 1..jobs {
            let _ = std::thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_unstable_by_key(|&(k, _)| k);
    let mut seen = Seen::new();
    for (_, result) in results {
        seen.extend(result?);
    }
    Ok(seen)
}

/// Checks one segment.
fn one(proof: &Proof, segment: &Segment, verify: bool, budget: &Budget) -> Result<Seen, Refusal> {
    let mut seen = Seen::new();
    let &Segment { start, window, stop, .. } = segment;
    let stretch = Stretch { proof, start, window, stop, verify, budget };
    let report = |heaps| {
        budget.watch.done.fetch_add(heaps, Ordering::Relaxed);
    };
    let window = stretch.check(&mut seen, &report)?;
    let differs = segment.next.filter(|_| verify).and_then(|next| window.iter().zip(next).position(|(a, b)| a != b));
    let heap = |place: usize| segment.stop - window.len() as u64 + place as u64;
    require(differs.is_none(), || {
        format!("window: at {} heap {} is different", segment.stop, heap(differs.unwrap_or(0)))
    })?;
    Ok(seen)
}
