//! Nimbers: Python's integers of any size, and arrays of 64-bit words.

use crate::watch::{aside, watched};
use grundy::nimber::{Nim64, NimField, Nimber};
use grundy::watch::Progress;
use num_bigint::BigUint;
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::{PyTypeError, PyValueError, PyZeroDivisionError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt};
use std::ops::Range;

/// Reads a Python integer that is not negative.
fn read(value: &Bound<'_, PyAny>) -> PyResult<BigUint> {
    // NumPy's scalars are integers by their __index__.
    let value = value
        .call_method0("__index__")
        .map_err(|_| PyTypeError::new_err(format!("{value} is not a nimber; whole numbers from 0 up are accepted")))?;
    let bits: i64 = value.call_method0("bit_length")?.extract()?;
    let bytes = value
        .call_method1("to_bytes", (bits / 8 + 1, "little"))
        .map_err(|_| PyValueError::new_err(format!("{value} is not a nimber; whole numbers from 0 up are accepted")))?;
    Ok(BigUint::from_bytes_le(bytes.cast::<PyBytes>()?.as_bytes()))
}

fn nimber(value: &Bound<'_, PyAny>) -> PyResult<Nimber> {
    Ok(Nimber::from_biguint(&read(value)?).expect("nimbers have any size"))
}

fn write<'py>(py: Python<'py>, value: &BigUint) -> PyResult<Bound<'py, PyAny>> {
    let bytes = PyBytes::new(py, &value.to_bytes_le());
    py.get_type::<PyInt>().call_method1("from_bytes", (bytes, "little"))
}

/// Nimbers with at most this many bits are computed at once: a product takes less than a millisecond.
const SHORT: u64 = 1 << 12;

/// A result of nimbers of any size: long ones are computed aside, so that Ctrl-C is obeyed and other threads go on.
fn computed(py: Python<'_>, bits: u64, work: impl FnOnce() -> Nimber + Send + 'static) -> PyResult<Bound<'_, PyAny>> {
    let result = if bits <= SHORT { work() } else { aside(py, work)? };
    write(py, result.as_biguint())
}

/// The nim-sum of two integers of any size.
#[pyfunction(name = "nimber_add")]
fn add_scalars<'py>(py: Python<'py>, a: &Bound<'py, PyAny>, b: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    write(py, &(read(a)? ^ read(b)?))
}

/// The nim-product of two integers of any size.
#[pyfunction(name = "nimber_mul")]
fn mul<'py>(py: Python<'py>, a: &Bound<'py, PyAny>, b: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let (a, b) = (nimber(a)?, nimber(b)?);
    computed(py, a.degree().max(b.degree()), move || a * b)
}

/// The nim-quotient.
#[pyfunction(name = "nimber_div")]
fn div<'py>(py: Python<'py>, a: &Bound<'py, PyAny>, b: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let (a, b) = (nimber(a)?, nimber(b)?);
    if b == Nimber::default() {
        return Err(PyZeroDivisionError::new_err("nim-division by 0"));
    }
    computed(py, a.degree().max(b.degree()), move || a / b)
}

/// The nim-power with an ordinary exponent.
#[pyfunction(name = "nimber_pow")]
fn pow<'py>(py: Python<'py>, a: &Bound<'py, PyAny>, exponent: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let (a, exponent) = (nimber(a)?, read(exponent)?);
    // Exponents count modulo the order of the field's group, so there are at most as many steps as its bits.
    let bits = a.degree() * exponent.bits().min(a.degree());
    computed(py, bits, move || a.power(&exponent))
}

/// The only nimber whose square is this one.
#[pyfunction(name = "nimber_sqrt")]
fn sqrt<'py>(py: Python<'py>, a: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let a = nimber(a)?;
    computed(py, a.degree(), move || a.sqrt())
}

/// Array elements computed between two looks at Python's signals.
const PART: usize = 1 << 14;

/// Makes an array of the same length and lets `fill` fill it part by part, without the interpreter's lock.
fn filled<'py>(
    py: Python<'py>,
    a: &PyReadonlyArray1<'py, u64>,
    fill: impl Fn(&[Nim64], Range<usize>, &mut [Nim64]) + Send + Sync,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let a = Nim64::from_words(a.as_slice()?);
    let out = PyArray1::<u64>::zeros(py, a.len(), false);
    {
        let mut out = out.readwrite();
        let out = Nim64::from_words_mut(out.as_slice_mut()?);
        watched(py, None, |watch| {
            for (k, (a, out)) in a.chunks(PART).zip(out.chunks_mut(PART)).enumerate() {
                watch.at(Progress::open("elements", (k * PART) as u64))?;
                fill(a, k * PART..k * PART + a.len(), out);
            }
            Ok(())
        })?;
    }
    Ok(out)
}

/// Products element by element.
#[pyfunction(name = "nimber_mul_array")]
fn mul_array<'py>(
    py: Python<'py>,
    a: PyReadonlyArray1<'py, u64>,
    b: PyReadonlyArray1<'py, u64>,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let b = Nim64::from_words(b.as_slice()?);
    filled(py, &a, |a, part, out| Nim64::products(a, &b[part], out))
}

/// Quotients element by element.
#[pyfunction(name = "nimber_div_array")]
fn div_array<'py>(
    py: Python<'py>,
    a: PyReadonlyArray1<'py, u64>,
    b: PyReadonlyArray1<'py, u64>,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let b = Nim64::from_words(b.as_slice()?);
    if b.contains(&Nim64::ZERO) {
        return Err(PyZeroDivisionError::new_err("nim-division by 0"));
    }
    filled(py, &a, |a, part, out| {
        let inverses: Vec<Nim64> = b[part].iter().map(|b| b.inverse().expect("no element is 0")).collect();
        Nim64::products(a, &inverses, out);
    })
}

/// Powers element by element.
#[pyfunction(name = "nimber_pow_array")]
fn pow_array<'py>(
    py: Python<'py>,
    a: PyReadonlyArray1<'py, u64>,
    exponents: PyReadonlyArray1<'py, u64>,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let exponents = exponents.as_slice()?;
    filled(py, &a, |a, part, out| {
        for ((out, a), &exponent) in out.iter_mut().zip(a).zip(&exponents[part]) {
            *out = a.pow(exponent.into());
        }
    })
}

/// Square roots element by element.
#[pyfunction(name = "nimber_sqrt_array")]
fn sqrt_array<'py>(py: Python<'py>, a: PyReadonlyArray1<'py, u64>) -> PyResult<Bound<'py, PyArray1<u64>>> {
    filled(py, &a, |a, _, out| out.iter_mut().zip(a).for_each(|(out, a)| *out = a.sqrt()))
}

/// Puts the functions of this file into the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(add_scalars, module)?)?;
    module.add_function(wrap_pyfunction!(mul, module)?)?;
    module.add_function(wrap_pyfunction!(div, module)?)?;
    module.add_function(wrap_pyfunction!(pow, module)?)?;
    module.add_function(wrap_pyfunction!(sqrt, module)?)?;
    module.add_function(wrap_pyfunction!(mul_array, module)?)?;
    module.add_function(wrap_pyfunction!(div_array, module)?)?;
    module.add_function(wrap_pyfunction!(pow_array, module)?)?;
    module.add_function(wrap_pyfunction!(sqrt_array, module)?)
}
