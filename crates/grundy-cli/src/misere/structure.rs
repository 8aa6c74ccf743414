//! The structure of a quotient, in words.

use grundy::misere::answer::Parts;
use std::io::{self, Write};

/// Prints a quotient taken apart.
pub fn print(out: &mut impl Write, parts: &Parts) -> io::Result<()> {
    writeln!(out, "Structure")?;
    match &parts.tame {
        Some(name) => writeln!(out, "  tame: isomorphic with {name}")?,
        None => writeln!(out, "  wild: isomorphic with no T_n")?,
    }
    writeln!(out, "  idempotents ({}): {}", parts.idempotents.len(), parts.idempotents.join(" "))?;
    writeln!(out, "  units ({}): {}", parts.units.len(), parts.units.join(" "))?;
    let kernel = &parts.kernel;
    writeln!(out, "  kernel: {} elements, the group {} with identity {}", kernel.order, kernel.group, kernel.identity)?;
    writeln!(out, "  Archimedean components, by their idempotent:")?;
    for component in &parts.components {
        writeln!(out, "    {} ({}): {}", component.idempotent, component.elements.len(), component.elements.join(" "))?;
    }
    writeln!(out, "  classes of mutual divisibility: {}", parts.divisibility_classes.len())
}
