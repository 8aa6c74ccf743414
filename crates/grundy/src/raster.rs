//! A nim-sequence as data for a picture: counts of heaps in cells, rows of shades, bars.
//!
//! A million points do not fit a million marks. A picture is a raster of at most as many cells as it has pixels, and
//! each cell counts the heaps that fall on it, in two layers: commons and rares, or the two signs under a mask.
//!
//! ```
//! use grundy::{Game, raster::Raster, watch::Unwatched};
//! let kayles: Game = "kayles".parse()?;
//! let values: Vec<u16> = kayles.values(0..12, &mut Unwatched)?.values.iter().map(|&value| value as u16).collect();
//! let raster = Raster::of_values(&values, 0, None, (12, 7));
//! assert_eq!((raster.columns, raster.rows, raster.top), (12, 7, 7));
//! assert_eq!(raster.layers[0].iter().sum::<u32>(), 12);
//! # Ok::<(), grundy::Error>(())
//! ```

use crate::sparse::Space;
use crate::spectrum::Wave;
use schemars::JsonSchema;
use serde::Serialize;

/// Heaps counted in cells, by value (upwards) and something else (across).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Raster {
    /// Cells across.
    pub columns: u32,
    /// Cells upwards.
    pub rows: u32,
    /// One more than the largest value: the height of the raster.
    pub top: u64,
    /// How many heaps of each layer fall on each cell, row by row from value 0.
    pub layers: [Vec<u32>; 2],
}

impl Raster {
    /// The values of heaps `from, from + 1, …` against the heaps, in at most `most` cells each way; rares, if a space
    /// tells them apart, are the second layer.
    pub fn of_values(values: &[u16], from: u64, space: Option<Space>, most: (u32, u32)) -> Self {
        let count = values.len() as u64;
        let mut raster = Raster::empty(values, (count.min(most.0.into()) as u32, most.1));
        for (k, &value) in (0..).zip(values) {
            let rare = space.is_some_and(|space| !space.is_common(from + k, value));
            raster.add((k * u64::from(raster.columns) / count) as u32, value, rare);
        }
        raster
    }

    /// The values of heaps `from, from + 1, …` against the phase of `wave`, from 0 to 1. Heaps of odd parity under the
    /// wave's mask are the second layer. With `only`, heaps of the other parity are left out.
    pub fn of_phases(values: &[u16], from: u64, wave: Wave, only: Option<bool>, most: (u32, u32)) -> Self {
        let mut raster = Raster::empty(values, most);
        for (n, &value) in (from..).zip(values) {
            let odd = (wave.mask & value).count_ones() & 1 == 1;
            if only.is_none_or(|only| only == odd) {
                let x = (wave.at(n) * f64::from(raster.columns)) as u32;
                raster.add(x.min(raster.columns - 1), value, odd);
            }
        }
        raster
    }

    fn empty(values: &[u16], most: (u32, u32)) -> Self {
        let top = values.iter().max().map_or(0, |&v| u64::from(v)) + 1;
        let (columns, rows) = (most.0.max(1), top.min(most.1.max(1).into()) as u32);
        let cells = columns as usize * rows as usize;
        Raster { columns, rows, top, layers: [0, 1].map(|_| vec![0; cells]) }
    }

    fn add(&mut self, x: u32, value: u16, second: bool) {
        let y = u64::from(value) * u64::from(self.rows) / self.top;
        self.layers[usize::from(second)][y as usize * self.columns as usize + x as usize] += 1;
    }

    /// The count of one layer in one cell.
    pub fn at(&self, layer: usize, x: u32, y: u32) -> u32 {
        self.layers[layer][y as usize * self.columns as usize + x as usize]
    }
}

/// A sequence broken into rows, each heap a shade.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Wrap {
    /// Heaps in a row.
    pub width: u32,
    /// Row by row: the share of the window's values that are smaller, from 0 to 255, so that each shade is as frequent
    /// as any other. The last row may be shorter.
    pub shades: Vec<u8>,
}

impl Wrap {
    /// Values in rows of `width` heaps. Where `width` times a hidden frequency is nearly whole, columns have one phase.
    pub fn of(values: &[u16], width: u32) -> Self {
        let mut below = vec![0u64; 1 << 16];
        for &v in values {
            below[usize::from(v)] += 1;
        }
        let mut sum = 0;
        for slot in &mut below {
            (*slot, sum) = (sum, sum + *slot);
        }
        let shade = |&v: &u16| (below[usize::from(v)] * 256 / values.len() as u64) as u8;
        Wrap { width: width.max(1), shades: values.iter().map(shade).collect() }
    }

    /// How many rows there are.
    pub fn rows(&self) -> u32 {
        self.shades.len().div_ceil(self.width as usize) as u32
    }
}

/// How many heaps have one value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Bar {
    /// Common heaps.
    pub commons: u64,
    /// Rare heaps.
    pub rares: u64,
}

/// How many of the heaps `from, from + 1, …` have each value from 0 to the largest.
pub fn histogram(values: &[u16], from: u64, space: Option<Space>) -> Vec<Bar> {
    let mut bars = vec![Bar::default(); values.iter().max().map_or(0, |&v| usize::from(v) + 1)];
    for (n, &value) in (from..).zip(values) {
        let bar = &mut bars[usize::from(value)];
        match space {
            Some(space) if !space.is_common(n, value) => bar.rares += 1,
            _ => bar.commons += 1,
        }
    }
    bars
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_heap_falls_on_one_cell() {
        let values: Vec<u16> = (0..1000u32).map(|n| (n * n % 97) as u16).collect();
        let space = Some(Space { mask: 5, parity: 1, kappa: 0 });
        let wave = Wave { mask: 3, theta: 0.3, phase: 0.9 };
        for most in [(1, 1), (7, 3), (2000, 500)] {
            let rasters = [
                Raster::of_values(&values, 17, space, most),
                Raster::of_phases(&values, 17, wave, None, most),
                Raster::of_phases(&values, 17, wave, Some(true), most),
            ];
            let all = |raster: &Raster| raster.layers.iter().flatten().map(|&c| u64::from(c)).sum::<u64>();
            assert_eq!(rasters.iter().map(all).collect::<Vec<_>>()[..2], [1000, 1000]);
            assert!(rasters[2].layers[0].iter().all(|&count| count == 0));
            assert_eq!(rasters[2].layers[1], rasters[1].layers[1]);
            assert!(rasters.iter().all(|raster| raster.columns <= most.0 && raster.rows <= most.1));
        }
        let bars = histogram(&values, 17, space);
        assert_eq!(bars.iter().map(|bar| bar.commons + bar.rares).sum::<u64>(), 1000);
        assert_eq!(
            Raster::of_values(&values, 17, space, (1, 1)).layers[1],
            [bars.iter().map(|b| b.rares as u32).sum::<u32>()]
        );
        assert_eq!((histogram(&[], 0, None).len(), Raster::of_values(&[], 0, None, (5, 5)).rows), (0, 1));
    }

    #[test]
    fn shades_are_equally_frequent() {
        let wrap = Wrap::of(&[0, 700, 3, 700], 3);
        assert_eq!((wrap.rows(), wrap.shades), (2, vec![0, 128, 64, 128]));
        assert_eq!(Wrap::of(&[], 5).rows(), 0);
    }
}
