//! **Sparse theorem.** Let a finite game leave at most two heaps, its largest removal be k (at least 1), and let mask
//! m, parity pi and kappa be such that `kappa + pi i` is odd for each removal `i` that may split. The class of value v
//! at heap n is `parity(m & v) + pi n mod 2`; v is *common* there when its class is kappa, else *rare*; a heap is what
//! its value is. Then a split has a common value for n exactly when one part is common and the other rare.
//!
//! Let L be the last rare heap (0 if only heap 0 is rare), `w = L + k`, and for `n > L + k` let c(n) be the least
//! common value that neither a split with a part `1 <= a <= L` nor a one-heap option excludes: it depends on the w
//! values before n, and on n mod 2 if pi = 1. The *leftovers* of n are the rare values below c(n). `G(n) = c(n)` when
//! options exclude all of them; else n is rare.
//!
//! Let `F = max(N0, 1)`, `S = F + w`, `N = S + P + D + k`. Suppose
//!
//! 1. P is even if pi = 1;
//! 2. the heaps `1 <= n < N` that are rare are the listed ones, with these values, and `L < F`;
//! 3. the w values before S are those before S + P;
//! 4. for `S + D + k <= n < N`, each leftover of n is the value of a one-heap option or of a split with a part of at
//!    most D.
//!
//! Then `G(n + P) = G(n)` for all `n >= F`. *Proof.* By 3 and because c looks at w values only, it holds for `F <= n <
//! N - P`. Let `n >= N` and let it hold for all heaps below n, all of them common beyond L. The w values before n are
//! those before n - P, so `c(n) = c(n - P)`. Going back by P as often as possible from n leads to some n' of (4); each
//! leftover of n is one of n' and is there the value of an option whose part b is at least `n' - k - D >= F` (with a
//! part `a <= D`, or alone). Adding the multiple of P to b gives an option of n with the same value. So `G(n) = c(n) =
//! G(n - P)`, and n is common. ∎
//!
//! *With a ban on equal heaps* (Grundy's game) all this holds word for word, where a split is an allowed one: two equal
//! parts have the class `pi i`, which is not kappa, so their value 0 is rare and no ban touches c(n); and of the two
//! parts in (4) the smaller one is at most D, so the parts still differ when the larger one grows. A leftover 0 needs
//! an allowed option: two equal heaps are none.
//!
//! **In segments.** The *head*, up to `L + 1 + w + D + k`, is computed exactly. Windows of w values stand at `s_0 = L +
//! 1 + w` (known from the head) and at the listed places `s_1 < s_2 < …`; the end is `s_m = S + P`. Segment i
//! speculates, which is to set `G = c`, from its window up to `s_i+1 + D + k`, must reproduce window i + 1, and shows
//! (4) for `s_i + D + k <= n < s_i+1 + D + k`. Splits with a part of at most D have the other part at `s_i` or later,
//! so no segment looks at another; by induction all of them are exact.
//!
//! **The frame** is everything else: the head, the places of the windows, hypothesis 1 and 3, and that period and
//! preperiod are the smallest. It takes the values that it asks for by speculation from the window before them, which
//! is what the segments show to be exact. So the frame and all segments together are the whole proof; one segment alone
//! says nothing about the period.

mod head;
mod jobs;
mod lists;
mod order;
mod plain;
mod planes;
mod read;
mod stretch;
mod terms;
#[cfg(test)]
mod tests;
mod word;
mod words;

use super::{Asked, Claim, Seen, Task, value};
use crate::code::Game;
use crate::limits::Budget;
use crate::reader::{Certificate, Refusal, require, unreadable};
use jobs::Aim;
use std::ops::Range;

/// What was checked.
pub enum Checked {
    /// Everything; these are the values asked for.
    Whole(Seen),
    /// Everything but this number of segments.
    Frame(Seen, usize),
    /// Some segments, of this number of them: the heaps of each, or what is wrong with it.
    Segments(Vec<Result<Range<u64>, Refusal>>, usize),
}

/// The classes of values.
#[derive(Clone, Copy)]
pub struct Space {
    mask: u16,
    parity: u64,
    kappa: u64,
}

impl Space {
    fn is_common(self, n: u64, value: u16) -> bool {
        (u64::from((self.mask & value).count_ones()) + self.parity * (n % 2)) % 2 == self.kappa
    }
}

/// What every segment needs to know.
#[derive(Clone)]
pub struct Proof {
    game: Game,
    space: Space,
    /// Removals that may split.
    breaks: Vec<u64>,
    /// Removals that leave one heap.
    singles: Vec<u64>,
    /// Largest removal.
    k: u64,
    /// `(heap, value)`, ascending, heap 0 left aside.
    rares: Vec<(u64, u16)>,
    depth: u64,
    /// The first values.
    head: Vec<u16>,
    /// Heaps whose values are asked for, ascending.
    wanted: Vec<u64>,
    /// Whether every step is taken literally.
    plain: bool,
}

impl Proof {
    /// The number of values in a window.
    fn window(&self) -> u64 {
        self.rares.last().map_or(0, |&(heap, _)| heap) + self.k
    }
}

/// A stretch from one window to the next.
#[derive(Clone, Copy)]
struct Segment<'a> {
    start: u64,
    window: &'a [u16],
    stop: u64,
    /// The window that must stand at its end, if it is known.
    next: Option<&'a [u16]>,
}

/// Checks the hypotheses of the theorem, or those of the part that is asked for.
pub fn check(
    game: Game,
    claim: &Claim,
    certificate: &Certificate,
    asked: Asked,
    task: &Task,
    budget: &Budget,
) -> Result<Checked, Refusal> {
    let mut proof = read::proof(game, claim, certificate)?;
    proof.plain = task.plain;
    let last_rare = proof.rares.last().map_or(0, |&(heap, _)| heap);
    let window = proof.window();
    let first = last_rare + 1 + window;
    let from = claim.preperiod.max(1);
    require(last_rare < from, || {
        format!("rares: heap {last_rare} is rare and cannot repeat; the preperiod must be larger")
    })?;
    let (base, end) = (from + window, from + window + claim.period);
    let listed = read::windows(certificate, window, budget)?;
    let starts: Vec<u64> = [first].into_iter().chain(listed.iter().map(|&(start, _)| start)).collect();
    require(starts.is_sorted_by(|a, b| a < b) && starts.last() < Some(&end), || {
        format!("segments: their starts must ascend between {first} and {end}")
    })?;

    budget.memory::<[u64; 4]>(2 * u128::from(window), "heaps of the window that returns")?;
    proof.wanted = claim.wanted();
    proof.wanted.extend((from..base).flat_map(|heap| [heap, heap + claim.period]).chain([claim.period]));
    proof.wanted.sort_unstable();
    proof.wanted.dedup();
    let count = first + proof.depth + proof.k;
    budget.memory::<u16>(count.into(), "values at the beginning")?;
    budget.expect(count.into())?;
    proof.head = if task.plain { plain::head(&proof, count, budget)? } else { head::values(&proof, count, budget)? };
    let opening = &proof.head[(last_rare + 1) as usize..first as usize];
    let windows: Vec<&[u16]> = [opening].into_iter().chain(listed.iter().map(|(_, values)| &values[..])).collect();
    let at_base = starts.binary_search(&base).ok().map(|k| windows[k]);
    let segments: Vec<Segment> = (0..starts.len())
        .map(|k| Segment {
            start: starts[k],
            window: windows[k],
            stop: starts.get(k + 1).copied().unwrap_or(end),
            next: windows.get(k + 1).copied().or(at_base.filter(|_| k + 1 == starts.len())),
        })
        .collect();

    let results = match asked {
        Asked::Segments(numbers) => {
            let find = |&number: &usize| match number.checked_sub(1).and_then(|k| segments.get(k)) {
                Some(segment) => Ok(*segment),
                None => unreadable(format!("there is no segment {number}; there are {}", segments.len())),
            };
            let asked = numbers.iter().map(find).collect::<Result<Vec<Segment>, Refusal>>()?;
            let results = jobs::run(&proof, &asked, Aim::Each, task.jobs, budget)?.into_iter().flatten();
            let heaps = results.zip(&asked).map(|(result, segment)| result.map(|_| segment.start..segment.stop));
            return Ok(Checked::Segments(heaps.collect(), segments.len()));
        }
        Asked::Whole => jobs::run(&proof, &segments, Aim::All, task.jobs, budget)?,
        Asked::Frame => {
            let holds =
                |segment: &&Segment| proof.wanted.iter().any(|heap| (segment.start..segment.stop).contains(heap));
            let asked: Vec<Segment> = segments.iter().filter(holds).copied().collect();
            jobs::run(&proof, &asked, Aim::Values, task.jobs, budget)?
        }
    };
    let seen = results.into_iter().flatten().collect::<Result<Vec<Seen>, Refusal>>()?.concat();
    let in_head = proof.wanted.iter().take_while(|&&heap| heap < first).map(|&heap| (heap, proof.head[heap as usize]));
    let seen: Seen = in_head.chain(seen).collect();
    for heap in from..base {
        require(value(&seen, heap)? == value(&seen, heap + claim.period)?, || {
            format!("window: heap {} differs from heap {heap}", heap + claim.period)
        })?;
    }
    require(claim.preperiod > 0 || value(&seen, claim.period)? == 0, || {
        format!("period: heap {} differs from heap 0", claim.period)
    })?;
    Ok(if asked == Asked::Frame { Checked::Frame(seen, segments.len()) } else { Checked::Whole(seen) })
}
