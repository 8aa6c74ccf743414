//! **Theorem of endless codes.** Let no move split a heap, and let the digits from place e on repeat with length b:
//! `d_i = d_(i+b)` for `i >= e`. Call the moves that remove e or more the *tail*, and let T(n) be the set of values of
//! the tail options of n. Let M be the least common multiple of P and b, `S' = S M / P`, `t >= N0 + e + b - 1` (the
//! line `tail`), and suppose
//!
//! 1. `G(n + P) = G(n) + S` for `N0 <= n < t + b + M - P`;
//! 2. `T(n + M) = {0, …, S' - 1} ∪ (T(n) + S')` for `t <= n < t + b`.
//!
//! Then 1 holds for all `n >= N0`. *Proof.* By 1, `G(n + M) = G(n) + S'` for `N0 <= n < t + b`. Let `n >= t + b`, and
//! let this hold below n, and 2 for `n - b`. The tail options of n are those of `n - b` and the heaps `n - i` with `e
//! <= i < e + b` and bit 1 in `d_i` (a digit that takes all of n takes all of `n - b` too). These heaps lie between N0
//! and n, so their values grow by S' with M, and 2 holds for n. The other options are heaps `n - i` with `i < e`; their
//! values grow by S' too. So the values of the options of `n + M` are those of n, plus S', and the numbers below S':
//! `G(n + M) = G(n) + S'`. So this holds for ever. Now let `n >= t + b + M - P`, and let 1 hold below n. With `m = n +
//! P - M >= t + b` it is `M/P - 1` steps of P from m to n, each of them below n, so `G(n) = G(m) + S' - S`; and `G(n +
//! P) = G(m + M) = G(m) + S'`. Hence `G(n + P) = G(n) + S`. ∎

use super::{Claim, Seen};
use crate::code::{first_digit, read_digits};
use crate::limits::{Budget, Meter};
use crate::reader::{Refusal, number, require, shown, unreadable};

const LONGEST_BLOCK: usize = 1 << 10;
const LARGEST_MEMBER: usize = 1 << 20;

/// The digits of a code without end.
struct Code {
    head: Vec<u32>,
    block: Vec<u32>,
}

impl Code {
    fn read(text: &str) -> Result<Self, Refusal> {
        let parsed = match text.strip_prefix("allbut(").and_then(|rest| rest.strip_suffix(')')) {
            Some(set) => Code::all_but(set),
            None => Code::repeating(text),
        };
        match parsed {
            Some(code) if code.head[0] == 0 && code.head.iter().chain(&code.block).all(|&digit| digit < 4) => Ok(code),
            _ => unreadable(format!(
                "\"{}\" is not a game without splits whose code has no end, such as .3..., .1(03)... or allbut(2,5)",
                shown(text)
            )),
        }
    }

    fn all_but(set: &str) -> Option<Self> {
        let mut head = vec![0];
        for member in set.split(',') {
            let member: usize =
                number("game", member.trim_matches(' ')).ok().filter(|&m| 0 < m && m < LARGEST_MEMBER)?;
            head.resize(head.len().max(member + 1), 3);
            head[member] = 0;
        }
        Some(Code { head, block: vec![3] })
    }

    fn repeating(text: &str) -> Option<Self> {
        let (before, after) = text.strip_suffix("...")?.split_once('.')?;
        let mut head = vec![first_digit(before)?];
        let block = if let Some((first, block)) = after.split_once('(') {
            head.extend(read_digits(first)?);
            read_digits(block.strip_suffix(')')?)?
        } else {
            head.extend(read_digits(after)?);
            vec![head.pop().filter(|_| !after.is_empty())?]
        };
        (!block.is_empty() && block.len() <= LONGEST_BLOCK).then_some(Code { head, block })
    }

    fn digit(&self, i: usize) -> u32 {
        let e = self.head.len();
        if i < e { self.head[i] } else { self.block[(i - e) % self.block.len()] }
    }
}

/// Checks both hypotheses of the theorem.
pub fn check(text: &str, claim: &Claim, t: u64, budget: &Budget) -> Result<Seen, Refusal> {
    let code = Code::read(text)?;
    let (e, b) = (code.head.len(), code.block.len());
    let &Claim { preperiod, period, saltus, .. } = claim;
    require(t + 1 >= preperiod + (e + b) as u64, || "tail: it must be looked at later".to_owned())?;
    let step = u128::from(period / common_divisor(period, b as u64)) * b as u128;
    let grown = u128::from(saltus) * (step / u128::from(period));
    let count = u128::from(t) + b as u128 + step;
    require(grown <= u16::MAX.into(), || "saltus: values would pass 65535 before the tail is compared".to_owned())?;
    budget.memory::<u16>(count, "values")?;
    budget.expect(count)?;
    budget.memory::<[u16; 1 << 12]>(2 * b as u128, "sets of tail options")?;
    let mut meter = Meter::new(budget);
    let (preperiod, period, step) = (preperiod as usize, period as usize, step as usize);
    let (t, count, grown) = (t as usize, count as usize, grown as u16);
    let mut g: Vec<u16> = Vec::new();
    // The values of the tail options of the last heap of each residue, and those of the heaps from t on.
    let mut tails = vec![Set::default(); b];
    let mut kept: Vec<Set> = Vec::new();
    for n in 0..count {
        let tail = &mut tails[n % b];
        (e..(e + b).min(n)).filter(|&i| code.digit(i) & 2 != 0).for_each(|i| tail.add(g[n - i]));
        if n >= e && code.digit(n) & 1 != 0 {
            tail.add(0);
        }
        let mut options = Set::default();
        (1..e.min(n)).filter(|&i| code.digit(i) & 2 != 0).for_each(|i| options.add(g[n - i]));
        if n < e && code.digit(n) & 1 != 0 {
            options.add(0);
        }
        let Some(value) = least_in_neither(&options, tail) else {
            return unreadable(format!("the value of heap {n} passes {}", u16::MAX));
        };
        g.push(value);
        meter.look((e + b) as u64 + u64::from(value) / 64)?;
        if (t..t + b).contains(&n) {
            kept.push(tail.clone());
        }
        if let Some(before) = n.checked_sub(period).filter(|&before| before >= preperiod) {
            let expected = u64::from(g[before]) + saltus;
            require(u64::from(value) == expected, || format!("period: heap {n} has value {value}, not {expected}"))?;
        }
        if let Some(earlier) = n.checked_sub(t + step).and_then(|k| kept.get(k)) {
            require(earlier.grown(grown).as_ref() == Some(&*tail), || {
                format!("tail: the far options of heap {n} are not those of heap {}", n - step)
            })?;
        }
    }
    let mut wanted = claim.wanted();
    wanted.sort_unstable();
    wanted.dedup();
    let at = |heap: u64| g.get(heap as usize).map(|&value| (heap, value));
    let beyond = || Refusal::Fails("smallest period: some heap lies beyond the values computed".to_owned());
    wanted.into_iter().map(at).collect::<Option<Seen>>().ok_or_else(beyond)
}

fn common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// The least value that is in neither set, if it fits.
fn least_in_neither(one: &Set, other: &Set) -> Option<u16> {
    let word = |set: &Set, place: usize| set.0.get(place).copied().unwrap_or(0);
    let missing = |place: usize| !(word(one, place) | word(other, place));
    let place = (0..1 << 10).find(|&place| missing(place) != 0)?;
    Some((64 * place) as u16 + missing(place).trailing_zeros() as u16)
}

/// A set of values.
#[derive(Clone, Default, PartialEq, Eq)]
struct Set(Vec<u64>);

impl Set {
    fn add(&mut self, value: u16) {
        let place = value as usize / 64;
        if self.0.len() <= place {
            self.0.resize(place + 1, 0);
        }
        self.0[place] |= 1 << (value % 64);
    }

    /// The numbers below `by`, and its members with `by` added. None if one of them would pass 65535: no value does.
    fn grown(&self, by: u16) -> Option<Set> {
        let mut grown = Set::default();
        (0..by).for_each(|value| grown.add(value));
        for (place, word) in (0..).zip(&self.0) {
            for bit in (0..64).filter(|bit| word >> bit & 1 == 1) {
                grown.add(u16::checked_add(64 * place + bit, by)?);
            }
        }
        Some(grown)
    }
}
