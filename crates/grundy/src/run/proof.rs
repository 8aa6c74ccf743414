//! From a state that returned to the smallest period and preperiod.
//!
//! The state before heap `s` returned before `s + p`, so `p` is a period from `s - (L + k)` on. Values further back and elsewhere come
//! from the windows of the segments ([`Replay`]).
//!
//! **Smallest period.** For each prime `q` of `p`, the states before `s` and `s + p/q` are compared. If they are equal, `p/q` is a period, too.
//! If they differ, a heap in the window witnesses that it is not; no smaller period exists when there is a witness for each prime.
//!
//! **Smallest preperiod.** Going back segment by segment, `G(n)` and `G(n + p)` are compared until a segment has a heap where they differ;
//! the preperiod begins after the last such heap.

use super::replay::Replay;
use super::{Candidate, RunError, State};
use crate::engine::Options;
use crate::rules::Rules;
use serde::{Deserialize, Serialize};

/// Values compared at once.
const PIECE: u64 = 1 << 18;

/// The smallest period and preperiod of a run whose hypotheses were all checked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    /// The smallest `n0` with `G(n + p) = G(n)` for all `n >= n0`.
    pub preperiod: u64,
    /// The smallest `p`.
    pub period: u64,
    /// For each prime `q` of the period a heap from the preperiod on with `G(n) != G(n + p/q)`.
    pub distinct: Vec<(u64, u64)>,
}

/// Finds both for a confirmed candidate. `pause` may stop it (then: none).
pub(super) fn find(
    rules: &Rules,
    options: &Options,
    state: &State,
    Candidate { start, mut period, .. }: Candidate,
    pause: &mut dyn FnMut() -> bool,
) -> Result<Option<Proof>, RunError> {
    let width = state.width(rules) as u64;
    let compare = |from: u64, to: u64, shift: u64, pause: &mut dyn FnMut() -> bool, first_only: bool| {
        let mut here = Replay::new(rules, options, state, from)?;
        let mut there = Replay::new(rules, options, state, from + shift)?;
        let mut different = None;
        let mut at = from;
        while at < to && !(first_only && different.is_some()) {
            if pause() {
                return Ok::<_, RunError>(None);
            }
            let count = PIECE.min(to - at) as usize;
            let (here, there) = (here.take(count)?, there.take(count)?);
            let mut pairs = here.iter().zip(&there);
            let place = if first_only { pairs.position(|(a, b)| a != b) } else { pairs.rposition(|(a, b)| a != b) };
            different = place.map(|place| at + place as u64).or(different);
            at += count as u64;
        }
        Ok(Some(different))
    };

    let mut distinct = Vec::new();
    let mut primes = primes(period);
    while let Some(q) = primes.pop() {
        match compare(start - width, start, period / q, pause, true)? {
            None => return Ok(None),
            Some(Some(heap)) => distinct.push((q, heap)),
            Some(None) => {
                period /= q;
                primes = self::primes(period);
                distinct.clear();
            }
        }
    }
    distinct.sort_unstable();

    let mut before = state.segments.partition_point(|segment| segment.start < start);
    let mut to = start;
    let preperiod = loop {
        let from = before.checked_sub(1).map_or(0, |i| state.segments[i].start - width);
        match compare(from, to, period, pause, false)? {
            None => return Ok(None),
            Some(Some(heap)) => break heap + 1,
            Some(None) if before == 0 => break 0,
            Some(None) => (before, to) = (before - 1, from),
        }
    };
    Ok(Some(Proof { preperiod, period, distinct }))
}

/// The primes that divide `n`.
fn primes(mut n: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut q = 2;
    while q * q <= n {
        if n.is_multiple_of(q) {
            primes.push(q);
            while n.is_multiple_of(q) {
                n /= q;
            }
        }
        q += 1;
    }
    if n > 1 {
        primes.push(n);
    }
    primes
}
