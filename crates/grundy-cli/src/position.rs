//! `grundy position`: who wins, and by which moves.

use crate::outcome::{Failure, Outcome, print_json};
use crate::progress::Terminal;
use grundy::position::{self, Answer, HeapValue};
use grundy::{GameError, Position};
use std::io::Write;

/// Tell who wins a position, and by which moves
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grundy position 'kayles: 5 7 12'\n  grundy position '.07: ring 12'")]
pub struct Args {
    /// GAME: heaps, such as '.77: 5 7 12'; 'ring 12' is a circle of 12 beans that its first move opens
    position: String,
    /// How many winning moves to list; all are counted
    #[arg(long, value_name = "N", default_value_t = 20)]
    moves: usize,
}

pub fn run(args: &Args, json: bool) -> Result<Outcome, Failure> {
    let text = &args.position;
    let position: Position = text.parse().map_err(|error: GameError| Failure::Message(error.explain(text)))?;
    let answer = position.analyze(args.moves, &mut Terminal::new())?;
    if json { print_json(&answer) } else { print(&answer) }
}

fn print(answer: &Answer) -> Result<Outcome, Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for heap in &answer.heaps {
        writeln!(out, "{} has value {}", name(heap), heap.value)?;
    }
    match answer.outcome {
        position::Outcome::P => writeln!(out, "Value 0: the player who has just moved wins (P).")?,
        position::Outcome::N => writeln!(out, "Value {}: the player to move wins (N), by", answer.value)?,
    }
    for m in &answer.winning_moves {
        let from = name(&answer.heaps[m.index]);
        let left = match &m.left[..] {
            [] => "nothing".to_owned(),
            heaps => heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(" + "),
        };
        writeln!(out, "  {from}: take {}, leave {left}", m.removed)?;
    }
    let listed = answer.winning_moves.len() as u64;
    match answer.winning_moves_count {
        Some(count) if count > listed => writeln!(out, "  and {} more; --moves lists more", count - listed)?,
        Some(_) => {}
        None => writeln!(out, "  and perhaps more: there are too many options to go through")?,
    }
    out.flush()?;
    Ok(Outcome::Yes)
}

fn name(heap: &HeapValue) -> String {
    format!("{} {}", if heap.ring { "ring" } else { "heap" }, heap.size)
}
