//! The cross-check of RW against WSG: the answer itself where that is feasible, else nearer rows with the bounds that
//! RW was given for the answer, each of them.

use super::bounds::Bounds;
use super::settle::{Basis, Finder, Trust};
use super::wsg::Wsg;
use super::{Point, Status, WythoffError, rw};
use crate::watch::Watch;
use schemars::JsonSchema;
use serde::Serialize;

/// A cross-check that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verified {
    /// The answer is exact: there was nothing to check.
    Exact,
    /// WSG gives the same answer, which is exact therefore.
    Wsg,
    /// The answer is too far out for WSG; nearer rows, filled with the same bounds, are those of WSG.
    Sample(Vec<Sample>),
}

/// Intervals of rows that RW and WSG fill in the same way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Sample {
    /// The bounds for the values up to this one were used.
    pub g: u32,
    /// The R that was used.
    pub settle: u64,
    /// The number of intervals. It is 0 where R is so large that no recursion takes place within WSG's reach.
    pub intervals: u64,
    /// The number of points in them, of all values up to g.
    pub points: u64,
    /// The last row of the last interval.
    pub last_row: u64,
}

/// The most points WSG computes for the answer itself: a few minutes.
const WHOLE: u64 = 20_000_000_000;
/// The most points WSG computes for a sample.
const SAMPLE: u64 = 200_000_000;
/// The most points RW computes for a sample, roughly, and the most intervals.
const RECURSIVE: u64 = 2_000_000_000;
const INTERVALS: u64 = 200;
/// Rows in an interval.
const ROWS: u64 = 64;

/// Computes an answer, and checks it if `trust` asks for it; `row` is the last one that WSG has to fill for it.
/// `basis` tells on what an answer rests, `same` whether two can be true together.
pub(super) fn checked<T>(
    g: u32,
    row: u64,
    trust: &Trust,
    watch: &mut dyn Watch,
    basis: impl Fn(&T) -> &Basis,
    same: impl Fn(&T, &T) -> bool,
    compute: impl Fn(&Finder, &mut dyn Watch) -> Result<T, WythoffError>,
) -> Result<(T, Option<Verified>), WythoffError> {
    let answer = compute(&Finder::new(g, trust.effort, trust.choice)?, watch)?;
    if !trust.verify {
        return Ok((answer, None));
    }
    if basis(&answer).status == Status::Exact {
        return Ok((answer, Some(Verified::Exact)));
    }
    if row.saturating_mul(u64::from(g) + 1) <= WHOLE {
        let exact = compute(&Finder::new(g, WHOLE, trust.choice)?, watch)?;
        return if same(&answer, &exact) {
            Ok((exact, Some(Verified::Wsg)))
        } else {
            Err(WythoffError::Refuted { row })
        };
    }
    let samples = basis(&answer).bounds.iter().map(|bounds| sample(bounds, watch)).collect::<Result<_, _>>()?;
    Ok((answer, Some(Verified::Sample(samples))))
}

/// Compares RW with these bounds and WSG on a spread of intervals.
pub(super) fn sample(bounds: &Bounds, watch: &mut dyn Watch) -> Result<Sample, WythoffError> {
    let lanes = u64::from(bounds.g) + 1;
    let last = SAMPLE / lanes;
    let wanted = (RECURSIVE / (bounds.settle * lanes * 30).max(1)).clamp(3, INTERVALS);
    // Only rows far enough out for a recursion say anything; a multiplicative step spreads the intervals over them.
    let first = last / 8;
    let mut starts: Vec<u64> = (1..=wanted)
        .map(|k| first + k.wrapping_mul(0x9E37_79B9_7F4A_7C15) % (last - first - ROWS))
        .filter(|&row| rw::below((row, row + ROWS - 1), bounds).is_some())
        .collect();
    starts.sort_unstable();
    let mut wsg = Wsg::new(bounds.g);
    let mut sample = Sample { g: bounds.g, settle: bounds.settle, intervals: 0, points: 0, last_row: 0 };
    for start in starts {
        if start < wsg.row() {
            continue;
        }
        let mut exact: Vec<Point> = Vec::new();
        wsg.run(start, watch, |_| {})?;
        wsg.run(start + ROWS, watch, |point| exact.push(point))?;
        if rw::strip(start, start + ROWS - 1, bounds, watch)?.points != exact {
            return Err(WythoffError::Refuted { row: start });
        }
        sample.intervals += 1;
        sample.points += exact.len() as u64;
        sample.last_row = start + ROWS - 1;
    }
    Ok(sample)
}
