//! Certificates of misère quotients, for `grundy-check`; the format is described in the book.

use super::bits::Bits;
use super::monoid::Monoid;
use super::pieces::Play;
use super::solve::Solution;
use std::io::{self, Write};
use thiserror::Error;

/// A certificate that cannot be taken up again.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("not a certificate of a misère quotient as written by this program: {0}")]
pub struct Unreadable(String);

/// What a certificate says about a game, before anything is checked.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The game, as it is spelled there.
    pub game: String,
    /// The quotient.
    pub monoid: Monoid,
    /// The values of the heaps, heap 0 in front.
    pub phi: Vec<u16>,
    /// `(heap, order)` each time the quotient changed, from the comment that records it.
    pub growth: Vec<(u32, usize)>,
}

/// Reads a certificate that [`write()`] wrote, to go on from it.
pub fn read(text: &str) -> Result<Claim, Unreadable> {
    let error = |what: &str| Unreadable(what.to_owned());
    let line = |key: &str| {
        let value = |line: &'_ str| {
            line.strip_prefix(key).filter(|rest| rest.is_empty() || rest.starts_with(' ')).map(str::len)
        };
        let found = text.lines().find_map(|line| value(line).map(|length| line[line.len() - length..].trim()));
        found.ok_or_else(|| error(&format!("no line {key}")))
    };
    let parse = |words: &str| -> Result<Vec<u16>, Unreadable> {
        words
            .split_whitespace()
            .map(|word| word.parse().map_err(|_| error(&format!("\"{word}\" is no element"))))
            .collect()
    };
    if !text.starts_with("grundy-certificate 1\nkind misere-quotient\n") {
        return Err(error("the first two lines differ"));
    }
    let order: usize = line("order")?.parse().map_err(|_| error("the order is no number"))?;
    let mut p = Bits::empty(order);
    for x in parse(line("p")?)? {
        if usize::from(x) >= order {
            return Err(error("an element of P is out of range"));
        }
        p.insert(usize::from(x));
    }
    let mut rows = Vec::new();
    for row in text.lines().filter_map(|line| line.strip_prefix("times ")) {
        let (heap, row) = row.split_once(' ').ok_or_else(|| error("an empty row"))?;
        rows.push((heap.parse().map_err(|_| error("a generator is no heap"))?, parse(row)?));
    }
    let mut phi = vec![0];
    phi.extend(parse(line("phi")?)?);
    let monoid = Monoid::from_rows(order, p, &rows).ok_or_else(|| error("the rows make no monoid in colex order"))?;
    let pair = |word: &str| word.split_once(':').and_then(|(h, q)| Some((h.parse().ok()?, q.parse().ok()?)));
    let growth = line("# growth").unwrap_or("").split_whitespace().filter_map(pair).collect();
    Ok(Claim { game: line("game")?.to_owned(), monoid, phi, growth })
}

/// Writes what a solution claims. Returns `false`, and writes nothing, for a game without a largest removal and for
/// normal play, of which the checker knows nothing.
pub fn write(out: &mut impl Write, solution: &Solution) -> io::Result<bool> {
    let game = &solution.game;
    if !game.rules().is_finite() || solution.play == Play::Normal {
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
    write!(out, "# growth")?;
    for (heap, order) in &solution.growth {
        write!(out, " {heap}:{order}")?;
    }
    writeln!(out)?;
    Ok(true)
}

fn numbers(out: &mut impl Write, numbers: impl Iterator<Item = u16>) -> io::Result<()> {
    for x in numbers {
        write!(out, " {x}")?;
    }
    writeln!(out)
}
