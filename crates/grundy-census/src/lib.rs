//! The catalogue of a census: what `grundy::census` finds, kept in a database, carried on for months, shown as tables
//! and pages.
//!
//! ```text
//! family --classes--> Catalogue (one file) --campaign: the next step of a class--> receipt --> Catalogue
//!                                                 \--long ones: a run in a directory beside it
//! ```
//!
//! It is a crate of its own because of what it depends on: the library reads and writes no files but those of long
//! runs, and whoever embeds it should not have to build a database.
//!
//! ```
//! use grundy_census::{Campaign, Catalogue};
//! use grundy::watch::Unwatched;
//! # let dir = tempfile::tempdir().unwrap();
//! # let path = dir.path().join("octal-1.db");
//! let mut catalogue = Catalogue::create(&path, &"octal:1".parse()?, &mut Unwatched)?;
//! let campaign = Campaign { last_round: Some(0), ..Campaign::default() };
//! campaign.run(&mut catalogue, &mut Unwatched, &|_| {})?;
//! assert_eq!(catalogue.totals()?.proved, 10);
//! assert_eq!(catalogue.rows("period = 34")?[0].game.to_string(), ".4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod campaign;
mod catalogue;
mod certificate;
mod difference;
mod entry;
mod error;
mod exchange;
mod merge;
mod report;
mod row;
mod table;

pub use campaign::{Campaign, Only, Standing};
pub use catalogue::{Catalogue, Totals};
pub use difference::{Change, Difference, difference};
pub use entry::{Done, Entry};
pub use error::CensusError;
pub use exchange::{export, import};
pub use merge::Merged;
pub use report::report;
pub use row::{Member, Row, Status};
pub use table::{Format, table};

use schemars::{Schema, schema_for};
use std::collections::BTreeMap;

/// The JSON schema of every answer about a catalogue, by the answer's name.
pub fn schemas() -> BTreeMap<&'static str, Schema> {
    BTreeMap::from([
        ("census", schema_for!(Totals)),
        ("census_class", schema_for!(Entry)),
        ("census_diff", schema_for!(Difference)),
        ("census_merge", schema_for!(Merged)),
        ("census_show", schema_for!(Vec<Row>)),
    ])
}
