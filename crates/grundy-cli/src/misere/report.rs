//! What a search found, in words: how the quotient grew, and its presentation.

use grundy::misere::Presentation;
use std::io::{self, Write};

/// `1:2 3:6`.
pub fn spell_growth(growth: &[(u32, usize)], last: usize) -> String {
    let shown = &growth[growth.len().saturating_sub(last)..];
    let dots = if shown.len() < growth.len() { "… " } else { "" };
    format!("{dots}{}", shown.iter().map(|(heap, order)| format!("{heap}:{order}")).collect::<Vec<_>>().join(" "))
}

/// The largest number of lines of values that are printed.
const ROWS: usize = 24;

/// Prints generators, relations and P, lines of at most 100 characters; `what` is the kind of thing that is numbered.
pub fn print_quotient(out: &mut impl Write, presentation: &Presentation, what: &str) -> io::Result<()> {
    let generators: Vec<String> = presentation.generators.iter().map(|g| g.name.clone()).collect();
    let heaps: Vec<String> = presentation.generators.iter().map(|g| format!("{} = {what}{}", g.name, g.heap)).collect();
    wrap(out, "Generators: ", &heaps, "")?;
    wrap(out, &format!("Q = < {} | ", generators.join(", ")), &presentation.relations, " >")?;
    wrap(out, "P = { ", &presentation.p_portion, " }")
}

/// The same with the values of heaps.
pub fn print_presentation(out: &mut impl Write, presentation: &Presentation, row: usize) -> io::Result<()> {
    print_quotient(out, presentation, "heap ")?;
    let widest = presentation.phi.iter().map(|name| name.chars().count()).max().unwrap_or(1);
    // Whole periods to a line, where they fit.
    let fit = (96 / (widest + 1)).max(1);
    let row = if row <= fit { row * (12 / row).clamp(1, fit / row) } else { fit.min(10) };
    let number = presentation.phi.len().to_string().len();
    writeln!(out, "Phi, heaps 1 to {}:", presentation.phi.len())?;
    for (k, names) in presentation.phi.chunks(row).enumerate().take(ROWS) {
        write!(out, "  {:>number$}:", k * row + 1)?;
        for name in names {
            write!(out, " {name:>widest$}")?;
        }
        writeln!(out)?;
    }
    if presentation.phi.len() > ROWS * row {
        writeln!(out, "  … and {} more heaps (--json has all)", presentation.phi.len() - ROWS * row)?;
    }
    Ok(())
}

/// Prints items between a head and a tail, at most about 100 characters to a line.
fn wrap(out: &mut impl Write, head: &str, items: &[String], tail: &str) -> io::Result<()> {
    let mut line = head.to_owned();
    for (k, item) in items.iter().enumerate() {
        if line.chars().count() + item.chars().count() > 98 {
            writeln!(out, "{}", line.trim_end())?;
            "      ".clone_into(&mut line);
        }
        line.push_str(item);
        if k + 1 < items.len() {
            line.push_str(", ");
        }
    }
    writeln!(out, "{line}{tail}")
}
