//! From a state that returned to the smallest period and preperiod, and back: whether a claim is one that the values
//! prove.
//!
//! The state before heap `s` returned before `s + p`, so `p` is a period from `s - (L + k)` on. Values further back and
//! elsewhere come from the windows of the segments ([`Replay`]).
//!
//! **Smallest period.** For each prime `q` of `p`, the states before `s` and `s + p/q` are compared. If they are equal,
//! `p/q` is a period, too. If they differ, a heap in the window witnesses that it is not; no smaller period exists when
//! there is a witness for each prime.
//!
//! **Smallest preperiod.** Going back segment by segment, `G(n)` and `G(n + p)` are compared until a segment has a heap
//! where they differ; the preperiod begins after the last such heap.
//!
//! **Depth.** The engine knows how deep the heaps behind the first segment were looked into; those before it are looked
//! into here.

use super::RunError;
use super::replay::{Replay, beginning};
use super::state::{Candidate, Segment, State};
use crate::engine::Options;
use crate::game::Game;
use crate::period::certificate::{primes, theorem_k, window_after};
use crate::period::{Period, PeriodCertificate, Proved, Prover, SparseProof, Theorem, depth};
use crate::watch::Watch;
use serde::{Deserialize, Serialize};

/// Values compared at once.
const PIECE: u64 = 1 << 18;

/// The smallest period and preperiod of a run, as it claims to have proved them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Proof {
    /// The smallest `n0` with `G(n + p) = G(n) + s` for all `n >= n0`.
    pub preperiod: u64,
    /// The smallest `p`.
    pub period: u64,
    /// The saltus `s`.
    pub saltus: u64,
    /// The theorem that proves it.
    pub theorem: Theorem,
    /// How many values its hypotheses speak of.
    pub values: u64,
    /// The details, where a state of a long run returned.
    pub returned: Option<Returned>,
    /// The certificate, for the independent checker.
    pub certificate: String,
}

/// A state that returned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Returned {
    /// For each prime `q` of the period a heap from the preperiod on with `G(n) != G(n + p/q)`.
    pub distinct: Vec<(u64, u64)>,
    /// From `2 L + 1 + D + 2 k` on, splits with a part of at most this `D` exclude all leftovers.
    pub depth: u64,
    /// The first window of the period: its heaps begin with the preperiod.
    pub window: Segment,
}

impl Proof {
    /// A proof by all values.
    pub(super) fn of_values(proved: &Proved, game: &Game, values: &[u16]) -> Self {
        let Period { preperiod, period, saltus } = proved.period;
        let certificate = proved.certificate(game, values).to_string();
        let (theorem, values) = (proved.theorem, values.len() as u64);
        Proof { preperiod, period, saltus, theorem, values, returned: None, certificate }
    }

    /// A proof by a state that returned.
    fn of_return(state: &State, preperiod: u64, period: u64, returned: Returned) -> Result<Self, RunError> {
        let certificate = certificate(state, preperiod, period, &returned)?;
        let needed = |sparse: &SparseProof| sparse.values_needed(state.game.rules(), preperiod, period);
        let values = certificate.sparse.as_ref().map_or(0, needed);
        let (certificate, theorem) = (certificate.to_string(), Theorem::Sparse);
        let returned = Some(returned);
        Ok(Proof { preperiod, period, saltus: 0, theorem, values, returned, certificate })
    }
}

/// The certificate of a state that returned.
fn certificate(
    state: &State,
    preperiod: u64,
    period: u64,
    Returned { distinct, depth, window }: &Returned,
) -> Result<PeriodCertificate, RunError> {
    let rules = state.game.rules();
    let frontier = state.frontier.as_ref().ok_or_else(no_frontier)?;
    let (space, rares) = (frontier.space, frontier.rares.clone());
    let mut sparse = SparseProof { space, rares, depth: *depth, segments: Vec::new() };
    let (first, end) = (sparse.first_start(rules), sparse.end(rules, preperiod, period));
    let mut segments: Vec<&Segment> = state.segments.iter().chain([window]).collect();
    segments.sort_unstable_by_key(|segment| segment.start);
    segments.dedup_by_key(|segment| segment.start);
    segments.retain(|segment| first < segment.start && segment.start < end);
    sparse.segments = segments.into_iter().map(|segment| (segment.start, segment.window.clone())).collect();
    let proved = Proved::by(Theorem::Sparse, Period { preperiod, period, saltus: 0 });
    Ok(Proved { sparse: Some(sparse), ..proved }.written(&state.game, distinct.clone()))
}

fn no_frontier() -> RunError {
    RunError::Contradiction("a state returned in a run that has none".to_owned())
}

/// Finds the smallest period and preperiod for a confirmed candidate.
pub(super) fn find(
    state: &State,
    options: &Options,
    Candidate { start, mut period, .. }: Candidate,
    watch: &mut dyn Watch,
) -> Result<Proof, RunError> {
    let width = state.width() as u64;
    let mut compare = |from: u64, to: u64, shift: u64, first_only: bool| {
        let mut here = Replay::new(state, options, from, watch)?;
        let mut there = Replay::new(state, options, from + shift, watch)?;
        let mut different = None;
        let mut at = from;
        while at < to && !(first_only && different.is_some()) {
            let count = PIECE.min(to - at) as usize;
            let (here, there) = (here.take(count, watch)?, there.take(count, watch)?);
            let mut pairs = here.iter().zip(&there);
            let place = if first_only { pairs.position(|(a, b)| a != b) } else { pairs.rposition(|(a, b)| a != b) };
            different = place.map(|place| at + place as u64).or(different);
            at += count as u64;
        }
        Ok::<_, RunError>(different)
    };

    let mut distinct = Vec::new();
    let mut left = primes(period);
    while let Some(q) = left.pop() {
        if let Some(heap) = compare(start - width, start, period / q, true)? {
            distinct.push((q, heap));
        } else {
            period /= q;
            left = primes(period);
            distinct.clear();
        }
    }
    distinct.sort_unstable();

    let mut before = state.segments.partition_point(|segment| segment.start < start);
    let mut to = start;
    let preperiod = loop {
        let from = before.checked_sub(1).map_or(0, |i| state.segments[i].start - width);
        match compare(from, to, period, false)? {
            Some(heap) => break heap + 1,
            None if before == 0 => break 0,
            None => (before, to) = (before - 1, from),
        }
    };
    let window_start = preperiod.max(1) + width;
    let window = Replay::new(state, options, window_start - width, watch)?.take(width as usize, watch)?;
    let window = Segment { start: window_start, window, tally: None };
    let depth = depth_of_all(state, options, watch)?;
    Proof::of_return(state, preperiod, period, Returned { distinct, depth, window })
}

/// The depth of all heaps from `2 L + k + 1` to the next one.
fn depth_of_all(state: &State, options: &Options, watch: &mut dyn Watch) -> Result<u64, RunError> {
    let frontier = state.frontier.as_ref().ok_or_else(no_frontier)?;
    let rules = state.game.rules();
    let values = beginning(state, options, watch)?;
    let first = frontier.last_rare() + window_after(frontier.last_rare(), rules) + 1;
    let measured = depth::measure(rules, frontier.space, &values, first..values.len() as u64, 0, watch)?;
    let depth = measured.ok_or_else(|| RunError::Contradiction("a value near the beginning is wrong".to_owned()))?;
    Ok(depth.max(frontier.depth))
}

/// What is wrong with the claim of a run whose segments were all verified with at most this depth; none if the sparse
/// theorem, or with all values whatever theorem, proves it.
pub(super) fn refute(
    state: &State,
    options: &Options,
    depth_of_segments: u64,
    watch: &mut dyn Watch,
) -> Result<Option<String>, RunError> {
    let Some(proof) = &state.proof else { return Ok(None) };
    let Some(returned) = &proof.returned else { return refute_of_values(state, options, proof, watch) };
    let frontier = state.frontier.as_ref().ok_or_else(no_frontier)?;
    let &Proof { preperiod, period, .. } = proof;
    let Returned { distinct, depth, window } = returned;
    let rules = state.game.rules();
    let no = |what: &str| Ok(Some(what.to_owned()));
    let Some(k) = theorem_k(rules) else { return no("no theorem covers the game") };
    let (w, from) = (state.width() as u64, preperiod.max(1));
    let in_reach = |n: u64| n < 1 << 60;
    if period == 0 || ![preperiod, period, *depth].into_iter().all(in_reach) || proof.saltus != 0 {
        return no("the numbers cannot be right");
    }
    // Hypotheses 1 and 2: no heap after the last rare one is rare, as the segments have shown up to the frontier.
    if frontier.space.parity == 1 && period % 2 == 1 {
        return no("the period is odd, and the parity of heaps counts");
    }
    if from <= frontier.last_rare() {
        return no("the preperiod begins before the last rare heap");
    }
    if depth_of_segments > *depth || from + w + period + depth + k > state.next() {
        return no("the run has not gone as far as the theorem asks for");
    }
    // Hypothesis 3.
    let here = Replay::new(state, options, from, watch)?.take(w as usize, watch)?;
    let there = Replay::new(state, options, from + period, watch)?.take(w as usize, watch)?;
    if here != there || window.start != from + w || window.window != here {
        return no("the state at the preperiod does not return after the period");
    }
    // Both are the smallest.
    if preperiod == 0 {
        if Replay::new(state, options, period, watch)?.take(1, watch)? != [0] {
            return no("heap 0 is not part of the period");
        }
    } else {
        let before = Replay::new(state, options, preperiod - 1, watch)?.take(1, watch)?;
        if before == Replay::new(state, options, preperiod - 1 + period, watch)?.take(1, watch)? {
            return no("a smaller preperiod would do");
        }
    }
    if !distinct.iter().map(|&(q, _)| q).eq(primes(period)) {
        return no("the primes of the period are others");
    }
    for &(q, heap) in distinct {
        if heap < preperiod || heap >= state.next() - period {
            return no("a witness of the smallest period is out of place");
        }
        let one = Replay::new(state, options, heap, watch)?.take(1, watch)?;
        if one == Replay::new(state, options, heap + period / q, watch)?.take(1, watch)? {
            return no("a smaller period would do");
        }
    }
    Ok(if certificate(state, preperiod, period, returned)?.to_string() == proof.certificate {
        None
    } else {
        Some("the certificate is not that of the claim".to_owned())
    })
}

/// Refutes a claim that all values are said to prove: they are computed again, and proved again.
fn refute_of_values(
    state: &State,
    options: &Options,
    proof: &Proof,
    watch: &mut dyn Watch,
) -> Result<Option<String>, RunError> {
    let numbers = |proof: &Proof| (proof.preperiod, proof.period, proof.saltus);
    let again = again(state, options, proof.theorem, watch)?;
    let same = again.is_some_and(|again| numbers(&again) == numbers(proof));
    Ok(if same { None } else { Some("the values prove no such period".to_owned()) })
}

/// What this theorem proves of all values of a run, computed again from heap 0 on.
pub(super) fn again(
    state: &State,
    options: &Options,
    theorem: Theorem,
    watch: &mut dyn Watch,
) -> Result<Option<Proof>, RunError> {
    let values = beginning(state, options, watch)?;
    let found = Prover::new(state.game.rules(), Some(theorem)).look(&values, watch)?;
    Ok(found.map(|found| Proof::of_values(&found, &state.game, &values)))
}
