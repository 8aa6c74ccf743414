//! Progress and Ctrl-C for the library's long loops.

use crate::interrupt;
use crate::outcome::Failure;
use crate::progress::Progress;
use grundy::wythoff::WythoffError;
use std::ops::ControlFlow;

/// Runs something that reports (done, total), with a bar for each total it reports, until Ctrl-C.
pub fn watched<T>(
    what: &'static str,
    work: impl FnOnce(&mut dyn FnMut(u64, u64) -> ControlFlow<()>) -> Result<T, WythoffError>,
) -> Result<T, Failure> {
    let mut bar: Option<(u64, Progress)> = None;
    let result = work(&mut |done, total| {
        if bar.as_ref().is_none_or(|(known, _)| *known != total) {
            bar = Some((total, Progress::new(what, total)));
        }
        if let Some((_, progress)) = &mut bar {
            progress.at(done);
        }
        if interrupt::requested() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match result {
        Err(WythoffError::Stopped) => Err(Failure::Interrupted),
        Err(error) if error.is_unsettled() => Err(Failure::Unsettled(error.to_string())),
        other => Ok(other?),
    }
}
