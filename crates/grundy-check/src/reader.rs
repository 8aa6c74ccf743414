//! The text of a certificate: `grundy-certificate 1`, `kind K`, then lines `key value…`.

use std::str::FromStr;

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It can be read, and this hypothesis of its theorem fails.
    Fails(String),
    /// It cannot be read.
    Unreadable(String),
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
    pub fn read(text: &'a str) -> Result<Self, Refusal> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        let mut lines = lines.map(|line| line.split_once(' ').map_or((line, ""), |(key, value)| (key, value.trim())));
        match lines.next() {
            Some(("grundy-certificate", "1")) => {}
            Some(("grundy-certificate", version)) => {
                return unreadable(format!("version {version} of the format; this program knows version 1"));
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
            Some((key, _)) => unreadable(format!("unknown key \"{key}\"; keys of this kind are {}", known.join(", "))),
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

/// One number.
pub fn number<T: FromStr>(key: &str, text: &str) -> Result<T, Refusal> {
    text.parse().or_else(|_| unreadable(format!("\"{text}\" in line \"{key}\" is not a number in range")))
}

/// Numbers separated by blanks.
pub fn numbers<T: FromStr>(key: &str, text: &str) -> Result<Vec<T>, Refusal> {
    text.split_whitespace().map(|word| number(key, word)).collect()
}
