//! What can be wrong with an expression.

use crate::nimber::NimberError;
use crate::watch::Stopped;
use thiserror::Error;

/// What is wrong with an expression.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExpressionError {
    /// Not what could stand there.
    #[error("column {column}: expected {expected}, found {found}")]
    Syntax {
        /// From 1.
        column: usize,
        /// What would be accepted.
        expected: &'static str,
        /// What is there.
        found: String,
    },
    /// No function of this name.
    #[error(
        "column {column}: no function \"{name}\"; there are sqrt(x), inv(x), root(x, n), roots(x, n), log(x, base), \
         order(x), degree(x), trace(x), minpoly(x), solve(c), quadratic(a, b, c), mex(x, y, …)"
    )]
    UnknownFunction {
        /// From 1.
        column: usize,
        /// What was written.
        name: String,
    },
    /// An integer or a list where a nimber is needed.
    #[error("column {column}: {what} cannot be used here; {accepted}")]
    WrongKind {
        /// From 1.
        column: usize,
        /// What is there.
        what: &'static str,
        /// What is accepted.
        accepted: &'static str,
    },
    /// Too deep or too large.
    #[error("column {column}: {what}")]
    TooLarge {
        /// From 1.
        column: usize,
        /// What passes which limit.
        what: String,
    },
    /// An operation without answer.
    #[error("column {column}: {error}")]
    Nimber {
        /// From 1.
        column: usize,
        /// Why.
        error: NimberError,
    },
    /// A watch asked to stop.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl ExpressionError {
    /// An operation that has no answer, or was stopped.
    pub(super) fn at(column: usize, error: NimberError) -> Self {
        match error {
            NimberError::Stopped(stopped) => ExpressionError::Stopped(stopped),
            error => ExpressionError::Nimber { column, error },
        }
    }
}
