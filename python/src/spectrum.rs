//! Hidden frequencies: observed, never proved.

use crate::answer::to_python;
use crate::error::GrundyError;
use crate::game::PyGame;
use crate::watch::watched;
use crate::whole::whole;
use grundy::spectrum::{Spectrum, Wave};
use grundy::watch::Progress;
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Heaps between two looks at Python's signals.
const PART: u64 = 1 << 16;

/// The spectrum of `n` heaps from `start` on.
fn spectrum(
    py: Python<'_>,
    game: &PyGame,
    start: u64,
    n: u64,
    others: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Spectrum> {
    let end = start.checked_add(n).ok_or_else(|| PyValueError::new_err("start and n together pass 2**64"))?;
    watched(py, progress, |watch| game.0.spectrum(start..end, others, watch))
}

/// Everything that is seen in a window.
pub fn lines<'py>(
    py: Python<'py>,
    game: &PyGame,
    start: u64,
    n: u64,
    others: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    to_python(py, &spectrum(py, game, start, n, others, progress)?)
}

/// A square wave that the parity of the values under a mask follows: ``n * theta + phase``, in turns.
#[pyclass(frozen, name = "Wave", module = "grundy")]
pub struct PyWave {
    wave: Wave,
    energy: f64,
    right: f64,
}

#[pymethods]
impl PyWave {
    /// The bits of a value whose parity is the sign.
    #[getter]
    fn mask(&self) -> u16 {
        self.wave.mask
    }

    /// The frequency, in turns a heap.
    #[getter]
    fn theta(&self) -> f64 {
        self.wave.theta
    }

    /// The phase of heap 0, in turns.
    #[getter]
    fn phase(&self) -> f64 {
        self.wave.phase
    }

    /// The share of the sign's power in this wave; a perfect square wave has 0.81.
    #[getter]
    fn energy(&self) -> f64 {
        self.energy
    }

    /// The share of the heaps whose sign the square wave guesses right.
    #[getter]
    fn right(&self) -> f64 {
        self.right
    }

    /// The phases of heaps ``start … stop-1``, from 0 to 1.
    #[pyo3(signature = (start, stop, *, progress=None))]
    fn at<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] start: u64,
        #[pyo3(from_py_with = whole)] stop: u64,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<f64>>> {
        let count = stop.saturating_sub(start);
        let mut phases = Vec::new();
        let room = usize::try_from(count).ok().is_some_and(|count| phases.try_reserve_exact(count).is_ok());
        if !room {
            return Err(PyMemoryError::new_err(format!("no memory for the phases of {count} heaps")));
        }
        let mut from = start;
        watched(py, progress, |watch| {
            while from < stop {
                watch.at(Progress::new("heaps", from - start, count))?;
                let end = stop.min(from.saturating_add(PART));
                phases.extend((from..end).map(|n| self.wave.at(n)));
                from = end;
            }
            Ok(())
        })?;
        Ok(phases.into_pyarray(py))
    }

    fn __repr__(&self) -> String {
        let PyWave { wave: Wave { mask, theta, .. }, energy, right } = self;
        format!("<Wave: mask={mask:#x}, theta={theta:.7}, energy={energy:.3}, right={right:.3}>")
    }
}

/// The strongest hidden frequency of a window that is neither constant nor alternating.
pub fn wave(py: Python<'_>, game: &PyGame, start: u64, n: u64, progress: Option<Py<PyAny>>) -> PyResult<PyWave> {
    let found = spectrum(py, game, start, n, 0, progress)?;
    let line = found.fundamental();
    let none = || GrundyError::new_err("no hidden frequency stands above chance in these heaps");
    line.map(|line| PyWave { wave: line.wave, energy: line.energy, right: line.right }).ok_or_else(none)
}
