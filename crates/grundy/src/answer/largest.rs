//! The largest value of a run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The largest value and the first heap that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Largest {
    /// The value.
    pub value: u16,
    /// The first heap that has it.
    pub at: u64,
}

impl Largest {
    /// Among `values = G(0), G(1), …`.
    pub fn of(values: &[u16]) -> Option<Self> {
        let value = *values.iter().max()?;
        let at = values.iter().take_while(|&&v| v != value).count() as u64;
        Some(Largest { value, at })
    }
}
