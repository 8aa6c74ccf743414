//! How far g-points stray: `d_n - n` (Tables 2 and 3, Figure 9 of the paper) and `a - b / phi` (the bounds L and H).

use super::golden::{compare_offset, offset};
use super::wsg::Wsg;
use super::{MAX_G, Point, Status, WythoffError};
use crate::watch::Watch;
use schemars::JsonSchema;
use serde::Serialize;

/// An extreme value of `d_n - n` and the first index that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Extreme {
    /// The value of `d_n - n`.
    pub drift: i64,
    /// The first n.
    pub n: u64,
}

/// What was seen of the g-points of one value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Drift {
    /// The value.
    pub g: u32,
    /// How many points.
    pub points: u64,
    /// The least `d_n - n`.
    pub min: Extreme,
    /// The greatest.
    pub max: Extreme,
    /// The greatest with `n >= 100` (Table 3), when there are that many points.
    pub late_max: Option<Extreme>,
    /// How often `d_n - n` was `-16g, -16g + 1, …, 2g`.
    #[serde(skip)]
    counts: Vec<u64>,
}

/// From this index on, points count for [`Drift::late_max`].
pub(super) const LATE: u64 = 100;

impl Drift {
    fn new(g: u32) -> Drift {
        let none = Extreme { drift: 0, n: 0 };
        Drift { g, points: 0, min: none, max: none, late_max: None, counts: vec![0; 18 * g as usize + 1] }
    }

    fn count(&mut self, point: Point) {
        let (drift, n) = (point.drift(), point.n);
        let here = Extreme { drift, n };
        if self.points == 0 || drift < self.min.drift {
            self.min = here;
        }
        if self.points == 0 || drift > self.max.drift {
            self.max = here;
        }
        if n >= LATE && self.late_max.is_none_or(|late| drift > late.drift) {
            self.late_max = Some(here);
        }
        self.points += 1;
        // Theorem 2.15 keeps the position inside.
        self.counts[(drift + 16 * i64::from(self.g)) as usize] += 1;
    }

    /// The histogram of `d_n - n`, from the least value seen to the greatest.
    pub fn histogram(&self) -> Vec<(i64, u64)> {
        (self.min.drift..=self.max.drift)
            .map(|drift| (drift, self.counts[(drift + 16 * i64::from(self.g)) as usize]))
            .collect()
    }
}

/// How far the h-points, `h <= g`, of some rows stray from the 0-points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StatsAnswer {
    /// The largest value.
    pub g: u32,
    /// Rows `0 ..= rows` were looked at.
    pub last_row: u64,
    /// For each `h <= g`: the extremes of `d_n - n`.
    pub drifts: Vec<Drift>,
    /// The point with the least `a - b / phi`, and the one with the greatest.
    pub offsets: [Point; 2],
    /// Their `a - b / phi` in hundredths, rounded down.
    pub offset_hundredths: [i64; 2],
    /// For g: pairs of a value of `d_n - n` and the number of points that have it.
    pub histogram: Vec<(i64, u64)>,
    /// The bytes that WSG held for columns ahead at the last row.
    pub window_bytes: usize,
    /// Observed.
    pub status: Status,
}

/// Looks at all h-points, `h <= g`, in rows `0 ..= last_row`.
///
/// ```
/// let seen = grundy::wythoff::statistics::collect(1, 1000, &mut grundy::watch::Unwatched)?;
/// assert_eq!((seen.drifts[1].min.drift, seen.drifts[1].min.n), (-4, 57));
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn collect(g: u32, last_row: u64, watch: &mut dyn Watch) -> Result<StatsAnswer, WythoffError> {
    if g > MAX_G {
        return Err(WythoffError::TooLarge { what: "g", value: u64::from(g), max: u64::from(MAX_G) });
    }
    let mut drifts: Vec<Drift> = (0..=g).map(Drift::new).collect();
    let origin = Point { g: 0, n: 0, a: 0, b: 0 };
    let (mut least, mut greatest) = (origin, origin);
    // Integers that no offset seen so far passes; most points need no more than these two comparisons.
    let (mut floor, mut ceiling) = (0, 0);
    let mut wsg = Wsg::new(g);
    wsg.run(last_row + 1, watch, |point| {
        drifts[point.g as usize].count(point);
        if compare_offset(point.a, point.b, floor + 1).is_lt() && offset_in(point) < offset_in(least) {
            least = point;
            floor = offset(point.a, point.b, 1);
        }
        if compare_offset(point.a, point.b, ceiling - 1).is_gt() && offset_in(point) > offset_in(greatest) {
            greatest = point;
            ceiling = offset(point.a, point.b, 1) + 1;
        }
    })?;
    Ok(StatsAnswer {
        g,
        last_row,
        histogram: drifts[g as usize].histogram(),
        drifts,
        offsets: [least, greatest],
        offset_hundredths: [least, greatest].map(|point| offset(point.a, point.b, 100)),
        window_bytes: wsg.window_bytes(),
        status: Status::Observed,
    })
}

/// The offset in units of 2^-16, fine enough to order points by.
fn offset_in(point: Point) -> i64 {
    offset(point.a, point.b, 1 << 16)
}
