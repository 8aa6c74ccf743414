//! Temporary: long runs by the plain definition.

use super::ranking::Ranking;
use crate::engine::plain::Plain;
use crate::engine::{EngineError, Kind, Options, Sink, values_with};
use crate::rules::Rules;
use crate::sparse::{self, Space};
use serde::{Deserialize, Serialize};

/// Where a long run stands: everything needed to go on from here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frontier {
    /// The sparse space.
    pub space: Space,
    /// All rare heaps with their values, ascending.
    pub rares: Vec<(u64, u16)>,
    /// `G(0) …`: what verification looks at; fixed during a run.
    pub head: Vec<u16>,
    /// The next heap.
    pub next: u64,
    /// The values before it, long enough for speculation and verification.
    pub window: Vec<u16>,
    /// Every heap in `head.len() .. next` was verified by splits with a part of at most this.
    pub depth: u64,
}

/// A long run.
pub struct Long<'a> {
    rules: &'a Rules,
    verify: bool,
    frontier: Frontier,
    keep: usize,
}

impl<'a> Long<'a> {
    /// Exact values from heap 0 until blocks can run; `sink` sees them all.
    pub fn begin(rules: &'a Rules, options: &Options, sink: &mut dyn Sink) -> Result<Self, EngineError> {
        let no = EngineError::NotForThisGame { engine: Kind::Block, takes: "games with a useful sparse space" };
        if !Kind::Rare.takes(rules) {
            return Err(no);
        }
        for bits in 15..19 {
            let g = values_with(Kind::Rare, rules, 1 << bits)?;
            let space = sparse::find(rules, &g).ok_or(no.clone())?;
            let rares: Vec<(u64, u16)> = space.rares(&g).map(|n| (n, g[n as usize])).collect();
            let last = rares.last().map_or(0, |&(heap, _)| heap as usize);
            if 4 * last + 100 < g.len() {
                if sink.block(0, &g).is_break() {
                    return Err(EngineError::Stopped);
                }
                let head = g[..g.len() - 200].to_vec();
                let window = g[100..].to_vec();
                let frontier = Frontier { space, rares, head, next: g.len() as u64, window, depth: 0 };
                let keep = frontier.window.len();
                return Ok(Long { rules, verify: options.verify, frontier, keep });
            }
        }
        Err(no)
    }

    /// Goes on from a saved frontier.
    pub fn resume(rules: &'a Rules, options: &Options, frontier: Frontier) -> Result<Self, EngineError> {
        let keep = frontier.window.len();
        Ok(Long { rules, verify: options.verify, frontier, keep })
    }

    /// Verified values up to (exactly) `until` into the sink.
    pub fn advance(&mut self, until: u64, sink: &mut dyn Sink) -> Result<(), EngineError> {
        let Frontier { space, rares, head, next, window, depth } = &mut self.frontier;
        let ranking = Ranking::new(*space);
        let table =
            [0, 1].map(|parity| std::array::from_fn::<u16, 256, _>(|rank| ranking.common(parity, rank as u16)));
        let mut plain = Plain::new(self.rules, *space, rares, head);
        while *next < until {
            let from = *next;
            let to = until.min(from + (1 << 12));
            for n in from..to {
                let value = plain.candidate(n, window).unwrap();
                if self.verify {
                    *depth = (*depth).max(plain.depth(n, value, window).unwrap_or_else(|| panic!("late rare {n} {space:?} {rares:?}")));
                }
                window.push(value);
            }
            *next = to;
            let new = &window[window.len() - (to - from) as usize..];
            let ranks: Vec<u8> = new.iter().map(|&value| ranking.rank(value) as u8).collect();
            if window.len() > 2 * self.keep {
                window.drain(..window.len() - self.keep);
            }
            if sink.ranks(from, &ranks, &table).is_break() {
                return Err(EngineError::Stopped);
            }
        }
        Ok(())
    }

    /// Where the run stands.
    pub fn frontier(&self) -> Frontier {
        let mut frontier = self.frontier.clone();
        frontier.window.drain(..frontier.window.len() - self.keep);
        frontier
    }
}
