//! The figures as the paper prints them, to compare with.

use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// The figures as printed: `table,key,field,value,source`.
const PRINTED: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/data/facts/wythoff_paper.csv"));

/// The printed figures of one table: key, then field, then value.
pub type Printed = BTreeMap<u64, BTreeMap<&'static str, &'static str>>;

/// The printed figures of a table, "1" to "6", or of a section, "3.3".
pub fn printed(table: &str) -> Printed {
    let mut figures = Printed::new();
    for line in PRINTED.lines().skip(1) {
        let mut fields = line.splitn(5, ',');
        let (Some(name), Some(key), Some(field), Some(value)) =
            (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            continue;
        };
        if name == table {
            figures.entry(key.parse().unwrap_or(0)).or_default().insert(field, value);
        }
    }
    figures
}

/// A printed figure beside the computed one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Line {
    /// Where in the paper.
    pub place: String,
    /// What is printed.
    pub printed: String,
    /// What was computed.
    pub computed: String,
    /// Whether they are the same.
    pub agrees: bool,
    /// What else is known.
    pub remark: Option<String>,
}

/// The paper's tables and figures, computed again.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct PaperAnswer {
    /// The comparisons.
    pub lines: Vec<Line>,
    /// The directory that was written to.
    pub output: String,
    /// The files that were written there.
    pub files: Vec<String>,
    /// The seconds that each part took.
    pub seconds: BTreeMap<String, f64>,
    /// The number of lines that differ.
    pub differing: usize,
}
