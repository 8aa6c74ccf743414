//! `grundy misere infinite`: all sums of heaps whose quotient is infinite along a diagonal.

use super::report;
use super::solve::limits;
use super::structure::write_file;
use super::watch::Watch;
use crate::count;
use crate::interrupt;
use crate::outcome::{Failure, Outcome, fail, parse_game, print_json};
use grundy::misere::diagonal::{Diagonal, NoDiagonal, decide};
use grundy::misere::{Stuck, Unresolved, solve};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// Decide all sums of the heaps at which `solve` gets stuck on a diagonal
///
/// Where failure words grow along two heaps, the difference of their exponents matters for ever and the quotient is infinite.
/// This looks for a table of outcomes, periodic in that difference, and checks that it is right for every sum of these
/// heaps. Exit code 0: decided, for the heaps named; 1: not found.
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

#[derive(Serialize)]
struct Document<'a> {
    game: &'a str,
    canonical: String,
    status: &'static str,
    /// All sums of the heaps up to this one are decided.
    heaps: Option<u32>,
    infinite: Option<bool>,
    cycles: Vec<Cycle>,
    pair: Option<Pair>,
    /// The other heaps, each with the generators whose sum it is taken for.
    words: Vec<(u32, Vec<u32>)>,
    values: usize,
    reach: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<String>,
    seconds: f64,
}

#[derive(Serialize)]
struct Cycle {
    heap: u32,
    index: u8,
    period: u8,
}

#[derive(Serialize)]
struct Pair {
    a: u32,
    b: u32,
    threshold: u8,
    period: u8,
}

pub fn run(args: &Args, json: bool) -> Result<Outcome, Failure> {
    let game = parse_game(&args.game)?;
    let rules = game.rules();
    if !rules.is_finite() {
        return fail("this takes a game with a largest removal: a finite code or a set");
    }
    let mut watch = Watch::new(true, None);
    let solution = solve(rules, 20_000, limits(args.max_order)?, &mut |at| watch.look(at));
    let largest = usize::try_from(args.max_values).unwrap_or(usize::MAX);
    let result = decide(rules, &solution, largest, &mut |at| watch.look(at));
    let seconds = watch.seconds();
    drop(watch);
    if interrupt::requested() {
        return Err(Failure::Interrupted);
    }
    let mut document = Document {
        game: &args.game,
        canonical: game.to_string(),
        status: "unresolved",
        heaps: None,
        infinite: None,
        cycles: Vec::new(),
        pair: None,
        words: Vec::new(),
        values: 0,
        reach: None,
        reason: None,
        certificate: None,
        seconds,
    };
    match &result {
        Ok(found) => {
            fill(&mut document, found);
            if let Some(path) = &args.cert {
                let mut text = Vec::new();
                found.write(&mut text, &game)?;
                write_file(path, &String::from_utf8(text)?)?;
                document.certificate = Some(path.display().to_string());
            }
        }
        Err(why) => document.reason = Some(reason(why, solution.period.as_ref().err())),
    }
    if json {
        print_json(&document)?
    } else {
        print(&document)?
    };
    Ok(if result.is_ok() { Outcome::Yes } else { Outcome::No })
}

fn fill(document: &mut Document, found: &Diagonal) {
    let is_cycle = |k: usize| k != found.pair.0 && k != found.pair.1;
    let generators = found.generators.iter().zip(&found.cycles).enumerate().filter(|&(k, _)| is_cycle(k));
    document.status = "decided";
    document.heaps = Some(found.heaps);
    document.infinite = Some(found.infinite);
    document.cycles = generators.map(|(_, (&heap, &(index, period)))| Cycle { heap, index, period }).collect();
    document.pair = Some(Pair {
        a: found.generators[found.pair.0],
        b: found.generators[found.pair.1],
        threshold: found.threshold,
        period: found.period,
    });
    let spell = |(heap, word): &(u32, Vec<u8>)| {
        let parts = found.generators.iter().zip(word);
        (*heap, parts.flat_map(|(&g, &exponent)| std::iter::repeat_n(g, usize::from(exponent))).collect())
    };
    document.words = found.words.iter().map(spell).collect();
    document.values = found.values();
    document.reach = Some(found.reach);
}

fn reason(why: &NoDiagonal, stuck: Option<&Unresolved>) -> String {
    match (why, stuck) {
        (NoDiagonal::NotDiagonal, None) => {
            "the game is solved, its quotient is finite; use `grundy misere solve`".to_owned()
        }
        (NoDiagonal::NotDiagonal, Some(Unresolved::Stuck(Stuck::TooLarge(Some(word))))) => {
            format!("the size limit came before a diagonal showed; the last failure word was {}", report::spell(word))
        }
        (NoDiagonal::NotDiagonal, _) => "no diagonal showed within the limits".to_owned(),
        (NoDiagonal::TooManyGenerators(count), _) => format!("{count} generators are needed, more than are kept"),
        (NoDiagonal::TooLarge(last), _) => format!("the table passes --max-values; the last try was {last}"),
        (NoDiagonal::NoTail(last), _) => {
            format!("outcomes did not become periodic in the difference; the last try was {last}")
        }
        (NoDiagonal::Stopped, _) => "stopped".to_owned(),
    }
}

fn print(document: &Document) -> Result<Outcome, Failure> {
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
    }
    if let Some(path) = &document.certificate {
        writeln!(out, "Certificate: {path} (check it with grundy-check)")?;
    }
    writeln!(out, "{:.3} s", document.seconds)?;
    out.flush()?;
    Ok(Outcome::Yes)
}
