//! What a player sees: the parts, who wins and why, and the legal moves.

use super::worth::{Judge, Worth};
use super::{Part, Play, Position, Step};
use crate::error::Error;
use crate::position::Outcome;
use crate::watch::{Progress, Stopped, Watch};
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::ControlFlow;

/// A position to play on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct View {
    /// The position as text.
    pub position: String,
    /// Whether the last to move loses.
    pub misere: bool,
    /// Heaps, rings, piles, rows and boards, in order.
    pub parts: Vec<PartView>,
    /// Whether there is no move.
    pub over: bool,
    /// Who wins; null where it is not known.
    pub outcome: Option<Outcome>,
    /// What it is worth: the nim-sum, or an element of a misère quotient; null where it is not known.
    pub value: Option<String>,
    /// Why it is won or lost.
    pub why: String,
    /// The legal moves; splits into the same heaps are one move.
    pub moves: Vec<Choice>,
    /// Whether these are all.
    pub complete: bool,
}

/// A part of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PartView {
    /// heap, ring, wythoff, coins or tartan.
    pub kind: &'static str,
    /// The game.
    pub game: String,
    /// What stands there, as text.
    pub text: String,
    /// The beans of a heap or ring.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// The first pile of Wythoff's game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a: Option<u64>,
    /// The second pile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b: Option<u64>,
    /// The coins of a row, the first on the left: H heads, T tails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<String>,
    /// The rows of a board, the top row first: `#` heads, `.` tails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<String>>,
    /// What it is worth; null where it is not known.
    pub value: Option<String>,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Choice {
    /// The part it is made in, counted from 0.
    pub part: usize,
    /// What is done.
    #[serde(flatten)]
    pub step: Step,
    /// The move in words.
    pub text: String,
    /// The position after it.
    pub after: String,
    /// Whether it wins; null where it is not known.
    pub wins: Option<bool>,
    /// What the position after it is worth; null where it is not known.
    pub value: Option<String>,
}

/// A position with its judge, and what its parts are worth.
pub(super) struct Judged<'p> {
    pub position: &'p Position,
    pub judge: Judge,
    pub play: Play,
    pub worths: Vec<Option<Worth>>,
    pub total: Option<Worth>,
}

impl Position {
    /// All that a player sees, with at most `most` moves.
    pub fn view(&self, play: Play, most: usize, watch: &mut dyn Watch) -> Result<View, Error> {
        let judged = Judged::new(self, play, watch)?;
        let mut moves = Vec::new();
        let complete = judged.each(watch, |part, step, _| {
            if moves.len() == most {
                return ControlFlow::Break(());
            }
            moves.push(judged.choice(part, step));
            ControlFlow::Continue(())
        })?;
        let over = moves.is_empty() && complete;
        let name = |worth: Option<Worth>| worth.map(|worth| judged.judge.name(worth));
        let seen = |(part, &worth): (&Part, &Option<Worth>)| PartView { value: name(worth), ..part.seen() };
        Ok(View {
            position: self.to_string(),
            misere: play == Play::Misere,
            parts: self.parts.iter().zip(&judged.worths).map(seen).collect(),
            over,
            outcome: judged.total.map(|total| if judged.judge.is_lost(total) { Outcome::P } else { Outcome::N }),
            value: name(judged.total),
            why: if over { judged.over() } else { judged.why() },
            moves,
            complete,
        })
    }
}

impl Part {
    fn seen(&self) -> PartView {
        let plain = PartView { game: self.game(), text: self.stand(), ..PartView::default() };
        match self {
            Part::Heap(_, heap) => {
                PartView { kind: if heap.ring { "ring" } else { "heap" }, size: Some(heap.size), ..plain }
            }
            &Part::Wythoff(a, b) => PartView { kind: "wythoff", a: Some(a), b: Some(b), ..plain },
            Part::Row(_, row) => PartView { kind: "coins", row: Some(row.to_string()), ..plain },
            Part::Board(_, board) => PartView { kind: "tartan", rows: Some(board.lines()), ..plain },
        }
    }
}

impl<'p> Judged<'p> {
    pub fn new(position: &'p Position, play: Play, watch: &mut dyn Watch) -> Result<Self, Error> {
        let judge = Judge::of(position, play, watch)?;
        let worths: Vec<Option<Worth>> = position.parts.iter().map(|part| judge.part(part)).collect();
        let total = judge.all(&position.parts);
        Ok(Judged { position, judge, play, worths, total })
    }

    /// Calls `visit` with each legal move and what the position after it is worth. False if `visit` broke it off.
    pub fn each(
        &self,
        watch: &mut dyn Watch,
        mut visit: impl FnMut(usize, Step, Option<Worth>) -> ControlFlow<()>,
    ) -> Result<bool, Error> {
        let mut looked = 0u64;
        for (index, part) in self.position.parts.iter().enumerate() {
            let others = self.others(index);
            let flow = part.each_step(|step| {
                looked += 1;
                if looked.is_multiple_of(1 << 12) && watch.at(Progress::open("moves", looked)).is_err() {
                    return ControlFlow::Break(true);
                }
                let worth = others.and_then(|others| self.with(others, &part.after(&step)));
                visit(index, step, worth).map_break(|()| false)
            });
            match flow {
                ControlFlow::Continue(()) => {}
                ControlFlow::Break(true) => return Err(Error::Stopped(Stopped)),
                ControlFlow::Break(false) => return Ok(false),
            }
        }
        Ok(true)
    }

    /// What all parts but one are worth.
    fn others(&self, index: usize) -> Option<Worth> {
        let worths = self.worths.iter().enumerate().filter(|&(k, _)| k != index);
        worths.into_iter().try_fold(self.judge.nothing(), |sum, (_, &worth)| Some(self.judge.join(sum, worth?)))
    }

    fn with(&self, others: Worth, parts: &[Part]) -> Option<Worth> {
        parts.iter().try_fold(others, |sum, part| Some(self.judge.join(sum, self.judge.part(part)?)))
    }

    /// A legal move with all that is known about it.
    pub fn choice(&self, part: usize, step: Step) -> Choice {
        let worth = self.others(part).and_then(|others| self.with(others, &self.position.parts[part].after(&step)));
        Choice {
            part,
            text: self.position.say(part, &step),
            after: self.position.after(part, &step).to_string(),
            wins: worth.map(|worth| self.judge.is_lost(worth)),
            value: worth.map(|worth| self.judge.name(worth)),
            step,
        }
    }
}
