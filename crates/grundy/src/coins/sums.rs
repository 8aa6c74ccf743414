//! Sets of nim-sums as bits.

/// A set of numbers as bits.
#[derive(Clone, Debug, Default)]
pub struct Sums(Vec<u64>);

impl Sums {
    /// Adds a member.
    pub fn insert(&mut self, value: u64) {
        let word = (value / 64) as usize;
        if word >= self.0.len() {
            self.0.resize((word + 1).next_power_of_two(), 0);
        }
        self.0[word] |= 1 << (value % 64);
    }

    /// The least number that is not a member.
    pub fn mex(&self) -> u64 {
        let full = self.0.iter().take_while(|&&word| word == u64::MAX).count();
        64 * full as u64 + u64::from(self.word(full).trailing_ones())
    }

    /// Members `64 i` to `64 i + 63`.
    pub fn word(&self, i: usize) -> u64 {
        self.0.get(i).copied().unwrap_or(0)
    }

    /// Adds `offset ⊕ x` for every `x` of the other set. Both lengths are powers of two.
    pub fn insert_moved(&mut self, other: &Sums, offset: u64) {
        let needed = other.0.len().max((offset / 64) as usize + 1).next_power_of_two();
        if other.0.is_empty() {
            return;
        }
        if self.0.len() < needed {
            self.0.resize(needed, 0);
        }
        for (i, &word) in other.0.iter().enumerate() {
            if word != 0 {
                self.0[i ^ (offset / 64) as usize] |= move_within(word, offset % 64);
            }
        }
    }
}

/// Moves bit `i` to bit `i ⊕ offset`: for each bit of the offset, swap neighbouring halves.
fn move_within(mut word: u64, offset: u64) -> u64 {
    const EVEN: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (bit, mask) in EVEN.into_iter().enumerate() {
        if offset >> bit & 1 == 1 {
            word = (word & mask) << (1 << bit) | (word >> (1 << bit)) & mask;
        }
    }
    word
}
