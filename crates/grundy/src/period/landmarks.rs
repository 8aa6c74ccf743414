//! Landmarks: how a long run notices that it has been here before.
//!
//! Behind the last rare heap `L` of a sparse space the values are those of an automaton whose state is the last `L + k`
//! of them, with the parity of the heap if the space heeds it. If a state occurs twice, everything between repeats for
//! ever (as long as no further heap is rare). It is enough to compare states at *landmarks*, the places where a short
//! pattern occurs: a pattern that occurs somewhere in the period occurs in each round of it, so the first period is
//! noticed at most a round and one landmark after the preperiod. At each landmark the state is hashed and looked up
//! among those seen; equal hashes give a candidate, and the full comparison is another's business.
//!
//! The pattern is taken from the data: it ends in the rarest byte that is not an exception, and is just long enough to
//! occur once. So searching for it costs next to nothing. Should it never occur again, as when the preperiod ends, then
//! another one is chosen: after an eighth of the run without a landmark. The number of states kept is bounded: when
//! there are too many, only those with a hash divisible by 2, then by 4, and so on, count as landmarks.

use memchr::arch::all::packedpair::HeuristicFrequencyRank;
use memchr::memmem::{Finder, FinderBuilder};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The most states that are kept.
const MOST: usize = 1 << 15;
/// The longest pattern.
const LONGEST: usize = 64;
/// Exceptions: bytes that occur less often than this in the sample.
const SOME: usize = 4;
/// A pattern is chosen from this many values, or from two states if they are longer.
const SAMPLE: usize = 1 << 12;
/// A pattern that does not occur in this many samples, and in an eighth of the run, is given up.
const PATIENCE: u64 = 8;

/// The states at landmarks, by their hashes.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Landmarks {
    pattern: Vec<u8>,
    /// Only hashes that are multiples of `2^level` count.
    level: u32,
    /// For each hash the heap before which the state was seen.
    seen: HashMap<u64, u64>,
    /// The last heap with a landmark.
    last: u64,
    #[serde(skip)]
    finder: Option<Finder<'static>>,
}

/// Ranks of heaps in a row.
#[derive(Clone, Copy, Debug)]
pub struct Stretch<'a> {
    /// Their bytes.
    pub ranks: &'a [u8],
    /// The bytes of a heap.
    pub unit: usize,
    /// The heap after the last of them.
    pub end: u64,
    /// The bytes that make a state.
    pub state: usize,
    /// Whether the parity of the heap is part of it.
    pub parity: bool,
}

/// How many values a pattern is chosen from, when `state` values make a state: a stretch should have them.
pub fn sample(state: usize) -> usize {
    SAMPLE.max(2 * state)
}

impl Landmarks {
    /// How many states are kept.
    pub fn len(&self) -> usize {
        self.seen.len()
    }

    /// Looks at the last `new` ranks of a stretch. Two heaps before which the states seem to be equal.
    pub fn look(&mut self, stretch: Stretch, new: usize) -> Option<(u64, u64)> {
        let Stretch { ranks, unit, end, state, parity } = stretch;
        let sample = sample(state);
        if self.pattern.is_empty() || end - self.last > (PATIENCE * sample as u64).max(end / 8) {
            self.choose(&ranks[ranks.len().saturating_sub(sample)..], unit, end);
            return None;
        }
        let finder = self.finder.get_or_insert_with(|| finder(&self.pattern, &counts(ranks)));
        let begin = (ranks.len() - new).saturating_sub(self.pattern.len() - 1);
        let mut found = None;
        for at in finder.find_iter(&ranks[begin..]) {
            let after = begin + at + self.pattern.len();
            let behind = ranks.len() - after;
            let Some(from) = after.checked_sub(state).filter(|_| behind.is_multiple_of(unit)) else { continue };
            let heap = end - (behind / unit) as u64;
            let seed = if parity { heap & 1 } else { 0 };
            let hash = xxh3_64_with_seed(&ranks[from..after], seed);
            if hash.trailing_zeros() < self.level {
                continue;
            }
            self.last = heap;
            if let Some(earlier) = self.seen.insert(hash, heap) {
                found = Some((earlier, heap));
                break;
            }
        }
        while self.seen.len() > MOST {
            self.level += 1;
            self.seen.retain(|hash, _| hash.trailing_zeros() >= self.level);
        }
        found
    }

    /// Takes a new pattern from these ranks; it ends where a heap ends.
    fn choose(&mut self, ranks: &[u8], unit: usize, end: u64) {
        let counts = counts(ranks);
        let often = (0..=255u8).filter(|&rank| counts[rank as usize] >= SOME);
        let rarest = often.min_by_key(|&rank| counts[rank as usize]);
        let Some(after) = rarest.and_then(|rank| memchr::memrchr(rank, ranks)).map(|at| at + 1) else { return };
        let after = after + (ranks.len() - after) % unit;
        let most = after.min(LONGEST);
        let once = |&length: &usize| Finder::new(&ranks[after - length..after]).find_iter(ranks).nth(1).is_none();
        let length = (1..=most).find(once).unwrap_or(most);
        *self = Landmarks { pattern: ranks[after - length..after].to_vec(), last: end, ..Landmarks::default() };
    }
}

fn counts(ranks: &[u8]) -> [usize; 256] {
    let mut counts = [0; 256];
    for &rank in ranks {
        counts[rank as usize] += 1;
    }
    counts
}

/// A searcher that begins with the bytes that are rare here.
fn finder(pattern: &[u8], counts: &[usize; 256]) -> Finder<'static> {
    let most = counts.iter().copied().max().unwrap_or(1).max(1);
    FinderBuilder::new().build_forward_with_ranker(Rarity { counts, most }, pattern).into_owned()
}

struct Rarity<'a> {
    counts: &'a [usize; 256],
    most: usize,
}

impl HeuristicFrequencyRank for Rarity<'_> {
    fn rank(&self, byte: u8) -> u8 {
        (self.counts[byte as usize] * 255 / self.most) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Feeds ranks in blocks, as a run does; the candidate and how far it had to go.
    fn candidate(ranks: &[u8], state: usize, block: usize, parity: bool) -> Option<(u64, u64)> {
        let mut landmarks = Landmarks::default();
        (state + block..ranks.len()).step_by(block).find_map(|end| {
            let from = end.saturating_sub(state + 4 * block);
            landmarks.look(Stretch { ranks: &ranks[from..end], unit: 1, end: end as u64, state, parity }, block)
        })
    }

    /// Pseudo-random ranks up to `preperiod`, then others with this period.
    fn sequence(preperiod: usize, period: usize, length: usize) -> Vec<u8> {
        let mut x = 12345u64;
        let mut next = || {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            ((x >> 33) & (x >> 40) & 15) as u8
        };
        let mut ranks: Vec<u8> = (0..preperiod + period).map(|_| next()).collect();
        while ranks.len() < length {
            ranks.push(ranks[ranks.len() - period]);
        }
        ranks
    }

    #[test]
    fn periods_are_noticed_soon_after_their_first_round() {
        let state = 50;
        for (preperiod, period) in [(0, 100_000), (200_000, 100_000), (300_000, 1_000), (300_000, 12), (300_000, 1)] {
            for block in [1 << 10, 1 << 12] {
                let latest = (preperiod + period) * 5 / 4 + 40 * (state + 4 * block);
                let ranks = sequence(preperiod, period, latest);
                let (earlier, later) = candidate(&ranks, state, block, false).expect("a candidate");
                assert_eq!((later - earlier) % period as u64, 0, "{preperiod} {period} {block}");
                assert!(earlier as usize >= preperiod + state, "the states are equal");
            }
        }
        assert_eq!(candidate(&sequence(600_000, 1, 600_000), state, 1 << 10, false), None, "nothing repeats");
    }

    #[test]
    fn parity_is_part_of_the_state() {
        let ranks = sequence(0, 10_001, 300_000);
        let (earlier, later) = candidate(&ranks, 50, 1 << 10, true).expect("a candidate");
        assert_eq!(later - earlier, 20_002);
    }

    #[test]
    fn the_states_kept_are_few() {
        let mut landmarks = Landmarks { pattern: vec![7], ..Landmarks::default() };
        let ranks = sequence(3_000_000, 1, 3_000_000);
        for end in (1 << 12..ranks.len()).step_by(1 << 12) {
            let stretch =
                Stretch { ranks: &ranks[end - (1 << 12)..end], unit: 1, end: end as u64, state: 16, parity: false };
            landmarks.look(stretch, 1 << 12);
            assert!(landmarks.seen.len() <= MOST);
        }
        assert!(landmarks.level > 0 && landmarks.seen.len() > MOST / 4);
    }
}
