//! Algorithm RW: all h-points, `h <= g`, of an interval of rows anywhere, in `O(log row)` steps for fixed g.
//!
//! To fill rows `r1 ..= r2`, start the front at `r0 = r1 - R` in the dummy state; by the Convergence Conjecture it is
//! right from `r1` on. It must be told which values each row wants, that is which h-points of lower rows were reflected
//! into `r0 ..= r2`; those lie in the rows
//!
//! ```text
//!   r1' = ceil(r0 / phi + L)  ..=  r2' = floor(r2 / phi + H)
//! ```
//!
//! and come from a call for that interval, `phi` times nearer to the origin. The number of h-points below `r0` comes
//! from it too: `index_h(r0) = r0 + 1 - index_h(r1') - #{points of the lower interval with b < r0}`. The recursion is a
//! loop here: intervals down, points up. It ends where WSG from row 0 is as good. Of the points on the way only that is
//! kept which the next interval needs: one bit each in its rows ([`Wanted`]).
//!
//! Every point is checked against L, H and Theorem 2.15: a wrong bound that shows is an error, never an answer.

use super::bounds::Bounds;
use super::front::Front;
use super::golden::{compare_offset, over_phi, over_phi_up};
use super::wsg::{Wsg, rows_between_questions};
use super::{MAX_ROW, Point, WythoffError};
use crate::watch::{Progress, Pulse, Stopped, Watch};

/// All h-points, `h <= g`, of an interval of rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strip {
    /// How many h-points lie below the interval, for each h.
    pub index: Vec<u64>,
    /// The points, by row, then by value.
    pub points: Vec<Point>,
    /// How many times the recursion went down; 0 if WSG did it all (then the points are exact).
    pub depth: usize,
}

/// The h-points in rows `r1 ..= r2`, for the values h that the bounds are for.
pub fn strip(r1: u64, r2: u64, bounds: &Bounds, watch: &mut dyn Watch) -> Result<Strip, WythoffError> {
    if r2 > MAX_ROW {
        return Err(WythoffError::TooLarge { what: "row", value: r2, max: MAX_ROW });
    }
    let mut intervals = vec![(r1, r2)];
    while let Some(lower) = below(*intervals.last().expect("never empty"), bounds) {
        intervals.push(lower);
    }
    let depth = intervals.len() - 1;
    let mut wanted: Option<Wanted> = None;
    for level in (1..=depth).rev() {
        let mut watch = Level { watch, done: (depth - level) as u64, of: depth as u64 + 1 };
        let (next1, next2) = intervals[level - 1];
        let mut next = Wanted::new(bounds.g, next1 - bounds.settle, next2);
        next.index = fill(wanted.as_ref(), intervals[level], bounds, &mut watch, |point| next.reflect(point))?;
        wanted = Some(next);
    }
    let mut points = Vec::new();
    let mut watch = Level { watch, done: depth as u64, of: depth as u64 + 1 };
    let index = fill(wanted.as_ref(), (r1, r2), bounds, &mut watch, |point| points.push(point))?;
    Ok(Strip { index, points, depth })
}

/// The interval whose points are reflected into the rows that `(r1, r2)` needs; none if WSG should do it.
pub fn below((r1, r2): (u64, u64), bounds: &Bounds) -> Option<(u64, u64)> {
    let r0 = r1.checked_sub(bounds.settle)?;
    let lower1 = over_phi_up(r0).checked_add_signed(bounds.low)?;
    let lower2 = over_phi(r2).checked_add_signed(bounds.high)?;
    // The point on the main diagonal, in a row up to 2g (Lemma 2.2), must lie below the interval.
    (lower2 < r0 && lower1 > 2 * u64::from(bounds.g)).then_some((lower1, lower2))
}

/// The watch of one level of the recursion: tells of the whole in hundredths of a level.
struct Level<'w> {
    watch: &'w mut dyn Watch,
    done: u64,
    of: u64,
}

impl Watch for Level<'_> {
    fn at(&mut self, progress: Progress) -> Result<(), Stopped> {
        let part = progress.done.saturating_mul(100) / progress.total.unwrap_or(1).max(1);
        self.watch.at(Progress::new("hundredths of a level", self.done * 100 + part, self.of * 100))
    }
}

/// What the rows `first ..= last` get from the points of the interval below.
struct Wanted {
    first: u64,
    last: u64,
    /// For each h, the points below that interval.
    index: Vec<u64>,
    /// For each h, the points of that interval whose columns are below `first`.
    passed: Vec<u64>,
    /// For each row one bit for each value that it wants.
    insert: Vec<u64>,
    /// Words for a row.
    width: usize,
}

impl Wanted {
    /// Nothing is reflected into these rows yet: they want all values.
    fn new(g: u32, first: u64, last: u64) -> Wanted {
        let lanes = g as usize + 1;
        let width = lanes.div_ceil(64);
        let mut insert = vec![u64::MAX; (last - first + 1) as usize * width];
        if !lanes.is_multiple_of(64) {
            insert.iter_mut().skip(width - 1).step_by(width).for_each(|word| *word = (1 << (lanes % 64)) - 1);
        }
        Wanted { first, last, index: Vec::new(), passed: vec![0; lanes], insert, width }
    }

    #[inline]
    fn reflect(&mut self, point: Point) {
        let h = point.g as usize;
        if point.b < self.first {
            self.passed[h] += 1;
        } else if point.b <= self.last {
            self.insert[(point.b - self.first) as usize * self.width + h / 64] &= !(1 << (h % 64));
        }
    }

    /// The dummy state of the first row; none if there are more points below it than rows.
    fn flat(&self) -> Option<Front> {
        let reflected = self.index.iter().zip(&self.passed);
        let index: Option<Vec<u64>> =
            reflected.map(|(index, passed)| (self.first + 1).checked_sub(index + passed)).collect();
        Some(Front::flat(self.first, &index?))
    }
}

/// Tells `place` the points of rows `r1 ..= r2`, by what is wanted there, or from row 0; and how many lie below.
fn fill(
    wanted: Option<&Wanted>,
    (r1, r2): (u64, u64),
    bounds: &Bounds,
    watch: &mut dyn Watch,
    mut place: impl FnMut(Point),
) -> Result<Vec<u64>, WythoffError> {
    let g = bounds.g;
    let indices = |front: &Front| (0..=g as usize).map(|h| front.index(h)).collect();
    let Some(wanted) = wanted else {
        let mut wsg = Wsg::new(g);
        wsg.run(r1, watch, |_| {})?;
        let index = indices(wsg.front());
        wsg.run(r2 + 1, watch, place)?;
        return Ok(index);
    };
    let contradiction = |row| WythoffError::Inconsistent { row, settle: bounds.settle };
    let mut front = wanted.flat().ok_or_else(|| contradiction(wanted.first))?;
    let mut rows = wanted.insert.chunks_exact(wanted.width);
    let mut pulse = Pulse::new(watch, "rows", Some(wanted.last - wanted.first + 1), rows_between_questions(g));
    for masks in rows.by_ref().take(bounds.settle as usize) {
        pulse.tick()?;
        front.step(masks, |_, _, _| {});
    }
    let index = indices(&front);
    let mut wrong = None;
    for masks in rows {
        pulse.tick()?;
        let row = front.row();
        front.step(masks, |h, n, d| {
            let point = Point { g: h as u32, n, a: row, b: row + d };
            let inside = compare_offset(point.a, point.b, bounds.low).is_ge()
                && compare_offset(point.a, point.b, bounds.high).is_le();
            if !inside {
                let Point { g, a, b, .. } = point;
                wrong.get_or_insert(WythoffError::OutsideStrip { g, a, b, low: bounds.low, high: bounds.high });
            } else if !(-16 * h as i64..=2 * h as i64).contains(&point.drift()) {
                wrong.get_or_insert(contradiction(row));
            }
            place(point);
        });
    }
    wrong.map_or(Ok(index), Err)
}
