//! Rows as a table, for people and programs.

use crate::row::{Row, spelled};
use std::fmt::Write;

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Columns for people.
    Table,
    /// Comma-separated values, all columns.
    Csv,
    /// One JSON array.
    Json,
    /// A `tabular` for a paper.
    Latex,
}

/// The columns for people.
const SHORT: [&str; 10] =
    ["game", "status", "preperiod", "period", "saltus", "theorem", "verified", "rares", "max", "codes"];
/// All columns.
const ALL: [&str; 26] = [
    "game",
    "status",
    "preperiod",
    "period",
    "saltus",
    "theorem",
    "verified",
    "mask",
    "parity",
    "kappa",
    "rares",
    "last_rare",
    "depth",
    "max",
    "max_at",
    "observed_preperiod",
    "observed_period",
    "observed_saltus",
    "candidate",
    "frequency",
    "stuck",
    "rounds",
    "seconds",
    "sequence",
    "key",
    "codes",
];

/// The rows, in this format.
pub fn table(rows: &[Row], format: Format) -> String {
    match format {
        Format::Json => serde_json::to_string(rows).unwrap_or_default() + "\n",
        Format::Csv => csv(rows),
        Format::Latex => latex(rows),
        Format::Table => plain(rows),
    }
}

/// The text of a column of a row; empty where nothing is known.
fn cell(row: &Row, column: &str) -> String {
    let found = &row.found;
    let (period, sparse) = (found.period.as_ref(), found.sparse.as_ref());
    let observed = found.observed.map(|observed| observed.period);
    let number = |n: Option<u64>| n.map_or(String::new(), |n| n.to_string());
    match column {
        "game" => row.game.to_string(),
        "status" => row.status.to_string(),
        "preperiod" => number(period.map(|found| found.preperiod)),
        "period" => number(period.map(|found| found.period)),
        "saltus" => number(period.map(|found| found.saltus)),
        "theorem" => period.map_or(String::new(), |found| found.theorem.to_string()),
        "verified" => found.verified.to_string(),
        "mask" => sparse.map_or(String::new(), |sparse| sparse.mask.clone()),
        "parity" => number(sparse.map(|sparse| sparse.parity.into())),
        "kappa" => number(sparse.map(|sparse| sparse.kappa.into())),
        "rares" => number(sparse.map(|sparse| sparse.rares)),
        "last_rare" => number(sparse.and_then(|sparse| sparse.last_rare)),
        "depth" => number(sparse.and_then(|sparse| sparse.depth)),
        "max" => number(found.max.map(|max| max.value.into())),
        "max_at" => number(found.max.map(|max| max.at)),
        "observed_preperiod" => number(observed.map(|found| found.preperiod)),
        "observed_period" => number(observed.map(|found| found.period)),
        "observed_saltus" => number(observed.map(|found| found.saltus)),
        "candidate" => number(found.candidate),
        "frequency" => row.frequency.map_or(String::new(), |theta| format!("{theta:.7}")),
        "stuck" => found.stuck.as_ref().and_then(spelled).unwrap_or_default(),
        "key" => row.key.to_string(),
        "rounds" => row.rounds.to_string(),
        "seconds" => format!("{:.2}", row.seconds),
        "sequence" => period.and_then(|found| found.sequence.clone()).unwrap_or_default(),
        _ => row.codes(),
    }
}

fn csv(rows: &[Row]) -> String {
    let mut text = ALL.join(",") + "\n";
    for row in rows {
        let cells: Vec<String> = ALL.iter().map(|column| cell(row, column)).map(quoted).collect();
        text += &(cells.join(",") + "\n");
    }
    text
}

/// Sets have commas in them.
fn quoted(cell: String) -> String {
    if cell.contains(',') { format!("\"{cell}\"") } else { cell }
}

/// Longer lists of codes are cut for people.
const CODES: usize = 40;

fn plain(rows: &[Row]) -> String {
    let shown = |row: &Row, column: &str| {
        let text = cell(row, column);
        match (column, text.char_indices().nth(CODES)) {
            ("codes", Some(_)) => {
                let end = text[..CODES].rfind(' ').unwrap_or(0);
                format!("{} … ({} codes)", &text[..end], row.members.len())
            }
            _ => text,
        }
    };
    let columns = || SHORT.iter().filter(|&&column| column != "saltus" || rows.iter().any(|row| saltus(row) > 0));
    let mut lines: Vec<Vec<String>> = vec![columns().map(|&column| column.to_owned()).collect()];
    lines.extend(rows.iter().map(|row| columns().map(|column| shown(row, column)).collect()));
    let width = |k: usize| lines.iter().map(|line| line[k].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..lines[0].len()).map(width).collect();
    let is_number: Vec<bool> =
        columns().map(|column| !matches!(*column, "game" | "status" | "theorem" | "codes")).collect();
    let mut text = String::new();
    for line in &lines {
        let mut padded = String::new();
        for (k, cell) in line.iter().enumerate() {
            let gap = if k > 0 { "  " } else { "" };
            let width = widths[k];
            let _ = if is_number[k] {
                write!(padded, "{gap}{cell:>width$}")
            } else {
                write!(padded, "{gap}{cell:<width$}")
            };
        }
        text += padded.trim_end();
        text.push('\n');
    }
    text
}

fn saltus(row: &Row) -> u64 {
    row.found.period.as_ref().map_or(0, |found| found.saltus)
}

fn latex(rows: &[Row]) -> String {
    let columns: Vec<&str> = SHORT.into_iter().filter(|column| *column != "codes").collect();
    let mut text = String::from("\\begin{tabular}{llrrrlrrr}\n");
    text += &(columns.join(" & ") + " \\\\\n\\hline\n");
    for row in rows {
        let cells: Vec<String> = columns
            .iter()
            .map(|column| match *column {
                "game" => format!("\\texttt{{{}}}", row.game),
                column => cell(row, column),
            })
            .collect();
        text += &(cells.join(" & ") + " \\\\\n");
    }
    text + "\\end{tabular}\n"
}
