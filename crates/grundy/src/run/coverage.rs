//! Which heaps receipts cover, without a gap.
//!
//! A receipt leads from one mark to another: the state before heap `start` is the one that its job began with, every
//! heap behind it was verified, and the state before heap `goal` came out. The beginning of a run leads from nothing to
//! its first window. A mark is *reached* when verified receipts lead to it from the beginning. Every heap before a
//! reached mark, and as far behind it as verification looks, is verified: by whom, in which order, how often, and
//! whether the windows in between still exist does not matter. Where a receipt rests on an earlier state, too, that one
//! must be reached as well.

use super::job::{Receipt, VERSION, Verdict, marks};
use super::state::State;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::HashMap;

/// What the receipts of a run cover.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Coverage {
    /// Every heap before this one is verified: by receipts, or at once by the run itself.
    pub verified: u64,
    /// The heap after the last window that is reached.
    pub reached: u64,
    /// The marks of the run that were reached, out of all: its segments that are done.
    pub done: usize,
    /// The segments that are not.
    pub open: usize,
    /// Splits with a part of at most this were looked at.
    pub depth: u64,
}

impl Coverage {
    /// Of a run and the receipts for it, in any order.
    pub fn of(state: &State, receipts: &[Receipt]) -> Self {
        let mut good: Vec<&Receipt> = receipts
            .iter()
            .filter(|receipt| receipt.version == VERSION && receipt.game == state.game)
            .filter(|receipt| receipt.verdict == Verdict::Verified && receipt.start < receipt.goal)
            .collect();
        good.sort_by_key(|receipt| receipt.start);
        // The depth that the best way to each mark has.
        let marks = marks(state);
        let at_once = state.guessed_from.unwrap_or(0);
        let own = marks.iter().filter(|(heap, _)| heap + state.ahead() <= at_once);
        let own_depth = state.frontier.as_ref().map_or(0, |frontier| frontier.depth);
        let mut reached: HashMap<(u64, &str), u64> =
            own.map(|(heap, mark)| ((*heap, mark.as_str()), own_depth)).collect();
        for receipt in good {
            let Some(to) = receipt.reached.as_deref() else { continue };
            let before = match &receipt.began {
                None if receipt.start == 0 => Some(0),
                None => None,
                Some(began) => reached.get(&(receipt.start, began.as_str())).copied(),
            };
            let rests =
                receipt.earlier.as_ref().is_none_or(|(heap, mark)| reached.contains_key(&(*heap, mark.as_str())));
            if let Some(before) = before.filter(|_| rests) {
                let depth = before.max(receipt.depth);
                let known = reached.entry((receipt.goal, to)).or_insert(depth);
                *known = depth.min(*known);
            }
        }
        let found = |(heap, mark): &(u64, String)| reached.get(&(*heap, mark.as_str())).map(|&depth| (*heap, depth));
        let all: Vec<(u64, u64)> = marks.iter().filter_map(found).collect();
        let last = all.last().copied();
        Coverage {
            verified: last.map_or(0, |(heap, _)| heap + state.ahead()).max(at_once),
            reached: last.map_or(0, |(heap, _)| heap),
            done: all.len(),
            open: marks.len() - all.len(),
            depth: last.map_or(0, |(_, depth)| depth),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::job::{self, Job};
    use super::*;
    use crate::engine::Options;
    use crate::run::tests::long_run;
    use crate::watch::Unwatched;

    #[test]
    fn receipts_cover_in_any_order_and_gaps_are_seen() {
        let mut run = long_run(".104", 1 << 19);
        run.advance(4_000_000, &mut Unwatched).unwrap();
        let state = run.state();
        let jobs = job::jobs(state);
        assert_eq!(jobs.len(), super::super::verify::segments(state));
        let done = |job: &Job| {
            let text = serde_json::to_string(job).unwrap();
            let job: Job = serde_json::from_str(&text).unwrap();
            job::run(&job, &Options::default(), &mut Unwatched).unwrap()
        };
        let mut receipts: Vec<Receipt> = jobs.iter().map(done).collect();
        assert!(receipts.iter().all(|receipt| receipt.verdict == Verdict::Verified), "{receipts:?}");
        receipts.reverse();
        receipts.extend(receipts.clone());
        let all = Coverage::of(state, &receipts);
        assert_eq!((all.done, all.open), (jobs.len(), 0));
        assert!(all.verified >= state.next());
        // Without the second segment nothing behind it counts.
        let second = jobs[1].number();
        receipts.retain(|receipt| receipt.job != second);
        let gap = Coverage::of(state, &receipts);
        assert_eq!((gap.done, gap.open), (1, jobs.len() - 1));
        assert!(gap.verified < jobs[1].goal + (1 << 20));
        let nothing = Coverage { verified: 0, reached: 0, done: 0, open: jobs.len(), depth: 0 };
        assert_eq!(Coverage::of(state, &[]), nothing);
        // Windows that were dropped since do not matter.
        let all: Vec<Receipt> = jobs.iter().map(done).collect();
        let mut thinned = state.clone();
        thinned.segments.remove(1);
        assert_eq!(Coverage::of(&thinned, &all).open, 0);
        // A wrong window is refuted, and covers nothing.
        let mut wrong = state.clone();
        wrong.segments[1].window[5] ^= 3;
        let receipts: Vec<Receipt> = job::jobs(&wrong).iter().map(done).collect();
        assert_eq!(receipts[1].verdict, Verdict::Refuted);
        assert_eq!(Coverage::of(&wrong, &receipts).done, 1);
    }

    #[test]
    fn jobs_that_make_no_sense_are_refused() {
        let mut run = long_run(".104", 1 << 19);
        run.advance(3_000_000, &mut Unwatched).unwrap();
        let good = job::jobs(run.state()).pop().unwrap();
        for change in [
            &(|job: &mut Job| job.version = 9) as &dyn Fn(&mut Job),
            &|job| job.start = 5,
            &|job| job.goal = u64::MAX,
            &|job| job.goal = job.start - 1,
            &|job| job.space = None,
            &|job| job.window.truncate(3),
            &|job| job.rares.reverse(),
            &|job| job.rares.push((u64::MAX, 1)),
        ] {
            let mut job = good.clone();
            change(&mut job);
            assert!(job::run(&job, &Options::default(), &mut Unwatched).is_err());
        }
    }
}
