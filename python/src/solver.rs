//! Any impartial game given as a Python function.

use crate::error::GrundyError;
use grundy::solver::{self, Solver};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::cell::RefCell;
use std::hash::{Hash, Hasher};

/// A Python object as a position: equal and hashed as Python does it.
struct Position {
    object: Py<PyAny>,
    hash: isize,
}

impl Position {
    fn new(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Position { hash: object.hash()?, object: object.clone().unbind() })
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        Position { object: Python::attach(|py| self.object.clone_ref(py)), hash: self.hash }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        let same = |py: Python<'_>| self.object.bind(py).eq(&other.object).unwrap_or(false);
        self.hash == other.hash && Python::attach(same)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hash.hash(state);
    }
}

/// The nim-values of positions; ``options(position)`` lists where a move can lead.
///
/// Positions are anything hashable. A position that can be reached again from itself raises ``GrundyError``: only games
/// that must end have nim-values.
///
/// >>> from grundy import values_of
/// >>> values_of(lambda heap: [heap - k for k in (1, 2) if k <= heap], range(7))
/// {0: 0, 1: 1, 2: 2, 3: 0, 4: 1, 5: 2, 6: 0}
#[pyfunction]
pub fn values_of<'py>(
    py: Python<'py>,
    options: &Bound<'py, PyAny>,
    positions: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyDict>> {
    let raised = RefCell::new(None);
    let list = |position: &Position| -> PyResult<Vec<Position>> {
        options.call1((&position.object,))?.try_iter()?.map(|option| Position::new(&option?)).collect()
    };
    let mut game = Solver::new(|position: &Position| {
        // After an exception nothing is asked any more: what is left of the search finds no options and ends.
        if raised.borrow().is_some() {
            return Vec::new();
        }
        list(position).unwrap_or_else(|error| {
            *raised.borrow_mut() = Some(error);
            Vec::new()
        })
    });
    let values = PyDict::new(py);
    for position in positions.try_iter()? {
        let position = position?;
        let value = game.value(&Position::new(&position)?);
        if let Some(error) = raised.borrow_mut().take() {
            return Err(error);
        }
        values.set_item(position, value.map_err(|endless| GrundyError::new_err(endless.to_string()))?)?;
    }
    Ok(values)
}

/// The least non-negative integer that is not among the values.
///
/// >>> from grundy import mex
/// >>> mex([0, 1, 3])
/// 2
#[pyfunction]
pub fn mex(values: &Bound<'_, PyAny>) -> PyResult<u64> {
    let values: PyResult<Vec<u64>> = values.try_iter()?.map(|value| value?.extract()).collect();
    Ok(solver::mex(values?))
}
