//! Trial monoids: a known monoid in which some heaps are set free, marked with outcomes and reduced.
//!
//! Let `B` be a monoid that predicts the outcomes of some heaps, and `H` a set of heaps to be freed. The trial monoid
//! is `T = B × C`, where `C` is a product of cyclic monoids `<g | g^(i + p) = g^i>`, one for each heap of `H`. `T` maps
//! onto the old prediction, so it tells apart at least what the old one did.
//!
//! *Marking*: the elements of `T` that heaps reach are enumerated in colex order of their least words. An element is P
//! iff its least word has an option and none is P; the options have smaller words, hence are marked already. Cost: for
//! each element and each heap of its word one look-up per option value, until a P is found.
//!
//! *Reduction*: elements that no context tells apart are merged. With the generators as letters and P as accepting set,
//! this is the minimisation of an automaton (Moore's algorithm, one letter at a time).

use super::bits::Bits;
use super::monoid::{Monoid, Word};
use super::pace::Pace;
use super::pieces::{Pieces, Play};
use crate::watch::Stopped;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The cyclic monoid `1, g, g^2, …` with `g^(index + period) = g^index`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// Where the powers begin to repeat.
    pub index: u32,
    /// How often.
    pub period: u32,
}

impl Cycle {
    fn order(self) -> u32 {
        self.index + self.period
    }

    fn add(self, a: u32, b: u32) -> u32 {
        let sum = a + b;
        if sum < self.order() { sum } else { self.index + (sum - self.index) % self.period }
    }
}

/// The largest order of the product of cycles; its table has that many entries squared.
const LARGEST_CYCLES: u32 = 2048;

/// An element of `B × C`: the part in `C` above, the part in `B` below.
type Pair = u32;

/// `B × C` and where the heaps go in it.
pub struct Trial<'a> {
    base: &'a Monoid,
    cycles: Vec<Vec<u16>>,
    /// `phi[h]` for the heaps `0..=n`.
    phi: Vec<Pair>,
}

/// A trial monoid with its outcomes.
pub struct Marked<'a> {
    trial: &'a Trial<'a>,
    elements: Vec<Pair>,
    /// Position of an element in `elements`, by its dense number; `u32::MAX` where no heap leads.
    position: Vec<u32>,
    steps: Vec<(u32, u16)>,
    is_p: Vec<bool>,
    generators: Vec<(u32, Pair)>,
}

/// Why a trial was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenUp {
    /// It has more elements than allowed.
    TooLarge,
    /// The word whose outcome had to change kept it.
    NoFlip,
    /// The watch asked to stop.
    Stopped,
}

impl From<Stopped> for GivenUp {
    fn from(_: Stopped) -> Self {
        GivenUp::Stopped
    }
}

impl<'a> Trial<'a> {
    /// Frees the heaps of `freed` over `base`, in which the heaps `0..` have the values `phi`. A heap whose least word
    /// in `base` contains a freed heap follows it, which keeps the trial small.
    pub fn new(base: &'a Monoid, phi: &[u16], freed: &[(u32, Cycle)], pace: &mut Pace) -> Result<Self, GivenUp> {
        let order = freed.iter().try_fold(1u32, |all, (_, cycle)| all.checked_mul(cycle.order()));
        let order = order.filter(|&order| order <= LARGEST_CYCLES).ok_or(GivenUp::TooLarge)?;
        let add = |a: u32, b: u32| {
            let (mut sum, mut place) = (0, 1);
            for (_, cycle) in freed {
                let digit = |x: u32| x / place % cycle.order();
                sum += place * cycle.add(digit(a), digit(b));
                place *= cycle.order();
            }
            sum as u16
        };
        let row = |a: u32| {
            pace.work(4 * order as usize)?;
            Ok((0..order).map(|b| add(a, b)).collect())
        };
        let cycles = (0..order).map(row).collect::<Result<_, Stopped>>()?;
        let mut trial = Trial { base, cycles, phi: Vec::new() };
        let mut place = 1;
        let mut free = HashMap::new();
        for (heap, cycle) in freed {
            free.insert(*heap, place << 16);
            place *= cycle.order();
        }
        trial.phi = (0..phi.len() as u32).map(|heap| trial.lift(heap, phi[heap as usize], &free)).collect();
        Ok(trial)
    }

    fn lift(&self, heap: u32, old: u16, free: &HashMap<u32, Pair>) -> Pair {
        if let Some(&pair) = free.get(&heap) {
            return pair;
        }
        let generators = self.base.generators();
        let image = |g: u16| {
            let (heap, element) = generators[usize::from(g)];
            free.get(&heap).copied().unwrap_or(u32::from(element))
        };
        self.base.letters(old).into_iter().fold(0, |product, g| self.mul(product, image(g)))
    }

    #[inline]
    fn mul(&self, a: Pair, b: Pair) -> Pair {
        let above = self.cycles[(a >> 16) as usize][(b >> 16) as usize];
        u32::from(above) << 16 | u32::from(self.base.mul(a as u16, b as u16))
    }

    #[inline]
    fn dense(&self, x: Pair) -> usize {
        (x >> 16) as usize * self.base.order() + (x & 0xFFFF) as usize
    }

    fn value(&self, word: &Word) -> Pair {
        let heaps = word.0.iter().flat_map(|&(heap, count)| std::iter::repeat_n(heap, count as usize));
        heaps.fold(0, |product, heap| self.mul(product, self.phi[heap as usize]))
    }

    /// The different values of the options of `heap`.
    fn option_values(
        &self,
        pieces: &Pieces,
        heap: u32,
        seen: &mut [bool],
        pace: &mut Pace,
    ) -> Result<Vec<Pair>, Stopped> {
        let mut values = Vec::new();
        pieces.each_value(
            heap,
            0,
            |h| self.phi[h as usize],
            |a, b| self.mul(a, b),
            |x| {
                let seen = &mut seen[self.dense(x)];
                if !*seen {
                    *seen = true;
                    values.push(x);
                }
            },
            pace,
        )?;
        for &x in &values {
            seen[self.dense(x)] = false;
        }
        Ok(values)
    }

    /// Marks every element that heaps reach. With `flip = (word, P?)` gives up as soon as the word is seen to keep an
    /// outcome other than the one asked for.
    pub fn mark(
        &'a self,
        pieces: &Pieces,
        limit: usize,
        flip: Option<(&Word, bool)>,
        pace: &mut Pace,
    ) -> Result<Marked<'a>, GivenUp> {
        let size = self.cycles.len() * self.base.order();
        let mut seen = vec![false; size];
        let mut marked = Marked {
            trial: self,
            elements: vec![0],
            position: vec![u32::MAX; size],
            steps: vec![(0, 0)],
            is_p: vec![pieces.play() == Play::Normal],
            generators: Vec::new(),
        };
        marked.position[0] = 0;
        let flip = flip.map(|(word, wanted)| (self.dense(self.value(word)), wanted));
        // For each element the heaps of its least word, each with the position of the word without that heap.
        let mut divisors: Vec<(u16, u32)> = Vec::new();
        let mut starts: Vec<u32> = vec![0, 0];
        let mut moves: Vec<Vec<Pair>> = Vec::new();
        for heap in 1..self.phi.len() as u32 {
            let value = self.phi[heap as usize];
            if marked.position[self.dense(value)] != u32::MAX {
                continue;
            }
            let generator = marked.generators.len() as u16;
            marked.generators.push((heap, value));
            moves.push(self.option_values(pieces, heap, &mut seen, pace)?);
            let mut frontier = 0..marked.elements.len();
            while !frontier.is_empty() {
                let next = marked.elements.len();
                for parent in frontier {
                    let x = self.mul(marked.elements[parent], value);
                    let dense = self.dense(x);
                    if marked.position[dense] != u32::MAX {
                        continue;
                    }
                    if marked.elements.len() >= limit {
                        return Err(GivenUp::TooLarge);
                    }
                    for k in starts[parent]..starts[parent + 1] {
                        let (g, without) = divisors[k as usize];
                        if g != generator {
                            let divisor = self.mul(marked.elements[without as usize], value);
                            divisors.push((g, marked.position[self.dense(divisor)]));
                        }
                    }
                    divisors.push((generator, parent as u32));
                    let own = &divisors[*starts.last().unwrap_or(&0) as usize..];
                    let mut steps = own.len();
                    let moves_to_p = own.iter().any(|&(g, without)| {
                        let without = marked.elements[without as usize];
                        let is_p = |&e: &Pair| marked.is_p[marked.position[self.dense(self.mul(without, e))] as usize];
                        let options = &moves[usize::from(g)];
                        let found = options.iter().position(is_p);
                        steps += found.unwrap_or(options.len());
                        found.is_some()
                    });
                    pace.work(4 * steps)?;
                    starts.push(divisors.len() as u32);
                    marked.position[dense] = marked.elements.len() as u32;
                    marked.elements.push(x);
                    marked.steps.push((parent as u32, generator));
                    marked.is_p.push(!moves_to_p);
                    if flip == Some((dense, moves_to_p)) {
                        return Err(GivenUp::NoFlip);
                    }
                }
                frontier = next..marked.elements.len();
            }
        }
        if let Some((dense, wanted)) = flip
            && marked.is_p[marked.position[dense] as usize] != wanted
        {
            return Err(GivenUp::NoFlip);
        }
        Ok(marked)
    }
}

impl Marked<'_> {
    /// Merges what no context tells apart: the reduced monoid and the value of each heap in it.
    pub fn reduce(&self, largest: usize, pace: &mut Pace) -> Result<(Monoid, Vec<u16>), GivenUp> {
        let trial = self.trial;
        let action = |&(_, value): &(u32, Pair)| -> Vec<u32> {
            self.elements.iter().map(|&x| self.position[trial.dense(trial.mul(x, value))]).collect()
        };
        let mut actions: Vec<Vec<u32>> = Vec::new();
        for generator in &self.generators {
            actions.push(action(generator));
            pace.work(4 * self.elements.len())?;
        }
        let (class, classes) = self.refine(&actions, largest, pace)?;

        // The first element of each class has the least word; the words of these elements are closed under divisors.
        let mut first = vec![u32::MAX; classes];
        for (x, &c) in class.iter().enumerate().rev() {
            first[c as usize] = x as u32;
        }
        let mut used = vec![None; self.generators.len()];
        let mut generators = Vec::new();
        let mut steps = vec![(0, 0)];
        for (c, &x) in first.iter().enumerate().skip(1) {
            let (parent, g) = self.steps[x as usize];
            let letter = *used[usize::from(g)].get_or_insert_with(|| {
                generators.push((self.generators[usize::from(g)].0, c as u16));
                generators.len() as u16 - 1
            });
            steps.push((class[parent as usize] as u16, letter));
        }
        let letters = (0..used.len()).filter(|&g| used[g].is_some());
        let actions: Vec<Vec<u16>> =
            letters.map(|g| first.iter().map(|&x| class[actions[g][x as usize] as usize] as u16).collect()).collect();
        let mut p = Bits::empty(classes);
        for (c, &x) in first.iter().enumerate() {
            if self.is_p[x as usize] {
                p.insert(c);
            }
        }
        let phi = trial.phi.iter().map(|&x| class[self.position[trial.dense(x)] as usize] as u16).collect();
        Ok((Monoid::from_actions(p, generators, steps, &actions, pace)?, phi))
    }

    /// The coarsest partition that refines P and is kept by every letter; classes are numbered by first appearance.
    fn refine(&self, actions: &[Vec<u32>], largest: usize, pace: &mut Pace) -> Result<(Vec<u32>, usize), GivenUp> {
        let mut class: Vec<u32> = self.is_p.iter().map(|&p| u32::from(p != self.is_p[0])).collect();
        let mut classes = 1 + usize::from(class.contains(&1));
        let mut unchanged = 0;
        let mut numbers: HashMap<u64, u32, BuildHasherDefault<Mix>> = HashMap::default();
        for action in actions.iter().cycle() {
            numbers.clear();
            let next: Vec<u32> = (class.iter().zip(action))
                .map(|(&c, &image)| {
                    let fresh = numbers.len() as u32;
                    *numbers.entry(u64::from(c) << 32 | u64::from(class[image as usize])).or_insert(fresh)
                })
                .collect();
            unchanged = if numbers.len() == classes { unchanged + 1 } else { 1 };
            classes = numbers.len();
            class = next;
            pace.work(8 * class.len())?;
            if classes > largest {
                return Err(GivenUp::TooLarge);
            }
            if unchanged > actions.len() {
                break;
            }
        }
        Ok((class, classes))
    }
}

/// A hash for our own numbers, which nobody can choose badly.
#[derive(Default)]
pub(in crate::misere) struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u128(&mut self, value: u128) {
        self.write_u64(value as u64);
        self.write_u64((value >> 64) as u64);
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 ^= self.0 >> 29;
    }
}
