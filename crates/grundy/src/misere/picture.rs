//! A picture of a quotient: the classes of mutual divisibility from the units down to the kernel, as SVG.

use super::monoid::Monoid;
use super::structure::Structure;
use std::fmt::Write;

/// The height of a line of text, the room between boxes and between levels, and the width of a character.
const LINE: usize = 16;
const GAP: usize = 22;
const LEVEL: usize = 46;
const CHARACTER: f64 = 7.4;
/// The width of a character of the title.
const TITLE_CHARACTER: f64 = 9.3;
/// What the colours mean.
const LEGEND: &str = "bold red: P-positions; blue: contains an idempotent; orange: kernel";
/// The largest number of elements of a class that are named.
const NAMED: usize = 12;

struct Box {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    lines: Vec<String>,
}

/// Draws the order. Classes stand as high as the longest chain from the units allows; elements of P are bold and red.
pub fn svg(q: &Monoid, structure: &Structure, title: &str) -> String {
    let count = structure.classes.len();
    let mut level = vec![0usize; count];
    // A class is numbered by its least element and every proper divisor has a class of its own; relax until stable.
    loop {
        let mut changed = false;
        for &(upper, lower) in &structure.covers {
            if level[lower] < level[upper] + 1 {
                level[lower] = level[upper] + 1;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let boxes = layout(q, structure, &level);
    // Wide enough for the boxes, the title and the legend.
    let texts = (title.chars().count() as f64 * TITLE_CHARACTER).max(LEGEND.chars().count() as f64 * CHARACTER);
    let width = boxes.iter().map(|b| b.x + b.width).fold(texts + 20.0, f64::max) + 20.0;
    let height = boxes.iter().map(|b| b.y + b.height).fold(0.0, f64::max) + 44.0;
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" viewBox=\"0 0 \
         {width:.0} {height:.0}\" font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"12\">"
    );
    let _ = writeln!(svg, "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>");
    let _ = writeln!(svg, "<text x=\"20\" y=\"26\" font-size=\"15\" fill=\"#1b2733\">{}</text>", escape(title));
    for &(upper, lower) in &structure.covers {
        let (a, b) = (&boxes[upper], &boxes[lower]);
        let _ = writeln!(
            svg,
            "<path d=\"M{:.1} {:.1} L{:.1} {:.1}\" stroke=\"#8fa1b3\" stroke-width=\"1.2\" fill=\"none\"/>",
            a.x + a.width / 2.0,
            a.y + a.height,
            b.x + b.width / 2.0,
            b.y
        );
    }
    for (class, b) in structure.classes.iter().zip(&boxes) {
        let has_idempotent = class.iter().any(|x| structure.idempotents.binary_search(x).is_ok());
        let is_kernel = class.contains(&structure.kernel_identity);
        let fill = if is_kernel {
            "#fde9c9"
        } else if has_idempotent {
            "#dcebfa"
        } else {
            "#f4f6f8"
        };
        let _ = writeln!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"5\" fill=\"{fill}\" \
             stroke=\"#51677c\"/>",
            b.x, b.y, b.width, b.height
        );
        for (k, line) in b.lines.iter().enumerate() {
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#1b2733\">{line}</text>",
                b.x + b.width / 2.0,
                b.y + (k + 1) as f64 * LINE as f64
            );
        }
    }
    let _ =
        writeln!(svg, "<text x=\"20\" y=\"{:.0}\" font-size=\"11\" fill=\"#51677c\">{LEGEND}</text>", height - 14.0);
    svg.push_str("</svg>\n");
    svg
}

fn layout(q: &Monoid, structure: &Structure, level: &[usize]) -> Vec<Box> {
    let mut boxes: Vec<Box> = structure.classes.iter().map(|class| content(q, class)).collect();
    let levels = level.iter().max().map_or(0, |&l| l + 1);
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); levels];
    for (class, &l) in level.iter().enumerate() {
        rows[l].push(class);
    }
    let width_of =
        |row: &[usize], boxes: &[Box]| row.iter().map(|&c| boxes[c].width + GAP as f64).sum::<f64>() - GAP as f64;
    let widest = rows.iter().map(|row| width_of(row, &boxes)).fold(360.0, f64::max);
    let mut y = 48.0;
    for row in &mut rows {
        // Each box goes near the middle of the boxes above it that it hangs from.
        let above = |class: usize, boxes: &[Box]| {
            let uppers: Vec<f64> = (structure.covers.iter())
                .filter(|&&(_, lower)| lower == class)
                .map(|&(upper, _)| boxes[upper].x + boxes[upper].width / 2.0)
                .collect();
            uppers.iter().sum::<f64>() / uppers.len().max(1) as f64
        };
        row.sort_by(|&a, &b| above(a, &boxes).total_cmp(&above(b, &boxes)));
        let mut x = 20.0 + (widest - width_of(row, &boxes)) / 2.0;
        let mut tallest = 0.0f64;
        for &class in row.iter() {
            boxes[class].x = x;
            boxes[class].y = y;
            x += boxes[class].width + GAP as f64;
            tallest = tallest.max(boxes[class].height);
        }
        y += tallest + LEVEL as f64;
    }
    boxes
}

/// The names of a class, a few to a line.
fn content(q: &Monoid, class: &[u16]) -> Box {
    let mut lines = Vec::new();
    let mut longest = 0;
    let named = if class.len() > NAMED { NAMED - 1 } else { class.len() };
    for chunk in class[..named].chunks(4) {
        let names: Vec<String> = chunk.iter().map(|&x| q.name(x)).collect();
        longest = longest.max(names.join("  ").len());
        let show = |(name, &x): (&String, &u16)| {
            let text = superscripts(name);
            if q.is_p(x) { format!("<tspan font-weight=\"bold\" fill=\"#c0392b\">{text}</tspan>") } else { text }
        };
        lines.push(names.iter().zip(chunk).map(show).collect::<Vec<_>>().join("\u{a0}\u{a0}"));
    }
    if named < class.len() {
        lines.push(format!("… {} more", class.len() - named));
        longest = longest.max(12);
    }
    let height = (lines.len() * LINE + 8) as f64;
    Box { x: 0.0, y: 0.0, width: longest as f64 * CHARACTER + 18.0, height, lines }
}

/// `b^12` as b¹².
fn superscripts(name: &str) -> String {
    let mut raised = false;
    let mut text = String::new();
    for c in name.chars() {
        match c.to_digit(10) {
            _ if c == '^' => raised = true,
            Some(d) if raised => text.push(['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][d as usize]),
            _ => {
                raised = false;
                text.push(c);
            }
        }
    }
    text
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
