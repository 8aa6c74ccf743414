//! What do the first values of a game look like?

use super::Largest;
use crate::error::Error;
use crate::game::Game;
use crate::sparse::{self, Statistics};
use crate::watch::Watch;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// The sparse space of a game and other statistics of its first values.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Analysis {
    /// The game as it was written.
    pub game: String,
    /// Its canonical spelling.
    pub canonical: Game,
    /// How many values were looked at, from heap 0 on.
    pub n: u64,
    /// The largest value.
    pub max: Option<Largest>,
    /// The best sparse space and what it does; none where every space leaves more than a quarter of the heaps rare.
    pub sparse: Option<Statistics>,
    /// How many heaps have each value.
    pub histogram: BTreeMap<u16, u64>,
    /// The values of the histogram that are rare at every heap that has them.
    pub rare_values: Vec<u16>,
    /// The rare heaps and their values, ascending, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rare_heaps: Option<Vec<RareHeap>>,
}

/// A rare heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RareHeap {
    /// The heap.
    pub heap: u64,
    /// Its value.
    pub value: u16,
}

impl Game {
    /// Looks at the first `n` values, and lists the rare heaps.
    pub fn analyze_rares(&self, n: u64, watch: &mut dyn Watch) -> Result<Analysis, Error> {
        self.analyze_with(n, true, watch)
    }

    /// Looks at the first `n` values.
    ///
    /// ```
    /// use grundy::{Game, watch::Unwatched};
    /// let game: Game = ".106".parse()?;
    /// let analysis = game.analyze(10_000, &mut Unwatched)?;
    /// let sparse = analysis.sparse.unwrap();
    /// assert_eq!((sparse.mask.as_str(), sparse.rares, sparse.last_rare), ("0xd", 15, Some(1103)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn analyze(&self, n: u64, watch: &mut dyn Watch) -> Result<Analysis, Error> {
        self.analyze_with(n, false, watch)
    }

    fn analyze_with(&self, n: u64, lists: bool, watch: &mut dyn Watch) -> Result<Analysis, Error> {
        let rules = self.rules();
        let values = self.sequence(n, watch)?.into_values(n)?;
        let mut histogram = BTreeMap::new();
        for &value in &values {
            *histogram.entry(value).or_insert(0) += 1;
        }
        let space = sparse::find(rules, &values);
        let sparse = match space {
            Some(space) => Some(sparse::measure(rules, &values, space, watch)?),
            None => None,
        };
        let mut common: BTreeMap<u16, bool> = BTreeMap::new();
        for (heap, &value) in (0..).zip(&values) {
            *common.entry(value).or_default() |= space.is_none_or(|space| space.is_common(heap, value));
        }
        let rare = |heap: u64| RareHeap { heap, value: values[heap as usize] };
        Ok(Analysis {
            game: self.written(),
            canonical: self.clone(),
            n,
            max: Largest::of(&values),
            sparse,
            histogram,
            rare_values: common.into_iter().filter(|&(_, is_common)| !is_common).map(|(value, _)| value).collect(),
            rare_heaps: lists.then(|| space.map_or(Vec::new(), |space| space.rares(&values).map(rare).collect())),
        })
    }
}
