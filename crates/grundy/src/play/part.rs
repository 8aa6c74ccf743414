//! What stands on the table: heaps, rings, the piles of Wythoff's game, rows and boards of coins; and the moves in
//! each.

use crate::coins::{Board, CoinGame, Row, Tartan, slides};
use crate::game::Game;
use crate::position::Heap;
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::ControlFlow;

/// One of the games side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A heap, or a ring.
    Heap(Game, Heap),
    /// The queen of Wythoff's game: two piles.
    Wythoff(u64, u64),
    /// A row of coins.
    Row(Turning, Row),
    /// A board of coins.
    Board(Tartan, Board),
}

/// What is done with a row of coins.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Turning {
    /// Coins are turned.
    Coins(CoinGame),
    /// Coins slide to the left.
    SilverDollar,
}

/// A move in one part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Step {
    /// Beans are taken from a heap or ring.
    Take {
        /// How many.
        removed: u64,
        /// The heaps that are left of it, in the order in which they stand.
        left: Vec<u64>,
    },
    /// The piles of Wythoff's game become these.
    Queen {
        /// The first pile.
        a: u64,
        /// The second pile.
        b: u64,
    },
    /// Coins of a row are turned; a slide turns the coin it comes from and the one it goes to.
    Turn {
        /// Which, ascending from 1.
        turn: Vec<usize>,
    },
    /// The coins where columns and rows cross are turned.
    Cross {
        /// Columns, ascending from 1 on the left.
        columns: Vec<usize>,
        /// Rows, ascending from 1 at the bottom.
        rows: Vec<usize>,
    },
}

impl Part {
    /// Calls `visit` with every legal move; splits into the same heaps count once.
    pub fn each_step<B>(&self, mut visit: impl FnMut(Step) -> ControlFlow<B>) -> ControlFlow<B> {
        match self {
            Part::Heap(game, heap) => {
                let mut take = |removed: u64, left: &[u64]| visit(Step::Take { removed, left: left.to_vec() });
                if heap.ring {
                    heap.each_ring_option(game.rules(), take)
                } else {
                    game.rules().each_option(heap.size, &mut take)
                }
            }
            &Part::Wythoff(a, b) => {
                (0..a).try_for_each(|a| visit(Step::Queen { a, b }))?;
                (0..b).try_for_each(|b| visit(Step::Queen { a, b }))?;
                (1..=a.min(b)).try_for_each(|k| visit(Step::Queen { a: a - k, b: b - k }))
            }
            Part::Row(Turning::SilverDollar, row) => {
                slides(row).try_for_each(|slide| visit(Step::Turn { turn: vec![slide.to, slide.from] }))
            }
            Part::Row(Turning::Coins(game), row) => row
                .heads()
                .into_iter()
                .try_for_each(|right| each_turn(game, right, &mut |turn| visit(Step::Turn { turn: turn.to_vec() }))),
            Part::Board(game, board) => board.heads().try_for_each(|(x, y)| {
                each_turn(&game.across, x, &mut |columns| {
                    each_turn(&game.up, y, &mut |rows| {
                        visit(Step::Cross { columns: columns.to_vec(), rows: rows.to_vec() })
                    })
                })
            }),
        }
    }

    /// Whether a move is legal, without going through all.
    pub fn allows(&self, step: &Step) -> bool {
        let is_move = |game: &CoinGame, turn: &[usize]| {
            turn.split_last().is_some_and(|(&right, others)| {
                turn.is_sorted_by(|a, b| a < b)
                    && each_turn(game, right, &mut |found| {
                        if found[..found.len() - 1] == *others {
                            ControlFlow::Break(())
                        } else {
                            ControlFlow::Continue(())
                        }
                    })
                    .is_break()
            })
        };
        match (self, step) {
            (Part::Heap(game, heap), Step::Take { removed, left }) => {
                let total = left.iter().try_fold(*removed, |sum, &part| sum.checked_add(part));
                let digit = if *removed <= heap.size { game.rules().digit(*removed) } else { 0 };
                let banned = matches!(**left, [a, b] if !game.rules().ban().allows(a, b));
                total == Some(heap.size)
                    && left.len() < 32
                    && !left.contains(&0)
                    && digit >> left.len() & 1 == 1
                    && !banned
                    && !(heap.ring && left.len() > 1)
            }
            (&Part::Wythoff(a, b), &Step::Queen { a: x, b: y }) => {
                x <= a && y <= b && (x, y) != (a, b) && (x == a || y == b || a - x == b - y)
            }
            (Part::Row(Turning::SilverDollar, row), Step::Turn { turn }) => {
                slides(row).any(|slide| **turn == [slide.to, slide.from])
            }
            (Part::Row(Turning::Coins(game), row), Step::Turn { turn }) => {
                turn.first() > Some(&0)
                    && turn.last().is_some_and(|right| row.heads().contains(right))
                    && is_move(game, turn)
            }
            (Part::Board(game, board), Step::Cross { columns, rows }) => {
                let corner = columns.last().copied().zip(rows.last().copied());
                let is_on = columns.first() > Some(&0) && rows.first() > Some(&0);
                let is_heads =
                    |(x, y): (usize, usize)| x <= board.width() && y <= board.height() && board.is_heads(x, y);
                is_on && corner.is_some_and(is_heads) && is_move(&game.across, columns) && is_move(&game.up, rows)
            }
            _ => false,
        }
    }

    /// What is left after a legal move.
    pub fn after(&self, step: &Step) -> Vec<Part> {
        match (self, step) {
            (Part::Heap(game, _), Step::Take { left, .. }) => {
                left.iter().map(|&size| Part::Heap(game.clone(), Heap { size, ring: false })).collect()
            }
            (Part::Wythoff(..), &Step::Queen { a, b }) => vec![Part::Wythoff(a, b)],
            (Part::Row(game, row), Step::Turn { turn }) => vec![Part::Row(game.clone(), row.turn(turn))],
            (Part::Board(game, board), Step::Cross { columns, rows }) => {
                vec![Part::Board(game.clone(), board.turn(columns, rows))]
            }
            _ => vec![self.clone()],
        }
    }

    /// A heap that has been taken as a whole.
    pub(super) fn emptied(&self) -> Option<Part> {
        match self {
            Part::Heap(game, _) => Some(Part::Heap(game.clone(), Heap { size: 0, ring: false })),
            _ => None,
        }
    }
}

/// Calls `visit` with the coins of each move whose rightmost coin is `right`, ascending.
fn each_turn<B>(game: &CoinGame, right: usize, visit: &mut impl FnMut(&[usize]) -> ControlFlow<B>) -> ControlFlow<B> {
    let mut broken = None;
    let _ = game.for_each_move(right, &mut |others| {
        let coins: Vec<usize> = others.iter().copied().chain([right]).collect();
        match visit(&coins) {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(with) => {
                broken = Some(with);
                ControlFlow::Break(())
            }
        }
    });
    broken.map_or(ControlFlow::Continue(()), ControlFlow::Break)
}
