//! Certificates of misère quotients, for `grundy-check`; the format is described in the book.

use super::solve::Solution;
use crate::game::Game;
use std::io::{self, Write};

/// Writes what a solution claims. Returns `false`, and writes nothing, for a game without a largest removal, of which the
/// checker knows nothing.
pub fn write(out: &mut impl Write, game: &Game, solution: &Solution) -> io::Result<bool> {
    if !game.rules().is_finite() {
        return Ok(false);
    }
    let q = &solution.monoid;
    writeln!(out, "grundy-certificate 1\nkind misere-quotient\ngame {game}\norder {}", q.order())?;
    for &(heap, element) in q.generators() {
        write!(out, "times {heap}")?;
        numbers(out, q.row(element).iter().copied())?;
    }
    write!(out, "p")?;
    numbers(out, q.p().iter().map(|x| x as u16))?;
    write!(out, "phi")?;
    numbers(out, solution.phi.iter().skip(1).copied())?;
    match &solution.period {
        Ok(at) => writeln!(out, "period {} {}", at.start, at.period)?,
        Err(_) => writeln!(out, "period none")?,
    }
    Ok(true)
}

fn numbers(out: &mut impl Write, numbers: impl Iterator<Item = u16>) -> io::Result<()> {
    for x in numbers {
        write!(out, " {x}")?;
    }
    writeln!(out)
}
