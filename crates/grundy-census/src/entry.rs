//! All that a catalogue has about one class: its row, and the steps that led there.

use crate::catalogue::Catalogue;
use crate::error::CensusError;
use crate::row::{Row, Status};
use grundy::Game;
use rusqlite::{Row as Record, params};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};

/// A class with its history.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Entry {
    /// The class and what is known of it.
    #[serde(flatten)]
    pub row: Row,
    /// Its finished steps, the first one first.
    pub steps: Vec<Done>,
}

/// A finished step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Done {
    /// The round, counted from 0.
    pub round: u32,
    /// How many values it was given.
    pub allowed: u64,
    /// How many it took.
    pub verified: u64,
    /// What was known of the class afterwards.
    pub status: Status,
    /// How long it took.
    pub seconds: f64,
    /// The engine that computed the values.
    pub engine: String,
    /// The version of the program.
    pub program: String,
    /// The machine; empty where an export did not name it.
    pub machine: String,
    /// When it ended, in UTC.
    pub finished: String,
}

impl Catalogue {
    /// All about the class that a game belongs to.
    pub fn entry(&self, game: &Game) -> Result<Entry, CensusError> {
        let id = self.class_of(game)?;
        let mut rows = self.numbered(&format!("id = {id}"))?;
        let (_, row) = rows.pop().ok_or_else(|| CensusError::NotHere(game.written()))?;
        Ok(Entry { row, steps: self.history(id)? })
    }

    /// The finished steps of a class.
    pub(crate) fn history(&self, class: i64) -> Result<Vec<Done>, CensusError> {
        let mut statement = self.database.prepare_cached(
            "SELECT round, allowed, verified, status, seconds, engine, program, machine, finished FROM step \
             WHERE class = ?1 ORDER BY round",
        )?;
        let steps = statement.query_map([class], done)?.collect::<Result<_, _>>()?;
        Ok(steps)
    }
}

fn done(step: &Record<'_>) -> rusqlite::Result<Done> {
    let status: String = step.get(3)?;
    Ok(Done {
        round: step.get(0)?,
        allowed: step.get::<_, i64>(1)?.cast_unsigned(),
        verified: step.get::<_, i64>(2)?.cast_unsigned(),
        status: [Status::Proved, Status::Observed]
            .into_iter()
            .find(|known| known.to_string() == status)
            .unwrap_or(Status::Open),
        seconds: step.get(4)?,
        engine: step.get(5)?,
        program: step.get(6)?,
        machine: step.get(7)?,
        finished: step.get(8)?,
    })
}

/// Writes a finished step of a class.
pub(crate) fn record(write: &rusqlite::Transaction<'_>, class: i64, done: &Done) -> Result<(), CensusError> {
    write.prepare_cached("INSERT INTO step VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)")?.execute(params![
        class,
        done.round,
        done.allowed.cast_signed(),
        done.verified.cast_signed(),
        done.status.to_string(),
        done.seconds,
        done.engine,
        done.program,
        done.machine,
        done.finished
    ])?;
    Ok(())
}

/// For people: a fact a line, then the steps as a table.
impl Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { game, key, members, status, found, frequency, rounds, seconds } = &self.row;
        let mut line = |label: &str, text: &dyn Display| writeln!(f, "{label:<14}{text}");
        line("class", game)?;
        line("key", key)?;
        let codes: Vec<String> = members.iter().map(|member| format!("{}{:+}", member.game, member.shift)).collect();
        line("codes", &codes.join(" ").replace("+0", ""))?;
        line("status", status)?;
        if let Some(period) = &found.period {
            let saltus = if period.saltus > 0 { format!(", saltus {}", period.saltus) } else { String::new() };
            line("period", &format_args!("{} from heap {} on{saltus}", period.period, period.preperiod))?;
            let bytes = period.certificate.len();
            line("proof", &format_args!("the {} theorem, a certificate of {bytes} bytes", period.theorem))?;
        }
        if let Some(observed) = found.observed {
            let (period, seen_to) = (observed.period, observed.seen_to);
            let (length, preperiod) = (period.period, period.preperiod);
            line("observed", &format_args!("period {length} from heap {preperiod} on, seen to heap {seen_to}"))?;
        }
        if let Some(candidate) = found.candidate {
            line("candidate", &format_args!("two states that look alike, {candidate} heaps apart"))?;
        }
        line("verified", &format_args!("{} heaps", found.verified))?;
        if let Some(sparse) = &found.sparse {
            let parity = if sparse.parity == 1 { " with heap parity" } else { "" };
            let last = sparse.last_rare.map_or(String::new(), |last| format!(", the last at {last}"));
            let depth = sparse.depth.map_or(String::new(), |depth| format!(", depth {depth}"));
            line("sparse space", &format_args!("mask {}{parity}, {} rares{last}{depth}", sparse.mask, sparse.rares))?;
        }
        if let Some(max) = found.max {
            line("largest value", &format_args!("{}, first at heap {}", max.value, max.at))?;
        }
        if let Some(theta) = frequency {
            line("frequency", &format_args!("{theta:.7} turns a heap, observed"))?;
        }
        if let Some(stuck) = &found.stuck {
            line("stuck", &crate::row::spelled(stuck).unwrap_or_default())?;
        }
        line("rounds", &format_args!("{rounds}, {seconds:.2} s together"))?;
        if self.steps.is_empty() {
            return Ok(());
        }
        writeln!(
            f,
            "\n{:<7}{:>15}{:>15}  {:<9}{:>10}  {:<8}finished",
            "round", "values", "of", "status", "seconds", "engine"
        )?;
        for step in &self.steps {
            let Done { round, allowed, verified, status, seconds, engine, finished, .. } = step;
            let named = format!("{} s", grundy::census::effort::seconds(*round));
            writeln!(f, "{named:<7}{verified:>15}{allowed:>15}  {status:<9}{seconds:>10.2}  {engine:<8}{finished}")?;
        }
        Ok(())
    }
}
