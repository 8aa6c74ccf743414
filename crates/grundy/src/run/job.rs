//! Verification as data: jobs that any machine can do, and the receipts it gives for them.
//!
//! A [`Job`] says what is to be verified and has all that is needed for it but the program: the game, the sparse space
//! with its rare heaps, the window of a segment, an earlier one where heaps are deep, and a mark of the window that
//! must come out at its end. A [`Receipt`] says what came out. The *mark* of a state is the hash of the game, the
//! space, the rare heaps, the heap and the window before it; so receipts whose marks meet are about one run, and
//! [`Coverage`](super::coverage::Coverage) follows them from heap 0 on. Files, queues and machines only move these
//! documents.
//!
//! ```
//! use grundy::run::{Run, job};
//! use grundy::watch::Unwatched;
//! let mut run = Run::begin(&".06".parse()?, &Default::default())?;
//! run.advance(3000, &mut Unwatched)?;
//! let jobs = job::jobs(run.state());
//! let text = serde_json::to_string(&jobs[0]).unwrap();
//! // On another machine:
//! let job: job::Job = serde_json::from_str(&text).unwrap();
//! let receipt = job::run(&job, &Default::default(), &mut Unwatched)?;
//! assert_eq!(receipt.verdict, job::Verdict::Verified);
//! # Ok::<(), grundy::Error>(())
//! ```

use super::RunError;
use super::replay::{beginning_to, exact};
use super::state::{Segment, State};
use super::tally::Tally;
use super::verify::{Recomputed, Stretch};
use crate::engine::Options;
use crate::engine::long::{Frontier, HEAD, window_length};
use crate::game::Game;
use crate::period::certificate::window_after;
use crate::sparse::Space;
use crate::watch::Watch;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Instant;
use xxhash_rust::xxh3::xxh3_128;

/// The version of jobs and receipts.
pub const VERSION: u32 = 1;

/// What is to be verified: self-contained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The version of this format.
    pub version: u32,
    /// What kind of job it is.
    pub kind: Kind,
    /// The game.
    pub game: Game,
    /// The classes of heaps; none where all values are kept.
    pub space: Option<Space>,
    /// All rare heaps with their values, ascending.
    pub rares: Vec<(u64, u16)>,
    /// The heap after the window, 0 for the beginning of a run.
    pub start: u64,
    /// The values before it, in digits.
    #[serde(with = "crate::packed")]
    #[schemars(with = "String")]
    pub window: Vec<u16>,
    /// The heap before which the segment ends.
    pub goal: u64,
    /// The mark of the state before `goal`.
    pub reached: String,
    /// What deep heaps take, where the run has met some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deep: Option<Deep>,
}

/// What it takes to verify heaps that splits with a small part do not settle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Deep {
    /// Splits with a part of at most this are looked at.
    pub depth: u64,
    /// The heap after an earlier window of the run, which leads to the window of the job; 0 where the beginning of the
    /// run does.
    pub start: u64,
    /// The values before it, in digits.
    #[serde(with = "crate::packed")]
    #[schemars(with = "String")]
    pub window: Vec<u16>,
}

/// The kinds of jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// From heap 0 to the first window, exactly.
    Beginning,
    /// From one window to the next.
    Segment,
}

/// What came out of a job. Running it twice gives the same, but for the machine and the time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Receipt {
    /// The version of this format.
    pub version: u32,
    /// The job's number: a hash of all of it.
    pub job: String,
    /// The game.
    pub game: Game,
    /// The heap after the window that it began with.
    pub start: u64,
    /// The mark of the state there; none for the beginning of a run.
    pub began: Option<String>,
    /// The heap before which the segment ends.
    pub goal: u64,
    /// The mark of the state there, as it came out; none where nothing came out.
    pub reached: Option<String>,
    /// Whether that is the one the job asked for.
    pub verdict: Verdict,
    /// What is wrong.
    pub problem: Option<String>,
    /// The first heap that was verified.
    pub from: u64,
    /// The first heap after those that were verified.
    pub to: u64,
    /// Splits with a part of at most this were looked at.
    pub depth: u64,
    /// An earlier state whose values were looked at, too: its heap and its mark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub earlier: Option<(u64, String)>,
    /// The machine, by its own name.
    pub machine: String,
    /// How long it took.
    pub seconds: f64,
}

/// What a receipt says of its job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// All heaps are right.
    Verified,
    /// Some heap is not.
    Refuted,
}

impl Job {
    /// The job's number: a hash of all of it.
    pub fn number(&self) -> String {
        let text = serde_json::to_vec(self).unwrap_or_default();
        format!("{:032x}", xxh3_128(&text))
    }

    /// The mark of the state it begins with; none for the beginning of a run.
    pub fn began(&self) -> Option<String> {
        (self.kind == Kind::Segment).then(|| mark(&self.game, self.space, &self.rares, self.start, &self.window))
    }

    /// The earlier state that it may look at, with its heap and its mark.
    fn earlier(&self) -> Option<(u64, String)> {
        let Deep { start, window, .. } = self.deep.as_ref().filter(|deep| deep.start > 0)?;
        Some((*start, mark(&self.game, self.space, &self.rares, *start, window)))
    }

    /// Whether a receipt for it may rest on this earlier state.
    pub(super) fn may_rest_on(&self, earlier: Option<&(u64, String)>) -> bool {
        earlier.is_none_or(|earlier| self.earlier().as_ref() == Some(earlier))
    }

    /// What makes no sense in it.
    fn check(&self) -> Result<(), RunError> {
        let no = |what: &str| Err(RunError::BadJob(what.to_owned()));
        let Job { version, kind, space, rares, start, window, goal, deep, .. } = self;
        if *version != VERSION {
            return no("its version is another one");
        }
        if *goal >= 1 << 60 || start > goal || !rares.is_sorted_by(|a, b| a.0 < b.0) {
            return no("its heaps are not in order");
        }
        match (kind, space) {
            (Kind::Beginning, _) if *start > 0 || !window.is_empty() || deep.is_some() => {
                no("the beginning of a run has no window")
            }
            (Kind::Segment, None) => no("a segment needs a sparse space"),
            (Kind::Segment, Some(_)) => {
                let last = rares.last().map_or(0, |&(heap, _)| heap);
                let width = window_after(last, self.game.rules());
                let is_window = |start: u64, window: &[u16]| window.len() as u64 == width && start >= width;
                let leads_here = |deep: &Deep| {
                    let begins = deep.start == 0 && deep.window.is_empty() || is_window(deep.start, &deep.window);
                    begins && deep.start < *start && deep.depth <= *goal
                };
                let fits = is_window(*start, window) && *start >= 2 * width && *start >= HEAD as u64;
                if !fits {
                    no("its window has the wrong length")
                } else if !deep.as_ref().is_none_or(leads_here) {
                    no("its earlier window cannot lead to the other one")
                } else {
                    Ok(())
                }
            }
            (Kind::Beginning, _) => Ok(()),
        }
    }
}

/// A mark of a state: two runs of one game that have it in common go on alike.
fn mark(game: &Game, space: Option<Space>, rares: &[(u64, u16)], heap: u64, window: &[u16]) -> String {
    let text = serde_json::to_vec(&(game, space, rares, heap, crate::packed::text(window))).unwrap_or_default();
    format!("{:032x}", xxh3_128(&text))
}

/// The mark of a run that keeps all values.
fn mark_of_values(game: &Game, tally: &Tally) -> String {
    format!("{:032x}", xxh3_128(format!("{game} {} {:016x}", tally.count(), tally.hash()).as_bytes()))
}

/// The marks of a run: of each window and of its frontier, with their heaps, ascending.
pub fn marks(state: &State) -> Vec<(u64, String)> {
    let Some(frontier) = &state.frontier else {
        return vec![(state.next(), mark_of_values(&state.game, &state.tally))];
    };
    let (space, rares) = (Some(frontier.space), &frontier.rares);
    let width = state.width();
    let windows = state.segments.iter().map(|segment| (segment.start, &segment.window[..]));
    let last = (frontier.next, &frontier.window[frontier.window.len() - width..]);
    let mut marks: Vec<(u64, String)> =
        windows.chain([last]).map(|(heap, window)| (heap, mark(&state.game, space, rares, heap, window))).collect();
    marks.dedup();
    marks
}

/// Everything there is to verify in a run, in order: its beginning, and each segment.
pub fn jobs(state: &State) -> Vec<Job> {
    let marks = marks(state);
    let (space, rares) = match &state.frontier {
        Some(frontier) => (Some(frontier.space), frontier.rares.clone()),
        None => (None, Vec::new()),
    };
    let job = |kind, start, window: &[u16], (goal, reached): &(u64, String), deep| Job {
        version: VERSION,
        kind,
        game: state.game.clone(),
        space,
        rares: rares.clone(),
        start,
        window: window.to_vec(),
        goal: *goal,
        reached: reached.clone(),
        deep,
    };
    let beginning = marks.first().map(|first| job(Kind::Beginning, 0, &[], first, None));
    let segments = state.segments.iter().zip(marks.iter().skip(1));
    let segments =
        segments.map(|(segment, end)| job(Kind::Segment, segment.start, &segment.window, end, deep(state, segment)));
    beginning.into_iter().chain(segments).collect()
}

/// What deep heaps of a segment take: the last window that is far enough behind.
fn deep(state: &State, segment: &Segment) -> Option<Deep> {
    let depth = state.deepest()?;
    let longest = state.game.rules().last_removal().unwrap_or(0);
    // The first heap that is verified looks back this far at most.
    let first = (segment.start + state.ahead()).saturating_sub(depth + longest);
    let is_behind = |earlier: &&Segment| earlier.start < segment.start && earlier.start - state.width() as u64 <= first;
    let (start, window) = state
        .segments
        .iter()
        .rfind(is_behind)
        .map_or((0, Vec::new()), |earlier| (earlier.start, earlier.window.clone()));
    Some(Deep { depth, start, window })
}

/// Does a job, from nothing but what it says.
pub fn run(job: &Job, options: &Options, watch: &mut dyn Watch) -> Result<Receipt, RunError> {
    Desk::default().run(job, options, watch)
}

/// Where jobs are done, one after the other: what several of them need is computed once.
#[derive(Default)]
pub struct Desk {
    /// The first values of the latest game.
    head: Option<(Game, Vec<u16>)>,
}

impl Desk {
    /// Does a job, from nothing but what it says.
    pub fn run(&mut self, job: &Job, options: &Options, watch: &mut dyn Watch) -> Result<Receipt, RunError> {
        job.check()?;
        let started = Instant::now();
        let found = match (job.kind, job.space) {
            (Kind::Segment, Some(space)) => {
                let count = job.deep.as_ref().map_or(0, |deep| deep.depth + 1).min(job.start).max(HEAD as u64);
                let head = self.head(&job.game, options, count, watch)?;
                run_segment(job, space, head, options, watch)?
            }
            _ => run_beginning(job, options, watch)?,
        };
        Ok(receipt(job, found, started.elapsed().as_secs_f64()))
    }

    fn head(
        &mut self,
        game: &Game,
        options: &Options,
        count: u64,
        watch: &mut dyn Watch,
    ) -> Result<Vec<u16>, RunError> {
        let known = self.head.take().filter(|(known, _)| known == game).map_or(Vec::new(), |(_, head)| head);
        let (_, head) = self.head.insert((game.clone(), exact(game, options, known, count, watch)?));
        Ok(head[..count as usize].to_vec())
    }
}

fn receipt(job: &Job, found: Recomputed, seconds: f64) -> Receipt {
    let Recomputed { from, to, depth, deepened, reached } = found;
    let Job { game, space, rares, goal, .. } = job;
    let earlier = job.earlier().filter(|_| deepened);
    let (reached, mut problem) = match reached {
        Ok(window) if space.is_some() => (Some(mark(game, *space, rares, *goal, &window)), None),
        Ok(values) => {
            let mut tally = Tally::default();
            tally.block(&values);
            (Some(mark_of_values(game, &tally)), None)
        }
        Err(problem) => (None, Some(problem)),
    };
    if problem.is_none() && reached.as_ref() != Some(&job.reached) {
        problem = Some(format!("the values before heap {goal} differ from those of the run"));
    }
    Receipt {
        version: VERSION,
        job: job.number(),
        game: game.clone(),
        start: job.start,
        began: job.began(),
        goal: *goal,
        reached,
        verdict: if problem.is_none() { Verdict::Verified } else { Verdict::Refuted },
        problem,
        from,
        to,
        depth,
        earlier,
        machine: machine(),
        seconds,
    }
}

fn run_segment(
    job: &Job,
    space: Space,
    head: Vec<u16>,
    options: &Options,
    watch: &mut dyn Watch,
) -> Result<Recomputed, RunError> {
    let length = window_length(job.game.rules(), &job.rares);
    let rares = job.rares.clone();
    let frontier = Frontier { space, rares, head, next: length as u64, window: vec![0; length], depth: 0 };
    let segment = |start: u64, window: &[u16]| Segment { start, window: window.to_vec(), tally: None };
    let earlier = job.deep.iter().filter(|deep| deep.start > 0).map(|deep| segment(deep.start, &deep.window));
    let segments = earlier.chain([segment(job.start, &job.window)]).collect();
    let run = State { frontier: Some(frontier.clone()), segments, ..State::new(&job.game, 1) };
    let depth = job.deep.as_ref().map(|deep| deep.depth);
    let &Job { start, ref window, goal, .. } = job;
    let end = goal + (length as u64).saturating_sub(window.len() as u64);
    Stretch { state: &run, frontier: &frontier, start, window, goal, end, depth }.recompute(options, watch)
}

fn run_beginning(job: &Job, options: &Options, watch: &mut dyn Watch) -> Result<Recomputed, RunError> {
    let rules = job.game.rules();
    let Job { game, space, rares, goal, .. } = job;
    let Some(space) = space else {
        let values = beginning_to(game, options, *goal, watch)?;
        return Ok(Recomputed { from: 0, to: *goal, depth: 0, deepened: false, reached: Ok(values) });
    };
    let width = window_after(rares.last().map_or(0, |&(heap, _)| heap), rules);
    let to = goal + (window_length(rules, rares) as u64).saturating_sub(width);
    let values = beginning_to(game, options, to, watch)?;
    let found = space.rares(&values).map(|n| (n, values[n as usize]));
    let reached = if found.eq(rares.iter().copied()) {
        Ok(values[goal.saturating_sub(width) as usize..*goal as usize].to_vec())
    } else {
        Err("other heaps are rare than the run says".to_owned())
    };
    Ok(Recomputed { from: 0, to, depth: 0, deepened: false, reached })
}

/// The name of this machine, as receipts have it.
pub fn machine() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").ok().map(|name| name.trim().to_owned());
    name.or_else(|| std::env::var("HOSTNAME").ok())
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| "unknown".to_owned())
}
