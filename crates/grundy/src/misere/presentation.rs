//! A quotient in the field's notation: `< a, b | a^2 = 1, b^3 = b >`, its P-portion, and the values of heaps.
//!
//! Colex is a monomial order, so a monoid has a reduced set of rewriting rules for it: the words that are not least
//! although all their proper divisors are, each with the least word of its element. These are the relations.

use super::monoid::Monoid;
use super::pace::Pace;
use crate::watch::{Stopped, Watch};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// A quotient as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Presentation {
    /// The generators.
    pub generators: Vec<Generator>,
    /// Relations such as `b^3=b`.
    pub relations: Vec<String>,
    /// The elements of P.
    pub p_portion: Vec<String>,
    /// The values of the heaps `1, 2, …`.
    pub phi: Vec<String>,
}

/// A generator and the heap it stands for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Generator {
    /// Its name.
    pub name: String,
    /// The heap.
    pub heap: u32,
}

/// The name of generator number `k`: a … z, then a1 … z1, and so on.
pub fn letter(k: u16) -> String {
    let name = char::from(b'a' + (k % 26) as u8);
    if k < 26 { name.to_string() } else { format!("{name}{}", k / 26) }
}

/// A product of generators, ascending, as text.
fn product(letters: &[u16]) -> String {
    if letters.is_empty() {
        return "1".to_owned();
    }
    let power = |run: &[u16]| match run.len() {
        1 => letter(run[0]),
        exponent => format!("{}^{exponent}", letter(run[0])),
    };
    letters.chunk_by(|a, b| a == b).map(power).collect()
}

impl Monoid {
    /// The least word of `x` as text.
    pub fn name(&self, x: u16) -> String {
        product(&self.letters(x))
    }

    /// The presentation, with the values `phi` of the heaps (heap 0 in front is left out).
    pub fn presentation(&self, phi: &[u16], watch: &mut dyn Watch) -> Result<Presentation, Stopped> {
        let generators = (0..).zip(self.generators()).map(|(k, &(heap, _))| Generator { name: letter(k), heap });
        let relations = self.relations(watch)?;
        Ok(Presentation {
            generators: generators.collect(),
            relations: relations.into_iter().map(|(left, x)| format!("{}={}", product(&left), self.name(x))).collect(),
            p_portion: self.p().iter().map(|x| self.name(x as u16)).collect(),
            phi: phi.iter().skip(1).map(|&x| self.name(x)).collect(),
        })
    }

    /// The words that are not least although all their proper divisors are, each with its element, in colex order.
    pub fn relations(&self, watch: &mut dyn Watch) -> Result<Vec<(Vec<u16>, u16)>, Stopped> {
        let pace = &mut Pace::new(watch, "elements");
        let is_least = |word: &[u16]| self.letters(self.value(word)) == word;
        let mut relations = BTreeMap::new();
        for x in 0..self.order() as u16 {
            let letters = self.letters(x);
            let last = letters.last().copied().unwrap_or(0);
            pace.work(self.generators().len() * (8 + 4 * letters.len() * letters.len()))?;
            for g in last..self.generators().len() as u16 {
                let mut word = letters.clone();
                word.push(g);
                let y = self.mul(x, self.generators()[usize::from(g)].1);
                let without = |k: usize| {
                    let mut divisor = word.clone();
                    divisor.remove(k);
                    divisor
                };
                if self.letters(y) != word && (0..letters.len()).all(|k| is_least(&without(k))) {
                    // Descending letters compare like words in colex.
                    relations.insert(word.iter().rev().copied().collect::<Vec<u16>>(), y);
                }
            }
        }
        Ok(relations.into_iter().map(|(word, y)| (word.into_iter().rev().collect(), y)).collect())
    }

    /// The product of generators, by index.
    fn value(&self, letters: &[u16]) -> u16 {
        letters.iter().fold(0, |x, &g| self.mul(x, self.generators()[usize::from(g)].1))
    }
}
