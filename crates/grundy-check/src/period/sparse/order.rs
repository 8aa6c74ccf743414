//! In which order splits are looked at for leftovers. The order changes the time that a check takes, never its result.
//!
//! *Greedy*: over a sample of heaps with the leftovers that are open there, take the split that excludes most of them,
//! strike these out, and go on with what is left.

use super::words::{Term, Word};

/// Splits that are tried, those with the smallest parts.
const TRIED: usize = 1 << 10;
/// Splits that are put in front, at most.
const BEST: usize = 96;

/// The splits with the best ones in front. `open` holds the sample: where a heap stands among the words, and its
/// leftovers.
pub fn best_first<W: Word>(o: &[W], mut parts: Vec<Term>, mut open: Vec<(usize, W)>) -> Vec<Term> {
    let excludes = |&(offset, x): &Term, at: usize| W::only(o[at - offset as usize].rank() ^ x);
    for place in 0..BEST.min(parts.len()) {
        let tried = place..parts.len().min(TRIED);
        let gain = |k: &usize| open.iter().filter(|&&(at, open)| open & excludes(&parts[*k], at) != W::NONE).count();
        let Some(best) = tried.max_by_key(gain) else { break };
        parts[place..=best].rotate_right(1);
        let part = parts[place];
        for (at, open) in &mut open {
            *open = *open & !excludes(&part, *at);
        }
        open.retain(|&(_, open)| open != W::NONE);
        if open.is_empty() {
            break;
        }
    }
    parts
}
