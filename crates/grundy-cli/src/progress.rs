//! Progress on stderr: only on a terminal, and only for work that lasts longer than a second.

use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};

/// A bar that appears when the work turns out to be long.
pub struct Progress {
    what: &'static str,
    total: u64,
    started: Instant,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Progress towards `total`, of work named `what`.
    pub fn new(what: &'static str, total: u64) -> Self {
        Progress { what, total, started: Instant::now(), bar: None }
    }

    /// The work has come to `done`.
    pub fn at(&mut self, done: u64) {
        if self.bar.is_none() && self.started.elapsed() > Duration::from_secs(1) {
            let style = ProgressStyle::with_template("{msg} {wide_bar} {human_pos}/{human_len} {per_sec} {eta}");
            let bar = ProgressBar::new(self.total).with_message(self.what).with_elapsed(self.started.elapsed());
            self.bar = Some(bar.with_style(style.expect("the template is valid")));
        }
        if let Some(bar) = &self.bar {
            bar.set_position(done);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
