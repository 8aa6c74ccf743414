//! The whole game: partial quotients until a period is proved, or until the work gets stuck.

use super::monoid::Monoid;
use super::partial::{Limits, Partial, Progress, Stuck, Watch};
use super::period::{Period, Search};
use super::structure;
use crate::rules::Rules;

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
    /// The quotient of the heaps done; of the whole game when `period` is proved.
    pub monoid: Monoid,
    /// The values of the heaps `0..=heaps`.
    pub phi: Vec<u16>,
    /// The proved period, or why there is none.
    pub period: Result<Period, Unresolved>,
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

    /// Whether the quotient is that of misère Nim with some heaps, see [`structure::tame`].
    pub fn is_tame(&self) -> bool {
        structure::tame(&self.monoid).is_some()
    }
}

/// Solves a game, heap by heap, up to `heaps` heaps.
pub fn solve(rules: &Rules, heaps: u32, limits: Limits, watch: Watch) -> Solution {
    run(Partial::new(rules), Vec::new(), rules, heaps, limits, watch, None)
}

/// Goes on from a partial quotient. `save` is called with what is known after each change of the quotient.
pub fn run(
    mut partial: Partial,
    mut growth: Vec<(u32, usize)>,
    rules: &Rules,
    heaps: u32,
    limits: Limits,
    watch: Watch,
    mut save: Option<&mut dyn FnMut(&Solution)>,
) -> Solution {
    let mut search = Search::default();
    search.restart(partial.phi());
    let mut since_report = 0;
    let period = loop {
        if let Some(period) = search.proved(rules, partial.heaps()) {
            break Ok(period);
        }
        if partial.heaps() >= heaps {
            break Err(Unresolved::Heaps);
        }
        match partial.next_heap(limits, watch) {
            Err(stuck) => break Err(Unresolved::Stuck(stuck)),
            Ok(true) => {
                growth.push((partial.heaps(), partial.monoid().order()));
                search.restart(partial.phi());
                if let Some(save) = &mut save {
                    save(&solution(&partial, &growth, Err(Unresolved::Heaps)));
                }
            }
            Ok(false) => search.push(partial.phi()),
        }
        since_report += partial.heaps();
        if since_report > 1 << 16 {
            since_report = 0;
            let (heap, order, closure) = (partial.heaps(), partial.monoid().order(), partial.closure());
            if watch(Progress { heap, order, closure, failures: 0 }).is_break() {
                break Err(Unresolved::Stuck(Stuck::Stopped));
            }
        }
    };
    solution(&partial, &growth, period)
}

fn solution(partial: &Partial, growth: &[(u32, usize)], period: Result<Period, Unresolved>) -> Solution {
    let (monoid, phi) = (partial.monoid().clone(), partial.phi().to_vec());
    Solution { monoid, phi, period, growth: growth.to_vec(), closure: partial.closure() }
}
