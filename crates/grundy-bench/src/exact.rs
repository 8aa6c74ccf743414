//! Figure 2: the rare-value algorithm, exact always.
//!
//! 1. Mark what the terms exclude; the candidate is the first unmarked common.
//! 2. Go through all splits in order of the smaller part, until no rare value below the candidate is unmarked.
//! 3. If one remains, it is the value: a new rare, and a term for each break from then on.
//!
//! Cost for each `n`: the terms, and the leftover splits of step 2 (under 3000 for `.6` on average).

use crate::speculative::{Mex, mark, places};
use crate::tape::{FAR, NEAR};
use crate::{LadderError, Start, Term};
use grundy::engine::Sink;

pub(crate) fn run(start: &Start, count: u64, sink: &mut dyn Sink) -> Result<(), LadderError> {
    match start.depth() {
        near if near <= NEAR as u64 => run_within::<NEAR>(start, count, sink),
        far if far <= FAR as u64 => run_within::<FAR>(start, count, sink),
        last => Err(LadderError::TooDeep { last }),
    }
}

fn run_within<const W: usize>(start: &Start, count: u64, sink: &mut dyn Sink) -> Result<(), LadderError> {
    // All values, after W zeros that are never looked at: heap a is at g[W + a].
    let mut g = vec![0; W];
    g.extend_from_slice(&start.values);
    let mut terms = start.terms.clone();
    let mut places = places::<W>(&terms);
    let mut mex = Mex::new(start);
    start.drive(count, sink, |n, work| {
        mex.clear();
        let window = g.last_chunk().expect("there are W zeros at least");
        // A rare found on the way is a heap like any other: its splits must leave something.
        let reachable = terms.partition_point(|term| term.distance < n);
        mark::<W>(window, &places[..reachable], &mut mex.marks);
        let known = &g[W..];
        for &i in &start.idle {
            mex.marks[known[(n - i) as usize] as usize] = 1;
        }
        *work += (reachable + start.idle.len()) as u64;
        let candidate = mex.first_common(start, n)?;
        let is_leftover = |v: &u16| !start.space.is_common(n, *v) && mex.marks[*v as usize] == 0;
        let leftovers = (0..candidate).filter(is_leftover).count();
        let left = mark_leftovers(known, &start.breaks, candidate, leftovers, &mut mex.marks, work);
        let value = if left == 0 {
            candidate
        } else {
            let rare = (0..candidate).find(|&v| mex.marks[v as usize] == 0).unwrap_or(candidate);
            terms.extend(start.breaks.iter().map(|i| Term { distance: i + n, value: rare }));
            terms.sort_unstable();
            if let Some(far) = terms.iter().find(|term| term.distance > W as u64) {
                return Err(LadderError::TooDeep { last: far.distance });
            }
            places = self::places::<W>(&terms);
            rare
        };
        g.push(value);
        Ok(value)
    })
}

/// Marks values below `candidate` until all `leftovers` are marked, or the splits end; answers how many are left.
#[allow(clippy::needless_bitwise_bool)]
fn mark_leftovers(
    g: &[u16],
    breaks: &[u64],
    candidate: u16,
    leftovers: usize,
    marks: &mut [u8; 1 << 16],
    work: &mut u64,
) -> usize {
    let n = g.len();
    let mut left = leftovers;
    let mut is_last = |value: u16| {
        // Both conditions at once: whether a value is below the candidate is a coin toss that no processor predicts.
        if (value < candidate) & (marks[value as usize] == 0) {
            marks[value as usize] = 1;
            left -= 1;
        }
        left == 0
    };
    if leftovers == 0 {
        return 0;
    }
    if let [i] = breaks {
        // One break: both parts walk through memory in order.
        let rest = n - *i as usize;
        let pairs = g[1..=rest / 2].iter().zip(g[..rest].iter().rev());
        let looked = pairs.clone().position(|(a, b)| is_last(a ^ b)).map_or(pairs.len(), |last| last + 1);
        *work += looked as u64;
        return left;
    }
    let least = breaks.first().map_or(0, |&i| i as usize);
    for a in 1..=(n - least) / 2 {
        for &i in breaks {
            let rest = n - i as usize;
            if rest < 2 * a {
                break;
            }
            *work += 1;
            if is_last(g[a] ^ g[rest - a]) {
                return 0;
            }
        }
    }
    left
}
