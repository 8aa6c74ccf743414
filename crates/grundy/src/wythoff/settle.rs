//! Values of single positions and points far out, by the cheapest method that settles them.
//!
//! Exact ways come first: the columns of a few rows, the proved period of a row, a proved bound, WSG from row 0. Only
//! what is left goes to RW and is labelled conjectural. `effort` bounds the work of the exact ways, in cells or points.

use super::bounds::{self, Bounds, Origin};
use super::golden::{times_phi, times_phi_squared};
use super::rows::{self, Columns};
use super::wsg::Wsg;
use super::{MAX_COORDINATE, MAX_G, MAX_ROW, Point, Status, Watch, WythoffError, rw};
use serde::Serialize;
use std::ops::RangeInclusive;

/// The default effort: a second or two.
pub const EFFORT: u64 = 300_000_000;

/// The largest index that can be asked for: its row is below [`MAX_ROW`].
pub const MAX_INDEX: u64 = MAX_COORDINATE / 3;

/// How RW gets its bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// These.
    Given(Bounds),
    /// The proved strip, and R measured with a safety margin.
    Measured,
    /// The proved strip (or the given one), and R doubled until the answer stops changing.
    Adaptive,
}

/// Points of the values `0 ..= g`, wherever they are.
#[derive(Clone, Debug)]
pub struct Finder {
    g: u32,
    effort: u64,
    choice: Choice,
    /// The bounds in use, once RW was needed.
    bounds: Option<Bounds>,
}

/// How often an adaptive answer must repeat itself.
const AGREEING: u32 = 3;

/// An adaptive R stops to grow when R times the number of values exceeds this: RW would take minutes.
const ADAPTIVE: u64 = 100_000_000;

impl Finder {
    /// A finder for the values `0 ..= g` that spends up to `effort` points on WSG before it turns to RW.
    pub fn new(g: u32, effort: u64, choice: Choice) -> Result<Finder, WythoffError> {
        if g > MAX_G {
            return Err(WythoffError::TooLarge { what: "g", value: u64::from(g), max: u64::from(MAX_G) });
        }
        Ok(Finder { g, effort, choice, bounds: None })
    }

    /// A finder for another g.
    fn for_g(&self, g: u32) -> Finder {
        Finder { g, bounds: None, ..self.clone() }
    }

    /// What RW trusted, if it was used.
    pub fn bounds(&self) -> Option<&Bounds> {
        self.bounds.as_ref()
    }

    /// Whether WSG may be run up to this row.
    fn reaches(&self, row: u64) -> bool {
        row.saturating_mul(u64::from(self.g) + 1) <= self.effort
    }

    /// All points in these rows.
    pub fn interval(
        &mut self,
        rows: &RangeInclusive<u64>,
        watch: &mut Watch<'_>,
    ) -> Result<(Vec<Point>, Status), WythoffError> {
        let (r1, r2) = (*rows.start(), *rows.end());
        if r2 > MAX_ROW {
            return Err(WythoffError::TooLarge { what: "row", value: r2, max: MAX_ROW });
        }
        if self.reaches(r2) {
            let mut wsg = Wsg::new(self.g);
            let mut points = Vec::new();
            wsg.run(r1, watch, |_| {})?;
            wsg.run(r2 + 1, watch, |point| points.push(point))?;
            return Ok((points, Status::Exact));
        }
        let strip = match &self.choice {
            Choice::Given(bounds) => {
                self.bounds = Some(bounds.clone());
                rw::strip(self.g, r1, r2, bounds, watch)?
            }
            Choice::Measured => {
                if self.bounds.is_none() {
                    self.bounds = Some(bounds::measured(self.g, watch)?);
                }
                rw::strip(self.g, r1, r2, self.bounds.as_ref().expect("just measured"), watch)?
            }
            Choice::Adaptive => self.adaptive(r1, r2, watch)?,
        };
        // For g = 0 the dummy state is the true one (Lemma 3.4), and without recursion WSG did it all.
        let exact = self.g == 0 || strip.depth == 0;
        Ok((strip.points, if exact { Status::Exact } else { Status::Conjectural }))
    }

    /// Doubles R until [`AGREEING`] answers in a row are the same. An R that shows itself too small counts as a change.
    fn adaptive(&mut self, r1: u64, r2: u64, watch: &mut Watch<'_>) -> Result<rw::Strip, WythoffError> {
        let (low, high) = bounds::strip(self.g);
        let settle_from = Origin::Adaptive { agreeing: AGREEING };
        // States need some g^3 rows: smaller R would be tried in vain.
        let settle = (u64::from(self.g).pow(3) / 8).next_power_of_two().max(32);
        let mut bounds = Bounds { low, high, strip: Origin::Proved, settle, settle_from };
        let mut last: Option<rw::Strip> = None;
        let mut agreeing = 1;
        loop {
            bounds.settle *= 2;
            if bounds.settle.saturating_mul(u64::from(self.g) + 1) > ADAPTIVE {
                return Err(WythoffError::NotConverged { g: self.g, settle: bounds.settle / 2 });
            }
            let strip = match rw::strip(self.g, r1, r2, &bounds, watch) {
                Ok(strip) => strip,
                Err(WythoffError::Inconsistent { .. } | WythoffError::OutsideStrip { .. }) => {
                    last = None;
                    continue;
                }
                Err(other) => return Err(other),
            };
            agreeing = if last.as_ref().is_some_and(|last| last.points == strip.points) { agreeing + 1 } else { 1 };
            if agreeing == AGREEING || strip.depth == 0 {
                self.bounds = Some(bounds);
                return Ok(strip);
            }
            last = Some(strip);
        }
    }

    /// The n-th g-point, for the finder's g.
    pub fn point(&mut self, n: u64, watch: &mut Watch<'_>) -> Result<(Point, Status), WythoffError> {
        if n > MAX_INDEX {
            return Err(WythoffError::TooLarge { what: "index", value: n, max: MAX_INDEX });
        }
        if self.g == 0 {
            return Ok((Point { g: 0, n, a: times_phi(n), b: times_phi_squared(n) }, Status::Exact));
        }
        let rows = bounds::rows_of_index(self.g, n);
        let (points, status) = self.interval(&rows, watch)?;
        let found = points.into_iter().find(|point| point.g == self.g && point.n == n);
        found.map(|point| (point, status)).ok_or_else(|| self.contradiction(*rows.start()))
    }

    /// The finder's g.
    pub fn g(&self) -> u32 {
        self.g
    }

    /// The column y, on either side of the main diagonal, with `G(row, y) = g`.
    pub fn in_row(&mut self, row: u64, watch: &mut Watch<'_>) -> Result<(u64, Status), WythoffError> {
        let (points, status) = self.interval(&(row..=row), watch)?;
        if let Some(point) = points.iter().find(|point| point.g == self.g) {
            return Ok((point.b, status));
        }
        let (points, other) = self.interval(&bounds::reflected(self.g, row), watch)?;
        let found = points.iter().find(|point| point.g == self.g && point.b == row);
        found.map(|point| (point.a, status.max(other))).ok_or_else(|| self.contradiction(row))
    }

    /// The g-point on diagonal d.
    pub fn on_diagonal(&mut self, d: u64, watch: &mut Watch<'_>) -> Result<(Point, Status), WythoffError> {
        let rows = bounds::rows_of_diagonal(self.g, d);
        let (points, status) = self.interval(&rows, watch)?;
        let found = points.into_iter().find(|point| point.g == self.g && point.d() == d);
        found.map(|point| (point, status)).ok_or_else(|| self.contradiction(*rows.start()))
    }

    /// Every row, diagonal and index has its g-point within proved bounds: not to find it there is RW's fault.
    fn contradiction(&self, row: u64) -> WythoffError {
        WythoffError::Inconsistent { row, settle: self.bounds.as_ref().map_or(0, |bounds| bounds.settle) }
    }
}

/// What is known of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Known {
    /// It is this.
    Value(u64),
    /// It is greater than this.
    GreaterThan(u32),
}

/// How a value was settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// All cells of the rows up to it.
    Columns,
    /// The proved additive period of its row.
    RowPeriod,
    /// Wythoff's formula for the value 0.
    Formula,
    /// It lies outside the proved strip of small values.
    Strip,
    /// Algorithm WSG.
    Wsg,
    /// Algorithm RW.
    Rw,
}

/// A value, on what it rests, and how it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What is known.
    pub known: Known,
    /// On what it rests.
    pub status: Status,
    /// How it was found.
    pub method: Method,
}

/// Before RW is asked for values up to g, it is asked for values up to these.
const SMALLER: [u32; 3] = [8, 20, 40];

/// Rows up to this one are worth an attempt to prove their period.
const PERIODIC_ROWS: u64 = 500;

/// `G(a, b)`, or that it is greater than the finder's g; where that is out of reach, greater than the largest g that can
/// be settled. Only bounds that were given and are wrong are an error.
pub fn value(finder: &mut Finder, a: u64, b: u64, watch: &mut Watch<'_>) -> Result<Answer, WythoffError> {
    let result = value_or_unsettled(finder, a, b, watch);
    let unsettled = match &result {
        // An R that was measured and has shown itself too small settles nothing.
        Err(WythoffError::Inconsistent { .. } | WythoffError::OutsideStrip { .. }) => {
            !matches!(finder.choice, Choice::Given(_))
        }
        Err(error) => error.is_unsettled(),
        Ok(_) => false,
    };
    if !unsettled {
        return result;
    }
    let outside = outside(finder.g, a.min(b), a.max(b));
    let within = std::iter::once(bounds::MEASURED_G).chain(SMALLER.into_iter().rev());
    if let Some(g) = within.into_iter().find(|&g| g < finder.g && outside < g) {
        let mut smaller = finder.for_g(g);
        let answer = value(&mut smaller, a, b, watch);
        finder.bounds = smaller.bounds;
        return answer;
    }
    finder.bounds = None;
    Ok(Answer { known: Known::GreaterThan(outside), status: Status::Exact, method: Method::Strip })
}

/// The largest g so that the cell, which is not a 0-point, lies outside the strip of values up to g.
fn outside(g: u32, a: u64, b: u64) -> u32 {
    (1..=g).take_while(|&g| !bounds::columns(g, a).contains(&b)).last().unwrap_or(0)
}

/// `G(a, b)`, or that it is greater than the finder's g, or an error that tells why neither can be settled.
pub(super) fn value_or_unsettled(
    finder: &mut Finder,
    a: u64,
    b: u64,
    watch: &mut Watch<'_>,
) -> Result<Answer, WythoffError> {
    let (a, b) = (a.min(b), a.max(b));
    if b > MAX_ROW {
        return Err(WythoffError::TooLarge { what: "pile", value: b, max: MAX_ROW });
    }
    let exact = |known, method| Ok(Answer { known, status: Status::Exact, method });
    if a <= rows::MAX_ROW && (a + 1).saturating_mul(b + 1) <= finder.effort {
        let mut columns = Columns::new(a)?;
        while columns.column() <= b {
            if columns.column().is_multiple_of(4096) && watch(columns.column(), b).is_break() {
                return Err(WythoffError::Stopped);
            }
            columns.step();
        }
        return exact(Known::Value(columns.value(a)), Method::Columns);
    }
    if a <= PERIODIC_ROWS
        && let Some(settled) = rows::settle(a, a, finder.effort / (a + 1), watch)?
    {
        return exact(Known::Value(settled.value(b)), Method::RowPeriod);
    }
    if times_phi(b - a) == a {
        return exact(Known::Value(0), Method::Formula);
    }
    let outside = outside(finder.g, a, b);
    if outside == finder.g {
        return exact(Known::GreaterThan(finder.g), Method::Strip);
    }
    let answer = |known, status| {
        let method = if status == Status::Exact { Method::Wsg } else { Method::Rw };
        Ok(Answer { known, status, method })
    };
    // Lanes do not depend on those above: a small value is found with a small g, which needs a small R.
    if !finder.reaches(a) && !matches!(finder.choice, Choice::Given(_)) {
        for g in SMALLER.into_iter().filter(|&g| outside < g && g < finder.g) {
            let mut smaller = finder.for_g(g);
            let (points, status) = smaller.interval(&(a..=a), watch)?;
            if let Some(point) = points.iter().find(|point| point.b == b) {
                finder.bounds = smaller.bounds;
                return answer(Known::Value(u64::from(point.g)), status);
            }
        }
    }
    let (points, status) = finder.interval(&(a..=a), watch)?;
    let found = points.iter().find(|point| point.b == b);
    answer(found.map_or(Known::GreaterThan(finder.g), |point| Known::Value(u64::from(point.g))), status)
}
