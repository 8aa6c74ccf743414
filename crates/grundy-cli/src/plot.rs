//! `grundy plot`: the nim-sequence as a picture.
//!
//! A million points do not fit a million marks, so the picture is a raster: each cell counts the commons and the rares
//! that fall on it. Commons are blue, darker where they are dense (on a logarithmic scale); rares are red and drawn on top,
//! larger, because one of them matters more than a thousand commons.

use crate::outcome::{Failure, Outcome, parse_game, print_json};
use crate::picture::{self, FONT, Paint};
use crate::{compute, count};
use clap::ValueEnum;
use grundy::sparse::{self, Space};
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};
use plotters::prelude::{ChartBuilder, DrawingBackend, RGBColor, Rectangle};
use plotters::style::Color;
use serde::Serialize;
use std::path::PathBuf;

const SIZE: (u32, u32) = (1600, 900);
/// Raster cells across and down.
const CELLS: (u32, u32) = (1400, 700);
const COMMON: RGBColor = RGBColor(20, 60, 160);
const RARE: RGBColor = RGBColor(210, 30, 40);

/// Draw the nim-sequence, or the histogram of its values
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  grundy plot .16 -n 1e5 -o 16.png\n  grundy plot .6 -n 1e5 --kind histogram -o 6.svg"
)]
pub struct Args {
    /// A code (.77, 4.045, .3F, .3...), S(1,2,5), allbut(1,2,5), or a name from `grundy games`
    game: String,
    /// How many values
    #[arg(short, default_value = "10000", value_parser = count::parse)]
    n: u64,
    /// The picture: a file whose name ends in .png or .svg
    #[arg(short, long, value_name = "FILE", value_parser = picture::parse)]
    output: PathBuf,
    /// What to draw
    #[arg(long, default_value = "values")]
    kind: Picture,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Picture {
    Values,
    Histogram,
}

#[derive(Serialize)]
struct Document<'a> {
    game: &'a str,
    canonical: String,
    n: u64,
    file: String,
}

pub fn run(args: &Args, json: bool) -> Result<Outcome, Failure> {
    let game = parse_game(&args.game)?;
    if args.n == 0 {
        return crate::outcome::fail("-n 0 leaves nothing to draw; ask for at least one value");
    }
    let rules = game.rules();
    let values = compute::values(&game, args.n)?;
    let space = sparse::find(rules, &values);
    let title = match space {
        Some(space) => {
            let rares = space.rares(&values).count();
            let parity = if space.parity == 1 { " with heap parity" } else { "" };
            format!("{game}: {} values, {rares} rare (red) under mask {:#x}{parity}", args.n, space.mask)
        }
        None => format!("{game}: {} values", args.n),
    };
    match args.kind {
        Picture::Values => picture::save(&args.output, SIZE, &Raster::new(&values, space, title))?,
        Picture::Histogram => picture::save(&args.output, SIZE, &Histogram::new(&values, space, title))?,
    }
    if json {
        let file = args.output.display().to_string();
        return print_json(&Document { game: &args.game, canonical: game.to_string(), n: args.n, file });
    }
    Ok(Outcome::Yes)
}

fn is_rare(space: Option<Space>, n: usize, value: u16) -> bool {
    space.is_some_and(|space| !space.is_common(n as u64, value))
}

/// The label of a tick: heaps, values and counts are whole numbers.
fn whole(tick: f64) -> String {
    let nearest = tick.round();
    if (tick - nearest).abs() > 1e-6 { String::new() } else { format!("{:.0}", nearest.abs()) }
}

/// Values against heaps.
struct Raster {
    title: String,
    heaps: u64,
    /// One more than the largest value.
    top: u64,
    cells: (u32, u32),
    /// How many commons fall on each cell, row by row from value 0.
    commons: Vec<u32>,
    /// Cells with a rare.
    rares: Vec<(u32, u32)>,
}

impl Raster {
    fn new(values: &[u16], space: Option<Space>, title: String) -> Self {
        let heaps = values.len() as u64;
        let top = values.iter().max().map_or(0, |&v| u64::from(v)) + 1;
        let cells = (heaps.min(CELLS.0.into()) as u32, top.min(CELLS.1.into()) as u32);
        let mut commons = vec![0; (cells.0 * cells.1) as usize];
        let mut rares = Vec::new();
        for (n, &value) in values.iter().enumerate() {
            let x = (n as u64 * u64::from(cells.0) / heaps) as u32;
            let y = (u64::from(value) * u64::from(cells.1) / top) as u32;
            if is_rare(space, n, value) {
                rares.push((x, y));
            } else {
                commons[(y * cells.0 + x) as usize] += 1;
            }
        }
        rares.dedup();
        Raster { title, heaps, top, cells, commons, rares }
    }

    /// The rectangle of cells `x..right` in row `y`, in chart coordinates.
    fn area(&self, x: f64, right: f64, y: f64, above: f64) -> [(f64, f64); 2] {
        let across = self.heaps as f64 / f64::from(self.cells.0);
        let up = self.top as f64 / f64::from(self.cells.1);
        [(x * across, y * up - 0.5), (right * across, above * up - 0.5)]
    }
}

impl Paint for Raster {
    fn paint<DB: DrawingBackend>(
        &self,
        area: &DrawingArea<DB, Shift>,
    ) -> Result<(), DrawingAreaErrorKind<DB::ErrorType>> {
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, (FONT, 26))
            .margin(20)
            .margin_right(60)
            .x_label_area_size(50)
            .y_label_area_size(70)
            .build_cartesian_2d(0.0..self.heaps as f64, -0.5..self.top as f64 - 0.5)?;
        chart
            .configure_mesh()
            .disable_mesh()
            .x_desc("heap")
            .y_desc("nim-value")
            .label_style((FONT, 18))
            .x_label_formatter(&|&tick| whole(tick))
            .y_label_formatter(&|&tick| whole(tick))
            .draw()?;
        let densest = self.commons.iter().copied().max().unwrap_or(0).max(1);
        for (y, row) in self.commons.chunks(self.cells.0 as usize).enumerate() {
            let mut x = 0;
            for run in row.chunk_by(|a, b| a == b) {
                let right = x + run.len();
                if run[0] > 0 {
                    let darkness = f64::from(run[0]).ln_1p() / f64::from(densest).ln_1p();
                    let cells = self.area(x as f64, right as f64, y as f64, y as f64 + 1.0);
                    chart.plotting_area().draw(&Rectangle::new(cells, COMMON.mix(0.25 + 0.75 * darkness).filled()))?;
                }
                x = right;
            }
        }
        // A rare covers at least three cells of the full raster each way, however few values there are.
        let margin = |cells: u32, full: u32| (1.5 * f64::from(cells) / f64::from(full) - 0.5).max(0.0);
        let (dx, dy) = (margin(self.cells.0, CELLS.0), margin(self.cells.1, CELLS.1));
        for &(x, y) in &self.rares {
            let (x, y) = (f64::from(x), f64::from(y));
            let cells = self.area(x - dx, x + 1.0 + dx, y - dy, y + 1.0 + dy);
            chart.plotting_area().draw(&Rectangle::new(cells, RARE.filled()))?;
        }
        Ok(())
    }
}

/// How many heaps have each value.
struct Histogram {
    title: String,
    /// Commons and rares for each value.
    bars: Vec<(u64, u64)>,
}

impl Histogram {
    fn new(values: &[u16], space: Option<Space>, title: String) -> Self {
        let mut bars = vec![(0, 0); values.iter().max().map_or(1, |&v| v as usize + 1)];
        for (n, &value) in values.iter().enumerate() {
            let bar = &mut bars[value as usize];
            if is_rare(space, n, value) { bar.1 += 1 } else { bar.0 += 1 }
        }
        Histogram { title, bars }
    }
}

impl Paint for Histogram {
    fn paint<DB: DrawingBackend>(
        &self,
        area: &DrawingArea<DB, Shift>,
    ) -> Result<(), DrawingAreaErrorKind<DB::ErrorType>> {
        let highest = self.bars.iter().map(|(commons, rares)| commons + rares).max().unwrap_or(1);
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, (FONT, 26))
            .margin(20)
            .margin_right(60)
            .x_label_area_size(50)
            .y_label_area_size(110)
            .build_cartesian_2d(-0.5..self.bars.len() as f64 - 0.5, 0.0..highest as f64)?;
        chart
            .configure_mesh()
            .disable_mesh()
            .x_desc("nim-value")
            .y_desc("heaps")
            .label_style((FONT, 18))
            .x_label_formatter(&|&tick| whole(tick))
            .y_label_formatter(&|&tick| whole(tick))
            .draw()?;
        let gap = if self.bars.len() < 400 { 0.1 } else { 0.0 };
        for (value, &(commons, rares)) in self.bars.iter().enumerate() {
            let (left, right) = (value as f64 - 0.5 + gap, value as f64 + 0.5 - gap);
            for (from, to, colour) in [(0, commons, COMMON), (commons, commons + rares, RARE)] {
                if to > from {
                    let bar = [(left, from as f64), (right, to as f64)];
                    chart.plotting_area().draw(&Rectangle::new(bar, colour.filled()))?;
                }
            }
        }
        Ok(())
    }
}
