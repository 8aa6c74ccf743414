//! Whole numbers from Python, with a message that names what is accepted.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// A whole number from 0 to 2^64 - 1, for `from_py_with`: the macro puts the argument's name before a `TypeError`.
pub fn whole(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    let shown = || value.repr().map_or_else(|_| "this".to_owned(), |shown| shown.to_string());
    let accepted = "whole numbers from 0 to 2^64 - 1 are accepted";
    // NumPy's scalars are integers by their __index__.
    let index = value.call_method0("__index__");
    let index = index.map_err(|_| PyTypeError::new_err(format!("{} is not a whole number; {accepted}", shown())))?;
    index.extract().map_err(|_| PyValueError::new_err(format!("{} is out of range; {accepted}", shown())))
}

/// [`whole`] where None may be given.
pub fn whole_or_none(value: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    if value.is_none() { Ok(None) } else { whole(value).map(Some) }
}

/// [`whole`] as a count of things in memory.
pub fn count(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    Ok(usize::try_from(whole(value)?).unwrap_or(usize::MAX))
}

/// [`whole`] that fits four bytes.
pub fn small(value: &Bound<'_, PyAny>) -> PyResult<u32> {
    u32::try_from(whole(value)?)
        .map_err(|_| PyValueError::new_err("this is out of range; numbers below 2^32 are accepted"))
}

/// [`whole`] for each item of a list.
pub fn wholes(values: &Bound<'_, PyAny>) -> PyResult<Vec<u64>> {
    values.try_iter()?.map(|value| whole(&value?)).collect()
}
