//! Looking at a catalogue: tables, a page, and what two of them say differently.

use super::Database;
use crate::exit::{Exit, Failure, parse_game, print_json};
use crate::interrupt;
use crate::output;
use grundy_census::{Catalogue, Change, Difference, Format, difference, table};
use std::io::Write;
use std::path::PathBuf;

/// Print the classes of a catalogue for which a condition holds, or all about the class of one game
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grundy census octal:2 --db o.db --rounds 0.1\n  \
        grundy census show --db o.db --where 'period > 100'\n  \
                  grundy census show --db o.db .77")]
pub struct Show {
    #[command(flatten)]
    database: Database,
    /// The class of this game, with the history of its rounds
    game: Option<String>,
    /// A condition in SQL: 'period > 1000', "status = 'open' AND rares < 200"
    #[arg(long = "where", value_name = "CONDITION", default_value = "", conflicts_with = "game")]
    condition: String,
    /// How the table is written
    #[arg(long, value_enum, default_value = "table")]
    format: Shape,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Shape {
    Table,
    Csv,
    Json,
    Latex,
}

pub fn show(args: &Show, json: bool) -> Result<Exit, Failure> {
    interrupt::waiting(|| print(args, json))
}

fn print(args: &Show, json: bool) -> Result<Exit, Failure> {
    let catalogue = Catalogue::look(&args.database.file)?;
    let rows = match &args.game {
        None => catalogue.rows(&args.condition)?,
        Some(game) => {
            let entry = catalogue.entry(&parse_game(game)?)?;
            match args.format {
                Shape::Csv | Shape::Latex if !json => vec![entry.row],
                Shape::Table if !json => {
                    write!(std::io::stdout().lock(), "{entry}")?;
                    return Ok(Exit::Yes);
                }
                _ => return print_json(&entry),
            }
        }
    };
    let format = match args.format {
        _ if json => Format::Json,
        Shape::Table => Format::Table,
        Shape::Csv => Format::Csv,
        Shape::Json => Format::Json,
        Shape::Latex => Format::Latex,
    };
    std::io::stdout().lock().write_all(table(&rows, format).as_bytes())?;
    Ok(Exit::Yes)
}

/// Write a page about a catalogue: totals, periods against preperiods, the hardest, the most promising, a table to sort
/// and filter
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  grundy census octal:2 --db o.db --rounds 0.1\n  grundy census report --db o.db o.html"
)]
pub struct Report {
    #[command(flatten)]
    database: Database,
    /// The page to write
    #[arg(value_name = "FILE.html")]
    page: PathBuf,
}

pub fn report(args: &Report) -> Result<Exit, Failure> {
    let page =
        interrupt::waiting(|| Catalogue::look(&args.database.file).and_then(|open| grundy_census::report(&open)))?;
    output::write(&args.page, page)?;
    Ok(Exit::Yes)
}

/// Say what two catalogues say differently; times do not count
#[derive(clap::Args)]
#[command(after_help = "Example:\n  grundy census octal:1 --db a.db --rounds 0.1\n  \
        grundy census octal:1 --db b.db --rounds 0.1\n  grundy census diff a.db b.db")]
pub struct Diff {
    /// A catalogue
    first: PathBuf,
    /// Another one
    second: PathBuf,
}

pub fn diff(args: &Diff, json: bool) -> Result<Exit, Failure> {
    let found = interrupt::waiting(|| difference(&Catalogue::look(&args.first)?, &Catalogue::look(&args.second)?))?;
    let exit = if found.is_empty() { Exit::Yes } else { Exit::No };
    if json {
        print_json(&found)?;
        return Ok(exit);
    }
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let Difference { common, only_first, only_second, changed, contradictions } = &found;
    writeln!(out, "{common} classes in both")?;
    for (games, path) in [(only_first, &args.first), (only_second, &args.second)] {
        for game in games {
            writeln!(out, "only in {}: {game}", path.display())?;
        }
    }
    for Change { game, first, second } in changed {
        writeln!(out, "{game}: {first} | {second}")?;
    }
    for Change { game, first, second } in contradictions {
        writeln!(out, "CONTRADICTION {game}: {first} | {second}")?;
    }
    out.flush()?;
    Ok(exit)
}
