//! What the library answers: every question returns a documented type that serde writes as JSON, with a JSON schema.
//!
//! The types stand here or beside their subject; [`schemas`] lists them all. The command `--json`, the server and the
//! Python package render these types and nothing else.
//!
//! ```
//! let schemas = grundy::answer::schemas();
//! assert_eq!(schemas["game"].as_value()["type"], "string");
//! ```

mod failure;

pub use failure::{Failure, Status};

use crate::Game;
use crate::run;
use schemars::{Schema, schema_for};
use std::collections::BTreeMap;

/// The JSON schema of every answer, by the answer's name.
pub fn schemas() -> BTreeMap<&'static str, Schema> {
    BTreeMap::from([
        ("error", schema_for!(Failure)),
        ("game", schema_for!(Game)),
        ("status", schema_for!(run::Status)),
        ("verification", schema_for!(run::Verification)),
    ])
}
