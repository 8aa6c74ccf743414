//! Ranks that repeat, guessed: what comes next is often what came a little while ago.
//!
//! Near terms make heaps wait for each other, and where terms are few that is nearly all the time there is. Many games
//! with few terms have become periodic long ago, or are for a while. So the last ranks are looked for among the earlier
//! ones, what followed there is copied, and then all copied heaps are compared with their terms at once: nothing waits.
//! By induction a heap is right if it agrees with its terms and all heaps before it are right; so ranks are kept up to
//! the first one that differs. The longer guesses have been wrong, the less often one is made.

use super::speculate::RankTooLarge;
use crate::kernel::{LANES, Range};

/// The number of heaps back that ranks are looked for.
pub(super) const FARTHEST: usize = 1 << 11;
/// The number of ranks that must be the same.
const SAME: usize = 32;
/// Ranks guessed at once.
const GUESS: usize = 1 << 10;
/// A guess was worth it if at least this many of its ranks were right.
const WORTH_IT: usize = 1 << 8;
/// The most blocks between two guesses.
const PATIENCE: usize = 1 << 12;

/// What is known about repetitions.
#[derive(Clone, Debug)]
pub(super) struct Echo {
    /// The last guess was right with this distance.
    distance: Option<usize>,
    /// Blocks to be made before the next guess.
    patience: usize,
}

/// Something that makes ranks, in blocks of its own size, and can say whether others were right.
pub(super) trait Make {
    /// Appends `count` ranks, or as many blocks as fit.
    fn make(&mut self, ranks: &mut Vec<u8>, count: usize) -> Result<(), RankTooLarge>;

    /// The first block of the range with a rank that `make` would not have made, or the end.
    fn agree(&mut self, ranks: &[u8], range: Range) -> usize;
}

impl Default for Echo {
    fn default() -> Self {
        Echo { distance: None, patience: 1 }
    }
}

impl Echo {
    /// Appends `count` ranks, whole blocks.
    pub(super) fn extend(
        &mut self,
        ranks: &mut Vec<u8>,
        count: usize,
        maker: &mut impl Make,
    ) -> Result<(), RankTooLarge> {
        let end = ranks.len() + count;
        while ranks.len() < end {
            let n = ranks.len();
            if let Some(distance) = self.distance.take().or_else(|| distance(ranks)) {
                let goal = end.min(n + GUESS);
                while ranks.len() < goal {
                    let from = ranks.len() - distance;
                    ranks.extend_from_within(from..from + distance.min(goal - ranks.len()));
                }
                let agreed = maker.agree(ranks, n..goal);
                ranks.truncate(agreed);
                if agreed >= n + WORTH_IT {
                    self.patience = 1;
                }
                if agreed == goal {
                    self.distance = Some(distance);
                    continue;
                }
            }
            maker.make(ranks, (end - ranks.len()).min(self.patience * LANES))?;
            self.patience = (2 * self.patience).min(PATIENCE);
        }
        Ok(())
    }
}

/// How far back the last ranks were the same; a multiple of that if it is less than a block.
fn distance(ranks: &[u8]) -> Option<usize> {
    let last: &[u8; SAME] = ranks.last_chunk()?;
    let earlier = &ranks[ranks.len().saturating_sub(FARTHEST)..ranks.len() - 1];
    let back = earlier.windows(SAME).rev().position(|same| same.first_chunk() == Some(last))? + 1;
    let distance = back * LANES.div_ceil(back);
    (distance <= ranks.len()).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_last_ranks_are_found() {
        let repeating = |period: usize| (0..3000).map(|n| (n % period) as u8).collect::<Vec<u8>>();
        for (period, distant) in [(1, 64), (31, 93), (63, 126), (64, 64), (255, 255)] {
            assert_eq!(distance(&repeating(period)), Some(distant));
        }
        assert_eq!(
            distance(
                &(0..3000u32).map(|n| (n.wrapping_mul(n).wrapping_mul(2_654_435_761) >> 24) as u8).collect::<Vec<u8>>()
            ),
            None
        );
        assert_eq!(distance(&[0; 20]), None);
        assert_eq!(distance(&[0; 63]), None);
        assert_eq!(distance(&[0; 64]), Some(64));
    }

    /// Knows all ranks.
    struct Known(Vec<u8>);

    impl Make for Known {
        fn make(&mut self, ranks: &mut Vec<u8>, count: usize) -> Result<(), RankTooLarge> {
            assert!(count > 0 && count.is_multiple_of(LANES));
            ranks.extend_from_slice(&self.0[ranks.len()..][..count]);
            Ok(())
        }

        fn agree(&mut self, ranks: &[u8], range: Range) -> usize {
            let end = range.end;
            range.step_by(LANES).find(|&n| ranks[n..n + LANES] != self.0[n..n + LANES]).unwrap_or(end)
        }
    }

    proptest! {
        /// Guesses or not, the ranks are the same, however a sequence changes its mind.
        #[test]
        fn guesses_change_nothing(
            periods in prop::collection::vec((1usize..300, 1usize..40), 1..6),
            pieces in prop::collection::vec(1usize..50, 1..8),
        ) {
            let mut truth: Vec<u8> = vec![9; 4096];
            for &(period, blocks) in &periods {
                for k in 0..blocks * LANES {
                    truth.push(if k < period { (k * k % 13) as u8 } else { truth[truth.len() - period] });
                }
            }
            truth.resize(truth.len() + 50 * LANES * 8, 3);
            let mut ranks = truth[..4096].to_vec();
            let mut known = Known(truth);
            let mut echo = Echo::default();
            for piece in pieces {
                let length = ranks.len() + piece * LANES;
                prop_assert!(echo.extend(&mut ranks, piece * LANES, &mut known).is_ok());
                prop_assert!(ranks.len() == length && ranks == known.0[..length]);
            }
        }
    }
}
