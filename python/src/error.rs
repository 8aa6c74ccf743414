//! Errors of the library as exceptions.

use grundy::GameError as TextError;
use grundy::coins::CoinError;
use grundy::run::CheckpointError;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyOSError, PyValueError};
use pyo3::prelude::*;
use std::ops::Range;

create_exception!(grundy, GrundyError, PyException, "A question that has no answer; the message says why.");
create_exception!(
    grundy,
    GameError,
    PyValueError,
    "Text that is no game, position or row of coins. Attributes: text, and start and length (in characters) of the \
     part in question."
);

/// Any error of the library; those of the system are `OSError`s.
pub fn raise(error: impl Into<grundy::Error>) -> PyErr {
    match error.into() {
        grundy::Error::Checkpoint(CheckpointError::System { path, error }) => match error.raw_os_error() {
            Some(number) => {
                let words = error.to_string();
                let words = words.split(" (os error").next().unwrap_or_default();
                PyOSError::new_err((number, words.to_owned(), path.display().to_string()))
            }
            None => PyOSError::new_err(format!("{}: {error}", path.display())),
        },
        // A game of coins that cannot be read is a mistake in a text, too: the whole of it is in question.
        grundy::Error::Coins(error) => match &error {
            CoinError::UnknownGame { name: text, .. }
            | CoinError::BadCode { code: text, .. }
            | CoinError::NotAProduct(text) => Python::attach(|py| placed(py, error.to_string(), text, 0..text.len())),
            _ => GrundyError::new_err(error.to_string()),
        },
        error => GrundyError::new_err(error.to_string()),
    }
}

/// A mistake in a text: what is wrong, and where, in bytes.
fn placed(py: Python<'_>, words: String, text: &str, part: Range<usize>) -> PyErr {
    let characters = |bytes: usize| text.get(..bytes).map_or(bytes, |part| part.chars().count());
    let (start, end) = (characters(part.start), characters(part.end));
    let exception = GameError::new_err(words);
    let value = exception.value(py);
    let set = || -> PyResult<()> {
        value.setattr("text", text)?;
        value.setattr("start", start)?;
        value.setattr("length", end - start)
    };
    match set() {
        Ok(()) => exception,
        Err(other) => other,
    }
}

/// A mistake in the text of a game or position.
pub fn misread(py: Python<'_>, text: &str, error: &TextError) -> PyErr {
    placed(py, error.explain(text), text, error.start..error.start + error.length)
}

/// A mistake in a row or a picture of coins: the first character that is none, or all of it.
pub fn misread_coins(py: Python<'_>, text: &str, error: &CoinError) -> PyErr {
    let part = match *error {
        CoinError::NotACoin { found, .. } => text.find(found).map(|at| at..at + found.len_utf8()),
        _ => None,
    };
    placed(py, error.to_string(), text, part.unwrap_or(0..text.len()))
}
