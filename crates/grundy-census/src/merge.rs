//! What other machines have found, on its way into a catalogue.

use crate::catalogue::{Catalogue, Totals, next_step};
use crate::error::CensusError;
use grundy::census::Receipt;
use grundy::census::step::{self, Certified};
use grundy::engine::Options;
use grundy::run::receipts::{Refused, drawn};
use grundy::watch::Watch;
use grundy_check::{Statement, Task, Verdict};
use grundy_jobs::certificate::watched;
use schemars::JsonSchema;
use serde::Serialize;

/// What became of receipts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Merged {
    /// Receipts that finished a step.
    pub accepted: usize,
    /// Receipts of steps that were finished already.
    pub repeated: usize,
    /// Steps that were done again here.
    pub rechecked: usize,
    /// What was refused, and why.
    pub refused: Vec<Refused>,
    /// How far the catalogue has come.
    pub coverage: Totals,
}

impl Catalogue {
    /// Takes in what other machines have found: in any order, any number of times. Every period must be proved by its
    /// certificate, which the independent checker reads; a `share` of what is new, between 0 and 1, is done again here
    /// and must come out the same.
    pub fn merge(&mut self, receipts: &[Receipt], share: f64, watch: &mut dyn Watch) -> Result<Merged, CensusError> {
        let mut merged = Merged::default();
        let mut receipts: Vec<&Receipt> = receipts.iter().collect();
        receipts.sort_by_key(|receipt| receipt.round);
        for receipt in receipts {
            let mut refuse = |reason: String| {
                let (job, machine) = (receipt.job.clone(), receipt.machine.clone());
                merged.refused.push(Refused { job, machine, reason });
            };
            if receipt.version != step::VERSION {
                refuse(format!("version {} of receipts; known is {}", receipt.version, step::VERSION));
                continue;
            }
            // A run of our own may be further than its step, one of another machine is not.
            if receipt.found.verified > receipt.values {
                refuse(format!("{}: more heaps than the {} of the step", receipt.game, receipt.values));
                continue;
            }
            let is_next = self.expects(receipt)?;
            if is_next && drawn(&receipt.job, share) {
                let again = step::run(&receipt.step(), &Options { threads: 1, ..Options::default() }, watch)
                    .map_err(|error| CensusError::Step { game: receipt.game.to_string(), error })?;
                merged.rechecked += 1;
                if !again.agrees(receipt) {
                    refuse(format!("{}: done again, something else came out", receipt.game));
                    continue;
                }
            }
            if is_next && let Err(error) = proves(receipt, watch) {
                match error {
                    CensusError::Unproved { .. } => refuse(error.to_string()),
                    error => return Err(error),
                }
                continue;
            }
            match self.finish(receipt) {
                Ok(true) => merged.accepted += 1,
                Ok(false) => merged.repeated += 1,
                Err(error @ (CensusError::NotHere(_) | CensusError::NotNext(_) | CensusError::Step { .. })) => {
                    refuse(error.to_string());
                }
                Err(error) => return Err(error),
            }
        }
        merged.coverage = self.totals()?;
        Ok(merged)
    }

    /// Whether this is the next step of a class.
    fn expects(&self, receipt: &Receipt) -> Result<bool, CensusError> {
        match self.class_of(&receipt.game) {
            Ok(id) => Ok(next_step(&self.class(id)?.1).number() == receipt.job),
            Err(CensusError::NotHere(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// Whether the certificate of a receipt, if it claims a period, proves just that.
fn proves(receipt: &Receipt, watch: &mut dyn Watch) -> Result<(), CensusError> {
    let Some(Certified { preperiod, period, saltus, theorem, certificate, .. }) = &receipt.found.period else {
        return Ok(());
    };
    let unproved = |why: String| CensusError::Unproved { game: receipt.game.to_string(), why };
    match watched(certificate, &Task::default(), watch)? {
        Verdict::Verified(Statement::Period { game, theorem: by, preperiod: n0, period: p, saltus: s }) => {
            let said = (receipt.game.to_string(), theorem.to_string(), *preperiod, *period, *saltus);
            let proved = (game, by, n0, p, s);
            if said == proved { Ok(()) } else { Err(unproved(format!("it is about period {p} of {}", proved.0))) }
        }
        verdict => Err(unproved(verdict.to_string())),
    }
}
