//! The ladder of one game as a table: for a terminal, for Markdown (the same text), and as JSON.

use super::contestant::Contestant;
use super::machine;
use super::measure::Measurement;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// One game.
#[derive(JsonSchema, Serialize)]
pub struct Table {
    pub game: String,
    #[serde(rename = "n")]
    pub count: u64,
    pub warmup: u64,
    /// None for a dense game.
    pub rares: Option<usize>,
    pub clock: Clock,
    /// The kernel of the instructions that were counted, if they were.
    pub counted_kernel: Option<String>,
    /// The rows that all are compared with, where they ran.
    #[serde(skip)]
    pub opponents: [&'static str; 2],
    #[serde(skip)]
    pub rows: Vec<Row>,
}

/// What is timed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, JsonSchema, Serialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Clock {
    /// The time that passes
    #[default]
    Wall,
    /// For a busy machine: the time on a processor, for contestants with one thread; the others have the wall clock
    Cpu,
}

impl Clock {
    /// The time of a measurement by this clock.
    pub fn seconds(self, measured: &Measurement) -> f64 {
        match self {
            Clock::Wall => measured.seconds,
            Clock::Cpu => measured.cpu_seconds.unwrap_or(measured.seconds),
        }
    }
}

/// One contestant.
#[derive(JsonSchema, Serialize)]
pub struct Row {
    #[serde(rename = "engine")]
    pub name: &'static str,
    pub kernel: String,
    pub threads: usize,
    pub speculative: bool,
    /// By the clock of the table.
    pub seconds: f64,
    pub values_per_second: f64,
    pub work_per_value: f64,
    /// By callgrind, where it was asked for and means something.
    pub instructions_per_value: Option<f64>,
    /// What the paper printed for this rung and Officers, and on how many threads.
    pub published_values_per_second: Option<u64>,
    pub published_threads: Option<usize>,
    pub hash: String,
    /// Whether the hash is that of the exact engine.
    pub agrees: bool,
}

impl Row {
    pub fn new(
        contestant: Contestant,
        measured: &Measurement,
        seconds: f64,
        count: u64,
        agrees: bool,
        instructions_per_value: Option<f64>,
    ) -> Self {
        let timed = (count - measured.warmup) as f64;
        Row {
            name: contestant.name(),
            kernel: contestant.kernel().to_string(),
            threads: contestant.threads(),
            speculative: contestant.is_speculative(),
            seconds,
            values_per_second: timed / seconds,
            work_per_value: measured.work as f64 / timed,
            instructions_per_value,
            published_values_per_second: None,
            published_threads: None,
            hash: format!("{:016x}", measured.hash),
            agrees,
        }
    }
}

impl Row {
    /// The same with what the paper printed for a rung, if it is one and the game is that of the paper.
    #[must_use]
    pub fn beside_the_paper(self, game: &str, contestant: Contestant) -> Self {
        let published = match contestant {
            Contestant::Rung(rung) if game == ".6" => Some(rung.published()),
            _ => None,
        };
        Row {
            published_values_per_second: published.map(|(rate, _)| rate),
            published_threads: published.map(|(_, threads)| threads),
            ..self
        }
    }
}

impl Table {
    /// How many times faster a row is than each opponent.
    fn ratios(&self, row: &Row) -> [Option<f64>; 2] {
        let opponent = |name| self.rows.iter().find(|row| row.name == name);
        self.opponents.map(|name| Some(row.values_per_second / opponent(name)?.values_per_second))
    }

    /// Markdown that is aligned for the eye.
    pub fn text(&self) -> String {
        let number = |value: Option<f64>, digits| value.map_or("-".to_owned(), |value| format!("{value:.digits$}"));
        let [first, second] = self.opponents.map(|name| format!("to {name}"));
        let head =
            ["rung", "values", "kernel", "threads", "values/s", &first, &second, "work/value", "instr/value", "hash"];
        let mut cells = vec![head.map(str::to_owned)];
        cells.extend(self.rows.iter().map(|row| {
            let [first, second] = self.ratios(row);
            [
                row.name.to_owned(),
                if row.speculative { "assumed" } else { "proved" }.to_owned(),
                row.kernel.clone(),
                row.threads.to_string(),
                format!("{:.0}", row.values_per_second),
                number(first, 2),
                number(second, 2),
                number(Some(row.work_per_value), 1),
                number(row.instructions_per_value, 0),
                if row.agrees { row.hash.clone() } else { format!("{} DIFFERS", row.hash) },
            ]
        }));
        let width: [usize; 10] =
            std::array::from_fn(|column| cells.iter().map(|row| row[column].len()).max().unwrap_or(0));
        let mut text = format!(
            "## {}\n\n{} values, {}; the {} clock starts at heap {}.\n\n",
            self.game,
            self.count,
            self.rares.map_or("dense".to_owned(), |rares| format!("{rares} rares")),
            if self.clock == Clock::Wall { "wall" } else { "processor" },
            self.warmup
        );
        if let Some(kernel) = &self.counted_kernel {
            let _ =
                write!(text, "Instructions are counted with the kernel {kernel}: callgrind knows nothing wider.\n\n");
        }
        for (line, row) in cells.iter().enumerate() {
            for (column, cell) in row.iter().enumerate() {
                let width = width[column];
                let _ =
                    if is_text(column) { write!(text, "| {cell:<width$} ") } else { write!(text, "| {cell:>width$} ") };
            }
            text.push_str("|\n");
            if line == 0 {
                for (column, &width) in width.iter().enumerate() {
                    let rule = "-".repeat(width + 1);
                    let _ = if is_text(column) { write!(text, "|{rule}-") } else { write!(text, "|{rule}:") };
                }
                text.push_str("|\n");
            }
        }
        let printed = |row: &Row| {
            let (rate, threads) = (row.published_values_per_second?, row.published_threads?);
            let threads = if threads == 1 { String::new() } else { format!(" ({threads} threads)") };
            Some(format!("{} {rate}{threads}", row.name))
        };
        let printed: Vec<String> = self.rows.iter().filter_map(printed).collect();
        if !printed.is_empty() {
            let _ = write!(text, "\nThe paper printed, in values/s on its machine: {}.\n", printed.join(", "));
        }
        text.push('\n');
        text
    }
}

/// Columns of words are flush left, numbers flush right.
fn is_text(column: usize) -> bool {
    matches!(column, 0..=2 | 9)
}

/// The ladder of several games.
#[derive(JsonSchema, Serialize)]
pub struct Document<'a> {
    cpu: String,
    commit: String,
    /// How busy the machine was.
    load: Option<String>,
    games: Vec<Ladder<'a>>,
}

/// The ladder of one game.
#[derive(JsonSchema, Serialize)]
struct Ladder<'a> {
    #[serde(flatten)]
    table: &'a Table,
    rows: Vec<Rung<'a>>,
}

/// A contestant beside its opponents.
#[derive(JsonSchema, Serialize)]
struct Rung<'a> {
    #[serde(flatten)]
    row: &'a Row,
    /// How many times the speed of an opponent, as `to_` and its name; null where it did not run.
    #[serde(flatten)]
    ratios: BTreeMap<String, Option<f64>>,
}

/// All tables as one JSON document.
pub fn document(tables: &[Table]) -> Document<'_> {
    Document {
        cpu: machine::cpu(),
        commit: machine::commit(),
        load: machine::load(),
        games: tables.iter().map(Ladder::new).collect(),
    }
}

impl<'a> Ladder<'a> {
    fn new(table: &'a Table) -> Self {
        let rung = |row| {
            let names = table.opponents.iter().map(|name| format!("to_{}", name.replace('-', "_")));
            Rung { row, ratios: names.zip(table.ratios(row)).collect() }
        };
        Ladder { table, rows: table.rows.iter().map(rung).collect() }
    }
}
