//! Progress on stderr, for work that lasts longer than a second: a bar on a terminal, a line a minute in a log; and
//! Ctrl-C.

use crate::exit::say;
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
    silent: bool,
}

impl Terminal {
    /// A watch that has seen nothing yet.
    pub fn new() -> Self {
        Terminal { shown: None, silent: false }
    }

    /// A watch for work whose answer appears on stdout bit by bit: on a terminal that is progress enough, and a bar
    /// would wipe out the end of what is there.
    pub fn beside_stdout() -> Self {
        Terminal { shown: None, silent: std::io::stdout().is_terminal() }
    }
}

impl Watch for Terminal {
    fn at(&mut self, at: watch::Progress) -> Result<(), Stopped> {
        let begins_again = |shown: &Progress| at.done == 0 && shown.done > 0;
        let same = |shown: &Progress| shown.what == at.stage && shown.total == at.total && !begins_again(shown);
        if !self.shown.as_ref().is_some_and(same) {
            self.shown = Some(Progress::of(at.stage, at.total));
        }
        if let Some(progress) = self.shown.as_mut().filter(|_| !self.silent) {
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
    /// How far it has come; of two threads, the one that is further.
    done: u64,
    /// Seconds, and how much was done since then, at places that are not near each other.
    marks: Vec<(f64, f64)>,
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
        Progress { what, total, started, first: None, done: 0, marks: Vec::new(), bar: None, looked: started }
    }

    /// The work has come to `done`.
    pub fn at(&mut self, done: u64) {
        let first = *self.first.get_or_insert(done);
        self.done = self.done.max(done);
        let done = self.done;
        let (now, elapsed) = (Instant::now(), self.started.elapsed());
        let terminal = self.bar.is_some() || std::io::stderr().is_terminal();
        if elapsed < PATIENCE || now < self.looked + if terminal { FRAME } else { LINE } {
            return;
        }
        self.looked = now;
        let (seconds, way) = (elapsed.as_secs_f64(), done.saturating_sub(first) as f64);
        let rate = way / seconds;
        let speed = if rate >= 10.0 { format!("{}/s", HumanCount(rate as u64)) } else { format!("{rate:.1}/s") };
        let goal =
            self.total.filter(|&total| total >= done && way > 0.0).map(|total| total.saturating_sub(first) as f64);
        let left = goal.map_or(String::new(), |goal| {
            let left = seconds_left(&self.marks, (way, seconds), goal).min(1e12);
            format!(", {} left", HumanDuration(Duration::from_secs_f64(left)))
        });
        if self.marks.last().is_none_or(|&(last, _)| way > 1.2 * last) {
            self.marks.push((way, seconds));
        }
        if !terminal {
            let of = self.total.map_or(String::new(), |total| format!(" of {}", HumanCount(total)));
            say(&format!("{} {}{of}, {speed}{left}", self.what, HumanCount(done)));
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
            bar.with_style(style).with_prefix(what).with_position(done)
        });
        bar.set_position(done);
        bar.set_message(speed + &left);
    }
}

/// How long the rest takes, after `way` of `goal` in `seconds`. Work often grows with the place: half of it took less
/// than half of the time. So the time is taken for a power of the way, by what was seen at half of it or before.
fn seconds_left(marks: &[(f64, f64)], (way, seconds): (f64, f64), goal: f64) -> f64 {
    let before = marks.iter().rev().find(|&&(mark, _)| 2.0 * mark <= way).or(marks.first());
    let power = before.map_or(1.0, |&(mark, then)| (seconds / then).ln() / (way / mark).ln());
    let power = if power.is_finite() { power.clamp(0.5, 4.0) } else { 1.0 };
    seconds * ((goal / way).powf(power) - 1.0)
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::seconds_left;

    /// For work whose time is any power of the way, the estimate is right from the second look on and never rises.
    #[test]
    fn the_rest_of_work_that_slows_down_is_foreseen() {
        for power in [1.0, 1.5, 2.0, 3.0] {
            let time = |way: f64| (way / 100.0).powf(power);
            let mut marks = vec![(100.0, time(100.0))];
            let mut last = f64::INFINITY;
            for way in (1..10).map(|step| f64::from(step) * 1000.0) {
                let left = seconds_left(&marks, (way, time(way)), 10_000.0);
                assert!((left - (time(10_000.0) - time(way))).abs() < 1e-6 * time(10_000.0), "{power} {way} {left}");
                assert!(left < last);
                last = left;
                marks.push((way, time(way)));
            }
        }
    }

    #[test]
    fn nothing_known_and_nothing_left() {
        assert!((seconds_left(&[], (10.0, 1.0), 100.0) - 9.0).abs() < 1e-9);
        assert!(seconds_left(&[(10.0, 1.0)], (10.0, 1.0), 10.0).abs() < 1e-9);
        // A stand-still and a jump give numbers, not nonsense.
        assert!(seconds_left(&[(10.0, 1.0)], (10.0, 5.0), 100.0).is_finite());
        assert!(seconds_left(&[(0.0, 1.0)], (10.0, 5.0), 100.0).is_finite());
    }
}
