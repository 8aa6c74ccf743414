//! Moves that change nothing: games with other digits and the same values.
//!
//! **Theorem.** Let `G` be the values of a finite code, and let `b` be a bit that its digit `d_i` does not have. The
//! code with that bit has the same values if
//!
//! 1. `b = 0` and `G(i) > 0`; or
//! 2. `d_(i-a)` has bit `b + 1` for some `a >= 1` with `G(a) = 0`; or
//! 3. `d_(i-2a)` has bit `b + 2` for some `a >= 1`.
//!
//! *Proof*, by induction on the heap `n`. Smaller heaps have the same values in both games. An option of `n` by the new
//! move leaves `b` non-empty heaps that together have `n - i` beans. In case 2 the old game leaves the same heaps and a
//! heap of `a`, which is worth nothing; in case 3 the same heaps and two heaps of `a`, which are worth nothing
//! together. In case 1 the new move is there for `n = i` only, and has value 0, which another option has already, since
//! `G(i) > 0`. So the set of values of the options of `n` is the same, and so is its mex.
//!
//! Each of the three conditions stays true when a bit is added that changes no value. So the order in which bits are
//! added does not matter, and all that can be added up to some digit make one code: the [`saturated`] one. Codes with
//! the same saturated code have the same values.

use crate::code::Code;
use crate::engine;
use crate::game::Game;

/// Digits up to this one are filled.
const LAST: usize = 24;

/// The code with every bit, up to digit 24, that the theorem allows to add. Codes without end are left as they are.
///
/// ```
/// use grundy::{Game, game::saturated};
/// let key = |text: &str| saturated(text.parse::<Game>().unwrap().code().unwrap());
/// // In 4.064 a heap of one is worth nothing: to split a heap in 1 and n - 1 is to remove one bean and leave one heap.
/// assert_eq!(key("4.064"), key("4.264"));
/// ```
pub fn saturated(code: &Code) -> Code {
    if !code.block().is_empty() {
        return code.clone();
    }
    let rules = Game::from(code.clone()).rules().clone();
    let Ok(values) = engine::values_with(engine::Kind::Naive, &rules, LAST as u64 + 1) else { return code.clone() };
    let mut digits = code.head().to_vec();
    digits.resize(digits.len().max(LAST + 1), 0);
    let bits = u32::BITS - digits.iter().fold(0, |all, digit| all | digit).leading_zeros();
    let zeros: Vec<usize> = (1..=LAST).filter(|&a| values[a] == 0).collect();
    loop {
        let mut changed = false;
        for i in 1..=LAST {
            for b in (0..bits).filter(|&b| b > 0 || values[i] > 0) {
                let has = |j: usize, bit: u32| digits[j] >> bit & 1 == 1;
                let beside_nothing = || zeros.iter().any(|&a| a <= i && has(i - a, b + 1));
                let beside_a_pair = || (1..=i / 2).any(|a| has(i - 2 * a, b + 2));
                if !has(i, b) && (b == 0 || beside_nothing() || beside_a_pair()) {
                    digits[i] |= 1 << b;
                    changed = true;
                }
            }
        }
        if !changed {
            return Code::new(&digits, &[]).unwrap_or_else(|_| code.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// The saturated code has the same values, by the definition, and cannot be filled further.
        #[test]
        fn nothing_changes(
            d0 in prop::sample::select(vec![0u32, 4, 8, 12]),
            digits in prop::collection::vec(0u32..16, 1..=4),
        ) {
            let head: Vec<u32> = std::iter::once(d0).chain(digits).collect();
            let code = Code::new(&head, &[]).unwrap();
            let full = saturated(&code);
            let values = |code: &Code| {
                engine::values_with(engine::Kind::Naive, Game::from(code.clone()).rules(), 60).unwrap()
            };
            prop_assert_eq!(values(&code), values(&full));
            prop_assert_eq!(saturated(&full), full.clone());
            for i in 0..=30 {
                prop_assert_eq!(code.digit(i) & full.digit(i), code.digit(i));
            }
        }
    }

    #[test]
    fn the_game_without_moves_stays_as_it_is() {
        let code = Code::new(&[0], &[]).unwrap();
        assert_eq!(saturated(&code), code);
    }
}
