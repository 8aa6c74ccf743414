//! What can be wrong with a catalogue.

use std::path::PathBuf;
use thiserror::Error;

/// Why something cannot be done with a catalogue.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CensusError {
    /// There is no such file.
    #[error("{0}: there is no such file; grundy census FAMILY --db FILE makes one")]
    Missing(PathBuf),
    /// The file is something else.
    #[error("{path} is no catalogue of a census: {why}")]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it is.
        why: String,
    },
    /// The file was one.
    #[error("{path} is damaged: {why}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// A later version made it.
    #[error("{path} has version {version} of the catalogue; this program knows versions up to {known}")]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: i64,
        /// The latest one known here.
        known: i64,
    },
    /// It is a census of something else.
    #[error("{path} is a census of {is}, not of {asked}")]
    OtherFamily {
        /// The file.
        path: PathBuf,
        /// What it is a census of.
        is: String,
        /// What was asked for.
        asked: String,
    },
    /// Another process works on it.
    #[error("{0} is in use by another census; stop that one first")]
    InUse(PathBuf),
    /// The file exists.
    #[error("{0} exists already")]
    Exists(PathBuf),
    /// A condition that the database does not understand.
    #[error(
        "--where '{condition}': {why}; columns are game, status, period, preperiod, saltus, theorem, verified, rares, \
         last_rare, depth, max, codes, members, reach, seconds, …"
    )]
    Condition {
        /// The condition.
        condition: String,
        /// What is wrong with it.
        why: String,
    },
    /// A game that the census has not.
    #[error("{0} is no game of this census")]
    NotHere(String),
    /// A receipt of a step that is not the next one of its class.
    #[error("this is not the next step of {0} in this census")]
    NotNext(String),
    /// A receipt that claims a period which its certificate does not prove.
    #[error("the certificate of {game} does not prove what the receipt says: {why}")]
    Unproved {
        /// The game.
        game: String,
        /// What the checker says.
        why: String,
    },
    /// An export that cannot be read.
    #[error("line {line}: {why}")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong.
        why: String,
    },
    /// The database said no.
    #[error("{0}")]
    Database(#[from] rusqlite::Error),
    /// The database said no to what was to be written, as on a full disk.
    #[error("{path}: {error}")]
    Write {
        /// The file.
        path: PathBuf,
        /// The database's reason.
        error: rusqlite::Error,
    },
    /// A file or directory cannot be used.
    #[error("{path}: {error}")]
    System {
        /// The file or directory.
        path: PathBuf,
        /// The system's reason.
        error: std::io::Error,
    },
    /// A step failed.
    #[error("{game}: {error}")]
    Step {
        /// The game.
        game: String,
        /// The reason.
        error: grundy::Error,
    },
}
