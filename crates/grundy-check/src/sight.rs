//! Where a long check stands, and a way to stop it: numbers that the checking threads and whoever watches them share.

use std::sync::atomic::{AtomicBool, AtomicU64};

/// Shared by a check and whoever watches it, from another thread.
#[derive(Debug, Default)]
pub struct Sight {
    /// Heaps of segments that are checked.
    pub done: AtomicU64,
    /// Heaps of all segments that are asked for; 0 until the segments begin.
    pub total: AtomicU64,
    /// Whoever sets it stops the check, which then ends with [`Verdict::Refused`](crate::Verdict::Refused).
    pub stop: AtomicBool,
}
