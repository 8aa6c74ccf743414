//! All that is known about one game.
//!
//! Facts are looked up by moves, not by spelling: `S(1,2)` and `.33` are one game. Games that are the same up to a
//! shift form a graph (the table of equivalences, and every game with its standard form), and a breadth-first walk
//! through it finds all relatives of a game: if `G(n) = G(b, n - s)` for `n >= f` and `G(b, m) = G(c, m - t)` for `m >=
//! h`, then `G(n) = G(c, n - s - t)` for `n >= max(f, h + s)`.

use super::record::{
    Equivalence, Erratum, Open, Openness, OutcomeRow, PeriodRow, SparseRow, Statement, Status, ValuesRow,
};
use crate::census::{Shipped, Solved, shipped};
use crate::game::Game;
use crate::standard::{as_code, standard_form};
use schemars::JsonSchema;
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::LazyLock;

/// What the facts say about a game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Known {
    /// The answer to "is it solved?", directly or through a relative.
    pub verdict: Verdict,
    /// What the census of this project says.
    pub here: Option<Shipped>,
    /// Periods stated for this game.
    pub periods: Vec<&'static PeriodRow>,
    /// Periods of its outcomes.
    pub outcomes: Vec<&'static OutcomeRow>,
    /// Values stated for it.
    pub values: Vec<&'static ValuesRow>,
    /// Where it is listed as open.
    pub open: Vec<&'static Open>,
    /// Its sparse spaces.
    pub sparse: Vec<&'static SparseRow>,
    /// Errors in the literature about it.
    pub errata: Vec<&'static Erratum>,
    /// Statements about it.
    pub literature: Vec<&'static Statement>,
    /// Sequences of the OEIS that the facts about it name.
    pub oeis: Vec<String>,
    /// Every known game that is the same up to a shift, nearest first.
    pub same: Vec<Relative>,
}

/// Whether a game is solved, as far as the facts know.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "verdict", rename_all = "kebab-case")]
pub enum Verdict {
    /// It has a known period (arithmetic when the saltus is not 0).
    Periodic(Settled),
    /// No period is known.
    Open {
        /// Whether the literature lists it as unsolved.
        unsolved: bool,
        /// How far anybody is known to have computed it.
        upto: Option<u64>,
        /// The relative that is listed.
        via: Option<Game>,
    },
    /// The facts say nothing.
    Unknown,
}

/// The best statement about a period.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Settled {
    /// How sure it is.
    pub status: Status,
    /// The largest heap it was seen for; `None`: for ever.
    pub upto: Option<u64>,
    /// The heap from which the period holds.
    pub preperiod: Option<u64>,
    /// Whether `preperiod` is known to be the smallest one.
    pub smallest: bool,
    /// The period.
    pub period: u64,
    /// What is added with each period.
    pub saltus: u64,
    /// The relative the statement is about, when it is not this game.
    pub via: Option<Game>,
    /// Where it is written.
    pub source: &'static str,
}

/// Another game with the same values: `G(n) = G(game, n - shift)` for every `n >= from`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Relative {
    /// The other game.
    pub game: Game,
    /// How many heaps later the values come here than there.
    pub shift: i64,
    /// The first heap for which it holds.
    pub from: u64,
    /// What it rests on, step by step; "standard form" is a theorem, the others are tables.
    pub sources: Vec<&'static str>,
}

/// One spelling for all games with the same moves, as far as a code can express them.
fn key(game: &Game) -> Game {
    as_code(game).map_or_else(|| game.clone(), Game::from)
}

/// Everything the facts say about `game`.
///
/// ```
/// use grundy::facts::{Verdict, about};
/// let known = about(&"dawsons-kayles".parse()?);
/// let Verdict::Periodic(settled) = known.verdict else { panic!() };
/// assert_eq!((settled.preperiod, settled.period), (Some(53), 34));
/// assert!(known.same.iter().any(|other| other.game.to_string() == ".137" && other.shift == 1));
/// # Ok::<(), grundy::GameError>(())
/// ```
pub fn about(game: &Game) -> Known {
    let key = key(game);
    let row = INDEX.get(&key).cloned().unwrap_or_default();
    let same = relatives(&key);
    let here = shipped(game);
    Known {
        verdict: with_census(verdict(&row, &same), here.as_ref()),
        here,
        oeis: row.oeis(),
        periods: row.periods,
        outcomes: row.outcomes,
        values: row.values,
        open: row.open,
        sparse: row.sparse,
        errata: row.errata,
        literature: row.literature,
        same,
    }
}

/// The rows about one game.
#[derive(Clone, Default)]
struct Rows {
    periods: Vec<&'static PeriodRow>,
    outcomes: Vec<&'static OutcomeRow>,
    values: Vec<&'static ValuesRow>,
    open: Vec<&'static Open>,
    sparse: Vec<&'static SparseRow>,
    errata: Vec<&'static Erratum>,
    literature: Vec<&'static Statement>,
}

impl Rows {
    /// The numbers `A` and six digits in the sources of all facts but errata, which speak of other games, too.
    fn oeis(&self) -> Vec<String> {
        let periods = self.periods.iter().map(|row| &row.source);
        let values = self.values.iter().map(|row| &row.source);
        let open = self.open.iter().map(|row| &row.source);
        let sparse = self.sparse.iter().map(|row| &row.source);
        let mut numbers: Vec<String> =
            periods.chain(values).chain(open).chain(sparse).flat_map(|source| numbers(source)).collect();
        numbers.sort();
        numbers.dedup();
        numbers
    }
}

fn numbers(source: &str) -> Vec<String> {
    let words = source.split(|c: char| !c.is_ascii_alphanumeric());
    let is_number =
        |word: &&str| word.len() == 7 && word.starts_with('A') && word[1..].bytes().all(|b| b.is_ascii_digit());
    words.filter(is_number).map(str::to_owned).collect()
}

static INDEX: LazyLock<HashMap<Game, Rows>> = LazyLock::new(|| {
    let mut index: HashMap<Game, Rows> = HashMap::new();
    macro_rules! enter {
        ($($table:ident: $game:expr;)*) => {$(
            for row in super::$table() {
                let game: Option<&Game> = $game(row);
                if let Some(game) = game {
                    index.entry(key(game)).or_default().$table.push(row);
                }
            }
        )*};
    }
    enter! {
        periods: |row: &'static PeriodRow| Some(&row.game);
        outcomes: |row: &'static OutcomeRow| Some(&row.game);
        values: |row: &'static ValuesRow| Some(&row.game);
        open: |row: &'static Open| Some(&row.game);
        sparse: |row: &'static SparseRow| Some(&row.game);
        errata: |row: &'static Erratum| row.game.as_ref();
        literature: |row: &'static Statement| row.game.as_ref();
    }
    index
});

/// The verdict of the literature, where the census of this project knows no better.
fn with_census(verdict: Verdict, here: Option<&Shipped>) -> Verdict {
    let Some(Shipped { class, shift, solved, verified, source }) = here else { return verdict };
    match (verdict, solved) {
        (Verdict::Periodic(settled), _) if settled.status == Status::Proved && settled.smallest => {
            Verdict::Periodic(settled)
        }
        (_, &Some(Solved { preperiod, smallest, period, saltus, .. })) => Verdict::Periodic(Settled {
            status: Status::Proved,
            upto: None,
            preperiod: Some(preperiod),
            smallest,
            period,
            saltus,
            via: (*shift != 0).then(|| class.clone()),
            source,
        }),
        (Verdict::Open { unsolved, upto, via }, None) => {
            let own = verified.saturating_add_signed(*shift).saturating_sub(1);
            if upto.is_none_or(|upto| upto < own) {
                Verdict::Open { unsolved, upto: Some(own), via: (*shift != 0).then(|| class.clone()) }
            } else {
                Verdict::Open { unsolved, upto, via }
            }
        }
        (verdict, None) => verdict,
    }
}

fn verdict(row: &Rows, same: &[Relative]) -> Verdict {
    let relatives = || same.iter().filter_map(|other| Some((INDEX.get(&key(&other.game))?, other)));
    let inherited = relatives().filter_map(|(row, other)| settled(row, Some(other)));
    let best = settled(row, None).into_iter().chain(inherited).min_by_key(|settled| Reverse(rank(settled)));
    if let Some(settled) = best {
        return Verdict::Periodic(settled);
    }
    let all = row
        .open
        .iter()
        .map(|open| (open, None))
        .chain(relatives().flat_map(|(row, other)| row.open.iter().map(move |open| (open, Some(other)))));
    let rank = |open: &Open| (open.status == Openness::Unsolved, open.upto);
    match all.max_by(|(a, x), (b, y)| rank(a).cmp(&rank(b)).then(y.is_some().cmp(&x.is_some()))) {
        Some((open, other)) => Verdict::Open {
            unsolved: open.status == Openness::Unsolved,
            upto: open.upto.map(|upto| upto.saturating_add_signed(other.map_or(0, |other| other.shift))),
            via: other.map(|other| other.game.clone()),
        },
        None => Verdict::Unknown,
    }
}

/// What knows the preperiod is best, then what is surest.
fn rank(settled: &Settled) -> (bool, bool, Status) {
    (settled.preperiod.is_some(), settled.smallest, settled.status)
}

/// The best period of `row`, carried over from the relative whose row it is.
fn settled(row: &Rows, from: Option<&Relative>) -> Option<Settled> {
    let carry = |fact: &'static PeriodRow| {
        let (preperiod, smallest) = match (fact.preperiod, from) {
            (Some(preperiod), Some(other)) => {
                // The break just before the preperiod is seen here too if its heap is one the relation speaks of.
                let moved = preperiod.saturating_add_signed(other.shift);
                let preperiod = moved.max(other.from);
                (Some(preperiod), preperiod == 0 || moved > other.from)
            }
            (preperiod, _) => (preperiod, preperiod.is_some()),
        };
        let via = from.map(|other| other.game.clone());
        let (period, saltus) = (fact.period?, fact.saltus?);
        Some(Settled {
            status: fact.status,
            upto: fact.upto,
            preperiod,
            smallest,
            period,
            saltus,
            via,
            source: &fact.source,
        })
    };
    row.periods.iter().filter_map(|fact| carry(fact)).min_by_key(|settled| Reverse(rank(settled)))
}

/// A step of the walk: `G(n) = G(to, n - shift)` for `n >= from`.
struct Step {
    to: Game,
    shift: i64,
    from: u64,
    source: &'static str,
}

static STEPS: LazyLock<HashMap<Game, Vec<Step>>> = LazyLock::new(|| {
    let mut steps: HashMap<Game, Vec<Step>> = HashMap::new();
    let mut both_ways = |a: &Game, b: &Game, shift: i64, source| {
        let from = |shift: i64| shift.max(0).unsigned_abs();
        steps.entry(a.clone()).or_default().push(Step { to: b.clone(), shift, from: from(shift), source });
        let back = Step { to: a.clone(), shift: -shift, from: from(-shift), source };
        steps.entry(b.clone()).or_default().push(back);
    };
    let rows = super::equivalences();
    for Equivalence { game, canonical, shift, source } in rows {
        both_ways(&key(game), &key(canonical), *shift, source.as_str());
    }
    let games = rows.iter().flat_map(|row| [&row.game, &row.canonical]).chain(INDEX.keys());
    for game in games.map(key).collect::<HashSet<Game>>() {
        if let Some((standard, shift)) = to_standard(&game) {
            both_ways(&game, &standard, shift, STANDARD);
        }
    }
    // Hash sets have no order; the walk must not depend on theirs.
    for steps in steps.values_mut() {
        steps.sort_by_cached_key(|step| (step.to.to_string(), step.shift, step.source));
    }
    steps
});

const STANDARD: &str = "standard form";

/// Much longer codes than any in the tables have no relatives there; their standard form (quadratic in the length)
/// would be work for nothing.
const LONGEST_CODE: usize = 256;

/// The standard form of a game that is not in standard form.
fn to_standard(game: &Game) -> Option<(Game, i64)> {
    let code = game.code()?;
    if code.head().len() + code.block().len() > LONGEST_CODE {
        return None;
    }
    let standard = standard_form(code);
    (standard.shift > 0).then_some((standard.code.into(), standard.shift as i64))
}

fn relatives(game: &Game) -> Vec<Relative> {
    let mut found: Vec<Relative> = Vec::new();
    let mut met = HashSet::from([game.clone()]);
    let mut queue = VecDeque::from([Relative { game: game.clone(), shift: 0, from: 0, sources: Vec::new() }]);
    while let Some(here) = queue.pop_front() {
        let own = to_standard(&here.game).filter(|_| !STEPS.contains_key(&here.game));
        let own = own.map(|(to, shift)| Step { to, shift, from: shift.unsigned_abs(), source: STANDARD });
        for step in own.iter().chain(STEPS.get(&here.game).into_iter().flatten()) {
            if met.insert(step.to.clone()) {
                let mut sources = here.sources.clone();
                if sources.last() != Some(&step.source) {
                    sources.push(step.source);
                }
                let from = here.from.max(step.from.saturating_add_signed(here.shift));
                queue.push_back(Relative { game: step.to.clone(), shift: here.shift + step.shift, from, sources });
            }
        }
        if here.game != *game {
            found.push(here);
        }
    }
    found
}
