//! Where a run stands, for people and programs.

use super::State;
use super::coverage::Coverage;
use super::job::Receipt;
use crate::answer::Largest;
use crate::game::Game;
use crate::period::Theorem;
use crate::raster::Bar;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// Where a long run stands.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Status {
    /// The game.
    pub game: Game,
    /// What the run is doing, or what it has found.
    pub status: Stage,
    /// Every heap before this one is verified.
    pub verified: u64,
    /// Every heap before this one has a value, verified or guessed: hash, histogram and first heaps are of these.
    pub speculated: u64,
    /// What receipts of other processes and machines cover, if there are any.
    pub receipts: Option<Coverage>,
    /// The heap before which the run shall stop.
    pub until: Option<u64>,
    /// The smallest preperiod.
    pub preperiod: Option<u64>,
    /// The smallest period.
    pub period: Option<u64>,
    /// By how much values grow in a period.
    pub saltus: Option<u64>,
    /// The theorem that proves it.
    pub theorem: Option<Theorem>,
    /// Whether whoever answers has made or checked the proof just now. A saved proof that nobody checks is a claim.
    pub checked: bool,
    /// The fingerprint of all values, in hexadecimal.
    pub hash: String,
    /// The largest value.
    pub max: Option<Largest>,
    /// The sparse space, once the first and the last values are enough to go on.
    pub sparse: Option<SparseSpace>,
    /// How many segments can be verified, each alone: the beginning of the run is the first.
    pub segments: usize,
    /// How far windows are apart.
    pub segment_length: u64,
    /// How many states are remembered to notice a period.
    pub landmarks: usize,
    /// A period that is being confirmed.
    pub candidate_period: Option<u64>,
    /// Seconds of work so far.
    pub seconds: f64,
    /// Values a second lately.
    pub values_per_second: f64,
    /// Seconds to `until` at this speed.
    pub estimate_seconds: Option<f64>,
    /// How long ago the newest checkpoint was written.
    pub saved_seconds_ago: Option<f64>,
    /// Whether a process runs it at the moment, where that is known.
    pub running: Option<bool>,
    /// How many heaps have each value.
    pub histogram: BTreeMap<u16, u64>,
    /// The first heap that has each value.
    pub firsts: BTreeMap<u16, u64>,
    /// The rare heaps with their values, once there is a sparse space.
    pub rares: Vec<(u64, u16)>,
}

/// What a run is doing, or what it has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Nothing repeats yet.
    Searching,
    /// A state seems to have returned.
    Confirming,
    /// The values are periodic.
    Periodic,
    /// The values are periodic but for a saltus.
    ArithmeticPeriodic,
}

/// The sparse space of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SparseSpace {
    /// The mask, in hexadecimal.
    pub mask: String,
    /// 1 when heap parity joins the mask.
    pub parity: u8,
    /// The class of the commons.
    pub kappa: u8,
    /// How many heaps are rare.
    pub rares: usize,
    /// The last of them.
    pub last_rare: Option<u64>,
    /// Splits with a part of at most this have settled every heap behind the first segment; of a proof, every heap that
    /// it speaks of.
    pub depth: u64,
}

impl Status {
    /// How many heaps have each value from 0 to the largest, by class.
    pub fn bars(&self) -> Vec<Bar> {
        let mut bars = vec![Bar::default(); self.histogram.keys().last().map_or(0, |&value| usize::from(value) + 1)];
        for (&value, &count) in &self.histogram {
            bars[usize::from(value)].commons = count;
        }
        for &(_, value) in &self.rares {
            if let Some(bar) = bars.get_mut(usize::from(value)) {
                bar.rares += 1;
                bar.commons = bar.commons.saturating_sub(1);
            }
        }
        bars
    }

    /// Of a saved state and the receipts for it.
    pub fn covered(state: &State, receipts: &[Receipt]) -> Self {
        let status = Status::new(state);
        if receipts.is_empty() {
            return status;
        }
        let coverage = Coverage::of(state, receipts);
        let verified = if state.guessed_from.is_some() { coverage.verified.min(state.next()) } else { state.next() };
        let depth = |sparse: SparseSpace| SparseSpace { depth: sparse.depth.max(coverage.depth), ..sparse };
        let sparse = status.sparse.map(depth);
        Status { verified, sparse, receipts: Some(coverage), ..status }
    }

    /// Of a saved state.
    pub fn new(state: &State) -> Self {
        let left = state.until.map(|until| until.saturating_sub(state.next())).filter(|_| state.proof.is_none());
        let proof = state.proof.as_ref();
        let histogram = (0..).zip(state.tally.histogram().iter().copied()).filter(|&(_, count)| count > 0).collect();
        Status {
            game: state.game.clone(),
            status: match (proof, state.candidate) {
                (Some(proof), _) if proof.saltus > 0 => Stage::ArithmeticPeriodic,
                (Some(_), _) => Stage::Periodic,
                (None, Some(_)) => Stage::Confirming,
                (None, None) => Stage::Searching,
            },
            verified: state.guessed_from.unwrap_or_else(|| state.next()),
            speculated: state.next(),
            receipts: None,
            until: state.until,
            preperiod: proof.map(|proof| proof.preperiod),
            period: proof.map(|proof| proof.period),
            saltus: proof.map(|proof| proof.saltus),
            theorem: proof.map(|proof| proof.theorem),
            checked: false,
            hash: format!("{:016x}", state.tally.hash()),
            max: state.tally.largest().map(|(value, at)| Largest { value, at }),
            sparse: state.frontier.as_ref().map(|frontier| SparseSpace {
                mask: format!("{:#x}", frontier.space.mask),
                parity: frontier.space.parity,
                kappa: frontier.space.kappa,
                rares: frontier.rares.len(),
                last_rare: frontier.rares.last().map(|&(heap, _)| heap),
                depth: proof
                    .and_then(|proof| proof.returned.as_ref())
                    .map_or(0, |found| found.depth)
                    .max(frontier.depth),
            }),
            segments: super::verify::segments(state),
            segment_length: state.segment_length,
            landmarks: state.landmarks(),
            candidate_period: state.candidate.map(|candidate| candidate.period),
            seconds: state.seconds,
            values_per_second: state.speed,
            estimate_seconds: left.filter(|_| state.speed > 0.0).map(|left| left as f64 / state.speed),
            saved_seconds_ago: None,
            running: None,
            histogram,
            firsts: state.tally.firsts().collect(),
            rares: state.frontier.as_ref().map_or_else(Vec::new, |frontier| frontier.rares.clone()),
        }
    }
}
