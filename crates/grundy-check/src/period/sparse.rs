//! **Sparse theorem.** Let a finite game leave at most two heaps, its largest removal be k (at least 1), and let mask m, parity pi and
//! kappa be such that `kappa + pi i` is odd for each removal `i` that may split. The class of value v at heap n is
//! `parity(m & v) + pi n mod 2`; v is *common* there when its class is kappa, else *rare*; a heap is what its value is. Then a split
//! has a common value for n exactly when one part is common and the other rare.
//!
//! Let L be the last rare heap (0 if only heap 0 is rare), `w = L + k`, and for `n > L + k` let c(n) be the least common value that
//! neither a split with a part `1 <= a <= L` nor a one-heap option excludes: it depends on the w values before n, and on n mod 2
//! if pi = 1. The *leftovers* of n are the rare values below c(n). `G(n) = c(n)` when options exclude all of them; else n is rare.
//!
//! Let `F = max(N0, 1)`, `S = F + w`, `N = S + P + D + k`. Suppose
//!
//! 1. P is even if pi = 1;
//! 2. the heaps `1 <= n < N` that are rare are the listed ones, with these values, and `L < F`;
//! 3. the w values before S are those before S + P;
//! 4. for `S + D + k <= n < N`, each leftover of n is the value of a one-heap option or of a split with a part of at most D.
//!
//! Then `G(n + P) = G(n)` for all `n >= F`. *Proof.* By 3 and because c looks at w values only, it holds for `F <= n < N - P`. Let
//! `n >= N` and let it hold for all heaps below n, all of them common beyond L. The w values before n are those before n - P, so
//! `c(n) = c(n - P)`. Going back by P as often as possible from n leads to some n' of (4); each leftover of n is one of n' and is
//! there the value of an option whose part b is at least `n' - k - D >= F` (with a part `a <= D`, or alone). Adding the multiple of
//! P to b gives an option of n with the same value. So `G(n) = c(n) = G(n - P)`, and n is common. ∎
//!
//! **In segments.** The *head*, up to `L + 1 + w + D + k`, is computed exactly. Windows of w values stand at `s_0 = L + 1 + w` (known
//! from the head) and at the listed places `s_1 < s_2 < …`; the end is `s_m = S + P`. Segment i speculates, which is to set `G = c`, from
//! its window up to `s_i+1 + D + k`, must reproduce window i + 1, and shows (4) for `s_i + D + k <= n < s_i+1 + D + k`. Splits with a
//! part of at most D have the other part at `s_i` or later, so no segment looks at another; by induction all of them are exact.

use super::classical::{Marks, last_removal};
use super::{Claim, Seen, Task, heap, sets, value};
use crate::code::Game;
use crate::reader::{Certificate, Refusal, number, require, unreadable};
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A longer head is not kept.
const LONGEST_HEAD: u64 = 1 << 27;

/// The digits of windows: values in base 64, each with as many digits as the line has room for.
const DIGITS: &[u8; 64] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@_";

/// What was checked.
pub enum Checked {
    /// Everything; these are the values asked for.
    All(Seen),
    /// One segment, in words.
    Segment(String),
}

/// The classes of values.
#[derive(Clone, Copy)]
pub struct Space {
    mask: u16,
    parity: u64,
    kappa: u64,
}

impl Space {
    pub fn is_common(self, n: u64, value: u16) -> bool {
        (u64::from((self.mask & value).count_ones()) + self.parity * n) % 2 == self.kappa
    }
}

/// What every segment needs to know.
pub struct Proof {
    pub game: Game,
    pub space: Space,
    /// Removals that may split.
    pub breaks: Vec<u64>,
    /// Removals that leave one heap.
    pub singles: Vec<u64>,
    /// Largest removal.
    pub k: u64,
    /// `(heap, value)`, ascending, heap 0 left aside.
    pub rares: Vec<(u64, u16)>,
    pub depth: u64,
    /// The first values.
    pub head: Vec<u16>,
    /// Heaps whose values are asked for, ascending.
    pub wanted: Vec<u64>,
}

/// A stretch from one window to the next.
struct Segment<'a> {
    start: u64,
    window: &'a [u16],
    stop: u64,
    /// The window that must stand at its end, if it is known.
    next: Option<&'a [u16]>,
}

pub fn check(text: &str, claim: &Claim, certificate: &Certificate, task: Task) -> Result<Checked, Refusal> {
    let mut proof = read(text, claim, certificate)?;
    let last_rare = proof.rares.last().map_or(0, |&(heap, _)| heap);
    let window = last_rare + proof.k;
    let first = last_rare + 1 + window;
    let from = claim.preperiod.max(1);
    require(last_rare < from, || {
        format!("rares: heap {last_rare} is rare and cannot repeat; the preperiod must be larger")
    })?;
    let (base, end) = (from + window, from + window + claim.period);
    let listed = certificate
        .all("segment")
        .map(|line| read_window(line, window as usize))
        .collect::<Result<Vec<(u64, Vec<u16>)>, Refusal>>()?;
    let starts: Vec<u64> = [first].into_iter().chain(listed.iter().map(|&(start, _)| start)).collect();
    require(starts.is_sorted_by(|a, b| a < b) && starts.last() < Some(&end), || {
        format!("segments: their starts must ascend between {first} and {end}")
    })?;

    proof.wanted = claim.wanted();
    proof.wanted.extend((from..base).flat_map(|heap| [heap, heap + claim.period]).chain([claim.period]));
    proof.wanted.sort_unstable();
    proof.wanted.dedup();
    proof.head = head(&proof, first + proof.depth + proof.k)?;
    let opening = proof.head[(last_rare + 1) as usize..first as usize].to_vec();
    let windows: Vec<&[u16]> = [&opening[..]].into_iter().chain(listed.iter().map(|(_, values)| &values[..])).collect();
    let at_base = starts.binary_search(&base).ok().map(|k| windows[k]);
    let segments: Vec<Segment> = (0..starts.len())
        .map(|k| Segment {
            start: starts[k],
            window: windows[k],
            stop: starts.get(k + 1).copied().unwrap_or(end),
            next: windows.get(k + 1).copied().or(at_base.filter(|_| k + 1 == starts.len())),
        })
        .collect();

    if let Some(number) = task.segment {
        let Some(segment) = number.checked_sub(1).and_then(|k| segments.get(k)) else {
            return unreadable(format!("there is no segment {number}; there are {}", segments.len()));
        };
        let (start, stop, count) = (segment.start, segment.stop, segments.len());
        run(&proof, std::slice::from_ref(segment), 1)?;
        let said = format!("segment {number} of {count}, heaps {start} to {stop}, if the earlier ones hold");
        return Ok(Checked::Segment(said));
    }
    let in_head = proof.wanted.iter().take_while(|&&heap| heap < first).map(|&heap| (heap, proof.head[heap as usize]));
    let mut seen: Seen = in_head.collect();
    seen.extend(run(&proof, &segments, task.jobs)?);
    for heap in from..base {
        require(value(&seen, heap) == value(&seen, heap + claim.period), || {
            format!("window: heap {} differs from heap {heap}", heap + claim.period)
        })?;
    }
    require(claim.preperiod > 0 || value(&seen, claim.period) == 0, || {
        format!("period: heap {} differs from heap 0", claim.period)
    })?;
    Ok(Checked::All(seen))
}

/// Reads the lines of the theorem and checks what needs no values.
fn read(text: &str, claim: &Claim, certificate: &Certificate) -> Result<Proof, Refusal> {
    let game = Game::read(text)?;
    let k = last_removal(&game)?;
    require(game.most_heaps() <= 2, || "game: a move leaves more than two heaps".to_owned())?;
    let removals =
        |bit: u32| (0..).zip(&game.digits).filter(|(_, d)| *d & bit != 0).map(|(i, _)| i).collect::<Vec<u64>>();
    let (breaks, singles) = (removals(4), removals(2));
    let space = match certificate.numbers::<u16>("space")?[..] {
        [mask, parity @ (0 | 1), kappa @ (0 | 1)] => Space { mask, parity: parity.into(), kappa: kappa.into() },
        _ => return unreadable("the line \"space\" is a mask, a parity 0 or 1, and a class 0 or 1"),
    };
    require(breaks.iter().all(|i| (space.kappa + space.parity * i) % 2 == 1), || {
        "space: two common parts may have a common value".to_owned()
    })?;
    require(space.parity == 0 || claim.period.is_multiple_of(2), || {
        "period: it must be even when heap parity counts".to_owned()
    })?;
    let rare = |line| match line_pair(line) {
        Some((first, second)) => Ok((heap("rare", first)?, number("rare", second)?)),
        None => unreadable("a line \"rare\" is a heap and its value"),
    };
    let rares = certificate.all("rare").map(rare).collect::<Result<Vec<(u64, u16)>, Refusal>>()?;
    require(rares.is_sorted_by(|a, b| a.0 < b.0) && rares.first().is_none_or(|&(heap, _)| heap > 0), || {
        "rares: they must be listed in order, from heap 1 on".to_owned()
    })?;
    let depth = heap("depth", certificate.one("depth")?)?;
    let length = 2 * rares.last().map_or(0, |&(heap, _)| heap) + depth + 2 * k;
    if length > LONGEST_HEAD {
        return unreadable(format!("{length} values at the beginning are needed; at most {LONGEST_HEAD} are kept"));
    }
    let (head, wanted) = (Vec::new(), Vec::new());
    Ok(Proof { game, space, breaks, singles, k, rares, depth, head, wanted })
}

fn line_pair(line: &str) -> Option<(&str, &str)> {
    line.split_once(' ').map(|(first, second)| (first, second.trim()))
}

/// Reads `START VALUES`.
fn read_window(line: &str, length: usize) -> Result<(u64, Vec<u16>), Refusal> {
    let Some((start, text)) = line_pair(line) else {
        return unreadable("a line \"segment\" is a heap and the values before it");
    };
    let digits = text.len() / length;
    if text.len() % length != 0 || !(1..=3).contains(&digits) {
        return unreadable(format!("{} digits do not make a window of {length} values", text.len()));
    }
    let values = text.as_bytes().chunks(digits).map(|value| {
        let value =
            value.iter().try_fold(0, |sum, digit| DIGITS.iter().position(|d| d == digit).map(|digit| 64 * sum + digit));
        value.and_then(|value| u16::try_from(value).ok())
    });
    match values.collect() {
        Some(values) => Ok((heap("segment", start)?, values)),
        None => unreadable(format!("the window at {start} has a character that is no digit, or too large a value")),
    }
}

/// The values of the heaps below `count`, exactly; the rare ones must be those listed.
fn head(proof: &Proof, count: u64) -> Result<Vec<u16>, Refusal> {
    let Proof { game, space, breaks, rares, .. } = proof;
    let mut g: Vec<u16> = vec![0];
    let mut marks = Marks::new();
    let mut found = 0;
    for n in 1..count {
        marks.clear();
        for (rest, &digit) in (0..=n).rev().zip(&game.digits) {
            if digit & 2 != 0 && rest > 0 || digit & 1 != 0 && rest == 0 {
                marks.set(g[rest as usize]);
            }
        }
        let rests = || breaks.iter().filter_map(|i| n.checked_sub(*i)).filter(|&rest| game.may_split(rest));
        for rest in rests() {
            for &(a, value) in rares[..found].iter().take_while(|&&(a, _)| a < rest) {
                marks.set(value ^ g[(rest - a) as usize]);
            }
        }
        let Some(common) = (0..=u16::MAX).find(|&v| space.is_common(n, v) && !marks.has(v)) else {
            return unreadable(format!("the value of heap {n} passes {}", u16::MAX));
        };
        let mut left = (0..common).filter(|&v| !marks.has(v)).count();
        let largest_part = rests().max().unwrap_or(0) / 2;
        for a in 1..=largest_part {
            if left == 0 {
                break;
            }
            for rest in rests().filter(|rest| rest / 2 >= a) {
                let value = g[a as usize] ^ g[(rest - a) as usize];
                if value < common && !marks.has(value) {
                    marks.set(value);
                    left -= 1;
                }
            }
        }
        let value = if left == 0 { common } else { (0..common).find(|&v| !marks.has(v)).unwrap_or(common) };
        let listed = rares.get(found).copied().filter(|&(heap, _)| heap == n);
        let is = (left > 0).then_some((n, value));
        require(listed == is, || match is {
            Some(_) => format!("rares: heap {n} is rare with value {value}, but not listed so"),
            None => format!("rares: heap {n} is not rare"),
        })?;
        found += usize::from(left > 0);
        g.push(value);
    }
    require(found == rares.len(), || format!("rares: heap {} is not rare", rares[found].0))?;
    Ok(g)
}

/// Checks segments on several threads; gives the values asked for, in order. Of several failures the first one is reported.
fn run(proof: &Proof, segments: &[Segment], jobs: usize) -> Result<Seen, Refusal> {
    let total = segments.iter().map(|segment| segment.stop - segment.start).sum();
    let progress = Progress { done: AtomicU64::new(0), total, said: Mutex::new(Instant::now()) };
    let next = AtomicUsize::new(0);
    let failed = AtomicUsize::new(usize::MAX);
    let results: Mutex<Vec<(usize, Result<Seen, Refusal>)>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, segments.len()) {
            scope.spawn(|| {
                loop {
                    let k = next.fetch_add(1, Ordering::Relaxed);
                    if k >= segments.len() || failed.load(Ordering::Relaxed) < k {
                        return;
                    }
                    let result = one(proof, &segments[k], &progress);
                    if result.is_err() {
                        failed.fetch_min(k, Ordering::Relaxed);
                    }
                    results.lock().unwrap_or_else(PoisonError::into_inner).push((k, result));
                }
            });
        }
    });
    Progress::end();
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_unstable_by_key(|&(k, _)| k);
    let mut seen = Seen::new();
    for (_, result) in results {
        seen.extend(result?);
    }
    Ok(seen)
}

/// Checks one segment.
fn one(proof: &Proof, segment: &Segment, progress: &Progress) -> Result<Seen, Refusal> {
    let mut seen = Seen::new();
    let stretch = sets::Stretch { proof, start: segment.start, window: segment.window, stop: segment.stop };
    let window = stretch.check(&mut seen, &|heaps| progress.more(heaps))?;
    let differs = segment.next.and_then(|next| window.iter().zip(next).position(|(a, b)| a != b));
    let heap = |place: usize| segment.stop - window.len() as u64 + place as u64;
    require(differs.is_none(), || {
        format!("window: at {} heap {} is different", segment.stop, heap(differs.unwrap_or(0)))
    })?;
    Ok(seen)
}

/// A line on a terminal, once a second.
struct Progress {
    done: AtomicU64,
    total: u64,
    said: Mutex<Instant>,
}

impl Progress {
    fn more(&self, heaps: u64) {
        let done = self.done.fetch_add(heaps, Ordering::Relaxed) + heaps;
        if let Ok(mut said) = self.said.try_lock()
            && said.elapsed() > Duration::from_secs(1)
            && std::io::stderr().is_terminal()
        {
            *said = Instant::now();
            let _ = write!(std::io::stderr(), "\r{done} of {} heaps", self.total);
        }
    }

    fn end() {
        if std::io::stderr().is_terminal() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
