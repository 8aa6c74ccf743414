//! What the literature knows about games, each fact with its source, and its errors with the right value.
//!
//! The facts are the CSV files of `data/facts`, built into the library and read when first asked for. [`about`]
//! collects what they say of one game, also through games that are the same up to a shift; the tables as a whole are
//! there for tests: every engine that can run a game is run on all facts of it.
//!
//! ```
//! use grundy::facts::{self, Verdict};
//! assert!(matches!(facts::about(&".106".parse()?).verdict, Verdict::Periodic(_)));
//! assert!(facts::periods().iter().all(|row| !row.source.is_empty()));
//! # Ok::<(), grundy::GameError>(())
//! ```

mod known;
mod record;
mod words;

pub use known::{Known, Relative, Settled, Verdict, about};
pub use record::{
    Equivalence, Erratum, Open, Openness, OptionsRow, OutcomeRow, PeriodRow, SparseRow, Statement, Status, Subject,
    ValuesRow,
};

use serde::de::DeserializeOwned;
use std::sync::LazyLock;

macro_rules! tables {
    ($($(#[$doc:meta])* $name:ident: $row:ty = $file:literal;)*) => {$(
        $(#[$doc])*
        pub fn $name() -> &'static [$row] {
            static ROWS: LazyLock<Vec<$row>> =
                LazyLock::new(|| read($file, include_str!(concat!("../../data/facts/", $file))));
            &ROWS
        }
    )*};
}

tables! {
    /// Periods, proved, published and observed.
    periods: PeriodRow = "periods.csv";
    /// Periods of outcomes.
    outcomes: OutcomeRow = "outcomes.csv";
    /// Nim-sequences.
    values: ValuesRow = "values.csv";
    /// Games that are the same up to a shift.
    equivalences: Equivalence = "equivalences.csv";
    /// Games without a known period.
    open: Open = "open.csv";
    /// Sparse spaces and rare heaps.
    sparse: SparseRow = "sparse.csv";
    /// Errors in the literature.
    errata: Erratum = "errata.csv";
    /// The options of some heaps.
    options: OptionsRow = "options.csv";
    /// Statements about games and classes of games.
    literature: Statement = "literature.csv";
}

/// Reads an embedded table; the tests read every one, so a row that does not fit never leaves the workshop.
fn read<T: DeserializeOwned>(file: &str, text: &str) -> Vec<T> {
    let rows = csv::Reader::from_reader(text.as_bytes()).into_deserialize();
    rows.map(|row| row.unwrap_or_else(|error| panic!("data/facts/{file}: {error}"))).collect()
}
