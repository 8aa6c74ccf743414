//! The questions to a game: its hidden frequencies in one window, or in windows further and further out.

use super::follow::{Step, octaves};
use super::{LEAST, Spectrum, look};
use crate::error::Error;
use crate::game::Game;
use crate::watch::Watch;
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::Range;

/// The hidden frequencies of a game, seen in one window or in several. Observed, never proved.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Report {
    /// The game as it was written.
    pub game: String,
    /// Its canonical spelling.
    pub canonical: Game,
    /// The windows, from the first heaps outwards.
    pub windows: Vec<Step>,
}

impl Report {
    /// What was seen in these windows.
    pub fn new(game: &Game, windows: Vec<Step>) -> Self {
        Report { game: game.written(), canonical: game.clone(), windows }
    }
}

impl Game {
    /// The hidden frequencies in a window of heaps, with at most `others` lines that depend on stronger ones.
    ///
    /// ```
    /// use grundy::{Game, watch::Unwatched};
    /// let game: Game = ".06".parse()?;
    /// let seen = game.spectrum(2048..4096, 0, &mut Unwatched)?;
    /// assert_eq!(seen.lines[0].wave.mask, 0x80);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn spectrum(&self, heaps: Range<u64>, others: usize, watch: &mut dyn Watch) -> Result<Spectrum, Error> {
        if heaps.end.saturating_sub(heaps.start) < LEAST as u64 {
            return Err(short());
        }
        let values = self.sequence(heaps.end, watch)?.into_values(heaps.end)?;
        look(self.rules(), &values, heaps.start as usize, others, watch)?.ok_or_else(short)
    }

    /// The hidden frequencies in the last `length` heaps below each power of two from `2 length` to `end`.
    pub fn spectrum_octaves(&self, length: u64, end: u64, watch: &mut dyn Watch) -> Result<Vec<Step>, Error> {
        let first = length.checked_mul(2).and_then(u64::checked_next_power_of_two);
        if length < LEAST as u64 || first.is_none_or(|first| first > end) {
            return Err(Error::OutOfReach(format!(
                "windows have {LEAST} heaps or more, and at most half of all heaps"
            )));
        }
        let values = self.sequence(end, watch)?.into_values(end)?;
        octaves(self.rules(), &values, length as usize, watch)?.ok_or_else(short)
    }
}

fn short() -> Error {
    Error::OutOfReach(format!("hidden frequencies are looked for in a window of at least {LEAST} heaps"))
}
