//! The questions about one game under misère play, each in one call.

use super::answer::{Genus, HeapValues, Infinite, Isomorphic, Method, Position, Values};
use super::canonical::{Arena, ZERO};
use super::diagonal::{self, Diagonal, NoDiagonal};
use super::error::MisereError;
use super::nim;
use super::partial::{Limits, Partial, Stuck};
use super::pieces::Pieces;
use super::position::{by_canonical_forms, by_quotient};
use super::solve::{Solution, Unresolved, run, solve, solve_normal};
use super::structure::isomorphism;
use crate::game::Game;
use crate::position::Outcome;
use crate::watch::Watch;
use std::time::Instant;

/// The largest heap for which canonical forms are made.
pub const LARGEST_FORM: u32 = 10_000;
/// The largest heap whose sum with itself is looked at in a table of values.
const LARGEST_TWICE: u32 = 24;
/// Bounds for a position, for whose answer a person waits.
const POSITION: Limits = Limits { heaps: 20_000, order: 2048, diagonal: 9 };

/// A game under misère play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misere(Game);

impl Game {
    /// The questions about this game under misère play.
    ///
    /// ```
    /// use grundy::{Game, misere::Limits, watch::Unwatched};
    /// let kayles = "kayles".parse::<Game>()?.misere();
    /// let solution = kayles.solve(Limits::default(), &mut Unwatched);
    /// assert_eq!((solution.monoid.order(), solution.period.unwrap().period), (40, 12));
    /// assert_eq!(kayles.genus(&[5], false, &mut Unwatched)?.genus, "4^146");
    /// assert_eq!(kayles.position(&[5, 7], &mut Unwatched)?.winning_moves.len(), 2);
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn misere(&self) -> Misere {
        Misere(self.clone())
    }
}

impl Misere {
    /// The game.
    pub fn game(&self) -> &Game {
        &self.0
    }

    /// The quotient, and the proved period of the pretending function; with what was found when a watch ended the
    /// search.
    pub fn solve(&self, limits: Limits, watch: &mut dyn Watch) -> Solution {
        solve(&self.0, limits, watch)
    }

    /// The quotient of normal play, for comparison.
    pub fn solve_normal(&self, limits: Limits, watch: &mut dyn Watch) -> Solution {
        solve_normal(&self.0, limits, watch)
    }

    /// Goes on from the partial quotient that a certificate of this game describes, after verifying it; `save` is
    /// called with what is known after each change of the quotient.
    pub fn resume(
        &self,
        certificate: &str,
        limits: Limits,
        watch: &mut dyn Watch,
        save: Option<&mut dyn FnMut(&Solution)>,
    ) -> Result<Solution, MisereError> {
        let claim = super::certificate::read(certificate).map_err(|error| MisereError::State(error.to_string()))?;
        if claim.game != self.0.to_string() {
            return Err(MisereError::State(format!("it belongs to the game {}, not to {}", claim.game, self.0)));
        }
        match Partial::resume(Pieces::of(&self.0), claim.monoid, claim.phi, watch)? {
            Some(partial) => Ok(run(partial, claim.growth, limits, watch, save)),
            None => Err(MisereError::State(
                "it does not hold the misère quotient it claims; remove it to begin anew".to_owned(),
            )),
        }
    }

    /// Looks for the quotient from the beginning, and lets `save` see each step.
    pub fn solve_saving(&self, limits: Limits, watch: &mut dyn Watch, save: &mut dyn FnMut(&Solution)) -> Solution {
        run(Partial::new(Pieces::of(&self.0)), Vec::new(), limits, watch, Some(save))
    }

    /// Genus, phylum and canonical form of a sum of heaps; with `tree`, every follower.
    pub fn genus(&self, heaps: &[u64], tree: bool, watch: &mut dyn Watch) -> Result<Genus, MisereError> {
        let heap = heaps.iter().copied().max().unwrap_or(0);
        if heap > u64::from(LARGEST_FORM) {
            return Err(MisereError::TooLarge { heap, largest: LARGEST_FORM });
        }
        let mut arena = Arena::default();
        let forms = arena.heaps(self.0.rules(), heap as u32, watch)?;
        let id = heaps.iter().try_fold(ZERO, |sum, &heap| arena.sum(sum, forms[heap as usize], watch))?;
        Genus::new(&self.0, heaps, &mut arena, id, tree, watch)
    }

    /// Nim-values of both plays, genus symbols and phyla of the heaps `0..=n`.
    pub fn values(&self, n: u32, watch: &mut dyn Watch) -> Result<Values, MisereError> {
        if n > LARGEST_FORM {
            return Err(MisereError::TooLarge { heap: u64::from(n), largest: LARGEST_FORM });
        }
        let mut arena = Arena::default();
        let ids = arena.heaps(self.0.rules(), n, watch)?;
        let mut heaps = Vec::new();
        for (heap, &id) in (0..).zip(&ids) {
            // Sums of a heap with itself can be far larger than the heap; they may fail by themselves.
            let half_tame = match (heap <= LARGEST_TWICE).then(|| arena.is_half_tame(id, watch)) {
                Some(Err(MisereError::Stopped)) => return Err(MisereError::Stopped),
                half_tame => half_tame.and_then(Result::ok),
            };
            let genus = arena.genus(id);
            heaps.push(HeapValues {
                heap,
                g_plus: genus.plus,
                g_minus: genus.minus(0),
                genus: genus.to_string(),
                symbol: arena.symbol(id),
                phylum: arena.phylum(id),
                half_tame,
            });
        }
        let first_wild = heaps.iter().find(|heap| heap.phylum == super::genus::Phylum::Wild).map(|heap| heap.heap);
        Ok(Values { game: self.0.written(), canonical: self.0.clone(), heaps, first_wild })
    }

    /// Who wins a sum of heaps, and by which moves: by the quotient, of any heaps when the game is solved; else by
    /// canonical forms.
    pub fn position(&self, heaps: &[u64], watch: &mut dyn Watch) -> Result<Position, MisereError> {
        let largest = heaps.iter().copied().max().unwrap_or(0);
        let asked = largest.clamp(1, u64::from(POSITION.heaps)) as u32;
        let solution = solve(&self.0, Limits { heaps: asked, ..POSITION }, watch);
        if solution.was_stopped() {
            return Err(MisereError::Stopped);
        }
        let mut answer = Position {
            game: self.0.written(),
            canonical: self.0.clone(),
            heaps: heaps.to_vec(),
            method: Method::Quotient,
            values: Vec::new(),
            value: None,
            outcome: Outcome::N,
            winning_moves: Vec::new(),
        };
        let q = &solution.monoid;
        if let Some(nim) = solution.nim.as_ref().filter(|nim| nim.tame().is_none()) {
            let values: Option<Vec<u64>> = heaps.iter().map(|&heap| nim.value(heap)).collect();
            if let Some((values, winning)) = values.zip(nim.winning_moves(&self.0, heaps)) {
                answer.method = Method::Nim;
                answer.values = values.iter().map(|n| if *n == 0 { "0".to_owned() } else { format!("*{n}") }).collect();
                answer.outcome = if nim::is_p(&values) { Outcome::P } else { Outcome::N };
                answer.winning_moves = if answer.outcome == Outcome::P { Vec::new() } else { winning };
                return Ok(answer);
            }
        }
        if let Some(found) = by_quotient(&solution, heaps, watch)? {
            answer.values = found.values.iter().map(|&x| q.name(x)).collect();
            answer.value = Some(q.name(found.value));
            (answer.outcome, answer.winning_moves) = (found.outcome, found.winning_moves);
            return Ok(answer);
        }
        let pairs: Vec<(usize, u64)> = heaps.iter().map(|&heap| (0, heap)).collect();
        match by_canonical_forms(std::slice::from_ref(&self.0), &pairs, watch)? {
            Some(found) => {
                answer.method = Method::CanonicalForms;
                (answer.outcome, answer.winning_moves) = found;
                Ok(answer)
            }
            None => Err(MisereError::Undecided { heap: largest, known: solution.heaps() }),
        }
    }

    /// Decides all sums of the heaps at which the search for a quotient gets stuck on a diagonal, if a table of at most
    /// `largest` values does; with the answer to print.
    pub fn infinite(
        &self,
        limits: Limits,
        largest: usize,
        watch: &mut dyn Watch,
    ) -> Result<(Infinite, Option<Diagonal>), MisereError> {
        if !self.0.rules().is_finite() {
            return Err(MisereError::Endless);
        }
        let started = Instant::now();
        let solution = solve(&self.0, limits, watch);
        let found = diagonal::decide(&self.0, &solution, largest, watch);
        if solution.was_stopped() || matches!(found, Err(NoDiagonal::Stopped)) {
            return Err(MisereError::Stopped);
        }
        let reason = |why: &NoDiagonal| why.explain(&solution);
        let answer = Infinite::new(&self.0, found.as_ref().map_err(reason), started.elapsed().as_secs_f64());
        Ok((answer, found.ok()))
    }
}

impl Solution {
    /// Compares the quotient of this solved game with that of another.
    pub fn isomorphic(&self, theirs: &Solution, watch: &mut dyn Watch) -> Result<Isomorphic, MisereError> {
        for solution in [self, theirs] {
            if solution.was_stopped() {
                return Err(MisereError::Stopped);
            }
            if solution.period.is_err() {
                return Err(MisereError::Unsolved { game: solution.game.to_string() });
            }
        }
        let map = isomorphism(&self.monoid, &theirs.monoid, watch)?;
        let image = |map: &Vec<u16>| {
            let generators = self.monoid.generators().iter();
            generators.map(|&(_, x)| (self.monoid.name(x), theirs.monoid.name(map[usize::from(x)]))).collect()
        };
        let images = map.as_ref().map(image).unwrap_or_default();
        Ok(Isomorphic { game: theirs.game.clone(), found: map.is_some(), images })
    }
}

impl NoDiagonal {
    /// Why nothing was decided, in one sentence.
    pub fn explain(&self, solution: &Solution) -> String {
        match (self, solution.period.as_ref().err()) {
            (NoDiagonal::NotDiagonal, _) if solution.is_solved() => "the game is solved".to_owned(),
            (NoDiagonal::NotDiagonal, Some(Unresolved::Stuck(Stuck::TooLarge(Some(word))))) => {
                format!("the size limit came before a diagonal showed; the last failure word was {word}")
            }
            (NoDiagonal::NotDiagonal, _) => "no diagonal showed within the limits".to_owned(),
            (NoDiagonal::TooManyGenerators(count), _) => format!("{count} generators are needed, more than are kept"),
            (NoDiagonal::TooLarge(last), _) => format!("the table passes its limit; the last try was {last}"),
            (NoDiagonal::NoTail(last), _) => {
                format!("outcomes did not become periodic in the difference; the last try was {last}")
            }
            (NoDiagonal::Stopped, _) => "stopped".to_owned(),
        }
    }
}
