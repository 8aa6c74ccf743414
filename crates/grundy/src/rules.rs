//! The moves of a game, in the one form that every engine reads.
//!
//! Whatever its notation, a game here is a digit for each number of beans removed (see [`crate::code`]): finitely many
//! explicit digits, then possibly a block of digits that repeats for ever, with finitely many removals struck out
//! (`allbut`), or an endless [`Series`] of removals with digit 3. Two games split by a rule of their own, expressed as
//! a [`Ban`] on some splits.

use crate::code::Code;
use crate::game::Form;
use crate::series::Series;
use std::ops::ControlFlow;

/// The moves of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// `(removed, digit)` with a non-zero digit, ascending: the digits before the tail.
    moves: Vec<(u64, u32)>,
    tail: Option<Tail>,
    series: Option<Series>,
    ban: Ban,
}

/// Digits that go on for ever: `digit(start + t) = block[t mod length]`, except for the struck-out removals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tail {
    /// The first removal the block speaks of.
    pub start: u64,
    /// The repeating digits.
    pub block: Vec<u32>,
    /// Removals that are not allowed although the block names them, ascending.
    pub except: Vec<u64>,
}

impl Tail {
    /// The digit of removal `i >= start`, the struck-out ones left aside.
    pub(crate) fn block_digit(&self, i: u64) -> u32 {
        self.block[((i - self.start) % self.block.len() as u64) as usize]
    }
}

/// Splits that a game forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ban {
    /// Every split is allowed.
    Nothing,
    /// Two heaps of the same size are not allowed (Grundy's game).
    EqualHeaps,
    /// A heap of two is not split (Couples-are-Forever).
    Couple,
}

impl Ban {
    /// Whether a heap may be split into heaps of `a` and `b`.
    pub fn allows(self, a: u64, b: u64) -> bool {
        match self {
            Ban::Nothing => true,
            Ban::EqualHeaps => a != b,
            Ban::Couple => a + b > 2,
        }
    }
}

/// What kind of game it is, by the largest number of heaps a move leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// No move splits a heap.
    Subtraction,
    /// At most two heaps.
    Octal,
    /// At most three heaps.
    Hexadecimal,
    /// More than three heaps.
    Larger,
}

impl Rules {
    /// The moves that a notation means.
    pub(crate) fn of(form: &Form) -> Self {
        let finite = |moves| Rules { moves, tail: None, series: None, ban: Ban::Nothing };
        match form {
            Form::Code(code) => Rules::of_code(code),
            Form::Subtraction(set) => finite(set.iter().map(|&i| (i, 3)).collect()),
            Form::Series(series) => Rules { series: Some(*series), ..finite(Vec::new()) },
            Form::AllBut(set) => {
                let tail = Tail { start: 1, block: vec![3], except: set.clone() };
                Rules { tail: Some(tail), ..finite(Vec::new()) }
            }
            Form::Grundy => Rules { ban: Ban::EqualHeaps, ..finite(vec![(0, 4)]) },
            Form::Couples => Rules { ban: Ban::Couple, ..finite(vec![(0, 4)]) },
        }
    }

    /// A code whose moves never leave two equal heaps: for tests of what Grundy's game alone has among named games.
    #[cfg(test)]
    pub(crate) fn with_unequal_heaps(digits: &[u32]) -> Self {
        let moves = (0..).zip(digits).filter(|&(_, &d)| d != 0).map(|(i, &d)| (i, d)).collect();
        Rules { moves, tail: None, ban: Ban::EqualHeaps, series: None }
    }

    /// The first values of a game whose values are small, by definition.
    #[cfg(test)]
    pub(crate) fn first_values(&self, count: u64) -> Vec<u16> {
        let mut g: Vec<u16> = Vec::new();
        for n in 0..count {
            let mut seen = vec![false; 256];
            let _ = self.each_option(n, |_, heaps| {
                seen[usize::from(heaps.iter().fold(0, |sum, &heap| sum ^ g[heap as usize]))] = true;
                ControlFlow::<()>::Continue(())
            });
            g.push(seen.iter().position(|&seen| !seen).unwrap() as u16);
        }
        g
    }

    fn of_code(code: &Code) -> Self {
        let moves = (0..).zip(code.head()).filter(|&(_, &d)| d != 0).map(|(i, &d)| (i, d)).collect();
        let tail = (!code.block().is_empty()).then(|| Tail {
            start: code.head().len() as u64,
            block: code.block().to_vec(),
            except: Vec::new(),
        });
        Rules { moves, tail, series: None, ban: Ban::Nothing }
    }

    /// The digit of removal `i`.
    pub fn digit(&self, i: u64) -> u32 {
        match &self.tail {
            Some(tail) if i >= tail.start => {
                if tail.except.binary_search(&i).is_ok() {
                    0
                } else {
                    tail.block_digit(i)
                }
            }
            _ if self.series.is_some_and(|series| series.contains(i)) => 3,
            _ => self.moves.binary_search_by_key(&i, |&(removed, _)| removed).map_or(0, |k| self.moves[k].1),
        }
    }

    /// `(removed, digit)` for every non-zero digit before the tail, ascending; none of a series.
    pub fn moves(&self) -> &[(u64, u32)] {
        &self.moves
    }

    /// The digits that go on for ever.
    pub fn tail(&self) -> Option<&Tail> {
        self.tail.as_ref()
    }

    /// The removals that no repeating code can say.
    pub fn series(&self) -> Option<Series> {
        self.series
    }

    /// The splits that are forbidden.
    pub fn ban(&self) -> Ban {
        self.ban
    }

    /// The largest number of heaps a move can leave.
    pub fn most_heaps(&self) -> u32 {
        let tail = self.tail.iter().flat_map(|tail| &tail.block);
        let series = self.series.map_or(0, |_| 3);
        let all = self.moves.iter().map(|(_, d)| d).chain(tail).fold(series, |all, d| all | d);
        u32::BITS.saturating_sub(all.leading_zeros() + 1)
    }

    /// The class of the game by the number of heaps its moves leave.
    pub fn class(&self) -> Class {
        match self.most_heaps() {
            0 | 1 => Class::Subtraction,
            2 => Class::Octal,
            3 => Class::Hexadecimal,
            _ => Class::Larger,
        }
    }

    /// Whether there is a largest removal.
    pub fn is_finite(&self) -> bool {
        self.tail.is_none() && self.series.is_none()
    }

    /// The largest removal of a finite game (0 when there is no move).
    pub fn last_removal(&self) -> Option<u64> {
        self.is_finite().then(|| self.moves.last().map_or(0, |&(i, _)| i))
    }

    /// Every `(removed, digit)` with a non-zero digit that a heap of `n` can use, ascending.
    pub fn moves_within(&self, n: u64) -> impl Iterator<Item = (u64, u32)> {
        let head = self.moves.iter().copied().take_while(move |&(i, _)| i <= n);
        let tail = self.tail.as_ref().map(|tail| tail.start..=n);
        let series = self.series.into_iter().flat_map(Series::members).take_while(move |&i| i <= n).map(|i| (i, 3));
        head.chain(tail.into_iter().flatten().map(|i| (i, self.digit(i))).filter(|&(_, d)| d != 0)).chain(series)
    }

    /// Calls `visit(removed, heaps)` for every option of a heap of `n`: `heaps` are the heaps left, non-decreasing, all
    /// non-empty. This is the definition of the game, spelled out.
    pub fn each_option<B>(&self, n: u64, mut visit: impl FnMut(u64, &[u64]) -> ControlFlow<B>) -> ControlFlow<B> {
        for (removed, digit) in self.moves_within(n) {
            for count in (0..=digit.ilog2()).filter(|count| digit >> count & 1 == 1) {
                self.each_split(n, removed, count, |heaps| visit(removed, heaps))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Calls `visit(heaps)` for every allowed way to leave exactly `count` heaps of `n` after removing `removed <= n`
    /// beans.
    pub fn each_split<B>(
        &self,
        n: u64,
        removed: u64,
        count: u32,
        mut visit: impl FnMut(&[u64]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let ban = self.ban;
        partitions(n - removed, count, &mut Vec::new(), &mut |heaps| match *heaps {
            [a, b] if !ban.allows(a, b) => ControlFlow::Continue(()),
            _ => visit(heaps),
        })
    }
}

/// Calls `visit` for every way to write `total` as exactly `count` positive heaps, each at least the last of `heaps`.
fn partitions<B>(
    total: u64,
    count: u32,
    heaps: &mut Vec<u64>,
    visit: &mut impl FnMut(&[u64]) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let least = heaps.last().copied().unwrap_or(1);
    match count {
        0 if total == 0 => visit(heaps),
        0 => ControlFlow::Continue(()),
        1 if total < least => ControlFlow::Continue(()),
        1 => {
            heaps.push(total);
            let flow = visit(heaps);
            heaps.pop();
            flow
        }
        _ => {
            for heap in least..=total / u64::from(count) {
                heaps.push(heap);
                let flow = partitions(total - heap, count - 1, heaps, visit);
                heaps.pop();
                flow?;
            }
            ControlFlow::Continue(())
        }
    }
}
