//! What are the nim-values of these heaps?

use crate::error::Error;
use crate::game::Game;
use crate::sequence::{How, Sequence, stream};
use crate::watch::Watch;
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::{ControlFlow, Range};

/// Nim-values of consecutive heaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Values {
    /// The game as it was written.
    pub game: String,
    /// Its canonical spelling.
    pub canonical: Game,
    /// The heap of the first value.
    pub from: u64,
    /// `G(from), G(from + 1), …`.
    pub values: Vec<u64>,
}

impl Game {
    /// The nim-values of `heaps`, by a proved period where that is sooner.
    ///
    /// ```
    /// use grundy::{Game, watch::Unwatched};
    /// let kayles: Game = "kayles".parse()?;
    /// assert_eq!(kayles.values(0..12, &mut Unwatched)?.values, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn values(&self, heaps: Range<u64>, watch: &mut dyn Watch) -> Result<Values, Error> {
        let mut values = Vec::new();
        let from = heaps.start;
        stream(self, heaps, &How::default(), watch, &mut |_, block| {
            values.extend_from_slice(block);
            ControlFlow::Continue(())
        })?;
        Ok(Values { game: self.written(), canonical: self.clone(), from, values })
    }

    /// The nim-value of a heap of `n`, at once if its game has a period that can be proved.
    ///
    /// ```
    /// use grundy::{Game, watch::Unwatched};
    /// let kayles: Game = "kayles".parse()?;
    /// assert_eq!(kayles.value(1_000_000_000_000_000_000, &mut Unwatched)?, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn value(&self, n: u64, watch: &mut dyn Watch) -> Result<u64, Error> {
        let count = n.checked_add(1).ok_or_else(|| Error::OutOfReach("heaps end at 2^64 - 2".to_owned()))?;
        self.sequence(count, watch)?.at(n).ok_or(Error::ValueTooLarge { heap: n })
    }

    /// The values of all heaps below `count`, or of all heaps if a period is proved on the way: for many questions
    /// about far heaps.
    pub fn sequence(&self, count: u64, watch: &mut dyn Watch) -> Result<Sequence, Error> {
        Sequence::of(self, count, &How::default(), watch)
    }
}
