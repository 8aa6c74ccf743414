//! Pictures of Wythoff's game.

use crate::exit::{Failure, fail};
use crate::picture::{self, FONT, Paint};
use grundy::wythoff::Point;
use grundy::wythoff::table::Matrix;
use plotters::coord::Shift;
use plotters::prelude::*;
use std::path::Path;

/// A picture that knows its size.
pub trait Picture: Paint {
    /// Width and height in pixels.
    fn size(&self) -> (u32, u32);
    /// Shapes in the picture: an SVG file grows with them.
    fn shapes(&self) -> usize;
}

/// More shapes than this make an SVG that no program shows in reasonable time.
const MAX_SVG_SHAPES: usize = 200_000;

/// Draws a picture into a file.
pub fn save(what: &impl Picture, path: &Path) -> Result<(), Failure> {
    if path.extension().is_some_and(|ending| ending == "svg") && what.shapes() > MAX_SVG_SHAPES {
        return fail(format!("an SVG of {} shapes is too large to show; write a .png", what.shapes()));
    }
    picture::save(path, what.size(), what)
}

type Drawn<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

/// The sequences `T_0` (framed squares, black) and `T_g` (filled squares, blue), as in Figures 2 and 10 of the paper.
pub struct Points<'a> {
    pub g: u32,
    pub rows: u64,
    /// Points of the values 0 and g.
    pub cells: &'a [Point],
}

impl Points<'_> {
    fn columns(&self) -> u64 {
        self.cells.iter().map(|point| point.b + 1).max().unwrap_or(1)
    }

    /// Pixels for the side of a cell: squares, so that diagonals look like diagonals.
    fn side(&self) -> f64 {
        (920.0 / self.columns() as f64).min(3880.0 / (self.rows + 1) as f64)
    }

    fn zeros(&self) -> impl Iterator<Item = &Point> {
        self.cells.iter().filter(|point| point.g == 0)
    }
}

/// Room in pixels for what stands around the cells of [`Points`]: numbers on the left and below, the title above.
const LEFT: u32 = 70;
const RIGHT: u32 = 40;
const TOP: u32 = 40;
const BOTTOM: u32 = 45;

impl Picture for Points<'_> {
    fn size(&self) -> (u32, u32) {
        let plot = |cells: u64| (cells as f64 * self.side()).ceil() as u32;
        // A few rows still need room for the numbers beside them.
        (plot(self.columns()) + LEFT + RIGHT, plot(self.rows + 1).max(60) + TOP + BOTTOM)
    }

    fn shapes(&self) -> usize {
        self.cells.len()
    }
}

impl Paint for Points<'_> {
    fn paint<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>) -> Drawn<DB> {
        let title = match self.g {
            0 => "0-points of Wythoff's game".to_owned(),
            g => format!("0-points (black) and {g}-points (blue)"),
        };
        area.draw(&Text::new(title, (LEFT as i32, 12), (FONT, 20)))?;
        let mut chart = ChartBuilder::on(area)
            .margin_top(TOP)
            .margin_right(RIGHT)
            .x_label_area_size(BOTTOM)
            .margin_left(10)
            .y_label_area_size(LEFT - 10)
            .build_cartesian_2d(0f64..self.columns() as f64, 0f64..(self.rows + 1) as f64)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(BLACK.mix(0.08))
            .x_desc("column")
            .y_desc("row")
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| format!("{y:.0}"))
            .label_style((FONT, 14))
            .draw()?;
        let blue = RGBColor(31, 90, 166);
        let filled = || self.cells.iter().filter(|point| point.g == self.g && self.g > 0);
        if self.columns() > 300 {
            // Cells too small to be seen as squares.
            let dot = |point: &Point, size: i32, style: ShapeStyle| {
                Circle::new((point.b as f64 + 0.5, point.a as f64 + 0.5), size, style)
            };
            chart.draw_series(filled().map(|point| dot(point, 2, blue.filled())))?;
            chart.draw_series(self.zeros().map(|point| dot(point, 1, BLACK.filled())))?;
            return Ok(());
        }
        let square = |point: &Point, style: ShapeStyle| {
            let (x, y) = (point.b as f64, point.a as f64);
            Rectangle::new([(x, y + 1.0), (x + 1.0, y)], style)
        };
        chart.draw_series(filled().map(|point| square(point, blue.filled())))?;
        chart.draw_series(self.zeros().map(|point| square(point, BLACK.stroke_width(1))))?;
        Ok(())
    }
}

/// The Grundy matrix as a colour map: `G(x, y) / (x + y)`, dark for small values.
pub struct ColourMap<'a>(pub &'a Matrix);

/// The margins of a colour map: left and bottom hold numbers, the rest is even.
const EDGE: u32 = 50;
/// The room for the colour bar on the right.
const BAR: u32 = 70;

impl ColourMap<'_> {
    /// Pixels for each cell.
    fn scale(&self) -> u32 {
        (900 / self.0.rows().max(self.0.cols()).max(1) as u32).max(1)
    }
}

impl Picture for ColourMap<'_> {
    fn size(&self) -> (u32, u32) {
        let side = |cells: usize| cells as u32 * self.scale() + 2 * EDGE;
        (side(self.0.cols()).max(520) + BAR, side(self.0.rows()).max(300))
    }

    fn shapes(&self) -> usize {
        self.0.rows() * self.0.cols()
    }
}

impl Paint for ColourMap<'_> {
    fn paint<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>) -> Drawn<DB> {
        let matrix = self.0;
        let (rows, cols) = (matrix.rows(), matrix.cols());
        let (width, height) = self.size();
        // Whatever is wider than the cells, for the title and the bar, is left white.
        let wide = width - BAR - cols as u32 * self.scale() - EDGE;
        let high = height - rows as u32 * self.scale() - EDGE;
        let mut chart = ChartBuilder::on(area)
            .margin_top(high)
            .margin_right(BAR + wide)
            .x_label_area_size(EDGE)
            .y_label_area_size(EDGE)
            .build_cartesian_2d(0f64..cols as f64, 0f64..rows as f64)?;
        chart
            .configure_mesh()
            .disable_mesh()
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| format!("{y:.0}"))
            .label_style((FONT, 14))
            .draw()?;
        let title = "Grundy values of Wythoff's game, divided by row + column";
        area.draw(&Text::new(title, (EDGE as i32, 18), (FONT, 18)))?;
        // The bar: 256 steps from 0 at the bottom to 1.
        let (bottom, length) = ((height - EDGE) as i32, (height - 2 * EDGE) as i32);
        let left = (width - BAR) as i32;
        for step in 0..256 {
            let at = |step: i32| bottom - length * step / 256;
            let colour = ViridisRGB::get_color(f64::from(step) / 255.0);
            area.draw(&Rectangle::new([(left, at(step + 1)), (left + 18, at(step))], colour.filled()))?;
        }
        for tenths in [0, 5, 10] {
            let y = bottom - length * tenths / 10 - 7;
            area.draw(&Text::new(format!("{:.1}", f64::from(tenths) / 10.0), (left + 24, y), (FONT, 14)))?;
        }
        let plot = chart.plotting_area().strip_coord_spec();
        let scale = self.scale() as i32;
        for x in 0..rows {
            for (y, &value) in matrix.row(x).iter().enumerate() {
                let share = f64::from(value) / (x + y).max(1) as f64;
                let (left, top) = (y as i32 * scale, (rows - 1 - x) as i32 * scale);
                let colour = ViridisRGB::get_color(share.min(1.0));
                if scale == 1 {
                    plot.draw_pixel((left, top), &colour)?;
                } else {
                    plot.draw(&Rectangle::new([(left, top), (left + scale, top + scale)], colour.filled()))?;
                }
            }
        }
        Ok(())
    }
}

/// Counts over consecutive integers.
pub struct Histogram<'a> {
    pub title: String,
    pub horizontal: &'a str,
    /// Pairs (value, count) with consecutive values.
    pub bars: &'a [(i64, u64)],
}

impl Picture for Histogram<'_> {
    fn size(&self) -> (u32, u32) {
        (900, 500)
    }

    fn shapes(&self) -> usize {
        self.bars.len()
    }
}

impl Paint for Histogram<'_> {
    fn paint<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>) -> Drawn<DB> {
        let (Some(first), Some(last)) = (self.bars.first(), self.bars.last()) else { return Ok(()) };
        let most = self.bars.iter().map(|bar| bar.1).max().unwrap_or(1).max(1);
        let mut chart = ChartBuilder::on(area)
            .caption(&self.title, (FONT, 20))
            .margin(10)
            .x_label_area_size(45)
            .y_label_area_size(90)
            .build_cartesian_2d(first.0 as f64 - 0.5..last.0 as f64 + 0.5, 0f64..most as f64 * 1.03)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .x_desc(self.horizontal)
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| format!("{y:.0}"))
            .label_style((FONT, 14))
            .draw()?;
        chart.draw_series(self.bars.iter().filter(|bar| bar.1 > 0).map(|&(value, count)| {
            let x = value as f64;
            Rectangle::new([(x - 0.45, 0.0), (x + 0.45, count as f64)], RGBColor(31, 90, 166).filled())
        }))?;
        Ok(())
    }
}
