//! The Python package `grundy`: converts arguments, calls the library, converts answers back. It holds no mathematics.

// Arguments come as PyO3 gives them.
#![allow(clippy::needless_pass_by_value)]

mod answer;
mod checker;
mod coins;
mod error;
mod game;
mod job;
mod misere;
mod nimber;
mod position;
mod solver;
mod spectrum;
mod watch;
mod whole;
mod wythoff;

use pyo3::prelude::*;

#[pymodule]
fn _grundy(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("ENGINE", job::engine())?;
    module.add("SEGMENTS_TOGETHER", grundy_jobs::certificate::TOGETHER)?;
    module.add("GrundyError", py.get_type::<error::GrundyError>())?;
    module.add("GameError", py.get_type::<error::GameError>())?;
    module.add_class::<game::PyGame>()?;
    module.add_class::<game::Proof>()?;
    module.add_class::<position::PyPosition>()?;
    module.add_class::<misere::Quotient>()?;
    module.add_class::<spectrum::PyWave>()?;
    module.add_class::<job::Desk>()?;
    module.add_function(wrap_pyfunction!(misere::solve, module)?)?;
    module.add_function(wrap_pyfunction!(misere::position, module)?)?;
    module.add_function(wrap_pyfunction!(misere::genus, module)?)?;
    module.add_function(wrap_pyfunction!(wythoff::matrix, module)?)?;
    module.add_function(wrap_pyfunction!(wythoff::value, module)?)?;
    module.add_function(wrap_pyfunction!(wythoff::point, module)?)?;
    module.add_function(wrap_pyfunction!(wythoff::moves, module)?)?;
    module.add_function(wrap_pyfunction!(coins::games, module)?)?;
    module.add_function(wrap_pyfunction!(coins::values, module)?)?;
    module.add_function(wrap_pyfunction!(coins::position, module)?)?;
    module.add_function(wrap_pyfunction!(coins::board, module)?)?;
    module.add_function(wrap_pyfunction!(coins::count_wins, module)?)?;
    module.add_function(wrap_pyfunction!(coins::picture, module)?)?;
    module.add_function(wrap_pyfunction!(job::run_jobs, module)?)?;
    module.add_function(wrap_pyfunction!(job::run_merge, module)?)?;
    module.add_function(wrap_pyfunction!(job::run_status, module)?)?;
    module.add_function(wrap_pyfunction!(job::certificate_jobs, module)?)?;
    module.add_function(wrap_pyfunction!(job::certificate_merge, module)?)?;
    module.add_function(wrap_pyfunction!(job::census_jobs, module)?)?;
    module.add_function(wrap_pyfunction!(job::census_merge, module)?)?;
    module.add_function(wrap_pyfunction!(solver::values_of, module)?)?;
    module.add_function(wrap_pyfunction!(solver::mex, module)?)?;
    nimber::add(module)
}
