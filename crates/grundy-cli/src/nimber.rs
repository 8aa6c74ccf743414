//! `grundy nimber`: a calculator in the field of nimbers.

use crate::count;
use crate::interrupt;
use crate::outcome::{Failure, Outcome, fail, print_json};
use grundy::nimber::Nim64;
use grundy::nimber::expression::{ExpressionError, Value, evaluate};
use serde::Serialize;
use std::io::Write;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// The largest multiplication table.
const LARGEST_TABLE: u64 = 4096;

/// Calculate with nimbers, of any size
#[derive(clap::Args)]
#[command(after_help = "\
Operators: + and - (nim-sum), * (nim-product), /, ^ (the exponent is an ordinary integer),
           parentheses.
Functions: sqrt(x) inv(x) root(x, n) roots(x, n) log(x, base) order(x) degree(x) trace(x)
           minpoly(x), solve(c): x^2 + x = c, quadratic(a, b, c): a x^2 + b x + c = 0
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

#[derive(Serialize)]
struct Document<'a> {
    expression: &'a str,
    /// nimber, integer, polynomial, nimbers or none
    kind: &'static str,
    /// Decimal text: JSON numbers lose digits in many readers.
    result: Answer,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    None,
    One(String),
    Many(Vec<String>),
}

#[derive(Serialize)]
struct Table {
    size: u64,
    products: Vec<Vec<u64>>,
}

pub fn run(args: &Args, json: bool) -> Result<Outcome, Failure> {
    match (&args.expression, args.table) {
        (Some(expression), _) => calculate(expression, json),
        (None, size) => table(size.unwrap_or_default(), json),
    }
}

fn calculate(expression: &str, json: bool) -> Result<Outcome, Failure> {
    let value = evaluate_stoppably(expression)?
        .map_err(|error| Failure::Message(format!("in \"{}\", {error}", shortened(expression))))?;
    let (kind, result) = match &value {
        Value::Nimber(n) => ("nimber", Answer::One(n.to_string())),
        Value::Integer(n) => ("integer", Answer::One(n.to_string())),
        Value::Polynomial(p) => ("polynomial", Answer::One(p.to_string())),
        Value::Nimbers(list) => ("nimbers", Answer::Many(list.iter().map(ToString::to_string).collect())),
        Value::Nothing(_) => ("none", Answer::None),
    };
    let reason = if let Value::Nothing(reason) = &value { Some(reason.as_str()) } else { None };
    if json {
        print_json(&Document { expression, kind, result, reason })?;
    } else {
        let line = match result {
            Answer::One(text) => text,
            Answer::Many(texts) => texts.join(" "),
            Answer::None => reason.unwrap_or_default().to_owned(),
        };
        writeln!(std::io::stdout().lock(), "{line}")?;
    }
    Ok(if reason.is_some() { Outcome::No } else { Outcome::Yes })
}

/// Evaluates on another thread, because a logarithm or a large power can last and Ctrl-C must end it.
fn evaluate_stoppably(expression: &str) -> Result<Result<Value, ExpressionError>, Failure> {
    let (send, receive) = channel();
    let text = expression.to_owned();
    std::thread::Builder::new().spawn(move || send.send(evaluate(&text)))?;
    loop {
        match receive.recv_timeout(Duration::from_millis(50)) {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Timeout) if interrupt::requested() => return Err(Failure::Interrupted),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return fail("the calculation ended without a result"),
        }
    }
}

/// An expression as it can be shown in one line.
fn shortened(text: &str) -> String {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(60).collect();
    if text.chars().count() > 60 { line + "…" } else { line }
}

fn table(size: u64, json: bool) -> Result<Outcome, Failure> {
    if size == 0 || size > LARGEST_TABLE {
        return fail(format!("--table {size}: sizes from 1 to {LARGEST_TABLE} are accepted"));
    }
    let row = |a: u64| (0..size).map(|b| (Nim64::new(a) * Nim64::new(b)).get()).collect();
    let products: Vec<Vec<u64>> = (0..size).map(row).collect();
    if json {
        return print_json(&Table { size, products });
    }
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
    Ok(Outcome::Yes)
}
