//! `grundy analyze`: the sparse space of a game and other statistics of its first values.

use crate::exit::{Exit, Failure, parse_game, print_json};
use crate::progress::Terminal;
use crate::{count, spectrum};
use grundy::answer::Analysis;
use std::io::Write;

/// Show sparse space, rare values, depth, largest value and histogram, or hidden frequencies
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grundy analyze .16 -n 1e5\n  grundy analyze .6 --spectrum --from 2e4 -n 1e4")]
pub struct Args {
    /// A code (.77, 4.045, .3F, .3...), S(1,2,5), allbut(1,2,5), or a name from `grundy games`
    game: String,
    /// How many values to look at
    #[arg(short, default_value = "10000", value_parser = count::parse)]
    n: u64,
    /// List the rare heaps and their values
    #[arg(long, conflicts_with = "spectrum")]
    rares: bool,
    #[command(flatten)]
    spectrum: spectrum::Args,
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let game = parse_game(&args.game)?;
    if args.spectrum.spectrum {
        return spectrum::run(&args.spectrum, &game, args.n, json);
    }
    let mut watch = Terminal::new();
    let analysis = if args.rares { game.analyze_rares(args.n, &mut watch)? } else { game.analyze(args.n, &mut watch)? };
    drop(watch);
    if json { print_json(&analysis) } else { print(&analysis) }
}

fn print(document: &Analysis) -> Result<Exit, Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    writeln!(out, "{} to n = {}", document.canonical, document.n)?;
    if let Some(max) = &document.max {
        writeln!(out, "largest value       {} (first at {})", max.value, max.at)?;
    }
    match &document.sparse {
        None => writeln!(out, "sparse space        none that leaves less than a quarter of the heaps rare")?,
        Some(sparse) => {
            let parity = if sparse.parity == 1 { " with heap parity" } else { "" };
            let bits: Vec<String> = sparse.bits.iter().map(u8::to_string).collect();
            let (mask, bits, kappa) = (&sparse.mask, bits.join(" "), sparse.kappa);
            writeln!(out, "sparse space        mask {mask} (bits {bits}){parity}, commons have class {kappa}")?;
            let last = sparse.last_rare.map_or("none".to_owned(), |last| last.to_string());
            writeln!(out, "rares               {} (last at {last})", sparse.rares)?;
            writeln!(out, "depth               {}", sparse.depth)?;
            writeln!(out, "average leftovers   {:.4} splits looked at", sparse.average_leftovers)?;
        }
    }
    writeln!(out, "histogram           value: heaps")?;
    let most = document.histogram.values().copied().max().unwrap_or(1);
    for (value, &count) in &document.histogram {
        let bar = "#".repeat((count * 50).div_ceil(most) as usize);
        let rare = if document.rare_values.binary_search(value).is_ok() { " rare" } else { "" };
        writeln!(out, "{value:>8}: {count:>10} {bar}{rare}")?;
    }
    if let Some(rares) = &document.rare_heaps {
        writeln!(out, "rare heaps          heap: value")?;
        for rare in rares {
            writeln!(out, "{:>8}: {}", rare.heap, rare.value)?;
        }
    }
    out.flush()?;
    Ok(Exit::Yes)
}
