//! The rows of `data/facts/*.csv`, typed. The columns are documented in `data/facts/README.md`.

use crate::game::Game;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How sure a fact is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Seen on a finite range, without a theorem.
    Observed,
    /// Stated by its source.
    Published,
    /// The hypotheses of a theorem were checked by a computation for this project.
    Proved,
}

/// A row of `periods.csv`: `G(n + period) = G(n) + saltus` for every `n >= preperiod`, both smallest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PeriodRow {
    /// The game.
    pub game: Game,
    /// How sure it is.
    pub status: Status,
    /// The largest heap it was seen for; `None`: for ever.
    pub upto: Option<u64>,
    /// The smallest heap from which the period holds.
    pub preperiod: Option<u64>,
    /// The smallest period.
    pub period: Option<u64>,
    /// What is added with each period; 0 for a periodic game.
    pub saltus: Option<u64>,
    /// The largest value of all.
    pub max: Option<u64>,
    /// The first heap that has it.
    pub max_at: Option<u64>,
    /// Who found it.
    pub solver: Option<String>,
    /// Where it is written.
    pub source: String,
    /// Anything else.
    pub note: Option<String>,
}

/// A row of `outcomes.csv`: the period of the outcomes (is the value 0 or not) of a subtraction game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OutcomeRow {
    /// The game.
    pub game: Game,
    /// The smallest heap from which the period holds.
    pub preperiod: u64,
    /// The smallest period.
    pub period: u64,
    /// Where it is written.
    pub source: String,
}

/// A row of `values.csv`: values of consecutive heaps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ValuesRow {
    /// The game.
    pub game: Game,
    /// The heap of the first value.
    pub from: u64,
    /// The values.
    #[serde(with = "numbers")]
    #[schemars(with = "Vec<u16>")]
    pub values: Vec<u16>,
    /// Where they are written.
    pub source: String,
    /// Anything else.
    pub note: Option<String>,
}

/// A row of `equivalences.csv`: `G(game, n) = G(canonical, n - shift)` wherever both heaps exist.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Equivalence {
    /// The game.
    pub game: Game,
    /// The game it equals.
    pub canonical: Game,
    /// How many heaps later its values come.
    pub shift: i64,
    /// Where it is written.
    pub source: String,
}

/// Why a game counts as open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Openness {
    /// The literature lists it as unsolved.
    #[serde(rename = "unsolved")]
    Unsolved,
    /// Nobody is known to have tried harder than this.
    #[serde(rename = "no period seen")]
    NoPeriodSeen,
}

/// A row of `open.csv`: no period is known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Open {
    /// The game.
    pub game: Game,
    /// Why it counts as open.
    pub status: Openness,
    /// How far it was computed.
    pub upto: Option<u64>,
    /// The largest value up to there.
    pub max: Option<u64>,
    /// The first heap that has it.
    pub max_at: Option<u64>,
    /// Where it is written.
    pub source: String,
    /// Anything else.
    pub note: Option<String>,
}

/// A row of `sparse.csv`: the sparse space of a game and its rare heaps, heap 0 counted when it is rare.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SparseRow {
    /// The game.
    pub game: Game,
    /// The largest heap the figures speak of; `None`: all heaps.
    pub upto: Option<u64>,
    /// The mask, as far as the values reach.
    #[serde(with = "hex")]
    #[schemars(with = "Option<String>")]
    pub mask: Option<u64>,
    /// 1 when the parity of the heap joins the mask.
    pub parity: Option<u8>,
    /// The number of rare heaps.
    pub rares: Option<u64>,
    /// The last of them.
    pub last_rare: Option<u64>,
    /// The largest value.
    pub max: Option<u64>,
    /// The first heap that has it.
    pub max_at: Option<u64>,
    /// The depth: options with a part up to this exclude every leftover.
    pub depth: Option<u64>,
    /// Options tried per heap on average before every leftover is excluded.
    pub average_leftovers: Option<f64>,
    /// Where it is written.
    pub source: String,
    /// Anything else.
    pub note: Option<String>,
}

/// What an erratum is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Subject {
    /// The preperiod.
    Preperiod,
    /// The period.
    Period,
    /// The value of heap `at`.
    Value,
    /// The game it equals; `at` is the first heap where it differs from the wrong one.
    SameAs,
    /// A relation to another game that fails at heap `at`.
    Relation,
    /// The mask of the sparse space.
    Mask,
    /// The last rare heap.
    LastRare,
    /// The last rare heap divided by the preperiod.
    Ratio,
    /// The depth.
    Depth,
    /// Whether it is solved.
    Status,
    /// A bound in a text.
    Bound,
    /// A list in a text.
    List,
    /// A step of a procedure in a text.
    Procedure,
}

/// A row of `errata.csv`: an error in the literature and the right value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Erratum {
    /// The game, where it is about one.
    pub game: Option<Game>,
    /// What it is about.
    pub about: Subject,
    /// The heap it is about.
    pub at: Option<u64>,
    /// What is printed.
    pub wrong: String,
    /// What is true.
    pub right: String,
    /// Where the wrong one is printed.
    pub wrong_source: String,
    /// Where the right one is.
    pub right_source: String,
    /// How it came about.
    pub note: Option<String>,
}

/// A row of `options.csv`: the options of one heap.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OptionsRow {
    /// The game.
    pub game: Game,
    /// The heap.
    pub heap: u64,
    /// How many options it has.
    pub count: u64,
    /// The heaps each leaves, `; ` between options.
    pub options: Option<String>,
    /// Where it is written.
    pub source: String,
}

/// A row of `literature.csv`: a statement about a game or a class of games.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Statement {
    /// The game, where it is about one.
    pub game: Option<Game>,
    /// The class of games: octal, hexadecimal, subtraction, all.
    pub class: String,
    /// What it says.
    pub statement: String,
    /// Where it is written.
    pub source: String,
    /// What was checked for this project.
    pub checked: Option<String>,
}

/// `0x1e`.
mod hex {
    use super::Deserialize;
    use serde::de::Error;

    #[allow(clippy::ref_option, reason = "the signature serde calls")]
    pub fn serialize<S: serde::Serializer>(mask: &Option<u64>, s: S) -> Result<S::Ok, S::Error> {
        match mask {
            Some(mask) => s.collect_str(&format_args!("{mask:#x}")),
            None => s.serialize_none(),
        }
    }

    pub fn deserialize<'de, D: serde::Deserializer<'de>>(d: D) -> Result<Option<u64>, D::Error> {
        let read = |text: String| {
            let digits = text.strip_prefix("0x").ok_or_else(|| D::Error::custom("a mask begins with 0x"))?;
            u64::from_str_radix(digits, 16).map_err(D::Error::custom)
        };
        Option::<String>::deserialize(d)?.map(read).transpose()
    }
}

/// Numbers with spaces between them.
mod numbers {
    use super::Deserialize;
    use serde::de::Error;

    pub fn serialize<S: serde::Serializer>(numbers: &[u16], s: S) -> Result<S::Ok, S::Error> {
        s.collect_seq(numbers)
    }

    pub fn deserialize<'de, D: serde::Deserializer<'de>>(d: D) -> Result<Vec<u16>, D::Error> {
        String::deserialize(d)?.split(' ').map(|word| word.parse().map_err(D::Error::custom)).collect()
    }
}
