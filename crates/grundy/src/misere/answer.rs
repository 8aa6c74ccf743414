//! What is answered about misère play, as documents: every type is written as JSON and has a schema.

use super::canonical::{Arena, Id};
use super::diagonal::Diagonal;
use super::error::MisereError;
use super::evidence::{Evidence, evidence};
use super::genus::{Kind, Phylum};
use super::monoid::Monoid;
use super::pieces::Play;
use super::position::Winning;
use super::presentation::Presentation;
use super::solve::Solution;
use super::structure::{Structure, structure, tame};
use crate::game::Game;
use crate::position::Outcome;
use crate::standard::{as_code, standard_form};
use crate::watch::{Stopped, Watch};
use schemars::{JsonSchema, Schema, schema_for};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// The JSON schemas of these answers, by name.
pub(crate) fn schemas() -> [(&'static str, Schema); 9] {
    [
        ("misere_census", schema_for!(Census)),
        ("misere_genus", schema_for!(Genus)),
        ("misere_infinite", schema_for!(Infinite)),
        ("misere_position", schema_for!(Position)),
        ("misere_quotient", schema_for!(Quotient)),
        ("misere_solve", schema_for!(Solve)),
        ("misere_sum", schema_for!(Sum)),
        ("misere_table", schema_for!(Table)),
        ("misere_values", schema_for!(Values)),
    ]
}

/// The quotient of a game, and the period of its pretending function where one is proved.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Solve {
    /// The game as it was written.
    pub game: String,
    /// Its canonical spelling.
    pub canonical: Game,
    /// The code in standard form with the same heaps, shifted; the game itself where it has no code.
    pub standard_form: String,
    /// The convention of play.
    pub play: Play,
    /// Whether all is known about the game.
    pub status: SolveStatus,
    /// The order of the quotient of the heaps done, which is that of the game when a period is proved.
    pub order: usize,
    /// The number of elements of P in it.
    pub p_positions: usize,
    /// The proved period of the pretending function.
    pub period: Option<u32>,
    /// The first heap from which it is periodic.
    pub preperiod: Option<u32>,
    /// Whether the quotient of the game is that of misère Nim with some heaps; null where that is not known.
    pub tame: Option<bool>,
    /// The game as Nim in disguise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nim: Option<NimPeriod>,
    /// The largest heap done.
    pub heaps: u32,
    /// Pairs of a heap and an order, each time the quotient changed.
    pub growth: Vec<(u32, usize)>,
    /// The number of transitions that verified the quotient.
    pub closure: usize,
    /// Generators, relations, P and the values of heaps: up to the end of the first period, or of all heaps done.
    pub presentation: Presentation,
    /// Why the game is not solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unresolved: Option<Evidence>,
    /// The quotient taken apart, where asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub structure: Option<Parts>,
    /// The comparison with another game, where asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub isomorphic: Option<Isomorphic>,
    /// The file that the certificate was written to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
    /// The time it took, in seconds.
    pub seconds: f64,
}

/// Whether all is known about a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SolveStatus {
    /// It is.
    Solved,
    /// It is not, within the limits.
    Unresolved,
}

/// The nim-sequence of a game each of whose heaps `n` equals the nim-heap `*G(n)` in misère play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NimPeriod {
    /// `G(n + period) = G(n) + saltus` from here on.
    pub preperiod: u64,
    /// The period of the nim-sequence.
    pub period: u64,
    /// By how much it grows in a period; the quotient is infinite unless this is 0.
    pub saltus: u64,
}

impl Solve {
    /// What a solution says. `seconds` is the time it took.
    pub fn new(solution: &Solution, seconds: f64, watch: &mut dyn Watch) -> Result<Self, Stopped> {
        let game = &solution.game;
        let period = solution.period.as_ref().ok();
        let shown = period.map_or(solution.phi.len(), |at| (at.start + at.period) as usize).min(solution.phi.len());
        let is_tame = solution.is_tame();
        let nim = solution.nim.as_ref().map(super::nim::Nim::period);
        Ok(Solve {
            game: game.written(),
            canonical: game.clone(),
            standard_form: as_code(game).map_or_else(|| game.to_string(), |code| standard_form(&code).code.to_string()),
            play: solution.play,
            status: if solution.is_solved() { SolveStatus::Solved } else { SolveStatus::Unresolved },
            order: solution.monoid.order(),
            p_positions: solution.monoid.p().count(),
            period: period.map(|at| at.period),
            preperiod: period.map(|at| at.start),
            // A partial quotient that is wild settles the question; one that is tame does not.
            tame: (solution.play == Play::Misere && (solution.is_solved() || !is_tame)).then_some(is_tame),
            nim: nim.map(|at| NimPeriod { preperiod: at.preperiod, period: at.period, saltus: at.saltus }),
            heaps: solution.heaps(),
            growth: solution.growth.clone(),
            closure: solution.closure,
            presentation: solution.monoid.presentation(&solution.phi[..shown], watch)?,
            unresolved: evidence(solution).filter(|_| !solution.is_solved()),
            structure: None,
            isomorphic: None,
            certificate: None,
            seconds,
        })
    }
}

/// A quotient taken apart; elements are named by their least words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Parts {
    /// `T_n` when the quotient is that of misère Nim with heaps below `2^n`.
    pub tame: Option<String>,
    /// The elements that are their own squares.
    pub idempotents: Vec<String>,
    /// The elements that have an inverse.
    pub units: Vec<String>,
    /// The least ideal, a group.
    pub kernel: Kernel,
    /// The Archimedean components, by their idempotents.
    pub components: Vec<Component>,
    /// The classes of mutual divisibility.
    pub divisibility_classes: Vec<Vec<String>>,
    /// `[upper, lower]`, by place in `divisibility_classes`: neighbours in the order of divisibility.
    pub divisibility_covers: Vec<(usize, usize)>,
}

/// The Cayley table of a quotient.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Table {
    /// The elements, by their least words.
    pub names: Vec<String>,
    /// Which of them are P-positions.
    pub p: Vec<bool>,
    /// The products, row by row, as places in `names`.
    pub products: Vec<Vec<u16>>,
}

impl Table {
    /// Writes a quotient out.
    pub fn new(q: &Monoid) -> Self {
        let elements = || (0..q.order()).map(|x| x as u16);
        Table {
            names: elements().map(|x| q.name(x)).collect(),
            p: elements().map(|x| q.is_p(x)).collect(),
            products: q.rows().map(<[u16]>::to_vec).collect(),
        }
    }
}

/// The least ideal of a quotient.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Kernel {
    /// The number of its elements.
    pub order: usize,
    /// Its identity.
    pub identity: String,
    /// The group that it is, such as `Z_2^3 x Z_4`.
    pub group: String,
    /// Its elements.
    pub elements: Vec<String>,
}

/// The elements some power of which is a given idempotent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Component {
    /// The idempotent.
    pub idempotent: String,
    /// The elements.
    pub elements: Vec<String>,
}

impl Parts {
    /// Takes a quotient apart.
    pub fn new(q: &Monoid, watch: &mut dyn Watch) -> Result<Self, Stopped> {
        let s = structure(q, watch)?;
        let names = |elements: &[u16]| elements.iter().map(|&x| q.name(x)).collect::<Vec<_>>();
        let component =
            |(&e, elements): (&u16, &Vec<u16>)| Component { idempotent: q.name(e), elements: names(elements) };
        Ok(Parts {
            tame: tame(q).map(|n| format!("T_{n}")),
            idempotents: names(&s.idempotents),
            units: names(&s.units),
            kernel: Kernel {
                order: s.kernel.len(),
                identity: q.name(s.kernel_identity),
                group: group(&s),
                elements: names(&s.kernel),
            },
            components: s.idempotents.iter().zip(&s.components).map(component).collect(),
            divisibility_classes: s.classes.iter().map(|class| names(class)).collect(),
            divisibility_covers: s.covers,
        })
    }
}

/// `Z_2^3 x Z_4`.
fn group(structure: &Structure) -> String {
    let factors: Vec<String> = (structure.kernel_group.chunk_by(|a, b| a == b))
        .map(|run| if run.len() == 1 { format!("Z_{}", run[0]) } else { format!("Z_{}^{}", run[0], run.len()) })
        .collect();
    if factors.is_empty() { "of one element".to_owned() } else { factors.join(" x ") }
}

/// Whether another game has an isomorphic quotient.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Isomorphic {
    /// The other game.
    pub game: Game,
    /// Whether it has.
    pub found: bool,
    /// Pairs of a generator here and its image there.
    pub images: Vec<(String, String)>,
}

/// Genus, phylum and canonical form of a sum of heaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Genus {
    /// The game as it was written.
    pub game: String,
    /// Its canonical spelling.
    pub canonical: Game,
    /// The heaps that are added.
    pub heaps: Vec<u64>,
    /// The genus, such as `4^146`.
    pub genus: String,
    /// The short symbol: `n` for a nim-heap, `g^g0` for other tame games, the genus for the rest.
    pub symbol: String,
    /// The nim-value in normal play.
    pub g_plus: u16,
    /// The superscript of the genus.
    pub superscript: Vec<u16>,
    /// What the genus alone says.
    pub kind: Kind,
    /// The phylum.
    pub phylum: Phylum,
    /// Who wins the sum alone.
    pub outcome: Outcome,
    /// The length of the longest play of the canonical form.
    pub birthday: u32,
    /// The number of different followers, itself included.
    pub followers: usize,
    /// The canonical form in braces; null when it is longer than 2000 characters.
    pub canonical_form: Option<String>,
    /// Every follower with its options, oldest first, where asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<Vec<Follower>>,
}

/// A follower of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Follower {
    /// `*n` for a nim-heap, else `G1`, `G2`, …, oldest first.
    pub name: String,
    /// The names of its options.
    pub options: Vec<String>,
    /// Its genus.
    pub genus: String,
    /// Its phylum.
    pub phylum: Phylum,
}

impl Genus {
    pub(super) fn new(
        game: &Game,
        heaps: &[u64],
        arena: &mut Arena,
        id: Id,
        tree: bool,
        watch: &mut dyn Watch,
    ) -> Result<Self, MisereError> {
        let genus = arena.genus(id).clone();
        let followers = arena.followers(id, watch)?;
        Ok(Genus {
            game: game.written(),
            canonical: game.clone(),
            heaps: heaps.to_vec(),
            genus: genus.to_string(),
            symbol: arena.symbol(id),
            g_plus: genus.plus,
            superscript: genus.superscript().to_vec(),
            kind: genus.kind(),
            phylum: arena.phylum(id),
            outcome: if arena.is_p(id) { Outcome::P } else { Outcome::N },
            birthday: arena.birthday(id),
            followers: followers.len(),
            canonical_form: arena.braces(id, 2000),
            tree: tree.then(|| describe(arena, &followers)),
        })
    }
}

fn describe(arena: &Arena, followers: &[Id]) -> Vec<Follower> {
    let mut names: HashMap<Id, String> = HashMap::new();
    let mut number = 0;
    for &id in followers {
        let name = match arena.nim(id) {
            Some(0) => "0".to_owned(),
            Some(n) => format!("*{n}"),
            None => {
                number += 1;
                format!("G{number}")
            }
        };
        names.insert(id, name);
    }
    let describe = |&id: &Id| Follower {
        name: names[&id].clone(),
        options: arena.options(id).iter().map(|option| names[option].clone()).collect(),
        genus: arena.genus(id).to_string(),
        phylum: arena.phylum(id),
    };
    followers.iter().map(describe).collect()
}

/// Misère nim-values, genus symbols and phyla of heaps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Values {
    /// The game as it was written.
    pub game: String,
    /// Its canonical spelling.
    pub canonical: Game,
    /// The heaps, from heap 0 on.
    pub heaps: Vec<HeapValues>,
    /// The first heap whose phylum is wild.
    pub first_wild: Option<u32>,
}

/// What single-game theory says of a heap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HeapValues {
    /// The size of the heap.
    pub heap: u32,
    /// The nim-value in normal play.
    pub g_plus: u16,
    /// The misère nim-value.
    pub g_minus: u16,
    /// The genus.
    pub genus: String,
    /// The short symbol.
    pub symbol: String,
    /// The phylum.
    pub phylum: Phylum,
    /// Whether the sum of the heap with itself is tame of genus `0^0`; null where that was not tried or takes too much
    /// memory.
    pub half_tame: Option<bool>,
}

/// How the outcome of a position was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// By the misère quotient.
    Quotient,
    /// By the theorem on Nim in disguise.
    Nim,
    /// By playing it out, equal games taken together.
    CanonicalForms,
}

/// Who wins a position, and by which moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Position {
    /// The game as it was written.
    pub game: String,
    /// Its canonical spelling.
    pub canonical: Game,
    /// The heaps.
    pub heaps: Vec<u64>,
    /// How the outcome was found.
    pub method: Method,
    /// The values of the heaps in the quotient, or the nim-heaps they equal; none by canonical forms.
    pub values: Vec<String>,
    /// The value of the position in the quotient.
    pub value: Option<String>,
    /// Who wins.
    pub outcome: Outcome,
    /// Every winning move.
    pub winning_moves: Vec<Winning>,
}

/// All sums of the heaps at which a search got stuck on a diagonal.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Infinite {
    /// The game as it was written.
    pub game: String,
    /// Its canonical spelling.
    pub canonical: Game,
    /// Whether the sums are decided.
    pub status: InfiniteStatus,
    /// All sums of the heaps up to this one are decided.
    pub heaps: Option<u32>,
    /// Whether their quotient is proved infinite.
    pub infinite: Option<bool>,
    /// The generators beside the pair, each with `g^(index + period) = g^index`.
    pub cycles: Vec<Cycle>,
    /// The two heaps whose difference counts for ever.
    pub pair: Option<Pair>,
    /// The other heaps, each with the generators whose sum it is taken for.
    pub words: Vec<(u32, Vec<u32>)>,
    /// The number of values in the table.
    pub values: usize,
    /// The largest difference in the table; it repeats beyond.
    pub reach: Option<u8>,
    /// Why nothing is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The file that the certificate was written to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
    /// The time it took, in seconds.
    pub seconds: f64,
}

/// Whether the sums are decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum InfiniteStatus {
    /// Every sum of the heaps named is.
    Decided,
    /// Nothing was found within the limits.
    Unresolved,
}

/// A generator with `g^(index + period) = g^index`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Cycle {
    /// The heap that it is.
    pub heap: u32,
    /// Where its powers begin to repeat.
    pub index: u8,
    /// With what period.
    pub period: u8,
}

/// Two heaps whose numbers are lowered together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Pair {
    /// The first heap.
    pub a: u32,
    /// The second heap.
    pub b: u32,
    /// Both numbers may be lowered while they are at least this plus `period`.
    pub threshold: u8,
    /// By how much.
    pub period: u8,
}

impl Infinite {
    /// What was found, or why nothing was. `seconds` is the time it took.
    pub fn new(game: &Game, found: Result<&Diagonal, String>, seconds: f64) -> Self {
        let mut answer = Infinite {
            game: game.written(),
            canonical: game.clone(),
            status: InfiniteStatus::Unresolved,
            heaps: None,
            infinite: None,
            cycles: Vec::new(),
            pair: None,
            words: Vec::new(),
            values: 0,
            reach: None,
            reason: None,
            certificate: None,
            seconds,
        };
        match found {
            Ok(found) => answer.fill(found),
            Err(reason) => answer.reason = Some(reason),
        }
        answer
    }

    fn fill(&mut self, found: &Diagonal) {
        let is_cycle = |k: usize| k != found.pair.0 && k != found.pair.1;
        let generators = found.generators.iter().zip(&found.cycles).enumerate().filter(|&(k, _)| is_cycle(k));
        let spell = |(heap, word): &(u32, Vec<u8>)| {
            let parts = found.generators.iter().zip(word);
            (*heap, parts.flat_map(|(&g, &exponent)| std::iter::repeat_n(g, usize::from(exponent))).collect())
        };
        self.status = InfiniteStatus::Decided;
        self.heaps = Some(found.heaps);
        self.infinite = Some(found.infinite);
        self.cycles = generators.map(|(_, (&heap, &(index, period)))| Cycle { heap, index, period }).collect();
        self.pair = Some(Pair {
            a: found.generators[found.pair.0],
            b: found.generators[found.pair.1],
            threshold: found.threshold,
            period: found.period,
        });
        self.words = found.words.iter().map(spell).collect();
        self.values = found.values();
        self.reach = Some(found.reach);
    }
}

/// The table of all small codes.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Census {
    /// The number of digits.
    pub digits: u32,
    /// One row for each standard form.
    pub games: Vec<CensusRow>,
    /// The number of games solved with a tame quotient.
    pub solved_tame: usize,
    /// The number of games solved with another quotient.
    pub solved_wild: usize,
    /// The number of other games, by status.
    pub unresolved: BTreeMap<String, usize>,
}

/// One standard form of a census.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct CensusRow {
    /// The shortest and smallest code with this standard form.
    pub game: Game,
    /// The standard form.
    pub standard_form: String,
    /// The other codes with this standard form.
    pub also: Vec<String>,
    /// `solved-tame`, `solved-wild`, `diagonal`, `size-limit`, `regular-growth`, `heap-limit` or `stopped`.
    pub status: String,
    /// The order of the last quotient.
    pub order: usize,
    /// The number of elements of P in it.
    pub p_positions: usize,
    /// The proved period.
    pub period: Option<u32>,
    /// The first heap from which it holds.
    pub preperiod: Option<u32>,
    /// The largest heap done.
    pub heaps: u32,
    /// The last heap at which the quotient changed.
    pub last_change: u32,
    /// The time it took, in seconds.
    pub seconds: f64,
    /// Pairs of a heap and an order, each time the quotient changed.
    pub growth: Vec<(u32, usize)>,
    /// What was seen of an unsolved game.
    pub evidence: String,
}

/// The quotient of a closed set of games given by their options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Quotient {
    /// The convention of play.
    pub play: Play,
    /// The order of the quotient.
    pub order: usize,
    /// The number of elements of P.
    pub p_positions: usize,
    /// `T_n` when it is the misère quotient of Nim with heaps below `2^n`.
    pub tame: Option<String>,
    /// The games that sums are made of.
    pub pieces: Vec<Piece>,
    /// Generators (by the number of the piece, counted from 1), relations, P and the values of the pieces.
    pub presentation: Presentation,
    /// The quotient taken apart.
    pub structure: Parts,
}

/// A game that sums are made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Piece {
    /// Its name, or its options in braces.
    pub name: String,
    /// Its value in the quotient.
    pub value: String,
    /// Whether it is a P-position by itself.
    pub is_p: bool,
}

/// Who wins a sum of heaps of different games, and by which moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Sum {
    /// The games.
    pub games: Vec<Game>,
    /// The heaps.
    pub heaps: Vec<SumHeap>,
    /// How the outcome was found.
    pub method: Method,
    /// The value of the sum in the quotient of all the games together.
    pub value: Option<String>,
    /// Who wins.
    pub outcome: Outcome,
    /// Every winning move; `index` counts the heaps of all games.
    pub winning_moves: Vec<Winning>,
}

/// A heap of a sum of different games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SumHeap {
    /// The game, by its place in `games`.
    pub game: usize,
    /// The size of the heap.
    pub heap: u64,
    /// Its value in the quotient of all the games together; null by canonical forms.
    pub value: Option<String>,
}
