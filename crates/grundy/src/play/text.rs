//! Positions as text: `kayles: 5 7 ring 12 + wythoff: 3 4 + coins mock-turtles: HTTHT + tartan ruler x ruler: #../.##`.

use super::{Part, PlayError, Position, Turning};
use crate::coins::{Board, CoinGame, Row, Tartan, catalogue, is_silver_dollar};
use crate::sum::{self, Sum};
use std::fmt;
use std::str::FromStr;

/// The most parts, the largest heap, the largest pile, the longest row and the longest side of a board.
const MOST_PARTS: u64 = 200;
const LARGEST_HEAP: u64 = 1_000_000;
const LARGEST_PILE: u64 = 1000;
const LONGEST_ROW: u64 = 256;
const LONGEST_SIDE: u64 = 32;

/// In front of the game of a row, and of a board.
const COINS: &str = "coins";
const TARTAN: &str = "tartan";

impl FromStr for Position {
    type Err = PlayError;

    fn from_str(text: &str) -> Result<Self, PlayError> {
        let mut parts: Vec<Part> = Vec::new();
        // The game of the piece before, for pieces that name none.
        let mut before: Option<&str> = None;
        for piece in pieces(text) {
            let (game, what) = match (piece.split_once(':'), before) {
                (Some((game, what)), _) => (game.trim(), what),
                (None, Some(game)) => (game, piece),
                (None, None) => return Err(PlayError::Text(NO_COLON.to_owned())),
            };
            before = Some(game);
            if let Some(game) = after_word(game, COINS) {
                for row in what.split_whitespace() {
                    parts.push(read_row(game, row)?);
                }
            } else if let Some(game) = after_word(game, TARTAN) {
                parts.push(read_board(game, what)?);
            } else {
                parts.extend(read_heaps(game, what)?);
            }
            within("a number of parts", parts.len() as u64, MOST_PARTS)?;
        }
        if parts.is_empty() { Err(PlayError::Text(NO_COLON.to_owned())) } else { Ok(Position { parts }) }
    }
}

const NO_COLON: &str = "a position is written GAME: heaps, like 'kayles: 5 7 ring 12', 'wythoff: 3 4', 'coins ruler: \
    HTTH' or \
                        'tartan ruler x ruler: #../.##', with + between different games";

/// What stands between the `+` signs; one that belongs to a code such as `2+C` is none.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices('+') {
        let (head, tail) = (&text[..at], &text[at + 1..]);
        let is_count = head.ends_with(|c: char| c.is_ascii_digit())
            && (tail.starts_with(['C', 'E', 'F', 'S', 'c', 'e', 'f', 's', ':']) || tail.starts_with(" x "));
        if !is_count {
            pieces.push(&text[start..at]);
            start = at + 1;
        }
    }
    pieces.push(&text[start..]);
    pieces
}

/// What follows a word, if a text begins with it.
fn after_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let (first, rest) = text.split_once(char::is_whitespace)?;
    first.eq_ignore_ascii_case(word).then(|| rest.trim())
}

fn within(what: &'static str, found: u64, most: u64) -> Result<(), PlayError> {
    if found <= most { Ok(()) } else { Err(PlayError::TooLarge { what, found, most }) }
}

fn read_heaps(game: &str, what: &str) -> Result<Vec<Part>, PlayError> {
    let text = format!("{game}:{what}");
    let sum: Sum = text.parse().map_err(|error: crate::GameError| PlayError::Text(error.explain(&text)))?;
    let mut parts = Vec::new();
    for part in sum.parts {
        match part {
            sum::Part::Heaps(position) => {
                for heap in position.heaps {
                    within("a heap", heap.size, LARGEST_HEAP)?;
                    parts.push(Part::Heap(position.game.clone(), heap));
                }
            }
            sum::Part::Wythoff(a, b) => {
                within("a pile", a.max(b), LARGEST_PILE)?;
                parts.push(Part::Wythoff(a, b));
            }
        }
    }
    Ok(parts)
}

fn read_row(game: &str, row: &str) -> Result<Part, PlayError> {
    let row: Row = row.parse()?;
    within("a row", row.len() as u64, LONGEST_ROW)?;
    let game = if is_silver_dollar(game) { Turning::SilverDollar } else { Turning::Coins(game.parse()?) };
    Ok(Part::Row(game, row))
}

fn read_board(game: &str, what: &str) -> Result<Part, PlayError> {
    let board: Board = what.trim().replace('/', "\n").parse()?;
    within("a side", board.width().max(board.height()) as u64, LONGEST_SIDE)?;
    Ok(Part::Board(game.parse()?, board))
}

/// A coin-turning game by its name, if it has one.
fn name(game: &CoinGame) -> String {
    let named = catalogue().find(|(_, code, _)| code.parse().as_ref() == Ok(game));
    named.map_or_else(|| game.to_string(), |(name, _, _)| name.to_owned())
}

impl fmt::Display for Turning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Turning::Coins(game) => f.write_str(&name(game)),
            Turning::SilverDollar => f.write_str("silver-dollar"),
        }
    }
}

impl Part {
    /// The game, as it stands in front of the colon.
    pub fn game(&self) -> String {
        match self {
            Part::Heap(game, _) => game.written(),
            Part::Wythoff(..) => "wythoff".to_owned(),
            Part::Row(game, _) => format!("{COINS} {game}"),
            Part::Board(Tartan { across, up }, _) => format!("{TARTAN} {} x {}", name(across), name(up)),
        }
    }

    /// What stands after the colon.
    pub fn stand(&self) -> String {
        match self {
            Part::Heap(_, heap) if heap.ring => format!("ring {}", heap.size),
            Part::Heap(_, heap) => heap.size.to_string(),
            Part::Wythoff(a, b) => format!("{a} {b}"),
            Part::Row(_, row) => row.to_string(),
            Part::Board(_, board) => board.lines().join("/"),
        }
    }
}

impl fmt::Display for Position {
    /// In a form that is read back as the same position.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = None;
        for part in &self.parts {
            let game = part.game();
            match &before {
                Some(same) if *same == game && !matches!(part, Part::Board(..)) => write!(f, " {}", part.stand())?,
                Some(_) => write!(f, " + {game}: {}", part.stand())?,
                None => write!(f, "{game}: {}", part.stand())?,
            }
            before = Some(game);
        }
        Ok(())
    }
}
