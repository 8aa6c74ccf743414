//! A rectangle of coins and its picture.

use super::error::CoinError;
use super::row::coin;
use std::fmt;
use std::str::FromStr;

/// Coins in columns `1..=width` from the left and rows `1..=height` from the bottom, so that the top right corner of a
/// move is the coin that goes from heads to tails.
///
/// A picture has one line for each row, the top row first: heads are `H B 1 # X @ *`, tails `T W 0 . - _` or a space.
/// All lines have the same length. Plain bitmaps (`P1`, the text kind of PBM) are read too, black as heads.
///
/// ```
/// use grundy::coins::Board;
/// let board: Board = "#..\n.##\n".parse()?;
/// assert_eq!(board.heads().collect::<Vec<_>>(), [(2, 1), (3, 1), (1, 2)]);
/// # Ok::<(), grundy::coins::CoinError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    width: usize,
    /// The bottom row first.
    rows: Vec<Vec<bool>>,
}

impl Board {
    /// From rows of heads (`true`) and tails, the bottom row first; short rows are filled with tails.
    pub fn new(mut rows: Vec<Vec<bool>>) -> Self {
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        for row in &mut rows {
            row.resize(width, false);
        }
        Board { width, rows }
    }

    /// All heads.
    pub fn all_heads(width: usize, height: usize) -> Self {
        Board { width, rows: vec![vec![true; width]; height] }
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// The heads as (column, row), row by row from the bottom.
    pub fn heads(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.rows
            .iter()
            .enumerate()
            .flat_map(|(y, row)| row.iter().enumerate().filter(|&(_, &heads)| heads).map(move |(x, _)| (x + 1, y + 1)))
    }

    /// Whether the coin in this column and row shows heads.
    pub fn is_heads(&self, column: usize, row: usize) -> bool {
        self.rows[row - 1][column - 1]
    }

    /// The picture, the top row first.
    pub fn lines(&self) -> Vec<String> {
        self.to_string().lines().map(str::to_owned).collect()
    }

    /// Turns the coins where these columns and rows cross.
    #[must_use]
    pub fn turn(&self, columns: &[usize], rows: &[usize]) -> Self {
        let mut turned = self.clone();
        for &y in rows {
            for &x in columns {
                turned.rows[y - 1][x - 1] ^= true;
            }
        }
        turned
    }
}

impl FromStr for Board {
    type Err = CoinError;

    fn from_str(text: &str) -> Result<Self, CoinError> {
        if let Some(body) = text.strip_prefix("P1")
            && body.starts_with(char::is_whitespace)
        {
            return bitmap(body);
        }
        let lines: Vec<&str> = text.lines().collect();
        let filled = |line: &&str| !line.trim().is_empty();
        let end = lines.iter().rposition(filled).ok_or(CoinError::NoCoins)?;
        let start = lines.iter().position(filled).unwrap_or(0);
        let mut rows: Vec<Vec<bool>> = vec![];
        for (i, line) in lines.iter().enumerate().take(end + 1).skip(start) {
            let coins = line.chars().enumerate().map(|(j, c)| {
                let found = if c == ' ' { Some(false) } else { coin(c) };
                found.ok_or(CoinError::NotACoin { found: c, row: i + 1, column: j + 1 })
            });
            let row: Vec<bool> = coins.collect::<Result<_, _>>()?;
            let width = rows.first().map_or(row.len(), Vec::len);
            if row.len() != width {
                return Err(CoinError::Ragged { row: rows.len() + 1, found: row.len(), width });
            }
            rows.push(row);
        }
        rows.reverse();
        Ok(Board::new(rows))
    }
}

/// The text after `P1`: width, height, then a 0 or 1 for each coin, the top row first; `#` starts a comment.
fn bitmap(body: &str) -> Result<Board, CoinError> {
    let bad = |problem: &str| CoinError::BadCode { code: "P1 bitmap".to_owned(), problem: problem.to_owned() };
    let clean: String = body.lines().map(|line| line.split('#').next().unwrap_or("")).collect::<Vec<_>>().join("\n");
    let mut words = clean.split_whitespace();
    let mut size = || words.next().and_then(|w| w.parse::<usize>().ok()).filter(|&n| (1..=1 << 16).contains(&n));
    let (Some(width), Some(height)) = (size(), size()) else {
        return Err(bad("width and height must follow P1, from 1 to 65536"));
    };
    let bits: Option<Vec<bool>> =
        words.flat_map(str::chars).map(|c| if c == '0' { Some(false) } else { (c == '1').then_some(true) }).collect();
    let bits = bits.filter(|bits| bits.len() == width * height);
    let bits = bits.ok_or_else(|| bad("exactly width times height digits 0 or 1 must follow"))?;
    Ok(Board::new(bits.chunks(width).rev().map(<[bool]>::to_vec).collect()))
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.rows.iter().rev() {
            let line: String = row.iter().map(|&heads| if heads { '#' } else { '.' }).collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}
