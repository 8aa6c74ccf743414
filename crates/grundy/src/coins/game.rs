//! Coin-turning games by name and by code.
//!
//! Codes follow the ones of `CGSuite`: how many coins (`3`, `1-5`, `2+`), then which sets of that many: any (nothing),
//! consecutive (`C`), among a number of consecutive ones (`C(5)`), equally spaced (`E`), symmetric (`S`), symmetric and
//! with the first coin of the row (`FS`).

use super::error::CoinError;
use super::lengths::Lengths;
use std::fmt;
use std::str::FromStr;

/// A game on a row of coins numbered from 1 on the left. A move turns a set of coins the rules allow, the rightmost of
/// which must go from heads to tails.
///
/// ```
/// use grundy::coins::CoinGame;
/// let game: CoinGame = "mock-turtles".parse()?;
/// assert_eq!(game.to_string(), "1-3");
/// assert_eq!(game.values(8)?, [1, 2, 4, 7, 8, 11, 13, 14]);
/// # Ok::<(), grundy::coins::CoinError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum CoinGame {
    /// A number of coins, anywhere.
    Anywhere(Count),
    /// Consecutive coins, in runs of these lengths.
    Runs(Lengths),
    /// A number of coins out of `width` consecutive ones.
    Window(Count, usize),
    /// This number of coins at equal distances.
    Spaced(Count),
    /// This number of coins that form a symmetric set.
    Symmetric {
        /// How many.
        count: Count,
        /// Whether the first coin of the row must be among them.
        with_first: bool,
    },
}

/// At least `min`, at most `max` coins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Count {
    /// The fewest.
    pub min: usize,
    /// The most, if there is a limit.
    pub max: Option<usize>,
}

impl Count {
    /// Whether `count` coins are allowed.
    pub fn allows(self, count: usize) -> bool {
        count >= self.min && self.max.is_none_or(|max| count <= max)
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.max {
            Some(max) if max == self.min => write!(f, "{max}"),
            Some(max) => write!(f, "{}-{max}", self.min),
            None => write!(f, "{}+", self.min),
        }
    }
}

/// Names, codes and rules in words. Rules: Winning Ways, chapter 14.
const NAMES: [(&str, &str, &str); 18] = [
    ("turning-turtles", "1-2", "one or two coins"),
    ("twins", "2", "exactly two coins"),
    ("triplets", "3", "exactly three coins"),
    ("mock-turtles", "1-3", "up to three coins"),
    ("moebius", "1-5", "up to five coins"),
    ("mogul", "1-7", "up to seven coins"),
    ("moidores", "1-9", "up to nine coins"),
    ("motley", "1+", "any number of coins"),
    ("ruler", "1+C", "any number of consecutive coins"),
    ("rulerette", "2+C", "at least two consecutive coins"),
    ("ruler-fives", "1-5C", "up to five consecutive coins"),
    ("ruler-squares", "ruler-squares", "a square number of consecutive coins"),
    ("ruler-triangular", "ruler-triangular", "a triangular number of consecutive coins"),
    ("ruler-multiples-of-3", "ruler-multiples-of-3", "3, 6, 9, … consecutive coins (and so for other numbers)"),
    ("triplet-fives", "3C(5)", "three of five consecutive coins"),
    ("turnips", "3E", "three equally spaced coins"),
    ("grunt", "4FS", "four coins in a symmetric set with the first coin of the row"),
    ("sym", "1+S", "any symmetric set of coins"),
];

/// The game on a board that turns the corners of a rectangle, a product of two.
pub(super) const TURNING_CORNERS: &str = "turning-corners";

/// A name as it is compared: small letters, hyphens for blanks, without an article.
pub(super) fn plain(name: &str) -> String {
    let lower = name.trim().to_lowercase().replace([' ', '_'], "-").replace("ö", "oe");
    lower.strip_prefix("the-").unwrap_or(&lower).to_owned()
}

/// Whether it is the name of a game with coins, on a row or on a board.
pub(crate) fn is_name(text: &str) -> bool {
    let plain = plain(text);
    plain == TURNING_CORNERS || names().any(|name| name == plain)
}

/// The names of the games.
pub fn names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().map(|entry| entry.0)
}

/// Names, codes and rules in words.
pub fn catalogue() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    NAMES.iter().copied()
}

impl FromStr for CoinGame {
    type Err = CoinError;

    fn from_str(text: &str) -> Result<Self, CoinError> {
        let spelled = plain(text);
        let spelled = spelled.as_str();
        let code = NAMES.iter().find(|entry| entry.0 == spelled).map_or(spelled, |entry| entry.1).to_ascii_lowercase();
        let code = code.as_str();
        match code {
            "ruler-squares" => return Ok(CoinGame::Runs(Lengths::Squares)),
            "ruler-triangular" => return Ok(CoinGame::Runs(Lengths::Triangular)),
            _ => {}
        }
        let bad = |problem: &str| CoinError::BadCode { code: text.to_owned(), problem: problem.to_owned() };
        if spelled == TURNING_CORNERS {
            return Err(bad("this game is played on a board: it is the product twins x twins"));
        }
        if let Some(step) = code.strip_prefix("ruler-multiples-of-") {
            let step = number(step).ok_or_else(|| bad("a multiple of what? write ruler-multiples-of-3"))?;
            return Ok(CoinGame::Runs(Lengths::Progression { first: step, step, last: None }));
        }
        for prefix in ["runs(", "ruler("] {
            if let Some(list) = code.strip_prefix(prefix) {
                return list_of_lengths(list).ok_or_else(|| bad("lengths are numbers from 1 up, like runs(1,4,9)"));
            }
        }
        parse_code(code, &bad)?.ok_or_else(|| CoinError::UnknownGame {
            name: text.to_owned(),
            suggestion: closest(spelled).map(str::to_owned),
        })
    }
}

fn number(text: &str) -> Option<usize> {
    text.parse().ok().filter(|&n| (1..=1_000_000_000).contains(&n) && text.bytes().all(|b| b.is_ascii_digit()))
}

fn list_of_lengths(list: &str) -> Option<CoinGame> {
    let inside = list.strip_suffix(')')?;
    let mut lengths = inside.split(',').map(|part| number(part.trim_matches('-'))).collect::<Option<Vec<_>>>()?;
    lengths.sort_unstable();
    lengths.dedup();
    Some(CoinGame::Runs(Lengths::List(lengths)))
}

/// `3`, `1-5`, `2+`, followed by nothing, `c`, `c(5)`, `e`, `s`, `fs`; None when it does not look like a code at all.
fn parse_code(code: &str, bad: &dyn Fn(&str) -> CoinError) -> Result<Option<CoinGame>, CoinError> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let (min, rest) = code.split_at(digits(code));
    if min.is_empty() {
        return Ok(None);
    }
    let positive = || bad("the number of coins is from 1 up");
    let min = number(min).ok_or_else(positive)?;
    let (max, kind) = if let Some(rest) = rest.strip_prefix('+') {
        (None, rest)
    } else if let Some(rest) = rest.strip_prefix('-') {
        let (max, rest) = rest.split_at(digits(rest));
        (Some(number(max).ok_or_else(positive)?), rest)
    } else {
        (Some(min), rest)
    };
    if max.is_some_and(|max| max < min) {
        return Err(bad("the most coins are fewer than the fewest; write 1-3, not 3-1"));
    }
    let count = Count { min, max };
    Ok(Some(match kind {
        "" => CoinGame::Anywhere(count),
        "c" => CoinGame::Runs(Lengths::Progression { first: min, step: 1, last: max }),
        "e" => CoinGame::Spaced(count),
        "s" => CoinGame::Symmetric { count, with_first: false },
        "fs" => CoinGame::Symmetric { count, with_first: true },
        _ => {
            let width = kind.strip_prefix("c(").and_then(|w| w.strip_suffix(')')).and_then(number);
            let width = width.ok_or_else(|| bad("after the number of coins comes nothing, C, C(5), E, S or FS"))?;
            if width < min {
                return Err(bad("the window is narrower than the fewest coins"));
            }
            CoinGame::Window(count, width)
        }
    }))
}

impl fmt::Display for CoinGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CoinGame::Anywhere(count) => count.fmt(f),
            CoinGame::Runs(lengths) => lengths.fmt(f),
            CoinGame::Window(count, width) => write!(f, "{count}C({width})"),
            CoinGame::Spaced(count) => write!(f, "{count}E"),
            CoinGame::Symmetric { count, with_first } => write!(f, "{count}{}", if *with_first { "FS" } else { "S" }),
        }
    }
}

/// The known name nearest to a misspelt one, if it is near.
fn closest(name: &str) -> Option<&'static str> {
    let distance = |known: &str| {
        let known: Vec<char> = known.chars().collect();
        let mut row: Vec<usize> = (0..=known.len()).collect();
        for (i, a) in name.chars().enumerate() {
            let mut diagonal = row[0];
            row[0] = i + 1;
            for (j, b) in known.iter().enumerate() {
                let change = diagonal + usize::from(a != *b);
                diagonal = row[j + 1];
                row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
            }
        }
        row[known.len()]
    };
    names().map(|known| (distance(known), known)).min().filter(|&(d, known)| d <= 2.max(known.len() / 4)).map(|n| n.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_codes_agree_and_spell_themselves() {
        for (name, code, _) in catalogue() {
            let game: CoinGame = name.parse().unwrap();
            assert_eq!(game, code.parse().unwrap());
            assert_eq!(game.to_string(), code);
        }
        for text in ["1-3C(5)", "runs(1,4,9)", "2C", "2-7E", "ruler-multiples-of-5"] {
            assert_eq!(text.parse::<CoinGame>().unwrap().to_string(), text);
        }
        assert_eq!("Mock Turtles".parse::<CoinGame>(), "1-3".parse());
    }

    #[test]
    fn mistakes_are_named() {
        for text in [
            "",
            "0-3",
            "3-1",
            "1-3X",
            "3C(2)",
            "runs()",
            "runs(0)",
            "runs(1",
            "ruler-multiples-of-0",
            "99999999999",
            "turning-corners",
        ] {
            assert!(text.parse::<CoinGame>().is_err(), "{text}");
        }
        let error = "mok-turtles".parse::<CoinGame>().unwrap_err().to_string();
        assert!(error.contains("did you mean mock-turtles?"), "{error}");
    }
}
