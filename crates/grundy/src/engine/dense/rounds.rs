//! Rounds of neighbouring heaps, which several threads share.
//!
//! Of the options of a heap, those whose parts lie before the round are all but a few, and known. A thread takes the
//! next heaps of the round that nobody has taken and finds for each the least values that no such option reaches. Then
//! one thread goes through the round in order. The few options that are left have their values by then; the least
//! value that they do not reach either is the mex, since every smaller one is reached. Should they reach all that were
//! found, the search is made again with all options.
//!
//! All heaps of a round go by the same lessons, so that the work does not depend on who takes which.

use super::{FAR_CHUNK, FAR_NEIGHBOURS, Found, Known, Learned, NEIGHBOURS, NONE, Search};
use crate::engine::EngineError;
use crate::engine::history::History;
use crate::engine::wait::wait_until;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, RwLock};

/// The heaps of a round for each thread: more of them have more options inside the round, fewer take longer to hand
/// out.
const SHARE: usize = 2 * NEIGHBOURS;
/// Up to this heap beyond the last break a round has too many options inside.
pub(super) const FIRST: usize = 1 << 14;
/// More threads would make a round too long: a chunk beyond the middle of a heap must lie before it.
const MOST: usize = 60;
const _: () = assert!(FIRST / 2 > FAR_CHUNK + MOST * SHARE + FAR_NEIGHBOURS);

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
    Team::new(known, threads.clamp(1, MOST)).go_on(search, count, history)
}

/// The heaps that threads are at, `from` to `end`, and what is known before them.
struct Round {
    known: Known,
    from: usize,
    end: usize,
    learned: Learned,
}

/// What threads share. Whoever is late to a round finds that no heap of it is left.
struct Team {
    threads: usize,
    round: RwLock<Round>,
    /// The number of rounds so far; [`OVER`] when there is none any more.
    number: AtomicUsize,
    /// The next heap of the round that nobody has taken.
    next: AtomicUsize,
    /// How many heaps of the round are done.
    done: AtomicUsize,
    /// The options looked at for them.
    work: AtomicU64,
    /// What was found for each of them.
    found: Mutex<Vec<Found>>,
}

/// The number of no round.
const OVER: usize = usize::MAX;

impl Team {
    fn new(known: Known, threads: usize) -> Self {
        Team {
            threads,
            round: RwLock::new(Round { known, from: 0, end: 0, learned: Learned::nothing() }),
            number: AtomicUsize::new(0),
            next: AtomicUsize::new(0),
            done: AtomicUsize::new(0),
            work: AtomicU64::new(0),
            found: Mutex::new(vec![Found::only(NONE); threads * SHARE]),
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
            while history.values().len() < count {
                let heaps = self.begin(history.values(), count, &search);
                self.share(&mut search);
                let is_over = || self.number.load(Ordering::Relaxed) == OVER;
                wait_until(|| self.done.load(Ordering::Acquire) == heaps || is_over());
                if is_over() {
                    // A helper has panicked, and so will the end of this scope.
                    return Err(EngineError::Stopped);
                }
                self.finish(&mut search, history)?;
            }
            Ok(())
        })
    }

    /// Begins the round after these values, and tells how many heaps it has.
    fn begin(&self, values: &[u16], count: usize, search: &Search) -> usize {
        let from = values.len();
        let mut round = self.round.write().expect("no thread panicked");
        (round.from, round.end) = (from, count.min(from + self.threads * SHARE));
        round.learned = search.learned.clone();
        round.known.learn(&search.breaks, values);
        self.next.store(from, Ordering::Relaxed);
        self.done.store(0, Ordering::Relaxed);
        // What is over stays over.
        let next = |number: usize| (number != OVER).then(|| number + 1);
        let _ = self.number.fetch_update(Ordering::Release, Ordering::Relaxed, next);
        round.end - from
    }

    /// Heaps of this round, until none is left.
    fn share(&self, search: &mut Search) {
        let round = self.round.read().expect("no thread panicked");
        search.learned = round.learned.clone();
        loop {
            let n = self.next.fetch_add(round.known.neighbours(), Ordering::Relaxed);
            if n >= round.end {
                break;
            }
            let heaps = n..round.end.min(n + round.known.neighbours());
            let found = search.far(&round.known, heaps.clone(), round.from);
            let mut all = self.found.lock().expect("no thread panicked");
            all[n - round.from..][..heaps.len()].copy_from_slice(&found);
            drop(all);
            self.work.fetch_add(std::mem::take(&mut search.work), Ordering::Relaxed);
            self.done.fetch_add(heaps.len(), Ordering::Release);
        }
    }

    /// All that is left to do, in order.
    fn finish(&self, search: &mut Search, history: &mut History) -> Result<(), EngineError> {
        let mut round = self.round.write().expect("no thread panicked");
        let Round { known, from, end, .. } = &mut *round;
        search.work = self.work.swap(0, Ordering::Relaxed);
        let found = self.found.lock().expect("no thread panicked");
        for (n, found) in (*from..*end).zip(&*found) {
            let beyond = search.first_beyond(known, n, *from, found.least);
            let value = beyond.unwrap_or_else(|| search.value(known, n).least[0]);
            search.learned.take(&found.lesson);
            known.push(value, search, history)?;
        }
        Ok(())
    }

    /// Shares of one round after the other, until there is none any more.
    fn help(&self, mut search: Search) {
        // Nobody waits for a thread that has ended, however it did.
        let _over = Over(&self.number);
        let mut seen = 0;
        loop {
            wait_until(|| self.number.load(Ordering::Acquire) != seen);
            seen = self.number.load(Ordering::Acquire);
            if seen == OVER {
                return;
            }
            self.share(&mut search);
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
