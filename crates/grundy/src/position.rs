//! Positions: several heaps of one game, who wins, and by which moves.
//!
//! A position is written `GAME: 5 7 12`. Its value is the xor of its heaps' values (Sprague–Grundy); the player to move
//! wins unless it is 0, and wins exactly by the moves that make it 0.
//!
//! `ring 12` is a circle of 12 beans that the first move opens: `i` neighbouring beans are removed and the others
//! stay as one row, where digit `i` must allow one heap left (or none, when the whole ring goes). From then on it is an
//! ordinary heap.

use crate::count;
use crate::error::{Error, GameError, Problem};
use crate::game::{Form, Game};
use crate::rules::{Class, Rules};
use crate::sequence::Sequence;
use crate::sum::Sum;
use crate::watch::{Progress, Stopped, Watch};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::str::FromStr;

/// One heap of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heap {
    /// How many beans.
    pub size: u64,
    /// Whether it is a circle that has not been opened yet.
    pub ring: bool,
}

/// Heaps of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The game.
    pub game: Game,
    /// Its heaps, as written.
    pub heaps: Vec<Heap>,
}

/// Who wins: the next player (`N`) or the previous one (`P`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub enum Outcome {
    /// The player to move wins.
    N,
    /// The player to move loses.
    P,
}

/// A move in one heap of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Move {
    /// Which heap, counted from 0.
    pub index: usize,
    /// Its size.
    pub heap: u64,
    /// How many beans are removed.
    pub removed: u64,
    /// The heaps that are left of it; in Wythoff's game both piles.
    pub left: Vec<u64>,
}

/// An option of a position: a move, and what it leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OptionValue {
    /// The move.
    #[serde(flatten)]
    pub by: Move,
    /// The value of what is left of the heap.
    pub value: u64,
    /// The value of the whole position after the move: 0 if the move wins.
    pub total: u64,
}

/// Who wins a position, and by which moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Answer {
    /// The game as it was written; the games of a sum with ` + ` between them.
    pub game: String,
    /// The game in canonical spelling.
    pub canonical: String,
    /// The heaps and their values.
    pub heaps: Vec<HeapValue>,
    /// The xor of the heaps' values.
    pub value: u64,
    /// Who wins.
    pub outcome: Outcome,
    /// Moves to positions of value 0, the first of them if there are very many.
    pub winning_moves: Vec<Move>,
    /// How many such moves there are; none if there are too many options to go through.
    pub winning_moves_count: Option<u64>,
    /// The options with their values, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<Vec<OptionValue>>,
}

/// A heap and its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HeapValue {
    /// Its game in canonical spelling.
    pub game: String,
    /// How many beans.
    pub size: u64,
    /// The other pile, in Wythoff's game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beside: Option<u64>,
    /// Whether it is a circle that has not been opened yet.
    pub ring: bool,
    /// Its nim-value.
    pub value: u64,
}

impl Game {
    /// Heaps of these sizes.
    ///
    /// ```
    /// use grundy::{Game, position::Outcome, watch::Unwatched};
    /// let kayles: Game = "kayles".parse()?;
    /// let answer = kayles.position(&[5, 7, 12]).analyze(20, &mut Unwatched)?;
    /// assert_eq!((answer.value, answer.outcome), (2, Outcome::N));
    /// assert_eq!((answer.winning_moves[0].heap, answer.winning_moves[0].left.as_slice()), (7, &[3, 3][..]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position(&self, heaps: &[u64]) -> Position {
        let heaps = heaps.iter().map(|&size| Heap { size, ring: false }).collect();
        Position { game: self.clone(), heaps }
    }
}

impl FromStr for Position {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Self, GameError> {
        let Some((game_text, heaps_text)) = text.split_once(':') else {
            return Err(GameError::new(Problem::NoColon, 0, text.len()));
        };
        let game: Game = game_text.parse()?;
        let heaps = read_heaps(&game, heaps_text, game_text.len() + 1)?;
        if heaps.is_empty() {
            return Err(GameError::new(Problem::NoHeaps, game_text.len(), 1));
        }
        Ok(Position { game, heaps })
    }
}

/// Words between blanks and commas, with their places.
pub(crate) fn words(text: &str, offset: usize) -> impl Iterator<Item = (usize, &str)> {
    let is_between = |c: char| c.is_whitespace() || c == ',';
    let mut next = offset;
    let words = text.split_inclusive(is_between).map(move |piece| {
        let start = next;
        next += piece.len();
        (start, piece.trim_end_matches(is_between))
    });
    words.filter(|(_, word)| !word.is_empty())
}

/// Whether circles have a meaning in a game: it is played on rows.
pub(crate) fn has_rings(game: &Game) -> bool {
    let rules = game.rules();
    matches!(game.form(), Form::Code(_) | Form::Subtraction(_)) && rules.class() <= Class::Octal && rules.is_finite()
}

/// Reads `5 ring 7 12` at byte `offset` of what was typed.
pub(crate) fn read_heaps(game: &Game, text: &str, offset: usize) -> Result<Vec<Heap>, GameError> {
    let error = |problem, start, length| Err(GameError::new(problem, start, length));
    let mut heaps = Vec::new();
    let mut ring = None;
    for (start, word) in words(text, offset) {
        match count::read(word) {
            _ if word == "ring" && !has_rings(game) => return error(Problem::NoRing, start, word.len()),
            _ if word == "ring" && ring.is_none() => ring = Some(start),
            Some(size) => heaps.push(Heap { size, ring: ring.take().is_some() }),
            None => return error(Problem::BadHeap(word.to_owned()), start, word.len()),
        }
    }
    match ring {
        Some(start) => error(Problem::BadHeap("ring".to_owned()), start, "ring".len()),
        None => Ok(heaps),
    }
}

impl Position {
    /// The largest heap.
    pub fn largest(&self) -> u64 {
        self.heaps.iter().map(|heap| heap.size).max().unwrap_or(0)
    }

    /// Who wins, and by which moves; at most `most` of them are listed.
    pub fn analyze(&self, most: usize, watch: &mut dyn Watch) -> Result<Answer, Error> {
        Sum::from(self.clone()).analyze(most, watch)
    }
}

/// The most options of a heap that are gone through one by one.
const MOST_OPTIONS: u64 = 1 << 32;

/// The moves to a given value.
///
/// Options of small heaps are gone through. For far heaps a proved period counts them: with `a + b = m` and `n0 <= a <=
/// b`, the values of both parts stay when `a` grows by `p` and `b` falls by it, so the splits up to `n0` and one period
/// of the others say how many there are. Where values grow with each period, one heap at most of each residue has a
/// given value.
pub(crate) struct Wins<'a> {
    pub rules: &'a Rules,
    pub sequence: &'a Sequence,
    pub watch: &'a mut dyn Watch,
    /// How many moves are listed.
    pub most: usize,
    pub listed: Vec<Move>,
    /// How many moves there are.
    pub count: u64,
    /// How many options of this heap were gone through.
    pub looked: u64,
}

/// Why the moves of a heap were not all gone through.
enum Short {
    Stopped,
    TooMany,
}

impl From<Stopped> for Short {
    fn from(_: Stopped) -> Self {
        Short::Stopped
    }
}

impl Wins<'_> {
    /// Finds the moves in `heap` that leave the value `goal`. False if there are too many options.
    pub(crate) fn of_heap(&mut self, index: usize, heap: Heap, goal: u64) -> Result<bool, Error> {
        self.looked = 0;
        let rules = self.rules;
        let grows = self.sequence.period().is_some_and(|period| period.saltus > 0);
        let found = if heap.ring {
            heap.each_ring_option(rules, |removed, left| self.option(index, heap.size, removed, left, goal))
        } else if grows && !rules.is_finite() && rules.class() == Class::Subtraction {
            self.by_residues(index, heap.size, goal)
        } else {
            self.by_removals(index, heap.size, goal)
        };
        match found {
            ControlFlow::Continue(()) => Ok(true),
            ControlFlow::Break(Short::TooMany) => Ok(false),
            ControlFlow::Break(Short::Stopped) => Err(Error::Stopped(Stopped)),
        }
    }

    /// An option that was gone through.
    fn option(&mut self, index: usize, heap: u64, removed: u64, left: &[u64], goal: u64) -> ControlFlow<Short> {
        self.look()?;
        let value = left.iter().try_fold(0, |sum, &part| Some(sum ^ self.sequence.at(part)?));
        if value == Some(goal) {
            self.list(index, heap, removed, left);
            self.count += 1;
        }
        ControlFlow::Continue(())
    }

    fn look(&mut self) -> ControlFlow<Short> {
        self.looked += 1;
        let asks = self.looked.trailing_zeros() >= 16;
        if asks && self.watch.at(Progress::open("options", self.looked)).is_err() {
            return ControlFlow::Break(Short::Stopped);
        }
        if self.looked > MOST_OPTIONS { ControlFlow::Break(Short::TooMany) } else { ControlFlow::Continue(()) }
    }

    fn list(&mut self, index: usize, heap: u64, removed: u64, left: &[u64]) {
        if self.listed.len() < self.most {
            self.listed.push(Move { index, heap, removed, left: left.to_vec() });
        }
    }

    /// Removal by removal, number by number of heaps left.
    fn by_removals(&mut self, index: usize, n: u64, goal: u64) -> ControlFlow<Short> {
        let rules = self.rules;
        for (removed, digit) in rules.moves_within(n) {
            // Digits of removals between that allow nothing here cost time, too.
            self.look()?;
            for heaps in (0..=digit.ilog2()).filter(|heaps| digit >> heaps & 1 == 1) {
                match self.sequence.period() {
                    Some(period) if heaps == 2 && period.saltus == 0 && n - removed > 2 => {
                        self.splits(index, n, removed, goal, period.preperiod, period.period)?;
                    }
                    _ => rules.each_split(n, removed, heaps, |left| self.option(index, n, removed, left, goal))?,
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The splits of `n - removed > 2` in two, by the period.
    fn splits(
        &mut self,
        index: usize,
        n: u64,
        removed: u64,
        goal: u64,
        preperiod: u64,
        period: u64,
    ) -> ControlFlow<Short> {
        let rest = n - removed;
        let from = preperiod.max(1).min(rest / 2 + 1);
        for a in 1..from {
            self.option(index, n, removed, &[a, rest - a], goal)?;
        }
        // Smaller parts from here on; those with the same residue leave the same value.
        let parts = rest / 2 + 1 - from;
        let mut hits = Vec::new();
        for part in 0..parts.min(period) {
            self.look()?;
            let (a, b) = (from + part, rest - from - part);
            if self.sequence.at(a).zip(self.sequence.at(b)).is_some_and(|(x, y)| x ^ y == goal) {
                hits.push(part);
                self.count += (parts - part).div_ceil(period);
            }
        }
        let mut before = 0;
        while !hits.is_empty() && before < parts && self.listed.len() < self.most {
            for part in hits.iter().map(|hit| before + hit).filter(|&part| part < parts) {
                self.list(index, n, removed, &[from + part, rest - from - part]);
            }
            before += period;
        }
        ControlFlow::Continue(())
    }

    /// The heaps below `n` of value `goal`, where each residue has one at most from the preperiod on.
    fn by_residues(&mut self, index: usize, n: u64, goal: u64) -> ControlFlow<Short> {
        let Some(period) = self.sequence.period() else { return ControlFlow::Continue(()) };
        let at_residue = |first: u64| {
            let grown = goal.checked_sub(self.sequence.at(first)?)?;
            let again = grown.is_multiple_of(period.saltus).then_some(grown / period.saltus)?;
            again.checked_mul(period.period)?.checked_add(first)
        };
        let late = (period.preperiod..period.preperiod + period.period).filter_map(at_residue);
        let early = 0..period.preperiod.min(n);
        let mut heaps: Vec<u64> = early.filter(|&m| self.sequence.at(m) == Some(goal)).chain(late).collect();
        heaps.retain(|&m| m < n && self.rules.digit(n - m) & if m == 0 { 1 } else { 2 } != 0);
        heaps.sort_unstable_by(|a, b| b.cmp(a));
        for m in heaps {
            let left: &[u64] = if m == 0 { &[] } else { &[m] };
            self.option(index, n, n - m, left, goal)?;
        }
        ControlFlow::Continue(())
    }
}

impl Heap {
    pub(crate) fn value(self, rules: &Rules, sequence: &Sequence) -> Option<u64> {
        if !self.ring {
            return sequence.at(self.size);
        }
        let mut seen = BTreeSet::new();
        let _ = self.each_ring_option(rules, |_, left| {
            seen.insert(left.first().map_or(Some(0), |&row| sequence.at(row)));
            ControlFlow::<()>::Continue(())
        });
        (0..=seen.len() as u64).find(|&value| !seen.contains(&Some(value)))
    }

    pub(crate) fn each_ring_option<B>(
        self,
        rules: &Rules,
        mut visit: impl FnMut(u64, &[u64]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (removed, digit) in rules.moves_within(self.size) {
            let row = self.size - removed;
            if row == 0 && digit & 1 != 0 {
                visit(removed, &[])?;
            } else if row > 0 && digit & 2 != 0 {
                visit(removed, &[row])?;
            }
        }
        ControlFlow::Continue(())
    }
}
