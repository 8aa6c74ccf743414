//! Checkpoints: the state of a long run in a directory, such that no accident loses more than the latest minute.
//!
//! ```text
//! D/lock                      locked by the process that runs here
//! D/checkpoint-000000000042   a generation; the newest few are kept
//! D/checkpoint.new            being written: never read
//! ```
//!
//! A checkpoint is one line, `grundy-checkpoint 2 LENGTH HASH`, and `LENGTH` bytes of JSON: the [`State`]. `HASH` is
//! XXH3 (64 bits, hexadecimal) of these bytes, with the version as its seed. A new generation is written beside the
//! others, flushed to the disk, renamed, and the directory flushed, before the oldest one is removed: at any instant
//! the newest generation under its name is complete. One that is not, or whose hash is wrong, has been damaged later;
//! it is set aside under a name with `.damaged`, and the one before is used.

use super::{RunError, State, Status, receipts};
use crate::file::Output;
use crate::game::Game;
use std::fmt::Write as _;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The version of the format.
const VERSION: u64 = 2;
/// Generations kept.
const KEPT: usize = 3;
/// No run saves itself this often: a file with a larger number is not one of ours.
const LAST_GENERATION: u64 = 1_000_000_000_000_000;
const MAGIC: &str = "grundy-checkpoint";
const PREFIX: &str = "checkpoint-";
const DAMAGED: &str = ".damaged";

/// Why a run cannot be saved or read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The system says no.
    #[error("{}: {error}", path.display())]
    System {
        /// The file.
        path: PathBuf,
        /// Its reason.
        error: io::Error,
    },
    /// Another process runs here.
    #[error("{}: another process runs in this directory; wait for it, or take another directory", .0.display())]
    Locked(PathBuf),
    /// No run is saved here.
    #[error("{}: no checkpoint of a run", .0.display())]
    Nothing(PathBuf),
    /// The run is of another game.
    #[error("{}: this run is of {saved}, not of {asked}", dir.display())]
    OtherGame {
        /// The directory.
        dir: PathBuf,
        /// The game of the run.
        saved: Game,
        /// The game that was asked for.
        asked: Game,
    },
    /// What a checkpoint says cannot be true.
    #[error("{}: {error}", path.display())]
    Contradiction {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: Box<RunError>,
    },
    /// A number that no run reaches.
    #[error("{}: no run has saved itself this often; remove the file if it is not yours", .0.display())]
    Generation(PathBuf),
    /// The run ended and could not be saved.
    #[error("cannot save {error}; {}", last_checkpoint(*safe))]
    Unsaved {
        /// Why not.
        error: Box<CheckpointError>,
        /// The heap of the last checkpoint that was written, 0 if none was.
        safe: u64,
    },
    /// The format is not this version's.
    #[error("{}: format version {version}; this program reads version {VERSION}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: u64,
    },
    /// Checkpoints existed, and none can be used.
    #[error("{}: every checkpoint is damaged (set aside as *{DAMAGED}); take an empty directory to begin \
        anew", .0.display())]
    AllDamaged(PathBuf),
}

/// The heap of the last checkpoint, in words.
pub fn last_checkpoint(heap: u64) -> String {
    match heap {
        0 => "nothing is saved yet".to_owned(),
        heap => format!("the last checkpoint is at heap {heap}"),
    }
}

fn system(path: &Path) -> impl Fn(io::Error) -> CheckpointError {
    let path = path.to_owned();
    move |error| CheckpointError::System { path: path.clone(), error }
}

/// What a file holds.
enum Content {
    State(Box<State>),
    Damaged,
}

fn encode(state: &State) -> io::Result<Vec<u8>> {
    let body = serde_json::to_vec(state)?;
    let header = format!("{MAGIC} {VERSION} {} {:016x}\n", body.len(), xxh3_64_with_seed(&body, VERSION));
    Ok([header.into_bytes(), body].concat())
}

/// Reads a file; a foreign version is an error, anything else that is wrong is damage.
fn read(path: &Path) -> Result<Content, CheckpointError> {
    let bytes = fs::read(path).map_err(system(path))?;
    let Some(end) = bytes.iter().position(|&byte| byte == b'\n') else { return Ok(Content::Damaged) };
    let (header, body) = (String::from_utf8_lossy(&bytes[..end]), &bytes[end + 1..]);
    let words: Vec<&str> = header.split(' ').collect();
    let &[MAGIC, version, length, hash] = &words[..] else { return Ok(Content::Damaged) };
    // Only a whole file is believed to be of another version.
    let Ok(version) = version.parse() else { return Ok(Content::Damaged) };
    if length != body.len().to_string() || hash != format!("{:016x}", xxh3_64_with_seed(body, version)) {
        return Ok(Content::Damaged);
    }
    if version != VERSION {
        return Err(CheckpointError::Version { path: path.to_owned(), version });
    }
    // What has the right hash was written by someone: if it makes no sense, that is no damage.
    let contradiction = |error| CheckpointError::Contradiction { path: path.to_owned(), error: Box::new(error) };
    let state: State = serde_json::from_slice(body).map_err(|error| {
        let escaped = error.to_string().escape_debug().to_string();
        contradiction(RunError::Contradiction(format!("it cannot be read: {escaped}")))
    })?;
    state.check().map_err(contradiction)?;
    Ok(Content::State(Box::new(state)))
}

/// The generations in a directory, the newest first, and whether damaged ones were set aside.
fn generations(dir: &Path) -> Result<(Vec<(u64, PathBuf)>, bool), CheckpointError> {
    let mut found = Vec::new();
    let mut damaged = false;
    for entry in fs::read_dir(dir).map_err(system(dir))? {
        let path = entry.map_err(system(dir))?.path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()?.strip_prefix(PREFIX)) else { continue };
        damaged |= name.ends_with(DAMAGED);
        match name.parse() {
            Ok(number) if number > LAST_GENERATION => return Err(CheckpointError::Generation(path)),
            Ok(number) => found.push((number, path)),
            Err(_) => {}
        }
    }
    found.sort_unstable();
    found.reverse();
    Ok((found, damaged))
}

/// The newest state in a directory that can be read and when it was written, without touching anything: also while a
/// process runs there.
pub fn latest(dir: &Path) -> Result<(State, Option<SystemTime>), CheckpointError> {
    // A generation may be removed while we look: then there are newer ones.
    for last_try in [false, true] {
        let (found, damaged) = generations(dir)?;
        let nothing = found.is_empty();
        for (_, path) in found {
            match read(&path) {
                Ok(Content::State(state)) => {
                    let written = fs::metadata(&path).and_then(|metadata| metadata.modified());
                    return Ok((*state, written.ok()));
                }
                Err(CheckpointError::System { error, .. }) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
                Ok(Content::Damaged) => {}
            }
        }
        if last_try && nothing && !damaged {
            return Err(CheckpointError::Nothing(dir.to_owned()));
        }
    }
    Err(CheckpointError::AllDamaged(dir.to_owned()))
}

/// Where the run in a directory stands, by its newest checkpoint. Nothing is touched.
pub fn status(dir: &Path) -> Result<Status, CheckpointError> {
    let (state, written) = latest(dir)?;
    let ago = written.and_then(|written| written.elapsed().ok()).map(|ago| ago.as_secs_f64());
    let status = Status::covered(&state, &receipts::stored(dir)?);
    Ok(Status { saved_seconds_ago: ago, running: is_running(dir), ..status })
}

/// Whether a process runs in a directory at the moment; none where that cannot be found out.
pub fn is_running(dir: &Path) -> Option<bool> {
    let lock = File::open(dir.join("lock")).ok()?;
    match lock.try_lock_shared() {
        Ok(()) => Some(false),
        Err(TryLockError::WouldBlock) => Some(true),
        Err(TryLockError::Error(_)) => None,
    }
}

/// How often a lock is tried before it is another's: whoever asks for a status holds it for an instant.
const TRIES: u32 = 10;

/// A directory that this process alone writes to.
#[derive(Debug)]
pub struct Store {
    dir: PathBuf,
    /// The lock is given up with the file, whatever ends the process.
    _lock: File,
    newest: u64,
}

impl Store {
    /// Takes possession of a directory, which is made if need be.
    pub fn open(dir: &Path) -> Result<Self, CheckpointError> {
        fs::create_dir_all(dir).map_err(system(dir))?;
        let path = dir.join("lock");
        let lock = File::options().create(true).truncate(false).write(true).open(&path).map_err(system(&path))?;
        for last_try in (0..TRIES).rev() {
            match lock.try_lock() {
                Ok(()) => break,
                Err(TryLockError::WouldBlock) if last_try > 0 => std::thread::sleep(Duration::from_millis(20)),
                Err(TryLockError::WouldBlock) => return Err(CheckpointError::Locked(dir.to_owned())),
                Err(TryLockError::Error(error)) => return Err(system(&path)(error)),
            }
        }
        Ok(Store { dir: dir.to_owned(), _lock: lock, newest: 0 })
    }

    /// The newest good state, if a run was begun here, and the damaged files that were set aside.
    pub fn load(&mut self) -> Result<(Option<State>, Vec<PathBuf>), CheckpointError> {
        let (found, damaged_before) = generations(&self.dir)?;
        let mut set_aside = Vec::new();
        self.newest = found.first().map_or(0, |&(number, _)| number);
        for (_, path) in found {
            match read(&path)? {
                Content::State(state) => return Ok((Some(*state), set_aside)),
                Content::Damaged => {
                    let aside = path.with_added_extension(&DAMAGED[1..]);
                    fs::rename(&path, &aside).map_err(system(&path))?;
                    set_aside.push(aside);
                }
            }
        }
        if damaged_before || !set_aside.is_empty() {
            return Err(CheckpointError::AllDamaged(self.dir.clone()));
        }
        Ok((None, set_aside))
    }

    /// Saves a state as the newest generation. When this fails, the newest generation before is as it was; on a full
    /// disk those before it are given up.
    pub fn save(&mut self, state: &State) -> Result<(), CheckpointError> {
        let number = self.newest + 1;
        let mut name = String::new();
        let _ = write!(name, "{PREFIX}{number:012}");
        let bytes = encode(state).map_err(system(&self.dir))?;
        match self.commit(&name, &bytes) {
            Err(CheckpointError::System { error, .. }) if error.kind() == io::ErrorKind::StorageFull => {
                // All older generations but the newest make room.
                for (_, path) in generations(&self.dir)?.0.into_iter().skip(1) {
                    let _ = fs::remove_file(path);
                }
                self.commit(&name, &bytes)?;
            }
            committed => committed?,
        }
        self.newest = number;
        for (_, path) in generations(&self.dir)?.0.into_iter().skip(KEPT) {
            // It does no harm if it stays.
            let _ = fs::remove_file(path);
        }
        Ok(())
    }

    /// Writes a file such that it is complete as soon as it has its name, and stays so.
    pub fn commit(&self, name: &str, bytes: &[u8]) -> Result<(), CheckpointError> {
        let path = self.dir.join(name);
        let written = Output::create_as(self.dir.join("checkpoint.new"), path.clone()).and_then(|mut file| {
            file.write_all(bytes)?;
            file.finish()
        });
        written.map_err(system(&path))
    }
}
