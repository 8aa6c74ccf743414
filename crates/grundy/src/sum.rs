//! Sums of different games: `kayles: 5 7 + .07: ring 12 + nim: 3 + wythoff: 3 4`.
//!
//! By the theorem of Sprague and Grundy a sum is worth the xor of the values of its parts, whatever games they belong
//! to. The player to move wins unless it is 0, and wins exactly by moves in one part that leave there the xor of all
//! others.

use crate::count;
use crate::error::{Error, GameError, Problem};
use crate::game::Game;
use crate::position::{Answer, Heap, HeapValue, Move, OptionValue, Outcome, Position, Wins, read_heaps, words};
use crate::sequence::Sequence;
use crate::watch::{Progress, Stopped, Watch};
use crate::wythoff::{self, Known, Trust, Win};
use std::fmt::{self, Display, Formatter};
use std::ops::ControlFlow;
use std::str::FromStr;

/// Positions of different games, side by side.
///
/// ```
/// use grundy::{Sum, watch::Unwatched};
/// let sum: Sum = "kayles: 5 + nim: 3 + wythoff: 1 2".parse()?;
/// let answer = sum.analyze(20, &mut Unwatched)?;
/// assert_eq!(answer.value, 4 ^ 3 ^ 0);
/// assert_eq!(sum.to_string(), ".77: 5 + .3...: 3 + wythoff: 1 2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sum {
    /// The parts, as written.
    pub parts: Vec<Part>,
}

/// A part of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// Heaps of a game.
    Heaps(Position),
    /// Two piles of Wythoff's game.
    Wythoff(u64, u64),
}

impl From<Position> for Sum {
    fn from(position: Position) -> Self {
        Sum { parts: vec![Part::Heaps(position)] }
    }
}

const WYTHOFF: &str = "wythoff";

/// In canonical spelling, which is read back as the same sum.
impl Display for Sum {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (k, part) in self.parts.iter().enumerate() {
            f.write_str(if k > 0 { " + " } else { "" })?;
            match part {
                Part::Wythoff(a, b) => write!(f, "{WYTHOFF}: {a} {b}")?,
                Part::Heaps(Position { game, heaps }) => {
                    write!(f, "{game}:")?;
                    for Heap { size, ring } in heaps {
                        write!(f, "{} {size}", if *ring { " ring" } else { "" })?;
                    }
                }
            }
        }
        Ok(())
    }
}

impl FromStr for Sum {
    type Err = GameError;

    /// Parts are separated by `+`; one without a game belongs to the game before it.
    fn from_str(text: &str) -> Result<Self, GameError> {
        let error = |problem, start, length| Err(GameError::new(problem, start, length));
        let mut parts: Vec<Part> = Vec::new();
        let mut start = 0;
        for piece in text.split('+') {
            let (at, game_length) = (start, piece.find(':'));
            start += piece.len() + 1;
            let shifted = |mut error: GameError| {
                error.start += at;
                error
            };
            let heaps_at = game_length.map_or(at, |length| at + length + 1);
            let heaps = &text[heaps_at..at + piece.len()];
            let game = game_length.map(|length| piece[..length].trim());
            let is_wythoff = match (game, parts.last()) {
                (Some(game), _) => game.eq_ignore_ascii_case(WYTHOFF),
                (None, Some(part)) => matches!(part, Part::Wythoff(..)),
                (None, None) => return error(Problem::NoColon, 0, text.len()),
            };
            if words(heaps, heaps_at).next().is_none() {
                return error(Problem::NoHeaps, heaps_at - 1, 1);
            }
            if is_wythoff {
                parts.extend(read_piles(heaps, heaps_at)?);
                continue;
            }
            let game: Game = match (game_length, parts.last()) {
                (Some(length), _) => piece[..length].parse().map_err(shifted)?,
                (None, Some(Part::Heaps(position))) => position.game.clone(),
                (None, _) => return error(Problem::NoColon, at, piece.len()),
            };
            let heaps = read_heaps(&game, heaps, heaps_at)?;
            parts.push(Part::Heaps(Position { game, heaps }));
        }
        Ok(Sum { parts })
    }
}

/// Reads pairs of piles.
fn read_piles(text: &str, offset: usize) -> Result<Vec<Part>, GameError> {
    let mut piles = Vec::new();
    let mut last = (offset, 0);
    for (start, word) in words(text, offset) {
        let bad = || GameError::new(Problem::BadHeap(word.to_owned()), start, word.len());
        piles.push(count::read(word).ok_or_else(bad)?);
        last = (start, word.len());
    }
    match piles.as_chunks() {
        (pairs, []) => Ok(pairs.iter().map(|&[a, b]| Part::Wythoff(a, b)).collect()),
        _ => Err(GameError::new(Problem::OddPiles, last.0, last.1)),
    }
}

/// A heap, or two piles, with what is needed to judge it.
struct Component<'a> {
    part: &'a Part,
    heap: Heap,
    value: u64,
    /// The nim-sequence of its game, by its number.
    sequence: usize,
}

impl Sum {
    /// The games as they were written, or in canonical spelling, with ` + ` between them.
    fn games(&self, name: impl Fn(&Game) -> String) -> String {
        let name = |part: &Part| match part {
            Part::Heaps(position) => name(&position.game),
            Part::Wythoff(..) => WYTHOFF.to_owned(),
        };
        let mut names: Vec<String> = self.parts.iter().map(name).collect();
        names.dedup();
        names.join(" + ")
    }

    /// Who wins, and by which moves; at most `most` of them are listed.
    pub fn analyze(&self, most: usize, watch: &mut dyn Watch) -> Result<Answer, Error> {
        let sequences = self.sequences(watch)?;
        let components = self.components(&sequences, watch)?;
        let total = components.iter().fold(0, |sum, component| sum ^ component.value);
        let mut winning_moves = Vec::new();
        let mut count = Some(0);
        for (index, component) in components.iter().enumerate().filter(|_| total != 0) {
            let goal = total ^ component.value;
            let room = most - winning_moves.len();
            let (moves, found) = component.wins(index, goal, room, &sequences, watch)?;
            winning_moves.extend(moves);
            count = count.zip(found).map(|(sum, more)| sum + more);
        }
        Ok(Answer {
            game: self.games(Game::written),
            canonical: self.games(Game::to_string),
            heaps: components.iter().map(Component::shown).collect(),
            value: total,
            outcome: if total == 0 { Outcome::P } else { Outcome::N },
            winning_moves,
            winning_moves_count: count,
            options: None,
        })
    }

    /// All options with their values, at most `most` of them.
    pub fn options(&self, most: usize, watch: &mut dyn Watch) -> Result<Vec<OptionValue>, Error> {
        let sequences = self.sequences(watch)?;
        let components = self.components(&sequences, watch)?;
        let total = components.iter().fold(0, |sum, component| sum ^ component.value);
        let mut options = Vec::new();
        for (index, component) in components.iter().enumerate() {
            component.options(index, total, most, &sequences, watch, &mut options)?;
        }
        Ok(options)
    }

    /// One nim-sequence for each part with heaps.
    fn sequences(&self, watch: &mut dyn Watch) -> Result<Vec<Option<Sequence>>, Error> {
        let far = || Error::OutOfReach("a heap passes 2^64 - 2; write smaller heaps".to_owned());
        let mut sequences = Vec::new();
        for part in &self.parts {
            sequences.push(match part {
                Part::Heaps(position) => {
                    let count = position.largest().checked_add(1).ok_or_else(far)?;
                    Some(position.game.sequence(count, watch)?)
                }
                Part::Wythoff(..) => None,
            });
        }
        Ok(sequences)
    }

    fn components<'a>(
        &'a self,
        sequences: &[Option<Sequence>],
        watch: &mut dyn Watch,
    ) -> Result<Vec<Component<'a>>, Error> {
        let mut components = Vec::new();
        for (sequence, part) in self.parts.iter().enumerate() {
            match (part, &sequences[sequence]) {
                (Part::Heaps(position), Some(values)) => {
                    for &heap in &position.heaps {
                        let value = heap.value(position.game.rules(), values);
                        let value = value.ok_or(Error::ValueTooLarge { heap: heap.size })?;
                        components.push(Component { part, heap, value, sequence });
                    }
                }
                (&Part::Wythoff(a, b), _) => {
                    let value = wythoff_value(a, b, watch)?;
                    components.push(Component { part, heap: Heap { size: a, ring: false }, value, sequence });
                }
                (Part::Heaps(_), None) => {}
            }
        }
        Ok(components)
    }
}

fn wythoff_value(a: u64, b: u64, watch: &mut dyn Watch) -> Result<u64, Error> {
    let answer = wythoff::value(a, b, 20, &Trust::default(), watch)?;
    match answer.known {
        Known::Value(value) if is_certain(answer.status) => Ok(value),
        _ => Err(Error::OutOfReach(format!(
            "the value of the piles {a} and {b} of Wythoff's game is not known for certain"
        ))),
    }
}

fn is_certain(status: wythoff::Status) -> bool {
    matches!(status, wythoff::Status::Exact | wythoff::Status::Proved)
}

impl Component<'_> {
    fn shown(&self) -> HeapValue {
        let (game, beside) = match self.part {
            Part::Heaps(position) => (position.game.to_string(), None),
            Part::Wythoff(_, b) => (WYTHOFF.to_owned(), Some(*b)),
        };
        HeapValue { game, size: self.heap.size, beside, ring: self.heap.ring, value: self.value }
    }

    /// At most `most` moves that leave the value `goal` here, and how many there are.
    fn wins(
        &self,
        index: usize,
        goal: u64,
        most: usize,
        sequences: &[Option<Sequence>],
        watch: &mut dyn Watch,
    ) -> Result<(Vec<Move>, Option<u64>), Error> {
        match (self.part, &sequences[self.sequence]) {
            (Part::Heaps(position), Some(sequence)) => {
                let rules = position.game.rules();
                let mut wins = Wins { rules, sequence, watch, most, listed: Vec::new(), count: 0, looked: 0 };
                let is_counted = wins.of_heap(index, self.heap, goal)?;
                Ok((wins.listed, is_counted.then_some(wins.count)))
            }
            (&Part::Wythoff(a, b), _) => {
                let answer = wythoff::winning_moves(a, b, goal, &Trust::default(), watch)?;
                if !is_certain(answer.status) {
                    return Err(Error::OutOfReach(format!(
                        "moves from the piles {a} and {b} are not known for certain"
                    )));
                }
                let mut moves: Vec<Move> = answer
                    .winning_moves
                    .iter()
                    .filter_map(|win| match *win {
                        Win::Wythoff { a: x, b: y } => {
                            Some(Move { index, heap: a, removed: a + b - x - y, left: vec![x, y] })
                        }
                        Win::Nim { .. } => None,
                    })
                    .collect();
                let count = moves.len() as u64;
                moves.truncate(most);
                Ok((moves, Some(count)))
            }
            (Part::Heaps(_), None) => Ok((Vec::new(), Some(0))),
        }
    }

    fn options(
        &self,
        index: usize,
        total: u64,
        most: usize,
        sequences: &[Option<Sequence>],
        watch: &mut dyn Watch,
        options: &mut Vec<OptionValue>,
    ) -> Result<(), Error> {
        let others = total ^ self.value;
        let (Part::Heaps(position), Some(sequence)) = (self.part, &sequences[self.sequence]) else {
            return Err(Error::OutOfReach("options are listed for heaps only, not for Wythoff's game".to_owned()));
        };
        let mut stopped = false;
        let mut add = |removed: u64, left: &[u64]| {
            stopped = options.len().trailing_zeros() >= 12
                && watch.at(Progress::open("options", options.len() as u64)).is_err();
            if stopped || options.len() >= most {
                return ControlFlow::Break(());
            }
            let value = left.iter().fold(0, |sum, &part| sum ^ sequence.at(part).unwrap_or(0));
            let by = Move { index, heap: self.heap.size, removed, left: left.to_vec() };
            options.push(OptionValue { by, value, total: others ^ value });
            ControlFlow::Continue(())
        };
        let rules = position.game.rules();
        let _ = if self.heap.ring {
            self.heap.each_ring_option(rules, &mut add)
        } else {
            rules.each_option(self.heap.size, &mut add)
        };
        if stopped { Err(Error::Stopped(Stopped)) } else { Ok(()) }
    }
}
