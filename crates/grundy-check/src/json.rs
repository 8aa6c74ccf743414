//! A verdict as one JSON object on one line.

use grundy_check::{Part, Statement, Verdict};
use std::fmt::Display;

/// `{"file": …, "verdict": "verified" | "partial" | "rejected" | "refused", …}`
///
/// Where something is wrong with one of several segments its number is said.
pub fn verdict(path: &str, segment: Option<usize>, verdict: &Verdict) -> String {
    let mut fields = vec![field("file", &text(path))];
    fields.extend(segment.map(|number| field("segment", &number)));
    match verdict {
        Verdict::Verified(statement) => {
            fields.push(field("verdict", &text("verified")));
            fields.extend(self::statement(statement));
        }
        Verdict::Partial(partial) => {
            fields.push(field("verdict", &text("partial")));
            match partial.part {
                Part::Segment(number) => fields.push(field("segment", &number)),
                Part::Frame | Part::Whole => fields.push(field("frame", &true)),
            }
            fields.push(field("segments", &partial.segments));
            if let Some(heaps) = &partial.heaps {
                fields.push(field("heaps", &format!("[{},{}]", heaps.start, heaps.end)));
            }
            fields.push(field("claim", &format!("{{{}}}", self::statement(&partial.claim).join(","))));
        }
        Verdict::Rejected(hypothesis) => {
            fields.push(field("verdict", &text("rejected")));
            fields.push(field("hypothesis", &text(hypothesis)));
        }
        Verdict::Refused(why) => {
            fields.push(field("verdict", &text("refused")));
            fields.push(field("reason", &text(why)));
        }
    }
    format!("{{{}}}", fields.join(","))
}

fn statement(statement: &Statement) -> Vec<String> {
    let mut fields = vec![field("game", &text(statement.game()))];
    match statement {
        Statement::Period { theorem, preperiod, period, saltus, .. } => {
            fields.push(field("kind", &text("period")));
            fields.push(field("theorem", &text(theorem)));
            fields.extend([("preperiod", preperiod), ("period", period), ("saltus", saltus)].map(number));
        }
        Statement::MisereQuotient { order, p_positions, heaps, period, .. } => {
            fields.push(field("kind", &text("misere-quotient")));
            fields.extend([("order", order), ("p_positions", p_positions)].map(number));
            match period {
                Some((start, length)) => fields.extend([("preperiod", start), ("period", length)].map(number)),
                None => fields.push(number(("heaps", heaps))),
            }
        }
        Statement::MisereOutcomes { heaps, values, infinite, .. } => {
            fields.push(field("kind", &text("misere-outcomes")));
            fields.extend([("heaps", heaps), ("values", values)].map(number));
            fields.push(field("infinite", infinite));
        }
        _ => {}
    }
    fields
}

fn field(name: &str, value: &dyn Display) -> String {
    format!("\"{name}\":{value}")
}

fn number<T: Display>((name, number): (&str, &T)) -> String {
    field(name, number)
}

/// A string with its quotes. What is not printable ASCII is escaped, as UTF-16.
fn text(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            ' '..='~' => quoted.push(c),
            _ => quoted.extend(c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}"))),
        }
    }
    quoted.push('"');
    quoted
}
