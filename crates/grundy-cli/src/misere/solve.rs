//! `grundy misere solve`: the quotient of a game and the proved period of its pretending function.

use super::{report, structure, unsettled};
use crate::count;
use crate::exit::{Exit, Failure, fail, parse_game, print_json};
use crate::interrupt;
use crate::output;
use crate::progress::Terminal;
use grundy::Game;
use grundy::misere::answer::{Parts, Solve, SolveStatus};
use grundy::misere::{
    LARGEST_ORDER, Limits, MisereError, Play, Reason, Solution, certificate, structure as take_apart, svg,
};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Find the misère quotient of a game and prove the period of its heaps
///
/// Goes on heap by heap until the periodicity theorem applies. Exit code 0: solved; 1: unresolved within the limits,
/// with the last partial quotient and what was seen.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grundy misere solve .77 --cert kayles.cert\n  \
        grundy misere solve .123 --structure --svg order.svg\n  \
        grundy misere solve .07 --limit 33 --state dawson.state")]
pub struct Args {
    /// A code (.77, 4.045, .3F), S(1,2,5), grundy, or a name from `grundy games`
    game: String,
    /// The largest heap to look at
    #[arg(long, default_value = "20000", value_parser = count::parse, value_name = "HEAPS")]
    limit: u64,
    /// The largest order of a quotient or candidate (at most 32768; its table takes 2*Q*Q bytes)
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
    /// Take normal play instead: the quotient is then the group of the nim-values
    #[arg(long)]
    normal: bool,
    /// Say whether this other game has an isomorphic quotient
    #[arg(long, value_name = "GAME")]
    isomorphic: Option<String>,
    /// Keep the partial quotient in this file after each change, and go on from it if it is there
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let game = parse_game(&args.game)?;
    let Ok(heaps @ 1..=1_000_000) = u32::try_from(args.limit) else {
        return fail("--limit takes 1 to 1000000 heaps");
    };
    let limits = limits(heaps, args.max_order)?;
    if (args.cert.is_some() || args.state.is_some()) && !game.rules().is_finite() {
        return fail(
            "there are no certificates, and no states, for a game without a largest removal; accepted are finite codes \
             and sets",
        );
    }
    if args.normal && (args.cert.is_some() || args.state.is_some()) {
        return fail("--normal takes neither --cert nor --state: certificates speak of misère play");
    }
    let started = Instant::now();
    let mut watch = Terminal::new();
    let solution = if args.normal {
        game.misere().solve_normal(limits, &mut watch)
    } else if let Some(path) = &args.state {
        solve_with_state(&game, path, limits, &mut watch)?
    } else {
        game.misere().solve(limits, &mut watch)
    };
    let seconds = started.elapsed().as_secs_f64();
    if interrupt::requested() && solution.was_stopped() {
        return Err(Failure::Interrupted);
    }
    let mut document = Solve::new(&solution, seconds, &mut watch)?;
    if args.structure {
        document.structure = Some(Parts::new(&solution.monoid, &mut watch)?);
    }
    if let Some(other) = &args.isomorphic {
        let other = parse_game(other)?;
        let theirs = game_like(&solution, &other, limits, &mut watch);
        document.isomorphic = Some(solution.isomorphic(&theirs, &mut watch).map_err(unsettled)?);
    }
    if let Some(path) = &args.cert {
        output::write(path, certificate_text(&solution)?)?;
        document.certificate = Some(path.display().to_string());
    }
    if let Some(path) = &args.table {
        output::write(path, solution.monoid.csv())?;
    }
    if let Some(path) = &args.svg {
        let whole = if solution.period.is_ok() { String::new() } else { format!(", heaps up to {}", solution.heaps()) };
        let title = format!("Misère quotient of {game}{whole}: order {}", solution.monoid.order());
        let parts = take_apart(&solution.monoid, &mut watch)?;
        output::write(path, svg(&solution.monoid, &parts, &title))?;
    }
    drop(watch);
    if json {
        print_json(&document)?
    } else {
        print(&document)?
    };
    Ok(if document.status == SolveStatus::Solved { Exit::Yes } else { Exit::No })
}

/// The other game under the same convention.
fn game_like(solution: &Solution, other: &Game, limits: Limits, watch: &mut Terminal) -> Solution {
    match solution.play {
        Play::Misere => other.misere().solve(limits, watch),
        Play::Normal => other.misere().solve_normal(limits, watch),
    }
}

/// Bounds from the command line.
pub fn limits(heaps: u32, max_order: u64) -> Result<Limits, Failure> {
    match usize::try_from(max_order) {
        Ok(order @ 1..=LARGEST_ORDER) => Ok(Limits { heaps, order, ..Limits::default() }),
        _ => fail(format!("--max-order takes 1 to {LARGEST_ORDER}")),
    }
}

/// The certificate as text.
pub fn certificate_text(solution: &Solution) -> Result<Vec<u8>, Failure> {
    let mut text = Vec::new();
    certificate::write(&mut text, solution)?;
    Ok(text)
}

/// Goes on from the partial quotient in a file, if it is there, and keeps the file up to date.
fn solve_with_state(game: &Game, path: &Path, limits: Limits, watch: &mut Terminal) -> Result<Solution, Failure> {
    let mut failure = None;
    let mut keep = |solution: &Solution| {
        if let Err(error) = save(path, solution) {
            failure.get_or_insert(error);
        }
    };
    let solution = if path.exists() {
        let read = std::fs::read_to_string(path);
        let text = read.map_err(|error| Failure::Message(format!("cannot read {}: {error}", path.display())))?;
        game.misere().resume(&text, limits, watch, Some(&mut keep)).map_err(|error| match error {
            MisereError::State(why) => Failure::Message(format!("{}: {why}", path.display())),
            error => error.into(),
        })?
    } else {
        game.misere().solve_saving(limits, watch, &mut keep)
    };
    if let Some(error) = failure {
        return Err(error);
    }
    save(path, &solution)?;
    Ok(solution)
}

/// Writes a new file beside the old one and puts it in its place.
fn save(path: &Path, solution: &Solution) -> Result<(), Failure> {
    output::write(path, certificate_text(solution)?)
}

fn print(document: &Solve) -> Result<Exit, Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let canonical = document.canonical.to_string();
    let standard = if document.standard_form == canonical {
        String::new()
    } else {
        format!(" (standard form {})", document.standard_form)
    };
    let size = format!("order {} with {} P-positions", document.order, document.p_positions);
    let quotient = if document.play == Play::Misere { "misère quotient" } else { "quotient of normal play" };
    if let Some(nim) = document.nim {
        writeln!(out, "{canonical}{standard}: solved. It is Nim in disguise: heap n equals the nim-heap *G(n).")?;
        let saltus = if nim.saltus == 0 { String::new() } else { format!(" and saltus {}", nim.saltus) };
        writeln!(out, "G has period {}{saltus} from heap {} on, proved.", nim.period, nim.preperiod)?;
        if nim.saltus > 0 {
            writeln!(out, "The misère quotient is infinite: the union of the tame quotients T_0, T_1, T_2, …")?;
        }
    }
    if let (Some(period), Some(start)) = (document.period, document.preperiod) {
        let heaps = document.heaps;
        if document.nim.is_none() {
            let kind = match document.tame {
                Some(true) => "; the game is tame",
                Some(false) => "; the game is wild",
                None => "",
            };
            writeln!(out, "{canonical}{standard}: solved. The {quotient} has {size}{kind}.")?;
            writeln!(
                out,
                "Phi has period {period} from heap {start} on, proved by the values of the heaps up to {heaps}."
            )?;
        } else {
            writeln!(out, "The misère quotient has {size}; Phi has period {period} from heap {start} on.")?;
        }
    } else {
        if document.nim.is_none() {
            writeln!(out, "{canonical}{standard}: unresolved.")?;
        }
        writeln!(out, "The heaps up to {} have a {quotient} of {size}.", document.heaps)?;
    }
    if let Some(evidence) = &document.unresolved {
        let hint = if evidence.reason == Reason::Diagonal { " (`grundy misere infinite` may decide it)" } else { "" };
        writeln!(out, "Seen, not proved: {}{hint}.", evidence.text)?;
    }
    writeln!(out, "Growth (heap:order): {}", report::spell_growth(&document.growth, 12))?;
    report::print_presentation(&mut out, &document.presentation, document.period.unwrap_or(10) as usize)?;
    if let Some(structure) = &document.structure {
        structure::print(&mut out, structure)?;
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
    Ok(Exit::Yes)
}
