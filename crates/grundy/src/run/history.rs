//! The values of all heaps, on disk: what a run needs that cannot go on from its last values, and what settles a late
//! rare heap.
//!
//! A file that only grows, of blocks:
//!
//! ```text
//! bytes 0-3    "GH1\n"
//! byte  4      the bytes of a value, 1 or 2; bytes 5-7 are 0
//! bytes 8-11   how many values
//! bytes 12-15  0
//! bytes 16-23  the first heap
//! bytes 24-31  XXH3 (64 bits) of the 24 bytes before and of the values
//! then         the values
//! ```
//!
//! Numbers have their low byte first. Blocks follow each other without gaps. A checkpoint is written only when the
//! history reaches it and is flushed to the disk; so whatever happens, the blocks up to the newest checkpoint are
//! complete, and what comes after them is cut off. A block that is damaged later is found by its hash: the values
//! before it count, those after it are computed again.

use crate::watch::{Progress, Watch};
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// The values of a full block.
const BLOCK: usize = 1 << 16;
const MAGIC: &[u8; 4] = b"GH1\n";
/// The bytes before the values of a block.
const HEADER: usize = 32;

/// The history of a run, open for writing.
#[derive(Debug)]
pub struct History {
    file: File,
    /// The bytes of the file.
    bytes: u64,
    /// The heaps in the file.
    heaps: u64,
    /// Values that are not yet written.
    pending: Vec<u16>,
    /// The most bytes that the file may have.
    most: u64,
    /// The first error of writing, until somebody asks.
    error: Option<io::Error>,
    /// Whether no further values are kept.
    closed: bool,
}

impl History {
    /// Opens the history in this file, made if need be, of at most `most` bytes; what is there beyond heap `next` is
    /// cut off.
    pub fn open(path: &Path, next: u64, most: u64) -> io::Result<Self> {
        let mut file = File::options().create(true).truncate(false).read(true).write(true).open(path)?;
        let (mut heaps, mut bytes) = (0, 0);
        let length = file.metadata()?.len();
        let mut header = [0; HEADER];
        while bytes + HEADER as u64 <= length {
            file.seek(SeekFrom::Start(bytes))?;
            file.read_exact(&mut header)?;
            let Some(block) = Header::read(&header).filter(|block| block.from == heaps) else { break };
            let end = bytes + (HEADER + block.bytes()) as u64;
            if end > length || heaps + block.count as u64 > next {
                break;
            }
            (heaps, bytes) = (heaps + block.count as u64, end);
        }
        file.set_len(bytes)?;
        file.seek(SeekFrom::Start(bytes))?;
        Ok(History { file, bytes, heaps, pending: Vec::new(), most, error: None, closed: false })
    }

    /// How many of the first heaps it holds.
    pub fn heaps(&self) -> u64 {
        self.heaps + self.pending.len() as u64
    }

    /// How many of the first heaps it can hold for certain, if each further one takes two bytes.
    pub fn room(&self) -> u64 {
        let left = self.most.saturating_sub(self.bytes) / 2;
        self.heaps + left.saturating_sub(4 * BLOCK as u64)
    }

    /// Adds those of the values that follow the ones that are here, as far as there is room for them.
    pub fn append(&mut self, from: u64, values: &[u16]) {
        let known = self.heaps().checked_sub(from).and_then(|known| usize::try_from(known).ok());
        let Some(new) = known.and_then(|known| values.get(known..)) else { return };
        for piece in new.chunks(BLOCK) {
            if self.is_full() {
                return;
            }
            self.pending.extend_from_slice(piece);
            if self.pending.len() >= BLOCK {
                self.write();
            }
        }
    }

    /// Keeps no further values: what could not be written is forgotten.
    pub fn give_up(&mut self) {
        self.pending = Vec::new();
        self.closed = true;
    }

    /// Whether values no longer fit.
    pub fn is_full(&self) -> bool {
        self.closed || self.bytes + (HEADER + 2 * (self.pending.len() + BLOCK)) as u64 > self.most
    }

    /// Writes what waits; everything is on the disk afterwards.
    pub fn flush(&mut self) -> io::Result<()> {
        self.error = None;
        self.write();
        match self.error.take() {
            Some(error) => Err(error),
            None => self.file.sync_data(),
        }
    }

    /// Writes what waits, in blocks. When that fails, it waits until somebody flushes.
    fn write(&mut self) {
        while !self.pending.is_empty() && self.error.is_none() {
            let count = self.pending.len().min(BLOCK);
            let values = &self.pending[..count];
            let narrow = values.iter().all(|&value| value < 256);
            let bytes: Vec<u8> = if narrow {
                values.iter().map(|&value| value as u8).collect()
            } else {
                values.iter().copied().flat_map(u16::to_le_bytes).collect()
            };
            let block = Header { unit: if narrow { 1 } else { 2 }, count, from: self.heaps };
            let bytes = [&block.write(&bytes)[..], &bytes].concat();
            match self.file.write_all(&bytes) {
                Ok(()) => {
                    self.bytes += bytes.len() as u64;
                    self.heaps += count as u64;
                    self.pending.drain(..count);
                }
                Err(error) => {
                    // Half a block is no block.
                    let _ = self.file.set_len(self.bytes).and_then(|()| self.file.seek(SeekFrom::Start(self.bytes)));
                    self.error = Some(error);
                }
            }
        }
    }

    /// The first `count` values, or as many as can be read; none when the watch stops it.
    pub fn first(&mut self, count: u64, watch: &mut dyn Watch) -> io::Result<Option<Vec<u16>>> {
        self.write();
        self.file.seek(SeekFrom::Start(0))?;
        let mut reader = BufReader::with_capacity(1 << 20, &self.file);
        let count = count.min(self.heaps);
        let mut values = Vec::new();
        // The last block may have more values than are wanted.
        values.try_reserve_exact(count as usize + 2 * BLOCK)?;
        let mut header = [0; HEADER];
        while (values.len() as u64) < count {
            if watch.at(Progress::new("heaps read", values.len() as u64, count)).is_err() {
                self.file.seek(SeekFrom::Start(self.bytes))?;
                return Ok(None);
            }
            reader.read_exact(&mut header)?;
            let Some(block) = Header::read(&header).filter(|block| block.from == values.len() as u64) else { break };
            let mut bytes = vec![0; block.bytes()];
            reader.read_exact(&mut bytes)?;
            if block.write(&bytes) != header {
                break;
            }
            match block.unit {
                1 => values.extend(bytes.iter().map(|&byte| u16::from(byte))),
                _ => values.extend(bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]))),
            }
        }
        values.truncate(count as usize);
        self.file.seek(SeekFrom::Start(self.bytes))?;
        Ok(Some(values))
    }
}

/// What stands before the values of a block, but for the hash.
struct Header {
    unit: u8,
    count: usize,
    from: u64,
}

impl Header {
    fn read(bytes: &[u8; HEADER]) -> Option<Self> {
        let count = u32::from_le_bytes(bytes[8..12].try_into().ok()?) as usize;
        let from = u64::from_le_bytes(bytes[16..24].try_into().ok()?);
        let unit = bytes[4];
        let right = bytes.starts_with(MAGIC) && matches!(unit, 1 | 2) && (1..=2 * BLOCK).contains(&count);
        right.then_some(Header { unit, count, from })
    }

    /// The bytes of the values.
    fn bytes(&self) -> usize {
        self.count * usize::from(self.unit)
    }

    fn write(&self, values: &[u8]) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..4].copy_from_slice(MAGIC);
        bytes[4] = self.unit;
        bytes[8..12].copy_from_slice(&(self.count as u32).to_le_bytes());
        bytes[16..24].copy_from_slice(&self.from.to_le_bytes());
        let hash = xxh3_64(&[&bytes[..24], values].concat());
        bytes[24..].copy_from_slice(&hash.to_le_bytes());
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::{Stopped, Unwatched};

    fn first(history: &mut History, count: u64) -> Vec<u16> {
        history.first(count, &mut Unwatched).unwrap().unwrap()
    }

    fn values(count: usize) -> Vec<u16> {
        (0..count as u32)
            .map(|n| (n.wrapping_mul(2_654_435_761) >> if n % 100_000 < 50_000 { 25 } else { 20 }) as u16)
            .collect()
    }

    #[test]
    fn what_was_flushed_comes_back_and_the_rest_is_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("history");
        let all = values(300_000);
        let mut history = History::open(&path, 0, 1 << 30).unwrap();
        for (from, piece) in (0..).step_by(1000).zip(all[..200_000].chunks(1000)) {
            history.append(from, piece);
        }
        history.append(5, &[1, 2, 3]);
        history.flush().unwrap();
        history.append(200_000, &all[200_000..]);
        history.flush().unwrap();
        assert_eq!(first(&mut history, u64::MAX), all);
        assert_eq!(history.first(u64::MAX, &mut |_: Progress| Err(Stopped)).unwrap(), None);
        drop(history);
        // A checkpoint at heap 200,000 is older than the last block.
        let mut history = History::open(&path, 200_000, 1 << 30).unwrap();
        assert_eq!(history.heaps(), 200_000);
        history.append(200_000, &all[200_000..200_001]);
        assert_eq!(first(&mut history, 200_001), all[..200_001]);
        assert_eq!(first(&mut history, 7), all[..7]);
    }

    #[test]
    fn damage_is_found_and_what_is_before_it_counts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("history");
        let all = values(200_000);
        let mut history = History::open(&path, 0, 1 << 30).unwrap();
        history.append(0, &all);
        history.flush().unwrap();
        drop(history);
        let good = std::fs::read(&path).unwrap();
        for place in [4, 9, 18, 25, 40, good.len() / 2, good.len() - 1] {
            let mut bad = good.clone();
            bad[place] ^= 1;
            std::fs::write(&path, &bad).unwrap();
            let read = first(&mut History::open(&path, 200_000, 1 << 30).unwrap(), 200_000);
            assert!(read.len() < 200_000 && all.starts_with(&read), "{place}: {}", read.len());
        }
        for length in [0, 1, 31, 33, good.len() - 1] {
            std::fs::write(&path, &good[..length]).unwrap();
            let read = first(&mut History::open(&path, 200_000, 1 << 30).unwrap(), 200_000);
            assert!(all.starts_with(&read));
        }
    }

    #[test]
    fn it_ends_where_it_is_full() {
        let folder = tempfile::tempdir().unwrap();
        let mut history = History::open(&folder.path().join("history"), 0, 500_000).unwrap();
        let all = values(1_000_000);
        for (from, piece) in (0..).step_by(10_000).zip(all.chunks(10_000)) {
            history.append(from, piece);
        }
        history.flush().unwrap();
        assert!(history.is_full() && history.bytes <= 500_000 && history.heaps() > 100_000);
        let heaps = history.heaps();
        assert_eq!(first(&mut history, heaps), all[..heaps as usize]);
    }
}
