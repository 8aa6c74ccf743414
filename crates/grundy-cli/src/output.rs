//! Files that commands write: whole or not at all ([`grundy::file`]), and one line that names the file when it cannot
//! be written.

use crate::exit::Failure;
use grundy::file;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file that is being written. Dropped before [`Output::finish`], it leaves nothing behind.
pub struct Output {
    name: PathBuf,
    file: file::Output,
}

impl Output {
    /// Begins to write.
    pub fn create(name: &Path) -> Result<Self, Failure> {
        let file = file::Output::create(name).map_err(|error| cannot(name, &error))?;
        Ok(Output { name: name.to_owned(), file })
    }

    /// Moves the file to its place.
    pub fn finish(self) -> Result<(), Failure> {
        self.file.finish().map_err(|error| cannot(&self.name, &error))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes a whole file.
pub fn write(name: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    file::write(name, bytes).map_err(|error| cannot(name, &error))
}

/// The failure that says which file could not be written, and why; a reader who has seen enough is none.
pub fn cannot(name: &Path, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::PipeClosed,
        _ => Failure::Message(format!("cannot write {}: {error}", name.display())),
    }
}
