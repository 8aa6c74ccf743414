//! The first values, exactly: the least common value that no option has, unless some smaller value is no option's value
//! either.

use super::Proof;
use crate::limits::{Budget, Meter};
use crate::marks::Marks;
use crate::reader::{Refusal, require, unreadable};

/// The values of the heaps below `count`, exactly; the rare ones must be those listed.
pub fn values(proof: &Proof, count: u64, budget: &Budget) -> Result<Vec<u16>, Refusal> {
    let Proof { game, space, breaks, rares, .. } = proof;
    let mut g: Vec<u16> = vec![0];
    let mut marks = Marks::new();
    let mut meter = Meter::new(budget);
    let mut found = 0;
    for n in 1..count {
        marks.clear();
        for (rest, &digit) in (0..=n).rev().zip(&game.digits) {
            if digit & 2 != 0 && rest > 0 || digit & 1 != 0 && rest == 0 {
                marks.set(g[rest as usize]);
            }
        }
        let rests = || breaks.iter().filter_map(|i| n.checked_sub(*i));
        for rest in rests() {
            for &(a, value) in rares[..found].iter().take_while(|&&(a, _)| a < rest) {
                if !game.allows(a, rest - a) {
                    continue;
                }
                marks.set(value ^ g[(rest - a) as usize]);
            }
        }
        // Without a mask all values of a heap are common, or none is: then every smaller value is a leftover.
        let none_is_common = space.mask == 0 && !space.is_common(n, 0);
        let common = (0..=u16::MAX).find(|&v| space.is_common(n, v) && !marks.has(v));
        let Some(common) = common.or(none_is_common.then_some(u16::MAX)) else {
            return unreadable(format!("the value of heap {n} passes {}", u16::MAX));
        };
        let mut left = (0..common).filter(|&v| !marks.has(v)).count();
        let largest_part = rests().max().unwrap_or(0) / 2;
        for a in 1..=largest_part {
            if left == 0 {
                break;
            }
            meter.look(breaks.len() as u64)?;
            for rest in rests().filter(|&rest| rest / 2 >= a && game.allows(a, rest - a)) {
                let value = g[a as usize] ^ g[(rest - a) as usize];
                if value < common && !marks.has(value) {
                    marks.set(value);
                    left -= 1;
                }
            }
        }
        let value = if left == 0 { common } else { (0..common).find(|&v| !marks.has(v)).unwrap_or(common) };
        let listed = rares.get(found).copied().filter(|&(heap, _)| heap == n);
        let is = (left > 0).then_some((n, value));
        require(listed == is, || match is {
            Some(_) => format!("rares: heap {n} is rare with value {value}, but not listed so"),
            None => format!("rares: heap {n} is not rare"),
        })?;
        meter.look((game.digits.len() + breaks.len() * found) as u64 + u64::from(common))?;
        found += usize::from(left > 0);
        g.push(value);
    }
    require(found == rares.len(), || format!("rares: heap {} is not rare", rares[found].0))?;
    Ok(g)
}
