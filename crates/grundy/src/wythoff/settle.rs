//! Values of single positions and points far out, by the cheapest method that settles them.
//!
//! Exact ways come first: the columns of a few rows, the proved period of a row, a proved bound, WSG from row 0. Only
//! what is left goes to RW and is labelled conjectural, together with the bounds it trusted. A question for values up
//! to g always uses the bounds of that g, whatever was asked before: nothing is remembered from one question to the
//! next.

use super::bounds::{self, Bounds, Origin};
use super::golden::{times_phi, times_phi_squared};
use super::rows::{self, Columns};
use super::wsg::Wsg;
use super::{MAX_COORDINATE, MAX_G, MAX_ROW, Point, Status, WythoffError, rw};
use crate::watch::{Progress, Watch};
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::RangeInclusive;

/// The default effort: a second or two.
pub const EFFORT: u64 = 300_000_000;

/// The largest index that can be asked for: its row is below [`MAX_ROW`].
pub const MAX_INDEX: u64 = MAX_COORDINATE / 3;

/// How RW gets its bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// This R, with the proved strip or with `(L, H)`.
    Given {
        /// Rows after which a dummy state is trusted.
        settle: u64,
        /// L and H, or none for the proved ones.
        strip: Option<(i64, i64)>,
    },
    /// The proved strip, and the stored measurement of R with a safety margin.
    Measured,
    /// The proved strip, and R doubled until the answer stops changing.
    Adaptive,
}

/// What an answer may rest on, and how much work may go into it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trust {
    /// How RW gets its bounds.
    pub choice: Choice,
    /// The number of cells or points that an exact method may compute before RW is used instead.
    pub effort: u64,
    /// Whether what RW says is checked against WSG.
    pub verify: bool,
}

impl Default for Trust {
    fn default() -> Self {
        Trust { choice: Choice::Measured, effort: EFFORT, verify: false }
    }
}

/// On what something that was found rests.
#[derive(Clone, Debug)]
pub(super) struct Basis {
    pub status: Status,
    /// The bounds that RW trusted, at most one for each g.
    pub bounds: Vec<Bounds>,
}

impl Basis {
    pub fn exact() -> Basis {
        Basis { status: Status::Exact, bounds: Vec::new() }
    }

    /// What rests on both; of two bounds for the same g the one with the larger R is kept.
    pub fn join(&mut self, other: Basis) {
        self.status = self.status.max(other.status);
        for bounds in other.bounds {
            match self.bounds.iter_mut().find(|known| known.g == bounds.g) {
                Some(known) if known.settle < bounds.settle => *known = bounds,
                Some(_) => {}
                None => self.bounds.push(bounds),
            }
        }
    }
}

/// Points of the values `0 ..= g`, wherever they are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finder {
    g: u32,
    effort: u64,
    choice: Choice,
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
        if let Choice::Given { settle, strip } = choice {
            let max = max_settle(g);
            if settle > max {
                return Err(WythoffError::TooLarge { what: "R", value: settle, max });
            }
            if let Some((low, high)) = strip.filter(|(low, high)| low > high) {
                return Err(WythoffError::EmptyStrip { low, high });
            }
        }
        Ok(Finder { g, effort, choice })
    }

    /// The finder's g.
    pub fn g(&self) -> u32 {
        self.g
    }

    /// Whether WSG may be run up to this row.
    fn reaches(&self, row: u64) -> bool {
        row.saturating_mul(u64::from(self.g) + 1) <= self.effort
    }

    /// All points in these rows.
    pub fn interval(
        &self,
        rows: &RangeInclusive<u64>,
        watch: &mut dyn Watch,
    ) -> Result<(Vec<Point>, Basis), WythoffError> {
        let (r1, r2) = (*rows.start(), *rows.end());
        if r2 > MAX_ROW {
            return Err(WythoffError::TooLarge { what: "row", value: r2, max: MAX_ROW });
        }
        if self.reaches(r2) {
            let mut wsg = Wsg::new(self.g);
            let mut points = Vec::new();
            wsg.run(r1, watch, |_| {})?;
            wsg.run(r2 + 1, watch, |point| points.push(point))?;
            return Ok((points, Basis::exact()));
        }
        let (strip, bounds) = match self.choice {
            Choice::Given { settle, strip } => {
                let bounds = Bounds::given(self.g, settle, strip);
                (rw::strip(r1, r2, &bounds, watch)?, bounds)
            }
            Choice::Measured => {
                let bounds = Bounds::measured(self.g)?;
                (rw::strip(r1, r2, &bounds, watch)?, bounds)
            }
            Choice::Adaptive => self.adaptive(r1, r2, watch)?,
        };
        // For g = 0 the dummy state is the true one (Lemma 3.4), and without recursion WSG did it all.
        let exact = self.g == 0 || strip.depth == 0;
        let conjectural = || Basis { status: Status::Conjectural, bounds: vec![bounds] };
        Ok((strip.points, if exact { Basis::exact() } else { conjectural() }))
    }

    /// Doubles R until [`AGREEING`] answers in a row are the same. An R that shows itself too small counts as a change.
    fn adaptive(&self, r1: u64, r2: u64, watch: &mut dyn Watch) -> Result<(rw::Strip, Bounds), WythoffError> {
        // States need some g^3 rows: smaller R would be tried in vain.
        let settle = (u64::from(self.g).pow(3) / 8).next_power_of_two().max(32);
        let settle_from = Origin::Adaptive { agreeing: AGREEING };
        let mut bounds = Bounds { settle_from, ..Bounds::given(self.g, settle, None) };
        let mut last: Option<rw::Strip> = None;
        let mut agreeing = 1;
        loop {
            bounds.settle *= 2;
            if bounds.settle.saturating_mul(u64::from(self.g) + 1) > ADAPTIVE {
                return Err(WythoffError::NotConverged { g: self.g, settle: bounds.settle / 2 });
            }
            let strip = match rw::strip(r1, r2, &bounds, watch) {
                Ok(strip) => strip,
                Err(WythoffError::Inconsistent { .. } | WythoffError::OutsideStrip { .. }) => {
                    last = None;
                    continue;
                }
                Err(other) => return Err(other),
            };
            agreeing = if last.as_ref().is_some_and(|last| last.points == strip.points) { agreeing + 1 } else { 1 };
            if agreeing == AGREEING || strip.depth == 0 {
                return Ok((strip, bounds));
            }
            last = Some(strip);
        }
    }

    /// The n-th g-point, for the finder's g.
    pub fn point(&self, n: u64, watch: &mut dyn Watch) -> Result<(Point, Basis), WythoffError> {
        if n > MAX_INDEX {
            return Err(WythoffError::TooLarge { what: "index", value: n, max: MAX_INDEX });
        }
        if self.g == 0 {
            return Ok((Point { g: 0, n, a: times_phi(n), b: times_phi_squared(n) }, Basis::exact()));
        }
        self.one_of(&bounds::rows_of_index(self.g, n), |point| point.n == n, watch)
    }

    /// The g-point with the row or column `row`: the only one, on either side of the main diagonal.
    pub fn in_row(&self, row: u64, watch: &mut dyn Watch) -> Result<(Point, Basis), WythoffError> {
        let (points, mut basis) = self.interval(&(row..=row), watch)?;
        if let Some(point) = points.into_iter().find(|point| point.g == self.g) {
            return Ok((point, basis));
        }
        let (point, other) = self.one_of(&bounds::reflected(self.g, row), |point| point.b == row, watch)?;
        basis.join(other);
        Ok((point, basis))
    }

    /// The g-point on diagonal d.
    pub fn on_diagonal(&self, d: u64, watch: &mut dyn Watch) -> Result<(Point, Basis), WythoffError> {
        self.one_of(&bounds::rows_of_diagonal(self.g, d), |point| point.d() == d, watch)
    }

    /// The g-point that is wanted. Every row, diagonal and index has its g-point within proved bounds: not to find it
    /// there is RW's fault.
    fn one_of(
        &self,
        rows: &RangeInclusive<u64>,
        wanted: impl Fn(&Point) -> bool,
        watch: &mut dyn Watch,
    ) -> Result<(Point, Basis), WythoffError> {
        let (points, basis) = self.interval(rows, watch)?;
        let settle = basis.bounds.first().map_or(0, |bounds| bounds.settle);
        let found = points.into_iter().find(|point| point.g == self.g && wanted(point));
        found.map(|point| (point, basis)).ok_or(WythoffError::Inconsistent { row: *rows.start(), settle })
    }
}

/// The largest R that can be given: RW keeps one bit for each value and some 2.6 R rows, twice, and a gigabyte is
/// enough.
fn max_settle(g: u32) -> u64 {
    (1 << 24) / (u64::from(g) / 64 + 1)
}

/// What is known of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Known {
    /// It is this.
    Value(u64),
    /// It is greater than this.
    GreaterThan(u32),
}

impl Known {
    /// Whether both can be true of one value.
    pub(super) fn agrees(self, other: Known) -> bool {
        match (self, other) {
            (Known::Value(one), Known::Value(other)) => one == other,
            (Known::GreaterThan(g), Known::Value(value)) | (Known::Value(value), Known::GreaterThan(g)) => {
                u64::from(g) < value
            }
            (Known::GreaterThan(_), Known::GreaterThan(_)) => true,
        }
    }
}

/// How a value was settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
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

/// A value, how it was found, and on what it rests.
#[derive(Clone, Debug)]
pub(super) struct Settled {
    pub known: Known,
    pub method: Method,
    pub basis: Basis,
}

/// Before RW is asked for values up to g, it is asked for values up to these.
const SMALLER: [u32; 3] = [8, 20, 40];

/// Rows up to this one are worth an attempt to prove their period.
const PERIODIC_ROWS: u64 = 500;

/// `G(a, b)`, or that it is greater than the finder's g; where that is out of reach, greater than the largest g that
/// can be settled. Only bounds that were given and are wrong are an error.
pub(super) fn value(finder: &Finder, a: u64, b: u64, watch: &mut dyn Watch) -> Result<Settled, WythoffError> {
    let result = value_or_unsettled(finder, a, b, watch);
    let unsettled = match &result {
        // An R that was measured and has shown itself too small settles nothing.
        Err(WythoffError::Inconsistent { .. } | WythoffError::OutsideStrip { .. }) => {
            !matches!(finder.choice, Choice::Given { .. })
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
        return value(&Finder { g, ..*finder }, a, b, watch);
    }
    Ok(Settled { known: Known::GreaterThan(outside), method: Method::Strip, basis: Basis::exact() })
}

/// The largest g so that the cell, which is not a 0-point, lies outside the strip of values up to g.
fn outside(g: u32, a: u64, b: u64) -> u32 {
    (1..=g).take_while(|&g| !bounds::columns(g, a).contains(&b)).last().unwrap_or(0)
}

/// `G(a, b)`, or that it is greater than the finder's g, or an error that tells why neither can be settled.
pub(super) fn value_or_unsettled(
    finder: &Finder,
    a: u64,
    b: u64,
    watch: &mut dyn Watch,
) -> Result<Settled, WythoffError> {
    let (a, b) = (a.min(b), a.max(b));
    if b > MAX_ROW {
        return Err(WythoffError::TooLarge { what: "pile", value: b, max: MAX_ROW });
    }
    let exact = |known, method| Ok(Settled { known, method, basis: Basis::exact() });
    if a <= rows::MAX_ROW && (a + 1).saturating_mul(b + 1) <= finder.effort {
        let mut columns = Columns::new(a)?;
        while columns.column() <= b {
            if columns.is_time_to_ask() {
                watch.at(Progress::new("columns", columns.column(), b + 1))?;
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
    // Lanes do not depend on those above: a small value is found with a small g, which needs a small R.
    let smaller = SMALLER.into_iter().filter(|&g| outside < g && g < finder.g);
    let directly = finder.reaches(a) || matches!(finder.choice, Choice::Given { .. });
    for g in smaller.filter(|_| !directly).chain([finder.g]) {
        let (points, basis) = Finder { g, ..*finder }.interval(&(a..=a), watch)?;
        let found = points.iter().find(|point| point.b == b);
        if found.is_some() || g == finder.g {
            let known = found.map_or(Known::GreaterThan(g), |point| Known::Value(u64::from(point.g)));
            let method = if basis.status == Status::Exact { Method::Wsg } else { Method::Rw };
            return Ok(Settled { known, method, basis });
        }
    }
    unreachable!("the last g is the finder's own")
}
