//! Any impartial game given by a closure: memoised nim-values, sums, winning moves, P-positions.
//!
//! By Sprague and Grundy a position is worth the mex of the values of its options, and a sum of positions the nim-sum
//! of theirs. A position is anything that can be hashed; the closure lists its options. Where a move leaves several
//! independent parts, list them as a sum ([`Solver::with_sums`]): parts are then valued one by one, which turns
//! exponentially many positions into few.
//!
//! ```
//! use grundy::solver::{grundy, mex};
//! // Take one or two beans from a heap.
//! assert_eq!(mex([0, 1, 3]), 2);
//! let value = grundy(&7u32, |&heap| (1..=2).filter(move |&k| k <= heap).map(move |k| heap - k).collect::<Vec<_>>())?;
//! assert_eq!(value, 1);
//! # Ok::<(), grundy::solver::Endless>(())
//! ```

use std::collections::HashMap;
use std::hash::Hash;
use thiserror::Error;

/// The least non-negative integer that is not among the values. Time and space linear in their number.
pub fn mex(values: impl IntoIterator<Item = u64>) -> u64 {
    let values: Vec<u64> = values.into_iter().collect();
    // The answer is at most the number of values; larger ones do not matter.
    let mut seen = vec![false; values.len() + 1];
    for value in values {
        if let Some(cell) = usize::try_from(value).ok().and_then(|v| seen.get_mut(v)) {
            *cell = true;
        }
    }
    seen.iter().position(|&s| !s).unwrap_or(seen.len()) as u64
}

/// A position can be reached from itself: play need not end, and there is no nim-value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a position can be reached again from itself; only games that must end have nim-values")]
pub struct Endless;

/// The nim-value of one position; `options` lists where a move can lead.
pub fn grundy<P, I>(position: &P, options: impl Fn(&P) -> I) -> Result<u64, Endless>
where
    P: Clone + Eq + Hash,
    I: IntoIterator<Item = P>,
{
    Solver::new(options).value(position)
}

/// Options of a position, each a sum of positions.
type Moves<'a, P> = Box<dyn Fn(&P) -> Vec<Vec<P>> + 'a>;

/// A game, and the values found so far.
pub struct Solver<'a, P> {
    options: Moves<'a, P>,
    /// None while a position is being valued: meeting it again means play can go round.
    values: HashMap<P, Option<u64>>,
}

/// A position whose options are being valued.
struct Frame<P> {
    position: P,
    options: Vec<Vec<P>>,
    /// The next option and part to look at.
    option: usize,
    part: usize,
    nim_sum: u64,
    found: Vec<u64>,
}

impl<'a, P: Clone + Eq + Hash> Solver<'a, P> {
    /// A game whose moves lead to one position each.
    pub fn new<I: IntoIterator<Item = P>>(options: impl Fn(&P) -> I + 'a) -> Self {
        Solver::with_sums(move |position| options(position).into_iter().map(|option| vec![option]).collect::<Vec<_>>())
    }

    /// A game whose moves lead to sums of positions: an empty sum is the end.
    pub fn with_sums<I: IntoIterator<Item = Vec<P>>>(options: impl Fn(&P) -> I + 'a) -> Self {
        let options = Box::new(move |position: &P| options(position).into_iter().collect());
        Solver { options, values: HashMap::new() }
    }

    /// The nim-value. Depth of play is limited by memory only: the search keeps its own stack.
    pub fn value(&mut self, position: &P) -> Result<u64, Endless> {
        if let Some(&Some(value)) = self.values.get(position) {
            return Ok(value);
        }
        let result = self.search(position);
        if result.is_err() {
            // Positions left half-way must not look like parts of a loop next time.
            self.values.retain(|_, value| value.is_some());
        }
        result
    }

    fn search(&mut self, position: &P) -> Result<u64, Endless> {
        let mut stack = vec![self.open(position.clone())];
        loop {
            let frame = stack.last_mut().expect("not empty before its value is found");
            let Some(option) = frame.options.get(frame.option) else {
                let value = mex(frame.found.drain(..));
                let position = stack.pop().expect("the frame just looked at").position;
                self.values.insert(position, Some(value));
                if stack.is_empty() {
                    return Ok(value);
                }
                continue;
            };
            let Some(part) = option.get(frame.part) else {
                frame.found.push(frame.nim_sum);
                (frame.option, frame.part, frame.nim_sum) = (frame.option + 1, 0, 0);
                continue;
            };
            match self.values.get(part) {
                Some(Some(value)) => {
                    frame.nim_sum ^= value;
                    frame.part += 1;
                }
                Some(None) => return Err(Endless),
                None => {
                    let part = part.clone();
                    stack.push(self.open(part));
                }
            }
        }
    }

    fn open(&mut self, position: P) -> Frame<P> {
        let options = (self.options)(&position);
        self.values.insert(position.clone(), None);
        Frame { position, options, option: 0, part: 0, nim_sum: 0, found: vec![] }
    }

    /// The nim-value of a sum.
    pub fn sum<'p>(&mut self, positions: impl IntoIterator<Item = &'p P>) -> Result<u64, Endless>
    where
        P: 'p,
    {
        positions.into_iter().try_fold(0, |sum, position| Ok(sum ^ self.value(position)?))
    }

    /// Whether the player who just moved wins: value 0.
    pub fn is_p_position(&mut self, position: &P) -> Result<bool, Endless> {
        Ok(self.value(position)? == 0)
    }

    /// The P-positions among those given, in their order.
    pub fn p_positions(&mut self, positions: impl IntoIterator<Item = P>) -> Result<Vec<P>, Endless> {
        let mut found = vec![];
        for position in positions {
            if self.is_p_position(&position)? {
                found.push(position);
            }
        }
        Ok(found)
    }

    /// All winning moves in a sum: which component moves, and to what. Empty in a P-position.
    pub fn winning_moves(&mut self, positions: &[P]) -> Result<Vec<(usize, Vec<P>)>, Endless> {
        let total = self.sum(positions)?;
        let mut moves = vec![];
        for (i, position) in positions.iter().enumerate() {
            let wanted = total ^ self.value(position)?;
            for option in (self.options)(position) {
                if self.sum(&option)? == wanted {
                    moves.push((i, option));
                }
            }
        }
        Ok(moves)
    }

    /// How many positions have been valued.
    pub fn known(&self) -> usize {
        self.values.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn nim<'a>() -> Solver<'a, u32> {
        Solver::new(|&heap| 0..heap)
    }

    #[test]
    fn mex_at_the_edges() {
        assert_eq!(mex([]), 0);
        assert_eq!(mex([1, 2, 3]), 0);
        assert_eq!(mex([0, 1, 2]), 3);
        assert_eq!(mex([u64::MAX, 0, 0]), 1);
    }

    #[test]
    fn endless_games_are_refused_and_the_rest_still_works() {
        // 0 and 1 lead to each other; 2 has no move; 3 leads to both.
        let mut game = Solver::new(|&p: &u32| match p {
            0 => vec![1],
            1 => vec![0],
            3 => vec![2, 0],
            _ => vec![],
        });
        assert_eq!(game.value(&3), Err(Endless));
        assert_eq!(game.value(&0), Err(Endless));
        assert_eq!(game.value(&2), Ok(0));
        assert_eq!(grundy(&5u32, |&p| [p]), Err(Endless));
    }

    #[test]
    fn play_may_be_deep() {
        assert_eq!(grundy(&1_000_001u32, |&n| n.checked_sub(1)), Ok(1));
    }

    #[test]
    fn kayles_as_sums_is_the_engine() {
        let mut kayles = Solver::with_sums(|&n: &usize| {
            (1..=2.min(n)).flat_map(move |k| (0..=(n - k) / 2).map(move |a| vec![a, n - k - a])).collect::<Vec<_>>()
        });
        let game: crate::Game = "kayles".parse().unwrap();
        let values = crate::engine::values(game.rules(), 100).unwrap();
        for (n, &value) in values.iter().enumerate() {
            assert_eq!(kayles.value(&n), Ok(u64::from(value)));
        }
    }

    proptest! {
        #[test]
        fn winning_moves_lead_to_zero_and_all_do(heaps in prop::collection::vec(0u32..20, 0..5)) {
            let mut nim = nim();
            let moves = nim.winning_moves(&heaps).unwrap();
            let mut expected = vec![];
            for (i, &heap) in heaps.iter().enumerate() {
                let others = heaps.iter().fold(heap, |sum, h| sum ^ h);
                if others < heap {
                    expected.push((i, vec![others]));
                }
            }
            prop_assert_eq!(moves, expected);
            prop_assert_eq!(nim.sum(&heaps).unwrap(), heaps.iter().fold(0, |sum, &h| sum ^ u64::from(h)));
        }
    }
}
