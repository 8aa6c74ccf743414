//! `grundy misere solve`: the quotient of a game and the proved period of its pretending function.

use super::report::{self, Evidence};
use super::structure;
use super::watch::Watch;
use crate::count;
use crate::interrupt;
use crate::outcome::{Failure, Outcome, fail, parse_game, print_json};
use crate::output;
use grundy::misere::partial::LARGEST_ORDER;
use grundy::misere::presentation::Presentation;
use grundy::misere::solve::run as go_on;
use grundy::misere::structure::isomorphism;
use grundy::misere::{Limits, Partial, Solution, Stuck, Unresolved, certificate, solve};
use grundy::standard::{as_code, standard_form};
use grundy::{Game, Rules};
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Find the misère quotient of a game and prove the period of its heaps
///
/// Goes on heap by heap until the periodicity theorem applies. Exit code 0: solved; 1: unresolved within the limits, with
/// the last partial quotient and what was seen.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  grundy misere solve .77 --cert kayles.cert\n  grundy misere solve .123 --structure --svg order.svg\n  grundy misere solve .07 --limit 33 --state dawson.state"
)]
pub struct Args {
    /// A code (.77, 4.045, .3F), S(1,2,5), grundy, or a name from `grundy games`
    game: String,
    /// The largest heap to look at
    #[arg(long, default_value = "20000", value_parser = count::parse, value_name = "HEAPS")]
    limit: u64,
    /// The largest order of a quotient or candidate (at most 32768)
    #[arg(long, default_value = "8192", value_parser = count::parse, value_name = "Q")]
    max_order: u64,
    /// Write a certificate for `grundy-check`
    #[arg(long, value_name = "FILE")]
    cert: Option<PathBuf>,
    /// Show idempotents, units, kernel and Archimedean components
    #[arg(long)]
    structure: bool,
    /// Write the multiplication table as CSV
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Draw the order of mutual divisibility as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Say whether this other game has an isomorphic quotient
    #[arg(long, value_name = "GAME")]
    isomorphic: Option<String>,
    /// Keep the partial quotient in this file after each change, and go on from it if it is there
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
}

#[derive(Serialize)]
struct Document<'a> {
    game: &'a str,
    canonical: String,
    standard_form: String,
    status: &'static str,
    order: usize,
    p_positions: usize,
    period: Option<u32>,
    preperiod: Option<u32>,
    tame: Option<bool>,
    heaps: u32,
    growth: &'a [(u32, usize)],
    closure: usize,
    presentation: Presentation,
    #[serde(skip_serializing_if = "Option::is_none")]
    unresolved: Option<Evidence>,
    #[serde(skip_serializing_if = "Option::is_none")]
    structure: Option<structure::Document>,
    #[serde(skip_serializing_if = "Option::is_none")]
    isomorphic: Option<Isomorphic>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<String>,
    seconds: f64,
}

#[derive(Serialize)]
struct Isomorphic {
    game: String,
    found: bool,
    /// The image of each generator.
    images: Vec<(String, String)>,
}

pub fn run(args: &Args, json: bool) -> Result<Outcome, Failure> {
    let game = parse_game(&args.game)?;
    let rules = game.rules();
    let Ok(heaps @ 1..=1_000_000) = u32::try_from(args.limit) else {
        return fail("--limit takes 1 to 1000000 heaps");
    };
    let limits = limits(args.max_order)?;
    if args.cert.is_some() && !rules.is_finite() {
        return fail(
            "there are no certificates for a game without a largest removal; accepted are finite codes and sets",
        );
    }
    let mut watch = Watch::new(true, None);
    let (partial, growth) = match &args.state {
        Some(path) if path.exists() => resume(path, &game, rules)?,
        _ => (Partial::new(rules), Vec::new()),
    };
    let mut save_error = None;
    let mut keep = |solution: &Solution| {
        if let Some(path) = &args.state
            && let Err(error) = save(path, &game, solution)
        {
            save_error.get_or_insert(error);
        }
    };
    let keep: Option<&mut dyn FnMut(&Solution)> = if args.state.is_some() { Some(&mut keep) } else { None };
    let solution = go_on(partial, growth, rules, heaps, limits, &mut |at| watch.look(at), keep);
    let seconds = watch.seconds();
    drop(watch);
    if let Some(path) = &args.state {
        save(path, &game, &solution)?;
    }
    if let Some(error) = save_error {
        return Err(error);
    }
    if interrupt::requested() && solution.period == Err(Unresolved::Stuck(Stuck::Stopped)) {
        return Err(Failure::Interrupted);
    }
    if let Some(path) = &args.cert {
        structure::write_file(path, &certificate_text(&game, &solution)?)?;
    }
    if let Some(path) = &args.table {
        structure::write_table(path, &solution.monoid)?;
    }
    if let Some(path) = &args.svg {
        let whole = if solution.period.is_ok() { String::new() } else { format!(", heaps up to {}", solution.heaps()) };
        let title = format!("Misère quotient of {game}{whole}: order {}", solution.monoid.order());
        structure::write_picture(path, &solution.monoid, &title)?;
    }
    let isomorphic = args.isomorphic.as_deref().map(|other| compare(other, &solution, heaps, limits)).transpose()?;
    let structure = args.structure.then(|| structure::Document::new(&solution.monoid));
    let period = solution.period.as_ref().ok();
    // All that is to be known: up to the end of the first period, or every heap that is done.
    let shown = period.map_or(solution.phi.len(), |at| (at.start + at.period) as usize).min(solution.phi.len());
    let is_tame = solution.is_tame();
    let document = Document {
        game: &args.game,
        canonical: game.to_string(),
        standard_form: as_code(&game).map_or_else(|| game.to_string(), |code| standard_form(&code).code.to_string()),
        status: if period.is_some() { "solved" } else { "unresolved" },
        order: solution.monoid.order(),
        p_positions: solution.monoid.p().count(),
        period: period.map(|at| at.period),
        preperiod: period.map(|at| at.start),
        // A partial quotient that is wild settles the question; one that is tame does not.
        tame: if period.is_some() || !is_tame { Some(is_tame) } else { None },
        heaps: solution.heaps(),
        growth: &solution.growth,
        closure: solution.closure,
        presentation: solution.monoid.presentation(&solution.phi[..shown]),
        unresolved: report::evidence(&solution),
        structure,
        isomorphic,
        certificate: args.cert.as_ref().map(|path| path.display().to_string()),
        seconds,
    };
    let outcome = if period.is_some() { Outcome::Yes } else { Outcome::No };
    if json {
        print_json(&document)?
    } else {
        print(&document)?
    };
    Ok(outcome)
}

/// Bounds from the command line.
pub fn limits(max_order: u64) -> Result<Limits, Failure> {
    match usize::try_from(max_order) {
        Ok(order @ 1..=LARGEST_ORDER) => Ok(Limits { order, ..Limits::default() }),
        _ => fail(format!("--max-order takes 1 to {LARGEST_ORDER}")),
    }
}

/// The certificate as text.
pub fn certificate_text(game: &Game, solution: &Solution) -> Result<String, Failure> {
    let mut text = Vec::new();
    certificate::write(&mut text, game, solution)?;
    Ok(String::from_utf8(text)?)
}

fn resume<'r>(path: &Path, game: &Game, rules: &'r Rules) -> Result<(Partial<'r>, Vec<(u32, usize)>), Failure> {
    let read = std::fs::read_to_string(path);
    let text = read.map_err(|error| Failure::Message(format!("cannot read {}: {error}", path.display())))?;
    let claim = certificate::read(&text).map_err(|error| Failure::Message(format!("{}: {error}", path.display())))?;
    if claim.game != game.to_string() {
        return fail(format!("{} belongs to the game {}, not to {game}", path.display(), claim.game));
    }
    match Partial::resume(rules, claim.monoid, claim.phi) {
        Some(partial) => Ok((partial, claim.growth)),
        None => {
            fail(format!("{} does not hold the misère quotient it claims; remove it to begin anew", path.display()))
        }
    }
}

/// Writes a new file beside the old one and puts it in its place.
fn save(path: &Path, game: &Game, solution: &Solution) -> Result<(), Failure> {
    output::write(path, certificate_text(game, solution)?)
}

fn compare(other: &str, solution: &Solution, heaps: u32, limits: Limits) -> Result<Isomorphic, Failure> {
    let game = parse_game(other)?;
    let mut watch = Watch::new(true, None);
    let theirs = solve(game.rules(), heaps, limits, &mut |at| watch.look(at));
    if theirs.period.is_err() || solution.period.is_err() {
        return fail(format!(
            "--isomorphic compares whole games; {} is not solved within the limits",
            if solution.period.is_ok() { other } else { "the first one" }
        ));
    }
    let map = isomorphism(&solution.monoid, &theirs.monoid);
    let image = |map: &Vec<u16>| {
        let generators = solution.monoid.generators().iter();
        generators.map(|&(_, x)| (solution.monoid.name(x), theirs.monoid.name(map[usize::from(x)]))).collect()
    };
    Ok(Isomorphic { game: game.to_string(), found: map.is_some(), images: map.as_ref().map(image).unwrap_or_default() })
}

fn print(document: &Document) -> Result<Outcome, Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let standard = if document.standard_form == document.canonical {
        String::new()
    } else {
        format!(" (standard form {})", document.standard_form)
    };
    let size = format!("order {} with {} P-positions", document.order, document.p_positions);
    if let (Some(period), Some(start)) = (document.period, document.preperiod) {
        let kind = if document.tame == Some(true) { "tame" } else { "wild" };
        writeln!(out, "{}{standard}: solved. The misère quotient has {size}; the game is {kind}.", document.canonical)?;
        let heaps = document.heaps;
        writeln!(
            out,
            "Phi has period {period} from heap {start} on, proved by the values of the heaps up to {heaps}."
        )?;
    } else {
        writeln!(out, "{}{standard}: unresolved.", document.canonical)?;
        writeln!(out, "The heaps up to {} have a misère quotient of {size}.", document.heaps)?;
        if let Some(evidence) = &document.unresolved {
            writeln!(out, "Seen, not proved: {}.", evidence.text)?;
        }
    }
    writeln!(out, "Growth (heap:order): {}", report::spell_growth(document.growth, 12))?;
    report::print_presentation(&mut out, &document.presentation, document.period.unwrap_or(10) as usize)?;
    if let Some(structure) = &document.structure {
        structure.print(&mut out)?;
    }
    if let Some(other) = &document.isomorphic {
        if other.found {
            let images: Vec<String> = other.images.iter().map(|(x, y)| format!("{x} -> {y}")).collect();
            writeln!(out, "Isomorphic with the quotient of {}: {}", other.game, images.join(", "))?;
        } else {
            writeln!(out, "Not isomorphic with the quotient of {}.", other.game)?;
        }
    }
    if let Some(path) = &document.certificate {
        writeln!(out, "Certificate: {path} (check it with grundy-check)")?;
    }
    writeln!(out, "{:.3} s", document.seconds)?;
    out.flush()?;
    Ok(Outcome::Yes)
}
