//! Errors of the library as exceptions.

use grundy::GameError as TextError;
use grundy::run::CheckpointError;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyOSError, PyValueError};
use pyo3::prelude::*;

create_exception!(grundy, GrundyError, PyException, "A question that has no answer; the message says why.");
create_exception!(
    grundy,
    GameError,
    PyValueError,
    "Text that is no game or position. Attributes: text, start and length (in characters) of the part in question."
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
        error => GrundyError::new_err(error.to_string()),
    }
}

/// A mistake in a text, with its place.
pub fn misread(py: Python<'_>, text: &str, error: &TextError) -> PyErr {
    let characters = |bytes: usize| text.get(..bytes).map_or(bytes, |part| part.chars().count());
    let (start, end) = (characters(error.start), characters(error.start + error.length));
    let exception = GameError::new_err(error.explain(text));
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
