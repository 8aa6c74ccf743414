//! `grundy misere quotient`: the quotient of a closed set of games given by their options.

use super::solve::limits;
use super::{report, structure};
use crate::exit::{Exit, Failure, fail, print_json};
use crate::progress::Terminal;
use crate::{count, output, rules};
use grundy::misere::closed::{self, Closed, Trees};
use grundy::misere::{Play, Stuck};
use std::io::Write;
use std::path::PathBuf;

/// Find the misère quotient of all sums of some games given as option trees
///
/// A tree is 0, a nim-heap *n, or options in braces, {0,*2}; A+B is a sum. With --rules the games are read from a file
/// with a line 'name: options' for each. Everything that moves lead to belongs to the set.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy misere quotient '{{*2},*3,*2,0}'")]
pub struct Args {
    /// Option trees, such as '{0,*2}'
    #[arg(required_unless_present = "rules", conflicts_with = "rules")]
    tree: Vec<String>,
    /// Read the games from this file: a line 'name: options' for each, or formulas for heaps (see the
    /// help of `grundy values`)
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// How many heaps, from heap 0 on, where the file has formulas
    #[arg(short, default_value = "13", value_parser = count::parse)]
    n: u64,
    /// Take normal play instead: the quotient is then the group of the nim-values
    #[arg(long)]
    normal: bool,
    /// The largest order of a quotient or candidate (at most 32768; its table takes 2*Q*Q bytes)
    #[arg(long, default_value = "8192", value_parser = count::parse, value_name = "Q")]
    max_order: u64,
    /// Write the multiplication table as CSV
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let play = if args.normal { Play::Normal } else { Play::Misere };
    let limits = limits(1, args.max_order)?;
    let mut watch = Terminal::new();
    let found = if let Some(path) = &args.rules {
        let graph = rules::read(path, args.n, &mut watch)?;
        let (pieces, order) = graph.pieces(play, &mut watch).map_err(grundy::Error::from)?;
        let names = order.iter().map(|&position| graph.names()[position as usize].clone()).collect();
        closed::quotient(pieces, names, limits, &mut watch)
    } else {
        let mut trees = Trees::default();
        for tree in &args.tree {
            trees.add(tree)?;
        }
        trees.quotient(play, limits, &mut watch)
    };
    let found = match found {
        Ok(found) => found,
        Err(Stuck::Stopped) => return Err(Failure::Interrupted),
        Err(Stuck::TooLarge(_)) => {
            return Err(Failure::Unsettled("a candidate passes --max-order; the quotient may be infinite".to_owned()));
        }
        Err(Stuck::Diagonal(word)) => {
            let seen =
                format!("failure words such as {word} (by the numbers of the games) grow as in an infinite quotient");
            return Err(Failure::Unsettled(seen));
        }
    };
    if let Some(path) = &args.table {
        output::write(path, found.monoid.csv())?;
    }
    let document = found.answer(&mut watch)?;
    drop(watch);
    if json {
        return print_json(&document);
    }
    if found.names.is_empty() {
        return fail("a set with 0 alone has the quotient of one element; write a tree with a move, like '*1'");
    }
    print(&found, &document)
}

fn print(found: &Closed, document: &grundy::misere::answer::Quotient) -> Result<Exit, Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let quotient = if document.play == Play::Misere { "misère quotient" } else { "quotient of normal play" };
    writeln!(out, "The {quotient} has order {} with {} P-positions.", document.order, document.p_positions)?;
    let widest = document.pieces.iter().map(|piece| piece.value.len()).max().unwrap_or(1);
    for (number, piece) in (1..).zip(&document.pieces) {
        let outcome = if piece.is_p { "P" } else { "N" };
        writeln!(out, "  {number:>3}: {:<widest$}  {outcome}  {}", piece.value, piece.name)?;
    }
    report::print_quotient(&mut out, &document.presentation, "")?;
    if found.pieces.play() == Play::Misere {
        structure::print(&mut out, &document.structure)?;
    }
    out.flush()?;
    Ok(Exit::Yes)
}
