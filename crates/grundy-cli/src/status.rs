//! `grundy status`: where a long run stands.

use crate::exit::{Exit, Failure, print_json};
use grundy::run;
use grundy::run::{SparseSpace, Stage, Status};
use std::io::Write;
use std::path::PathBuf;

/// Show where a long run stands
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy search .45 --dir run --until 1e5 && grundy status --dir run")]
pub struct Args {
    /// The directory of the run
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let status = run::status(&args.dir)?;
    if json { print_json(&status) } else { print(&status) }
}

pub fn print(status: &Status) -> Result<Exit, Failure> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let saltus =
        status.saltus.filter(|&saltus| saltus > 0).map_or(String::new(), |saltus| format!(", saltus {saltus}"));
    match (status.preperiod, status.period, status.status) {
        (Some(preperiod), Some(period), _) => {
            let what = if saltus.is_empty() { "periodic" } else { "arithmetic-periodic" };
            writeln!(out, "{} is {what}: period {period}{saltus}, preperiod {preperiod}", status.game)?;
            if !status.checked {
                writeln!(out, "proof          saved, not checked here; `grundy verify` checks it")?;
            }
        }
        (_, _, Stage::Confirming) => writeln!(out, "{}: confirming a period", status.game)?,
        _ => writeln!(out, "{}: searching", status.game)?,
    }
    writeln!(out, "verified       all heaps before {}", status.verified)?;
    if status.speculated > status.verified {
        writeln!(out, "guessed        all heaps before {}; what follows counts the guesses, too", status.speculated)?;
    }
    if let Some(receipts) = &status.receipts {
        let (done, open) = (receipts.done, receipts.open);
        writeln!(out, "receipts       all heaps before {}: {done} segments, {open} open", receipts.verified)?;
    }
    writeln!(out, "hash           {}", status.hash)?;
    if let Some(max) = &status.max {
        writeln!(out, "largest value  {} (first at {})", max.value, max.at)?;
    }
    if let Some((value, heap)) = status.firsts.iter().max_by_key(|&(_, heap)| heap) {
        writeln!(out, "newest value   {value} (first at {heap}); {} values occur", status.firsts.len())?;
    }
    if let Some(SparseSpace { mask, parity, rares, last_rare, depth, .. }) = &status.sparse {
        let parity = if *parity == 1 { " with heap parity" } else { "" };
        let last = last_rare.map_or("none".to_owned(), |last| last.to_string());
        writeln!(out, "sparse space   mask {mask}{parity}: {rares} rares, the last at {last}, depth {depth}")?;
        writeln!(out, "segments       {}, {} heaps apart", status.segments, status.segment_length)?;
    } else {
        writeln!(out, "values         all of them are kept")?;
    }
    if let (Some(period), None) = (status.candidate_period, status.period) {
        writeln!(out, "candidate      period {period}, to be confirmed")?;
    }
    let speed = status.values_per_second / 1e6;
    writeln!(out, "time           {}, {speed:.3} million values/s", span(status.seconds))?;
    if let (Some(until), Some(left)) = (status.until, status.estimate_seconds) {
        writeln!(out, "left           {} to heap {until}", span(left))?;
    }
    if let Some(ago) = status.saved_seconds_ago {
        writeln!(out, "saved          {} ago", span(ago))?;
    }
    if let Some(running) = status.running {
        writeln!(out, "process        {}", if running { "running" } else { "none runs here" })?;
    }
    out.flush()?;
    Ok(Exit::Yes)
}

/// Seconds as a person says them.
fn span(seconds: f64) -> String {
    match seconds as u64 {
        0..100 => format!("{seconds:.1} s"),
        s @ 100..6000 => format!("{} min {:02} s", s / 60, s % 60),
        s @ 6000..172_800 => format!("{} h {:02} min", s / 3600, s / 60 % 60),
        s => format!("{} days {} h", s / 86_400, s / 3600 % 24),
    }
}
