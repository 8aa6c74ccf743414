//! A picture that was drawn of values.

use crate::game::Game;
use schemars::JsonSchema;
use serde::Serialize;

/// A picture of the values of a game, in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Picture {
    /// The game as it was written.
    pub game: String,
    /// Its canonical spelling.
    pub canonical: Game,
    /// The first heap.
    pub from: u64,
    /// How many heaps.
    pub n: u64,
    /// The file.
    pub output: String,
}
