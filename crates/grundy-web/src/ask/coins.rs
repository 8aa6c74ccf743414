//! Questions about coins.

use crate::budget::Attention;
use crate::failed::Failed;
use crate::parameters::None;
use grundy::coins::{self, NamedGame};

#[allow(clippy::unnecessary_wraps)] // All questions may fail.
pub fn list(_: &None, _: &mut Attention) -> Result<Vec<NamedGame>, Failed> {
    Ok(coins::list())
}
