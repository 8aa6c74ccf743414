//! The rules, move by move: the definition that every faster way is tested against.

use super::game::{CoinGame, Count};
use std::ops::ControlFlow;

impl CoinGame {
    /// Calls `visit` with each move whose rightmost coin is `right` (from 1): the other coins it turns, ascending.
    pub fn for_each_move(&self, right: usize, visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>) -> ControlFlow<()> {
        match self {
            CoinGame::Anywhere(count) => subsets(1, right, *count, visit),
            CoinGame::Window(count, width) => subsets(right.saturating_sub(width - 1).max(1), right, *count, visit),
            CoinGame::Runs(lengths) => {
                for length in lengths.up_to(right) {
                    visit(&(right + 1 - length..right).collect::<Vec<_>>())?;
                }
                ControlFlow::Continue(())
            }
            CoinGame::Spaced(count) => spaced(right, *count, visit),
            CoinGame::Symmetric { count, with_first } => symmetric(right, *count, *with_first, visit),
        }
    }
}

/// All sets of `count - 1` numbers in `from..right`, with the empty set first, then by size.
fn subsets(
    from: usize,
    right: usize,
    count: Count,
    visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let available = right - from;
    let most = count.max.map_or(available, |max| (max - 1).min(available));
    for size in count.min - 1..=most {
        let mut chosen: Vec<usize> = (from..from + size).collect();
        loop {
            visit(&chosen)?;
            // The next set of this size: move up the last number that can, and pack the later ones behind it.
            let Some(i) = (0..size).rev().find(|&i| chosen[i] < right - (size - i)) else { break };
            chosen[i] += 1;
            for j in i + 1..size {
                chosen[j] = chosen[j - 1] + 1;
            }
        }
    }
    ControlFlow::Continue(())
}

fn spaced(right: usize, count: Count, visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>) -> ControlFlow<()> {
    for coins in count.min..=count.max.unwrap_or(right).min(right) {
        if coins == 1 {
            visit(&[])?;
            continue;
        }
        for distance in 1..=(right - 1) / (coins - 1) {
            visit(&(1..coins).rev().map(|i| right - i * distance).collect::<Vec<_>>())?;
        }
    }
    ControlFlow::Continue(())
}

fn symmetric(
    right: usize,
    count: Count,
    with_first: bool,
    visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if count.allows(1) && (!with_first || right == 1) {
        visit(&[])?;
    }
    for left in 1..if with_first { right.min(2) } else { right } {
        let pairs = (right - left - 1) / 2;
        let has_middle = (right - left).is_multiple_of(2);
        for middle in 0..=usize::from(has_middle) {
            // This number of pairs strictly inside, by choosing their left halves.
            let inner = Count {
                min: count.min.saturating_sub(2 + middle).div_ceil(2) + 1,
                max: match count.max {
                    None => None,
                    Some(max) if max < 2 + middle => continue,
                    Some(max) => Some((max - 2 - middle) / 2 + 1),
                },
            };
            subsets(left + 1, left + 1 + pairs, inner, &mut |chosen| {
                let mut others = vec![left];
                others.extend(chosen);
                others.extend((middle == 1).then_some(usize::midpoint(left, right)));
                others.extend(chosen.iter().rev().map(|x| left + right - x));
                visit(&others)
            })?;
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of moves whose rightmost coin is `right`.
    fn count_moves(game: &CoinGame, right: usize) -> u64 {
        let mut moves = 0;
        let _ = game.for_each_move(right, &mut |_| {
            moves += 1;
            ControlFlow::Continue(())
        });
        moves
    }

    /// Numbers of options in the tests of `CGSuite` (`data/facts/coin_turning.csv`, "Moves count").
    #[test]
    fn published_numbers_of_moves() {
        let facts = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/facts/coin_turning.csv"));
        let line = facts.lines().find(|line| line.starts_with("Moves count")).unwrap();
        let list = line.split("heap 20: ").nth(1).unwrap().split('"').next().unwrap();
        for item in list.split(", ") {
            let (code, count) = item.split_once(':').unwrap();
            let game: CoinGame = code.parse().unwrap();
            assert_eq!(count_moves(&game, 20), count.parse::<u64>().unwrap(), "{code}");
        }
    }

    #[test]
    fn moves_are_different_sets_below_the_right_coin() {
        for (name, _, _) in super::super::game::catalogue() {
            let game: CoinGame = name.parse().unwrap();
            for right in 1..=12 {
                let mut seen = std::collections::HashSet::new();
                let _ = game.for_each_move(right, &mut |others| {
                    assert!(others.is_sorted_by(|a, b| a < b), "{name}: {others:?}");
                    assert!(others.iter().all(|&x| (1..right).contains(&x)), "{name}: {others:?}");
                    assert!(seen.insert(others.to_vec()), "{name}: {others:?} twice");
                    ControlFlow::Continue(())
                });
            }
        }
    }
}
