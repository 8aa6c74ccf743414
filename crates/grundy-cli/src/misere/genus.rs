//! `grundy misere genus`: one heap, or a sum of heaps, as a single misère game.

use crate::count;
use crate::outcome::{Failure, Outcome, fail, parse_game, print_json};
use grundy::misere::canonical::{Arena, Id, ZERO};
use grundy::misere::genus::{Kind, Phylum};
use serde::Serialize;
use std::collections::HashMap;
use std::io::Write;

/// How many different games are kept at most; about a gigabyte would be needed for ten times as many.
pub const LIMIT: usize = 1_000_000;

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

#[derive(Serialize)]
struct Document<'a> {
    game: &'a str,
    canonical: String,
    heaps: &'a [u64],
    genus: String,
    symbol: String,
    g_plus: u16,
    superscript: Vec<u16>,
    kind: Kind,
    phylum: Phylum,
    outcome: &'static str,
    birthday: u32,
    followers: usize,
    canonical_form: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree: Option<Vec<Follower>>,
}

#[derive(Serialize)]
struct Follower {
    name: String,
    options: Vec<String>,
    genus: String,
    phylum: Phylum,
}

pub fn run(args: &Args, json: bool) -> Result<Outcome, Failure> {
    let game = parse_game(&args.game)?;
    let largest = args.heap.iter().copied().max().unwrap_or(0);
    let Some(largest) = u32::try_from(largest).ok().filter(|&heap| heap <= 10_000) else {
        return fail("a heap of more than 10000 is too large for its canonical form");
    };
    let mut arena = Arena::new(LIMIT);
    let heaps = arena.heaps(game.rules(), largest)?;
    let id = args.heap.iter().try_fold(ZERO, |sum, &heap| arena.sum(sum, heaps[heap as usize]))?;
    let genus = arena.genus(id).clone();
    let followers = arena.followers(id);
    let document = Document {
        game: &args.game,
        canonical: game.to_string(),
        heaps: &args.heap,
        genus: genus.to_string(),
        symbol: arena.symbol(id),
        g_plus: genus.plus,
        superscript: genus.superscript().to_vec(),
        kind: genus.kind(),
        phylum: arena.phylum(id),
        outcome: if arena.is_p(id) { "P" } else { "N" },
        birthday: arena.birthday(id),
        followers: followers.len(),
        canonical_form: arena.braces(id, 2000),
        tree: args.tree.then(|| tree(&arena, &followers)),
    };
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
    let winner =
        if document.outcome == "P" { "the player who has just moved wins (P)" } else { "the player to move wins (N)" };
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
    Ok(Outcome::Yes)
}

/// The followers, oldest first; those that are no nim-heaps are named G1, G2, ….
fn tree(arena: &Arena, followers: &[Id]) -> Vec<Follower> {
    let mut names: HashMap<Id, String> = HashMap::new();
    let mut number = 0;
    for &id in followers {
        let name = match arena.nim(id) {
            Some(0) => "0".to_owned(),
            Some(n) => format!("*{n}"),
            None => {
                number += 1;
                format!("G{number}")
            }
        };
        names.insert(id, name);
    }
    let describe = |&id: &Id| Follower {
        name: names[&id].clone(),
        options: arena.options(id).iter().map(|option| names[option].clone()).collect(),
        genus: arena.genus(id).to_string(),
        phylum: arena.phylum(id),
    };
    followers.iter().map(describe).collect()
}
