//! Progress on stderr, for work that lasts longer than a second: a bar on a terminal, a line a minute in a log; and
//! Ctrl-C.

use crate::interrupt;
use grundy::watch::{self, Stopped, Watch};
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// How long work goes on before anything is shown.
const PATIENCE: Duration = Duration::from_secs(1);
/// The time between two lines of a log.
const LINE: Duration = Duration::from_mins(1);
/// The time between two looks of a bar.
const FRAME: Duration = Duration::from_millis(100);

/// The watch of the command: shows where the work stands, and stops it at Ctrl-C.
pub struct Terminal {
    shown: Option<Progress>,
}

impl Terminal {
    /// A watch that has seen nothing yet.
    pub fn new() -> Self {
        Terminal { shown: None }
    }
}

impl Watch for Terminal {
    fn at(&mut self, at: watch::Progress) -> Result<(), Stopped> {
        let same = |shown: &Progress| shown.what == at.stage && shown.total == at.total;
        if !self.shown.as_ref().is_some_and(same) {
            self.shown = Some(Progress::of(at.stage, at.total));
        }
        if let Some(progress) = &mut self.shown {
            progress.at(at.done);
        }
        if interrupt::requested() { Err(Stopped) } else { Ok(()) }
    }
}

/// A bar, or lines in a log, that appear when the work turns out to be long.
pub struct Progress {
    what: &'static str,
    total: Option<u64>,
    started: Instant,
    /// Where the work stood when it was first heard of: a run may begin in the middle.
    first: Option<u64>,
    bar: Option<ProgressBar>,
    looked: Instant,
}

impl Progress {
    /// Progress towards `total`, of work named `what`.
    pub fn new(what: &'static str, total: u64) -> Self {
        Progress::of(what, Some(total))
    }

    fn of(what: &'static str, total: Option<u64>) -> Self {
        let started = Instant::now();
        Progress { what, total, started, first: None, bar: None, looked: started }
    }

    /// The work has come to `done`.
    pub fn at(&mut self, done: u64) {
        let first = *self.first.get_or_insert(done);
        let (now, elapsed) = (Instant::now(), self.started.elapsed());
        let terminal = self.bar.is_some() || std::io::stderr().is_terminal();
        if elapsed < PATIENCE || now < self.looked + if terminal { FRAME } else { LINE } {
            return;
        }
        self.looked = now;
        let seconds = elapsed.as_secs_f64();
        let rate = done.saturating_sub(first) as f64 / seconds;
        let speed = if rate >= 10.0 { format!("{}/s", HumanCount(rate as u64)) } else { format!("{rate:.1}/s") };
        let left = self.total.filter(|&total| total >= done && rate > 0.0).map_or(String::new(), |total| {
            format!(", {} left", HumanDuration(Duration::from_secs_f64(((total - done) as f64 / rate).min(1e12))))
        });
        if !terminal {
            let of = self.total.map_or(String::new(), |total| format!(" of {}", HumanCount(total)));
            eprintln!("{} {}{of}, {speed}{left}", self.what, HumanCount(done));
            return;
        }
        let what = self.what;
        let bar = self.bar.get_or_insert_with(|| {
            let template = if self.total.is_some() {
                "{prefix} {wide_bar} {human_pos}/{human_len} {msg}"
            } else {
                "{prefix} {human_pos} {msg}"
            };
            let style = ProgressStyle::with_template(template).expect("the template is valid");
            let bar = self.total.map_or_else(ProgressBar::no_length, ProgressBar::new);
            bar.with_style(style).with_prefix(what)
        });
        bar.set_message(speed + &left);
        bar.set_position(done);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
