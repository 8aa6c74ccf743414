//! The values that are looked for, each in a slot of the probe.

use crate::kernel::dense::{Probe, SLOTS};

/// Values of which nobody knows yet whether a split reaches them.
pub(super) struct Targets {
    probe: Probe,
    values: [u16; SLOTS],
    /// The slots of the values that are not reached yet, as a set of bits.
    open: u64,
    /// All values below this one that are not looked for are known to be reached.
    end: usize,
}

impl Targets {
    /// At most [`SLOTS`] values, all there are below `end`.
    pub(super) fn new(mut probe: Probe, targets: &[u16], end: usize) -> Self {
        let mut values = [0; SLOTS];
        for (slot, &value) in targets.iter().enumerate() {
            probe.put(slot, value);
            values[slot] = value;
        }
        let open = u64::MAX.checked_shr((SLOTS - targets.len()) as u32).unwrap_or(0);
        Targets { probe, values, open, end }
    }

    /// What finds the slots that splits reach.
    pub(super) fn probe(&self) -> &Probe {
        &self.probe
    }

    /// Whether all are reached.
    pub(super) fn is_empty(&self) -> bool {
        self.open == 0
    }

    /// These slots are reached. Values move to the first slots when that saves a group of eight.
    pub(super) fn reached(&mut self, slots: u64) {
        self.open &= !slots;
        let groups = self.open.count_ones().div_ceil(8);
        while self.open.checked_shr(8 * groups).unwrap_or(0) != 0 {
            let (last, hole) = (self.open.ilog2() as usize, self.open.trailing_ones() as usize);
            // A slot before the last group had a value from the beginning on.
            self.probe.take(hole, self.values[hole]);
            self.probe.put(hole, self.values[last]);
            self.values[hole] = self.values[last];
            self.open ^= 1 << last | 1 << hole;
        }
        self.probe.shrink(8 * groups as usize);
    }

    /// Gives up all but the least `most` of those that are not reached.
    pub(super) fn keep(&mut self, most: usize) {
        if self.open.count_ones() as usize <= most {
            return;
        }
        let mut values = self.values;
        let open = self.open_values(&mut values);
        let (_, &mut first_given_up, _) = open.select_nth_unstable(most);
        self.end = first_given_up.into();
        let given_up = (0..).zip(&self.values).filter(|&(_, &value)| value >= first_given_up);
        let given_up = given_up.fold(0, |slots, (slot, _)| slots | 1u64 << slot);
        self.reached(given_up);
    }

    /// All values below this one are reached but for those that are left.
    pub(super) fn end(&self) -> usize {
        self.end
    }

    /// Those that are not reached, ascending.
    pub(super) fn left<'a>(&self, room: &'a mut [u16; SLOTS]) -> &'a [u16] {
        let open = self.open_values(room);
        open.sort_unstable();
        open
    }

    /// The values that are not reached, in any order.
    fn open_values<'a>(&self, room: &'a mut [u16; SLOTS]) -> &'a mut [u16] {
        let mut count = 0;
        for (slot, &value) in self.values.iter().enumerate() {
            room[count] = value;
            count += usize::from(self.open >> slot & 1 != 0);
        }
        &mut room[..count]
    }
}

const _: () = assert!(SLOTS == u64::BITS as usize);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Kernel;
    use crate::kernel::dense::{LANES, Planes};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        /// Whatever chunks reach, and whatever is given up, what is left is what a set would have left.
        #[test]
        fn they_are_a_set(
            targets in prop::collection::btree_set(0u16..4096, 0..=SLOTS),
            chunks in prop::collection::vec((prop::collection::vec(0u16..4096, 1..=LANES), 0..=SLOTS), 0..40),
        ) {
            for kernel in Kernel::ALL {
                let mut left: BTreeSet<u16> = targets.clone();
                let mut end = 4096;
                let values: Vec<u16> = targets.iter().copied().collect();
                let mut tried = Targets::new(Probe::new(kernel, 12), &values, end);
                for (chunk, most) in &chunks {
                    let lane = |k: usize| chunk[k % chunk.len()];
                    let low: Vec<u8> = (0..LANES).map(|k| lane(k) as u8).collect();
                    let high: Vec<u8> = (0..LANES).map(|k| (lane(k) >> 8) as u8).collect();
                    let nothing = vec![0; LANES];
                    let splits = Planes { low: &low, high: &high };
                    let slots = tried.probe().scan(splits, Planes { low: &nothing, high: &nothing });
                    tried.reached(slots);
                    left.retain(|value| !chunk.contains(value));
                    tried.keep(*most);
                    while left.len() > *most {
                        end = left.pop_last().unwrap().into();
                    }
                    let mut room = [0; SLOTS];
                    prop_assert_eq!(tried.left(&mut room), left.iter().copied().collect::<Vec<u16>>());
                    prop_assert_eq!(tried.is_empty(), left.is_empty());
                    prop_assert_eq!(tried.end(), end);
                }
            }
        }
    }
}
