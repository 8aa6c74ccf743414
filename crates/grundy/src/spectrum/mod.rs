//! Hidden frequencies: nim-sequences that keep time.
//!
//! Take a mask `w` and the sign of heap `n`,
//!
//! ```text
//! s(n) = (-1)^popcount(w & G(n))
//! ```
//!
//! For a few masks of nearly every unsolved game the sequence `s` is close to a *square wave*
//!
//! ```text
//! s(n) ~ sq(n theta + phi),     sq(x) = 1 where cos(2 pi x) >= 0, else -1
//! ```
//!
//! with one frequency `theta` (turns a heap, `0 <= theta <= 1/2`) and one phase `phi` (turns). A sparse space
//! ([`crate::sparse`]) is the special case `theta = pi / 2` with `phi = kappa / 2`: the sign is constant, or alternates
//! with the heap. All of this is *observed*. No value, no proof and no certificate rests on it.
//!
//! # What is measured
//!
//! Over a window of `N` heaps let `S(theta) = sum of s(n) e(-n theta)`, `e(x) = exp(2 pi i x)`. The *energy* of the
//! line `(w, theta)` is the share of the sign's power that a sine of this frequency takes: `2 |S|^2 / N^2`, and `|S|^2
//! / N^2` at the two frequencies 0 and 1/2 that are their own mirror images. Over all frequencies the energies of a
//! mask sum to 1; a perfect square wave has 8 / pi^2 = 0.81 in its first line and a ninth of that at three times the
//! frequency.
//!
//! [`look`] finds the lines of all masks (`transform`), chooses independent ones among them, strongest first, fits each
//! ([`Wave`]), groups frequencies that are multiples of one another ([`width`]), compares the phases with the law that
//! makes such waves feed themselves ([`Law`]), and measures how much the phase tells about the value ([`Entropy`]).
//! [`octaves`] repeats this over windows further and further out.
//!
//! # What chance can do
//!
//! A shuffled sequence has no line except at frequency 0, where a line says nothing but how often each value occurs.
//! For `N` independent random signs the energy at one frequency exceeds `x` with probability about `exp(-x N / 2)`;
//! with `N / 2` frequencies and `2^B` masks a line is reported only above
//!
//! ```text
//! level = 2 (ln(N / 2) + B ln 2 + 20) / N,
//! ```
//!
//! which chance passes once in about 10^8 windows.

// Signs are 1 or -1, and the frequencies 0 and 1/2 are exact.
#![allow(clippy::float_cmp)]

mod door;
mod entropy;
mod follow;
mod fundamental;
mod law;
mod transform;
mod wave;

pub use door::Report;
pub use entropy::Entropy;
pub use follow::{Step, octaves};
pub use fundamental::width;
pub use law::{Feed, Law, Squares, cosets};
pub use transform::envelope;
pub use wave::{Drift, Wave};

use crate::rules::Rules;
use crate::watch::{Progress, Stopped, Watch};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// The least window: shorter ones have too few heaps to tell a line from chance.
pub const LEAST: usize = 1 << 10;

/// How many lines together divide the splits into cosets.
const COSETS: usize = 5;

/// The hidden frequencies of a window of heaps. Observed, never proved.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Spectrum {
    /// The first heap of the window.
    pub from: u64,
    /// How many heaps.
    pub count: u64,
    /// How many bits the largest value has: masks have no others.
    pub bits: u32,
    /// The energy that no line of a shuffled sequence reaches, the lines at frequency 0 excepted.
    pub level: f64,
    /// Lines with linearly independent masks, strongest first: each is the strongest whose mask is not a combination of
    /// the masks before it.
    pub lines: Vec<Line>,
    /// The strongest of the other lines: their masks are combinations of the masks of `lines`.
    pub others: Vec<Other>,
    /// The share of a heap's splits whose value has the heap's own signs under the first 1, 2, … 5 of `lines`.
    pub cosets: Vec<f64>,
    /// What the phase of the first fundamental tells about the value; none when all lines are at 0 and 1/2.
    pub entropy: Option<Entropy>,
}

/// One of the independent lines, with everything that is measured about it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Line {
    /// The mask, the frequency and the phase.
    #[serde(flatten)]
    pub wave: Wave,
    /// The share of the sign's power in this line.
    pub energy: f64,
    /// The share of the heaps whose sign the square wave guesses right.
    pub right: f64,
    /// How the wave changes within the window.
    pub drift: Drift,
    /// The place in the list of lines of the one whose multiple this frequency is; its own place for a fundamental.
    pub fundamental: usize,
    /// Which multiple: `theta = multiple * fundamental` up to whole turns and sign.
    pub multiple: i32,
    /// The phase that a self-feeding wave would have; none for games without splits.
    pub law: Option<Law>,
    /// How the splits feed the wave; none for games without splits.
    pub feed: Option<Feed>,
}

/// A line whose mask depends on stronger ones.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Other {
    /// The mask, the frequency and the phase.
    #[serde(flatten)]
    pub wave: Wave,
    /// The share of the sign's power in this line.
    pub energy: f64,
}

impl Spectrum {
    /// The strongest fundamental that is neither constant nor alternating.
    pub fn fundamental(&self) -> Option<&Line> {
        let mut waves = (0..).zip(&self.lines).filter(|(_, line)| !line.wave.is_still());
        let (_, first) = waves.next()?;
        self.lines.get(first.fundamental)
    }
}

/// Writes a mask as `"0x261"`.
#[allow(clippy::trivially_copy_pass_by_ref)] // The signature is serde's.
pub(crate) fn hex<S: Serializer>(mask: &u16, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&format!("{mask:#x}"))
}

/// The energy that chance does not reach with `count` heaps and masks of `bits` bits.
pub fn level(count: usize, bits: u32) -> f64 {
    let count = count as f64;
    2.0 * ((count / 2.0).ln() + f64::from(bits) * std::f64::consts::LN_2 + 20.0) / count
}

/// The spectrum of the heaps `from ..` of `values = G(0), G(1), …`, with at most `others` dependent lines. None when
/// fewer than [`LEAST`] heaps are in the window.
pub fn look(
    rules: &Rules,
    values: &[u16],
    from: usize,
    others: usize,
    watch: &mut dyn Watch,
) -> Result<Option<Spectrum>, Stopped> {
    let window = values.get(from..).unwrap_or_default();
    let Some(found) = Waves::of(window, from as u64, watch)? else { return Ok(None) };
    let waves = &found.independent;
    let space = space(rules, waves);
    let squares = Squares::of(values);
    let mut lines = Vec::new();
    for (&(wave, energy), &(fundamental, multiple)) in waves.iter().zip(&found.groups) {
        watch.at(Progress::new("lines", lines.len() as u64, waves.len() as u64))?;
        lines.push(Line {
            wave,
            energy,
            right: wave.right(from as u64, window),
            drift: wave.drift(from as u64, window),
            fundamental,
            multiple,
            law: Law::of(rules, wave),
            feed: Feed::of(rules, &squares, from, wave, space.filter(|_| !wave.is_still()), watch)?,
        });
    }
    let masks: Vec<u16> = waves.iter().take(COSETS).map(|(wave, _)| wave.mask).collect();
    let cosets = law::cosets(rules, &squares, from, &masks, watch)?.unwrap_or_default();
    let entropy = found.fundamental().map(|wave| Entropy::of(window, from as u64, wave, watch)).transpose()?;
    let others = found.dependent.iter().take(others).map(|&(wave, energy)| Other { wave, energy }).collect();
    let (count, bits, level) = (window.len() as u64, found.bits, found.level);
    Ok(Some(Spectrum { from: from as u64, count, bits, level, lines, others, cosets, entropy }))
}

/// The waves of a window, with their energies: what a picture needs, without the measurements that take the splits.
#[derive(Clone, Debug, PartialEq)]
pub struct Waves {
    /// How many bits the largest value has.
    pub bits: u32,
    /// The energy that chance does not reach.
    pub level: f64,
    /// Those with independent masks, strongest first.
    pub independent: Vec<(Wave, f64)>,
    /// The others, strongest first.
    pub dependent: Vec<(Wave, f64)>,
    /// For each independent one the place of its fundamental, and which multiple of it it is.
    pub groups: Vec<(usize, i32)>,
}

impl Waves {
    /// The waves of `window`, the values of heaps `from, from + 1, …`; none for fewer than [`LEAST`] heaps.
    pub fn of(window: &[u16], from: u64, watch: &mut dyn Watch) -> Result<Option<Self>, Stopped> {
        if window.len() < LEAST {
            return Ok(None);
        }
        let bits = u16::BITS - window.iter().fold(0, |all, v| all | v).leading_zeros();
        let level = level(window.len(), bits);
        let (independent, dependent) = independent(transform::lines(window, from, bits, level, watch)?);
        let groups = fundamental::groups(&independent, window.len());
        Ok(Some(Waves { bits, level, independent, dependent, groups }))
    }

    /// The strongest fundamental that is neither constant nor alternating.
    pub fn fundamental(&self) -> Option<Wave> {
        let first = self.independent.iter().position(|(wave, _)| !wave.is_still())?;
        Some(self.independent[self.groups[first].0].0)
    }
}

/// The mask of the strongest constant or alternating line that obeys the law, if it has four fifths of the power: a
/// sparse space, perhaps with exceptions, one heap in twenty at most.
fn space(rules: &Rules, lines: &[Found]) -> Option<u16> {
    let obeys = |wave: Wave| Law::of(rules, wave).is_some_and(|law| law.residual.abs() < 0.25 && law.agreement > 0.5);
    let space = lines.iter().find(|&&(wave, energy)| wave.is_still() && energy >= 0.8 && obeys(wave));
    space.map(|(wave, _)| wave.mask)
}

/// A wave and its energy.
type Found = (Wave, f64);

/// Divides lines, strongest first, into those whose mask is no combination of the masks before it, and the rest.
fn independent(lines: Vec<Found>) -> (Vec<Found>, Vec<Found>) {
    let mut basis = Basis::default();
    lines.into_iter().partition(|(wave, _)| basis.add(wave.mask))
}

/// Masks in echelon form: no two have the same highest bit.
#[derive(Default)]
struct Basis([u16; 16]);

impl Basis {
    /// Adds a mask; false when it is a combination of those before it.
    fn add(&mut self, mut mask: u16) -> bool {
        while mask != 0 {
            let pivot = &mut self.0[mask.ilog2() as usize];
            if *pivot == 0 {
                *pivot = mask;
                return true;
            }
            mask ^= *pivot;
        }
        false
    }
}
