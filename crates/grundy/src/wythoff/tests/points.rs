//! Wythoff's game, the algorithms for g-points: each fast path against the definition and at the boundaries.

use crate::watch::{Progress, Stopped, Unwatched};
use crate::wythoff::bounds::{self, Bounds};
use crate::wythoff::front::Front;
use crate::wythoff::fsw::State;
use crate::wythoff::golden::{offset, times_phi, times_phi_squared};
use crate::wythoff::settle::{Basis, Choice, Finder, MAX_INDEX};
use crate::wythoff::wsg::Wsg;
use crate::wythoff::{MAX_ROW, Point, Status, WythoffError, plain, rw, table};
use proptest::prelude::*;
use proptest::test_runner::{RngAlgorithm, TestRng};
use std::collections::BTreeSet;

fn by_wsg(g: u32, rows: u64) -> Vec<Point> {
    let mut points = Vec::new();
    Wsg::new(g).run(rows, &mut Unwatched, |point| points.push(point)).unwrap();
    points
}

fn by_pseudo_code(g: u32, rows: u64) -> Vec<Point> {
    let mut points = Vec::new();
    plain::wsg(g, rows, &mut Unwatched, |point| points.push(point)).unwrap();
    points
}

#[test]
fn matrix_is_the_definition() {
    let square = table::by_definition(70, 70, &mut Unwatched).unwrap();
    assert_eq!(table::matrix(70, 70, &mut Unwatched).unwrap(), square);
    for (rows, cols) in [(1, 1), (1, 50), (50, 1), (13, 64), (64, 13), (0, 5), (5, 0), (31, 65)] {
        let matrix = table::matrix(rows, cols, &mut Unwatched).unwrap();
        assert_eq!((matrix.rows(), matrix.cols()), (rows, cols));
        for x in 0..rows {
            assert_eq!(matrix.row(x), &square.row(x)[..cols], "row {x} of {rows} x {cols}");
        }
    }
    // A matrix much wider than high is filled column by column.
    let wide = table::matrix(3, 100_000, &mut Unwatched).unwrap();
    assert_eq!((wide.get(0, 99_999), &wide.row(2)[..70]), (99_999, square.row(2)));
    let too_large = table::matrix(1 << 16, 1 << 16, &mut Unwatched);
    assert!(matches!(too_large, Err(WythoffError::TooLarge { .. })));
    let stopped = table::matrix(9, 9, &mut |_: Progress| Err(Stopped));
    assert_eq!(stopped, Err(WythoffError::Stopped));
}

#[test]
fn matrix_has_the_published_values() {
    let facts = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/facts/wythoff_values.csv"));
    let matrix = table::matrix(128, 128, &mut Unwatched).unwrap();
    let mut checked = 0;
    for line in facts.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let terms: Vec<u32> = fields[2].split_whitespace().map(|term| term.parse().unwrap()).collect();
        let ours: Vec<u32> = match fields[0] {
            "diagonal" => (0..terms.len()).map(|x| matrix.get(x, x)).collect(),
            row => matrix.row(row.parse().unwrap())[..terms.len()].to_vec(),
        };
        assert_eq!(ours, terms, "row {}", fields[0]);
        checked += terms.len();
    }
    assert!(checked > 300, "{checked}");
}

#[test]
fn wsg_is_the_pseudo_code() {
    for g in [0, 1, 7, 20, 63, 64, 65, 130] {
        assert_eq!(by_wsg(g, 700), by_pseudo_code(g, 700), "g = {g}");
    }
    assert_eq!(by_wsg(2, 20_000), by_pseudo_code(2, 20_000));
}

#[test]
fn wsg_has_the_values_of_the_matrix() {
    let (g, size) = (60, 300);
    let matrix = table::matrix(size, 4 * size, &mut Unwatched).unwrap();
    let points: BTreeSet<(u64, u64, u32)> = by_wsg(g, size as u64).iter().map(|p| (p.a, p.b, p.g)).collect();
    let cells: BTreeSet<(u64, u64, u32)> = (0..size)
        .flat_map(|x| (x..4 * size).map(move |y| (x, y)))
        .map(|(x, y)| (x as u64, y as u64, matrix.get(x, y)))
        .filter(|&(_, _, value)| value <= g)
        .collect();
    assert_eq!(points, cells);
}

#[test]
fn zeros_follow_the_golden_ratio() {
    let points = by_wsg(0, 5000);
    for point in &points {
        assert_eq!((point.a, point.b), (times_phi(point.n), times_phi_squared(point.n)));
    }
    assert!(points.len() > 3000);
}

/// Drives the literal FSW and the front with the rows that WSG fills.
fn literal_and_front(g: u32, start: u64, rows: u64, dummy: bool) {
    let mut wsg = Wsg::new(g);
    wsg.run(start, &mut Unwatched, |_| {}).unwrap();
    let state = wsg.front().clone().state();
    let mut literal = if dummy { State::dummy(&state.n_index) } else { state };
    let mut front = Front::from_state(start, &literal);
    for _ in 0..rows {
        let (row, insert) = (wsg.row(), wsg.insert().to_vec());
        let values: Vec<usize> = (0..=g as usize).filter(|h| (insert[h / 64] >> (h % 64)) & 1 == 1).collect();
        let mut true_points = Vec::new();
        wsg.step(|point| true_points.push(point));
        let mut placed = Vec::new();
        front.step(&insert, |h, n, d| placed.push(Point { g: h as u32, n, a: row, b: row + d }));
        assert_eq!(literal.step(row, &values), placed, "row {row}");
        assert_eq!(front.state(), literal, "row {}", row + 1);
        if !dummy {
            assert_eq!(placed, true_points);
            assert_eq!(wsg.front().clone().state(), literal);
        }
    }
}

#[test]
fn front_is_the_finite_state_algorithm() {
    literal_and_front(0, 0, 300, false);
    literal_and_front(12, 0, 600, false);
    literal_and_front(70, 100, 150, false);
    literal_and_front(9, 1000, 600, true);
    literal_and_front(40, 333, 200, true);
}

#[test]
fn state_follows_its_definition() {
    // Straight from Definition 3.1, out of the points below the row.
    let (g, row) = (15usize, 400u64);
    let mut wsg = Wsg::new(g as u32);
    let mut points = Vec::new();
    wsg.run(row, &mut Unwatched, |point| points.push(point)).unwrap();
    let state = wsg.front().clone().state();
    let zeros = points.iter().filter(|p| p.g == 0).count() as i64;
    for h in 0..=g {
        let mine: Vec<&Point> = points.iter().filter(|p| p.g as usize == h).collect();
        let diagonals: BTreeSet<i64> = mine.iter().map(|p| p.d() as i64).collect();
        let first = (0..100_000).find(|d| !diagonals.contains(d)).unwrap();
        let columns = mine.iter().map(|p| p.b as i64 - row as i64).filter(|&d| d >= first);
        assert_eq!(state.n_index[h], mine.len() as i64 - zeros);
        assert_eq!(state.n_firstd[h], first - zeros);
        assert_eq!(state.n_ocdiag[h], diagonals.iter().filter(|&&d| d > first).map(|d| d - zeros).collect());
        assert_eq!(state.n_occol[h], columns.map(|d| d - zeros).collect());
    }
}

#[test]
fn proved_bounds_hold() {
    let g = 25;
    let (low, high) = bounds::strip(g);
    for point in by_wsg(g, 30_000) {
        let own = bounds::strip(point.g);
        assert!(low <= own.0 && own.1 <= high);
        let offset = offset(point.a, point.b, 1);
        assert!(own.0 <= offset && offset < own.1, "{point:?}");
        assert!(bounds::columns(point.g, point.a).contains(&point.b), "{point:?}");
        assert!(bounds::rows_of_index(point.g, point.n).contains(&point.a), "{point:?}");
        assert!(bounds::indices_of_diagonal(point.g, point.d()).contains(&point.n), "{point:?}");
    }
}

#[test]
fn recursion_agrees_with_wsg_on_thousands_of_random_points() {
    let (g, last) = (12u32, 1_000_000u64);
    let mut by_index: Vec<Vec<Point>> = vec![Vec::new(); g as usize + 1];
    let mut wsg = Wsg::new(g);
    wsg.run(times_phi(last) + 1000, &mut Unwatched, |point| by_index[point.g as usize].push(point)).unwrap();
    let mut rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut recursive = 0;
    for k in 0..2200u32 {
        let h = if k < 2000 { rng.next_u32() % 7 } else { 7 + rng.next_u32() % 6 };
        let n = u64::from(rng.next_u32()) % (last + 1);
        let finder = Finder::new(h, 0, Choice::Measured).unwrap();
        let (point, Basis { status, .. }) = finder.point(n, &mut Unwatched).unwrap();
        assert_eq!(point, by_index[h as usize][n as usize], "g = {h}, n = {n}");
        recursive += u32::from(status == Status::Conjectural);
    }
    assert!(recursive > 1800, "only {recursive} went through the recursion");
}

#[test]
fn table_6_by_every_choice_of_bounds() {
    for (g, da, db) in [(0, 49, 49), (1, 50, 50), (5, 50, 52), (10, 49, 52)] {
        for choice in [Choice::Measured, Choice::Adaptive, Choice::Given { settle: 3000, strip: None }] {
            let finder = Finder::new(g, 1_000_000, choice).unwrap();
            let (point, Basis { status, .. }) = finder.point(1_000_000_000_000, &mut Unwatched).unwrap();
            assert_eq!((point.a, point.b), (1_618_033_988_700 + da, 2_618_033_988_700 + db), "g = {g}, {choice:?}");
            assert_eq!(status, if g == 0 { Status::Exact } else { Status::Conjectural });
        }
    }
}

#[test]
fn wrong_bounds_are_noticed() {
    let narrow = Bounds::given(6, 500, Some((0, 1)));
    let error = rw::strip(1_000_000, 1_000_100, &narrow, &mut Unwatched).unwrap_err();
    assert!(matches!(error, WythoffError::OutsideStrip { .. } | WythoffError::Inconsistent { .. }), "{error}");
    let far = Finder::new(1, 0, Choice::Measured).unwrap().point(MAX_INDEX + 1, &mut Unwatched);
    assert!(matches!(far, Err(WythoffError::TooLarge { .. })));
    assert!(Finder::new(5000, 0, Choice::Measured).is_err());
}

#[test]
fn indices_to_the_far_end() {
    for n in [1_000_000_000_000_000_000, MAX_INDEX] {
        let finder = Finder::new(3, 0, Choice::Measured).unwrap();
        let (point, Basis { status, .. }) = finder.point(n, &mut Unwatched).unwrap();
        assert_eq!((point.n, status), (n, Status::Conjectural));
        assert!(bounds::columns(3, point.a).contains(&point.b));
        // The same point, asked for by its row and by its diagonal.
        assert_eq!(finder.on_diagonal(point.d(), &mut Unwatched).unwrap().0, point);
        assert_eq!(finder.in_row(point.a, &mut Unwatched).unwrap().0, point);
        if point.b < MAX_ROW {
            assert_eq!(finder.in_row(point.b, &mut Unwatched).unwrap().0, point);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// An interval of rows does not depend on where it is cut.
    #[test]
    fn strips_join(start in 20_000u64..1 << 50, first in 1u64..60, second in 1u64..60) {
        let bounds = Bounds::given(4, 600, None);
        let points = |r1, r2| rw::strip(r1, r2, &bounds, &mut Unwatched).unwrap();
        let whole = points(start, start + first + second);
        let (left, right) = (points(start, start + first), points(start + first + 1, start + first + second));
        prop_assert_eq!(&whole.index, &left.index);
        let joined: Vec<Point> = left.points.iter().chain(&right.points).copied().collect();
        prop_assert_eq!(whole.points, joined);
    }
}
