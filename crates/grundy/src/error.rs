//! Why there is no answer: one error for the whole library, and what can be wrong with a text, with its place.

use crate::coins::CoinError;
use crate::engine::EngineError;
use crate::formula::FormulaError;
use crate::graph::GraphError;
use crate::misere::MisereError;
use crate::nimber::expression::ExpressionError;
use crate::play::PlayError;
use crate::run::{CheckpointError, RunError};
use crate::watch::Stopped;
use crate::wythoff::WythoffError;
use thiserror::Error;

/// Why a question has no answer.
///
/// Hints that name commands belong to the command; an error here says what is wrong and what is accepted.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// The text of a game or position.
    #[error(transparent)]
    Game(#[from] GameError),
    /// Values that an engine could not give.
    #[error(transparent)]
    Engine(EngineError),
    /// A long run that cannot go on.
    #[error(transparent)]
    Run(RunError),
    /// A saved run that cannot be read or written.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// Wythoff's game.
    #[error(transparent)]
    Wythoff(WythoffError),
    /// An expression with nimbers.
    #[error(transparent)]
    Nimber(ExpressionError),
    /// Misère play.
    #[error(transparent)]
    Misere(MisereError),
    /// Rules of one's own, position by position.
    #[error(transparent)]
    Graph(GraphError),
    /// Rules of one's own, as formulas.
    #[error(transparent)]
    Formula(FormulaError),
    /// Coins and their products.
    #[error(transparent)]
    Coins(CoinError),
    /// A position to play on, or a move.
    #[error(transparent)]
    Play(PlayError),
    /// A value beyond what a machine word holds.
    #[error("the nim-value of heap {heap} passes 2^64 - 1; ask for smaller heaps")]
    ValueTooLarge {
        /// That heap.
        heap: u64,
    },
    /// Heaps beyond what can be counted, or looked through.
    #[error("{0}")]
    OutOfReach(String),
    /// A theorem that says nothing about the game.
    #[error("the {0} theorem does not speak of this game")]
    NoTheorem(crate::period::Theorem),
    /// A [watch](crate::watch::Watch) asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Error {
    /// Whether the work was asked to stop; there is nothing wrong then.
    pub fn is_stop(&self) -> bool {
        matches!(self, Error::Stopped(_))
    }
}

impl From<EngineError> for Error {
    fn from(error: EngineError) -> Self {
        match error {
            EngineError::Stopped => Error::Stopped(Stopped),
            error => Error::Engine(error),
        }
    }
}

impl From<RunError> for Error {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Engine(error) => error.into(),
            RunError::Stopped(stopped) => stopped.into(),
            error => Error::Run(error),
        }
    }
}

impl From<WythoffError> for Error {
    fn from(error: WythoffError) -> Self {
        match error {
            WythoffError::Stopped => Error::Stopped(Stopped),
            error => Error::Wythoff(error),
        }
    }
}

impl From<ExpressionError> for Error {
    fn from(error: ExpressionError) -> Self {
        match error {
            ExpressionError::Stopped(stopped) => Error::Stopped(stopped),
            error => Error::Nimber(error),
        }
    }
}

impl From<MisereError> for Error {
    fn from(error: MisereError) -> Self {
        match error {
            MisereError::Stopped => Error::Stopped(Stopped),
            error => Error::Misere(error),
        }
    }
}

impl From<GraphError> for Error {
    fn from(error: GraphError) -> Self {
        match error {
            GraphError::Stopped => Error::Stopped(Stopped),
            error => Error::Graph(error),
        }
    }
}

impl From<FormulaError> for Error {
    fn from(error: FormulaError) -> Self {
        match error {
            FormulaError::Stopped => Error::Stopped(Stopped),
            error => Error::Formula(error),
        }
    }
}

impl From<PlayError> for Error {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Stopped(stopped) => Error::Stopped(stopped),
            PlayError::Coins(error) => error.into(),
            error => Error::Play(error),
        }
    }
}

impl From<CoinError> for Error {
    fn from(error: CoinError) -> Self {
        match error {
            CoinError::Stopped => Error::Stopped(Stopped),
            error => Error::Coins(error),
        }
    }
}

/// A game that could not be read: what is wrong, and which part of the text it is about.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{problem}")]
pub struct GameError {
    /// What is wrong and what is accepted.
    pub problem: Problem,
    /// Byte offset of the part in question.
    pub start: usize,
    /// Its length in bytes; 0 means "at this place".
    pub length: usize,
}

impl GameError {
    pub(crate) fn new(problem: Problem, start: usize, length: usize) -> Self {
        GameError { problem, start, length }
    }

    /// One line that shows the text, the place and the problem. Quoted text is escaped, so it stays one line.
    pub fn explain(&self, text: &str) -> String {
        let column = text.get(..self.start).map_or(self.start, |before| before.chars().count()) + 1;
        match text.get(self.start..self.start + self.length) {
            Some(part) if !part.is_empty() && part != text => {
                format!("in {text:?}, column {column}, at {part:?}: {self}")
            }
            _ if text.is_empty() => self.to_string(),
            _ => format!("in {text:?}, column {column}: {self}"),
        }
    }
}

/// The kinds of mistake in the text of a game or position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Problem {
    /// Nothing was written.
    #[error("an empty game; write a code like .77, a set like S(1,2,5), or a name like kayles")]
    Empty,
    /// A point alone.
    #[error("a code needs at least one digit, like .77 (the game without moves is .0)")]
    NoDigits,
    /// Several digits and no point.
    #[error("a code has its point after at most one digit, like .77 or \
        4.045{}", suggestion.as_ref().map_or(String::new(), |s| format!(" (did you mean {s}?)")))]
    NoPoint {
        /// What was probably meant.
        suggestion: Option<String>,
    },
    /// A character that is no digit.
    #[error("{0:?} is not a digit; digits are 0-9, A-F, or a number in brackets like [16]")]
    NotADigit(char),
    /// Brackets around something else than a number.
    #[error("{0:?} is not a number; brackets hold one decimal number, like [16]")]
    NotANumber(String),
    /// A digit beyond fifteen heaps.
    #[error("digit {0} is too large; the largest is [65535], up to fifteen heaps after a move")]
    DigitTooLarge(String),
    /// A bracket or parenthesis that is never closed.
    #[error("'{0}' is never closed")]
    Unclosed(char),
    /// `d0` with bit 0 or 1.
    #[error(
        "digit {0} before the point would allow a move that takes nothing and leaves the heap as it was; there only \
         0, 4, 8, C and other digits without 1 and 2 are accepted"
    )]
    DoNothing(u32),
    /// Dots in the wrong place.
    #[error("a code has one point, and may end in exactly three dots, like .3...")]
    Dots,
    /// `...` after nothing.
    #[error("the dots repeat the last digit (or a block in parentheses), and there is none")]
    RepeatsNothing,
    /// A parenthesised block without `...`.
    #[error("a block in parentheses must be followed by three dots, like .1(03)...")]
    BlockWithoutDots,
    /// A name nobody gave to a game.
    #[error(
        "unknown game {name:?}{}; accepted are codes like .77, sets like S(1,2,5), and names like kayles",
        suggestion.as_ref().map_or(String::new(), |s| format!(" (did you mean {s}?)"))
    )]
    UnknownName {
        /// What was written.
        name: String,
        /// A known name close to it.
        suggestion: Option<String>,
    },
    /// The name of a game with coins.
    #[error("{0:?} is a game with coins, not with heaps")]
    Coins(String),
    /// Wythoff's game.
    #[error("{0:?} is played on two piles, not on heaps of one game")]
    Wythoff(String),
    /// A set with 0 in it.
    #[error("a set of moves cannot contain 0: taking nothing is not a move; numbers from 1 up are accepted")]
    ZeroInSet,
    /// A set without members.
    #[error(
        "an empty set; write at least one number, like S(1,2,5) (the game without moves is .0, taking any number is \
         nim)"
    )]
    EmptySet,
    /// A member that is not a number.
    #[error("{0:?} is not a whole number from 1 to {max}; a set is written like S(1,2,5), S(1..5) or S(squares) (also \
        cubes, triangular, primes, fibonacci, factorials, powers of 2)", max = crate::game::MAX_MEMBER)]
    BadMember(String),
    /// Dots between members that do not fit.
    #[error("the dots of a set stand between two numbers and lead up to the second in equal steps, like S(1..5) or \
        S(1,3,...,9), at most {max} of them", max = crate::game::MAX_RANGE)]
    BadRange,
    /// Text after the closing parenthesis of a set.
    #[error("unexpected text after the set; a set is written like S(1,2,5)")]
    AfterSet,
    /// A position without `:`.
    #[error("a position is written GAME: heaps, like '.77: 5 7 12' or 'kayles: ring 12'")]
    NoColon,
    /// A position without heaps.
    #[error("no heaps after the colon; write sizes like '.77: 5 7 12'")]
    NoHeaps,
    /// A heap that is not a number.
    #[error("{0:?} is not a heap; heaps are sizes below 2^64 like 12 or 1e6, or 'ring 12'")]
    BadHeap(String),
    /// Piles of Wythoff's game that are not pairs.
    #[error("Wythoff's game is played with two piles; write both, like 'wythoff: 3 4'")]
    OddPiles,
    /// A ring in a game that does not play on rows.
    #[error("a ring needs a finite octal code; in this game a circle has no meaning")]
    NoRing,
}
