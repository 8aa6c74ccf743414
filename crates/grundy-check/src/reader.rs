//! The text of a certificate: `grundy-certificate 1`, `kind K`, then lines `key value…`. Words are separated by blanks
//! (U+0020), numbers are digits and nothing else, and what is echoed of a file is escaped first.

use crate::limits::Budget;
use std::str::FromStr;

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It can be read, and this hypothesis of its theorem fails.
    Fails(String),
    /// It cannot be read, or asks for more than the limits allow.
    Unreadable(String),
}

/// Characters of a file that are echoed, at most.
const ECHOED: usize = 80;

/// A text from outside, safe on a terminal: what is not printable ASCII is escaped, what is long is cut.
pub fn shown(text: &str) -> String {
    let escape =
        |c: char| if c.is_ascii_graphic() || c == ' ' { c.to_string() } else { c.escape_default().to_string() };
    let mut shown: String = text.chars().take(ECHOED).map(escape).collect();
    if text.chars().nth(ECHOED).is_some() {
        shown.push_str("...");
    }
    shown
}

/// A hypothesis of the theorem.
pub fn require(holds: bool, hypothesis: impl FnOnce() -> String) -> Result<(), Refusal> {
    if holds { Ok(()) } else { Err(Refusal::Fails(hypothesis())) }
}

/// Something is wrong with the text.
pub fn unreadable<T>(why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Unreadable(why.into()))
}

/// A certificate taken apart into lines.
#[derive(Debug)]
pub struct Certificate<'a> {
    /// What kind of claim it makes.
    pub kind: &'a str,
    lines: Vec<(&'a str, &'a str)>,
}

impl<'a> Certificate<'a> {
    /// Reads the first two lines and splits the others. Empty lines and lines that begin with `#` are left aside.
    pub fn read(text: &'a str, budget: &Budget) -> Result<Self, Refusal> {
        budget.memory::<(&str, &str)>(text.lines().count() as u128, "lines")?;
        let lines =
            text.lines().map(|line| line.trim_matches(' ')).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let mut lines =
            lines.map(|line| line.split_once(' ').map_or((line, ""), |(key, value)| (key, value.trim_matches(' '))));
        match lines.next() {
            Some(("grundy-certificate", "1")) => {}
            Some(("grundy-certificate", version)) => {
                return unreadable(format!("version {} of the format; this program knows version 1", shown(version)));
            }
            _ => return unreadable("not a certificate: the first line is not \"grundy-certificate 1\""),
        }
        let Some(("kind", kind)) = lines.next() else {
            return unreadable("the second line does not name the kind");
        };
        Ok(Certificate { kind, lines: lines.collect() })
    }

    /// Refuses keys that are not among `known`.
    pub fn only(&self, known: &[&str]) -> Result<(), Refusal> {
        match self.lines.iter().find(|(key, _)| !known.contains(key)) {
            Some((key, _)) => {
                unreadable(format!("unknown key \"{}\"; keys of this kind are {}", shown(key), known.join(", ")))
            }
            None => Ok(()),
        }
    }

    /// The values of all lines with this key, in order.
    pub fn all<'b>(&'b self, key: &'b str) -> impl Iterator<Item = &'a str> + 'b {
        self.lines.iter().filter(move |(k, _)| *k == key).map(|(_, value)| *value)
    }

    /// The value of the only line with this key.
    pub fn one(&self, key: &str) -> Result<&'a str, Refusal> {
        let mut values = self.all(key);
        match (values.next(), values.next()) {
            (Some(value), None) => Ok(value),
            (None, _) => unreadable(format!("there is no line \"{key}\"")),
            _ => unreadable(format!("there are several lines \"{key}\"")),
        }
    }

    /// The only line with this key, as one number.
    pub fn number<T: FromStr>(&self, key: &str) -> Result<T, Refusal> {
        number(key, self.one(key)?)
    }

    /// The only line with this key, as numbers.
    pub fn numbers<T: FromStr>(&self, key: &str) -> Result<Vec<T>, Refusal> {
        numbers(key, self.one(key)?)
    }
}

/// One number: decimal digits, without a sign.
pub fn number<T: FromStr>(key: &str, text: &str) -> Result<T, Refusal> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(number) if is_number => Ok(number),
        _ => unreadable(format!("\"{}\" in line \"{key}\" is not a number in range", shown(text))),
    }
}

/// Numbers separated by blanks.
pub fn numbers<T: FromStr>(key: &str, text: &str) -> Result<Vec<T>, Refusal> {
    text.split(' ').filter(|word| !word.is_empty()).map(|word| number(key, word)).collect()
}
