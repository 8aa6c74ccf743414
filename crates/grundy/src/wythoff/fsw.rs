//! Algorithm FSW (finite-state Wythoff) word for word: the state is that of Definition 3.7 of the paper, kept in
//! ordered sets. [`super::front::Front`] is the same machine on bitsets and is tested against this one.

use super::Point;
use super::golden::over_phi_up;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeSet;

/// The state of a row: for each `h <= g`, everything relative to the number of 0-points below the row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct State {
    /// `index_h(r) - index_0(r)`.
    pub n_index: Vec<i64>,
    /// The first diagonal without an h-point.
    pub n_firstd: Vec<i64>,
    /// Occupied diagonals after the first empty one.
    pub n_ocdiag: Vec<BTreeSet<i64>>,
    /// Cells from the first empty diagonal on that lie above an h-point.
    pub n_occol: Vec<BTreeSet<i64>>,
}

impl State {
    /// The dummy state (3-8): the right indices, everything else flat.
    #[cfg(test)]
    pub(super) fn dummy(n_index: &[i64]) -> State {
        let empty = vec![BTreeSet::new(); n_index.len()];
        State { n_index: n_index.to_vec(), n_firstd: n_index.to_vec(), n_ocdiag: empty.clone(), n_occol: empty }
    }

    /// Fills row `r` with the values of `insert` (in increasing order) and becomes the state of row `r + 1`.
    pub fn step(&mut self, r: u64, insert: &[usize]) -> Vec<Point> {
        let zero = over_phi_up(r) as i64;
        let mut taken = BTreeSet::new();
        let mut points = Vec::new();
        for &h in insert {
            let mut d = self.n_firstd[h];
            while self.n_ocdiag[h].contains(&d) || self.n_occol[h].contains(&d) || taken.contains(&d) {
                d += 1;
            }
            let (n, b) = (self.n_index[h] + zero, r as i64 + d + zero);
            points.push(Point { g: h as u32, n: n as u64, a: r, b: b as u64 });
            self.n_index[h] += 1;
            self.n_ocdiag[h].insert(d);
            self.n_occol[h].insert(d);
            taken.insert(d);
            while self.n_ocdiag[h].contains(&self.n_firstd[h]) {
                self.n_firstd[h] += 1;
            }
        }
        // The next row lies one higher, and one diagonal further when its 0-point is passed.
        let renormalize = i64::from(self.n_index[0] == 1);
        for h in 0..self.n_index.len() {
            let first = self.n_firstd[h];
            let keep = |set: &BTreeSet<i64>, shift: i64| -> BTreeSet<i64> {
                set.iter().map(|d| d - shift).filter(|&d| d >= first).map(|d| d - renormalize).collect()
            };
            self.n_ocdiag[h] = keep(&self.n_ocdiag[h], 0);
            self.n_occol[h] = keep(&self.n_occol[h], 1);
            self.n_index[h] -= renormalize;
            self.n_firstd[h] -= renormalize;
        }
        points
    }
}
