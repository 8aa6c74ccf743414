//! Questions about heap games in normal play.

use crate::api::{NUMBERS, Sent};
use crate::budget::{Attention, Budget};
use crate::failed::Failed;
use crate::parameters::{self, Count, Flag, None};
use grundy::engine::EngineError;
use grundy::game::{NAMED, Named};
use grundy::raster::{self, Bar};
use grundy::sparse::{self, Space};
use grundy::spectrum::Spectrum;
use grundy::{Sum, answer};
use schemars::JsonSchema;
use serde::Deserialize;

/// One game.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfGame {
    /// A code (.77, 4.045, .3F, .3...), S(1,2,5), allbut(1,2,5), or a name.
    #[schemars(example = &"kayles")]
    game: String,
}

#[allow(clippy::unnecessary_wraps)] // All questions may fail.
pub fn games(_: &None, _: &mut Attention) -> Result<Vec<Named>, Failed> {
    Ok(NAMED.to_vec())
}

pub fn describe(asked: &OfGame, _: &mut Attention) -> Result<answer::Description, Failed> {
    Ok(parameters::game(&asked.game)?.describe())
}

/// Heaps of a game.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfHeaps {
    /// The game.
    #[schemars(example = &"kayles")]
    game: String,
    /// The first heap.
    from: Option<Count>,
    /// How many heaps.
    count: Option<Count>,
}

pub fn values(asked: &OfHeaps, attention: &mut Attention) -> Result<Sent, Failed> {
    let game = parameters::game(&asked.game)?;
    let (from, count) = (asked.from.map_or(0, |from| from.0), asked.count.map_or(1000, |count| count.0));
    let count = attention.budget().values(count)?;
    let end = from.checked_add(count).ok_or_else(|| Failed::Bad("heaps end at 2^64 - 1".to_owned()))?;
    let mut words = Vec::with_capacity(count as usize);
    for (heap, value) in (from..).zip(game.values(from..end, attention)?.values) {
        words.push(u16::try_from(value).map_err(|_| grundy::Error::from(EngineError::ValueTooLarge { heap }))?);
    }
    Ok(Sent::words(words))
}

/// The first heaps of a game.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfFirst {
    /// The game.
    #[schemars(example = &"kayles")]
    game: String,
    /// How many heaps, from heap 0 on.
    n: Option<Count>,
}

/// The first values of a game, and its best sparse space.
fn first(asked: &OfFirst, other: u64, attention: &mut Attention) -> Result<(Vec<u16>, Option<Space>), Failed> {
    let game = parameters::game(&asked.game)?;
    let n = attention.budget().values(asked.n.map_or(other, |n| n.0))?;
    let values = game.sequence(n, attention)?.into_values(n)?;
    let space = sparse::find(game.rules(), &values);
    Ok((values, space))
}

pub fn rares(asked: &OfFirst, attention: &mut Attention) -> Result<Sent, Failed> {
    let (values, space) = first(asked, 1000, attention)?;
    let rares = space.into_iter().flat_map(|space| space.rares(&values));
    // There are fewer than 2^32 heaps in memory.
    let body = rares.flat_map(|heap| (heap as u32).to_le_bytes()).collect();
    Ok(Sent { media: NUMBERS, body, file: Option::None })
}

pub fn histogram(asked: &OfFirst, attention: &mut Attention) -> Result<Vec<Bar>, Failed> {
    let (values, space) = first(asked, 10_000, attention)?;
    Ok(raster::histogram(&values, 0, space))
}

/// What to analyze.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfAnalysis {
    /// The game.
    #[schemars(example = &"kayles")]
    game: String,
    /// How many heaps, from heap 0 on.
    n: Option<Count>,
    /// Whether rare heaps are listed.
    rares: Option<Flag>,
}

pub fn analyze(asked: &OfAnalysis, attention: &mut Attention) -> Result<answer::Analysis, Failed> {
    let game = parameters::game(&asked.game)?;
    let n = attention.budget().values(asked.n.map_or(10_000, |n| n.0))?;
    let lists = asked.rares.unwrap_or_default().0;
    Ok(if lists { game.analyze_rares(n, attention)? } else { game.analyze(n, attention)? })
}

/// A window.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfWindow {
    /// The game.
    #[schemars(example = &"kayles")]
    game: String,
    /// The first heap of the window.
    from: Option<Count>,
    /// The first heap after it.
    n: Option<Count>,
    /// The most lines whose masks depend on stronger ones.
    others: Option<Count>,
}

/// The longest window, and the most dependent lines.
const LONGEST_WINDOW: u64 = 1 << 21;
const MOST_LINES: u64 = 1000;

pub fn spectrum(asked: &OfWindow, attention: &mut Attention) -> Result<Spectrum, Failed> {
    let game = parameters::game(&asked.game)?;
    let n = attention.budget().values(asked.n.map_or(1 << 16, |n| n.0))?;
    let from = asked.from.map_or(0, |from| from.0).min(n);
    Budget::within("heaps of a window", n - from, LONGEST_WINDOW)?;
    let others = Budget::within("lines", asked.others.map_or(0, |others| others.0), MOST_LINES)?;
    Ok(game.spectrum(from..n, others, attention)?)
}

/// Single heaps or rings.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfSizes {
    /// The game.
    #[schemars(example = &"kayles")]
    game: String,
    /// The first size.
    from: Option<Count>,
    /// The first size after them.
    to: Option<Count>,
    /// Whether these are rings.
    rings: Option<Flag>,
}

/// The most sizes of one answer.
const MOST_SIZES: u64 = 100_000;

pub fn outcomes(asked: &OfSizes, attention: &mut Attention) -> Result<answer::Outcomes, Failed> {
    let game = parameters::game(&asked.game)?;
    let from = asked.from.map_or(0, |from| from.0);
    let to = asked.to.map_or(from.saturating_add(100), |to| to.0).max(from);
    Budget::within("sizes", to - from, MOST_SIZES)?;
    Ok(game.outcomes(from..to, asked.rings.unwrap_or_default().0, attention)?)
}

/// A position.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfPosition {
    /// Heaps and rings of games: `kayles: 5 7 ring 12 + wythoff: 3 4`.
    #[schemars(example = &"kayles: 5 7 ring 12 + wythoff: 3 4")]
    position: String,
    /// The most winning moves that are listed, and the most options.
    moves: Option<Count>,
    /// Whether the options are listed with their values.
    options: Option<Flag>,
}

/// The most moves of one answer.
const MOST_MOVES: u64 = 10_000;

pub fn position(asked: &OfPosition, attention: &mut Attention) -> Result<answer::Position, Failed> {
    let text = &asked.position;
    let sum: Sum = text.parse().map_err(|error: grundy::GameError| Failed::Bad(error.explain(text)))?;
    let most = Budget::within("moves", asked.moves.map_or(20, |moves| moves.0), MOST_MOVES)?;
    let mut answer = sum.analyze(most, attention)?;
    if asked.options.unwrap_or_default().0 {
        answer.options = Some(sum.options(most, attention)?);
    }
    Ok(answer)
}
