//! A row of coins: its value, who wins, and all moves that win.

use super::error::CoinError;
use super::game::CoinGame;
use super::values::{nim_sum, visit};
use crate::watch::{Progress, Unwatched, Watch};
use std::fmt;
use std::str::FromStr;

/// A row of coins, numbered from 1 on the left.
///
/// ```
/// use grundy::coins::{CoinGame, Row};
/// let game: CoinGame = "mock-turtles".parse()?;
/// let row: Row = "htththtth".parse()?;
/// assert_eq!(row.value(&game)?, 29);
/// # Ok::<(), grundy::coins::CoinError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Row(Vec<bool>);

/// Whether a character shows heads (black) or tails (white).
pub(super) fn coin(c: char) -> Option<bool> {
    match c {
        'H' | 'h' | 'B' | 'b' | '1' | '#' | 'X' | 'x' | '@' | '*' | '●' | '█' => Some(true),
        'T' | 't' | 'W' | 'w' | '0' | '.' | '-' | '_' | '○' | '·' => Some(false),
        _ => None,
    }
}

impl Row {
    /// From heads (`true`) and tails.
    pub fn new(heads: impl IntoIterator<Item = bool>) -> Self {
        Row(heads.into_iter().collect())
    }

    /// Where the heads are, ascending from 1.
    pub fn heads(&self) -> Vec<usize> {
        (1..=self.0.len()).filter(|&i| self.0[i - 1]).collect()
    }

    /// The number of coins.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no coins at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Turns these coins.
    #[must_use]
    pub fn turn(&self, coins: &[usize]) -> Self {
        let mut turned = self.clone();
        for &coin in coins {
            turned.0[coin - 1] ^= true;
        }
        turned
    }

    /// The nim-value: the nim-sum of the single heads.
    pub fn value(&self, game: &CoinGame) -> Result<u64, CoinError> {
        Ok(nim_sum(&game.values(self.0.len())?, &self.heads()))
    }

    /// Every move to a position of value 0, as the coins it turns, ascending.
    pub fn winning_moves(&self, game: &CoinGame) -> Result<Vec<Vec<usize>>, CoinError> {
        self.winning_moves_watched(game, &mut Unwatched)
    }

    /// [`Row::winning_moves`] under a watch.
    pub fn winning_moves_watched(&self, game: &CoinGame, watch: &mut dyn Watch) -> Result<Vec<Vec<usize>>, CoinError> {
        let values = game.values_watched(self.0.len(), watch)?;
        let heads = self.heads();
        let total = nim_sum(&values, &heads);
        let mut winning = vec![];
        if total == 0 {
            return Ok(winning);
        }
        for right in heads {
            let progress = Progress::new("heads", right as u64, self.0.len() as u64);
            visit(game, right, progress, watch, &mut |others| {
                if nim_sum(&values, others) ^ values[right - 1] == total {
                    let mut coins = others.to_vec();
                    coins.push(right);
                    winning.push(coins);
                }
            })?;
        }
        Ok(winning)
    }
}

impl FromStr for Row {
    type Err = CoinError;

    fn from_str(text: &str) -> Result<Self, CoinError> {
        let mut coins = vec![];
        for (i, c) in text.trim().chars().enumerate() {
            if !c.is_whitespace() {
                coins.push(coin(c).ok_or(CoinError::NotACoin { found: c, row: 1, column: i + 1 })?);
            }
        }
        if coins.is_empty() { Err(CoinError::NoCoins) } else { Ok(Row(coins)) }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|&heads| f.write_str(if heads { "H" } else { "T" }))
    }
}
