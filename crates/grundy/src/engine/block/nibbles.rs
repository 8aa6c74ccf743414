//! Ranks below 16: sets of 16 bits, in speculation and in verification ([`crate::kernel::nibbles`]).
//!
//! In speculation nearly all the time goes into near terms, heap by heap, unless ranks repeat: see [`super::echo`].

use super::echo::{self, Echo, Make};
use super::order::Term;
use super::speculate::{RankTooLarge, Speculate, Team, farthest, terms};
use super::tape::Tape;
use super::verify::{Alone, Findings, LONELY, Stretch, Verify};
use crate::kernel::nibbles::{self, Settled};
use crate::kernel::{Kernel, LANES, Range, Terms};

/// What is needed to go on from any window of ranks.
pub(super) struct Nibbles {
    maker: Maker,
    far: Vec<Term>,
    echo: Echo,
}

struct Maker {
    kernel: Kernel,
    near: Vec<(usize, u8)>,
    far: Terms<u8>,
    all: Terms<u8>,
}

impl Nibbles {
    /// `near` has the terms with an offset below 32, `far` the others.
    pub(super) fn new(kernel: Kernel, near: &[Term], far: &[Term]) -> Self {
        let near: Vec<(usize, u8)> = near.iter().map(|&(offset, x)| (offset as usize, x as u8)).collect();
        let maker = Maker { kernel, near, far: Terms::default(), all: Terms::default() };
        let mut speculation = Nibbles { maker, far: Vec::new(), echo: Echo::default() };
        speculation.add(far);
        speculation
    }
}

impl Speculate<u8> for Nibbles {
    fn extend(&mut self, ranks: &mut Vec<u8>, blocks: usize, _: Team) -> Result<(), RankTooLarge> {
        self.echo.extend(ranks, blocks * LANES, &mut self.maker)
    }

    fn add(&mut self, new: &[Term]) {
        self.far.extend_from_slice(new);
        let near = self.maker.near.iter().map(|&(offset, x)| (offset as u32, x));
        self.maker.far = terms(self.far.iter().copied());
        self.maker.all = near.chain(self.maker.far.iter()).collect();
    }

    fn terms(&self) -> usize {
        self.maker.all.len()
    }

    fn reach(&self) -> usize {
        farthest(&self.far, echo::FARTHEST)
    }
}

impl Make for Maker {
    fn make(&mut self, ranks: &mut Vec<u8>, count: usize) -> Result<(), RankTooLarge> {
        let n = ranks.len();
        ranks.resize(n + count, 0);
        self.kernel.extend_nibbles(ranks, n..n + count, &self.far, &self.near).map_err(|end| {
            ranks.truncate(end);
            RankTooLarge
        })
    }

    fn agree(&mut self, ranks: &[u8], range: Range) -> usize {
        self.kernel.agree_nibbles(ranks, range, &self.all)
    }
}

/// Verification: terms mark until nearly all lanes have nothing left.
pub(super) struct Covering {
    alone: Alone,
    settled: Settled,
    /// Single heaps of a rare value first, then splits.
    terms: Terms<u8>,
}

impl Covering {
    /// With these terms, in their order.
    pub(super) fn new(alone: Alone, terms: Terms<u8>) -> Self {
        let settled = Settled::new(|parity, rank| alone.ranking.leftovers(parity, rank));
        Covering { alone, settled, terms }
    }

    fn block(&self, tape: &Tape<u8>, n0: usize, findings: &mut Findings) {
        let (at, kernel) = (n0 - tape.base(), self.alone.kernel);
        let cover = kernel.cover_nibbles(tape.ranks(), at, n0 % 2 == 1, &self.settled, &self.terms, LONELY);
        findings.work += (cover.used * nibbles::LANES) as u64;
        let mut left = cover.left;
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            let mut open = !u16::from_le_bytes([cover.sets[0][lane], cover.sets[1][lane]]);
            let depth = self.alone.splits(tape, n0 + lane, |Stretch { up, down, .. }| {
                let (still_open, looked) = kernel.cover_alone(up, down, open);
                open = still_open;
                (open == 0).then_some(looked)
            });
            let Some(depth) = depth else {
                findings.rare = Some(n0 + lane);
                break;
            };
            findings.depth = findings.depth.max(depth);
        }
    }
}

impl Verify<u8> for Covering {
    fn blocks(&self, tape: &Tape<u8>, range: Range) -> Findings {
        let mut findings = self.alone.nothing_found();
        let mut blocks = range.step_by(nibbles::LANES);
        while findings.rare.is_none()
            && let Some(n0) = blocks.next()
        {
            self.block(tape, n0, &mut findings);
        }
        findings
    }

    fn alone(&self) -> &Alone {
        &self.alone
    }

    fn alone_mut(&mut self) -> &mut Alone {
        &mut self.alone
    }
}
