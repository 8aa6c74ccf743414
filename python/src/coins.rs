//! Coin-turning games and their products.

use crate::answer::to_python;
use crate::error::misread_coins;
use crate::watch::watched;
use crate::whole::count;
use grundy::coins::{self, Board, Row};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

/// The games that have a name.
#[pyfunction]
#[pyo3(name = "coins_games")]
pub fn games(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    PyList::new(py, coins::list().iter().map(|game| to_python(py, game)).collect::<PyResult<Vec<_>>>()?)
}

/// The values of single heads, from the leftmost coin on.
#[pyfunction]
#[pyo3(name = "coins_values", signature = (game, n, *, progress=None))]
pub fn values<'py>(
    py: Python<'py>,
    game: &str,
    #[pyo3(from_py_with = count)] n: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let answer = watched(py, progress, |watch| Ok(coins::values(game, n, watch)?))?;
    Ok(answer.values.into_pyarray(py))
}

/// Who wins a row of coins, and how.
#[pyfunction]
#[pyo3(name = "coins_position", signature = (game, row, *, progress=None))]
pub fn position<'py>(
    py: Python<'py>,
    game: &str,
    row: &str,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let row: Row = row.parse().map_err(|error| misread_coins(py, row, &error))?;
    let answer = watched(py, progress, |watch| Ok(coins::position(game, &row, watch)?))?;
    to_python(py, &answer)
}

/// A board of all heads in a product of two games.
#[pyfunction]
#[pyo3(name = "tartan_board", signature = (game, width, height, *, progress=None))]
pub fn board<'py>(
    py: Python<'py>,
    game: &str,
    #[pyo3(from_py_with = count)] width: usize,
    #[pyo3(from_py_with = count)] height: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let answer = watched(py, progress, |watch| Ok(coins::board(game, width, height, watch)?))?;
    to_python(py, &answer)
}

/// The first moves on a board of all heads, and those that win.
#[pyfunction]
#[pyo3(name = "tartan_count_wins", signature = (game, width, height, *, progress=None))]
pub fn count_wins<'py>(
    py: Python<'py>,
    game: &str,
    #[pyo3(from_py_with = count)] width: usize,
    #[pyo3(from_py_with = count)] height: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let answer = watched(py, progress, |watch| Ok(coins::count_wins(game, width, height, watch)?))?;
    to_python(py, &answer)
}

/// A board of coins in a product of two games.
#[pyfunction]
#[pyo3(name = "tartan_position", signature = (game, picture, moves=20, *, progress=None))]
pub fn picture<'py>(
    py: Python<'py>,
    game: &str,
    picture: &str,
    #[pyo3(from_py_with = count)] moves: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let board: Board = picture.parse().map_err(|error| misread_coins(py, picture, &error))?;
    let answer = watched(py, progress, |watch| Ok(coins::picture(game, &board, moves, watch)?))?;
    to_python(py, &answer)
}
