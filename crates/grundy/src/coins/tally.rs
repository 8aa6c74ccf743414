//! How many moves have each value.

use std::collections::HashMap;

/// How many moves have each value, which is the nim-sum of all coins turned.
#[derive(Clone, Debug)]
pub enum Tally {
    /// For each value, from 0: eight bytes for each, where values are small and numbers fit.
    Dense(Vec<u64>),
    /// Only the values that occur.
    Sparse(HashMap<u64, u128>),
}

impl Tally {
    /// How many moves have this value.
    pub fn get(&self, value: u64) -> u128 {
        match self {
            Tally::Dense(counts) => {
                usize::try_from(value).ok().and_then(|value| counts.get(value)).copied().unwrap_or(0).into()
            }
            Tally::Sparse(counts) => counts.get(&value).copied().unwrap_or(0),
        }
    }

    /// Each value that occurs, and how often.
    pub fn entries(&self) -> Box<dyn Iterator<Item = (u64, u128)> + '_> {
        match self {
            Tally::Dense(counts) => Box::new(
                (0..).zip(counts).filter(|(_, count)| **count > 0).map(|(value, &count)| (value, count.into())),
            ),
            Tally::Sparse(counts) => Box::new(counts.iter().map(|(&value, &count)| (value, count))),
        }
    }

    /// The number of all moves, unless it passes 2^128.
    pub fn total(&self) -> Option<u128> {
        self.entries().try_fold(0u128, |sum, (_, count)| sum.checked_add(count))
    }
}

impl PartialEq for Tally {
    fn eq(&self, other: &Self) -> bool {
        self.entries().all(|(value, count)| other.get(value) == count)
            && self.entries().count() == other.entries().count()
    }
}
