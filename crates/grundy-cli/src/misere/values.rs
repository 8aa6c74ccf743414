//! `grundy misere values`: misère nim-values, genus symbols and phyla of heaps.

use super::genus::LIMIT;
use crate::count;
use crate::outcome::{Failure, Outcome, fail, parse_game, print_json};
use grundy::misere::canonical::Arena;
use grundy::misere::genus::Phylum;
use serde::Serialize;
use std::io::Write;

/// Print misère nim-values G-, normal nim-values G+, genus symbols and phyla of heaps
///
/// In the column "symbol" a nim-heap is written as its number, another tame game as G+^G-, anything else with its genus.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy misere values kayles -n 20")]
pub struct Args {
    /// A code (.77, 4.045, .3F, .3...), S(1,2,5), allbut(1,2,5), grundy, or a name from `grundy games`
    game: String,
    /// The largest heap
    #[arg(short, default_value = "20", value_parser = count::parse)]
    n: u64,
}

#[derive(Serialize)]
struct Document<'a> {
    game: &'a str,
    canonical: String,
    heaps: Vec<Heap>,
    first_wild: Option<u32>,
}

#[derive(Serialize)]
struct Heap {
    #[serde(rename = "heap")]
    size: u32,
    g_plus: u16,
    g_minus: u16,
    genus: String,
    symbol: String,
    phylum: Phylum,
    /// `null`: the sum of the heap with itself has too many followers.
    half_tame: Option<bool>,
}

pub fn run(args: &Args, json: bool) -> Result<Outcome, Failure> {
    let game = parse_game(&args.game)?;
    let Some(n) = u32::try_from(args.n).ok().filter(|&n| n <= 10_000) else {
        return fail("-n takes heaps up to 10000");
    };
    let mut arena = Arena::new(LIMIT);
    let ids = arena.heaps(game.rules(), n).map_err(|error| Failure::Message(format!("heaps up to {n}: {error}")))?;
    let mut heaps = Vec::new();
    for (heap, &id) in (0..).zip(&ids) {
        // Sums of a heap with itself can be far larger than the heap; they get room of their own.
        let half_tame = if heap <= 24 { arena.is_half_tame(id).ok() } else { None };
        let genus = arena.genus(id);
        heaps.push(Heap {
            size: heap,
            g_plus: genus.plus,
            g_minus: genus.minus(0),
            genus: genus.to_string(),
            symbol: arena.symbol(id),
            phylum: arena.phylum(id),
            half_tame,
        });
    }
    let first_wild = heaps.iter().find(|heap| heap.phylum == Phylum::Wild).map(|heap| heap.size);
    let document = Document { game: &args.game, canonical: game.to_string(), heaps, first_wild };
    if json {
        return print_json(&document);
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    writeln!(out, "heap  G+  G-  {:<12} {:<14} phylum", "symbol", "genus")?;
    for heap in &document.heaps {
        let half = if heap.half_tame == Some(true) && !heap.phylum.is_tame() { ", half-tame" } else { "" };
        writeln!(
            out,
            "{:>4} {:>3} {:>3}  {:<12} {:<14} {}{half}",
            heap.size,
            heap.g_plus,
            heap.g_minus,
            heap.symbol,
            heap.genus,
            heap.phylum.name()
        )?;
    }
    match document.first_wild {
        Some(heap) => writeln!(out, "first wild heap: {heap}")?,
        None => writeln!(out, "no wild heap up to {n}")?,
    }
    out.flush()?;
    Ok(Outcome::Yes)
}
