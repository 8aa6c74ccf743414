//! Silver Dollar without the dollar: slide one coin to the left, onto free squares only, without jumping.
//!
//! It is no coin-turning game (what a coin may do depends on the others), but is written on the same rows. Pair the
//! coins from the right; a lone first coin is paired with the edge. A move changes exactly one gap within a pair: it
//! shrinks the gap to any smaller size, or widens it by moving the left coin. So the value is the nim-sum of the gaps:
//! all smaller values are options, and the value itself is not, since exactly one gap changes.

use super::row::Row;

/// A slide of one coin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    /// From this square.
    pub from: usize,
    /// To this one, to the left.
    pub to: usize,
}

/// The nim-value.
pub fn value(row: &Row) -> u64 {
    gaps(&row.heads())
}

fn gaps(coins: &[usize]) -> u64 {
    coins.rchunks(2).fold(0, |sum, pair| {
        sum ^ match *pair {
            [left, right] => right - left - 1,
            ref lone => lone[0] - 1,
        } as u64
    })
}

/// Every move.
pub fn slides(row: &Row) -> impl Iterator<Item = Slide> {
    let coins = row.heads();
    let free = move |i: usize| i.checked_sub(1).map_or(1, |left| coins[left] + 1)..coins[i];
    (0..row.heads().len()).flat_map(move |i| {
        let squares = free(i);
        let from = squares.end;
        squares.map(move |to| Slide { from, to })
    })
}

/// Every move to a position of value 0.
pub fn winning_moves(row: &Row) -> Vec<Slide> {
    slides(row).filter(|slide| value(&row.turn(&[slide.to, slide.from])) == 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Solver;

    #[test]
    fn the_gaps_are_the_values() {
        let mut game = Solver::new(|coins: &Vec<usize>| {
            let mut options = vec![];
            for (i, &from) in coins.iter().enumerate() {
                for to in i.checked_sub(1).map_or(1, |left| coins[left] + 1)..from {
                    let mut after = coins.clone();
                    after[i] = to;
                    options.push(after);
                }
            }
            options
        });
        for bits in 0u32..1 << 10 {
            let row = Row::new((0..10).map(|i| bits >> i & 1 == 1));
            assert_eq!(game.value(&row.heads()), Ok(value(&row)), "{row}");
            let slides = winning_moves(&row);
            assert_eq!(slides.len(), game.winning_moves(&[row.heads()]).unwrap().len(), "{row}");
        }
    }
}
