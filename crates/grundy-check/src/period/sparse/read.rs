//! The lines of the sparse theorem, and what of it needs no values.

use super::{Proof, Space};
use crate::code::Game;
use crate::limits::Budget;
use crate::period::classical::last_removal;
use crate::period::{Claim, heap};
use crate::reader::{Certificate, Refusal, number, require, unreadable};

/// The digits of windows: values in base 64, each with as many digits as the line has room for.
const DIGITS: &[u8; 64] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@_";

/// Reads the lines of the theorem; checks the space and hypothesis 1.
pub fn proof(game: Game, claim: &Claim, certificate: &Certificate) -> Result<Proof, Refusal> {
    let k = last_removal(&game);
    require(game.most_heaps() <= 2, || "game: a move leaves more than two heaps".to_owned())?;
    let removals =
        |bit: u32| (0..).zip(&game.digits).filter(|(_, d)| *d & bit != 0).map(|(i, _)| i).collect::<Vec<u64>>();
    let (breaks, singles) = (removals(4), removals(2));
    let space = match certificate.numbers::<u16>("space")?[..] {
        [mask, parity @ (0 | 1), kappa @ (0 | 1)] => Space { mask, parity: parity.into(), kappa: kappa.into() },
        _ => return unreadable("the line \"space\" is a mask, a parity 0 or 1, and a class 0 or 1"),
    };
    require(breaks.iter().all(|i| (space.kappa + space.parity * i) % 2 == 1), || {
        "space: two common parts may have a common value".to_owned()
    })?;
    require(space.parity == 0 || claim.period.is_multiple_of(2), || {
        "period: it must be even when heap parity counts".to_owned()
    })?;
    let rare = |line| match line_pair(line) {
        Some((first, second)) => Ok((heap("rare", first)?, number("rare", second)?)),
        None => unreadable("a line \"rare\" is a heap and its value"),
    };
    let rares = certificate.all("rare").map(rare).collect::<Result<Vec<(u64, u16)>, Refusal>>()?;
    require(rares.is_sorted_by(|a, b| a.0 < b.0) && rares.first().is_none_or(|&(heap, _)| heap > 0), || {
        "rares: they must be listed in order, from heap 1 on".to_owned()
    })?;
    let depth = heap("depth", certificate.one("depth")?)?;
    let (head, wanted) = (Vec::new(), Vec::new());
    Ok(Proof { game, space, breaks, singles, k, rares, depth, head, wanted, plain: false })
}

/// The windows `(start, values)`, each of this length.
pub fn windows(certificate: &Certificate, length: u64, budget: &Budget) -> Result<Vec<(u64, Vec<u16>)>, Refusal> {
    let count = certificate.all("segment").count() as u128;
    budget.memory::<u16>(count * u128::from(length), "windows")?;
    certificate.all("segment").map(|line| window(line, length as usize)).collect()
}

fn line_pair(line: &str) -> Option<(&str, &str)> {
    line.split_once(' ').map(|(first, second)| (first, second.trim_matches(' ')))
}

/// Reads `START VALUES`.
fn window(line: &str, length: usize) -> Result<(u64, Vec<u16>), Refusal> {
    let Some((start, text)) = line_pair(line) else {
        return unreadable("a line \"segment\" is a heap and the values before it");
    };
    let digits = text.len() / length;
    if text.len() % length != 0 || !(1..=3).contains(&digits) {
        return unreadable(format!("{} digits do not make a window of {length} values", text.len()));
    }
    let values = text.as_bytes().chunks(digits).map(|value| {
        let value =
            value.iter().try_fold(0, |sum, digit| DIGITS.iter().position(|d| d == digit).map(|digit| 64 * sum + digit));
        value.and_then(|value| u16::try_from(value).ok())
    });
    let start = heap("segment", start)?;
    match values.collect() {
        Some(values) => Ok((start, values)),
        None => unreadable(format!("the window at {start} has a character that is no digit, or too large a value")),
    }
}
