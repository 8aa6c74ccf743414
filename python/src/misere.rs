//! Misère play: the quotient of a game as an object.

use crate::answer::to_python;
use crate::error::GrundyError;
use crate::game::PyGame;
use crate::watch::watched;
use crate::whole::{count, whole, whole_or_none, wholes};
use grundy::misere::answer::Solve;
use grundy::misere::{Limits, Solution, certificate};
use numpy::{IntoPyArray, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::time::Instant;

/// The misère quotient of a game: a finite monoid with its P-positions, and the value ``phi(n)`` of each heap.
///
/// Elements are the numbers below ``order``; 0 is the identity.
///
/// >>> from grundy import misere
/// >>> quotient = misere.solve("kayles")
/// >>> quotient.order, len(quotient.p_positions), quotient.period, quotient.preperiod
/// (40, 9, 12, 71)
/// >>> one = quotient.phi(1)
/// >>> quotient.is_p(one), quotient.is_p(quotient.mul(one, one))
/// (True, False)
#[pyclass(frozen, module = "grundy.misere", name = "Quotient")]
pub struct Quotient {
    solution: Solution,
    seconds: f64,
}

impl Quotient {
    fn element(&self, x: usize) -> PyResult<u16> {
        let order = self.solution.monoid.order();
        let element = u16::try_from(x).ok().filter(|_| x < order);
        element
            .ok_or_else(|| PyIndexError::new_err(format!("{x} is no element; elements are the numbers below {order}")))
    }
}

#[pymethods]
impl Quotient {
    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame(self.solution.game.clone())
    }

    /// Whether the period of the heaps is proved, so that this is the quotient of the whole game.
    #[getter]
    fn solved(&self) -> bool {
        self.solution.is_solved()
    }

    /// Whether it is the quotient of sums of nim-heaps.
    #[getter]
    fn tame(&self) -> bool {
        self.solution.is_tame()
    }

    /// The number of elements.
    #[getter]
    fn order(&self) -> usize {
        self.solution.monoid.order()
    }

    /// The elements that are P-positions.
    #[getter]
    fn p_positions(&self) -> Vec<usize> {
        self.solution.monoid.p_positions().map(usize::from).collect()
    }

    /// The period of ``phi``; None where it is not proved.
    #[getter]
    fn period(&self) -> Option<u32> {
        self.solution.period.as_ref().ok().map(|at| at.period)
    }

    /// The first heap from which it holds.
    #[getter]
    fn preperiod(&self) -> Option<u32> {
        self.solution.period.as_ref().ok().map(|at| at.start)
    }

    /// The element of a heap; None where it is not known.
    fn phi(&self, #[pyo3(from_py_with = whole)] heap: u64) -> Option<u16> {
        self.solution.value(heap)
    }

    /// The product of two elements: the element of the sum of two positions.
    fn mul(&self, #[pyo3(from_py_with = count)] x: usize, #[pyo3(from_py_with = count)] y: usize) -> PyResult<u16> {
        Ok(self.solution.monoid.mul(self.element(x)?, self.element(y)?))
    }

    /// Whether the positions with this element are won by the player who has just moved.
    fn is_p(&self, #[pyo3(from_py_with = count)] x: usize) -> PyResult<bool> {
        Ok(self.solution.monoid.is_p(self.element(x)?))
    }

    /// The element as a word in the generators, such as "ab^2".
    fn name(&self, #[pyo3(from_py_with = count)] x: usize) -> PyResult<String> {
        Ok(self.solution.monoid.name(self.element(x)?))
    }

    /// "N" when the player to move wins these heaps, "P" when the other does; None where a heap is not known.
    fn outcome(&self, #[pyo3(from_py_with = wholes)] heaps: Vec<u64>) -> Option<&'static str> {
        let product = self.solution.product(&heaps)?;
        Some(if self.solution.monoid.is_p(product) { "P" } else { "N" })
    }

    /// All products, as an array of ``order`` rows.
    #[getter]
    fn cayley<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u16>>> {
        let order = self.solution.monoid.order();
        let table: Vec<u16> = self.solution.monoid.rows().flatten().copied().collect();
        table.into_pyarray(py).reshape([order, order])
    }

    /// The text of the certificate, for ``grundy-check``; None where the checker knows nothing of it.
    #[getter]
    fn certificate(&self) -> PyResult<Option<String>> {
        let mut text = Vec::new();
        let written = certificate::write(&mut text, &self.solution)?;
        Ok(written.then(|| String::from_utf8_lossy(&text).into_owned()))
    }

    /// Lets the independent checker verify the quotient; returns what it verified, or raises ``GrundyError``.
    #[pyo3(signature = (*, progress=None))]
    fn check(&self, py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<String> {
        let none = || GrundyError::new_err("there is no certificate for this game");
        let certificate = self.certificate()?.ok_or_else(none)?;
        crate::checker::check(py, &certificate, progress)
    }

    /// Everything the answer says, as the JSON of ``grundy misere solve --json`` does.
    fn asdict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let answer = watched(py, None, |watch| Ok(Solve::new(&self.solution, self.seconds, watch)?))?;
        to_python(py, &answer)
    }

    fn __repr__(&self) -> String {
        let (game, order) = (&self.solution.game, self.order());
        match &self.solution.period {
            Ok(at) => format!("<Quotient of {game}: order={order}, period={}, preperiod={}>", at.period, at.start),
            Err(_) => format!("<Quotient of {game}, heaps to {}: order={order}>", self.solution.heaps()),
        }
    }
}

/// Finds the misère quotient heap by heap and proves the period of the heaps' values.
///
/// ``heaps`` is the largest heap to look at, ``order`` the largest order of a candidate.
#[pyfunction]
#[pyo3(name = "misere_solve", signature = (game, *, heaps=None, order=None, progress=None))]
pub fn solve(
    py: Python<'_>,
    game: &PyGame,
    #[pyo3(from_py_with = whole_or_none)] heaps: Option<u64>,
    #[pyo3(from_py_with = whole_or_none)] order: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Quotient> {
    let default = Limits::default();
    let heaps = heaps.map_or(default.heaps, |heaps| u32::try_from(heaps).unwrap_or(u32::MAX));
    let order = order.map_or(default.order, |order| usize::try_from(order).unwrap_or(usize::MAX));
    let limits = Limits { heaps, order, ..default };
    let started = Instant::now();
    let solution = watched(py, progress, |watch| Ok(game.0.misere().solve(limits, watch)))?;
    Ok(Quotient { solution, seconds: started.elapsed().as_secs_f64() })
}

/// Outcome and winning moves of heaps in misère play.
#[pyfunction]
#[pyo3(name = "misere_position", signature = (game, heaps, *, progress=None))]
pub fn position<'py>(
    py: Python<'py>,
    game: &PyGame,
    #[pyo3(from_py_with = wholes)] heaps: Vec<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let answer = watched(py, progress, |watch| Ok(game.0.misere().position(&heaps, watch)?))?;
    to_python(py, &answer)
}

/// The genus of a sum of heaps.
#[pyfunction]
#[pyo3(name = "misere_genus", signature = (game, heaps, *, progress=None))]
pub fn genus<'py>(
    py: Python<'py>,
    game: &PyGame,
    #[pyo3(from_py_with = wholes)] heaps: Vec<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let answer = watched(py, progress, |watch| Ok(game.0.misere().genus(&heaps, false, watch)?))?;
    to_python(py, &answer)
}
