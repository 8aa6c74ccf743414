//! Segments of one certificate that are checked together: the checker is faster with many at once.
//!
//! The texts of their jobs have the same lines but for the windows. With the windows of all of them one text is made,
//! in which each segment still lies between its own two windows; what lies between other windows is not asked for.

use super::{Job, Part, VERSION, lines};
use std::collections::BTreeMap;

/// Segments that the checker takes at once, at most.
pub const TOGETHER: usize = 128;
/// With fewer of them nothing is gained: one pass over a window costs about as much as forty segments by themselves.
const FEWEST: usize = 40;

/// Jobs that are done together.
pub struct Batch<'a> {
    pub jobs: Vec<&'a Job>,
    /// The text for all of them, and the number that each segment has in it; for one job there is none.
    pub together: Option<(String, Vec<usize>)>,
}

/// All jobs, in batches for this number of threads.
pub fn batches<'a>(jobs: &[&'a Job], threads: usize) -> Vec<Batch<'a>> {
    let mut alike: BTreeMap<(&str, String), Vec<&Job>> = BTreeMap::new();
    let mut batches = Vec::new();
    for &job in jobs {
        // The last segment may end at a window that its own text does not have.
        match job.part {
            Part::Segment(number) if job.version == VERSION && number < job.segments => {
                alike.entry((&job.certificate, text(job, false))).or_default().push(job);
            }
            _ => batches.push(Batch { jobs: vec![job], together: None }),
        }
    }
    for ((_, frame), jobs) in alike {
        let count = jobs.len().div_ceil(TOGETHER).next_multiple_of(threads.max(1));
        for some in jobs.chunks(jobs.len().div_ceil(count).max(FEWEST)) {
            match joined(&frame, some) {
                Some(text) if some.len() >= FEWEST => {
                    batches.push(Batch { jobs: some.to_vec(), together: Some(text) });
                }
                _ => batches.extend(some.iter().map(|&job| Batch { jobs: vec![job], together: None })),
            }
        }
    }
    batches
}

/// The lines of a job that are windows, or those that are not.
fn text(job: &Job, windows: bool) -> String {
    let some = lines(&job.text).filter(|&(key, _)| (key == "segment") == windows);
    some.flat_map(|(key, rest)| [key, " ", rest, "\n"]).collect()
}

/// One text for these jobs, and the number of each segment in it; none where their windows do not go together.
fn joined(frame: &str, jobs: &[&Job]) -> Option<(String, Vec<usize>)> {
    let start = |line: &str| line.split(' ').nth(1).and_then(|heap| heap.parse::<u64>().ok());
    let mut windows: BTreeMap<u64, String> = BTreeMap::new();
    let mut ends = Vec::new();
    for job in jobs {
        let own = text(job, true);
        for line in own.lines() {
            if windows.entry(start(line)?).or_insert_with(|| line.to_owned()) != line {
                return None;
            }
        }
        ends.push(own.lines().map(start).collect::<Option<Vec<u64>>>()?);
    }
    let heaps: Vec<u64> = windows.keys().copied().collect();
    let number = |(job, ends): (&&Job, &Vec<u64>)| {
        let place = heaps.binary_search(ends.last()?).ok()?;
        let first = if job.part == Part::Segment(1) { place } else { place.checked_sub(1)? };
        (heaps[first..=place] == ends[..]).then_some(place + 1)
    };
    let numbers = jobs.iter().zip(&ends).map(number).collect::<Option<Vec<usize>>>()?;
    // Before the first window lies the first segment and nothing else.
    let fits = jobs.iter().zip(&numbers).all(|(job, &number)| (job.part == Part::Segment(1)) == (number == 1));
    let windows: String = windows.values().flat_map(|line| [line, "\n"]).collect();
    fits.then(|| (format!("{frame}{windows}"), numbers))
}
