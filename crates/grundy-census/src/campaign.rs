//! A campaign: the next step of every class that is not proved, round by round, until the time is over.
//!
//! A finished step is one transaction. Whatever ends the process, what is in the file is finished steps; a step that
//! was under way is done again, or goes on where its run was last saved: from some round on every class has a run in a
//! directory of its own.

use crate::catalogue::{Catalogue, next_step};
use crate::error::CensusError;
use crate::row::{Row, Status};
use grundy::Game;
use grundy::census::{Receipt, Step, key, step};
use grundy::engine::Options;
use grundy::facts::{self, Verdict};
use grundy::watch::{Deadline, Progress, Shared, Stopped, Watch};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// From this round on, that of 10 seconds, steps are runs in directories.
const LONG: u32 = 2;

/// What is to be done.
#[derive(Clone, Debug, Default)]
pub struct Campaign {
    /// How long; without it, until no class is left.
    pub time: Option<Duration>,
    /// The last round; without it there is none.
    pub last_round: Option<u32>,
    /// Which classes.
    pub only: Only,
    /// How many classes at a time; 0 is 1.
    pub threads: usize,
}

/// Which classes a campaign is for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Only {
    /// All.
    #[default]
    All,
    /// Those that the literature calls open.
    Open,
    /// Those of these games.
    Games(Vec<Game>),
}

/// Where a campaign stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Classes that are proved.
    pub proved: u64,
    /// Classes that are not.
    pub open: u64,
    /// The round under way.
    pub round: u32,
    /// Classes that are through with this round.
    pub done: usize,
    /// Classes of this round.
    pub of: usize,
    /// The latest class that was begun.
    pub now: String,
}

impl Campaign {
    /// Goes on with a catalogue. True when there is nothing left to do, false when the time is over; when the watch
    /// stops it, the error is that of a stop. `tell` hears of every step that begins.
    pub fn run(
        &self,
        catalogue: &mut Catalogue,
        watch: &mut dyn Watch,
        tell: &(dyn Fn(&Standing) + Sync),
    ) -> Result<bool, CensusError> {
        let mut deadline = Deadline::after(self.time.unwrap_or(Duration::MAX), watch);
        let wanted = self.wanted(catalogue)?;
        while let Some((round, rows)) = self.next_round(catalogue, wanted.as_ref())? {
            let totals = catalogue.totals()?;
            let open = totals.classes - totals.proved;
            let standing = Standing { proved: totals.proved, open, round, of: rows.len(), ..Standing::default() };
            let shared = Shared::new(&mut deadline);
            self.round(catalogue, &rows, standing, &shared, tell)?;
            if shared.stopped() {
                return if deadline.passed() { Ok(false) } else { Err(Stopped.into()) };
            }
        }
        Ok(true)
    }

    /// The numbers of the classes that are asked for; none for all.
    fn wanted(&self, catalogue: &Catalogue) -> Result<Option<HashSet<i64>>, CensusError> {
        match &self.only {
            Only::All => Ok(None),
            Only::Games(games) => games.iter().map(|game| catalogue.class_of(game)).collect::<Result<_, _>>().map(Some),
            Only::Open => {
                let is_open = |row: &Row| {
                    row.members.iter().any(|member| matches!(facts::about(&member.game).verdict, Verdict::Open { .. }))
                };
                let rows = catalogue.numbered("status <> 'proved'")?;
                Ok(Some(rows.into_iter().filter(|(_, row)| is_open(row)).map(|(id, _)| id).collect()))
            }
        }
    }

    /// The earliest round that is not over, and its classes, the most promising first.
    fn next_round(
        &self,
        catalogue: &Catalogue,
        wanted: Option<&HashSet<i64>>,
    ) -> Result<Option<(u32, Vec<Row>)>, CensusError> {
        let mut rows = catalogue.numbered("status <> 'proved' AND stuck IS NULL")?;
        rows.retain(|(id, row)| {
            wanted.is_none_or(|wanted| wanted.contains(id)) && self.last_round.is_none_or(|last| row.rounds <= last)
        });
        let Some(round) = rows.iter().map(|(_, row)| row.rounds).min() else { return Ok(None) };
        rows.retain(|(_, row)| row.rounds == round);
        rows.sort_by_cached_key(|(id, row)| (row.promise(), *id));
        Ok(Some((round, rows.into_iter().map(|(_, row)| row).collect())))
    }

    /// One round: workers take classes, this thread writes down what they find.
    fn round(
        &self,
        catalogue: &mut Catalogue,
        rows: &[Row],
        standing: Standing,
        shared: &Shared<'_>,
        tell: &(dyn Fn(&Standing) + Sync),
    ) -> Result<(), CensusError> {
        let runs = catalogue.runs();
        let threads = self.threads.clamp(1, rows.len().max(1));
        let steps = Mutex::new(rows.iter().map(next_step));
        let standing = Mutex::new(standing);
        std::thread::scope(|scope| {
            let (sender, receipts) = mpsc::channel();
            for _ in 0..threads {
                let (sender, steps, standing, runs) = (sender.clone(), &steps, &standing, &runs);
                scope.spawn(move || {
                    let next = || steps.lock().unwrap_or_else(PoisonError::into_inner).next();
                    while let Some(step) = next().filter(|_| !shared.stopped()) {
                        {
                            let mut standing = standing.lock().unwrap_or_else(PoisonError::into_inner);
                            standing.now = step.game.to_string();
                            tell(&standing);
                        }
                        let found = run_step(&step, runs, &mut |at: Progress| shared.at(at));
                        let failed = found.is_err();
                        if sender.send((step, found)).is_err() || failed {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            for (step, receipt) in receipts {
                let receipt = match receipt {
                    Ok(receipt) => receipt,
                    Err(error) if error.is_stop() => continue,
                    Err(error) => return Err(CensusError::Step { game: step.game.to_string(), error }),
                };
                catalogue.finish(&receipt)?;
                let proved = Status::of(&receipt.found) == Status::Proved;
                if proved && step.round >= LONG {
                    // What the run knew is in the certificate.
                    let _ = std::fs::remove_dir_all(run_of(&runs, &step.game));
                }
                let mut standing = standing.lock().unwrap_or_else(PoisonError::into_inner);
                standing.done += 1;
                if proved {
                    standing.proved += 1;
                    standing.open -= 1;
                }
            }
            Ok(())
        })
    }
}

impl From<Stopped> for CensusError {
    fn from(stopped: Stopped) -> Self {
        CensusError::Step { game: String::new(), error: stopped.into() }
    }
}

impl CensusError {
    /// Whether the work was asked to stop; there is nothing wrong then.
    pub fn is_stop(&self) -> bool {
        matches!(self, CensusError::Step { error, .. } if error.is_stop())
    }
}

fn run_step(step: &Step, runs: &Path, watch: &mut dyn Watch) -> Result<Receipt, grundy::Error> {
    let options = Options { threads: 1, ..Options::default() };
    if step.round < LONG {
        step::run(step, &options, watch)
    } else {
        step::run_in(&run_of(runs, &step.game), step, &options, watch)
    }
}

/// The directory of the run of a class: the name of its game, or the hash of a longer name.
fn run_of(runs: &Path, game: &Game) -> PathBuf {
    let name = game.to_string();
    let name = if name.starts_with('.') { format!("0{name}") } else { name };
    if name.len() <= 100 { runs.join(name) } else { runs.join(Step::new(&key(game).0, 0, 0).number()) }
}
