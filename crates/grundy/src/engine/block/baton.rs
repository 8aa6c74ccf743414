//! Speculation by several threads, which take turns.
//!
//! A turn is four blocks, and turn `i` is the work of thread `i mod T`. A term with an offset of at least `256 T` reads
//! nothing but turns up to `i - T`, the last of which the thread made itself: it can begin at once, and nearly all
//! terms are of this kind. Then it waits for the turns `i - T + 1 … i - 1` of the others, uses the few terms that are
//! left, and passes its turn on.
//!
//! What is sequential, from one turn to the next, are those last terms, on the few candidates that are left, and the
//! near ones: with all terms costing `C` and these `c`, no more than `C / c` threads can be used (Officers: about 10;
//! more would want shorter turns). A thread that waits does other work of its [`Team`] meanwhile. Turns are passed on
//! in a slot of their own, so that every thread has its own copy of the window and no two write to one place.

use super::sieve::Sieve;
use super::speculate::{RankTooLarge, Speculate, Team};
use crate::engine::wait::wait_until;
use crate::kernel::groups::BLOCKS;
use crate::kernel::{LANES, Rank};
use std::sync::atomic::{AtomicU8, AtomicU16, Ordering};

/// Heaps of a turn.
pub(super) const TURN: usize = BLOCKS * LANES;

/// A turn on its way.
struct Slot {
    state: AtomicU8,
    ranks: [AtomicU16; TURN],
}

const EMPTY: u8 = 0;
const READY: u8 = 1;
/// The turn has a rank that does not fit: there is none, and none after it.
const STUCK: u8 = 2;

impl Slot {
    fn new() -> Self {
        Slot { state: AtomicU8::new(EMPTY), ranks: [const { AtomicU16::new(0) }; TURN] }
    }

    fn put<R: Rank>(&self, ranks: &[R]) {
        for (place, &rank) in self.ranks.iter().zip(ranks) {
            place.store(rank.into(), Ordering::Relaxed);
        }
        self.state.store(READY, Ordering::Release);
    }

    /// Appends the ranks when they are there.
    fn take<R: Rank>(&self, count: usize, window: &mut Vec<R>, team: Team) -> Result<(), RankTooLarge> {
        let mut state = EMPTY;
        wait_until(|| {
            state = self.state.load(Ordering::Acquire);
            while state == EMPTY && (team.meanwhile)() {
                state = self.state.load(Ordering::Acquire);
            }
            state != EMPTY
        });
        if state != READY {
            return Err(RankTooLarge);
        }
        window.extend(self.ranks[..count].iter().map(|rank| R::new(rank.load(Ordering::Relaxed))));
        Ok(())
    }
}

/// Appends `blocks` blocks to the window, or as many turns as have ranks that fit.
pub(super) fn extend<R: Rank>(
    sieve: &Sieve<R>,
    window: &mut Vec<R>,
    blocks: usize,
    team: Team,
) -> Result<(), RankTooLarge> {
    let turns = Turns { slots: (0..blocks.div_ceil(BLOCKS)).map(|_| Slot::new()).collect(), blocks, team };
    let prepared = sieve.for_threads(team.threads);
    let needed = &window[window.len() - sieve.reach()..];
    std::thread::scope(|scope| {
        for first in 1..team.threads {
            let (sieve, turns) = (prepared.clone(), &turns);
            scope.spawn(move || turns.take(sieve, needed.to_vec(), first));
        }
        turns.take(prepared.clone(), needed.to_vec(), 0);
    });
    (0..turns.slots.len()).try_for_each(|turn| turns.slots[turn].take(turns.length(turn), window, team))
}

struct Turns<'a> {
    slots: Vec<Slot>,
    blocks: usize,
    team: Team<'a>,
}

impl Turns<'_> {
    /// How many heaps a turn has: the last one may be shorter.
    fn length(&self, turn: usize) -> usize {
        (self.blocks - turn * BLOCKS).min(BLOCKS) * LANES
    }

    /// The turns `first, first + threads, …`.
    fn take<R: Rank>(&self, mut sieve: Sieve<R>, mut window: Vec<R>, first: usize) {
        let start = window.len();
        let (mut groups, base) = sieve.groups(&window, self.blocks);
        let mut sets = sieve.sets();
        let mut known = 0;
        for turn in (first..self.slots.len()).step_by(self.team.threads) {
            let n0 = start + turn * TURN;
            let sets = &mut sets[..self.length(turn) / LANES];
            groups.extend(&window[base + groups.len()..]);
            sieve.mark(&window, n0, (&groups, base), sets);
            let blocks = (n0..).step_by(LANES).zip(sets);
            let open: Vec<_> = blocks.map(|(n0, sets)| sieve.open(&window, n0, sets)).collect();
            let done = (known..turn)
                .try_for_each(|turn| self.slots[turn].take(self.length(turn), &mut window, self.team))
                .and_then(|()| open.into_iter().try_for_each(|open| sieve.finish(&mut window, open)));
            if done.is_err() {
                // Whoever waits for this turn or a later one of this thread ends, too.
                for slot in self.slots[turn..].iter().step_by(self.team.threads) {
                    slot.state.store(STUCK, Ordering::Release);
                }
                return;
            }
            self.slots[turn].put(&window[n0..]);
            known = turn + 1;
        }
    }
}
