//! The convergence experiment (§3.3 of the paper): from how many rows on is a front that was started in the dummy state
//! in the true state?
//!
//! Two facts make it fast. Lane h is influenced by the lanes below it only: once the lanes `0 ..= h` agree with the
//! truth they agree for ever, so one run for g answers for every `h <= g`. And two fronts that agree *with each other*
//! agree for ever as well, long before both are right. So all fronts go through the rows together, as a tree: a node of
//! level h is a state of the lanes `0 ..= h` that at least one front is in, its parent the same without lane h. A row
//! costs a step for each node, which are far fewer than fronts times lanes; equal siblings are joined. Node 0 of each
//! level is the truth, and a front has converged up to h when its node there is that one. Nothing is kept but the tree.

use super::narrow::{Lane, Taken, below};
use super::wsg::Wsg;
use super::{Status, WythoffError};
use crate::watch::{Progress, Watch};
use schemars::JsonSchema;
use serde::Serialize;

/// Which rows to start from: the multiples of `every` from `from` on, below `until`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Starts {
    /// None is below this.
    pub from: u64,
    /// All are below this.
    pub until: u64,
    /// The step, at least 1.
    pub every: u64,
}

/// The slowest start for the values `0 ..= g`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Worst {
    /// The largest value.
    pub g: u32,
    /// Rows to convergence.
    pub rows: u64,
    /// The first starting row that took as many.
    pub start: u64,
    /// How many starting rows took as many.
    pub times: u64,
}

/// What the experiment saw, for every starting row that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ConvergeAnswer {
    /// The largest value.
    pub g: u32,
    /// The first starting row.
    pub from: u64,
    /// The last starting row.
    pub last_row: u64,
    /// For each `h <= g`: the slowest start.
    pub worst: Vec<Worst>,
    /// For g: how many starting rows took 0, 1, 2, … rows.
    pub histogram: Vec<u64>,
    /// For each `h <= g`: how many starting rows took 0, 1, 2, … rows.
    #[serde(skip)]
    pub histograms: Vec<Vec<u64>>,
    /// Observed.
    pub status: Status,
}

/// Measures how many rows the dummy state takes to become the true one, from each starting row in `from ..= last`.
///
/// ```
/// let seen = grundy::wythoff::convergence(1, 0, 3000, &mut grundy::watch::Unwatched)?;
/// assert_eq!((seen.worst[1].rows, seen.worst[1].start), (45, 2201));
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn convergence(g: u32, from: u64, last: u64, watch: &mut dyn Watch) -> Result<ConvergeAnswer, WythoffError> {
    let Convergence { worst, histograms } = run(g, &Starts { from, until: last + 1, every: 1 }, watch)?;
    let histogram = histograms[g as usize].clone();
    Ok(ConvergeAnswer { g, from, last_row: last, worst, histogram, histograms, status: Status::Observed })
}

/// What the experiment saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Convergence {
    /// For each h: the slowest start.
    pub worst: Vec<Worst>,
    /// For each h: how many starts took 0, 1, 2, … rows.
    pub histograms: Vec<Vec<u64>>,
}

impl Convergence {
    fn new(g: u32) -> Convergence {
        let worst = (0..=g).map(|g| Worst { g, rows: 0, start: 0, times: 0 }).collect();
        Convergence { worst, histograms: vec![Vec::new(); g as usize + 1] }
    }

    fn count(&mut self, h: usize, start: u64, rows: u64) {
        let histogram = &mut self.histograms[h];
        if histogram.len() <= rows as usize {
            histogram.resize(rows as usize + 1, 0);
        }
        histogram[rows as usize] += 1;
        let worst = &mut self.worst[h];
        if rows > worst.rows || worst.times == 0 {
            *worst = Worst { rows, start, times: 0, ..*worst };
        }
        if rows == worst.rows {
            // Fronts do not come in the order of their starts.
            worst.start = worst.start.min(start);
            worst.times += 1;
        }
    }
}

/// Runs the experiment for all `h <= g` at once.
pub(super) fn run(g: u32, starts: &Starts, watch: &mut dyn Watch) -> Result<Convergence, WythoffError> {
    // Windows of two words do for small g; where a point falls outside, everything is done again with more.
    if g <= 30
        && let Some(seen) = Tree::<2>::new(g).grow::<5>(starts, watch)?
    {
        return Ok(seen);
    }
    if let Some(seen) = Tree::<4>::new(g).grow::<9>(starts, watch)? {
        return Ok(seen);
    }
    if let Some(seen) = Tree::<16>::new(g).grow::<33>(starts, watch)? {
        return Ok(seen);
    }
    Tree::<128>::new(g).grow::<257>(starts, watch)?.ok_or(WythoffError::TooWide { g })
}

/// The tree is tidied once in this many rows: to be late with it costs time, not truth.
const TIDY_EVERY: u64 = 32;

/// The states that the fronts are in.
struct Tree<const W: usize> {
    levels: Vec<Level<W>>,
    /// For each node of the last level, the fronts in it.
    fronts: Vec<Fronts>,
}

/// The states of lane h. Node 0 is the truth.
struct Level<const W: usize> {
    lanes: Vec<Lane<W>>,
    /// For each node, its parent in the level below.
    parents: Vec<usize>,
    /// For each node, the row from which on it is right, or [`WRONG`].
    right: Vec<u64>,
}

const WRONG: u64 = u64::MAX;

/// Fronts that are all in one state.
struct Fronts {
    starts: Vec<u64>,
    /// How many lanes, from 0 on, are counted.
    counted: usize,
}

impl<const W: usize> Tree<W> {
    /// The truth at row 0.
    fn new(g: u32) -> Tree<W> {
        let lanes = g as usize + 1;
        let level = |_| Level { lanes: vec![Lane::flat(0)], parents: vec![0], right: vec![0] };
        Tree { levels: (0..lanes).map(level).collect(), fronts: vec![Fronts { starts: Vec::new(), counted: lanes }] }
    }

    /// Goes through the rows until all fronts have converged; `None` if a point falls outside its window.
    fn grow<const T: usize>(
        mut self,
        starts: &Starts,
        watch: &mut dyn Watch,
    ) -> Result<Option<Convergence>, WythoffError> {
        let g = self.levels.len() as u32 - 1;
        let mut seen = Convergence::new(g);
        let mut wsg = Wsg::new(g);
        let mut work = 0;
        loop {
            let row = wsg.row();
            let more = row < starts.until;
            if more && row >= starts.from && row.is_multiple_of(starts.every) {
                self.start(row);
            }
            if row.is_multiple_of(TIDY_EVERY) {
                self.tidy(row, &mut seen);
                let nodes: usize = self.levels.iter().map(|level| level.lanes.len()).sum();
                if !more && nodes == self.levels.len() {
                    return Ok(Some(seen));
                }
            }
            work += self.levels.iter().map(|level| level.lanes.len()).sum::<usize>();
            if work > 1 << 16 {
                work = 0;
                watch.at(Progress::new("rows", row.min(starts.until), starts.until))?;
            }
            if !self.step::<T>(row, wsg.insert()) {
                return Ok(None);
            }
            wsg.step(|_| {});
        }
    }

    /// A new front in the dummy state.
    fn start(&mut self, row: u64) {
        let (mut parent, mut right) = (0, row);
        for level in &mut self.levels {
            let (truth, mut flat) = (level.lanes[0].record(row), Lane::flat(level.lanes[0].index()));
            right = if flat.is(&truth, row) { right } else { WRONG };
            level.right.push(right);
            level.parents.push(parent);
            parent = level.lanes.len();
            level.lanes.push(flat);
        }
        self.fronts.push(Fronts { starts: vec![row], counted: 0 });
    }

    /// Fills the row in all fronts; `false` if a point falls outside its window.
    fn step<const T: usize>(&mut self, row: u64, insert: &[u64]) -> bool {
        let base = self.levels[0].lanes[0].first().saturating_sub(below(W));
        // For each node of the level below, the diagonals taken so far.
        let mut taken: Vec<Taken<T>> = vec![[0; T]];
        for (h, level) in self.levels.iter_mut().enumerate() {
            let mut here: Vec<Taken<T>> = level.parents.iter().map(|&parent| taken[parent]).collect();
            if (insert[h / 64] >> (h % 64)) & 1 == 1
                && !level.lanes.iter_mut().zip(&mut here).all(|(lane, taken)| lane.insert(row, base, taken).is_some())
            {
                return false;
            }
            taken = here;
        }
        self.compare(row + 1);
        true
    }

    /// Notes which nodes have become the truth: their parent is right, and so is their lane.
    fn compare(&mut self, row: u64) {
        let mut parents_right: &[u64] = &[0];
        for level in &mut self.levels {
            let truth = level.lanes[0].record(row);
            for ((lane, &parent), right) in level.lanes.iter_mut().zip(&level.parents).zip(&mut level.right).skip(1) {
                if *right == WRONG && parents_right[parent] != WRONG && lane.is(&truth, row) {
                    *right = row;
                }
            }
            parents_right = &level.right;
        }
    }

    /// Counts the fronts that have become right in more lanes, and joins equal nodes.
    fn tidy(&mut self, row: u64, seen: &mut Convergence) {
        let mut path = vec![0; self.levels.len()];
        for (leaf, fronts) in self.fronts.iter_mut().enumerate() {
            let mut node = leaf;
            for (level, node_here) in self.levels.iter().zip(&mut path).rev() {
                *node_here = node;
                node = level.parents[node];
            }
            for (level, &node) in self.levels.iter().zip(&path).skip(fronts.counted) {
                if level.right[node] == WRONG {
                    break;
                }
                fronts.starts.iter().for_each(|start| seen.count(fronts.counted, *start, level.right[node] - start));
                fronts.counted += 1;
            }
        }
        let moved = self.levels.iter_mut().fold(vec![0], |moved, level| level.tidy(row, &moved));
        let mut kept: Vec<Fronts> = Vec::new();
        for (fronts, to) in std::mem::take(&mut self.fronts).into_iter().zip(moved) {
            match kept.get_mut(to) {
                None => kept.push(fronts),
                Some(others) if to > 0 => others.starts.extend(fronts.starts),
                Some(_) => {}
            }
        }
        self.fronts = kept;
    }
}

impl<const W: usize> Level<W> {
    /// Joins what is right to the truth, and equal siblings to each other; `moved` tells where the nodes of the level
    /// below have gone, the answer the same of this level.
    fn tidy(&mut self, row: u64, moved: &[usize]) -> Vec<usize> {
        self.parents.iter_mut().for_each(|parent| *parent = moved[*parent]);
        let mut states: Vec<_> = self
            .lanes
            .iter_mut()
            .zip(&self.parents)
            .enumerate()
            .map(|(k, (lane, parent))| (*parent, lane.record(row), k))
            .collect();
        states.sort_unstable();
        // For each node, the first one that is equal to it.
        let mut equal: Vec<usize> = (0..states.len()).collect();
        for pair in states.windows(2) {
            let ((parent, state, one), (other_parent, other_state, other)) = (&pair[0], &pair[1]);
            if parent == other_parent && state == other_state {
                equal[*other] = equal[*one];
            }
        }
        let mut kept = 0;
        for k in 0..equal.len() {
            if equal[k] == k {
                self.lanes[kept] = self.lanes[k];
                self.parents[kept] = self.parents[k];
                self.right[kept] = self.right[k];
                equal[k] = kept;
                kept += 1;
            } else {
                equal[k] = equal[equal[k]];
            }
        }
        self.lanes.truncate(kept);
        self.parents.truncate(kept);
        self.right.truncate(kept);
        equal
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::Unwatched;

    #[test]
    fn wider_windows_see_the_same() {
        let starts = Starts { from: 0, until: 3000, every: 7 };
        let narrow = Tree::<2>::new(9).grow::<5>(&starts, &mut Unwatched).unwrap().unwrap();
        assert_eq!(Tree::<4>::new(9).grow::<9>(&starts, &mut Unwatched).unwrap().unwrap(), narrow);
        assert_eq!(Tree::<128>::new(9).grow::<257>(&starts, &mut Unwatched).unwrap().unwrap(), narrow);
        assert_eq!(narrow.histograms[9].iter().sum::<u64>(), 429);
    }

    #[test]
    fn points_outside_the_window_are_noticed() {
        let starts = Starts { from: 0, until: 2000, every: 100 };
        assert_eq!(Tree::<2>::new(150).grow::<5>(&starts, &mut Unwatched), Ok(None));
    }
}
