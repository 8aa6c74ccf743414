//! Algorithm WSG as the paper's pseudo-code has it, on hash sets: an oracle for `super::wsg`, and what its speed is
//! measured against. The one liberty taken: the search for a diagonal starts at the first one that is still empty, not
//! at 0, or the time would be quadratic. Nothing is ever forgotten: memory grows with the rows.

use super::Point;
use crate::watch::{Progress, Stopped, Watch};
use std::collections::HashSet;

/// Tells `place` all h-points, `h <= g`, in rows `0 .. rows`.
pub fn wsg(g: u32, rows: u64, watch: &mut dyn Watch, mut place: impl FnMut(Point)) -> Result<(), Stopped> {
    let lanes = g as usize + 1;
    let mut columns: Vec<HashSet<u64>> = vec![HashSet::new(); lanes];
    let mut diagonals: Vec<HashSet<u64>> = vec![HashSet::new(); lanes];
    let mut counts = vec![0; lanes];
    let mut first_empty = vec![0; lanes];
    for row in 0..rows {
        watch.at(Progress::new("rows", row, rows))?;
        let mut taken = HashSet::new();
        for h in 0..lanes {
            if columns[h].contains(&row) {
                continue;
            }
            let mut d = first_empty[h];
            while taken.contains(&d) || columns[h].contains(&(row + d)) || diagonals[h].contains(&d) {
                d += 1;
            }
            place(Point { g: h as u32, n: counts[h], a: row, b: row + d });
            counts[h] += 1;
            taken.insert(d);
            columns[h].insert(row + d);
            diagonals[h].insert(d);
            while diagonals[h].contains(&first_empty[h]) {
                first_empty[h] += 1;
            }
        }
    }
    Ok(())
}
