//! `grundy position`: who wins, and all winning moves.

use crate::compute;
use crate::outcome::{Failure, Outcome, fail, print_json};
use grundy::position::{self, Analysis, Heap, Move};
use grundy::{GameError, Position};
use serde::Serialize;
use std::io::Write;

/// Tell who wins a position, and by which moves
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grundy position 'kayles: 5 7 12'\n  grundy position '.07: ring 12'")]
pub struct Args {
    /// GAME: heaps, such as '.77: 5 7 12'; 'ring 12' is a circle of 12 beans that its first move opens
    position: String,
}

/// Winning moves are found by going through all splits of a heap.
const MOST_SPLITS: u64 = 1_000_000_000;

#[derive(Serialize)]
struct Document<'a> {
    game: &'a str,
    canonical: String,
    heaps: Vec<HeapValue>,
    value: u16,
    outcome: position::Outcome,
    winning_moves: &'a [Move],
}

#[derive(Serialize)]
struct HeapValue {
    size: u64,
    ring: bool,
    value: u16,
}

pub fn run(args: &Args, json: bool) -> Result<Outcome, Failure> {
    let text = &args.position;
    let position: Position = text.parse().map_err(|error: GameError| Failure::Message(error.explain(text)))?;
    let Some(count) = position.largest().checked_add(1) else {
        return fail("a heap passes 2^64 - 2; write smaller heaps");
    };
    let rules = position.game.rules();
    if rules.most_heaps() > 1 && count > MOST_SPLITS {
        return fail(format!(
            "a heap above {MOST_SPLITS} has too many splits to list the winning ones; write smaller heaps"
        ));
    }
    let sequence = compute::Sequence::new(compute::How::default(), rules, count)?;
    let analysis = position.analyze(|n| sequence.at(n));
    if json {
        let heap = |(heap, &value): (&Heap, &u16)| HeapValue { size: heap.size, ring: heap.ring, value };
        return print_json(&Document {
            game: text.split_once(':').map_or("", |(game, _)| game.trim()),
            canonical: position.game.to_string(),
            heaps: position.heaps.iter().zip(&analysis.values).map(heap).collect(),
            value: analysis.value,
            outcome: analysis.outcome,
            winning_moves: &analysis.winning_moves,
        });
    }
    print(&position, &analysis)
}

fn print(position: &Position, analysis: &Analysis) -> Result<Outcome, Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for (heap, value) in position.heaps.iter().zip(&analysis.values) {
        writeln!(out, "{} has value {value}", name(*heap))?;
    }
    match analysis.outcome {
        position::Outcome::P => writeln!(out, "Value 0: the player who has just moved wins (P).")?,
        position::Outcome::N => writeln!(out, "Value {}: the player to move wins (N), by", analysis.value)?,
    }
    for m in &analysis.winning_moves {
        let from = name(position.heaps[m.index]);
        let left = match &m.left[..] {
            [] => "nothing".to_owned(),
            heaps => heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(" + "),
        };
        writeln!(out, "  {from}: take {}, leave {left}", m.removed)?;
    }
    out.flush()?;
    Ok(Outcome::Yes)
}

fn name(heap: Heap) -> String {
    format!("{} {}", if heap.ring { "ring" } else { "heap" }, heap.size)
}
