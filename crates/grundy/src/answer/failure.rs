//! An answer that is none.

use schemars::JsonSchema;
use serde::Serialize;

/// Why a question has no answer, as one line for a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Failure {
    /// What kind of failure it is.
    pub status: Status,
    /// What is wrong and what is accepted.
    pub error: String,
}

/// What kind of failure it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Bad input, or something outside failed. Exit code 2.
    Error,
    /// The question is a good one, but its answer is out of reach. Exit code 1.
    Unsettled,
    /// The work was asked to stop. Exit code 130.
    Interrupted,
}
