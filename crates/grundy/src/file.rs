//! Files that appear under their name only when they are complete.
//!
//! A regular file is written beside its place and then moved there; it keeps the mode and the owner of the one it
//! replaces. A symbolic link stays one: what it leads to is replaced. What is no regular file (a device, a FIFO) is
//! written through.
//!
//! ```
//! let folder = std::env::temp_dir();
//! let path = folder.join(format!("grundy-{}.txt", std::process::id()));
//! grundy::file::write(&path, "whole or not at all")?;
//! # std::fs::remove_file(path)?;
//! # Ok::<(), std::io::Error>(())
//! ```

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file that is being written. Dropped before [`Output::finish`], it leaves nothing behind.
#[derive(Debug)]
pub struct Output {
    file: File,
    /// Where it is written, and where it belongs; none for what is written through.
    places: Option<(PathBuf, PathBuf)>,
}

/// How many unfinished files of other processes may lie beside a file.
const MOST_LEFT_BEHIND: u32 = 100;

/// How many links may lead to a file.
const MOST_LINKS: usize = 40;

impl Output {
    /// Begins to write the file of this name.
    pub fn create(name: &Path) -> io::Result<Self> {
        let before = fs::metadata(name).ok();
        if before.as_ref().is_some_and(|before| !before.is_file()) {
            return Ok(Output { file: OpenOptions::new().write(true).open(name)?, places: None });
        }
        let place = follow(name)?;
        let output = Output::begin_beside(&place)?;
        if let Some(before) = before {
            output.file.set_permissions(before.permissions())?;
            keep_owner(&output.file, &before);
        }
        Ok(output)
    }

    /// The same under a name of the caller's until it is finished: for whoever alone writes to a directory, and is to
    /// leave at most one unfinished file there, however often he is killed.
    pub(crate) fn create_as(unfinished: PathBuf, place: PathBuf) -> io::Result<Self> {
        Output::begin(unfinished, place, OpenOptions::new().create(true).truncate(true))
    }

    /// Takes the first name beside the place that is free: another process may have left one of them behind.
    fn begin_beside(place: &Path) -> io::Result<Self> {
        let mut number = 0;
        loop {
            match Output::begin(beside(place, number), place.to_owned(), OpenOptions::new().create_new(true)) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < MOST_LEFT_BEHIND => number += 1,
                begun => return begun,
            }
        }
    }

    fn begin(unfinished: PathBuf, place: PathBuf, how: &mut OpenOptions) -> io::Result<Self> {
        Ok(Output { file: how.write(true).open(&unfinished)?, places: Some((unfinished, place)) })
    }

    /// Moves the file to its place. When this returns, it is there for good, whatever happens to the machine.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        let Some((unfinished, place)) = self.places.take() else { return Ok(()) };
        let moved = self.file.sync_all().and_then(|()| fs::rename(&unfinished, &place));
        if moved.is_err() {
            let _ = fs::remove_file(&unfinished);
        }
        moved.and_then(|()| keep_name(&place))
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
pub fn write(name: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let mut output = Output::create(name)?;
    output.write_all(bytes.as_ref())?;
    output.finish()
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

/// The names in the same directory that this process takes while it writes.
fn beside(place: &Path, number: u32) -> PathBuf {
    place.with_added_extension(format!("{}-{number}.part", std::process::id()))
}

/// A new name is on the disk when its folder is.
#[cfg(unix)]
fn keep_name(place: &Path) -> io::Result<()> {
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // A folder that may be written to but not read keeps the name in its own time.
    File::open(folder).map_or(Ok(()), |folder| folder.sync_all())
}

#[cfg(not(unix))]
fn keep_name(_: &Path) -> io::Result<()> {
    Ok(())
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
    fn what_others_left_behind_is_no_obstacle() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a");
        fs::write(beside(&file, 0), "left behind").unwrap();
        write(&file, "new").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(fs::read_to_string(beside(&file, 0)).unwrap(), "left behind");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
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
