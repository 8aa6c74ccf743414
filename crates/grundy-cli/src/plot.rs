//! `grundy plot`: the nim-sequence as a picture.
//!
//! Commons are blue, darker where they are dense (on a logarithmic scale); rares are red and drawn on top, larger,
//! because one of them matters more than a thousand commons. What is counted is the library's business
//! ([`grundy::raster`]).

use crate::exit::{Exit, Failure, fail, parse_game, print_json};
use crate::picture::{self, Drawn, FONT, Paint, fill, grouped, legend, whole};
use crate::progress::Terminal;
use crate::{compute, count};
use clap::ValueEnum;
use grundy::Game;
use grundy::answer::Picture;
use grundy::raster::{Bar, Raster, Wrap, histogram};
use grundy::run::Status;
use grundy::sparse::{self, Space};
use grundy::spectrum::{self, Wave, Waves};
use plotters::coord::Shift;
use plotters::drawing::DrawingArea;
use plotters::prelude::{ChartBuilder, Circle, DrawingBackend, PathElement, RGBColor, Rectangle, Text, ViridisRGB};
use plotters::style::Color;
use std::path::PathBuf;

const COMMON: RGBColor = RGBColor(20, 60, 160);
const RARE: RGBColor = RGBColor(210, 30, 40);
const EVEN: RGBColor = COMMON;
const ODD: RGBColor = RGBColor(200, 110, 0);
/// Sequences up to this long are drawn as points.
const POINTS: usize = 600;

/// Draw the nim-sequence: values, histogram, wrapped rows, values over a phase, or its hidden frequencies
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  grundy plot .16 -n 1e5 -o 16.png\n  grundy plot .6 -n 1e5 --kind histogram -o 6.svg\n  \
    grundy plot .6 --from 3e4 -n 2e4 --kind phase -o phase.png\n  \
    grundy plot .16 --from 1e4 -n 2e4 --kind wrap --title '' -o wrap.svg\n  \
    grundy search .45 --dir run --until 1e5 && grundy plot --dir run -o run.png"
)]
pub struct Args {
    /// A code (.77, 4.045, .3F, .3...), S(1,2,5), allbut(1,2,5), or a name from `grundy games`
    #[arg(required_unless_present = "dir")]
    game: Option<String>,
    /// The directory of a long run: draws the histogram of all its values, on a logarithmic scale
    #[arg(long, value_name = "DIR", conflicts_with_all = ["game", "n", "from", "width", "theta", "class"])]
    dir: Option<PathBuf>,
    /// How many values
    #[arg(short, default_value = "10000", value_parser = count::parse)]
    n: u64,
    /// The first heap
    #[arg(long, value_name = "A", default_value = "0", value_parser = count::parse)]
    from: u64,
    /// The picture: a file whose name ends in .png or .svg
    #[arg(short, long, value_name = "FILE", value_parser = picture::parse)]
    output: PathBuf,
    /// What to draw [default: values, of a run the histogram]
    #[arg(long)]
    kind: Option<Kind>,
    /// Width and height in pixels
    #[arg(long, value_name = "WxH", default_value = "1600x900", value_parser = picture::parse_size)]
    size: (u32, u32),
    /// The title; '' for none [default: the game, the heaps and what is seen]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Leave the legend out
    #[arg(long)]
    no_legend: bool,
    /// wrap: heaps in a row [default: from the continued fraction of the hidden frequency]
    #[arg(long, value_name = "W", value_parser = count::parse)]
    width: Option<u64>,
    /// phase, wrap: the frequency in turns a heap, from 0 to 1/2 [default: the strongest hidden one]
    #[arg(long, value_name = "T", value_parser = theta)]
    theta: Option<f64>,
    /// phase: the mask whose parity tells heaps apart [default: that of the strongest hidden frequency]
    #[arg(long, value_name = "M", value_parser = mask, requires = "theta")]
    mask: Option<u16>,
    /// phase: draw only the heaps of this parity under the mask
    #[arg(long, value_name = "PARITY")]
    class: Option<Parity>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Values against heaps
    Values,
    /// How many heaps have each value
    Histogram,
    /// The sequence in rows, each heap a shade
    Wrap,
    /// Values against the phase of a hidden frequency
    Phase,
    /// The energy of the strongest mask at each frequency
    Spectrum,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Parity {
    Even,
    Odd,
}

fn theta(text: &str) -> Result<f64, String> {
    let theta = text.parse().ok().filter(|theta| (0.0..=0.5).contains(theta));
    theta.ok_or_else(|| "a frequency is a number from 0 to 0.5".to_owned())
}

fn mask(text: &str) -> Result<u16, String> {
    let digits = text.strip_prefix("0x").and_then(|digits| u16::from_str_radix(digits, 16).ok());
    digits
        .or_else(|| text.parse().ok())
        .filter(|&mask| mask != 0)
        .ok_or_else(|| "a mask is a number from 1 to 65535, or 0x and up to four digits".to_owned())
}

pub fn run(args: &Args, json: bool) -> Result<Exit, Failure> {
    if let Some(dir) = &args.dir {
        return draw_run(args, &grundy::run::status(dir)?, json);
    }
    let written = args.game.clone().unwrap_or_default();
    let game = parse_game(&written)?;
    let kind = args.kind.unwrap_or(Kind::Values);
    if args.n == 0 {
        return fail("-n 0 leaves nothing to draw; ask for at least one value");
    }
    if args.width.is_some() && kind != Kind::Wrap {
        return fail("--width is for --kind wrap");
    }
    if args.theta.is_some() && !matches!(kind, Kind::Wrap | Kind::Phase) {
        return fail("--theta is for --kind phase and --kind wrap");
    }
    if args.class.is_some() && kind != Kind::Phase {
        return fail("--class is for --kind phase");
    }
    if args.mask.is_some() && kind != Kind::Phase {
        return fail("--mask is for --kind phase");
    }
    if args.theta.is_some() && args.width.is_some() {
        return fail("--theta is for a width that is not given: take --theta or --width");
    }
    let Some(end) = args.from.checked_add(args.n) else { return fail("--from and -n together pass 2^64") };
    let values = compute::values(&game, end)?;
    draw(args, kind, &game, &values)?;
    if json {
        let output = args.output.display().to_string();
        return print_json(&Picture { game: written, canonical: game, from: args.from, n: args.n, output });
    }
    Ok(Exit::Yes)
}

/// The histogram of all values of a run.
fn draw_run(args: &Args, run: &Status, json: bool) -> Result<Exit, Failure> {
    if args.kind.is_some_and(|kind| kind != Kind::Histogram) {
        return fail("of a run --kind histogram is drawn, and nothing else");
    }
    let rares = run.sparse.as_ref().map_or(String::new(), |space| {
        let parity = if space.parity == 1 { " with heap parity" } else { "" };
        format!(", {} rare under mask {}{parity}", grouped(space.rares as u64), space.mask)
    });
    let title = format!("{}: {} values{rares}", run.game, grouped(run.speculated));
    let frame = Frame { title: args.title.clone().unwrap_or(title), legend: !args.no_legend, from: 0 };
    picture::save(&args.output, args.size, &Bars { frame: &frame, counts: &run.bars(), logarithmic: true })?;
    if json {
        let (game, output) = (run.game.to_string(), args.output.display().to_string());
        return print_json(&Picture { game, canonical: run.game.clone(), from: 0, n: run.speculated, output });
    }
    Ok(Exit::Yes)
}

fn draw(args: &Args, kind: Kind, game: &Game, values: &[u16]) -> Result<(), Failure> {
    let (rules, from) = (game.rules(), args.from);
    let window = &values[from as usize..];
    let heaps = if from == 0 {
        format!("{game}: {} values", grouped(args.n))
    } else {
        format!("{game}: heaps {} to {}", grouped(from), grouped(from + args.n - 1))
    };
    let frame = |told: String| Frame {
        title: args.title.clone().unwrap_or_else(|| format!("{heaps}{told}")),
        legend: !args.no_legend,
        from,
    };
    match kind {
        Kind::Values | Kind::Histogram => {
            let space = sparse::find(rules, values);
            let frame = frame(space.map_or(String::new(), |space| rare_heaps(space, from, window)));
            if kind == Kind::Values {
                return picture::save(&args.output, args.size, &Values { frame: &frame, window, space });
            }
            let bars = histogram(window, from, space);
            picture::save(&args.output, args.size, &Bars { frame: &frame, counts: &bars, logarithmic: false })
        }
        Kind::Phase => {
            let wave = wave(args, window)?;
            let seen = if args.theta.is_none() { "observed " } else { "" };
            let told = format!(", {seen}theta = {:.7}, mask {:#x}", wave.theta, wave.mask);
            let only = args.class.map(|parity| parity == Parity::Odd);
            picture::save(&args.output, args.size, &Phase { frame: &frame(told), window, wave, only })
        }
        Kind::Wrap => {
            let (width, told) = if let Some(width) = args.width {
                (width, String::new())
            } else {
                let theta = wave(args, window)?.theta;
                (spectrum::width(theta, 200, 1500), format!(" (observed theta = {theta:.7})"))
            };
            let Some(width) = u32::try_from(width).ok().filter(|&width| width > 0) else {
                return fail("--width is a number of heaps from 1 to 4294967295");
            };
            let frame = frame(format!(", {} in a row{told}", grouped(width.into())));
            picture::save(&args.output, args.size, &Wrapped { frame: &frame, wrap: &Wrap::of(window, width) })
        }
        Kind::Spectrum => {
            let Some(found) = Waves::of(window, from, &mut Terminal::new())? else {
                return fail("a spectrum needs at least 1024 heaps");
            };
            let energies = spectrum::envelope(window, args.size.0 as usize, &mut Terminal::new())?;
            let frame = frame(", the strongest mask observed at each frequency".to_owned());
            picture::save(&args.output, args.size, &Lines { frame: &frame, found: &found, energies: &energies })
        }
    }
}

fn rare_heaps(space: Space, from: u64, window: &[u16]) -> String {
    let rares = (from..).zip(window).filter(|&(n, &v)| !space.is_common(n, v)).count();
    let parity = if space.parity == 1 { " with heap parity" } else { "" };
    format!(", {} rare under mask {:#x}{parity}", grouped(rares as u64), space.mask)
}

/// The wave that is asked for, or the strongest fundamental of the window.
fn wave(args: &Args, window: &[u16]) -> Result<Wave, Failure> {
    if let Some(theta) = args.theta {
        return Ok(Wave { mask: args.mask.unwrap_or(0), theta, phase: 0.0 });
    }
    let found = Waves::of(window, args.from, &mut Terminal::new())?;
    let Some(found) = found else { return fail("a hidden frequency needs at least 1024 heaps; --theta names one") };
    let none = "no hidden frequency stands above chance in these heaps; --theta names one";
    found.fundamental().map_or_else(|| fail(none), Ok)
}

/// What all pictures have around them.
struct Frame {
    title: String,
    legend: bool,
    from: u64,
}

/// What is written at the axes, and how.
struct Axes<'a> {
    x: (f64, f64, &'a str),
    y: (f64, f64, &'a str),
    x_label: &'a dyn Fn(f64) -> String,
    y_label: &'a dyn Fn(f64) -> String,
}

impl Frame {
    /// Draws title, legend and axes, and returns the area inside them in pixels, with the function that places a point
    /// in it.
    fn draw<DB: DrawingBackend>(
        &self,
        area: &DrawingArea<DB, Shift>,
        axes: &Axes,
        entries: &[(RGBColor, &str)],
    ) -> Result<DrawingArea<DB, Shift>, plotters::drawing::DrawingAreaErrorKind<DB::ErrorType>> {
        let title = if self.title.is_empty() { 8 } else { 40 };
        let legends = if self.legend && !entries.is_empty() { 28 } else { 0 };
        let (head, body) = area.split_vertically(title + legends);
        head.draw(&Text::new(self.title.clone(), (30, 10), (FONT, 24)))?;
        if legends > 0 {
            legend(&head, (110, title), entries)?;
        }
        let mut chart = ChartBuilder::on(&body)
            .margin(10)
            .margin_right(40)
            .x_label_area_size(50)
            .y_label_area_size(100)
            .build_cartesian_2d(axes.x.0..axes.x.1, axes.y.0..axes.y.1)?;
        chart
            .configure_mesh()
            .disable_mesh()
            .x_desc(axes.x.2)
            .y_desc(axes.y.2)
            .label_style((FONT, 18))
            .x_label_formatter(&|&tick| (axes.x_label)(tick))
            .y_label_formatter(&|&tick| (axes.y_label)(tick))
            .draw()?;
        Ok(chart.plotting_area().strip_coord_spec())
    }
}

/// Where a value between two others falls among a number of pixels.
fn place(value: f64, (low, high): (f64, f64), pixels: u32) -> f64 {
    (value - low) / (high - low) * f64::from(pixels)
}

/// A colour mixed with white: all of it at 1.
fn mixed(colour: RGBColor, share: f64) -> (u8, u8, u8) {
    let part = |part: u8| (255.0 - (255.0 - f64::from(part)) * share) as u8;
    (part(colour.0), part(colour.1), part(colour.2))
}

/// How dark a cell with `count` heaps is, on a logarithmic scale.
fn darkness(count: u32, densest: u32) -> f64 {
    0.25 + 0.75 * f64::from(count).ln_1p() / f64::from(densest.max(1)).ln_1p()
}

/// Values against heaps.
struct Values<'a> {
    frame: &'a Frame,
    window: &'a [u16],
    space: Option<Space>,
}

impl Paint for Values<'_> {
    fn paint<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>) -> Drawn<DB> {
        let (from, heaps) = (self.frame.from, self.window.len());
        let top = self.window.iter().max().map_or(1.0, |&v| f64::from(v) + 1.0);
        // Points stand in the middle of their heap.
        let axes = Axes {
            x: (from as f64 - 0.5, (from + heaps as u64) as f64 - 0.5, "heap"),
            y: (-0.5, top - 0.5, "nim-value"),
            x_label: &whole,
            y_label: &whole,
        };
        let rare = |n: u64, v: u16| self.space.is_some_and(|space| !space.is_common(n, v));
        let any = (from..).zip(self.window).any(|(n, &v)| rare(n, v));
        let entries = [(COMMON, if any { "common" } else { "heaps" }), (RARE, "rare")];
        let inside = self.frame.draw(area, &axes, &entries[..=usize::from(any)])?;
        let (width, height) = inside.dim_in_pixel();
        if heaps <= POINTS {
            let radius = (width / heaps as u32 / 3).clamp(2, 6) as i32;
            for (n, &v) in (from..).zip(self.window) {
                let x = place(n as f64, (axes.x.0, axes.x.1), width) as i32;
                let y = place(f64::from(v), (axes.y.1, axes.y.0), height) as i32;
                let colour = if rare(n, v) { RARE } else { COMMON };
                inside.draw(&Circle::new((x, y), radius, colour.filled()))?;
            }
            return Ok(());
        }
        let raster = Raster::of_values(self.window, from, self.space, (width, height));
        fill(&inside, paint_layers(&raster, (width, height), [COMMON, RARE], true))
    }
}

/// The colour of each pixel of a raster: the second layer over the first, with a pixel of margin when it is `rare`.
fn paint_layers(
    raster: &Raster,
    (width, height): (u32, u32),
    colours: [RGBColor; 2],
    rare: bool,
) -> impl Fn(u32, u32) -> (u8, u8, u8) {
    let cell = move |x: u32, y: u32| {
        let across = u64::from(x) * u64::from(raster.columns) / u64::from(width);
        let up = u64::from(height - 1 - y) * u64::from(raster.rows) / u64::from(height);
        (across as u32, up as u32)
    };
    let densest = [0, 1].map(|layer| raster.layers[layer].iter().copied().max().unwrap_or(0));
    move |x, y| {
        let (column, row) = cell(x, y);
        let counts = [0, 1].map(|layer| raster.at(layer, column, row));
        if rare {
            let near = |x: u32, y: u32| raster.at(1, cell(x, y).0, cell(x, y).1) > 0;
            let columns = x.saturating_sub(1)..=(x + 1).min(width - 1);
            if columns.into_iter().any(|x| (y.saturating_sub(1)..=(y + 1).min(height - 1)).any(|y| near(x, y))) {
                return mixed(colours[1], 1.0);
            }
        }
        // Of two layers that share a cell the one with more heaps shows.
        let layer = usize::from(!rare && counts[1] > counts[0]);
        if counts[layer] == 0 {
            (255, 255, 255)
        } else {
            mixed(colours[layer], darkness(counts[layer], densest[layer]))
        }
    }
}

/// How many heaps have each value.
struct Bars<'a> {
    frame: &'a Frame,
    counts: &'a [Bar],
    /// A few rares among billions of commons are seen on such a scale only.
    logarithmic: bool,
}

impl Paint for Bars<'_> {
    fn paint<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>) -> Drawn<DB> {
        let highest = self.counts.iter().map(|bar| bar.commons + bar.rares).max().unwrap_or(1) as f64;
        let power = |tick: f64| if tick.fract().abs() > 1e-6 { String::new() } else { whole(10f64.powf(tick.round())) };
        // A value that occurs once has a bar, too.
        let (low, top) = if self.logarithmic { (-0.2, highest.log10() + 0.1) } else { (0.0, highest) };
        let level = |heaps: u64| match heaps {
            0 => low,
            heaps if self.logarithmic => (heaps as f64).log10(),
            heaps => heaps as f64,
        };
        let axes = Axes {
            x: (-0.5, self.counts.len() as f64 - 0.5, "nim-value"),
            y: (low, top, "heaps"),
            x_label: &whole,
            y_label: if self.logarithmic { &power } else { &whole },
        };
        let any = self.counts.iter().any(|bar| bar.rares > 0);
        let entries = [(COMMON, if any { "common" } else { "heaps" }), (RARE, "rare")];
        let inside = self.frame.draw(area, &axes, &entries[..=usize::from(any)])?;
        let (width, height) = inside.dim_in_pixel();
        let gap = if self.counts.len() < 400 { 0.1 } else { 0.0 };
        for (value, bar) in self.counts.iter().enumerate() {
            let [left, right] = [-0.5 + gap, 0.5 - gap]
                .map(|edge| place(value as f64 + edge, (axes.x.0, axes.x.1), width).round() as i32);
            let all = bar.commons + bar.rares;
            let parts = if self.logarithmic {
                [(0, bar.rares, RARE), (bar.rares, all, COMMON)]
            } else {
                [(0, bar.commons, COMMON), (bar.commons, all, RARE)]
            };
            for (from, to, colour) in parts {
                if to > from {
                    let [low, high] = [from, to].map(|heaps| place(level(heaps), (top, low), height) as i32);
                    inside.draw(&Rectangle::new([(left, high), (right.max(left + 1), low)], colour.filled()))?;
                }
            }
        }
        Ok(())
    }
}

/// Values against the phase of a wave.
struct Phase<'a> {
    frame: &'a Frame,
    window: &'a [u16],
    wave: Wave,
    only: Option<bool>,
}

impl Paint for Phase<'_> {
    fn paint<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>) -> Drawn<DB> {
        let top = self.window.iter().max().map_or(1.0, |&v| f64::from(v) + 1.0);
        let turns = |tick: f64| format!("{tick:.1}");
        let axes = Axes {
            x: (0.0, 1.0, "phase of the heap: n theta + phi, whole turns left out"),
            y: (-0.5, top - 0.5, "nim-value"),
            x_label: &turns,
            y_label: &whole,
        };
        let entries = [(EVEN, "even parity"), (ODD, "odd parity")];
        let shown = match self.only {
            None => &entries[..],
            Some(false) => &entries[..1],
            Some(true) => &entries[1..],
        };
        let inside = self.frame.draw(area, &axes, if self.wave.mask == 0 { &[] } else { shown })?;
        let size = inside.dim_in_pixel();
        let raster = Raster::of_phases(self.window, self.frame.from, self.wave, self.only, size);
        fill(&inside, paint_layers(&raster, size, [EVEN, ODD], false))?;
        // Where the square wave changes its sign.
        for turns in [0.25, 0.75] {
            let x = place(turns, (0.0, 1.0), size.0) as i32;
            inside.draw(&PathElement::new(vec![(x, 0), (x, size.1 as i32 - 1)], plotters::style::BLACK.mix(0.3)))?;
        }
        Ok(())
    }
}

/// The sequence in rows, each heap a shade.
struct Wrapped<'a> {
    frame: &'a Frame,
    wrap: &'a Wrap,
}

impl Paint for Wrapped<'_> {
    fn paint<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>) -> Drawn<DB> {
        let (wrap, from) = (self.wrap, self.frame.from);
        let (columns, rows) = (wrap.width, wrap.rows());
        let row = |tick: f64| {
            let heap = from as f64 + tick * f64::from(columns);
            if tick < 0.0 || tick.fract().abs() > 1e-6 { String::new() } else { grouped(heap as u64) }
        };
        let axes = Axes {
            x: (0.0, f64::from(columns), "place in the row"),
            y: (f64::from(rows), 0.0, "first heap of the row"),
            x_label: &whole,
            y_label: &row,
        };
        let shade = |shade: u8| ViridisRGB::get_color(f64::from(shade) / 255.0);
        let entries = [(shade(0), "small values"), (shade(128), "median"), (shade(255), "large values")];
        let inside = self.frame.draw(area, &axes, &entries)?;
        let (width, height) = inside.dim_in_pixel();
        fill(&inside, |x, y| {
            let column = u64::from(x) * u64::from(columns) / u64::from(width);
            let row = u64::from(y) * u64::from(rows) / u64::from(height);
            match wrap.shades.get((row * u64::from(columns) + column) as usize) {
                Some(&value) => {
                    let RGBColor(red, green, blue) = shade(value);
                    (red, green, blue)
                }
                None => (255, 255, 255),
            }
        })
    }
}

/// The largest energy at each frequency, and the independent lines.
struct Lines<'a> {
    frame: &'a Frame,
    found: &'a Waves,
    energies: &'a [f64],
}

impl Paint for Lines<'_> {
    fn paint<DB: DrawingBackend>(&self, area: &DrawingArea<DB, Shift>) -> Drawn<DB> {
        let floor = (self.found.level / 10.0).log10().floor();
        let turns = |tick: f64| format!("{tick:.2}");
        let power =
            |tick: f64| if tick.fract().abs() > 1e-6 { String::new() } else { 10f64.powf(tick.round()).to_string() };
        let axes = Axes {
            x: (0.0, 0.5, "frequency theta, turns a heap"),
            y: (floor, 0.1, "energy"),
            x_label: &turns,
            y_label: &power,
        };
        let entries = [(COMMON, "largest energy of any mask"), (RARE, "independent lines"), (ODD, "level of chance")];
        let inside = self.frame.draw(area, &axes, &entries)?;
        let (width, height) = inside.dim_in_pixel();
        let at = |theta: f64, energy: f64| {
            let y = place(energy.max(1e-12).log10().max(floor), (0.1, floor), height);
            (place(theta, (0.0, 0.5), width) as i32, y.min(f64::from(height) - 1.0) as i32)
        };
        let cells = self.energies.len() as f64;
        let envelope = self.energies.iter().enumerate().map(|(k, &energy)| at((k as f64 + 0.5) / cells / 2.0, energy));
        inside.draw(&PathElement::new(envelope.collect::<Vec<_>>(), COMMON.stroke_width(1)))?;
        let level = [at(0.0, self.found.level), at(0.5, self.found.level)];
        inside.draw(&PathElement::new(level.to_vec(), ODD.stroke_width(2)))?;
        // Strongest first, a name is written unless it would cover one that is there.
        let mut named: Vec<(i32, i32)> = Vec::new();
        for &(wave, energy) in &self.found.independent {
            let (x, y) = at(wave.theta, energy);
            inside.draw(&Circle::new((x, y), 4, RARE.filled()))?;
            if energy >= 0.01 && named.iter().all(|&(left, top)| (x - left).abs() > 70 || (y - top).abs() > 14) {
                let left = if wave.theta > 0.45 { x - 64 } else { x + 8 };
                inside.draw(&Text::new(format!("{:#x}", wave.mask), (left, y - 8), (FONT, 15)))?;
                named.push((x, y));
            }
        }
        Ok(())
    }
}
