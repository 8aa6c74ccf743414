//! Rules of one's own for heaps of any size, as formulas: `heap n: k, n-1-k for k in 0..n-1`.
//!
//! Each line says what a move may make of a heap of `n`: the heaps that are left, separated by commas; for each `k` of
//! a range, if one is named; under conditions, if some are. A heap of 0 has no move. An option with a negative heap, or
//! with a division by 0, does not exist; a heap of 0 is none. Every heap that is left must be smaller than `n`, so that
//! play ends.
//!
//! ```text
//! heap n: n-k for k in 1..n if n % k == 0       # take a divisor
//! heap n: k, n-k for k in 1..n/2 if k != n-k    # Grundy's game
//! ```
//!
//! A number, `n` and `k` are joined by `+ - * / %` (division leaves the remainder out) and parentheses; conditions are
//! comparisons with `== != < <= > >=`, joined by `and`. A range `a..b` includes both ends.

use crate::graph::Graph;
use crate::solver::mex;
use crate::watch::{Progress, Stopped, Watch};
use std::collections::BTreeSet;
use std::str::FromStr;
use thiserror::Error;

/// What is wrong with formulas.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FormulaError {
    /// A line that cannot be read.
    #[error("line {line}, column {column}: {problem}; a line is written 'heap n: n-k for k in 1..n if n % k == 0'")]
    Text {
        /// The line, counted from 1.
        line: usize,
        /// The place in it, in characters, counted from 1.
        column: usize,
        /// What is wrong there.
        problem: &'static str,
    },
    /// No line at all.
    #[error("no formula; write lines like 'heap n: n-1'")]
    Empty,
    /// A move that makes no heap smaller.
    #[error("line {line}: a heap of {n} may become one of {part}; every heap that is left must be smaller")]
    NotSmaller {
        /// The line, counted from 1.
        line: usize,
        /// The heap.
        n: u64,
        /// What it becomes.
        part: i64,
    },
    /// A number beyond 64 bits.
    #[error("line {line}: a number passes 2^63 for a heap of {n}")]
    Overflow {
        /// The line, counted from 1.
        line: usize,
        /// The heap.
        n: u64,
    },
    /// A watch asked to stop.
    #[error("stopped")]
    Stopped,
}

impl From<Stopped> for FormulaError {
    fn from(_: Stopped) -> Self {
        FormulaError::Stopped
    }
}

/// Rules for heaps of any size.
///
/// ```
/// use grundy::{formula::Formulas, watch::Unwatched};
/// let kayles: Formulas = "heap n: k, n-1-k for k in 0..n-1\nheap n: k, n-2-k for k in 0..n-2".parse()?;
/// assert_eq!(kayles.values(12, &mut Unwatched)?, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
/// # Ok::<(), grundy::formula::FormulaError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formulas(Vec<Clause>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Clause {
    line: usize,
    parts: Vec<Expression>,
    range: Option<(Expression, Expression)>,
    conditions: Vec<(Expression, Comparison, Expression)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Expression {
    Number(i64),
    N,
    K,
    Join(Box<Expression>, char, Box<Expression>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

/// Why an expression has no value.
enum NoValue {
    DividedByZero,
    Overflow,
}

impl Expression {
    fn value(&self, n: i64, k: i64) -> Result<i64, NoValue> {
        let (left, sign, right) = match self {
            Expression::Number(number) => return Ok(*number),
            Expression::N => return Ok(n),
            Expression::K => return Ok(k),
            Expression::Join(left, sign, right) => (left.value(n, k)?, *sign, right.value(n, k)?),
        };
        if matches!(sign, '/' | '%') && right == 0 {
            return Err(NoValue::DividedByZero);
        }
        let value = match sign {
            '+' => left.checked_add(right),
            '-' => left.checked_sub(right),
            '*' => left.checked_mul(right),
            '/' => left.checked_div_euclid(right),
            _ => left.checked_rem_euclid(right),
        };
        value.ok_or(NoValue::Overflow)
    }

    fn uses_k(&self) -> bool {
        match self {
            Expression::Number(_) | Expression::N => false,
            Expression::K => true,
            Expression::Join(left, _, right) => left.uses_k() || right.uses_k(),
        }
    }
}

impl Comparison {
    fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Comparison::Equal => left == right,
            Comparison::Unequal => left != right,
            Comparison::Less => left < right,
            Comparison::AtMost => left <= right,
            Comparison::Greater => left > right,
            Comparison::AtLeast => left >= right,
        }
    }
}

impl Clause {
    /// Adds what this line says of a heap of `n`; `asked` hears of each `k` looked at.
    fn options(
        &self,
        n: u64,
        options: &mut BTreeSet<Vec<u64>>,
        asked: &mut dyn FnMut() -> Result<(), Stopped>,
    ) -> Result<(), FormulaError> {
        let overflow = FormulaError::Overflow { line: self.line, n };
        let size = i64::try_from(n).map_err(|_| overflow.clone())?;
        let range = match &self.range {
            None => 0..=0,
            Some((first, last)) => match (first.value(size, 0), last.value(size, 0)) {
                (Ok(first), Ok(last)) => first..=last,
                (Err(NoValue::Overflow), _) | (_, Err(NoValue::Overflow)) => return Err(overflow),
                _ => return Ok(()),
            },
        };
        for k in range {
            asked()?;
            match self.option(n, size, k) {
                Ok(Some(option)) => {
                    options.insert(option);
                }
                Ok(None) | Err(Ok(NoValue::DividedByZero)) => {}
                Err(Ok(NoValue::Overflow)) => return Err(overflow),
                Err(Err(error)) => return Err(error),
            }
        }
        Ok(())
    }

    fn option(&self, n: u64, size: i64, k: i64) -> Result<Option<Vec<u64>>, Result<NoValue, FormulaError>> {
        for (left, comparison, right) in &self.conditions {
            if !comparison.holds(left.value(size, k).map_err(Ok)?, right.value(size, k).map_err(Ok)?) {
                return Ok(None);
            }
        }
        let mut option = Vec::new();
        for part in &self.parts {
            let part = part.value(size, k).map_err(Ok)?;
            match u64::try_from(part) {
                Err(_) => return Ok(None),
                Ok(heap) if heap >= n => return Err(Err(FormulaError::NotSmaller { line: self.line, n, part })),
                Ok(0) => {}
                Ok(heap) => option.push(heap),
            }
        }
        option.sort_unstable();
        Ok(Some(option))
    }
}

impl Formulas {
    /// The number of values of `k` between two questions to the watch.
    const OFTEN: u32 = 1 << 16;

    /// Whether a text is written as formulas: its first line that is no comment begins with `heap n:`.
    pub fn are_meant(text: &str) -> bool {
        let first =
            text.lines().map(|line| line.split('#').next().unwrap_or_default().trim()).find(|line| !line.is_empty());
        first.is_some_and(|line| line.split_whitespace().collect::<String>().starts_with("heapn:"))
    }

    /// Calls `visit` with the options of each heap below `count`, in ascending order: the heaps that are left, without
    /// repetition. A heap of 0 has none.
    fn each_heap(
        &self,
        count: u64,
        watch: &mut dyn Watch,
        mut visit: impl FnMut(BTreeSet<Vec<u64>>),
    ) -> Result<(), FormulaError> {
        let mut since = 0;
        for n in 0..count {
            let mut options = BTreeSet::new();
            let mut asked = || {
                since += 1;
                if since < Self::OFTEN {
                    return Ok(());
                }
                since = 0;
                watch.at(Progress::new("heaps", n, count))
            };
            for clause in self.0.iter().filter(|_| n > 0) {
                asked()?;
                clause.options(n, &mut options, &mut asked)?;
            }
            visit(options);
        }
        Ok(())
    }

    /// The nim-values of the heaps below `count`.
    pub fn values(&self, count: u64, watch: &mut dyn Watch) -> Result<Vec<u64>, FormulaError> {
        let mut values: Vec<u64> = Vec::new();
        self.each_heap(count, watch, |options| {
            let sum = |heaps: Vec<u64>| heaps.iter().fold(0, |sum, &heap| sum ^ values[heap as usize]);
            values.push(mex(options.into_iter().map(sum)));
        })?;
        Ok(values)
    }

    /// The heaps below `count` as positions, named by their sizes.
    pub fn graph(&self, count: u32, watch: &mut dyn Watch) -> Result<Graph, FormulaError> {
        let mut all = Vec::new();
        self.each_heap(u64::from(count), watch, |options| {
            let small = |heaps: Vec<u64>| heaps.into_iter().map(|heap| heap as u32).collect();
            all.push(options.into_iter().map(small).collect());
        })?;
        Ok(Graph::new((0..count).map(|n| n.to_string()).collect(), all))
    }
}

impl FromStr for Formulas {
    type Err = FormulaError;

    fn from_str(text: &str) -> Result<Self, FormulaError> {
        let mut clauses = Vec::new();
        for (line, row) in (1..).zip(text.lines()) {
            let row = row.split('#').next().unwrap_or_default().trim_end();
            if row.is_empty() {
                continue;
            }
            let mut reader = Reader { characters: row.chars().collect(), at: 0, depth: 0 };
            let clause = reader.clause(line);
            clauses.push(clause.map_err(|problem| FormulaError::Text { line, column: reader.at + 1, problem })?);
        }
        if clauses.is_empty() { Err(FormulaError::Empty) } else { Ok(Formulas(clauses)) }
    }
}

/// The deepest nesting of parentheses.
const DEEPEST: usize = 100;

struct Reader {
    characters: Vec<char>,
    at: usize,
    depth: usize,
}

impl Reader {
    fn blanks(&mut self) {
        while self.characters.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
    }

    fn sign(&mut self, wanted: &str) -> bool {
        self.blanks();
        let found = wanted.chars().enumerate().all(|(k, c)| self.characters.get(self.at + k) == Some(&c));
        self.at += if found { wanted.chars().count() } else { 0 };
        found
    }

    fn word(&mut self, wanted: &str) -> bool {
        let before = self.at;
        let ends = |c: Option<&char>| !c.is_some_and(|c| c.is_alphanumeric());
        if self.sign(wanted) && ends(self.characters.get(self.at)) {
            return true;
        }
        self.at = before;
        false
    }

    fn clause(&mut self, line: usize) -> Result<Clause, &'static str> {
        if !(self.word("heap") && self.word("n") && self.sign(":")) {
            return Err("a line begins with 'heap n:'");
        }
        let mut parts = vec![self.sum()?];
        while self.sign(",") {
            parts.push(self.sum()?);
        }
        let mut range: Option<(Expression, Expression)> = None;
        if self.word("for") {
            if !(self.word("k") && self.word("in")) {
                return Err("after 'for' comes 'k in'");
            }
            let first = self.sum()?;
            if !self.sign("..") {
                return Err("a range is written 1..n");
            }
            range = Some((first, self.sum()?));
        }
        let mut conditions = Vec::new();
        if self.word("if") {
            conditions.push(self.condition()?);
            while self.word("and") {
                conditions.push(self.condition()?);
            }
        }
        self.blanks();
        if self.at < self.characters.len() {
            return Err("unexpected text");
        }
        let in_ends = range.as_ref().is_some_and(|(first, last)| first.uses_k() || last.uses_k());
        let in_conditions = conditions.iter().any(|(left, _, right)| left.uses_k() || right.uses_k());
        if in_ends || range.is_none() && (in_conditions || parts.iter().any(Expression::uses_k)) {
            return Err("k has no range; write 'for k in 1..n'");
        }
        Ok(Clause { line, parts, range, conditions })
    }

    fn condition(&mut self) -> Result<(Expression, Comparison, Expression), &'static str> {
        let left = self.sum()?;
        let signs = [
            ("==", Comparison::Equal),
            ("!=", Comparison::Unequal),
            ("<=", Comparison::AtMost),
            (">=", Comparison::AtLeast),
            ("<", Comparison::Less),
            (">", Comparison::Greater),
        ];
        let found = signs.into_iter().find(|(sign, _)| self.sign(sign));
        let (_, comparison) = found.ok_or("a condition compares with == != < <= > or >=")?;
        Ok((left, comparison, self.sum()?))
    }

    fn sum(&mut self) -> Result<Expression, &'static str> {
        let mut left = self.product()?;
        loop {
            let sign = if self.sign("+") {
                '+'
            } else if self.sign("-") {
                '-'
            } else {
                return Ok(left);
            };
            left = Expression::Join(Box::new(left), sign, Box::new(self.product()?));
        }
    }

    fn product(&mut self) -> Result<Expression, &'static str> {
        let mut left = self.atom()?;
        loop {
            let found = ["*", "/", "%"].into_iter().find(|sign| self.sign(sign));
            let Some(sign) = found.and_then(|sign| sign.chars().next()) else { return Ok(left) };
            left = Expression::Join(Box::new(left), sign, Box::new(self.atom()?));
        }
    }

    fn atom(&mut self) -> Result<Expression, &'static str> {
        if self.word("n") {
            return Ok(Expression::N);
        }
        if self.word("k") {
            return Ok(Expression::K);
        }
        if self.sign("(") {
            self.depth += 1;
            if self.depth > DEEPEST {
                return Err("parentheses are nested too deeply");
            }
            let inside = self.sum()?;
            self.depth -= 1;
            return if self.sign(")") { Ok(inside) } else { Err("a closing parenthesis is missing") };
        }
        self.blanks();
        let digits = self.characters[self.at..].iter().take_while(|c| c.is_ascii_digit()).count();
        let text: String = self.characters[self.at..self.at + digits].iter().collect();
        let number = text.parse().map_err(|_| "a number below 2^63, n, k or a parenthesis is missing")?;
        self.at += digits;
        Ok(Expression::Number(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::Unwatched;

    fn values(text: &str, count: u64) -> Vec<u64> {
        text.parse::<Formulas>().unwrap().values(count, &mut Unwatched).unwrap()
    }

    #[test]
    fn the_engines_agree() {
        for (game, text) in [
            ("kayles", "heap n: k, n-1-k for k in 0..n-1\nheap n: k, n-2-k for k in 0..n-2"),
            ("grundy", "heap n: k, n-k for k in 1..n/2 if k != n-k"),
            ("S(1,4)", "heap n: n-1 # one\n\n heap n : n - 4"),
            ("nim", "heap n: n-k for k in 1..n"),
            (".07", "heap n: k,n-2-k for k in 0..(n-2)"),
            (".0", "heap n: n-1 if n < 0"),
        ] {
            let game: crate::Game = game.parse().unwrap();
            let expected = crate::engine::values(game.rules(), 60).unwrap();
            assert_eq!(values(text, 60), expected.into_iter().map(u64::from).collect::<Vec<_>>(), "{text}");
        }
    }

    #[test]
    fn divisors_and_squares() {
        // Taking a proper divisor leaves the exponent of 2: an odd heap is lost.
        let found = values("heap n: n-k for k in 1..n-1 if n % k == 0", 40);
        assert!((1..40usize).all(|n| found[n] == u64::from(n.trailing_zeros())));
        // Squares: the P-positions are known.
        let squares = values("heap n: n-k*k for k in 1..n", 40);
        let lost: Vec<usize> = (0..40).filter(|&n| squares[n] == 0).collect();
        assert_eq!(lost, [0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39]);
        assert_eq!(values("heap n: n/k for k in 0..n if k > 1", 5), [0, 0, 1, 1, 2]);
    }

    #[test]
    fn mistakes_are_named() {
        for (text, expected) in [
            ("heap m: m-1", "column 5: a line begins with"),
            ("heap n: n-k", "k has no range"),
            ("heap n: n-k for k in k..n", "k has no range"),
            ("heap n: n-1 if n", "a condition compares"),
            ("heap n: (n-1", "closing parenthesis"),
            ("heap n: n-1 n", "column 13: unexpected text"),
            ("heap n: n-", "a number below"),
            ("heap n: 99999999999999999999", "a number below"),
            ("heap n: n-k for k in 1.n", "a range is written"),
            ("# only this", "no formula"),
        ] {
            let error = text.parse::<Formulas>().unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
        let fails = |text: &str| text.parse::<Formulas>().unwrap().values(9, &mut Unwatched).unwrap_err();
        assert_eq!(fails("heap n: n-1\nheap n: n+0"), FormulaError::NotSmaller { line: 2, n: 1, part: 1 });
        assert!(matches!(fails("heap n: n-n*9223372036854775807*9"), FormulaError::Overflow { line: 1, n: 1 }));
        let long: Formulas = "heap n: n-1".parse().unwrap();
        assert_eq!(long.values(1 << 20, &mut |_| Err(Stopped)), Err(FormulaError::Stopped));
        let graph = long.graph(4, &mut Unwatched).unwrap();
        assert_eq!(graph.options(3), [[2]]);
        assert!(Formulas::are_meant("# x\n heap  n : n-1") && !Formulas::are_meant("a: b") && !Formulas::are_meant(""));
    }
}
