//! The structure of a quotient: printed, as JSON, as a table, as a picture.

use crate::outcome::Failure;
use grundy::misere::structure::{Structure, structure, tame};
use grundy::misere::{Monoid, picture};
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;

#[derive(Serialize)]
pub struct Document {
    tame: Option<String>,
    idempotents: Vec<String>,
    units: Vec<String>,
    kernel: Kernel,
    components: Vec<Component>,
    divisibility_classes: Vec<Vec<String>>,
    /// `[upper, lower]`, by place in `divisibility_classes`.
    divisibility_covers: Vec<(usize, usize)>,
}

#[derive(Serialize)]
struct Kernel {
    order: usize,
    identity: String,
    group: String,
    elements: Vec<String>,
}

#[derive(Serialize)]
struct Component {
    idempotent: String,
    elements: Vec<String>,
}

impl Document {
    pub fn new(q: &Monoid) -> Self {
        let s = structure(q);
        let names = |elements: &[u16]| elements.iter().map(|&x| q.name(x)).collect::<Vec<_>>();
        let component =
            |(&e, elements): (&u16, &Vec<u16>)| Component { idempotent: q.name(e), elements: names(elements) };
        Document {
            tame: tame(q).map(|n| format!("T_{n}")),
            idempotents: names(&s.idempotents),
            units: names(&s.units),
            kernel: Kernel {
                order: s.kernel.len(),
                identity: q.name(s.kernel_identity),
                group: group(&s),
                elements: names(&s.kernel),
            },
            components: s.idempotents.iter().zip(&s.components).map(component).collect(),
            divisibility_classes: s.classes.iter().map(|class| names(class)).collect(),
            divisibility_covers: s.covers,
        }
    }

    pub fn print(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "Structure")?;
        match &self.tame {
            Some(name) => writeln!(out, "  tame: isomorphic with {name}")?,
            None => writeln!(out, "  wild: isomorphic with no T_n")?,
        }
        writeln!(out, "  idempotents ({}): {}", self.idempotents.len(), self.idempotents.join(" "))?;
        writeln!(out, "  units ({}): {}", self.units.len(), self.units.join(" "))?;
        let kernel = &self.kernel;
        writeln!(
            out,
            "  kernel: {} elements, the group {} with identity {}",
            kernel.order, kernel.group, kernel.identity
        )?;
        writeln!(out, "  Archimedean components, by their idempotent:")?;
        for component in &self.components {
            writeln!(
                out,
                "    {} ({}): {}",
                component.idempotent,
                component.elements.len(),
                component.elements.join(" ")
            )?;
        }
        writeln!(out, "  classes of mutual divisibility: {}", self.divisibility_classes.len())
    }
}

/// `Z_2^3 x Z_4`.
fn group(structure: &Structure) -> String {
    let factors: Vec<String> = (structure.kernel_group.chunk_by(|a, b| a == b))
        .map(|run| if run.len() == 1 { format!("Z_{}", run[0]) } else { format!("Z_{}^{}", run[0], run.len()) })
        .collect();
    if factors.is_empty() { "of one element".to_owned() } else { factors.join(" x ") }
}

/// Writes the multiplication table as CSV: a row and a column for each element, P-positions named in the last column.
pub fn write_table(path: &Path, q: &Monoid) -> Result<(), Failure> {
    let mut text = String::from("x");
    for y in 0..q.order() as u16 {
        text.push(',');
        text.push_str(&q.name(y));
    }
    text.push_str(",outcome\n");
    for x in 0..q.order() as u16 {
        text.push_str(&q.name(x));
        for &product in q.row(x) {
            text.push(',');
            text.push_str(&q.name(product));
        }
        text.push_str(if q.is_p(x) { ",P\n" } else { ",N\n" });
    }
    write_file(path, &text)
}

/// Draws the order of mutual divisibility.
pub fn write_picture(path: &Path, q: &Monoid, title: &str) -> Result<(), Failure> {
    write_file(path, &picture::svg(q, &structure(q), title))
}

/// Writes a file, or says which one could not be written.
pub fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|error| Failure::Message(format!("cannot write {}: {error}", path.display())))
}
