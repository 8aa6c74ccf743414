//! Keeping a table: a Markdown file with everything that the figures depend on.

use super::machine;
use super::table::Table;
use crate::exit::{Failure, fail};
use std::path::{Path, PathBuf};

/// Where records are kept, seen from the root of the project.
const DIRECTORY: &str = "bench/record";

/// Where the tables go, if anywhere.
pub struct Target(Option<PathBuf>);

impl Target {
    /// The file that was named, or the usual one for a complete run in the project. A file that cannot be written is
    /// found out before the measuring, not after.
    pub fn new(named: Option<&Path>, complete: bool) -> Result<Self, Failure> {
        let usual = || Path::new(DIRECTORY).join(format!("{}-{}.md", machine::date(), slug(&machine::cpu())));
        let path = match named {
            Some(path) => Some(path.to_owned()),
            None => (complete && Path::new(DIRECTORY).is_dir()).then(usual),
        };
        if let Some(path) = &path
            && let Err(error) = std::fs::OpenOptions::new().append(true).create(true).open(path)
        {
            return fail(format!("cannot write {}: {error}", path.display()));
        }
        Ok(Target(path))
    }

    /// Writes the tables; answers where.
    pub fn write(self, tables: &[Table]) -> Result<Option<PathBuf>, Failure> {
        let Some(path) = self.0 else { return Ok(None) };
        let mut text = format!(
            "# Benchmark of {}\n\n- processor: {}, {} threads, load {}\n- commit: {}\n- command: `{}`\n\n",
            machine::date(),
            machine::cpu(),
            machine::cores(),
            machine::load().as_deref().unwrap_or("unknown"),
            machine::commit(),
            command(),
        );
        text.extend(tables.iter().map(Table::text));
        match std::fs::write(&path, text.trim_end().to_owned() + "\n") {
            Ok(()) => Ok(Some(path)),
            Err(error) => fail(format!("cannot write {}: {error}", path.display())),
        }
    }
}

/// How this program was called.
fn command() -> String {
    std::iter::once("grundy".to_owned()).chain(std::env::args().skip(1)).collect::<Vec<_>>().join(" ")
}

/// Small letters and digits, with a dash between words.
fn slug(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty() && *word != "R");
    words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-")
}
