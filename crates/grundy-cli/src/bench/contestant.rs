//! What can be measured: an engine with its settings, a rung of the published ladder, or the stamp loop.

use crate::exit::{Failure, fail};
use grundy::Rules;
use grundy::engine::{self, Guesses, Kernel, Kind, Options, Sink};
use grundy_bench::{LadderError, Rung, Start, stamps};

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

/// An engine, or an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contestant {
    Engine(Kind, Settings),
    Rung(Rung),
    Stamps,
}

impl Contestant {
    /// By its name on the command line; settings that it does not have are refused.
    pub fn new(name: &str, settings: Settings) -> Result<Self, Failure> {
        let contestant = match (name.parse(), name.parse()) {
            (Ok(kind), _) => Contestant::Engine(kind, settings),
            (_, Ok(rung)) => Contestant::Rung(rung),
            _ if name == stamps::NAME => Contestant::Stamps,
            _ => return fail(format!("unknown engine \"{name}\"; accepted are {}", names().join(", "))),
        };
        let threads = contestant.threads();
        if settings.threads.is_some_and(|wanted| wanted != threads) {
            return fail(format!("\"{name}\" runs on {threads} thread(s); leave --threads out"));
        }
        if settings.speculative && !contestant.is_speculative() {
            return fail(format!("\"{name}\" proves every value; leave --speculative out"));
        }
        Ok(contestant)
    }

    /// The same with other instructions, where it has a choice.
    pub fn with_kernel(self, kernel: Kernel) -> Self {
        match self {
            Contestant::Engine(kind, settings) => Contestant::Engine(kind, Settings { kernel, ..settings }),
            opponent => opponent,
        }
    }

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Contestant::Engine(kind, _) => kind.name(),
            Contestant::Rung(rung) => rung.name(),
            Contestant::Stamps => stamps::NAME,
        }
    }

    /// How it runs here: what was asked for, as far as there is a choice.
    fn options(self) -> Options {
        let plain = Options { kernel: Kernel::Scalar, threads: 1 };
        match self {
            Contestant::Engine(Kind::Block | Kind::Dense, Settings { kernel, threads, .. }) => {
                Options { kernel, threads: threads.unwrap_or(Options::default().threads) }
            }
            Contestant::Engine(..) | Contestant::Stamps => plain,
            Contestant::Rung(rung) => Options { threads: rung.threads(), ..plain },
        }
    }

    /// The instructions it uses here.
    pub fn kernel(self) -> Kernel {
        self.options().kernel
    }

    /// The threads it uses.
    pub fn threads(self) -> usize {
        self.options().threads
    }

    /// Whether its values are assumed and not proved.
    pub fn is_speculative(self) -> bool {
        match self {
            Contestant::Engine(Kind::Block, settings) => settings.speculative,
            Contestant::Engine(..) | Contestant::Stamps => false,
            Contestant::Rung(rung) => rung.is_speculative(),
        }
    }

    /// What `grundy bench run` is told to run just this.
    pub fn arguments(self) -> Vec<String> {
        let Options { kernel, threads } = self.options();
        let (kernel, threads) = (kernel.to_string(), threads.to_string());
        let settings = ["--engine", self.name(), "--kernel", &kernel, "--threads", &threads];
        settings.into_iter().chain(self.is_speculative().then_some("--speculative")).map(str::to_owned).collect()
    }

    /// Runs it. Rungs go on from `start`; engines start at heap 0, and one that speculates does so from `start` on.
    pub fn run<S: Sink + Guesses>(
        self,
        rules: &Rules,
        start: Option<&Start>,
        count: u64,
        sink: &mut S,
    ) -> Result<(), LadderError> {
        match self {
            Contestant::Engine(..) if self.is_speculative() => {
                Ok(engine::guess(&self.options(), rules, start.map_or(0, Start::first), count, sink)?)
            }
            Contestant::Engine(kind, _) => Ok(engine::run_with(kind, &self.options(), rules, count, sink)?),
            Contestant::Rung(rung) => rung.run(start.ok_or(LadderError::NoSpace)?, count, sink),
            Contestant::Stamps => stamps::run(rules, count, sink),
        }
    }
}

/// All names that `--engine` takes.
fn names() -> Vec<&'static str> {
    let engines = Kind::ALL.iter().map(|kind| kind.name());
    engines.chain(Rung::ALL.iter().map(|rung| rung.name())).chain([stamps::NAME]).collect()
}
