//! `grundy misere genus`: one heap, or a sum of heaps, as a single misère game.

use super::unsettled;
use crate::count;
use crate::exit::{Exit, Failure, parse_game, print_json};
use crate::progress::Terminal;
use grundy::position;
use std::io::Write;

/// Show genus, phylum and canonical form of a heap or of a sum of heaps
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grundy misere genus kayles 5\n  grundy misere genus .123 9 9 --tree")]
pub struct Args {
    /// A code (.77, 4.045, .3F, .3...), S(1,2,5), allbut(1,2,5), grundy, or a name from `grundy games`
    game: String,
    /// The heap; several heaps are added
    #[arg(required = true, value_parser = count::parse)]
    heap: Vec<u64>,
    /// Print every different follower with its options
    #[arg(long)]
    tree: bool,
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let game = parse_game(&args.game)?;
    let document = game.misere().genus(&args.heap, args.tree, &mut Terminal::new()).map_err(unsettled)?;
    if json {
        return print_json(&document);
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let sum: Vec<String> = args.heap.iter().map(|heap| format!("heap {heap}")).collect();
    writeln!(
        out,
        "{} of {}: genus {}, {}",
        sum.join(" + "),
        document.canonical,
        document.genus,
        document.phylum.name()
    )?;
    let winner = if document.outcome == position::Outcome::P {
        "the player who has just moved wins (P)"
    } else {
        "the player to move wins (N)"
    };
    writeln!(out, "Alone, {winner}.")?;
    match &document.canonical_form {
        Some(braces) => writeln!(out, "Canonical form: {braces}")?,
        None => writeln!(out, "Canonical form: too long to write in one line; --tree shows it")?,
    }
    writeln!(
        out,
        "Longest play: {} moves; different followers, itself included: {}",
        document.birthday, document.followers
    )?;
    for follower in document.tree.iter().flatten() {
        writeln!(
            out,
            "  {} = {{{}}}  {}  {}",
            follower.name,
            follower.options.join(", "),
            follower.genus,
            follower.phylum.name()
        )?;
    }
    out.flush()?;
    Ok(Exit::Yes)
}
