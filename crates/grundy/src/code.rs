//! Take-and-break codes `d0.d1d2d3…`: the text a player writes and the digits it stands for.
//!
//! Digit `d_i` is a set of bits. Bit `j` allows: remove `i` beans from a heap and leave the rest as exactly `j`
//! non-empty heaps. Digits above 9 are written `A`–`F`, above 15 in brackets (`[16]`). A code may repeat for ever:
//! `.3...` repeats its last digit, `.1(03)...` repeats the block in parentheses.
//!
//! Two texts that describe the same digits become the same [`Code`], and a code prints in one way only, so
//! `text -> Code -> text -> Code` is the identity on codes.

use crate::error::{GameError, Problem};
use std::fmt;

/// The largest digit: up to fifteen heaps after a move.
pub const MAX_DIGIT: u32 = 0xFFFF;

/// The digits of a take-and-break game, in lowest terms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    /// `d0, d1, …` up to where the repeating block begins (or to the last non-zero digit).
    head: Vec<u32>,
    /// The digits that repeat for ever after `head`; empty for a finite code.
    block: Vec<u32>,
}

impl Code {
    /// The code with digits `head = d0, d1, …` followed by `block` for ever (empty: nothing follows).
    ///
    /// # Errors
    /// [`Problem::DoNothing`] when `d0` allows a move that changes nothing, [`Problem::DigitTooLarge`].
    pub fn new(head: &[u32], block: &[u32]) -> Result<Self, Problem> {
        let mut head = head.to_vec();
        let mut block = block.to_vec();
        if let Some(&large) = head.iter().chain(&block).find(|&&d| d > MAX_DIGIT) {
            return Err(Problem::DigitTooLarge(large.to_string()));
        }
        if head.is_empty() {
            head.push(0);
        }
        if head[0] & 3 != 0 {
            return Err(Problem::DoNothing(head[0]));
        }
        if block.iter().all(|&d| d == 0) {
            block.clear();
        }
        // The shortest block, then as much of it as possible folded into its first appearance.
        if let Some(period) = (1..=block.len())
            .find(|&p| block.len().is_multiple_of(p) && block.iter().zip(&block[p..]).all(|(a, b)| a == b))
        {
            block.truncate(period);
        }
        while head.len() > 1 && !block.is_empty() && head.last() == block.last() {
            head.pop();
            block.rotate_right(1);
        }
        if block.is_empty() {
            while head.len() > 1 && head.last() == Some(&0) {
                head.pop();
            }
        }
        Ok(Code { head, block })
    }

    /// Digit `d_i`.
    pub fn digit(&self, i: u64) -> u32 {
        match self.head.get(usize::try_from(i).unwrap_or(usize::MAX)) {
            Some(&d) => d,
            None if self.block.is_empty() => 0,
            None => self.block[((i - self.head.len() as u64) % self.block.len() as u64) as usize],
        }
    }

    /// The digits before the repeating block: `d0, d1, …`.
    pub fn head(&self) -> &[u32] {
        &self.head
    }

    /// The digits that repeat for ever; empty for a finite code.
    pub fn block(&self) -> &[u32] {
        &self.block
    }

    /// Reads a code. `offset` is where `text` begins in what the user typed, for error columns.
    pub(crate) fn parse(text: &str, offset: usize) -> Result<Self, GameError> {
        Reader { text, at: 0, offset }.code()
    }
}

/// The point of a code, also as it is printed in books: in the middle of the line.
pub(crate) fn is_point(c: char) -> bool {
    matches!(c, '.' | '·' | '⋅' | '∙' | '•')
}

/// A cursor over the text of a code.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    offset: usize,
}

impl Reader<'_> {
    fn code(mut self) -> Result<Code, GameError> {
        let mut head = Vec::new();
        let mut block = Vec::new();
        while let Some(c) = self.peek().filter(|&c| !is_point(c)) {
            if !head.is_empty() {
                let suggestion = self.without_point();
                return Err(self.error(Problem::NoPoint { suggestion }, self.at, c.len_utf8()));
            }
            head.push(self.digit()?);
        }
        if head.is_empty() {
            head.push(0);
        } else if self.peek().is_none() && head[0] == 0 {
            return Err(self.error(Problem::NoPoint { suggestion: None }, 0, 1));
        }
        let d0_end = self.at;
        if let Some(point) = self.peek().filter(|&c| is_point(c)) {
            self.at += point.len_utf8();
            while let Some(c) = self.peek() {
                if c == '.' || c == '…' {
                    let dots = self.at;
                    let ellipsis = if c == '…' { "…" } else { "..." };
                    if !self.rest().starts_with(ellipsis) || self.rest().len() != ellipsis.len() {
                        return Err(self.error(Problem::Dots, dots, self.rest().len()));
                    }
                    self.at = self.text.len();
                    if block.is_empty() {
                        if head.len() == 1 {
                            return Err(self.error(Problem::RepeatsNothing, dots, ellipsis.len()));
                        }
                        block.extend(head.pop());
                    }
                } else if !block.is_empty() {
                    return Err(self.error(Problem::Dots, self.at, c.len_utf8()));
                } else if c == '(' {
                    block = self.block()?;
                } else {
                    let digit = self.digit()?;
                    head.push(digit);
                }
            }
            if head[..] == [0] && block.is_empty() {
                return Err(self.error(Problem::NoDigits, 0, self.text.len()));
            }
        }
        Code::new(&head, &block).map_err(|problem| self.error(problem, 0, d0_end.max(1)))
    }

    /// `(d1d2…)`, which must be followed by the dots.
    fn block(&mut self) -> Result<Vec<u32>, GameError> {
        let open = self.at;
        self.at += 1;
        let mut block = Vec::new();
        loop {
            match self.peek() {
                None => return Err(self.error(Problem::Unclosed('('), open, 1)),
                Some(')') => break,
                Some(_) => block.push(self.digit()?),
            }
        }
        self.at += 1;
        if block.is_empty() {
            return Err(self.error(Problem::RepeatsNothing, open, self.at - open));
        }
        if !matches!(self.rest(), "..." | "…") {
            return Err(self.error(Problem::BlockWithoutDots, open, self.at - open));
        }
        Ok(block)
    }

    fn digit(&mut self) -> Result<u32, GameError> {
        let start = self.at;
        let c = self.peek().unwrap_or(' ');
        self.at += c.len_utf8();
        if let Some(d) = c.to_digit(16) {
            return Ok(d);
        }
        if c != '[' {
            return Err(self.error(Problem::NotADigit(c), start, c.len_utf8()));
        }
        let Some(length) = self.rest().find(']') else {
            return Err(self.error(Problem::Unclosed('['), start, 1));
        };
        let inside = &self.text[self.at..self.at + length];
        self.at += length + 1;
        if inside.is_empty() || !inside.bytes().all(|b| b.is_ascii_digit()) {
            return Err(self.error(Problem::NotANumber(inside.to_owned()), start, self.at - start));
        }
        match inside.parse() {
            Ok(d) if d <= MAX_DIGIT => Ok(d),
            _ => Err(self.error(Problem::DigitTooLarge(inside.to_owned()), start, self.at - start)),
        }
    }

    /// The code that digits without a point were meant to be.
    fn without_point(&self) -> Option<String> {
        let digits = self.text.bytes().all(|b| b.is_ascii_hexdigit());
        digits.then(|| Code::parse(&format!(".{}", self.text), 0)).and_then(Result::ok).map(|code| code.to_string())
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn error(&self, problem: Problem, start: usize, length: usize) -> GameError {
        GameError::new(problem, self.offset + start, length)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let finite = self.block.is_empty();
        if self.head[0] != 0 {
            write_digit(f, self.head[0])?;
            if finite && self.head.len() == 1 {
                return Ok(());
            }
        }
        f.write_str(".")?;
        if finite && self.head.len() == 1 {
            return f.write_str("0");
        }
        for &d in &self.head[1..] {
            write_digit(f, d)?;
        }
        match self.block[..] {
            [] => Ok(()),
            [d] => {
                write_digit(f, d)?;
                f.write_str("...")
            }
            _ => {
                f.write_str("(")?;
                for &d in &self.block {
                    write_digit(f, d)?;
                }
                f.write_str(")...")
            }
        }
    }
}

fn write_digit(f: &mut fmt::Formatter<'_>, d: u32) -> fmt::Result {
    if d < 16 { write!(f, "{d:X}") } else { write!(f, "[{d}]") }
}
