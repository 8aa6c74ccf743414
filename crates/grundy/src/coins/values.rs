//! Nim-values of single coins, and how often each value occurs among the moves: which method serves which game.
//!
//! A position is worth the nim-sum of its single heads, because turning a coin twice is not turning it. So a game is
//! known by the values `g(1), g(2), …` of one head at each place, `g(r)` being the mex over the moves with rightmost
//! coin `r` of the nim-sum of the other coins turned.

use super::error::CoinError;
use super::game::{CoinGame, Count};
use super::sums::Sums;
use super::tally::Tally;
use super::{anywhere, runs, symmetric};
use crate::watch::{Progress, Stopped, Unwatched, Watch};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// Positions between two questions to a [`Watch`].
pub(super) const BEAT: usize = 1 << 12;

/// The longest row that is computed: its values take one gigabyte.
pub const LONGEST: u64 = 1 << 27;

impl CoinGame {
    /// `g(1), …, g(n)`.
    pub fn values(&self, n: usize) -> Result<Vec<u64>, CoinError> {
        self.values_watched(n, &mut Unwatched)
    }

    /// `g(1), …, g(n)`, with a watch.
    pub fn values_watched(&self, n: usize, watch: &mut dyn Watch) -> Result<Vec<u64>, CoinError> {
        if n as u64 > LONGEST {
            return Err(CoinError::TooLong { length: n as u64 });
        }
        match self {
            CoinGame::Runs(lengths) => {
                let sums = runs::prefix_sums(lengths, n, watch)?;
                Ok(sums.windows(2).map(|pair| u64::from(pair[0] ^ pair[1])).collect())
            }
            CoinGame::Anywhere(count) => anywhere::values(*count, n, watch),
            CoinGame::Symmetric { count: Count { min: 1, max: None }, with_first: false } => {
                symmetric::values(n, watch)
            }
            _ => self.values_by_definition(n, watch),
        }
    }

    /// The values by listing every move of the definition: the oracle, and the way for rules with few moves.
    pub fn values_by_definition(&self, n: usize, watch: &mut dyn Watch) -> Result<Vec<u64>, CoinError> {
        let mut values: Vec<u64> = Vec::new();
        for right in 1..=n {
            let mut options = Sums::default();
            let progress = Progress::new("values", right as u64, n as u64);
            visit(self, right, progress, watch, &mut |others| options.insert(nim_sum(&values, others)))?;
            values.push(options.mex());
        }
        Ok(values)
    }

    /// How often each value occurs among all moves on coins `1..=n` that are heads, where `values` are `g(1..=n)`.
    /// No move has value 0: it would leave the value of the position as it was.
    pub fn tally(&self, values: &[u64], watch: &mut dyn Watch) -> Result<Tally, CoinError> {
        match self {
            CoinGame::Runs(lengths) => runs::tally(lengths, values, watch),
            CoinGame::Anywhere(count) => anywhere::tally(*count, values, watch),
            _ => self.tally_by_definition(values, watch),
        }
    }

    /// Counts moves as [`CoinGame::tally`] does, by listing every one.
    pub fn tally_by_definition(&self, values: &[u64], watch: &mut dyn Watch) -> Result<Tally, CoinError> {
        let mut tally: HashMap<u64, u128> = HashMap::new();
        for (i, &value) in values.iter().enumerate() {
            let progress = Progress::new("moves counted for coins", i as u64, values.len() as u64);
            visit(self, i + 1, progress, watch, &mut |others| {
                *tally.entry(value ^ nim_sum(values, others)).or_default() += 1;
            })?;
        }
        Ok(Tally::Sparse(tally))
    }
}

/// Visits the moves with rightmost coin `right`, asking before and every 65536 moves whether to stop.
pub(super) fn visit(
    game: &CoinGame,
    right: usize,
    progress: Progress,
    watch: &mut dyn Watch,
    each: &mut dyn FnMut(&[usize]),
) -> Result<(), Stopped> {
    watch.at(progress)?;
    let mut visited = 0u64;
    let stopped = game.for_each_move(right, &mut |others| {
        visited += 1;
        if visited.is_multiple_of(1 << 16) && watch.at(progress).is_err() {
            return ControlFlow::Break(());
        }
        each(others);
        ControlFlow::Continue(())
    });
    if stopped.is_break() { Err(Stopped) } else { Ok(()) }
}

/// The nim-sum of the values of some coins.
pub(super) fn nim_sum(values: &[u64], coins: &[usize]) -> u64 {
    coins.iter().fold(0, |sum, &coin| sum ^ values[coin - 1])
}
