//! Expressions with nimbers: what `grundy nimber` computes.
//!
//! `+`, `-`, `*` and `/` are those of the field, `^` takes an ordinary integer as exponent (so `2^(1+3)` is `2^4`), `&`
//! leaves the binary digits that both sides have, and functions are written `sqrt(5)`, `log(7, 2)` or `mex(0, 1, 3)`.
//! Some functions answer with an integer, a polynomial or several nimbers; integers may stand in exponents, the others
//! only alone.

mod error;
mod parser;

use super::Nimber;
use super::polynomial::BinaryPolynomial;
use crate::watch::{Unwatched, Watch};
pub use error::ExpressionError;
use num_bigint::BigInt;
use parser::Parser;
use schemars::JsonSchema;
use serde::Serialize;

/// What an expression is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A nimber.
    Nimber(Nimber),
    /// An ordinary integer: a logarithm, an order, a degree, a trace.
    Integer(BigInt),
    /// A minimal polynomial.
    Polynomial(BinaryPolynomial),
    /// Several nimbers, ascending.
    Nimbers(Vec<Nimber>),
    /// There is no such thing, and why.
    Nothing(String),
}

/// Evaluates an expression.
///
/// ```
/// use grundy::nimber::expression::{Value, evaluate};
/// assert_eq!(evaluate("3141 * 5926")?, Value::Nimber(14994u32.into()));
/// assert_eq!(evaluate("log(2^7, 2)")?, Value::Integer(1.into())); // 2 has order 3
/// # Ok::<(), grundy::nimber::expression::ExpressionError>(())
/// ```
pub fn evaluate(text: &str) -> Result<Value, ExpressionError> {
    evaluate_watched(text, &mut Unwatched)
}

/// [`evaluate`] under a watch: logarithms and powers of large numbers last.
pub fn evaluate_watched(text: &str, watch: &mut dyn Watch) -> Result<Value, ExpressionError> {
    Parser::new(text, watch).whole()
}

/// What an expression is worth, as text: JSON numbers lose digits in many readers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NimberAnswer {
    /// The expression.
    pub expression: String,
    /// What it is worth.
    pub kind: Kind,
    /// A number, a polynomial or a list of numbers, in decimal; null if there is no such thing.
    pub result: Digits,
    /// Why there is no such thing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// What an expression can be worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A nimber.
    Nimber,
    /// An ordinary integer.
    Integer,
    /// A polynomial over {0, 1}.
    Polynomial,
    /// Several nimbers, ascending.
    Nimbers,
    /// There is no result, such as a logarithm of a number outside the group.
    None,
}

/// Decimal text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Digits {
    /// There is no number.
    None,
    /// One number or polynomial.
    One(String),
    /// Several numbers.
    Many(Vec<String>),
}

/// Evaluates an expression and writes the result down.
///
/// ```
/// use grundy::nimber::expression::{Digits, calculate};
/// let answer = calculate("solve(8)", &mut grundy::watch::Unwatched)?;
/// assert_eq!(answer.result, Digits::Many(vec!["16".to_owned(), "17".to_owned()]));
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn calculate(expression: &str, watch: &mut dyn Watch) -> Result<NimberAnswer, ExpressionError> {
    let value = evaluate_watched(expression, watch)?;
    let (kind, result) = match &value {
        Value::Nimber(n) => (Kind::Nimber, Digits::One(n.to_string())),
        Value::Integer(n) => (Kind::Integer, Digits::One(n.to_string())),
        Value::Polynomial(p) => (Kind::Polynomial, Digits::One(p.to_string())),
        Value::Nimbers(list) => (Kind::Nimbers, Digits::Many(list.iter().map(ToString::to_string).collect())),
        Value::Nothing(_) => (Kind::None, Digits::None),
    };
    let reason = if let Value::Nothing(reason) = value { Some(reason) } else { None };
    Ok(NimberAnswer { expression: expression.to_owned(), kind, result, reason })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(expression: &str) -> String {
        match evaluate(expression) {
            Ok(Value::Nimber(n)) => n.to_string(),
            Ok(Value::Integer(n)) => format!("integer {n}"),
            Ok(Value::Polynomial(p)) => p.to_string(),
            Ok(Value::Nimbers(list)) => format!("{list:?}"),
            Ok(Value::Nothing(why)) => format!("nothing: {why}"),
            Err(error) => format!("error: {error}"),
        }
    }

    #[test]
    fn arithmetic() {
        for (expression, value) in [
            ("3141*5926", "14994"),
            ("18446744073709551615 * 18446744073709551613", "14554159489527431842"),
            ("18446744073709551615^2", "11290409524105353207"),
            ("1 + 2 * 3", "0"),
            ("(1 + 2) * 3", "2"),
            ("*2 * *3", "1"),
            ("-5 - 5", "0"),
            ("8 / 4 * 4", "8"),
            ("12 & 10", "8"),
            ("1 + 6 & 3 * 1", "3"),
            ("(12 & 10) + 1", "9"),
            ("mex()", "0"),
            ("mex(0, 1, 3)", "2"),
            ("mex(1, 2 + 2, 1, 2*3, 2)", "3"),
            ("mex(5 & 2, sqrt(1)) * 2", "3"),
            ("2 * *4", "8"),
            ("0xff + 0b1", "254"),
            ("2^-1", "3"),
            ("2^(1+3)", "2"),
            ("5^2^3", "6"),
            ("5^8", "6"),
            ("0^0", "1"),
            ("sqrt(2)", "3"),
            ("inv(2)", "3"),
            ("log(3, 2)", "integer 2"),
            ("2^log(3, 2)", "3"),
            ("order(2)", "integer 3"),
            ("trace(2)", "integer 1"),
            ("degree(300)", "integer 16"),
            ("minpoly(2)", "t^2 + t + 1"),
            ("solve(1)", "[2, 3]"),
            ("quadratic(1, 3, 2)", "[1, 2]"),
            ("roots(1, 3)", "[1, 2, 3]"),
            ("roots(3 - 2, 3 * 5)", "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]"),
            ("roots(1, 7)", "[1]"),
            ("root(1, 3)", "1"),
            ("roots(0, 3)", "[0]"),
            ("root(5, 2)", "6"),
            ("root(2, 3)", "nothing: no finite nimber to the power 3 is 2"),
            ("log(4, 2)", "nothing: 4 is not a power of 2"),
        ] {
            assert_eq!(text(expression), value, "{expression}");
        }
    }

    #[test]
    fn mistakes_are_named_with_their_place() {
        for (expression, part) in [
            ("", "column 1: expected a number"),
            ("1 +", "column 4: expected a number"),
            ("1 2", "column 3: expected an operator"),
            ("(1", "column 3: expected ')'"),
            ("1 / 0", "column 5: division by 0"),
            ("0^-1", "division by 0"),
            ("foo(1)", "column 1: no function \"foo\""),
            ("log(1)", "expected ',' and then the base"),
            ("log(3,2) + 1", "column 1: an ordinary integer cannot be used here"),
            ("2^sqrt(4)", "column 3: a nimber cannot be used here"),
            ("2**4", "column 3: expected '^' for a power, as in 2^4, or a blank in a product, as in 2 * *4, found '*'"),
            ("3141 ** 5926", "column 7: expected '^'"),
            ("2^(2**3)", "expected an integer exponent"),
            ("mex(1", "column 6: expected ',' and another number, or ')'"),
            ("log(3,2) & 1", "an ordinary integer cannot be used here"),
            ("12ab", "\"12ab\" is not a nimber"),
            ("1é", "column 2: expected an operator"),
            ("root(5, 0)", "column 9: the 0-th root"),
            ("2^(2^2^2^2^2^2)", "an exponent passes"),
            ("log(0, 2)", "0 is not a power"),
        ] {
            let message = text(expression);
            assert!(message.starts_with("error: ") && message.contains(part), "{expression}: {message}");
        }
        let deep = "(".repeat(100_000);
        assert!(text(&deep).contains("nested deeper"));
        assert!(text(&"-".repeat(100_000)).contains("expected a number"));
        assert!(text(&format!("2^{}1", "-".repeat(100_000))).contains("nested deeper"));
    }
}

#[cfg(test)]
mod stopping {
    use super::*;
    use crate::watch::{Progress, Stopped};

    #[test]
    fn everything_that_lasts_can_be_stopped() {
        for expression in [
            "log(77, 340282366920938463463374607431768211455)",
            "7^123456789",
            "order(123456789123456789)",
            "roots(1, 65535)",
            "minpoly(123456789123456789123456789)",
            "1 * 2",
        ] {
            let stopped = calculate(expression, &mut |_: Progress| Err(Stopped));
            assert_eq!(stopped, Err(ExpressionError::Stopped(Stopped)), "{expression}");
        }
    }
}
