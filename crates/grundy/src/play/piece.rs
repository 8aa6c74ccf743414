//! Misère play of anything: the quotient of the closed set of all that can come of a position.
//!
//! Everything that moves lead to is a piece, numbered after its options; pieces with the same options are the same.
//! Their quotient decides every sum of them.

use super::{Part, Position};
use crate::error::Error;
use crate::misere::closed::{Closed, quotient};
use crate::misere::{Limits, Monoid, Pieces, Stuck};
use crate::watch::{Deadline, Progress, Stopped, Watch};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Duration;

/// The most pieces, and the most options of all together.
const MOST_PIECES: usize = 1 << 12;
const MOST_OPTIONS: usize = 1 << 21;

/// The pieces of a position and their quotient.
pub(super) struct Table {
    /// The piece that a part is; 0 is the part without moves.
    numbers: HashMap<String, u32>,
    closed: Closed,
}

/// Finds the pieces.
struct Search<'w> {
    watch: &'w mut dyn Watch,
    numbers: HashMap<String, u32>,
    /// The options of each piece, from piece 1 on, each a sum of smaller pieces.
    options: Vec<Vec<Vec<u32>>>,
    same: HashMap<Vec<Vec<u32>>, u32>,
    listed: usize,
}

/// Why the pieces were not found.
enum Short {
    Stopped,
    TooMany,
}

/// How long whoever plays waits for a quotient.
const PATIENCE: Duration = Duration::from_secs(10);

impl Table {
    /// The table of a position, or why there is none.
    pub fn of(position: &Position, limits: Limits, watch: &mut dyn Watch) -> Result<Result<Self, String>, Error> {
        let too_large = "misère play of this position is not known here: too many positions can come of it".to_owned();
        let mut search =
            Search { watch, numbers: HashMap::new(), options: Vec::new(), same: HashMap::new(), listed: 0 };
        for part in &position.parts {
            match search.number(part) {
                Ok(_) => {}
                Err(Short::Stopped) => return Err(Error::Stopped(Stopped)),
                Err(Short::TooMany) => return Ok(Err(too_large)),
            }
        }
        let Search { watch, numbers, options, .. } = search;
        let pieces = Pieces::listed(options).expect("pieces are numbered after their options");
        let mut patience = Deadline::after(PATIENCE, watch);
        match quotient(pieces, Vec::new(), limits, &mut patience) {
            Ok(closed) => Ok(Ok(Table { numbers, closed })),
            Err(Stuck::Stopped) if patience.passed() => {
                let seconds = PATIENCE.as_secs();
                Ok(Err(format!("its misère quotient takes more than {seconds} seconds: who wins is not known here")))
            }
            Err(Stuck::Stopped) => Err(Error::Stopped(Stopped)),
            Err(Stuck::TooLarge(_)) => {
                Ok(Err(format!("its misère quotient passes {} elements: who wins is not known here", limits.order)))
            }
            Err(Stuck::Diagonal(_)) => {
                Ok(Err("its misère quotient seems to be infinite: who wins is not known here".to_owned()))
            }
        }
    }

    /// The value of a part.
    pub fn value(&self, part: &Part) -> Option<u16> {
        self.numbers.get(&key(part)).map(|&number| self.closed.phi[number as usize])
    }

    /// The quotient.
    pub fn monoid(&self) -> &Monoid {
        &self.closed.monoid
    }
}

/// A part by its game and stand.
fn key(part: &Part) -> String {
    match part {
        Part::Heap(game, _) => format!("{game}: {}", part.stand()),
        _ => format!("{}: {}", part.game(), part.stand()),
    }
}

impl Search<'_> {
    /// The number of a part, after those of everything that can come of it.
    fn number(&mut self, part: &Part) -> Result<u32, Short> {
        // Depth first, with the way down kept here: a play can be long.
        let mut open = vec![part.clone()];
        while let Some(next) = open.last().cloned() {
            if self.numbers.contains_key(&key(&next)) {
                open.pop();
                continue;
            }
            self.watch.at(Progress::open("positions", self.numbers.len() as u64)).map_err(|Stopped| Short::Stopped)?;
            let mut options: Vec<Vec<u32>> = Vec::new();
            let mut missing: Vec<Part> = Vec::new();
            let flow = next.each_step(|step| {
                let left = next.after(&step);
                let numbers: Option<Vec<u32>> = left.iter().map(|part| self.numbers.get(&key(part)).copied()).collect();
                match numbers {
                    Some(mut sum) => {
                        sum.retain(|&number| number > 0);
                        sum.sort_unstable();
                        options.push(sum);
                    }
                    None => missing.extend(left.into_iter().filter(|part| !self.numbers.contains_key(&key(part)))),
                }
                if options.len() + missing.len() > MOST_OPTIONS {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            if flow.is_break() || self.numbers.len() > 4 * MOST_PIECES || open.len() > MOST_OPTIONS {
                return Err(Short::TooMany);
            }
            if !missing.is_empty() {
                open.append(&mut missing);
                continue;
            }
            open.pop();
            let number = self.piece(options)?;
            self.numbers.insert(key(&next), number);
        }
        Ok(self.numbers[&key(part)])
    }

    fn piece(&mut self, mut options: Vec<Vec<u32>>) -> Result<u32, Short> {
        options.sort_unstable();
        options.dedup();
        if options.is_empty() {
            return Ok(0);
        }
        if let Some(&known) = self.same.get(&options) {
            return Ok(known);
        }
        self.listed += options.len();
        if self.options.len() >= MOST_PIECES || self.listed > MOST_OPTIONS {
            return Err(Short::TooMany);
        }
        self.options.push(options.clone());
        let number = self.options.len() as u32;
        self.same.insert(options, number);
        Ok(number)
    }
}
