//! What two catalogues say differently.

use crate::catalogue::Catalogue;
use crate::error::CensusError;
use crate::row::{Row, Status};
use grundy::Game;
use grundy::census::key;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// What two catalogues say differently, class by class.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Difference {
    /// Classes in both.
    pub common: usize,
    /// Classes only in the first.
    pub only_first: Vec<Game>,
    /// Classes only in the second.
    pub only_second: Vec<Game>,
    /// Classes that came to another status or further in one of them.
    pub changed: Vec<Change>,
    /// Classes with two different proved periods: one of them is wrong.
    pub contradictions: Vec<Change>,
}

/// A class about which two catalogues differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Change {
    /// The game.
    pub game: Game,
    /// What the first says.
    pub first: String,
    /// What the second says.
    pub second: String,
}

impl Difference {
    /// Whether they say the same.
    pub fn is_empty(&self) -> bool {
        let Difference { only_first, only_second, changed, contradictions, .. } = self;
        only_first.is_empty() && only_second.is_empty() && changed.is_empty() && contradictions.is_empty()
    }
}

/// Compares what is mathematics: status, periods, verified heaps. How long something took does not count.
pub fn difference(first: &Catalogue, second: &Catalogue) -> Result<Difference, CensusError> {
    let rows = |catalogue: &Catalogue| -> Result<BTreeMap<String, Row>, CensusError> {
        Ok(catalogue.rows("")?.into_iter().map(|row| (row.key.to_string(), row)).collect())
    };
    let (first, mut second) = (rows(first)?, rows(second)?);
    let mut found = Difference::default();
    for (key, one) in first {
        let Some(other) = second.remove(&key) else {
            found.only_first.push(one.game);
            continue;
        };
        found.common += 1;
        let change = Change { game: one.game.clone(), first: said(&one), second: said(&other) };
        let both_proved = one.status == Status::Proved && other.status == Status::Proved;
        if both_proved {
            if contradict(&one, &other) {
                found.contradictions.push(change);
            }
        } else if change.first != change.second {
            found.changed.push(change);
        }
    }
    found.only_second.extend(second.into_values().map(|row| row.game));
    Ok(found)
}

/// Whether two proved rows of one class contradict each other. They may stand for games that are shifted against each
/// other, and so are their preperiods, unless one of them begins with the heaps that the other one lacks.
fn contradict(one: &Row, other: &Row) -> bool {
    let (Some(first), Some(second)) = (&one.found.period, &other.found.period) else { return false };
    let shift = |row: &Row| i128::from(key(&row.game).1);
    let shift = shift(one) - shift(other);
    let (from, there) = (i128::from(first.preperiod), i128::from(second.preperiod));
    let begins = from.min(there) <= shift.abs();
    (first.period, first.saltus) != (second.period, second.saltus) || !begins && from - there != shift
}

/// What a row says, in a few words. How many values a proof took is not part of it.
fn said(row: &Row) -> String {
    match (&row.found.period, row.found.observed) {
        (Some(found), _) if found.saltus > 0 => {
            format!("proved, period {} with saltus {} from {}", found.period, found.saltus, found.preperiod)
        }
        (Some(found), _) => format!("proved, period {} from {}", found.period, found.preperiod),
        (None, Some(observed)) => format!("observed, period {} to heap {}", observed.period.period, observed.seen_to),
        (None, None) => format!("{}, {} heaps verified", row.status, row.found.verified),
    }
}
