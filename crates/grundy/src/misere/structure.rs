//! The structure of a finite quotient.
//!
//! `x` divides `y` when `y = x z` for some `z`. Mutual divisibility is a congruence whose classes form a partly ordered
//! set with the units on top and the kernel, the least ideal, at the bottom. Each element has exactly one idempotent
//! among its powers; the elements with the same one form an *Archimedean component*, and those of the component that
//! are mutually divisible with the idempotent form a group.

use super::bits::Bits;
use super::monoid::Monoid;
use super::pace::Pace;
use crate::watch::{Stopped, Watch};
use std::collections::HashMap;

/// A quotient taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Structure {
    /// `x` with `x x = x`.
    pub idempotents: Vec<u16>,
    /// `x` with `x y = 1` for some `y`.
    pub units: Vec<u16>,
    /// The least ideal, a group.
    pub kernel: Vec<u16>,
    /// The identity of the kernel.
    pub kernel_identity: u16,
    /// The orders of the cyclic groups of prime power order whose product the kernel is, ascending.
    pub kernel_group: Vec<u32>,
    /// For each idempotent, in the order of `idempotents`, the elements some power of which it is.
    pub components: Vec<Vec<u16>>,
    /// The classes of mutual divisibility, each ascending.
    pub classes: Vec<Vec<u16>>,
    /// `(upper, lower)`: classes next to each other in the order of divisibility, `upper` dividing `lower`.
    pub covers: Vec<(usize, usize)>,
}

/// Takes a monoid apart. Cost: the square of its order, and the cube of the number of classes over 64.
pub fn structure(q: &Monoid, watch: &mut dyn Watch) -> Result<Structure, Stopped> {
    let pace = &mut Pace::new(watch, "elements");
    let all = 0..q.order() as u16;
    let idempotents: Vec<u16> = all.clone().filter(|&x| q.mul(x, x) == x).collect();
    let mut components = vec![Vec::new(); idempotents.len()];
    for x in all.clone() {
        let mut power = x;
        while q.mul(power, power) != power {
            power = q.mul(power, x);
        }
        components[idempotents.binary_search(&power).unwrap_or(0)].push(x);
        pace.work(8 + q.order())?;
    }
    let kernel_identity = idempotents.iter().fold(0, |product, &e| q.mul(product, e));
    let mut kernel = q.row(kernel_identity).to_vec();
    kernel.sort_unstable();
    kernel.dedup();
    let kernel_group = group(q, &kernel, kernel_identity);
    let (classes, covers) = divisibility(q, pace)?;
    Ok(Structure {
        units: all.filter(|&x| q.row(x).contains(&0)).collect(),
        idempotents,
        kernel,
        kernel_identity,
        kernel_group,
        components,
        classes,
        covers,
    })
}

/// The prime powers of an Abelian group: with `n(k)` elements killed by `p^k`, the number of cyclic factors of order at
/// least `p^k` is `log_p (n(k) / n(k-1))`.
fn group(q: &Monoid, elements: &[u16], identity: u16) -> Vec<u32> {
    let mut factors = Vec::new();
    let size = elements.len() as u32;
    for p in (2..=size).filter(|&p| size.is_multiple_of(p) && (2..p).all(|d| !p.is_multiple_of(d))) {
        let killed = |power: u32| elements.iter().filter(|&&x| q.mul(identity, q.power(x, power)) == identity).count();
        let mut power = 1;
        let mut before = 1;
        let mut at_least = Vec::new();
        while size.is_multiple_of(power * p) {
            power *= p;
            let now = killed(power);
            at_least.push((now / before).max(1).ilog(p as usize));
            before = now;
        }
        at_least.push(0);
        for (k, pair) in at_least.windows(2).enumerate() {
            factors.extend(std::iter::repeat_n(p.pow(k as u32 + 1), (pair[0] - pair[1]) as usize));
        }
    }
    factors.sort_unstable();
    factors
}

#[allow(clippy::type_complexity)]
fn divisibility(q: &Monoid, pace: &mut Pace) -> Result<(Vec<Vec<u16>>, Vec<(usize, usize)>), Stopped> {
    let mut numbers: HashMap<Bits, usize> = HashMap::new();
    let mut classes: Vec<Vec<u16>> = Vec::new();
    let mut ideals = Vec::new();
    for x in 0..q.order() as u16 {
        let mut ideal = Bits::empty(q.order());
        for &multiple in q.row(x) {
            ideal.insert(usize::from(multiple));
        }
        let class = *numbers.entry(ideal.clone()).or_insert_with(|| {
            classes.push(Vec::new());
            ideals.push(ideal);
            classes.len() - 1
        });
        classes[class].push(x);
        pace.work(2 * q.order())?;
    }
    // Class a divides class b iff b's ideal lies in a's.
    let multiples: Vec<Bits> = (0..classes.len())
        .map(|a| {
            let mut below = Bits::empty(classes.len());
            for b in (0..classes.len()).filter(|&b| b != a && ideals[a].has(usize::from(classes[b][0]))) {
                below.insert(b);
            }
            below
        })
        .collect();
    let mut covers = Vec::new();
    for (a, below) in multiples.iter().enumerate() {
        pace.work(classes.len() + below.count() * classes.len().div_ceil(64))?;
        let mut between = Bits::empty(classes.len());
        for b in below.iter() {
            between.union_with(&multiples[b]);
        }
        covers.extend(below.iter().filter(|&b| !between.has(b)).map(|b| (a, b)));
    }
    Ok((classes, covers))
}

/// The `n` for which the quotient is the tame quotient `T_n` of misère Nim with heaps below `2^n`: `T_0` is trivial,
/// `T_1` is `{1, a}` with `a^2 = 1`, and for `n >= 2` it is `{1, a}` beside a kernel `Z_2^n` with identity `e != a e`;
/// always with `P` made of `a` and `e`, as far as they exist. Up to isomorphism this leaves nothing to choose.
pub fn tame(q: &Monoid) -> Option<u32> {
    if q.order() == 1 {
        return Some(0);
    }
    let p: Vec<u16> = q.p().iter().map(|x| x as u16).collect();
    let a = *p.first().filter(|&&a| a != 0 && q.mul(a, a) == 0)?;
    if q.order() == 2 {
        return Some(1);
    }
    let &[_, e] = &p[..] else { return None };
    let kernel: Vec<u16> = (0..q.order() as u16).filter(|&x| x != 0 && x != a).collect();
    let is_group = kernel.iter().all(|&x| q.mul(x, x) == e && q.mul(x, e) == x);
    (q.order() >= 6 && is_group && q.mul(a, e) != e).then(|| kernel.len().ilog2())
}

/// An isomorphism of `(A, P)` with `(B, P)`: the image of each element. Images of generators are tried one after the
/// other; after each, all products formed so far must agree, which leaves few branches.
pub fn isomorphism(a: &Monoid, b: &Monoid, watch: &mut dyn Watch) -> Result<Option<Vec<u16>>, Stopped> {
    if (a.order(), a.p().count()) != (b.order(), b.p().count()) {
        return Ok(None);
    }
    let mut images = vec![0];
    let found = extend(a, b, &mut images, 0, &mut Pace::new(watch, "images"))?;
    Ok(found.then_some(images))
}

fn profile(q: &Monoid, x: u16) -> (u32, u32, usize, Vec<bool>) {
    let (index, period) = q.index_and_period(x);
    let contexts = q.row(x).iter().filter(|&&y| q.is_p(y)).count();
    (index, period, contexts, (0..index + period).map(|k| q.is_p(q.power(x, k))).collect())
}

/// Extends a map on the elements that the first `g` generators make.
fn extend(a: &Monoid, b: &Monoid, images: &mut Vec<u16>, g: usize, pace: &mut Pace) -> Result<bool, Stopped> {
    let Some(&(_, generator)) = a.generators().get(g) else { return Ok(true) };
    // The elements made by the generators up to g are numbered before those that need the next one.
    let end = a.generators().get(g + 1).map_or(a.order(), |&(_, next)| usize::from(next));
    let wanted = profile(a, generator);
    let known = images.len();
    for candidate in 0..b.order() as u16 {
        pace.work(b.order() + 8)?;
        if profile(b, candidate) != wanted {
            continue;
        }
        pace.work(16 * end)?;
        images.truncate(known);
        let letter_images: Vec<u16> =
            a.generators()[..g].iter().map(|&(_, x)| images[usize::from(x)]).chain([candidate]).collect();
        let image = |x: u16| a.letters(x).into_iter().fold(0, |y, letter| b.mul(y, letter_images[usize::from(letter)]));
        images.extend((known..end).map(|x| image(x as u16)));
        let mut hit = Bits::empty(b.order());
        let fits = (0..end).all(|x| {
            let y = images[x];
            let fresh = !hit.has(usize::from(y));
            hit.insert(usize::from(y));
            fresh
                && a.is_p(x as u16) == b.is_p(y)
                && images[usize::from(a.mul(x as u16, generator))] == b.mul(y, candidate)
        });
        if fits && extend(a, b, images, g + 1, pace)? {
            return Ok(true);
        }
    }
    images.truncate(known);
    Ok(false)
}
