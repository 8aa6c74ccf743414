//! Pictures as PNG or SVG, by the ending of the file's name.

use crate::outcome::Failure;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};
use plotters::prelude::{BitMapBackend, DrawingBackend, IntoDrawingArea, SVGBackend, WHITE};
use plotters::style::{FontStyle, register_font};
use std::path::{Path, PathBuf};

/// The one font of all pictures.
pub const FONT: &str = "Ubuntu";

/// Something that can be drawn, whatever the format.
pub trait Paint {
    /// Draws itself.
    fn paint<DB: DrawingBackend>(
        &self,
        area: &DrawingArea<DB, Shift>,
    ) -> Result<(), DrawingAreaErrorKind<DB::ErrorType>>;
}

/// Reads the name of a picture, for clap's `value_parser`: a wrong ending is told before the work, not after it.
pub fn parse(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("png" | "svg") => Ok(path),
        _ => Err("the name of a picture ends in .png or .svg".to_owned()),
    }
}

/// Draws `what` on white and saves it: as SVG when the name ends in .svg, else as PNG.
pub fn save(path: &Path, size: (u32, u32), what: &impl Paint) -> Result<(), Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::Message(format!("cannot write {}: {error}", path.display()));
    // Opened first for a clear message: the backends report a missing folder late, and only as a failed save.
    std::fs::File::create(path).map_err(|error| failed(&error))?;
    // The font is part of the program, so registering it cannot fail.
    let _ = register_font(FONT, FontStyle::Normal, epaint_default_fonts::UBUNTU_LIGHT);
    if path.extension().is_some_and(|ending| ending == "svg") {
        return finish(&SVGBackend::new(path, size).into_drawing_area(), what).map_err(|error| failed(&error));
    }
    finish(&BitMapBackend::new(path, size).into_drawing_area(), what).map_err(|error| failed(&error))
}

fn finish<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    what: &impl Paint,
) -> Result<(), DrawingAreaErrorKind<DB::ErrorType>> {
    area.fill(&WHITE)?;
    what.paint(area)?;
    area.present()
}
