//! A stretch with sets of small values in machine words, 32 heaps side by side.
//!
//! A rank r is kept as the word with bit r alone; a set of ranks is the union of such words; the set of all
//! `r xor x` is the word with its bits exchanged, once for each bit of x. So options with the same x are united first,
//! and exchanged together.
//!
//! Values that outgrow the word are begun anew with a wider one.

use super::Seen;
use super::order;
use super::stretch::{End, Stretch};
use super::terms::{Ranks, Term, parts, terms};
use super::word::Word;
use std::array::from_fn;
use std::collections::BTreeMap;

/// Heaps that are looked at together; an even number, so that a lane has one parity for ever.
pub const BLOCK: usize = 32;
/// What a term costs for a block: eight heaps count as one.
const SIDE: usize = BLOCK / 8;
/// Terms of the order that are looked at for all heaps of a block before it is asked which are still open.
const STAGES: [usize; 4] = [32, 64, 192, 512];
/// With this number of open heaps, or fewer, each is looked at by itself.
const FEW: usize = 2;
/// Heaps between two reports.
const REPORT: usize = 1 << 16;
/// Heaps that are looked at before the order of the terms is learned.
const SAMPLE: usize = 1 << 10;

/// One word for each heap of a block.
type Block<W> = [W; BLOCK];

/// Speculates and verifies; notes the values asked for below the end; gives the window at the end.
pub fn check<W: Word>(stretch: &Stretch, seen: &mut Seen, report: &dyn Fn(u64)) -> Result<Vec<u16>, End> {
    let &Stretch { proof, start, window, stop, .. } = stretch;
    let ranks = Ranks::new(proof, W::LOG, std::iter::once(window)).ok_or(End::TooLarge)?;
    let (commons, singles) = terms(proof, ranks);
    let cost = (SIDE * commons.len()) as u64;
    let (near, far): (Vec<Term>, Vec<Term>) = commons.into_iter().partition(|&(offset, _)| (offset as usize) < BLOCK);
    let mut far = Plan::<W>::new(far);
    let mut parts = parts(proof, ranks);
    let mut stages = stages::<W>(&singles, &parts);
    let odd: Block<W> = from_fn(|lane| {
        let n = start + lane as u64;
        (0..1 << W::LOG).filter(|&rank| ranks.has_bit(n, rank)).fold(W::NONE, |set, rank| set | W::only(rank))
    });

    let verified = stretch.verified();
    let reach = BLOCK + window.len() + (proof.depth + proof.k) as usize + BLOCK;
    let mut o = vec![W::NONE; 2 * reach.max(REPORT) + 2 * BLOCK];
    let mut at = BLOCK + window.len();
    for (word, &value) in o[BLOCK..at].iter_mut().zip(window) {
        *word = W::only(ranks.of(value));
    }
    let mut wanted = stretch.wanted();
    let mut sample: Option<Vec<(usize, W)>> = Some(Vec::new());
    let mut n = start;
    while n < verified.end {
        if at + BLOCK > o.len() {
            report((at - reach) as u64);
            o.copy_within(at - reach..at, 0);
            at = reach;
            sample = sample.map(|_| Vec::new());
        }
        let marks = far.unite(&o, at);
        speculate(&mut o, at, &near, &marks);
        let values: &Block<W> = lanes(&o, at);
        if values.contains(&W::NONE) {
            return Err(End::TooLarge);
        }
        let mut looked = cost;
        if verified.start < n + BLOCK as u64 {
            let mut open = below(values, &odd, ranks.bit);
            if n < verified.start || verified.end < n + BLOCK as u64 {
                for lane in (0..BLOCK).filter(|&lane| !verified.contains(&(n + lane as u64))) {
                    open[lane] = W::NONE;
                }
            }
            if let Some(list) = &mut sample {
                list.extend((0..BLOCK).filter(|&lane| open[lane] != W::NONE).map(|lane| (at + lane, open[lane])));
                if list.len() >= SAMPLE {
                    let excludes = |&(offset, x): &Term, at: usize| W::only(o[at - offset as usize].rank() ^ x);
                    parts = order::best_first(parts, std::mem::take(list), excludes);
                    stages = self::stages(&singles, &parts);
                    sample = None;
                }
            }
            let mut reached = 0;
            for (stage, (to, plan)) in stages.iter_mut().enumerate() {
                let count = open.iter().filter(|&&open| open != W::NONE).count();
                if count == 0 || stage > 0 && count <= FEW {
                    break;
                }
                let marks = plan.unite(&o, at);
                open = from_fn(|lane| open[lane] & !marks[lane]);
                looked += (SIDE * (*to - reached)) as u64;
                reached = *to;
            }
            for lane in (0..BLOCK).filter(|&lane| open[lane] != W::NONE) {
                looked += close(&o, at + lane, open[lane], &parts[reached..])
                    .ok_or_else(|| End::Refused(stretch.refused(n + lane as u64)))?;
            }
        }
        stretch.budget.look(looked).map_err(End::Refused)?;
        while let Some(&heap) = wanted.next_if(|&&heap| heap < stop.min(n + BLOCK as u64)) {
            seen.push((heap, ranks.common(heap, o[at + (heap - n) as usize].rank())));
        }
        at += BLOCK;
        n += BLOCK as u64;
    }
    if !stretch.verify {
        return Ok(Vec::new());
    }
    let end = at - (n - verified.end) as usize - (verified.end - stop) as usize;
    let heaps = stop - window.len() as u64..stop;
    Ok(heaps.zip(&o[end - window.len()..end]).map(|(heap, word)| ranks.common(heap, word.rank())).collect())
}

/// How far into the parts each stage reaches, and what it looks at; the first one looks at the options of one heap too.
fn stages<W: Word>(singles: &[Term], parts: &[Term]) -> Vec<(usize, Plan<W>)> {
    let mut from = 0;
    let stage = |to: usize| {
        let to = to.min(parts.len());
        let more = if from == 0 { singles } else { &[] };
        let plan = Plan::new([more, &parts[from..to]].concat());
        from = to;
        (to, plan)
    };
    STAGES.map(stage).into()
}

/// Looks for the members of `open` at one heap among these splits. Says how many it looked at, or nothing when some
/// member is none of them.
fn close<W: Word>(o: &[W], at: usize, mut open: W, parts: &[Term]) -> Option<u64> {
    let mut looked = 0;
    for some in parts.chunks(8) {
        for &(offset, x) in some {
            open = open & !W::only(o[at - offset as usize].rank() ^ x);
        }
        looked += some.len() as u64;
        if open == W::NONE {
            return Some(looked);
        }
    }
    None
}

/// Sets the values of a block: of each heap the least rank that no option has. `marks` are the ranks of far options,
/// `near` are the others.
///
/// Heaps are set in steps, all of a step at once and again until nothing can change: if no near option is closer than m
/// heaps, then the first m heaps of a step are right after one pass, the next m after two.
fn speculate<W: Word>(o: &mut [W], at: usize, near: &[Term], marks: &Block<W>) {
    match near.iter().map(|&(offset, _)| offset as usize).min() {
        None => steps::<W, BLOCK>(o, at, near, marks, 1),
        Some(least @ 3..) => steps::<W, 8>(o, at, near, marks, 8usize.div_ceil(least)),
        Some(_) => steps::<W, 1>(o, at, near, marks, 1),
    }
}

fn steps<W: Word, const STEP: usize>(o: &mut [W], at: usize, near: &[Term], marks: &Block<W>, passes: usize) {
    for from in (0..BLOCK).step_by(STEP) {
        let far: [W; STEP] = *lanes(marks, from);
        for _ in 0..passes {
            let mut marks = far;
            for &(offset, x) in near {
                let mut set: [W; STEP] = *lanes(o, at + from - offset as usize);
                if STEP == 1 {
                    set[0] = W::only(set[0].rank() ^ x);
                } else {
                    exchange(&mut set, x);
                }
                unite(&mut marks, &set);
            }
            for (word, marks) in o[at + from..at + from + STEP].iter_mut().zip(marks) {
                *word = (!marks).lowest();
            }
        }
    }
}

/// For each heap the ranks of the rare values below its value: those in smaller blocks of `2^bit` ranks, and the same
/// block if the value has the bit that ranks leave out.
fn below<W: Word>(values: &Block<W>, odd: &Block<W>, bit: u32) -> Block<W> {
    let mut same = *values;
    for low in 0..bit {
        for set in &mut same {
            *set = *set | set.exchanged(low);
        }
    }
    from_fn(|lane| same[lane].lowest().below() | same[lane] & odd[lane])
}

/// Some words side by side.
fn lanes<W, const COUNT: usize>(o: &[W], at: usize) -> &[W; COUNT] {
    o[at..].first_chunk().expect("the words reach to the end of the block")
}

/// All `rank xor x`.
fn exchange<W: Word, const COUNT: usize>(set: &mut [W; COUNT], mut x: u16) {
    while x != 0 {
        for set in set.iter_mut() {
            *set = set.exchanged(x.trailing_zeros());
        }
        x &= x - 1;
    }
}

/// Puts the members of one set into another, lane by lane.
#[inline(always)]
fn unite<W: Word, const COUNT: usize>(into: &mut [W; COUNT], more: &[W; COUNT]) {
    for (into, &more) in into.iter_mut().zip(more) {
        *into = *into | more;
    }
}

/// Terms by what they xor. Their sets are united for each x, then folded: the set of `x` with its highest bit exchanged
/// joins that of x without that bit, until all are in the set of 0.
struct Plan<W> {
    groups: Vec<(usize, Vec<usize>)>,
    /// `(x, bit)`, in order.
    folds: Vec<(usize, u32)>,
    sets: Vec<Block<W>>,
}

impl<W: Word> Plan<W> {
    fn new(terms: Vec<Term>) -> Self {
        let mut offsets: BTreeMap<usize, Vec<usize>> = BTreeMap::from([(0, Vec::new())]);
        for (offset, x) in terms {
            offsets.entry(x.into()).or_default().push(offset as usize);
        }
        let mut folds = Vec::new();
        for bit in (0..W::LOG).rev() {
            let here = offsets.keys().copied().filter(|x| x >> bit == 1).collect::<Vec<usize>>();
            for x in here {
                folds.push((x, bit));
                offsets.entry(x ^ 1 << bit).or_default();
            }
        }
        Plan { groups: offsets.into_iter().collect(), folds, sets: vec![[W::NONE; BLOCK]; 1 << W::LOG] }
    }

    /// The ranks of these options, for the block at `at`.
    fn unite(&mut self, o: &[W], at: usize) -> Block<W> {
        for (x, offsets) in &self.groups {
            let mut set = [W::NONE; BLOCK];
            for offset in offsets {
                unite(&mut set, lanes(o, at - offset));
            }
            self.sets[*x] = set;
        }
        for &(x, bit) in &self.folds {
            let mut set = self.sets[x];
            for set in &mut set {
                *set = set.exchanged(bit);
            }
            unite(&mut self.sets[x ^ 1 << bit], &set);
        }
        self.sets[0]
    }
}
