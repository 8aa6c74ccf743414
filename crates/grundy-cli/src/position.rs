//! `grundy position`: who wins, and by which moves.

use crate::count;
use crate::exit::{Asked, Exit, Failure, each_line, fail, misread, parse_game, print_json};
use crate::progress::Terminal;
use grundy::answer::{ForEver, Outcomes};
use grundy::position::{self, Answer, HeapValue, Move};
use grundy::{GameError, Sum};
use std::io::{BufWriter, StdoutLock, Write};
use std::ops::Range;

/// Tell who wins a position, and by which moves
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grundy position 'kayles: 5 7 12'\n  grundy position '.07: ring 12'\n  \
                  grundy position 'kayles: 5 + .07: 7 + nim: 3 + wythoff: 3 4'\n  grundy position '.07: rings 1..40'")]
pub struct Args {
    /// GAME: heaps, such as '.77: 5 7 12'; 'ring 12' is a circle of 12 beans that its first move opens; + adds another
    /// game; 'rings 1..40' and 'heaps 1..40' tell which of them lose; - reads positions from stdin, one a line
    #[arg(required = true, num_args = 1..)]
    position: Vec<String>,
    /// How many winning moves to list; all are counted
    #[arg(long, value_name = "N", default_value_t = 20)]
    moves: usize,
    /// List all options with their values (the first 10000)
    #[arg(long)]
    options: bool,
}

/// The most options that are listed.
const MOST_OPTIONS: usize = 10_000;

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    // `position kayles 5 7 12` is `position 'kayles: 5 7 12'`.
    let text = match &args.position[..] {
        [game, heaps @ ..] if !heaps.is_empty() && !game.contains(':') && !heaps[0].starts_with(':') => {
            format!("{game}: {}", heaps.join(" "))
        }
        all => all.join(" "),
    };
    each_line(&text, |text, asked| tell(text, args, asked, json))
}

fn tell(text: &str, args: &Args, asked: Asked, json: bool) -> Result<Exit, Failure> {
    let mut watch = Terminal::new();
    if let Some((game, rings, sizes)) = sizes(text)? {
        let outcomes = parse_game(&game)?.outcomes(sizes, rings, &mut watch)?;
        drop(watch);
        return if json { print_json(&outcomes) } else { print_outcomes(&outcomes, asked) };
    }
    let sum: Sum = text.parse().map_err(|error: GameError| misread(&error, text))?;
    let mut answer = sum.analyze(args.moves, &mut watch)?;
    if args.options {
        answer.options = Some(sum.options(MOST_OPTIONS, &mut watch)?);
    }
    drop(watch);
    match asked {
        _ if json => print_json(&answer),
        Asked::Alone => print(&answer),
        Asked::InALine => print_line(text, &answer),
    }
}

/// `GAME: rings 1..40` or `GAME: heaps 1..40`: the game, whether it is rings, and the sizes.
fn sizes(text: &str) -> Result<Option<(String, bool, Range<u64>)>, Failure> {
    let Some((game, rest)) = text.split_once(':') else { return Ok(None) };
    let (rings, range) = match rest.trim().split_once(char::is_whitespace) {
        Some(("rings", range)) => (true, range),
        Some(("heaps", range)) => (false, range),
        _ => return Ok(None),
    };
    let ends = range.split_once("..").map(|(from, to)| (count::parse(from.trim()), count::parse(to.trim())));
    match ends {
        Some((Ok(from), Ok(to))) if from <= to && to - from < 10_000_000 && to < u64::MAX => {
            Ok(Some((game.to_owned(), rings, from..to + 1)))
        }
        _ => fail(format!("{range:?} is no range of sizes; write two of them, smallest first, like 1..40")),
    }
}

fn print_outcomes(outcomes: &Outcomes, asked: Asked) -> Result<Exit, Failure> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    let what = if outcomes.rings { "rings" } else { "heaps" };
    if asked == Asked::InALine {
        writeln!(
            out,
            "{} {what}: the player to move loses (P): {}",
            outcomes.canonical,
            numbers(&outcomes.p_positions)
        )?;
        out.flush()?;
        return Ok(Exit::Yes);
    }
    let to = outcomes.from + outcomes.values.len() as u64 - 1;
    let values: Vec<String> = outcomes.values.iter().map(u64::to_string).collect();
    writeln!(out, "values of the {what} {} to {to}: {}", outcomes.from, values.join(" "))?;
    writeln!(out, "the player to move loses (P): {}", numbers(&outcomes.p_positions))?;
    match &outcomes.for_ever {
        None => writeln!(out, "no period is proved within these sizes; further ones are not known")?,
        Some(ForEver { preperiod, period, before, residues }) if residues.is_empty() => {
            writeln!(out, "for ever: {}, and none from {preperiod} on (period {period})", numbers(before))?;
        }
        Some(ForEver { preperiod, period, before, residues }) => {
            let residues = numbers(residues);
            writeln!(
                out,
                "for ever: {}, and from {preperiod} on those that leave {residues} modulo {period}",
                numbers(before)
            )?;
        }
    }
    out.flush()?;
    Ok(Exit::Yes)
}

fn numbers(numbers: &[u64]) -> String {
    if numbers.is_empty() {
        return "none".to_owned();
    }
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}

/// The position as it was written, its value, who wins, and the first winning move.
fn print_line(text: &str, answer: &Answer) -> Result<Exit, Failure> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    write!(out, "{text}: value {}, ", answer.value)?;
    match answer.outcome {
        position::Outcome::P => write!(out, "P")?,
        position::Outcome::N => write!(out, "N")?,
    }
    if let Some(first) = answer.winning_moves.first() {
        write!(out, ", by")?;
        print_move(&mut out, answer, first)?;
    }
    if let Some(count @ 2..) = answer.winning_moves_count {
        write!(out, " and {} more", count - 1)?;
    }
    writeln!(out)?;
    out.flush()?;
    Ok(Exit::Yes)
}

fn print(answer: &Answer) -> Result<Exit, Failure> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    for heap in &answer.heaps {
        writeln!(out, "{} has value {}", name(answer, heap), heap.value)?;
    }
    match answer.outcome {
        position::Outcome::P => writeln!(out, "Value 0: the player who has just moved wins (P).")?,
        position::Outcome::N => writeln!(out, "Value {}: the player to move wins (N), by", answer.value)?,
    }
    for m in &answer.winning_moves {
        write!(out, " ")?;
        print_move(&mut out, answer, m)?;
        writeln!(out)?;
    }
    let listed = answer.winning_moves.len() as u64;
    match answer.winning_moves_count {
        Some(count) if count > listed => writeln!(out, "  and {} more; --moves lists more", count - listed)?,
        Some(_) => {}
        None => writeln!(out, "  and perhaps more: there are too many options to go through")?,
    }
    for (k, option) in answer.options.iter().flatten().enumerate() {
        if k == 0 {
            writeln!(out, "Options, their values and what the position is worth then:")?;
        }
        write!(out, " ")?;
        print_move(&mut out, answer, &option.by)?;
        writeln!(out, ": {} {}", option.value, option.total)?;
    }
    out.flush()?;
    Ok(Exit::Yes)
}

fn print_move(out: &mut BufWriter<StdoutLock>, answer: &Answer, m: &Move) -> Result<(), Failure> {
    let from = &answer.heaps[m.index];
    let left = match &m.left[..] {
        [] => "nothing".to_owned(),
        [a, b] if from.beside.is_some() => format!("{a} and {b}"),
        heaps => heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(" + "),
    };
    Ok(write!(out, " {}: take {}, leave {left}", name(answer, from), m.removed)?)
}

/// A heap by its size, with its game where there are several.
fn name(answer: &Answer, heap: &HeapValue) -> String {
    let is_sum = answer.heaps.iter().any(|other| other.game != heap.game);
    let game = if is_sum { format!("{} ", heap.game) } else { String::new() };
    match heap.beside {
        Some(other) => format!("{game}piles {} {other}", heap.size),
        None => format!("{game}{} {}", if heap.ring { "ring" } else { "heap" }, heap.size),
    }
}
