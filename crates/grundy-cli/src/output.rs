//! Files that appear under their name only when they are complete.
//!
//! A regular file is written beside its place and then moved there; it keeps the mode and the owner of the one it replaces. A
//! symbolic link stays one: what it leads to is replaced. What is no regular file (a device, a FIFO) is written through.

use crate::exit::Failure;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file that is being written. Dropped before [`Output::finish`], it leaves nothing behind.
pub struct Output {
    /// The name it was asked for.
    name: PathBuf,
    file: File,
    /// Where it is written, and where it belongs; none for what is written through.
    places: Option<(PathBuf, PathBuf)>,
}

/// How many links may lead to a file.
const MOST_LINKS: usize = 40;

impl Output {
    /// Begins to write.
    pub fn create(name: &Path) -> Result<Self, Failure> {
        Output::open(name).map_err(|error| cannot(name, &error))
    }

    fn open(name: &Path) -> io::Result<Self> {
        let before = fs::metadata(name).ok();
        if before.as_ref().is_some_and(|before| !before.is_file()) {
            let file = OpenOptions::new().write(true).open(name)?;
            return Ok(Output { name: name.to_owned(), file, places: None });
        }
        let place = follow(name)?;
        let unfinished = beside(&place);
        let file = OpenOptions::new().write(true).create_new(true).open(&unfinished)?;
        let output = Output { name: name.to_owned(), file, places: Some((unfinished, place)) };
        if let Some(before) = before {
            output.file.set_permissions(before.permissions())?;
            keep_owner(&output.file, &before);
        }
        Ok(output)
    }

    /// Moves the file to its place.
    pub fn finish(mut self) -> Result<(), Failure> {
        let finished = self.file.flush().and_then(|()| match self.places.take() {
            None => Ok(()),
            Some((unfinished, place)) => {
                self.file.sync_all().and_then(|()| fs::rename(&unfinished, place)).inspect_err(|_| {
                    let _ = fs::remove_file(&unfinished);
                })
            }
        });
        finished.map_err(|error| cannot(&self.name, &error))
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if let Some((unfinished, _)) = &self.places {
            let _ = fs::remove_file(unfinished);
        }
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
    let mut output = Output::create(name)?;
    output.write_all(bytes.as_ref()).map_err(|error| cannot(name, &error))?;
    output.finish()
}

/// The failure that says which file could not be written, and why; a reader who has seen enough is none.
pub fn cannot(name: &Path, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::PipeClosed,
        _ => Failure::Message(format!("cannot write {}: {error}", name.display())),
    }
}

/// Where the links of `name` lead, also if nothing is there yet.
fn follow(name: &Path) -> io::Result<PathBuf> {
    let mut place = name.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&place) {
            Ok(to) => place = place.parent().unwrap_or(Path::new("")).join(to),
            Err(_) => return Ok(place),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// A name in the same directory that no other process takes.
fn beside(place: &Path) -> PathBuf {
    place.with_added_extension(format!("{}.part", std::process::id()))
}

#[cfg(unix)]
fn keep_owner(file: &File, before: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    // Only root may give files away; for everybody else they are theirs before and after.
    let _ = fchown(file, Some(before.uid()), Some(before.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &fs::Metadata) {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::io::Read;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn what_is_replaced_keeps_its_mode_and_its_links() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link, second) = (folder.path().join("a"), folder.path().join("b"), folder.path().join("c"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        symlink("a", &link).unwrap();
        symlink("b", &second).unwrap();
        write(&second, "new").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(mode(&file), 0o600);
        assert!(link.is_symlink() && second.is_symlink());
        // A link to nothing yet makes what it leads to.
        fs::remove_file(&file).unwrap();
        write(&link, "again").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "again");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 3, "nothing else is left");
    }

    #[test]
    fn what_is_no_regular_file_is_written_through() {
        write(Path::new("/dev/null"), "gone").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        let folder = tempfile::tempdir().unwrap();
        let fifo = folder.path().join("fifo");
        assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
        let reader = std::thread::spawn({
            let fifo = fifo.clone();
            move || {
                let mut text = String::new();
                File::open(fifo).unwrap().read_to_string(&mut text).unwrap();
                text
            }
        });
        write(&fifo, "through").unwrap();
        assert_eq!(reader.join().unwrap(), "through");
        assert!(!fs::metadata(&fifo).unwrap().is_file());
        assert!(write(folder.path(), "a folder").is_err());
    }

    #[test]
    fn what_is_not_finished_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        fs::write(&file, "old").unwrap();
        let mut output = Output::create(&file).unwrap();
        output.write_all(b"half").unwrap();
        drop(output);
        assert_eq!(fs::read_to_string(&file).unwrap(), "old");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        symlink("loop", folder.path().join("loop")).unwrap();
        assert!(Output::create(&folder.path().join("loop")).is_err());
    }
}
