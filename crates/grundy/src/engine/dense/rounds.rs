//! Rounds of a few heaps, which several threads share.
//!
//! Of the options of a heap, those whose parts lie before the round are all but a few, and known. A thread takes the
//! next heap of the round that nobody has taken and finds the least value `c` that no such option reaches. Then one
//! thread goes through the round in order. The few options that are left have their values by then; when none of them is
//! `c`, it is the mex, since every smaller value is reached. Otherwise, for about one heap in a hundred, the search is
//! made again with all options.
//!
//! All heaps of a round are marked alike, so that the work does not depend on who takes which.

use super::{CHUNK, Known, Search};
use crate::engine::EngineError;
use crate::engine::history::History;
use crate::engine::wait::wait_until;
use std::sync::RwLock;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

/// The heaps of a round for each thread: more of them have more options inside the round, fewer take longer to hand out.
const SHARE: usize = 16;
/// Below this heap a round is too short to be shared.
pub(super) const FIRST: usize = 1 << 13;
/// More threads would make a round too long: a chunk beyond the middle of a heap must lie before it.
const MOST: usize = 64;
const _: () = assert!(FIRST / 2 > CHUNK + MOST * SHARE + 1);

/// Goes on from what is known to heap `count`.
pub(super) fn run(
    threads: usize,
    known: Known,
    search: Search,
    count: usize,
    history: &mut History,
) -> Result<(), EngineError> {
    if history.values().len() == count {
        return Ok(());
    }
    Round::new(known, threads.clamp(1, MOST)).go_on(search, count, history)
}

/// The round that the threads are at.
struct Round {
    known: RwLock<Known>,
    threads: usize,
    /// The number of the round, from 1 on; [`OVER`] when there is none any more.
    number: AtomicUsize,
    /// Its first heap, the next one that nobody has taken, and the heap after the last.
    from: AtomicUsize,
    next: AtomicUsize,
    end: AtomicUsize,
    /// How many pieces of a heap are marked.
    pieces: AtomicUsize,
    /// What was found for each of its heaps: the value or [`TOO_LARGE`], and how many smaller ones marking had left.
    found: Vec<(AtomicU32, AtomicUsize)>,
    /// How often a thread has done its share.
    done: AtomicUsize,
    /// The options that helpers looked at.
    work: AtomicU64,
}

/// The number of no round.
const OVER: usize = usize::MAX;
/// Found: a value that does not fit.
const TOO_LARGE: u32 = u32::MAX;

impl Round {
    fn new(known: Known, threads: usize) -> Self {
        Round {
            known: RwLock::new(known),
            threads,
            number: AtomicUsize::new(0),
            from: AtomicUsize::new(0),
            next: AtomicUsize::new(0),
            end: AtomicUsize::new(0),
            pieces: AtomicUsize::new(1),
            found: (0..threads * SHARE).map(|_| (AtomicU32::new(0), AtomicUsize::new(0))).collect(),
            done: AtomicUsize::new(0),
            work: AtomicU64::new(0),
        }
    }

    /// Round by round to heap `count`.
    fn go_on(&self, mut search: Search, count: usize, history: &mut History) -> Result<(), EngineError> {
        std::thread::scope(|scope| {
            // However this ends, the others must.
            let _over = Over(&self.number);
            for _ in 1..self.threads {
                let search = Search::new(search.kernel, search.rules);
                scope.spawn(move || self.help(search));
            }
            for number in 1.. {
                let from = history.values().len();
                let end = count.min(from + self.threads * SHARE);
                if from == end {
                    break;
                }
                self.pieces.store(search.pieces, Ordering::Relaxed);
                self.from.store(from, Ordering::Relaxed);
                self.next.store(from, Ordering::Relaxed);
                self.end.store(end, Ordering::Relaxed);
                self.number.store(number, Ordering::Release);
                self.share(&mut search);
                wait_until(|| self.done.load(Ordering::Acquire) == number * (self.threads - 1));
                search.work += self.work.swap(0, Ordering::Relaxed);
                let mut known = self.known.write().expect("no thread panicked");
                for (n, (value, left)) in (from..end).zip(&self.found) {
                    let value = match u16::try_from(value.load(Ordering::Relaxed)) {
                        Ok(value) if !search.reaches_within(&known, n, from, value) => Some(value),
                        _ => search.value(&known, n, n).value,
                    };
                    search.steer(left.load(Ordering::Relaxed));
                    known.push(value, &mut search, history)?;
                }
            }
            Ok(())
        })
    }

    /// The shares of a thread, until there is no round any more.
    fn help(&self, mut search: Search) {
        for number in 1.. {
            let mut now = 0;
            wait_until(|| {
                now = self.number.load(Ordering::Acquire);
                now >= number
            });
            if now == OVER {
                return;
            }
            self.share(&mut search);
            self.work.fetch_add(std::mem::take(&mut search.work), Ordering::Relaxed);
            self.done.fetch_add(1, Ordering::Release);
        }
    }

    /// Heaps of this round, until none is left.
    fn share(&self, search: &mut Search) {
        let known = self.known.read().expect("no thread panicked");
        let (from, end) = (self.from.load(Ordering::Relaxed), self.end.load(Ordering::Relaxed));
        search.pieces = self.pieces.load(Ordering::Relaxed);
        loop {
            let n = self.next.fetch_add(1, Ordering::Relaxed);
            if n >= end {
                break;
            }
            let found = search.value(&known, n, from);
            let (value, left) = &self.found[n - from];
            value.store(found.value.map_or(TOO_LARGE, u32::from), Ordering::Relaxed);
            left.store(found.left, Ordering::Relaxed);
        }
    }
}

/// Ends all rounds when it goes.
struct Over<'a>(&'a AtomicUsize);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(OVER, Ordering::Release);
    }
}
