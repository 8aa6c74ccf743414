//! Playing: positions of any games side by side, their legal moves, the ones that win and why, and an opponent.
//!
//! A [`Position`] is read from text, as for [`Sum`](crate::Sum), with rows and boards of coins beside the heaps.
//! [`Position::view`] is all that a player sees, [`Position::reply`] is the computer's move, [`Position::read`] takes a
//! move as people write it.
//!
//! ```
//! use grundy::play::{Position, Play};
//! use grundy::watch::Unwatched;
//! let position: Position = "kayles: 5 7 ring 12".parse()?;
//! let (part, step) = position.read("7 -> 3 3")?;
//! assert_eq!(position.after(part, &step).to_string(), "kayles: 5 3 3 ring 12");
//! let view = position.view(Play::Normal, 100, &mut Unwatched)?;
//! let reply = position.reply(Play::Normal, 100, 1, &mut Unwatched)?;
//! assert_eq!(reply.choice.wins, Some(view.value.as_deref() != Some("0")));
//! # Ok::<(), grundy::Error>(())
//! ```

mod part;
mod piece;
mod record;
mod reply;
mod text;
mod view;
mod words;
mod worth;

pub use crate::misere::Play;
pub use part::{Part, Step, Turning};
pub use record::{Played, Record};
pub use reply::Reply;
pub use view::{Choice, PartView, View};

use crate::watch::Stopped;
use schemars::{Schema, schema_for};
use std::ops::ControlFlow;
use thiserror::Error;

/// Games side by side; a move is a move in one of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Heaps, rings, piles, rows and boards, in order.
    pub parts: Vec<Part>,
}

/// What is wrong with a position, a move or a question about them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The text of a position.
    #[error("{0}")]
    Text(String),
    /// Coins.
    #[error(transparent)]
    Coins(#[from] crate::coins::CoinError),
    /// Something larger than anybody plays.
    #[error("{what} of {found} is larger than what is played here; up to {most} are accepted")]
    TooLarge {
        /// What is too large.
        what: &'static str,
        /// How large it is.
        found: u64,
        /// How large it may be.
        most: u64,
    },
    /// A move that cannot be read, or is not allowed.
    #[error("{0}")]
    Move(String),
    /// A position without moves.
    #[error("there is no move left: the game is over")]
    Over,
    /// A skill beyond its scale.
    #[error("a skill of {0}; skills go from 0, any move, to 100, never a mistake")]
    Skill(u8),
    /// A watch asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl Position {
    /// The position after a legal move: what is left stands where it stood.
    #[must_use]
    pub fn after(&self, part: usize, step: &Step) -> Position {
        let mut parts = self.parts.clone();
        let left = self.parts[part].after(step);
        parts.splice(part..=part, left);
        if parts.is_empty() {
            // Something must stand there to be written down; an empty heap of the last game does.
            parts.extend(self.parts[part].emptied());
        }
        Position { parts }
    }

    /// Whether there is no move.
    pub fn is_over(&self) -> bool {
        self.parts.iter().all(|part| part.each_step(|_| ControlFlow::Break(())).is_continue())
    }

    /// Whether a move is legal.
    pub fn allows(&self, part: usize, step: &Step) -> bool {
        self.parts.get(part).is_some_and(|part| part.allows(step))
    }
}

/// The JSON schemas of the answers about play.
pub(crate) fn schemas() -> [(&'static str, Schema); 3] {
    [("play", schema_for!(View)), ("play_record", schema_for!(Record)), ("play_reply", schema_for!(Reply))]
}
