//! Wythoff's game.

use crate::answer::to_python;
use crate::watch::watched;
use crate::whole::{count, small, whole};
use grundy::wythoff::{self, Trust, table};
use numpy::{IntoPyArray, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The nim-values of the piles below ``rows`` and ``columns``.
#[pyfunction]
#[pyo3(name = "wythoff_matrix", signature = (rows, columns, *, progress=None))]
pub fn matrix(
    py: Python<'_>,
    #[pyo3(from_py_with = count)] rows: usize,
    #[pyo3(from_py_with = count)] columns: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'_, PyArray2<u32>>> {
    let matrix = watched(py, progress, |watch| Ok(table::matrix(rows, columns, watch)?))?;
    let rows_with_cells = if columns == 0 { 0 } else { rows };
    let cells: Vec<u32> = (0..rows_with_cells).flat_map(|x| matrix.row(x)).copied().collect();
    cells.into_pyarray(py).reshape([rows, columns])
}

/// The value of two piles, or that it is greater than ``max_g``; with what the answer rests on.
#[pyfunction]
#[pyo3(name = "wythoff_value", signature = (a, b, *, max_g=20, progress=None))]
pub fn value(
    py: Python<'_>,
    #[pyo3(from_py_with = whole)] a: u64,
    #[pyo3(from_py_with = whole)] b: u64,
    #[pyo3(from_py_with = small)] max_g: u32,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'_, PyDict>> {
    let answer = watched(py, progress, |watch| Ok(wythoff::value(a, b, max_g, &Trust::default(), watch)?))?;
    to_python(py, &answer)
}

/// The n-th g-point.
#[pyfunction]
#[pyo3(name = "wythoff_point", signature = (g, n, *, progress=None))]
pub fn point(
    py: Python<'_>,
    #[pyo3(from_py_with = small)] g: u32,
    #[pyo3(from_py_with = whole)] n: u64,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'_, PyDict>> {
    let answer = watched(py, progress, |watch| Ok(wythoff::point(g, n, &Trust::default(), watch)?))?;
    to_python(py, &answer)
}

/// The winning moves from two piles beside a Nim heap.
#[pyfunction]
#[pyo3(name = "wythoff_moves", signature = (a, b, nim=0, *, progress=None))]
pub fn moves(
    py: Python<'_>,
    #[pyo3(from_py_with = whole)] a: u64,
    #[pyo3(from_py_with = whole)] b: u64,
    #[pyo3(from_py_with = whole)] nim: u64,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'_, PyDict>> {
    let answer = watched(py, progress, |watch| Ok(wythoff::winning_moves(a, b, nim, &Trust::default(), watch)?))?;
    to_python(py, &answer)
}
