//! Certificates written by hand, true or false, consistent in all their lines; and the truth, by the definition, with
//! the simplest code there is.
#![allow(dead_code, reason = "each file of tests uses some of it")]

use std::collections::BTreeSet;
use std::fmt::Write;

/// The nim-values of the heaps below `count`, from the digits `d0 d1 d2 …`.
pub fn definition(digits: &[u32], count: usize) -> Vec<u16> {
    let mut g: Vec<u16> = Vec::new();
    for n in 0..count {
        let mut options = BTreeSet::new();
        for (removed, digit) in digits.iter().enumerate().take(n + 1) {
            for heaps in (0..16).filter(|heaps| digit >> heaps & 1 == 1) {
                options.extend(sums(&g, n - removed, heaps));
            }
        }
        g.push((0..=u16::MAX).find(|value| !options.contains(value)).unwrap());
    }
    g
}

/// The values of all ways to leave `rest` beans in this number of heaps, none of them empty.
fn sums(g: &[u16], rest: usize, heaps: usize) -> BTreeSet<u16> {
    match heaps {
        0 if rest == 0 => BTreeSet::from([0]),
        0 => BTreeSet::new(),
        1 if rest == 0 => BTreeSet::new(),
        1 => BTreeSet::from([g[rest]]),
        2 => (1..=rest / 2).map(|a| g[a] ^ g[rest - a]).collect(),
        _ => (1..rest).flat_map(|a| sums(g, rest - a, heaps - 1).into_iter().map(move |v| v ^ g[a])).collect(),
    }
}

/// The primes that divide `n`.
pub fn primes(n: usize) -> Vec<usize> {
    (2..=n).filter(|&q| n.is_multiple_of(q) && (2..q).all(|d| !q.is_multiple_of(d))).collect()
}

/// `d0.d1d2…` in hexadecimal digits.
pub fn code(digits: &[u32]) -> String {
    let digit = |digit: &u32| char::from_digit(*digit, 16).unwrap().to_ascii_uppercase();
    let after: String = digits[1..].iter().map(digit).collect();
    if digits[0] == 0 { format!(".{after}") } else { format!("{}.{after}", digit(&digits[0])) }
}

/// All lists of this length of digits below `base`.
pub fn numbers(base: u32, length: u32) -> impl Iterator<Item = Vec<u32>> {
    (0..base.pow(length)).map(move |n| (0..length).map(|place| n / base.pow(place) % base).collect())
}

/// The lines `preperiod`, `period` and `distinct` of someone who believes in the period: each heap is tried as a
/// witness.
pub fn claim(g: &[u16], preperiod: usize, period: usize) -> String {
    let repeated = |n: usize| g[if n < preperiod { n } else { preperiod + (n - preperiod) % period }];
    let mut lines = format!("preperiod {preperiod}\nperiod {period}\n");
    for q in primes(period) {
        let witness = (preperiod..preperiod + period).find(|&n| repeated(n) != repeated(n + period / q));
        writeln!(lines, "distinct {q} {}", witness.unwrap_or(preperiod)).unwrap();
    }
    lines
}

/// A certificate of the sparse theorem.
#[derive(Clone)]
pub struct Sparse {
    pub game: String,
    pub claim: String,
    /// Mask, heap parity, class of the commons.
    pub space: (u16, u16, u16),
    pub depth: usize,
    pub rares: Vec<(usize, u16)>,
    pub windows: Vec<(usize, Vec<u16>)>,
    last_removal: usize,
}

impl Sparse {
    /// The claim about a game of these digits and values, with the rares that lie before the preperiod.
    pub fn new(
        game: &str,
        digits: &[u32],
        g: &[u16],
        (preperiod, period): (usize, usize),
        space: (u16, u16, u16),
        depth: usize,
    ) -> Self {
        let (mask, parity, kappa) = space;
        let is_rare = |n: usize| ((mask & g[n]).count_ones() as usize + usize::from(parity) * n) % 2 != kappa.into();
        let rares = (1..preperiod.max(1)).filter(|&n| is_rare(n)).map(|n| (n, g[n])).collect();
        let last_removal = digits.iter().rposition(|&digit| digit != 0).unwrap_or(0).max(1);
        let claim = claim(g, preperiod, period);
        Sparse { game: game.to_owned(), claim, space, depth, rares, windows: Vec::new(), last_removal }
    }

    /// The length of a window.
    pub fn window(&self) -> usize {
        self.rares.last().map_or(0, |&(heap, _)| heap) + self.last_removal
    }

    /// With windows of these values at these heaps.
    pub fn with_windows(mut self, values: &[u16], starts: &[usize]) -> Self {
        let length = self.window();
        self.windows = starts.iter().map(|&start| (start, values[start - length..start].to_vec())).collect();
        self
    }

    pub fn text(&self) -> String {
        const DIGITS: &[u8; 64] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@_";
        let Sparse { game, claim, space: (mask, parity, kappa), depth, .. } = self;
        let mut text = format!("grundy-certificate 1\nkind period\ngame {game}\ntheorem sparse\n{claim}");
        writeln!(text, "space {mask} {parity} {kappa}\ndepth {depth}").unwrap();
        for (heap, value) in &self.rares {
            writeln!(text, "rare {heap} {value}").unwrap();
        }
        for (start, values) in &self.windows {
            let digits =
                values.iter().flat_map(|&value| [DIGITS[usize::from(value / 64)], DIGITS[usize::from(value % 64)]]);
            writeln!(text, "segment {start} {}", digits.map(char::from).collect::<String>()).unwrap();
        }
        text
    }
}
