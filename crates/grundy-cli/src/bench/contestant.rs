//! What can be measured: an engine with its settings, or a rung of the published ladder.

use crate::outcome::{Failure, fail};
use clap::ValueEnum;
use grundy::Rules;
use grundy::engine::{self, Kind, Sink};
use grundy_bench::{LadderError, Rung, Start};

/// The instructions that an engine may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Kernel {
    /// The best that the processor has
    #[default]
    Auto,
    /// AVX2
    Avx2,
    /// No vector instructions
    Scalar,
}

/// How an engine is to run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    pub kernel: Kernel,
    /// None: as many as the engine likes.
    pub threads: Option<usize>,
    pub speculative: bool,
}

/// An engine or a rung.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contestant {
    Engine(Kind, Settings),
    Rung(Rung),
}

impl Contestant {
    /// By its name on the command line; settings that it does not have are refused.
    pub fn new(name: &str, settings: Settings) -> Result<Self, Failure> {
        let contestant = match (name.parse(), name.parse()) {
            (Ok(kind), _) => Contestant::Engine(kind, settings),
            (_, Ok(rung)) => Contestant::Rung(rung),
            _ => return fail(format!("unknown engine \"{name}\"; accepted are {}", names().join(", "))),
        };
        if settings.threads.is_some_and(|threads| threads != contestant.threads()) {
            return fail(format!("\"{name}\" runs on {} thread(s); leave --threads out", contestant.threads()));
        }
        if settings.kernel == Kernel::Avx2 {
            return fail(format!("\"{name}\" has no AVX2 kernel; accepted are --kernel auto and scalar"));
        }
        if settings.speculative && !contestant.is_speculative() {
            return fail(format!("\"{name}\" proves every value; leave --speculative out"));
        }
        Ok(contestant)
    }

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Contestant::Engine(kind, _) => kind.name(),
            Contestant::Rung(rung) => rung.name(),
        }
    }

    /// The instructions it uses here.
    pub fn kernel(self) -> &'static str {
        match self {
            Contestant::Engine(..) | Contestant::Rung(_) => "scalar",
        }
    }

    /// The threads it uses.
    pub fn threads(self) -> usize {
        match self {
            Contestant::Engine(..) => 1,
            Contestant::Rung(rung) => rung.threads(),
        }
    }

    /// Whether its values are assumed and not proved.
    pub fn is_speculative(self) -> bool {
        match self {
            Contestant::Engine(..) => false,
            Contestant::Rung(rung) => rung.is_speculative(),
        }
    }

    /// What `grundy bench run` is told to run just this.
    pub fn arguments(self) -> Vec<String> {
        vec!["--engine".to_owned(), self.name().to_owned()]
    }

    /// Runs it. Rungs go on from `start`; engines start at heap 0.
    pub fn run(self, rules: &Rules, start: Option<&Start>, count: u64, sink: &mut dyn Sink) -> Result<(), LadderError> {
        match self {
            Contestant::Engine(kind, _) => Ok(engine::run(kind, rules, count, sink)?),
            Contestant::Rung(rung) => rung.run(start.ok_or(LadderError::NoSpace)?, count, sink),
        }
    }
}

/// All names that `--engine` takes.
fn names() -> Vec<&'static str> {
    Kind::ALL.iter().map(|kind| kind.name()).chain(Rung::ALL.iter().map(|rung| rung.name())).collect()
}
