//! `grundy nimber`: a calculator in the field of nimbers.

use crate::count;
use crate::exit::{Exit, Failure, fail, print_json};
use crate::interrupt;
use crate::progress::Terminal;
use grundy::nimber::expression::{self, Digits, ExpressionError};
use grundy::nimber::{self, LARGEST_TABLE, TableAnswer};
use std::io::Write;

/// Calculate with nimbers, of any size
#[derive(clap::Args)]
#[command(after_help = "\
Operators: + and - (nim-sum), * (nim-product), /, ^ (the exponent is an ordinary integer),
           & (the binary digits of both sides), parentheses.
Functions: sqrt(x) inv(x) root(x, n) roots(x, n) log(x, base) order(x) degree(x) trace(x)
           minpoly(x), solve(c): x^2 + x = c, quadratic(a, b, c): a x^2 + b x + c = 0,
           mex(x, y, …): the least number that is none of them
Numbers may be written 3141, 1_000_000, 0xff or *7.
The exit code is 1 when there is no answer: no n-th root, or not a power of the base.

Examples:
  grundy nimber '3141 * 5926'
  grundy nimber '340282366920938463463374607431768211456 / sqrt(7)'
  grundy nimber 'log(77, 4660)'
  grundy nimber --table 16")]
pub struct Args {
    /// An expression, such as '3141 * 5926'
    #[arg(required_unless_present = "table", conflicts_with = "table", allow_hyphen_values = true)]
    expression: Option<String>,
    /// Print the products of all numbers below SIZE (at most 4096)
    #[arg(long, value_name = "SIZE", value_parser = count::parse)]
    table: Option<u64>,
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    match (&args.expression, args.table) {
        (Some(expression), _) => calculate(expression, json),
        (None, size) => table(size.unwrap_or_default(), json),
    }
}

fn calculate(text: &str, json: bool) -> Result<Exit, Failure> {
    let answer = expression::calculate(text, &mut Terminal::new()).map_err(|error| match error {
        ExpressionError::Stopped(_) => Failure::Interrupted,
        error => Failure::Message(format!("in \"{}\", {error}", shortened(text))),
    })?;
    if json {
        print_json(&answer)?;
    } else {
        let line = match &answer.result {
            Digits::One(text) => text.clone(),
            Digits::Many(texts) => texts.join(" "),
            Digits::None => answer.reason.clone().unwrap_or_default(),
        };
        writeln!(std::io::stdout().lock(), "{line}")?;
    }
    Ok(if answer.reason.is_some() { Exit::No } else { Exit::Yes })
}

/// An expression as it can be shown in one line.
fn shortened(text: &str) -> String {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(60).collect();
    if text.chars().count() > 60 { line + "…" } else { line }
}

fn table(size: u64, json: bool) -> Result<Exit, Failure> {
    if size == 0 || size > LARGEST_TABLE {
        return fail(format!("--table {size}: sizes from 1 to {LARGEST_TABLE} are accepted"));
    }
    interrupt::waiting(|| print_table(&nimber::table(size), size, json))
}

fn print_table(table: &TableAnswer, size: u64, json: bool) -> Result<Exit, Failure> {
    if json {
        return print_json(table);
    }
    let products = &table.products;
    let widest = products.iter().flatten().max().copied().unwrap_or(0).max(size - 1);
    let width = widest.to_string().len();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let line = |cells: &mut dyn Iterator<Item = u64>| -> String {
        cells.map(|cell| format!("{cell:>width$}")).collect::<Vec<_>>().join(" ")
    };
    let head = line(&mut (0..size));
    writeln!(out, "{:>width$} | {head}", "*")?;
    writeln!(out, "{}-+-{}", "-".repeat(width), "-".repeat(head.len()))?;
    for (a, row) in products.iter().enumerate() {
        writeln!(out, "{a:>width$} | {}", line(&mut row.iter().copied()))?;
    }
    out.flush()?;
    Ok(Exit::Yes)
}
