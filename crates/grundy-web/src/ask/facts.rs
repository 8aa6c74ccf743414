//! What the literature knows.

use crate::budget::Attention;
use crate::failed::Failed;
use crate::parameters::None;
use grundy::facts::{self, Open, PeriodRow};
use schemars::JsonSchema;
use serde::Serialize;

/// Games with and without a known period.
#[derive(Serialize, JsonSchema)]
pub struct Facts {
    /// Periods: proved, published or observed.
    periods: Vec<PeriodRow>,
    /// Games without a known period.
    open: Vec<Open>,
}

#[allow(clippy::unnecessary_wraps)] // All questions may fail.
pub fn periods(_: &None, _: &mut Attention) -> Result<Facts, Failed> {
    Ok(Facts { periods: facts::periods().to_vec(), open: facts::open().to_vec() })
}
