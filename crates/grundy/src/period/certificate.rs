//! Certificates of periods, for `grundy-check`; the format is described in the book.
//!
//! A certificate is plain data with public fields: whoever has proved a period fills it and prints it.

use super::{ArithmeticProof, Theorem};
use crate::game::Game;
use crate::packed;
use crate::rules::{Ban, Rules};
use crate::sparse::Space;
use std::fmt;

/// Everything needed to check that `G(n + period) = G(n) + saltus` for all `n >= preperiod`, and that both are the smallest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodCertificate {
    /// The game.
    pub game: Game,
    /// The theorem that proves it.
    pub theorem: Theorem,
    /// The smallest preperiod.
    pub preperiod: u64,
    /// The smallest period.
    pub period: u64,
    /// By how much values grow in a period; only [`Theorem::Endless`] and [`Theorem::Arithmetic`] allow more than 0.
    pub saltus: u64,
    /// What the sparse theorem needs.
    pub sparse: Option<SparseProof>,
    /// Where the tail is looked at, for [`Theorem::Endless`].
    pub tail: Option<u64>,
    /// The numbers of [`Theorem::Arithmetic`].
    pub arithmetic: Option<ArithmeticProof>,
    /// For each prime `q` that divides the period a heap `n >= preperiod` that shows that `period / q` is no period:
    /// `q (G(n + period / q) - G(n)) != saltus`.
    pub distinct: Vec<(u64, u64)>,
}

/// What the sparse theorem needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SparseProof {
    /// The space.
    pub space: Space,
    /// All rare heaps with their values, ascending. Heap 0 is left aside whether it is listed or not.
    pub rares: Vec<(u64, u16)>,
    /// A depth: from `2 L + 1 + D + 2 k` on, each leftover is excluded by an option with a part of at most this.
    pub depth: u64,
    /// Windows `(start, values)`: the [`SparseProof::window`] values of the heaps before `start`, ascending, from
    /// [`SparseProof::first_start`] (exclusive) to [`SparseProof::end`] (exclusive). Short proofs need none.
    pub segments: Vec<(u64, Vec<u16>)>,
}

/// The number `k` of the theorems on periods: the largest removal, at least 1; 3 for Couples-are-Forever, where a heap of two is an
/// exception. None where removals have no end.
pub(crate) fn theorem_k(rules: &Rules) -> Option<u64> {
    match rules.ban() {
        Ban::Nothing | Ban::EqualHeaps => rules.last_removal().map(|k| k.max(1)),
        Ban::Couple => Some(3),
    }
}

/// The length `L + k` of a window after the last rare heap `L`: as many values before a heap determine all later ones.
pub(crate) fn window_after(last_rare: u64, rules: &Rules) -> u64 {
    last_rare.saturating_add(theorem_k(rules).unwrap_or(1))
}

impl SparseProof {
    /// The last rare heap `L`; 0 if there is none but perhaps heap 0.
    pub fn last_rare(&self) -> u64 {
        self.rares.last().map_or(0, |&(heap, _)| heap)
    }

    /// How many values a window has: `L + k`.
    pub fn window(&self, rules: &Rules) -> u64 {
        window_after(self.last_rare(), rules)
    }

    /// Where the first segment starts, from a window that the checker computes by itself: `2 L + k + 1`.
    pub fn first_start(&self, rules: &Rules) -> u64 {
        self.last_rare() + 1 + self.window(rules)
    }

    /// Where the last segment ends: one period after the window that begins with the preperiod (or with heap 1).
    pub fn end(&self, rules: &Rules, preperiod: u64, period: u64) -> u64 {
        preperiod.max(1) + self.window(rules) + period
    }

    /// How many values `G(0), G(1), …` the theorem asks for.
    pub fn values_needed(&self, rules: &Rules, preperiod: u64, period: u64) -> u64 {
        self.end(rules, preperiod, period) + self.depth + theorem_k(rules).unwrap_or(1)
    }
}

impl fmt::Display for PeriodCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PeriodCertificate { game, theorem, preperiod, period, saltus, sparse, tail, arithmetic, distinct } = self;
        writeln!(f, "grundy-certificate 1\nkind period\ngame {game}\ntheorem {theorem}")?;
        writeln!(f, "preperiod {preperiod}\nperiod {period}")?;
        if let Some(tail) = tail {
            writeln!(f, "saltus {saltus}\ntail {tail}")?;
        }
        if let Some(ArithmeticProof { values, scale: (low, high), slack, twins }) = arithmetic {
            writeln!(f, "saltus {saltus}\nvalues {values}\nscale {low} {high}\nslack {slack}\ntwins {twins}")?;
        }
        for (q, n) in distinct {
            writeln!(f, "distinct {q} {n}")?;
        }
        let Some(SparseProof { space, rares, depth, segments }) = sparse else { return Ok(()) };
        writeln!(f, "space {} {} {}\ndepth {depth}", space.mask, space.parity, space.kappa)?;
        for (heap, value) in rares.iter().filter(|&&(heap, _)| heap > 0) {
            writeln!(f, "rare {heap} {value}")?;
        }
        for (start, window) in segments {
            writeln!(f, "segment {start} {}", packed::digits(window))?;
        }
        Ok(())
    }
}

/// The primes that divide `n`, ascending.
pub(crate) fn primes(mut n: u64) -> Vec<u64> {
    let mut primes = Vec::new();
    let mut q = 2;
    while q * q <= n {
        if n.is_multiple_of(q) {
            primes.push(q);
            while n.is_multiple_of(q) {
                n /= q;
            }
        }
        q += 1;
    }
    if n > 1 {
        primes.push(n);
    }
    primes
}
