//! The head and a stretch once more, literally: every set of the theorem is computed as the theorem defines it. No
//! class of a split is concluded from the classes of its parts, no sets share a machine word, nothing is left out
//! because it cannot matter.

use super::stretch::Stretch;
use super::{Proof, Seen};
use crate::limits::{Budget, Meter};
use crate::marks::Marks;
use crate::period::classical::{Ring, naive};
use crate::reader::{Refusal, require, unreadable};

/// The values of the heaps below `count`: the mex over all options. The rare ones must be those listed.
pub fn head(proof: &Proof, count: u64, budget: &Budget) -> Result<Vec<u16>, Refusal> {
    let mut g = Ring { values: vec![0; count as usize] };
    let mut marks = Marks::new();
    let mut meter = Meter::new(budget);
    let mut rares: Vec<(u64, u16)> = Vec::new();
    for n in 0..count {
        let value = naive(&proof.game, n, &g, &mut marks, &mut meter)?;
        g.put(n, value);
        if n > 0 && !proof.space.is_common(n, value) {
            rares.push((n, value));
        }
    }
    let differs = rares.iter().zip(&proof.rares).find(|(is, listed)| is != listed);
    require(differs.is_none() && rares.len() == proof.rares.len(), || {
        "rares: the rare heaps at the beginning are not those listed, or have other values".to_owned()
    })?;
    Ok(g.values)
}

/// Sets `G = c` from the window on; looks for all leftovers; notes the values asked for; gives the window at the end.
pub fn check(stretch: &Stretch, seen: &mut Seen, report: &dyn Fn(u64)) -> Result<Vec<u16>, Refusal> {
    let &Stretch { proof, start, window, stop, budget, .. } = stretch;
    let last_rare = proof.rares.last().map_or(0, |&(heap, _)| heap);
    let verified = stretch.verified();
    let reach = window.len() + (proof.depth + proof.k) as usize;
    let mut g = window.to_vec();
    let mut options = Marks::new();
    let mut wanted = stretch.wanted();
    for n in start..verified.end {
        if g.len() >= 2 * reach + 1024 {
            report((g.len() - reach) as u64);
            g.drain(..g.len() - reach);
        }
        let at = |heap: u64| g[g.len() - (n - heap) as usize];
        let singles = || proof.singles.iter().map(|i| at(n - i));
        let allowed = |a: u64| proof.breaks.iter().filter(move |&i| proof.game.allows(a, n - i - a));
        let splits = |a: u64| allowed(a).map(move |i| proof.head[a as usize] ^ at(n - i - a));
        options.clear();
        singles().chain((1..=last_rare).flat_map(splits)).for_each(|value| options.set(value));
        let is_common = |v: u16| proof.space.is_common(n, v);
        let Some(c) = (0..=u16::MAX).find(|&v| is_common(v) && !options.has(v)) else {
            return unreadable(format!("the value of heap {n} passes {}", u16::MAX));
        };
        let mut looked = 1 + last_rare;
        if verified.contains(&n) {
            options.clear();
            singles().chain((1..=proof.depth).flat_map(splits)).for_each(|value| options.set(value));
            if (0..c).any(|v| !is_common(v) && !options.has(v)) {
                return Err(stretch.refused(n));
            }
            looked += proof.depth;
        }
        budget.look(looked * (1 + proof.breaks.len() as u64) + u64::from(c))?;
        g.push(c);
        if wanted.next_if(|&&heap| heap == n && n < stop).is_some() {
            seen.push((n, c));
        }
    }
    Ok(stretch.window_at_stop(&g, verified.end))
}
