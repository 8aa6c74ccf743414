//! Proofs of periods: found, written down, and checked by the independent checker.

use crate::api::Sent;
use crate::budget::Attention;
use crate::failed::Failed;
use crate::parameters::{self, Count};
use grundy::answer::{self, Solution};
use grundy::period;
use grundy_check::{Task, Verdict};
use grundy_jobs::certificate::watched;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A game, and when to give up.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfGame {
    /// The game.
    #[schemars(example = &"kayles")]
    game: String,
    /// Give up after this many values.
    values: Option<Count>,
    /// Give up after this many seconds.
    #[schemars(range(min = 0.0))]
    seconds: Option<f64>,
    /// The theorem to prove it by.
    theorem: Option<Theorem>,
}

/// A theorem that can be asked for.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Theorem {
    /// The one that needs the fewest values.
    Auto,
    /// Guy and Smith's.
    Classical,
    /// That for sparse spaces.
    Sparse,
}

/// A period, and its proof.
#[derive(Serialize, JsonSchema)]
pub struct Solved {
    /// The answer.
    solution: Solution,
    /// What is proved, and by which theorem; or how far it was looked for.
    sentence: String,
    /// The text of the certificate, where something is proved.
    certificate: Option<String>,
}

/// The media type of a certificate.
pub const CERTIFICATE: &str = "text/plain";

fn find(asked: &OfGame, attention: &mut Attention) -> Result<Solution, Failed> {
    let game = parameters::game(&asked.game)?;
    let budget = *attention.budget();
    let seconds = asked.seconds.unwrap_or(10.0);
    let time = Duration::try_from_secs_f64(seconds)
        .map_err(|_| Failed::Bad(format!("{seconds} is not a number of seconds, like 10 or 0.5")))?;
    // A last look at the values may take as long again.
    let time = time.min(Duration::from_secs(budget.seconds) / 2);
    let values = asked.values.map_or(budget.values, |values| values.0.min(budget.values));
    let theorem = asked.theorem.and_then(|theorem| match theorem {
        Theorem::Auto => None,
        Theorem::Classical => Some(period::Theorem::Classical),
        Theorem::Sparse => Some(period::Theorem::Sparse),
    });
    let limits = answer::Limits { values: Some(values), time: Some(time), theorem };
    Ok(game.solve(&limits, attention)?)
}

pub fn solve(asked: &OfGame, attention: &mut Attention) -> Result<Solved, Failed> {
    let solution = find(asked, attention)?;
    let certificate = solution.certificate().map(|certificate| certificate.to_string());
    Ok(Solved { sentence: solution.sentence(), solution, certificate })
}

pub fn certificate(asked: &OfGame, attention: &mut Attention) -> Result<Sent, Failed> {
    let solution = find(asked, attention)?;
    let Some(certificate) = solution.certificate() else {
        return Err(Failed::OutOfReach(solution.sentence()));
    };
    let name: String =
        solution.canonical.to_string().chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    Ok(Sent { media: CERTIFICATE, body: certificate.to_string().into_bytes(), file: Some(format!("{name}.cert")) })
}

/// What the independent checker says.
#[derive(Serialize, JsonSchema)]
pub struct Checked {
    /// How it ended.
    verdict: Ended,
    /// What was proved, or why not.
    words: String,
}

/// How a check ends.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Ended {
    /// All of the certificate was checked.
    Verified,
    /// A hypothesis of its theorem fails.
    Rejected,
    /// It cannot be read, or asks for more than the budget allows.
    Refused,
}

pub fn check(text: &str, attention: &mut Attention) -> Result<Checked, Failed> {
    // Time is bounded by the attention.
    let limits = grundy_check::Limits { memory: Some(attention.budget().memory), values: Some(u64::MAX) };
    let verdict = watched(text, &Task { limits, ..Task::default() }, attention)?;
    let words = verdict.to_string();
    let words = words.split_once(' ').map_or(String::new(), |(_, words)| words.to_owned());
    let verdict = match verdict {
        Verdict::Verified(_) => Ended::Verified,
        Verdict::Rejected(_) => Ended::Rejected,
        // A part of a proof is never asked for.
        Verdict::Refused(_) | Verdict::Partial(_) => Ended::Refused,
    };
    Ok(Checked { verdict, words })
}
