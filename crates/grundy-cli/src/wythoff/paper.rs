//! `grundy wythoff paper`: every table and histogram of the paper, beside the printed figures.

use super::ask;
use super::draw::{Histogram, Points, save};
use super::plot::points;
use crate::exit::{Exit, Failure, fail, print_json, say};
use crate::output;
use grundy::wythoff::bounds;
use grundy::wythoff::paper::{Line, PaperAnswer, printed};
use grundy::wythoff::statistics::{self, StatsAnswer};
use grundy::wythoff::{self, Choice, Trust, near, table};
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Reproduce Tables 1-6 and Figures 2, 9, 10, 11 of Nivasch's paper, and compare them with the printed figures
///
/// Writes a CSV file for each table and an SVG file for each figure into DIR. Exits with 1 if a figure differs.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  grundy wythoff paper -o paper\n  grundy wythoff paper -o paper --table 1 --table 6"
)]
pub struct Args {
    /// Where to write; made if it is not there
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Only this table, with the figures that belong to it (may be given several times)
    #[arg(long = "table", value_name = "N", value_parser = clap::value_parser!(u8).range(1..=6))]
    tables: Vec<u8>,
}

struct Desk<'a> {
    out: &'a Path,
    json: bool,
    report: PaperAnswer,
}

impl Desk<'_> {
    fn compare(
        &mut self,
        place: String,
        printed: String,
        computed: String,
        remark: Option<String>,
    ) -> Result<(), Failure> {
        let agrees = printed == computed;
        if !self.json {
            let verdict = if agrees { "agrees" } else { "DIFFERS" };
            let both = if agrees { printed.clone() } else { format!("{printed} | here: {computed}") };
            let remark = remark.as_ref().map_or(String::new(), |remark| format!("  [{remark}]"));
            writeln!(io::stdout(), "{place:<24} {verdict:<8} {both}{remark}")?;
        }
        self.report.differing += usize::from(!agrees);
        self.report.lines.push(Line { place, printed, computed, agrees, remark });
        Ok(())
    }

    fn write(&mut self, name: &str, text: &str) -> Result<(), Failure> {
        let path = self.out.join(name);
        output::write(&path, text)?;
        self.report.files.push(name.to_owned());
        Ok(())
    }

    fn draw(&mut self, name: &str, picture: &impl super::draw::Picture) -> Result<(), Failure> {
        save(picture, &self.out.join(name))?;
        self.report.files.push(name.to_owned());
        Ok(())
    }

    fn timed(&mut self, what: &str, since: Instant) {
        self.report.seconds.insert(what.to_owned(), since.elapsed().as_secs_f64());
    }
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    if let Err(error) = std::fs::create_dir_all(&args.output) {
        return fail(format!("cannot make the directory {}: {error}", args.output.display()));
    }
    let report = PaperAnswer { output: args.output.display().to_string(), ..PaperAnswer::default() };
    let mut desk = Desk { out: &args.output, json, report };
    let wanted = |table: u8| args.tables.is_empty() || args.tables.contains(&table);
    if args.tables.iter().any(|table| (2..=5).contains(table)) || args.tables.is_empty() {
        say("Tables 2 to 5 go through millions of rows: about three minutes for all, most of them for Table 5");
    }
    if wanted(1) {
        table_1(&mut desk)?;
    }
    if wanted(2) || wanted(3) {
        tables_2_and_3(&mut desk, wanted(2), wanted(3))?;
    }
    if wanted(4) {
        table_4(&mut desk)?;
    }
    if wanted(5) {
        table_5(&mut desk)?;
    }
    if wanted(6) {
        table_6(&mut desk)?;
    }
    let report = desk.report;
    let outcome = if report.differing == 0 { Exit::Yes } else { Exit::No };
    if json {
        print_json(&report)?;
    } else {
        let (all, differ) = (report.lines.len(), report.differing);
        let mut out = io::stdout().lock();
        writeln!(out, "\n{all} lines compared, {} agree, {differ} differ", all - differ)?;
        for (what, seconds) in &report.seconds {
            writeln!(out, "{what}: {seconds:.2} s")?;
        }
        writeln!(out, "written to {}: {}", args.output.display(), report.files.join(" "))?;
    }
    Ok(outcome)
}

fn table_1(desk: &mut Desk) -> Result<(), Failure> {
    let since = Instant::now();
    let matrix = ask(|watch| table::matrix(16, 16, watch))?;
    let text = |values: &[u32], by: &str| values.iter().map(u32::to_string).collect::<Vec<_>>().join(by);
    for (row, fields) in printed("1") {
        for (field, value) in fields {
            let first: usize = field.trim_start_matches("from_column_").parse().unwrap_or(0);
            let cells = value.split(' ').count();
            let computed = text(&matrix.row(row as usize)[first..first + cells], " ");
            let place = format!("Table 1 ({row}, {first}..{})", first + cells - 1);
            desk.compare(place, value.to_owned(), computed, None)?;
        }
    }
    let csv: String = (0..16).map(|x| text(matrix.row(x), ",") + "\n").collect();
    desk.write("table1.csv", &csv)?;
    for (name, g, rows) in [("figure2.svg", 20, 60), ("figure10.svg", 200, 500)] {
        let points = ask(|watch| points(g, rows, watch))?;
        desk.draw(name, &Points { g, rows, cells: &points })?;
    }
    desk.timed("Table 1, Figures 2 and 10", since);
    Ok(())
}

fn tables_2_and_3(desk: &mut Desk, two: bool, three: bool) -> Result<(), Failure> {
    let since = Instant::now();
    let last_row = 5_000_000;
    let seen: StatsAnswer = ask(|watch| statistics::collect(30, last_row, watch))?;
    if two {
        for (g, figure) in printed("2") {
            let drift = &seen.drifts[g as usize];
            let computed =
                format!("min {} at {}, max {} at {}", drift.min.drift, drift.min.n, drift.max.drift, drift.max.n);
            let field = |name| figure.get(name).copied().unwrap_or("?");
            let text =
                format!("min {} at {}, max {} at {}", field("min"), field("min_n"), field("max"), field("max_n"));
            desk.compare(format!("Table 2, g = {g}"), text, computed, None)?;
        }
    }
    if three {
        for (g, figure) in printed("3") {
            let late = seen.drifts[g as usize].late_max;
            let computed = late.map_or_else(String::new, |late| format!("max {} at {}", late.drift, late.n));
            let field = |name| figure.get(name).copied().unwrap_or("?");
            let text = format!("max {} at {}", field("late_max"), field("late_max_n"));
            desk.compare(format!("Table 3, g = {g}"), text, computed, None)?;
        }
    }
    let mut csv = "g,points,min,min_n,max,max_n,max_from_n_100,max_from_n_100_n\n".to_owned();
    for drift in &seen.drifts {
        let late = drift.late_max.map_or_else(|| ",".to_owned(), |late| format!("{},{}", late.drift, late.n));
        let statistics::Drift { g, points, min, max, .. } = drift;
        writeln!(csv, "{g},{points},{},{},{},{},{late}", min.drift, min.n, max.drift, max.n)?;
    }
    desk.write("tables2and3.csv", &csv)?;
    let bars = seen.drifts[30].histogram();
    let csv: String =
        bars.iter().fold("d_minus_n,points\n".to_owned(), |csv, (drift, count)| csv + &format!("{drift},{count}\n"));
    desk.write("figure9.csv", &csv)?;
    let title = "d_n - n for g = 30, rows to 5 000 000".to_owned();
    desk.draw("figure9.svg", &Histogram { title, horizontal: "d_n - n", bars: &bars })?;
    desk.timed("Tables 2 and 3, Figure 9", since);
    Ok(())
}

fn table_4(desk: &mut Desk) -> Result<(), Failure> {
    let since = Instant::now();
    let (g, last_row, late_from) = (199, 1_000_000, 600);
    let near = ask(|watch| near::largest(g, last_row, 10, late_from, watch))?;
    let mut csv = "distance,a,b,value,late_a,late_b,late_value\n".to_owned();
    let figures = printed("4");
    for (cell, late) in near.largest.iter().zip(&near.late) {
        let value = |cell: &near::Cell| cell.value.map_or_else(String::new, |value| value.to_string());
        writeln!(csv, "{},{},{},{},{},{},{}", cell.distance, cell.a, cell.b, value(cell), late.a, late.b, value(late))?;
        let Some(figure) = figures.get(&cell.distance) else { continue };
        let field = |name: &str| figure.get(name).copied().unwrap_or("?");
        let printed = |cell: &str, value: &str| format!("({}) {}", field(cell).replace(' ', ", "), field(value));
        let text = |cell: &near::Cell| format!("({}, {}) {}", cell.a, cell.b, value(cell));
        // The paper stops at 200 and names the first cell that reaches it.
        let first = near.beyond.iter().find(|other| other.distance == cell.distance);
        let (ours, remark) = first.map_or_else(
            || (text(cell), None),
            |first| {
                let count = near.beyond.iter().filter(|other| other.distance == cell.distance).count();
                let (value, largest) = (value(first), text(cell));
                let remark = format!("the value is {value}; of the {count} cells >= 200 here the largest is {largest}");
                (format!("({}, {}) >=200", first.a, first.b), Some(remark))
            },
        );
        desk.compare(format!("Table 4, distance {}", cell.distance), printed("cell", "value"), ours, remark)?;
        // The paper leaves the second column empty where it equals the first.
        let theirs = if figure.contains_key("late_cell") { ["late_cell", "late_value"] } else { ["cell", "value"] };
        let theirs = printed(theirs[0], theirs[1]);
        desk.compare(format!("Table 4, {} (row >= {late_from})", cell.distance), theirs, text(late), None)?;
    }
    desk.write("table4.csv", &csv)?;
    desk.timed("Table 4", since);
    Ok(())
}

fn table_5(desk: &mut Desk) -> Result<(), Failure> {
    let since = Instant::now();
    let seen = ask(|watch| wythoff::convergence(20, 0, 1_000_000, watch))?;
    for (g, figure) in printed("5") {
        let worst = seen.worst[g as usize];
        let field = |name| figure.get(name).copied().unwrap_or("?");
        let text = format!("{} rows from {}", field("rows"), field("start"));
        desk.compare(format!("Table 5, g = {g}"), text, format!("{} rows from {}", worst.rows, worst.start), None)?;
    }
    let mut csv = "g,rows_to_convergence,first_start,starts\n".to_owned();
    for worst in &seen.worst {
        writeln!(csv, "{},{},{},{}", worst.g, worst.rows, worst.start, worst.times)?;
    }
    desk.write("table5.csv", &csv)?;
    let bars: Vec<(i64, u64)> = (0..).zip(seen.histograms[10].iter().copied()).collect();
    let csv: String =
        bars.iter().fold("rows,starts\n".to_owned(), |csv, (rows, count)| csv + &format!("{rows},{count}\n"));
    desk.write("figure11.csv", &csv)?;
    let title = "rows to convergence for g = 10, starting rows to 1 000 000".to_owned();
    desk.draw("figure11.svg", &Histogram { title, horizontal: "rows to convergence", bars: &bars })?;
    desk.timed("Table 5, Figure 11", since);
    let since = Instant::now();
    let seen = ask(|watch| wythoff::convergence(3, 0, 10_000_000, watch))?;
    for (g, figure) in printed("3.3") {
        let worst = seen.worst[g as usize];
        let field = |name| figure.get(name).copied().unwrap_or("?");
        let text = format!("{} rows, {} times", field("rows"), field("times"));
        desk.compare(
            format!("Section 3.3, g = {g}"),
            text,
            format!("{} rows, {} times", worst.rows, worst.times),
            None,
        )?;
    }
    desk.timed("Section 3.3", since);
    Ok(())
}

fn table_6(desk: &mut Desk) -> Result<(), Failure> {
    let since = Instant::now();
    let (g, n) = (20, 1_000_000_000_000);
    // One strip for all values, with the paper's own bounds.
    let choice = Choice::Given { settle: 8000, strip: Some((-15, 15)) };
    let trust = Trust { choice, effort: 0, verify: false };
    let found = ask(|watch| wythoff::points_in_rows(g, &bounds::rows_of_index(g, n), &trust, watch))?;
    let (points, status) = (found.points, found.status);
    let mut csv = "g,n,a,b,status\n".to_owned();
    for (g, figure) in printed("6") {
        let field = |name| figure.get(name).copied().unwrap_or("?");
        let text = format!("({}, {})", field("a"), field("b"));
        let found = points.iter().find(|point| u64::from(point.g) == g && point.n == n);
        let computed = found.map_or_else(String::new, |point| format!("({}, {})", point.a, point.b));
        if let Some(point) = found {
            let exact = g == 0;
            writeln!(
                csv,
                "{g},{n},{},{},{}",
                point.a,
                point.b,
                if exact { "exact".to_owned() } else { status.to_string() }
            )?;
        }
        desk.compare(format!("Table 6, g = {g}"), text, computed, None)?;
    }
    desk.write("table6.csv", &csv)?;
    desk.timed("Table 6", since);
    Ok(())
}
