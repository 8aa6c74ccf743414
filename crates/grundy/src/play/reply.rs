//! The computer's move: a winning one where there is one, unless it errs.

use super::view::{Choice, Judged};
use super::{Play, PlayError, Position, Step};
use crate::error::Error;
use crate::watch::Watch;
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::ControlFlow;

/// The computer's move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Reply {
    /// The move.
    #[serde(flatten)]
    pub choice: Choice,
    /// Whether a winning move was there and another one was made.
    pub erred: bool,
    /// Why this move.
    pub why: String,
}

impl Position {
    /// The computer's move. With a skill of 100 it wins whenever it can, and else takes as little as it can; with less
    /// it makes any move now and then, with 0 always. The same seed makes the same move.
    pub fn reply(&self, play: Play, skill: u8, seed: u64, watch: &mut dyn Watch) -> Result<Reply, Error> {
        if skill > 100 {
            return Err(PlayError::Skill(skill).into());
        }
        let judged = Judged::new(self, play, watch)?;
        let mut dice = Dice(seed);
        let careful = dice.below(100) < u64::from(skill);
        let (mut any, mut winning, mut least) = (Lot::default(), Lot::default(), Lot::default());
        let mut fewest = u64::MAX;
        judged.each(watch, |part, step, worth| {
            if worth.is_some_and(|worth| judged.judge.is_lost(worth)) {
                winning.draw((part, step.clone()), &mut dice);
            }
            let size = size(self, part, &step);
            if size < fewest {
                (fewest, least) = (size, Lot::default());
            }
            if size == fewest {
                least.draw((part, step.clone()), &mut dice);
            }
            any.draw((part, step), &mut dice);
            ControlFlow::Continue(())
        })?;
        let could_win = winning.drawn.is_some();
        let known = judged.total.is_some();
        let drawn = if !careful {
            any.drawn
        } else if could_win {
            winning.drawn
        } else {
            least.drawn
        };
        let (part, step) = drawn.ok_or(PlayError::Over)?;
        let choice = judged.choice(part, step);
        let wins = choice.wins == Some(true);
        let why = match (wins, careful) {
            (true, _) => judged.why_wins(&choice),
            (false, _) if !known => "Who wins is not known here; this is some move.".to_owned(),
            (false, true) => "No move wins against perfect play; this one takes as little as possible.".to_owned(),
            (false, false) if could_win => "That was a mistake: another move would have won.".to_owned(),
            (false, false) => "No move wins against perfect play; this is any move.".to_owned(),
        };
        Ok(Reply { choice, erred: could_win && !wins, why })
    }
}

/// How much a move takes away: beans, or coins turned.
fn size(position: &Position, part: usize, step: &Step) -> u64 {
    match step {
        Step::Take { removed, .. } => *removed,
        &Step::Queen { a, b } => match position.parts[part] {
            super::Part::Wythoff(from, beside) => from + beside - a - b,
            _ => 0,
        },
        Step::Turn { turn } => turn.len() as u64,
        Step::Cross { columns, rows } => (columns.len() * rows.len()) as u64,
    }
}

/// One of many, each as likely as the others.
#[derive(Default)]
struct Lot {
    drawn: Option<(usize, Step)>,
    seen: u64,
}

impl Lot {
    fn draw(&mut self, next: (usize, Step), dice: &mut Dice) {
        self.seen += 1;
        if dice.below(self.seen) == 0 {
            self.drawn = Some(next);
        }
    }
}

/// Steele's `SplitMix64`: any seed will do.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ (x >> 31)) % bound
    }
}
