//! Games that turn a number of coins anywhere: sets of nim-sums, grown coin by coin.
//!
//! Let `S_k` be the set of nim-sums of `k` different values among `g(1..r-1)`. Then `g(r)` is the least number outside
//! `S_(min-1) ∪ … ∪ S_(max-1)`, and the new coin turns `S_k` into `S_k ∪ (g(r) ⊕ S_(k-1))`. As bit sets these steps are
//! word operations, `max · V/64` for each coin when values stay below `V`. The sets only grow, so the mex never goes
//! back.

use super::error::CoinError;
use super::game::{CoinGame, Count};
use super::sums::Sums;
use super::tally::Tally;
use crate::watch::{Progress, Watch};

/// Bit sets of nim-sums may have at most `2^LIMIT_BITS` bits.
const LIMIT_BITS: u32 = 28;

/// The counters of a tally, 16 bytes each, fill at most a gigabyte.
const LIMIT_COUNTERS: u64 = 1 << 26;

pub fn values(count: Count, n: usize, watch: &mut dyn Watch) -> Result<Vec<u64>, CoinError> {
    let fewest = count.min - 1;
    // Without a limit, the last set stands for "this many or more".
    let most = count.max.map_or(fewest, |max| max - 1).min(n);
    let mut sets = vec![Sums::default(); most + 1];
    sets[0].insert(0);
    let mut values: Vec<u64> = Vec::with_capacity(n.min(1 << 20));
    let mut word = 0;
    for right in 1..=n {
        watch.at(Progress::new("values", right as u64, n as u64))?;
        let allowed = |i| sets.iter().skip(fewest).fold(0, |union, set| union | set.word(i));
        while allowed(word) == u64::MAX {
            word += 1;
        }
        let value = 64 * word as u64 + u64::from(allowed(word).trailing_ones());
        if value >> LIMIT_BITS != 0 {
            let game = CoinGame::Anywhere(count).to_string();
            return Err(CoinError::ValuesTooLarge { game, position: right, bits: LIMIT_BITS });
        }
        if count.max.is_none() {
            let own = sets[most].clone();
            sets[most].insert_moved(&own, value);
        }
        for k in (1..=most).rev() {
            let (smaller, larger) = sets.split_at_mut(k);
            larger[0].insert_moved(&smaller[k - 1], value);
        }
        values.push(value);
    }
    Ok(values)
}

/// Counts moves by their values: the bit sets with numbers of ways in place of bits.
pub fn tally(count: Count, values: &[u64], watch: &mut dyn Watch) -> Result<Tally, CoinError> {
    let size = (values.iter().max().copied().unwrap_or(0) as usize + 1).next_power_of_two();
    let fewest = count.min - 1;
    let most = count.max.map_or(fewest, |max| max - 1).min(values.len());
    if (most as u64 + 2).saturating_mul(size as u64) > LIMIT_COUNTERS {
        return Err(CoinError::TooMuchMemory { game: CoinGame::Anywhere(count).to_string() });
    }
    let overflow = || CoinError::TooManyMoves { game: CoinGame::Anywhere(count).to_string() };
    let mut ways = vec![vec![0u128; size]; most + 1];
    ways[0][0] = 1;
    let mut tally = vec![0u128; size];
    for (i, &value) in values.iter().enumerate() {
        watch.at(Progress::new("moves counted for coins", i as u64, values.len() as u64))?;
        let value = value as usize;
        for ways in ways.iter().skip(fewest) {
            for (sum, &ways) in ways.iter().enumerate() {
                let cell = &mut tally[sum ^ value];
                *cell = cell.checked_add(ways).ok_or_else(overflow)?;
            }
        }
        if count.max.is_none() {
            let own = ways[most].clone();
            for (sum, more) in own.into_iter().enumerate() {
                let cell = &mut ways[most][sum ^ value];
                *cell = cell.checked_add(more).ok_or_else(overflow)?;
            }
        }
        for k in (1..=most).rev() {
            let (smaller, larger) = ways.split_at_mut(k);
            for (sum, &more) in smaller[k - 1].iter().enumerate() {
                let cell = &mut larger[0][sum ^ value];
                *cell = cell.checked_add(more).ok_or_else(overflow)?;
            }
        }
    }
    let narrow: Result<Vec<u64>, _> = tally.iter().map(|&ways| u64::try_from(ways)).collect();
    Ok(narrow.map_or_else(|_| Tally::Sparse((0..).zip(tally).filter(|(_, ways)| *ways > 0).collect()), Tally::Dense))
}
