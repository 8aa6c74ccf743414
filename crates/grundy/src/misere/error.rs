//! Why a question about misère play has no answer.

use crate::watch::Stopped;
use thiserror::Error;

/// Why a question about misère play has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MisereError {
    /// A watch asked to stop.
    #[error("stopped")]
    Stopped,
    /// Canonical forms need more memory than is allowed.
    #[error("the canonical forms take more than {megabytes} megabytes; smaller heaps may fit")]
    Memory {
        /// The memory that is allowed.
        megabytes: usize,
    },
    /// A heap that no canonical form is made of.
    #[error("a heap of {heap} is too large for its canonical form; heaps up to {largest} are accepted")]
    TooLarge {
        /// The heap.
        heap: u64,
        /// The largest heap accepted.
        largest: u32,
    },
    /// Neither a quotient nor canonical forms decide a position.
    #[error(
        "not decided: the game is not solved, its partial quotient is known up to heap {known}, and canonical forms do \
         not reach heap {heap}"
    )]
    Undecided {
        /// The largest heap of the position.
        heap: u64,
        /// The largest heap that is known.
        known: u32,
    },
    /// Too many moves to list.
    #[error("a heap of {heap} has too many moves to look at in this game; the largest accepted is {largest}")]
    TooManyMoves {
        /// The heap.
        heap: u64,
        /// The largest heap whose moves are listed.
        largest: u64,
    },
    /// A ring.
    #[error("rings are not part of misère play here; heaps are sizes like 12")]
    Ring,
    /// A game without a largest removal, where one is needed.
    #[error("this takes a game with a largest removal: a finite code or a set")]
    Endless,
    /// A quotient that was asked for is not known.
    #[error("{game} is not solved within the limits")]
    Unsolved {
        /// The game.
        game: String,
    },
    /// A saved partial quotient that cannot be taken up.
    #[error("{0}")]
    State(String),
}

impl From<Stopped> for MisereError {
    fn from(_: Stopped) -> Self {
        MisereError::Stopped
    }
}
