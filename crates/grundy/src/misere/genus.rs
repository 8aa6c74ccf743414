//! Genus symbols and phyla of single misère games.
//!
//! `G+` is the nim-value in normal play. `G-` is the misère nim-value: the mex of the options' `G-`, but 1 for the game
//! without options; a game is a P-position iff `G- = 0`. The *genus* of `G` is `g^(g0 g1 g2 …)` with `g = G+(G)` and
//! `g_i = G-(G + i · *2)`. Adding one more `*2` offers the moves to `G + (i-1) · *2` with or without a `*1`, and adding
//! `*1` changes `G-` by xor 1, hence with `G'` running over the options of `G`
//!
//! `g_0 = mex { g_0(G') }` (1 if none) and `g_i = mex ( { g_i(G') } ∪ { g_(i-1), g_(i-1) xor 1 } )`.
//!
//! From some place on the superscript alternates between `d` and `d xor 2`; it is written up to the first such pair.

use schemars::JsonSchema;
use serde::Serialize;
use std::fmt;

/// A genus symbol.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Genus {
    /// `G+`.
    pub plus: u16,
    /// `g_0 g_1 …`; the last two alternate for ever.
    sup: Vec<u16>,
}

impl Genus {
    /// The genus of a game whose options have these.
    pub(super) fn of_options(options: &[&Genus]) -> Self {
        let options = options.iter();
        let plus = mex(options.clone().map(|genus| genus.plus));
        let mut sup: Vec<u16> = Vec::new();
        let settled = options.clone().map(|genus| genus.sup.len()).max().unwrap_or(0);
        loop {
            let i = sup.len();
            let of_options = options.clone().map(|genus| genus.minus(i));
            let next = match sup.last() {
                None if settled == 0 => 1,
                None => mex(of_options),
                Some(&last) => mex(of_options.chain([last, last ^ 1])),
            };
            sup.push(next);
            // Past the options' own beginnings one step decides the next but one: two equal pairs repeat for ever.
            if let [.., a, b, c, d] = sup[..]
                && i >= settled + 4
                && a == c
                && b == d
                && b == a ^ 2
            {
                break;
            }
        }
        let alternates = |k: &usize| sup[*k] == sup[k + 2] && sup[k + 1] == sup[*k] ^ 2;
        let start = (0..sup.len() - 2).rev().take_while(alternates).last().unwrap_or(sup.len() - 2);
        sup.truncate(start + 2);
        Genus { plus, sup }
    }

    /// `g_i`, the misère nim-value after adding `*2` `i` times.
    pub fn minus(&self, i: usize) -> u16 {
        let length = self.sup.len();
        if i < length { self.sup[i] } else { self.sup[length - 2 + (i - length) % 2] }
    }

    /// The length of the superscript.
    pub(super) fn length(&self) -> usize {
        self.sup.len()
    }

    /// The superscript, up to the first pair that repeats.
    pub fn superscript(&self) -> &[u16] {
        &self.sup
    }

    /// What `G+` and `G-` alone say.
    pub fn kind(&self) -> Kind {
        match (self.plus, self.minus(0)) {
            (a, b) if a == b || a < 2 && b < 2 => Kind::Tame,
            (0 | 1, _) => Kind::Restive,
            (_, 0 | 1) => Kind::Restless,
            _ => Kind::Wild,
        }
    }
}

/// `4^146`; values above 9 are separated by points.
impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.sup.iter().any(|&g| g > 9) { "." } else { "" };
        let sup: Vec<String> = self.sup.iter().map(u16::to_string).collect();
        write!(f, "{}^{}", self.plus, sup.join(separator))
    }
}

/// The least value that is missing.
fn mex(values: impl Iterator<Item = u16>) -> u16 {
    let mut seen = Vec::new();
    for value in values {
        let value = usize::from(value);
        if value >= seen.len() {
            seen.resize(value + 1, false);
        }
        seen[value] = true;
    }
    seen.iter().position(|&seen| !seen).unwrap_or(seen.len()) as u16
}

/// The kind of a genus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// `G+ = G-`, or both below 2.
    Tame,
    /// `G+` below 2, `G-` not.
    Restive,
    /// `G-` below 2, `G+` not.
    Restless,
    /// Neither, and different.
    Wild,
}

/// The phylum of a game, from its genus and its options (after Conway, Hoey and Siegel).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Phylum {
    /// Equal to a nim-heap.
    NimHeap,
    /// Tame with all its followers.
    HereditarilyTame,
    /// Tame, after leaving out moves that can be taken back.
    ReversiblyTame,
    /// Restive, with options that are nim-heaps or hereditarily tame.
    HereditarilyRestive,
    /// Restive, with tame options, after leaving out moves that can be taken back.
    ReversiblyRestive,
    /// Restless, with tame options.
    Restless,
    /// None of these.
    Wild,
}

impl Phylum {
    /// Whether it behaves like a sum of nim-heaps.
    pub fn is_tame(self) -> bool {
        matches!(self, Phylum::NimHeap | Phylum::HereditarilyTame | Phylum::ReversiblyTame)
    }

    /// As people say it.
    pub fn name(self) -> &'static str {
        match self {
            Phylum::NimHeap => "nim-heap",
            Phylum::HereditarilyTame => "hereditarily tame",
            Phylum::ReversiblyTame => "reversibly tame",
            Phylum::HereditarilyRestive => "hereditarily restive",
            Phylum::ReversiblyRestive => "reversibly restive",
            Phylum::Restless => "restless",
            Phylum::Wild => "wild",
        }
    }
}

/// What the phylum of a game asks of each option.
pub(super) struct Played<'a> {
    /// Its genus.
    pub genus: &'a Genus,
    /// Its phylum.
    pub phylum: Phylum,
    /// `(G+, G-)` of its tame options.
    pub tame_options: Vec<(u16, u16)>,
}

/// The phylum of a game that is not a nim-heap.
pub(super) fn phylum(genus: &Genus, options: &[Played]) -> Phylum {
    let hereditarily = |o: &Played| matches!(o.phylum, Phylum::NimHeap | Phylum::HereditarilyTame);
    let kind = genus.kind();
    if options.iter().all(hereditarily) {
        match kind {
            Kind::Tame => return Phylum::HereditarilyTame,
            Kind::Restive => return Phylum::HereditarilyRestive,
            Kind::Restless | Kind::Wild => {}
        }
    }
    let by_kind = match kind {
        Kind::Tame => Phylum::ReversiblyTame,
        Kind::Restive => Phylum::ReversiblyRestive,
        Kind::Restless => Phylum::Restless,
        Kind::Wild => return Phylum::Wild,
    };
    if options.iter().all(|o| o.phylum.is_tame()) {
        return by_kind;
    }
    if kind == Kind::Restless {
        return Phylum::Wild;
    }
    // The options that are not tame must all be reversible: the tame ones alone give the same values, and each other
    // one can be answered by a tame game with the same G-, and by one with the same G+.
    let (plus, minus) = (genus.plus, genus.minus(0));
    let tame = || options.iter().filter(|o| o.phylum.is_tame());
    let same_plus = mex(tame().map(|o| o.genus.plus)) == plus;
    let same_minus = tame().next().is_some() && mex(tame().map(|o| o.genus.minus(0))) == minus;
    let harmless = |k_plus: u16| k_plus < 2 || k_plus ^ minus < 2;
    let is_reversible = |o: &Played| {
        o.tame_options.iter().any(|&(p, m)| m == minus && harmless(p))
            && o.tame_options.iter().any(|&(p, _)| p == plus && harmless(p))
    };
    let others_reversible = options.iter().filter(|o| !o.phylum.is_tame()).all(is_reversible);
    if same_plus && same_minus && others_reversible { by_kind } else { Phylum::Wild }
}
