//! Receipts in a file, one JSON document a line, to which lines are only added.
//!
//! A process that dies while it writes leaves half a line at the end; this line counts as not written.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// A file of receipts, locked for as long as it is open for adding.
#[derive(Debug)]
pub struct Ledger {
    file: File,
    /// Where the next line begins.
    end: u64,
    /// Whether the line before it has no end yet.
    unended: bool,
}

/// The documents in a file; none where there is no file.
pub fn read<T: DeserializeOwned>(path: &Path) -> io::Result<Vec<T>> {
    match std::fs::read_to_string(path) {
        Ok(text) => documents(&text).map(|(documents, _)| documents),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// The documents in a text, and how much of it they take.
fn documents<T: DeserializeOwned>(text: &str) -> io::Result<(Vec<T>, usize)> {
    let (mut found, mut end) = (Vec::new(), 0);
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        match serde_json::from_str(line) {
            _ if line.trim().is_empty() => {}
            Ok(document) => found.push(document),
            Err(_) if !line.ends_with('\n') => break,
            Err(error) => {
                let error = error.to_string().escape_debug().to_string();
                return Err(io::Error::other(format!("line {number} is not a receipt: {error}")));
            }
        }
        end += line.len();
    }
    Ok((found, end))
}

impl Ledger {
    /// Opens a file for adding, or makes it, and reads what it has. Waits while another process has it open.
    pub fn open<T: DeserializeOwned>(path: &Path) -> io::Result<(Self, Vec<T>)> {
        let mut file = File::options().read(true).write(true).create(true).truncate(false).open(path)?;
        file.lock()?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let (known, end) = documents(&text)?;
        let unended = end > 0 && !text[..end].ends_with('\n');
        Ok((Ledger { file, end: end as u64, unended }, known))
    }

    /// Adds documents, on lines of their own.
    pub fn append<T: Serialize>(mut self, documents: &[T]) -> io::Result<()> {
        if documents.is_empty() {
            return Ok(());
        }
        let mut text = if self.unended { vec![b'\n'] } else { Vec::new() };
        for document in documents {
            serde_json::to_writer(&mut text, document)?;
            text.push(b'\n');
        }
        self.file.set_len(self.end)?;
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(&text)?;
        self.file.sync_all()
    }
}
