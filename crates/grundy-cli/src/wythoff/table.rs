//! `grundy wythoff table`: the Grundy matrix.

use super::{Format, ask};
use crate::count;
use crate::exit::{Exit, Failure, fail, print_json};
use grundy::wythoff::table::{self, MAX_CELLS};
use std::io::Write;

/// Print the Grundy matrix
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy wythoff table --rows 16 --columns 16 --up")]
pub struct Args {
    /// How many rows
    #[arg(long, default_value = "16", value_parser = count::parse, allow_negative_numbers = true)]
    rows: u64,
    /// How many columns
    #[arg(long, alias = "cols", default_value = "16", value_parser = count::parse, allow_negative_numbers = true)]
    columns: u64,
    /// Row 0 at the bottom, as in the paper
    #[arg(long)]
    up: bool,
    /// text: a table for people; csv: comma-separated values, without row and column numbers
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let (rows, cols) = (args.rows, args.columns);
    if rows.max(1).checked_mul(cols.max(1)).is_none_or(|cells| cells > MAX_CELLS) {
        return fail(format!(
            "{rows} rows of {cols} columns are too large a table: up to {MAX_CELLS} cells are accepted"
        ));
    }
    let (rows, cols) = (rows as usize, cols as usize);
    let matrix = ask(|watch| table::matrix(rows, cols, watch))?;
    let mut order: Vec<usize> = (0..rows).collect();
    if args.up {
        order.reverse();
    }
    if json {
        return print_json(&matrix);
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if args.format == Format::Csv {
        for x in order {
            let cells: Vec<String> = matrix.row(x).iter().map(u32::to_string).collect();
            writeln!(out, "{}", cells.join(","))?;
        }
        out.flush()?;
        return Ok(Exit::Yes);
    }
    let largest = (0..rows).flat_map(|x| matrix.row(x)).max().copied().unwrap_or(0).max(args.columns as u32);
    let width = largest.to_string().len();
    let edge = rows.to_string().len();
    let header = |out: &mut dyn Write| -> std::io::Result<()> {
        write!(out, "{:edge$} |", "")?;
        (0..cols).try_for_each(|y| write!(out, " {y:width$}"))?;
        writeln!(out)
    };
    let line = "-".repeat(edge + 1) + "+" + &"-".repeat(cols * (width + 1));
    if !args.up {
        header(&mut out)?;
        writeln!(out, "{line}")?;
    }
    for x in order {
        write!(out, "{x:edge$} |")?;
        matrix.row(x).iter().try_for_each(|value| write!(out, " {value:width$}"))?;
        writeln!(out)?;
    }
    if args.up {
        writeln!(out, "{line}")?;
        header(&mut out)?;
    }
    out.flush()?;
    Ok(Exit::Yes)
}
