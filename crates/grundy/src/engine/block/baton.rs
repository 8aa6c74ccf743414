//! Speculation by several threads, which take blocks in turn.
//!
//! Block `i` is the work of thread `i mod T`. A term with an offset of at least `64 T` reads nothing but blocks up to `i - T`, the last of
//! which the thread made itself: it can begin at once, and nearly all terms are of this kind. Then it waits for the blocks
//! `i - T + 1 … i - 1` of the others, uses the few terms that are left, and passes its block on.
//!
//! What is sequential, from one block to the next, are those last terms and the near ones, `n` of them for each heap: with all
//! terms costing `C` and these `c`, no more than `C / c` threads can be used (Officers: about 20). Blocks are passed on as eight words
//! in a slot of their own, so that every thread has its own copy of the window and no two write to one place.

use super::speculate::{RankTooLarge, Speculation};
use crate::kernel::{LANES, Lanes};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// A block on its way.
#[derive(Default)]
struct Slot {
    state: AtomicU8,
    words: [AtomicU64; LANES / 8],
}

const EMPTY: u8 = 0;
const READY: u8 = 1;
/// The block has a rank that does not fit: there is none, and none after it.
const STUCK: u8 = 2;

impl Slot {
    fn put(&self, block: &[u8]) {
        for (word, bytes) in self.words.iter().zip(block.chunks_exact(8)) {
            word.store(u64::from_le_bytes(bytes.try_into().expect("eight bytes")), Ordering::Relaxed);
        }
        self.state.store(READY, Ordering::Release);
    }

    fn take(&self) -> Option<Lanes> {
        let mut waited = 0u32;
        loop {
            match self.state.load(Ordering::Acquire) {
                EMPTY => {
                    // The other thread may have no processor.
                    waited += 1;
                    if waited.is_multiple_of(1 << 12) { std::thread::yield_now() } else { std::hint::spin_loop() }
                }
                READY => {
                    let mut block = [0; LANES];
                    for (bytes, word) in block.chunks_exact_mut(8).zip(&self.words) {
                        bytes.copy_from_slice(&word.load(Ordering::Relaxed).to_le_bytes());
                    }
                    return Some(block);
                }
                _ => return None,
            }
        }
    }
}

/// Appends `blocks` blocks to the window, or as many as have ranks that fit.
pub(super) fn extend(
    speculation: &mut Speculation,
    window: &mut Vec<u8>,
    blocks: usize,
    threads: usize,
) -> Result<(), RankTooLarge> {
    let slots: Vec<Slot> = (0..blocks).map(|_| Slot::default()).collect();
    let prepared = speculation.for_threads(threads);
    let work = (prepared.terms() * LANES * blocks) as u64;
    std::thread::scope(|scope| {
        for first in 1..threads {
            let (speculation, window, slots) = (prepared.clone(), window.clone(), &slots);
            scope.spawn(move || take_turns(speculation, window, slots, first, threads));
        }
        take_turns(prepared.clone(), window.clone(), &slots, 0, threads);
    });
    speculation.work += work;
    slots.iter().try_for_each(|slot| {
        window.extend_from_slice(&slot.take().ok_or(RankTooLarge)?);
        Ok(())
    })
}

/// The blocks `first, first + threads, …`.
fn take_turns(mut speculation: Speculation, mut window: Vec<u8>, slots: &[Slot], first: usize, threads: usize) {
    let start = window.len();
    let mut groups = speculation.groups(&window, slots.len());
    let mut sets = [[[0; LANES]; 32]; 1];
    for turn in (first..slots.len()).step_by(threads) {
        let n0 = start + turn * LANES;
        groups.extend(&window[groups.len()..]);
        speculation.mark(&groups, n0, &mut sets);
        let open = speculation.open(&window, n0, &sets[0]);
        let known = (window.len() - start) / LANES;
        let stuck = slots[known..turn].iter().try_for_each(|slot| {
            window.extend_from_slice(&slot.take()?);
            Some(())
        });
        if stuck.is_none() || speculation.finish(&mut window, open).is_err() {
            // Whoever waits for this block or a later one of this thread ends, too.
            for slot in slots[turn..].iter().step_by(threads) {
                slot.state.store(STUCK, Ordering::Release);
            }
            return;
        }
        slots[turn].put(&window[window.len() - LANES..]);
    }
}
