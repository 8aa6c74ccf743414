//! Canonical forms of single misère games.
//!
//! Two games are equal when no sum of games tells them apart. Each class has a simplest member: a set of options `S`, all
//! simplest, equals a game `H` when every option of `H` is in `S`, every other member of `S` has `H` as an option (so the move
//! to it can be taken back to `H`), and, if `H` has no options, some member of `S` is a P-position. Such an `H` is an option of
//! an option. Games are kept once each, by their option sets, and sums are remembered.

use super::genus::{self, Genus, Phylum};
use crate::rules::Rules;
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use thiserror::Error;

/// A game of an [`Arena`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(u32);

/// The game without options.
pub const ZERO: Id = Id(0);

/// The arena is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("more than {limit} different games are needed; ask for smaller heaps")]
pub struct TooMany {
    /// How many games the arena holds.
    pub limit: usize,
}

#[derive(Clone, Debug)]
struct Entry {
    options: Box<[Id]>,
    genus: Genus,
    phylum: Phylum,
    /// `Some(n)` when it is the nim-heap `*n`.
    nim: Option<u32>,
    birthday: u32,
}

/// Canonical games.
#[derive(Clone, Debug)]
pub struct Arena {
    games: Vec<Entry>,
    by_options: HashMap<Box<[Id]>, Id>,
    sums: HashMap<(Id, Id), Id>,
    limit: usize,
}

impl Arena {
    /// An arena for at most `limit` games.
    pub fn new(limit: usize) -> Self {
        let genus = Genus::of_options(&[]);
        let zero = Entry { options: Box::new([]), genus, phylum: Phylum::NimHeap, nim: Some(0), birthday: 0 };
        let by_options = HashMap::from([(zero.options.clone(), ZERO)]);
        Arena { games: vec![zero], by_options, sums: HashMap::new(), limit }
    }

    fn entry(&self, id: Id) -> &Entry {
        &self.games[id.0 as usize]
    }

    /// How many games are kept.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Never: the game without options is always there.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The options, all different.
    pub fn options(&self, id: Id) -> &[Id] {
        &self.entry(id).options
    }

    /// The genus.
    pub fn genus(&self, id: Id) -> &Genus {
        &self.entry(id).genus
    }

    /// The phylum.
    pub fn phylum(&self, id: Id) -> Phylum {
        self.entry(id).phylum
    }

    /// `n` when the game is the nim-heap `*n`.
    pub fn nim(&self, id: Id) -> Option<u32> {
        self.entry(id).nim
    }

    /// The length of the longest play.
    pub fn birthday(&self, id: Id) -> u32 {
        self.entry(id).birthday
    }

    /// Whether the previous player wins.
    pub fn is_p(&self, id: Id) -> bool {
        self.genus(id).minus(0) == 0
    }

    /// The symbol of the field: `n` for a nim-heap, `g^g0` for other tame games, the genus for the rest.
    pub fn symbol(&self, id: Id) -> String {
        let genus = self.genus(id);
        match self.nim(id) {
            Some(n) => n.to_string(),
            None if self.phylum(id).is_tame() => format!("{}^{}", genus.plus, genus.minus(0)),
            None => genus.to_string(),
        }
    }

    /// The game with these options.
    pub fn game(&mut self, mut options: Vec<Id>) -> Result<Id, TooMany> {
        options.sort_unstable();
        options.dedup();
        if let Some(&known) = self.by_options.get(&options[..]) {
            return Ok(known);
        }
        if let Some(simpler) = self.simpler(&options) {
            return Ok(simpler);
        }
        if self.games.len() >= self.limit {
            return Err(TooMany { limit: self.limit });
        }
        let id = Id(self.games.len() as u32);
        let nim = (0..).zip(&options).all(|(n, &option)| self.nim(option) == Some(n)).then_some(options.len() as u32);
        let genus = Genus::of_options(&options.iter().map(|&option| self.genus(option)).collect::<Vec<_>>());
        let phylum = if nim.is_some() { Phylum::NimHeap } else { self.new_phylum(&genus, &options) };
        let birthday = 1 + options.iter().map(|&option| self.birthday(option)).max().unwrap_or(0);
        let options = options.into_boxed_slice();
        self.by_options.insert(options.clone(), id);
        self.games.push(Entry { options, genus, phylum, nim, birthday });
        Ok(id)
    }

    fn new_phylum(&self, genus: &Genus, options: &[Id]) -> Phylum {
        let describe = |&option: &Id| genus::Option {
            genus: self.genus(option),
            phylum: self.phylum(option),
            tame_options: (self.options(option).iter())
                .filter(|&&k| self.phylum(k).is_tame())
                .map(|&k| (self.genus(k).plus, self.genus(k).minus(0)))
                .collect(),
        };
        genus::phylum(genus, &options.iter().map(describe).collect::<Vec<_>>())
    }

    /// The game that a set of options equals because the other moves can be taken back.
    fn simpler(&self, options: &[Id]) -> Option<Id> {
        // H must be an option of every member of S that is not an option of H itself; the largest member of S cannot be an
        // option of H when H is an option of an option, since options are older than games.
        let last = *options.last()?;
        let fits = |h: Id| {
            let own = self.options(h);
            let contains = |set: &[Id], x: Id| set.binary_search(&x).is_ok();
            own.iter().all(|&x| contains(options, x))
                && options.iter().all(|&x| contains(own, x) || contains(self.options(x), h))
                && (h != ZERO || options.iter().any(|&x| self.is_p(x)))
        };
        self.options(last).iter().copied().find(|&h| fits(h))
    }

    /// `*n`.
    pub fn nim_heap(&mut self, n: u32) -> Result<Id, TooMany> {
        let mut smaller = Vec::new();
        for _ in 0..=n {
            let next = self.game(smaller.clone())?;
            smaller.push(next);
        }
        Ok(smaller[n as usize])
    }

    /// `a + b`. Cost: the product of the numbers of followers, unless sums coincide.
    pub fn sum(&mut self, a: Id, b: Id) -> Result<Id, TooMany> {
        let (a, b) = (a.min(b), a.max(b));
        if a == ZERO {
            return Ok(b);
        }
        if let Some(&known) = self.sums.get(&(a, b)) {
            return Ok(known);
        }
        let mut options = Vec::new();
        for k in 0..self.options(a).len() {
            options.push(self.sum(self.options(a)[k], b)?);
        }
        for k in 0..self.options(b).len() {
            options.push(self.sum(a, self.options(b)[k])?);
        }
        let sum = self.game(options)?;
        self.sums.insert((a, b), sum);
        Ok(sum)
    }

    /// Whether `G + G` is tame of genus `0^0`.
    pub fn is_half_tame(&mut self, id: Id) -> Result<bool, TooMany> {
        let twice = self.sum(id, id)?;
        let genus = self.genus(twice);
        Ok(self.phylum(twice).is_tame() && (genus.plus, genus.minus(0)) == (0, 0))
    }

    /// The heaps `0..=n` of a game.
    pub fn heaps(&mut self, rules: &Rules, n: u32) -> Result<Vec<Id>, TooMany> {
        let mut heaps = vec![ZERO];
        for heap in 1..=n {
            let mut options = Vec::new();
            let flow = rules.each_option(u64::from(heap), |_, parts| {
                let sum = parts.iter().try_fold(ZERO, |sum, &part| self.sum(sum, heaps[part as usize]));
                match sum {
                    Ok(sum) => options.push(sum),
                    Err(error) => return ControlFlow::Break(error),
                }
                ControlFlow::Continue(())
            });
            if let ControlFlow::Break(error) = flow {
                return Err(error);
            }
            heaps.push(self.game(options)?);
        }
        Ok(heaps)
    }

    /// Every follower of a game and the game itself, oldest first.
    pub fn followers(&self, id: Id) -> Vec<Id> {
        let mut found = BTreeSet::from([id]);
        let mut open = vec![id];
        while let Some(game) = open.pop() {
            open.extend(self.options(game).iter().copied().filter(|&option| found.insert(option)));
        }
        found.into_iter().collect()
    }

    /// The game as nested braces, with `*n` for nim-heaps; `None` when that takes more than `longest` characters.
    pub fn braces(&self, id: Id, longest: usize) -> Option<String> {
        if let Some(n) = self.nim(id) {
            return Some(if n == 0 { "0".to_owned() } else { format!("*{n}") });
        }
        let mut text = String::from("{");
        for (k, &option) in self.options(id).iter().enumerate() {
            if k > 0 {
                text.push(',');
            }
            text.push_str(&self.braces(option, longest.checked_sub(text.len())?)?);
        }
        text.push('}');
        (text.len() <= longest).then_some(text)
    }
}
