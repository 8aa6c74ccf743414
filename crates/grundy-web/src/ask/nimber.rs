//! Questions about nimbers.

use crate::api::Sent;
use crate::budget::{Attention, Budget};
use crate::failed::Failed;
use crate::parameters::Count;
use grundy::nimber::{self, Nim16, expression};
use schemars::JsonSchema;
use serde::Deserialize;

/// An expression.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Expression {
    /// Sums, products, quotients, powers and functions of nimbers: `3141 * 5926`, `sqrt(5)`, `log(7, 2)`.
    #[schemars(example = &"3141 * 5926")]
    expression: String,
}

/// The longest expression.
const LONGEST: u64 = 4096;

pub fn calculate(asked: &Expression, attention: &mut Attention) -> Result<expression::NimberAnswer, Failed> {
    Budget::within("characters of an expression", asked.expression.len() as u64, LONGEST)?;
    Ok(expression::calculate(&asked.expression, attention)?)
}

/// A table.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Size {
    /// Rows and columns.
    size: Option<Count>,
}

pub fn table(asked: &Size, _: &mut Attention) -> Result<Sent, Failed> {
    let size = Budget::within("rows", asked.size.map_or(256, |size| size.0), nimber::LARGEST_TABLE)? as u16;
    let row = |a: u16| (0..size).map(move |b| (Nim16::new(a) * Nim16::new(b)).get());
    Ok(Sent::words((0..size).flat_map(row)))
}
