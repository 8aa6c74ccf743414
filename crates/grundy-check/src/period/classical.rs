//! **Theorem (Guy and Smith).** Let the largest removal of a game be k (at least 1), let its moves leave at most h heaps (at
//! least 1), and let `F = max(N0, 1)`. If `G(n + P) = G(n)` for `N0 <= n < h (F - 1) + (h - 1) P + k + 1`, then for all `n >= N0`.
//!
//! *Proof.* An option of a further heap `n + P` leaves more than `h (F + P - 1)` beans in at most h heaps, so the largest of them has at
//! least `F + P`. With P beans fewer it is still a heap, so the same digit allows the same number of heaps, an option of n of the same
//! value. Conversely the largest heap of an option of n has at least F beans and may get P more. ∎
//!
//! If every digit is 0 or 3, as for `S(1,2,5)`, the same holds with `F = N0`: where a heap of P beans may be left, nothing may be left, and
//! `G(P) = G(0)`. Without this, F = 0 is wrong: the first values of `.4` are 0, 0, 0, 1.
//!
//! A ban on equal heaps would break the proof; a heap of two that must not be split does not, with `k >= 3`.

use super::{Claim, Seen};
use crate::code::{Ban, Game};
use crate::reader::{Refusal, require, unreadable};

/// More values than this are not kept.
const MOST_VALUES: u64 = 1 << 24;

/// The largest removal, as the theorems count it.
pub fn last_removal(game: &Game) -> Result<u64, Refusal> {
    match game.ban {
        Ban::Nothing => Ok(game.last_removal().max(1)),
        Ban::Couple => Ok(3),
        Ban::Equal => unreadable("the theorem does not speak of games that forbid equal heaps"),
    }
}

pub fn check(text: &str, claim: &Claim) -> Result<Seen, Refusal> {
    let game = Game::read(text)?;
    let k = last_removal(&game)?;
    let heaps = game.most_heaps().max(1);
    let &Claim { preperiod, period, .. } = claim;
    let is_set = game.digits.iter().all(|&digit| digit == 0 || digit == 3);
    let least = if is_set { preperiod } else { preperiod.max(1) };
    let count = u128::from(heaps) * u128::from(least + period - 1) + u128::from(k) + 1;
    let Some(count) = u64::try_from(count).ok().filter(|&count| count <= MOST_VALUES || heaps == 1) else {
        return unreadable(format!("the proof needs {count} values; at most {MOST_VALUES} are kept"));
    };
    // Without splits only the last k values matter, and those from the preperiod on that must come again; else all of them.
    let keep = if heaps == 1 { k } else { count };
    let compared = (count - period - preperiod) as usize;
    let mut window: Vec<u16> = Vec::new();
    let mut g = Ring { values: vec![0; keep as usize + 1] };
    let mut wanted = claim.wanted();
    wanted.sort_unstable();
    wanted.dedup();
    let mut seen = Seen::new();
    let mut marks = Marks::new();
    for n in 0..count {
        let value = naive(&game, n, &g, &mut marks)
            .ok_or_else(|| Refusal::Unreadable(format!("the value of heap {n} passes {}", u16::MAX)))?;
        g.put(n, value);
        if n >= preperiod && window.len() < compared {
            window.push(value);
        }
        if let Some(place) = n.checked_sub(period).and_then(|before| before.checked_sub(preperiod)) {
            require(window.get(place as usize) == Some(&value), || {
                format!("period: heap {n} has value {value}, but heap {} has another", n - period)
            })?;
        }
        if wanted.get(seen.len()) == Some(&n) {
            seen.push((n, value));
        }
    }
    require(wanted.len() == seen.len(), || "smallest period: some heap lies beyond the values computed".to_owned())?;
    Ok(seen)
}

/// The mex over all options, by definition.
fn naive(game: &Game, n: u64, g: &Ring, marks: &mut Marks) -> Option<u16> {
    marks.clear();
    for (removed, &digit) in (0..=n).zip(&game.digits) {
        let rest = n - removed;
        if digit & 1 != 0 && rest == 0 {
            marks.set(0);
        }
        if digit & 2 != 0 && rest > 0 {
            marks.set(g.at(rest));
        }
        if digit & 4 != 0 && game.may_split(rest) {
            for a in 1..=rest / 2 {
                marks.set(g.at(a) ^ g.at(rest - a));
            }
        }
        for count in (3..16).filter(|count| digit >> count & 1 == 1) {
            game.split(rest as usize, count, &mut Vec::new(), &mut |heaps| {
                marks.set(heaps.iter().fold(0, |sum, &heap| sum ^ g.at(heap as u64)));
            });
        }
    }
    (0..=u16::MAX).find(|&value| !marks.has(value))
}

/// The last values.
pub struct Ring {
    pub values: Vec<u16>,
}

impl Ring {
    pub fn at(&self, n: u64) -> u16 {
        self.values[(n % self.values.len() as u64) as usize]
    }

    pub fn put(&mut self, n: u64, value: u16) {
        let length = self.values.len() as u64;
        self.values[(n % length) as usize] = value;
    }
}

/// A set of values, emptied at once.
pub struct Marks {
    stamps: Vec<u64>,
    now: u64,
}

impl Marks {
    pub fn new() -> Self {
        Marks { stamps: vec![0; 1 << 16], now: 0 }
    }

    pub fn clear(&mut self) {
        self.now += 1;
    }

    pub fn set(&mut self, value: u16) {
        self.stamps[value as usize] = self.now;
    }

    pub fn has(&self, value: u16) -> bool {
        self.stamps[value as usize] == self.now
    }
}
