//! Answers of the library as Python's dictionaries: the same words as in the JSON of the command.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde::Serialize;

/// The answer as a dictionary.
pub fn to_python<'py>(py: Python<'py>, answer: &impl Serialize) -> PyResult<Bound<'py, PyDict>> {
    let text = serde_json::to_string(answer).map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(py.import("json")?.call_method1("loads", (text,))?.cast_into()?)
}
