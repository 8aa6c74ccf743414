//! Wythoff's game beside a Nim heap (§3.6 of the paper): which moves win?
//!
//! A position `(a, b) + heap K` is lost for the player to move exactly when `G(a, b) = K`. The winning moves are those
//! to such a position: the heap down to `G(a, b)`, if that is less than K; and in Wythoff's game the moves to a cell of
//! value K. Row, column and diagonal hold the value K exactly once each, so there are at most three of those.

use super::WythoffError;
use super::bounds;
use super::rows::{self, Columns};
use super::settle::{Basis, Finder, Known, value_or_unsettled};
use crate::watch::{Progress, Watch};
use schemars::JsonSchema;
use serde::Serialize;

/// A move that wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Win {
    /// Reduce the heap to this size.
    Nim {
        /// What is left of the heap.
        to: u64,
    },
    /// Move to these piles.
    Wythoff {
        /// The first pile.
        a: u64,
        /// The second pile.
        b: u64,
    },
}

/// All winning moves.
#[derive(Clone, Debug)]
pub(super) struct Wins {
    /// The value of the Wythoff part, as far as it matters.
    pub known: Known,
    /// None if the position is lost.
    pub moves: Vec<Win>,
    /// On what all of this rests.
    pub basis: Basis,
}

/// The winning moves from the piles `(a, b)` beside a heap of the finder's g. Its value may be settled with a smaller
/// g; the cells of value g are always looked for with the bounds of g.
pub(super) fn wins(finder: &Finder, a: u64, b: u64, watch: &mut dyn Watch) -> Result<Wins, WythoffError> {
    let (g, low) = (finder.g(), a.min(b));
    let settled = value_or_unsettled(finder, a, b, watch)?;
    let mut wins = Wins { known: settled.known, moves: Vec::new(), basis: settled.basis };
    match wins.known {
        Known::Value(v) if v == u64::from(g) => return Ok(wins),
        Known::Value(to) if to < u64::from(g) => wins.moves.push(Win::Nim { to }),
        _ => {}
    }
    // Where the proved bounds leave no cell to move to, nothing has to be found.
    let mut along = |pile, other| -> Result<Option<u64>, WythoffError> {
        if *bounds::reflected(g, pile).start() >= other {
            return Ok(None);
        }
        let (point, basis) = finder.in_row(pile, watch)?;
        wins.basis.join(basis);
        let cell = if point.a == pile { point.b } else { point.a };
        Ok((cell < other).then_some(cell))
    };
    if let Some(b) = along(a, b)? {
        wins.moves.push(Win::Wythoff { a, b });
    }
    if let Some(a) = along(b, a)? {
        wins.moves.push(Win::Wythoff { a, b });
    }
    let d = a.abs_diff(b);
    if *bounds::rows_of_diagonal(g, d).start() < low {
        let (point, basis) = finder.on_diagonal(d, watch)?;
        wins.basis.join(basis);
        if point.a < low {
            let (x, y) = if a <= b { (point.a, point.b) } else { (point.b, point.a) };
            wins.moves.push(Win::Wythoff { a: x, b: y });
        }
    }
    Ok(wins)
}

/// Whether [`by_cells`] is within this effort.
pub(super) fn small(a: u64, b: u64, effort: u64) -> bool {
    a.min(b) <= rows::MAX_ROW && (a.min(b) + 1).saturating_mul(a.max(b) + 1) <= effort
}

/// The winning moves by looking at every cell that can be moved to; any heap.
pub(super) fn by_cells(a: u64, b: u64, heap: u64, watch: &mut dyn Watch) -> Result<Wins, WythoffError> {
    let (low, high) = (a.min(b), a.max(b));
    let mut columns = Columns::new(low)?;
    let mut cells = Vec::new();
    while columns.column() <= high {
        let y = columns.column();
        if columns.is_time_to_ask() {
            watch.at(Progress::new("columns", y, high + 1))?;
        }
        columns.step();
        if y < high && columns.value(low) == heap {
            cells.push((low, y));
        }
        if let Some(row) = low.checked_sub(high - y)
            && y < high
            && columns.value(row) == heap
        {
            cells.push((row, y));
        }
        if y == high {
            cells.extend((0..low).filter(|&row| columns.value(row) == heap).map(|row| (row, y)));
        }
    }
    let v = columns.value(low);
    let mut moves = Vec::new();
    if v < heap {
        moves.push(Win::Nim { to: v });
    }
    if v != heap {
        let turned = |&(x, y): &(u64, u64)| if a <= b { (x, y) } else { (y, x) };
        moves.extend(cells.iter().map(turned).map(|(a, b)| Win::Wythoff { a, b }));
    }
    Ok(Wins { known: Known::Value(v), moves, basis: Basis::exact() })
}
