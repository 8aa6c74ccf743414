//! The one-call questions about single positions and points, and their answers.

use super::bounds::{self, Bounds};
use super::fsw::State;
use super::moves::{self, Win};
use super::settle::{self, Basis, Finder, Known, MAX_INDEX, Method, Trust};
use super::verify::{Verified, checked};
use super::wsg::Wsg;
use super::{MAX_G, MAX_ROW, Point, Status, WythoffError};
use crate::position::Outcome;
use crate::watch::Watch;
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::RangeInclusive;

/// A g-point, wherever it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PointAnswer {
    /// The point.
    #[serde(flatten)]
    pub point: Point,
    /// On what it rests.
    pub status: Status,
    /// What RW trusted; nothing if the answer is exact.
    pub bounds: Vec<Bounds>,
    /// The cross-check that was made.
    pub verified: Option<Verified>,
}

/// The Grundy value of a position, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ValueAnswer {
    /// The first pile.
    pub a: u64,
    /// The second pile.
    pub b: u64,
    /// What is known of the value.
    #[serde(flatten)]
    pub known: Known,
    /// The largest value that was asked for; `greater_than` may be less.
    pub max_g: u32,
    /// On what it rests.
    pub status: Status,
    /// How it was found.
    pub method: Method,
    /// What RW trusted; nothing if the answer is exact.
    pub bounds: Vec<Bounds>,
    /// The cross-check that was made.
    pub verified: Option<Verified>,
}

/// All winning moves from two piles beside a Nim heap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MoveAnswer {
    /// The first pile.
    pub a: u64,
    /// The second pile.
    pub b: u64,
    /// The size of the heap.
    pub nim: u64,
    /// What is known of the value of the piles.
    #[serde(flatten)]
    pub known: Known,
    /// Who wins.
    pub outcome: Outcome,
    /// The moves that win; none if the position is lost.
    pub winning_moves: Vec<Win>,
    /// On what all of this rests.
    pub status: Status,
    /// What RW trusted, for each g that it was asked for; nothing if the answer is exact.
    pub bounds: Vec<Bounds>,
    /// The cross-check that was made.
    pub verified: Option<Verified>,
}

/// The g-points of some rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PointsAnswer {
    /// The largest value.
    pub g: u32,
    /// The last row.
    pub last_row: u64,
    /// On what they rest.
    pub status: Status,
    /// The points, by row, then by value.
    pub points: Vec<Point>,
}

/// A picture that was drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PictureAnswer {
    /// The file.
    pub output: String,
    /// The number of shapes in it: an SVG file grows with them.
    pub shapes: usize,
}

impl PointAnswer {
    fn new((point, basis): (Point, Basis), verified: Option<Verified>) -> Self {
        let status = status_of(&basis, verified.as_ref());
        PointAnswer { point, status, bounds: basis.bounds, verified }
    }
}

/// An answer that WSG has confirmed is exact.
fn status_of(basis: &Basis, verified: Option<&Verified>) -> Status {
    if verified == Some(&Verified::Wsg) { Status::Exact } else { basis.status }
}

fn one_point(
    g: u32,
    rows: &RangeInclusive<u64>,
    trust: &Trust,
    watch: &mut dyn Watch,
    find: impl Fn(&Finder, &mut dyn Watch) -> Result<(Point, Basis), WythoffError>,
) -> Result<PointAnswer, WythoffError> {
    let same = |one: &(Point, Basis), other: &(Point, Basis)| one.0 == other.0;
    let (found, verified) = checked(g, *rows.end(), trust, watch, |found| &found.1, same, find)?;
    Ok(PointAnswer::new(found, verified))
}

/// The n-th g-point.
///
/// ```
/// use grundy::watch::Unwatched;
/// use grundy::wythoff::{self, Status, Trust};
/// let answer = wythoff::point(4, 1_000_000_000_000, &Trust::default(), &mut Unwatched)?;
/// assert_eq!((answer.point.a, answer.point.b), (1_618_033_988_750, 2_618_033_988_751));
/// assert_eq!(answer.status, Status::Conjectural);
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn point(g: u32, n: u64, trust: &Trust, watch: &mut dyn Watch) -> Result<PointAnswer, WythoffError> {
    if n > MAX_INDEX {
        return Err(WythoffError::TooLarge { what: "index", value: n, max: MAX_INDEX });
    }
    one_point(g, &bounds::rows_of_index(g, n), trust, watch, |finder, watch| finder.point(n, watch))
}

/// The g-point with the row or the column `row`: there is exactly one.
pub fn point_in_row(g: u32, row: u64, trust: &Trust, watch: &mut dyn Watch) -> Result<PointAnswer, WythoffError> {
    in_range("row", row)?;
    one_point(g, &(row..=row), trust, watch, |finder, watch| finder.in_row(row, watch))
}

/// The g-point on the diagonal `d = b - a`: there is exactly one.
pub fn point_on_diagonal(g: u32, d: u64, trust: &Trust, watch: &mut dyn Watch) -> Result<PointAnswer, WythoffError> {
    if d > MAX_INDEX {
        return Err(WythoffError::TooLarge { what: "diagonal", value: d, max: MAX_INDEX });
    }
    one_point(g, &bounds::rows_of_diagonal(g, d), trust, watch, |finder, watch| finder.on_diagonal(d, watch))
}

/// The points of all values up to g in some rows, wherever they are.
pub fn points_in_rows(
    g: u32,
    rows: &RangeInclusive<u64>,
    trust: &Trust,
    watch: &mut dyn Watch,
) -> Result<PointsAnswer, WythoffError> {
    let (points, basis) = Finder::new(g, trust.effort, trust.choice)?.interval(rows, watch)?;
    Ok(PointsAnswer { g, last_row: *rows.end(), status: basis.status, points })
}

/// `G(a, b)`, or that it is greater than `max_g`; where that is out of reach, greater than the largest g that can be
/// settled.
///
/// ```
/// use grundy::watch::Unwatched;
/// use grundy::wythoff::{self, Known, Method, Trust};
/// let answer = wythoff::value(17, 1_000_000_000_000_000_000, 20, &Trust::default(), &mut Unwatched)?;
/// assert_eq!(answer.known, Known::Value(999_999_999_999_999_981));
/// assert_eq!(answer.method, Method::RowPeriod);
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn value(a: u64, b: u64, max_g: u32, trust: &Trust, watch: &mut dyn Watch) -> Result<ValueAnswer, WythoffError> {
    in_range("pile", a.max(b))?;
    let (found, verified) = checked(
        max_g,
        a.min(b),
        trust,
        watch,
        |found: &settle::Settled| &found.basis,
        |rw, wsg| rw.known.agrees(wsg.known),
        |finder, watch| settle::value(finder, a, b, watch),
    )?;
    let settle::Settled { known, method, basis } = found;
    let status = status_of(&basis, verified.as_ref());
    Ok(ValueAnswer { a, b, known, max_g, status, method, bounds: basis.bounds, verified })
}

/// The winning moves from the piles `(a, b)` beside a Nim heap.
///
/// ```
/// use grundy::watch::Unwatched;
/// use grundy::wythoff::{self, Trust, Win};
/// let answer = wythoff::winning_moves(12, 20, 5, &Trust::default(), &mut Unwatched)?;
/// assert!(answer.winning_moves.contains(&Win::Nim { to: 0 }));
/// assert!(answer.winning_moves.contains(&Win::Wythoff { a: 12, b: 19 }));
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn winning_moves(
    a: u64,
    b: u64,
    nim: u64,
    trust: &Trust,
    watch: &mut dyn Watch,
) -> Result<MoveAnswer, WythoffError> {
    in_range("pile", a.max(b))?;
    let (wins, verified) = if moves::small(a, b, trust.effort) {
        (moves::by_cells(a, b, nim, watch)?, trust.verify.then_some(Verified::Exact))
    } else {
        let g = u32::try_from(nim).ok().filter(|&g| g <= MAX_G);
        let what = "beside piles of this size a Nim heap of";
        let g = g.ok_or(WythoffError::TooLarge { what, value: nim, max: u64::from(MAX_G) })?;
        checked(
            g,
            a.max(b),
            trust,
            watch,
            |wins: &moves::Wins| &wins.basis,
            |one, other| one.moves == other.moves && one.known.agrees(other.known),
            |finder, watch| moves::wins(finder, a, b, watch),
        )?
    };
    let status = status_of(&wins.basis, verified.as_ref());
    let outcome = if wins.moves.is_empty() { Outcome::P } else { Outcome::N };
    let (known, bounds, winning_moves) = (wins.known, wins.basis.bounds, wins.moves);
    Ok(MoveAnswer { a, b, nim, known, outcome, winning_moves, status, bounds, verified })
}

/// What algorithm FSW knows of a row that it is about to fill: which values it inserts, and its state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct StateAnswer {
    /// The largest value.
    pub g: u32,
    /// The row.
    pub row: u64,
    /// `insert(r)` of the paper: the values up to g that have a point in this row.
    pub insert: Vec<u32>,
    /// The points of the row.
    pub points: Vec<Point>,
    /// The state of Definition 3.7, for each value up to g.
    #[serde(flatten)]
    pub state: State,
    /// Exact.
    pub status: Status,
}

/// The state of a row and the values that it inserts, by WSG from row 0.
///
/// ```
/// let row = grundy::wythoff::row_state(3, 2, &mut grundy::watch::Unwatched)?;
/// assert_eq!(row.insert, [1, 3]); // (1, 2) has value 0, (0, 2) has value 2: row 2 is their column.
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn row_state(g: u32, row: u64, watch: &mut dyn Watch) -> Result<StateAnswer, WythoffError> {
    if g > MAX_G {
        return Err(WythoffError::TooLarge { what: "g", value: u64::from(g), max: u64::from(MAX_G) });
    }
    let mut wsg = Wsg::new(g);
    wsg.run(row, watch, |_| {})?;
    let state = wsg.front().clone().state();
    let mut points = Vec::new();
    wsg.step(|point| points.push(point));
    let insert = points.iter().map(|point| point.g).collect();
    Ok(StateAnswer { g, row, insert, points, state, status: Status::Exact })
}

fn in_range(what: &'static str, value: u64) -> Result<(), WythoffError> {
    if value > MAX_ROW { Err(WythoffError::TooLarge { what, value, max: MAX_ROW }) } else { Ok(()) }
}
