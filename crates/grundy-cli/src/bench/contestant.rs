//! What can be measured: an engine with its settings, or a rung of the published ladder.

use crate::outcome::{Failure, fail};
use grundy::Rules;
use grundy::engine::{self, Kind, Options, Sink};
use grundy::kernel::Kernel;
use grundy_bench::{LadderError, Rung, Start};

/// How an engine is to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    pub kernel: Kernel,
    /// None: as many as the engine likes.
    pub threads: Option<usize>,
    pub speculative: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { kernel: Kernel::detect(), threads: None, speculative: false }
    }
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
        if contestant.options().is_some() {
            return Ok(contestant);
        }
        if settings.threads.is_some_and(|threads| threads != contestant.threads()) {
            return fail(format!("\"{name}\" runs on {} thread(s); leave --threads out", contestant.threads()));
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
    pub fn kernel(self) -> Kernel {
        self.options().map_or(Kernel::Scalar, |options| options.kernel)
    }

    /// The options of the engine that has a choice.
    fn options(self) -> Option<Options> {
        match self {
            Contestant::Engine(Kind::Block, settings) => {
                let threads = settings.threads.unwrap_or(Options::default().threads);
                Some(Options { kernel: settings.kernel, threads, verify: !settings.speculative, ..Options::default() })
            }
            _ => None,
        }
    }

    /// The threads it uses.
    pub fn threads(self) -> usize {
        match self {
            Contestant::Engine(..) => self.options().map_or(1, |options| options.threads),
            Contestant::Rung(rung) => rung.threads(),
        }
    }

    /// Whether its values are assumed and not proved.
    pub fn is_speculative(self) -> bool {
        match self {
            Contestant::Engine(..) => self.options().is_some_and(|options| !options.verify),
            Contestant::Rung(rung) => rung.is_speculative(),
        }
    }

    /// What `grundy bench run` is told to run just this.
    pub fn arguments(self) -> Vec<String> {
        let mut arguments = vec!["--engine".to_owned(), self.name().to_owned()];
        if let Some(options) = self.options() {
            arguments.extend(["--kernel".to_owned(), options.kernel.to_string()]);
            arguments.extend(["--threads".to_owned(), options.threads.to_string()]);
            arguments.extend((!options.verify).then(|| "--speculative".to_owned()));
        }
        arguments
    }

    /// Runs it. Rungs go on from `start`; engines start at heap 0, and one that speculates does so from `start` on.
    pub fn run(self, rules: &Rules, start: Option<&Start>, count: u64, sink: &mut dyn Sink) -> Result<(), LadderError> {
        match self {
            Contestant::Engine(kind, _) => {
                let speculate_from = start.map_or(0, Start::first);
                let options = Options { speculate_from, ..self.options().unwrap_or_default() };
                Ok(engine::run_with(kind, &options, rules, count, sink)?)
            }
            Contestant::Rung(rung) => rung.run(start.ok_or(LadderError::NoSpace)?, count, sink),
        }
    }
}

/// All names that `--engine` takes.
fn names() -> Vec<&'static str> {
    Kind::ALL.iter().map(|kind| kind.name()).chain(Rung::ALL.iter().map(|rung| rung.name())).collect()
}
