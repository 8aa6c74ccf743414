//! `grundy misere values`: misère nim-values, genus symbols and phyla of heaps.

use super::unsettled;
use crate::count;
use crate::exit::{Exit, Failure, fail, parse_game, print_json};
use crate::progress::Terminal;
use grundy::misere::LARGEST_FORM;
use std::io::Write;

/// Print misère nim-values G-, normal nim-values G+, genus symbols and phyla of heaps
///
/// In the column "symbol" a nim-heap is written as its number, another tame game as G+^G-, anything else with its
/// genus.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy misere values kayles -n 21")]
pub struct Args {
    /// A code (.77, 4.045, .3F, .3...), S(1,2,5), allbut(1,2,5), grundy, or a name from `grundy games`
    game: String,
    /// How many heaps, from heap 0 on
    #[arg(short, default_value = "21", value_parser = count::parse)]
    n: u64,
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let game = parse_game(&args.game)?;
    let last = args.n.checked_sub(1).and_then(|last| u32::try_from(last).ok()).filter(|&last| last <= LARGEST_FORM);
    let Some(last) = last else {
        return fail(format!("-n takes 1 and up to {} heaps, from heap 0 on", LARGEST_FORM + 1));
    };
    let document = game.misere().values(last, &mut Terminal::new()).map_err(unsettled)?;
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
            heap.heap,
            heap.g_plus,
            heap.g_minus,
            heap.symbol,
            heap.genus,
            heap.phylum.name()
        )?;
    }
    match document.first_wild {
        Some(heap) => writeln!(out, "first wild heap: {heap}")?,
        None => writeln!(out, "no wild heap up to {last}")?,
    }
    out.flush()?;
    Ok(Exit::Yes)
}
