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
//! and come from a call for that interval, `phi` times nearer to the origin. The number of h-points below `r0` comes from
//! it too: `index_h(r0) = r0 + 1 - index_h(r1') - #{points of the lower interval with b < r0}`. The recursion is a loop
//! here: intervals down, points up. It ends where WSG from row 0 is as good.
//!
//! Every point is checked against L, H and Theorem 2.15: a wrong bound that shows is an error, never an answer.

use super::bounds::Bounds;
use super::front::Front;
use super::golden::{compare_offset, over_phi, over_phi_up};
use super::wsg::Wsg;
use super::{MAX_ROW, Point, Watch, WythoffError};

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

/// The h-points in rows `r1 ..= r2`.
pub fn strip(g: u32, r1: u64, r2: u64, bounds: &Bounds, watch: &mut Watch<'_>) -> Result<Strip, WythoffError> {
    if r2 > MAX_ROW {
        return Err(WythoffError::TooLarge { what: "row", value: r2, max: MAX_ROW });
    }
    let mut intervals = vec![(r1, r2)];
    while let Some(lower) = below(g, *intervals.last().expect("never empty"), bounds) {
        intervals.push(lower);
    }
    let depth = intervals.len() - 1;
    let (r1, r2) = intervals.pop().expect("never empty");
    let mut strip = from_origin(g, r1, r2, watch)?;
    for (done, &(r1, r2)) in intervals.iter().rev().enumerate() {
        if watch(done as u64, depth as u64).is_break() {
            return Err(WythoffError::Stopped);
        }
        strip = above(g, &strip, r1, r2, bounds)?;
    }
    Ok(Strip { depth, ..strip })
}

/// The interval whose points are reflected into the rows that `(r1, r2)` needs; none if WSG should do it.
fn below(g: u32, (r1, r2): (u64, u64), bounds: &Bounds) -> Option<(u64, u64)> {
    let r0 = r1.checked_sub(bounds.settle)?;
    let lower1 = over_phi_up(r0).checked_add_signed(bounds.low)?;
    let lower2 = over_phi(r2).checked_add_signed(bounds.high)?;
    // The point on the main diagonal, in a row up to 2g (Lemma 2.2), must lie below the interval.
    (lower2 < r0 && lower1 > 2 * u64::from(g)).then_some((lower1, lower2))
}

/// WSG from row 0.
fn from_origin(g: u32, r1: u64, r2: u64, watch: &mut Watch<'_>) -> Result<Strip, WythoffError> {
    let mut wsg = Wsg::new(g);
    wsg.run(r1, watch, |_| {})?;
    let index = (0..=g as usize).map(|h| wsg.front().index(h)).collect();
    let mut points = Vec::new();
    wsg.run(r2 + 1, watch, |point| points.push(point))?;
    Ok(Strip { index, points, depth: 0 })
}

/// The points of rows `r1 ..= r2` from those of the interval below.
fn above(g: u32, lower: &Strip, r1: u64, r2: u64, bounds: &Bounds) -> Result<Strip, WythoffError> {
    let r0 = r1 - bounds.settle;
    let contradiction = |row| WythoffError::Inconsistent { row, settle: bounds.settle };
    let lanes = g as usize + 1;
    let width = lanes.div_ceil(64);
    let mut insert = vec![u64::MAX; (r2 - r0 + 1) as usize * width];
    if !lanes.is_multiple_of(64) {
        insert.iter_mut().skip(width - 1).step_by(width).for_each(|word| *word = (1 << (lanes % 64)) - 1);
    }
    let mut reflected = lower.index.clone();
    for point in &lower.points {
        let h = point.g as usize;
        if point.b < r0 {
            reflected[h] += 1;
        } else if point.b <= r2 {
            insert[(point.b - r0) as usize * width + h / 64] &= !(1 << (h % 64));
        }
    }
    let index: Vec<u64> = reflected
        .iter()
        .map(|&below| (r0 + 1).checked_sub(below).ok_or_else(|| contradiction(r0)))
        .collect::<Result<_, _>>()?;
    let mut front = Front::flat(r0, &index);
    for masks in insert[..bounds.settle as usize * width].chunks_exact(width) {
        front.step(masks, |_, _, _| {});
    }
    let index = (0..lanes).map(|h| front.index(h)).collect();
    let mut points = Vec::with_capacity((r2 - r1 + 1) as usize * lanes * 5 / 8);
    let mut wrong = None;
    for masks in insert[bounds.settle as usize * width..].chunks_exact(width) {
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
            points.push(point);
        });
    }
    wrong.map_or(Ok(Strip { index, points, depth: 0 }), Err)
}
