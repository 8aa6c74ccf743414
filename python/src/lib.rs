//! The Python package `grundy`: converts arguments, calls the library, converts answers back. It holds no mathematics.

mod answer;
mod checker;
mod error;
mod game;
mod nimber;
mod position;
mod solver;
mod watch;

use pyo3::prelude::*;

#[pymodule]
fn _grundy(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("GrundyError", py.get_type::<error::GrundyError>())?;
    module.add("GameError", py.get_type::<error::GameError>())?;
    module.add_class::<game::PyGame>()?;
    module.add_class::<game::Proof>()?;
    module.add_class::<position::PyPosition>()?;
    module.add_function(wrap_pyfunction!(solver::values_of, module)?)?;
    module.add_function(wrap_pyfunction!(solver::mex, module)?)?;
    nimber::add(module)
}
