//! Any impartial game given as a Python function.

use crate::error::GrundyError;
use crate::watch::Told;
use crate::whole::whole;
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

thread_local! {
    /// What was raised in the middle of a search: by the callback, by `__eq__`, by Ctrl-C.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
}

/// Keeps the first exception for the end of the search.
fn keep(error: PyErr) {
    RAISED.with_borrow_mut(|raised| {
        raised.get_or_insert(error);
    });
}

impl PartialEq for Position {
    /// The same object, or an equal one, as in a dictionary. What cannot be compared is called equal: then the search
    /// finds what it looks for, and ends.
    fn eq(&self, other: &Self) -> bool {
        let same = |py: Python<'_>| {
            self.object.is(&other.object)
                || self.object.bind(py).eq(&other.object).unwrap_or_else(|error| {
                    keep(error);
                    true
                })
        };
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
#[pyo3(signature = (options, positions, *, progress=None))]
pub fn values_of<'py>(
    py: Python<'py>,
    options: &Bound<'py, PyAny>,
    positions: &Bound<'py, PyAny>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let progress = Told::new(py, progress)?;
    let mut calls = 0u64;
    let mut list = |position: &Position| -> PyResult<Vec<Position>> {
        // A callback in C looks at no signal, and gives no other thread a turn.
        py.check_signals()?;
        calls += 1;
        if calls.is_multiple_of(1 << 10) {
            progress.tell(py, "positions", calls, None)?;
            py.detach(|| ());
        }
        options.call1((&position.object,))?.try_iter()?.map(|option| Position::new(&option?)).collect()
    };
    let list = RefCell::new(&mut list);
    let mut game = Solver::new(|position: &Position| {
        // After an exception nothing is asked any more: what is left of the search finds no options and ends.
        if RAISED.with_borrow(Option::is_some) {
            return Vec::new();
        }
        (list.borrow_mut())(position).unwrap_or_else(|error| {
            keep(error);
            Vec::new()
        })
    });
    RAISED.take();
    let values = PyDict::new(py);
    for position in positions.try_iter()? {
        let position = position?;
        let value = game.value(&Position::new(&position)?);
        if let Some(error) = RAISED.take() {
            return Err(error);
        }
        values.set_item(position, value.map_err(|endless| GrundyError::new_err(endless.to_string()))?)?;
    }
    progress.close(py)?;
    Ok(values)
}

/// The least non-negative integer that is not among the values.
///
/// >>> from grundy import mex
/// >>> mex([0, 1, 3])
/// 2
#[pyfunction]
pub fn mex(values: &Bound<'_, PyAny>) -> PyResult<u64> {
    let mut all = Vec::new();
    for value in values.try_iter()? {
        all.push(whole(&value?)?);
        if all.len().is_multiple_of(1 << 14) {
            values.py().check_signals()?;
        }
    }
    Ok(solver::mex(all))
}
