//! Rows of the Grundy matrix are additively periodic: `G(x, y + p) = G(x, y) + p` from some column on. Found and
//! proved.
//!
//! # The finite-state argument
//!
//! Write `V(r, y) = G(r, y) - y`. Landman's lemma (2.1 in the paper): row r has the value g exactly once, in a column
//! between `g - r` and `g + 2r`. So when cell `(r, y)` is computed,
//!
//! * every value below `y - 2r` has occurred in its row: the mex is at least `y - 2r`;
//! * a value `g >= y - 2r` that has occurred did so in a column `>= g - r >= y - 3r`.
//!
//! The row's part of the mex is thus decided by `V(r, ·)` on the last `3r` columns, the column's part by column y
//! itself, the diagonal's part by the last `r` columns. For rows `0 ..= x` together: column y of V is a function of the
//! `3x` columns before it, and the function does not depend on y once `y >= 3x` (then no column and no value is below
//! 0).
//!
//! **Theorem.** If V agrees, for all rows `0 ..= x`, on the windows `s .. s + 3x` and `s + p .. s + p + 3x`, then
//! `V(r, y + p) = V(r, y)` for all `r <= x` and all `y >= s`.
//!
//! So [`settle`] looks for a window that comes back: the window at s, which grows by a quarter at a time (Brent's
//! method with a smaller factor, because periods are much shorter than preperiods), is compared with every later one.
//! Then each row's own least period is found among the divisors of p, and its preperiod by walking back from s. Cost:
//! one mex for each cell of the `x + 1` rows, up to 5/4 max(preperiod) + period columns.

use super::{Status, WythoffError};
use crate::watch::{Progress, Watch};
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::RangeInclusive;

/// The largest row: differences `V` must fit 16 bits.
pub const MAX_ROW: u64 = 10_000;

/// Rows `0 ..= x`, filled column by column.
pub(super) struct Columns {
    x: usize,
    y: u64,
    /// Words in each ring of values, a power of two; values are addressed modulo its bits.
    words: usize,
    rows: Vec<u64>,
    /// For each row, the first word that may have a free value. Words before it are zero: free for later values.
    low: Vec<u64>,
    column: Vec<u64>,
    /// The live diagonals, one for each row.
    diagonals: Vec<u64>,
    /// `V(r, y)` of the column filled last.
    current: Vec<i16>,
}

impl Columns {
    /// Before column 0.
    pub fn new(x: u64) -> Result<Columns, WythoffError> {
        if x > MAX_ROW {
            return Err(WythoffError::TooLarge { what: "row", value: x, max: MAX_ROW });
        }
        let x = x as usize;
        // Values met together lie within 3x of each other; two words more for the ends.
        let words = (3 * x / 64 + 3).next_power_of_two();
        let rings = vec![0; (x + 1) * words];
        Ok(Columns {
            x,
            y: 0,
            words,
            low: vec![0; x + 1],
            column: vec![0; words],
            diagonals: rings.clone(),
            rows: rings,
            current: vec![0; x + 1],
        })
    }

    /// The column about to be filled.
    pub fn column(&self) -> u64 {
        self.y
    }

    /// Whether enough cells were filled that a watch should be asked again.
    pub fn is_time_to_ask(&self) -> bool {
        self.y.is_multiple_of(((1 << 16) / (self.x as u64 + 1)).max(1))
    }

    /// `G(r, y) - y` for the rows `0 ..= x` of the column filled last.
    pub fn differences(&self) -> &[i16] {
        &self.current
    }

    /// `G(r, y)` of the column filled last.
    pub fn value(&self, r: u64) -> u64 {
        (self.y as i64 - 1 + i64::from(self.current[r as usize])) as u64
    }

    /// Fills a column.
    pub fn step(&mut self) {
        let (words, mask) = (self.words, self.words - 1);
        let slots = self.x + 1;
        self.column.fill(0);
        // Diagonal y - r lives in the slot (y - r) mod (x + 1); the one that starts here replaces the one just
        // finished.
        let mut slot = (self.y % slots as u64) as usize;
        self.diagonals[slot * words..][..words].fill(0);
        let columns = self.rows.chunks_exact_mut(words).zip(&mut self.low).zip(&mut self.current);
        for ((row, low), current) in columns {
            let diagonal = &mut self.diagonals[slot * words..][..words];
            while row[*low as usize & mask] == u64::MAX {
                row[*low as usize & mask] = 0;
                *low += 1;
            }
            let mut word = *low;
            let free = loop {
                let at = word as usize & mask;
                let free = !(row[at] | self.column[at] | diagonal[at]);
                if free != 0 {
                    break free;
                }
                word += 1;
            };
            let bit = free & free.wrapping_neg();
            let at = word as usize & mask;
            row[at] |= bit;
            self.column[at] |= bit;
            diagonal[at] |= bit;
            let value = word * 64 + u64::from(bit.trailing_zeros());
            *current = (value as i64 - self.y as i64) as i16;
            slot = if slot == 0 { self.x } else { slot - 1 };
        }
        self.y += 1;
    }
}

/// What is known of the additive period of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RowPeriod {
    /// The row.
    pub row: u64,
    /// The least column from which on the row is additively periodic.
    pub preperiod: Option<u64>,
    /// The least p with `G(x, y + p) = G(x, y) + p` from there on.
    pub period: Option<u64>,
    /// Proved, or unsettled.
    pub status: Status,
}

/// The hypothesis that was checked: for rows `0 ..= x`, the windows of `window` columns at `from` and `from + period`
/// are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Proof {
    /// The largest row.
    pub x: u64,
    /// `3x`, or 1 for row 0.
    pub window: u64,
    /// Where the first window starts.
    pub from: u64,
    /// How far the second is from it.
    pub period: u64,
    /// Columns computed.
    pub columns: u64,
}

/// The additive periods of some rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RowsAnswer {
    /// One entry for each row.
    pub rows: Vec<RowPeriod>,
    /// What proves them all.
    pub proof: Option<Proof>,
    /// The number of columns that were computed.
    pub columns: u64,
}

/// Finds and proves the additive periods of some rows together, looking at no more than `limit` columns.
///
/// ```
/// let answer = grundy::wythoff::row_periods(&(20..=20), 100_000, &mut grundy::watch::Unwatched)?;
/// assert_eq!((answer.rows[0].preperiod, answer.rows[0].period), (Some(1165), Some(384)));
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn row_periods(rows: &RangeInclusive<u64>, limit: u64, watch: &mut dyn Watch) -> Result<RowsAnswer, WythoffError> {
    if let Some(Settled { rows, proof, .. }) = settle(*rows.start(), *rows.end(), limit, watch)? {
        return Ok(RowsAnswer { rows, proof: Some(proof), columns: proof.columns });
    }
    let unsettled = |row| RowPeriod { row, preperiod: None, period: None, status: Status::Unsettled };
    Ok(RowsAnswer { rows: rows.clone().map(unsettled).collect(), proof: None, columns: limit })
}

/// Periods of some rows and what proves them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Settled {
    /// One entry for each row that was asked for.
    pub rows: Vec<RowPeriod>,
    /// The common proof.
    pub proof: Proof,
    /// The last row asked for: its preperiod and its period.
    last: (u64, u64),
    /// `V` of the last row asked for, up to the end of the second window.
    differences: Vec<i16>,
}

impl Settled {
    /// `G(x, y)` for the largest row, however far out.
    pub fn value(&self, y: u64) -> u64 {
        let (preperiod, period) = self.last;
        let reduced = if y < preperiod { y } else { preperiod + (y - preperiod) % period };
        (y as i64 + i64::from(self.differences[reduced as usize])) as u64
    }
}

/// Finds and proves the periods of the rows `from ..= x`, looking at no more than `limit` columns.
/// `None` if no window came back by then.
pub(super) fn settle(from: u64, x: u64, limit: u64, watch: &mut dyn Watch) -> Result<Option<Settled>, WythoffError> {
    let mut columns = Columns::new(x)?;
    let window = (3 * x).max(1) as usize;
    let rows = x as usize + 1;
    let kept = from as usize..rows;
    let mut differences: Vec<Vec<i16>> = vec![Vec::new(); kept.len()];
    // The last `window` columns and the window to be met again, column by column, each a ring.
    let mut recent = vec![0i16; rows * window];
    let mut pattern = Vec::new();
    let mut start = 1u64;
    loop {
        let y = columns.column();
        if y >= limit {
            return Ok(None);
        }
        if columns.is_time_to_ask() {
            // Where the window comes back is not known before.
            watch.at(Progress::open("columns", y))?;
        }
        columns.step();
        let slot = (y % window as u64) as usize;
        recent[slot * rows..][..rows].copy_from_slice(columns.differences());
        for (row, &difference) in differences.iter_mut().zip(&columns.differences()[kept.clone()]) {
            row.push(difference);
        }
        let Some(first) = (y + 1).checked_sub(window as u64) else { continue };
        if !pattern.is_empty() && same(&recent, first, &pattern, start, rows) {
            let period = first - start;
            let proof = Proof { x, window: window as u64, from: start, period, columns: y + 1 };
            let least: Vec<(u64, u64)> = differences.iter().map(|v| least(v, &proof)).collect();
            let entry = |(row, &(preperiod, period)): (usize, &(u64, u64))| RowPeriod {
                row: row as u64,
                preperiod: Some(preperiod),
                period: Some(period),
                status: Status::Proved,
            };
            let rows = kept.zip(&least).map(entry).collect();
            let last = least.last().copied().expect("at least one row");
            return Ok(Some(Settled { rows, proof, last, differences: differences.pop().unwrap_or_default() }));
        }
        if first == start && pattern.is_empty() || first == start + start / 4 + 1 {
            start = first;
            pattern.clone_from(&recent);
        }
    }
}

/// Whether two windows are equal: rings of columns that start at the columns `first` and `start`. The latest columns
/// are compared first: that is where a difference shows.
fn same(recent: &[i16], first: u64, pattern: &[i16], start: u64, rows: usize) -> bool {
    let window = (recent.len() / rows) as u64;
    let column = |y: u64| (y % window) as usize * rows..;
    (0..window).rev().all(|k| {
        let (now, then) = (column(first + k), column(start + k));
        recent[now][..rows] == pattern[then][..rows]
    })
}

/// The least preperiod and the least period (a divisor of the proved one) of one row.
fn least(v: &[i16], proof: &Proof) -> (u64, u64) {
    let (from, whole) = (proof.from as usize, proof.period as usize);
    let repeats = |p: usize| (from..from + whole - p).all(|y| v[y] == v[y + p]);
    let mut period = whole;
    for prime in prime_factors(whole) {
        while period.is_multiple_of(prime) && repeats(period / prime) {
            period /= prime;
        }
    }
    let preperiod = (0..from).rev().find(|&y| v[y] != v[y + period]).map_or(0, |y| y + 1);
    (preperiod as u64, period as u64)
}

fn prime_factors(mut n: usize) -> Vec<usize> {
    let mut primes = Vec::new();
    let mut candidate = 2;
    while candidate * candidate <= n {
        if n.is_multiple_of(candidate) {
            primes.push(candidate);
            while n.is_multiple_of(candidate) {
                n /= candidate;
            }
        }
        candidate += 1;
    }
    if n > 1 {
        primes.push(n);
    }
    primes
}
