//! One number for a whole nim-sequence: two runs that have it in common have, but for an accident of one in 2^64, the
//! same values.
//!
//! It depends on the values alone, not on how they were cut into blocks or where a run was interrupted: chunks of 4096
//! values, two bytes each, the low one first, are hashed by XXH3 (64 bits), each with the hash of everything before it
//! as its seed; the first seed is 0. The last chunk may be shorter. `grundy status` and `grundy bench` print it as
//! `hash`.

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// Bytes of a full chunk.
const CHUNK: usize = 2 * 4096;

/// The fingerprint of the values so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint {
    /// Of all full chunks.
    hash: u64,
    /// The bytes of the chunk that is not full.
    pending: Vec<u8>,
}

impl Fingerprint {
    /// The number.
    pub fn hash(&self) -> u64 {
        if self.pending.is_empty() { self.hash } else { xxh3_64_with_seed(&self.pending, self.hash) }
    }

    /// Takes further values into account.
    pub fn add(&mut self, values: impl IntoIterator<Item = u16>) {
        for value in values {
            self.pending.extend_from_slice(&value.to_le_bytes());
            self.hash_full();
        }
    }

    /// How many values the chunk under way has: at most one less than a full one.
    pub(crate) fn pending(&self) -> usize {
        self.pending.len() / 2
    }

    /// How many values the chunk under way has room for: at least one.
    pub(crate) fn room(&self) -> usize {
        (CHUNK - self.pending.len()) / 2
    }

    /// Takes `count` values into account, at most [`Self::room`], that `write` puts into place as bytes.
    pub(crate) fn fill(&mut self, count: usize, write: impl FnOnce(&mut [u8])) {
        let filled = self.pending.len();
        self.pending.resize(filled + 2 * count, 0);
        write(&mut self.pending[filled..]);
        self.hash_full();
    }

    fn hash_full(&mut self) {
        if self.pending.len() >= CHUNK {
            self.hash = xxh3_64_with_seed(&self.pending, self.hash);
            self.pending.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Chunk by chunk, as the head of the file says.
    #[test]
    fn chunks_are_chained() {
        let values: Vec<u16> = (0..10_000u32).map(|n| ((n * n) >> 3) as u16).collect();
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        for length in [0, 1, 4095, 4096, 4097, 8192, 10_000] {
            let expected = bytes[..2 * length].chunks(8192).fold(0, |seed, chunk| xxh3_64_with_seed(chunk, seed));
            let mut fingerprint = Fingerprint::default();
            fingerprint.add(values[..length].iter().copied());
            assert_eq!(fingerprint.hash(), expected, "{length}");
        }
    }
}
