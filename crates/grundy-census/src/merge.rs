//! What other machines have found, on its way into a catalogue.

use crate::catalogue::{Catalogue, Totals, next_step};
use crate::error::CensusError;
use grundy::census::{Receipt, step};
use grundy::engine::Options;
use grundy::run::receipts::{Refused, drawn};
use grundy::watch::Watch;
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
    /// Takes in what other machines have found: in any order, any number of times. A `share` of what is new, between 0
    /// and 1, is done again here and must come out the same.
    pub fn merge(&mut self, receipts: &[Receipt], share: f64, watch: &mut dyn Watch) -> Result<Merged, CensusError> {
        let mut merged = Merged::default();
        let mut receipts: Vec<&Receipt> = receipts.iter().collect();
        receipts.sort_by_key(|receipt| receipt.round);
        for receipt in receipts {
            let mut refuse = |reason: String| {
                let (job, machine) = (receipt.job.clone(), receipt.machine.clone());
                merged.refused.push(Refused { job, machine, reason });
            };
            if drawn(&receipt.job, share) && self.expects(receipt)? {
                let again = step::run(&receipt.step(), &Options { threads: 1, ..Options::default() }, watch)
                    .map_err(|error| CensusError::Step { game: receipt.game.to_string(), error })?;
                merged.rechecked += 1;
                if !again.agrees(receipt) {
                    refuse(format!("{}: done again, something else came out", receipt.game));
                    continue;
                }
            }
            match self.finish(receipt) {
                Ok(true) => merged.accepted += 1,
                Ok(false) => merged.repeated += 1,
                Err(error @ (CensusError::NotHere(_) | CensusError::Step { .. })) => refuse(error.to_string()),
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
