//! `grundy misere infinite`: all sums of heaps whose quotient is infinite along a diagonal.

use super::solve::limits;
use super::unsettled;
use crate::count;
use crate::exit::{Exit, Failure, parse_game, print_json};
use crate::output;
use crate::progress::Terminal;
use grundy::misere::answer::{Infinite, InfiniteStatus};
use std::io::Write;
use std::path::PathBuf;

/// Decide all sums of the heaps at which `solve` gets stuck on a diagonal
///
/// Where failure words grow along two heaps, the difference of their exponents matters for ever and the quotient is
/// infinite. This looks for a table of outcomes, periodic in that difference, and checks that it is right for every sum
/// of these heaps. Exit code 0: decided, for the heaps named; 1: not found.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy misere infinite .3122 --cert 3122.cert")]
pub struct Args {
    /// A code (.77, 4.045, .3F), S(1,2,5), grundy, or a name from `grundy games`
    game: String,
    /// The largest number of values in the table
    #[arg(long, default_value = "2000000", value_parser = count::parse, value_name = "N")]
    max_values: u64,
    /// The largest order of a finite candidate on the way to the diagonal
    #[arg(long, default_value = "8192", value_parser = count::parse, value_name = "Q")]
    max_order: u64,
    /// Write a certificate for `grundy-check`
    #[arg(long, value_name = "FILE")]
    cert: Option<PathBuf>,
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let game = parse_game(&args.game)?;
    let largest = usize::try_from(args.max_values).unwrap_or(usize::MAX);
    let limits = limits(20_000, args.max_order)?;
    let (mut document, found) = game.misere().infinite(limits, largest, &mut Terminal::new()).map_err(unsettled)?;
    if let (Some(path), Some(found)) = (&args.cert, found) {
        let mut text = Vec::new();
        found.write(&mut text, &game)?;
        output::write(path, &text)?;
        document.certificate = Some(path.display().to_string());
    }
    if json {
        print_json(&document)?
    } else {
        print(&document)?
    };
    Ok(if document.status == InfiniteStatus::Decided { Exit::Yes } else { Exit::No })
}

fn print(document: &Infinite) -> Result<Exit, Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let name = &document.canonical;
    if let (Some(heaps), Some(pair)) = (document.heaps, &document.pair) {
        let size = if document.infinite == Some(true) { "is infinite" } else { "may be finite" };
        writeln!(out, "{name}: every sum of heaps up to {heaps} is decided; their misère quotient {size}.")?;
        writeln!(
            out,
            "What counts: the numbers x, y of heaps {} and {}, lowered together by {} while both are at least {};",
            pair.a,
            pair.b,
            pair.period,
            pair.threshold + pair.period
        )?;
        let cycles: Vec<String> = document
            .cycles
            .iter()
            .map(|c| format!("{}^{} = {}^{}", c.heap, c.index + c.period, c.heap, c.index))
            .collect();
        writeln!(out, "and the numbers of other heaps, where {}.", cycles.join(", "))?;
        let words: Vec<String> = (document.words.iter())
            .map(|(heap, word)| {
                let parts: Vec<String> = word.iter().map(u32::to_string).collect();
                format!("{heap} = {}", if parts.is_empty() { "0".to_owned() } else { parts.join("+") })
            })
            .collect();
        if !words.is_empty() {
            writeln!(out, "The other heaps are sums of these: {}.", words.join(", "))?;
        }
        writeln!(
            out,
            "The table has {} values, for |x - y| up to {}, and repeats beyond.",
            document.values,
            document.reach.unwrap_or(0)
        )?;
    } else {
        writeln!(out, "{name}: not decided; {}.", document.reason.as_deref().unwrap_or("no reason is known"))?;
        writeln!(out, "--max-values and --max-order set the limits; `grundy misere solve` shows the finite quotient.")?;
    }
    if let Some(path) = &document.certificate {
        writeln!(out, "Certificate: {path} (check it with grundy-check)")?;
    }
    writeln!(out, "{:.3} s", document.seconds)?;
    out.flush()?;
    Ok(Exit::Yes)
}
