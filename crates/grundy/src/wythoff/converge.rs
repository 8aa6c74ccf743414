//! The convergence experiment (§3.3 of the paper): from how many rows on is a front that was started in the dummy state
//! in the true state?
//!
//! Lane h is influenced by the lanes below it only. So once the lanes `0 ..= h` agree with the truth they agree for ever,
//! and one run for g answers for every `h <= g`: `T_h(r)`, the rows until the lanes `0 ..= h` started at row r are right,
//! does not depend on the lanes above. A run keeps the lowest lane that is still wrong; the lanes below it are not
//! simulated any more, their points are taken from the truth. The true states of the rows ahead are kept in a window as
//! long as the slowest run so far. Windows that fit 128 bits, nearly always so for `g <= 20`, run in registers
//! ([`super::narrow`]); the rest on the [`Front`].

use super::front::Front;
use super::golden::over_phi_up;
use super::narrow::{self, Lane, Taken};
use super::wsg::Wsg;
use super::{Watch, WythoffError};
use serde::Serialize;
use std::collections::VecDeque;

/// Which rows to start from: `from, from + every, …` below `until`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Starts {
    /// The first.
    pub from: u64,
    /// All are below this.
    pub until: u64,
    /// The step, at least 1.
    pub every: u64,
}

/// The slowest start for the values `0 ..= g`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Worst {
    /// The largest value.
    pub g: u32,
    /// Rows to convergence.
    pub rows: u64,
    /// The first starting row that took so long.
    pub start: u64,
    /// How many starting rows took so long.
    pub times: u64,
}

/// What the experiment saw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Convergence {
    /// For each h: the slowest start.
    pub worst: Vec<Worst>,
    /// For each h: how many starts took 0, 1, 2, … rows.
    pub histograms: Vec<Vec<u64>>,
}

impl Convergence {
    fn new(g: u32) -> Convergence {
        let worst = (0..=g).map(|g| Worst { g, rows: 0, start: 0, times: 0 }).collect();
        Convergence { worst, histograms: vec![Vec::new(); g as usize + 1] }
    }

    fn count(&mut self, h: usize, start: u64, rows: u64) {
        let histogram = &mut self.histograms[h];
        if histogram.len() <= rows as usize {
            histogram.resize(rows as usize + 1, 0);
        }
        histogram[rows as usize] += 1;
        let worst = &mut self.worst[h];
        if rows > worst.rows || worst.times == 0 {
            *worst = Worst { rows, start, times: 0, ..*worst };
        }
        worst.times += u64::from(rows == worst.rows);
    }

    /// Adds what was seen from later starting rows.
    fn absorb(&mut self, later: &Convergence) {
        for (mine, theirs) in self.worst.iter_mut().zip(&later.worst) {
            if theirs.times > 0 && (mine.times == 0 || theirs.rows > mine.rows) {
                *mine = *theirs;
            } else if theirs.rows == mine.rows {
                mine.times += theirs.times;
            }
        }
        for (mine, theirs) in self.histograms.iter_mut().zip(&later.histograms) {
            mine.resize(mine.len().max(theirs.len()), 0);
            mine.iter_mut().zip(theirs).for_each(|(m, t)| *m += t);
        }
    }
}

/// The most memory for true states of the rows ahead. Rows to convergence grow fast with g: 4136 for g = 20.
const MAX_WINDOW_BYTES: u64 = 1 << 30;

/// No point in this row.
const NONE: u64 = u64::MAX;

/// The truth about a row.
#[derive(Default)]
struct Row {
    insert: Vec<u64>,
    index: Vec<u64>,
    /// For each lane, its recorded state (see [`Front::record`]).
    states: Vec<u64>,
    /// For each lane, the diagonal of its point in this row.
    diagonals: Vec<u64>,
    /// `taken[h]`: the diagonals of the lanes below h, counted from `base`. Empty if one falls outside.
    taken: Vec<Taken>,
    base: u64,
}

impl Row {
    fn fill_taken(&mut self) {
        self.taken.clear();
        let mut taken = Taken::default();
        for &d in &self.diagonals {
            self.taken.push(taken);
            if d != NONE {
                let Some(at) = d.checked_sub(self.base).filter(|&at| at < 320) else {
                    self.taken.clear();
                    return;
                };
                taken[(at / 64) as usize] |= 1 << (at % 64);
            }
        }
    }
}

/// The truth about the rows from `first` on, computed as far as it was asked for.
struct Truth {
    wsg: Wsg,
    lanes: usize,
    /// Words of diagonals and of columns in a recorded state.
    words: usize,
    first: u64,
    rows: VecDeque<Row>,
    /// A row no longer needed, for its memory.
    spare: Row,
}

impl Truth {
    /// Rows from `from` on.
    fn new(g: u32, from: u64, watch: &mut Watch<'_>) -> Result<Truth, WythoffError> {
        let mut wsg = Wsg::new(g);
        wsg.run(from, watch, |_| {})?;
        let lanes = g as usize + 1;
        // Two words are what `narrow` takes, and enough for small g.
        Ok(Truth { wsg, lanes, words: 2, first: from, rows: VecDeque::new(), spare: Row::default() })
    }

    fn record(&self) -> usize {
        1 + 2 * self.words
    }

    /// Makes sure that `row` is there.
    fn reach(&mut self, row: u64) -> Result<(), WythoffError> {
        if (row - self.first).saturating_mul((self.lanes * (self.record() + 7) * 8) as u64) > MAX_WINDOW_BYTES {
            return Err(WythoffError::NotConverged {
                g: self.lanes as u32 - 1,
                start: self.first,
                rows: row - self.first,
            });
        }
        while self.first + self.rows.len() as u64 <= row {
            let lanes = self.lanes;
            let mut row = std::mem::take(&mut self.spare);
            row.insert.clear();
            row.insert.extend_from_slice(self.wsg.insert());
            row.index.clear();
            row.index.extend((0..lanes).map(|h| self.wsg.front().index(h)));
            row.states.clear();
            while !(0..lanes).all(|h| self.wsg.front_mut().record(h, self.words, &mut row.states)) {
                // A state that does not fit: everything is recorded again with more words.
                row.states.clear();
                self.widen();
            }
            row.diagonals.clear();
            row.diagonals.resize(lanes, NONE);
            row.base = over_phi_up(self.wsg.row()).saturating_sub(narrow::BELOW);
            self.wsg.step(|point| row.diagonals[point.g as usize] = point.d());
            row.fill_taken();
            self.rows.push_back(row);
        }
        Ok(())
    }

    /// Doubles the length of recorded states, also of those recorded so far.
    fn widen(&mut self) {
        let (new, old) = (2 * self.words, self.words);
        self.words = new;
        for row in &mut self.rows {
            row.states = row
                .states
                .chunks_exact(1 + 2 * old)
                .flat_map(|state| {
                    let (diagonals, columns) = state[1..].split_at(old);
                    let zeros = std::iter::repeat_n(0, new - old);
                    let padded = diagonals.iter().copied().chain(zeros.clone());
                    std::iter::once(state[0])
                        .chain(padded)
                        .chain(columns.iter().copied())
                        .chain(zeros)
                        .collect::<Vec<_>>()
                })
                .collect();
        }
    }

    /// Forgets the rows below `row`.
    fn forget(&mut self, row: u64) -> Result<(), WythoffError> {
        while self.first < row {
            self.reach(self.first)?;
            self.spare = self.rows.pop_front().unwrap_or_default();
            self.first += 1;
        }
        Ok(())
    }

    fn row(&self, row: u64) -> &Row {
        &self.rows[(row - self.first) as usize]
    }
}

/// Runs the experiment for all `h <= g` at once.
pub fn run(g: u32, starts: &Starts, watch: &mut Watch<'_>) -> Result<Convergence, WythoffError> {
    let mut seen = Convergence::new(g);
    let mut truth = Truth::new(g, starts.from, watch)?;
    let mut start = starts.from;
    // Rows to convergence of one start, for each lane.
    let mut took = Vec::new();
    while start < starts.until {
        if watch(start - starts.from, starts.until - starts.from).is_break() {
            return Err(WythoffError::Stopped);
        }
        truth.forget(start)?;
        if !in_registers(&mut truth, start, &mut took)? {
            on_the_front(&mut truth, start, &mut took)?;
        }
        took.iter().enumerate().for_each(|(h, &rows)| seen.count(h, start, rows));
        start += starts.every;
    }
    Ok(seen)
}

/// One start on [`narrow`] lanes; `false` if a window does not fit.
fn in_registers(truth: &mut Truth, start: u64, took: &mut Vec<u64>) -> Result<bool, WythoffError> {
    took.clear();
    truth.reach(start)?;
    if truth.lanes > 64 {
        return Ok(false);
    }
    let mut lanes = [Lane::default(); 64];
    for (lane, &index) in lanes.iter_mut().zip(&truth.row(start).index) {
        *lane = Lane::flat(index);
    }
    for row in start.. {
        truth.reach(row)?;
        if truth.words > 2 {
            return Ok(false);
        }
        let known = truth.row(row);
        let mut wrong = took.len();
        while wrong < truth.lanes && lanes[wrong].record(row) == known.states[wrong * 5..][..5] {
            took.push(row - start);
            wrong += 1;
        }
        if wrong == truth.lanes {
            break;
        }
        let Some(&(mut taken)) = known.taken.get(wrong) else { return Ok(false) };
        let mut rest = known.insert[0] & (u64::MAX << wrong);
        while rest != 0 {
            if lanes[rest.trailing_zeros() as usize].insert(row, known.base, &mut taken).is_none() {
                return Ok(false);
            }
            rest &= rest - 1;
        }
    }
    Ok(true)
}

/// One start on the general front.
fn on_the_front(truth: &mut Truth, start: u64, took: &mut Vec<u64>) -> Result<(), WythoffError> {
    took.clear();
    truth.reach(start)?;
    let mut front = Front::flat(start, &truth.row(start).index);
    loop {
        let row = front.row();
        truth.reach(row)?;
        let record = truth.record();
        let known = truth.row(row);
        let mut wrong = took.len();
        while wrong < truth.lanes && front.matches(wrong, &known.states[wrong * record..][..record]) {
            took.push(row - start);
            wrong += 1;
        }
        if wrong == truth.lanes {
            return Ok(());
        }
        for &d in known.diagonals[..wrong].iter().filter(|&&d| d != NONE) {
            front.take(d);
        }
        for (k, &word) in known.insert.iter().enumerate().skip(wrong / 64) {
            let mut rest = if k == wrong / 64 { word & (u64::MAX << (wrong % 64)) } else { word };
            while rest != 0 {
                front.insert(k * 64 + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
        front.end_row();
    }
}

/// [`run`] on several threads, each with its own stretch of starting rows.
pub fn run_parallel(g: u32, until: u64, threads: usize, watch: &mut Watch<'_>) -> Result<Convergence, WythoffError> {
    use std::ops::ControlFlow;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
    let threads = threads.clamp(1, until.div_ceil(4096).max(1) as usize) as u64;
    let stretch = until.div_ceil(threads);
    let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let parts: Vec<Result<Convergence, WythoffError>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|k| {
                let (stop, done) = (&stop, &done);
                scope.spawn(move || {
                    let starts = Starts { from: k * stretch, until: until.min((k + 1) * stretch), every: 1 };
                    let mut last = 0;
                    run(g, &starts, &mut |at, total| {
                        // Reaching the first starting row reports rows of another scale; only the experiment counts.
                        if total == starts.until - starts.from {
                            done.fetch_add(at.saturating_sub(last), Relaxed);
                            last = at;
                        }
                        if stop.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                    })
                })
            })
            .collect();
        while !workers.iter().all(std::thread::ScopedJoinHandle::is_finished) {
            std::thread::sleep(std::time::Duration::from_millis(20));
            if watch(done.load(Relaxed), until).is_break() {
                stop.store(true, Relaxed);
            }
        }
        workers.into_iter().map(|worker| worker.join().expect("a worker does not panic")).collect()
    });
    let mut seen = Convergence::new(g);
    for part in parts {
        seen.absorb(&part?);
    }
    Ok(seen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wythoff::unwatched;

    #[test]
    fn registers_and_rings_take_the_same_time() {
        let mut truth = Truth::new(12, 500, &mut unwatched).unwrap();
        let (mut narrow, mut general) = (Vec::new(), Vec::new());
        for start in (500..900).step_by(7) {
            truth.forget(start).unwrap();
            assert!(in_registers(&mut truth, start, &mut narrow).unwrap(), "start {start}");
            on_the_front(&mut truth, start, &mut general).unwrap();
            assert_eq!(narrow, general, "start {start}");
        }
        // Longer records are the same states.
        truth.widen();
        on_the_front(&mut truth, 899, &mut general).unwrap();
        assert_eq!(narrow, general);
        assert!(!in_registers(&mut truth, 899, &mut narrow).unwrap());
    }

    #[test]
    fn memory_is_bounded() {
        let mut truth = Truth::new(300, 0, &mut unwatched).unwrap();
        let far = truth.reach(1 << 30);
        assert!(matches!(far, Err(WythoffError::NotConverged { g: 300, start: 0, .. })), "{far:?}");
    }
}
