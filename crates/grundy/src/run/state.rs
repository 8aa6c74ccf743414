//! Everything a long run must remember.

use super::RunError;
use super::proof::Proof;
use super::replay::{extend, frontier_at};
use super::tally::Tally;
use crate::engine::long::{Frontier, HEAD};
use crate::game::Game;
use crate::period::certificate::window_after;
use crate::period::landmarks::Landmarks;
use crate::rules::Rules;
use crate::watch::Unwatched;
use serde::{Deserialize, Serialize};

/// The first distance of two segments.
pub const SEGMENT: u64 = 1 << 26;
/// There are at most this many segments, or fewer where windows are long.
const MOST_SEGMENTS: usize = 1 << 10;
/// The fewest segments that windows may leave room for.
const LEAST_SEGMENTS: usize = 4;
/// The values that all windows together should have at most.
const MOST_VALUES: usize = 1 << 21;

/// Everything a run must remember, its values left aside.
///
/// A state that was read from disk has gone through [`State::check`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct State {
    /// The game.
    pub game: Game,
    /// Where the engine stands, once the first heaps and the last ones are enough to go on; before that all values are
    /// needed.
    pub frontier: Option<Frontier>,
    /// Statistics of all values so far.
    pub tally: Tally,
    /// How far segments are apart.
    pub segment_length: u64,
    /// State windows, ascending; none before there is a frontier.
    pub segments: Vec<Segment>,
    /// What the run has passed.
    pub(crate) landmarks: Landmarks,
    /// The first heap of the next sample that is computed twice.
    pub next_sample: u64,
    /// A period that is being confirmed.
    pub candidate: Option<Candidate>,
    /// The end of the run.
    pub proof: Option<Proof>,
    /// The heap from which on values may be guesses that only receipts verify; none where every value is exact.
    pub guessed_from: Option<u64>,
    /// Receipts cover every heap before this one.
    pub covered: u64,
    /// Up to this heap values are verified at once, though later ones may be guessed: something was refuted before it.
    pub exact_until: u64,
    /// How far whoever runs it wants to go.
    pub until: Option<u64>,
    /// Seconds of work so far, by the clock of whoever runs it.
    pub seconds: f64,
    /// Values a second lately.
    pub speed: f64,
}

/// The values before heap `start`: as many as determine all later ones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Segment {
    /// The heap after the window.
    pub start: u64,
    /// `G(start - L - k) … G(start - 1)`.
    #[serde(with = "crate::packed")]
    pub window: Vec<u16>,
    /// Statistics of all values before `start`, where a run may have to come back here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tally: Option<Box<Tally>>,
}

/// The state before heap `start`, a segment's, may return before `start + period`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// The segment's start.
    pub start: u64,
    /// The period.
    pub period: u64,
    /// Whether the states were compared in full.
    pub confirmed: bool,
    /// The theorem asks for all heaps before this one, as far as that is known.
    pub needed: u64,
}

/// The number of values before a heap that determine all later ones: `L + k`.
pub(super) fn width(frontier: &Frontier, rules: &Rules) -> usize {
    window_after(frontier.last_rare(), rules) as usize
}

impl State {
    /// A run that has no values yet.
    pub(super) fn new(game: &Game, segment_length: u64) -> Self {
        State {
            game: game.clone(),
            frontier: None,
            tally: Tally::default(),
            segment_length: segment_length.max(1),
            segments: Vec::new(),
            landmarks: Landmarks::default(),
            next_sample: 0,
            candidate: None,
            proof: None,
            guessed_from: None,
            covered: 0,
            exact_until: 0,
            until: None,
            seconds: 0.0,
            speed: 0.0,
        }
    }

    /// The next heap: every one before it is counted.
    pub fn next(&self) -> u64 {
        self.tally.count()
    }

    /// How many landmarks are remembered.
    pub(crate) fn landmarks(&self) -> usize {
        self.landmarks.len()
    }

    /// The number of values that determine all later ones, `L + k`; 0 while all values are needed.
    pub fn width(&self) -> usize {
        self.frontier.as_ref().map_or(0, |frontier| width(frontier, self.game.rules()))
    }

    /// Whether its parts can be of one run of its game.
    pub fn check(&self) -> Result<(), RunError> {
        let State { frontier, tally, segments, candidate, segment_length, .. } = self;
        let no = |what: &str| Err(RunError::Contradiction(what.to_owned()));
        tally.check().or_else(no)?;
        let guessed = self.guessed_from.is_none_or(|heap| heap <= tally.count() && frontier.is_some());
        if !guessed || self.exact_until >= 1 << 62 {
            return no("the heaps that are guessed cannot be right");
        }
        for segment in segments {
            segment.tally.as_ref().map_or(Ok(()), |tally| tally.check()).or_else(no)?;
        }
        if *segment_length == 0 || *segment_length >= 1 << 62 {
            return no("the distance of segments cannot be right");
        }
        let Some(frontier) = frontier else {
            let none = segments.is_empty() && candidate.is_none();
            return if none { Ok(()) } else { no("there are segments before the first frontier") };
        };
        frontier.check(self.game.rules())?;
        if frontier.head.len() != HEAD {
            return no("the list of the first values has the wrong length");
        }
        if tally.count() != frontier.next {
            return no("the statistics and the frontier end at different heaps");
        }
        let width = self.width();
        let ordered = segments.is_sorted_by(|a, b| a.start < b.start);
        let possible = width as u64..=frontier.next;
        let fits = |segment: &Segment| {
            let counted = segment.tally.as_ref().is_none_or(|tally| tally.count() == segment.start);
            segment.window.len() == width && possible.contains(&segment.start) && counted
        };
        if segments.is_empty() || !ordered || !segments.iter().all(fits) {
            return no("the segments do not fit the frontier");
        }
        let fits = |candidate: &Candidate| {
            let known = segments.iter().any(|segment| segment.start == candidate.start);
            known && (1..1 << 60).contains(&candidate.period) && candidate.needed < 1 << 62
        };
        if !candidate.as_ref().is_none_or(fits) {
            return no("the period that is being confirmed does not fit the segments");
        }
        Ok(())
    }

    /// Where the last segment starts.
    pub(super) fn last_segment(&self) -> u64 {
        self.segments.last().map_or(0, |segment| segment.start)
    }

    /// Keeps the present state as a segment's window; gives its start.
    pub(super) fn keep_segment(&mut self) -> u64 {
        let (width, start) = (self.width(), self.next());
        self.tally.settle();
        let tally = self.is_anchored().then(|| Box::new(self.tally.clone()));
        let State { frontier: Some(frontier), segments, segment_length, candidate, .. } = self else { return start };
        let most = (MOST_VALUES / width.max(1)).clamp(LEAST_SEGMENTS, MOST_SEGMENTS);
        if segments.len() >= most && candidate.is_none() {
            let mut odd = true;
            segments.retain(|_| {
                odd = !odd;
                !odd
            });
            *segment_length *= 2;
        }
        if segments.last().is_none_or(|last| last.start < start) {
            let window = frontier.window[frontier.window.len() - width..].to_vec();
            segments.push(Segment { start, window, tally });
        }
        start
    }

    /// Keeps the present state such that a run can come back here; gives the heap up to which every value must be
    /// verified at once, since segments are verified from that far behind their windows on.
    pub(super) fn anchor(&mut self) -> u64 {
        let start = self.keep_segment();
        let tally = Box::new(self.tally.clone());
        if let Some(segment) = self.segments.iter_mut().find(|segment| segment.start == start) {
            segment.tally = Some(tally);
        }
        start + self.ahead()
    }

    /// Whether some heap is a guess that nobody has verified.
    pub(super) fn has_guesses(&self) -> bool {
        self.guessed_from.is_some() && self.covered < self.next()
    }

    /// Whether the run has a segment that it can come back to.
    pub(super) fn is_anchored(&self) -> bool {
        self.segments.iter().any(|segment| segment.tally.is_some())
    }

    /// How deep heaps may be that are verified again, where the run has met deeper ones than its head alone settles:
    /// the depth, rounded up, so that it seldom changes.
    pub(super) fn deepest(&self) -> Option<u64> {
        let depth = self.frontier.as_ref().map_or(0, |frontier| frontier.depth.min(frontier.next));
        Some(depth.next_power_of_two()).filter(|&depth| depth >= HEAD as u64)
    }

    /// How far behind a window verification has looked when it comes there.
    pub(super) fn ahead(&self) -> u64 {
        self.frontier.as_ref().map_or(0, |frontier| (frontier.window.len() - self.width()) as u64)
    }

    /// Goes back to the last segment that receipts lead to, `reached` being its start, and says from which heap the run
    /// goes on; none where no such segment can be gone back to. All heaps before that one are verified, with splits of
    /// at most this depth, so nothing is a guess any more.
    pub(super) fn go_back(&mut self, reached: u64, depth: u64) -> Option<u64> {
        let rules = self.game.rules();
        let frontier = self.frontier.as_ref()?;
        let at = self.segments.iter().rposition(|segment| segment.start == reached && segment.tally.is_some())?;
        let segment = &self.segments[at];
        let values = extend(rules, frontier, segment.start, &segment.window, &mut Unwatched).ok()?;
        let mut tally = *segment.tally.clone()?;
        tally.block(&values[segment.window.len()..]);
        let from = segment.start - segment.window.len() as u64;
        let frontier = Frontier { depth: frontier.depth.max(depth), ..frontier_at(frontier, from, &values) };
        self.segments.truncate(at + 1);
        (self.candidate, self.proof, self.landmarks) = (None, None, Landmarks::default());
        (self.guessed_from, self.covered) = (None, 0);
        self.next_sample = frontier.next;
        (self.frontier, self.tally) = (Some(frontier), tally);
        Some(self.next())
    }
}
