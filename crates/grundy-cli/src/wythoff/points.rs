//! `grundy wythoff points`: the g-points, row by row.

use super::{Format, ask, parse_g, parse_rows};
use crate::exit::{Exit, Failure};
use grundy::watch::{Progress, Stopped};
use grundy::wythoff::{Point, Wsg};
use std::io::{BufWriter, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// List the g-points of all rows up to a given one (algorithm WSG, exact)
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy wythoff points --g 20 --rows 30")]
pub struct Args {
    /// The Grundy value
    #[arg(long, value_name = "G", value_parser = parse_g, allow_negative_numbers = true)]
    g: u32,
    /// How many rows, from row 0 on
    #[arg(
        long = "rows", value_name = "N", default_value = "100", value_parser = parse_rows, allow_negative_numbers = true
    )]
    last_row: u64,
    /// The points of every value up to G, by row
    #[arg(long)]
    all: bool,
    /// text: a table for people; csv: comma-separated values, with a header
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    if json {
        write!(out, r#"{{"g":{},"last_row":{},"status":"exact","points":["#, args.g, args.last_row)?;
    } else if args.format == Format::Csv {
        writeln!(out, "g,n,a,b,d")?;
    } else {
        writeln!(out, "{:>4} {:>10} {:>12} {:>12} {:>10}", "g", "n", "a", "b", "d")?;
    }
    let mut first = true;
    let mut failed = None;
    let mut print = |point: Point| -> std::io::Result<()> {
        let Point { g, n, a, b } = point;
        let d = point.d();
        if json {
            let comma = if std::mem::take(&mut first) { "" } else { "," };
            write!(out, r#"{comma}{{"g":{g},"n":{n},"a":{a},"b":{b}}}"#)
        } else if args.format == Format::Csv {
            writeln!(out, "{g},{n},{a},{b},{d}")
        } else {
            writeln!(out, "{g:>4} {n:>10} {a:>12} {b:>12} {d:>10}")
        }
    };
    let mut wsg = Wsg::new(args.g);
    // A closed pipe stops the run at the next report.
    let closed = AtomicBool::new(false);
    let ran = ask(|watch| {
        let mut unless_closed =
            |progress: Progress| if closed.load(Ordering::Relaxed) { Err(Stopped) } else { watch.at(progress) };
        wsg.run(args.last_row + 1, &mut unless_closed, |point| {
            if failed.is_none() && (args.all || point.g == args.g) {
                failed = print(point).err();
                closed.store(failed.is_some(), Ordering::Relaxed);
            }
        })
    });
    if let Some(error) = failed {
        return Err(error.into());
    }
    ran?;
    if json {
        writeln!(out, "]}}")?;
    }
    out.flush()?;
    Ok(Exit::Yes)
}
