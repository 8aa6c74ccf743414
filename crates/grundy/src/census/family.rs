//! The families of games that a census goes through.

use crate::code::Code;
use crate::error::GameError;
use crate::game::{Form, Game};
use indexmap::IndexSet;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A family of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Family {
    /// Octal codes with this number of digits behind the point, with `d0` = 0 and 4.
    Octal(u32),
    /// Hexadecimal codes with this number of digits behind the point, with `d0` = 0, 4, 8 and C.
    Hex(u32),
    /// `S(…)` with all sets within 1 to this number.
    Subtraction(u32),
    /// `allbut(…)` with all sets within 1 to this number.
    AllBut(u32),
    /// These games.
    Games(Vec<Game>),
}

/// A text that names no family.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BadFamily {
    /// It is none of the words.
    #[error(
        "unknown family \"{0}\"; accepted are octal:D, hex:D, subtraction:M, allbut:M, or a file with a game on each \
         line"
    )]
    Unknown(String),
    /// The number behind the word does not do.
    #[error("{word}:{number}: accepted are {word}:1 to {word}:{most}")]
    Number {
        /// The word.
        word: &'static str,
        /// What stands behind it.
        number: String,
        /// The largest number.
        most: u32,
    },
    /// A line of a file that is no game.
    #[error("line {line}: {why}")]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// A file without games.
    #[error("there is no game in it")]
    Empty,
}

/// The word before the colon, the largest number behind it, and what they mean.
type Word = (&'static str, u32, fn(u32) -> Family);

const WORDS: [Word; 4] = [
    ("octal", 6, Family::Octal),
    ("hex", 4, Family::Hex),
    ("subtraction", 20, Family::Subtraction),
    ("allbut", 20, Family::AllBut),
];

impl FromStr for Family {
    type Err = BadFamily;

    fn from_str(text: &str) -> Result<Self, BadFamily> {
        let unknown = || BadFamily::Unknown(text.to_owned());
        let (name, number) = text.split_once(':').ok_or_else(unknown)?;
        let (word, most, family) = WORDS.into_iter().find(|(word, ..)| *word == name).ok_or_else(unknown)?;
        let bad = || BadFamily::Number { word, number: number.to_owned(), most };
        let is_plain = number.bytes().all(|byte| byte.is_ascii_digit());
        number.parse().ok().filter(|&n| is_plain && (1..=most).contains(&n)).map(family).ok_or_else(bad)
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Family::Octal(digits) => write!(f, "octal:{digits}"),
            Family::Hex(digits) => write!(f, "hex:{digits}"),
            Family::Subtraction(most) => write!(f, "subtraction:{most}"),
            Family::AllBut(most) => write!(f, "allbut:{most}"),
            Family::Games(games) => write!(f, "{} games", games.len()),
        }
    }
}

impl Family {
    /// The games of a text, one on each line; empty lines and those that begin with `#` are left aside.
    pub fn of_lines(text: &str) -> Result<Self, BadFamily> {
        let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        let read = |(number, line): (usize, &str)| {
            let why = |error: GameError| BadFamily::Line { line: number, why: error.explain(line) };
            line.parse::<Game>().map_err(why)
        };
        let games: Vec<Game> = lines.map(read).collect::<Result<IndexSet<_>, _>>()?.into_iter().collect();
        if games.is_empty() { Err(BadFamily::Empty) } else { Ok(Family::Games(games)) }
    }

    /// All games of the family that have a move, each once, in a fixed order.
    pub fn games(&self) -> Vec<Game> {
        match self {
            Family::Octal(digits) => codes(&[0, 4], 3, *digits),
            Family::Hex(digits) => codes(&[0, 4, 8, 12], 4, *digits),
            Family::Subtraction(most) => sets(*most).map(|set| Form::Subtraction(set).into()).collect(),
            Family::AllBut(most) => sets(*most).map(|set| Form::AllBut(set).into()).collect(),
            Family::Games(games) => {
                let mut games = games.clone();
                let mut met = std::collections::HashSet::new();
                games.retain(|game| met.insert(game.clone()));
                games
            }
        }
    }
}

/// The codes with one of these digits before the point, and `count` digits of `bits` bits behind it.
fn codes(firsts: &[u32], bits: u32, count: u32) -> Vec<Game> {
    let code = |d0: u32, n: u64| {
        let behind = (0..count).rev().map(|place| (n >> (bits * place)) as u32 & ((1 << bits) - 1));
        Code::new(&std::iter::once(d0).chain(behind).collect::<Vec<u32>>(), &[]).ok()
    };
    let all = firsts.iter().flat_map(|&d0| (0..1u64 << (bits * count)).filter_map(move |n| code(d0, n)));
    all.filter(|code| code.head().iter().any(|&digit| digit != 0)).map(Game::from).collect()
}

/// The sets within `1..=most` but the empty one.
fn sets(most: u32) -> impl Iterator<Item = Vec<u64>> {
    (1u64..1 << most).map(move |set| (0..u64::from(most)).filter(|i| set >> i & 1 == 1).map(|i| i + 1).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_have_the_games_that_their_names_say() {
        for (family, count, first, last) in [
            ("octal:1", 15, ".1", "4.7"),
            ("octal:3", 1023, ".001", "4.777"),
            ("hex:1", 63, ".1", "C.F"),
            ("subtraction:3", 7, "S(1)", "S(1,2,3)"),
            ("allbut:2", 3, "allbut(1)", "allbut(1,2)"),
        ] {
            let family: Family = family.parse().unwrap();
            let games = family.games();
            let ends = (games[0].to_string(), games[games.len() - 1].to_string());
            assert_eq!((games.len(), ends), (count, (first.to_owned(), last.to_owned())), "{family}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        let message = |text: &str| text.parse::<Family>().unwrap_err().to_string();
        assert_eq!(message("octal:7"), "octal:7: accepted are octal:1 to octal:6");
        assert_eq!(message("hex:+1"), "hex:+1: accepted are hex:1 to hex:4");
        assert!(message("octal").starts_with("unknown family \"octal\""));
        let lines = Family::of_lines("# two\n.77\n\n.8x\n").unwrap_err().to_string();
        assert!(lines.starts_with("line 4: "), "{lines}");
        assert_eq!(Family::of_lines("\n").unwrap_err(), BadFamily::Empty);
        assert_eq!(Family::of_lines(".77\nkayles\n").unwrap().games().len(), 1);
    }
}
