//! `Game` and `Proof`.

use crate::answer::{in_parts, to_python};
use crate::error::misread;
use crate::spectrum::{self, PyWave};
use crate::watch::watched;
use crate::whole::{count, whole, whole_or_none};
use grundy::Game;
use grundy::answer::{Limits, Solution};
use grundy::period::Theorem;
use grundy::sequence::Array;
use grundy::watch::Progress;
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::time::Duration;

/// An impartial game on heaps, read from its code or name.
///
/// >>> from grundy import Game
/// >>> kayles = Game("kayles")
/// >>> kayles
/// Game('.77')
/// >>> kayles.values(12)
/// array([0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6], dtype=uint8)
/// >>> kayles.value(10**18)
/// 1
#[pyclass(frozen, name = "Game", module = "grundy")]
pub struct PyGame(pub Game);

/// An array of the smallest type that holds all values; the library's memory becomes the array's.
fn array(py: Python<'_>, values: Array) -> Bound<'_, PyAny> {
    match values {
        Array::Bytes(values) => values.into_pyarray(py).into_any(),
        Array::Words(values) => values.into_pyarray(py).into_any(),
        Array::Wide(values) => values.into_pyarray(py).into_any(),
    }
}

/// A theorem by its name.
fn read_theorem(name: &str) -> PyResult<Theorem> {
    let all = [Theorem::Classical, Theorem::Sparse, Theorem::Endless, Theorem::Arithmetic];
    all.into_iter().find(|theorem| theorem.to_string() == name).ok_or_else(|| {
        let names = all.map(|theorem| format!("'{theorem}'")).join(", ");
        PyValueError::new_err(format!("unknown theorem {name:?}; accepted are {names}"))
    })
}

#[pymethods]
impl PyGame {
    #[new]
    fn new(text: &Bound<'_, PyString>) -> PyResult<Self> {
        // A lone surrogate has no bytes; it is read as a character that no game has.
        let (py, text) = (text.py(), &*text.to_string_lossy());
        text.parse().map(PyGame).map_err(|error| misread(py, text, &error))
    }

    /// The nim-values of heaps ``0 … n-1``, or of ``start … stop-1``, as an array of the first of ``uint8``, ``uint16``
    /// and ``uint64`` that holds them all.
    ///
    /// >>> Game(".07").values(100, 105)
    /// array([3, 7, 4, 8, 1], dtype=uint8)
    #[pyo3(signature = (start, stop=None, *, progress=None))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] start: u64,
        #[pyo3(from_py_with = whole_or_none)] stop: Option<u64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let heaps = match stop {
            None => 0..start,
            Some(stop) => start..stop,
        };
        if heaps.start > heaps.end {
            return Err(PyValueError::new_err("stop is less than start"));
        }
        let values = watched(py, progress, |watch| self.0.array(heaps, watch))?;
        Ok(array(py, values))
    }

    /// The nim-value of a heap of any size; far heaps are answered by a proved period.
    #[pyo3(signature = (n, *, progress=None))]
    fn value(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] n: u64,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<u64> {
        watched(py, progress, |watch| self.0.value(n, watch))
    }

    /// Finds the smallest period and preperiod and proves them: a ``Proof``, whose ``status`` says whether it is one.
    ///
    /// ``limit`` is a number of values, ``time`` a number of seconds (10 unless a limit is given), ``theorem`` one of
    /// "classical", "sparse", "endless", "arithmetic".
    ///
    /// >>> proof = Game("kayles").solve()
    /// >>> proof.period, proof.preperiod, proof.theorem
    /// (12, 71, 'classical')
    /// >>> proof.check()
    /// '.77: the nim-sequence has period 12 from heap 71 on, by the classical theorem'
    #[pyo3(signature = (*, limit=None, time=None, theorem=None, progress=None))]
    fn solve(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole_or_none)] limit: Option<u64>,
        time: Option<f64>,
        theorem: Option<&str>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Proof> {
        let theorem = theorem.map(read_theorem).transpose()?;
        let mut limits = Limits { values: limit, theorem, ..Limits::default() };
        if let Some(seconds) = time {
            let time = Duration::try_from_secs_f64(seconds).map_err(|_| {
                PyValueError::new_err(format!("time={seconds} is no time; seconds from 0 up are accepted"))
            })?;
            limits.time = Some(time);
        } else if limit.is_some() {
            limits.time = None;
        }
        watched(py, progress, |watch| self.0.solve(&limits, watch)).map(Proof)
    }

    /// Sparse space, rares, depth, largest value and histogram of the first ``n`` values.
    #[pyo3(signature = (n=10_000, *, progress=None))]
    fn analyze<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] n: u64,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let analysis = watched(py, progress, |watch| self.0.analyze(n, watch))?;
        to_python(py, &analysis)
    }

    /// The heaps below ``n`` that are rare in the game's best sparse space; None where it has none.
    #[pyo3(signature = (n=10_000, *, progress=None))]
    fn rares<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] n: u64,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyArray1<u64>>>> {
        let rares = watched(py, progress, |watch| {
            let values = self.0.sequence(n, watch)?.into_values(n)?;
            Ok(grundy::sparse::find(self.0.rules(), &values).map(|space| space.rares(&values).collect::<Vec<u64>>()))
        })?;
        Ok(rares.map(|rares| rares.into_pyarray(py)))
    }

    /// The moves in words, names, equivalent games, and what is known.
    fn describe<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        to_python(py, &self.0.describe())
    }

    /// The options of a heap of ``n``, at most ``limit`` of them: pairs of the beans removed and the heaps left.
    ///
    /// >>> Game("kayles").options(3)
    /// [(1, [2]), (1, [1, 1]), (2, [1])]
    #[pyo3(signature = (n, limit=1_000_000, *, progress=None))]
    fn options<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] n: u64,
        #[pyo3(from_py_with = count)] limit: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let options = watched(py, progress, |watch| {
            let mut options: Vec<(u64, Vec<u64>)> = Vec::new();
            let mut asked = Ok(());
            let _ = self.0.rules().each_option(n, |removed, heaps| {
                if options.len() == limit {
                    return ControlFlow::Break(());
                }
                options.push((removed, heaps.to_vec()));
                if options.len().is_multiple_of(4096) {
                    asked = watch.at(Progress::open("options", options.len() as u64));
                }
                if asked.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            asked?;
            Ok(options)
        })?;
        in_parts(py, &options, |part| Ok(PyList::new(py, part)?.into_any()))
    }

    /// The hidden frequencies of ``n`` heaps from ``start`` on, as a window of
    /// ``grundy analyze --spectrum --json``. Observed, never proved.
    ///
    /// >>> Game(".06").spectrum(2048, start=2048).get("lines")[0].get("mask")
    /// '0x80'
    #[pyo3(signature = (n=65_536, *, start=0, others=6, progress=None))]
    fn spectrum<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] n: u64,
        #[pyo3(from_py_with = whole)] start: u64,
        #[pyo3(from_py_with = count)] others: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        spectrum::lines(py, self, start, n, others, progress)
    }

    /// The strongest hidden frequency of ``n`` heaps from ``start`` on that is neither constant nor alternating;
    /// ``GrundyError`` where none stands above chance.
    ///
    /// >>> Game(".024").wave(4096, start=4096).mask
    /// 97
    #[pyo3(signature = (n=65_536, *, start=0, progress=None))]
    fn wave(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = whole)] n: u64,
        #[pyo3(from_py_with = whole)] start: u64,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<PyWave> {
        spectrum::wave(py, self, start, n, progress)
    }

    /// Draws ``n`` values from heap ``start`` on into matplotlib axes: against their heaps, or with ``kind="phase"``
    /// against the phase of their strongest hidden frequency.
    #[pyo3(signature = (ax=None, *, n=10_000, start=0, kind="values"))]
    fn plot<'py>(
        slf: Bound<'py, Self>,
        ax: Option<Bound<'py, PyAny>>,
        #[pyo3(from_py_with = whole)] n: u64,
        #[pyo3(from_py_with = whole)] start: u64,
        kind: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("grundy._plot")?.call_method1("plot", (slf, ax, n, start, kind))
    }

    fn _repr_html_(slf: Bound<'_, Self>) -> PyResult<Bound<'_, PyAny>> {
        slf.py().import("grundy._plot")?.call_method1("html", (slf,))
    }

    fn _repr_png_(slf: Bound<'_, Self>) -> PyResult<Bound<'_, PyAny>> {
        slf.py().import("grundy._plot")?.call_method1("png", (slf,))
    }

    fn __repr__(&self) -> String {
        format!("Game('{}')", self.0)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyGame>().is_ok_and(|other| other.get().0 == self.0)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        Ok((py.get_type::<PyGame>().into_any(), PyTuple::new(py, [self.0.to_string()])?))
    }
}

/// The answer of ``Game.solve``: a proved period, or how far it was looked for.
#[pyclass(frozen, module = "grundy")]
pub struct Proof(Solution);

#[pymethods]
impl Proof {
    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame(self.0.canonical.clone())
    }

    /// "periodic", "arithmetic-periodic" or "unresolved".
    #[getter]
    fn status(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        Ok(self.asdict(py)?.get_item("status")?.expect("a solution has a status").unbind())
    }

    /// Whether a period is proved.
    fn __bool__(&self) -> bool {
        self.0.period.is_some()
    }

    /// The smallest period.
    #[getter]
    fn period(&self) -> Option<u64> {
        self.0.period
    }

    /// The smallest heap from which it holds.
    #[getter]
    fn preperiod(&self) -> Option<u64> {
        self.0.preperiod
    }

    /// By how much values grow in a period.
    #[getter]
    fn saltus(&self) -> Option<u64> {
        self.0.saltus
    }

    /// The theorem that proves it.
    #[getter]
    fn theorem(&self) -> Option<String> {
        self.0.theorem.map(|theorem| theorem.to_string())
    }

    /// How many values were computed.
    #[getter]
    fn values_computed(&self) -> u64 {
        self.0.values_computed
    }

    /// The text of the certificate, for ``grundy-check``; None where nothing is proved.
    #[getter]
    fn certificate(&self, py: Python<'_>) -> Option<String> {
        py.detach(|| self.0.certificate().map(|certificate| certificate.to_string()))
    }

    /// Lets the independent checker re-do the proof; returns what it verified, or raises ``GrundyError``.
    #[pyo3(signature = (*, progress=None))]
    fn check(&self, py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<String> {
        let Some(certificate) = self.certificate(py) else {
            return Err(crate::error::GrundyError::new_err("nothing is proved, so there is no certificate to check"));
        };
        crate::checker::check(py, &certificate, progress)
    }

    /// Everything the answer says, as the JSON of ``grundy solve --json`` does.
    fn asdict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        to_python(py, &self.0)
    }

    fn __repr__(&self) -> String {
        let Solution { canonical, period, preperiod, saltus, theorem, values_computed, .. } = &self.0;
        match (period, preperiod, theorem) {
            (Some(period), Some(preperiod), Some(theorem)) => {
                let saltus = saltus.filter(|&saltus| saltus > 0).map_or(String::new(), |s| format!(", saltus={s}"));
                format!("<Proof of {canonical}: period={period}, preperiod={preperiod}{saltus}, theorem={theorem}>")
            }
            _ => format!("<Proof of {canonical}: unresolved after {values_computed} values>"),
        }
    }
}
