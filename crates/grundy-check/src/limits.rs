//! What a check may cost. A file of some hundred bytes must not cost gigabytes or days: memory is asked for here before
//! it is taken, and every loop says here how many values it looks at. Both limits grow with the file.

use crate::reader::Refusal;
use crate::sight::Sight;
use std::sync::atomic::{AtomicU64, Ordering};

/// Bytes for any file, and bytes more for each byte of it.
const MEMORY: (u64, u64) = (128 << 20, 64);
/// Values for any file, less than a minute, and values more for each byte of it.
const VALUES: (u64, u64) = (1 << 33, 1 << 24);

/// What a check may cost. What is not said here grows with the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Bytes; by default 128 MiB and 64 more for each byte of the file.
    pub memory: Option<u64>,
    /// Values of heaps looked at, where eight that are looked at side by side count as one; by default 2^33 and 2^24
    /// more for each byte of the file.
    pub values: Option<u64>,
}

/// What is left of the limits, and who watches.
#[derive(Debug)]
pub struct Budget<'a> {
    memory: AtomicU64,
    values: AtomicU64,
    /// Is told how far the check came, and may stop it.
    pub sight: &'a Sight,
}

impl<'a> Budget<'a> {
    /// All of it, for a file of this length.
    pub fn new(limits: Limits, length: usize, sight: &'a Sight) -> Self {
        let grown = |(fixed, each): (u64, u64)| each.saturating_mul(length as u64).saturating_add(fixed);
        Budget {
            memory: AtomicU64::new(limits.memory.unwrap_or_else(|| grown(MEMORY))),
            values: AtomicU64::new(limits.values.unwrap_or_else(|| grown(VALUES))),
            sight,
        }
    }

    /// Memory for `count` things of type T. What is taken is not given back: the sum of all is what counts.
    pub fn memory<T>(&self, count: u128, what: &str) -> Result<(), Refusal> {
        let bytes = count.saturating_mul(size_of::<T>() as u128);
        let take = |left: u64| u64::try_from(bytes).ok().and_then(|bytes| left.checked_sub(bytes));
        self.memory.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).map(|_| ()).map_err(|left| {
            Refusal::Unreadable(format!("{what}: {bytes} bytes are needed and {left} are left; see --max-memory"))
        })
    }

    /// Some values are looked at. Here a check that is told to stop ends.
    pub fn look(&self, values: u64) -> Result<(), Refusal> {
        if self.sight.stop.load(Ordering::Relaxed) {
            return Err(Refusal::Unreadable("stopped".to_owned()));
        }
        let take = |left: u64| left.checked_sub(values);
        self.values.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).map(|_| ()).map_err(|_| {
            Refusal::Unreadable("the check looks at more values than are allowed; see --max-values".to_owned())
        })
    }

    /// Whether these many values may be looked at; none are taken. For a proof that is known to be too long before it
    /// begins.
    pub fn expect(&self, values: u128) -> Result<(), Refusal> {
        let left = self.values.load(Ordering::Relaxed);
        if values <= left.into() {
            return Ok(());
        }
        let why = format!("at least {values} values must be looked at, and {left} are allowed; see --max-values");
        Err(Refusal::Unreadable(why))
    }
}

/// Counts values one by one and takes them from the budget in larger numbers.
#[derive(Debug)]
pub struct Meter<'a> {
    budget: &'a Budget<'a>,
    looked: u64,
}

impl<'a> Meter<'a> {
    /// Nothing looked at so far.
    pub fn new(budget: &'a Budget<'a>) -> Self {
        Meter { budget, looked: 0 }
    }

    /// Some values are looked at.
    pub fn look(&mut self, values: u64) -> Result<(), Refusal> {
        self.looked += values;
        if self.looked < 1 << 16 {
            return Ok(());
        }
        self.budget.look(std::mem::take(&mut self.looked))
    }
}
