//! Quotients of closed sets given as option trees, under misère or normal play.
//!
//! A tree is `0`, a nim-heap `*n`, or its options in braces, `{0,*2}`; `A+B` is a sum. The closed set of some trees
//! consists of all sums of them and of everything that moves in them lead to. Trees with the same options are the same
//! piece.

use super::answer::{Parts, Piece, Quotient};
use super::monoid::Monoid;
use super::pace::Pace;
use super::partial::{Limits, Partial, Stuck};
use super::pieces::{Pieces, Play};
use super::structure::tame;
use crate::watch::{Stopped, Watch};
use std::collections::HashMap;
use thiserror::Error;

/// What is wrong with the text of a tree.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "in {text:?}, column {column}: {problem}; a tree is 0, *n, or options in braces like {{0,*2}}, and A+B is a sum"
)]
pub struct TreeError {
    /// The text.
    pub text: String,
    /// The place in it, in characters, counted from 1.
    pub column: usize,
    /// What is wrong there.
    pub problem: &'static str,
}

/// The largest nim-heap that is written out, and the deepest nesting of braces.
const LARGEST_NIM: u32 = 64;
const DEEPEST: usize = 200;

/// Trees and everything that moves in them lead to, each once.
#[derive(Clone, Debug, Default)]
pub struct Trees {
    /// The options of each piece, each a sum of smaller pieces.
    options: Vec<Vec<Vec<u32>>>,
    names: Vec<String>,
    known: HashMap<Vec<Vec<u32>>, u32>,
}

impl Trees {
    /// Reads a tree and adds it.
    ///
    /// ```
    /// use grundy::misere::{Limits, Play, closed::Trees};
    /// use grundy::watch::Unwatched;
    /// let mut trees = Trees::default();
    /// trees.add("{*2}")?;
    /// let quotient = trees.quotient(Play::Misere, Limits::default(), &mut Unwatched).unwrap();
    /// assert_eq!(quotient.monoid.order(), 8);
    /// # Ok::<(), grundy::misere::closed::TreeError>(())
    /// ```
    pub fn add(&mut self, text: &str) -> Result<Vec<u32>, TreeError> {
        let mut reader = Reader { trees: self, characters: text.chars().collect(), at: 0, depth: 0 };
        let sum = reader.sum().and_then(|sum| {
            reader.blanks();
            if reader.at < reader.characters.len() { Err("unexpected text") } else { Ok(sum) }
        });
        let column = reader.at + 1;
        sum.map_err(|problem| TreeError { text: text.to_owned(), column, problem })
    }

    fn piece(&mut self, mut options: Vec<Vec<u32>>) -> Vec<u32> {
        for sum in &mut options {
            sum.sort_unstable();
        }
        options.sort_unstable();
        options.dedup();
        if options.is_empty() {
            return Vec::new();
        }
        let next = self.options.len() as u32 + 1;
        let number = *self.known.entry(options.clone()).or_insert(next);
        if number == next {
            self.names.push(self.spell(&options));
            self.options.push(options);
        }
        vec![number]
    }

    fn spell(&self, options: &[Vec<u32>]) -> String {
        let is_nim = |&(k, sum): &(usize, &Vec<u32>)| match sum[..] {
            [] => k == 0,
            [part] => self.names[part as usize - 1] == format!("*{k}"),
            _ => false,
        };
        if options.iter().enumerate().all(|option| is_nim(&option)) {
            return format!("*{}", options.len());
        }
        let sum = |sum: &Vec<u32>| match &sum[..] {
            [] => "0".to_owned(),
            parts => parts.iter().map(|&part| self.names[part as usize - 1].clone()).collect::<Vec<_>>().join("+"),
        };
        format!("{{{}}}", options.iter().map(sum).collect::<Vec<_>>().join(","))
    }

    /// The pieces.
    pub fn pieces(&self, play: Play) -> Pieces {
        Pieces::listed(self.options.clone()).expect("options are read before what they are options of").under(play)
    }

    /// The quotient of the closed set.
    pub fn quotient(&self, play: Play, limits: Limits, watch: &mut dyn Watch) -> Result<Closed, Stuck> {
        quotient(self.pieces(play), self.names.clone(), limits, watch)
    }
}

struct Reader<'a> {
    trees: &'a mut Trees,
    characters: Vec<char>,
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    fn blanks(&mut self) {
        while self.characters.get(self.at).is_some_and(|c| c.is_whitespace()) {
            self.at += 1;
        }
    }

    fn next(&mut self, wanted: char) -> bool {
        self.blanks();
        let found = self.characters.get(self.at) == Some(&wanted);
        self.at += usize::from(found);
        found
    }

    fn sum(&mut self) -> Result<Vec<u32>, &'static str> {
        let mut sum = self.tree()?;
        while self.next('+') {
            sum.extend(self.tree()?);
        }
        Ok(sum)
    }

    fn tree(&mut self) -> Result<Vec<u32>, &'static str> {
        if self.next('0') {
            return Ok(Vec::new());
        }
        if self.next('*') {
            let digits = self.characters[self.at..].iter().take_while(|c| c.is_ascii_digit()).count();
            let number: String = self.characters[self.at..self.at + digits].iter().collect();
            let n = number.parse::<u32>().ok().filter(|&n| n <= LARGEST_NIM);
            let n = n.ok_or("after * comes a number up to 64")?;
            self.at += digits;
            let mut smaller: Vec<Vec<u32>> = Vec::new();
            for _ in 0..=n {
                let next = self.trees.piece(smaller.clone());
                smaller.push(next);
            }
            return Ok(smaller.pop().unwrap_or_default());
        }
        if !self.next('{') {
            return Err("a tree is missing");
        }
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("braces are nested too deeply");
        }
        let mut options = Vec::new();
        if !self.next('}') {
            loop {
                options.push(self.sum()?);
                if self.next('}') {
                    break;
                }
                if !self.next(',') {
                    return Err("a comma or a closing brace is missing");
                }
            }
        }
        self.depth -= 1;
        Ok(self.trees.piece(options))
    }
}

/// The quotient of a closed set.
#[derive(Clone, Debug)]
pub struct Closed {
    /// What its sums are made of.
    pub pieces: Pieces,
    /// Names of the pieces, that of piece 1 first.
    pub names: Vec<String>,
    /// The quotient.
    pub monoid: Monoid,
    /// The values of the pieces; the empty sum in front.
    pub phi: Vec<u16>,
}

/// The quotient of the closed set of finitely many pieces.
///
/// # Panics
/// When the pieces are heaps, of which there is no end.
pub fn quotient(pieces: Pieces, names: Vec<String>, limits: Limits, watch: &mut dyn Watch) -> Result<Closed, Stuck> {
    let count = pieces.count().expect("finitely many pieces");
    let mut partial = Partial::new(pieces);
    let pace = &mut Pace::new(watch, "pieces");
    for _ in 0..count {
        partial.next_heap_at(limits, pace)?;
    }
    let (monoid, phi) = (partial.monoid().clone(), partial.phi().to_vec());
    Ok(Closed { pieces: partial.pieces().clone(), names, monoid, phi })
}

impl Closed {
    /// The value of a sum of pieces.
    pub fn value(&self, sum: &[u32]) -> u16 {
        sum.iter().fold(0, |x, &piece| self.monoid.mul(x, self.phi[piece as usize]))
    }

    /// The answer to print.
    pub fn answer(&self, watch: &mut dyn Watch) -> Result<Quotient, Stopped> {
        let q = &self.monoid;
        let pieces = self.names.iter().zip(self.phi.iter().skip(1));
        Ok(Quotient {
            play: self.pieces.play(),
            order: q.order(),
            p_positions: q.p().count(),
            tame: (self.pieces.play() == Play::Misere).then(|| tame(q).map(|n| format!("T_{n}"))).flatten(),
            pieces: pieces.map(|(name, &x)| Piece { name: name.clone(), value: q.name(x), is_p: q.is_p(x) }).collect(),
            presentation: q.presentation(&self.phi, watch)?,
            structure: Parts::new(q, watch)?,
        })
    }
}
