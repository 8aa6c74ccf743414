//! What parts are worth, so that worths of parts make the worth of a position, and that says who wins.
//!
//! In normal play a part is worth its nim-value and a position the nim-sum (Sprague and Grundy). In misère play it is
//! worth an element of a misère quotient: that of the games' heaps, where it reaches them; else that of the closed set
//! of everything that can come of the parts, whatever they are. Heaps that equal nim-heaps are worth those.

use super::piece::Table;
use super::{Part, Play, PlayError, Position, Turning};
use crate::coins::CoinGame;
use crate::error::Error;
use crate::game::Game;
use crate::misere::joint::solve_together;

use crate::misere::{Limits, Nim, Solution};
use crate::nimber::Nim64;
use crate::sequence::Sequence;
use crate::watch::Watch;
use crate::wythoff::table::{Matrix, matrix};

/// What a part or a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Worth {
    /// In normal play: a nim-value.
    Value(u64),
    /// In misère play, heaps that equal nim-heaps: their nim-sum, and whether one of them is 2 or more.
    Nim { sum: u64, has_two: bool },
    /// In misère play: an element of a quotient.
    Element(u16),
}

/// How parts are judged.
pub(super) enum Judge {
    Normal(Values),
    Nim(Vec<(Game, Nim)>),
    Quotient(Vec<Solution>),
    Closed(Table),
    /// Nobody knows, for this reason.
    Unknown(String),
}

/// Nim-values.
#[derive(Default)]
pub(super) struct Values {
    heaps: Vec<(Game, Sequence)>,
    piles: Option<Matrix>,
    coins: Vec<(CoinGame, Vec<u64>)>,
}

/// Bounds for a position, for whose answer a person waits.
const LIMITS: Limits = Limits { heaps: 20_000, order: 2048, diagonal: 9 };

impl Judge {
    /// Learns what is needed to judge a position and all that can come of it.
    pub fn of(position: &Position, play: Play, watch: &mut dyn Watch) -> Result<Self, Error> {
        if play == Play::Normal {
            return Ok(Judge::Normal(Values::of(position, watch)?));
        }
        let heaps: Vec<(&Game, u64)> = position
            .parts
            .iter()
            .filter_map(|part| match part {
                Part::Heap(game, heap) if !heap.ring => Some((game, heap.size)),
                _ => None,
            })
            .collect();
        if heaps.len() == position.parts.len()
            && let Some(judge) = Judge::of_heaps(&heaps, watch)?
        {
            return Ok(judge);
        }
        match Table::of(position, LIMITS, watch)? {
            Ok(table) => Ok(Judge::Closed(table)),
            Err(reason) => Ok(Judge::Unknown(reason)),
        }
    }

    /// By the theorem on Nim in disguise, or by the quotient of the games.
    fn of_heaps(heaps: &[(&Game, u64)], watch: &mut dyn Watch) -> Result<Option<Self>, Error> {
        let mut games: Vec<Game> = Vec::new();
        for &(game, _) in heaps {
            if !games.contains(game) {
                games.push(game.clone());
            }
        }
        let mut nims = Vec::new();
        for game in &games {
            nims.extend(Nim::recognise(game, watch)?.map(|nim| (game.clone(), nim)));
        }
        if nims.len() == games.len() {
            return Ok(Some(Judge::Nim(nims)));
        }
        let largest = |game: &Game| heaps.iter().filter(|heap| heap.0 == game).map(|heap| heap.1).max().unwrap_or(0);
        let asked: Vec<u32> = games.iter().map(|game| largest(game).clamp(1, u64::from(LIMITS.heaps)) as u32).collect();
        let solutions = solve_together(&games, &asked, LIMITS, watch);
        if solutions.iter().any(Solution::was_stopped) {
            return Err(Error::Stopped(crate::watch::Stopped));
        }
        let all_known = solutions.iter().all(|solution| solution.value(largest(&solution.game)).is_some());
        Ok(all_known.then_some(Judge::Quotient(solutions)))
    }

    /// Why nothing is known, if it is not.
    pub fn unknown(&self) -> Option<&str> {
        if let Judge::Unknown(reason) = self { Some(reason) } else { None }
    }

    /// What a part is worth; none where it is not known.
    pub fn part(&self, part: &Part) -> Option<Worth> {
        match (self, part) {
            (Judge::Normal(values), _) => values.at(part).map(Worth::Value),
            (Judge::Nim(nims), Part::Heap(game, heap)) => {
                let sum = nims.iter().find(|(known, _)| known == game)?.1.value(heap.size)?;
                Some(Worth::Nim { sum, has_two: sum >= 2 })
            }
            (Judge::Quotient(solutions), Part::Heap(game, heap)) => {
                let solution = solutions.iter().find(|solution| solution.game == *game)?;
                solution.value(heap.size).map(Worth::Element)
            }
            (Judge::Closed(table), _) => table.value(part).map(Worth::Element),
            _ => None,
        }
    }

    /// What several parts are worth together.
    pub fn all<'p>(&self, parts: impl IntoIterator<Item = &'p Part>) -> Option<Worth> {
        parts.into_iter().try_fold(self.nothing(), |sum, part| Some(self.join(sum, self.part(part)?)))
    }

    /// What the empty position is worth.
    pub fn nothing(&self) -> Worth {
        match self {
            Judge::Normal(_) | Judge::Unknown(_) => Worth::Value(0),
            Judge::Nim(_) => Worth::Nim { sum: 0, has_two: false },
            Judge::Quotient(_) | Judge::Closed(_) => Worth::Element(0),
        }
    }

    /// What two are worth together.
    pub fn join(&self, one: Worth, other: Worth) -> Worth {
        match (one, other) {
            (Worth::Value(x), Worth::Value(y)) => Worth::Value(x ^ y),
            (Worth::Nim { sum: x, has_two: a }, Worth::Nim { sum: y, has_two: b }) => {
                Worth::Nim { sum: x ^ y, has_two: a || b }
            }
            (Worth::Element(x), Worth::Element(y)) => match self {
                Judge::Quotient(solutions) => Worth::Element(solutions[0].monoid.mul(x, y)),
                Judge::Closed(table) => Worth::Element(table.monoid().mul(x, y)),
                _ => one,
            },
            _ => one,
        }
    }

    /// Whether the player to move loses.
    pub fn is_lost(&self, worth: Worth) -> bool {
        match (worth, self) {
            (Worth::Value(value), _) => value == 0,
            (Worth::Nim { sum, has_two }, _) => sum == u64::from(!has_two),
            (Worth::Element(x), Judge::Quotient(solutions)) => solutions[0].monoid.is_p(x),
            (Worth::Element(x), Judge::Closed(table)) => table.monoid().is_p(x),
            (Worth::Element(_), _) => false,
        }
    }

    /// As it is written.
    pub fn name(&self, worth: Worth) -> String {
        match (worth, self) {
            (Worth::Value(value), _) => value.to_string(),
            (Worth::Nim { sum, .. }, _) => format!("*{sum}"),
            (Worth::Element(x), Judge::Quotient(solutions)) => solutions[0].monoid.name(x),
            (Worth::Element(x), Judge::Closed(table)) => table.monoid().name(x),
            (Worth::Element(x), _) => x.to_string(),
        }
    }
}

impl Values {
    fn of(position: &Position, watch: &mut dyn Watch) -> Result<Self, Error> {
        let mut values = Values::default();
        let mut side = None;
        for part in &position.parts {
            match part {
                Part::Heap(game, _) if values.heaps.iter().any(|(known, _)| known == game) => {}
                Part::Heap(game, _) => {
                    let sizes = position.parts.iter().map(|other| match other {
                        Part::Heap(same, heap) if same == game => heap.size,
                        _ => 0,
                    });
                    let sequence = game.sequence(sizes.max().unwrap_or(0) + 1, watch)?;
                    values.heaps.push((game.clone(), sequence));
                }
                &Part::Wythoff(a, b) => side = side.max(Some(a.max(b) as usize + 1)),
                Part::Row(Turning::SilverDollar, _) => {}
                Part::Row(Turning::Coins(game), row) => values.learn(game, row.len(), watch)?,
                Part::Board(game, board) => {
                    values.learn(&game.across, board.width(), watch)?;
                    values.learn(&game.up, board.height(), watch)?;
                }
            }
        }
        values.piles = side.map(|side| matrix(side, side, watch)).transpose()?;
        Ok(values)
    }

    fn learn(&mut self, game: &CoinGame, length: usize, watch: &mut dyn Watch) -> Result<(), PlayError> {
        if self.coins(game).is_none_or(|known| known.len() < length) {
            self.coins.retain(|(known, _)| known != game);
            self.coins.push((game.clone(), game.values_watched(length, watch)?));
        }
        Ok(())
    }

    fn coins(&self, game: &CoinGame) -> Option<&[u64]> {
        self.coins.iter().find(|(known, _)| known == game).map(|(_, values)| &values[..])
    }

    fn at(&self, part: &Part) -> Option<u64> {
        match part {
            Part::Heap(game, heap) => {
                let sequence = &self.heaps.iter().find(|(known, _)| known == game)?.1;
                heap.value(game.rules(), sequence)
            }
            &Part::Wythoff(a, b) => Some(u64::from(self.piles.as_ref()?.get(a as usize, b as usize))),
            Part::Row(Turning::SilverDollar, row) => Some(crate::coins::silver_dollar_value(row)),
            Part::Row(Turning::Coins(game), row) => {
                let values = self.coins(game)?;
                Some(row.heads().into_iter().fold(0, |sum, coin| sum ^ values[coin - 1]))
            }
            Part::Board(game, board) => {
                let (across, up) = (self.coins(&game.across)?, self.coins(&game.up)?);
                let product = |(x, y): (usize, usize)| Nim64::new(across[x - 1]) * Nim64::new(up[y - 1]);
                Some(board.heads().map(product).sum::<Nim64>().get())
            }
        }
    }
}
