//! The catalogue of a census.

use crate::budget::Attention;
use crate::failed::Failed;
use crate::parameters::None;
use grundy_census::{Catalogue, Row};

/// All its classes, as they are now: the census may be going on.
pub fn rows(_: &None, attention: &mut Attention) -> Result<Vec<Row>, Failed> {
    let Some(path) = attention.census() else {
        return Err(Failed::OutOfReach("no catalogue was named; start with grundy serve --census FILE".to_owned()));
    };
    let rows = Catalogue::look(path).and_then(|catalogue| catalogue.rows(""));
    rows.map_err(|error| Failed::OutOfReach(error.to_string()))
}
