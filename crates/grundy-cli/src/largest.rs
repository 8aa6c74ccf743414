//! The largest value of a run, as several commands show it.

use serde::Serialize;

/// The largest value and the first heap that has it.
#[derive(Serialize)]
pub struct Largest {
    pub value: u16,
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
