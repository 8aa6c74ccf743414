//! Watching a search for a quotient: progress on a terminal, Ctrl-C, a limit of time.

use crate::interrupt;
use grundy::misere::Progress;
use indicatif::ProgressBar;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Shows where a search is, once it lasts longer than a second.
pub struct Watch {
    started: Instant,
    allowed: Option<Duration>,
    spinner: Option<ProgressBar>,
    show: bool,
}

impl Watch {
    /// Watches one search; `allowed` is the time it may take.
    pub fn new(show: bool, allowed: Option<Duration>) -> Self {
        Watch { started: Instant::now(), allowed, spinner: None, show }
    }

    /// The time since the beginning.
    pub fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Takes note of the progress; breaks when the search has to stop.
    pub fn look(&mut self, at: Progress) -> ControlFlow<()> {
        let elapsed = self.started.elapsed();
        if interrupt::requested() || self.allowed.is_some_and(|allowed| elapsed > allowed) {
            return ControlFlow::Break(());
        }
        if self.show && elapsed > Duration::from_secs(1) {
            // Hidden by itself where stderr is no terminal.
            let spinner = self.spinner.get_or_insert_with(ProgressBar::new_spinner);
            let failures = if at.failures > 0 { format!(", failure word {}", at.failures) } else { String::new() };
            let closure = if at.closure > 0 { format!(", closure {}", at.closure) } else { String::new() };
            spinner.set_message(format!("heap {}, order {}{closure}{failures}", at.heap, at.order));
            spinner.tick();
        }
        ControlFlow::Continue(())
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(spinner) = &self.spinner {
            spinner.finish_and_clear();
        }
    }
}
