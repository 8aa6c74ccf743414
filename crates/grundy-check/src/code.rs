//! Games on heaps: the text of a code and the options of a heap.
//!
//! `d0.d1d2d3…`: bit `j` of digit `d_i` allows to remove `i` beans from a heap and leave the rest as exactly `j`
//! non-empty heaps. Digits are 0-9, A-F, or a decimal number in brackets. `S(1,2,5)` allows to remove 1, 2 or 5 beans:
//! digit 3 for each. `grundy`: split a heap into two unequal heaps. `couples-are-forever`: split a heap, except a heap
//! of two.

use crate::reader::{Refusal, number, shown, unreadable};

/// The moves of a game with a largest removal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// `digits[i]` speaks of removing `i` beans.
    pub digits: Vec<u32>,
    /// Splits into two heaps that are not allowed.
    pub ban: Ban,
}

/// Splits that a game forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ban {
    /// None.
    Nothing,
    /// Into two equal heaps.
    Equal,
    /// Of a heap of two.
    Couple,
}

impl Game {
    /// Reads a game.
    pub fn read(text: &str) -> Result<Self, Refusal> {
        match text {
            "grundy" => return Ok(Game { digits: vec![4], ban: Ban::Equal }),
            "couples-are-forever" => return Ok(Game { digits: vec![4], ban: Ban::Couple }),
            _ => {}
        }
        let digits = match text.strip_prefix("S(").and_then(|rest| rest.strip_suffix(')')) {
            Some(set) => subtraction(set),
            None => code(text),
        };
        match digits {
            Some(digits) if digits[0].is_multiple_of(4) => Ok(Game { digits, ban: Ban::Nothing }),
            _ => unreadable(format!(
                "\"{}\" is not a game with a largest removal, such as .77, 4.045, .3F or S(1,2)",
                shown(text)
            )),
        }
    }

    /// The largest number of beans a move removes.
    pub fn last_removal(&self) -> u64 {
        self.digits.iter().rposition(|&digit| digit != 0).unwrap_or(0) as u64
    }

    /// The largest number of heaps a move leaves.
    pub fn most_heaps(&self) -> u64 {
        let all = self.digits.iter().fold(0, |all, digit| all | digit);
        u64::from(u32::BITS - all.leading_zeros()).saturating_sub(1)
    }

    /// Calls `visit` with the heaps of each option of a heap of `n`, as long as it accepts them.
    pub fn each_option(&self, n: usize, visit: &mut Visit) -> Result<(), Refusal> {
        for (removed, &digit) in self.digits.iter().enumerate().take(n + 1) {
            for count in (0..16).filter(|count| digit >> count & 1 == 1) {
                self.split(n - removed, count, &mut Vec::new(), visit)?;
            }
        }
        Ok(())
    }

    /// Whether heaps of `a` and `b` may be left.
    pub fn allows(&self, a: u64, b: u64) -> bool {
        match self.ban {
            Ban::Nothing => true,
            Ban::Equal => a != b,
            Ban::Couple => a + b != 2,
        }
    }

    /// All ways to write `rest` as `count` heaps, none smaller than the last of `heaps`.
    pub fn split(&self, rest: usize, count: usize, heaps: &mut Vec<usize>, visit: &mut Visit) -> Result<(), Refusal> {
        let least = heaps.last().copied().unwrap_or(1);
        if count == 0 {
            let allowed = match heaps[..] {
                [a, b] => self.allows(a as u64, b as u64),
                _ => true,
            };
            return if rest == 0 && allowed { visit(heaps) } else { Ok(()) };
        }
        // The last heap takes all that is left.
        let first = if count == 1 { rest.max(least) } else { least };
        for heap in first..=rest / count {
            heaps.push(heap);
            self.split(rest - heap, count - 1, heaps, visit)?;
            heaps.pop();
        }
        Ok(())
    }
}

/// What is done with the heaps of an option; a refusal ends the walk.
pub type Visit<'a> = dyn FnMut(&[usize]) -> Result<(), Refusal> + 'a;

/// Sets have smaller members: a game has a digit for every removal up to its largest.
const LARGEST_MEMBER: usize = 1 << 20;

fn subtraction(set: &str) -> Option<Vec<u32>> {
    let mut digits = vec![0];
    for member in set.split(',') {
        let member: usize = number("game", member.trim_matches(' ')).ok().filter(|&m| 0 < m && m < LARGEST_MEMBER)?;
        digits.resize(digits.len().max(member + 1), 0);
        digits[member] = 3;
    }
    Some(digits)
}

fn code(text: &str) -> Option<Vec<u32>> {
    match text.split_once('.') {
        Some((before, after)) if !after.is_empty() => Some([vec![first_digit(before)?], read_digits(after)?].concat()),
        None if !text.is_empty() => Some(vec![first_digit(text)?]),
        _ => None,
    }
}

/// The digit `d0` that stands before the point: one digit, or none, which means 0.
pub fn first_digit(text: &str) -> Option<u32> {
    match read_digits(text)?[..] {
        [] => Some(0),
        [digit] => Some(digit),
        _ => None,
    }
}

/// The digits in a text.
pub fn read_digits(mut text: &str) -> Option<Vec<u32>> {
    let mut digits = Vec::new();
    while let Some(c) = text.chars().next() {
        let digit = if c == '[' {
            let (inside, rest) = text[1..].split_once(']')?;
            text = rest;
            number("game", inside).ok()?
        } else {
            text = &text[c.len_utf8()..];
            c.to_digit(16)?
        };
        digits.push(Some(digit).filter(|&digit| digit < 1 << 16)?);
    }
    Some(digits)
}

#[cfg(test)]
mod tests {
    use super::{Ban, Game};

    fn options(game: &str, n: usize) -> Vec<Vec<usize>> {
        let mut options = Vec::new();
        let mut visit = |heaps: &[usize]| {
            options.push(heaps.to_vec());
            Ok(())
        };
        Game::read(game).unwrap().each_option(n, &mut visit).unwrap();
        options
    }

    #[test]
    fn spelled_out() {
        assert_eq!(options(".77", 3), [vec![2], vec![1, 1], vec![1]]);
        assert_eq!(options(".77", 1), [Vec::<usize>::new()]);
        assert_eq!(options("4.4", 3), [vec![1, 2], vec![1, 1]]);
        assert_eq!(options(".8", 4), [vec![1, 1, 1]]);
        assert_eq!(options("S(1,3)", 3), [vec![2], vec![]]);
        assert_eq!(options("grundy", 4), [vec![1, 3]]);
        assert_eq!(options("couples-are-forever", 2), Vec::<Vec<usize>>::new());
        assert_eq!(options("couples-are-forever", 4), [vec![1, 3], vec![2, 2]]);
    }

    #[test]
    fn sizes() {
        let game = Game::read(".0[16]40").unwrap();
        assert_eq!((game.last_removal(), game.most_heaps(), game.ban), (3, 4, Ban::Nothing));
        assert_eq!(Game::read(".0").unwrap().most_heaps(), 0);
        for bad in [
            "",
            ".",
            "4.",
            "x",
            "77",
            "04.4",
            "3.1",
            ".3...",
            "S()",
            "S(0)",
            "S(+1)",
            "S(1,\u{a0}2)",
            ".[",
            ".[70000]",
            ".[+7]",
            ".7\u{2009}7",
            "\u{661}.7",
            ".7 7",
            "[4][0].7",
        ] {
            assert!(Game::read(bad).is_err(), "{bad}");
        }
    }
}
