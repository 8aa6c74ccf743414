//! `grundy analyze --spectrum`: hidden frequencies, in one window or in windows further and further out.

use crate::count;
use crate::exit::{Exit, Failure, fail, print_json};
use crate::progress::Terminal;
use grundy::Game;
use grundy::spectrum::{Line, Report, Step};
use std::io::Write;

/// What to look at.
#[derive(clap::Args)]
#[group(id = "hidden frequencies")]
pub struct Args {
    /// Look for hidden frequencies: lines in the spectra of the parities of the values. Observed, never proved
    #[arg(long)]
    pub spectrum: bool,
    /// --spectrum: the first of the N heaps
    #[arg(long, value_name = "A", requires = "spectrum", default_value = "0", value_parser = count::parse)]
    from: u64,
    /// --spectrum: how many of the strongest dependent lines to show
    #[arg(long, value_name = "K", requires = "spectrum", default_value = "6", value_parser = count::parse)]
    others: u64,
    /// --spectrum: windows of W heaps, each ending at a power of two, up to heap N
    #[arg(
        long, value_name = "W", requires = "spectrum", conflicts_with_all = ["from", "others"],
        value_parser = count::parse
    )]
    octaves: Option<u64>,
}

pub fn run(args: &Args, game: &Game, n: u64, json: bool) -> Result<Exit, Failure> {
    let mut watch = Terminal::new();
    let windows = if let Some(length) = args.octaves {
        game.spectrum_octaves(length, n, &mut watch)?
    } else {
        let Some(end) = args.from.checked_add(n) else { return fail("--from and -n together pass 2^64") };
        let spectrum = game.spectrum(args.from..end, args.others as usize, &mut watch)?;
        vec![Step { spectrum, distance: None, chance: None }]
    };
    drop(watch);
    let report = Report::new(game, windows);
    if json { print_json(&report) } else { print(&report) }
}

fn print(report: &Report) -> Result<Exit, Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for (k, step) in report.windows.iter().enumerate() {
        let seen = &step.spectrum;
        if k > 0 {
            writeln!(out)?;
        }
        writeln!(
            out,
            "{}, heaps {} to {} (observed, not proved)",
            report.canonical,
            seen.from,
            seen.from + seen.count - 1
        )?;
        writeln!(out, "level of chance     {:.6}", seen.level)?;
        if seen.lines.is_empty() {
            writeln!(out, "no line stands above chance")?;
            continue;
        }
        writeln!(out, "independent lines, strongest first")?;
        writeln!(
            out,
            "    mask  frequency  phase  energy  right  drift of both     law    off    fed    off    own  multiple"
        )?;
        for line in &seen.lines {
            writeln!(out, "{}", row(line, &seen.lines))?;
        }
        if !seen.others.is_empty() {
            writeln!(out, "the strongest that depend on them")?;
            for other in &seen.others {
                let (wave, energy) = (other.wave, other.energy);
                let mask = format!("{:#x}", wave.mask);
                writeln!(out, "{mask:>8}  {:.7}  {:.3}  {energy:.4}", wave.theta, wave.phase)?;
            }
        }
        if !seen.cosets.is_empty() {
            let shares: Vec<String> = seen.cosets.iter().map(|share| format!("{:.2} %", 100.0 * share)).collect();
            writeln!(out, "own cosets          {} of the splits for 1, 2, ... lines", shares.join(", "))?;
        }
        if let Some(entropy) = &seen.entropy {
            writeln!(
                out,
                "entropy of a value  {:.3} bits; given the phase of {:.7}: {:.3}, given the phases in random order: \
                 {:.3}",
                entropy.value, entropy.theta, entropy.given_phase, entropy.given_shuffled_phase
            )?;
        }
        if let (Some(distance), Some(chance)) = (step.distance, step.chance) {
            writeln!(
                out,
                "picture             {distance:.3} away from that of the window before; by chance {chance:.3}"
            )?;
        }
    }
    out.flush()?;
    Ok(Exit::Yes)
}

/// One line of the table: wave, energy, drift, what the law says, what the splits say, and whose multiple it is.
fn row(line: &Line, lines: &[Line]) -> String {
    let (wave, drift) = (line.wave, line.drift);
    let mask = format!("{:#x}", wave.mask);
    let law =
        line.law.map_or_else(|| format!("{:>12}", "-"), |law| format!("{:.3} {:+.3}", turn(law.phase), law.residual));
    let fed = line.feed.map_or_else(
        || format!("{:>19}", "-"),
        |feed| format!("{:.3} {:+.3}  {:.3}", turn(feed.phase), feed.residual, feed.own),
    );
    let multiple = match line.multiple {
        1 => String::new(),
        k => format!("  {k:+} x {:#x}", lines[line.fundamental].wave.mask),
    };
    format!(
        "{mask:>8}  {:.7}  {:.3}  {:.4} {:.4}  {:+.1e} {:.3}  {law}  {fed}{multiple}",
        wave.theta,
        turn(wave.phase),
        line.energy,
        line.right,
        drift.theta,
        drift.phase
    )
}

/// A phase that is printed with three digits: a whole turn is 0.
fn turn(phase: f64) -> f64 {
    if phase >= 0.9995 { 0.0 } else { phase }
}
