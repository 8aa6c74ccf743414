//! A catalogue on its way to other machines: all of it as text, or its next steps as jobs.

use super::Database;
use crate::exit::{Exit, Failure, print_json};
use crate::interrupt;
use crate::job::{all_receipts, print_taken, share};
use crate::output;
use crate::progress::Terminal;
use grundy::census::effort;
use grundy_census::Catalogue;
use std::io::{BufReader, Write};
use std::path::PathBuf;

/// Write all of a catalogue as text, one JSON document a line, for `import`
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  grundy census octal:1 --db o.db --rounds 0.1\n  grundy census export --db o.db o.jsonl"
)]
pub struct Export {
    #[command(flatten)]
    database: Database,
    /// Name the machines that did the steps
    #[arg(long)]
    machines: bool,
    /// The file to write
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub fn export(args: &Export) -> Result<Exit, Failure> {
    let text = interrupt::waiting(|| {
        let mut text = Vec::new();
        let catalogue = Catalogue::look(&args.database.file)?;
        grundy_census::export(&catalogue, args.machines, &mut text).map(|()| text)
    })?;
    output::write(&args.file, text)?;
    Ok(Exit::Yes)
}

/// Make a catalogue from what `export` wrote, to go on with it
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy census octal:1 --db o.db --rounds 0.1\n  \
        grundy census export --db o.db o.jsonl\n  \
                  grundy census import --db copy.db o.jsonl")]
pub struct Import {
    #[command(flatten)]
    database: Database,
    /// The file that export wrote, as it is or packed by gzip
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

pub fn import(args: &Import, json: bool) -> Result<Exit, Failure> {
    let name = args.file.display();
    let opened = std::fs::File::open(&args.file).map_err(|error| Failure::Message(format!("{name}: {error}")))?;
    // All of it or nothing is written, however it ends.
    let made = interrupt::waiting(|| grundy_census::import(&args.database.file, &mut BufReader::new(opened)));
    let catalogue = made.map_err(|error| match error {
        grundy_census::CensusError::Line { .. } => Failure::Message(format!("{name}, {error}")),
        error => error.into(),
    })?;
    let totals = catalogue.totals()?;
    if json {
        return print_json(&totals);
    }
    writeln!(std::io::stdout().lock(), "{} classes, {} of them proved", totals.classes, totals.proved)?;
    Ok(Exit::Yes)
}

/// Print the next step of every class as a job, one JSON document a line, for `grundy job run` on any machine
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy census octal:1 --db o.db --rounds 0.1\n  grundy census jobs --db o.db")]
pub struct Jobs {
    #[command(flatten)]
    database: Database,
    /// The last round, by the seconds that it gives to a class: 0.1, 1, 10, 100, …
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = round)]
    rounds: u32,
}

fn round(text: &str) -> Result<u32, String> {
    effort::round(text).ok_or_else(|| "accepted are 0.1, 1, 10, 100 and so on".to_owned())
}

pub fn jobs(args: &Jobs) -> Result<Exit, Failure> {
    let steps = interrupt::waiting(|| Catalogue::look(&args.database.file).and_then(|open| open.steps(args.rounds)))?;
    for step in steps {
        print_json(&step)?;
    }
    Ok(Exit::Yes)
}

/// Take in the receipts of `grundy job run`: in any order, any number of times
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy census octal:1 --db o.db --rounds 0.1\n  \
        grundy census jobs --db o.db | grundy job run > receipts\n  \
                  grundy census merge --db o.db receipts")]
pub struct Merge {
    #[command(flatten)]
    database: Database,
    /// Files with receipts, one a line; - is stdin
    #[arg(value_name = "RECEIPTS", required = true)]
    files: Vec<PathBuf>,
    /// Do this share of the steps again here, from 0 to 1; what comes out differently is refused
    #[arg(long, value_name = "SHARE", default_value = "0.01", value_parser = share)]
    recheck: f64,
}

pub fn merge(args: &Merge, json: bool) -> Result<Exit, Failure> {
    let mut catalogue = Catalogue::open(&args.database.file)?;
    let receipts = all_receipts(&args.files)?;
    let merged = catalogue.merge(&receipts, args.recheck, &mut Terminal::new())?;
    let exit = if merged.refused.is_empty() { Exit::Yes } else { Exit::No };
    if json {
        print_json(&merged)?;
        return Ok(exit);
    }
    print_taken(merged.accepted, merged.rechecked, merged.repeated, &merged.refused)?;
    Ok(exit)
}
