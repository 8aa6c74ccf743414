//! Subsets of `0..order`.

/// A subset, one bit for each element.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Set(Vec<u64>);

impl Set {
    /// The empty subset of `0..order`.
    pub fn empty(order: usize) -> Self {
        Set(vec![0; order.div_ceil(64)])
    }

    /// Whether `x` is in it.
    pub fn has(&self, x: usize) -> bool {
        self.0[x / 64] >> (x % 64) & 1 == 1
    }

    /// Puts `x` in.
    pub fn insert(&mut self, x: usize) {
        self.0[x / 64] |= 1 << (x % 64);
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Whether all of it is in `other`.
    pub fn is_subset(&self, other: &Set) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// Whether something is in both.
    pub fn meets(&self, other: &Set) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// What is in it, ascending.
    pub fn members(&self) -> impl Iterator<Item = usize> + '_ {
        self.0
            .iter()
            .enumerate()
            .flat_map(|(k, &word)| (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * k + bit))
    }
}
