//! The Python package `grundy`: converts arguments, calls the library, converts answers back. It holds no mathematics.

mod error;
mod nimber;
mod watch;

use pyo3::prelude::*;

#[pymodule]
fn _grundy(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("GrundyError", py.get_type::<error::GrundyError>())?;
    module.add("GameError", py.get_type::<error::GameError>())?;
    module.add_submodule(&nimber::module(py)?)
}
