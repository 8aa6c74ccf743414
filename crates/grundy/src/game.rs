//! A game as a person names it: a code, a set of removals, Grundy's game, or a name.

use crate::code::Code;
use crate::error::{GameError, Problem};
use crate::names;
use std::fmt;
use std::str::FromStr;

/// The largest removal a set may name.
pub const MAX_MEMBER: u64 = 1_000_000_000_000;

/// An impartial game on heaps.
///
/// ```
/// use grundy::Game;
/// let game: Game = "0.770".parse()?;
/// assert_eq!(game.to_string(), ".77");
/// assert_eq!(game, "kayles".parse()?);
/// # Ok::<(), grundy::GameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Game {
    /// A take-and-break code such as `.77`, `4.045`, `.3F` or `.3...`.
    Code(Code),
    /// `S(1,2,5)`: remove a number of beans from the set. Ascending, without repetition.
    Subtraction(Vec<u64>),
    /// `allbut(1,2,5)`: remove any number of beans that is not in the set.
    AllBut(Vec<u64>),
    /// Grundy's game: split a heap into two heaps of different size.
    Grundy,
    /// Couples-are-Forever: split any heap, except a heap of two, into two.
    Couples,
}

impl FromStr for Game {
    type Err = GameError;

    fn from_str(text: &str) -> Result<Self, GameError> {
        let offset = text.len() - text.trim_start().len();
        let text = text.trim();
        if text.is_empty() {
            return Err(GameError::new(Problem::Empty, 0, 0));
        }
        let lower = text.to_ascii_lowercase();
        for (word, is_subtraction) in [("s", true), ("allbut", false)] {
            if let Some(rest) = lower.strip_prefix(word)
                && rest.trim_start().starts_with('(')
            {
                let open = text.len() - rest.trim_start().len();
                let set = parse_set(text, open, offset)?;
                return Ok(if is_subtraction { Game::Subtraction(set) } else { Game::AllBut(set) });
            }
        }
        if let Some(named) = names::find(&lower) {
            return match named.game {
                "grundy" => Ok(Game::Grundy),
                "couples-are-forever" => Ok(Game::Couples),
                code => Code::parse(code, 0).map(Game::Code),
            };
        }
        // A single letter A-F is the code of a digit before the point.
        let is_digit = text.len() == 1 && text.starts_with(|c: char| c.is_ascii_hexdigit());
        if text.starts_with(char::is_alphabetic) && !text.contains(['.', '[', '(']) && !is_digit {
            let suggestion = names::closest(&lower).map(str::to_owned);
            return Err(GameError::new(Problem::UnknownName { name: text.to_owned(), suggestion }, offset, text.len()));
        }
        Code::parse(text, offset).map(Game::Code)
    }
}

/// Reads `(1, 2, 5)` at byte `open` of `text`.
fn parse_set(text: &str, open: usize, offset: usize) -> Result<Vec<u64>, GameError> {
    let error = |problem, start: usize, length| Err(GameError::new(problem, offset + start, length));
    let Some(length) = text[open..].find(')') else {
        return error(Problem::Unclosed('('), open, 1);
    };
    let close = open + length;
    if close + 1 != text.len() {
        return error(Problem::AfterSet, close + 1, text.len() - close - 1);
    }
    let inside = &text[open + 1..close];
    if inside.trim().is_empty() {
        return error(Problem::EmptySet, open, close + 1 - open);
    }
    let mut set = Vec::new();
    let mut start = open + 1;
    for part in inside.split(',') {
        let member = part.trim();
        let at = start + (part.len() - part.trim_start().len());
        match member.parse::<u64>() {
            Ok(0) => return error(Problem::ZeroInSet, at, member.len()),
            Ok(m) if m <= MAX_MEMBER && member.bytes().all(|b| b.is_ascii_digit()) => set.push(m),
            _ => return error(Problem::BadMember(member.to_owned()), at, member.len()),
        }
        start += part.len() + 1;
    }
    set.sort_unstable();
    set.dedup();
    Ok(set)
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, set) = match self {
            Game::Code(code) => return code.fmt(f),
            Game::Grundy => return f.write_str("grundy"),
            Game::Couples => return f.write_str("couples-are-forever"),
            Game::Subtraction(set) => ("S", set),
            Game::AllBut(set) => ("allbut", set),
        };
        write!(f, "{word}(")?;
        for (k, member) in set.iter().enumerate() {
            write!(f, "{}{member}", if k > 0 { "," } else { "" })?;
        }
        f.write_str(")")
    }
}
