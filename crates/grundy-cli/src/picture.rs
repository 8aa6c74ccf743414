//! Pictures as PNG or SVG, by the ending of the file's name.
//!
//! An SVG names no font that a machine may lack: its text is in the family `sans-serif`, which every program has. A
//! raster is one embedded image, not a shape for each cell.

use crate::exit::Failure;
use crate::output::{self, Output};
use image::codecs::png::PngEncoder;
use image::{ColorType, ImageEncoder};
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind};
use plotters::prelude::{
    BitMapBackend, BitMapElement, DrawingBackend, IntoDrawingArea, RGBColor, Rectangle, SVGBackend, Text, WHITE,
};
use plotters::style::{Color, FontStyle, register_font};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The one font of all pictures.
pub const FONT: &str = "Ubuntu";

/// Something that can be drawn, whatever the format.
pub trait Paint {
    /// Draws itself.
    fn paint<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>) -> Drawn<DB>;
}

/// Reads the name of a picture, for clap's `value_parser`: a wrong ending is told before the work, not after it.
pub fn parse(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("png" | "svg") => Ok(path),
        _ => Err("the name of a picture ends in .png or .svg".to_owned()),
    }
}

/// Width and height in pixels, for clap's `value_parser`: `1600x900`.
pub fn parse_size(text: &str) -> Result<(u32, u32), String> {
    let side = |text: &str| text.parse().ok().filter(|side| (200..=8000).contains(side));
    let size = text.split_once('x').and_then(|(width, height)| Some((side(width)?, side(height)?)));
    size.ok_or_else(|| "a size is WIDTHxHEIGHT, each from 200 to 8000 pixels".to_owned())
}

/// A whole number in groups of three digits: `1,048,576`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (k, digit) in digits.chars().enumerate() {
        if k > 0 && (digits.len() - k).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The label of a tick: heaps, values and counts are whole numbers.
pub fn whole(tick: f64) -> String {
    let nearest = tick.round();
    if (tick - nearest).abs() > 1e-6 { String::new() } else { grouped(nearest.abs() as u64) }
}

/// What a drawing area answers.
pub type Drawn<DB> = Result<(), DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>>;

/// Fills an area with one image, `colour(x, y)` for the pixel `x` from the left and `y` from above.
pub fn fill<DB: DrawingBackend>(area: &DrawingArea<DB, Shift>, colour: impl Fn(u32, u32) -> (u8, u8, u8)) -> Drawn<DB> {
    let (width, height) = area.dim_in_pixel();
    let mut pixels = Vec::with_capacity(width as usize * height as usize * 3);
    for y in 0..height {
        for x in 0..width {
            let (red, green, blue) = colour(x, y);
            pixels.extend([red, green, blue]);
        }
    }
    match BitMapElement::with_owned_buffer((0, 0), (width, height), pixels) {
        Some(image) => area.draw(&image),
        None => Ok(()),
    }
}

/// A legend in one line: squares of colour, each with its name, from `left` on and with its upper edge at `top`.
pub fn legend<DB: DrawingBackend>(
    area: &DrawingArea<DB, Shift>,
    (mut left, top): (i32, i32),
    entries: &[(RGBColor, &str)],
) -> Drawn<DB> {
    for (colour, name) in entries {
        area.draw(&Rectangle::new([(left, top), (left + 14, top + 14)], colour.filled()))?;
        area.draw(&Text::new((*name).to_owned(), (left + 22, top - 2), (FONT, 18)))?;
        // Letters of this font are about half as wide as they are high.
        left += 22 + name.chars().count() as i32 * 10 + 24;
    }
    Ok(())
}

/// Draws `what` on white and saves it: as SVG when the name ends in .svg, else as PNG.
pub fn save(path: &Path, size: (u32, u32), what: &impl Paint) -> Result<(), Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::Message(format!("cannot write {}: {error}", path.display()));
    // Begun first, so that a missing folder is told before anything is drawn.
    let mut file = Output::create(path)?;
    // The font is part of the program, so registering it cannot fail.
    let _ = register_font(FONT, FontStyle::Normal, epaint_default_fonts::UBUNTU_LIGHT);
    if path.extension().is_some_and(|ending| ending == "svg") {
        let mut text = String::new();
        finish(&SVGBackend::with_string(&mut text, size).into_drawing_area(), what).map_err(|error| failed(&error))?;
        let text = text.replace(&format!("font-family=\"{FONT}\""), "font-family=\"sans-serif\"");
        // The backend leaves the first half of the type out, and browsers then guess.
        let text = text.replace("href=\"data:png;base64,", "href=\"data:image/png;base64,");
        file.write_all(text.as_bytes()).map_err(|error| output::cannot(path, &error))?;
        return file.finish();
    }
    let (width, height) = size;
    let mut pixels = vec![0; 3 * width as usize * height as usize];
    finish(&BitMapBackend::with_buffer(&mut pixels, size).into_drawing_area(), what).map_err(|error| failed(&error))?;
    let encoded = PngEncoder::new(&mut file).write_image(&pixels, width, height, ColorType::Rgb8);
    encoded.map_err(|error| failed(&error))?;
    file.finish()
}

fn finish<DB: DrawingBackend>(area: &DrawingArea<DB, Shift>, what: &impl Paint) -> Drawn<DB> {
    area.fill(&WHITE)?;
    what.paint(area)?;
    area.present()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_in_groups_of_three() {
        for (number, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_048_576, "1,048,576"), (10_000, "10,000")] {
            assert_eq!(grouped(number), text);
        }
        assert_eq!((whole(0.5).as_str(), whole(-0.0).as_str(), whole(2000.0).as_str()), ("", "0", "2,000"));
    }

    #[test]
    fn sizes() {
        assert_eq!(parse_size("1600x900"), Ok((1600, 900)));
        for wrong in ["1600", "1600x", "x900", "100x900", "1600x9000", "1600X900", "-200x300"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
    }
}
