//! What the library answers: every question returns a documented type that serde writes as JSON, with a JSON schema.
//!
//! The types stand here or beside their subject; [`schemas`] lists them all. The command `--json`, the server and the
//! Python package render these types and nothing else.
//!
//! ```
//! let schemas = grundy::answer::schemas();
//! assert_eq!(schemas["game"].as_value()["type"], "string");
//! ```

mod analysis;
mod description;
mod failure;
mod largest;
mod outcomes;
mod picture;
mod solution;
mod values;

pub use crate::position::Answer as Position;
pub use analysis::{Analysis, RareHeap};
pub use description::{Description, Equivalent, StandardForm};
pub use failure::{Failure, Status};
pub use largest::Largest;
pub use outcomes::{ForEver, Outcomes};
pub use picture::Picture;
pub use solution::{Ended, Limits, Observed, Solution, SparseSpace, Status as SolutionStatus};
pub use values::Values;

use crate::names::Named;
use crate::spectrum::Report;
use crate::{Game, census, coins, graph, misere, nimber, play, run, wythoff};
use schemars::{Schema, schema_for};
use serde::Serialize;
use std::collections::BTreeMap;

/// An answer as JSON, in one line.
///
/// ```
/// use grundy::{Game, answer, watch::Unwatched};
/// let kayles: Game = "kayles".parse()?;
/// let text = answer::json(&kayles.values(0..4, &mut Unwatched)?);
/// assert!(text.contains(r#""values":[0,1,2,3]"#));
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn json(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("every answer has text for its keys")
}

/// The JSON schema of every answer, by the answer's name.
pub fn schemas() -> BTreeMap<&'static str, Schema> {
    let own = [
        ("analyze", schema_for!(Analysis)),
        ("census_receipt", schema_for!(census::Receipt)),
        ("census_step", schema_for!(census::Step)),
        ("describe", schema_for!(Description)),
        ("error", schema_for!(Failure)),
        ("game", schema_for!(Game)),
        ("games", schema_for!(Vec<Named>)),
        ("job", schema_for!(run::job::Job)),
        ("merge", schema_for!(run::receipts::Merged)),
        ("outcomes", schema_for!(Outcomes)),
        ("plot", schema_for!(Picture)),
        ("position", schema_for!(Position)),
        ("receipt", schema_for!(run::job::Receipt)),
        ("rules", schema_for!(graph::GraphValues)),
        ("solve", schema_for!(Solution)),
        ("spectrum", schema_for!(Report)),
        ("status", schema_for!(run::Status)),
        ("values", schema_for!(Values)),
        ("verify", schema_for!(run::Verification)),
        ("work", schema_for!(run::Worked)),
    ];
    let fields = wythoff::schemas().into_iter().chain(nimber::schemas()).chain(coins::schemas());
    own.into_iter().chain(fields).chain(misere::answer::schemas()).chain(play::schemas()).collect()
}
