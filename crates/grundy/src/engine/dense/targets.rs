//! The values that are looked for, each in a slot of the probe.

use crate::kernel::dense::{Probe, SLOTS};

/// Values of which nobody knows yet whether a split reaches them.
pub(super) struct Targets {
    probe: Probe,
    values: [u16; SLOTS],
    /// The slots of the values that are not reached yet, as a set of bits.
    open: u64,
}

impl Targets {
    /// At most [`SLOTS`] values.
    pub(super) fn new(mut probe: Probe, targets: &[u16]) -> Self {
        let mut values = [0; SLOTS];
        for (slot, &value) in targets.iter().enumerate() {
            probe.put(slot, value);
            values[slot] = value;
        }
        let open = u64::MAX.checked_shr((SLOTS - targets.len()) as u32).unwrap_or(0);
        Targets { probe, values, open }
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

    /// The least value that is not reached.
    pub(super) fn least(&self) -> Option<u16> {
        let open = self.values.iter().enumerate().filter(|(slot, _)| self.open >> slot & 1 != 0);
        open.map(|(_, &value)| value).min()
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
        /// Whatever chunks reach, what is left is what a set would have left.
        #[test]
        fn they_are_a_set(
            targets in prop::collection::btree_set(0u16..4096, 0..=SLOTS),
            chunks in prop::collection::vec(prop::collection::vec(0u16..4096, 1..=LANES), 0..40),
        ) {
            for kernel in Kernel::ALL {
                let mut left: BTreeSet<u16> = targets.clone();
                let values: Vec<u16> = targets.iter().copied().collect();
                let mut tried = Targets::new(Probe::new(kernel, 3), &values);
                for chunk in &chunks {
                    let lane = |k: usize| chunk[k % chunk.len()];
                    let low: Vec<u8> = (0..LANES).map(|k| lane(k) as u8).collect();
                    let high: Vec<u8> = (0..LANES).map(|k| (lane(k) >> 8) as u8).collect();
                    let nothing = vec![0; LANES];
                    let splits = Planes { low: &low, high: &high };
                    let slots = tried.probe().scan(splits, Planes { low: &nothing, high: &nothing });
                    tried.reached(slots);
                    left.retain(|value| !chunk.contains(value));
                    prop_assert_eq!(tried.least(), left.first().copied());
                    prop_assert_eq!(tried.is_empty(), left.is_empty());
                }
            }
        }
    }
}
