//! Canonical forms of single misère games.
//!
//! Two games are equal when no sum of games tells them apart. Each class has a simplest member: a set of options `S`,
//! all simplest, equals a game `H` when every option of `H` is in `S`, every other member of `S` has `H` as an option
//! (so the move to it can be taken back to `H`), and, if `H` has no options, some member of `S` is a P-position. Such
//! an `H` is an option of an option. Games are kept once each, by their option sets, and sums are remembered.

use super::error::MisereError;
use super::genus::{self, Genus, Phylum};
use super::pace::STEPS;
use crate::rules::Rules;
use crate::watch::{Progress, Watch};
use indexmap::IndexMap;
use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

/// A game of an [`Arena`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(u32);

/// The game without options.
pub const ZERO: Id = Id(0);

/// The memory, in bytes, that an arena takes unless told otherwise.
pub const ROOM: usize = 512 << 20;

#[derive(Clone, Debug)]
struct Entry {
    genus: Genus,
    phylum: Phylum,
    /// `Some(n)` when it is the nim-heap `*n`.
    nim: Option<u32>,
    birthday: u32,
}

/// Canonical games.
#[derive(Clone, Debug)]
pub struct Arena {
    /// By their options; the place of a game is its number.
    games: IndexMap<Box<[Id]>, Entry>,
    sums: HashMap<(Id, Id), Id>,
    /// The memory taken so far, about, and the most that may be taken, in bytes.
    taken: usize,
    room: usize,
    /// Elementary steps since the watch was last asked.
    steps: usize,
}

/// The default room.
impl Default for Arena {
    fn default() -> Self {
        Arena::new(ROOM)
    }
}

impl Arena {
    /// An arena that takes about `room` bytes at most.
    pub fn new(room: usize) -> Self {
        let zero = Entry { genus: Genus::of_options(&[]), phylum: Phylum::NimHeap, nim: Some(0), birthday: 0 };
        let games = IndexMap::from_iter([(Box::from([]), zero)]);
        Arena { games, sums: HashMap::new(), taken: 0, room, steps: 0 }
    }

    fn entry(&self, id: Id) -> &Entry {
        &self.games[id.0 as usize]
    }

    /// Asks the watch when enough steps were taken.
    fn work(&mut self, steps: usize, watch: &mut dyn Watch) -> Result<(), MisereError> {
        self.steps += steps;
        if self.steps >= STEPS {
            self.steps = 0;
            watch.at(Progress::open("games", self.games.len() as u64))?;
        }
        Ok(())
    }

    /// Takes note of memory that is about to be used.
    fn take(&mut self, bytes: usize) -> Result<(), MisereError> {
        self.taken += bytes;
        if self.taken > self.room { Err(MisereError::Memory { megabytes: self.room >> 20 }) } else { Ok(()) }
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
        &self.games.get_index(id.0 as usize).expect("an id of this arena").0[..]
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
    pub fn game(&mut self, mut options: Vec<Id>, watch: &mut dyn Watch) -> Result<Id, MisereError> {
        options.sort_unstable();
        options.dedup();
        self.work(options.len(), watch)?;
        if let Some(known) = self.games.get_index_of(&options[..]) {
            return Ok(Id(known as u32));
        }
        // Nothing is simpler than a nim-heap.
        let nim = (0..).zip(&options).all(|(n, &option)| self.nim(option) == Some(n)).then_some(options.len() as u32);
        if nim.is_none()
            && let Some(simpler) = self.simpler(&options, watch)?
        {
            return Ok(simpler);
        }
        let genus = Genus::of_options(&options.iter().map(|&option| self.genus(option)).collect::<Vec<_>>());
        let phylum = if nim.is_some() { Phylum::NimHeap } else { self.new_phylum(&genus, &options) };
        let birthday = 1 + options.iter().map(|&option| self.birthday(option)).max().unwrap_or(0);
        self.work(16 * options.len(), watch)?;
        self.take(size_of::<(usize, usize, Box<[Id]>, Entry)>() + size_of_val(&options[..]) + 2 * genus.length())?;
        let (place, _) = self.games.insert_full(options.into_boxed_slice(), Entry { genus, phylum, nim, birthday });
        Ok(Id(place as u32))
    }

    fn new_phylum(&self, genus: &Genus, options: &[Id]) -> Phylum {
        let describe = |&option: &Id| genus::Played {
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
    fn simpler(&mut self, options: &[Id], watch: &mut dyn Watch) -> Result<Option<Id>, MisereError> {
        // H must be an option of every member of S that is not an option of H itself; the largest member of S cannot be
        // an option of H when H is an option of an option, since options are older than games.
        let Some(&last) = options.last() else { return Ok(None) };
        let contains = |set: &[Id], x: Id| set.binary_search(&x).is_ok();
        for k in 0..self.options(last).len() {
            let h = self.options(last)[k];
            let own = self.options(h);
            let mut steps = 1;
            let mut counted = |holds: bool| {
                steps += 1;
                holds
            };
            let fits = own.iter().all(|&x| counted(contains(options, x)))
                && options.iter().all(|&x| counted(contains(own, x) || contains(self.options(x), h)))
                && (h != ZERO || options.iter().any(|&x| self.is_p(x)));
            if fits {
                return Ok(Some(h));
            }
            self.work(4 * steps, watch)?;
        }
        Ok(None)
    }

    /// `*n`.
    pub fn nim_heap(&mut self, n: u32, watch: &mut dyn Watch) -> Result<Id, MisereError> {
        let mut smaller = Vec::new();
        for _ in 0..=n {
            let next = self.game(smaller.clone(), watch)?;
            smaller.push(next);
        }
        Ok(smaller[n as usize])
    }

    fn known_sum(&self, a: Id, b: Id) -> Option<Id> {
        let (a, b) = (a.min(b), a.max(b));
        if a == ZERO { Some(b) } else { self.sums.get(&(a, b)).copied() }
    }

    /// `a + b`. Cost: the product of the numbers of followers, unless sums coincide. Depth of play is limited by memory
    /// only.
    pub fn sum(&mut self, a: Id, b: Id, watch: &mut dyn Watch) -> Result<Id, MisereError> {
        // Sums whose options are being formed: the two parts and the options so far, those of moves in the first part
        // first.
        let mut open = vec![(a, b, Vec::new())];
        if let Some(known) = self.known_sum(a, b) {
            return Ok(known);
        }
        while let Some((a, b, options)) = open.last_mut() {
            let (a, b) = (*a, *b);
            let moves = self.options(a).len();
            let next = match options.len() {
                k if k < moves => Some((self.options(a)[k], b)),
                k => self.options(b).get(k - moves).map(|&option| (a, option)),
            };
            if let Some((x, y)) = next {
                match self.known_sum(x, y) {
                    Some(known) => options.push(known),
                    None => open.push((x, y, Vec::new())),
                }
                continue;
            }
            let options = std::mem::take(options);
            open.pop();
            let sum = self.game(options, watch)?;
            self.take(2 * size_of::<(Id, Id, Id)>())?;
            self.sums.insert((a.min(b), a.max(b)), sum);
            if open.is_empty() {
                return Ok(sum);
            }
        }
        unreachable!("the first sum is the last to be closed")
    }

    /// Whether `G + G` is tame of genus `0^0`.
    pub fn is_half_tame(&mut self, id: Id, watch: &mut dyn Watch) -> Result<bool, MisereError> {
        let twice = self.sum(id, id, watch)?;
        let genus = self.genus(twice);
        Ok(self.phylum(twice).is_tame() && (genus.plus, genus.minus(0)) == (0, 0))
    }

    /// The heaps `0..=n` of a game.
    pub fn heaps(&mut self, rules: &Rules, n: u32, watch: &mut dyn Watch) -> Result<Vec<Id>, MisereError> {
        let mut heaps = vec![ZERO];
        for heap in 1..=n {
            let mut options = BTreeSet::new();
            let flow = rules.each_option(u64::from(heap), |_, parts| {
                let sum = parts.iter().try_fold(ZERO, |sum, &part| self.sum(sum, heaps[part as usize], watch));
                match sum.and_then(|sum| self.work(1, watch).map(|()| sum)) {
                    Ok(sum) => options.insert(sum),
                    Err(error) => return ControlFlow::Break(error),
                };
                ControlFlow::Continue(())
            });
            if let ControlFlow::Break(error) = flow {
                return Err(error);
            }
            heaps.push(self.game(options.into_iter().collect(), watch)?);
        }
        Ok(heaps)
    }

    /// Every follower of a game and the game itself, oldest first.
    pub fn followers(&mut self, id: Id, watch: &mut dyn Watch) -> Result<Vec<Id>, MisereError> {
        let mut found = BTreeSet::from([id]);
        let mut open = vec![id];
        while let Some(game) = open.pop() {
            open.extend(self.options(game).iter().copied().filter(|&option| found.insert(option)));
            self.work(8 * self.options(game).len(), watch)?;
        }
        Ok(found.into_iter().collect())
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
