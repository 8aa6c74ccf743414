//! Many stretches side by side, one in each bit.
//!
//! Stretches do not look at each other. So up to [`LANES`] of them run in step, each in a *lane*, a bit of two machine
//! words: heap number j of all of them, counted from their starts, is set at once. All have the same options at the
//! same distances; nothing but the values differs from lane to lane.
//!
//! **Planes.** For each rank r and each j, the *plane* of r has the lanes whose heap j has rank r. An option (distance
//! d, rank x to xor with) has rank r exactly in the lanes of plane `r xor x` at `j - d`. So an option is excluded, rank
//! by rank, by one instruction for all lanes, and to xor with x is only to look at another address.
//!
//! **Values.** The lanes in which no option has rank r, and that have found no lower rank, are the plane of r. Options
//! that are at least a block away are excluded for the whole block beforehand.
//!
//! **Leftovers.** The lanes where the rare value of rank r is below the heap's own value are *open* for r. Each rank is
//! closed by itself, with the splits that do it best for this rank first: for the whole block while many of its heaps
//! are open, then heap by heap. What no split closes is refused, in its lane only.
//!
//! A lane whose values outgrow the ranks leaves.

use super::order;
use super::stretch::Stretch;
use super::terms::{Ranks, Term, parts, terms};
use super::{Proof, Seen};
use crate::reader::Refusal;
use std::array::from_fn;

/// Machine words of a plane.
const WORDS: usize = 2;
/// Stretches that run side by side, at most.
pub const LANES: usize = 64 * WORDS;
/// Heaps that are looked at together; an even number, so that a lane has one parity for ever.
const BLOCK: usize = 32;
/// Words of a plane for a block.
const SPAN: usize = BLOCK * WORDS;
/// What an option costs for a block and a rank: sixteen bytes side by side count as one.
const SIDE: usize = SPAN / 2;
/// Splits that are looked at for a block before it is asked what is still open.
const STAGE: usize = 8;
/// With this number of open heaps in a block, or fewer, each is looked at by itself.
const FEW: u32 = 4;
/// When no more lanes than this are left after one of them left or was refused, the others leave too.
const FEWEST: usize = 8;
/// Heaps that are looked at before the order of splits is learned.
const LEARN: usize = 1 << 13;
/// Open words of a rank from which its order is learned, at most.
const SAMPLE: usize = 256;

/// A set of lanes.
type Lanes = [u64; WORDS];
/// A set of lanes for each heap of a block.
type Span = [u64; SPAN];

/// How a stretch ended.
pub enum End {
    /// With these values that were asked for, and this window.
    Reached(Seen, Vec<u16>),
    /// It left: a value does not fit the ranks, or nobody wants to know.
    Left,
    Refused(Refusal),
}

/// Words that a check with ranks of this number of bits takes.
pub fn size(proof: &Proof, bits: u32) -> u128 {
    let options = proof.singles.len() as u128
        + proof.breaks.len() as u128 * (proof.rares.len() as u128 + u128::from(proof.depth));
    let heaps = 3 * (u128::from(proof.window() + proof.depth + proof.k) + (1 << 13));
    (heaps * WORDS as u128 + options) << bits
}

/// Speculates and verifies all of these stretches of one proof, with ranks of this number of bits; says how each of
/// them ended, or why all of them must stop. Unless each one matters, those after a refused one leave.
pub fn check(stretches: &[Stretch], bits: u32, each: bool, report: &dyn Fn(u64)) -> Result<Vec<End>, Refusal> {
    let mut ends: Vec<End> = stretches.iter().map(|_| End::Left).collect();
    let Some(&Stretch { proof, budget, .. }) = stretches.first() else { return Ok(ends) };
    let Some(ranks) = Ranks::new(proof, bits, std::iter::empty()) else { return Ok(ends) };
    let more = (proof.depth + proof.k) as usize;
    let mut planes = Planes::new(proof, 1 << bits);
    let options = Options::new(proof, ranks, &planes);
    let mut splits = options.splits;
    let mut sample: Option<Vec<Vec<(usize, u64)>>> = Some(vec![Vec::new(); planes.ranks]);

    let mut alive: Lanes = [0; WORDS];
    let mut odd: Lanes = [0; WORDS];
    for (lane, stretch) in stretches.iter().enumerate() {
        if Ranks::new(proof, bits, std::iter::once(stretch.window)).is_some() {
            insert(&mut alive, lane);
            planes.begin(lane, stretch.window, ranks);
        }
        if stretch.start % 2 == 1 {
            insert(&mut odd, lane);
        }
    }
    let odd: Span = from_fn(|k| if (k / WORDS).is_multiple_of(2) { odd[k % WORDS] } else { !odd[k % WORDS] });
    // For each lane the number of its heaps, those behind its end included.
    let lengths: Vec<usize> = stretches.iter().map(|s| (s.stop - s.start) as usize + more).collect();
    let mut wanted = wanted(stretches).into_iter().peekable();
    let mut seen: Vec<Seen> = vec![Seen::new(); stretches.len()];

    let mut values: Vec<Span> = vec![[0; SPAN]; planes.ranks];
    let mut open = values.clone();
    let (mut from, mut next_end) = (0, 0);
    while alive != [0; WORDS] {
        if let Some(forgotten) = planes.make_room() {
            report(forgotten as u64 * members(alive).count() as u64);
            sample = sample.map(|_| vec![Vec::new(); planes.ranks]);
        }
        let to = from + BLOCK;
        let before = alive;
        let mut looked = SIDE * options.commons * planes.ranks;
        let large = planes.speculate(&mut values, &options.near, &options.far);
        for lane in members(from_fn(|w| large[w] & alive[w])) {
            let is_large = |k: usize| !values.iter().any(|plane| has(plane[k * WORDS..].first_chunk(), lane));
            if (0..BLOCK.min(lengths[lane] - from)).any(is_large) {
                remove(&mut alive, lane);
            }
        }
        while let Some((heap, lane)) = wanted.next_if(|&(heap, _)| heap < to) {
            let (n, place) = (stretches[lane].start + heap as u64, planes.at + (heap - from) * WORDS);
            seen[lane].push((n, ranks.common(n, planes.rank(place, lane))));
        }
        if to > more {
            let mut live: Span = from_fn(|k| alive[k % WORDS]);
            live[..BLOCK.min(more.saturating_sub(from)) * WORDS].fill(0);
            let mut ending = Vec::new();
            if next_end <= to {
                next_end = lengths.iter().copied().filter(|&length| length > to).min().unwrap_or(usize::MAX);
                ending.extend(members(alive).filter(|&lane| lengths[lane] <= to));
            }
            for &lane in &ending {
                for k in lengths[lane] - from..BLOCK {
                    live[k * WORDS + lane / 64] &= !(1 << (lane % 64));
                }
            }
            below(&values, &mut open, &live, &odd, ranks);
            if let Some(list) = &mut sample {
                planes.collect(&open, list);
                if to > more + LEARN {
                    planes.learn(&mut splits, std::mem::take(list));
                    sample = None;
                }
            }
            let mut failed: Vec<(usize, usize)> = Vec::new();
            for (open, splits) in open.iter_mut().zip(&splits) {
                looked += planes.close(open, splits, &mut failed);
            }
            failed.sort_unstable();
            for (k, lane) in failed {
                if has(Some(&alive), lane) {
                    remove(&mut alive, lane);
                    let stretch = &stretches[lane];
                    ends[lane] = End::Refused(stretch.refused(stretch.start + (from + k) as u64));
                    if !each {
                        members(alive).filter(|&other| other > lane).for_each(|other| remove(&mut alive, other));
                    }
                }
            }
            ending.retain(|&lane| has(Some(&alive), lane));
            if alive != before && members(alive).count() < FEWEST {
                alive = [0; WORDS];
            }
            for lane in ending {
                remove(&mut alive, lane);
                let stretch = &stretches[lane];
                let end = planes.at + lengths[lane] * WORDS - (from + more) * WORDS;
                let heaps = stretch.stop - stretch.window.len() as u64..stretch.stop;
                let places = (0..stretch.window.len()).rev().map(|back| end - (back + 1) * WORDS);
                let window = heaps.zip(places).map(|(n, place)| ranks.common(n, planes.rank(place, lane)));
                ends[lane] = End::Reached(std::mem::take(&mut seen[lane]), window.collect());
            }
        }
        budget.look(looked as u64)?;
        planes.at += SPAN;
        from = to;
    }
    Ok(ends)
}

fn insert(lanes: &mut Lanes, lane: usize) {
    lanes[lane / 64] |= 1 << (lane % 64);
}

fn remove(lanes: &mut Lanes, lane: usize) {
    lanes[lane / 64] &= !(1 << (lane % 64));
}

fn has(lanes: Option<&Lanes>, lane: usize) -> bool {
    lanes.is_some_and(|lanes| lanes[lane / 64] >> (lane % 64) & 1 == 1)
}

fn members(lanes: Lanes) -> impl Iterator<Item = usize> {
    (0..LANES).filter(move |&lane| has(Some(&lanes), lane))
}

/// The heaps whose values are asked for, counted from their starts, and their lanes; the first heaps first.
fn wanted(stretches: &[Stretch]) -> Vec<(usize, usize)> {
    let of = |(lane, stretch): (usize, &Stretch)| {
        let (start, stop) = (stretch.start, stretch.stop);
        let heaps = stretch.wanted().copied().take_while(move |&heap| heap < stop);
        heaps.map(|heap| ((heap - start) as usize, lane)).collect::<Vec<_>>()
    };
    let mut wanted: Vec<(usize, usize)> = stretches.iter().enumerate().flat_map(of).collect();
    wanted.sort_unstable();
    wanted
}

/// For each rank the lanes in which the rare value of this rank is below the heap's value: those whose value lies in a
/// larger group of `2^bit` ranks, and those with one in the same group that has the bit that ranks leave out.
fn below(values: &[Span], open: &mut [Span], live: &Span, odd: &Span, ranks: Ranks) {
    let mut larger: Span = [0; SPAN];
    for group in (0..values.len()).step_by(1 << ranks.bit).rev() {
        let group = group..group + (1 << ranks.bit);
        let mut same: Span = [0; SPAN];
        for plane in &values[group.clone()] {
            for k in 0..SPAN {
                same[k] |= plane[k];
            }
        }
        for rank in group {
            let [even_has, odd_has] = [0, 1].map(|n| if ranks.has_bit(n, rank as u16) { u64::MAX } else { 0 });
            for k in 0..SPAN {
                let has = odd[k] & odd_has | !odd[k] & even_has;
                open[rank][k] = (larger[k] | same[k] & has) & live[k];
            }
        }
        for k in 0..SPAN {
            larger[k] |= same[k];
        }
    }
}

/// The heaps of a block that are open in some lane, one in each bit.
fn open_heaps(open: &Span) -> u32 {
    let heaps = open.chunks_exact(WORDS).map(|lanes| u32::from(lanes.iter().fold(0, |all, word| all | word) != 0));
    heaps.zip(0..).fold(0, |heaps, (is_open, k)| heaps | is_open << k)
}

/// The options of every heap as keys, for each rank. A *key* says where a plane begins, seen from word 0: added to the
/// place of a heap it gives the lanes in which the option has this rank.
struct Options {
    /// Their number, where they have common values.
    commons: usize,
    /// Those less than a block away.
    near: Vec<Vec<usize>>,
    far: Vec<Vec<usize>>,
    /// Those with rare values.
    splits: Vec<Vec<usize>>,
}

impl Options {
    fn new(proof: &Proof, ranks: Ranks, planes: &Planes) -> Self {
        let (commons, singles) = terms(proof, ranks);
        let keys = |terms: &[Term]| {
            let key = |rank: usize, (offset, x): Term| {
                ((rank ^ usize::from(x)) * planes.step).wrapping_sub(offset as usize * WORDS)
            };
            (0..planes.ranks).map(|rank| terms.iter().map(|&term| key(rank, term)).collect()).collect()
        };
        let count = commons.len();
        let (near, far): (Vec<Term>, Vec<Term>) =
            commons.into_iter().partition(|&(offset, _)| (offset as usize) < BLOCK);
        let splits = [singles, parts(proof, ranks)].concat();
        Options { commons: count, near: keys(&near), far: keys(&far), splits: keys(&splits) }
    }
}

/// The planes of all ranks, one rank after the other, each by heap.
struct Planes {
    words: Vec<u64>,
    ranks: usize,
    /// Words from one rank to the next.
    step: usize,
    /// Heaps that are looked back at.
    reach: usize,
    /// Heaps that are kept.
    room: usize,
    /// Where the block stands.
    at: usize,
}

impl Planes {
    fn new(proof: &Proof, ranks: usize) -> Self {
        let reach = 2 * BLOCK + (proof.window() + proof.depth + proof.k) as usize;
        let room = (2 * reach.max(1 << 12)).next_multiple_of(BLOCK);
        // Planes of different ranks should not compete for the same lines of a cache.
        let step = (room * WORDS).next_multiple_of(512) + 72;
        let at = (BLOCK + proof.window() as usize) * WORDS;
        Planes { words: vec![0; ranks * step], ranks, step, reach, room, at }
    }

    /// Puts the window before a stretch into its lane.
    fn begin(&mut self, lane: usize, window: &[u16], ranks: Ranks) {
        for (k, &value) in window.iter().enumerate() {
            let place = usize::from(ranks.of(value)) * self.step + self.at - (window.len() - k) * WORDS;
            self.words[place + lane / 64] |= 1 << (lane % 64);
        }
    }

    /// Forgets old heaps where there is no room for the block; says how many.
    fn make_room(&mut self) -> Option<usize> {
        if self.at + SPAN <= self.room * WORDS {
            return None;
        }
        let old = self.at - self.reach * WORDS;
        for plane in self.words.chunks_exact_mut(self.step) {
            plane.copy_within(old..self.at, 0);
        }
        self.at -= old;
        Some(old / WORDS)
    }

    /// The rank at a place, in one lane.
    fn rank(&self, place: usize, lane: usize) -> u16 {
        let is = |rank: &usize| has(self.words[rank * self.step + place..].first_chunk(), lane);
        (0..self.ranks).find(is).unwrap_or(0) as u16
    }

    fn lanes<const COUNT: usize>(&self, key: usize, at: usize) -> &[u64; COUNT] {
        self.words[key.wrapping_add(at)..].first_chunk().expect("the planes reach to the end of the block")
    }

    /// Sets the values of the block, in the planes and in `values`. Gives the lanes in which some heap has none.
    ///
    /// Where all lanes have found their value higher ranks are empty; of a rank that no heap needs nothing is excluded.
    fn speculate(&mut self, values: &mut [Span], near: &[Vec<usize>], far: &[Vec<usize>]) -> Lanes {
        let mut ready = 0;
        let mut large: Lanes = [0; WORDS];
        for k in 0..BLOCK {
            let at = self.at + k * WORDS;
            let mut found: Lanes = [0; WORDS];
            for (rank, values) in values.iter_mut().enumerate() {
                let mut plane: Lanes = [0; WORDS];
                if found != [u64::MAX; WORDS] {
                    if rank == ready {
                        *values = [u64::MAX; SPAN];
                        self.exclude(values, &far[rank], self.at);
                        values[..k * WORDS].fill(0);
                        ready += 1;
                    }
                    plane = from_fn(|w| values[k * WORDS + w] & !found[w]);
                    for &key in &near[rank] {
                        let taken: &Lanes = self.lanes(key, at);
                        plane = from_fn(|w| plane[w] & !taken[w]);
                    }
                }
                found = from_fn(|w| found[w] | plane[w]);
                values[k * WORDS..][..WORDS].copy_from_slice(&plane);
                self.words[rank * self.step + at..][..WORDS].copy_from_slice(&plane);
            }
            large = from_fn(|w| large[w] | !found[w]);
        }
        large
    }

    /// Takes from a rank what these options have, for the block.
    fn exclude(&self, open: &mut Span, keys: &[usize], at: usize) {
        let some = keys.chunks_exact(8);
        for &key in some.remainder() {
            let taken: &Span = self.lanes(key, at);
            for k in 0..SPAN {
                open[k] &= !taken[k];
            }
        }
        for keys in some {
            let [a, b, c, d, e, f, g, h]: [&Span; 8] = from_fn(|k| self.lanes(keys[k], at));
            for k in 0..SPAN {
                open[k] &= !(a[k] | b[k] | c[k] | d[k] | e[k] | f[k] | g[k] | h[k]);
            }
        }
    }

    /// Closes a rank with these splits. Notes the heaps of the block, and their lanes, where it stays open; says what
    /// it cost.
    fn close(&self, open: &mut Span, splits: &[usize], failed: &mut Vec<(usize, usize)>) -> usize {
        let mut heaps = open_heaps(open);
        let mut stages = splits.chunks(STAGE);
        let mut looked = 0;
        while heaps.count_ones() > FEW {
            let Some(stage) = stages.next() else { break };
            self.exclude(open, stage, self.at);
            looked += SIDE * stage.len();
            heaps = open_heaps(open);
        }
        for k in (0..BLOCK).filter(|k| heaps >> k & 1 == 1) {
            let mut open: Lanes = from_fn(|w| open[k * WORDS + w]);
            for stage in stages.clone() {
                let mut taken: Lanes = [0; WORDS];
                for &key in stage {
                    let more: &Lanes = self.lanes(key, self.at + k * WORDS);
                    taken = from_fn(|w| taken[w] | more[w]);
                }
                looked += stage.len();
                open = from_fn(|w| open[w] & !taken[w]);
                if open == [0; WORDS] {
                    break;
                }
            }
            if open != [0; WORDS] {
                failed.extend(members(open).map(|lane| (k, lane)));
            }
        }
        looked
    }

    /// Puts the splits in front that close most of the sample, for each rank.
    fn learn(&self, splits: &mut [Vec<usize>], sample: Vec<Vec<(usize, u64)>>) {
        for (splits, open) in splits.iter_mut().zip(sample) {
            let excludes = |key: &usize, at: usize| self.words[key.wrapping_add(at)];
            *splits = order::best_first(std::mem::take(splits), open, excludes);
        }
    }

    /// Notes open words of the block, with their places, while there are not enough of them.
    fn collect(&self, open: &[Span], sample: &mut [Vec<(usize, u64)>]) {
        for (open, sample) in open.iter().zip(sample) {
            let missing = SAMPLE.saturating_sub(sample.len());
            let words = (self.at..).zip(open).filter(|&(_, &word)| word != 0);
            sample.extend(words.map(|(place, &word)| (place, word)).take(missing));
        }
    }
}
