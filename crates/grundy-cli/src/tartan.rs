//! `grundy tartan`: products of coin-turning games on a board.

use crate::coins::{ask, sentence};
use crate::exit::{Exit, Failure, fail, print_json};
use crate::picture::{self, FONT, Paint};
use crate::{count, interrupt};
use grundy::coins::{self, Board, CoinError, LONGEST, PictureAnswer};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Boards up to this many columns and rows are shown as a table of values.
const SHOWN: usize = 32;

/// Products of coin-turning games on a board of coins
#[derive(clap::Args)]
#[command(after_help = "\
A move turns the coins where the columns of a move of A cross the rows of a move of B;
the coin in the top right corner must go from heads to tails.
A picture has one line for each row, the top row first, all of the same length: heads are
H B 1 # X @ *, tails T W 0 . - _ or a space; plain PBM bitmaps (P1) are read too.
-o draws the coins with the value of each place; the coins that the first winning move
turns are framed.

Examples:
  grundy tartan 'ruler-squares x ruler-triangular' --board 1e6x1e6 --count-wins
  grundy tartan 'ruler x ruler-multiples-of-3' --position picture.txt
  grundy tartan turning-corners --board 8x8")]
pub struct Args {
    /// Two games (see `grundy coins --list`) with an x between: 'A x B', A along the rows, B along the columns; or
    /// turning-corners, which is 'twins x twins'
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
    /// Show at most this many winning moves of a position
    #[arg(long, value_name = "N", default_value = "20", value_parser = count::parse)]
    moves: u64,
    /// Show the board after each of these moves
    #[arg(long, requires = "position")]
    after: bool,
    /// Show the value of a single head at each place of a position
    #[arg(long, requires = "position")]
    values: bool,
    /// Draw the position, its values and the first winning move into a file that ends in .png or .svg
    #[arg(short, long, value_name = "FILE", value_parser = picture::parse, requires = "position")]
    output: Option<PathBuf>,
}

fn parse_board(text: &str) -> Result<(usize, usize), String> {
    let side = |text: &str| -> Result<usize, String> {
        let side = count::parse(text.trim())?;
        if (1..=LONGEST).contains(&side) { Ok(side as usize) } else { Err("sides from 1 to 2^27 are accepted".into()) }
    };
    let (width, height) =
        text.split_once(['x', 'X', '×']).ok_or("a board is WIDTHxHEIGHT, like 8x8 or 1e6x1e6".to_owned())?;
    Ok((side(width)?, side(height)?))
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    match (&args.position, args.board) {
        (Some(file), _) => position(args, file, json),
        (None, Some((width, height))) if args.count_wins => count_wins(&args.game, width, height, json),
        (None, Some((width, height))) => full(&args.game, width, height, json),
        (None, None) => fail("give a --board WIDTHxHEIGHT or a --position FILE"),
    }
}

fn count_wins(game: &str, width: usize, height: usize, json: bool) -> Result<Exit, Failure> {
    let answer = ask(|watch| coins::count_wins(game, width, height, watch))?;
    if json {
        return print_json(&answer);
    }
    let (wins, moves) = (answer.winning_moves_count, answer.moves_count);
    let mut out = std::io::stdout().lock();
    writeln!(out, "{wins} of {moves} first moves win (value of the board: {})", answer.value)?;
    Ok(Exit::Yes)
}

fn full(game: &str, width: usize, height: usize, json: bool) -> Result<Exit, Failure> {
    let answer = ask(|watch| coins::board(game, width, height, watch))?;
    if json {
        return print_json(&answer);
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    if let Some(values) = answer.values.filter(|_| width <= SHOWN && height <= SHOWN) {
        writeln!(out, "Values of single heads, the top row first:")?;
        print_matrix(&mut out, &values)?;
    }
    let value = answer.value;
    let who = if value == 0 { "player who has just moved wins (P)" } else { "player to move wins (N)" };
    writeln!(out, "All heads have value {value}: the {who}.")?;
    out.flush()?;
    Ok(Exit::Yes)
}

fn print_matrix(out: &mut dyn Write, values: &[Vec<u64>]) -> std::io::Result<()> {
    let cell = values.iter().flatten().max().copied().unwrap_or(0).to_string().len();
    for row in values {
        let row: Vec<String> = row.iter().map(|value| format!("{value:>cell$}")).collect();
        writeln!(out, "{}", row.join(" "))?;
    }
    Ok(())
}

fn position(args: &Args, file: &Path, json: bool) -> Result<Exit, Failure> {
    let board: Board =
        read(file)?.parse().map_err(|error: CoinError| Failure::Message(format!("in {}: {error}", name_of(file))))?;
    let limit = usize::try_from(args.moves).unwrap_or(usize::MAX);
    let answer = ask(|watch| coins::picture(&args.game, &board, limit, watch))?;
    if let Some(path) = &args.output {
        let drawn = Drawn { answer: &answer, board: &board };
        if drawn.cell() == 0 {
            return fail(format!("a board of more than {LARGEST} columns or rows cannot be drawn"));
        }
        picture::save(path, drawn.size(), &drawn)?;
    }
    if json {
        return print_json(&answer);
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    writeln!(out, "{} columns, {} rows, {} heads.", answer.width, answer.height, answer.heads)?;
    if let Some(values) = answer.values.as_ref().filter(|_| args.values) {
        writeln!(out, "Values of single heads, the top row first:")?;
        print_matrix(&mut out, values)?;
    }
    writeln!(out, "{}", sentence(answer.value))?;
    for win in &answer.winning_moves {
        writeln!(out, "  columns {} x rows {}", ranges(&win.columns), ranges(&win.rows))?;
        for line in win.after.iter().filter(|_| args.after) {
            writeln!(out, "    {line}")?;
        }
    }
    let more = answer.winning_moves_count - answer.winning_moves.len() as u128;
    if more > 0 {
        writeln!(out, "  and {more} more (--moves {} shows all)", answer.winning_moves_count)?;
    }
    if answer.value != 0 {
        writeln!(out, "Columns count from the left, rows from the bottom.")?;
    }
    out.flush()?;
    Ok(Exit::Yes)
}

/// A board with its values and its first winning move, as in Figure 2 of Pearson's article.
struct Drawn<'a> {
    answer: &'a PictureAnswer,
    board: &'a Board,
}

/// The most columns or rows of a picture.
const LARGEST: usize = 1000;
/// White around the coins, in pixels, and the room for a line of text above them.
const MARGIN: i32 = 20;
const HEAD: i32 = 40;

impl Drawn<'_> {
    /// Pixels for each coin.
    fn cell(&self) -> i32 {
        let most = self.answer.width.max(self.answer.height);
        if most > LARGEST { 0 } else { (900 / most as i32).clamp(2, 48) }
    }

    fn size(&self) -> (u32, u32) {
        let side = |coins: usize| coins as u32 * self.cell() as u32 + 2 * MARGIN as u32;
        (side(self.answer.width).max(420), side(self.answer.height) + HEAD as u32)
    }
}

impl Paint for Drawn<'_> {
    fn paint<DB: DrawingBackend>(
        &self,
        area: &DrawingArea<DB, Shift>,
    ) -> Result<(), DrawingAreaErrorKind<DB::ErrorType>> {
        let (answer, cell) = (self.answer, self.cell());
        let title = format!("{}: value {}", answer.canonical, answer.value);
        area.draw(&Text::new(title, (MARGIN, 14), (FONT, 18)))?;
        let corner =
            |x: usize, y: usize| (MARGIN + (x as i32 - 1) * cell, HEAD + MARGIN + (answer.height - y) as i32 * cell);
        let square = |x: usize, y: usize| {
            let (left, top) = corner(x, y);
            [(left, top), (left + cell, top + cell)]
        };
        for y in 1..=answer.height {
            for x in 1..=answer.width {
                let heads = self.board.is_heads(x, y);
                let colour = if heads { RGBColor(40, 40, 40) } else { RGBColor(240, 240, 240) };
                area.draw(&Rectangle::new(square(x, y), colour.filled()))?;
                let Some(values) = answer.values.as_ref().filter(|_| cell >= 18) else { continue };
                area.draw(&Rectangle::new(square(x, y), RGBColor(180, 180, 180).stroke_width(1)))?;
                let text = values[answer.height - y][x - 1].to_string();
                let size = (f64::from(cell) / (text.len() as f64).max(2.0)).min(18.0);
                let colour = if heads { WHITE } else { BLACK };
                let style = (FONT, size).into_font().color(&colour).pos(Pos::new(HPos::Center, VPos::Center));
                let (left, top) = corner(x, y);
                area.draw(&Text::new(text, (left + cell / 2, top + cell / 2), style))?;
            }
        }
        if let Some(first) = answer.winning_moves.first() {
            for &y in &first.rows {
                for &x in &first.columns {
                    area.draw(&Rectangle::new(square(x, y), RGBColor(200, 30, 30).stroke_width(2)))?;
                }
            }
        }
        Ok(())
    }
}

fn read(file: &Path) -> Result<String, Failure> {
    let result = if file == Path::new("-") {
        let mut text = String::new();
        interrupt::waiting(|| std::io::stdin().read_to_string(&mut text)).map(|_| text)
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
