//! A stretch whose values outgrow machine words: heap by heap, with a set of marks.

use super::Seen;
use super::stretch::Stretch;
use crate::marks::Marks;
use crate::reader::{Refusal, unreadable};

/// Heaps that are kept beyond what is looked back at.
const KEPT: usize = 1 << 16;

/// Speculates and verifies; notes the values asked for below the end; gives the window at the end.
pub fn check(stretch: &Stretch, seen: &mut Seen, report: &dyn Fn(u64)) -> Result<Vec<u16>, Refusal> {
    let &Stretch { proof, start, window, stop, budget, .. } = stretch;
    let singles = proof.singles.iter().map(|&i| (i as usize, 0));
    let splits = |&(a, value): &(u64, u16)| proof.breaks.iter().map(move |i| ((i + a) as usize, value));
    let terms: Vec<(usize, u16)> = singles.chain(proof.rares.iter().flat_map(splits)).collect();
    let verified = stretch.verified();
    let reach = window.len() + (proof.depth + proof.k) as usize;
    let mut g = window.to_vec();
    let mut marks = Marks::new();
    let mut wanted = stretch.wanted();
    for n in start..verified.end {
        if g.len() >= reach + KEPT {
            report((g.len() - reach) as u64);
            g.drain(..g.len() - reach);
        }
        let at = g.len();
        marks.clear();
        for &(offset, x) in &terms {
            marks.set(g[at - offset] ^ x);
        }
        let Some(common) = (0..=u16::MAX).find(|&v| proof.space.is_common(n, v) && !marks.has(v)) else {
            return unreadable(format!("the value of heap {n} passes {}", u16::MAX));
        };
        g.push(common);
        let mut looked = terms.len() as u64 + u64::from(common);
        if verified.contains(&n) {
            let mut left = (0..common).filter(|&v| !marks.has(v)).count();
            for a in 1..=proof.depth {
                if left == 0 {
                    break;
                }
                looked += 1;
                for &i in proof.breaks.iter().filter(|&i| proof.game.allows(a, n - i - a)) {
                    let value = g[at - (a + i) as usize] ^ proof.head[a as usize];
                    if value < common && !marks.has(value) {
                        marks.set(value);
                        left -= 1;
                    }
                }
            }
            if left > 0 {
                return Err(stretch.refused(n));
            }
        }
        budget.look(looked)?;
        if wanted.next_if(|&&heap| heap == n && n < stop).is_some() {
            seen.push((n, common));
        }
    }
    Ok(stretch.window_at_stop(&g, verified.end))
}
