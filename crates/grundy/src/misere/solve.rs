//! The whole game: partial quotients until a period is proved, or until the work gets stuck.

use super::monoid::Monoid;
use super::nim::Nim;
use super::pace::Pace;
use super::partial::{Limits, Partial, Stuck};
use super::period::{QuotientPeriod, Search};
use super::pieces::{Pieces, Play};
use super::structure;
use crate::game::Game;
use crate::watch::{Stopped, Watch};

/// Why a game is not solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unresolved {
    /// All heaps that were asked for are done and no period is proved.
    Heaps,
    /// The partial quotient up to the next heap was not found.
    Stuck(Stuck),
}

/// What is known about a game at the end of a search.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The game.
    pub game: Game,
    /// The convention of play.
    pub play: Play,
    /// The game as Nim in disguise: all is known then, though the quotient may be infinite and the one here that of the
    /// first heaps only.
    pub nim: Option<Nim>,
    /// The quotient of the heaps done; of the whole game when `period` is proved.
    pub monoid: Monoid,
    /// The values of the heaps `0..=heaps`.
    pub phi: Vec<u16>,
    /// The proved period, or why there is none.
    pub period: Result<QuotientPeriod, Unresolved>,
    /// `(heap, order)` each time the quotient changed.
    pub growth: Vec<(u32, usize)>,
    /// The number of transitions in the closure that verified the quotient.
    pub closure: usize,
}

impl Solution {
    /// The largest heap done.
    pub fn heaps(&self) -> u32 {
        self.phi.len() as u32 - 1
    }

    /// The value of a heap: of any heap when the game is solved, else of those that are done.
    pub fn value(&self, heap: u64) -> Option<u16> {
        let known = self.phi.get(usize::try_from(heap).unwrap_or(usize::MAX)).copied();
        known.or_else(|| self.period.as_ref().ok().map(|period| self.phi[period.fold(heap) as usize]))
    }

    /// The value of a sum of heaps.
    pub fn product(&self, heaps: &[u64]) -> Option<u16> {
        heaps.iter().try_fold(0, |x, &heap| Some(self.monoid.mul(x, self.value(heap)?)))
    }

    /// Whether the quotient is that of misère Nim with some heaps.
    pub fn is_tame(&self) -> bool {
        self.nim.is_some() || structure::tame(&self.monoid).is_some()
    }

    /// Whether all is known about the game.
    pub fn is_solved(&self) -> bool {
        self.period.is_ok() || self.nim.is_some()
    }

    /// Whether a watch ended the search.
    pub fn was_stopped(&self) -> bool {
        self.period == Err(Unresolved::Stuck(Stuck::Stopped))
    }
}

/// Solves a game, heap by heap. What was known when a watch ended the search is in the answer.
///
/// A game that [is Nim in disguise](super::Nim) has its period by that theorem; when its values grow for ever, the
/// quotient in the answer is that of the heaps below the first with a value of 8 or more.
pub fn solve(game: &Game, limits: Limits, watch: &mut dyn Watch) -> Solution {
    let partial = Partial::new(Pieces::of(game));
    let nim = match Nim::recognise(game, watch) {
        Ok(Some(nim)) => nim,
        Ok(None) => return run(partial, Vec::new(), limits, watch, None),
        Err(Stopped) => return solution(&partial, &[], Err(Unresolved::Stuck(Stuck::Stopped))),
    };
    let at = nim.period();
    let period = QuotientPeriod { start: at.preperiod.max(1) as u32, period: at.period as u32 };
    // A period from heap 0 on need not say anything of heap 1, so a whole period from `start` on is asked for.
    let shown = match at.saltus {
        0 => period.start + period.period - 1,
        _ => (1..limits.heaps).find(|&heap| nim.value(u64::from(heap)).is_none_or(|value| value > 7)).unwrap_or(1) - 1,
    };
    let mut solution = run(partial, Vec::new(), Limits { heaps: shown.min(limits.heaps), ..limits }, watch, None);
    if !solution.was_stopped() {
        if at.saltus == 0 && solution.heaps() == shown {
            solution.period = Ok(period);
        }
        solution.nim = Some(nim);
    }
    solution
}

/// The quotient of normal play, for comparison: its elements are the nim-values and their sums.
pub fn solve_normal(game: &Game, limits: Limits, watch: &mut dyn Watch) -> Solution {
    run(Partial::new(Pieces::of(game).under(Play::Normal)), Vec::new(), limits, watch, None)
}

/// Goes on from a partial quotient of the heaps of one game. `save` is called with what is known after each change of
/// the quotient.
///
/// # Panics
/// When the pieces are not the heaps of one game.
pub fn run(
    mut partial: Partial,
    mut growth: Vec<(u32, usize)>,
    limits: Limits,
    watch: &mut dyn Watch,
    mut save: Option<&mut dyn FnMut(&Solution)>,
) -> Solution {
    let [game] = partial.pieces().games() else { panic!("the heaps of one game are asked for") };
    let game = game.clone();
    let pace = &mut Pace::new(watch, "heaps");
    let mut search = Search::default();
    let mut going = search.restart(partial.phi(), pace);
    let period = loop {
        if going.is_err() {
            break Err(Unresolved::Stuck(Stuck::Stopped));
        }
        if let Some(period) = search.proved(game.rules(), partial.heaps()) {
            break Ok(period);
        }
        if partial.heaps() >= limits.heaps {
            break Err(Unresolved::Heaps);
        }
        match partial.next_heap_at(limits, pace) {
            Err(stuck) => break Err(Unresolved::Stuck(stuck)),
            Ok(true) => {
                growth.push((partial.heaps(), partial.monoid().order()));
                going = search.restart(partial.phi(), pace);
                if let Some(save) = &mut save {
                    save(&solution(&partial, &growth, Err(Unresolved::Heaps)));
                }
            }
            Ok(false) => {
                search.push(partial.phi());
                going = pace.work(2 * partial.heaps() as usize);
            }
        }
    };
    solution(&partial, &growth, period)
}

fn solution(partial: &Partial, growth: &[(u32, usize)], period: Result<QuotientPeriod, Unresolved>) -> Solution {
    let (monoid, phi) = (partial.monoid().clone(), partial.phi().to_vec());
    let (game, play) = (partial.pieces().games()[0].clone(), partial.pieces().play());
    Solution { game, play, nim: None, monoid, phi, period, growth: growth.to_vec(), closure: partial.closure() }
}
