//! Wythoff's game, rows, values, moves and experiments: against brute force and the facts.

use crate::watch::Unwatched;
use crate::wythoff::bounds::Origin;
use crate::wythoff::converge::{self, Starts};
use crate::wythoff::fsw::State;
use crate::wythoff::golden::{offset, times_phi, times_phi_squared};
use crate::wythoff::moves::{self, Win};
use crate::wythoff::rows::{self, Columns};
use crate::wythoff::settle::{Choice, Known, Method, Trust};
use crate::wythoff::verify::Verified;
use crate::wythoff::wsg::Wsg;
use crate::wythoff::{Point, Status, WythoffError, near, plain, statistics, table, value, winning_moves};
use proptest::prelude::*;

fn trust(effort: u64) -> Trust {
    Trust { effort, ..Trust::default() }
}

fn by_pseudo_code(g: u32, rows: u64) -> Vec<Point> {
    let mut points = Vec::new();
    plain::wsg(g, rows, &mut Unwatched, |point| points.push(point)).unwrap();
    points
}

#[test]
fn columns_are_rows_of_the_matrix() {
    let (x, last) = (40, 500);
    let matrix = table::matrix(x + 1, last, &mut Unwatched).unwrap();
    let mut columns = Columns::new(x as u64).unwrap();
    for y in 0..last {
        columns.step();
        let ours: Vec<i64> = columns.differences().iter().map(|&v| i64::from(v) + y as i64).collect();
        let theirs: Vec<i64> = (0..=x).map(|r| i64::from(matrix.get(r, y))).collect();
        assert_eq!(ours, theirs, "column {y}");
    }
    assert!(Columns::new(rows::MAX_ROW + 1).is_err());
}

#[test]
fn periods_of_rows_are_the_known_ones() {
    let facts = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/facts/wythoff_rows_computed.csv"));
    let settled = rows::row_periods(&(0..=59), 1 << 20, &mut Unwatched).unwrap();
    let mut checked = 0;
    for line in facts.lines().skip(1) {
        let mut fields = line.split(',').map(str::parse::<u64>);
        let mut next = || fields.next().unwrap().unwrap();
        let (row, preperiod, period) = (next(), next(), next());
        let found = settled.rows[row as usize];
        assert_eq!((found.row, found.preperiod, found.period), (row, Some(preperiod), Some(period)));
        checked += 1;
    }
    assert!(checked > 40);
    // Each row alone gives the same, and what the proof claims holds much further out.
    for x in [0, 1, 2, 3, 5, 8, 13] {
        let alone = rows::settle(x, x, 1 << 16, &mut Unwatched).unwrap().unwrap();
        assert_eq!(alone.rows, [settled.rows[x as usize]]);
        let mut columns = Columns::new(x).unwrap();
        for y in 0..30_000u64 {
            columns.step();
            assert_eq!(alone.value(y) as i64 - y as i64, i64::from(columns.differences()[x as usize]), "({x}, {y})");
        }
    }
    assert_eq!(rows::settle(30, 30, 2000, &mut Unwatched), Ok(None));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn values_by_every_method(low in 0u64..400, more in 0u64..500) {
        let high = low + more;
        let exact = table::matrix(400, 900, &mut Unwatched).unwrap();
        let truth = u64::from(exact.get(low as usize, high as usize));
        let answer = value(low, high, 20, &trust(1 << 30), &mut Unwatched).unwrap();
        prop_assert_eq!((answer.known, answer.method), (Known::Value(truth), Method::Columns));
        // No effort allowed: only the strip and the recursion are left.
        let choice = Choice::Given { settle: 100, strip: None };
        let answer = value(high, low, 20, &Trust { choice, ..trust(0) }, &mut Unwatched).unwrap();
        let expected = if truth <= 20 { Known::Value(truth) } else { Known::GreaterThan(20) };
        prop_assert_eq!(answer.known, expected);
    }

    #[test]
    fn winning_moves_are_all_of_them(a in 0u64..60, b in 0u64..60, heap in 0u64..40) {
        let matrix = table::by_definition(60, 60, &mut Unwatched).unwrap();
        let at = |x: u64, y: u64| u64::from(matrix.get(x as usize, y as usize));
        let mut brute: Vec<Win> = (0..heap).filter(|&to| to == at(a, b)).map(|to| Win::Nim { to }).collect();
        brute.extend((0..a).filter(|&x| at(x, b) == heap).map(|x| Win::Wythoff { a: x, b }));
        brute.extend((0..b).filter(|&y| at(a, y) == heap).map(|y| Win::Wythoff { a, b: y }));
        let diagonal = (1..=a.min(b)).map(|k| (a - k, b - k));
        brute.extend(diagonal.filter(|&(x, y)| at(x, y) == heap).map(|(a, b)| Win::Wythoff { a, b }));
        brute.sort_unstable();
        let mut by_cells = moves::by_cells(a, b, heap, &mut Unwatched).unwrap();
        by_cells.moves.sort_unstable();
        prop_assert_eq!(&by_cells.moves, &brute);
        prop_assert_eq!(brute.is_empty(), at(a, b) == heap);
        let mut found = winning_moves(a, b, heap, &trust(100_000), &mut Unwatched).unwrap();
        found.winning_moves.sort_unstable();
        prop_assert_eq!((found.winning_moves, found.status), (brute, Status::Exact));
    }
}

#[test]
fn values_in_periodic_rows_far_out() {
    let value = |a, b| value(a, b, 5, &trust(10_000_000), &mut Unwatched);
    let far = 1_000_000_000_000_000_000;
    let answer = value(10, far).unwrap();
    assert_eq!((answer.status, answer.method), (Status::Exact, Method::RowPeriod));
    // Row 10 has period 24 from column 224 on: the same residue near by.
    let near = 240 + (far - 240) % 24;
    let Known::Value(v) = answer.known else { panic!("{answer:?}") };
    let close = value(10, near).unwrap();
    assert_eq!(close.known, Known::Value(near + v - far));
    let outside = value(far, far / 2).unwrap();
    assert_eq!((outside.known, outside.status), (Known::GreaterThan(5), Status::Exact));
}

#[test]
fn convergence_lane_by_lane_is_the_experiment() {
    // The paper's experiment as it is described, on the literal algorithm.
    let (g, until) = (6u32, 120u64);
    let starts = Starts { from: 0, until, every: 1 };
    let seen = converge::run(g, &starts, &mut Unwatched).unwrap();
    for h in 0..=g {
        let lanes = h as usize + 1;
        let mut wsg = Wsg::new(h);
        let mut states = Vec::new();
        let mut inserts = Vec::new();
        for _ in 0..until + 1500 {
            states.push(wsg.front().clone().state());
            inserts.push((0..lanes).filter(|h| (wsg.insert()[0] >> h) & 1 == 1).collect::<Vec<_>>());
            wsg.step(|_| {});
        }
        let took = |start: u64| {
            let mut state = State::dummy(&states[start as usize].n_index);
            let equal = |row: &u64| {
                let equal = state == states[*row as usize];
                state.step(*row, &inserts[*row as usize]);
                equal
            };
            (start..start + 1500).find(equal).unwrap() - start
        };
        let times: Vec<u64> = (0..until).map(took).collect();
        let worst = *times.iter().max().unwrap();
        let found = seen.worst[h as usize];
        assert_eq!((found.rows, found.start), (worst, times.iter().position(|&t| t == worst).unwrap() as u64));
        assert_eq!(found.times, times.iter().filter(|&&t| t == worst).count() as u64);
        for (rows, &count) in seen.histograms[h as usize].iter().enumerate() {
            assert_eq!(count, times.iter().filter(|&&t| t == rows as u64).count() as u64, "h = {h}, {rows} rows");
        }
    }
}

#[test]
fn convergence_is_that_of_the_paper() {
    let seen = converge::run(10, &Starts { from: 0, until: 60_000, every: 1 }, &mut Unwatched).unwrap();
    assert!(seen.histograms.iter().all(|histogram| histogram.iter().sum::<u64>() == 60_000));
    // Table 5 of the paper: the maxima for g = 1 and g = 9 are first met at these rows.
    assert_eq!((seen.worst[1].rows, seen.worst[1].start), (45, 2201));
    assert_eq!((seen.worst[9].rows, seen.worst[9].start), (630, 59_948));
    // Fewer starts take the same time each.
    let fewer = converge::run(10, &Starts { from: 0, until: 60_000, every: 59_948 }, &mut Unwatched).unwrap();
    assert_eq!((fewer.worst[9].rows, fewer.worst[9].times), (630, 1));
}

#[test]
fn statistics_by_brute_force() {
    let (g, last) = (9, 4000);
    let statistics = statistics::collect(g, last, &mut Unwatched).unwrap();
    let points = by_pseudo_code(g, last + 1);
    for drift in &statistics.drifts {
        let mine: Vec<&Point> = points.iter().filter(|p| p.g == drift.g).collect();
        assert_eq!(drift.points, mine.len() as u64);
        let first = |value: i64| mine.iter().find(|p| p.drift() == value).unwrap().n;
        assert_eq!(drift.min.drift, mine.iter().map(|p| p.drift()).min().unwrap());
        assert_eq!(drift.max.drift, mine.iter().map(|p| p.drift()).max().unwrap());
        assert_eq!((drift.min.n, drift.max.n), (first(drift.min.drift), first(drift.max.drift)));
        let late = mine.iter().filter(|p| p.n >= 100).map(|p| p.drift()).max().unwrap();
        assert_eq!(drift.late_max.unwrap().drift, late);
        for (value, count) in drift.histogram() {
            assert_eq!(count, mine.iter().filter(|p| p.drift() == value).count() as u64);
        }
    }
    let offset = |p: &Point| offset(p.a, p.b, 1000);
    assert_eq!(offset(&statistics.offsets[0]), points.iter().map(offset).min().unwrap());
    assert_eq!(offset(&statistics.offsets[1]), points.iter().map(offset).max().unwrap());
}

#[test]
fn nearest_cells_by_brute_force() {
    let (g, last, reach, late) = (400, 150, 6, 60);
    let near = near::largest(g, last, reach, late, &mut Unwatched).unwrap();
    let matrix = table::matrix(last as usize + 1, 600, &mut Unwatched).unwrap();
    let zero = |n| (times_phi(n) as i64, times_phi_squared(n) as i64);
    let zeros: Vec<(i64, i64)> = (0..400).map(zero).flat_map(|(a, b)| [(a, b), (b, a)]).collect();
    let mut best = vec![[None::<(u32, u64, u64)>; 2]; reach as usize + 1];
    for x in 0..=last as i64 {
        for y in x..600 {
            let distance = zeros.iter().map(|(a, b)| (a - x).abs() + (b - y).abs()).min().unwrap();
            if !(1..=reach as i64).contains(&distance) {
                continue;
            }
            let value = matrix.get(x as usize, y as usize);
            for best in &mut best[distance as usize][..=usize::from(x >= late as i64)] {
                if best.is_none_or(|(v, _, _)| value > v) {
                    *best = Some((value, x as u64, y as u64));
                }
            }
        }
    }
    assert!(near.beyond.is_empty());
    for (k, cells) in [&near.largest, &near.late].into_iter().enumerate() {
        assert_eq!(cells.len() as u64, reach);
        for cell in cells {
            assert_eq!(best[cell.distance as usize][k], Some((cell.value.unwrap(), cell.a, cell.b)));
        }
    }
}

/// The last value settles with a smaller g than the heap asks for; the cells must be found with the bounds of the heap.
#[test]
fn moves_far_out_are_those_of_exact_values() {
    let mut compared = 0;
    let mut check = |a: u64, b: u64, heap: u64| {
        let found = winning_moves(a, b, heap, &trust(1000), &mut Unwatched).unwrap();
        let exact = winning_moves(a, b, heap, &trust(u64::MAX >> 8), &mut Unwatched).unwrap();
        assert_eq!(exact.status, Status::Exact);
        assert_eq!(found.winning_moves, exact.winning_moves, "({a}, {b}) beside {heap}");
        if let Known::Value(value) = found.known {
            assert_eq!(exact.known, Known::Value(value), "({a}, {b})");
        }
        if found.status == Status::Conjectural && !found.winning_moves.is_empty() {
            let own = found.bounds.iter().find(|bounds| u64::from(bounds.g) == heap).expect("the bounds of the heap");
            let settle = crate::wythoff::bounds::Bounds::measured(heap as u32).unwrap().settle;
            assert_eq!(own.settle, settle, "({a}, {b}) beside {heap}: {:?}", found.bounds);
            compared += 1;
        }
    };
    check(810_385, 1_311_232, 20);
    for k in 0..8u64 {
        let n = 20_000 + 1717 * k;
        let (a, b) = (times_phi(n) + k % 5, times_phi_squared(n) + k % 3);
        check(a, b, 9 + k % 6);
        check(b, a, 9 + (k + 3) % 6);
    }
    assert!(compared > 8, "only {compared} went through the recursion");
}

/// What is asked first must not change what is answered next: each g has its own bounds.
#[test]
fn far_points_by_index_row_and_diagonal_agree() {
    for g in [5, 9] {
        let n = 123_456_789_012_345;
        let trust = Trust::default();
        let point = crate::wythoff::point(g, n, &trust, &mut Unwatched).unwrap().point;
        let value = value(point.a, point.b, 10, &trust, &mut Unwatched).unwrap();
        assert_eq!(value.known, Known::Value(u64::from(g)));
        assert!(value.bounds.iter().all(|bounds| bounds.g >= g), "{:?}", value.bounds);
        let moves = winning_moves(point.a, point.b, 14, &trust, &mut Unwatched).unwrap();
        for win in moves.winning_moves {
            let Win::Wythoff { a, b } = win else { continue };
            let after = crate::wythoff::value(a, b, 14, &trust, &mut Unwatched).unwrap();
            assert_eq!(after.known, Known::Value(14), "({}, {}) -> ({a}, {b})", point.a, point.b);
        }
    }
}

#[test]
fn verification_tests_the_bounds_that_were_used() {
    let n = 1_000_000_000_000_000;
    let given = |settle| Trust { choice: Choice::Given { settle, strip: None }, effort: 0, verify: true };
    let good = crate::wythoff::point(4, n, &given(500), &mut Unwatched).unwrap();
    let Some(Verified::Sample(samples)) = &good.verified else { panic!("{good:?}") };
    assert_eq!((samples[0].g, samples[0].settle, samples.len()), (4, 500, 1));
    assert!(samples[0].intervals > 100 && samples[0].points > 20_000, "{samples:?}");
    // An R far too small: the answer may look right, the sample shows that it is not to be trusted.
    let bad = crate::wythoff::point(7, n, &given(90), &mut Unwatched);
    assert!(matches!(bad, Err(WythoffError::Refuted { .. } | WythoffError::Inconsistent { .. })), "{bad:?}");
    // Near enough for WSG, the answer itself is compared, and exact from then on.
    let near = crate::wythoff::point(4, 100_000, &given(500), &mut Unwatched).unwrap();
    assert_eq!((near.verified, near.status), (Some(Verified::Wsg), Status::Exact));
}

#[test]
fn stored_rows_to_convergence_are_those_of_table_5() {
    let facts = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/facts/wythoff_paper.csv"));
    let slowest = |g: u32| match crate::wythoff::bounds::Bounds::measured(g).unwrap().settle_from {
        Origin::Measured { worst, .. } => worst,
        other => panic!("{other:?}"),
    };
    let mut compared = 0;
    for line in facts.lines() {
        let fields: Vec<&str> = line.split(',').collect();
        if fields[0] == "5" && fields[2] == "rows" {
            assert_eq!(slowest(fields[1].parse().unwrap()), fields[3].parse::<u64>().unwrap(), "g = {}", fields[1]);
            compared += 1;
        }
    }
    assert_eq!(compared, 13);
    // Measured again from the rows where two of them were met, and from a spread of rows beyond the table.
    for (g, start) in [(6, 685_531), (18, 21_886)] {
        let seen = converge::run(g, &Starts { from: start, until: start + 1, every: 1 }, &mut Unwatched).unwrap();
        assert_eq!(seen.worst[g as usize].rows, slowest(g));
    }
    let seen = converge::run(30, &Starts { from: 0, until: 20_000, every: 1000 }, &mut Unwatched).unwrap();
    for worst in seen.worst {
        assert!(worst.rows <= slowest(worst.g), "{worst:?}");
    }
    assert!((1..=60).all(|g| slowest(g - 1) <= slowest(g)));
}
