//! `Position`: heaps of games, who wins and how.

use crate::answer::{list_to_python, to_python};
use crate::error::misread;
use crate::watch::watched;
use crate::whole::count;
use grundy::Sum;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

/// Heaps of games, written ``GAME: heaps``; ``ring 12`` is a circle, ``+`` stands between different games.
///
/// >>> from grundy import Position
/// >>> position = Position("kayles: 5 7 12")
/// >>> position.value(), position.outcome()
/// (2, 'N')
/// >>> position.winning_moves()[0]
/// {'index': 1, 'heap': 7, 'removed': 1, 'left': [3, 3]}
/// >>> Position("kayles: ring 7 + .07: 5 + wythoff: 3 4")
/// Position('.77: ring 7 + .07: 5 + wythoff: 3 4')
#[pyclass(frozen, name = "Position", module = "grundy")]
pub struct PyPosition(Sum);

#[pymethods]
impl PyPosition {
    #[new]
    fn new(text: &Bound<'_, PyString>) -> PyResult<Self> {
        // A lone surrogate has no bytes; it is read as a character that no position has.
        let (py, text) = (text.py(), &*text.to_string_lossy());
        text.parse().map(PyPosition).map_err(|error| misread(py, text, &error))
    }

    /// Value, outcome, heaps with their values, and the first ``moves`` winning moves.
    #[pyo3(signature = (moves=20, *, progress=None))]
    fn analyze<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = count)] moves: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let mut answer = watched(py, progress, |watch| self.0.analyze(moves, watch))?;
        let moves = std::mem::take(&mut answer.winning_moves);
        let answer = to_python(py, &answer)?;
        answer.set_item("winning_moves", list_to_python(py, &moves)?)?;
        Ok(answer)
    }

    /// The nim-value: the xor of the values of the heaps.
    #[pyo3(signature = (*, progress=None))]
    fn value<'py>(&self, py: Python<'py>, progress: Option<Py<PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        self.analyze(py, 0, progress)?.as_any().get_item("value")
    }

    /// "N" when the player to move wins, "P" when the other does.
    #[pyo3(signature = (*, progress=None))]
    fn outcome<'py>(&self, py: Python<'py>, progress: Option<Py<PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        self.analyze(py, 0, progress)?.as_any().get_item("outcome")
    }

    /// The moves to positions of value 0, at most ``limit`` of them.
    #[pyo3(signature = (limit=1_000_000, *, progress=None))]
    fn winning_moves<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = count)] limit: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        Ok(self.analyze(py, limit, progress)?.as_any().get_item("winning_moves")?.cast_into()?)
    }

    /// All moves with the value of what they leave, at most ``limit`` of them.
    #[pyo3(signature = (limit=1_000_000, *, progress=None))]
    fn options<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = count)] limit: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let options = watched(py, progress, |watch| self.0.options(limit, watch))?;
        list_to_python(py, &options)
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.0)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyPosition>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> PyResult<isize> {
        Python::attach(|py| self.0.to_string().into_pyobject(py)?.hash())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        Ok((py.get_type::<PyPosition>().into_any(), PyTuple::new(py, [self.0.to_string()])?))
    }
}
