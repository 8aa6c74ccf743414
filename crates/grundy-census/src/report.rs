//! A catalogue as one page that needs nothing else: totals, a scatter of periods, the hardest and the most promising, a
//! table.

use crate::catalogue::Catalogue;
use crate::error::CensusError;
use crate::row::{Row, Status};
use serde_json::{Value, json};

/// The page, with a place for the data.
const PAGE: &str = include_str!("report.html");
/// That place.
const PLACE: &str = "\"DATA\"";
/// Rows of the lists above the table.
const LISTED: usize = 20;

/// The page for a catalogue.
pub fn report(catalogue: &Catalogue) -> Result<String, CensusError> {
    let rows = catalogue.rows("")?;
    let reach = |row: &&Row| row.found.period.as_ref().map(|found| found.preperiod.saturating_add(found.period));
    let mut hardest: Vec<&Row> = rows.iter().filter(|row| row.status == Status::Proved).collect();
    hardest.sort_by_key(|row| std::cmp::Reverse(reach(row)));
    let mut promising: Vec<&Row> =
        rows.iter().filter(|row| matches!(row.status, Status::Open | Status::Observed)).collect();
    promising.sort_by_cached_key(|row| row.promise());
    let games = |rows: &[&Row]| -> Vec<String> { rows.iter().take(LISTED).map(|row| row.game.to_string()).collect() };
    let data = json!({
        "family": catalogue.family()?,
        "totals": catalogue.totals()?,
        "program": env!("CARGO_PKG_VERSION"),
        "hardest": games(&hardest),
        "promising": games(&promising),
        "rows": rows.iter().map(cells).collect::<Vec<Value>>(),
    });
    // A "<" inside the data would end the script that holds it.
    let text = data.to_string().replace('<', "\\u003c");
    Ok(PAGE.replacen(PLACE, &text, 1))
}

/// The columns of the page's table.
fn cells(row: &Row) -> Value {
    let (period, sparse) = (row.found.period.as_ref(), row.found.sparse.as_ref());
    let observed = row.found.observed.map(|observed| observed.period);
    json!([
        row.game.to_string(),
        row.status,
        period.map(|found| found.preperiod).or(observed.map(|found| found.preperiod)),
        period.map(|found| found.period).or(observed.map(|found| found.period)),
        period.map(|found| found.saltus).or(observed.map(|found| found.saltus)),
        period.map(|found| found.theorem),
        row.found.verified,
        sparse.map(|sparse| sparse.rares),
        sparse.and_then(|sparse| sparse.last_rare),
        row.found.max.map(|max| max.value),
        (row.seconds * 100.0).round() / 100.0,
        row.codes(),
    ])
}
