//! A row of the catalogue: a class and what is known of it.

use crate::certificate::unpack;
use grundy::Game;
use grundy::answer::{Largest, Observed, SparseSpace};
use grundy::census::step::{Certified, Stuck};
use grundy::census::{Found, effort};
use grundy::period::{Period, Theorem};
use rusqlite::types::{Type, Value};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A class of games and what is known of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Row {
    /// The game that stands for the class: all numbers are about it.
    pub game: Game,
    /// The saturated standard form that all its games have in common.
    pub key: Game,
    /// All its games with their shifts.
    pub members: Vec<Member>,
    /// What is known.
    pub status: Status,
    /// What was found.
    #[serde(flatten)]
    pub found: Found,
    /// A hidden frequency, where one was measured, in turns for each heap.
    pub frequency: Option<f64>,
    /// How many rounds are finished.
    pub rounds: u32,
    /// How long they took together.
    pub seconds: f64,
}

/// A game of a class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Member {
    /// The game.
    pub game: Game,
    /// Its `G(n)` is `G(n - shift)` of the game that stands for the class.
    pub shift: i64,
}

/// What is known of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Its period is proved, with a certificate.
    Proved,
    /// A period shows in its values, and nothing proves it.
    Observed,
    /// No period shows.
    Open,
    /// Nobody has looked yet.
    Untouched,
}

impl Status {
    /// Of what was found by at least one step.
    pub fn of(found: &Found) -> Self {
        match found {
            Found { period: Some(_), .. } => Status::Proved,
            Found { observed: Some(_), .. } => Status::Observed,
            _ => Status::Open,
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Status::Proved => "proved",
            Status::Observed => "observed",
            Status::Open => "open",
            Status::Untouched => "untouched",
        })
    }
}

impl Row {
    /// The order within a round, smallest first.
    pub fn promise(&self) -> impl Ord + use<> {
        effort::promise(&self.found)
    }

    /// The texts of all its games, this one first.
    pub fn codes(&self) -> String {
        let games: Vec<String> = self.members.iter().map(|member| member.game.to_string()).collect();
        games.join(" ")
    }
}

/// The columns of `class` in the order in which [`read`] expects them.
pub const COLUMNS: &str = "id, game, key, status, preperiod, period, saltus, theorem, certificate, sequence, \
    verified, mask, parity, kappa, \
     rares, last_rare, depth, max, max_at, observed_preperiod, observed_period, observed_saltus, candidate, \
     frequency, stuck, rounds, \
     seconds";

/// Reads a class, without its members, with its number.
pub fn read(row: &rusqlite::Row<'_>) -> rusqlite::Result<(i64, Row)> {
    let number =
        |k: usize| -> rusqlite::Result<Option<u64>> { Ok(row.get::<_, Option<i64>>(k)?.map(i64::cast_unsigned)) };
    let text = |k: usize| row.get::<_, Option<String>>(k);
    let status: Status = word(&text(3)?.unwrap_or_default(), 3)?;
    let (preperiod, period) = (number(4)?, number(5)?);
    let found = Found {
        period: match (status, preperiod, period) {
            (Status::Proved, Some(preperiod), Some(period)) => Some(Certified {
                preperiod,
                period,
                saltus: number(6)?.unwrap_or(0),
                theorem: word::<Theorem>(&text(7)?.unwrap_or_default(), 7)?,
                certificate: unpack(row.get::<_, Value>(8)?).ok_or_else(|| bad(8, "a damaged certificate"))?,
                sequence: text(9)?,
            }),
            _ => None,
        },
        verified: number(10)?.unwrap_or(0),
        sparse: match (text(11)?, number(14)?) {
            (Some(mask), Some(rares)) => Some(SparseSpace {
                mask,
                parity: number(12)?.unwrap_or(0) as u8,
                kappa: number(13)?.unwrap_or(0) as u8,
                rares,
                last_rare: number(15)?,
                depth: number(16)?,
            }),
            _ => None,
        },
        max: match (number(17)?, number(18)?) {
            (Some(value), Some(at)) => Some(Largest { value: value as u16, at }),
            _ => None,
        },
        observed: match (number(19)?, number(20)?, number(21)?) {
            (Some(preperiod), Some(period), Some(saltus)) => Some(Observed {
                period: Period { preperiod, period, saltus },
                seen_to: number(10)?.unwrap_or(0).saturating_sub(1),
            }),
            _ => None,
        },
        candidate: number(22)?,
        stuck: text(24)?.map(|text| word::<Stuck>(&text, 24)).transpose()?,
    };
    let read = Row {
        game: game(&text(1)?.unwrap_or_default(), 1)?,
        key: game(&text(2)?.unwrap_or_default(), 2)?,
        members: Vec::new(),
        status,
        found,
        frequency: row.get(23)?,
        rounds: number(25)?.unwrap_or(0) as u32,
        seconds: row.get(26)?,
    };
    Ok((row.get(0)?, read))
}

/// Reads a game.
pub fn game(text: &str, column: usize) -> rusqlite::Result<Game> {
    text.parse().map_err(|_| bad(column, &format!("\"{}\" is no game", text.escape_debug())))
}

/// Reads a word as serde writes it.
fn word<T: DeserializeOwned>(text: &str, column: usize) -> rusqlite::Result<T> {
    serde_json::from_value(text.into()).map_err(|_| bad(column, &format!("\"{}\" is unknown", text.escape_debug())))
}

/// A word as serde writes it.
pub fn spelled(word: &impl Serialize) -> Option<String> {
    serde_json::to_value(word).ok()?.as_str().map(str::to_owned)
}

fn bad(column: usize, why: &str) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Text, why.into())
}
