//! Products of coin-turning games.
//!
//! A move of `A × B` on a board turns the coins where the columns of a move of A cross the rows of a move of B; the one
//! in the top right corner must go from heads to tails. **Tartan theorem** (Winning Ways, chapter 14; Pearson, theorem
//! 18): a single head at `(x, y)` is worth `g_A(x) ⊗ g_B(y)`. By distributivity a move is worth `v ⊗ w`, where `v` and
//! `w` are the values of its two moves, and a board of all heads `C_A(width) ⊗ C_B(height)`.
//!
//! So a winning move on a board of value `N ≠ 0` has `w = N/v`. All first moves on the full board are counted by two
//! tallies of one-dimensional moves: the sum over `v` of `tally_A(v) · tally_B(N/v)`.

use super::board::Board;
use super::error::CoinError;
use super::game::{CoinGame, TURNING_CORNERS, plain};
use super::tally::Tally;
use super::values::{nim_sum, visit};
use crate::nimber::Nim64;
use crate::watch::{Progress, Shared, Watch};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::Arc;

/// The product of two coin-turning games.
///
/// ```
/// use grundy::coins::Tartan;
/// let game: Tartan = "ruler-squares x ruler-triangular".parse()?;
/// let count = game.count_wins(100, 100, &mut grundy::watch::Unwatched)?;
/// assert_eq!(count.wins, 31395); // Project Euler 459
/// # Ok::<(), grundy::coins::CoinError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tartan {
    /// The game along the rows: it chooses columns.
    pub across: CoinGame,
    /// The game along the columns, from the bottom up: it chooses rows.
    pub up: CoinGame,
}

/// Values of single heads along one side of a board; where both sides are the same, they share them.
type Values = Arc<[u64]>;

/// First moves on a board of all heads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstMoves {
    /// The value of the board.
    pub value: u64,
    /// All moves.
    pub moves: u128,
    /// Moves to a position of value 0.
    pub wins: u128,
}

/// A move on a board: it turns the coins where the columns cross the rows.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Crossing {
    /// Columns, ascending from 1 on the left.
    pub columns: Vec<usize>,
    /// Rows, ascending from 1 at the bottom.
    pub rows: Vec<usize>,
}

/// Winning moves on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wins {
    /// How many there are.
    pub count: u128,
    /// The first of them.
    pub listed: Vec<Crossing>,
}

impl Tartan {
    /// Values of single heads: (across, up).
    pub fn values(&self, width: usize, height: usize, watch: &mut dyn Watch) -> Result<(Values, Values), CoinError> {
        self.both(width, height, watch, |game, n, watch| Ok(game.values_watched(n, watch)?.into()))
    }

    /// The value of a board: for each row the nim-sum of its heads, times the value of the row.
    pub fn value(&self, board: &Board, watch: &mut dyn Watch) -> Result<u64, CoinError> {
        let (across, up) = self.values(board.width(), board.height(), watch)?;
        Ok(value_of(board, &across, &up).get())
    }

    /// Counts the first moves on a board of all heads, and those that win.
    pub fn count_wins(&self, width: usize, height: usize, watch: &mut dyn Watch) -> Result<FirstMoves, CoinError> {
        let (across, up) = self.both(width, height, watch, |game, n, watch| {
            let values = game.values_watched(n, watch)?;
            let tally = game.tally(&values, watch)?;
            Ok(Arc::new((values.iter().fold(0, |sum, v| sum ^ v), tally)))
        })?;
        let ((across, columns), (up, rows)): (&(u64, Tally), &(u64, Tally)) = (&across, &up);
        let overflow = || CoinError::TooManyMoves { game: self.to_string() };
        let moves = columns.total().zip(rows.total()).and_then(|(a, b)| a.checked_mul(b)).ok_or_else(overflow)?;
        let value = Nim64::new(*across) * Nim64::new(*up);
        let mut wins = 0;
        if value != Nim64::ZERO {
            // Values of moves are never 0, and all products together are no more than `moves`.
            for (done, (v, ways)) in (0u64..).zip(columns.entries()) {
                if done.is_multiple_of(1 << 14) {
                    watch.at(Progress::open("values of moves", done))?;
                }
                let inverse = Nim64::new(v).inverse().unwrap_or(Nim64::ZERO);
                wins += ways * rows.get((value * inverse).get());
            }
        }
        Ok(FirstMoves { value: value.get(), moves, wins })
    }

    /// The winning moves on any board: their number and the first `limit` of them.
    pub fn winning_moves(&self, board: &Board, limit: usize, watch: &mut dyn Watch) -> Result<Wins, CoinError> {
        let (across, up) = self.values(board.width(), board.height(), watch)?;
        let total = value_of(board, &across, &up);
        let mut wins = Wins { count: 0, listed: vec![] };
        if total == Nim64::ZERO {
            return Ok(wins);
        }
        let mut quotients: HashMap<u64, u64> = HashMap::new();
        let mut columns = MovesByValue::new(&self.across, &across);
        let mut rows = MovesByValue::new(&self.up, &up);
        let heads: Vec<(usize, usize)> = board.heads().collect();
        for (done, &(x, y)) in heads.iter().enumerate() {
            let progress = Progress::new("heads", done as u64, heads.len() as u64);
            watch.at(progress)?;
            let rows = rows.at(y, progress, watch)?;
            for (v, columns) in columns.at(x, progress, watch)? {
                let wanted = *quotients.entry(*v).or_insert_with(|| (total / Nim64::new(*v)).get());
                let Ok(place) = rows.binary_search_by_key(&wanted, |entry| entry.0) else { continue };
                let rows = &rows[place].1;
                wins.count += columns.len() as u128 * rows.len() as u128;
                let pairs = columns.iter().flat_map(|&c| rows.iter().map(move |&r| (c, r)));
                wins.listed.extend(
                    pairs.take(limit.saturating_sub(wins.listed.len())).map(|(c, r)| Crossing {
                        columns: nth_move(&self.across, x, c),
                        rows: nth_move(&self.up, y, r),
                    }),
                );
            }
        }
        Ok(wins)
    }

    /// Does the same for both games, one thread each; once, if they are the same.
    fn both<T: Send + Clone>(
        &self,
        width: usize,
        height: usize,
        watch: &mut dyn Watch,
        work: impl Fn(&CoinGame, usize, &mut dyn Watch) -> Result<T, CoinError> + Sync,
    ) -> Result<(T, T), CoinError> {
        if self.across == self.up && width == height {
            let result = work(&self.up, height, watch)?;
            return Ok((result.clone(), result));
        }
        let shared = Shared::new(watch);
        std::thread::scope(|scope| {
            let across = scope.spawn(|| work(&self.across, width, &mut &shared));
            let up = work(&self.up, height, &mut &shared);
            let across = across.join().expect("no panic in the other game");
            Ok((across?, up?))
        })
    }
}

fn value_of(board: &Board, across: &[u64], up: &[u64]) -> Nim64 {
    let mut rows = vec![0; board.height()];
    for (x, y) in board.heads() {
        rows[y - 1] ^= across[x - 1];
    }
    rows.iter().zip(up).map(|(&row, &g)| Nim64::new(row) * Nim64::new(g)).sum()
}

/// The moves with one rightmost coin, as their numbers in the order of [`CoinGame::for_each_move`], grouped by value,
/// ascending. Few of them will be shown; written out, all together would fill the memory for a large picture.
type Grouped = Vec<(u64, Vec<u32>)>;

/// The coins of one of these moves, ascending.
fn nth_move(game: &CoinGame, right: usize, number: u32) -> Vec<usize> {
    let mut coins = vec![];
    let mut left = number;
    let _ = game.for_each_move(right, &mut |others| {
        if left == 0 {
            coins = others.to_vec();
            return ControlFlow::Break(());
        }
        left -= 1;
        ControlFlow::Continue(())
    });
    coins.push(right);
    coins
}

struct MovesByValue<'a> {
    game: &'a CoinGame,
    values: &'a [u64],
    known: HashMap<usize, Grouped>,
}

impl<'a> MovesByValue<'a> {
    fn new(game: &'a CoinGame, values: &'a [u64]) -> Self {
        MovesByValue { game, values, known: HashMap::new() }
    }

    fn at(&mut self, right: usize, progress: Progress, watch: &mut dyn Watch) -> Result<&Grouped, CoinError> {
        if let Entry::Vacant(place) = self.known.entry(right) {
            let mut groups: HashMap<u64, Vec<u32>> = HashMap::new();
            let mut number = 0;
            visit(self.game, right, progress, watch, &mut |others| {
                let value = self.values[right - 1] ^ nim_sum(self.values, others);
                groups.entry(value).or_default().push(number);
                number += 1;
            })?;
            let mut grouped: Grouped = groups.into_iter().collect();
            grouped.sort_unstable();
            place.insert(grouped);
        }
        Ok(&self.known[&right])
    }
}

impl FromStr for Tartan {
    type Err = CoinError;

    fn from_str(text: &str) -> Result<Self, CoinError> {
        if plain(text) == TURNING_CORNERS {
            return "twins x twins".parse();
        }
        let parts = text.split_once('×').or_else(|| text.split_once(" x ")).or_else(|| text.split_once(" X "));
        let (across, up) = parts.ok_or_else(|| CoinError::NotAProduct(text.to_owned()))?;
        Ok(Tartan { across: across.parse()?, up: up.parse()? })
    }
}

impl fmt::Display for Tartan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {}", self.across, self.up)
    }
}
