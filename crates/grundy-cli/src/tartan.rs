//! `grundy tartan`: products of coin-turning games on a board.

use crate::coins::{LONGEST, outcome, sentence, watched};
use crate::count;
use crate::outcome::{Failure, Outcome, fail, print_json};
use grundy::coins::{Board, CoinError, Crossing, Tartan};
use grundy::nimber::Nim64;
use serde::Serialize;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Boards up to this many columns and rows are shown as a table of values.
const SHOWN: usize = 32;

/// Products of coin-turning games on a board of coins
#[derive(clap::Args)]
#[command(after_help = "\
A move turns the coins where the columns of a move of A cross the rows of a move of B;
the coin in the top right corner must go from heads to tails.
A picture has one line for each row, the top row first: heads are H 1 # X @ *,
tails T 0 . - _ or a space; plain PBM bitmaps (P1) are read too.

Examples:
  grundy tartan 'ruler-squares x ruler-triangular' --board 1e6x1e6 --count-wins
  grundy tartan 'ruler x ruler-multiples-of-3' --position picture.txt
  grundy tartan 'turnips x grunt' --board 12x12")]
pub struct Args {
    /// Two games (see `grundy coins --list`) with an x between: 'A x B', A along the rows, B along the columns
    game: String,
    /// Width and height, such as 8x8 or 1e6x1e6; all coins heads
    #[arg(long, value_name = "WxH", value_parser = parse_board)]
    board: Option<(usize, usize)>,
    /// Count the winning first moves on the board
    #[arg(long, requires = "board", conflicts_with = "position")]
    count_wins: bool,
    /// A file with a picture of the coins (- reads standard input)
    #[arg(long, value_name = "FILE", conflicts_with = "board")]
    position: Option<PathBuf>,
    /// Show at most so many winning moves of a position
    #[arg(long, value_name = "N", default_value = "20", value_parser = count::parse)]
    moves: u64,
}

fn parse_board(text: &str) -> Result<(usize, usize), String> {
    let side = |text: &str| -> Result<usize, String> {
        let side = count::parse(text.trim())?;
        if (1..=LONGEST).contains(&side) { Ok(side as usize) } else { Err("sides from 1 to 2^31 are accepted".into()) }
    };
    let (width, height) =
        text.split_once(['x', 'X', '×']).ok_or("a board is WIDTHxHEIGHT, like 8x8 or 1e6x1e6".to_owned())?;
    Ok((side(width)?, side(height)?))
}

#[derive(Serialize)]
struct Counted<'a> {
    game: &'a str,
    canonical: String,
    width: usize,
    height: usize,
    value: u64,
    outcome: &'static str,
    move_count: u128,
    winning_move_count: u128,
}

#[derive(Serialize)]
struct Full<'a> {
    game: &'a str,
    canonical: String,
    width: usize,
    height: usize,
    value: u64,
    outcome: &'static str,
    /// Values of single heads; that at (x, y) is the nim-product.
    across: &'a [u64],
    up: &'a [u64],
}

#[derive(Serialize)]
struct Position<'a> {
    game: &'a str,
    canonical: String,
    width: usize,
    height: usize,
    value: u64,
    outcome: &'static str,
    winning_move_count: u128,
    winning_moves: Vec<Move>,
}

#[derive(Serialize)]
struct Move {
    columns: Vec<usize>,
    rows: Vec<usize>,
}

pub fn run(args: &Args, json: bool) -> Result<Outcome, Failure> {
    let game: Tartan = args.game.parse()?;
    match (&args.position, args.board) {
        (Some(file), _) => position(&args.game, &game, file, args.moves as usize, json),
        (None, Some((width, height))) if args.count_wins => count_wins(&args.game, &game, width, height, json),
        (None, Some((width, height))) => full(&args.game, &game, width, height, json),
        (None, None) => fail("give a --board WIDTHxHEIGHT or a --position FILE"),
    }
}

fn count_wins(name: &str, game: &Tartan, width: usize, height: usize, json: bool) -> Result<Outcome, Failure> {
    let count = watched("first moves", height as u64, |watch| game.count_wins(width, height, watch))?;
    if json {
        return print_json(&Counted {
            game: name,
            canonical: game.to_string(),
            width,
            height,
            value: count.value,
            outcome: outcome(count.value),
            move_count: count.moves,
            winning_move_count: count.wins,
        });
    }
    let mut out = std::io::stdout().lock();
    writeln!(out, "{} of {} first moves win (value of the board: {})", count.wins, count.moves, count.value)?;
    Ok(Outcome::Yes)
}

fn full(name: &str, game: &Tartan, width: usize, height: usize, json: bool) -> Result<Outcome, Failure> {
    let (across, up) = watched("values", height as u64, |watch| game.values(width, height, watch))?;
    let sum = |values: &[u64]| Nim64::new(values.iter().fold(0, |sum, v| sum ^ v));
    let value = (sum(&across) * sum(&up)).get();
    if json {
        let canonical = game.to_string();
        let (across, up) = (&across[..], &up[..]);
        return print_json(&Full { game: name, canonical, width, height, value, outcome: outcome(value), across, up });
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if width <= SHOWN && height <= SHOWN {
        let product = |x: u64, y: u64| (Nim64::new(x) * Nim64::new(y)).get();
        let widest = up.iter().flat_map(|&y| across.iter().map(move |&x| product(x, y))).max().unwrap_or(0);
        let cell = widest.to_string().len();
        writeln!(out, "Values of single heads, the top row first:")?;
        for &y in up.iter().rev() {
            let row: Vec<String> = across.iter().map(|&x| format!("{:>cell$}", product(x, y))).collect();
            writeln!(out, "{}", row.join(" "))?;
        }
    }
    let who = if value == 0 { "player who has just moved wins (P)" } else { "player to move wins (N)" };
    writeln!(out, "All heads have value {value}: the {who}.")?;
    out.flush()?;
    Ok(Outcome::Yes)
}

fn position(name: &str, game: &Tartan, file: &Path, limit: usize, json: bool) -> Result<Outcome, Failure> {
    let board: Board =
        read(file)?.parse().map_err(|error: CoinError| Failure::Message(format!("in {}: {error}", name_of(file))))?;
    let heads = board.heads().count() as u64;
    let value = watched("values", board.height() as u64, |watch| game.value(&board, watch))?;
    let wins = watched("heads", heads, |watch| game.winning_moves(&board, limit, watch))?;
    if json {
        let convert = |Crossing { columns, rows }| Move { columns, rows };
        return print_json(&Position {
            game: name,
            canonical: game.to_string(),
            width: board.width(),
            height: board.height(),
            value,
            outcome: outcome(value),
            winning_move_count: wins.count,
            winning_moves: wins.listed.into_iter().map(convert).collect(),
        });
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    writeln!(out, "{} columns, {} rows, {heads} heads.", board.width(), board.height())?;
    writeln!(out, "{}", sentence(value))?;
    for Crossing { columns, rows } in &wins.listed {
        writeln!(out, "  columns {} x rows {}", ranges(columns), ranges(rows))?;
    }
    let more = wins.count - wins.listed.len() as u128;
    if more > 0 {
        writeln!(out, "  and {more} more (--moves {} shows all)", wins.count)?;
    }
    if value != 0 {
        writeln!(out, "Columns count from the left, rows from the bottom.")?;
    }
    out.flush()?;
    Ok(Outcome::Yes)
}

fn read(file: &Path) -> Result<String, Failure> {
    let result = if file == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        std::fs::read_to_string(file)
    };
    result.map_err(|error| Failure::Message(format!("cannot read {}: {error}", name_of(file))))
}

fn name_of(file: &Path) -> String {
    if file == Path::new("-") { "standard input".to_owned() } else { file.display().to_string() }
}

/// `3-7` for consecutive numbers, `2 5-6` for others.
fn ranges(numbers: &[usize]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let text = runs.map(|run| match *run {
        [first, .., last] => format!("{first}-{last}"),
        ref one => one[0].to_string(),
    });
    text.collect::<Vec<_>>().join(" ")
}
