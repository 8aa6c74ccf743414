//! In which order splits are looked at for leftovers. The order changes the time that a check takes, never its result.
//!
//! *Greedy*: over a sample of heaps with the leftovers that are open there, take the split that excludes most of them,
//! strike these out, and go on with what is left.

use super::word::Word;

/// Splits that are tried, those with the smallest parts.
const TRIED: usize = 1 << 10;
/// Splits that are put in front, at most.
const BEST: usize = 96;

/// The splits with the best ones in front. `open` holds the sample: places among the words, and what is open there;
/// `excludes` says what a split excludes at a place.
pub fn best_first<P: Copy, W: Word>(
    mut parts: Vec<P>,
    mut open: Vec<(usize, W)>,
    excludes: impl Fn(&P, usize) -> W,
) -> Vec<P> {
    for place in 0..BEST.min(parts.len()) {
        let tried = place..parts.len().min(TRIED);
        let gain = |k: &usize| open.iter().map(|&(at, open)| (open & excludes(&parts[*k], at)).count()).sum::<u32>();
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
