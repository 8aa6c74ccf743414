//! Answers of the library as Python's dictionaries: the same words as in the JSON of the command.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde::Serialize;

/// How many items of a list become Python's between two looks at its signals.
const PART: usize = 4096;

fn parsed<'py>(py: Python<'py>, answer: &(impl Serialize + ?Sized)) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(answer).map_err(|error| PyValueError::new_err(error.to_string()))?;
    py.import("json")?.call_method1("loads", (text,))
}

/// The answer as a dictionary.
pub fn to_python<'py>(py: Python<'py>, answer: &impl Serialize) -> PyResult<Bound<'py, PyDict>> {
    Ok(parsed(py, answer)?.cast_into()?)
}

/// Answers as a list of dictionaries.
pub fn list_to_python<'py>(py: Python<'py>, answers: &[impl Serialize]) -> PyResult<Bound<'py, PyList>> {
    in_parts(py, answers, |part| parsed(py, part))
}

/// A list put together from parts, so that a million items neither hold up Ctrl-C nor the other threads.
pub fn in_parts<'py, T>(
    py: Python<'py>,
    items: &[T],
    convert: impl Fn(&[T]) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for part in items.chunks(PART) {
        list.call_method1("extend", (convert(part)?,))?;
        py.check_signals()?;
        py.detach(|| ());
    }
    Ok(list)
}
