//! The table, drawn with characters.

use grundy::play::{Part, Position, Turning};
use std::fmt::Display;

/// Larger heaps, and boards of Wythoff's game, are told by their numbers.
const LARGEST: u64 = 60;
const LARGEST_BOARD: u64 = 24;

/// The rules of the games on the table, a line for each.
pub fn rules(position: &Position) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for part in &position.parts {
        let rule = match part {
            Part::Heap(game, _) => game.describe().moves.join(" "),
            Part::Wythoff(..) => {
                "Take any number from one pile, or the same number from both: a queen on her way home.".to_owned()
            }
            Part::Row(Turning::SilverDollar, _) => {
                "Slide one coin to the left, onto free squares, without jumping.".to_owned()
            }
            Part::Row(Turning::Coins(game), _) => {
                let named = grundy::coins::catalogue().find(|(_, code, _)| code.parse().as_ref() == Ok(game));
                let what = named.map_or_else(|| game.to_string(), |(_, _, rule)| rule.to_owned());
                format!("Turn {what}; the rightmost must go from heads to tails.")
            }
            Part::Board(..) => {
                "Turn the coins where columns and rows cross; the one at the top right must show heads.".to_owned()
            }
        };
        let line = format!("{}: {rule}", part.game());
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

/// What stands on the table.
pub fn table(position: &Position, fancy: bool) -> Vec<String> {
    let mixed = position.parts.iter().any(|part| part.game() != position.parts[0].game());
    let mut lines = Vec::new();
    for (number, part) in (1..).zip(&position.parts) {
        let head = if mixed { format!("{number} {}", part.game()) } else { number.to_string() };
        match part {
            Part::Heap(_, heap) => {
                let bean = if fancy { "●" } else { "o" };
                let beans = if heap.size > LARGEST { String::new() } else { vec![bean; heap.size as usize].join(" ") };
                let name = if heap.ring { "ring" } else { "heap" };
                let beans = if heap.ring && !beans.is_empty() { format!("( {beans} )") } else { beans };
                lines.push(format!("{head}  {name} {:<3} {beans}", heap.size).trim_end().to_owned());
            }
            &Part::Wythoff(a, b) => {
                lines.push(format!("{head}  piles {a} and {b}"));
                if a.max(b) <= LARGEST_BOARD {
                    let square = |x: u64, y: u64| if (x, y) == (a, b) { "Q" } else { "." };
                    lines.extend(
                        (0..=a)
                            .map(|x| format!("     {}", (0..=b).map(|y| square(x, y)).collect::<Vec<_>>().join(" "))),
                    );
                }
            }
            Part::Row(_, row) => {
                let width = row.len().to_string().len() + 1;
                let coins = spaced(row.to_string().chars(), width);
                let numbers = spaced(1..=row.len(), width);
                lines.push(format!("{head}  row"));
                lines.push(format!("    {coins}"));
                lines.push(format!("    {numbers}"));
            }
            Part::Board(_, board) => {
                let width = board.width().max(board.height()).to_string().len() + 1;
                lines.push(format!("{head}  board"));
                for (row, line) in (1..=board.height()).rev().zip(board.lines()) {
                    let coins = spaced(line.chars(), width);
                    lines.push(format!("    {row:>width$} {coins}"));
                }
                let numbers = spaced(1..=board.width(), width);
                lines.push(format!("    {:>width$} {numbers}", ""));
            }
        }
    }
    lines
}

/// Things one after the other, each of this width.
fn spaced(things: impl Iterator<Item = impl Display>, width: usize) -> String {
    things.fold(String::new(), |line, thing| format!("{line}{thing:>width$}"))
}
