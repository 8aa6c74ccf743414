//! Sums of heaps of different games: the quotient of all of them together.
//!
//! The heaps of `k` games are [numbered](super::Pieces) by turns, and partial quotients are found as for one game. The
//! [theorem on periods](super::QuotientPeriod) holds for each game by itself: its proof shows that a heap `n + p` has
//! the same option values as heap `n`, and then it has the same value and the quotient stays, whatever other pieces
//! there are. So when the heaps of every game pass the test of the theorem, within one partial quotient, this is the
//! quotient of all heaps of all the games.

use super::answer::{Method, Sum, SumHeap};
use super::error::MisereError;
use super::pace::Pace;
use super::partial::{Limits, Partial, Stuck};
use super::period::Search;
use super::pieces::{Pieces, Play};
use super::position::{by_canonical_forms, winning_in};
use super::solve::{Solution, Unresolved};
use crate::game::Game;
use crate::position::Outcome;
use crate::watch::Watch;

/// The quotient of the heaps of several games: for each game what is known of it in this quotient, which is the same
/// for all.
///
/// `heaps[g]` heaps of game `g` are asked for; the search goes on until these are done, or every period is proved.
pub fn solve_together(games: &[Game], heaps: &[u32], limits: Limits, watch: &mut dyn Watch) -> Vec<Solution> {
    let count = games.len();
    let mut partial = Partial::new(Pieces::together(games));
    let pace = &mut Pace::new(watch, "heaps");
    let mut periods: Vec<Option<super::QuotientPeriod>> = vec![None; count];
    let mut searches = vec![Search::default(); count];
    let mut values: Vec<Vec<u16>> = vec![vec![0]; count];
    let stuck = 'search: loop {
        let done = partial.heaps() as usize / count;
        let all_asked = heaps.iter().all(|&asked| asked as usize <= done);
        if all_asked || periods.iter().all(Option::is_some) || done >= limits.heaps as usize {
            break Unresolved::Heaps;
        }
        let mut changed = false;
        let next = (0..count).try_for_each(|_| {
            changed |= partial.next_heap_at(limits, pace)?;
            Ok(())
        });
        if let Err(stuck) = next {
            break Unresolved::Stuck(stuck);
        }
        let phi = partial.phi();
        for (g, values) in values.iter_mut().enumerate() {
            let going = if changed {
                *values = heaps_of(phi, g, count);
                searches[g].restart(values, pace)
            } else {
                values.push(phi[phi.len() - count + g]);
                searches[g].push(values);
                pace.work(2 * values.len())
            };
            if going.is_err() {
                break 'search Unresolved::Stuck(Stuck::Stopped);
            }
            periods[g] = searches[g].proved(games[g].rules(), values.len() as u32 - 1);
        }
    };
    // A last round that was cut short leaves some games one heap behind; all of them speak of the same quotient.
    let phi = partial.phi();
    let solved = periods.iter().all(Option::is_some);
    (0..count)
        .map(|g| Solution {
            game: games[g].clone(),
            play: Play::Misere,
            nim: None,
            monoid: partial.monoid().clone(),
            phi: heaps_of(phi, g, count),
            period: periods[g].filter(|_| solved).ok_or_else(|| stuck.clone()),
            growth: Vec::new(),
            closure: partial.closure(),
        })
        .collect()
}

/// The values of the heaps of game `g` of `count`, heap 0 in front.
fn heaps_of(phi: &[u16], g: usize, count: usize) -> Vec<u16> {
    std::iter::once(0).chain(phi[1..].iter().skip(g).step_by(count).copied()).collect()
}

/// Bounds for a position, for whose answer a person waits.
const LIMITS: Limits = Limits { heaps: 20_000, order: 2048, diagonal: 9 };

/// Who wins a sum of heaps of different games, and by which moves: `(game, heaps)` for each part of the sum.
///
/// ```
/// use grundy::{misere::joint::position, position::Outcome, watch::Unwatched};
/// let parts = [("kayles".parse()?, vec![5, 9]), (".07".parse()?, vec![4])];
/// assert_eq!(position(&parts, &mut Unwatched)?.outcome, Outcome::N);
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn position(parts: &[(Game, Vec<u64>)], watch: &mut dyn Watch) -> Result<Sum, MisereError> {
    let mut games: Vec<Game> = Vec::new();
    let mut heaps: Vec<(usize, u64)> = Vec::new();
    for (game, sizes) in parts {
        let place = games.iter().position(|known| known == game).unwrap_or_else(|| {
            games.push(game.clone());
            games.len() - 1
        });
        heaps.extend(sizes.iter().map(|&size| (place, size)));
    }
    let empty = |value: &str| Sum {
        games: games.clone(),
        heaps: heaps.iter().map(|&(game, heap)| SumHeap { game, heap, value: None }).collect(),
        method: Method::CanonicalForms,
        value: Some(value.to_owned()).filter(|value| !value.is_empty()),
        outcome: Outcome::N,
        winning_moves: Vec::new(),
    };
    if games.is_empty() {
        return Ok(Sum { method: Method::Quotient, ..empty("1") });
    }
    let largest = |g: usize| heaps.iter().filter(|&&(game, _)| game == g).map(|&(_, size)| size).max().unwrap_or(0);
    let asked: Vec<u32> = (0..games.len()).map(|g| largest(g).clamp(1, u64::from(LIMITS.heaps)) as u32).collect();
    let solutions = solve_together(&games, &asked, LIMITS, watch);
    if solutions[0].was_stopped() {
        return Err(MisereError::Stopped);
    }
    let q = &solutions[0].monoid;
    let values: Option<Vec<u16>> = heaps.iter().map(|&(g, size)| solutions[g].value(size)).collect();
    let Some(values) = values else {
        let heap = heaps.iter().map(|&(_, size)| size).max().unwrap_or(0);
        let known = solutions.iter().map(Solution::heaps).min().unwrap_or(0);
        let (outcome, winning_moves) =
            by_canonical_forms(&games, &heaps, watch)?.ok_or(MisereError::Undecided { heap, known })?;
        return Ok(Sum { outcome, winning_moves, ..empty("") });
    };
    let product = |skip: Option<usize>| {
        values.iter().enumerate().filter(|&(k, _)| Some(k) != skip).fold(0, |x, (_, &y)| q.mul(x, y))
    };
    let value = product(None);
    let mut sum = Sum { method: Method::Quotient, ..empty(&q.name(value)) };
    for (heap, &x) in sum.heaps.iter_mut().zip(&values) {
        heap.value = Some(q.name(x));
    }
    if q.is_p(value) {
        sum.outcome = Outcome::P;
        return Ok(sum);
    }
    for (index, &(g, size)) in heaps.iter().enumerate() {
        winning_in(&solutions[g], product(Some(index)), (index, size), &mut sum.winning_moves, watch)?;
    }
    Ok(sum)
}
