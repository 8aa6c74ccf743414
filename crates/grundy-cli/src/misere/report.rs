//! What a search found, in words: the presentation, or how far it came and what it saw.

use grundy::misere::presentation::Presentation;
use grundy::misere::{Solution, Stuck, Unresolved, Word};
use serde::Serialize;
use std::io::{self, Write};

/// Why a game is not solved.
#[derive(Serialize)]
pub struct Evidence {
    /// `diagonal`, `size-limit`, `regular-growth`, `heap-limit` or `stopped`.
    pub reason: &'static str,
    /// One sentence.
    pub text: String,
    /// The first heap whose partial quotient was not found.
    pub stuck_at: Option<u32>,
    /// The last word that a candidate got wrong: `[heap, how many]`, largest heap first.
    pub failure_word: Option<Word>,
}

/// Names what was seen; nothing of this is proved.
pub fn evidence(solution: &Solution) -> Option<Evidence> {
    let why = solution.period.as_ref().err()?;
    let next = solution.heaps() + 1;
    let regular = regular_growth(&solution.growth);
    let (reason, text, stuck_at, failure_word) = match why {
        Unresolved::Stuck(Stuck::Diagonal(word)) => (
            "diagonal",
            format!(
                "with heap {next}, failure words such as {} have ever more of two heaps side by side, as in an infinite quotient (`grundy misere infinite` may decide it)",
                spell(word)
            ),
            Some(next),
            Some(word.clone()),
        ),
        _ if regular.is_some() => ("regular-growth", regular.unwrap_or_default(), None, None),
        Unresolved::Stuck(Stuck::TooLarge(word)) => (
            "size-limit",
            match word {
                Some(word) => {
                    format!(
                        "with heap {next}, setting right the failure word {} takes a candidate beyond the size limit",
                        spell(word)
                    )
                }
                None => format!("with heap {next}, the first candidate is beyond the size limit"),
            },
            Some(next),
            word.clone(),
        ),
        Unresolved::Stuck(Stuck::Stopped) => ("stopped", format!("stopped at heap {next}"), None, None),
        Unresolved::Heaps => {
            ("heap-limit", format!("no period is proved by the heaps up to {}", solution.heaps()), None, None)
        }
    };
    Some(Evidence { reason, text, stuck_at, failure_word })
}

/// Orders that grow with constant second differences at regularly spaced heaps, the mark of algebraic periodicity: some
/// stride `s` has `h(i+s) - h(i)` and `q(i+2s) - 2 q(i+s) + q(i)` constant over the last changes.
fn regular_growth(growth: &[(u32, usize)]) -> Option<String> {
    for stride in 1..=6 {
        let needed = 3 * stride + 5;
        if growth.len() < needed {
            return None;
        }
        let tail = &growth[growth.len() - needed..];
        let spacing = |i: usize| tail[i + stride].0 - tail[i].0;
        let bend = |i: usize| tail[i + 2 * stride].1 as i64 - 2 * tail[i + stride].1 as i64 + tail[i].1 as i64;
        let same_spacing = (0..needed - stride).all(|i| spacing(i) == spacing(0));
        let same_bend = (0..needed - 2 * stride).all(|i| bend(i) == bend(0));
        if same_spacing && same_bend {
            return Some(format!(
                "the order grows {} every {} heaps, as in algebraic periodicity (infinitely many generators)",
                if bend(0) == 0 {
                    "linearly".to_owned()
                } else {
                    format!("quadratically (second difference {})", bend(0))
                },
                spacing(0)
            ));
        }
    }
    None
}

/// `34^9 30^10 25`.
pub fn spell(word: &Word) -> String {
    let part = |&(heap, count): &(u32, u32)| if count == 1 { heap.to_string() } else { format!("{heap}^{count}") };
    word.0.iter().map(part).collect::<Vec<_>>().join(" ")
}

/// `1:2 3:6`.
pub fn spell_growth(growth: &[(u32, usize)], last: usize) -> String {
    let shown = &growth[growth.len().saturating_sub(last)..];
    let dots = if shown.len() < growth.len() { "… " } else { "" };
    format!("{dots}{}", shown.iter().map(|(heap, order)| format!("{heap}:{order}")).collect::<Vec<_>>().join(" "))
}

/// At most so many lines of values are printed.
const ROWS: usize = 24;

/// Prints generators, relations, P and the values of heaps, lines of at most 100 characters.
pub fn print_presentation(out: &mut impl Write, presentation: &Presentation, row: usize) -> io::Result<()> {
    let generators: Vec<String> = presentation.generators.iter().map(|g| g.name.clone()).collect();
    let heaps: Vec<String> = presentation.generators.iter().map(|g| format!("{} = heap {}", g.name, g.heap)).collect();
    wrap(out, "Generators: ", &heaps, "")?;
    wrap(out, &format!("Q = < {} | ", generators.join(", ")), &presentation.relations, " >")?;
    wrap(out, "P = { ", &presentation.p_portion, " }")?;
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
