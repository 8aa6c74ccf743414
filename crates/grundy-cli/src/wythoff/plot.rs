//! `grundy wythoff plot`: pictures of g-points and of the Grundy matrix.

use super::draw::{ColourMap, Points, save};
use super::{ask, parse_g};
use crate::count;
use crate::exit::{Exit, Failure, print_json};
use crate::picture;
use grundy::watch::Watch;
use grundy::wythoff::{PictureAnswer, Point, Wsg, WythoffError, table};
use std::path::PathBuf;

/// Draw the 0-points and the g-points (as in Figures 2 and 10), or the Grundy matrix as a colour map
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  grundy wythoff plot --g 20 --rows 80 -o t20.svg\n  \
        grundy wythoff plot --matrix 600 -o matrix.png")]
pub struct Args {
    /// Draw the points of this value over the 0-points
    #[arg(long, value_name = "G", value_parser = parse_g, allow_negative_numbers = true, default_value = "20")]
    g: u32,
    /// How many rows, from row 0 on
    #[arg(long, value_name = "N", default_value = "80", value_parser = up_to(1, 20_000), allow_negative_numbers = true)]
    rows: u64,
    /// Draw the Grundy matrix of this many rows and columns instead
    #[arg(long, value_name = "SIZE", conflicts_with_all = ["g", "rows"], value_parser = up_to(2, 8000))]
    matrix: Option<u64>,
    /// Where to: a name that ends in .png or .svg
    #[arg(short, long, value_name = "FILE", value_parser = picture::parse)]
    output: PathBuf,
}

/// Reads a count that a picture can show.
fn up_to(least: u64, most: u64) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |text| {
        let size = count::parse(text)?;
        if (least..=most).contains(&size) {
            Ok(size)
        } else {
            Err(format!("a picture shows {least} to {most} of them"))
        }
    }
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    let shapes = if let Some(size) = args.matrix {
        let matrix = ask(|watch| table::matrix(size as usize, size as usize, watch))?;
        save(&ColourMap(&matrix), &args.output)?;
        (size * size) as usize
    } else {
        let points = ask(|watch| points(args.g, args.rows - 1, watch))?;
        save(&Points { g: args.g, rows: args.rows - 1, cells: &points }, &args.output)?;
        points.len()
    };
    if json {
        return print_json(&PictureAnswer { output: args.output.display().to_string(), shapes });
    }
    Ok(Exit::Yes)
}

/// The 0-points and the g-points of the rows `0 ..= last`.
pub fn points(g: u32, last: u64, watch: &mut dyn Watch) -> Result<Vec<Point>, WythoffError> {
    let mut points = Vec::new();
    Wsg::new(g).run(last + 1, watch, |point| {
        if point.g == 0 || point.g == g {
            points.push(point);
        }
    })?;
    Ok(points)
}
