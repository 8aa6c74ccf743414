//! Why a game is not solved, and what was seen on the way; nothing of this is proved.

use super::monoid::Word;
use super::partial::Stuck;
use super::solve::{Solution, Unresolved};
use schemars::JsonSchema;
use serde::Serialize;

/// What ended a search without a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Failure words have ever more of two heaps side by side, as in an infinite quotient.
    Diagonal,
    /// A candidate passed the allowed order.
    SizeLimit,
    /// The order grows regularly, as in algebraic periodicity.
    RegularGrowth,
    /// All heaps asked for are done.
    HeapLimit,
    /// A watch, or a limit of time, ended the search.
    Stopped,
}

impl Reason {
    /// The word for it in tables.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Diagonal => "diagonal",
            Reason::SizeLimit => "size-limit",
            Reason::RegularGrowth => "regular-growth",
            Reason::HeapLimit => "heap-limit",
            Reason::Stopped => "stopped",
        }
    }
}

/// Why a game is not solved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Evidence {
    /// What ended the search.
    pub reason: Reason,
    /// One sentence for a person.
    pub text: String,
    /// The first heap whose partial quotient was not found.
    pub stuck_at: Option<u32>,
    /// The last word that a candidate got wrong: pairs of a heap and how many of it, largest heap first.
    pub failure_word: Option<Word>,
}

/// Names what was seen; `None` when the game is solved.
pub fn evidence(solution: &Solution) -> Option<Evidence> {
    let why = solution.period.as_ref().err()?;
    let next = solution.heaps() + 1;
    let regular = regular_growth(&solution.growth);
    let (reason, text, stuck_at, failure_word) = match (why, regular) {
        (Unresolved::Stuck(Stuck::Diagonal(word)), _) => (
            Reason::Diagonal,
            format!(
                "with heap {next}, failure words such as {word} have ever more of two heaps side by side, as in an \
                 infinite quotient"
            ),
            Some(next),
            Some(word.clone()),
        ),
        (_, Some(growth)) => (Reason::RegularGrowth, growth.to_string(), None, None),
        (Unresolved::Stuck(Stuck::TooLarge(word)), None) => (
            Reason::SizeLimit,
            match word {
                Some(word) => format!(
                    "with heap {next}, setting right the failure word {word} takes a candidate beyond the size limit"
                ),
                None => format!("with heap {next}, the first candidate is beyond the size limit"),
            },
            Some(next),
            word.clone(),
        ),
        (Unresolved::Stuck(Stuck::Stopped), None) => (Reason::Stopped, format!("stopped at heap {next}"), None, None),
        (Unresolved::Heaps, None) => {
            (Reason::HeapLimit, format!("no period is proved by the heaps up to {}", solution.heaps()), None, None)
        }
    };
    Some(Evidence { reason, text, stuck_at, failure_word })
}

/// Orders that grow with constant second differences at regularly spaced heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegularGrowth {
    /// The distance of the heaps, in heaps.
    pub spacing: u32,
    /// The second difference of the orders.
    pub second_difference: i64,
}

impl std::fmt::Display for RegularGrowth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the order grows ")?;
        match self.second_difference {
            0 => write!(f, "linearly")?,
            bend => write!(f, "quadratically (second difference {bend})")?,
        }
        write!(f, " every {} heaps, as in algebraic periodicity (infinitely many generators)", self.spacing)
    }
}

/// The mark of algebraic periodicity in `(heap, order)`: some stride `s <= 6` has `h(i+s) - h(i)` and
/// `q(i+2s) - 2 q(i+s) + q(i)` constant over the last `3s + 5` changes.
pub fn regular_growth(growth: &[(u32, usize)]) -> Option<RegularGrowth> {
    for stride in 1..=6 {
        let needed = 3 * stride + 5;
        if growth.len() < needed {
            return None;
        }
        let tail = &growth[growth.len() - needed..];
        let spacing = |i: usize| tail[i + stride].0 - tail[i].0;
        let bend = |i: usize| tail[i + 2 * stride].1 as i64 - 2 * tail[i + stride].1 as i64 + tail[i].1 as i64;
        let same_spacing = (0..needed - stride).all(|i| spacing(i) == spacing(0));
        let same_bend = (0..needed - 2 * stride).all(|i| bend(i) == bend(0));
        if same_spacing && same_bend {
            return Some(RegularGrowth { spacing: spacing(0), second_difference: bend(0) });
        }
    }
    None
}
