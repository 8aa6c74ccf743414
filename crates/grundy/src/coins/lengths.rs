//! Sets of lengths of runs: all, from a length on, every k-th, squares, triangular numbers, any list.

use std::fmt;

/// A set of lengths, all at least 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Lengths {
    /// `first, first + step, first + 2 step, …`, up to `last` if there is one.
    Progression {
        /// The least length.
        first: usize,
        /// The distance between neighbours.
        step: usize,
        /// The largest length allowed.
        last: Option<usize>,
    },
    /// The squares 1, 4, 9, 16, …
    Squares,
    /// The triangular numbers 1, 3, 6, 10, …
    Triangular,
    /// These, ascending.
    List(Vec<usize>),
}

impl Lengths {
    /// The lengths up to `limit`, ascending.
    pub(super) fn up_to(&self, limit: usize) -> impl Iterator<Item = usize> + '_ {
        let mut index = 0;
        std::iter::from_fn(move || {
            let length = self.nth(index)?;
            index += 1;
            (length <= limit).then_some(length)
        })
    }

    fn nth(&self, index: usize) -> Option<usize> {
        match self {
            Lengths::Progression { first, step, last } => {
                let length = first + step * index;
                last.is_none_or(|last| length <= last).then_some(length)
            }
            Lengths::Squares => Some((index + 1) * (index + 1)),
            Lengths::Triangular => Some((index + 1) * (index + 2) / 2),
            Lengths::List(list) => list.get(index).copied(),
        }
    }
}

impl fmt::Display for Lengths {
    /// The canonical spelling of the game whose runs have these lengths.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Lengths::Progression { first, step: 1, last: None } => write!(f, "{first}+C"),
            Lengths::Progression { first, step: 1, last: Some(last) } if first == last => write!(f, "{first}C"),
            Lengths::Progression { first, step: 1, last: Some(last) } => write!(f, "{first}-{last}C"),
            Lengths::Progression { step, .. } => write!(f, "ruler-multiples-of-{step}"),
            Lengths::Squares => f.write_str("ruler-squares"),
            Lengths::Triangular => f.write_str("ruler-triangular"),
            Lengths::List(list) => {
                write!(f, "runs({})", list.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
            }
        }
    }
}
