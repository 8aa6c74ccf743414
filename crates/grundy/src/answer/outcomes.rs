//! Which heaps, or rings, lose for the player to move?
//!
//! A ring of `n` beans is opened by its first move: from `n > k` on, where `k` is the largest removal, its options are
//! the rows `n - i` of the digits that leave one heap. So when rows have period `p` from `n0` on, rings have it from
//! `n0 + k + 1` on, or sooner, and the P-positions of all sizes are known.

use crate::error::Error;
use crate::game::Game;
use crate::period::Period;
use crate::position::{Heap, has_rings};
use crate::watch::Watch;
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::Range;

/// The values of single heaps or rings, and which of them are P-positions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Outcomes {
    /// The game as it was written.
    pub game: String,
    /// Its canonical spelling.
    pub canonical: Game,
    /// Whether these are rings.
    pub rings: bool,
    /// The size of the first one.
    pub from: u64,
    /// Their values.
    pub values: Vec<u64>,
    /// The sizes that are P-positions: the player to move loses.
    pub p_positions: Vec<u64>,
    /// All P-positions there are, where a period is proved.
    pub for_ever: Option<ForEver>,
}

/// All P-positions: those before `preperiod`, and from there on those with a residue modulo `period` that is listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ForEver {
    /// From this size on the period holds.
    pub preperiod: u64,
    /// The period.
    pub period: u64,
    /// P-positions below the preperiod.
    pub before: Vec<u64>,
    /// The residues of all others; none if there are no more.
    pub residues: Vec<u64>,
}

/// Longer lists of P-positions are nobody's to read.
const LONGEST: u64 = 10_000_000;

/// The least number of values that are looked at for a period, however few sizes are asked for.
const ENOUGH: u64 = 1 << 12;

impl Game {
    /// Values and P-positions among single heaps of these sizes, or among rings.
    ///
    /// ```
    /// use grundy::{Game, watch::Unwatched};
    /// let game: Game = ".07".parse()?;
    /// let rings = game.outcomes(0..13, true, &mut Unwatched)?;
    /// assert!(rings.p_positions.contains(&12));
    /// assert_eq!(rings.for_ever.unwrap().period, 34);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcomes(&self, sizes: Range<u64>, rings: bool, watch: &mut dyn Watch) -> Result<Outcomes, Error> {
        let rules = self.rules();
        if rings && !has_rings(self) {
            return Err(Error::OutOfReach(
                "a ring needs a finite octal code; in this game a circle has no meaning".to_owned(),
            ));
        }
        let sequence = self.sequence(sizes.end.max(ENOUGH), watch)?;
        let value = |size: u64| Heap { size, ring: rings }.value(rules, &sequence);
        let mut values = Vec::new();
        for size in sizes.clone() {
            values.push(value(size).ok_or(Error::ValueTooLarge { heap: size })?);
        }
        let p_positions = sizes.clone().zip(&values).filter(|&(_, &value)| value == 0).map(|(size, _)| size).collect();
        let shift = if rings { rules.last_removal().unwrap_or(0) + 1 } else { 0 };
        let for_ever = sequence.period().and_then(|Period { preperiod, period, saltus }| {
            let preperiod = preperiod.checked_add(shift).filter(|preperiod| preperiod + period <= LONGEST)?;
            let zeros = |sizes: Range<u64>| sizes.filter(|&size| value(size) == Some(0));
            // Values that grow are 0 only once.
            let residues = zeros(preperiod..preperiod + period).filter(|_| saltus == 0).map(|size| size % period);
            let once = zeros(preperiod..preperiod + period).filter(|_| saltus > 0);
            let before = zeros(0..preperiod).chain(once).collect();
            let mut residues: Vec<u64> = residues.collect();
            residues.sort_unstable();
            Some(ForEver { preperiod, period, before, residues })
        });
        let (game, canonical) = (self.written(), self.clone());
        Ok(Outcomes { game, canonical, rings, from: sizes.start, values, p_positions, for_ever })
    }
}
