//! How a run goes on from where it stands: every threshold of that decision, and nothing else.
//!
//! In blocks there are four ways, told apart by how large ranks are:
//!
//! | strategy | ranks | speculation | verification | a heap takes |
//! |---|---|---|---|---|
//! | [`Strategy::Nibbles`] | below 16 | sets of 16 bits ([`super::nibbles`]) | sets of 16 bits | a byte |
//! | [`Strategy::Words`] | below 64, few terms | of 64 bits ([`super::words`]) | sets ([`super::verify`]) | a byte |
//! | [`Strategy::Bytes`] | below 256 | sets, candidates ([`super::sieve`]) | sets | a byte |
//! | [`Strategy::Wide`] | below 4096 | the same | the same | two bytes |
//!
//! Blocks need a sparse space with few rares lately. Otherwise a run goes heap by heap, by rares
//! ([`crate::engine::rare`]) or by probing all splits ([`crate::engine::dense`]), whichever looks at fewer options for
//! its price ([`Pace`]).

use crate::kernel::groups::GROUP;
use crate::kernel::{self, LANES, Rank, nibbles, words};

/// Ranks of two bytes are below this.
const WIDEST: u16 = kernel::WIDEST as u16;

/// Blocks are not worth beginning before this heap.
const FIRST_BLOCK: usize = 1 << 13;
/// How often a run that goes heap by heap asks how to go on.
const ASK: usize = 1 << 8;
/// The space is judged at powers of two up to here.
pub(super) const LAST_JUDGEMENT: usize = 1 << 20;
/// Up to here all ranks are kept.
pub(super) const WHOLE: usize = 1 << 26;
/// Rares among the later half of the heaps that still allow blocks to begin: 8, or one in 1024 heaps if that is more.
const FEW_RARES: (usize, usize) = (8, 1 << 10);
/// Where guessing takes no order that must be learned first, it may be one in 256 heaps.
const SOME_RARES: usize = 1 << 8;
/// Up to 512 marks (a term in a group of 16 ranks) are cheap enough to be made for every block when ranks are below 64.
const FEW_MARKS: usize = 1 << 9;
/// Learning an order may take a fifth of the work so far, and a cell costs as much as twelve options.
const LEARN: u64 = 5 * 12;
/// An order is learned anew when 16 times the effort is allowed.
const LEARN_AGAIN: u64 = 16;
/// An order is learned anew when heaps have become six times larger.
const STALE: usize = 6;
/// Blocks look at eight options while the exact engine looks at one.
pub(super) const QUICKER: u64 = 8;

/// Whether blocks may begin at heap `n`: the last rare is far enough before.
pub(super) fn blocks_may_begin(n: usize, last_rare: usize, longest: usize) -> bool {
    blocks_may_come(n) && n >= first_block_after(last_rare, longest)
}

/// Whether heap `n` is large enough for blocks.
pub(super) fn blocks_may_come(n: usize) -> bool {
    n >= FIRST_BLOCK
}

/// The first heap after a rare one at which blocks may begin again.
pub(super) fn first_block_after(rare: usize, longest: usize) -> usize {
    rare + longest + 2 * LANES
}

/// Whether to look for a period at heap `n`, where blocks had their chance.
pub(super) fn period_may_show(n: usize) -> bool {
    n.is_power_of_two() && n > FIRST_BLOCK && n <= LAST_JUDGEMENT
}

/// The effort of learning that the work so far allows, in cells (heaps times terms).
pub(super) fn effort(work: u64) -> u64 {
    work / LEARN
}

/// Whether what was learned with some effort at one heap is still good at another, with this effort allowed.
pub(super) fn is_fresh((learned_at, effort): (usize, u64), n: usize, allowed: u64) -> bool {
    allowed < effort * LEARN_AGAIN && is_near(learned_at, n)
}

/// Whether heap `n` is so near to where something was learned that it is still good.
pub(super) fn is_near(learned_at: usize, n: usize) -> bool {
    n < learned_at.saturating_mul(STALE)
}

/// How ranks are kept and made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strategy {
    /// Ranks below 16.
    Nibbles,
    /// Ranks below 64, with few terms.
    Words,
    /// Ranks of one byte.
    Bytes,
    /// Ranks of two bytes.
    Wide,
}

/// A strategy with the limit that its ranks stay below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) strategy: Strategy,
    pub(super) limit: u16,
}

/// What a shape is chosen by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    /// The largest rank of a common heap.
    pub(super) largest: u16,
    /// Whether no term meets a rare heap any more: this is so from twice the last rare on.
    pub(super) after_rares: bool,
    /// Whether some splits are banned.
    pub(super) bans: bool,
    /// The number of terms with a rare part.
    pub(super) terms: usize,
}

impl Shape {
    /// The quickest strategy that fits; none with ranks of 4096 and more.
    pub(super) fn choose(facts: Facts) -> Option<Self> {
        let Facts { largest, after_rares, bans, terms } = facts;
        let shape = |strategy, limit| Some(Shape { strategy, limit });
        match largest {
            0..16 if after_rares && !bans => shape(Strategy::Nibbles, nibbles::LIMIT.into()),
            0..64 if terms * groups(largest) <= FEW_MARKS => shape(Strategy::Words, words::LIMIT),
            0..128 => shape(Strategy::Bytes, u8::NONE.into()),
            128..256 if after_rares => shape(Strategy::Bytes, 256),
            _ if largest < WIDEST => shape(Strategy::Wide, (2 * (largest + 1).next_power_of_two()).min(WIDEST)),
            _ => None,
        }
    }

    /// Whether so few heaps are rare that blocks pay from heap `n` on, `lately` of the later half.
    pub(super) fn pays(self, n: usize, lately: usize) -> bool {
        let heaps = match self.strategy {
            Strategy::Nibbles | Strategy::Words => SOME_RARES,
            Strategy::Bytes | Strategy::Wide => FEW_RARES.1,
        };
        lately <= FEW_RARES.0.max(n / 2 / heaps)
    }

    /// Whether terms may read rare heaps: their rank is then [`Rank::NONE`] or more, which marks nothing below the
    /// limit.
    pub(super) fn meets_rares(self) -> bool {
        match self.strategy {
            Strategy::Nibbles => false,
            Strategy::Words | Strategy::Wide => true,
            Strategy::Bytes => self.limit <= u8::NONE.into(),
        }
    }

    /// Heaps settled together.
    pub(super) fn lanes(self) -> usize {
        if self.strategy == Strategy::Nibbles { nibbles::LANES } else { LANES }
    }

    /// The splits that verification uses for whole blocks: their smaller parts are below a bound, at most `most`, and
    /// a step apart. Small heaps have small values, so that where ranks are many it takes larger parts to reach them.
    pub(super) fn parts(self, breaks: usize, most: usize) -> (usize, usize) {
        let splits = match self.strategy {
            Strategy::Nibbles => 1 << 10,
            Strategy::Words | Strategy::Bytes => 1 << 13,
            Strategy::Wide => 1 << 14,
        };
        let splits = (splits / breaks.max(1)).clamp(64, most);
        let bound = if self.strategy == Strategy::Wide { (1 << 18).clamp(splits, most) } else { splits };
        (bound, (bound / splits) | 1)
    }

    /// The most heaps between two meetings of the threads: milliseconds of work. Each heap takes a byte on each of the
    /// tapes.
    pub(super) fn largest_chunk(self, terms: usize, tapes: usize) -> usize {
        if self.strategy == Strategy::Nibbles {
            return 1 << 21;
        }
        let chunk = ((1 << 28) / (2 + terms)).next_power_of_two().clamp(1 << 15, 1 << 20);
        (chunk / tapes.div_ceil(16).next_power_of_two()).max(1 << 15)
    }
}

/// The groups that ranks up to `largest` are in.
pub(super) fn groups(largest: u16) -> usize {
    usize::from(largest + 1).div_ceil(GROUP)
}

/// Heap by heap there are two exact ways, by rares and by probing all splits. What each costs is counted, not timed:
/// the options that it looked at, 15 of the probe being worth one by rares (0.2 ns against 3 or more, as measured in
/// several games).
///
/// The price by rares follows the game (it falls as rares become few), that of the probe grows with the heaps. So the
/// cheaper way is asked for again and again. While one way runs, the other one's price is an old measurement or an
/// estimate; now and then a short trial measures it anew. Both ways give exact values, so nothing is lost but the
/// difference.
#[derive(Clone, Debug, Default)]
pub(super) struct Pace {
    /// Options by rares, and heaps, lately.
    exact: (u64, u64),
    /// Options of the probe for a heap, divided by the heap, in units of 2^-16.
    probe: Option<u64>,
}

/// The probe looks at 15 options while the exact engine looks at one.
pub(super) const PROBED: u64 = 15;
/// The probe is not asked for before this heap.
const FIRST_PROBE: usize = 1 << 12;
/// The probe looks at about three quarters of a heap for each break, as long as nothing else is known of it.
const PROBE: u64 = 3 << 14;
/// A change of ways must save a quarter.
const SAVE: (u64, u64) = (4, 3);
/// A stretch of the probe ends when heaps have grown by an eighth.
const STRETCH: usize = 8;
/// A trial of the way by rares has at least this many heaps.
const TRIAL: u64 = 64;
/// What was measured counts half after this many heaps.
const LATELY: u64 = 1 << 10;

impl Pace {
    /// How often the exact way asks how to go on: after this many heaps, or at multiples of it.
    pub(super) fn ask(&self) -> usize {
        if self.exact.1 < TRIAL { TRIAL as usize } else { ASK }
    }

    /// Heaps were settled by rares.
    pub(super) fn exactly(&mut self, options: u64, heaps: u64) {
        self.exact = (self.exact.0 + options, self.exact.1 + heaps);
        if self.exact.1 > LATELY {
            self.exact = (self.exact.0 / 2, self.exact.1 / 2);
        }
    }

    /// Heaps up to `n` were settled by the probe. What the other way costs must be tried anew, unless there are no
    /// rares to go by: then it looks at every split.
    pub(super) fn probed(&mut self, options: u64, heaps: u64, n: usize, splits: Option<u64>) {
        self.probe = Some((options << 8) / heaps.max(1) * (1 << 8) / n.max(1) as u64);
        self.exact = splits.map_or((0, 0), |splits| (splits * TRIAL, TRIAL));
    }

    /// Up to where to go on from heap `n` by the probe; none when the other way is cheaper.
    pub(super) fn probe_until(&self, n: usize, breaks: usize) -> Option<usize> {
        let (options, heaps) = self.exact;
        let for_each = self.probe.unwrap_or(PROBE * breaks as u64);
        let probe = ((for_each * n as u64) >> 16) / PROBED;
        let is_dearer = heaps >= TRIAL && options / heaps * SAVE.1 > probe * SAVE.0;
        (n >= FIRST_PROBE && is_dearer).then_some(n + n / STRETCH)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strategy(largest: u16, after_rares: bool, bans: bool, terms: usize) -> Option<(Strategy, u16)> {
        Shape::choose(Facts { largest, after_rares, bans, terms }).map(|shape| (shape.strategy, shape.limit))
    }

    #[test]
    fn ranks_decide() {
        assert_eq!(strategy(15, true, false, 20), Some((Strategy::Nibbles, 16)));
        assert_eq!(strategy(15, false, false, 20), Some((Strategy::Words, 64)));
        assert_eq!(strategy(15, true, true, 20), Some((Strategy::Words, 64)));
        assert_eq!(strategy(16, true, false, 256), Some((Strategy::Words, 64)));
        assert_eq!(strategy(16, true, false, 257), Some((Strategy::Bytes, 128)));
        assert_eq!(strategy(63, true, false, 129), Some((Strategy::Bytes, 128)));
        assert_eq!(strategy(127, false, true, 1), Some((Strategy::Bytes, 128)));
        assert_eq!(strategy(128, false, false, 1), Some((Strategy::Wide, 512)));
        assert_eq!(strategy(255, true, false, 1), Some((Strategy::Bytes, 256)));
        assert_eq!(strategy(256, true, false, 1), Some((Strategy::Wide, 1024)));
        assert_eq!(strategy(4095, true, false, 1), Some((Strategy::Wide, 4096)));
        assert_eq!(strategy(4096, true, false, 1), None);
    }

    #[test]
    fn parts_are_neighbours_unless_ranks_are_many() {
        let shape = |strategy| Shape { strategy, limit: 64 };
        assert_eq!(shape(Strategy::Nibbles).parts(1, 1 << 20), (1 << 10, 1));
        assert_eq!(shape(Strategy::Bytes).parts(2, 1 << 20), (1 << 12, 1));
        assert_eq!(shape(Strategy::Bytes).parts(1, 1000), (1000, 1));
        assert_eq!(shape(Strategy::Wide).parts(1, 1 << 20), (1 << 18, 17));
        assert_eq!(shape(Strategy::Wide).parts(2, 1 << 15), (1 << 15, 5));
        assert_eq!(shape(Strategy::Wide).parts(1, 1024), (1024, 1));
    }

    #[test]
    fn the_cheaper_way_is_taken() {
        let n = 1 << 16;
        let mut pace = Pace::default();
        assert_eq!(pace.probe_until(n, 1), None, "nothing is known of the price by rares");
        // The estimate for the probe is a twentieth of the heap: 3276.
        pace.exactly(1000 * 4300, 1000);
        assert_eq!(pace.probe_until(n, 1), None);
        pace.exactly(3000 * 5000, 3000);
        assert_eq!(pace.probe_until(n, 1), Some(n + n / 8));
        assert_eq!(pace.probe_until(n, 8), None, "eight breaks, eight times the splits");
        assert_eq!(pace.probe_until(FIRST_PROBE - 1, 1), None);
        // It was dearer than that; after it the other way is tried first.
        pace.probed(60_000 * PROBED * 100, 100, n, None);
        assert_eq!(pace.probe_until(n, 1), None);
        pace.exactly(256 * 70_000, 256);
        assert_eq!(pace.probe_until(n, 1), None, "the probe costs 60,000 here");
        pace.exactly(256 * 100_000, 256);
        assert_eq!(pace.probe_until(n, 1), Some(n + n / 8));
        assert_eq!(pace.probe_until(2 * n, 1), None, "and twice as much for twice the heap");
        // Without a space there is nothing to try.
        pace.probed(4000 * PROBED * 100, 100, n, Some(n as u64 / 2));
        assert_eq!(pace.probe_until(n, 1), Some(n + n / 8));
    }
}
