//! What a question may cost. Over budget is an answer, not a hang.

use crate::failed::Failed;
use grundy::watch::{Progress, Stopped, Watch};
use schemars::JsonSchema;
use serde::Serialize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a question may cost, and how many there may be at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Budget {
    /// Values for one question.
    pub values: u64,
    /// Seconds for one question.
    pub seconds: u64,
    /// Bytes for one question. What is measured is the whole program: it may grow by this while the question is asked.
    /// All answers that are not read yet may take this, too.
    pub memory: u64,
    /// Questions at once; others wait for their turn.
    pub questions: usize,
}

impl Default for Budget {
    /// Sixteen million values, a minute, half a gibibyte, four questions.
    fn default() -> Self {
        Budget { values: 1 << 24, seconds: 60, memory: 512 << 20, questions: 4 }
    }
}

impl Budget {
    /// A number that was asked for, if it is within `most`.
    pub fn within(what: &str, asked: u64, most: u64) -> Result<usize, Failed> {
        if asked <= most {
            return Ok(asked as usize);
        }
        Err(Failed::OverBudget(format!("{what}: {asked} were asked for, and {most} are allowed for one question")))
    }

    /// Values that were asked for, if there are not too many.
    pub fn values(&self, asked: u64) -> Result<u64, Failed> {
        Budget::within("values", asked, self.values).map(|count| count as u64)
    }
}

/// Watches one question: its budget, and whether anybody still wants to know.
pub struct Attention {
    budget: Budget,
    /// The catalogue that was named on the command line.
    census: Option<Arc<Path>>,
    /// Raised when whoever asked went away.
    gone: Arc<AtomicBool>,
    /// Where the work stands, for whoever shows it.
    shown: tokio::sync::watch::Sender<Option<Progress>>,
    /// What the program took when this question began.
    memory_before: u64,
    end: Instant,
    /// Memory is measured again from here on.
    next_measure: Instant,
    over: Option<&'static str>,
}

/// More seconds than this are as good as no limit: thirty years.
const FOREVER: u64 = 1 << 30;
/// How often memory is measured.
const MEASURE: Duration = Duration::from_millis(50);

impl Attention {
    /// From now on.
    pub fn new(
        budget: Budget,
        census: Option<Arc<Path>>,
        gone: Arc<AtomicBool>,
        shown: tokio::sync::watch::Sender<Option<Progress>>,
    ) -> Self {
        let now = Instant::now();
        let end = now + Duration::from_secs(budget.seconds.min(FOREVER));
        Attention {
            budget,
            census,
            gone,
            shown,
            memory_before: resident(),
            end,
            next_measure: now + MEASURE,
            over: None,
        }
    }

    /// The budget.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The catalogue that was named on the command line.
    pub fn census(&self) -> Option<&Path> {
        self.census.as_deref()
    }

    /// Why the work was stopped.
    pub fn reason(&self) -> Failed {
        let Budget { values, seconds, memory, .. } = self.budget;
        Failed::OverBudget(match self.over {
            Some("values") => format!("it takes more than {values} values, the most for one question"),
            Some("memory") => format!("it takes more than {} MiB, the most for one question", memory >> 20),
            Some(_) => format!("it takes more than {seconds} seconds, the most for one question"),
            None => return Failed::Gone,
        })
    }
}

impl Watch for Attention {
    fn at(&mut self, progress: Progress) -> Result<(), Stopped> {
        self.shown.send_replace(Some(progress));
        let now = Instant::now();
        if self.gone.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        if now >= self.end {
            self.over = Some("seconds");
        } else if progress.stage == "values" && progress.done > self.budget.values {
            self.over = Some("values");
        } else if now >= self.next_measure {
            self.next_measure = now + MEASURE;
            if resident() > self.memory_before.saturating_add(self.budget.memory) {
                self.over = Some("memory");
            }
        }
        if self.over.is_some() { Err(Stopped) } else { Ok(()) }
    }
}

/// The bytes that this program takes.
fn resident() -> u64 {
    memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem as u64)
}
