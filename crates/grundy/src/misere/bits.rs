//! Subsets of a quotient, one bit for each element.

/// A subset of `0 … len - 1`, where `len` is fixed at creation.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Bits(Box<[u64]>);

impl Bits {
    /// The empty subset of a set of `len` elements.
    pub fn empty(len: usize) -> Self {
        Bits(vec![0; len.div_ceil(64)].into_boxed_slice())
    }

    /// Whether `i` is a member.
    #[inline]
    pub fn has(&self, i: usize) -> bool {
        self.0[i >> 6] >> (i & 63) & 1 == 1
    }

    /// Puts `i` in.
    #[inline]
    pub fn insert(&mut self, i: usize) {
        self.0[i >> 6] |= 1 << (i & 63);
    }

    /// Whether every member is a member of `other`.
    pub fn is_subset(&self, other: &Bits) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    /// The least common member.
    pub fn first_common(&self, other: &Bits) -> Option<usize> {
        let both = |(k, (a, b)): (usize, (&u64, &u64))| {
            let common = a & b;
            (common != 0).then(|| k * 64 + common.trailing_zeros() as usize)
        };
        self.0.iter().zip(&other.0).enumerate().find_map(both)
    }

    /// Adds every member of `other`.
    pub fn union_with(&mut self, other: &Bits) {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a |= b;
        }
    }

    /// The members, ascending.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(k, &word)| {
            std::iter::successors((word != 0).then_some(word), |&w| Some(w & (w - 1)).filter(|&w| w != 0))
                .map(move |w| k * 64 + w.trailing_zeros() as usize)
        })
    }

    /// How many members there are.
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Removes every member.
    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// `{ z : row[z] is a member }`, the preimage of this set under `z -> row[z]`.
    #[must_use]
    pub fn preimage(&self, row: &[u16]) -> Bits {
        let words = row.chunks(64).map(|chunk| {
            chunk
                .iter()
                .enumerate()
                .fold(0u64, |word, (k, &image)| word | (self.0[usize::from(image >> 6)] >> (image & 63) & 1) << k)
        });
        Bits(words.collect())
    }
}
