//! **Theorem (Guy and Smith).** Let the largest removal of a game be k (at least 1), let its moves leave at most h
//! heaps (at least 1), and let `F = max(N0, 1)`. If `G(n + P) = G(n)` for `N0 <= n < h (F - 1) + (h - 1) P + k + 1`,
//! then for all `n >= N0`.
//!
//! *Proof.* An option of a further heap `n + P` leaves more than `h (F + P - 1)` beans in at most h heaps, so the
//! largest of them has at least `F + P`. With P beans fewer it is still a heap, so the same digit allows the same
//! number of heaps, an option of n of the same value. Conversely the largest heap of an option of n has at least F
//! beans and may get P more. ∎
//!
//! If every digit is 0 or 3, as for `S(1,2,5)`, the same holds with `F = N0`: where a heap of P beans may be left,
//! nothing may be left, and `G(P) = G(0)`. Without this, F = 0 is wrong: the first values of `.4` are 0, 0, 0, 1.
//!
//! A heap of two that must not be split does no harm, with `k >= 3`.
//!
//! **With a ban on equal heaps** (Grundy's game, `h = 2`) let `M = 2 F + k - 1`. If P is odd, `G(n) != 0` for `M <= n <
//! M + P` must hold, too. *Proof.* (z) If `M <= n < M + P` and `n - i = 2 a` for a removal i that may split, then `a >=
//! F`, and `(a, a + P)` is an option of `n + P` of value 0; so `G(n) = G(n + P) != 0`. Above, the largest heap of an
//! option of `n + P` may with P beans fewer become equal to the other one, which is forbidden. Then the value is 0 and
//! `n - i` is even for such an i. Heap n repeats one of `M, …, M + P - 1`, of its parity if P is even; by (z) or by the
//! clause its value is not 0, so n has an option of value 0 anyway. With P beans more the largest heap is never equal
//! to the other. ∎

use super::{Claim, Seen};
use crate::code::{Ban, Game};
use crate::limits::{Budget, Meter};
use crate::marks::Marks;
use crate::reader::{Refusal, require};

/// The largest removal, as the theorems count it.
pub fn last_removal(game: &Game) -> u64 {
    match game.ban {
        Ban::Nothing | Ban::Equal => game.last_removal().max(1),
        Ban::Couple => 3,
    }
}

/// Checks that the values repeat as far as the theorem asks.
pub fn check(game: &Game, claim: &Claim, budget: &Budget) -> Result<Seen, Refusal> {
    let k = last_removal(game);
    let heaps = game.most_heaps().max(1);
    let &Claim { preperiod, period, .. } = claim;
    let is_set = game.digits.iter().all(|&digit| digit == 0 || digit == 3);
    let least = if is_set { preperiod } else { preperiod.max(1) };
    let count = u128::from(heaps) * u128::from(least + period - 1) + u128::from(k) + 1;
    // Two heaps or more need all values; without splits the last k are enough, and those from the preperiod on that
    // must come again.
    let keep = if heaps == 1 { k.into() } else { count };
    let compared = count - u128::from(period) - u128::from(preperiod);
    budget.memory::<u16>(keep + 1 + compared, "values")?;
    budget.expect(count)?;
    let (count, compared) = (count as u64, compared as usize);
    let bans = game.ban == Ban::Equal && heaps > 1;
    let never_zero = if bans && period % 2 == 1 { count - 2 * period..count - period } else { 0..0 };
    let mut window: Vec<u16> = Vec::new();
    let mut g = Ring { values: vec![0; keep as usize + 1] };
    let mut wanted = claim.wanted();
    wanted.sort_unstable();
    wanted.dedup();
    let mut seen = Seen::new();
    let mut marks = Marks::new();
    let mut meter = Meter::new(budget);
    for n in 0..count {
        let value = naive(game, n, &g, &mut marks, &mut meter)?;
        g.put(n, value);
        if n >= preperiod && window.len() < compared {
            window.push(value);
        }
        if let Some(place) = n.checked_sub(period).and_then(|before| before.checked_sub(preperiod)) {
            require(window.get(place as usize) == Some(&value), || {
                format!("period: heap {n} has value {value}, but heap {} has another", n - period)
            })?;
        }
        require(value > 0 || !never_zero.contains(&n), || {
            format!("period: it is odd, and heap {n} has value 0, which an option with equal heaps may have had")
        })?;
        if wanted.get(seen.len()) == Some(&n) {
            seen.push((n, value));
        }
    }
    require(wanted.len() == seen.len(), || "smallest period: some heap lies beyond the values computed".to_owned())?;
    Ok(seen)
}

/// The mex over all options, by definition.
pub fn naive(game: &Game, n: u64, g: &Ring, marks: &mut Marks, meter: &mut Meter) -> Result<u16, Refusal> {
    marks.clear();
    for (removed, &digit) in (0..=n).zip(&game.digits) {
        let rest = n - removed;
        if digit & 1 != 0 && rest == 0 {
            marks.set(0);
        }
        if digit & 2 != 0 && rest > 0 {
            marks.set(g.at(rest));
        }
        if digit & 4 != 0 {
            for a in (1..=rest / 2).filter(|a| game.allows(*a, rest - a)) {
                marks.set(g.at(a) ^ g.at(rest - a));
            }
            meter.look(rest / 2)?;
        }
        for count in (3..16).filter(|count| digit >> count & 1 == 1) {
            game.split(rest as usize, count, &mut Vec::new(), &mut |heaps| {
                marks.set(heaps.iter().fold(0, |sum, &heap| sum ^ g.at(heap as u64)));
                meter.look(count as u64)
            })?;
        }
    }
    let value = marks.mex();
    meter.look(game.digits.len() as u64 + u64::from(value.unwrap_or(u16::MAX)))?;
    value.ok_or_else(|| Refusal::Unreadable(format!("the value of heap {n} passes {}", u16::MAX)))
}

/// The last values.
pub struct Ring {
    /// The value of heap n stands at n modulo their number.
    pub values: Vec<u16>,
}

impl Ring {
    /// The value of heap `n`.
    pub fn at(&self, n: u64) -> u16 {
        self.values[(n % self.values.len() as u64) as usize]
    }

    /// Sets the value of heap `n`.
    pub fn put(&mut self, n: u64, value: u16) {
        let length = self.values.len() as u64;
        self.values[(n % length) as usize] = value;
    }
}
