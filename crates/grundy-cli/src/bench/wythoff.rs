//! `grundy bench wythoff`: each algorithm for Wythoff's game beside the plain one it replaces.
//!
//! Both sides of a ratio run in the same process, one after the other, and must give the same answer. The least of
//! three times counts: what else the machine does can only add to a time.

use crate::exit::{Exit, Failure, fail, print_json};
use crate::interrupt;
use crate::progress::Terminal;
use grundy::wythoff::{self, Choice, Point, Trust, Wsg, bounds, near, plain, statistics, table};
use schemars::JsonSchema;
use serde::Serialize;
use std::io::Write;
use std::time::Instant;

/// Compare the algorithms for Wythoff's game with the plain ones
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy bench wythoff --quick")]
pub struct Args {
    /// Shorter runs: a tenth of the rows
    #[arg(long)]
    quick: bool,
}

/// One algorithm.
#[derive(JsonSchema, Serialize)]
pub struct Measurement {
    what: String,
    seconds: f64,
    against: Option<Against>,
    remark: String,
}

/// The plain way to the same answer.
#[derive(JsonSchema, Serialize)]
struct Against {
    what: &'static str,
    seconds: f64,
    ratio: f64,
}

fn alone(what: String, seconds: f64, remark: String) -> Measurement {
    Measurement { what, seconds, against: None, remark }
}

fn beside(what: String, seconds: f64, plainly: &'static str, other: f64) -> Measurement {
    let against = Against { what: plainly, seconds: other, ratio: other / seconds };
    Measurement { what, seconds, against: Some(against), remark: "same answer".to_owned() }
}

/// The least time of three runs, and the result.
fn least<T>(mut work: impl FnMut() -> T) -> Result<(f64, T), Failure> {
    let mut once = || {
        let since = Instant::now();
        let result = work();
        if interrupt::requested() { Err(Failure::Interrupted) } else { Ok((since.elapsed().as_secs_f64(), result)) }
    };
    let (first, second, (third, result)) = (once()?.0, once()?.0, once()?);
    Ok((first.min(second).min(third), result))
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let share = if args.quick { 10 } else { 1 };
    let measurements = vec![
        wsg_against_hash_sets(20, 100_000 / share)?,
        matrix_against_definition(if args.quick { 150 } else { 300 })?,
        recursion_against_wsg(20, 3_000_000 / share)?,
        matrix(4000)?,
        table_2(5_000_000 / share)?,
        table_4(1_000_000 / share)?,
        table_6()?,
        periods(59)?,
    ];
    if json {
        return print_json(&measurements);
    }
    let mut out = std::io::stdout().lock();
    for measurement in &measurements {
        let Measurement { what, seconds, against, remark } = measurement;
        write!(out, "{what:<44} {seconds:>9.4} s")?;
        if let Some(against) = against {
            write!(out, "   {:>7.1} x faster than {} ({:.3} s)", against.ratio, against.what, against.seconds)?;
        }
        writeln!(out, "   {remark}")?;
    }
    Ok(Exit::Yes)
}

fn wsg_against_hash_sets(g: u32, rows: u64) -> Result<Measurement, Failure> {
    // Both sides fold their points into a number, so that no time goes into keeping them.
    let fold = |sum: &mut u64, point: Point| *sum = sum.rotate_left(5) ^ (point.b << 12) ^ u64::from(point.g) ^ point.n;
    let (fast, ours) = least(|| {
        let mut sum = 0;
        Wsg::new(g).run(rows, &mut Terminal::new(), |point| fold(&mut sum, point)).map(|()| sum)
    })?;
    let (slow, theirs) = least(|| {
        let mut sum = 0;
        plain::wsg(g, rows, &mut Terminal::new(), |point| fold(&mut sum, point)).map(|()| sum)
    })?;
    if ours? != theirs? {
        return fail("WSG on bitsets and on hash sets differ: this is a bug");
    }
    Ok(beside(format!("WSG, g <= {g}, {rows} rows"), fast, "the pseudo-code on hash sets", slow))
}

fn matrix_against_definition(size: usize) -> Result<Measurement, Failure> {
    let (fast, ours) = least(|| table::matrix(size, size, &mut Terminal::new()))?;
    let (slow, theirs) = least(|| table::by_definition(size, size, &mut Terminal::new()))?;
    if ours? != theirs? {
        return fail("the matrix differs from its definition: this is a bug");
    }
    Ok(beside(format!("matrix {size} x {size}"), fast, "the definition", slow))
}

fn recursion_against_wsg(g: u32, n: u64) -> Result<Measurement, Failure> {
    let choice = Choice::Given { settle: 8000, strip: None };
    let find = |effort| wythoff::point(g, n, &Trust { choice, effort, verify: false }, &mut Terminal::new());
    let (fast, ours) = least(|| find(0))?;
    let (slow, theirs) = least(|| find(u64::MAX))?;
    if ours?.point != theirs?.point {
        return fail("RW and WSG differ: this is a bug, or a counterexample to the Convergence Conjecture");
    }
    Ok(beside(format!("RW, g = {g}, n = {n}"), fast, "WSG", slow))
}

fn matrix(size: usize) -> Result<Measurement, Failure> {
    let (seconds, result) = least(|| table::matrix(size, size, &mut Terminal::new()))?;
    result?;
    let rate = (size * size) as f64 / seconds / 1e6;
    Ok(alone(format!("matrix {size} x {size}"), seconds, format!("{rate:.0} million cells/s")))
}

fn table_2(last_row: u64) -> Result<Measurement, Failure> {
    let (seconds, result) = least(|| statistics::collect(30, last_row, &mut Terminal::new()))?;
    let seen = result?;
    let points: u64 = seen.drifts.iter().map(|drift| drift.points).sum();
    let rate = points as f64 / seconds / 1e6;
    let memory = seen.window_bytes as f64 / 1e6;
    let remark = format!("{rate:.0} million points/s, window {memory:.0} MB");
    Ok(alone(format!("Tables 2 and 3: g <= 30, rows to {last_row}"), seconds, remark))
}

fn table_4(last_row: u64) -> Result<Measurement, Failure> {
    let since = Instant::now();
    near::largest(199, last_row, 10, 600, &mut Terminal::new())?;
    let seconds = since.elapsed().as_secs_f64();
    let mut wsg = Wsg::new(199);
    let (alone_seconds, ()) = least(|| {
        wsg = Wsg::new(199);
        while wsg.row() < last_row / 10 && !interrupt::requested() {
            wsg.step(|_| {});
        }
    })?;
    let remark = format!("WSG alone for a tenth of the rows: {alone_seconds:.3} s");
    Ok(alone(format!("Table 4: g <= 199, rows to {last_row}"), seconds, remark))
}

fn table_6() -> Result<Measurement, Failure> {
    let (g, n) = (20, 1_000_000_000_000);
    let choice = Choice::Given { settle: 8000, strip: Some((-15, 15)) };
    let trust = Trust { choice, effort: 0, verify: false };
    let rows = bounds::rows_of_index(g, n);
    let (seconds, points) = least(|| wythoff::points_in_rows(g, &rows, &trust, &mut Terminal::new()))?;
    let found = points?.points.iter().filter(|point| point.n == n).count();
    let remark = format!("{found} points; the paper reports twenty seconds on its machine");
    Ok(alone("Table 6: g <= 20, n = 10^12".to_owned(), seconds, remark))
}

fn periods(x: u64) -> Result<Measurement, Failure> {
    let (seconds, settled) = least(|| wythoff::row_periods(&(0..=x), 1 << 30, &mut Terminal::new()))?;
    let settled = settled?;
    let remark = format!("{} rows proved in {} columns", settled.rows.len(), settled.columns);
    Ok(alone(format!("periods of the rows 0 to {x}"), seconds, remark))
}
